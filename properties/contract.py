"""The contract in play: legality, refusal, text, limits, returns, exits (1, 2, 6, 8, 9, 11)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import gcd, isfinite

from engine.errors import ActionText, EngineError, IllegalAction
from engine.game import CHANCE, TERMINAL, Game
from engine.play import Step, play
from engine.policies import named
from engine.state import State
from properties.cases import Case, Look
from properties.loops import LoopWatch

REFUSED_A_PLY = 6
ACCEPTED_A_PLY = 8
ALL_CODES_EVERY = 200
ALL_CODES_MAX = 1500
STRIDE = 104_729
LIMITS = (1, 2, 7)


# ---- 1: legal lists and chance outcomes ----


def legal_lists(case: Case, look: Look) -> None:
    """Ascending, distinct, fresh; empty exactly at an end; outcomes positive, in lowest terms."""
    for step in case.steps:
        _legal_at(case.game, step.before, look)
    _legal_at(case.game, case.steps[-1].after if case.steps else case.game.initial(), look)


def _legal_at(game: Game, state: State, look: Look) -> None:
    legal, ply = game.legal_actions(state), state.ply
    where = f"row {game.row_name(state)}"
    if any(low >= high for low, high in pairwise(legal)):
        look.fault(ply, f"{where}: legal list {legal} is not ascending and distinct")
    if bool(legal) == game.is_terminal(state):
        over = "over" if game.is_terminal(state) else "not over"
        look.fault(ply, f"{where}: the game is {over}, and the legal list is {legal}")
    if (game.current_player(state) == TERMINAL) != game.is_terminal(state):
        look.fault(ply, f"{where}: player {game.current_player(state)} at an end, or none before")
    same = game.legal_actions(state)
    legal.append(-1)
    if game.legal_actions(state) != same:
        look.fault(ply, f"{where}: the legal list is not fresh: a caller's change stays in it")
    if game.current_player(state) == CHANCE:
        _outcomes_at(game, state, same, look)
    look.held()


def _outcomes_at(game: Game, state: State, legal: list[int], look: Look) -> None:
    pairs = game.chance_outcomes(state)
    weights = [weight for _, weight in pairs]
    where = f"row {game.row_name(state)}"
    if [code for code, _ in pairs] != legal:
        look.fault(state.ply, f"{where}: outcomes {pairs} are not the legal list {legal}")
    if not weights or min(weights) < 1 or gcd(*weights) != 1:
        look.fault(state.ply, f"{where}: weights {weights} are not positive and in lowest terms")


# ---- 2: apply accepts every legal action and refuses every other code ----


def applies(case: Case, look: Look) -> None:
    """Each legal code is accepted; each other refused with the state as it was."""
    game = case.game
    for step in case.steps:
        state = step.before
        for code in _some(step):
            _accepts(game, state, code, look)
        _refuses(game, state, _others(game, step), look)
        look.held()
    if case.steps and game.is_terminal(case.steps[-1].after):
        _refuses(game, case.steps[-1].after, range(-1, len(game.space) + 1), look)


def _some(step: Step) -> tuple[int, ...]:
    """The legal codes; of a long list each n-th, others from ply to ply."""
    every = 1 + len(step.legal) // ACCEPTED_A_PLY
    return step.legal[step.ply % every :: every]


def _others(game: Game, step: Step) -> list[int]:
    """Codes that are not legal: all of them now and then, else neighbours and a few strewn.

    Of a large space a part, another each time, with all that lies around its two ends.
    """
    size, ply = len(game.space), step.ply
    if ply % ALL_CODES_EVERY == 0:
        parts = 1 + size // ALL_CODES_MAX
        inner = range(ply // ALL_CODES_EVERY % parts, size, parts)
        return [code for code in (-2, -1, *inner, size, size + 1) if code not in step.legal]
    near = [code + side for code in step.legal[:2] for side in (-1, 1)]
    strewn = [(ply * STRIDE + number * (STRIDE // 7)) % size for number in range(REFUSED_A_PLY)]
    return [code for code in dict.fromkeys((*near, *strewn)) if code not in step.legal]


def _accepts(game: Game, state: State, code: int, look: Look) -> None:
    copy = state.clone()
    try:
        game.apply(copy, code)
        copy.check()
    except EngineError as error:
        look.fault(state.ply, f"legal {game.text(code)!r} fails: {type(error).__name__}: {error}")
    if copy.ply != state.ply + 1:
        look.fault(state.ply, f"{game.text(code)!r} leads from ply {state.ply} to {copy.ply}")


def _refuses(game: Game, state: State, codes: Iterable[int], look: Look) -> None:
    copy, untouched = state.clone(), state.encode()
    for code in codes:
        try:
            game.apply(copy, code)
        except IllegalAction:
            if copy.encode() == untouched and copy.ply == state.ply:
                continue
            text = f"refusing {_spelt(game, code)!r} changed the state"
        else:
            text = f"{_spelt(game, code)!r} is not in the legal list, and was accepted"
        look.fault(state.ply, text)
        copy = state.clone()


def _spelt(game: Game, code: int) -> str:
    return game.text(code) if 0 <= code < len(game.space) else str(code)


# ---- 6: one code, one text ----


def spelled(game: Game, look: Look) -> None:
    """Every code has one text, and every text leads back to its code."""
    seen: dict[str, int] = {}
    for code in range(len(game.space)):
        text = game.text(code)
        first = seen.setdefault(text, code)
        look.that(first == code, -1, f"codes {first} and {code} both read {text!r}")
        try:
            back = game.code(text)
        except ActionText as error:
            look.fault(-1, f"code {code} reads {text!r}, which no code reads: {error}")
            continue
        look.that(back == code, -1, f"code {code} reads {text!r}, which is code {back}")


# ---- 8: limits and endless loops ----


def limited(case: Case, look: Look) -> None:
    """Play stops at `plies_max` as unfinished, never as an end; no position returns for ever."""
    for most in LIMITS:
        game = Game(case.game.definition, {**case.setup, "plies_max": most}, case.game.content)
        played = play(game, case.seed, named(game, case.policy))
        long = len(played.codes)
        look.that(long <= most, long, f"plies_max is {most}, and {long} plies were played")
        counted = played.state.ply
        look.that(counted == long, long, f"{long} plies were played, the state counts {counted}")
        over = game.is_terminal(played.state)
        if long == most and not over:
            look.that(played.reason is None, long, f"unfinished, and ended as {played.reason}")
    watch = LoopWatch(case.game)
    if case.steps:
        watch.begin(case.steps[0].before)
    for step in case.steps:
        found = watch.step(step)
        if found is not None:
            look.fault(step.ply, found.message)
            return
    look.held()


# ---- 9: returns and end reasons ----


def paid(case: Case, look: Look) -> None:
    """One finite number a player at an end, whose reason is an end row; none before."""
    game = case.game
    last = case.steps[-1].after if case.steps else game.initial()
    if not game.is_terminal(last):
        look.that(game.end_reason(last) is None, last.ply, "an end reason before the end")
        return
    ends = [row.name for row in game.rows if row.end]
    reason = game.end_reason(last)
    look.that(reason in ends, last.ply, f"end reason {reason!r} is no end row: {ends}")
    returns = game.returns(last)
    count = len(returns)
    look.that(count == game.players, last.ply, f"{count} returns for {game.players} players")
    for value in returns:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        look.that(number and isfinite(value), last.ply, f"return {value!r} is no finite number")
    before = case.steps[-1].before if case.steps else last
    if not game.is_terminal(before):
        try:
            game.returns(before)
        except EngineError:
            look.held()
        else:
            look.fault(before.ply, "returns before the end")


# ---- 11: observed exits are declared ones ----


def declared(case: Case, look: Look) -> None:
    """The exits of each ply are a path of the table from the row acted in to the row reached."""
    game = case.game
    rows = {row.name: row.index for row in game.rows}
    for step in case.steps:
        here = step.before.phase
        verb = game.space.verb_at[step.code]
        if verb in game.rows[here].free and step.exits:
            look.fault(step.ply, f"free verb {step.verb} left row {step.row}")
        for row, number in step.exits:
            exits = game.rows[row].phase.exits
            if row != here or number >= len(exits):
                name = game.rows[here].name
                look.fault(step.ply, f"exit {number} of row {row} was taken in row {name}")
                break
            here = rows[exits[number].target]
        else:
            there = game.row_name(step.after)
            reached = game.rows[here].name
            look.that(here == step.after.phase, step.ply, f"exits lead to {reached}, not {there}")
