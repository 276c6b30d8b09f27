"""The pages hang together as a site, which `make docs` builds; nothing here needs Sphinx.

Every page stands in exactly one toctree below docs/index.md, and every link to a place on a page
finds it.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import click
import pytest

from tools import cli

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
         for path in sorted(DOCS.rglob("*.md"))}  # fmt: skip


def outside_code(text: str) -> str:
    """A page without its fenced blocks and code spans."""
    return re.sub(r"`[^`\n]+`", "", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def toctree(page: str, pages: Mapping[str, str]) -> list[str]:
    """The pages that the toctrees of a page list, as paths below docs/; globs do not cross /."""
    folder = page.rpartition("/")[0]
    found: list[str] = []
    for block in re.findall(r"^```\{toctree\}\n(.*?)^```", pages[page], re.M | re.S):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        for line in lines:
            target = re.sub(r"^.*<(.+)>$", r"\1", line)
            shape = f"{folder}/{target}.md" if folder else f"{target}.md"
            level = [name for name in pages if name.count("/") == shape.count("/")]
            matched = [name for name in level if fnmatchcase(name, shape)]
            found += matched if "*" in target else [shape]
    return found


def astray(pages: Mapping[str, str]) -> Iterator[str]:
    """Pages that no toctree leads to, that several list, and entries without a page."""
    reached, open_ = ["index.md"], ["index.md"]
    while open_:
        page = open_.pop()
        for entry in toctree(page, pages):
            if entry not in pages:
                yield f"{page}: its toctree lists {entry}, which is not there"
            elif entry in reached:
                yield f"{entry}: stands in two toctrees: keep one"
            else:
                reached.append(entry)
                open_.append(entry)
    for page in pages:
        if page not in reached:
            yield f"{page}: stands in no toctree: add it to the one in docs/index.md it fits"


def places(text: str) -> set[str]:
    """What a link to a page may name after #: its headings, as GitHub spells them, and anchors."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    heads = re.findall(r"^#+ (.+)$", plain, re.M)
    slugs = {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


def lost(pages: Mapping[str, str]) -> Iterator[str]:
    """Links with a # whose place is not on the page."""
    known = {page: places(text) for page, text in pages.items()}
    for page, text in pages.items():
        for target, place in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", outside_code(text)):
            if "://" in target:
                continue
            there = (DOCS / page).parent.joinpath(target).resolve() if target else DOCS / page
            name = there.relative_to(DOCS).as_posix()
            if place not in known[name]:
                yield f"{page}: links to {name}#{place}, which is no heading or anchor there"


def test_every_page_stands_in_one_toctree() -> None:
    assert not list(astray(PAGES)), "\n".join(astray(PAGES))


def test_links_to_places_on_pages_find_them() -> None:
    assert not list(lost(PAGES)), "\n".join(lost(PAGES))


def listing(*entries: str) -> str:
    """A page with a toctree."""
    return "\n".join(["# A", "", "```{toctree}", ":glob:", "", *entries, "```", ""])


SOUND = {
    "index.md": listing("start", "The games <rules/README>"), "start.md": "[a](rules/a.md#x-1)",
    "rules/README.md": listing("[a-z]*"), "rules/a.md": '# A\n\n<a id="x-1"></a>**X-1**',
}  # fmt: skip


def test_a_sound_site_has_no_findings() -> None:
    assert [*astray(SOUND), *lost(SOUND)] == []


@pytest.mark.parametrize(("page", "text", "said"), [
    ("b.md", "# B", "b.md: stands in no toctree"),
    ("start.md", listing("gone"), "start.md: its toctree lists gone.md"),
    ("start.md", listing("rules/a"), "rules/a.md: stands in two toctrees"),
    ("start.md", "[a](rules/a.md#x-2)", "start.md: links to rules/a.md#x-2"),
    ("start.md", "# Two words\n\n[a](#two-word)", "start.md: links to start.md#two-word"),
])  # fmt: skip
def test_a_page_astray_or_a_lost_link_is_named(page: str, text: str, said: str) -> None:
    pages = SOUND | {page: text}
    found = [*astray(pages), *lost(pages)]
    assert [line[: len(said)] for line in found] == [said]


def test_every_verb_bears_its_name() -> None:
    """The page of all commands has a heading a verb."""
    context = click.Context(cli.main)
    found = {verb: cli.main.get_command(context, verb) for verb in cli.COMMANDS}
    assert {verb: command.name for verb, command in found.items() if command} == {
        verb: verb for verb in cli.COMMANDS}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.timeout(1200)
@pytest.mark.skipif(find_spec("sphinx") is None, reason="the extra docs is not installed")
def test_the_site_builds_without_warnings_and_loads_nothing(tmp_path: Path) -> None:
    """As `make docs` does; every address in the pages is a file of the site, or a link to click."""
    site = tmp_path / "site"
    words = ["-b", "html", "-W", "--keep-going", "-n", "-q", "-d", tmp_path / "trees", DOCS, site]
    done = subprocess.run([sys.executable, "-m", "sphinx", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(?:https?:)?//", text)
        for found in re.findall(r'(?:href|src)="([^"#?:]+)["#?]', text):
            assert (page.parent / unquote(found)).exists(), f"{page.name}: {found}"
