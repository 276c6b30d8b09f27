"""Scoring: points, tie-breaks, the winner."""

from __future__ import annotations

from engine.events import emit
from engine.fields import bits_of
from engine.games.necrohamster import events as ev
from engine.games.necrohamster.components import (
    AREA,
    BY_BEST,
    BY_CREATURES,
    BY_HAND,
    HAND,
    Effect,
)
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import cards_of, holds, in_play, works

WON, LOST = 1, 0


def printed_points(state: Necrohamster, seat: int) -> int:
    """Points of the creatures in a player's area; cards in hand count nothing (NH-END-03)."""
    creatures = state.rules.creatures
    return sum(creatures[kind].points * count for kind, count in cards_of(state, seat))


def bonus_points(state: Necrohamster, seat: int) -> int:
    """What continuous abilities add at scoring (NH-END-03)."""
    return sum(
        works(state, seat, source) * matching(state, seat, source, effect) * effect.n
        for source, effect in state.rules.scorers
    )


def matching(state: Necrohamster, seat: int, source: int, effect: Effect) -> int:
    """Cards a scoring effect counts, the card itself left out if it says other."""
    found = holds(state, seat, effect.zone, effect.kinds)
    if not effect.other or effect.zone == HAND:
        return found
    own = source in effect.kinds if effect.zone == AREA else source >= CREATURES_MAX
    return found - own


def title_points(state: Necrohamster, seat: int) -> int:
    """Points of the titles held (NH-TITLE-04)."""
    return sum(state.rules.titles[title].points for title in bits_of(state.titles[seat]))


def artefact_points(state: Necrohamster, seat: int) -> int:
    """Points of the artefacts held."""
    return sum(state.rules.artefacts[number].points for number in bits_of(state.artefacts[seat]))


def terms(state: Necrohamster, seat: int) -> tuple[int, int, int, int]:
    """Creatures, bonuses, titles, artefacts (NH-END-03)."""
    return (
        printed_points(state, seat),
        bonus_points(state, seat),
        title_points(state, seat),
        artefact_points(state, seat),
    )


def points(state: Necrohamster, seat: int) -> int:
    """A player's points as they stand."""
    return sum(terms(state, seat))


# --- tie-breaks (NH-TIE-01 to -04) -----------------------------------------------------------


def creatures_counted(state: Necrohamster, seat: int) -> int:
    """NH-TIE-01: creatures in the area, or all ever summoned (tie_mode)."""
    return state.count[seat] if state.rules.ties_cumulative else in_play(state, seat)


def best_creature(state: Necrohamster, seat: int) -> int:
    """NH-TIE-02: printed points of the best creature, 0 without any."""
    if state.rules.ties_cumulative:
        return state.best[seat]
    creatures = state.rules.creatures
    return max([creatures[kind].points for kind, _ in cards_of(state, seat)], default=0)


def cards_left(state: Necrohamster, seat: int) -> int:
    """NH-TIE-03: cards in hand."""
    return sum(state.hands[seat])


SPLITS = ((BY_CREATURES, creatures_counted), (BY_BEST, best_creature), (BY_HAND, cards_left))


def winners(state: Necrohamster) -> list[int]:
    """The most points; ties are split step by step among those still tied (NH-TIE-04).

    Players tied on everything share the win.
    """
    totals = [points(state, seat) for seat in range(state.rules.players)]
    left = [seat for seat, total in enumerate(totals) if total == max(totals)]
    for step, value in SPLITS:
        if len(left) == 1:
            break
        values = [value(state, seat) for seat in left]
        tied, left = left, [s for s, v in zip(left, values, strict=True) if v == max(values)]
        emit(state, ev.TIE_BROKEN, step, tuple(tied), tuple(values), tuple(left))
    return left


def finish(state: Necrohamster) -> None:
    """The round of the eighth summon is over (NH-END-01): points, ties, the win (NH-END-03)."""
    seats = range(state.rules.players)
    emit(state, ev.GAME_ENDED, state.round, tuple(state.count[seat] for seat in seats),
         tuple(in_play(state, seat) for seat in seats))  # fmt: skip
    for seat in seats:
        emit(state, ev.SCORE_TALLIED, seat, *terms(state, seat), points(state, seat))
    best = winners(state)
    emit(state, ev.GAME_WON, tuple(best), points(state, best[0]))


def stop(state: Necrohamster) -> None:
    """So many rounds that play is broken off (NH-SUMMON-02): nobody wins."""
    emit(state, ev.GAME_STOPPED, state.round)


def returns(state: Necrohamster) -> tuple[int, ...]:
    """1 for a winner, 0 for the others; nobody wins a game that was stopped."""
    if not state.ended:
        return (LOST,) * state.rules.players
    best = winners(state)
    return tuple(WON if seat in best else LOST for seat in range(state.rules.players))
