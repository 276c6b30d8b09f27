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
from engine.games.henchling.schema_words import HENCHLING
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
    on_it = [_card(state, own, each) for each in _enhancers(state, card)]
    return {**entry, "enhancers": cast(Json, on_it)} if on_it else entry


def _enhancers(state: Henchling, card: int) -> list[int]:
    """Enhancers on a card: face-up ones by number, then backs in the order turned."""
    found = [each for each in attached(state, card) if each not in state.backs]
    return found + [each for each in state.backs if state.host[each] == card]


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
    """What a face-up card is: type, token, numbers, Free uses of the turn."""
    made, here = design(state, card), in_play(state) >> card & 1
    entry: Shown = {"type": state.rules.names["types"][made.type]}
    if card >= CARDS:
        entry["token"] = made.id
    if not here:
        entry["arriving"] = True
    elif made.type == HENCHLING:
        entry.update(_numbers(state, card))
    uses = [use % ABILITIES_MAX + 1 for use in state.used if use // ABILITIES_MAX == card]
    return {**entry, "free_uses": cast(Json, uses)} if uses else entry


def _numbers(state: Henchling, card: int) -> Shown:
    """A Henchling's derived numbers and its marker."""
    attack, health = attack_of(state, card), health_of(state, card)
    return {"attack": attack, "health": health, "damage": state.damage[card]}


def _task(state: Henchling, task: Task) -> str:
    """A task in words; what lies face down is not named, nor by the name of its ability."""
    kind = TASKS[task[0]]
    words = Kinds(TASKS, state.rules.names).text(tuple(task)).split()
    hidden = _hidden_in(state, task)
    for place, table in enumerate(kind.tables[: len(task) - 1], 1):
        if place in hidden:
            words[place] = _name(state, task[place])
        elif hidden and table == "abilities":
            words[place] = "unknown"
    return " ".join(words)


def _hidden_in(state: Henchling, task: Task) -> list[int]:
    """Places of a task that name a face-down card."""
    tables = enumerate(TASKS[task[0]].tables[: len(task) - 1], 1)
    named = [place for place, table in tables if table in ("cards", "targets")]
    return [place for place in named if task[place] in state.backs]
