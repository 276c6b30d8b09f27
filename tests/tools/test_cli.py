"""The group: help, exit codes, errors, settings, colour, closed pipes."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.run import ROOT, process, recorded, refused, run
from tools import box, cli, console, failures
from tools.errors import ToolError
from tools.failures import exit_of
from tools.pool import Stop, ordered

VERBS = list(cli.COMMANDS)


def test_help_names_every_verb_and_exit_code() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for verb in VERBS:
        assert f"\n  {verb} " in result.stdout
    for code, words in cli.EXITS:
        assert f"{code}" in result.stdout and words in result.stdout


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_the_manners(verb: str) -> None:
    below = {"content": ["check"], "corpus": ["stats"]}
    result = run(verb, *below.get(verb, []), "--help")
    assert result.exit_code == 0
    for option in ("--quiet", "--no-color", "--no-plugins"):
        assert option in result.stdout
    for line in result.stdout.splitlines():
        assert len(line) <= 100


def test_without_a_verb_the_help_is_shown() -> None:
    result = run()
    assert (result.exit_code, result.stdout) == (0, run("--help").stdout)


def best_of(times: int, *commands: list[str]) -> list[float]:
    """The least processor time of each command, run in turns so that all meet the same load."""
    best = [9.0] * len(commands)
    for _ in range(times):
        for at, command in enumerate(commands):
            start = spent_by_children()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
            best[at] = min(best[at], spent_by_children() - start)
    return best


def spent_by_children() -> float:
    """Seconds of processor time of the processes waited for so far."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def test_help_costs_at_most_half_more_than_click_itself() -> None:
    bare, helped = best_of(
        15, [sys.executable, "-c", "import click"], [sys.executable, "-m", "tools", "--help"]
    )
    assert helped <= 1.5 * bare


# ---- errors ----


def test_unknown_verb_and_option_name_the_nearest() -> None:
    assert "did you mean verify?" in refused(run("verfy"), 2, "E400")
    assert "--games" in refused(run("record", "tin_helm", "--gmaes", "3"), 2, "E400")
    assert "see: ruleproof record --help" in refused(run("record"), 2, "E400")


def test_a_fault_of_ours_is_one_message_and_exit_4(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(foreign: bool) -> None:
        raise RuntimeError("the shelf fell down")

    monkeypatch.setattr(box, "shelf", broken)
    message = refused(run("games"), 4, "E999")
    assert "RuntimeError: the shelf fell down" in message and "test_cli.py:" in message
    assert "RULEPROOF_DEBUG=1" in message
    shown = run("games", RULEPROOF_DEBUG="1")
    assert shown.exit_code == 4 and "Traceback" in shown.stderr


def test_want_of_memory_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(foreign: bool) -> None:
        raise MemoryError

    monkeypatch.setattr(box, "shelf", full)
    assert "E407: out of memory; take fewer --workers" in refused(run("games"), 125, "E407")


def test_a_worker_that_is_killed_is_told() -> None:
    with pytest.raises(ToolError, match=r"a worker was killed.*fewer --workers") as caught:
        list(ordered(os._exit, [9], 2, Stop()))
    assert exit_of(caught.value) == 125


def test_every_error_of_the_rooms_below_has_an_exit_code() -> None:
    from engine import errors as engine_errors
    from properties import errors as property_errors
    from replays import errors as replay_errors

    seen = {}
    for module in (engine_errors, replay_errors, property_errors):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Exception):
                seen[value.code] = failures.EXITS.get(value.code, failures.EXITS[value.code[:2]])
    assert seen["E101"] == seen["E112"] == seen["E207"] == seen["E208"] == seen["E209"] == 2
    assert {seen[f"E20{n}"] for n in range(1, 7)} == {3}
    assert seen["E103"] == seen["E104"] == seen["E210"] == 4


def test_interruption_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(foreign: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(box, "shelf", pressed)
    result = run("games")
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [
    ("games",), ("rules", "tin_helm"), ("--help",), ("graph", "tin_helm", "--format", "png"),
])  # fmt: skip
def test_a_full_disk_behind_stdout_is_one_message(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        running = process(*words, stdout=full)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 2
    assert said.startswith("error E403: standard output cannot be written: No space left")
    assert said.count("\n") == 1


def test_a_closed_stdout_is_no_fault_of_ours() -> None:
    words = [sys.executable, "-m", "tools", "games"]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *words], cwd=ROOT, capture_output=True,
                          timeout=60, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_pipe_is_silent() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    running = process("games", "tin_helm", stdout=writer)
    os.close(writer)
    _, said = running.communicate(timeout=30)
    assert (running.returncode, said) == (0, "")


def test_an_unwritable_output_is_refused(here: Path) -> None:
    for output in (here / "no" / "folder.txt", here):
        message = refused(run("games", "-o", output), 2, "E403")
        assert str(output) in message and "name a file" in message


# ---- settings ----


def games_played(*words: object, **env: str) -> int:
    """How many games `record` plays with these words and this environment."""
    result = run("record", "tin_helm", "--json", "--force", "-o", "out", *words, **env)
    assert result.exit_code == 0, result.stderr
    return int(result.stdout.partition('"games": ')[2].partition(",")[0])


def test_flag_wins_over_environment_over_file_over_default(here: Path) -> None:
    assert games_played() == 1
    (here / "pyproject.toml").write_text("[tool.ruleproof]\ngames = 2\n")
    assert games_played() == 2
    (here / "pyproject.toml").write_text("[tool.ruleproof]\ngames = 2\n[tool.ruleproof.record]\n"
                                         "games = 3\n")  # fmt: skip
    assert games_played() == 3
    assert games_played(RULEPROOF_GAMES="4") == 4
    assert games_played(RULEPROOF_GAMES="4", RULEPROOF_RECORD_GAMES="5") == 5
    assert games_played("--games", 6, RULEPROOF_RECORD_GAMES="5") == 6


def test_a_wrong_setting_is_named_with_its_file(here: Path) -> None:
    (here / "pyproject.toml").write_text("[tool.ruleproof]\nwrokers = 2\n")
    message = refused(run("games"), 2, "E405")
    assert "pyproject.toml" in message and "did you mean workers" in message
    (here / "pyproject.toml").write_text("[tool.ruleproof\n")
    assert "no valid TOML" in refused(run("games"), 2, "E405")
    assert run("--help").exit_code == 0, "help does not depend on settings"
    (here / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert run("games").exit_code == 0
    message = refused(run("record", "tin_helm", RULEPROOF_GAMES="many"), 2, "E400")
    assert "RULEPROOF_GAMES many: expected a whole number" in message


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("games = [1]", "games = [1] in [tool.ruleproof.record]: expected a whole number"),
        ("games = 1.5", "games = 1.5 in [tool.ruleproof.record]: expected a whole number"),
        ("games = true", "games = true in [tool.ruleproof.record]: expected a whole number"),
        ("seed = {a = 1}", "expected a text or number"),
        ("json = 1", "json = 1 in [tool.ruleproof.record]: expected true or false"),
        ("option = [1, false]", "expected a text or number, or a list of such"),
        ("gamez = 9", "[tool.ruleproof.record] has no key 'gamez'; did you mean games?"),
    ],
)
def test_a_setting_of_a_verb_is_one_of_its_options(table: str, says: str, here: Path) -> None:
    (here / "pyproject.toml").write_text(f"[tool.ruleproof.record]\n{table}\n")
    assert says in refused(run("record", "tin_helm", "-o", "a.rply"), 2, "E405")
    assert run("games").exit_code == 0, "a verb's own table concerns the verb"
    if "gamez" not in table:
        (here / "pyproject.toml").write_text(f"[tool.ruleproof]\n{table}\n")
        assert "[tool.ruleproof]" in refused(run("record", "tin_helm", "-o", "a.rply"), 2, "E405")


def test_settings_go_by_the_names_of_options_in_nested_verbs_too(here: Path) -> None:
    (here / "pyproject.toml").write_text(
        '[tool.ruleproof.record]\nwitness = "none"\noption = "favor_cap=1"\n'
        '[tool.ruleproof]\nplayers = 1\ncontent = "no.toml"\n'
        '[tool.ruleproof.replay]\nfrom = 2\ncontent = []\n'
    )
    assert run("record", "tin_helm", "-o", "a.rply", "--content", "").exit_code == 2
    assert "no.toml" in refused(run("record", "tin_helm", "-o", "a.rply"), 2, "E401")
    assert "no.toml" in refused(run("verify", "pyproject.toml"), 2, "E401")
    (here / "pyproject.toml").write_text("[tool.ruleproof.corpus.gather]\ngamez = 2\n")
    assert "[tool.ruleproof.corpus.gather] has no key 'gamez'" in refused(
        run("corpus", "gather", "tin_helm", "-o", "x"), 2, "E405")  # fmt: skip
    (here / "pyproject.toml").write_text("[tool.ruleproof.corpus]\ngames = 2\n")
    assert "has no key 'games'" in refused(run("corpus", "stats", "tin_helm", "x"), 2, "E405")
    for text, says in (("[tool]\nruleproof = 3\n", "expected a table, [tool.ruleproof]"),
                       ("[tool.ruleproof]\nfuzz = 3\n", "a table, [tool.ruleproof.fuzz]")):
        (here / "pyproject.toml").write_text(f"# tool.ruleproof\n{text}")
        assert says in refused(run("games"), 2, "E405")


# ---- colour, quiet, plug-ins ----


@pytest.mark.parametrize(
    ("words", "env", "colored"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color",), {"NO_COLOR": "1"}, True),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(words: tuple[str, ...], env: dict[str, str], colored: bool) -> None:
    result = run("games", *words, **env)
    assert result.exit_code == 0
    assert ("\x1b[" in result.stdout) == colored


def test_json_is_never_coloured(here: Path) -> None:
    recorded(here / "a.rply")
    for words in (("games",), ("verify", "a.rply"), ("replay", "a.rply")):
        assert "\x1b[" not in run(*words, "--json", "--color").stdout


def test_quiet_keeps_results_and_errors(here: Path) -> None:
    loud = run("record", "tin_helm", "-o", "a.rply")
    quiet = run("record", "tin_helm", "-o", "b.rply", "--quiet")
    assert loud.stdout.replace("a.rply", "b.rply") == quiet.stdout
    assert "repeat: " in loud.stderr and quiet.stderr == ""
    refused(run("record", "tin_helm", "-o", "b.rply", "-q"), 2, "E207")


def test_plug_ins_can_be_left_out(plug_in: str) -> None:
    assert plug_in in run("games").stdout
    assert plug_in not in run("games", "--no-plugins").stdout
    assert "did you mean" not in refused(run("games", plug_in, "--no-plugins"), 2, "E112")
    run("record", plug_in, "-o", "a.rply")
    assert run("verify", "a.rply").exit_code == 0
    unknown = run("verify", "a.rply", "--no-plugins")
    assert unknown.exit_code == 3 and "UNSUPPORTED" in unknown.stdout


def test_a_broken_plug_in_does_not_hide_the_others(plug_in: str, here: Path) -> None:
    sys_path_entry = next(Path(p) for p in sys.path if "plug_in" in p)
    entry = next(sys_path_entry.glob("*.dist-info")) / "entry_points.txt"
    entry.write_text("[ruleproof.games]\nbroken = no_such_module:GAME\n")
    shown = run("games")
    assert shown.exit_code == 0 and "tin_helm" in shown.stdout
    assert "cannot be loaded: broken" in shown.stdout
    assert "no_such_module" in refused(run("games", "broken"), 2, "E112")


def test_progress_only_on_a_terminal_and_not_under_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Terminal:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            shown.append(text)
            return len(text)

        def flush(self) -> None:
            pass

    def said(enter: Callable[[], None]) -> str:
        shown.clear()
        enter()
        return "".join(shown)

    def work() -> None:
        with console.progress(3, "working") as advance:
            advance(3)

    def timed() -> None:
        with console.live(None, "timed", "games") as tell:
            tell(1234, "7/s", 0.5)

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert said(work) == "", "captured streams are no terminals"
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert "working" in said(work) and "3/3" in said(work)
    assert "1,234 games" in said(timed) and "7/s" in said(timed)
    monkeypatch.setenv("CI", "1")
    assert said(work) == ""


def test_python_m_tools_is_the_command() -> None:
    running = process("--version")
    out, _ = running.communicate(timeout=30)
    assert running.returncode == 0 and out.startswith("ruleproof ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_scripts(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_RULEPROOF_COMPLETE" in result.stdout and "ruleproof" in result.stdout
    assert shell in result.stderr, "how to install it"


def test_completion_needs_a_shell_it_knows() -> None:
    assert "bash, zsh, fish, powershell" in refused(run("completion", SHELL="/bin/ksh"), 2, "E400")
    assert run("completion", SHELL="/bin/zsh").stdout == run("completion", "zsh").stdout


@pytest.mark.parametrize(
    ("typed", "word", "offered"),
    [("ruleproof ver", 1, "verify"), ("ruleproof record t", 2, "tin_helm"),
     ("ruleproof record --wit", 2, "--witness")],
)  # fmt: skip
def test_completion_answers(typed: str, word: int, offered: str) -> None:
    env = {"COMP_WORDS": typed, "COMP_CWORD": str(word), cli.COMPLETE_VAR: "bash_complete"}
    out, _ = process(env=env).communicate(timeout=30)
    assert f"plain,{offered}" in out.splitlines()
