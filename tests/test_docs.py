"""The pages say what is so: commands, options, codes, keys and module lists.

`python -m tests.test_docs` writes docs/errors.md anew from the code.
"""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import click
import pytest

from properties import pytest_plugin, scenario, scenario_claims
from tests import imports
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
