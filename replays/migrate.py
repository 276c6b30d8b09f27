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
from engine.errors import FAULTS, EngineError
from engine.game import Game
from engine.play import walk
from replays.carry import Item, behind, final, items_of, record, whole
from replays.entries import records_of
from replays.errors import ReplayError, TornFile, Unsupported
from replays.forge import build
from replays.format import bits_for
from replays.reader import Line, Loader, read_prefix
from replays.recorder import Recorder
from replays.records import PLY, UNDO, Header
from replays.verdict import DIVERGED, EXACT, TRUNCATED, UNSUPPORTED, UNVERIFIED, Verdict
from replays.verify import FAILS, verify

SAME, CARRIED, PARTS, REFUSED, UNREADABLE = OUTCOMES = (
    "same", "carried", "parts", "refused", "unreadable",
)  # fmt: skip
STANDING = (EXACT, TRUNCATED, UNVERIFIED)
Find = Callable[[str], Definition]


@dataclass(frozen=True)
class Fate:
    """What becomes of one file.

    `verdict` is that of this build, for a file of an earlier version judged as one of today or
    after its steps; `why` what is wrong with it, or what of a carried file stays behind; `data` the
    bytes for the new folder, None if it cannot come along.  `applied` are the clauses that the ply
    where it parts applies today: what was changed is among them, or has left them.
    """

    outcome: str
    verdict: Verdict
    version: int | None = None
    steps: tuple[str, ...] = ()
    why: str = ""
    data: bytes | None = None
    applied: tuple[str, ...] = ()


def fate(data: bytes, find: Find, contents: Sequence[Pack] = ()) -> Fate:
    """Judge one file and carry it if it needs that; UnknownGame if nobody registered its game."""
    load = _loader(find, contents)
    verdict = verify(data, load)
    if verdict.word == TRUNCATED and _torn(data):
        return Fate(UNREADABLE, verdict, why=verdict.detail)
    if verdict.word in STANDING:
        return Fate(SAME, verdict, data=data)
    if verdict.word == DIVERGED:
        why = f"{verdict.detail}: {verdict.found}" if verdict.detail == FAILS else verdict.detail
        return Fate(PARTS, verdict, why=why, applied=_applied(data, verdict, load))
    if verdict.word != UNSUPPORTED or verdict.what != "rules version":
        return Fate(UNREADABLE, verdict, why=verdict.detail)
    header, _ = records_of(data)
    found = find(header.game)
    steps = found.steps_from(header.rules_version)
    names = tuple(step.name for step in steps)
    if header.rules_version + len(steps) != found.rules_version:
        same = as_of_today(data, found)
        today = verify(same, load)
        outcome = UNREADABLE if today.word == UNSUPPORTED else PARTS
        if today.word in STANDING:
            outcome = REFUSED
        why = _missing(header, found, steps) if outcome != UNREADABLE else today.detail
        applied = _applied(same, today, load) if outcome == PARTS else ()
        return Fate(outcome, today, header.rules_version, names, why, applied=applied)
    try:
        carried, why = _carried(data, header, found, steps, contents)
    except (ValueError, ReplayError, EngineError) as error:
        return Fate(REFUSED, verdict, header.rules_version, names, str(error))
    return Fate(CARRIED, verify(carried, load), header.rules_version, names, why, carried)


def _torn(data: bytes) -> bool:
    """Whether a file is cut off, not a game that was stopped."""
    fault = read_prefix(data).fault
    return isinstance(fault, TornFile) and not fault.whole


def _applied(data: bytes, verdict: Verdict, load: Loader) -> tuple[str, ...]:
    """The clauses of the ply where a log parts; none if its action is refused, or was undone."""
    replay = read_prefix(data)
    line = next((one for one in replay.games if one.index == verdict.index), None)
    if line is None or verdict.at is None or any(mark.kind == UNDO for mark in line.marks):
        return ()
    try:
        steps = walk(load(replay.head()), line.codes[: verdict.at + 1])
        *_, last = (step.clauses() for step in steps if step.ply == verdict.at)
    except (EngineError, ValueError):
        return ()
    return last


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
) -> tuple[bytes, str]:  # fmt: skip
    """(the file recorded anew by today's rules, what stays behind in words).

    ValueError, EngineError where the rules or a step refuse it.
    """
    replay = read_prefix(data)
    if not replay.games:
        raise ValueError("the file holds no game")
    pack = _pack(header, found, contents)
    old = dict(header.options)

    def rewrite(codes: Codes) -> Codes:
        chosen, rewritten = _rewritten(steps, old, codes)
        if chosen != options:
            raise ValueError("its lines would need different options: record each in a file of "
                             "its own")  # fmt: skip
        return rewritten

    options = _rewritten(steps, old, replay.games[0].codes)[0]
    game = Game(found, options, pack)
    names = ", ".join(step.name for step in steps)
    tag = f"migrated from rules version {header.rules_version} by {names}"
    today = replace(
        header, rules_version=found.rules_version, ruleset_digest=game.ruleset_digest,
        options=tuple(game.options.items()), tags=(*header.tags, tag),
        bits=bits_for(len(game.space)),
    )  # fmt: skip
    told = items_of(records_of(data)[1])
    finals = [final(line, rewrite) for line in replay.games]
    try:
        items = [whole(each, rewrite) or last for each, last in zip(told, finals, strict=True)]
        made = _recorded(today, game, replay.games, items)
    except (ValueError, EngineError):  # an undone line that today's rules refuse
        items = finals
        made = _recorded(today, game, replay.games, items)
    return made, _left([behind(*pair) for pair in zip(told, items, strict=True)])


def _rewritten(steps: Sequence[Migration], options: Chosen, codes: Codes) -> tuple[Chosen, Codes]:
    """Options and codes after every step; ValueError names the step that refuses them."""
    for step in steps:
        try:
            options, codes = step.rewrite(options, codes)
        except FAULTS as error:
            raise ValueError(f"step {step.name}: {error}") from error
    return options, codes


def _recorded(
    header: Header, game: Game, lines: Sequence[Line], items: Sequence[Sequence[Item]]
) -> bytes:  # fmt: skip
    """A file of these games."""
    stream, many = BytesIO(), lines[0].index is not None
    recorder = Recorder.to_stream(stream, header, witness=lines[0].witness or PLY, many=many)
    with recorder:
        for line, each in zip(lines, items, strict=True):
            record(recorder, game, line, each)
    return stream.getvalue()


def _left(behind: Sequence[tuple[int, int]]) -> str:
    """What of undos and remarks stays behind; empty if nothing does."""
    undos, remarks = (sum(counts) for counts in zip(*behind, strict=True))
    words = [f"{count} {word}{'' if count == 1 else 's'}"
             for count, word in ((undos, "undo"), (remarks, "remark")) if count]  # fmt: skip
    return f"{' and '.join(words)} stay behind" if words else ""
