"""Game Setup (2.2): every card in one zone, titles and artefacts laid out, hands dealt."""

from __future__ import annotations

from math import gcd

from engine.events import Happening
from engine.game import TERMINAL
from engine.games.necrohamster.schema import SEATS
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, event_invariant, invariant, step_invariant
from properties.necrohamster.book import NONE, bits, book, book_of
from properties.necrohamster.ledger import Turn, event_check

SETTING_UP = ("title", "deal", "marker")
PLAYING = ("draw", "commit", "pay", "order", "give_up", "lose_card", "aim", "sacrifice", "steal",
           "recover", "call", "pay_extra", "finished", "unfinished")  # fmt: skip

# The same without the rows in which a payment is put together, card by card: nothing moves there.
MOVED = tuple(row for row in PLAYING if row not in ("pay", "pay_extra"))


# --- every position -----------------------------------------------------------------------------


@invariant("NHI-01", "NH-SETUP-05", "NH-SETUP-04", "NH-SUMMON-06")
def each_creature_lies_in_one_zone(state: Necrohamster) -> Verdict:
    """Hands, areas, deck and discards together hold exactly the creatures in use, kind by kind."""
    cards = book(state.rules)
    piles = (state.deck, state.discards, *state.hands, *state.areas, *state.waiting)
    read = int.from_bytes
    if sum([read(pile, "little") for pile in piles]) == cards.whole:
        return True
    names, found = cards.names["creature"], [sum(counts) for counts in zip(*piles, strict=True)]
    wrong = [f"{names[kind] if kind < len(names) else kind}: {have} for {cards.deck[kind]}"
             for kind, have in enumerate(found) if have != cards.deck[kind]]  # fmt: skip
    return ", ".join(wrong)


@invariant("NHI-02", "NH-TITLE-04", "NH-SETUP-02", rows=MOVED)
def each_title_lies_in_one_place(state: Necrohamster) -> Verdict:
    """One title more than there are players: each is in the middle or with one seat."""
    places = (state.offered, *state.titles)
    if sum(map(int.bit_count, places)) != book(state.rules).titles_out:
        return f"titles lie in {[bits(mask) for mask in places]}"
    return sum(places) == places[0] | places[1] | places[2] | places[3] | places[4]


@invariant("NHI-03", "NH-ART-02", "NH-SETUP-08", rows=("marker", *MOVED))
def each_artefact_lies_in_one_place(state: Necrohamster) -> Verdict:
    """The artefacts of this game: each is in the middle or with one seat, and no other occurs."""
    places = (state.shelf, *state.artefacts)
    if sum(places) == book(state.rules).placed:
        return True
    return f"artefacts lie in {[bits(mask) for mask in places]}"


@invariant("NHI-33", "NH-SETUP-10", but=("pay", "pay_extra", "draw", "deal"))
def nobody_sits_beyond_the_players(state: Necrohamster) -> Verdict:
    """Two to four play, a title more is at hand, and no further seat has or does anything."""
    cards = book(state.rules)
    seats = cards.players
    if not 2 <= seats <= SEATS or cards.titles_out > len(cards.titles):
        return f"{seats} players and {len(cards.titles)} titles"
    if not -1 <= state.player < seats or not -1 <= state.marker < seats:
        return f"player {state.player}, marker {state.marker}, of {seats} seats"
    for seat in range(seats, SEATS):
        piles = (state.hands[seat], state.areas[seat], state.waiting[seat], state.pending[seat],
                 state.paid[seat])  # fmt: skip
        if any(map(any, piles)) or state.titles[seat] or state.artefacts[seat]:
            return f"seat {seat} of {seats} has something"
    return True


@invariant("NHI-04", "NH-SETUP-04", "NH-SETUP-05", "NH-SETUP-06", rows=("marker",))
def hands_are_dealt_and_nothing_else(state: Necrohamster) -> Verdict:
    """When the marker is drawn each hand holds five cards, the rest is the deck, and no more."""
    cards = book(state.rules)
    hands = [sum(hand) for hand in state.hands[: cards.players]]
    lying = [*state.areas, *state.waiting, *state.pending, state.discards]
    if hands != [cards.hand] * cards.players or any(map(any, lying)):
        return f"hands of {hands}, or something in play"
    return sum(state.deck) == cards.cards - cards.hand * cards.players


@invariant("NHI-04", "NH-SETUP-04", "NH-SETUP-01", rows=("title", "deal"), every=5)
def nothing_is_in_play_before_the_deal_is_over(state: Necrohamster) -> Verdict:
    """While titles and hands are dealt nobody owns anything but cards in hand; no round runs."""
    lying = [*state.areas, *state.waiting, *state.pending, state.discards]
    owned = (*state.titles, *state.artefacts, *state.count, state.round, state.ended)
    return not any(map(any, lying)) and not any(owned) and state.marker == NONE


# --- what the set-up tells ------------------------------------------------------------------------


@event_invariant("NHI-33", "NH-SETUP-10", "NH-END-01", kinds=("game.started",))
def the_game_starts_as_asked(happening: Happening, past: History) -> Verdict:
    """The seats, cards, designs and rulings told at the start are those of options and content."""
    cards = book_of(past.game)
    told = (happening.num("players"), happening.num("cards"), happening.nums("designs"),
            happening.word("eighth_mode") == "in_play",
            happening.word("tie_mode") == "cumulative", happening.num("rounds_max"))  # fmt: skip
    used = tuple(kind for kind in cards.kinds if cards.deck[kind])
    meant = (cards.players, cards.cards, used, cards.in_play, cards.all_summons, cards.rounds_max)
    return told == meant or f"told {told}, meant {meant}"


@event_check("NHI-02", "NH-SETUP-01", kinds=("title.laid_out",))
def a_title_is_laid_out_once(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Each title laid out is one not yet there, while some are owed, and the one drawn."""
    title, cards = h.num("title"), book(now.rules)
    if now.offered >> title & 1 or now.offered.bit_count() >= cards.titles_out:
        return f"title {title} is laid out beside {bits(now.offered)}"
    step = past.step
    return step is not None and step.code == step.game.space.bases["lay_out"] + title


@event_check("NHI-02", "NH-SETUP-02", kinds=("titles.dealt",))
def one_title_more_than_players(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Those laid out are a title more than there are players."""
    cards = book(now.rules)
    laid = bits(now.offered)
    return len(laid) == cards.titles_out and (h.nums("titles"), h.num("players")) == (
        laid, cards.players,
    )  # fmt: skip


@event_check("NHI-02", "NH-SETUP-03", kinds=("titles.removed",))
def the_other_titles_are_removed(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Every title not laid out is out of the game, and no other is."""
    every = range(len(book(now.rules).titles))
    return h.nums("titles") == tuple(at for at in every if not now.offered >> at & 1)


@event_check("NHI-03", "NH-SETUP-07", "NH-SETUP-08", kinds=("artefacts.placed",))
def linked_artefacts_are_placed(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """Placed are the artefacts that creatures in use can gain; the others are left out."""
    cards = book(now.rules)
    others = tuple(at for at in range(len(cards.artefacts)) if not cards.placed >> at & 1)
    return h.nums("placed") == bits(cards.placed) and h.nums("left_out") == others


@event_check("NHI-04", "NH-SETUP-04", kinds=("card.dealt",))
def cards_are_dealt_one_by_one(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """One card of the deck at a time, clockwise from seat 0, five times."""
    cards, seat, card = book(now.rules), h.num("seat"), h.num("card")
    dealt = sum(map(sum, now.hands))
    if seat != dealt % cards.players or dealt >= cards.hand * cards.players:
        return f"card {dealt + 1} goes to seat {seat}"
    facts = (sum(now.hands[seat]) + 1, sum(now.deck) - 1)
    return now.deck[card] > 0 and (h.num("hand"), h.num("deck")) == facts


@event_check("NHI-05", "NH-SETUP-09", kinds=("marker.given",))
def somebody_gets_the_marker(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """One of the players, drawn by chance, gets the marker nobody had."""
    step, seat = past.step, h.num("seat")
    if step is None or step.code != step.game.space.bases["start_with"] + seat:
        return f"seat {seat} was not the one drawn"
    return now.marker == NONE and 0 <= seat < book(now.rules).players and now.round == 0


# --- what is offered ------------------------------------------------------------------------------


def chance_is(step: Turn, verb: str, weights: dict[int, int]) -> Verdict:
    """Whether chance offers exactly these outcomes by local code, weights in lowest terms."""
    base, common = step.game.space.bases[verb], gcd(*weights.values())
    expected = [(base + code, weight // common) for code, weight in weights.items()]
    if step.legal == tuple(code for code, _ in expected) and step.code in step.legal:
        if step.game.chance_outcomes(step.before) == expected:
            return True
    offered = [(step.game.text(c), w) for c, w in step.game.chance_outcomes(step.before)]
    return f"row {step.row} offers {offered}, and {step.text} came; expected {weights}"


def counts_of(pile: bytearray) -> dict[int, int]:
    """The kinds of a pile, each with how many of it lie there."""
    return {kind: count for kind, count in enumerate(pile) if count}


@step_invariant("NHI-02", "NH-SETUP-01", "NH-SETUP-10", rows=("title",))
def any_title_left_may_come(step: Turn) -> Verdict:
    """Titles are shuffled: each one not yet laid out is as likely, while more are owed."""
    cards, offered = book_of(step.game), step.before.offered
    if offered.bit_count() >= cards.titles_out:
        return f"{bits(offered)} are laid out already"
    every = range(len(cards.titles))
    return chance_is(step, "lay_out", {at: 1 for at in every if not offered >> at & 1})


@step_invariant("NHI-04", "NH-SETUP-04", rows=("deal",), every=5)
def any_card_of_the_deck_may_be_dealt(step: Turn) -> Verdict:
    """Creatures are shuffled: a kind is as likely as it has cards left in the deck."""
    return chance_is(step, "deal", counts_of(step.before.deck))


@step_invariant("NHI-05", "NH-SETUP-09", "NH-SETUP-10", rows=("marker",))
def any_seat_may_start(step: Turn) -> Verdict:
    """Each player, and nobody else, is as likely to get the marker."""
    return chance_is(step, "start_with", dict.fromkeys(range(book_of(step.game).players), 1))


@step_invariant("NHI-05", "NH-SETUP-09", "NH-TITLE-03", every=23)
def chance_and_seats_take_their_turns(step: Turn) -> Verdict:
    """What chance does nobody does, and each other row belongs to the seat it says."""
    chance = step.row in ("title", "deal", "marker", "draw", "lose_card")
    return (step.player == -1) == chance and step.player != TERMINAL
