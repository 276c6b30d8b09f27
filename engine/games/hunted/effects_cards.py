"""Cards leave the table and Energy moves: the discard pile, locked-in cards, the Row swept."""

from __future__ import annotations

from engine.events import emit
from engine.games.hunted import events as ev
from engine.games.hunted.components import BY_HOST, IN_ATTACHED, IN_DECK, IN_ROW, IN_TUCKED
from engine.games.hunted.state import Hunted


def gain(state: Hunted, n: int, cause: int) -> None:
    """Raise Energy, at most to ten (HU-GAME-02); said even if nothing was to be gained."""
    before = state.energy
    state.energy = min(state.rules.energy_cap, before + n)
    emit(state, ev.ENERGY_CHANGED, before, state.energy, n, cause)


def lose(state: Hunted, n: int, cause: int) -> None:
    """Lower Energy, not below zero; zero loses the game at once (HU-WIN-02, HU-GAME-03)."""
    before = state.energy
    state.energy = max(0, before - n)
    emit(state, ev.ENERGY_CHANGED, before, state.energy, -n, cause)


def grow_picture(state: Hunted, cause: int) -> None:
    """The Picture shows its next number, the highest for ever (HU-DOR-05, -11).

    From the battle on its strength is fixed (HU-DOR-08, -10).
    """
    steps, before = state.rules.steps, state.picture
    if state.battle or before == steps[-1]:
        return
    state.picture = steps[steps.index(before) + 1]
    emit(state, ev.PICTURE_GROWN, before, state.picture, cause)


def discard_card(state: Hunted, card: int, zone: int, cause: int) -> bool:
    """Put a card on the discard pile; whether it went there.

    A locked-in card never does (HU-LOCK-01): it stays where it was (HU-LOCK-02), which the caller
    sees to.  Dorian Gray is not locked-in (HU-DOR-06).
    """
    bit = 1 << card
    if state.rules.locked & bit:
        emit(state, ev.LOCKED_RETURNED, card, IN_DECK if zone == IN_TUCKED else zone, cause)
        return False
    state.discard |= bit
    emit(state, ev.CARD_DISCARDED, card, zone, cause)
    if state.rules.growers & bit:
        grow_picture(state, cause)
    return True


def sweep_row(state: Hunted, keep: int, cause: int) -> None:
    """Discard the Row but for the cards of `keep` and what is locked-in."""
    gone: list[int] = []
    kept: list[int] = []
    for card in state.in_row:
        stays = keep >> card & 1 or not discard_card(state, card, IN_ROW, cause)
        (kept if stays else gone).append(card)
    state.in_row = kept
    emit(state, ev.ROW_DISCARDED, tuple(gone), tuple(kept), cause, state.rules.finale)


def drop_from_row(state: Hunted, card: int, cause: int) -> None:
    """Discard one card of the Row."""
    state.in_row.remove(card)
    discard_card(state, card, IN_ROW, cause)


def detach(state: Hunted, weapon: int) -> None:
    """What is attached to a discarded weapon is discarded too (HU-ITEM-07)."""
    pairs = list(zip(state.attached, state.hosts, strict=True))
    for item, host in pairs:
        if host == weapon:
            discard_card(state, item, IN_ATTACHED, BY_HOST)
    state.attached = [item for item, host in pairs if host != weapon]
    state.hosts = [host for _, host in pairs if host != weapon]
