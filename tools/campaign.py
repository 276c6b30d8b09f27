"""What `ruleproof fuzz` and `shrink` run: campaigns, stored findings, one log made short."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import registry
from engine.options import Value
from properties.campaign import DRAWN, STEERED, WAYS, Plan, Start
from properties.finding import read_case
from properties.fuzz import Finding, Progress, Report, fuzz
from properties.regression import pytest_text, save_test
from properties.saved import STANDS, path_of
from properties.settle import campaign_mark
from properties.setup import Maker
from replays.visible import joined
from tools import console
from tools.errors import Usage, nothing
from tools.failures import INTERRUPTED, NOTHING
from tools.junit import junit
from tools.played import played
from tools.pool import count_workers
from tools.setup import Setup
from tools.shelving import keep
from tools.text import Doc, plural

ALL, AUTO = "all", "auto"
UNITS = {"s": 1, "m": 60, "h": 3600}
GAMES = 1000


@dataclass(frozen=True)
class Wish:
    """The options of `ruleproof fuzz`, as typed."""

    seed: str
    games: int | None
    first: int
    max_time: str | None
    max_failures: int | None
    policy: str | None
    swarm: bool
    minimise: bool
    workers: str
    output: Path | None
    as_pytest: bool
    steer: bool = True
    drawn: bool = True
    shard: str | None = None
    sources: tuple[str, ...] = ()
    resume: bool = False
    junit: Path | None = None
    keep: Path | None = None

    def plan(self, setup: Setup) -> Plan:
        """The plan for one game; OptionError, Usage."""
        given = setup.given()
        seconds = None if self.max_time is None else parse_time(self.max_time)
        return Plan(
            seed=self.seed,
            games=GAMES if self.games is None and seconds is None else self.games,
            first=self.first, max_time=seconds, max_failures=self.max_failures,
            workers=count_workers(self.workers),
            policies=tuple(self.policy.split(",")) if self.policy else (),
            options=tuple(sorted(given.items())), swarm=self.swarm, minimise=self.minimise,
            ways=self.ways(), shard=parse_shard(self.shard) if self.shard else (0, 1),
            starts=starts_of(self.sources, setup, given), sources=self.sources, apart=True,
        )  # fmt: skip

    def ways(self) -> tuple[str, ...]:
        """Ways of choosing besides the plain mix."""
        off = [way for way, on in ((STEERED, self.steer), (DRAWN, self.drawn)) if not on]
        return tuple(way for way in WAYS if way not in off)

    def words(self, setup: Setup, games: int | None, first: int) -> list[str]:
        """The command line of a campaign from game `first`: so many (None: as long a time)."""
        found = ["fuzz", setup.game, "--seed", self.seed]
        found += ["--games", str(games)] if games is not None else []
        found += ["--max-time", self.max_time] if games is None and self.max_time else []
        found += ["--first", str(first)] if first else []
        found += ["--policy", self.policy] if self.policy else []
        found += [] if self.swarm else ["--no-swarm"]
        found += [] if self.steer else ["--no-steer"]
        found += [] if self.drawn else ["--no-drawn"]
        found += ["--shard", self.shard] if self.shard else []
        found += [word for source in self.sources for word in ("--from", source)]
        return found + setup.words()

    def more(self, as_json: bool) -> list[str]:
        """The words that change no game: when it stops, what it leaves behind."""
        found = ["--max-time", self.max_time] if self.max_time and self.games is not None else []
        found += ["--max-failures", str(self.max_failures)] if self.max_failures else []
        found += [] if self.minimise else ["--no-minimise"]
        found += ["--workers", self.workers] if self.workers != AUTO else []
        for flag, path in (("-o", self.output), ("--keep", self.keep), ("--junit", self.junit)):
            found += [flag, str(path)] if path is not None else []
        found += ["--pytest"] if self.as_pytest else []
        return [*found, "--json"] if as_json else found


def parse_time(text: str) -> float:
    """Seconds of `90s`, `10m`, `2h` or a bare number of seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text.strip())
    if found is None or not float(found[1]):
        raise Usage(f"time {text!r}: expected seconds (90 or 90s), minutes (10m) or hours (2h)")
    return float(found[1]) * UNITS[found[2] or "s"]


def parse_shard(text: str) -> tuple[int, int]:
    """(i, n) of `i/n`."""
    found = re.fullmatch(r"(\d+)/(\d+)", text.strip())
    if found is None or int(found[1]) >= int(found[2]):
        raise Usage(f"shard {text!r}: expected I/N with I from 0 to N-1, as 0/4", "ruleproof fuzz")
    return int(found[1]), int(found[2])


def starts_of(
    words: Sequence[str], setup: Setup, given: Mapping[str, Value]
) -> tuple[Start, ...]:
    """The games of replays to begin with, those that fit the options given; each once."""
    if not words:
        return ()
    found: dict[Start, None] = {}
    for _, game, line in played(words, setup.packs(), setup.game):
        if all(game.options[name] == value for name, value in given.items()):
            found[Start(tuple(game.options.items()), line.codes)] = None
    if not found:
        raise nothing(f"no game in {' '.join(words)} was played under the options given")
    return tuple(found)


# ---- campaigns ----


def run(setup: Setup, wish: Wish, as_json: bool) -> int:
    """One campaign, or one a registered game; the worst exit code of them."""
    names = registry.games(setup.foreign) if setup.game == ALL else [setup.game]
    reports: list[Report] = []
    for name in names:
        Maker(name, foreign=setup.foreign).properties()  # broken ones end it before play
    if wish.keep is not None and wish.keep.exists():
        keep(wish.keep, _maker(setup), (), setup.packs())  # so does a corpus that is not whole
    _some_games(wish)
    for name in names:
        one = Setup(name, setup.options, setup.content, setup.players, setup.foreign)
        plan, folder = wish.plan(one), _folder(wish, name, len(names) > 1)
        stand = path_of(folder, campaign_mark(_maker(one), plan))
        report = _campaign(one, plan, stand, wish.resume)
        reports.append(report)
        if not as_json:
            console.out(_text(report))
        if wish.as_pytest:
            write_tests(report.findings)
        if wish.output is None:
            _tidy(stand, report)
        if wish.keep is not None:
            count = keep(wish.keep, _maker(one), report.kept, one.packs())
            console.say(f"kept {plural(count, 'log')} of {len(report.kept)} in {wish.keep}")
        if report.games:
            console.repeat(wish.words(one, _span(report), wish.first))
        if report.interrupted:
            break
    if as_json:
        console.deliver(console.document(_document(reports)), None)
    if wish.junit is not None:
        console.deliver(junit(reports), wish.junit)
    codes = [report.exit_code for report in reports]
    if INTERRUPTED in codes:
        kept = any(report.findings for report in reports)
        console.error("interrupted: " + ("what was found so far is on disk" if kept else
                                         "nothing was found"))  # fmt: skip
        words = wish.words(setup, wish.games, wish.first) + wish.more(as_json)
        console.say("go on with: " + joined(["ruleproof", *words, "--resume"]))
        return INTERRUPTED
    return max(codes, default=NOTHING)


def _some_games(wish: Wish) -> None:
    """E402 where a shard has none of the games that are asked for."""
    games = wish.games
    if wish.shard and games is not None:
        plan = Plan(games=games, first=wish.first, shard=parse_shard(wish.shard))
        if plan.count == 0:
            last = wish.first + games - 1
            raise nothing(f"shard {wish.shard} has none of games {wish.first} to {last}; "
                          "ask for more --games, or another shard")  # fmt: skip


def _span(report: Report) -> int:
    """The number of games that stands on the command line that plays these."""
    return report.plan.index_at(report.games + len(report.lost) - 1) + 1 - report.plan.first


def _tidy(stand: Path, report: Report) -> None:
    """A campaign that is over and found nothing leaves nothing in a folder nobody named."""
    if not (report.interrupted or report.findings):
        stand.unlink(missing_ok=True)
    for path in (stand.parent, stand.parent.parent):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _document(reports: Sequence[Report]) -> Doc:
    """`ruleproof.fuzz/1`, or several of them."""
    if len(reports) == 1:
        return reports[0].as_dict()
    return {"schema": "ruleproof.fuzz-all/1", "runs": [report.as_dict() for report in reports]}


def _text(report: Report) -> str:
    """The report, its verdict in colour."""
    *lines, last = report.text().split("\n")
    speed = f"{report.games_per_second:,.0f} games a second"
    style = "green" if report.ok else "red"
    return "\n".join([*lines, console.paint(f"{last} ({speed})", style)])


def _folder(wish: Wish, game: str, several: bool) -> Path:
    if wish.output is None:
        return Path("findings") / game
    return wish.output / game if several else wish.output


def _campaign(setup: Setup, plan: Plan, stand: Path, resume: bool) -> Report:
    folder = stand.parent
    if resume and not any(folder.glob(STANDS)):
        console.say(f"nothing to resume in {folder}: from the beginning")
    if not resume and stand.exists():
        console.say(f"{stand} is of this campaign, which begins anew; --resume goes on instead")
    with console.live(plan.count, setup.game, "games") as tell:
        return fuzz(_maker(setup), plan, folder,
                    lambda now: tell(now.games, said(now), done(now, plan)), resume)  # fmt: skip


def _maker(setup: Setup) -> Maker:
    return Maker(setup.game, content=setup.content or "", foreign=setup.foreign)


def said(now: Progress) -> str:
    """What the bar says of a campaign at work, and of one that shrinks what it found."""
    if now.minimising:
        return f"shrinking {now.minimising}"
    reached = f"{now.clauses}/{now.of} clauses"
    return f"{now.rate:,.0f}/s, {reached}, {plural(now.failures, 'finding')}"


def done(now: Progress, plan: Plan) -> float:
    """How much of a campaign is done, from 0 to 1: of its games or of its time."""
    played = now.games / plan.count if plan.count else 0.0
    spent = now.elapsed / plan.max_time if plan.max_time else 0.0
    return max(played, spent)


def write_tests(findings: Sequence[Finding]) -> None:
    """A pytest file beside each finding and its kin; one that somebody wrote himself stays."""
    for finding in [one for head in findings for one in (head, *head.others)]:
        if finding.path is None:
            continue
        path = finding.path.with_suffix(".json")
        target = path.with_name(f"test_{path.stem.replace('-', '_')}.py")
        if save_test(target, pytest_text(read_case(path), folder=path.parent)):
            console.say(f"wrote {target}")
        else:
            console.warn(f"{target} is no test that fuzz wrote, or was changed, and stays")
