"""The phase table of Henchling: who acts, what may be done, where it leads.

`resolve` is the hub: it runs what is owed (a draw, a target, a Reaction, a block ...) until nothing
is, and then the turn goes on with its next step.  No row knows how deep an effect is nested.
"""

from __future__ import annotations

from engine.games.henchling.agenda import (
    A_BLOCK,
    A_CARD,
    A_DISCARD,
    A_DRAW,
    A_MULLIGAN,
    A_SPELL_WINDOW,
    A_TARGET,
    A_WINDOW,
    AN_EXPOSURE,
    ROOM_IS_NEEDED,
)
from engine.games.henchling.effects_piles import count_passing, look_at_exposed
from engine.games.henchling.effects_turn import (
    action_goes_on,
    actions_are_up,
    active_is_out,
    begin_turn,
    draws_are_done,
    end_turn,
    fill_purse,
    nobody_is_left,
    one_is_left,
    owe_draws,
    passing_is_settled,
    ready_cards,
    recover,
    setup_is_done,
    trim_hand,
    turn_cards_up,
    turns_are_up,
)
from engine.games.henchling.scoring import break_off, nobody_wins, win
from engine.games.henchling.setup import (
    build_piles,
    hands_are_full,
    next_to_be_dealt,
    opener_is_named,
    seat_opener,
)
from engine.games.henchling.state import Henchling
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always


def the_active(state: Henchling) -> int:
    """Whose turn it is."""
    return state.active


def the_drawer(state: Henchling) -> int:
    """Who takes a hidden card."""
    return state.agenda[-1][1]


_BACK = (Exit(always, "resolve"),)

PHASES = (
    Phase(
        "start", "HE-HP-01", NOBODY, enter=seat_opener,
        exits=(Exit(opener_is_named, "deal", "HE-FIRST-01"), Exit(always, "lots")),
    ),
    Phase(
        "lots", "HE-FIRST-01", CHANCE, verbs=("first_player",), needs="start=random",
        exits=(Exit(always, "deal"),),
    ),
    Phase(
        "deal", "HE-SETUP-03", CHANCE, verbs=("deal",), secret=next_to_be_dealt,
        exits=(Exit(hands_are_full, "piles", "HE-SETUP-04"), Exit(always, "deal")),
    ),
    Phase("piles", "HE-PILE-01", NOBODY, enter=build_piles, exits=_BACK),
    Phase(
        "resolve", "HE-ABIL-04", NOBODY, hub=True,
        exits=(
            Exit(A_DRAW, "draw", "HE-PILE-05"),
            Exit(A_CARD, "take", "HE-DRAW-06"),
            Exit(AN_EXPOSURE, "expose", "HE-PILE-06"),
            Exit(A_TARGET, "choose", "HE-REQ-03"),
            Exit(A_WINDOW, "react", "HE-REACT-02"),
            Exit(A_SPELL_WINDOW, "react", "HE-SPELL-03"),
            Exit(A_BLOCK, "block", "HE-PROT-01"),
            Exit(A_DISCARD, "discard", "HE-DPILE-01"),
            Exit(ROOM_IS_NEEDED, "make_room", "HE-ITEM-05"),
            Exit(A_MULLIGAN, "mulligan", "HE-MULL-01"),
            # An elimination that decides the game leaves nothing owed.
            Exit(one_is_left, "won", "HE-GOAL-01", ("HE-HP-02",)),
            Exit(nobody_is_left, "nobody_left", "HE-GOAL-01", ("HE-HP-02",)),
            Exit(active_is_out, "turn_end", "HE-ELIM-02", ("HE-HP-02",)),
            Exit(setup_is_done, "turn_start"),
            Exit(draws_are_done, "passing"),
            Exit(passing_is_settled, "action_start"),
            Exit(action_goes_on, "action"),
            Exit(always, "turn_end"),
        ),
    ),
    Phase("draw", "HE-PILE-05", PLAYER, enter=look_at_exposed, quiet="first draw",
          verbs=("forgo", "draw", "recycle"), exits=_BACK),
    Phase("take", "HE-DRAW-06", CHANCE, verbs=("take",), secret=the_drawer, exits=_BACK),
    Phase("expose", "HE-PILE-06", CHANCE, verbs=("expose",), exits=_BACK),
    Phase("choose", "HE-REQ-03", PLAYER, verbs=("target",), quiet="first target", exits=_BACK),
    Phase("react", "HE-REACT-02", PLAYER, verbs=("no_reaction", "react"), quiet="no_reaction",
          exits=_BACK),
    Phase("block", "HE-PROT-01", PLAYER, verbs=("no_block", "block"), quiet="no_block",
          exits=_BACK),
    Phase("discard", "HE-DPILE-01", PLAYER, verbs=("put_away",), quiet="first put_away",
          exits=_BACK),
    Phase("make_room", "HE-ITEM-05", PLAYER, verbs=("make_room", "decline"),
          quiet="first make_room", exits=_BACK),
    Phase("mulligan", "HE-MULL-01", PLAYER, verbs=("mulligan_done", "exchange"),
          quiet="mulligan_done", needs="mulligan=true", exits=_BACK),
    Phase(
        "turn_start", "HE-TURN-03", NOBODY, enter=begin_turn, exits=(Exit(always, "un_tilt"),),
    ),
    Phase(
        "un_tilt", "HE-UNTILT-01", NOBODY, enter=ready_cards, exits=(Exit(always, "recover"),),
    ),
    Phase("recover", "HE-RECOV-01", NOBODY, enter=recover, exits=(Exit(always, "draws"),)),
    Phase("draws", "HE-DRAW-01", NOBODY, enter=owe_draws, exits=_BACK),
    Phase("passing", "HE-DRAW-02", NOBODY, enter=count_passing, exits=_BACK),
    Phase(
        "action_start", "HE-PLAY-03", NOBODY, enter=fill_purse, exits=(Exit(always, "action"),),
    ),
    Phase(
        "action", "HE-TURN-04", the_active, quiet="end_action",
        verbs=("end_action", "play_card", "attack", "use"),
        exits=(
            Exit("end_action", "un_flip"),
            Exit(actions_are_up, "unfinished", "HE-LIMIT-06"),
            Exit(always, "resolve"),
        ),
    ),
    Phase(
        "un_flip", "HE-UNFLIP-01", NOBODY, enter=turn_cards_up, exits=(Exit(always, "trim"),),
    ),
    Phase("trim", "HE-DISC-01", NOBODY, enter=trim_hand, exits=_BACK),
    Phase(
        "turn_end", "HE-PLAY-05", NOBODY, enter=end_turn,
        exits=(
            Exit(turns_are_up, "unfinished", "HE-LIMIT-05"),
            Exit(always, "turn_start", "HE-TURN-02"),
        ),
    ),
    Phase("won", "HE-GOAL-01", NOBODY, enter=win),
    Phase("nobody_left", "HE-GOAL-01", NOBODY, enter=nobody_wins),
    Phase("unfinished", "HE-LIMIT-05", NOBODY, enter=break_off),
)  # fmt: skip
