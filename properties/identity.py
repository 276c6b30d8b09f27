"""The contract of states and logs: clones, encoding, replays (points 4, 5, 10)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from io import BytesIO

from engine.errors import EngineError
from engine.fields import Field, Mask, Scalar
from engine.game import Game
from engine.piles import Pile, Piles
from engine.play import Step
from engine.state import NOT_ENCODED, State
from engine.zones import Ids, Masks, Numbers, Tasks
from properties.cases import Case, Look
from replays.errors import ReplayError
from replays.reader import position, read
from replays.recorder import Recorder, header_for

CLONES_EVERY = 32
FUTURE_EVERY = 16
FUTURE_PLIES = 48
RESUMES = 12
MUTABLE = (list, bytearray, array, dict, set)


# ---- 4: clones share nothing ----


def cloned(case: Case, look: Look) -> None:
    """A clone is equal, shares nothing mutable, and keeps its digest whatever is played on."""
    game = case.game
    state = game.initial()
    kept: list[tuple[State, bytes]] = []
    for step in case.steps:
        copy = state.clone()
        keys = [key for key, _ in state.FIELDS]
        shared = [key for key in keys if _shares(getattr(state, key), getattr(copy, key))]
        look.that(not shared, step.ply, f"a clone shares the mutable fields {shared}")
        same = copy.encode() == state.encode() and copy.ply == state.ply and copy.sink is None
        look.that(same, step.ply, "a clone differs from its state, or kept its sink")
        kept.append((copy, copy.digest()))
        game.apply_unchecked(state, step.code)
        if step.ply % CLONES_EVERY == 0:
            _unchanged(kept, step.ply, look)
    _unchanged(kept, len(case.steps), look)


def _shares(one: object, two: object) -> bool:
    if not isinstance(one, MUTABLE):
        return False
    if one is two:
        return True
    inner = zip(one, two, strict=False) if isinstance(one, list) and isinstance(two, list) else ()
    return any(isinstance(a, MUTABLE) and a is b for a, b in inner)


def _unchanged(kept: list[tuple[State, bytes]], ply: int, look: Look) -> None:
    changed = [copy.ply for copy, digest in kept if copy.digest() != digest]
    look.that(not changed, ply, f"the clone of ply {changed[:1]} changed while play went on")


# ---- 5: encoding is complete and injective ----


def encoded(case: Case, look: Look) -> None:
    """Changing any field changes the digest; what is decoded is equal and has an equal future."""
    game = case.game
    _complete(game, look)
    seen: dict[bytes, list[object]] = {}
    for number, step in enumerate(case.steps):
        state = step.before
        data = state.encode()
        values = [_frozen(getattr(state, key)) for key, _ in state.FIELDS]
        if seen.setdefault(data, values) != values:
            look.fault(step.ply, "two different states have one encoding")
        if number % FUTURE_EVERY == 0:
            _each_field_counts(state, look)
            _decodes(game, step, case.steps[number : number + FUTURE_PLIES], look)
    look.held()


def _complete(game: Game, look: Look) -> None:
    """The state class holds its fields and nothing beside them."""
    cls = game.definition.state
    fields = {key for key, _ in cls.FIELDS} | set(NOT_ENCODED)
    slots = {name for base in cls.__mro__ for name in getattr(base, "__slots__", ())}
    extra = sorted(slots - fields)
    look.that(not extra, -1, f"the state holds {extra}, which are not encoded")
    look.that(not hasattr(cls.fresh(game.rules), "__dict__"), -1, "the state has a __dict__")


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list | bytearray) else value


def _each_field_counts(state: State, look: Look) -> None:
    before = state.digest()
    for key, kind in state.FIELDS:
        for value in other_values(kind, getattr(state, key)):
            copy = state.clone()
            setattr(copy, key, value)
            found = copy.digest() != before
            look.that(found, state.ply, f"field {key} = {value!r} leaves the digest as it was")


def other_values(kind: Field, value: object) -> Iterator[object]:
    """Other values that a field could hold, one or two."""
    if isinstance(kind, Scalar) and isinstance(value, int):
        yield value + 1 if value < kind.high else value - 1
    elif isinstance(kind, Mask) and isinstance(value, int):
        yield value ^ 1
        yield value ^ 1 << (kind.bits - 1)
    elif isinstance(kind, Masks | Numbers) and isinstance(value, list | bytearray | array):
        for at in dict.fromkeys((0, len(value) - 1)):
            changed = value[:]
            changed[at] = value[at] ^ 1
            yield changed
    elif isinstance(kind, Pile) and isinstance(value, bytearray):
        for at in dict.fromkeys((0, len(value) - 1)):
            yield bytearray([*value[:at], value[at] ^ 1, *value[at + 1 :]])
    elif isinstance(kind, Piles) and isinstance(value, list):
        for at in dict.fromkeys((0, len(value) - 1)):
            for pile in other_values(kind.one, value[at]):
                yield [*value[:at], pile, *value[at + 1 :]]
    elif isinstance(kind, Ids) and isinstance(value, list):
        yield [*value, 0]
        if value:
            yield value[:-1]
        if len(set(value)) > 1:
            yield value[::-1] if value != value[::-1] else value[1:]
    elif isinstance(kind, Tasks) and isinstance(value, list):
        yield [*value, (0,)]
        yield [*value, (0, 0)]


def _decodes(game: Game, step: Step, future: tuple[Step, ...], look: Look) -> None:
    state = step.before
    try:
        copy = game.decode(state.encode())
    except EngineError as error:
        look.fault(step.ply, f"the encoding cannot be decoded: {error}")
        return
    copy.ply = state.ply
    differing = [key for key, _ in state.FIELDS if getattr(copy, key) != getattr(state, key)]
    look.that(not differing, step.ply, f"decoded, the fields {differing} differ")
    for later in future:
        legal = game.legal_actions(copy)
        if tuple(legal) != later.legal:
            look.fault(later.ply, f"decoded at ply {step.ply}, the legal list is {legal}, "
                                  f"not {list(later.legal)}")  # fmt: skip
            return
        game.apply_unchecked(copy, later.code)
        if copy.encode() != later.after.encode():
            look.fault(later.ply, f"decoded at ply {step.ply}, {later.text!r} leads elsewhere")
            return
    look.held()


# ---- 10: replay files ----


def recorded(case: Case) -> bytes:
    """The replay file of a case, recorded ply by ply from its log."""
    return _file(case.game, case.codes, case.seed)


def _file(game: Game, codes: tuple[int, ...], seed: str | None) -> bytes:
    buffer = BytesIO()
    recorder = Recorder.to_stream(buffer, header_for(game, seed=seed))
    recorder.finish(game, recorder.line(game, codes))
    recorder.close()
    return buffer.getvalue()


def replayed(case: Case, look: Look) -> None:
    """read(write(replay)) is equal, bytes too; resumed at any ply it reaches the same end."""
    data = recorded(case)
    try:
        replay = read(data)
        line = replay.only()
    except ReplayError as error:
        look.fault(len(case.codes), f"its own replay cannot be read: {error}")
        return
    look.that(line.codes == case.codes, len(case.codes), "the codes read are not those written")
    head = replay.head()
    look.that(head == header_for(case.game, seed=case.seed), -1, "the header read differs")
    look.that(_file(case.game, line.codes, head.seed) == data, len(case.codes),
              "written again, the file differs")  # fmt: skip
    last = case.steps[-1].after if case.steps else case.game.initial()
    end = line.end
    if look.that(end is not None, len(case.codes), "the end record is missing") and end is not None:
        paid = case.game.returns(last) if case.game.is_terminal(last) else None
        same = end.returns == paid and end.reason == case.game.end_reason(last)
        look.that(same, last.ply, f"the end record says {end.returns} {end.reason}")
    stride = max(1, len(case.codes) // RESUMES)
    for ply in range(0, len(case.codes) + 1, stride):
        state = position(case.game, line, ply)
        there = case.steps[ply].before if ply < len(case.steps) else last
        look.that(state.encode() == there.encode(), ply, "the position resumed at is another")
        for code in case.codes[ply:]:
            case.game.apply(state, code)
        look.that(state.encode() == last.encode(), ply, "resumed here, the end is another")
