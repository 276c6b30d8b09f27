"""Combat: trigger, strongest enemy, attacks and their price, cards drawn, the end of a fight."""

from __future__ import annotations

from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted import events_fight as evf
from engine.games.hunted.components import (
    BY_ATTACK,
    BY_COMBAT,
    BY_DEFEAT,
    BY_ONCE,
    IN_INVENTORY,
    IN_ROW,
    IN_TUCKED,
    MINION,
    NONE,
    VS_JEKYLL,
    VS_MINION,
    members,
)
from engine.games.hunted.effects_cards import detach, discard_card, sweep_row
from engine.games.hunted.effects_deck import (
    end_first_pass,
    goes_to_row,
    lay_in_row,
    place_location,
    refill,
    take_top,
    uncover_jekyll,
)
from engine.games.hunted.state import Hunted
from engine.games.hunted.table import (
    attack_cost,
    attack_of,
    change,
    changed_by,
    enemies_in_row,
    fight_kind,
    first_of,
    foe_falls,
    is_last_boss,
    later_of,
    noise,
    noise_threshold,
    ready,
    strength,
    weapons_in_use,
)

TWO_ENEMIES, NOISE = range(2)
DEFEATED, TURNED_BACK = range(2)

# --- the trigger (HU-COMBAT-01 to -03) -------------------------------------------------------


def two_enemies(state: Hunted) -> bool:
    """HU-EXPL-03: two Enemies lie in the Row."""
    return len(enemies_in_row(state)) > 1


def enemy_hears_noise(state: Hunted) -> bool:
    """HU-EXPL-04: one Enemy and enough noise icons; never the wish to fight (HU-NOTE-01).

    One in a quiet Row does nothing (HU-ENEMY-03).
    """
    return bool(enemies_in_row(state)) and noise(state) >= noise_threshold(state)


def strongest(state: Hunted) -> list[int]:
    """The Enemies of highest value in the Row (HU-COMBAT-03)."""
    enemies, value = enemies_in_row(state), state.rules.value
    most = max([value[card] for card in enemies])
    return [card for card in enemies if value[card] == most]


def start_combat(state: Hunted) -> None:
    """A combat is triggered; the strongest Enemy is fought, or one of several is to be chosen."""
    if state.sink is not None:
        enemies, types = enemies_in_row(state), state.rules.type
        emit(state, evf.COMBAT_TRIGGERED, TWO_ENEMIES if len(enemies) > 1 else NOISE,
             tuple(enemies), noise(state), noise_threshold(state),
             sum(types[card] == MINION for card in enemies), state.rules.finale)  # fmt: skip
    most = strongest(state)
    if len(most) == 1 or state.rules.earliest:
        begin_fight(state, most[0])


def begin_fight(state: Hunted, foe: int) -> None:
    """All else in the Row is discarded (HU-COMBAT-02); this Enemy must be fought."""
    others = tuple(state.rules.value[card] for card in enemies_in_row(state) if card != foe)
    state.foe = foe
    sweep_row(state, 1 << foe, BY_COMBAT)
    say_started(state, others)


def say_started(state: Hunted, others: tuple[int, ...]) -> None:
    """The event: foe and Strength, the values of other Enemies there were, the inventory."""
    if state.sink is not None:
        foe = state.foe
        emit(state, evf.COMBAT_STARTED, foe, fight_kind(state), strength(state),
             state.rules.value[foe], others, tuple(members(state.inventory)))  # fmt: skip


def foe_is_tied(state: Hunted) -> bool:
    """Equally strong Enemies: the player chooses (HU-COMBAT-03)."""
    return state.foe == NONE


# --- weapons (HU-COMBAT-04 to -06) -----------------------------------------------------------


def more_to_throw(state: Hunted) -> list[int]:
    """Throwing weapons that may still be added, above the last one added.

    Any number under a primary that is not Throwing itself; else as many as may be used alone.
    """
    rules, floor = state.rules, state.thrown.bit_length()
    if rules.throwing >> state.primary & 1:
        if state.thrown.bit_count() + 1 >= rules.throwing_alone:
            return []
        floor = max(floor, state.primary + 1)
    held = state.inventory & rules.throwing & ~(1 << state.primary)
    return members(held >> floor << floor)


def more_may_be_thrown(state: Hunted) -> bool:
    """HU-COMBAT-05: a Throwing weapon is left to add."""
    return bool(more_to_throw(state))


# --- attacks (HU-COMBAT-07 to -11) -----------------------------------------------------------


def begin_attack(state: Hunted) -> None:
    """One more attack; its price is due.  The first is worth the weapons' sum (HU-COMBAT-07)."""
    state.attacks += 1
    if state.attacks == 1:
        state.total = sum([attack_of(state, weapon) for weapon in weapons_in_use(state)])
        emit(state, evf.WEAPONS_CHOSEN, state.primary, tuple(members(state.thrown)),
             fight_kind(state), state.face)  # fmt: skip
    state.due = attack_cost(state)


def survivors_may_absorb(state: Hunted) -> bool:
    """HU-FBAT-06, -07: in the Finale Battle, while a Survivor is ready and Energy is due."""
    return bool(state.battle and state.due and ready(state))


def land_attack(state: Hunted) -> None:
    """Pay what is due, then compare (HU-COMBAT-11): beaten, if the hero lives or it wins."""
    before = state.energy
    state.energy = max(0, before - state.due)
    if state.sink is not None:
        say_attack(state, before)
        if state.energy != before:
            emit(state, ev.ENERGY_CHANGED, before, state.energy, -state.due, BY_ATTACK)
        if foe_falls(state) and (state.energy or is_last_boss(state)):
            say_defeat(state)
    state.due = 0
    state.drawn = NONE


def say_attack(state: Hunted, before: int) -> None:
    """The event: what the weapons are worth and cost, the card drawn, the total, the price."""
    rules, used, cost = state.rules, weapons_in_use(state), attack_cost(state)
    attacks = tuple(attack_of(state, weapon) for weapon in used)
    changes = [changed_by(state, weapon) for weapon in used]
    drawn = NONE if state.drawn >= 0 and rules.locations >> state.drawn & 1 else state.drawn
    absorbed = rules.absorbers >> state.foe & 1 and state.tucked == [drawn]
    mod = 0 if state.battle else change(state).strength
    emit(
        state, evf.ATTACK_MADE, state.attacks, fight_kind(state), state.foe, attacks,
        tuple(first_of(state, weapon) for weapon in used),
        tuple(later_of(state, weapon) for weapon in used),
        sum(any(mods) for mods in changes), sum(attacks), drawn, int(absorbed), state.total,
        strength(state), mod, change(state).first, cost, cost - state.due, before - state.energy,
        state.energy, int(is_last_boss(state)), rules.finale,
    )  # fmt: skip


def say_defeat(state: Hunted) -> None:
    """The event of a beaten Enemy, Minion, Jekyll (a Minion, HU-JEK-02) or Boss."""
    foe, kind, total, needed = state.foe, fight_kind(state), state.total, strength(state)
    if not state.battle:
        emit(state, evf.ENEMY_DEFEATED, foe, total, needed)
    elif kind in (VS_MINION, VS_JEKYLL):
        emit(state, evf.MINION_DEFEATED, foe, total, needed)
    else:
        left = (state.rules.bosses & ~state.beaten).bit_count() - 1
        emit(state, evf.BOSS_DEFEATED, foe, total, needed, left, state.energy)


def hyde_turns_back(state: Hunted) -> bool:
    """HU-JEK-06: as many attacks on Hyde as his card allows, and he stands."""
    limit = state.rules.hyde_limit
    return state.battle == 1 and state.foe == state.rules.jekyll and state.face == 1 and (
        state.attacks >= limit
    )  # fmt: skip


# --- cards drawn for an attack (HU-COMBAT-12 to -16) -----------------------------------------


def supply(state: Hunted) -> None:
    """A card is needed for the next attack (HU-DECK-04); without one it adds none (-05)."""
    refill(state, BY_ATTACK)


def deck_has_cards(state: Hunted) -> bool:
    """A card can be drawn."""
    return bool(state.deck)


def draw_for_attack(state: Hunted, card: int) -> None:
    """Tuck the card under the weapons; only its value counts (HU-COMBAT-16, HU-WEAP-06).

    Here alone a value counts that is no Strength and no attack (HU-TYPE-03): of items (HU-ITEM-02),
    Survivors (HU-SURV-02) and keys (HU-KEY-02).

    Dracula absorbs the first one (HU-DRAC-04); a Location goes to its stack, its effect waits, and
    another card is drawn (HU-NOTE-03, -04, HU-DRAC-05).
    """
    take_top(state, card)
    end_first_pass(state, BY_ATTACK)
    rules, replaces = state.rules, state.drawn >= 0
    state.drawn = card
    if rules.locations >> card & 1:
        place_location(state, card, BY_ATTACK)
    else:
        absorbed = bool(rules.absorbers >> state.foe & 1 and not state.tucked)
        value = rules.value[card]
        state.total += 0 if absorbed else value
        state.tucked.append(card)
        emit(state, evf.COMBAT_CARD_DRAWN, card, rules.type[card], value, int(absorbed),
             int(replaces), state.total, rules.locked >> card & 1)  # fmt: skip
    uncover_jekyll(state)


def replacement_is_owed(state: Hunted) -> bool:
    """HU-NOTE-03: the card drawn was a Location."""
    return bool(state.rules.locations >> state.drawn & 1)


# --- the end of a fight (HU-COMBAT-19 to -22) ------------------------------------------------


def end_fight(state: Hunted) -> None:
    """The Enemy is discarded, a beaten Minion or Boss turned over (HU-FNOTE-03), Jekyll flipped."""
    foe, kind = state.foe, fight_kind(state)
    if not state.battle:
        state.in_row.remove(foe)
        discard_card(state, foe, IN_ROW, BY_DEFEAT)
    elif kind != VS_JEKYLL:
        state.beaten |= 1 << foe
    put_away(state, DEFEATED)
    if kind == VS_JEKYLL:
        flip(state, 1)


def turn_back(state: Hunted) -> None:
    """Hyde is Jekyll again and must be beaten anew (HU-JEK-06, -07); his combat is over."""
    put_away(state, TURNED_BACK)
    flip(state, 2)


def flip(state: Hunted, face: int) -> None:
    """Turn the double-sided card: the next combat is a new one (HU-JEK-05, -07)."""
    state.face = face
    emit(state, evf.BOSS_FLIPPED, state.foe, face, state.attacks)


def put_away(state: Hunted, result: int) -> None:
    """Drawn cards first, then weapons: used up (HU-COMBAT-21) or kept (HU-COMBAT-22)."""
    foe, kind, drawn = state.foe, fight_kind(state), tuple(state.tucked)
    put_drawn_away(state)
    used = weapons_in_use(state)
    spent = [weapon for weapon in used if state.rules.once >> weapon & 1]
    for weapon in spent:
        state.inventory &= ~(1 << weapon)
        discard_card(state, weapon, IN_INVENTORY, BY_ONCE)
        detach(state, weapon)
    returned = tuple(weapon for weapon in used if weapon not in spent)
    emit(state, evf.COMBAT_ENDED, foe, kind, result, returned, tuple(spent), drawn,
         state.attacks)  # fmt: skip


def put_drawn_away(state: Hunted) -> None:
    """Discard what was drawn (HU-COMBAT-20); locked-in cards go back on top of the deck in the
    order they lay (HU-LOCK-03), Dracula in Monster Mash to the Row."""
    back: list[int] = []
    for card in state.tucked:
        if goes_to_row(state, card):
            lay_in_row(state, card, BY_ATTACK)
        elif not discard_card(state, card, IN_TUCKED, BY_ATTACK):
            back.append(card)
    state.deck[:0] = back
    state.tucked = []
