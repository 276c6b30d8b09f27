"""The faults that selftest plants, each with the verdicts that count as finding it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.fields import Scalar
from engine.game import Game
from engine.state import State
from replays.forge import Changed, Narrowed, Part, build, header_of, parts_of, renumbered
from replays.format import values_of
from replays.reader import Loader, game_for
from replays.records import FORMAT, Block, End, Header, Record
from replays.verdict import CORRUPT, DIVERGED, TRUNCATED, UNSUPPORTED, Verdict

FOREVER = 1 << 40


@dataclass(frozen=True)
class Want:
    """A verdict that finds the fault: a word, and the range its place must lie in."""

    word: str
    low: int = 0
    high: int = FOREVER

    def fits(self, verdict: Verdict) -> bool:
        """Whether a verdict is of this word and place."""
        if verdict.word != self.word:
            return False
        return verdict.at is None or self.low <= verdict.at <= self.high

    def __str__(self) -> str:
        if self.high == FOREVER:
            return self.word
        place = str(self.low) if self.low == self.high else f"{self.low}..{self.high}"
        return f"{self.word}@{place}"


@dataclass(frozen=True)
class Fault:
    """One changed copy.  `load` brings changed rules; `equivalent`: EXACT would be no miss."""

    kind: str
    place: str
    data: bytes
    wanted: tuple[Want, ...]
    load: Loader | None = None
    equivalent: bool = False
    ruleset: bool = False


def faults(data: bytes, load: Loader, limit: int | None) -> Iterator[Fault]:
    """Every fault for one good file; `limit` bytes, plies, blocks and ends, evenly spread."""
    parts = parts_of(data)
    game = game_for(header_of(parts), load)
    yield from _flips(data, parts, limit)
    yield from _cuts(data, parts, limit)
    yield from _shuffles(parts, limit)
    yield from _codes(parts, game, limit)
    yield from _witnesses(parts, limit)
    yield from _ends(parts, limit)
    yield from _headers(parts, game)
    yield from _rules(parts, game)


def spread(count: int, limit: int | None) -> list[int]:
    """0..count-1, or `limit` of them evenly spread with the first and the last."""
    if limit is None or count <= limit:
        return list(range(count))
    if limit < 2:
        return [count - 1][:limit]
    return [step * (count - 1) // (limit - 1) for step in range(limit)]


# ---- bytes ----


def _flips(data: bytes, parts: Sequence[Part], limit: int | None) -> Iterator[Fault]:
    """Each byte with one bit flipped: CORRUPT at its record, or the tail no longer fits."""
    for at in spread(len(data), limit):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        part = _part_at(parts, at)
        wanted = [Want(CORRUPT, part.start, part.start)] if part else [Want(CORRUPT, 0, 0)]
        if part and at < part.start + 4:
            # The length: the record seems to go on after the file's end, or another follows.
            wanted.append(Want(TRUNCATED, part.before, part.before))
        yield Fault("byte flipped", f"byte {at}", bytes(changed), tuple(wanted))


def _cuts(data: bytes, parts: Sequence[Part], limit: int | None) -> Iterator[Fault]:
    """The file ends at each byte: TRUNCATED at the plies before, CORRUPT without a header."""
    for at in spread(len(data), limit):
        part = _part_at(parts, at)
        headless = part is None or part is parts[0]
        want = Want(CORRUPT) if headless or part is None else Want(TRUNCATED, part.before,
                                                                   part.before)  # fmt: skip
        yield Fault("file cut", f"byte {at}", data[:at], (want,))


def _part_at(parts: Sequence[Part], at: int) -> Part | None:
    """The record a byte lies in; None for the magic."""
    return next((part for part in parts if part.start <= at < part.end), None)


# ---- blocks ----


def _shuffles(parts: Sequence[Part], limit: int | None) -> Iterator[Fault]:
    """Each block dropped, doubled, swapped with the next; as it is, and renumbered and sealed."""
    rows = [part.record for part in parts]
    bits = header_of(parts).bits
    blocks = [at for at, row in enumerate(rows) if isinstance(row, Block)]
    for order in spread(len(blocks), limit):
        at = blocks[order]
        block = rows[at]
        assert isinstance(block, Block)
        cases = [
            ("dropped", [*rows[:at], *rows[at + 1 :]]),
            ("doubled", [*rows[:at], block, *rows[at:]]),
        ]
        if order + 1 < len(blocks):
            other = blocks[order + 1]
            swapped = [*rows]
            swapped[at], swapped[other] = rows[other], rows[at]
            cases.append(("swapped", swapped))
        last = block.first + 2 * max(len(block.codes), 128)
        for verb, changed in cases:
            place = f"block of ply {block.first}"
            plain = build(changed, bits, sealed=False)
            yield Fault(f"block {verb}", place, plain, (Want(CORRUPT, parts[at].start),))
            forged = build(renumbered(changed), bits, sealed=True)
            wants = (Want(DIVERGED, block.first, last), Want(CORRUPT, parts[at].start))
            yield Fault(f"block {verb}, sealed anew", place, forged, wants)


# ---- plies ----


def _with(parts: Sequence[Part], at: int, record: Record) -> bytes:
    """The file with one record replaced, sealed anew."""
    rows: list[Record | list[object]] = [part.record for part in parts]
    rows[at] = record
    return build(rows, header_of(parts).bits, sealed=True)


def _codes(parts: Sequence[Part], game: Game, limit: int | None) -> Iterator[Fault]:
    """Each code replaced by another that was legal there: DIVERGED in its block."""
    places = [
        (at, index)
        for at, part in enumerate(parts)
        if isinstance(part.record, Block)
        for index in range(len(part.record.codes))
    ]
    chosen = [places[number] for number in spread(len(places), limit)]
    starts = _starts(parts, game)
    for at, index in chosen:
        block = parts[at].record
        assert isinstance(block, Block)
        state = starts[at].clone()
        for code in block.codes[:index]:
            game.apply_unchecked(state, code)
        legal = game.legal_actions(state)
        code = block.codes[index]
        other = legal[(legal.index(code) + 1) % len(legal)]
        if other == code:
            continue
        codes = (*block.codes[:index], other, *block.codes[index + 1 :])
        ply, last = block.first + index, block.first + len(codes) - 1
        # CORRUPT where a redo owes the plies that were undone, and these are others.
        wanted = (Want(DIVERGED, ply, last), Want(CORRUPT, parts[at].start, parts[at].start))
        yield Fault(
            "code replaced", f"ply {ply}", _with(parts, at, replace(block, codes=codes)), wanted,
            equivalent=_same_end(game, state, code, other),
        )  # fmt: skip


def _starts(parts: Sequence[Part], game: Game) -> dict[int, State]:
    """The state at the start of each block, undo marks followed."""
    found: dict[int, State] = {}
    line: list[State] = []  # states at each position of the present line
    for at, part in enumerate(parts):
        record = part.record
        if isinstance(record, Block):
            if not line or record.first == 0:
                line = [game.initial()]
            del line[record.first + 1 :]
            found[at] = line[-1]
            for code in record.codes:
                state = line[-1].clone()
                game.apply_unchecked(state, code)
                line.append(state)
    return found


def _same_end(game: Game, state: State, code: int, other: int) -> bool:
    """Whether two actions lead to one state."""
    left, right = state.clone(), state.clone()
    game.apply_unchecked(left, code)
    game.apply_unchecked(right, other)
    return left.encode() == right.encode()


def _witnesses(parts: Sequence[Part], limit: int | None) -> Iterator[Fault]:
    """First and last witness byte and the digest of each block changed, sealed anew."""
    blocks = [at for at, part in enumerate(parts) if isinstance(part.record, Block)]
    for at in (blocks[number] for number in spread(len(blocks), limit)):
        block = parts[at].record
        assert isinstance(block, Block)
        count = len(block.codes)
        if block.witness is not None:
            for name, index in (("first", 0), ("last", count - 1)):
                witness = bytearray(block.witness)
                witness[index] ^= 1
                ply = block.first + index
                changed = replace(block, witness=bytes(witness))
                want = (Want(DIVERGED, ply, ply),)
                yield Fault(
                    f"{name} witness of a block", f"ply {ply}", _with(parts, at, changed), want
                )
        if block.digest is not None:
            changed = replace(block, digest=_other(block.digest))
            last = block.first + count - 1
            want = (Want(DIVERGED, last, last),)
            yield Fault("digest of a block", f"ply {last}", _with(parts, at, changed), want)


def _ends(parts: Sequence[Part], limit: int | None) -> Iterator[Fault]:
    """Each field of the end record changed, sealed anew; and the seal itself."""
    ends = [at for at, part in enumerate(parts) if isinstance(part.record, End)]
    for at in (ends[number] for number in spread(len(ends), limit)):
        part = parts[at]
        end = part.record
        assert isinstance(end, End)
        here = (Want(DIVERGED, part.before, part.before),)
        broken = (Want(CORRUPT, part.start, part.start),)
        changes: list[tuple[str, End, tuple[Want, ...]]] = [
            ("plies", replace(end, plies=end.plies + 1), broken),
            ("digest", replace(end, digest=_other(end.digest)), here),
        ]
        if end.returns is None:
            changes.append(("returns", replace(end, returns=(0,), reason="over"), here))
        else:
            first, *rest = end.returns
            changes += [
                ("returns", replace(end, returns=(first + 1, *rest)), here),
                ("reason", replace(end, reason=f"{end.reason}x"), here),
                ("reason", replace(end, returns=None, reason=None), here),
            ]
        for name, changed, wanted in changes:
            yield Fault(
                f"end record, {name}", f"byte {part.start}", _with(parts, at, changed), wanted
            )
        rows: list[Record | list[object]] = [item.record for item in parts]
        rows[at] = replace(end, seal=_other(end.seal))
        data = build(rows, header_of(parts).bits, sealed=False)
        yield Fault("end record, seal", f"byte {part.start}", data, broken)


def _other(digest: bytes) -> bytes:
    """Another digest: one bit apart."""
    return bytes([digest[0] ^ 1]) + digest[1:]


# ---- header ----


def _headers(parts: Sequence[Part], game: Game) -> Iterator[Fault]:
    """Each field of the header changed: with a fitting CRC, and again sealed anew.

    Fields that no replay can check (seed, policy, producer, parent, tags, the value of an option
    that the game never met) are the seal's alone.
    """
    head = header_of(parts)
    rows: list[Record | list[object]] = [part.record for part in parts]
    for name, changed in _changed_headers(head):
        data = build([changed, *rows[1:]], head.bits, sealed=False)
        wanted = tuple(Want(word) for word in (CORRUPT, DIVERGED, UNSUPPORTED))
        yield Fault("header field", name, data, wanted)
    future = [*values_of(head, head.bits)]
    future[1] = FORMAT + 1
    checked: list[tuple[str, Header | list[object]]] = [
        ("format", future),
        ("game", replace(head, game=f"{head.game}x")),
        ("rules version", replace(head, rules_version=head.rules_version + 1)),
        ("content id", replace(head, content_id=f"{head.content_id}x")),
        ("content digest", replace(head, content_digest=_other(head.content_digest))),
        ("options: one left out", replace(head, options=head.options[1:])),
        ("options: one unknown", replace(head, options=(*head.options, ("zz_unknown", 1)))),
    ]
    for name, row in checked:
        data = build([row, *rows[1:]], head.bits, sealed=True)
        yield Fault("header field, sealed anew", name, data, (Want(UNSUPPORTED),))
    bits = build([replace(head, bits=head.bits + 1), *rows[1:]], head.bits, sealed=True)
    found = (Want(CORRUPT), Want(DIVERGED, 0, 128))
    yield Fault("header field, sealed anew", "code bits", bits, found)
    rules = replace(head, ruleset_digest=_other(head.ruleset_digest))
    data = build([rules, *rows[1:]], head.bits, sealed=True)
    yield Fault("header field, sealed anew", "ruleset digest", data, (), ruleset=True)


def _changed_headers(head: Header) -> Iterator[tuple[str, Header]]:
    """The header with each field changed to another value of its type."""
    yield "game", replace(head, game=f"{head.game}x")
    yield "rules version", replace(head, rules_version=head.rules_version + 1)
    yield "ruleset digest", replace(head, ruleset_digest=_other(head.ruleset_digest))
    yield "content id", replace(head, content_id=f"{head.content_id}x")
    yield "content digest", replace(head, content_digest=_other(head.content_digest))
    for at, (name, value) in enumerate(head.options):
        other = not value if isinstance(value, bool) else (
            value + 1 if isinstance(value, int) else f"{value}x"
        )  # fmt: skip
        options = (*head.options[:at], (name, other), *head.options[at + 1 :])
        yield f"option {name}", replace(head, options=options)
    yield "seed", replace(head, seed=f"{head.seed or 'shake:'}x")
    yield "policy", replace(head, policy=f"{head.policy or ''}x")
    yield "producer", replace(head, producer=f"{head.producer}x")
    yield "parent", replace(head, parent=(bytes(16), 1))
    yield "tags", replace(head, tags=(*head.tags, "x"))
    yield "code bits", replace(head, bits=head.bits + (1 if head.bits < 16 else -1))


# ---- rules ----


def _rules(parts: Sequence[Part], game: Game) -> Iterator[Fault]:
    """Each verb of the log with a changed effect; one choice fewer: DIVERGED where it shows."""
    rows: list[Record | list[object]] = [part.record for part in parts]
    data = build(rows, header_of(parts).bits, sealed=True)
    blocks = [part.record for part in parts if isinstance(part.record, Block)]
    scalars = [
        (key, kind)
        for key, kind in game.definition.state.FIELDS
        if isinstance(kind, Scalar) and key not in ("phase", "player")
    ]
    seen: dict[int, tuple[int, int]] = {}
    for block in blocks:
        for index, code in enumerate(block.codes):
            span = (block.first + index, block.first + len(block.codes) - 1)
            seen.setdefault(game.space.verb_at[code], span)
    for verb, (low, high) in seen.items():
        changed = Changed(game, verb, *scalars[0])
        name = f"{game.space.verbs[verb].name} also changes {scalars[0][0]}"
        yield Fault("rule changed", name, data, (Want(DIVERGED, low, high),), load=_always(changed))
    if any(block.witness is not None for block in blocks):
        yield Fault("rule changed", "one choice fewer", data, (Want(DIVERGED),),
                    load=_always(Narrowed(game)))  # fmt: skip


def _always(game: Game) -> Callable[[Header], Game]:
    return lambda header: game
