"""Games read from replay files, for commands that look at what was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.errors import EngineError, IllegalAction
from engine.game import Game
from replays.format import SUFFIX
from replays.reader import Line, read
from replays.visible import spelt
from tools import console
from tools.errors import ToolError, Usage
from tools.inputs import expand, naming
from tools.setup import replay_loader
from tools.text import plural


def played(
    words: Sequence[str], contents: Sequence[str] = (), only: str = ""
) -> Iterator[tuple[str, Game, Line]]:
    """(name, Game, line) of every game in these files, strictly read.

    ReplayError names the file that cannot be read.  One Game serves all files of one setup.  With
    `only`, files of other games are passed over, and told; Usage if all are.  Without it all files
    must hold the same game; Usage otherwise.
    """
    load = replay_loader(contents)
    games: dict[tuple[object, ...], Game] = {}
    others: dict[str, str] = {}
    first = only
    items = expand(words, SUFFIX)
    with console.progress(len(items), "reading") as advance:
        for item in items:
            with naming(item.name):
                replay = read(item.source())
            advance(1)
            head = replay.header
            if head is None:
                continue
            first = first or head.game
            if head.game != first:
                others[item.name] = head.game
                if not only:
                    raise _mixed(others, first)
                continue
            key = (head.content_digest, head.options)
            if key not in games:
                with naming(item.name):
                    games[key] = load(head)
            for line in replay.games:
                yield item.name, games[key], line
    if others and not games:
        raise _mixed(others, only)
    if others:
        names = ", ".join(sorted(set(others.values())))
        console.say(f"passed over {plural(len(others), 'replay')} of {names}")


def _mixed(others: Mapping[str, str], only: str) -> Usage:
    """Of files and their games: they are not of the one that is looked at."""
    name, game = next(iter(others.items()))
    return Usage(f"{name} is a game of {game}, not of {only}; name replays of {only}")


def illegal(name: str, error: EngineError) -> ToolError:
    """A log that this build's rules refuse, or raise over: not a game to count.

    `verify` says more.
    """
    if not isinstance(error, IllegalAction):
        return ToolError(error.code, f"{name}: {error}")
    way = f"judge it with `ruleproof verify {spelt(name)}`, or leave it out"
    return ToolError("E408", f"{name}: {error}; {way}")
