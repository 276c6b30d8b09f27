"""What `ruleproof shrink` does: a log of a replay file made short."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ActionText
from engine.game import Game
from properties.errors import BadFinding, BadOutput
from properties.finding import Case, other_pack, read_case, write
from properties.goals import goal_of
from properties.invariant import Property
from properties.judge import Failure, Judge, Signature, Watched, sharpened
from properties.logs import log_bytes, raising
from properties.regression import name_of_test, pytest_text, save_test
from properties.setup import Maker
from properties.shrink import (
    Goal,
    Minimal,
    case_of,
    of_signature,
    save,
    shrink,
)
from replays.errors import TargetExists
from replays.reader import game_for, read_prefix
from tools import console, targets
from tools.errors import Usage, nothing
from tools.failures import INTERRUPTED
from tools.inputs import Input, naming, single
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


@dataclass(frozen=True)
class Subject:
    """What is to be shrunk: a log of a game, the last action perhaps one that raises.

    `signature` is what a finding says of it.
    """

    maker: Maker
    game: Game
    codes: tuple[int, ...]
    signature: Signature | None = None


def run(file: str, wish: Wish, as_json: bool) -> int:
    """Shrink, write, tell; 130 if Ctrl-C cut the search short."""
    source = single(file)
    if source.path is None and wish.output is None:
        raise Usage("name the short replay with -o when the long one comes from stdin")
    target = wish.output or Path(f"{Path(file).stem}.short.rply")
    if target.suffix != ".rply":
        raise Usage(f"-o {target}: a replay's name ends with .rply")
    for path in (target, target.with_suffix(".json")):
        if path.exists() and not wish.force:
            raise TargetExists(f"{path} exists already")
    targets.file(target)
    subject = _of_finding(source, wish) if file.endswith(".json") else _of_replay(source, wish)
    game, codes = subject.game, subject.codes
    found = goal(subject, wish)
    console.say(f"shrinking {plural(len(codes), 'ply')} to {found.name}, "
                f"in at most {plural(wish.budget, 'replay')}")  # fmt: skip
    with console.progress(wish.budget, "shrinking") as advance:
        seen = 0

        def beat(used: int) -> None:
            nonlocal seen
            advance(used - seen)
            seen = used

        minimal = shrink(game, codes, found, budget=wish.budget, beat=beat)
    case = case_of(subject.maker, game, minimal, {"parent": file, "until": found.name})
    unwritten: BadOutput | None = None
    try:
        _write(target, case, game, minimal, found)
    except BadOutput as error:
        unwritten = error
    _tell(minimal, len(codes), None if unwritten else target, as_json, file, found.name)
    if unwritten is not None:  # the disk is full, say: what was found is told all the same
        raise unwritten
    if wish.as_pytest:
        _write_test(target, case, found)
    return 0 if minimal.complete else INTERRUPTED if minimal.replays < wish.budget else 0


def _of_replay(source: Input, wish: Wish) -> Subject:
    """The game of a replay file; what cannot be read of it."""
    with naming(source.name):
        replay = read_prefix(source.data())
        game = game_for(replay.head(), replay_loader(wish.contents))
    line = replay.game(wish.index)
    # The file's own limit would end every longer detour of the search.
    maker = Maker(game.name, content=wish.contents[0] if wish.contents else "",
                  foreign=console.current.foreign)  # fmt: skip
    return Subject(maker, game, (*line.codes, *raising(game, line)))


def _of_finding(source: Input, wish: Wish) -> Subject:
    """The log of a finding's words, as far as they are actions of the game; BadFinding."""
    case = read_case(source.file() or Path(source.name))
    packs = [case.with_content(content) for content in wish.contents]
    case = next((one for one in packs if not other_pack(one.maker, case.pack)), (*packs, case)[0])
    game = case.game()
    if other := other_pack(case.maker, case.pack):
        raise BadFinding(f"{source.name}: {other}")
    try:
        codes = tuple(game.code(text) for text in case.actions)
    except ActionText as error:
        raise BadFinding(f"{source.name}: the log no longer fits these rules: {error}") from error
    return Subject(case.maker, game, codes, case.signature)


def _write(target: Path, case: Case, game: Game, minimal: Minimal, found: Goal) -> None:
    """The short replay, and a finding's words beside it; BadOutput."""
    if found.reached:  # no finding, and none for `fuzz --replay`
        write(target, log_bytes(game, minimal.codes, (f"reaches {found.name}",)))
        with suppress(BadFinding):  # with --force: it told of the log that was there before
            read_case(target.with_suffix(".json"))
            target.with_suffix(".json").unlink()
    else:
        save(target, case, game, minimal.codes)


def _write_test(target: Path, case: Case, found: Goal) -> None:
    """The test beside a short replay; BadOutput, TargetExists if somebody's own is there."""
    test = target.with_name(f"{name_of_test(case.signature)}.py")
    text = pytest_text(case, found.name if found.reached else "", test.parent)
    if not save_test(test, text):
        what = f"{test} is no test that shrink wrote, or was changed, and stays"
        raise TargetExists(f"{what}; {target} is written", remedy="name another folder with -o")
    console.say(f"wrote {test}")


def goal(subject: Subject, wish: Wish) -> Goal:
    """What `--until` names, else what the log breaks first; E402 if it breaks nothing."""
    game, properties = subject.game, subject.maker.properties()
    if wish.goal is not None:
        return goal_of(game, properties, wish.goal)
    signature, codes = subject.signature, subject.codes
    if signature is None:
        failure = _first(game, properties, codes) or _first(game, sharpened(properties), codes)
        if failure is None:
            raise nothing("the log breaks no property; name a clause, event or end with --until")
        signature = failure.signature
    return of_signature(game, properties, signature, wish.any_signature)


def _first(
    game: Game, properties: tuple[Property, ...], codes: tuple[int, ...]
) -> Failure | None:
    """The first failure of a log."""
    return Judge(game, Watched(game, properties)).replay(codes).failure


def _tell(
    minimal: Minimal, before: int, target: Path | None, as_json: bool, file: str, name: str
) -> None:
    if as_json:
        console.deliver(console.document({
            "schema": "ruleproof.shrink/1", "file": file, "until": name, "plies_before": before,
            "path": str(target) if target else None, "message": minimal.message,
            "actions": list(minimal.texts), **minimal.as_dict(),
        }), None)  # fmt: skip
        return
    console.out(minimal.text())
    became = f"{plural(before, 'ply')} became {plural(len(minimal.codes), 'ply')}"
    console.out(f"{became}: {target}" if target else became)
