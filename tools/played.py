"""Games read from replay files, for commands that look at what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import EngineError, IllegalAction
from engine.game import Game
from replays.format import SUFFIX
from replays.reader import Line, read
from tools import console
from tools.errors import ToolError, Usage
from tools.inputs import expand, naming
from tools.setup import replay_loader


def played(
    words: Sequence[str], contents: Sequence[str] = (), only: str = ""
) -> Iterator[tuple[str, Game, Line]]:
    """(name, Game, line) of every game in these files, strictly read.

    ReplayError names the file that cannot be read.  All files must hold the same game (`only`, if
    given); Usage otherwise.  One Game serves all files of one setup.
    """
    load = replay_loader(contents)
    games: dict[tuple[object, ...], Game] = {}
    items = expand(words, SUFFIX)
    with console.progress(len(items), "reading") as advance:
        for item in items:
            with naming(item.name):
                replay = read(item.source())
            head = replay.header
            if head is None:
                continue
            if only and head.game != only:
                raise Usage(f"{item.name} is a game of {head.game}, not of {only}")
            only = head.game
            key = (head.content_digest, head.options)
            if key not in games:
                with naming(item.name):
                    games[key] = load(head)
            for line in replay.games:
                yield item.name, games[key], line
            advance(1)


def illegal(name: str, error: EngineError) -> ToolError:
    """A log that this build's rules refuse, or raise over: not a game to count.

    `verify` says more.
    """
    if not isinstance(error, IllegalAction):
        return ToolError(error.code, f"{name}: {error}")
    return ToolError("E212", f"{name}: {error}; judge it with: ruleproof verify {name}")
