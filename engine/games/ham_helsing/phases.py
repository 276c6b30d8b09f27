"""How a game hangs together: the spine of rounds, turns and steps, and the hub of what is owed.

Every row of the spine leaves by `resolve`, which runs what is owed and asks whoever has to choose;
when nothing is owed, `step` says which row of the spine comes next.
"""

from __future__ import annotations

from engine.agenda import Ask
from engine.games.ham_helsing.agenda_tasks import TASKS
from engine.games.ham_helsing.phases_answers import ANSWER_ROWS, ANSWERS
from engine.games.ham_helsing.phases_steps import (
    STEP_EXITS,
    a_limit_is_exceeded,
    act_villain,
    active_fell_in_play,
    active_lies,
    all_had_a_turn,
    begin_play,
    begin_round,
    begin_setup_row,
    begin_turn,
    bite_at_end,
    both_are_down,
    canyon_is_overrun,
    check_in_turn,
    check_in_villain_phase,
    close_play,
    cut_play,
    draw_up,
    end_turn,
    feed_nests_row,
    flip_villain_card,
    gain,
    game_is_decided,
    last_round_begins,
    last_round_is_over,
    move_minions,
    move_villain,
    open_market,
    place_tokens,
    play_goes_on,
    seat_of_active,
    there_are_no_limits,
)
from engine.games.ham_helsing.scoring import (
    all_are_down,
    be_destroyed,
    be_overrun,
    evil_wins_ties,
    fall,
    tie,
    villain_is_down,
    win,
)
from engine.phases import NOBODY, Exit, Phase, always

PLAY_VERBS = (
    "end_play", "spend", "lay", "base_move", "walk", "skill_attack", "loose_attack", "use_katana",
    "katana_hit", "swamp_buy", "take_shield", "adjust", "croak", "snack", "ability",
    "revive_other", "trade", "fight_villain",
)  # fmt: skip
_HUB = (Exit(always, "resolve"),)
_ENDS = ("HH-END-01",)
_LIMITS = (
    Exit(there_are_no_limits, "resolve", "HH-SYB-06"),
    Exit(a_limit_is_exceeded, "resolve", "HH-LIMIT-02"),
    Exit(always, "resolve"),
)

SPINE = (
    Phase("start", "HH-SETUP-01", NOBODY, enter=begin_setup_row, exits=_HUB),
    Phase(
        "new_round", "HH-ROUND-01", NOBODY, enter=begin_round,
        exits=(
            Exit(last_round_begins, "begin_turn", "HH-VILLAIN-03", ("HH-END-04",)),
            Exit(always, "begin_turn", "HH-ROUND-02"),
        ),
    ),
    Phase("begin_turn", "HH-ROUND-03", NOBODY, enter=begin_turn, exits=_HUB),
    Phase(
        "begin_play", "HH-PLAY-01", NOBODY, enter=begin_play,
        exits=(Exit(active_lies, "gain", "HH-KO-03"), Exit(always, "play")),
    ),
    Phase(
        "play", "HH-PLAY-03", seat_of_active, verbs=PLAY_VERBS, quiet="end_play",
        exits=(
            Exit("end_play", "end_of_play", "HH-ENDPLAY-01"),
            Exit("adjust", "resolve", "HH-LOC-VILLAGE-02"),
            Exit(always, "end_of_run"),
        ),
    ),
    Phase("end_of_run", "HH-LOC-VILLAGE-02", NOBODY, ends=("run",), exits=_HUB),
    Phase(
        "end_of_play", "HH-ENDPLAY-02", NOBODY, enter=close_play, ends=("play", "run"), exits=_HUB
    ),
    Phase("cut_play", "HH-KO-02", NOBODY, enter=cut_play, ends=("play", "run"), exits=_HUB),
    Phase("gain", "HH-GAIN-01", NOBODY, enter=gain, exits=_HUB),
    Phase("draws", "HH-DRAW-01", NOBODY, enter=draw_up, exits=_HUB),
    Phase("place", "HH-PLACE-01", NOBODY, enter=place_tokens, exits=_HUB),
    Phase("limits", "HH-LIMIT-05", NOBODY, enter=check_in_turn, exits=_LIMITS),
    Phase("bites", "HH-TAKE-01", NOBODY, enter=bite_at_end, exits=_HUB),
    Phase(
        "next_seat", "HH-TAKE-06", NOBODY, enter=end_turn, ends=("turn",),
        exits=(
            Exit(last_round_is_over, "canyon_destroyed", "HH-END-05",
                 ("HH-OBJ-02", *_ENDS)),
            Exit(all_had_a_turn, "market_opens", "HH-ROUND-05", ("HH-ROUND-02",)),
            Exit(always, "begin_turn", "HH-TAKE-06"),
        ),
    ),
    Phase("market_opens", "HH-MARKET-11", NOBODY, enter=open_market, exits=_HUB),
    Phase("villain_flip", "HH-VILLAIN-01", NOBODY, enter=flip_villain_card, exits=_HUB),
    Phase("villain_move", "HH-VMOVE-01", NOBODY, enter=move_villain, exits=_HUB),
    Phase("villain_minions", "HH-VMIN-01", NOBODY, enter=move_minions, exits=_HUB),
    Phase("villain_nests", "HH-VNEST-01", NOBODY, enter=feed_nests_row, exits=_HUB),
    Phase("villain_acts", "HH-VACT-01", NOBODY, enter=act_villain, exits=_HUB),
    Phase("villain_limits", "HH-VLIM-01", NOBODY, enter=check_in_villain_phase,
          exits=_LIMITS),
)  # fmt: skip

HUB = Phase(
    "resolve", "HH-PLACE-04", NOBODY, hub=True,
    exits=(
        Exit(game_is_decided, "verdict", "HH-END-01"),
        *(Exit(kind, ANSWERS[kind.name]) for kind in TASKS if isinstance(kind, Ask)),
        Exit(play_goes_on, "play"),
        Exit(active_fell_in_play, "cut_play", "HH-KO-02"),
        *STEP_EXITS,
    ),
)  # fmt: skip

# What a batch or a limit check decided, in order of precedence (HH-END-01 to -03, -06, -07).
ENDS = (
    Phase(
        "verdict", "HH-END-01", NOBODY,
        exits=(
            Exit(evil_wins_ties, "evil_wins_tie", "HH-END-03", _ENDS),
            Exit(villain_is_down, "won", "HH-END-02", ("HH-OBJ-01", *_ENDS)),
            Exit(both_are_down, "all_down", "HH-SOLO-14",
                 ("HH-END-07", "HH-OBJ-03", "HH-KO-10", *_ENDS)),
            Exit(all_are_down, "all_down", "HH-END-07", ("HH-OBJ-03", "HH-KO-10", *_ENDS)),
            Exit(canyon_is_overrun, "canyon_overrun", "HH-END-06", ("HH-OBJ-02", *_ENDS)),
        ),
    ),
    Phase("won", "HH-END-02", NOBODY, enter=win),
    Phase("evil_wins_tie", "HH-END-03", NOBODY, enter=tie),
    Phase("all_down", "HH-END-07", NOBODY, enter=fall),
    Phase("canyon_overrun", "HH-END-06", NOBODY, enter=be_overrun, needs="limits=true"),
    Phase("canyon_destroyed", "HH-END-05", NOBODY, enter=be_destroyed),
)  # fmt: skip

PHASES = (*SPINE, HUB, *ANSWER_ROWS, *ENDS)
