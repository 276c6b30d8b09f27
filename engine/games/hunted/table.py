"""Readings of the table: what the rules ask of a position, nothing changed."""

from __future__ import annotations

from engine.games.hunted.components import (
    GUARD,
    NO_CHANGE,
    VS_BOSS,
    VS_ENEMY,
    VS_HYDE,
    VS_JEKYLL,
    VS_MINION,
    Fx,
    While,
    members,
)
from engine.games.hunted.state import Hunted

# --- the Row ---------------------------------------------------------------------------------


def row_mask(state: Hunted) -> int:
    """The Row as a set."""
    mask = 0
    for card in state.in_row:
        mask |= 1 << card
    return mask


def enemies_in_row(state: Hunted) -> list[int]:
    """The Enemies of the Row, in its order; Bosses and Minions are none (HU-FNOTE-01)."""
    enemies = state.rules.enemies
    return [card for card in state.in_row if enemies >> card & 1]


def noise(state: Hunted) -> int:
    """Noise icons over the cards of the Row; two on one card count two (HU-TYPE-05)."""
    icons = state.rules.noise
    return sum([icons[card] for card in state.in_row])


# --- Locations -------------------------------------------------------------------------------


def change(state: Hunted) -> While:
    """What the visible Location changes: the one drawn last (HU-LOC-02, -06).

    Nothing once all are turned down (HU-FINALE-02).
    """
    if state.entered or not state.locations:
        return NO_CHANGE
    return state.rules.change[state.locations[-1]]


def noise_threshold(state: Hunted) -> int:
    """How many noise icons make an Enemy notice: two, or what the Location says, at least one."""
    return max(1, state.rules.threshold + change(state).noise)


def hide_price(state: Hunted) -> int:
    """Energy that Hide costs: one (HU-HIDE-01), or what the Location says, at least one."""
    return max(1, state.rules.hide_cost + change(state).hide)


# --- weapons (HU-WEAP-02 to -04) -------------------------------------------------------------


def weapons_in_use(state: Hunted) -> list[int]:
    """The primary weapon, then the Throwing weapons under it."""
    return [state.primary, *members(state.thrown)] if state.thrown else [state.primary]


def changed_by(state: Hunted, weapon: int) -> tuple[int, int, int]:
    """What the items attached to a weapon change: attack, first, subsequent (HU-ITEM-06)."""
    attack = first = later = 0
    for item, host in zip(state.attached, state.hosts, strict=True):
        if host == weapon:
            mods = state.rules.fx[item].mods
            attack, first, later = attack + mods[0], first + mods[1], later + mods[2]
    return attack, first, later


def attack_of(state: Hunted, weapon: int) -> int:
    """A weapon's attack with what is attached to it."""
    plain = state.rules.value[weapon]
    return max(0, plain + changed_by(state, weapon)[0]) if state.hosts else plain


def first_of(state: Hunted, weapon: int) -> int:
    """A weapon's First Energy Cost, not below 0."""
    plain = state.rules.first[weapon]
    return max(0, plain + changed_by(state, weapon)[1]) if state.hosts else plain


def later_of(state: Hunted, weapon: int) -> int:
    """A weapon's Subsequent Energy Cost, not below 1 (HU-DECK-05)."""
    plain = state.rules.later[weapon]
    return max(1, plain + changed_by(state, weapon)[2]) if state.hosts else plain


# --- the fight -------------------------------------------------------------------------------


def fight_kind(state: Hunted) -> int:
    """What is fought: an Enemy, or in the Finale Battle a Minion, a Boss, Jekyll or Hyde."""
    if not state.battle:
        return VS_ENEMY
    if state.foe == state.rules.jekyll:
        return VS_HYDE if state.face == 1 else VS_JEKYLL
    return VS_BOSS if state.rules.bosses >> state.foe & 1 else VS_MINION


def strength(state: Hunted) -> int:
    """The Strength to reach: the card's value (HU-ENEMY-02), the Location's change for Enemies,
    the Picture's number (HU-DOR-08), Hyde's on the back of Jekyll (HU-JEK-02)."""
    rules, foe = state.rules, state.foe
    if not state.battle:
        return max(1, rules.value[foe] + change(state).strength)
    if foe == rules.picture:
        return state.picture
    return rules.hyde_strength if foe == rules.jekyll and state.face == 1 else rules.value[foe]


def attack_cost(state: Hunted) -> int:
    """Energy due for the attack: the highest First, then the highest Subsequent cost of the weapons
    in use (HU-COMBAT-08, -13, HU-NOTE-02)."""
    if state.attacks == 1:
        costs = [first_of(state, weapon) for weapon in weapons_in_use(state)]
        return max(costs) + change(state).first
    return max([later_of(state, weapon) for weapon in weapons_in_use(state)])


def foe_falls(state: Hunted) -> bool:
    """HU-COMBAT-10: one total that meets the Strength defeats; no health is lost (HU-NOTE-05)."""
    return state.total >= strength(state)


def is_last_boss(state: Hunted) -> bool:
    """Whether beating this foe leaves no Boss: Hyde counts, Jekyll does not (HU-JEK-05)."""
    rules = state.rules
    if not state.battle or (state.foe == rules.jekyll and state.face != 1):
        return False
    return rules.bosses & ~state.beaten == 1 << state.foe


def ready(state: Hunted) -> int:
    """Survivors of the party that are upright, as a set."""
    return state.party & ~state.tired


def challengers(state: Hunted) -> int:
    """Whom the player may fight next (HU-FBAT-04), as a set.

    Minions first, then the Boss.  Once begun, Jekyll and Hyde are fought to their end
    (HU-MASH-06).
    """
    rules, left = state.rules, ~state.beaten
    if state.face and left >> rules.jekyll & 1:
        return 1 << rules.jekyll
    return rules.minions & left or rules.bosses & left


# --- paying ----------------------------------------------------------------------------------


def icons_of(state: Hunted, cards: list[int]) -> int:
    """Resource icons of cards together, packed (HU-TYPE-02)."""
    resources = state.rules.resources
    return sum([resources[card] for card in cards])


def sum_covers(state: Hunted, cards: list[int], cost: int) -> bool:
    """Whether the icons of these cards cover a packed cost."""
    return ((icons_of(state, cards) | GUARD) - cost) & GUARD == GUARD


def payers(state: Hunted) -> list[int]:
    """Row cards with resource icons, ascending, without the card to be collected (HU-COLL-03).

    Enemies have none (HU-COLL-10); Survivors in the Row count (HU-COLL-11).
    """
    resources = state.rules.resources
    return sorted([card for card in state.in_row if resources[card] and card != state.target])


def key_icons(state: Hunted, cards: list[int]) -> int:
    """Key icons of keys together (HU-KEY-03)."""
    values = state.rules.key_value
    return sum([values[card] for card in cards])


# --- effects ---------------------------------------------------------------------------------


def running(state: Hunted) -> Fx:
    """The effect being done; the empty one without a source."""
    return state.rules.fx[state.fx]


def takable(state: Hunted) -> int:
    """Discarded cards that the effect may take: not the item it comes from, else one that takes
    itself could be used for ever."""
    return state.discard & running(state).targets & ~(1 << state.fx)


def drops(state: Hunted, fx: Fx) -> list[int]:
    """Row cards an effect may discard, ascending; none in the Finale Battle (HU-ITEM-03)."""
    if state.battle:
        return []
    return sorted([card for card in state.in_row if fx.targets >> card & 1])
