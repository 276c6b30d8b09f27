"""A campaign: many games against all properties, each finding deduplicated, minimised and kept.

    report = fuzz(Maker("tin_helm"), Plan(games=20_000, workers=2), Path("findings"))

Findings are files the moment they are made; a campaign killed at any instant has lost none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from engine.errors import EngineError
from engine.policies import named
from engine.rng import parse_seed
from properties.campaign import OWN_NAMES, Plan, option_set
from properties.checker import Checker
from properties.coverage import Coverage
from properties.errors import GoalMissed
from properties.finding import FIXED, UNJUDGED, Recheck, folder, judged, recheck, sweep
from properties.invariant import MEMORY, REACHABLE, Property, switched_on
from properties.judge import Failure
from properties.kin import families
from properties.pool import CHUNK, Pool, Stand, alone
from properties.pulse import HANGS, HURRIED_SECONDS, HURRIED_TRIES, PLY_SECONDS, guarded
from properties.reach import CLAUSES, owed_of, reach_of_tally
from properties.report import IDLE_GAMES, Finding, Report, Witness, again
from properties.runner import Find, Result, case_as_found, details_of, store
from properties.saved import Saver
from properties.settle import (
    FOUND,
    JSON,
    LOG,
    Place,
    campaign_mark,
    clear,
    drop_work,
    key_of,
    locked,
    place_of,
)
from properties.setup import Maker
from properties.shrink import Minimal, case_of, of_signature, save, shrink
from properties.steer import Book
from properties.strict import strict
from properties.twins import TWINS
from replays.verdict import plural

__all__ = ["Finding", "Plan", "Progress", "Recheck", "Report", "fuzz", "recheck"]

@dataclass(frozen=True)
class Progress:
    """How far a campaign is: games and plies, clauses reached, signatures found, seconds.

    `resumed` of the games were played before it went on; `clauses` were applied of the `of` that
    play can reach.
    """

    games: int
    plies: int
    failures: int
    elapsed: float
    minimising: str = ""
    clauses: int = 0
    of: int = 0
    resumed: int = 0

    @property
    def rate(self) -> float:
        """Games a second."""
        return (self.games - self.resumed) / self.elapsed if self.elapsed else 0.0


class Campaign:
    """A campaign at work: what it has come to, where it stands, who is told."""

    def __init__(
        self, maker: Maker, plan: Plan, out: Path | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:  # fmt: skip
        self.begun = monotonic()
        self.maker, self.out, self.progress = maker, out, progress
        self.plan = _checked(maker, plan)
        self.total = Result()
        self.stand = Stand(0, Book(), [])
        self.resumed = self.replaced = 0
        self.saver: Saver | None = None
        self.fixed: tuple[Find, ...] = ()
        owed = owed_of(maker.definition(), Coverage(maker.load(dict(plan.options))))
        self._owed = frozenset(owed[CLAUSES])

    def keep_stand(self, out: Path, resume: bool) -> None:
        """Save where it stands in its folder, from now on; go on from there.  OtherCampaign."""
        game = self.maker.load(dict(self.plan.options))
        self.saver = Saver(out, key_of(self.maker, self.plan, game))
        found = self.saver.load() if resume else None
        if found is not None:
            self.total, self.stand = found
            self.resumed = self.total.games
            self.fixed = _mended(self.maker, self.total)

    def beat(self, minimising: str = "") -> None:
        """Tell whoever wants to know."""
        if self.progress is not None:
            total = self.total
            self.progress(Progress(
                total.games, total.plies, len(total.finds), monotonic() - self.begun, minimising,
                len(self._owed & total.clauses.keys()), len(self._owed), self.resumed,
            ))  # fmt: skip

    def play(self) -> None:
        """All games, fewer at Ctrl-C, when time is up, or after enough failures."""
        plan = self.plan
        until = None if plan.max_time is None else self.begun + plan.max_time
        words = self.maker, plan, self.out
        pool = Pool(*words, self.stand) if plan.workers > 1 or plan.apart else None
        source = pool.results(until) if pool is not None else alone(*words, until, self.stand)
        try:
            self._gather(source)
        except KeyboardInterrupt:
            self.total.interrupted = True
            self._save()
        finally:
            if pool is not None:
                pool.close()
                self.replaced = pool.replaced
            if self.out is not None:
                sweep(self.out)

    def _gather(self, source: Iterator[Result | None]) -> None:
        """Merge results in the order of the games until there are enough failures."""
        total, most = self.total, self.plan.max_failures
        for result in source:
            if result is not None:
                self._merge(result)
            self.beat()
            if most is not None and len(total.finds) >= most and not total.stop % CHUNK:
                break
        self._save()

    def _save(self) -> None:
        if self.saver is not None and not self.saver.gap:
            self.saver.save(self.total, self.stand)

    def _merge(self, result: Result) -> None:
        total, saver = self.total, self.saver
        if saver is not None and result.interrupted:
            saver.cut(total, self.stand)
        total.merge(result)
        total.stop = result.stop
        total.interrupted |= result.interrupted
        if saver is not None:
            saver.offer(total, self.stand, result)

    def report(self) -> Report:
        """Shrink what was found, and say what it came to."""
        maker, plan, total = self.maker, self.plan, self.total
        findings = _findings(maker, plan, total, self.out, self.beat)
        judged = [item for item in maker.properties() if item.sort != MEMORY]
        silent = [item for item in judged if not total.evaluations.get(item.label)]
        witnesses = [_witness(item, total, plan) for item in judged if item.sort == REACHABLE]
        long = total.games >= IDLE_GAMES or any(witness.missed for witness in witnesses)
        off = _switched_off(maker, plan, silent) if long else ()
        game = maker.load(dict(plan.options))
        judge = Checker(game, maker.properties())
        judge.static()
        lost = sorted(self.stand.lost, key=lambda lost: lost.index)
        return Report(
            maker.definition().name, plan, total, findings,
            tuple(item.label for item in silent if item.sort != REACHABLE), off,
            reach_of_tally(game, total.coverage, total.games),
            tuple(replace(one, owed=one.owed and one.label not in off) for one in witnesses),
            tuple(lost), self.replaced, total.interrupted, monotonic() - self.begun,
            self.resumed, tuple(self.stand.book.entries), self.fixed,
            tuple(again(maker, plan, one.index) for one in lost),
            tuple(judge.departures),
        )  # fmt: skip


def fuzz(
    maker: Maker,
    plan: Plan,
    out: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    resume: bool | None = None,
) -> Report:
    """Play the campaign, then shrink what was found.

    With `resume` given, `out` holds where the campaign stands, and if it is true the campaign goes
    on from there.  BadOutput if `out` cannot be written, OtherCampaign if it holds another's;
    OptionError, UnknownGame, PolicyError for a plan that does not fit the game.  Ctrl-C gives the
    report of what was played, `interrupted`.
    """
    campaign = Campaign(maker, plan, out, progress)
    if out is not None:
        sweep(folder(out))
        if resume is not None:
            campaign.keep_stand(out, resume)
    with guarded():
        campaign.play()
        return campaign.report()


def _mended(maker: Maker, total: Result) -> tuple[Find, ...]:
    """Finds of an earlier part that do not show any more, taken out; they may show another."""
    fixed = []
    for find in list(total.finds.values()):
        verdict, failure = _today(maker, find)
        if verdict == FIXED or (failure is not None and failure.signature != find.signature):
            fixed.append(find)
            del total.finds[find.signature]
            if failure is not None:
                codes = find.codes[: failure.ply + 1]
                total.add(replace(find, failure=failure, codes=codes))
    return tuple(sorted(fixed, key=lambda find: find.first))


def _today(maker: Maker, find: Find) -> tuple[str, Failure | None]:
    """The verdict on a find by the rules of today, and how it fails."""
    try:
        case = case_as_found(find, maker, maker.load(dict(find.options)))
        found = judged(case)
    except EngineError:
        return UNJUDGED, None
    return found.verdict(case)[0], found.failure


def _witness(item: Property, total: Result, plan: Plan) -> Witness:
    """A statement that must be met, and whether this campaign is long enough to owe it."""
    met = total.evaluations.get(item.label, 0)
    within = item.within or IDLE_GAMES
    owed = total.games >= within and plan.whole_mix
    return Witness(item.label, item.statement, met, within, owed)


def _switched_off(maker: Maker, plan: Plan, silent: Sequence[Property]) -> tuple[str, ...]:
    """Which silent properties the content switches on under none of the campaign's option sets."""
    declared = maker.definition().all_options
    left = list(silent)
    for number in range(plan.option_sets if plan.swarm else 1):
        if not left:
            break
        on = switched_on(left, maker.load(option_set(declared, plan, number)))
        left = [item for item in left if item.label not in on]
    return tuple(item.label for item in left)


def _checked(maker: Maker, plan: Plan) -> Plan:
    """The plan, its workers counted; whatever does not fit the game raises here, once."""
    parse_seed(plan.seed)
    maker.properties()
    game = maker.load(dict(plan.options))
    for name in plan.policies:
        if name not in (*OWN_NAMES, *TWINS):
            named(game, name)
    if plan.games is None and plan.max_time is None:
        return replace(plan, games=Plan.games, workers=plan.workers or os.cpu_count() or 1)
    return replace(plan, workers=plan.workers or os.cpu_count() or 1)


def _findings(
    maker: Maker, plan: Plan, total: Result, out: Path | None, beat: Callable[[str], None]
) -> tuple[Finding, ...]:
    """Shrink each find and keep it under its own name; files of better logs replace worse ones."""
    findings = []
    for find in sorted(total.finds.values(), key=lambda find: find.first):
        try:
            if not total.interrupted:
                beat(find.signature.text)
                finding = _finding(maker, plan, find, out, plan.minimise, beat)
                findings.append(finding)
                if finding.minimal is not None:
                    total.interrupted = finding.minimal.interrupted
                continue
        except KeyboardInterrupt:
            total.interrupted = True
        findings.append(_finding(maker, plan, find, out, False, beat))
    return one_a_bug(maker, findings)


def one_a_bug(maker: Maker, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings that are kin under the one with the shortest log."""
    by_name = {finding.signature: finding for finding in findings}
    logs = {
        finding.signature: (maker.load(dict(finding.find.options)), finding.minimal)
        for finding in findings
        if finding.minimal is not None
    }
    heads = []
    for head, *others in families(logs, maker.properties()):
        kin = tuple(by_name[signature] for signature in others)
        heads.append(replace(by_name[head], others=kin))
    alone = [finding for finding in findings if finding.minimal is None]
    return tuple(sorted([*heads, *alone], key=lambda finding: finding.find.first))


def _finding(
    maker: Maker, plan: Plan, find: Find, out: Path | None, minimise: bool,
    beat: Callable[[str], None],
) -> Finding:  # fmt: skip
    game = maker.load(dict(find.options))
    command, minimal, note, shown = again(maker, plan, find.index, find.way), None, "", True
    if minimise and find.codes:
        goal = of_signature(game, maker.properties(), find.signature)
        hangs = find.signature.label == HANGS
        try:
            with guarded(HURRIED_SECONDS if hangs else PLY_SECONDS):
                minimal = shrink(game, find.codes, goal,
                                 budget=min(plan.budget, HURRIED_TRIES) if hangs else plan.budget,
                                 beat=lambda used: beat(find.signature.text))  # fmt: skip
        except GoalMissed as error:
            shown, note = False, "judged again, " + str(error).partition(";")[0]
    if out is None:
        return Finding(find, minimal, None, None, command, note)
    place = _filed(out, maker, plan, find, minimal, command, shown)
    path = place.stem.with_suffix(".json")
    if place.known is not None:
        actions, plies = place.known
        words = f"{plural(actions, 'player action')}, {plural(plies, 'ply')}"
        note = note or f"the log that was kept before is not longer ({words}), and stays"
    if minimal is None:
        return Finding(find, None, None, path, command, note)
    fresh = strict(path)
    if not fresh.ok:
        note = note or "the log does not replay in a fresh process"
    if path.with_suffix(".rply").exists():
        path = path.with_suffix(".rply")
    return Finding(find, minimal, fresh, path, command, note, content=maker.content)


def _filed(
    out: Path, maker: Maker, plan: Plan, find: Find, minimal: Minimal | None, command: str,
    shown: bool,
) -> Place:  # fmt: skip
    """Write a finding under its own name, unless a log as short is there; BadOutput."""
    game = maker.load(dict(find.options))
    case = case_as_found(find, maker, game)
    if minimal is not None:
        case = case_of(maker, game, minimal, {**details_of(find), "command": command})
    with locked(out):
        place = place_of(out, case, dict(plan.options), minimal is not None)
        if place.known is None:
            store(place.stem, find, maker, game, FOUND, shown)
            if minimal is not None:
                save(place.stem, case, game, minimal.codes)
            written = [FOUND] * bool(find.codes) + [LOG] * (minimal is not None)
            clear(place.stem, [JSON, *written])
    drop_work(out, find.signature, campaign_mark(maker, plan))
    return place
