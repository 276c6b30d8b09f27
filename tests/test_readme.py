"""What a new reader meets first: README's list of games, and the first scenario of its page.

`python -m tests.test_readme` writes the list anew from the registry.
"""

import re
from pathlib import Path

from engine import registry
from tests.tools.run import ROOT, run

README = ROOT / "README.md"
GAMES_HEAD = "| game | players | clauses | page |\n|---|---|---|---|\n"


def games_table() -> str:
    """The registered games as README lists them."""
    rows = []
    for name in registry.games(foreign=False):
        found = registry.definition(name)
        low, high = min(found.players), max(found.players)
        seats = str(low) if low == high else f"{low} to {high}"
        page = f"docs/rules/{name}.md"
        link = f"[rules, rows, readings]({page})" if (ROOT / page).exists() else "to be written"
        drawn = f"docs/rules/{name}_map.svg"
        link += f", [map]({drawn})" if (ROOT / drawn).exists() else ""
        rows.append(f"| {found.title} (`{name}`) | {seats} | {len(found.clauses)} | {link} |\n")
    return GAMES_HEAD + "".join(rows)


def readme() -> str:
    """README.md with its table of games as the registry has it."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(GAMES_HEAD)
    return before + games_table() + re.sub(r"\A(\|.*\n)*", "", rest)


def test_the_readme_lists_the_registered_games() -> None:
    text = README.read_text(encoding="utf-8")
    assert GAMES_HEAD in text
    assert text == readme(), "README.md is stale: python -m tests.test_readme"


def test_the_first_scenario_of_the_page_is_whole_and_holds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    block = re.search(r"^```toml\n(.*?)^```$", page, re.M | re.S)
    assert block is not None
    (tmp_path / "a.toml").write_text(block[1])
    done = run("scenario", tmp_path / "a.toml")
    assert done.exit_code == 0, done.stdout
    (tmp_path / "a.toml").write_text(block[1].replace("left = 4", "left = 3"))
    assert run("scenario", tmp_path / "a.toml").exit_code == 1


if __name__ == "__main__":
    README.write_text(readme(), encoding="utf-8")
