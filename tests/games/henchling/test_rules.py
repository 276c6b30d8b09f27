"""Henchling by example: what scenarios cannot say (packs refused, loops, what a seat sees)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

from engine.content import Pack, load, overlay
from engine.errors import ContentError, OptionError
from engine.fields import bits_of
from engine.game import Game
from engine.games.henchling import GAME
from engine.games.henchling.state import Henchling
from engine.play import opening, play, walk
from engine.policies import named
from properties.loops import LABEL, LoopWatch
from properties.position import build
from properties.scenario import Games, run_scenario

ROOT = Path(__file__).parents[3]
RICH = load(ROOT / "tests" / "packs" / "henchling_rich.toml", GAME.name, GAME.schema)
SCENARIOS = ROOT / "tests" / "scenarios" / GAME.name


def changed(**fields: object) -> Pack:
    """The reference pack with fields of the Savings Jar replaced."""
    return overlay(GAME.reference, {"card": [{"id": "savings_jar", **fields}]}, GAME.name,
                   GAME.schema)  # fmt: skip


def ability(**fields: object) -> dict[str, object]:
    """An item's ability, the fields given replacing a harmless one's."""
    plain = {"kind": "active", "pay": ["tilt"], "effects": [{"op": "draw", "n": 1}]}
    return {"ability": [{**plain, **fields}]}


SLOT = [{"id": "t", "sel": "own_item"}]
REFUSED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("an unknown op", ability(effects=[{"op": "explode"}]), "unknown op 'explode'"),
    ("a static op out of place", ability(effects=[{"op": "money_mod", "n": 1}]), "does not stand"),
    ("an undeclared slot", ability(effects=[{"op": "destroy", "to": "t"}]), "'t' is no object"),
    ("damage to an item", ability(targets=SLOT, effects=[{"op": "damage", "n": 1, "to": "t"}]),
     "'t' is no object of damage"),
    ("cancel in no Reaction", ability(effects=[{"op": "cancel"}]), "cancel is the first row"),
    ("tilt and free", ability(pay=["tilt", "free"]), "not tilt and free"),
    ("a payment of nothing", ability(pay=["money:0"]), "is no payment"),
    ("no payment", {"ability": [{"kind": "active", "effects": [{"op": "draw", "n": 1}]}]},
     "needs it"),
    ("a Reaction without the mark", ability(reaction=True), "lacks the keyword"),
    ("a Free Reaction", {"keywords": ["reaction"], **ability(reaction=True, pay=["free"])},
     "a Free ability is no Reaction"),
    ("three slots", ability(targets=SLOT * 3), "expected a list of 1..2"),
    ("a springer in no trap", ability(effects=[{"op": "draw", "n": 1, "who": "springer"}]),
     "'springer' names no player"),
    ("a trade of unlike types", ability(
        targets=[*SLOT, {"id": "u", "sel": "enemy_henchling"}],
        effects=[{"op": "trade", "mine": "t", "theirs": "u"}]), "of the same type"),
    ("too many counters", ability(effects=[
        {"op": "counter", "counter": "generic", "n": 251, "to": "this"}]), "1..250"),
    ("a condition of two words", ability(**{"if": {"hand_min": 1, "hand_max": 2}}),
     "expected one of"),
    ("an item with health", {"health": 3}, "a item has no health"),
    ("a price of four dollars", {"cost": 4}, "0..3"),
    ("a spell's word on an item", {"no_reaction": True}, "does not stand on this item"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_pack_that_does_not_fit_is_refused(fields: dict[str, object], said: str) -> None:
    """Content 4 and 6: every misplaced word is an error with its place."""
    with pytest.raises(ContentError, match=said) as caught:
        changed(**fields)
    assert "card" in str(caught.value) and "savings_jar" in str(caught.value)


def test_named_cards_keep_their_facts() -> None:
    """What the rulebook prints with a name holds for an owner's card of that name."""
    cop = {"id": "bad_cop", "ability": [{"kind": "active", "pay": ["tilt"], "effects": [
        {"op": "draw", "n": 1}]}]}  # fmt: skip
    with pytest.raises(ContentError, match="each other Henchling"):
        overlay(GAME.reference, {"card": [cop]}, GAME.name, GAME.schema)
    weak = {"id": "cheaty_mccheaterpants", "attack": 2}
    with pytest.raises(ContentError, match="attack equals the Gentleman's health"):
        overlay(GAME.reference, {"card": [weak]}, GAME.name, GAME.schema)


def test_the_rich_pack_uses_the_whole_vocabulary() -> None:
    """Every op, static op, payment, selector, condition, trigger and destination (content 4)."""
    from engine.games.henchling import schema_words as words
    from engine.games.henchling.schema import OPS, STATIC

    text = str(RICH.data)
    missing = [word for word in (*OPS, *STATIC, *words.CONDITIONS, *words.TRIGGERS,
                                 *words.DESTINATIONS, *words.DURATIONS, *words.COUNTERS,
                                 *words.KINDS, *words.PAY, *words.KEYWORDS)
               if f"'{word}'" not in text]  # fmt: skip
    assert missing == []
    assert all(f"'{word}:1'" in text for word in words.PAY_N)


@pytest.mark.parametrize("start", [2, 3])
def test_a_seat_that_is_not_at_the_table_does_not_start(start: int) -> None:
    """HE-FIRST-01: a named seat is below the number of players."""
    with pytest.raises(OptionError, match=f"start = {start} is not below players = 2"):
        Game(GAME, {"start": start})


# --- a turn stays finite or is reported (HE-LIMIT-06, decision 0025) ---------------------------


def test_an_endless_turn_is_reported_with_its_cycle() -> None:
    """An item that readies itself: the loop is seen at once, the cap stops play."""
    pack = changed(**ability(targets=SLOT, effects=[{"op": "untilt", "to": "t"}]))
    game = Game(GAME, {"actions_max": 10}, pack)
    given = {"row": "action", "active": 0, "step": "action", "turn": 3, "pool": "rest",
             "pool_down": 9, "tables": [["savings_jar"], [], [], []]}  # fmt: skip
    state = build(game, given).state
    watch = LoopWatch(game)
    watch.begin(state)
    round_trip = ["use savings_jar 1", "target savings_jar"]
    codes = [game.code(text) for text in round_trip]
    first, second = walk(game, codes, state)
    assert watch.step(first) is None
    found = watch.step(second)
    assert found is not None and found.label == LABEL and watch.cycle == tuple(round_trip)
    for _ in range(10):
        for code in codes:
            game.apply(state, code)
    game.apply(state, codes[0])
    assert game.end_reason(state) == "unfinished" and state.words()["announced"] == 10


PROLONGING = [
    (["tilt"], True), (["free"], True), (["free", "counters:1"], True), (["flip_this"], False),
    (["tilt", "money:1"], False), (["free", "discard:1"], False), (["tilt", "destroy_this"], False),
]  # fmt: skip


@pytest.mark.parametrize(("pay", "prolongs"), PROLONGING)
def test_whether_a_turn_may_be_prolonged_is_told_at_the_start(
    pay: list[str], prolongs: bool
) -> None:
    """A card drawn for a tilt or for Free; money, a hand card or the card itself would run out."""
    dull = {"id": "aftermarket_battery", "ability": [{"kind": "leave", "effects": [
        {"op": "draw", "n": 1}]}]}  # fmt: skip
    pack = overlay(GAME.reference, {"card": [{"id": "savings_jar", **ability(pay=pay)}, dull]},
                   GAME.name, GAME.schema)  # fmt: skip
    _, events = opening(Game(GAME, {}, pack))
    assert events[0].event.kind == "game.started"
    assert bool(events[0].num("may_prolong")) == prolongs


# --- what a seat sees (HE-FLIP-03, HE-DRAW-06) -------------------------------------------------


def relabelled(state: Henchling, one: int, two: int) -> Henchling:
    """The same position with two cards' identities exchanged."""
    other = state.clone()
    swap = {one: two, two: one}
    for key, _ in state.FIELDS:
        value = getattr(state, key)
        if key in ("pool", "down", "up", "discard", "tilted", "flip_now", "guards"):
            setattr(other, key, _set(value, swap))
        elif key in ("hands", "tables"):
            setattr(other, key, [_set(mask, swap) for mask in value])
        elif key in ("backs", "traps", "bottom"):
            setattr(other, key, [swap.get(card, card) for card in value])
        elif key == "exposed":
            other.exposed = swap.get(value, value)
        elif isinstance(value, list | bytearray | array) and len(value) == 76:
            row = getattr(other, key)
            row[one], row[two] = value[two], value[one]
    for card, host in enumerate(other.host):
        other.host[card] = swap.get(host, host)
    return other


def _set(mask: int, swap: dict[int, int]) -> int:
    return sum(1 << swap.get(card, card) for card in bits_of(mask))


def hidden_from(state: Henchling, seat: int) -> Iterator[tuple[int, int]]:
    """Pairs of cards of one type that a seat cannot see, and nothing owed names."""
    own = state.tables[seat]
    cards = bits_of(state.pool | state.down | state.up)
    cards += state.bottom + [card for card in state.backs if not own >> card & 1]
    cards += [c for other, hand in enumerate(state.hands) if other != seat for c in bits_of(hand)]
    owed = {number for task in state.agenda for number in task[2:]}
    free = [card for card in cards if card < 64 and card not in (*owed, state.playing)]
    sorts = {card: (state.rules.designs[card].type, state.rules.designs[card].enhances)
             for card in free}  # fmt: skip
    yield from ((one, two) for one, two in combinations(free, 2) if sorts[one] == sorts[two])


@pytest.mark.parametrize("pack", [GAME.reference, RICH], ids=["reference", "rich"])
def test_what_is_unseen_changes_nothing_shown(pack: Pack) -> None:
    """Observation and choices of a seat are equal where only the hidden differs."""
    game = Game(GAME, {"players": 3}, pack)
    found = backs = 0
    for index in range(3):
        codes = play(game, f"shake:seen/{index}", named(game, "shopper"), plies=500).codes
        for step in walk(game, codes, checked=False):
            state = cast(Henchling, step.before)
            if step.ply % 6:
                continue
            for seat in range(3):
                for one, two in list(hidden_from(state, seat))[::9]:
                    other = relabelled(state, one, two)
                    found += 1
                    backs += one in state.backs or two in state.backs
                    assert game.observation(state, seat) == game.observation(other, seat)
                    if game.current_player(state) == seat:
                        assert game.legal_actions(state) == game.legal_actions(other)
    assert found > 1000 and backs > 20


def test_a_back_shows_its_place_and_only_its_controller_the_face() -> None:
    """HE-FLIP-03: controller, owner, tilt and counters are public, the face is not."""
    game = Game(GAME)
    given = {"row": "action", "active": 0, "step": "action", "turn": 3, "pool": "rest",
             "pool_down": 9, "tables": [[], ["savings_jar"], [], []], "backs": ["savings_jar"],
             "flippers": ["seat_0"], "flip_now": ["savings_jar"], "tilted": ["savings_jar"],
             "coins": {"savings_jar": 2}, "owner": {"savings_jar": "seat_1"}}  # fmt: skip
    state = build(game, given).state
    public = {"card": "back_0", "owner": "seat_1", "tilted": True, "counters": 2, "power": [0, 0],
              "turned_by": "seat_0", "this_turn": True}  # fmt: skip
    assert game.observation(state, 0)["tables"] == [[], [public]]
    assert game.observation(state, 1)["tables"] == [[], [{**public, "face": "savings_jar"}]]


# --- an agenda to be read ----------------------------------------------------------------------


def test_nested_effects_are_read_off_the_agenda() -> None:
    """A theft wants room, room draws, the draw meets a trap, whose discard springs another."""
    result = run_scenario(SCENARIOS / "five_deep.toml", Games(GAME, ()))
    assert result.ok, result.text()
    game = result.scenario.game
    owed = [game.task_text(task) for task in cast(Henchling, result.steps[5].after).agenda]
    assert owed == [
        "steal seat_0 test_ledger",
        "draw_on seat_1 1 effect 0",
        "draw_on seat_0 0 effect 4",
        "expose none trap",
        "trap_done none test_leak 0",
        "effect none test_leak test_leak_1 1 none none 0",
        "discard seat_1 1 none effect 0",
        "trap_done none test_tripwire 1",
        "discard seat_0 1 none effect 0",
    ]
    assert all(game.kinds.parse(text, False) for text in owed)


POLICIES: dict[str, Callable[[str | None], bool]] = {
    "careful": lambda reason: reason in ("won", "nobody_left"),
    "shopper": lambda reason: reason in ("won", "nobody_left"),
    "refusing": lambda reason: reason in ("won", "nobody_left", "unfinished"),
}


@pytest.mark.parametrize("name", POLICIES)
def test_policies_come_to_an_end(name: str) -> None:
    """Careful play decides games; its twins reach what it leaves out."""
    for players in (2, 4):
        game = Game(GAME, players=players)
        for index in range(3):
            played = play(game, f"shake:ends/{index}", named(game, name))
            assert POLICIES[name](played.reason)
