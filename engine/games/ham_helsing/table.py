"""Readings of the table: what the rules ask of a position, nothing changed."""

from __future__ import annotations

from engine.fields import bits_of
from engine.games.ham_helsing.components import LOCATIONS, MINION_SET, NONE, PLACES
from engine.games.ham_helsing.components_causes import IN_PLAY, STEPS
from engine.games.ham_helsing.state import HamHelsing

# --- characters ------------------------------------------------------------------------------


def clockwise(state: HamHelsing) -> list[int]:
    """Characters from the one whose turn it is; in the Villain Phase from the first player."""
    crew = state.rules.crew
    active = state.active
    return [*crew[active:], *crew[:active]]


def company(state: HamHelsing, place: int) -> list[int]:
    """Conscious characters on a Location (HH-KO-01)."""
    at, health = state.at, state.health
    return [who for who in state.rules.crew if at[who] == place and health[who]]


def others_here(state: HamHelsing) -> list[int]:
    """Conscious companions of the active character; Knuckles and the Villain are none
    (HH-DRAW-04, HH-TERM-04), nor is a knocked-out figure (HH-DRAW-06, HH-KO-09)."""
    active = state.active
    return [who for who in company(state, state.at[active]) if who != active]


def figures(state: HamHelsing) -> int:
    """Locations with a character, knocked-out ones too (HH-EFFECT-09)."""
    found = 0
    for who in state.rules.crew:
        found |= 1 << state.at[who]
    return found


def active_is_conscious(state: HamHelsing) -> bool:
    """The character whose turn it is may act (HH-KO-03)."""
    return state.health[state.active] > 0


def is_last_round(state: HamHelsing) -> bool:
    """No Villain card is left to turn up (HH-VILLAIN-03)."""
    return state.next_card == NONE and not state.levels


def now(state: HamHelsing) -> int:
    """The step under way: `step` names the one that is owed next, except in step 1."""
    return state.step if state.step == IN_PLAY else (state.step - 1) % len(STEPS)


# --- Minions ---------------------------------------------------------------------------------


def minions(state: HamHelsing, place: int) -> int:
    """Minion tokens on a Location; Effects are none (HH-EFFECT-08)."""
    return state.board[place] & MINION_SET


def crowd(state: HamHelsing, place: int) -> int:
    """How many Minions, whatever their colours (HH-LIMIT-03, HH-LIMIT-04)."""
    return (state.board[place] & MINION_SET).bit_count()


def place_of(state: HamHelsing, token: int) -> int:
    """The Location a token lies on; `none` if it is on none."""
    for place in range(LOCATIONS):
        if state.board[place] >> token & 1:
            return place
    return NONE


def colours_at(state: HamHelsing, place: int) -> int:
    """The different colours among the Minions of a Location (HH-SILK-03)."""
    found = 0
    for token in bits_of(minions(state, place)):
        found |= state.rules.colours[token]
    return found


def open_colours(state: HamHelsing, places: int) -> int:
    """Colours that Minions on a set of Locations still lack (HH-FIGHT-09)."""
    colours, hits, board = state.rules.colours, state.hits, state.board
    found = 0
    while places:
        low = places & -places
        places ^= low
        tokens = board[low.bit_length() - 1] & MINION_SET
        while tokens:
            bit = tokens & -tokens
            tokens ^= bit
            token = bit.bit_length() - 1
            found |= colours[token] & ~hits[token]
    return found


def within(state: HamHelsing, reach: int) -> int:
    """The Locations an attack of this reach may hit (HH-FIGHT-01): here, or connected ones."""
    here = state.at[state.active]
    if reach == 0:
        return 1 << here
    near = state.rules.map.mask[here]
    return near | 1 << here if reach == 1 else near


def attack_reach(state: HamHelsing) -> int:
    """How far the next plain attack reaches: one step further if a text says so."""
    return 1 if state.reach else 0


def bites(state: HamHelsing, tokens: int) -> int:
    """Health that biting Minions cost: one for each colour (HH-GAIN-04, HH-TAKE-02, -03)."""
    biting = tokens & state.rules.biting & MINION_SET
    return biting.bit_count() + (biting & state.rules.pairs).bit_count()


# --- Knuckles (HH-KNUCK-01 to -03, -12) ------------------------------------------------------


def bear_goals(state: HamHelsing, barred: int) -> int:
    """Locations Knuckles may be sent to, nests among them (HH-LOSE-08); not where he is, not to the
    Villain."""
    goals = (1 << LOCATIONS) - 1
    for place in (state.bear, state.villain, barred):
        if place >= 0:
            goals &= ~(1 << place)
    return goals if state.rules.bear_on_nests else goals & ~state.lost


def may_join_villain(state: HamHelsing) -> bool:
    """A text sends Knuckles to the Villain's Location: it must be one, and a new one for him."""
    place = state.villain
    if place < 0 or state.bear == place:
        return False
    return state.rules.bear_on_nests or not state.lost >> place & 1


# --- cards -----------------------------------------------------------------------------------


def zone(state: HamHelsing) -> int:
    """The card zone of the active character; one for both in the solo game (HH-SOLO-07)."""
    return state.rules.zone_of[state.active]


def kind_at(state: HamHelsing, card: int, place: int) -> int:
    """The icon kind printed at a place of a card and its sleeve."""
    for at, kind in state.rules.face(card, state.sleeves[card]).icons:
        if at == place:
            return kind
    return NONE


def points_at(state: HamHelsing, card: int, place: int) -> int:
    """Points a card still offers: those left in play; in hand all but those of a covered icon."""
    if state.played[zone(state)] >> card & 1:
        return state.left[card * PLACES + place]
    if state.covered[card] >> place & 1:
        return 0
    return state.rules.face(card, state.sleeves[card]).points[place]


def open_icons(state: HamHelsing) -> list[tuple[int, int]]:
    """(card and place, icon kind) of every icon with a point left, in hand and in play, ascending.

    The cards are the active character's: a hand card is played by its first point (HH-PLAY-02).
    """
    rules, seat, left, sleeves = state.rules, zone(state), state.left, state.sleeves
    played = state.played[seat]
    cards = state.hand[seat] | played
    found = []
    while cards:
        low = cards & -cards
        cards ^= low
        card = low.bit_length() - 1
        base = card * PLACES
        icons = rules.face(card, sleeves[card]).icons
        if played & low:
            found += [(base + place, kind) for place, kind in icons if left[base + place]]
        else:
            gone = state.covered[card]
            found += [(base + place, kind) for place, kind in icons if not gone >> place & 1]
    return found


def is_spent(state: HamHelsing, card: int) -> bool:
    """No point of a card in play is left to spend (HH-PLAY-05)."""
    return not any(state.left[card * PLACES : card * PLACES + PLACES])


def hosts(state: HamHelsing, upgrade: int, cards: int) -> list[int]:
    """Cards of a set on which an upgrade covers neither icon nor text (HH-SLEEVE-02 to -04)."""
    rules = state.rules
    takes = rules.takes[upgrade]
    return [c for c in bits_of(cards) if not rules.face(c, state.sleeves[c]).taken & takes]


def coverable(state: HamHelsing, who: int) -> list[int]:
    """Icons in a character's hand that can be covered, as card and place (HH-EFFECT-05)."""
    found = []
    for card in bits_of(state.hand[state.rules.zone_of[who]]):
        gone = state.covered[card]
        icons = state.rules.face(card, state.sleeves[card]).icons
        found += [card * PLACES + place for place, _ in icons if not gone >> place & 1]
    return found


# --- Location powers (HH-LOC-01 to -06) ------------------------------------------------------


def power_is_open(state: HamHelsing, power: int) -> bool:
    """The active character stands on that power, the Villain does not, no nest covers it.

    Minions there do not matter (HH-LOC-04); other powers used this turn neither (HH-LOC-03).
    """
    here = state.at[state.active]
    if state.rules.power_at[here] != power or state.villain == here:
        return False
    return not (state.lost | state.powers) >> here & 1


# --- skills ----------------------------------------------------------------------------------


def is_levelled(state: HamHelsing, who: int, colour: int) -> bool:
    """The cube stands on the last space (HH-SKILL-01)."""
    at = 4 * who + colour
    return state.skill[at] == state.rules.skill_max[at]


def skill_room(state: HamHelsing, who: int) -> list[int]:
    """How far each skill can still rise (HH-SKILL-05)."""
    base, top = 4 * who, state.rules.skill_max
    return [top[base + colour] - state.skill[base + colour] for colour in range(4)]


def lowerable(state: HamHelsing, who: int, highest: bool) -> list[int]:
    """Skills above their start; of the `highest` only, those nearest to the right end
    (HH-EFFECT-04, HH-ROBO-03)."""
    base = 4 * who
    able = [colour for colour in range(4) if state.skill[base + colour]]
    if not highest:
        return able
    room = skill_room(state, who)
    least = min(room)
    return [colour for colour in able if room[colour] == least]
