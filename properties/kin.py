"""Which findings are one bug, as far as can be told: a bug shows in several ways.

Two signatures are kin if both were violated in the same ply; if the log of one, judged without its
own property, violates the other within one more action; or if it shrinks into the other once any
failure is allowed.  Dear properties are judged at every occasion.  Kin are one finding under the
shortest of their logs.  That is a guess: every log is kept, and after mending, `fuzz --replay` says
which still fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Game
from engine.rng import Tape
from properties.guard import CHANGES
from properties.invariant import Property
from properties.judge import Judge, Signature, Watched, sharpened
from properties.shrink import Minimal, of_signature, shrink

Logs = Mapping[Signature, tuple[Game, Minimal]]
FOLLOWED_MAX = 64
BUDGET = 800  # replays: a hint is wanted, not the shortest log


def families(logs: Logs, properties: Sequence[Property]) -> list[list[Signature]]:
    """Signatures in groups of kin, the head of each first; heads in the order of `logs`."""
    parent = {signature: signature for signature in logs}

    def root(signature: Signature) -> Signature:
        while parent.setdefault(signature, signature) != signature:
            signature = parent[signature]
        return signature

    sharp = sharpened(properties)
    for signature, (game, minimal) in logs.items():
        if len(logs) > 1:
            for other in kin_of(game, minimal, sharp):
                parent[root(other)] = root(signature)
    groups: dict[Signature, list[Signature]] = {}
    for signature in logs:
        groups.setdefault(root(signature), []).append(signature)
    return [sorted(group, key=lambda s: _place(s, logs, properties)) for group in groups.values()]


def _place(
    signature: Signature, logs: Logs, properties: Sequence[Property]
) -> tuple[int, int, tuple[int, int], Signature]:
    """Shorter logs first, of equals the broader statement."""
    game, minimal = logs[signature]
    rank = Watched(game, properties).rank(signature)
    return minimal.actions, len(minimal.codes), rank, signature


def kin_of(game: Game, minimal: Minimal, properties: Sequence[Property]) -> list[Signature]:
    """Signatures that are kin of a log's, perhaps of no finding."""
    if minimal.signature.label.startswith(CHANGES):
        return []  # a fault of the property, not of the rules
    goal = of_signature(game, properties, minimal.signature, any_signature=True)
    end = shrink(game, minimal.codes, goal, budget=BUDGET, luck=False)
    found = [*minimal.failure.also, end.signature, *end.failure.also]
    return [*dict.fromkeys([*found, *_followers(game, minimal, properties)])]


def _followers(game: Game, minimal: Minimal, properties: Sequence[Property]) -> list[Signature]:
    """What one more action violates, once the log's own properties look away."""
    broken = [s.label for s in (minimal.signature, *minimal.failure.also)]
    others = [item for item in properties if item.label not in broken]
    judge = Judge(game, Watched(game, others))
    trial = judge.replay(minimal.codes)
    if trial.failure is not None:
        return [trial.failure.signature]
    found = []
    legal = [] if game.is_terminal(trial.state) else judge.legal(trial.state)
    for code in legal[:FOLLOWED_MAX]:
        judge.replay(minimal.codes)
        state = trial.state.clone()
        going = judge.act(state, code, legal)
        tape = Tape.seeded("shake:0", "chance")
        while going and game.row(state).chance:
            table = game.outcomes(state)
            drawn = table.codes[tape.weighted(table.weights, table.total)]
            going = judge.act(state, game.row(state).base + drawn, judge.legal(state))
        if judge.failure is not None:
            found.append(judge.failure.signature)
    return found
