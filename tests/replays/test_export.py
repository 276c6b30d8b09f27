"""Exports: every form gives back the same bytes; a view holds nothing its seat cannot see."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from engine import registry
from engine.game import Game
from engine.play import play
from engine.policies import named
from engine.rng import game_seed
from engine.state import State
from properties.unseen import hidden
from replays import notation
from replays.corpus import golden
from replays.entries import entries_of, head_entry, records_of, replay_of
from replays.errors import BadText, ViewOnly
from replays.reader import loader
from replays.recorder import Recorder, header_for
from replays.view import view_head, view_of

FORMS = notation.FORMS
load = loader()


def text_of(data: bytes, form: str) -> str:
    """The export of a file's bytes."""
    header, records = records_of(data)
    return notation.written(form, head_entry(header), entries_of(header, records, load))


def back(text: str) -> bytes:
    """The import of an export."""
    return replay_of(*notation.parsed(text), load)


# ---- there and back ----


def few(game: str) -> list[Path]:
    """The shortest golden replays of a game."""
    return sorted(golden(game), key=lambda path: (path.stat().st_size, path.name))[:1]


@pytest.mark.parametrize("name", ["henchling", "necrohamster", "tin_helm"])
def test_a_golden_replay_comes_back_byte_for_byte(name: str) -> None:
    for path in few(name):
        data = path.read_bytes()
        for form in FORMS:
            assert back(text_of(data, form)) == data, path.name


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
def test_all_golden_replays_come_back_byte_for_byte(form: str) -> None:
    for path in golden():
        data = path.read_bytes()
        assert back(text_of(data, form)) == data, path.name


def marked(path: Path, witness: str, *, whole: bool) -> bytes:
    """A file with remarks, undo and redo; stopped, or played on to its end."""
    game = registry.load("tin_helm")
    header = header_for(game, policy="human", tags=('a "tag"\nof two lines',))
    played = play(game, "shake:1", named(game, "careful"), plies=None if whole else 20)
    with Recorder.create(path, header, witness=witness, live=True) as recorder:
        state = game.initial()
        saves = [state.clone()]
        recorder.begin(state)
        for code in played.codes:
            legal = len(game.legal_actions(state))
            game.apply(state, code)
            saves.append(state.clone())
            recorder.ply(code, state, legal)
            if state.ply == 12:
                recorder.note("so far # and = so good  #a1")
                recorder.undo(10)
                state = saves[10].clone()
                for again in recorder.redo(12):
                    legal = len(game.legal_actions(state))
                    game.apply(state, again)
                    recorder.ply(again, state, legal)
                recorder.annotate("ünïcode \\ \"quoted\"", 3)
        if whole:
            recorder.finish(game, state)
    return path.read_bytes()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("witness", "whole"), [("ply", True), ("block", False), ("none", True)])
def test_marks_tags_and_stopped_games_come_back(
    form: str, witness: str, whole: bool, tmp_path: Path
) -> None:
    data = marked(tmp_path / "a.rply", witness, whole=whole)
    text = text_of(data, form)
    assert "so good" in text and "undo" in text and "redo" in text
    assert back(text) == data


def test_many_games_come_back(tmp_path: Path) -> None:
    from tests.tools.run import run

    done = run("record", "necrohamster", "--games", 3, "-o", tmp_path / "many.rply", "-q")
    assert done.exit_code == 0
    data = (tmp_path / "many.rply").read_bytes()
    for form in FORMS:
        assert back(text_of(data, form)) == data


# ---- what is refused ----


def test_a_changed_text_is_refused_or_diverges(tmp_path: Path) -> None:
    from replays.verify import verify

    data = few("tin_helm")[0].read_bytes()
    text = text_of(data, "text")
    action = next(line for line in text.split("\n") if re.match(r" +0  ", line))
    race = action.split()[4]
    other = "elf" if race != "elf" else "dwarf"
    assert verify(back(text.replace(f"be {race} ", f"be {other} ", 1))).word == "DIVERGED"
    for old, new, says in (
        (f"be {race} ", "be orc ", "orc"), ("\n= ", "\n", "no line"),
        ("schema: ", "scheme: ", "schema"), ("    1  ", "    2  ", "one by one"),
        ("seed: ", "sead: ", "sead"),
        ("end {", "end {x", "no JSON"), ('"plies": ', '"plie": ', "plies"),
    ):  # fmt: skip
        assert old in text
        with pytest.raises(BadText, match=says):
            back(text.replace(old, new, 1))


@pytest.mark.parametrize("text", [
    "", "{}", "{\n}", '{"kind": "ply"}', "# nothing", "{\n\"entries\": 3}", "[1]", "\x89RPLY",
    '# x\nschema: "ruleproof.export/1"\nview_of: null\n', '{"kind": "head", "schema": 3}',
])  # fmt: skip
def test_what_is_no_export_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        back(text)


@pytest.mark.parametrize("form", FORMS)
def test_a_view_says_what_it_is_and_is_no_replay(form: str) -> None:
    game = registry.load("henchling")
    codes = play(game, "shake:1", named(game, "careful"), plies=12).codes
    text = view_text(game, codes, 1, form)
    assert "view_of" in text and (form != "text" or text.startswith("# A view: what seat 1"))
    with pytest.raises(ViewOnly, match="seat 1"):
        back(text)


# ---- what a view holds ----

HIDING = ("henchling", "necrohamster")
FOLLOWED = 40  # plies that two games alike are followed
# Zones of which a seat does not know what lies there, its own hand apart.
ZONES = {"henchling": ("hands", "pool", "down", "bottom"), "necrohamster": ()}
TABLE = {"henchling": "cards", "necrohamster": "creature"}


def view_text(game: Game, codes: Sequence[int], seat: int, form: str = "ndjson") -> str:
    """The export for a seat."""
    header = header_for(game, seed="shake:secret", policy="careful")
    return notation.written(form, view_head(game, header, seat), view_of(game, codes, seat))


def positions(game: Game, codes: Sequence[int]) -> list[State]:
    """The state at each position."""
    states = [game.initial()]
    for code in codes:
        states.append(states[-1].clone())
        game.apply_unchecked(states[-1], code)
    return states


def unknown(game: Game, state: State, seat: int) -> set[int]:
    """The cards (kinds, where cards are alike) that lie only where a seat cannot look."""
    table = TABLE[game.name]
    parts = [part for part in hidden(game, state, seat) if part.kind.names == table]
    zones = ZONES[game.name]
    if zones:
        held = [part.members(state) or [] for part in parts if part.key in zones]
        return {card for cards in held for card in cards}
    out = {(part.key, part.entry) for part in parts}
    seen: set[int] = set()
    for key, kind in state.FIELDS:
        if kind.names != table:
            continue
        value = getattr(state, key)
        rows = value if isinstance(value, list) else [value]
        for entry, row in enumerate(rows):
            if (key, entry) in out or (key, None) in out:
                continue
            cards = row if isinstance(row, bytearray) else [int(n == row) for n in range(256)]
            seen |= {card for card, count in enumerate(cards) if count}
    return set(range(len(game.rules.names[table]))) - seen


def searched(game: Game, codes: Sequence[int], never: set[int], seat: int) -> int:
    """Search the bytes of a view for the cards that the seat never saw; how many there are."""
    _, _, body = view_text(game, codes, seat).partition("\n")
    words = set(re.findall(r"[\w-]+", body))
    names = {game.rules.names[TABLE[game.name]][card] for card in never}
    assert not names & words, f"seat {seat} after {len(codes)} plies"
    return len(names)


def sees(game: Game, state: State, seat: int) -> bool:
    """Whether the seat sees what is done next."""
    return game.current_player(state) == seat or game.sees(state, seat)


def blind(game: Game, state: State, seat: int, player: int) -> bool:
    """Whether a seat's blind choice goes on here."""
    going = game.current_player(state) == player >= 0 and not sees(game, state, seat)
    return going and bool(game.row(state).phase.shown)


def alike(
    game: Game, codes: Sequence[int], states: Sequence[State], seat: int, at: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Games that part at ply `at` in what the seat cannot see, as far as it cannot tell them."""
    player = game.current_player(states[at])
    end = at + 1
    while end < len(codes) and blind(game, states[end], seat, player):
        end += 1
    for other in game.legal_actions(states[at]):
        if other == codes[at]:
            continue
        state, line = states[at].clone(), [*codes[:at], other]
        game.apply_unchecked(state, other)
        while blind(game, state, seat, player):
            line.append(game.quiet(state, game.legal_actions(state)))
            game.apply_unchecked(state, line[-1])
        upto = end
        while (
            game.observation(states[upto], seat) == game.observation(state, seat)
            and upto < end + FOLLOWED
        ):
            best = (list(codes[:upto]), list(line))
            legal = game.legal_actions(state)
            mine = game.current_player(state) == seat
            if upto == len(codes) or codes[upto] not in legal:
                yield best
                break
            if mine and legal != game.legal_actions(states[upto]):
                raise AssertionError("a seat's choices tell it what it cannot see")
            line.append(codes[upto])
            game.apply_unchecked(state, codes[upto])
            upto += 1
        else:
            if upto > end:
                yield best


def judged(
    name: str, games: int, pairs: int, players: Sequence[int] = (2,), plies: int | None = None
) -> tuple[int, int]:
    """(cards searched for, pairs compared) over so many games, a seat in turn each."""
    cards = compared = 0
    for index in range(games):
        game = registry.load(name, players=players[index % len(players)])
        policy = named(game, "mixed" if index % 2 else "careful")
        codes = play(game, game_seed("shake:view", index), policy, plies=plies).codes
        states, seat = positions(game, codes), index % game.players
        ends = {len(codes) // 8, len(codes)}
        never = unknown(game, states[0], seat)
        for upto, state in enumerate(states):
            never &= unknown(game, state, seat)
            if upto in ends:
                cards += searched(game, codes[:upto], never, seat)
        hide = [at for at, state in enumerate(states[:-1]) if not sees(game, state, seat)]
        for at in hide[index % 7 :: max(len(hide) // pairs, 1)]:
            for one, other in islice(alike(game, codes, states, seat, at), 1):
                assert one != other
                assert view_text(game, one, seat) == view_text(game, other, seat), (index, at)
                compared += 1
    return cards, compared


@pytest.mark.parametrize("name", HIDING)
def test_a_view_holds_nothing_the_seat_cannot_see(name: str) -> None:
    cards, compared = judged(name, 2, 3, plies=50)
    assert cards > 10 and compared > 1


def test_a_view_that_showed_too_much_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("necrohamster")
    codes = play(game, game_seed("shake:view", 0), named(game, "careful"), plies=30).codes
    states = positions(game, codes)
    at = next(n for n, state in enumerate(states) if not sees(game, state, 0))
    one, other = next(alike(game, codes, states, 0, at))
    never = set.intersection(*(unknown(game, state, 0) for state in states))
    assert searched(game, codes, never, 0) > 0
    monkeypatch.setattr(Game, "sees", lambda self, state, player: True)
    with pytest.raises(AssertionError):
        searched(game, codes, never, 0)
    assert view_text(game, one, 0) != view_text(game, other, 0)


@pytest.mark.thorough
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", HIDING)
def test_a_thousand_views_hold_nothing_the_seat_cannot_see(name: str) -> None:
    cards, compared = judged(name, 1000, 2, (2, 3, 4))
    assert cards > 2000 and compared > 1000


def test_a_view_tells_what_the_seat_does_and_sees() -> None:
    game = registry.load("necrohamster")
    codes = play(game, "shake:3/0", named(game, "careful")).codes
    states = positions(game, codes)
    entries = list(view_of(game, codes, 0))
    own = [game.text(code) for code, state in zip(codes, states, strict=False)
           if game.current_player(state) == 0]  # fmt: skip
    assert [e["action"] for e in entries if e.get("player") == 0] == own
    shown: dict[str, object] = {}
    for entry in entries:
        shown |= entry.get("shown", {})  # type: ignore[arg-type]
    last = game.observation(states[-1], 0)
    assert {key: shown[key] for key in last} == last, "the changes add up to what is seen"
    assert entries[-1]["reason"] == game.end_reason(states[-1])
    hidden_ones = [e for e in entries if e.get("hidden")]
    assert hidden_ones and not any("action" in entry for entry in hidden_ones)
    assert not any("ply" in entry or "witness" in entry for entry in entries)


def test_a_game_without_secrets_is_seen_whole() -> None:
    game = registry.load("tin_helm")
    codes = play(game, "shake:1", named(game, "careful")).codes
    texts = [entry["action"] for entry in view_of(game, codes, 0) if "action" in entry]
    assert texts == [game.text(code) for code in codes]
