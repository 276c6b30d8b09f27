"""Fights: which Enemy, which weapons, who absorbs, the cards drawn; in the battle, whom next."""

from __future__ import annotations

from engine.actions import Domain, Outcomes, verb
from engine.events import emit
from engine.games.hunted import events_fight as evf
from engine.games.hunted.components import members
from engine.games.hunted.effects_deck import next_card
from engine.games.hunted.effects_fight import (
    begin_fight,
    draw_for_attack,
    more_to_throw,
    say_started,
    strongest,
)
from engine.games.hunted.schema import CARDS
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import challengers, ready

CARD = Domain("card", range(CARDS), "cards")
PARTY_MAX = 16


@verb("face", enemy=CARD, clause="HU-COMBAT-03", needs="tie_break=player")
def face(state: Hunted, enemy: int) -> None:
    """Fight this one of the strongest Enemies."""
    emit(state, evf.TIE_CHOSEN, enemy, tuple(strongest(state)))
    begin_fight(state, enemy)


@face.legal
def tied_enemies(state: Hunted) -> list[int]:
    """The Enemies of highest value (HU-COMBAT-03)."""
    return sorted(strongest(state))


@verb("wield", weapon=CARD, clause="HU-COMBAT-04")
def wield(state: Hunted, weapon: int) -> None:
    """The primary weapon; it stays in the inventory, shifted up."""
    state.primary = weapon


@wield.legal
def weapons_in_hand(state: Hunted) -> list[int]:
    """Any weapon of the inventory (HU-COMBAT-04), a Throwing one by itself too (-06)."""
    return members(state.inventory & state.rules.weapons)


@verb("add_throwing", weapon=CARD, clause="HU-COMBAT-05")
def add_throwing(state: Hunted, weapon: int) -> None:
    """Tuck a Throwing weapon under the primary one (HU-WEAP-04)."""
    state.thrown |= 1 << weapon


@add_throwing.legal
def throwing_in_hand(state: Hunted) -> list[int]:
    """Throwing weapons above the last one added; none under a Throwing primary (HU-COMBAT-06)."""
    return more_to_throw(state)


@verb("fight", clause="HU-COMBAT-06")
def fight(state: Hunted) -> None:
    """Enough weapons: the set is fixed for this combat (HU-COMBAT-05)."""


@fight.legal
def always_enough(state: Hunted) -> list[int]:
    """One weapon is enough."""
    return [0]


@verb("absorb", n=Domain("n", range(PARTY_MAX)), clause="HU-FBAT-06")
def absorb(state: Hunted, n: int) -> None:
    """Exhaust n ready Survivors, one a point; which ones makes no difference in the battle."""
    for card in members(ready(state))[:n]:
        state.tired |= 1 << card
        state.due -= 1
        emit(state, evf.SURVIVOR_ABSORBED, card, ready(state).bit_count())


@absorb.legal
def as_many_as_ready(state: Hunted) -> list[int]:
    """None up to all that is due, as far as Survivors are ready (HU-FBAT-06 to -08, HU-SURV-08)."""
    return list(range(min(state.due, ready(state).bit_count(), PARTY_MAX - 1) + 1))


@verb("strike_with", card=CARD, clause="HU-COMBAT-14")
def strike_with(state: Hunted, card: int) -> None:
    """The card drawn for the next attack (HU-COMBAT-12)."""
    draw_for_attack(state, card)


@strike_with.outcomes
def attack_card(state: Hunted) -> Outcomes:
    """The top card of the deck."""
    return next_card(state)


@verb("challenge", foe=CARD, clause="HU-FBAT-04")
def challenge(state: Hunted, foe: int) -> None:
    """Fight this one next, a combat of its own (HU-FNOTE-03, HU-FBAT-05)."""
    state.foe = foe
    say_started(state, ())


@challenge.legal
def foes_left(state: Hunted) -> list[int]:
    """Minions in any order, then the Boss (HU-FBAT-04); Monster Mash: any Boss (HU-MASH-06)."""
    return members(challengers(state))
