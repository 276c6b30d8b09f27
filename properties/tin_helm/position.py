"""Positions that cannot be: what no line of play leads to, whoever writes it down (3.0, 4.2, 7.0).

Play is judged by its events; these also judge a position that somebody gives, as scenarios do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from engine.fields import bits_of
from engine.games.tin_helm.components import TinHelmRules
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, final_invariant, invariant
from properties.tin_helm.book import CAMP, ENCOUNTER, NONE, SHARDS_TO_WIN, WATER, book

NOBODY_YET = ("race", "class")
# The icon whose resolution a row is part of.
ICON_OF = {"camp": CAMP, "water": WATER, "fish": WATER, "offer": ENCOUNTER, "cast": ENCOUNTER}


@lru_cache(maxsize=8)
def cards_of_faces(rules: TinHelmRules) -> tuple[list[str], list[str], list[str]]:
    """The physical card of each race, class and item ("" for loot: a card of its own)."""
    pack = rules.pack
    races, classes = ([str(row["card"]) for row in pack.rows_of(t)] for t in ("race", "class"))
    items = ["" for _ in pack.rows_of("loot")]
    return races, classes, items + [str(row["card"]) for row in pack.rows_of("trapping")]


@lru_cache(maxsize=8)
def traded_away(rules: TinHelmRules) -> tuple[tuple[int, int], ...]:
    """(source, item) where a shard source pays for that item and for nothing else (TH-SHARD-04)."""
    pack, names = rules.pack, rules.names
    faces = (cast(list[dict[str, Any]], row["effect"]) for row in pack.rows_of("encounter"))
    effects = [effect for face in faces for effect in face]
    others = {effect.get("source") for effect in effects}
    found = []
    for effect in effects:
        source = effect["then"].get("source") if effect["op"] == "may_trade" else None
        if source is not None and source not in others:
            at = names["shard_source"].index(source), names["items"].index(effect["item"])
            found.append(at)
    return tuple(found)


@invariant("THP-01", "TH-SETUP-04", but=NOBODY_YET, every=9)
def race_and_class_lie_on_two_cards(state: TinHelm) -> Verdict:
    """A card shows its race face or its class face, not both."""
    races, classes, _ = cards_of_faces(state.rules)
    return races[state.race] != classes[state.cls]


@invariant("THP-02", "TH-COMP-02", "TH-SETUP-12", but=NOBODY_YET, every=9)
def a_trapping_card_shows_one_face(state: TinHelm) -> Verdict:
    """No two items held are faces of one trapping card."""
    cards = cards_of_faces(state.rules)[2]
    held = [cards[item] for item in bits_of(state.items) if cards[item]]
    return len(held) == len(set(held))


@invariant("THP-03", "TH-SHARD-01", "TH-OVER-01", but=("won",))
def the_third_shard_ends_the_game(state: TinHelm) -> Verdict:
    """Nobody plays on with three shards."""
    return state.shards < SHARDS_TO_WIN


@invariant("THP-04", "TH-CARD-01", "TH-ITEM-23", rows=("fight", "strike", "be_struck"))
def a_foe_is_no_healthier_than_it_began(state: TinHelm) -> Verdict:
    """An enemy has at most its printed health and the level."""
    return state.foe <= book(state.rules).foes[state.enemy].health + state.level


@invariant("THP-05", "TH-TURN-08", "TH-ICON-01", rows=tuple(ICON_OF))
def a_row_belongs_to_its_icon(state: TinHelm, past: History) -> Verdict:
    """Campsite, water and encounter rows stand in a room, at an icon of their kind."""
    if state.room == NONE or state.result == NONE:
        return "there is no room with its result"
    icons = book(state.rules).cards[state.room].icons
    if not 0 < state.icon <= len(icons):
        return f"icon {state.icon} of a room with {len(icons)}"
    row = past.game.row_name(state)
    if row in ("offer", "cast") and not state.agenda:
        return "nothing is asked: the agenda is empty"
    return ICON_OF[row] == icons[state.icon - 1]


@invariant("THP-06", "TH-SHARD-04", but=NOBODY_YET)
def what_was_traded_is_gone(state: TinHelm) -> Verdict:
    """An item that bought a shard is neither held nor to be found."""
    spent = [item for source, item in traded_away(state.rules) if state.sources >> source & 1]
    if not spent:
        return None
    return not any((state.items | state.loot) >> item & 1 for item in spent)


@invariant("THP-07", "TH-ITEM-04", "TH-ITEM-01", rows=("fight", "strike"))
def a_thrown_bomb_is_gone(state: TinHelm) -> Verdict:
    """While its smoke hangs the bomb is neither held nor to be found."""
    if state.smoke == NONE:
        return None
    return not (state.items | state.loot) >> state.smoke & 1


@final_invariant("THP-08", "TH-OVER-01", "TH-OVER-02", "TH-OVER-03", "TH-OBJ-02")
def an_end_has_its_cause(state: TinHelm, past: History) -> Verdict:
    """Won with three shards, dead without health, corrupted after the last level's last room."""
    cards = book(state.rules)
    won, dead = state.shards == SHARDS_TO_WIN, state.health == 0
    last = state.level == cards.levels and state.rooms == 6
    reason = past.game.end_reason(state)
    return {"won": won, "died": dead and not won, "corrupted": last and not won and not dead}[
        str(reason)
    ]
