"""What `ruleproof shrink` does: a log of a replay file made short."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.game import Game
from properties.finding import log_bytes, write
from properties.goals import goal_of
from properties.invariant import Property
from properties.judge import Failure, Judge, Watched, sharpened
from properties.setup import Maker
from properties.shrink import (
    Goal,
    Minimal,
    case_of,
    name_of_test,
    of_signature,
    pytest_text,
    save,
    shrink,
)
from replays.errors import TargetExists
from replays.reader import game_for, read_prefix
from tools import console, targets
from tools.errors import Usage, nothing
from tools.failures import INTERRUPTED
from tools.inputs import naming, single
from tools.setup import replay_loader
from tools.text import plural


@dataclass(frozen=True)
class Wish:
    """The options of `ruleproof shrink`, as typed."""

    goal: str | None
    index: int
    budget: int
    any_signature: bool
    as_pytest: bool
    output: Path | None
    force: bool
    contents: tuple[str, ...]


def run(file: str, wish: Wish, as_json: bool) -> int:
    """Shrink, write, tell; 130 if Ctrl-C cut the search short."""
    source = single(file)
    if source.path is None and wish.output is None:
        raise Usage("name the short replay with -o when the long one comes from stdin")
    target = wish.output or Path(f"{Path(file).stem}.short.rply")
    if target.suffix != ".rply":
        raise Usage(f"-o {target}: a replay's name ends with .rply")
    if target.exists() and not wish.force:
        raise TargetExists(f"{target} exists already")
    targets.file(target)
    with naming(file):
        replay = read_prefix(source.data())
        game = game_for(replay.head(), replay_loader(wish.contents))
    codes = replay.game(wish.index).codes
    # The file's own limit would end every longer detour of the search.
    maker = Maker(game.name, content=wish.contents[0] if wish.contents else "",
                  foreign=console.current.foreign)  # fmt: skip
    found = goal(game, maker.properties(), codes, wish)
    console.say(f"shrinking {plural(len(codes), 'ply')} to {found.name}, "
                f"in at most {plural(wish.budget, 'replay')}")  # fmt: skip
    with console.progress(wish.budget, "shrinking") as advance:
        seen = 0

        def beat(used: int) -> None:
            nonlocal seen
            advance(used - seen)
            seen = used

        minimal = shrink(game, codes, found, budget=wish.budget, beat=beat)
    case = case_of(maker, game, minimal, {"parent": file, "until": found.name})
    if found.reached:  # no finding, and none for `fuzz --replay`
        write(target, log_bytes(game, minimal.codes, (f"reaches {found.name}",)))
    else:
        save(target, case, game, minimal.codes)
    if wish.as_pytest:
        test = target.with_name(f"{name_of_test(case.signature)}.py")
        write(test, pytest_text(case, found.name if found.reached else "").encode())
        console.say(f"wrote {test}")
    _tell(minimal, len(codes), target, as_json, file, found.name)
    return 0 if minimal.complete else INTERRUPTED if minimal.replays < wish.budget else 0


def goal(game: Game, properties: tuple[Property, ...], codes: tuple[int, ...], wish: Wish) -> Goal:
    """What `--until` names, else the first thing the log breaks; E402 if it breaks nothing."""
    if wish.goal is not None:
        return goal_of(game, properties, wish.goal)
    failure = _first(game, properties, codes) or _first(game, sharpened(properties), codes)
    if failure is None:
        raise nothing("the log breaks no property; name a clause, event or end with --until")
    return of_signature(game, properties, failure.signature, wish.any_signature)


def _first(
    game: Game, properties: tuple[Property, ...], codes: tuple[int, ...]
) -> Failure | None:
    """The first failure of a log."""
    return Judge(game, Watched(game, properties)).replay(codes).failure


def _tell(
    minimal: Minimal, before: int, target: Path, as_json: bool, file: str, name: str
) -> None:
    if as_json:
        console.deliver(console.document({
            "schema": "ruleproof.shrink/1", "file": file, "until": name, "plies_before": before,
            "path": str(target), "message": minimal.message, "actions": list(minimal.texts),
            **minimal.as_dict(),
        }), None)  # fmt: skip
        return
    console.out(minimal.text())
    console.out(f"{plural(before, 'ply')} became {plural(len(minimal.codes), 'ply')}: {target}")
