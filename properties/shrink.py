"""The shortest legal game that still shows it: from any log, until any property, clause, event or
end.  The luck that mattered is named; the result replays strictly in a fresh process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from engine.errors import EngineError
from engine.game import Game
from engine.registry import properties_of
from properties.errors import GoalMissed
from properties.finding import (
    UNJUDGED,
    Case,
    digest_before,
    judged,
    signature_dict,
    write,
    write_case,
)
from properties.guard import CHANGES, Meddling
from properties.invariant import Property
from properties.judge import (
    Failure,
    Judge,
    Signature,
    Trial,
    Watch,
    Watched,
    narrowed,
    sharpened,
)
from properties.logs import log_bytes
from properties.luck import Luck, Pin, luck_of
from properties.minimise import Minimiser, Rank
from properties.pulse import guarded
from properties.setup import Maker, found_near
from properties.units import Bench, BudgetOver, Wanted, cost, droppable
from replays.verdict import plural

BUDGET = 6000
ROUNDING = 4
Beat = Callable[[int], None]


@dataclass(frozen=True)
class Goal:
    """What the shrunk log must still show, and what looks on while it is sought.

    `quick` is a Watch that sees only the goal, `whole` one that sees everything: a candidate
    counts only if the goal is also the first thing the whole Watch reports.  `reached`: it is
    something to be reached, and nothing wrong.
    """

    name: str
    wanted: Wanted
    quick: Callable[[], Watch]
    whole: Callable[[], Watch]
    rank: Rank | None = None
    reached: bool = False


@dataclass(frozen=True)
class Minimal:
    """A shrunk log.  `complete`: no budget or interruption cut the search short.

    `minimal`: it was tried that no player action with its draws can be left out, and no ply alone.
    """

    codes: tuple[int, ...]
    texts: tuple[str, ...]
    actions: int
    failure: Failure
    luck: Luck
    replays: int
    complete: bool
    minimal: bool
    interrupted: bool = False

    @property
    def signature(self) -> Signature:
        """What it still shows."""
        return self.failure.signature

    @property
    def message(self) -> str:
        """How it shows."""
        return self.failure.message

    @property
    def pins(self) -> tuple[Pin, ...]:
        """The luck that mattered."""
        return self.luck.pins

    @property
    def chance(self) -> Fraction:
        """How likely the failure is, given the player's actions."""
        return self.luck.chance

    def as_dict(self) -> dict[str, object]:
        """For JSON documents: the exact chance as a fraction, and rounded."""
        return {
            "plies": len(self.codes),
            "player_actions": self.actions,
            "replays": self.replays,
            "complete": self.complete,
            "one_minimal": self.minimal,
            "luck": [pin.as_dict() for pin in self.pins],
            "luck_complete": self.luck.whole,
            "chance": str(self.chance),
            "chance_rounded": rounded(self.chance),
        }

    def text(self) -> str:
        """Several lines: what is left, and the luck that mattered."""
        lines = [
            f"{self.signature.text}: {self.message}",
            f"{plural(self.actions, 'player action')}, {plural(len(self.codes), 'ply')}, "
            f"{plural(self.replays, 'replay')}"
            + ("" if self.complete else ", not searched to the end"),
        ]
        lines += [f"{ply:5d}  {text}" for ply, text in enumerate(self.texts)]
        for pin in self.pins:
            lines.append(f"luck   ply {pin.ply} {pin.text}: {pin.needed}")
        if self.pins:
            lines.append(f"luck   all together {self.chance}, about {rounded(self.chance)}")
        return "\n".join(lines)


def rounded(chance: Fraction) -> str:
    """A fraction as a decimal of four significant digits."""
    return f"{float(chance):.{ROUNDING}g}"


@guarded(hurry=True)
def shrink(
    game: Game, codes: Sequence[int], goal: Goal, *, budget: int = BUDGET,
    beat: Beat | None = None, luck: bool = True,
) -> Minimal:  # fmt: skip
    """Shrink a log until nothing can go.  GoalMissed if it does not show the goal.

    `budget` counts replays; `beat` is called now and then with those used.  Ctrl-C ends the search
    with the best log so far.  Without `luck`, which outcomes mattered is not asked.
    """
    whole = Judge(game, goal.whole())
    trial = whole.replay(codes)
    if trial.failure is None or not goal.wanted(trial.failure):
        raise GoalMissed(f"the log does not show {goal.name}: {_seen(game, trial, codes)}")
    quick = whole if goal.rank is not None else Judge(game, goal.quick())
    bench = Bench(quick, whole, goal.wanted, budget, beat)
    minimiser = Minimiser(bench, trial, _hints(game), goal.rank)
    best = minimiser.run()
    complete = minimiser.complete
    bench.budget = bench.used + budget
    mattered = luck_of(bench, best) if complete and luck else Luck((), False)
    minimal = complete and _tight(bench, best)
    actions, _ = cost(game, best)
    assert best.failure is not None, "the minimiser keeps failing logs only"
    texts = tuple(game.text(code) for code in best.codes)
    return Minimal(
        best.codes, texts, actions, best.failure, mattered, bench.used, complete, minimal,
        minimiser.interrupted,
    )  # fmt: skip


def _tight(bench: Bench, trial: Trial) -> bool:
    """Whether nothing can be left out, all of it tried."""
    try:
        return not droppable(bench, trial)
    except BudgetOver:
        return False


def _seen(game: Game, trial: Trial, codes: Sequence[int]) -> str:
    """What a log shows instead of its goal, and the way out."""
    plies = len(trial.codes)
    if trial.failure is not None:
        seen = f"it shows {trial.failure.signature.text} at ply {trial.failure.ply}"
    elif plies < len(codes) and not game.is_terminal(trial.state):
        return (f"ply {plies} is not legal under these rules; "
                "`ruleproof verify` says where they part")  # fmt: skip
    else:
        seen = f"it was looked for in {plural(plies, 'ply')}"
    return f"{seen}; name what it does show"


def is_one_minimal(game: Game, codes: Sequence[int], goal: Goal, budget: int = BUDGET) -> bool:
    """Whether no player action (with the draws after it), no ply can be left out.  GoalMissed."""
    whole = Judge(game, goal.whole())
    trial = whole.replay(codes)
    if trial.failure is None or not goal.wanted(trial.failure):
        raise GoalMissed(f"the log does not show {goal.name}")
    return not droppable(Bench(Judge(game, goal.quick()), whole, goal.wanted, budget), trial)


def _hints(game: Game) -> Callable[[int], Sequence[int]]:
    """Outcomes that a game's properties call lucky: `LUCKY = {row: (action text, …)}`."""
    module = properties_of(game.name)
    named = getattr(module, "LUCKY", {}) if module is not None else {}
    codes = {row: tuple(game.code(text) for text in texts) for row, texts in named.items()}
    return lambda row: codes.get(game.rows[row].name, ())


# ---- what to shrink to ----


def of_signature(
    game: Game, properties: Sequence[Property], signature: Signature, any_signature: bool = False
) -> Goal:
    """The goal "fails with this signature" (or, relaxed, "fails", the broadest statement first).

    The signature's property is judged at every occasion; where any failure will do, all are.
    """
    if any_signature:
        watched = Watched(game, sharpened(properties))
        return Goal("any failure", lambda failure: True, lambda: watched, lambda: watched,
                    lambda failure: watched.rank(failure.signature))  # fmt: skip

    sharp = sharpened(properties, (signature.label,))
    if signature.label.startswith(CHANGES):
        meddling = Meddling(game, sharp, signature.label)
        return Goal(signature.text, lambda failure: failure.signature == signature,
                    lambda: meddling, lambda: meddling)  # fmt: skip

    def whole() -> Watch:
        return Watched(game, sharp)

    def quick() -> Watch:
        few = narrowed(sharp, signature.label)
        return Watched(game, few, loops=_by_loop(signature, few))

    return Goal(signature.text, lambda failure: failure.signature == signature, quick, whole)


def _by_loop(signature: Signature, few: Sequence[Property]) -> bool:
    """Whether only the watch for loops (or its encoding) can see this signature."""
    labels = [item.label for item in few]
    return signature.label not in labels


# ---- what is left behind ----


def case_of(maker: Maker, game: Game, minimal: Minimal, details: dict[str, object]) -> Case:
    """The minimal log in words, with what else is known of it."""
    also = [signature_dict(other) for other in minimal.failure.also]
    more = {**details, **minimal.as_dict(), "also": also}
    case = Case(maker, dict(game.options), minimal.texts, minimal.signature, minimal.message, more)
    return replace(case, before=digest_before(case))


def save(path: Path, case: Case, game: Game, codes: Sequence[int]) -> None:
    """Write `path` (.rply) and the words beside it (.json), each whole; BadOutput."""
    write(path.with_suffix(".rply"), log_bytes(game, codes, (case.signature.text,)))
    write_case(path.with_suffix(".json"), case)


def still_fails(
    game: str, actions: Iterable[str], options: dict[str, object], signature: tuple[str, str, str],
    before: str = "", pack: str = "", beside: str = "", **maker: object,
) -> str:  # fmt: skip
    """What the tests of `--pytest` call: "" where `fuzz --replay` would say FIXED.

    `pack` is the digest of the pack of `content`, which lies beside a file or where the tests run.
    Without `before`, also where the last action is not legal any more, in whatever position.
    """
    words = {"game": game, **maker}
    words["content"] = found_near(str(maker.get("content", "")), Path(beside).parent)
    values = {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
    case = Case(Maker.from_dict(words), values, tuple(actions), Signature(*signature),
                before=before, pack=pack)  # fmt: skip
    try:
        again = judged(case)
    except EngineError as error:
        return f"cannot judge: the game cannot be made as it was: {error}"
    verdict, why = again.verdict(case if before else replace(case, before=again.before))
    if verdict == UNJUDGED:
        return f"cannot judge: {why}"
    return f"{again.failure.signature.text}: {again.failure.message}" if again.failure else ""
