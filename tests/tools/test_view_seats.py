"""`ruleproof view --as`: the page of a seat holds what that seat could know, and nothing else."""

import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine import registry
from engine.events import Value as Fact
from engine.game import Game
from engine.play import play, walk
from engine.policies import named
from properties.unseen import alternatives
from tests.replays.test_views import HIDING, Watched, alike, sees
from tests.tools.pages import data_of, parsed, states_of
from tests.tools.run import run
from tests.tools.test_view import inert, line, viewed
from tools import eyes


def view_page(path: Path, seat: int) -> str:
    """The page for a seat."""
    return viewed(path, "--as", f"player:{seat}", "-q")


def judged(name: str, players: int, seed: str, plies: int, folder: Path) -> Counter[str]:
    """The pages of a game for each seat: cards searched for, pairs that are told alike."""
    made = registry.load(name, players=players)
    codes = play(made, seed, named(made, "careful"), plies=plies).codes
    secrets = {"seed": "shake:hushhush", "policy": "mumbler", "tags": ("whisper",)}
    path = line(folder / "secret.rply", made, list(codes), **secrets)
    states = [made.initial(), *(step.after for step in walk(made, codes))]
    found: Counter[str] = Counter()
    for seat in range(players):
        watched = Watched(made, seat)
        for step in walk(made, codes):
            watched.see(step)
        text = view_page(path, seat)
        inert(text)
        never = {watched.names[card] for card in watched.never}
        told = never.intersection(re.findall(r"[\w-]+", text))
        assert not told, f"seat {seat}, who never saw it, is shown {told}"
        assert not re.search("hushhush|mumbler|whisper|secret.rply", text)
        found += Counter(cards=len(never), hidden=text.count("(hidden)"))
        for at in islice(watched.forks, 3, None, max(len(watched.forks) // 3, 1)):
            for pair in islice(alike(made, codes, states, seat, at), 1):
                files = [line(folder / f"{at}.{seat}.{k}.rply", made, each)
                         for k, each in enumerate(pair)]  # fmt: skip
                assert view_page(files[0], seat) == view_page(files[1], seat)
                found["pairs"] += 1
    return found


@pytest.mark.parametrize("name", HIDING)
def test_a_view_has_nothing_the_seat_cannot_see(name: str, here: Path) -> None:
    found = judged(name, 2, "shake:view/0", 40, here)
    assert found["cards"] > 5 and found["hidden"] > 10 and found["pairs"] > 2


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", HIDING)
def test_many_views_have_nothing_their_seats_cannot_see(name: str, tmp_path: Path) -> None:
    found: Counter[str] = Counter()
    for number in range(24):
        folder = tmp_path / str(number)
        folder.mkdir()
        found += judged(name, 2 + number % 3, f"shake:pages/{number}", 150, folder)
    assert found["cards"] > 5 and found["pairs"] > 100, found


def test_a_view_says_what_it_is(here: Path) -> None:
    assert run("record", "necrohamster", "--option", "plies_max=20", "-o", "a.rply").exit_code == 0
    found = parsed(view_page(here / "a.rply", 1))
    assert "as seat 1 could know it" in found.one("h1").text
    assert "It is no replay" in found.one("p", "lead").text
    facts = [node.text for node in found.one("details").all("dt")]
    assert facts == ["game", "content", "options", "written by"]


def test_a_view_that_showed_too_much_would_be_noticed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = registry.load("necrohamster")
    codes = play(made, "shake:view/0", named(made, "careful"), plies=30).codes
    states = [made.initial(), *(step.after for step in walk(made, codes))]
    at = next(n for n, state in enumerate(states) if not sees(made, state, 0))
    pair = next(alike(made, codes, states, 0, at))
    files = [line(here / f"{number}.rply", made, codes) for number, codes in enumerate(pair)]
    assert view_page(files[0], 0) == view_page(files[1], 0)
    monkeypatch.setattr(Game, "sees", lambda self, state, player: True)
    assert view_page(files[0], 0) != view_page(files[1], 0)


def test_a_map_in_a_view_is_drawn_from_what_is_seen() -> None:
    made = registry.load("ham_helsing")
    codes = play(made, "shake:1", named(made, "careful"), plies=60).codes
    drawn: list[tuple[Fact, ...]] = []
    chart = made.definition.chart
    assert chart is not None
    hidden = ("bag", "pile", "scrap", "flushed", "next_card")

    def watched(rules: object, state: object) -> object:
        drawn.append(tuple(getattr(state, key) for key in hidden))
        return chart(rules, state)

    made.definition = replace(made.definition, chart=watched)  # type: ignore[arg-type]
    view = eyes.Eyes(made, codes, 0)
    states = [made.initial(), *(step.after for step in walk(made, codes))]
    for state in states:
        drawn.clear()
        shown = made.observation(state, 0)
        assert view.board(shown) == chart(made.rules, state), "everything on the board is seen"
        guesses = list(drawn)
        for other in islice(alternatives(made, state, 0), 2):
            drawn.clear()
            eyes.board_seen(made, other, shown, 0)
            assert drawn == guesses, "what is hidden makes no difference"
        assert len(frozenset(guesses)) > 2


def test_a_view_leaves_out_the_fields_that_the_whole_page_does(here: Path) -> None:
    assert run("record", "ham_helsing", "--players", "1", "--policy", "careful", "--option",
               "plies_max=90", "-o", "a.rply").exit_code == 0  # fmt: skip
    fields = registry.definition("ham_helsing").state.FIELDS
    living = {key for key, kind in fields if kind.life and kind.see == "all"}
    pages = [states_of(data_of(parsed(viewed("a.rply", "-q", *words))))
             for words in ((), ("--as", "player:0"))]  # fmt: skip
    whole, seen = ([{field for field, _ in state} & living for state in page] for page in pages)
    assert whole == seen and any(whole) and not all(state == living for state in whole)


def test_two_views_part_where_the_seat_can_tell(here: Path) -> None:
    made = registry.load("necrohamster")
    codes = list(play(made, "shake:view/0", named(made, "careful"), plies=30).codes)
    line(here / "a.rply", made, codes)
    line(here / "b.rply", made, codes[:20])
    found = inert(viewed("a.rply", "b.rply", "--as", "player:0"))
    data = data_of(found)
    assert f"part at entry {data['parting'] - 1}" in found.one("pre", "parting").text
    assert "a.rply" not in found.text
    same = inert(viewed("a.rply", "a.rply", "--as", "player:0"))
    assert "the same, as far as seat 0" in same.one("pre", "parting").text
    text = viewed("a.rply", "--as", "player:0")
    told = text[: text.index('<script type="application/json"')].lower()
    assert "a entry" not in told and "one entry back" in told and "the last entry" in told
    assert not re.search(r"\b(?:a|one|the|last) ply\b", told)
