"""Metamorphic checks: a changed position or pack, and what must then change, or must not.

(a) shield and (b) bonus play the same dice from a twin position.  (c) and (d) play whole games on
a pack whose rows stand in another order.  (e), swapped dice, is two_dice_have_twenty_one_outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.content import Pack
from engine.events import Happening
from engine.game import Game
from engine.games.tin_helm.state import TinHelm
from engine.play import Step, walk
from engine.rng import Tape
from engine.state import State
from properties.checker import Table
from properties.invariant import Verdict, step_invariant, table_check
from properties.tin_helm.book import book
from properties.tin_helm.ledger import Turn

TWIN_GAMES = 3
TWIN_PLIES = 400


def _with(step: Turn, op: str) -> Iterator[tuple[TinHelm, bool]]:
    """(twin position with an item of this op taken away or added, whether it was added)."""
    before = step.before
    for item, effect in enumerate(book(before.rules).effects):
        if effect["op"] == op:
            twin = before.clone()
            twin.items ^= 1 << item
            twin.loot &= ~(1 << item)
            yield twin, bool(twin.items >> item & 1)


@step_invariant("THM-A", "TH-COMBAT-20", "TH-ERR-05", verbs=("be_struck",), every=4)
def a_shield_never_costs_health(step: Turn) -> Verdict:
    """With a shield no more health is lost than without, for equal dice."""
    lost = step.before.health - step.after.health
    for twin, added in _with(step, "shield"):
        step.game.apply_unchecked(twin, step.code)
        other = step.before.health - twin.health
        if (other > lost) if added else (other < lost):
            return f"{step.text}: {lost} lost, and {other} with{'' if added else 'out'} a shield"
    return True


@step_invariant("THM-B", "TH-ITEM-09", "TH-COMBAT-16", kinds=("hero.damage",), every=4)
def a_bonus_never_lowers_damage(step: Turn) -> Verdict:
    """With one attack_bonus more the enemy is left with no more health, for equal dice."""
    left = _left(step.events)
    for twin, added in _with(step, "attack_bonus"):
        other = _left(next(walk(step.game, (step.code,), twin, checked=False)).events)
        if (other > left) if added else (other < left):
            return f"{step.text}: enemy left with {left}, and {other} when items change"
    return True


def _left(events: tuple[Happening, ...]) -> int:
    """The enemy's health after the hero's attack of a ply."""
    return next(event for event in events if event.kind == "hero.damage").num("left")


# --- packs in another order -----------------------------------------------------------------


def _turned(game: Game, tables: tuple[str, ...]) -> Game:
    """The same game on a pack with the rows of these tables in reverse."""
    data = cast(dict[str, list[object]], game.content.copied())
    for table in tables:
        data[table].reverse()
    return Game(game.definition, game.options, Pack(data, f"{game.content.file}, turned"))


def _by_words(game: Game, state: State) -> dict[str, int]:
    """What may happen next: action text -> weight (1 for a player's)."""
    if game.rows[state.phase].chance:
        return {game.text(code): weight for code, weight in game.chance_outcomes(state)}
    return {game.text(code): 1 for code in game.legal_actions(state)}


def _told(step: Step) -> list[str]:
    """Events of a ply in words; lists of ids without order."""
    return [
        " ".join([event.kind, *(f"{fact}={_plain(word)}" for fact, word in event.facts().items())])
        for event in step.events
    ]


def _plain(word: object) -> str:
    return str(sorted(map(str, word)) if isinstance(word, list) else word)


def _play_alike(game: Game, other: Game, seed: str) -> str:
    """Play one game on both packs by the same words; the first difference, or an empty text."""
    tape = Tape.seeded(seed, "chance")
    state, twin = game.initial(), other.initial()
    for _ in range(TWIN_PLIES):
        mine, theirs = _by_words(game, state), _by_words(other, twin)
        if mine != theirs:
            return f"{mine} may happen, on the turned pack {theirs}"
        if not mine:
            return ""
        text = sorted(mine)[tape.below(len(mine))]
        step = next(walk(game, (game.code(text),), state, checked=False))
        echo = next(walk(other, (other.code(text),), twin, checked=False))
        if _told(step) != _told(echo):
            return f"{text} brings {_told(step)}, on the turned pack {_told(echo)}"
        state, twin = step.after, echo.after
    return ""


def _alike(table: Table, *tables: str) -> Verdict:
    other = _turned(table.game, tables)
    for number in range(TWIN_GAMES):
        found = _play_alike(table.game, other, f"shake:turned/{number}")
        if found:
            return found
    return True


@table_check("THM-C", "TH-SETUP-16")
def open_piles_have_no_order(table: Table) -> Verdict:
    """Enemy and loot cards listed in another order: every game goes the same way."""
    return _alike(table, "enemy", "loot", "trapping", "encounter")


@table_check("THM-D", "TH-SETUP-17", "TH-END-06")
def the_pile_is_a_set(table: Table) -> Verdict:
    """Dungeon cards listed in another order: every draw has the same outcomes and weights."""
    return _alike(table, "dungeon")


@table_check("THM-E", "TH-COMBAT-10", "TH-COMBAT-17")
def swapped_dice_are_one_outcome(table: Table) -> Verdict:
    """A pair of dice named in either order is the same action."""
    code = table.game.code
    pairs = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    return all(
        code(f"{verb} {one} {two}") == code(f"{verb} {two} {one}")
        for verb in ("strike", "be_struck")
        for one, two in pairs
    )

