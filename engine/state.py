"""The state of a game: a mutable slots class whose methods are generated from its fields.

    class TinHelm(State):
        phase = i8(rest=0)
        health = u16(clause="TH-SETUP-08")

`clone`, `encode`, `decode`, `check`, `digest` and `position` follow from the declarations; the
order of the fields is the order of the bytes.  `ply`, `rules` and `sink` are not encoded.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import ClassVar, Self, cast

from engine.actions import Names
from engine.content import Pack
from engine.errors import DecodeError, FieldRange, TableError
from engine.events import Trace
from engine.fields import Field, Json, Mask, Scalar
from engine.options import Options
from engine.piles import Pile, Piles
from engine.zones import Ids, Masks, Numbers, Task, Tasks

NOT_ENCODED = ("ply", "rules", "sink")


class Rules:
    """What a game's rules need and never changes: built once a Game from content and options.

    `names` maps name tables to words; a game subclasses this with its numbers, masks and chosen
    functions.  Shared by all clones.
    """

    def __init__(self, pack: Pack, options: Options, names: Names) -> None:
        self.pack = pack
        self.options = options
        self.names = names


def _scalar(code: str) -> Callable[..., int]:
    def declare(rest: int = 0, low: int | None = None, high: int | None = None, *,
                see: str = "all", life: str = "", clock: bool = False, names: str = "",
                clause: str = "") -> int:  # fmt: skip
        field = Scalar(code, rest, low, high, see=see, life=life, clock=clock, names=names,
                       clause=clause)  # fmt: skip
        return cast(int, field)

    return declare


u8, i8, u16, i16, u32, i32 = (_scalar(code) for code in "BbHhIi")


def mask(bits: int, *, see: str = "all", life: str = "", names: str = "", clause: str = "") -> int:
    """A set of up to `bits` indices of the name table `names`, as one int."""
    return cast(int, Mask(bits, see=see, life=life, names=names, clause=clause))


def masks(
    count: int, bits: int, *, by_seat: bool = True, see: str = "all", life: str = "",
    names: str = "", of: str = "", clause: str = "",
) -> list[int]:  # fmt: skip
    """`count` sets, one a seat (`by_seat`) or one a place; `of` names the places."""
    field = Masks(count, bits, by_seat=by_seat, see=see, life=life, names=names, of=of,
                  clause=clause)  # fmt: skip
    return cast(list[int], field)


def numbers(
    count: int, code: str = "B", rest: int = 0, *, by_seat: bool = False, see: str = "all",
    life: str = "", clock: bool = False, names: str = "", of: str = "", clause: str = "",
    raw: bool = False,
) -> list[int]:  # fmt: skip
    """A fixed row of `count` numbers of struct width `code`; `of` names what each belongs to.

    `raw` keeps a long row as an array, which encodes as it lies in memory.
    """
    field = Numbers(code, count, rest, raw=raw, by_seat=by_seat, see=see, life=life, clock=clock,
                    names=names, of=of, clause=clause)  # fmt: skip
    return cast(list[int], field)


def cells(
    count: int, rest: int = 0, *, see: str = "all", life: str = "", names: str = "",
    of: str = "", clause: str = "",
) -> bytearray:  # fmt: skip
    """A fixed row of `count` bytes, kept as a bytearray; `of` names what each belongs to."""
    field = Numbers("B", count, rest, raw=True, see=see, life=life, names=names, of=of,
                    clause=clause)  # fmt: skip
    return cast(bytearray, field)


def pile(
    kinds: int, *, see: str = "all", life: str = "", names: str = "", clause: str = ""
) -> bytearray:  # fmt: skip
    """Cards that are alike: how many of each of `kinds` kinds lie there."""
    return cast(bytearray, Pile(kinds, see=see, life=life, names=names, clause=clause))


def piles(
    count: int, kinds: int, *, by_seat: bool = True, see: str = "all", life: str = "",
    names: str = "", clause: str = "",
) -> list[bytearray]:  # fmt: skip
    """`count` piles of cards that are alike, one a seat (`by_seat`) or one a place."""
    field = Piles(count, kinds, by_seat=by_seat, see=see, life=life, names=names, clause=clause)
    return cast(list[bytearray], field)


def ids(
    code: str = "B", most: int = 0xFFFF, *, see: str = "all", life: str = "", names: str = "",
    clause: str = "",
) -> list[int]:  # fmt: skip
    """A list whose order a rule reads, at most `most` long."""
    return cast(list[int], Ids(code, most, see=see, life=life, names=names, clause=clause))


def stack(code: str = "H") -> list[int]:
    """An agenda of packed tasks `kind | argument << 8`, top last."""
    return cast(list[int], Ids(code, see="all"))


def tasks() -> list[Task]:
    """An agenda of tasks `(kind, …)`, top last."""
    return cast(list[Task], Tasks())


def _fail(state: State) -> None:
    """An encoding failed: say which field is out of range."""
    state.check()


class StateType(type):
    """Collects the fields of a class body and generates its methods."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, object]) -> StateType:
        fields = tuple((k, v) for k, v in body.items() if isinstance(v, Field))
        for key, _ in fields:
            del body[key]
        body["__slots__"] = tuple(key for key, _ in fields) if bases else NOT_ENCODED
        if bases:
            if not fields or fields[0][0] != "phase":
                raise TableError(f"state {name}: the first field must be `phase`")
            body["FIELDS"] = fields
        cls = super().__new__(mcs, name, bases, body)
        if bases:
            _generate(cls, fields)
        return cls


def _generate(cls: type, fields: tuple[tuple[str, Field], ...]) -> None:
    """Write clone, encode and position for exactly these fields."""
    scope: dict[str, object] = {"new": cls.__new__, "cls": cls, "fail": _fail}
    scope["error"] = struct.error
    lines = ["def clone(self):", " copy = new(cls)", " copy.ply = self.ply"]
    lines += [" copy.rules = self.rules", " copy.sink = None"]
    lines += [f" copy.{key} = {field.copy_code('self.' + key)}" for key, field in fields]
    lines += [" return copy"]
    lines += _encoder("encode", fields, scope)
    timeless = tuple((key, field) for key, field in fields if not field.clock)
    lines += _encoder("position", timeless, scope)
    exec("\n".join(lines), scope)
    for method in ("clone", "encode", "position"):
        setattr(cls, method, scope[method])


def _encoder(name: str, fields: Iterable[tuple[str, Field]], scope: dict[str, object]) -> list[str]:
    """Source of one encoder: fixed kinds grouped into one struct, variable ones one by one."""
    parts: list[str] = []
    form, refs = "<", list[str]()

    def flush() -> None:
        nonlocal form, refs
        if refs:
            packer = f"{name}_{len(parts)}"
            scope[packer] = struct.Struct(form).pack
            parts.append(f"{packer}({', '.join(refs)})")
        form, refs = "<", []

    for key, field in fields:
        if field.fixed:
            code, ref = field.pack_code("self." + key)
            form += code
            refs.append(ref)
        else:
            flush()
            scope[f"pack_{key}"] = cast(Ids | Tasks, field).pack
            parts.append(f"pack_{key}(self.{key})")
    flush()
    body = " + ".join(parts)
    return [
        f"def {name}(self):",
        " try:",
        f"  return {body}",
        " except (error, OverflowError):",
        "  fail(self)",
        "  raise",
    ]


class State(metaclass=StateType):
    """Base of every game's state.  A game declares its fields; the rest is generated."""

    FIELDS: ClassVar[tuple[tuple[str, Field], ...]] = ()
    ply: int
    rules: Rules
    sink: Trace | None
    phase: int

    @classmethod
    def fresh(cls, rules: Rules) -> Self:
        """Every field at its rest value."""
        state = cls.__new__(cls)
        state.ply = 0
        state.rules = rules
        state.sink = None
        for key, field in cls.FIELDS:
            setattr(state, key, field.rest())
        return state

    def clone(self) -> Self:
        """A copy that shares nothing mutable; its sink is clear."""
        raise NotImplementedError

    def encode(self) -> bytes:
        """The canonical bytes: fields in order, fixed width little-endian, lists u16-prefixed."""
        raise NotImplementedError

    def position(self) -> bytes:
        """The encoding without clocks: equal positions have an equal future but for limits."""
        raise NotImplementedError

    def digest(self) -> bytes:
        """8 bytes of BLAKE2b of `encode()`."""
        return blake2b(self.encode(), digest_size=8).digest()

    @classmethod
    def decode(cls, data: bytes, rules: Rules) -> Self:
        """The state of these bytes, at ply 0; DecodeError if they are not exactly one."""
        state = cls.fresh(rules)
        at = 0
        for key, field in cls.FIELDS:
            value, at = field.unpack(data, at)
            setattr(state, key, value)
        if at != len(data):
            raise DecodeError(f"{len(data) - at} bytes too many after the state at offset {at}")
        return state

    def check(self) -> None:
        """FieldRange for the first field that left its range."""
        for key, field in self.FIELDS:
            text = field.problem(getattr(self, key))
            if text:
                clause = f" ({field.clause})" if field.clause else ""
                raise FieldRange(f"field {key}{clause} at ply {self.ply}: {text}")

    def words(self) -> dict[str, Json]:
        """Every field for people, in order: ids for indices."""
        names = self.rules.names
        return {key: field.words(getattr(self, key), names) for key, field in self.FIELDS}


def differences(before: State, after: State) -> list[tuple[str, Json, Json]]:
    """(field, value before, value after) as words, for each field that differs."""
    left, right = before.words(), after.words()
    keys = [key for key, _ in before.FIELDS]
    return [(key, left[key], right[key]) for key in keys if left[key] != right[key]]
