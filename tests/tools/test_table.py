"""A real table: a whole game typed in, its dice and draws too, with mistakes, undo and a break."""

import os
import pty
import select
import sys
from pathlib import Path
from time import monotonic

import pytest

from engine.play import walk
from replays.reader import read_prefix
from tests.tools.run import ROOT, game, recorded, run


def every_word(path: Path) -> list[str]:
    """What the table did and showed in a recorded game, ply by ply."""
    return [step.text for step in walk(game(), read_prefix(path).only().codes)]


def test_a_whole_game_of_a_table_verifies_exactly(here: Path) -> None:
    words = every_word(recorded(here / "wanted.rply", policy="careful"))
    middle = len(words) // 2
    first = ["be orc", words[0], "undo", *words[:6], "save", "undo", "redo", "note our own dice"]
    begun = run("play", "tin_helm", "--table", "-o", "a.rply",
                stdin="\n".join([*first, *words[6:middle], "quit", ""]))  # fmt: skip
    assert begun.exit_code == 0, begun.stderr
    assert run("verify", "a.rply").stdout.startswith(f"TRUNCATED@{middle}")
    done = run("play", "--resume", "a.rply", stdin="\n".join([*words[middle:], "", ""]))
    assert done.exit_code == 0, done.stderr
    assert run("verify", "a.rply").stdout.startswith("EXACT")
    assert every_word(Path("a.rply")) == words
    (line,) = read_prefix(Path("a.rply")).games
    assert [mark.kind for mark in line.marks] == ["undo", "undo", "redo", "note"]
    assert line.seed is None, "no seed rolled these dice"
    assert run("export", "a.rply", "-o", "a.txt").exit_code == 0
    assert run("import", "a.txt", "-o", "b.rply").exit_code == 0
    assert Path("b.rply").read_bytes() == Path("a.rply").read_bytes()


@pytest.mark.thorough
def test_the_tab_key_completes_at_a_terminal(here: Path) -> None:
    child, screen = pty.fork()
    if child == 0:
        os.environ.update(PYTHONPATH=os.pathsep.join([str(ROOT), *sys.path]), TERM="xterm")
        os.execv(sys.executable, [sys.executable, "-m", "tools", "play", "tin_helm", "--table",
                                  "-o", "a.rply"])  # fmt: skip
    shown, until = "", monotonic() + 120
    for asked, typed in enumerate(("be hu\t", "train_as fi\t", "turn_up d03", "quit"), 1):
        while shown.count("\n> ") + shown.count("\x1b[?2004h> ") < asked and monotonic() < until:
            if select.select([screen], [], [], 1)[0]:
                shown += os.read(screen, 4096).decode()
        os.write(screen, typed.encode() + b"\n")
    assert os.waitpid(child, 0)[1] == 0, shown
    assert every_word(Path("a.rply")) == ["be human", "train_as fighter", "turn_up d03"], shown
