"""The pages say what is so: commands, options, codes, keys, module lists, and the worked example.

`python -m tests.test_docs` writes docs/errors.md anew from the code.
"""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import click
import pytest

from engine import registry
from engine.play import play
from engine.policies import uniform
from engine.rng import game_seed
from properties import pytest_plugin, scenario, scenario_claims
from properties.checker import check_game
from properties.conformance import conformance
from properties.fuzz import Plan, fuzz
from properties.invariant import properties_for
from properties.proof import proofs
from properties.setup import Maker
from tests import imports
from tests.plugged import announce
from tests.tools.run import run
from tools import cli, failures

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
ERRORS = DOCS / "errors.md"
# Options of other programs that the pages name, and those of our pytest plug-in.
FOREIGN = {"--editable", "--hypothesis-profile"}
PLUGGED = set(re.findall(r'"(--ruleproof-\w+)"', Path(pytest_plugin.__file__).read_text("utf-8")))

page_names = pytest.mark.parametrize("page", TEXTS)


def spans(text: str) -> list[str]:
    """Everything between single backticks."""
    return re.findall(r"`([^`\n]+)`", text)


def cells(text: str, head: str) -> Iterator[list[str]]:
    """Rows of the first table whose head row begins so, without head and rule; `\\|` is a bar."""
    lines = text[text.index(head) :].split("\n")[2:]
    for line in lines:
        if not line.startswith("|"):
            return
        parts = re.split(r"(?<!\\)\|", line)[1:-1]
        yield [part.strip().replace("\\|", "|") for part in parts]


# ---- the worked examples ----

EXAMPLES = {"pig": "docs/adding-a-game.md", "gems": "docs/cards.md"}


def written(folder: Path, page: str) -> Path:
    """Every file of a page in `folder`, and what an installer would add."""
    blocks = re.findall(r"^```\w+\n# file: (\S+)( \(goes on\))?\n(.*?)^```$",
                        TEXTS[page], re.M | re.S)  # fmt: skip
    for name, goes_on, body in blocks:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{path.read_text()}\n\n{body}" if goes_on else body)
    return announce(folder)


@pytest.fixture
def example(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """An example as an installed plug-in, in a folder of its name, gone again after the test."""
    name = getattr(request, "param", "pig")
    folder = written(tmp_path / name, EXAMPLES[name])
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for module in [module for module in sys.modules if module.startswith(f"{name}_")]:
        del sys.modules[module]


both = pytest.mark.parametrize("example", EXAMPLES, indirect=True)


@both
def test_the_example_is_registered_drawn_and_proven(example: Path) -> None:
    name = example.name
    assert name in registry.games()
    assert name not in registry.games(foreign=False)
    drawn = run("graph", name, "--format", "mermaid").stdout
    assert {"pig": "PIG-ROLL-02", "gems": "GEM-END-01"}[name] in drawn
    assert run("scenario", example / "tests" / "scenarios").exit_code == 0
    found = proofs(name)
    assert (found.unproven, found.uncoded, found.notes) == ([], [], [])


@both
def test_the_example_survives_a_campaign(example: Path) -> None:
    report = fuzz(Maker(example.name), Plan(games=200))
    assert report.ok and not report.vacuous, report.text()


@both
def test_the_example_keeps_the_contract(example: Path) -> None:
    report = conformance(example.name, fresh=False)
    assert report.ok, report.text()


@pytest.mark.parametrize("example", ["gems"], indirect=True)
def test_the_cards_are_drawn_and_hidden_as_the_page_says(example: Path, tmp_path: Path) -> None:
    assert "Display 1" in run("graph", "gems", "--level", "map", "--format", "mermaid").stdout
    assert run("content", "new", "gems", "-o", tmp_path / "mine.toml").exit_code == 0
    path = tmp_path / "a.rply"
    assert run("record", "gems", "--policy", "careful", "-o", path).exit_code == 0
    words = ("export", path, "--format", "text", "--as")
    told = [run(*words, f"player:{n}").stdout for n in (0, 1)]
    drawn = [re.findall(r"draw (?:ruby|pearl|shell)", text) for text in told]
    assert [len(found) for found in drawn] == [6, 6]


def test_the_example_would_fail_with_a_wrong_rule(example: Path) -> None:
    rules = example / "pig_game" / "rules.py"
    right = "0 if face == 1 else state.total + face"
    assert right in rules.read_text()
    rules.write_text(rules.read_text().replace(right, "state.total + face"))
    game = registry.load("pig")
    logs = [play(game, game_seed("shake:1", index), uniform).codes for index in range(5)]
    found = [check_game(game, codes, properties_for("pig")) for codes in logs]
    labels = {violation.label for violation in found if violation is not None}
    assert labels == {"PIG-P2/a_one_loses_what_other_faces_add"}


@both
def test_the_example_keeps_the_house_style(example: Path) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--config", ROOT / "pyproject.toml", example]
    done = subprocess.run(
        command, cwd=example, capture_output=True, text=True, timeout=60, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


# ---- commands and options ----


def commands_in(text: str) -> Iterator[str]:
    """Command lines of a page: code blocks and code spans that begin with ruleproof or make."""
    fenced = "\n".join(re.findall(r"^```.*?^```", text, re.M | re.S)).split("\n")
    indented = [line for line in text.split("\n") if line.startswith("    ")]
    for line in [*fenced, *indented, *spans(text)]:
        found = re.match(r"\s*(?:\$ )?(?:\.venv/bin/)?((?:ruleproof|make) .+)$", line)
        if found:
            yield found[1]


def verb_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The click command that the words begin with, and the other words."""
    command: click.Command | None = cli.main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        command = command.get_command(click.Context(command), words[0])
        words = words[1:]
    assert command is not None, f"no such verb before {words}"
    return command, words


def parsed(command: click.Command, words: list[str]) -> None:
    """Every option exists and has what it takes; nothing is run and no file looked at."""
    command.make_parser(click.Context(command)).parse_args(words)


def judge_command(line: str) -> None:
    """The verb or target exists, and so does every option; AssertionError or a click error."""
    text = re.sub(r"[\[\]]|…|\.\.\.", " ", line.partition("  #")[0])
    words = shlex.split(text)
    if words[0] == "make":
        targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.M)
        wanted = [word for word in words[1:] if "=" not in word]
        assert all(word in targets for word in wanted), f"no such target: {line}"
    elif words[1] != "VERB":
        parsed(*verb_of(words[1:]))


@page_names
def test_commands_of_the_pages_parse(page: str) -> None:
    for line in commands_in(TEXTS[page]):
        judge_command(line)


@pytest.mark.parametrize("page", [
    "    ruleproof dance out", "```\nruleproof verify --strictly out\n```", "see `make tea`",
    "    .venv/bin/ruleproof record tin_helm --seed",
])  # fmt: skip
def test_a_command_that_does_not_exist_is_noticed(page: str) -> None:
    (line,) = commands_in(page)
    with pytest.raises((AssertionError, click.UsageError)):
        judge_command(line)


def every_option(command: click.Command) -> set[str]:
    """The spellings of all options of a verb and the verbs below it."""
    if isinstance(command, click.Group):
        below = (command.get_command(click.Context(command), n) for n in command.list_commands(
            click.Context(command)))  # fmt: skip
        return {"--help", "--version"}.union(*(every_option(item) for item in below if item))
    return {word for item in command.params for word in (*item.opts, *item.secondary_opts)}


@page_names
def test_options_of_the_pages_exist(page: str) -> None:
    known = every_option(cli.main) | FOREIGN | PLUGGED
    for span in spans(TEXTS[page]):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", span):
            assert option in known, f"{page}: `{span}` names {option}"


def test_the_table_of_verbs_is_the_command_line() -> None:
    named: set[str] = set()
    for first, second in cells(TEXTS["docs/cli.md"], "| verb | does |"):
        for span in spans(first):
            words = span.split()
            verbs = words[1].split("|") if words[0] in ("content", "corpus") else [""]
            for below in filter(None, [words[0], *verbs]):
                path = [words[0]] + ([below] if below != words[0] else [])
                command, _ = verb_of(path)
                named.add(words[0])
                for option in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", f"{span} {spans(second)}"):
                    if below == verbs[-1] or not isinstance(command, click.Group):
                        everywhere = every_option(verb_of([words[0]])[0])
                        assert option in everywhere, f"{words[0]} has no {option}"
    assert named == set(cli.COMMANDS)


def test_the_changelog_names_every_verb() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = text.partition("## Unreleased")[2].partition("\n## ")[0]
    told = {span for line in re.findall(r"^- (.*)$", unreleased, re.M)
            for span in spans(line.partition(". ")[0])}  # fmt: skip
    assert set(cli.COMMANDS) <= told


# ---- codes ----


def summary(doc: str) -> str:
    """A docstring as one line."""
    return " ".join(doc.split())


@cache
def coded() -> dict[str, tuple[str, str, str]]:
    """Code -> (module, name, meaning and remedy) of every exception class that has one."""
    found: dict[str, tuple[str, str, str]] = {}
    for room in ("engine", "replays", "properties", "tools"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.ClassDef):
                    continue
                own = {
                    target.id: item.value.value
                    for item in node.body
                    if isinstance(item, ast.Assign) and isinstance(item.value, ast.Constant)
                    for target in item.targets
                    if isinstance(target, ast.Name)
                }
                if re.fullmatch(r"E\d{3}", str(own.get("code"))):
                    way = own.get("way_out")
                    text = summary(ast.get_docstring(node) or "")
                    text += f" Way out: {way}." if way else ""
                    module = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
                    assert own["code"] not in found, f"two classes have {own['code']}"
                    found[str(own["code"])] = (module, node.name, text)
    return found


def of_the_tools() -> dict[str, str]:
    """Code -> meaning and remedy, of the refusals that tools/failures.py lists."""
    return {code: f"{means[:1].upper()}{means[1:]}. Way out: {way}."
            for code, (means, way) in failures.REFUSALS.items()}  # fmt: skip


def exit_of(code: str) -> int:
    """The exit code the command line gives an error of that code."""
    return failures.exit_of(failures.ToolError(code, ""))


def errors_page() -> str:
    """docs/errors.md."""
    lines = [
        "# Error codes",
        "",
        "Every error of the program has a code that stays the same from release to release. The",
        "message shows the value, the place, what was expected and the way out; this page says",
        "what kind of error it is. It is written from the code by `python -m tests.test_docs`.",
        "",
        "*Exit* is what the command line leaves with if the error ends it. `verify` turns the",
        "errors of a file into [a verdict](replay-format.md), `scenario` a file that does not fit",
        "into 3.",
    ]
    rooms = {
        "engine": "The rules machine", "replays": "Replay files",
        "properties": "Properties, scenarios, campaigns", "tools": "The command line",
    }  # fmt: skip
    classes = coded()
    for room, title in rooms.items():
        lines += ["", f"## {title}", "", "| code | error | means | exit |", "|---|---|---|---|"]
        for code, (module, name, text) in sorted(classes.items()):
            if module.split(".")[0] == room:
                cell = text.replace("|", "\\|")
                lines.append(f"| {code} | `{module}.{name}` | {cell} | {exit_of(code)} |")
        if room == "tools":
            for code, text in sorted(of_the_tools().items()):
                lines.append(f"| {code} | | {text} | {exit_of(code)} |")
    return "\n".join(lines) + "\n"


def test_the_page_of_errors_is_written_from_the_code() -> None:
    assert ERRORS.read_text(encoding="utf-8") == errors_page(), (
        "docs/errors.md is stale: python -m tests.test_docs"
    )


def test_refusals_of_the_tools_are_listed_and_used() -> None:
    used = {
        code
        for path in sorted((ROOT / "tools").rglob("*.py"))
        for code in re.findall(r"""["' ](E[49]\d\d)\b""", re.sub(
            r'\A""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.S))
    }  # fmt: skip
    classes = {code for code in coded() if code.startswith("E4")}
    assert used | classes == set(of_the_tools()) | classes
    assert not classes & set(of_the_tools()), "each code stands once"
    listed = re.findall(r"\bE[49]\d\d\b", TEXTS["docs/cli.md"])
    assert set(listed) == used | classes, "the page of the command line names all of its own"


@page_names
def test_codes_of_the_pages_exist(page: str) -> None:
    known = {*coded(), *of_the_tools()}
    assert set(re.findall(r"\bE\d{3}\b", TEXTS[page])) <= known


def test_exit_codes_of_the_page_are_those_of_the_program() -> None:
    table = [int(row[0]) for row in cells(TEXTS["docs/cli.md"], "| code | means |")]
    assert table == [code for code, _ in cli.EXITS]
    assert {*failures.EXITS.values()} <= {*table}


# ---- lists of the pages ----


def test_keys_of_scenario_files_are_all_described() -> None:
    text = TEXTS["docs/scenarios.md"]
    top = [spans(row[0])[0].strip("[]") for row in cells(text, "| key | holds |")]
    assert sorted(top) == sorted(scenario.KEYS)
    claims = [name for row in cells(text, "| claim | holds if |") for name in spans(row[0])]
    known = [scenario_claims.ROW, *scenario_claims.LEGALITY, *scenario_claims._CLAIMS]
    assert sorted(claims) == sorted([*known, "FIELD"])


def test_layers_of_the_kernel_are_those_of_the_page() -> None:
    rows = cells(TEXTS["docs/architecture.md"], "| layer | modules of `engine` |")
    found = {int(layer): tuple(spans(modules)) for layer, modules, _ in rows}
    assert {layer: sorted(names) for layer, names in found.items()} == {
        layer: sorted(names) for layer, names in imports.KERNEL.items()
    }


def test_every_module_named_on_a_page_exists() -> None:
    shape = r"(?:engine|replays|properties|tools|tests)(?:\.[a-z_]+)+"
    for page, text in TEXTS.items():
        for span in spans(text):
            if re.fullmatch(rf"{shape}(?:\.[A-Z]\w+)?", span):
                module, _, name = re.match(rf"({shape})(\.?)(\w*)$", span).groups()  # type: ignore
                try:
                    assert not name or hasattr(import_module(module), name), f"{page}: {span}"
                except ModuleNotFoundError:
                    owner, _, last = module.rpartition(".")
                    assert hasattr(import_module(owner), last), f"{page}: {span}"
            elif re.fullmatch(r"(engine|replays|properties|tools|tests)/[\w/]+\.(py|toml)", span):
                assert (ROOT / span).exists(), f"{page}: {span} is not there"


def test_decisions_are_numbered_once_and_listed_in_order() -> None:
    index = TEXTS["docs/decisions/README.md"]
    listed = re.findall(r"^- \[(\d{4})\]\((\1-[\w-]+\.md)\) (.+)$", index, re.M)
    there = sorted(path.name for path in (DOCS / "decisions").glob("[0-9]*.md"))
    assert [name for _, name, _ in listed] == there
    for number, name, title in listed:
        head, _, rest = TEXTS[f"docs/decisions/{name}"].partition("\n")
        assert head.startswith(f"# {number}: {title}"), name
        assert re.search(r"^Status: (in force|replaced by \d{4})$", rest, re.M), name
    assert len({number for number, _, _ in listed}) == len(listed)


if __name__ == "__main__":
    ERRORS.write_text(errors_page(), encoding="utf-8")
