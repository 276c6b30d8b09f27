"""What `ruleproof graph` was asked to draw: a registered game, replay files, or both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shlex import join

from engine import registry
from engine.errors import IllegalAction, nearest
from engine.game import Game
from tools import console
from tools.errors import ToolError, Usage, nothing
from tools.graphs import Counts, Graph, extract, observe
from tools.played import illegal, played
from tools.setup import Setup


@dataclass(frozen=True)
class Subject:
    """Words of the command line: the first may be a game, the others are files."""

    words: tuple[str, ...]
    options: tuple[str, ...]
    contents: tuple[str, ...]
    players: int | None

    def graph(self) -> Graph:
        """The table as declared, or with files what they show; Usage if options meet files."""
        names = registry.games(console.current.foreign)
        first = self.words[0]
        if first in names and len(self.words) == 1:
            if len(self.contents) > 1:
                raise Usage("one --content for a declared table")
            content = self.contents[0] if self.contents else None
            setup = Setup(first, self.options, content, self.players, console.current.foreign)
            return extract(setup.load())
        if self.options or self.players is not None:
            raise Usage("replay files state their own options and players; leave yours out")
        files = self.words[1:] if first in names else self.words
        if first not in names and not Path(first).exists() and "." not in first:
            self._unknown(first, names)
        return self._observed(files, first if first in names else "")

    def _unknown(self, word: str, names: list[str]) -> None:
        if not any(sign in word for sign in "*?[/-"):
            raise ToolError("E112", f"{word!r} is neither a game nor a file; "
                            f"{nearest(word, names)}")  # fmt: skip

    def _observed(self, files: tuple[str, ...], only: str) -> Graph:
        counts = Counts()
        game: Game | None = None
        for name, setup, line in played(files, self.contents, only):
            game = game or setup
            try:
                observe(counts, setup, line.codes)
            except IllegalAction as error:
                raise illegal(name, error) from error
        if game is None:
            raise nothing(f"no game in {' '.join(files)}")
        return extract(game, counts)

    def again(self, format: str, path: Path) -> str:
        """The command that writes this graph to `path`."""
        words = ["ruleproof", "graph", *self.words]
        for option in self.options:
            words += ["--option", option]
        for content in self.contents:
            words += ["--content", content]
        if self.players is not None:
            words += ["--players", str(self.players)]
        if path.suffix == ".md":
            return join([*words, "--format", format]) + " (and put it into the page's block)"
        return join([*words, "--format", format, "-o", str(path)])
