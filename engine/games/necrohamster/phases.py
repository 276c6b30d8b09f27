"""The phase table of The Necrohamster: who acts, what may be done, where it leads.

Whose turn it is follows from marker and `turn` alone; each thing an effect may ask for is an edge
of its own.
"""

from __future__ import annotations

from engine.games.necrohamster.effects import (
    a_card_is_owed,
    begin_draw,
    end_is_triggered,
    end_round,
    it_is_the_first_round,
    new_round,
    next_seat,
    rounds_are_up,
    supply,
)
from engine.games.necrohamster.effects_ability import (
    AIM,
    CALL,
    CARDS,
    CHANCE_LOSS,
    GIVE_UP,
    RECOVER,
    SACRIFICE,
    STEAL,
    begin_effect,
    begin_slot,
    end_slot,
    step_effect,
)
from engine.games.necrohamster.effects_summon import (
    begin_summon,
    close_commit,
    reveal,
    summon_more,
)
from engine.games.necrohamster.scoring import finish, stop
from engine.games.necrohamster.setup import place_artefacts
from engine.games.necrohamster.state import Necrohamster
from engine.games.necrohamster.table import (
    all_seats_done,
    chooser,
    dealt_to,
    mover,
    payment_is_due,
    victim,
)
from engine.phases import CHANCE, NOBODY, Exit, Phase, always


def titles_are_owed(state: Necrohamster) -> bool:
    """One title more than there are players (NH-SETUP-02)."""
    return state.offered.bit_count() < state.rules.titles_out


def hands_are_short(state: Necrohamster) -> bool:
    """Somebody has no five cards yet (NH-SETUP-04)."""
    return sum(state.hands[state.turn]) < state.rules.opening_hand


def it_is_the_draw_phase(state: Necrohamster) -> bool:
    """Cards were drawn for no effect (NH-DRAW-03)."""
    return state.source < 0


def nothing_is_pending(state: Necrohamster) -> bool:
    """The mover has resolved everything, or had nothing to (NH-ABILPH-04, -06)."""
    return not any(state.pending[mover(state)])


def order_is_open(state: Necrohamster) -> bool:
    """Two kinds of effects or more are pending (NH-ABILPH-02)."""
    return len(state.pending[mover(state)].replace(b"\0", b"")) > 1


def cards_are_drawn(state: Necrohamster) -> bool:
    """An effect draws cards."""
    return state.asked == CARDS


def a_hand_is_hit(state: Necrohamster) -> bool:
    """A player is to discard from hand."""
    return state.asked == GIVE_UP


def chance_picks_a_card(state: Necrohamster) -> bool:
    """A player loses a random card of the hand."""
    return state.asked == CHANCE_LOSS


def a_target_is_owed(state: Necrohamster) -> bool:
    """The mover is to choose an opponent."""
    return state.asked == AIM


def a_creature_is_hit(state: Necrohamster) -> bool:
    """A creature is to be discarded from play."""
    return state.asked == SACRIFICE


def a_creature_is_taken(state: Necrohamster) -> bool:
    """A creature is to change areas."""
    return state.asked == STEAL


def a_discard_may_return(state: Necrohamster) -> bool:
    """A card of the discard pile may go to the hand."""
    return state.asked == RECOVER


def one_more_may_be_summoned(state: Necrohamster) -> bool:
    """A further creature may be summoned."""
    return state.asked == CALL


_ROUND = "NH-ROUND-01"

PHASES = (
    # Game setup
    Phase(
        "title", "NH-SETUP-02", CHANCE, verbs=("lay_out",),
        exits=(Exit(titles_are_owed, "title"), Exit(always, "deal")),
    ),
    Phase(
        "deal", "NH-SETUP-04", CHANCE, verbs=("deal",), secret=dealt_to,
        exits=(Exit(hands_are_short, "deal"), Exit(always, "artefacts")),
    ),
    Phase(
        "artefacts", "NH-SETUP-07", NOBODY, enter=place_artefacts,
        exits=(Exit(always, "marker"),),
    ),
    Phase(
        "marker", "NH-SETUP-09", CHANCE, verbs=("start_with",), exits=(Exit(always, "round"),),
    ),
    # Draw phase
    Phase(
        "round", "NH-ROUND-01", NOBODY, enter=new_round,
        exits=(
            Exit(it_is_the_first_round, "summon_phase", "NH-DRAW-01"),
            Exit(always, "drawer", "NH-DRAW-02", (_ROUND,)),
        ),
    ),
    Phase(
        "drawer", "NH-DRAW-03", NOBODY, enter=begin_draw, progress=("turn",),
        exits=(Exit(always, "supply"),),
    ),
    Phase(
        "supply", "NH-DRAW-04", NOBODY, enter=supply,
        exits=(
            Exit(a_card_is_owed, "draw"),
            Exit(it_is_the_draw_phase, "drawn"),
            Exit(always, "effect"),
        ),
    ),
    Phase(
        "draw", "NH-DRAW-03", CHANCE, verbs=("draw",), secret=mover,
        exits=(Exit(always, "supply"),),
    ),
    Phase(
        "drawn", "NH-DRAW-03", NOBODY, enter=next_seat,
        exits=(Exit(all_seats_done, "summon_phase", _ROUND), Exit(always, "drawer")),
    ),
    # Summon phase
    Phase(
        "summon_phase", "NH-SUMMON-01", NOBODY, enter=begin_summon,
        exits=(Exit(always, "commit"),),
    ),
    Phase(
        "commit", "NH-SUMMON-01", mover, verbs=("pass_round", "summon"), quiet="pass_round",
        shown="commit", secret=mover,
        exits=(Exit(payment_is_due, "pay"), Exit(always, "committed")),
    ),
    Phase(
        "pay", "NH-SUMMON-04", mover, verbs=("pay_with",), quiet="first pay_with",
        shown="commit", secret=mover,
        exits=(Exit(payment_is_due, "pay"), Exit(always, "committed")),
    ),
    Phase(
        "committed", "NH-SUMMON-01", NOBODY, enter=close_commit,
        exits=(Exit(all_seats_done, "reveal", _ROUND), Exit(always, "commit", "NH-TITLE-03")),
    ),
    Phase(
        "reveal", "NH-SUMMON-08", NOBODY, enter=reveal, exits=(Exit(always, "slot", _ROUND),),
    ),
    # Ability phase
    Phase(
        "slot", "NH-ABILPH-01", NOBODY, enter=begin_slot, progress=("turn",),
        exits=(Exit(all_seats_done, "round_end"), Exit(always, "pending")),
    ),
    Phase(
        "pending", "NH-ABILPH-04", NOBODY,
        exits=(
            Exit(nothing_is_pending, "slot_end"),
            Exit(order_is_open, "order", "NH-ABILPH-02"),
            Exit(always, "trigger"),
        ),
    ),
    Phase("order", "NH-ABILPH-02", mover, verbs=("resolve",), exits=(Exit(always, "trigger"),)),
    Phase(
        "trigger", "NH-ABIL-01", NOBODY, enter=begin_effect, exits=(Exit(always, "effect"),),
    ),
    Phase(
        "effect", "NH-ABILPH-04", NOBODY, enter=step_effect, hub=True,
        exits=(
            Exit(cards_are_drawn, "supply"),
            Exit(a_hand_is_hit, "give_up", "NH-ABIL-03"),
            Exit(chance_picks_a_card, "lose_card", "NH-ABIL-03"),
            Exit(a_target_is_owed, "aim", "NH-ABILPH-04"),
            Exit(a_creature_is_hit, "sacrifice", "NH-END-06"),
            Exit(a_creature_is_taken, "steal", "NH-ART-03"),
            Exit(a_discard_may_return, "recover", "NH-ABILPH-04"),
            Exit(one_more_may_be_summoned, "call", "NH-ABILPH-03"),
            Exit(always, "pending"),
        ),
    ),
    Phase(
        "give_up", "NH-ABIL-03", victim, verbs=("give_up",), needs="content has op discard_hand",
        exits=(Exit(always, "effect"),),
    ),
    Phase(
        "lose_card", "NH-ABIL-03", CHANCE, verbs=("lose_by_chance",),
        needs="content has choose random", exits=(Exit(always, "effect"),),
    ),
    Phase("aim", "NH-ABILPH-04", mover, verbs=("aim_at",), exits=(Exit(always, "effect"),)),
    Phase(
        "sacrifice", "NH-END-06", chooser, verbs=("sacrifice",),
        needs="content has op discard_creature", exits=(Exit(always, "effect"),),
    ),
    Phase(
        "steal", "NH-ART-03", mover, verbs=("steal",), needs="content has op steal_creature",
        exits=(Exit(always, "effect"),),
    ),
    Phase(
        "recover", "NH-ABILPH-04", mover, verbs=("decline", "recover"), quiet="decline",
        needs="content has op return_from_discard", exits=(Exit(always, "effect"),),
    ),
    Phase(
        "call", "NH-ABILPH-03", mover, verbs=("decline", "call"), quiet="decline",
        needs="content has op extra_summon",
        exits=(
            Exit(payment_is_due, "pay_extra", "NH-SUMMON-04"),
            Exit("call", "extra", "NH-ABILPH-03"),
            Exit("decline", "effect"),
        ),
    ),
    Phase(
        "pay_extra", "NH-SUMMON-04", mover, verbs=("pay_with",), quiet="first pay_with",
        needs="content has op extra_summon",
        exits=(Exit(payment_is_due, "pay_extra"), Exit(always, "extra")),
    ),
    Phase(
        "extra", "NH-ABILPH-03", NOBODY, enter=summon_more,
        needs="content has op extra_summon", exits=(Exit(always, "effect"),),
    ),
    Phase("slot_end", "NH-ABILPH-01", NOBODY, enter=end_slot, exits=(Exit(always, "slot"),)),
    # The end of a round
    Phase(
        "round_end", "NH-END-02", NOBODY, enter=end_round,
        exits=(
            Exit(end_is_triggered, "finished", "NH-END-01"),
            Exit(rounds_are_up, "unfinished", "NH-SUMMON-02"),
            Exit(always, "round", _ROUND),
        ),
    ),
    Phase("finished", "NH-END-03", NOBODY, enter=finish),
    Phase("unfinished", "NH-SUMMON-02", NOBODY, enter=stop),
)  # fmt: skip
