"""What a change of rules does to stored games, and the named steps that carry them over it.

A file of this rules version is judged as `verify` judges it.  One of an earlier version is carried
by the steps its game has registered, or, without them, judged as if it were of today: where it then
parts is what the change did to it.  Nothing is ever changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from engine.content import Pack
from engine.definition import Chosen, Codes, Definition, Migration
from engine.errors import EngineError
from engine.game import Game
from replays.entries import records_of
from replays.errors import RULE_FAULTS, ReplayError, Unsupported
from replays.forge import build
from replays.format import bits_for
from replays.reader import Line, Loader, read_prefix
from replays.recorder import Recorder
from replays.records import ANNOTATION, NOTE, PLY, Header
from replays.verdict import DIVERGED, EXACT, TRUNCATED, UNSUPPORTED, UNVERIFIED, Verdict
from replays.verify import verify

SAME, CARRIED, PARTS, REFUSED, UNREADABLE = OUTCOMES = (
    "same", "carried", "parts", "refused", "unreadable",
)  # fmt: skip
STANDING = (EXACT, TRUNCATED, UNVERIFIED)
Find = Callable[[str], Definition]


@dataclass(frozen=True)
class Fate:
    """What becomes of one file.

    `verdict` is that of this build, for a file of an earlier version judged as one of today or
    after its steps; `data` the bytes for the new folder, None if it cannot come along.
    """

    outcome: str
    verdict: Verdict
    version: int | None = None
    steps: tuple[str, ...] = ()
    why: str = ""
    data: bytes | None = None


def fate(data: bytes, find: Find, contents: Sequence[Pack] = ()) -> Fate:
    """Judge one file and carry it if it needs that; UnknownGame if nobody registered its game."""
    load = _loader(find, contents)
    verdict = verify(data, load)
    if verdict.word in STANDING:
        return Fate(SAME, verdict, data=data)
    if verdict.word == DIVERGED:
        return Fate(PARTS, verdict, why=verdict.detail)
    if verdict.word != UNSUPPORTED or verdict.what != "rules version":
        return Fate(UNREADABLE, verdict, why=verdict.detail)
    header, _ = records_of(data)
    found = find(header.game)
    steps = found.steps_from(header.rules_version)
    names = tuple(step.name for step in steps)
    if header.rules_version + len(steps) != found.rules_version:
        today = verify(as_of_today(data, found), load)
        outcome = UNREADABLE if today.word == UNSUPPORTED else PARTS
        if today.word in STANDING:
            outcome = REFUSED
        why = _missing(header, found, steps) if outcome != UNREADABLE else today.detail
        return Fate(outcome, today, header.rules_version, names, why)
    try:
        carried = _carried(data, header, found, steps, contents)
    except (ValueError, ReplayError, EngineError) as error:
        return Fate(REFUSED, verdict, header.rules_version, names, str(error))
    return Fate(CARRIED, verify(carried, load), header.rules_version, names, data=carried)


def _missing(header: Header, found: Definition, steps: Sequence[Migration]) -> str:
    at = header.rules_version + len(steps)
    return f"{found.name} has no step from rules version {at} to {at + 1}"


def _loader(find: Find, contents: Sequence[Pack]) -> Loader:
    kept: dict[tuple[object, ...], Game] = {}

    def load(header: Header) -> Game:
        found = find(header.game)
        if header.rules_version != found.rules_version:
            raise Unsupported("rules version", str(header.rules_version), str(found.rules_version))
        setup = (header.game, header.content_digest, header.options)
        if setup not in kept:
            kept[setup] = Game(found, dict(header.options), _pack(header, found, contents))
        return kept[setup]

    return load


def _pack(header: Header, found: Definition, contents: Sequence[Pack]) -> Pack:
    for pack in (found.reference, *contents):
        if pack.digest == header.content_digest:
            return pack
    raise Unsupported("content", f"{header.content_id} {header.content_digest.hex()}",
                      f"{found.reference.id} {found.reference.digest.hex()}")  # fmt: skip


# ---- as of today, without a step ----


def as_of_today(data: bytes, found: Definition) -> bytes:
    """The same log under a header of this rules version: what it lacks of options by default."""
    header, records = records_of(data)
    declared = {option.name: option.default for option in found.all_options}
    held = dict(header.options)
    options = tuple((name, held.get(name, declared[name])) for name in sorted(declared))
    today = replace(header, rules_version=found.rules_version, options=options)
    return build([today, *records], header.bits, sealed=True)


# ---- carried by steps ----


def _carried(
    data: bytes, header: Header, found: Definition, steps: Sequence[Migration],
    contents: Sequence[Pack],
) -> bytes:  # fmt: skip
    """The file recorded anew by today's rules; ValueError, EngineError where they refuse it."""
    replay = read_prefix(data)
    if not replay.games:
        raise ValueError("the file holds no game")
    pack = _pack(header, found, contents)
    old = dict(header.options)
    rewritten = [_rewritten(steps, old, line.codes) for line in replay.games]
    options = rewritten[0][0]
    if any(chosen != options for chosen, _ in rewritten):
        raise ValueError("its games would need different options: record each in a file of its own")
    game = Game(found, options, pack)
    names = ", ".join(step.name for step in steps)
    tag = f"migrated from rules version {header.rules_version} by {names}"
    today = replace(
        header, rules_version=found.rules_version, ruleset_digest=game.ruleset_digest,
        options=tuple(game.options.items()), tags=(*header.tags, tag),
        bits=bits_for(len(game.space)),
    )  # fmt: skip
    stream, many = BytesIO(), replay.games[0].index is not None
    recorder = Recorder.to_stream(stream, today, witness=replay.games[0].witness or PLY, many=many)
    with recorder:
        for line, (_, codes) in zip(replay.games, rewritten, strict=True):
            _record(recorder, game, line, codes)
    return stream.getvalue()


def _rewritten(steps: Sequence[Migration], options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
    """Options and codes after every step; ValueError names the step that refuses them."""
    for step in steps:
        try:
            options, codes = step.rewrite(options, codes)
        except RULE_FAULTS as error:
            raise ValueError(f"step {step.name}: {error}") from error
    return options, codes


def _record(recorder: Recorder, game: Game, line: Line, codes: Codes) -> None:
    """One game's final line, with its remarks where no ply was put in or left out."""
    marks = line.marks if len(codes) == len(line.codes) else ()
    remarks = [mark for mark in marks if mark.kind in (NOTE, ANNOTATION) and mark.text]
    state = game.initial()
    recorder.begin(state, line.index)
    for code in codes:
        legal = game.legal_actions(state)
        game.apply(state, code)
        recorder.ply(code, state, len(legal))
    for mark in remarks:
        recorder.annotate(mark.text or "", mark.ply)
    over = game.is_terminal(state) or state.ply >= game.plies_max
    if over != line.complete:
        ends = "goes on" if line.complete else "is over"
        raise ValueError(f"the game {ends} at position {state.ply} by today's rules")
    if over:
        recorder.finish(game, state)
