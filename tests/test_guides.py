"""The guides do what they show: every command is run, and what it prints is compared.

A page is one session in a folder of its own.  A block `console` holds lines `$ COMMAND` and below
each what it prints; `…` stands for anything, a line of its own for any lines.  Other blocks begin
with `# file: NAME` and are written there.  A command that fails is followed by `$ echo $?`.  After
`<!-- takes long -->` a block is run by `make thorough` only.

`python -m tests.test_guides` puts into the pages what the commands print now, line for line that
is shown without `…`, and names what it cannot place.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

import pytest

from tests.tools.run import ROOT, run

DOCS = ROOT / "docs"
GUIDES = [DOCS / "start.md", *sorted((DOCS / "guides").glob("*.md"))]
LONG = "<!-- takes long -->\n"
STATUS = "echo $?"
# What a page typed in the project's folder may look into, or change a copy of.
ROOMS = ("engine", "replays", "properties", "tools")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and whether only `make thorough` runs it."""

    language: str
    text: str
    long: bool


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order; directives of Sphinx are no blocks."""
    shape = rf"({re.escape(LONG)})?^```(\w+)\n(.*?)^```$"
    return [Block(m[2], m[3], bool(m[1])) for m in re.finditer(shape, page, re.M | re.S)]


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines that it should print."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command = command[:-1] + more.strip()
        yield command, shown.split("\n")


def stripped(lines: list[str]) -> list[str]:
    """Lines without blanks at their ends, and without empty ones at the end of all."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").split("\n")


def shape_of(line: str) -> str:
    """The pattern of a line shown."""
    return re.escape(line).replace("…", ".*")


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether what is printed is what is shown, with `…` for anything."""
    parts = [r"(?:.*\n)*?" if line.strip() == "…" else f"{shape_of(line)}\n"
             for line in stripped(shown)]  # fmt: skip
    return re.fullmatch("".join(parts), "\n".join(stripped(printed)) + "\n") is not None


def refreshed(shown: list[str], printed: list[str]) -> list[str]:
    """What is shown with each line as it is printed now; lines with `…` stay where they fit."""
    if not any(line.strip() == "…" for line in shown):
        return stripped(printed)
    found, rest = [], stripped(printed)
    for line in stripped(shown):
        near = [item for item in rest if re.fullmatch(shape_of(line), item)]
        near = near or get_close_matches(line, rest, 1, 0.4)
        if line.strip() == "…" or not near:
            found.append(line)
        else:
            rest = rest[rest.index(near[0]) + 1 :]
            found.append(line if re.fullmatch(shape_of(line), near[0]) else near[0])
    return found


class Session:
    """Commands typed one after the other in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0

    def furnish(self, page: str) -> None:
        """The rooms that the page's commands name."""
        typed = "\n".join(command for block in blocks(page) for command, _ in commands(block.text))
        for room in ROOMS:
            if re.search(rf"(?<![\w./-]){room}\b", typed):
                copytree(ROOT / room, self.folder / room, ignore=ignore_patterns("__pycache__"))

    def type(self, command: str) -> list[list[str]]:
        """What a command prints, the lines of its two streams in each order they may have."""
        if command == STATUS:
            return [[str(self.code)]]
        words = shlex.split(command)
        if words[0] == "ruleproof" and not set("|>;&*") & set(command):
            done = run(*words[1:])
            self.code = done.exit_code
            texts = (done.stdout + done.stderr, done.stderr + done.stdout, done.output)
            return [text.split("\n") for text in texts]
        return [self.shell(command)]

    def shell(self, command: str) -> list[str]:
        """A command of other programs, with this Python's ones first on the path."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        ways = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PATH": path, "PYTHONPATH": ways}
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=280, check=False,
        )  # fmt: skip
        self.code = done.returncode
        return done.stdout.split("\n")

    def write(self, text: str) -> None:
        """A file that a block gives; the text goes on where the file begins already."""
        head = re.match(r"# file: (\S+)\n", text)
        assert head, f"a block of a guide begins with # file: NAME\n{text}"
        path = self.folder / head[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def follow(self, page: str, long: bool) -> None:
        """Run a page; AssertionError shows the command, what is shown and what was printed."""
        self.furnish(page)
        for block in blocks(page):
            if block.long and not long:
                continue
            if block.language != "console":
                self.write(block.text)
                continue
            for command, shown in commands(block.text):
                if command != STATUS:
                    assert self.code == 0, f"a command failed and no `$ {STATUS}` follows it"
                printed = self.type(command)
                assert any(agrees(shown, lines) for lines in printed), "\n".join(
                    [f"$ {command}", "-- shown:", *shown, "-- printed:", *printed[0]])  # fmt: skip
                if command == STATUS:
                    self.code = 0


    def renew(self, page: str) -> str:
        """The page with what its commands print now; a part that does not fit is named."""
        self.furnish(page)
        for block in blocks(page):
            if block.language != "console":
                self.write(block.text)
                continue
            for command, shown in commands(block.text):
                printed = self.type(command)
                self.code = 0 if command == STATUS else self.code
                if any(agrees(shown, lines) for lines in printed):
                    continue
                told = [(refreshed(shown, lines), lines) for lines in printed]
                told = [pair for pair in told if agrees(*pair)] or told
                page = page.replace("\n".join(shown), "\n".join([*told[0][0], ""]), 1)
                if not agrees(*told[0]):
                    sys.stderr.write("\n".join([f"$ {command}", *printed[0], ""]))
        return page


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session in a folder of its own, whatever this shell says of colour and place."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "RULEPROOF_DEBUG", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(*ONE)
    return Session(tmp_path)


# What is printed is the same for any number of workers, and one is cheapest.
ONE = ("RULEPROOF_WORKERS", "1")
PAGE = [path.relative_to(DOCS).as_posix() for path in GUIDES]


@pytest.mark.parametrize("page", PAGE)
def test_a_guide_does_what_it_shows(page: str, session: Session) -> None:
    session.follow((DOCS / page).read_text(encoding="utf-8"), long=False)


@pytest.mark.thorough
@pytest.mark.parametrize("page", [
    page for page in PAGE if LONG in (DOCS / page).read_text(encoding="utf-8")])  # fmt: skip
def test_a_guide_does_what_it_shows_that_takes_long(page: str, session: Session) -> None:
    session.follow((DOCS / page).read_text(encoding="utf-8"), long=True)


# ---- what compares them ----


@pytest.mark.parametrize(("shown", "printed", "same"), [
    ("a\nb", "a\nb\n", True), ("a\nb", "a\nc", False), ("a", "a\nb", False), ("a\nb", "a", False),
    ("a … c", "a b b c", True), ("a … c", "a b\nc", False), ("a\n…\nd", "a\nb\nc\nd", True),
    ("a\n…\nd", "a\nd", True), ("a\n…\nd", "a\nb\nc", False), ("…\nd", "a\nd", True),
    ("a.c", "abc", False), ("", "", True), ("", "a", False), ("…", "a\nb", True),
])  # fmt: skip
def test_what_is_shown_agrees_with_what_is_printed(shown: str, printed: str, same: bool) -> None:
    assert agrees(shown.split("\n"), printed.split("\n")) is same


FENCE = "```"


@pytest.mark.parametrize("page", [
    f"{FENCE}console\n$ ruleproof --version\nruleproof 9.9\n{FENCE}",
    f"{FENCE}console\n$ ruleproof verify gone.rply\n…\n$ ruleproof games\n…\n{FENCE}",
    f"{FENCE}console\n$ ruleproof verify gone.rply\n…\n$ echo $?\n0\n{FENCE}",
    f"{FENCE}console\n$ false\n$ true\n{FENCE}",
    f"{FENCE}python\nprint(1)\n{FENCE}",
])  # fmt: skip
def test_a_guide_that_shows_something_else_fails(page: str, session: Session) -> None:
    with pytest.raises(AssertionError):
        session.follow(page, long=False)


def test_files_are_written_and_long_blocks_left_out(session: Session) -> None:
    page = (
        f"{FENCE}python\n# file: a/b.py\nprint(1)\n{FENCE}\n\n"
        f"{FENCE}console\n$ python \\\n    a/b.py\n1\n{FENCE}\n\n"
        f"{LONG}{FENCE}console\n$ false\n{FENCE}\n"
    )
    session.follow(page, long=False)
    assert session.code == 0
    session.follow(page, long=True)
    assert session.code == 1


def test_a_room_that_a_page_names_is_a_copy(session: Session) -> None:
    page = f"{FENCE}console\n$ cp -r replays mine\n$ test -d mine/corpus\n{FENCE}\n"
    session.follow(page, long=False)
    assert not (session.folder / "engine").exists()


def test_a_page_is_renewed_where_it_shows_lines(session: Session) -> None:
    page = f"{FENCE}console\n$ printf 'a 1\\nb 2\\nc 3\\n'\na 9\n…\nc …\n$ true\n{FENCE}\n"
    renewed = session.renew(page)
    assert renewed == page.replace("a 9", "a 1")
    session.follow(renewed, long=False)


if __name__ == "__main__":
    os.environ.update([ONE])
    for path in GUIDES:
        with TemporaryDirectory() as folder:
            os.chdir(folder)
            path.write_text(Session(Path(folder)).renew(path.read_text("utf-8")), "utf-8")
            os.chdir(ROOT)
