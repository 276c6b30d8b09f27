"""`ruleproof rules`: every clause, its proofs, its rulings, what replays reached, and the page."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from engine.content import Pack
from engine.game import Game
from engine.phases import Exit, always
from engine.policies import uniform
from engine.registry import definition, games, load
from replays.recorder import header_for
from replays.seeded import record_file
from tests.tools.command import ruleproof
from tools import catalogue, rulespage
from tools.catalogue import Entry

ROOT = Path(__file__).parent.parent.parent
TIN = definition("tin_helm")


@contextmanager
def proven(open_clause: str = "", ref: str = "scenario THS-05") -> Iterator[None]:
    """Proofs that are quick and known: every clause but one is proven by `ref`."""
    clauses = [
        {"id": c.id, "proof": c.proof, "rows": list(c.rows), "code": ["actions.py:12"],
         "proven_by": [] if c.id == open_clause else [{"kind": c.proof, "ref": ref}]}
        for c in TIN.clauses
    ]  # fmt: skip
    found = SimpleNamespace(clauses=clauses, notes=["THS-99: expected 3, found 4"])
    with patch.object(catalogue, "proofs", lambda name: found):
        yield


# ---- the document ----


@pytest.mark.parametrize("name", games(foreign=False))
def test_the_document_and_the_pages_have_every_clause_in_order(name: str) -> None:
    began = process_time()
    with patch.object(catalogue, "proofs", cache(catalogue.proofs)):  # proven once for both
        done = ruleproof("rules", name, "--json")
        page = ruleproof("rules", name, "--check", ROOT / f"docs/rules/{name}.md")
        words = ("rules", name, "--ambiguous", "--check", ROOT / f"docs/rules/{name}_rulings.md")
        rulings = ruleproof(*words)
    assert page.code == 0, page.out + page.err
    assert rulings.code == 0, rulings.out + rulings.err
    assert done.code == 0 and process_time() - began < 60
    found = json.loads(done.out)
    assert sorted(found) == ["clauses", "game", "schema"]
    assert (found["schema"], found["game"]) == ("ruleproof.rules/1", name)
    clauses = definition(name).clauses
    assert [entry["id"] for entry in found["clauses"]] == list(clauses.ids())
    for entry in found["clauses"]:
        assert sorted(entry) == ["code", "id", "proof", "proven_by", "rows"]
        assert entry["proof"] == clauses[entry["id"]].proof
        assert entry["code"] and entry["proven_by"], f"{entry['id']}: see `rules {name} --unproven`"
        assert all(sorted(proof) == ["kind", "ref"] for proof in entry["proven_by"])
        if entry["proof"] == "none":
            assert entry["proven_by"] == [{"kind": "none", "ref": "nothing to run"}]


def test_the_listing_shows_each_clause_with_its_proof() -> None:
    with proven("TH-FOOD-03"):
        done = ruleproof("rules", "tin_helm")
    assert done.code == 0 and "warning: THS-99: expected 3, found 4" in done.err
    assert all(f"  {ident}  " in done.out for ident in TIN.clauses.ids())
    assert "  TH-FOOD-03  table  unproven\n" in done.out
    assert "  TH-FOOD-02  refusal  scenario THS-05\n" in done.out
    assert done.out.endswith(", 1 unproven\n")


def test_unproven_lists_only_what_is_open_and_is_a_finding() -> None:
    with proven("TH-FOOD-03"):
        done = ruleproof("rules", "tin_helm", "--unproven")
    assert done.code == 1 and "TH-FOOD-03" in done.out and "TH-FOOD-02" not in done.out
    with proven():
        done = ruleproof("rules", "tin_helm", "--unproven", "--json")
        told = ruleproof("rules", "tin_helm", "--unproven").out
    assert done.code == 0 and json.loads(done.out)["clauses"] == []
    assert "every clause has its proof" in told


def test_a_clause_without_code_is_open_too() -> None:
    clause = TIN.clauses["TH-FOOD-02"]
    proofs = (("refusal", "scenario THS-05"),)
    assert Entry(clause, (), proofs).open and Entry(clause, ("a.py:1",), ()).open
    assert not Entry(clause, ("a.py:1",), proofs).open
    assert not Entry(replace(clause, proof="none"), (), (("none", "nothing to run"),)).open


# ---- one clause, and the rulings ----


def test_explain_tells_rule_ruling_option_code_and_proof() -> None:
    with proven(ref="replay first_feast.rply ply 12"):
        done = ruleproof("rules", "tin_helm", "--explain", "th-food-02")
        found = json.loads(ruleproof("rules", "tin_helm", "--explain", "TH-FOOD-02", "--json").out)
    clause = TIN.clauses["TH-FOOD-02"]
    assert done.code == 0 and clause.rule in " ".join(done.out.split())
    for words in (clause.section, "eat_in_combat: one of true, false", "actions.py:12", "refusal"):
        assert words in done.out
    assert "see it: ruleproof replay first_feast.rply --to 13" in done.out
    assert found["ruling"] == clause.ruling and found["option"]["name"] == "eat_in_combat"
    assert found["replay"] == "ruleproof replay first_feast.rply --to 13"


def test_an_unknown_clause_is_refused_with_the_nearest() -> None:
    done = ruleproof("rules", "tin_helm", "--explain", "TH-FOOD-20")
    assert (done.code, done.out) == (2, "") and "did you mean TH-FOOD-0" in done.err


def test_ambiguous_tells_every_ruling_and_its_option() -> None:
    with proven():
        done = ruleproof("rules", "tin_helm", "--ambiguous")
        found = json.loads(ruleproof("rules", "tin_helm", "--ambiguous", "--json").out)
    ruled = [c.id for c in TIN.clauses if c.ambiguity or c.ruling]
    assert [item["id"] for item in found["rulings"]] == ruled
    switched = {item["option"]["name"] for item in found["rulings"] if item["option"]}
    assert switched == {c.option for c in TIN.clauses if c.option}
    assert all(ident in done.out for ident in ruled)


# ---- coverage ----


def recorded(folder: Path, count: int) -> Path:
    """A folder of a few recorded games."""
    game = load("tin_helm")
    folder.mkdir()
    for index in range(count):
        record_file(folder / f"{index}.rply", game, f"shake:5/{index}", uniform,
                    header=header_for(game, seed=f"shake:5/{index}"))  # fmt: skip
    return folder


def test_coverage_names_everything_with_0_too(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", 2)
    done = ruleproof("rules", "tin_helm", "--coverage", folder, "--json")
    found = json.loads(done.out)
    assert (done.code, found["schema"], found["games"]) == (0, "ruleproof.coverage/1", 2)
    columns = {name: found["columns"][name]["items"] for name in found["columns"]}
    assert set(columns["clauses"]) == set(TIN.clauses.ids())
    assert set(columns["verbs"]) == {verb.name for verb in TIN.verbs}
    assert set(columns["ends"]) == {"won", "died", "corrupted"}
    assert len(columns["exits"]) == sum(len(phase.exits) for phase in TIN.phases)
    assert columns["verbs"]["be"] == {"hits": 2, "games": 2}
    assert sum(end["games"] for end in columns["ends"].values()) == 2
    unread = [ident for ident, seen in columns["clauses"].items() if not seen["hits"]]
    text = ruleproof("rules", "tin_helm", folder, "--coverage").out
    assert unread and all(ident in text for ident in unread)
    assert "not by play: content" in text and "not reached" in text


def test_coverage_wants_replays_of_this_game(tmp_path: Path) -> None:
    assert ruleproof("rules", "tin_helm", tmp_path).code == 2
    assert ruleproof("rules", "tin_helm", "--coverage", tmp_path).code == 5
    foreign = tmp_path / "a.rply"
    foreign.write_bytes(b"no replay")
    done = ruleproof("rules", "tin_helm", "--coverage", foreign)
    assert done.code == 3 and str(foreign) in done.err


THOROUGH = [pytest.param(name, marks=pytest.mark.thorough) for name in games(foreign=False)
            if name != "tin_helm"]  # fmt: skip


@pytest.mark.parametrize("name", ["tin_helm", *THOROUGH])
def test_the_page_of_coverage_is_up_to_date(name: str) -> None:
    path = ROOT / f"docs/rules/{name}_coverage.md"
    done = ruleproof("rules", name, "--coverage", "--check", path)
    assert done.code == 0, done.out


def test_a_stale_page_of_coverage_is_a_finding(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", 1)
    path = tmp_path / "my page.md"
    words = ("rules", "tin_helm", folder, "--coverage")
    assert ruleproof(*words, "--markdown", "-o", path).code == 0
    assert "are 1 game of " in path.read_text() and "## Not reached\n\n- " in path.read_text()
    path.write_text(path.read_text().replace("| verbs |", "| verbs (all) |"))
    done = ruleproof(*words, "--check", path)
    assert done.code == 1 and "verbs (all)" in done.out
    assert f"rules tin_helm {folder} --coverage --markdown -o '{path}'" in done.err


# ---- how to reach each rule ----


@pytest.mark.parametrize("name", ["tin_helm", *THOROUGH])
def test_the_page_of_ways_is_up_to_date(name: str) -> None:
    path = ROOT / f"docs/rules/{name}_reach.md"
    done = ruleproof("rules", name, "--reach", "--check", path)
    assert done.code == 0, done.out


@pytest.mark.parametrize("name", games(foreign=False))
def test_every_clause_has_its_place_and_a_way_of_the_page_is_so(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / f"docs/rules/{name}_reach.md").read_text(encoding="utf-8")
    idents = re.findall(r'^<a id="reach-\S+"></a>\*\*\[(\S+)\]', text, re.M)
    assert sorted(idents) == sorted(definition(name).clauses.ids())
    shape = r"\[(\S+)\].*\n\n\*Ply (\d+)\*, row `(\w+)`: `(.+)`\n\n    ruleproof (replay .+)$"
    ways = re.findall(shape, text, re.M)
    assert len(ways) > len(idents) // 2
    clause, ply, row, action, words = ways[len(ways) // 2]
    monkeypatch.chdir(ROOT)
    found = json.loads(ruleproof(*words.split(), "--json").out)["plies"]
    assert len(found) <= 3
    last = found[-1]
    assert (str(last["ply"]), last["row"], last["action"]) == (ply, row, action)
    assert clause in last["clauses"]


def test_ways_through_replays_of_ones_own(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", 2)
    done = ruleproof("rules", "tin_helm", folder, "--reach", "--json")
    found = json.loads(done.out)
    assert (done.code, found["schema"]) == (0, "ruleproof.reach/1")
    ways = {item["id"]: item["way"] for item in found["clauses"]}
    assert tuple(ways) == TIN.clauses.ids() and ways["TH-COMP-01"] is None
    assert (ways["TH-SETUP-03"]["ply"], ways["TH-SETUP-03"]["row"]) == (0, "race")
    assert Path(ways["TH-SETUP-03"]["file"]).resolve().parent == folder.resolve()
    text = ruleproof("rules", "tin_helm", folder, "--reach").out
    seen = [item for item in found["clauses"] if item["way"]]
    assert text.startswith(f"{len(seen)} of 147 clauses in play\n")
    assert all(f"    {item['way']['command']}\n" in text for item in seen)
    assert ruleproof("rules", "tin_helm", folder, "--reach", "--markdown").code == 2


def test_the_register_of_rulings_has_each_of_them() -> None:
    with proven():
        text = ruleproof("rules", "tin_helm", "--ambiguous", "--markdown").out
    ruled = [clause for clause in TIN.clauses if clause.ambiguity or clause.ruling]
    for clause in ruled:
        assert f"| [{clause.id}](tin_helm.md#{clause.id.lower()}) | " in text
        assert f" | {rulespage.escaped(clause.ruling)} |\n" in text
    switched = re.search(r"^## Switched by an option\n(.*?)^## ", text, re.M | re.S)
    assert switched is not None
    assert {c.option for c in ruled if c.option} == set(re.findall(r"\) \| `(\w+)`", switched[1]))


# ---- the page ----


def test_the_page_says_all_there_is_to_say(tmp_path: Path) -> None:
    with proven("TH-FOOD-03"):
        text = ruleproof("rules", "tin_helm", "--markdown").out
    for clause in TIN.clauses:
        assert text.count(f"**{clause.id}** · {clause.proof}") == 1
        assert rulespage.escaped(clause.rule) in text
        assert rulespage.escaped(clause.ruling) in text
    options = [f"| `{option.name}` |" for option in TIN.all_options]
    cards = [f"| `{i}` |" for table in TIN.schema.tables for i in TIN.reference.ids(table)]
    assert all(row in text for row in options + cards)
    assert "Without a proof: TH-FOOD-03." in text and "- *Proven by:* nothing yet" in text
    assert "```mermaid\nflowchart TD\n" in text and "actions.py:12" not in text
    targets = {part.partition(")")[0] for part in text.split("](#")[1:]}
    assert targets and all(f'<a id="{target}"></a>' in text for target in targets)


def test_the_page_holds_no_number_that_every_game_more_changes() -> None:
    with proven(ref="THI-52/smoke_hides (6 evaluations)"):
        entries, _ = catalogue.entries_of(TIN)
        text = rulespage.page(load("tin_helm"), entries)
    assert "THI-52/smoke\\_hides" in text and "evaluations" not in text


def test_a_stale_page_is_a_finding_with_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "tin_helm.md"
    with proven():
        assert ruleproof("rules", "tin_helm", "--markdown", "-o", path).code == 0
        assert ruleproof("rules", "tin_helm", "--check", path).code == 0
    with proven("TH-FOOD-03"):
        done = ruleproof("rules", "tin_helm", "--check", path)
    assert done.code == 1 and "+- *Proven by:* nothing yet" in done.out
    assert f"ruleproof rules tin_helm --markdown -o {path}" in done.err


def test_a_changed_table_or_card_changes_the_page() -> None:
    with proven():
        entries, _ = catalogue.entries_of(TIN)
    plain = rulespage.page(load("tin_helm"), entries)
    first = replace(TIN.phases[0], exits=(Exit(always, TIN.phases[1].name, "TH-SETUP-04"),))
    changed = rulespage.page(Game(replace(TIN, phases=(first, *TIN.phases[1:]))), entries)
    edge = 'r_race -->|"TH-SETUP-04"| r_class'
    assert edge in changed and edge not in plain
    cards = TIN.reference.copied()
    cards["enemy"][0]["health"] += 1
    other = replace(TIN)
    other.__dict__["reference"] = Pack(cards, "content.toml")
    assert rulespage.page(Game(other), entries) != plain


# ---- usage ----


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tin_hlem"], "tin_helm"),
        (["tin_helm", "--ambiguous", "--unproven"], "ask for one of"),
        (["tin_helm", "--reach", "--coverage"], "ask for one of"),
        (["tin_helm", "--markdown", "--json"], "no --json"),
        (["tin_helm", "--check", "none.md"], "none.md"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], says: str) -> None:
    done = ruleproof("rules", *words)
    assert (done.code, done.out) == (2, "") and says in done.err
