"""What proves a clause: evidence of its own kind, from what holds, and where it is implemented."""

from dataclasses import replace

import pytest

from engine.clauses import Catalogue, Clause
from engine.definition import Definition
from engine.game import Game
from engine.policies import uniform
from properties.citations import cited_ids, code_of
from properties.invariant import content_check, invariant, observation_check, table_check
from properties.proof import proofs, scenario_folder
from replays.corpus import golden
from replays.seeded import record_file
from tests.games.mini import GAME

SIP = """
game = "mini"
name = "MS-SIP"
clauses = ["MI-SIP-01"]
when = ["sip", "sip"]
[given]
row = "turn"
[[then_at]]
ply = 0
legal = ["sip"]
[then]
illegal = ["sip"]
"""


@invariant("MP-1", "MI-TURN-01")
def heights_are_low(state):
    """Nobody stands above the top."""
    return max(state.height) <= state.rules.top


@invariant("MP-2", "MI-TURN-01")
def never_speaks(state):
    """Always vacuous."""
    return None


@invariant("MP-3", "MI-TURN-01")
def is_broken(state):
    """Wrong."""
    return state.ply < 5


@table_check("MP-4", "MI-TURN-01")
def wind_is_chance(table):
    """Nobody chooses the wind."""
    return table.rows["gust"].actor == "chance"


@content_check("MP-5", "MI-TURN-01")
def there_is_food(pack):
    """Something to eat."""
    return pack.constants["food"] > 0


@observation_check("MP-6", "MI-TURN-01")
def heights_are_seen(state, seen):
    """Everybody sees the stairs."""
    return seen["height"] == state.height


def asking(proof: str, ident: str = "MI-TURN-01", **fields: str) -> Definition:
    """The stairs, one clause asking for a kind of proof."""
    made = replace(GAME)
    changed = tuple(
        replace(clause, proof=proof, **fields) if clause.id == ident else clause
        for clause in GAME.clauses
    )
    made.__dict__["clauses"] = Catalogue(changed)
    return made


@pytest.fixture
def found(tmp_path, monkeypatch):
    """Proofs of one clause of the stairs, with one golden game and the scenarios written."""
    path = tmp_path / "starved.rply"
    record_file(path, Game(GAME, players=2), "shake:1/0", uniform)
    folder = tmp_path / "scenarios"
    folder.mkdir()
    monkeypatch.setattr("replays.reader.definition", lambda name: GAME)

    def gather(definition, ident="MI-TURN-01", properties=(), scenario=SIP):
        (folder / "sip.toml").write_text(scenario, encoding="utf-8")
        report = proofs(definition, folder, properties, [path])
        entry = next(entry for entry in report.clauses if entry["id"] == ident)
        return report, [(proof["kind"], proof["ref"]) for proof in entry["proven_by"]]

    return gather


def test_events_and_exits_prove_from_replays_and_scenarios(found):
    """The first places are named, by file and ply or by scenario."""
    _, refs = found(asking("event", "MI-SIP-01"), "MI-SIP-01")
    assert refs[0][0] == "event" and refs[0][1].startswith("replay starved.rply ply ")
    _, refs = found(asking("exit", "MI-END-01"), "MI-END-01")
    assert refs[0][0] == "exit"
    report, refs = found(asking("exit", "MI-SIP-01"), "MI-SIP-01")
    assert refs == [] and "MI-SIP-01" in report.unproven, "no exit cites it"


def test_a_refusal_needs_both_sides_in_a_scenario_that_names_the_clause(found):
    """Offered in one position and refused in another, and the file lists the clause."""
    asked = asking("refusal", "MI-SIP-01")
    assert found(asked, "MI-SIP-01")[1] == [("refusal", "scenario MS-SIP")]
    one_sided = SIP.replace('illegal = ["sip"]', 'legal = ["rest"]')
    assert found(asked, "MI-SIP-01", scenario=one_sided)[1] == []
    unnamed = SIP.replace('clauses = ["MI-SIP-01"]\n', "")
    assert found(asked, "MI-SIP-01", scenario=unnamed)[1] == []
    wrong = SIP.replace('illegal = ["sip"]', 'legal = ["sip"]')
    report, refs = found(asked, "MI-SIP-01", scenario=wrong)
    assert refs == [] and "FAILED  MS-SIP" in report.notes[0], "what fails proves nothing"


def test_invariants_prove_if_they_spoke_and_held(found):
    """A vacuous or broken property proves nothing; the note says what broke."""
    asked = asking("invariant")
    _, refs = found(asked, properties=(heights_are_low,))
    assert refs[0][1].startswith("state MP-1/heights_are_low (")
    assert found(asked, properties=(never_speaks,))[1] == []
    report, refs = found(asked, properties=(is_broken,), scenario=SIP)
    assert refs == []
    assert any("MP-3/is_broken" in note for note in report.notes)


@pytest.mark.parametrize(
    ("kind", "check"),
    [("table", wind_is_chance), ("content", there_is_food), ("observation", heights_are_seen)],
)
def test_static_kinds_want_their_own_sort(found, kind, check):
    """A table clause is proven by a table check and by nothing else."""
    properties = (heights_are_low, wind_is_chance, there_is_food, heights_are_seen)
    _, refs = found(asking(kind), properties=properties)
    assert [ref[1].split(" (")[0] for ref in refs] == [f"{kind} {check.label}"]
    assert found(asking(kind), properties=(heights_are_low,))[1] == []


def test_nothing_to_run_and_same_as(found):
    """A clause without proof says so; one with same_as is credited by its target."""
    _, refs = found(asking("none"))
    assert refs == [("none", "nothing to run")]
    _, refs = found(asking("refusal", same_as="MI-SIP-01"))
    assert refs[0][0] == "event" and refs[0][1].startswith("as MI-SIP-01: replay starved.rply")


def test_tin_helm_is_proven_whole():
    """Every clause names code and a proof of its kind; nothing that was run failed."""
    report = proofs("tin_helm")
    assert report.notes == []
    assert report.unproven == []
    assert report.uncoded == []
    assert len(report.clauses) == 147


def test_outside_a_checkout_the_report_says_so(tmp_path):
    """No scenario folder above the package: a note, not a crash."""
    away = replace(GAME, folder=tmp_path)
    away.__dict__["clauses"] = GAME.clauses
    away.__dict__["reference"] = GAME.reference
    assert scenario_folder(away) is None
    report = proofs(away, properties=(), replays=[])
    assert report.notes == ["not run from a checkout: no scenario files were found"]
    assert scenario_folder(replace(GAME, name="tin_helm")) is not None
    assert golden("no_such_game") == []


def test_citations_are_read_with_their_short_forms():
    """Lists and ranges of numbers after a full id."""
    assert list(cited_ids("Start (TH-SETUP-05 to -08), see TH-ERR-01, -03 and -04.")) == [
        "TH-SETUP-05", "TH-SETUP-06", "TH-SETUP-07", "TH-SETUP-08", "TH-ERR-01", "TH-ERR-03",
        "TH-ERR-04",
    ]  # fmt: skip
    assert list(cited_ids("nothing here: T-shirt, x-1, 3-4")) == []


def test_code_is_rows_verbs_events_and_lines():
    """What cites a clause implements it."""
    code = code_of(GAME)
    assert "row gust" in code["MI-GUST-01"] and "event gust.blew" in code["MI-GUST-01"]
    assert "option flask" in code["MI-SIP-01"]
    assert any(place.startswith("rules.py:") for place in code["MI-END-01"])
    alone = Clause("MI-NEW-01", "Something nobody wrote.", "event")
    made = replace(GAME)
    made.__dict__["clauses"] = Catalogue((*GAME.clauses, alone))
    assert code_of(made)["MI-NEW-01"] == []
