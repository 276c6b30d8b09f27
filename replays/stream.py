"""A log's positions as plain data, one a ply: what `diff` compares, across checkouts if need be.

`python -m replays.stream FILE` writes them as NDJSON: a head, then one object a position.  Run in
another checkout it replays the same log by that checkout's rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.content import load as load_content
from engine.errors import EngineError
from engine.fields import Json
from engine.game import Game
from engine.options import Value
from engine.raised import in_short
from engine.registry import definition
from engine.state import State
from engine.table import Row
from replays.errors import ReplayError
from replays.reader import read_prefix
from replays.records import Header

SCHEMA = "ruleproof.states/1"


@dataclass(frozen=True)
class Position:
    """Position `ply` and the ply that leaves it: `code` and `text`, None where the log ends.

    `legal` are action texts; `stop` says why the log cannot go on here, None if it can.
    """

    ply: int
    row: str
    clause: str
    player: int
    legal: tuple[str, ...]
    code: int | None
    text: str | None
    fields: dict[str, Json]
    stop: str | None = None


def positions(game: Game, codes: Sequence[int]) -> Iterator[Position]:
    """Every position of a log by the rules of `game`, up to the first code they refuse."""
    state = game.initial()
    for ply in range(len(codes) + 1):
        code = codes[ply] if ply < len(codes) else None
        row = game.row(state)
        try:
            legal, player = game.legal_actions(state), game.current_player(state)
        except MemoryError:
            raise  # no fault of the rules
        except Exception as error:
            yield _fallen(game, state, ply, f"at ply {ply}", error)
            return
        known = code is not None and 0 <= code < len(game.space)
        refused = code is not None and code not in legal
        yield Position(
            ply=ply,
            row=row.name,
            clause=row.phase.clause,
            player=player,
            legal=tuple(game.text(item) for item in legal),
            code=code,
            text=None if code is None else game.text(code) if known else f"code {code}",
            fields=state.words(),
            stop=game.refusal(state, code, legal) if code is not None and refused else None,
        )
        if code is None or refused:
            return
        try:
            game.apply_unchecked(state, code)
        except MemoryError:
            raise  # no fault of the rules
        except Exception as error:
            yield _fallen(game, state, ply + 1, f"after ply {ply}", error, row)
            return


def _fallen(
    game: Game, state: State, ply: int, where: str, error: Exception, row: Row | None = None
) -> Position:
    """The end of a log whose rules raise: a place without choices and fields."""
    why = f"the rules fail {where}: {in_short(error, game.definition)}"
    row = row or game.row(state)
    return Position(ply, row.name, row.phase.clause, -1, (), None, None, {}, why)


def nearest_game(
    header: Header, content: Path | None = None, given: Sequence[str] = ()
) -> tuple[Game, list[str]]:
    """This checkout's game for a header, whatever its version, and the options it had to drop.

    `given` are NAME=VALUE; content is the pack given, else this checkout's own.
    """
    found = definition(header.game)
    declared = {option.name: option for option in found.all_options}
    options: dict[str, Value] = {k: v for k, v in header.options if k in declared}
    for text in given:
        name, _, value = text.partition("=")
        options[name] = declared[name].parse(value) if name in declared else value
    pack = load_content(content, found.name, found.schema) if content else None
    dropped = [name for name, _ in header.options if name not in declared]
    return Game(found, options, pack), dropped


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 0, or 3 with one line on stderr where the file or the game cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m replays.stream", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", type=int, default=0, help="index in a file of many games")
    parser.add_argument("--content", type=Path, help="a content pack other than this checkout's")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    chosen = parser.parse_args(arguments)
    try:
        replay = read_prefix(chosen.file)
        game, dropped = nearest_game(replay.head(), chosen.content, chosen.option)
        codes = replay.game(chosen.game).codes
    except (ReplayError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 3
    head = {
        "schema": SCHEMA,
        "game": game.name,
        "rules_version": game.definition.rules_version,
        "content": f"{game.content.id} {game.content.digest.hex()}",
        "options": dict(game.options),
        "dropped": dropped,
    }
    sys.stdout.write(json.dumps(head) + "\n")
    for place in positions(game, codes):
        sys.stdout.write(json.dumps(asdict(place)) + "\n")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
