"""Every JSON document has a section in docs/documents.md that names its fields."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.run import ROOT, recorded, run

PAGE = (ROOT / "docs" / "documents.md").read_text()
DOCUMENTS = {
    "games": ("games",),
    "game": ("games", "tin_helm"),
    "record": ("record", "tin_helm", "-o", "new.rply"),
    "replay": ("replay", "a.rply"),
    "verify": ("verify", "a.rply"),
    "diff": ("diff", "a.rply", "b.rply"),
    "fuzz": ("fuzz", "tin_helm", "--games", "2", "--workers", "1"),
    "find": ("find", "tin_helm", "--state", "ply == 2", "--games", "1", "--no-golden"),
    "simulate": ("simulate", "tin_helm", "--games", "6", "--workers", "1", "--compare",
                 "favor_cap=6"),
    "shrink": ("shrink", "a.rply", "--until", "race.chosen"),
    "scenario": ("scenario", str(ROOT / "tests/scenarios/tin_helm/ths_x_setup_08_exact.toml")),
    "selftest": ("selftest", "a.rply", "--limit", "2"),
    "content-check": ("content", "check", "my.toml"),
    "content-diff": ("content", "diff", "tin_helm", "my.toml"),
    "corpus-change": ("corpus", "add", "kept", "a.rply", "b.rply"),
    "doctor": ("doctor",),
    "graph": ("graph", "tin_helm", "--format", "json"),
    "rules": ("rules", "tin_helm"),
}
# Maps whose keys are data: names of games, ends, clauses, options, not fields.
OPEN = {"ends", "policies", "option_sets", "players", "clauses", "properties", "counts", "by_kind",
        "tables", "names", "facts", "fields", "options", "headers", "faults", "luck"}  # fmt: skip


def sections() -> dict[str, str]:
    """Schema name -> the words of its section."""
    parts = re.split(r"^## `ruleproof\.([\w-]+)/1`", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def fields(value: object) -> Iterator[str]:
    """Names of all fields in a document, those of maps from data left out."""
    if isinstance(value, list):
        for item in value:
            yield from fields(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            if key not in OPEN or isinstance(item, list):
                yield from fields(item)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_field_is_described(name: str, here: Path) -> None:
    recorded(here / "a.rply", policy="careful")
    recorded(here / "b.rply", index=1)
    run("content", "new", "tin_helm", "-o", "my.toml")
    words = DOCUMENTS[name]
    result = run(*words, *([] if name == "graph" else ["--json"]))
    document = json.loads(result.stdout)
    assert document["schema"] == f"ruleproof.{name}/1"
    stable = json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False)
    assert result.stdout == stable + "\n"
    told = sections()[name] + sections()["verdict"]
    told += sections()["fuzz"] if name in ("find", "shrink") else ""
    missing = sorted({key for key in fields(document) if f"`{key}`" not in told} - {"schema"})
    assert not missing, f"docs/documents.md, section {name}: describe {missing}"


def test_every_schema_in_the_code_has_a_section() -> None:
    code = "".join(path.read_text() for room in ("tools", "replays", "properties")
                   for path in sorted((ROOT / room).rglob("*.py")))  # fmt: skip
    named = set(re.findall(r'"ruleproof\.([\w-]+)/1"', code))
    files_only = {"finding", "campaign", "states"}  # in a folder of findings; between processes
    mentioned = {name for name in named if f"`ruleproof.{name}/1`" in PAGE}
    assert named - files_only <= mentioned
