"""What a seat sees: the tables as they lie, without memory (HE-FLIP-03, HE-PILE-03, HE-TABLE-01).

A face-down card is a back with its place among the backs, its controller, owner, tilt, enhancers
and counters, and who turned it; its controller may look at its face.  Everybody sees the traps that
wait (HE-TRAP-08) and what is owed.
"""

from __future__ import annotations

from typing import cast

from engine.agenda import Kinds
from engine.fields import Json, bits_of
from engine.games.henchling.agenda import TASKS
from engine.games.henchling.components import BACK0, NONE
from engine.games.henchling.schema import ABILITIES_MAX, CARDS
from engine.games.henchling.schema_words import ENHANCER, HENCHLING
from engine.games.henchling.state import Henchling
from engine.games.henchling.table import attached, attack_of, design, health_of, in_play
from engine.zones import Task

Shown = dict[str, Json]


def show_tables(state: Henchling, seat: int, shown: Shown) -> Shown:
    """The generated observation, with every table laid out and what is owed in words."""
    tables = [_table(state, seat, holder) for holder in range(state.rules.players)]
    owed = [_task(state, task) for task in state.agenda]
    backs: list[Json] = [_name(state, card) for card in bits_of(state.guards)]
    return {**shown, "tables": tables, "agenda": cast(Json, owed), "guards": backs}


def _name(state: Henchling, card: int) -> str:
    """A card by name, a face-down one by its place."""
    if card in state.backs:
        return state.rules.names["targets"][BACK0 + state.backs.index(card)]
    return state.rules.names["cards"][card]


def _table(state: Henchling, seat: int, controller: int) -> Json:
    """Cards that lie by themselves: face-up ones by number, then backs in the order turned."""
    cards = bits_of(state.tables[controller])
    hosts = [card for card in cards if state.host[card] == NONE and card not in state.backs]
    hosts += [card for card in state.backs if card in cards and state.host[card] == NONE]
    return cast(Json, [_card(state, seat == controller, card) for card in hosts])


def _card(state: Henchling, own: bool, card: int) -> Shown:
    """One card with what lies on it."""
    entry: Shown = {
        "card": _name(state, card),
        "owner": state.rules.names["seats"][state.owner[card]],
        "tilted": bool(state.tilted >> card & 1),
        "counters": state.coins[card],
        "power": [state.power_a[card], state.power_h[card]],
    }
    entry.update(_back(state, own, card) if card in state.backs else _face(state, card))
    on_it = [each for each in attached(state, card) if each not in state.backs]
    on_it += [each for each in state.backs if state.host[each] == card]
    if on_it:
        entry["enhancers"] = cast(Json, [_card(state, own, each) for each in on_it])
    return entry


def _back(state: Henchling, own: bool, card: int) -> Shown:
    """Who turned it down and whether in this turn; the face for its controller alone."""
    by = state.flippers[state.backs.index(card)]
    entry: Shown = {
        "turned_by": state.rules.names["seats"][by], "this_turn": bool(state.flip_now >> card & 1)
    }  # fmt: skip
    if own:
        entry["face"] = state.rules.names["cards"][card]
    return entry


def _face(state: Henchling, card: int) -> Shown:
    """What a face-up card is: type, numbers, boosts, Free uses of the turn."""
    made = design(state, card)
    entry: Shown = {"type": state.rules.names["types"][made.type]}
    if card >= CARDS:
        entry["token"] = made.id
    if made.type == HENCHLING and in_play(state) >> card & 1:
        entry["attack"], entry["health"] = attack_of(state, card), health_of(state, card)
        entry["damage"] = state.damage[card]
    if made.type != ENHANCER and not in_play(state) >> card & 1:
        entry["arriving"] = True
    uses = [use % ABILITIES_MAX + 1 for use in state.used if use // ABILITIES_MAX == card]
    if uses:
        entry["free_uses"] = cast(Json, uses)
    return entry


def _task(state: Henchling, task: Task) -> str:
    """A task in words; what lies face down is not named, nor by the name of its ability."""
    kind, hidden = TASKS[task[0]], False
    numbers = list(task)
    for place, table in enumerate(kind.tables[: len(task) - 1], 1):
        if table in ("cards", "targets") and task[place] in state.backs:
            numbers[place], hidden = BACK0 + state.backs.index(task[place]), True
    words = Kinds(TASKS, state.rules.names).text(tuple(task)).split()
    for place, table in enumerate(kind.tables[: len(task) - 1], 1):
        if numbers[place] != task[place]:
            words[place] = state.rules.names["targets"][numbers[place]]
        elif hidden and table == "abilities":
            words[place] = "unknown"
    return " ".join(words)
