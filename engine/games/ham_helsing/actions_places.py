"""Other actions of Step 1: Location powers, abilities, revival, the way into a fight."""

from __future__ import annotations

from engine.actions import Domain, Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import CARD, CHARACTER
from engine.games.ham_helsing.actions_fight import chosen_attacks
from engine.games.ham_helsing.agenda import COMMIT, DRAWING
from engine.games.ham_helsing.components import (
    AT_LAB,
    CROAK,
    LAB,
    MARKET,
    NONE,
    SEATS,
    SNACK,
    SWAMP,
    VILLAGE,
)
from engine.games.ham_helsing.components_causes import (
    BY_OTHER,
    DRAW_CROAK,
    FROM_SWAMP,
    PAYS_ABILITY,
    PAYS_CROAK,
    PAYS_REVIVE,
    PAYS_SNACKS,
    SKILL_VILLAGE,
)
from engine.games.ham_helsing.effects_cards import discard_card
from engine.games.ham_helsing.effects_market import buy_upgrade, price
from engine.games.ham_helsing.effects_minions import use_bear
from engine.games.ham_helsing.effects_texts import carry_out, may_use, take_shield_from_lab
from engine.games.ham_helsing.effects_tracks import change_skill, revive
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import bear_goals, power_is_open, skill_room, zone

# --- Location powers (HH-LOC-01 to -06) ------------------------------------------------------


def use_power(state: HamHelsing) -> None:
    """The power of the Location is used for this turn (HH-LOC-02)."""
    here = state.at[state.active]
    state.powers |= 1 << here
    emit(state, ev.POWER_USE, here, state.rules.power_at[here], state.active)


def pay_card(state: HamHelsing, card: int, cause: int) -> None:
    """A hand card pays for one effect, and for that alone (HH-PLAY-08, HH-TERM-02)."""
    discard_card(state, zone(state), card, cause)


def hand_of_active(state: HamHelsing) -> list[int]:
    """Cards of the hand, none of which has been played."""
    return bits_of(state.hand[zone(state)])


@verb("swamp_buy", place=Domain("place", range(MARKET)), clause="HH-LOC-SWAMP-01")
def swamp_buy(state: HamHelsing, place: int) -> None:
    """Swamp O' Lies: one upgrade at once, $1 cheaper."""
    use_power(state)
    buy_upgrade(state, state.active, place, FROM_SWAMP)


@swamp_buy.legal
def affordable_at_swamp(state: HamHelsing) -> list[int]:
    """Market cards the money reaches with the discount; the price may be nothing."""
    if not power_is_open(state, SWAMP):
        return []
    money = state.money[state.active]
    return [place for place, upgrade in enumerate(state.market)
            if upgrade >= 0 and price(state, upgrade, 1) <= money]  # fmt: skip


@verb("take_shield", clause="HH-LOC-LAB-01")
def take_shield(state: HamHelsing) -> None:
    """Not So Secret Lab: the Shiny Shield onto the own board."""
    use_power(state)
    take_shield_from_lab(state)


@take_shield.legal
def shield_is_there(state: HamHelsing) -> list[int]:
    """The Shield lies on its Location."""
    return [0] if state.shield == AT_LAB and power_is_open(state, LAB) else []


@verb("adjust", lower=Domain("lower", COLOURS), higher=Domain("higher", COLOURS),
      clause="HH-LOC-VILLAGE-01")  # fmt: skip
def adjust(state: HamHelsing, lowered: int, raised: int) -> None:
    """Tree Pig Village: one skill down by one, another up by one."""
    if not state.village:
        use_power(state)
        state.village = 1
    state.run = lowered * 4 + raised + 1
    state.run_down |= 1 << lowered
    state.run_up |= 1 << raised
    change_skill(state, state.active, lowered, -1, SKILL_VILLAGE)
    change_skill(state, state.active, raised, 1, SKILL_VILLAGE)


@adjust.legal
def shifts(state: HamHelsing) -> list[int]:
    """In one run a skill only rises or only falls, and pairs do not descend (HH-LOC-VILLAGE-02).

    The lowered one stands above its start, the raised one below its maximum (HH-LOC-VILLAGE-03).
    While the character stays the power goes on, other actions between included.
    """
    here = state.at[state.active]
    if state.rules.power_at[here] != VILLAGE or state.villain == here or state.lost >> here & 1:
        return []
    if state.powers >> here & 1 and not state.village:
        return []
    base, room = 4 * state.active, skill_room(state, state.active)
    return [
        lowered * 4 + raised
        for lowered in range(4)
        if state.skill[base + lowered] and not state.run_up >> lowered & 1
        for raised in range(4)
        if raised != lowered and room[raised] and not state.run_down >> raised & 1
        and lowered * 4 + raised + 1 >= state.run
    ]  # fmt: skip


@verb("croak", card=CARD, clause="HH-LOC-CROAK-01")
def croak(state: HamHelsing, card: int) -> None:
    """Croaklahoma: one hand card for the top two of the deck; the discard is paid first."""
    use_power(state)
    pay_card(state, card, PAYS_CROAK)
    owe(state.agenda, (DRAWING, state.active, 2, DRAW_CROAK))


@croak.legal
def cards_to_croak(state: HamHelsing) -> list[int]:
    """Any hand card, at that power."""
    return hand_of_active(state) if power_is_open(state, CROAK) else []


@verb("snack", card=CARD, clause="HH-LOC-SNACK-01")
def snack(state: HamHelsing, card: int) -> None:
    """Tree of Unhealthy Snacks: one hand card for a use of Knuckles."""
    use_power(state)
    pay_card(state, card, PAYS_SNACKS)
    use_bear(state)


@snack.legal
def cards_to_snack(state: HamHelsing) -> list[int]:
    """Any hand card, at that power, while Knuckles can be used."""
    able = power_is_open(state, SNACK) and (state.asleep or bear_goals(state, NONE))
    return hand_of_active(state) if able else []


# --- abilities and revival (HH-ABIL-01, -04, HH-REVIVE-01) -----------------------------------


@verb("ability", card=CARD, clause="HH-ABIL-01")
def ability(state: HamHelsing, card: int) -> None:
    """Ham, Malcolm, Ronin: a hand card for the ability of the board; each use its own card."""
    pay_card(state, card, PAYS_ABILITY)
    emit(state, ev.ABILITY_USE, state.active, 1)
    carry_out(state, state.rules.ability[state.active])


@ability.legal
def cards_for_ability(state: HamHelsing) -> list[int]:
    """Any hand card, if the ability is one that is paid for and has what it needs (HH-SOLO-09)."""
    who = state.active
    if state.rules.carries[who] or not may_use(state, state.rules.ability[who]):
        return []
    return hand_of_active(state)


@verb("revive_other", card=CARD, who=CHARACTER, clause="HH-REVIVE-01")
def revive_other(state: HamHelsing, card: int, who: int) -> None:
    """A hand card for a knocked-out companion in the same Location."""
    pay_card(state, card, PAYS_REVIVE)
    revive(state, who, BY_OTHER)


@revive_other.legal
def companions_to_revive(state: HamHelsing) -> list[int]:
    """Each hand card with each who lies here; the active character is conscious."""
    here = state.at[state.active]
    lying = [who for who in state.rules.crew if not state.health[who] and state.at[who] == here]
    if not lying:
        return []
    return [card * SEATS + who for card in hand_of_active(state) for who in lying]


# --- the Villain (HH-VFIGHT-01 to -04) -------------------------------------------------------


@verb("fight_villain", clause="HH-VFIGHT-02")
def fight_villain(state: HamHelsing) -> None:
    """Begin to choose what is used; Minions there need not be fought (HH-VFIGHT-03)."""
    owe(state.agenda, (COMMIT, NONE))


@fight_villain.legal
def villain_is_here(state: HamHelsing) -> list[int]:
    """In the Villain's Location, with at least one attack to use (HH-VFIGHT-16)."""
    if state.villain != state.at[state.active]:
        return []
    return [0] if chosen_attacks(state) else []


VERBS: tuple[Verb, ...] = (
    swamp_buy, take_shield, adjust, croak, snack, ability, revive_other, fight_villain,
)  # fmt: skip
