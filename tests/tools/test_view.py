"""`ruleproof view` without a browser: what stands in the page, what does not, what is refused."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine import registry
from engine.game import Game
from engine.play import walk
from properties.invariant import Property, step_invariant
from replays.reader import read
from replays.recorder import Recorder, header_for
from tests.tools.pages import Node, boards_of, data_of, digest, items, parsed, states_of
from tests.tools.run import ROOT, game, recorded, refused, run
from tools import moments
from tools.atoms import atoms_of, change, in_order
from tools.moments import Moment
from tools.text import seats_of
from tools.transcript import words_of

GAMES = registry.games(foreign=False)
MOST = 300_000  # bytes of a page of 200 plies
PLIES = 200
EVIL = '</script><script>alert("x")</script><img src=x onerror=alert(1)> --> ]]> &lt; \'"'
ADDRESS = re.compile(r"(?:https?:)?//[\w.]+|url\(|@import|\bdata:")
NAMESPACE = "http://www.w3.org/2000/svg"


def viewed(*words: object) -> str:
    """The page of a command that is done."""
    done = run("view", *words)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def line(path: Path, made: Game, codes: list[int], **facts: object) -> Path:
    """A game that was stopped, as a file."""
    with Recorder.create(path, header_for(made, **facts)) as recorder:  # type: ignore[arg-type]
        recorder.line(made, codes)
    return path


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game of each, of at most 200 plies."""
    folder = tmp_path_factory.mktemp("replays")
    for name in GAMES:
        path = folder / f"{name}.rply"
        done = run("record", name, "--option", f"plies_max={PLIES}", "-o", path, "-q")
        assert done.exit_code == 0
    return {name: folder / f"{name}.rply" for name in GAMES}


@pytest.fixture(scope="module")
def pages(replays: dict[str, Path]) -> dict[str, str]:
    """The page of each game."""
    return {name: viewed(path) for name, path in replays.items()}


# ---- one file that loads nothing ----


def inert(text: str) -> Node:
    """The page as a tree: its policy lets nothing run but its own script, nothing be loaded."""
    found = parsed(text)
    head = found.one("meta", http_equiv="Content-Security-Policy")
    policy = dict(part.split(maxsplit=1) for part in str(head.attrs["content"]).split("; "))
    style, script = found.one("style"), found.all("script")[-1]
    assert policy.pop("script-src") == digest(script.text) and not script.attrs
    assert policy.pop("style-src") == digest(style.text)
    assert policy == {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'",
                      "require-trusted-types-for": "'script'"}  # fmt: skip
    assert [node.attrs for node in found.all("script")] == [
        {"type": "application/json", "id": "data"}, {}]  # fmt: skip
    before = found.one("html").all()
    assert before.index(head) < before.index(style), "the policy stands before what it judges"
    for node in found.all():
        assert node.tag not in ("img", "iframe", "link", "object", "embed", "base", "template")
        for name, value in node.attrs.items():
            assert not name.startswith("on") and name not in ("style", "src", "srcdoc", "action")
            assert name != "href" or str(value).startswith("#"), value
    for part in (style.text, script.text.replace(NAMESPACE, "")):
        assert not ADDRESS.search(part)
    assert "innerHTML" not in script.text and "eval" not in script.text
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_one_small_file_that_loads_nothing(name: str, pages: dict[str, str]) -> None:
    inert(pages[name])
    assert len(pages[name].encode()) <= MOST


@pytest.mark.parametrize("name", GAMES)
def test_every_link_leads_to_something(name: str, pages: dict[str, str]) -> None:
    found = parsed(pages[name])
    places = [node.attrs["id"] for node in found.all() if "id" in node.attrs]
    assert len(places) == len(set(places))
    links = {str(node.attrs["href"])[1:] for node in found.all("a")}
    assert links <= set(places), links - set(places)
    labels = {node.attrs["for"] for node in found.all("label")}
    assert labels | {"help-head"} <= set(places)


def test_the_same_command_makes_the_same_bytes(replays: dict[str, Path], here: Path) -> None:
    for number in range(2):
        assert run("view", replays["hunted"], "-o", f"{number}.html").exit_code == 0
    assert Path("0.html").read_bytes() == Path("1.html").read_bytes()
    assert str(here) not in Path("0.html").read_text()


# ---- the ordered list ----


@pytest.mark.parametrize("name", GAMES)
def test_the_list_tells_every_ply(
    name: str, pages: dict[str, str], replays: dict[str, Path]
) -> None:
    made = registry.load(name, {"plies_max": PLIES})
    steps = list(walk(made, read(replays[name]).only().codes))
    first, *entries = items(parsed(pages[name]))
    assert first.attrs["id"] == "start" and len(entries) == len(steps)
    for step, entry in zip(steps, entries, strict=True):
        link = entry.children("a")[0]
        assert entry.attrs["id"] == f"ply={step.ply}" and link.attrs["href"] == f"#ply={step.ply}"
        assert link.one("i").text == str(step.ply) and link.one("b").text == step.text
        assert step.row in link.one("span").text
        assert (step.player < 0) == ("chance" in (entry.attrs.get("class") or ""))
        assert [node.text for node in entry.all("em")] == [event.kind for event in step.events]
        cited = [node.text for node in entry.all("a") if node is not link]
        assert set(cited) == set(step.clauses())


@pytest.mark.parametrize("name", GAMES)
def test_clauses_stand_with_their_text(name: str, pages: dict[str, str]) -> None:
    found = parsed(pages[name])
    catalogue = registry.definition(name).clauses
    for entry in found.one("section", id="clauses").all("div"):
        ident = str(entry.attrs["id"]).removeprefix("c.")
        assert entry.one("dd").text == catalogue[ident].rule


def test_a_change_is_told_where_it_happens(here: Path) -> None:
    entries = items(parsed(viewed(recorded(here / "a.rply"))))
    assert "race" in entries[1].text and "changed" not in entries[1].text
    told = [node.text for entry in entries for node in entry.all("p", "ch")]
    assert any(re.search(r"\benergy \d+ → \d+", text) for text in told)
    assert any(re.search(r"\bunseen .*−d\d\d", text) for text in told)


# ---- the states ----


@pytest.mark.parametrize("name", GAMES)
def test_the_changes_add_up_to_every_state(
    name: str, pages: dict[str, str], replays: dict[str, Path]
) -> None:
    made = registry.load(name, {"plies_max": PLIES})
    data = data_of(parsed(pages[name]))
    states = [made.initial(), *(s.after for s in walk(made, read(replays[name]).only().codes))]
    found = states_of(data)
    assert len(found) == len(states)
    placed = [tuple(atom) for atom in data["atoms"] if atom[0] != "agenda"]
    for shown, state in zip(found, states, strict=True):
        rest = {atom: value for atom, value in shown.items() if atom[0] != "agenda"}
        fresh = atoms_of(words_of(made, state), seats_of(made))
        assert rest == fresh
        assert [atom for atom in placed if atom in fresh] == list(fresh), "in the fields' order"


def test_the_map_goes_along(pages: dict[str, str], replays: dict[str, Path]) -> None:
    made = registry.load("ham_helsing", {"plies_max": PLIES})
    data = data_of(parsed(pages["ham_helsing"]))
    assert made.definition.chart is not None
    state = [s.after for s in walk(made, read(replays["ham_helsing"]).only().codes)][-1]
    chart = made.definition.chart(made.rules, state)
    board = boards_of(data)[-1]
    assert board.pop(-1) == list(chart.told)
    told = [[spot.look, list(spot.printed), list(spot.there)] for spot in chart.spots]
    assert [board[number] for number in range(len(told))] == told
    assert len(data["board"]["ways"]) == len(chart.ways)
    assert all(data_of(parsed(pages[n]))["board"] is None for n in GAMES if n != "ham_helsing")


@pytest.mark.parametrize(("before", "after", "told"), [
    (None, "3", "3"), ("3", None, None), ((), ("a",), ["a"]), ("3", ("a",), ["a"]),
    (("a", "b", "c"), ("a", "c"), {"s": [1, 1, []]}), (("a",), ("a", "b"), {"s": [1, 0, ["b"]]}),
    (("a", "a"), ("a",), {"s": [1, 1, []]}), (("a", "b"), ("c", "d"), ["c", "d"]),
])  # fmt: skip
def test_a_change_is_as_short_as_it_may_be(before: object, after: object, told: object) -> None:
    assert change(before, after) == told  # type: ignore[arg-type]


def test_atoms_have_an_order_that_all_states_agree_with() -> None:
    def ordered(*states: str) -> str:
        found = in_order([("board", label) for label in labels] for labels in states)
        return "".join(label for _, label in found)

    assert ordered("ad", "acd", "bc", "abe") == "abced"
    assert ordered("b", "ab", "c", "bc") == "abc"
    assert ordered("ab", "bca") == "abc", "where none does, as they come up"


# ---- texts that would be markup ----


def test_every_free_text_stays_a_text(here: Path) -> None:
    path, made = here / "<b>.rply", game()
    header = header_for(made, seed=f"shake:{EVIL}", policy=EVIL, producer=EVIL, tags=(EVIL, "<i>"))
    codes = read(recorded(here / "good.rply")).only().codes
    with Recorder.create(path, header) as recorder:
        state = made.initial()
        recorder.begin(state)
        recorder.note(EVIL)
        for code in codes:
            legal = len(made.legal_actions(state))
            made.apply(state, code)
            recorder.ply(code, state, legal)
        recorder.annotate(EVIL, 3)
        recorder.finish(made, state)
    text = viewed(path)
    found = inert(text)
    assert "<img" not in text and text.count("<script") == 2 and text.count("</script>") == 2
    assert [n.text for n in found.all("p", "note")][1:] == [f"note: {EVIL}", f"annotation: {EVIL}"]
    facts = [node.text for node in found.one("details").all("dd")]
    assert f"{EVIL}, <i>" in facts and EVIL in facts and f"{EVIL}, seed shake:{EVIL}" in facts
    assert found.one("h1").text.endswith("<b>.rply") and not found.one("h1").all()
    two = inert(viewed(path, here / "good.rply"))
    assert two.one("pre", "parting").text.startswith("A: <b>.rply and B: good.rply")


def test_a_pack_with_markup_for_names_stays_text(here: Path) -> None:
    own = (ROOT / "engine" / "games" / "ham_helsing" / "content.toml").read_text()
    Path("mine.toml").write_text(own.replace('"Thistle Gate"', f"'''{EVIL}'''"))
    options = ("--content", "mine.toml", "--option", "plies_max=25")
    assert run("record", "ham_helsing", *options, "-o", "a.rply").exit_code == 0
    found = inert(viewed("a.rply", "--content", "mine.toml"))
    assert data_of(found)["board"]["spots"][0][1] == f"A {EVIL}"


def test_words_of_rules_and_findings_are_escaped_too() -> None:
    odd = Moment(0, EVIL, EVIL, EVIL, EVIL, EVIL, odds=EVIL, clauses=("<",), notes=(EVIL,),
                 events=((EVIL, EVIL, ("&",)),), findings=(EVIL,), shown={(EVIL, EVIL): EVIL},
                 chance=True)  # fmt: skip
    start = replace(odd, number=moments.SET_UP, shown={(EVIL, ""): (EVIL,)})
    from tools.pagelist import list_html

    found = parsed(list_html([start, odd], None, "", EVIL))
    assert [item.attrs["class"] for item in items(found)] == ["chance bad", "chance bad"]
    assert {node.tag for node in found.all()} == set("ol li h3 a i b span div p ul em".split())
    assert items(found)[1].all("p", "bad")[0].text == EVIL
    assert [node.attrs["href"] for node in items(found)[1].all("a")][1:] == ["#c.&", "#c.<"]


# ---- what is wrong is marked ----


def test_a_diverged_file_is_shown_up_to_there(here: Path) -> None:
    codes = read(recorded(here / "good.rply")).only().codes
    path, made = here / "a.rply", game()
    with Recorder.create(path, header_for(made, seed="shake:1/0")) as recorder:
        state = made.initial()
        recorder.begin(state)
        for ply, code in enumerate(codes):
            count = len(made.legal_actions(state))
            made.apply(state, code)
            recorder.ply(code, state, count + (ply == 5))
        recorder.finish(made, state)
    done = run("view", path)
    found = inert(done.stdout)
    assert done.exit_code == 1 and "DIVERGED@" in done.stderr
    assert len(items(found)) in (6, 7, 8)
    assert found.one("pre", "wrong").text.startswith("DIVERGED@")
    assert "stops before ply" in found.one("p", "parted").text
    assert data_of(found)["sides"][0]["parted"]
    assert "score" not in found.one("header").text


def test_a_broken_property_is_a_finding(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @step_invariant("XX-1", "TH-FOOD-01", verbs=("go_on",))
    def nobody_goes_on(step: object) -> str:
        return "went <on>"

    def held(name: str, foreign: bool = True) -> tuple[Property, ...]:
        return (nobody_goes_on,)

    monkeypatch.setattr(moments, "properties_for", held)
    done = run("view", recorded(here / "a.rply"))
    found = inert(done.stdout)
    bad = [item for item in items(found) if item.all("p", "bad")]
    assert bad and all(item.children("a")[0].one("b").text == "go_on" for item in bad)
    assert bad[0].one("p", "bad").text == "XX-1/nobody_goes_on (TH-FOOD-01): went <on>"
    assert data_of(found)["sides"][0]["findings"] == [items(found).index(item) for item in bad]
    assert done.exit_code == 1 and "break a property" in done.stderr


def test_a_stopped_and_a_torn_file_are_shown_as_far_as_they_go(here: Path) -> None:
    made = game()
    codes = list(read(recorded(here / "good.rply")).only().codes)
    path = line(here / "a.rply", made, codes[:9])
    done = run("view", path)
    assert done.exit_code == 0 and "not finished" in done.stderr
    assert len(items(parsed(done.stdout))) == 10
    assert "unfinished after 9 plies" in parsed(done.stdout).one("p", "lead").text
    path.write_bytes(path.read_bytes()[:-3])
    assert len(items(parsed(run("view", path).stdout))) == 1, "no whole block is left"
    good = bytearray((here / "good.rply").read_bytes())
    good[-40] ^= 1
    path.write_bytes(good)
    done = run("view", path)
    assert done.exit_code == 3 and "CORRUPT@" in parsed(done.stdout).one("pre", "wrong").text


def test_what_cannot_be_shown_is_refused(here: Path) -> None:
    path = recorded(here / "a.rply")
    refused(run("view", "gone.rply"), 2, "E401")
    refused(run("view", path, path, path), 2, "E400")
    refused(run("view", path, "--as", "0"), 2, "E400")
    refused(run("view", path, "--as", "player:1"), 2, "E211")
    refused(run("view", path, "-o", path), 2, "E207")
    refused(run("view", path, "-o", "gone/a.html"), 2, "E403")
    assert run("record", "hunted", "-o", "b.rply").exit_code == 0
    assert "tin_helm and hunted" in refused(run("view", path, "b.rply"), 2, "E400")
    assert run("record", "hunted", "--games", 2, "-o", "many.rply").exit_code == 0
    refused(run("view", "many.rply"), 2, "E211")
    assert "number 1" in viewed("many.rply", "--game", 1)
    Path("c.rply").write_bytes(b"nothing")
    refused(run("view", "c.rply"), 3, "E201")


# ---- two games ----


def test_two_games_stand_side_by_side(here: Path) -> None:
    made = game()
    codes = list(read(recorded(here / "a.rply")).only().codes)
    state = made.initial()
    for code in codes[:12]:
        made.apply(state, code)
    other = next(code for code in made.legal_actions(state) if code != codes[12])
    line(here / "b.rply", made, [*codes[:12], other])
    found = inert(viewed("a.rply", "b.rply"))
    data = data_of(found)
    assert data["same"] == 13 and data["parting"] == 13
    assert [len(plies.children("li")) for plies in found.all("ol", "plies")] == [
        13, len(codes) - 12, 1]  # fmt: skip
    assert items(found)[-1].attrs["id"] == "b.ply=12"
    assert "part at ply 12" in found.one("pre", "parting").text
    last = states_of(data, 1)[-1]
    made.apply(state, other)
    rest = {atom: value for atom, value in last.items() if atom[0] != "agenda"}
    assert rest == atoms_of(words_of(made, state), seats_of(made))


def test_two_games_that_are_the_same_say_so(here: Path) -> None:
    recorded(here / "a.rply")
    (here / "b.rply").write_bytes((here / "a.rply").read_bytes())
    found = inert(viewed("a.rply", "b.rply"))
    assert ": the same, " in found.one("pre", "parting").text
    assert data_of(found)["parting"] is None and len(found.all("ol", "plies")) == 1


def test_two_rulings_part_where_a_state_does(here: Path) -> None:
    recorded(here / "a.rply")
    recorded(here / "b.rply", favor_cap=1)
    found = inert(viewed("a.rply", "b.rply"))
    at = data_of(found)["parting"]
    told = found.one("pre", "parting").text
    assert at and f": ply {at - 1} leads to different states" in told and "favor_cap: 0 | 1" in told


# ---- other games, other processes ----


def test_a_game_of_another_package_has_a_page_too(plug_in: str, here: Path) -> None:
    assert run("record", plug_in, "--players", 3, "-o", "a.rply").exit_code == 0
    found = inert(viewed("a.rply"))
    assert found.one("h1").text == "The stairs: a.rply" and len(items(found)) > 5
    inert(viewed("a.rply", "--as", "player:2"))
    refused(run("view", "a.rply", "--no-plugins"), 3, "E206")


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_bytes_are_the_same_under_any_hash_seed(name: str, replays: dict[str, Path]) -> None:
    from tests.tools.run import process

    found = []
    for seed in ("1", "2"):
        running = process("view", replays[name], env={"PYTHONHASHSEED": seed})
        out, _ = running.communicate(timeout=120)
        found.append(out)
    assert found[0] == found[1] and found[0].startswith("<!doctype html>")
