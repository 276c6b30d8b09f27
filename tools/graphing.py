"""What `ruleproof graph` was asked to draw: a registered game, replay files, or both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shlex import join

from engine import registry, rng
from engine.errors import EngineError, nearest
from engine.game import Game
from engine.play import opening, play, walk
from engine.state import State
from tools import console
from tools.charts import Map
from tools.errors import ToolError, Usage, nothing
from tools.graphs import Counts, Graph, extract, head_of, observe
from tools.played import illegal, played
from tools.setup import Setup, repeatable, seat_policies
from tools.states import StateGraph
from tools.stating import StateWish, drawing

PLAIN = StateWish()
CAREFUL, UNIFORM = "careful", "uniform"
SEED = "shake:1"


@dataclass(frozen=True)
class Seeded:
    """Games to be played for the counts: how many, from which seed, by whom, as typed."""

    games: int | None = None
    seed: str | None = None
    policy: str | None = None

    def words(self) -> list[str]:
        """The words that repeat it."""
        named = (("--games", self.games), ("--seed", self.seed), ("--policy", self.policy))
        return [word for name, value in named if value is not None for word in (name, str(value))]

    def played(self, game: Game, setup: Setup) -> Counts:
        """What the games show; PolicyError or EngineError for what cannot be played."""
        rng.parse_seed(self.seed or SEED)
        policy = self.policy or (CAREFUL if CAREFUL in game.definition.policies else UNIFORM)
        counts = Counts(seed=self.seed or SEED, policy=policy)
        seats = seat_policies(game, policy)
        with console.progress(self.games or 0, "playing") as advance:
            for index in range(self.games or 0):
                seed = rng.game_seed(self.seed or SEED, index)
                with repeatable(setup, self.seed or SEED, index, policy):
                    codes = play(game, seed, seats).codes
                observe(counts, game, codes)
                advance(1)
        return counts


NONE = Seeded()


@dataclass(frozen=True)
class Subject:
    """Words of the command line: the first may be a game, the others are files."""

    words: tuple[str, ...]
    options: tuple[str, ...]
    contents: tuple[str, ...]
    players: int | None
    ply: int | None = None
    level: str = "phase"
    states: StateWish = PLAIN
    seeded: Seeded = NONE

    def drawing(self, format: str = "table") -> Graph | Map | StateGraph:
        """What the level asks for; Usage for options of another level."""
        if self.seeded != NONE and (self.level != "phase" or self.seeded.games is None):
            raise Usage("--seed and --policy are for --games, and --games for --level phase")
        if self.level != "state":
            if self.states != PLAIN:
                raise Usage(f"{' '.join(self.states.words())} is for --level state")
            return self.map() if self.level == "map" else self.graph()
        if self.ply is not None:
            raise Usage("--ply is for --level map; a search begins --at a ply")
        return drawing(self.words, self.options, self.contents, self.players, self.states, format)

    def graph(self) -> Graph:
        """The table as declared, or what files or seeded games show; Usage if options meet files.
        """
        if self.ply is not None:
            raise Usage("--ply is for --level map")
        declared = self._declared()
        if self.seeded != NONE:
            if declared is None:
                raise Usage("--games plays games of GAME; leave the files out, or --games")
            return extract(declared, self.seeded.played(declared, self._setup()))
        return self._observed(*self._files()) if declared is None else extract(declared)

    def map(self) -> Map:
        """The board as printed, or as it stands at a ply of one recorded game, by default its last;
        Usage if the game has none, or more is named than one position."""
        declared = self._declared()
        if declared is None:
            return self._recorded(*self._files())
        if self.ply is not None:
            raise Usage("--ply needs a replay file: the board alone has no plies")
        return charted(declared, None)

    def _declared(self) -> Game | None:
        """The game of the first word, if no file follows."""
        first = self.words[0]
        if first not in registry.games(console.current.foreign) or len(self.words) > 1:
            return None
        return self._setup().load()

    def _setup(self) -> Setup:
        """The game of the first word with its options and content."""
        if len(self.contents) > 1:
            raise Usage("one --content for a declared table")
        content, foreign = self.contents[0] if self.contents else None, console.current.foreign
        return Setup(self.words[0], self.options, content, self.players, foreign)

    def _files(self) -> tuple[tuple[str, ...], str]:
        """(files, the game they must be of, if it is named)."""
        names = registry.games(console.current.foreign)
        first = self.words[0]
        if self.options or self.players is not None:
            raise Usage("replay files state their own options and players; leave yours out")
        files = self.words[1:] if first in names else self.words
        if first not in names and not Path(first).exists() and "." not in first:
            self._unknown(first, names)
        return files, first if first in names else ""

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
            except EngineError as error:
                raise illegal(name, error) from error
        if game is None:
            raise nothing(f"no game in {' '.join(files)}")
        return extract(game, counts)

    def _recorded(self, files: tuple[str, ...], only: str) -> Map:
        found = list(played(files, self.contents, only))
        if len(found) != 1:
            raise Usage(f"a map shows one position, and here are {len(found)} games; name one file "
                        "of one game")  # fmt: skip
        name, game, line = found[0]
        last = len(line.codes)
        ply = last if self.ply is None else self.ply
        if ply > last:
            raise Usage(f"--ply {ply}: {name} ends at ply {last}")
        state = opening(game)[0]
        try:
            for step in walk(game, line.codes[:ply]):
                state = step.after
        except EngineError as error:
            raise illegal(name, error) from error
        return charted(game, state)

    def again(self, format: str, path: Path) -> str:
        """The command that writes this drawing to `path`."""
        words = ["ruleproof", "graph", *self.words]
        if self.level != "phase":
            words += ["--level", self.level]
        if self.ply is not None:
            words += ["--ply", str(self.ply)]
        words += [*self.states.words(), *self.seeded.words()]
        for option in self.options:
            words += ["--option", option]
        for content in self.contents:
            words += ["--content", content]
        if self.players is not None:
            words += ["--players", str(self.players)]
        if path.suffix == ".md" and format == "mermaid":
            return join([*words, "--format", format]) + " (and put it into the page's block)"
        return join([*words, "--format", format, "-o", str(path)])


def charted(game: Game, state: State | None) -> Map:
    """The map of a game, or of a position of it; Usage if it has none."""
    if game.definition.chart is None:
        raise Usage(f"{game.name} has no map; its phase table is drawn without --level")
    facts = head_of(game, "map") | {"ply": None if state is None else state.ply}
    return Map(facts, game.definition.chart(game.rules, state))
