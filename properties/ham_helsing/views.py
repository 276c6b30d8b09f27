"""What everybody sees: open hands, sizes of piles, the back of the top Villain card, no more.

`unseen` gives the harness positions that a seat cannot tell from the one at hand: other cards in
decks and discards, other tokens in bag and discard, other upgrades in the piles, and another top
Villain card with the same back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice
from typing import cast

from engine.games.ham_helsing.components_causes import STEPS as SPINE
from engine.games.ham_helsing.state import HamHelsing
from engine.state import State
from properties.ham_helsing.book import bits, book
from properties.ham_helsing.ledger import Turn
from properties.invariant import Verdict, observation_check, step_invariant
from properties.witness import one_seat_sees_no_other

TWINS = 4
WORD = re.compile(r"\w+")
# What tells of cards wherever they lie.
BY_CARD = ("sleeves", "covered", "agenda")
SETTING_UP = ("start", "seed", "upgrade", "card", "villain_card", "first")


# --- positions a seat cannot tell apart -----------------------------------------------------------


def unseen(state: State, seat: int) -> Iterator[HamHelsing]:
    """Positions that differ from this one only in what no seat can see, the boldest first."""
    here = cast(HamHelsing, state)
    yield from _other_tops(here)
    yield from _other_cards(here)
    yield from _exchanged(here, "bag", "scrap", here.bag, here.scrap)
    special = book(here).special
    for mine in (special, ~special):
        yield from _exchanged(here, "pile", "flushed", here.pile & mine, here.flushed & mine)


def _other_tops(state: HamHelsing) -> Iterator[HamHelsing]:
    """Another unused card of the level whose back is the same lies on top."""
    card, known = state.next_card, book(state)
    if card < 0:
        return
    rows = known.pack.rows_of("villain_card")
    used = state.done | (1 << state.card if state.card >= 0 else 0) | 1 << card
    for other in range(len(rows)):
        alike = (known.level[other], known.rewards[other], rows[other]["rounds_remaining"]) == (
            known.level[card], known.rewards[card], rows[card]["rounds_remaining"],
        )  # fmt: skip
        if alike and not used >> other & 1:
            twin = state.clone()
            twin.next_card = other
            yield twin


def _hidden_zones(state: HamHelsing) -> list[tuple[str, int, int]]:
    """(field, zone, cards) of decks and of discards below their top card."""
    found = []
    # Something is being carried out in step 1: perhaps the text that opens the discard.
    looking = bool(state.agenda) and SPINE[state.step] == "play"
    for zone in book(state).zones:
        top = state.top[zone]
        found.append(("deck", zone, state.deck[zone]))
        below = state.discard[zone] & ~(1 << top if top >= 0 else 0)
        if not (looking and zone == (0 if book(state).solo else state.active)):
            found.append(("discard", zone, below))
    return found


def _other_cards(state: HamHelsing) -> Iterator[HamHelsing]:
    """A card of one hidden zone changes places with one of another."""
    for one, two in combinations(_hidden_zones(state), 2):
        if one[2] and two[2]:
            mine, theirs = one[2].bit_length() - 1, next(bits(two[2]))
            twin = state.clone()
            for field, zone, _ in (one, two):
                cards = getattr(twin, field)
                cards[zone] ^= 1 << mine | 1 << theirs
            yield twin


def _exchanged(
    state: HamHelsing, one: str, two: str, here: int, there: int
) -> Iterator[HamHelsing]:
    """The first of one hidden pile changes places with the last of the other, and so on."""
    if not here or not there:
        return
    for mine, theirs in ((next(bits(here)), there.bit_length() - 1),
                         (here.bit_length() - 1, next(bits(there)))):  # fmt: skip
        twin = state.clone()
        both = 1 << mine | 1 << theirs
        setattr(twin, one, getattr(twin, one) ^ both)
        setattr(twin, two, getattr(twin, two) ^ both)
        yield twin


# --- what is shown --------------------------------------------------------------------------------


def words_in(value: object) -> set[str]:
    """Every word anywhere in a view, keys and those inside longer texts too."""
    return set(WORD.findall(repr(value)))


def _sizes(masks: list[int], names: tuple[str, ...], zones: tuple[int, ...]) -> dict[str, int]:
    return {names[zone]: masks[zone].bit_count() for zone in zones}


@observation_check("HHI-72", "HH-PLAY-07", "HH-SETUP-19", every=41)
def decks_and_discards_are_sizes(state: HamHelsing, seen: dict[str, object]) -> Verdict:
    """Of decks and discards the size is shown and the top discard, and no card below."""
    names, zones = state.rules.names["zone"], book(state).zones
    cards = state.rules.names["card"]
    for field in ("deck", "discard"):
        shown = seen.get(field)
        if isinstance(shown, dict) and field == "discard" and any(
            not isinstance(value, int) for value in shown.values()
        ):
            return f"{field} is shown as {shown}"
        wanted = _sizes(getattr(state, field), names, zones)
        if not isinstance(shown, dict) or any(shown.get(n, 0) != wanted[n] for n in wanted):
            return f"{field} is shown as {shown}, sizes {wanted}"
    shown_words = words_in({k: v for k, v in seen.items() if k not in BY_CARD})
    below = [cards[card] for field, _, mask in _hidden_zones(state) for card in bits(mask)
             if field in ("deck", "discard")]  # fmt: skip
    leaked = [name for name in below if name in shown_words]
    return not leaked or f"shown: {leaked}"


@observation_check("HHI-72", "HH-SETUP-18", "HH-PLAY-07", every=43)
def hands_are_open(state: HamHelsing, seen: dict[str, object]) -> Verdict:
    """All hands are open to everybody, and so is the top card of each discard."""
    names, cards = state.rules.names["zone"], state.rules.names["card"]
    held = {names[z]: [cards[card] for card in bits(state.hand[z])]
            for z in book(state).zones if state.hand[z]}  # fmt: skip
    tops = {names[z]: cards[state.top[z]] for z in book(state).zones if state.top[z] >= 0}
    return (seen.get("hand"), seen.get("top")) == (held, tops) or f"{seen.get('hand')}"


@observation_check("HHI-72", "HH-SETUP-21", "HH-REWARD-03", "HH-SETUP-19", every=37)
def the_top_card_shows_its_back_alone(state: HamHelsing, seen: dict[str, object]) -> Verdict:
    """Of the top Villain card the back is shown: level, rounds, rewards; no front is named."""
    names = state.rules.names["villain_card"]
    known, back = book(state), seen.get("next_back")
    up = {names[card] for card in bits(state.done)}
    up |= {names[state.card]} if state.card >= 0 else set()
    words = words_in(seen)
    leaked = [name for name in names if name not in up and name in words]
    if leaked:
        return f"shown: {leaked}"
    if state.next_card < 0:
        return not back or back == "none" or f"no card is on top, shown {back}"
    if not isinstance(back, dict):
        return f"shown {back}"
    row = known.pack.rows_of("villain_card")[state.next_card]
    told = (back.get("level"), back.get("rounds"))
    return told == (row["level"], row["rounds_remaining"]) and len(back["rewards"]) == 4


@observation_check("HHI-72", "HH-SETUP-19", "HH-SETUP-21", "HH-PLAY-07", every=47)
def piles_and_bag_are_sizes(state: HamHelsing, seen: dict[str, object]) -> Verdict:
    """Of bag, discarded tokens and upgrade piles only the sizes are shown."""
    told = [seen.get(field, 0) for field in ("bag", "scrap", "pile", "flushed")]
    held = [mask.bit_count() for mask in (state.bag, state.scrap, state.pile, state.flushed)]
    if told != held:
        return f"shown {told}, held {held}"
    names = state.rules.names["token"]
    words = words_in({k: v for k, v in seen.items() if k != "agenda"})
    leaked = [names[t] for t in bits(state.bag | state.scrap) if names[t] in words]
    upgrades = state.rules.names["upgrade"]
    leaked += [upgrades[u] for u in bits(state.pile | state.flushed) if upgrades[u] in words]
    return not leaked or f"shown: {leaked}"


@step_invariant("HHI-72", "HH-PLAY-07", "HH-SETUP-09", "HH-SETUP-19", but=SETTING_UP, every=67)
def the_unseen_makes_no_difference(step: Turn) -> Verdict:
    """What a seat is shown, and may do, is the same in every position it cannot tell apart."""
    seat = step.ply % step.game.players
    return one_seat_sees_no_other(step, seat, islice(unseen(step.before, seat), TWINS))
