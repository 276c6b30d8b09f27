"""Where everything is: tokens, cards, upgrades, Villain cards, items, each in one place."""

from __future__ import annotations

from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    CARDS,
    MINION_SET,
    STAR_AT,
    UPGRADES,
    bits,
    book,
    listed,
    said,
    union,
)
from properties.invariant import Verdict, invariant

SEEDING = ("start", "seed")
ALL_UPGRADES = (1 << UPGRADES) - 1


def _parted(state: HamHelsing, table: str, zones: list[int], whole: int) -> Verdict:
    """Whether zones share nothing and hold all of it."""
    found = twice = 0
    for zone in zones:
        twice |= found & zone
        found |= zone
    if not twice and found == whole:
        return True
    return f"twice: {listed(state, table, twice)}; missing: " \
           f"{listed(state, table, whole & ~found)}; " \
           f"not of this game: {listed(state, table, found & ~whole)}"  # fmt: skip


@invariant("HHI-01", "HH-COMP-01", "HH-FIGHT-08", "HH-GAIN-07", "HH-SCARE-02")
def every_minion_is_somewhere(state: HamHelsing) -> Verdict:
    """The 60 Minions are in the bag, on a Location, beaten or discarded, each once."""
    zones = [state.bag, state.scrap, state.beaten, *state.board]
    return _parted(state, "token", [zone & MINION_SET for zone in zones], MINION_SET)


@invariant("HHI-02", "HH-COMP-01", "HH-PLACE-05", "HH-SYB-02", but=SEEDING)
def every_effect_is_somewhere(state: HamHelsing) -> Verdict:
    """The Effects in play are in the bag, on a Location unresolved, or discarded, each once."""
    zones = [state.bag, state.scrap, state.beaten, *state.board]
    return _parted(state, "token", [zone & ~MINION_SET for zone in zones], book(state).effects)


@invariant("HHI-05", "HH-COMP-02", "HH-TRADE-06", "HH-SOLO-04")
def every_card_is_somewhere(state: HamHelsing) -> Verdict:
    """Starting cards of the characters in play are in one hand, deck, discard or in play."""
    known = book(state)
    mine = sum(1 << card for card in range(CARDS) if known.owner[card] in known.crew)
    zones = [*state.hand, *state.deck, *state.played, *state.discard]
    rest = [state.hand[n] | state.deck[n] | state.played[n] | state.discard[n]
            for n in range(4) if n not in known.zones]  # fmt: skip
    boxed = union(rest)
    return _parted(state, "card", zones, mine | boxed & ~mine)


@invariant("HHI-07", "HH-COMP-03", "HH-SETUP-07", "HH-COMP-14")
def every_upgrade_is_somewhere(state: HamHelsing) -> Verdict:
    """The 54 upgrades are in a pile, the market, flushed, bought, set aside or in one sleeve."""
    shown = [1 << upgrade for upgrade in (*state.market, state.bought) if upgrade >= 0]
    zones = [state.pile, state.flushed, *state.aside, *state.sleeves, *shown]
    return _parted(state, "upgrade", zones, ALL_UPGRADES)


@invariant("HHI-07", "HH-MARKET-02", "HH-SETUP-07")
def rows_keep_their_type(state: HamHelsing) -> Verdict:
    """The upper row shows Attack cards only, the lower row Special cards only."""
    special = book(state).special
    for place, upgrade in enumerate(state.market):
        if upgrade >= 0 and special >> upgrade & 1 != place // 3:
            return f"{said(state, 'upgrade', upgrade)} lies at market place {place}"
    return True


@invariant("HHI-10", "HH-SLEEVE-02", "HH-SLEEVE-03", every=5)
def sleeves_hide_nothing(state: HamHelsing) -> Verdict:
    """Cards in one sleeve share no icon place, no star and no text area."""
    covers, found = book(state).covers, None
    for card in range(CARDS):
        seen = covers[card]
        for upgrade in bits(state.sleeves[card]):
            found, more = True, covers[CARDS + upgrade]
            if seen & more:
                sleeve = listed(state, "upgrade", state.sleeves[card])
                return f"two icons share a place of {said(state, 'card', card)} under {sleeve}"
            seen |= more
    return found


@invariant("HHI-12", "HH-SETUP-25", "HH-VILLAIN-02", "HH-SETUP-23")
def villain_cards_are_counted(state: HamHelsing) -> Verdict:
    """Cards below, on top, turned up and discarded are those of the deck, level by level."""
    known = book(state)
    shown = [card for card in (state.next_card, state.card) if card >= 0]
    held = [known.level[card] for card in (*shown, *bits(state.done))]
    if len({*shown, *bits(state.done)}) != len(held):
        return (f"a Villain card is twice among {listed(state, 'villain_card', shown)}; "
                f"{listed(state, 'villain_card', state.done)}")
    levels = sorted([*held, *state.levels])
    return levels == known.levels or f"levels {levels}, dealt {known.levels}"


@invariant("HHI-13", "HH-COMP-09", "HH-COMP-10")
def items_are_in_one_place(state: HamHelsing) -> Verdict:
    """Shield and Katana are with a character in play or in the Lab or the box."""
    crew = book(state).crew
    return state.shield in (*crew, 4, 5) and state.katana in (*crew, 4)


@invariant("HHI-16", "HH-SKILL-05", "HH-SKILL-06", "HH-EFFECT-04", "HH-REVIVE-03")
def skills_stay_on_their_tracks(state: HamHelsing) -> Verdict:
    """Each of the four skills is between its first and its last space."""
    known = book(state)
    for who in known.crew:
        for at in range(4 * who, 4 * who + 4):
            if not 0 <= state.skill[at] <= known.skill_max[at]:
                return f"{said(state, 'who_skill', at)} is {state.skill[at]}"
    return True


@invariant("HHI-29", "HH-EFFECT-05", "HH-ICON-07", "HH-PLAY-02")
def points_are_of_cards_in_play(state: HamHelsing) -> Verdict:
    """Only a card in play has points left, at places it shows and nobody covered."""
    inside = union(state.played)
    if state.touched & ~inside:
        return f"touched, not in play: {listed(state, 'card', state.touched & ~inside)}"
    if not inside:
        return not any(state.left) or "points of no card"
    for at, points in enumerate(state.left):
        if not points:
            continue
        card, place = divmod(at, STAR_AT + 1)
        if not inside >> card & 1 or state.covered[card] >> place & 1:
            return f"{said(state, 'icon_at', at)} has {points} points"
    return True
