"""Metamorphic checks: a changed position or pack, and what must then change, or must not.

(a) and (b) play the same action from a twin position; (c), (d) and the values that matter only in
combat play on a changed pack; (e) is the cap.  Last, a ply played again is the same ply.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from engine.content import Pack
from engine.game import Game
from engine.games.hunted.schema import CARD_TABLES, ICONS
from engine.games.hunted.state import Hunted
from engine.play import Step, walk
from engine.rng import Tape
from engine.state import State
from properties.checker import Table
from properties.hunted.book import bit, bits
from properties.hunted.effects import USES, used
from properties.hunted.ledger import Turn, book_of
from properties.invariant import Verdict, step_invariant, table_check

TWIN_GAMES = 3
TWIN_PLIES = 300
FIGHT_KINDS = ("combat.started", "combat.triggered", "tie.chosen")
Data = dict[str, list[dict[str, object]]]


@step_invariant("HUM-A", "HU-COMBAT-05", "HU-COMBAT-07", "HU-NOTE-02", verbs=("fight",), every=3)
def a_throwing_weapon_more_never_weakens(step: Turn) -> Verdict:
    """With one reusable Throwing weapon more, the first attack reaches no less."""
    cards, before = book_of(step.game), step.before
    spare = cards.throwing & cards.weapons & ~cards.once & ~before.inventory
    total = first_total(step.game, before, step.code)
    for card in bits(spare)[:2]:
        twin = before.clone()
        twin.inventory |= bit(card)
        twin.thrown |= bit(card)
        other = first_total(step.game, twin, step.code)
        if other < total:
            return f"{total}, and {other} with {cards.ids[card]}"
    return True if spare else None


def first_total(game: Game, state: Hunted, code: int) -> int:
    """What the first attack reaches when the weapons are chosen."""
    step = next(walk(game, (code,), state, checked=False))
    for event in step.events:
        if event.event.kind == "attack.made":
            return event.num("total")
    return cast(Hunted, step.after).total


@step_invariant("HUM-B", "HU-FBAT-06", "HU-SURV-08", "HU-RESC-08", rows=("absorb",), every=3)
def a_survivor_more_never_costs_energy(step: Turn) -> Verdict:
    """With one ready Survivor more, absorbing all that can be leaves no less Energy."""
    cards, before = book_of(step.game), step.before
    spare = bits(cards.survivors & ~before.party)
    if not spare:
        return None
    twin = before.clone()
    twin.party |= bit(spare[0])
    return greedily(step.game, twin) >= greedily(step.game, before)


def greedily(game: Game, state: Hunted) -> int:
    """Energy after an attack for which as many Survivors absorb as may."""
    state = state.clone()
    game.apply_unchecked(state, game.legal_actions(state)[-1])
    return state.energy


@step_invariant("HUM-E", "HU-GAME-02", "HU-ITEM-03", "HU-ITEM-04", verbs=USES)
def a_gain_at_the_cap_changes_nothing(step: Turn) -> Verdict:
    """At Energy 10 a gain uses up its source and leaves the rest of the position unchanged."""
    cards, before = book_of(step.game), step.before
    source, effect = used(step, cards)
    if effect.op != "gain_energy" or before.energy != cards.cap:
        return None
    twin = before.clone()
    twin.phase = step.after.phase
    if step.verb == "call_on_hero":
        twin.hero_used += 1
    elif step.verb == "ask":
        twin.tired |= bit(source)
    elif cards.spent >> source & 1:
        twin.inventory &= ~bit(source)
        twin.discard |= bit(source)
    return twin.encode() == step.after.encode()


@step_invariant("HUI-47", "HU-ACT-02", "HU-ACT-03", every=47)
def a_ply_played_again_is_the_same(step: Turn) -> Verdict:
    """The same action from the same position leads to the same bytes, and is offered again."""
    twin = step.before.clone()
    legal = tuple(step.game.legal_actions(twin))
    step.game.apply_unchecked(twin, step.code)
    return legal == step.legal and twin.encode() == step.after.encode()


# --- changed packs ------------------------------------------------------------------------------


def changed(game: Game, change: str) -> Game:
    """The same game on a changed pack; made once."""
    return _changed(game, change)


@lru_cache(maxsize=64)
def _changed(game: Game, change: str) -> Game:
    data = cast(Data, game.content.copied())
    CHANGES[change](data)
    return Game(game.definition, game.options, Pack(data, f"{game.content.file}, {change}"))


def _other_values(data: Data) -> None:
    """Every value another one."""
    for table in CARD_TABLES:
        for row in data[table]:
            if "value" in row:
                row["value"] = 3 + (cast(int, row["value"]) + 5) % 7


def _no_while(data: Data) -> None:
    """No Location changes anything while it is visible."""
    for row in data["location"]:
        row["while"] = {"op": "none"}


def _other_icons(data: Data) -> None:
    """Every icon the next one, the noise icon too."""
    turned = dict(zip(ICONS, (*ICONS[1:], ICONS[0]), strict=True))
    for table in CARD_TABLES:
        for row in data[table]:
            for key in ("resources", "cost"):
                if key in row:
                    counts = cast(dict[str, int], row[key])
                    row[key] = {turned[icon]: count for icon, count in counts.items()}
    constants = cast(dict[str, object], data["constants"])
    constants["noise_icon"] = turned[str(constants["noise_icon"])]


CHANGES = {"other values": _other_values, "no while": _no_while, "other icons": _other_icons}


def elsewhere(step: Turn, change: str) -> Hunted:
    """Where the action leads on the changed pack."""
    other = changed(step.game, change)
    twin = step.before.clone()
    twin.rules = other.rules  # type: ignore[assignment]
    other.apply_unchecked(twin, step.code)
    return twin


@step_invariant("HUI-50", "HU-TYPE-03", "HU-ITEM-02", "HU-SURV-02", "HU-KEY-02", "HU-WEAP-06",
                rows=("choose", "draw", "draw_more", "pay", "unlock", "attach", "drop", "take",
                      "wake", "look", "sort"), every=31)  # fmt: skip
def values_are_read_in_combat_alone(step: Turn) -> Verdict:
    """Outside combat an action leads to the same position whatever values the cards have."""
    if any(event.event.kind in FIGHT_KINDS for event in step.events):
        return None
    return elsewhere(step, "other values").encode() == step.after.encode()


@step_invariant("HUM-D", "HU-LOC-06", "HU-FINALE-02", rows=("arm", "join", "strike"), every=7)
def a_covered_location_is_none(step: Turn) -> Verdict:
    """An attack under a Location without its change is an attack with the card face down."""
    before = step.before
    if before.entered or before.waiting or before.owed:
        return None
    covered = before.clone()
    covered.entered = 1
    here = attack_of(step.game, covered, step.code)
    other = changed(step.game, "no while")
    plain = before.clone()
    plain.rules = other.rules  # type: ignore[assignment]
    return here == attack_of(other, plain, step.code)


def attack_of(game: Game, state: Hunted, code: int) -> list[tuple[int, ...]]:
    """What the attacks of one ply reach, want, cost and leave."""
    step = next(walk(game, (code,), state, checked=False))
    facts = ("total", "strength", "cost", "energy")
    return [tuple(event.num(fact) for fact in facts)
            for event in step.events if event.event.kind == "attack.made"]  # fmt: skip


# --- whole games on a changed pack --------------------------------------------------------------


def _may(game: Game, state: State) -> dict[str, int]:
    """What may happen next: action text -> weight (1 for a player's)."""
    if game.rows[state.phase].chance:
        return {game.text(code): weight for code, weight in game.chance_outcomes(state)}
    return {game.text(code): 1 for code in game.legal_actions(state)}


def _told(step: Step, icons: bool) -> list[str]:
    """Events of a ply in words; icon counts in another order where icons were renamed."""
    turned = ("given", "cost", "lost") if icons else ()
    told = []
    for event in step.events:
        facts = {fact: _turned(word) if fact in turned else word
                 for fact, word in event.facts().items()}  # fmt: skip
        told.append(f"{event.kind} {facts}")
    return told


def _turned(word: object) -> object:
    return [word[-1], *word[:-1]] if isinstance(word, list) else word


def alike(game: Game, other: Game, seed: str, icons: bool, until: tuple[str, ...] = ()) -> str:
    """Play one game on both packs by the same words; the first difference, or an empty text.

    `until`: events of these kinds end the comparison.
    """
    tape = Tape.seeded(seed, "chance")
    state, twin = game.initial(), other.initial()
    for _ in range(TWIN_PLIES):
        mine, theirs = _may(game, state), _may(other, twin)
        if mine != theirs:
            return f"{mine} may happen, on the changed pack {theirs}"
        if not mine:
            return ""
        text = sorted(mine)[tape.below(len(mine))]
        step = next(walk(game, (game.code(text),), state, checked=False))
        echo = next(walk(other, (other.code(text),), twin, checked=False))
        if any(event.kind in until for event in step.events):
            return ""
        if _told(step, icons) != _told(echo, False):
            return f"{text} brings {_told(step, icons)}, on the changed pack {_told(echo, False)}"
        state, twin = step.after, echo.after
    return ""


def _alike(table: Table, change: str, icons: bool, until: tuple[str, ...] = ()) -> Verdict:
    other = changed(table.game, change)
    for number in range(TWIN_GAMES):
        found = alike(table.game, other, f"shake:twin/{number}", icons, until)
        if found:
            return found
    return True


@table_check("HUM-C", "HU-TYPE-02", "HU-TYPE-04", "HU-TYPE-05")
def icons_have_no_meaning_but_noise(table: Table) -> Verdict:
    """With all icons renamed alike, the noise icon included, every game goes the same way."""
    return _alike(table, "other icons", True)


@table_check("HUI-50", "HU-TYPE-03", "HU-ITEM-02", "HU-SURV-02", "HU-KEY-02")
def values_matter_only_in_combat(table: Table) -> Verdict:
    """With other values on every card each game goes the same way until a combat."""
    return _alike(table, "other values", False, FIGHT_KINDS)


