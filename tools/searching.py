"""What `ruleproof find` does: a search for one thing of the rules, and the shortest game told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from engine.game import Game
from engine.options import word_of
from properties.errors import BadOutput
from properties.find import GoalOf, Search, changed, find
from properties.finding import write
from properties.goals import clause_goal, end_goal, event_goal, exit_goal, state_goal
from properties.logs import log_bytes
from properties.pulse import guarded, within
from properties.setup import Maker
from properties.shrink import Goal
from replays.corpus import golden
from replays.errors import TargetExists
from replays.visible import joined, spelt
from tools import campaign, console
from tools.errors import Usage
from tools.failures import FINDING, INTERRUPTED
from tools.setup import Setup
from tools.text import plural

SEED = "shake:1"
GOALS = "--clause, --event, --exit, --end, --state"


@dataclass(frozen=True)
class Wish:
    """The options of `ruleproof find`, as typed."""

    clause: str | None
    event: str | None
    where: tuple[str, ...]
    leaving: str | None
    end: str | None
    state: str | None
    seed: str
    games: int | None
    max_time: str | None
    policy: str | None
    golden: bool
    budget: int
    output: Path | None
    force: bool

    def words(self) -> list[str]:
        """The words that name the goal on a command line."""
        given = {"--clause": self.clause, "--event": self.event, "--exit": self.leaving,
                 "--end": self.end, "--state": self.state}  # fmt: skip
        found = [word for option, value in given.items() if value is not None
                 for word in (option, value)]  # fmt: skip
        return found + [word for fact in self.where for word in ("--where", fact)]

    def bounds(self) -> list[str]:
        """The words that bound the search and say what is drawn, as typed."""
        given = {"--seed": None if self.seed == SEED else self.seed, "--policy": self.policy,
                 "--games": None if self.games is None else str(self.games),
                 "--max-time": self.max_time}  # fmt: skip
        return [word for option, value in given.items() if value is not None
                for word in (option, value)]  # fmt: skip

    def goal_of(self) -> GoalOf:
        """The goal, for whichever Game is played; Usage unless exactly one is named."""
        named = [one for one in (self.clause, self.event, self.leaving, self.end, self.state)
                 if one is not None]  # fmt: skip
        if len(named) != 1:
            raise Usage(f"{len(named)} goals: name exactly one of {GOALS}")
        if self.where and self.event is None:
            raise Usage("--where tells the facts of an --event: name its kind")
        return self._goal

    def _goal(self, game: Game) -> Goal:
        if self.clause is not None:
            return clause_goal(game, self.clause)
        if self.event is not None:
            return event_goal(game, self.event, self.where)
        if self.leaving is not None:
            return exit_goal(game, self.leaving)
        if self.end is not None:
            return end_goal(game, self.end)
        return state_goal(game, self.state or "")


def run(setup: Setup, wish: Wish, as_json: bool) -> int:
    """Search, write, tell; 1 if nothing reached the goal, 130 if Ctrl-C cut the shrinking short."""
    goal_of = wish.goal_of()
    if wish.output is not None:
        if wish.output.suffix != ".rply":
            raise Usage(f"-o {wish.output}: a replay's name ends with .rply")
        if wish.output.exists() and not wish.force:
            raise TargetExists(f"{wish.output} exists already")
    maker = Maker(setup.game, content=setup.content or "", foreign=setup.foreign)
    search = _search(setup, wish, maker, goal_of)
    minimal, best = search.minimal, search.best
    unwritten: BadOutput | None = None
    if minimal is not None and best is not None and wish.output is not None:
        data = log_bytes(best.game, minimal.codes, (f"reaches {search.name}",))
        try:
            write(wish.output, data)
        except BadOutput as error:
            unwritten, wish = error, replace(wish, output=None)
    if as_json:
        path = str(wish.output) if wish.output and minimal else None
        document = {"schema": "ruleproof.find/1", "game": setup.game, "path": path}
        console.deliver(console.document({**document, **search.as_dict()}), None)
    else:
        console.out(_text(search, wish, setup))
    if unwritten is not None:  # the disk is full, say: what was found is told all the same
        raise unwritten
    if search.interrupted:
        return INTERRUPTED
    return FINDING if minimal is None else 0


def _search(setup: Setup, wish: Wish, maker: Maker, goal_of: GoalOf) -> Search:
    """The search within its bounds, with a bar."""
    seconds = None if wish.max_time is None else campaign.parse_time(wish.max_time)
    plan = campaign.Wish(
        wish.seed, wish.games, 0, wish.max_time, None, wish.policy, True, True, "1", None, False
    ).plan(setup)
    begun, games = monotonic(), 0

    def spent() -> float:
        return 0.0 if seconds is None else (monotonic() - begun) / seconds

    with console.live(plan.games, f"searching {setup.game}", "games") as tell:

        def beat(played: int) -> None:
            nonlocal games
            games += played
            tell(games, "", max(spent(), games / plan.games if plan.games else 0.0))

        def shrinking(used: int) -> None:
            tell(games, f"shrinking, {plural(used, 'replay')}", 1.0)

        with guarded(within(seconds)):
            return find(maker, goal_of, plan, golden(setup.game) if wish.golden else (),
                        over=lambda: spent() >= 1, beat=beat, shrinking=shrinking)  # fmt: skip


def _failures(search: Search, setup: Setup) -> list[str]:
    """Games that the rules themselves ended, told beside the result."""
    if not search.failed:
        return []
    way = joined(["ruleproof", "fuzz", setup.game, *setup.words()])
    return [f"in {plural(search.failed, 'game')} the rules failed, first {search.failure}; "
            f"seek the shortest with: {way}"]  # fmt: skip


def _text(search: Search, wish: Wish, setup: Setup) -> str:
    """The game and where it comes from; or what was looked through in vain."""
    looked = f"{plural(search.replays, 'golden replay')}, {plural(search.games, 'game')}"
    if search.minimal is None or search.best is None:
        if search.interrupted:
            way, bounds = "interrupted; look from the beginning with", wish.bounds()
        else:
            way, bounds = "look further with", ["--games", str(10 * max(search.games, 100))]
        words = ["find", setup.game, *wish.words(), *bounds, *setup.words()]
        return "\n".join([f"{search.name}: not reached in {looked}", *_failures(search, setup),
                          f"{way}: ruleproof {joined(words)}"])  # fmt: skip
    options = [f"{name}={word_of(value)}" for name, value in changed(search.best.game).items()]
    lines = [search.minimal.text()]
    lines += ["options " + " ".join(options)] if options else []
    lines.append(f"{plural(len(search.hits), 'hit')} in {looked}; the shortest came of "
                 f"{search.best.source}")  # fmt: skip
    lines += _failures(search, setup)
    if search.interrupted:
        lines.append("interrupted: a longer search or shrinking may find a shorter one; the same "
                     "command begins anew")  # fmt: skip
    if wish.output is not None:
        pack = f" --content {spelt(setup.content)}" if setup.content else ""
        lines.append(f"see it: ruleproof replay {spelt(wish.output)}{pack}")
    return "\n".join(lines)
