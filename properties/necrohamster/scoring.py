"""End of the game (2.9): scores from scratch, tie-breaks in sequence, winners and returns."""

from __future__ import annotations

from engine.events import Happening
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, final_invariant
from properties.necrohamster.book import (
    AREA,
    HAND,
    Book,
    bits,
    book,
    in_play,
    lying,
    number,
    total,
)
from properties.necrohamster.ledger import event_check, memory_of

STEPS = ("creatures", "best", "hand")


# --- readings -------------------------------------------------------------------------------------


def bonus_of(cards: Book, state: Necrohamster, seat: int) -> int:
    """Points for what lies in a zone, per working source: `other` leaves the source itself out."""
    found = 0
    for source, n, kinds, zone, other in cards.scorers:
        if zone == AREA:
            have = sum([lying(state, seat)[kind] for kind in kinds])
            own = other and source < CREATURES_MAX and source in kinds
        elif zone == HAND:
            have, own = total(state.hands[seat], kinds), False
        else:
            have = state.artefacts[seat].bit_count()
            own = other and source >= CREATURES_MAX
        found += cards.working(state, seat, source) * n * (have - own)
    return found


def parts_of(cards: Book, state: Necrohamster, seat: int) -> tuple[int, int, int, int]:
    """Points of a seat: creatures in its area, bonuses, titles and artefacts; no cards in hand."""
    creatures = sum([n * cards.points[kind] for kind, n in enumerate(lying(state, seat)) if n])
    titles = sum([number(cards.titles[at], "points") for at in bits(state.titles[seat])])
    artefacts = sum([number(cards.artefacts[at], "points") for at in bits(state.artefacts[seat])])
    return creatures, bonus_of(cards, state, seat), titles, artefacts


def measure(cards: Book, state: Necrohamster, seat: int, step: str) -> int:
    """What a tie-break compares: creatures, the best one's printed points, cards in hand."""
    if step == "hand":
        return sum(state.hands[seat])
    if step == "creatures":
        return state.count[seat] if cards.all_summons else in_play(state, seat)
    if cards.all_summons:
        return state.best[seat]
    return max([cards.points[kind] for kind, n in enumerate(lying(state, seat)) if n], default=0)


def best_of(seats: tuple[int, ...], values: list[int]) -> tuple[int, ...]:
    """The seats with the largest value."""
    return tuple([seat for seat, value in zip(seats, values, strict=True) if value == max(values)])


def winners_of(cards: Book, state: Necrohamster) -> tuple[int, ...]:
    """The winners: most points, then each tie-break among those still tied (NH-TIE-01 to -04)."""
    seats = tuple(range(cards.players))
    left = best_of(seats, [sum(parts_of(cards, state, seat)) for seat in seats])
    for step in STEPS:
        left = best_of(left, [measure(cards, state, seat, step) for seat in left])
    return left


# --- what is told ---------------------------------------------------------------------------------


@event_check("NHI-25", "NH-END-03", kinds=("score.tallied",))
def scores_are_added_up_from_scratch(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A score is creatures in the area, their bonuses, titles and artefacts; never hands."""
    told = tuple(h.num(fact) for fact in ("creatures", "bonus", "titles", "artefacts"))
    meant = parts_of(book(now.rules), now, h.num("seat"))
    if told != meant or h.num("total") != sum(meant):
        return f"seat {h.num('seat')} scores {told} = {h.num('total')}, meant {meant}"
    return now.ended == 1


@event_check("NHI-26", "NH-TIE-04", "NH-TIE-01", "NH-TIE-02", "NH-TIE-03", kinds=("tie.broken",))
def ties_are_broken_in_sequence(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Creatures, then the best one, then the hand, each among those still tied only."""
    cards, memory = book(now.rules), memory_of(past)
    before = past.previous
    first = before is None or before.kind != "tie.broken"
    seats = tuple(range(cards.players))
    tied = memory.tied
    if first:
        tied = best_of(seats, [sum(parts_of(cards, now, seat)) for seat in seats])
    place = 0 if first or before is None else STEPS.index(before.word("step")) + 1
    if place >= len(STEPS) or h.word("step") != STEPS[place] or len(tied) < 2:
        return f"{h} comes after {before}"
    values = [measure(cards, now, seat, STEPS[place]) for seat in tied]
    told = (h.nums("tied"), list(h.nums("values")), h.nums("left"))
    meant = (tied, values, best_of(tied, values))
    return told == meant or f"told {told}, meant {meant}"


@event_check("NHI-26", "NH-END-03", "NH-TIE-01", "NH-TIE-04", kinds=("game.won",))
def the_best_score_wins(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Winners have the most points and the most by each tie-break; only full equals share."""
    cards, memory = book(now.rules), memory_of(past)
    meant = winners_of(cards, now)
    most = max(sum(parts_of(cards, now, seat)) for seat in range(cards.players))
    if (h.nums("seats"), h.num("points")) != (meant, most):
        return f"told {h}, meant {meant} with {most}"
    return sorted(memory.scores) == list(range(cards.players)) if past.whole else True


@event_check("NHI-26", "NH-TIE-01", "NH-TIE-04", kinds=("game.won",))
def no_tie_is_left_unbroken(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A tie in points is told step by step until one is left, or nothing is left to compare."""
    seats = tuple(range(book(now.rules).players))
    scores = [sum(parts_of(book(now.rules), now, seat)) for seat in seats]
    tied, before = best_of(seats, scores), past.previous
    if len(tied) < 2:
        return before is None or before.kind != "tie.broken"
    if before is None or before.kind != "tie.broken":
        return f"{tied} are tied, and nothing broke the tie"
    return len(before.nums("left")) == 1 or before.word("step") == STEPS[-1]


# --- the end --------------------------------------------------------------------------------------


@final_invariant("NHI-26", "NH-END-03", "NH-TIE-04", rows=("finished",))
def returns_name_the_winners(state: Necrohamster, past: History) -> Verdict:
    """Each winner gets 1 and each other seat 0."""
    winners = winners_of(book(state.rules), state)
    meant = tuple(int(seat in winners) for seat in range(book(state.rules).players))
    found = past.game.returns(state)
    return found == meant or f"returns {found}, meant {meant}"


@final_invariant("NHI-24", "NH-SUMMON-02", rows=("unfinished",))
def nobody_wins_an_unfinished_game(state: Necrohamster, past: History) -> Verdict:
    """Play that stopped has no winner: everybody gets the same, and no score was told."""
    alike = len(set(past.game.returns(state))) == 1
    return alike and "game.won" not in past.counts and not state.ended


@final_invariant("NHI-24", "NH-END-02", "NH-END-01")
def nothing_is_open_at_the_end(state: Necrohamster, past: History) -> Verdict:
    """At the end nothing is pending, waiting or owed, nobody is to move, and nothing is legal."""
    rest = (*map(any, state.pending), *map(any, state.waiting), *map(any, state.paid))
    still = (state.owed, state.left, state.player + 1, state.source + 1)
    return not any(rest) and not any(still) and not past.game.legal_actions(state)
