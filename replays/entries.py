"""A replay as plain entries in words, and back to the same bytes: what exports are written from.

Every record has its entries, so nothing is lost: `game`, `ply` (one each), `block` (closes the
plies before it), `mark`, `end`, `closing`.  Codes are texts; digests and witnesses hexadecimal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from hashlib import blake2b
from typing import cast

from engine.errors import EngineError, IllegalAction
from engine.game import Game
from replays.errors import BadRecord, BadText, ReplayError, TornFile, ViewOnly
from replays.format import MAGIC, frame
from replays.reader import Loader, Source, game_for, opened
from replays.records import SEAL_BYTES, UNDO, Block, End, GameStart, Header, Mark, Record
from replays.script import Script

SCHEMA = "ruleproof.export/1"
VIEW = "view_of"
GAME, PLY, BLOCK, MARK, END, CLOSING = KINDS = ("game", "ply", "block", "mark", "end", "closing")
Entry = dict[str, object]
DIGESTS = ("ruleset_digest", "content_digest")


# ---- a replay into entries ----


def records_of(source: Source) -> tuple[Header, list[Record]]:
    """The header and the other records of a whole file, or of a game that was stopped.

    The ReplayError of its first fault otherwise.
    """
    with opened(source) as stream:
        script, found = Script(stream), list[Record]()
        try:
            for placed in script:
                found.append(placed.record)
        except TornFile as error:
            if not error.whole:
                raise
    head = found[0]
    assert isinstance(head, Header), "a script begins with its header"
    return head, found[1:]


def head_entry(header: Header) -> Entry:
    """The header in words, `view_of` null: the whole game."""
    found: Entry = {"schema": SCHEMA, VIEW: None}
    for field in fields(Header):
        value = getattr(header, field.name)
        found[field.name] = value.hex() if isinstance(value, bytes) else value
    found["options"] = dict(header.options)
    found["tags"] = list(header.tags)
    if header.parent is not None:
        found["parent"] = [header.parent[0].hex(), header.parent[1]]
    return found


def entries_of(header: Header, records: Sequence[Record], load: Loader | None) -> Iterator[Entry]:
    """Every record as entries; Unsupported, IllegalAction where this build's rules refuse."""
    game = game_for(header, load)
    line = Walked(game)
    for record in records:
        match record:
            case GameStart(index, seed):
                line = Walked(game)
                yield _dict(CLOSING, games=index) if seed is None else _dict(
                    GAME, index=index, seed=seed)  # fmt: skip
            case Block():
                yield from line.block(record)
            case Mark(ply, kind, text):
                if kind == UNDO:
                    line.back(ply)
                yield _dict(MARK, mark=kind, ply=ply, text=text)
            case End(plies, returns, reason, digest):
                listed = None if returns is None else list(returns)
                yield _dict(END, plies=plies, returns=listed, reason=reason, digest=digest.hex())


class Walked:
    """Where a log stands, with the positions it can go back to."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states = [game.initial()]

    def back(self, ply: int) -> None:
        """To an earlier position."""
        del self.states[ply + 1 :]

    def block(self, block: Block) -> Iterator[Entry]:
        """A ply entry each, then what closes them."""
        game = self.game
        for at, code in enumerate(block.codes):
            state = self.states[-1]
            entry = _dict(PLY, ply=block.first + at, row=game.row_name(state),
                          player=game.current_player(state))  # fmt: skip
            after = state.clone()
            try:
                game.apply(after, code)
            except IllegalAction as error:
                way = "judge it with `ruleproof verify FILE`, or leave it out"
                raise ReplayError(str(error), remedy=way) from error
            self.states.append(after)
            entry["action"] = game.text(code)
            entry["witness"] = None if block.witness is None else f"{block.witness[at]:02x}"
            yield entry
        yield _dict(BLOCK, digest=None if block.digest is None else block.digest.hex())


def _dict(kind: str, **values: object) -> Entry:
    return {"kind": kind, **values}


# ---- entries into a replay ----


@contextmanager
def reading(place: str) -> Iterator[None]:
    """What is wrong with a part of a text becomes a BadText that names the place."""
    try:
        yield
    except KeyError as error:
        raise BadText(f"{place}: {error} is missing") from error
    except (BadRecord, EngineError, AttributeError, TypeError, ValueError) as error:
        raise BadText(f"{place}: {error}") from error


def replay_of(head: Mapping[str, object], entries: Sequence[Entry], load: Loader | None) -> bytes:
    """The bytes of the replay; ViewOnly, BadText with the place, Unsupported."""
    if head.get(VIEW) is not None:
        raise ViewOnly(f"this is what seat {head[VIEW]} could know, not the game")
    with reading("the head"):
        header = _header(head)
        data = MAGIC + frame(header)
    game = game_for(header, load)
    for place, record in _records(entries, game):
        with reading(place):
            if isinstance(record, End):
                record = replace(record, seal=blake2b(data, digest_size=SEAL_BYTES).digest())
            data += frame(record, header.bits)
    try:
        records_of(data)
    except ReplayError as error:
        raise BadText(f"the entries make no replay: {error.fact}") from error
    return data


def _header(head: Mapping[str, object]) -> Header:
    known = [field.name for field in fields(Header)]
    unknown = sorted(set(head) - {*known, "schema", VIEW})
    if head.get("schema") != SCHEMA or unknown:
        raise ValueError(f"schema {head.get('schema')!r}, unknown fields {unknown}")
    values = {name: head[name] for name in known}
    for name in DIGESTS:
        values[name] = bytes.fromhex(str(values[name]))
    values["options"] = tuple(sorted(cast(dict[str, object], values["options"]).items()))
    values["tags"] = tuple(cast(list[str], values["tags"]))
    if values["parent"] is not None:
        digest, ply = cast(list[str], values["parent"])
        values["parent"] = (bytes.fromhex(digest), ply)
    return Header(**values)  # type: ignore[arg-type]  # frame judges every value


def _records(entries: Sequence[Entry], game: Game) -> Iterator[tuple[str, Record]]:
    """(place, record) of what entries stand for, end records without their seal."""
    plies: list[Entry] = []
    for number, entry in enumerate(entries):
        place = f"entry {number}"
        with reading(place):
            if entry["kind"] == PLY:
                plies.append(entry)
                continue
            if plies and entry["kind"] != BLOCK:
                raise ValueError("plies stand before it without the block that closes them")
            record = _block(entry, plies, game) if plies else _record(entry)
            plies = []
        yield place, record
    if plies:
        raise BadText("the last plies lack the block that closes them")


def _block(entry: Entry, plies: Sequence[Entry], game: Game) -> Block:
    codes = tuple(game.code(str(ply["action"])) for ply in plies)
    first, digest = cast(int, plies[0]["ply"]), entry["digest"]
    if [ply["ply"] for ply in plies] != [*range(first, first + len(plies))]:
        raise ValueError(f"the plies from {first} on are not counted one by one")
    marks = [ply["witness"] for ply in plies]
    if marks.count(None) not in (0, len(marks)):
        raise ValueError("a block has a witness for each ply or for none")
    witness = None if None in marks else bytes.fromhex("".join(map(str, marks)))
    return Block(first, codes, witness, None if digest is None else bytes.fromhex(str(digest)))


def _record(entry: Entry) -> Record:
    """A record of one entry; frame judges its values."""
    kind = entry["kind"]
    if kind == GAME:
        return GameStart(cast(int, entry["index"]), cast(str, entry["seed"]))
    if kind == CLOSING:
        return GameStart(cast(int, entry["games"]), None)
    if kind == MARK:
        text = cast(str | None, entry["text"])
        return Mark(cast(int, entry["ply"]), cast(str, entry["mark"]), text)
    if kind == END:
        returns = entry["returns"]
        return End(
            cast(int, entry["plies"]),
            None if returns is None else tuple(cast(list[int], returns)),
            cast(str | None, entry["reason"]), bytes.fromhex(str(entry["digest"])),
            bytes(SEAL_BYTES),
        )  # fmt: skip
    raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)} where it stands")
