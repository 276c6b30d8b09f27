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

from engine.policies import named
from engine.rng import parse_seed
from properties.campaign import OWN_NAMES, Plan, option_set
from properties.errors import GoalMissed
from properties.finding import Recheck, folder, recheck, signature_dict, write_json
from properties.invariant import MEMORY, Property, switched_on
from properties.judge import Signature
from properties.kin import families
from properties.pool import Lost, Pool, alone
from properties.runner import UNFINISHED, Find, Result, details_of
from properties.setup import Maker
from properties.shrink import Minimal, case_of, of_signature, save, shrink
from properties.strict import Strict, strict
from replays.verdict import plural

__all__ = ["Finding", "Plan", "Progress", "Recheck", "Report", "fuzz", "recheck"]

SCHEMA = "ruleproof.fuzz/1"
IDLE_GAMES = 5000
SHOWN_MAX = 8  # labels named in the summary


@dataclass(frozen=True)
class Progress:
    """How far a campaign is: games and plies played, signatures found, seconds."""

    games: int
    plies: int
    failures: int
    elapsed: float
    minimising: str = ""


@dataclass(frozen=True)
class Finding:
    """One bug as far as can be told: its signature, the shortest log, where it is kept.

    `others` are kin (properties.kin): the same bug, shown in other ways.  Their files are kept too.
    """

    find: Find
    minimal: Minimal | None
    strict: Strict | None
    path: Path | None
    command: str
    note: str = ""
    others: tuple[Finding, ...] = ()

    @property
    def signature(self) -> Signature:
        """What failed."""
        return self.find.signature

    @property
    def message(self) -> str:
        """How, in the minimal log or as found."""
        return self.minimal.message if self.minimal else self.find.failure.message

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        found = self.find
        return {
            **details_of(found),
            "signature": signature_dict(found.signature),
            "also": [signature_dict(other) for other in found.failure.also],
            "message": self.message,
            "options": dict(found.options),
            "minimal": self.minimal.as_dict() if self.minimal else None,
            "actions": list(self.minimal.texts) if self.minimal else None,
            "strict": self.strict.ok if self.strict else None,
            "path": str(self.path) if self.path else None,
            "command": self.command,
            "note": self.note,
            "others": [other.as_dict() for other in self.others],
        }

    def text(self) -> str:
        """Several lines."""
        found = self.find
        games = plural(found.count, "game")
        lines = [f"{found.signature.text} in {games}, first in game {found.first}"]
        lines.append(f"  {self.message}")
        if self.minimal is not None:
            lines += ["  " + line for line in self.minimal.text().split("\n")[1:]]
        if self.strict is not None:
            lines.append(f"  in a fresh process: {self.strict.detail}")
        if self.note:
            lines.append(f"  {self.note}")
        lines.append(f"  again: {self.command}")
        if self.path is not None:
            lines.append(f"  kept:  {self.path}")
        for other in self.others:
            kept = f", kept: {other.path}" if other.path else ""
            lines.append(
                f"  shows also as {other.signature.text} in "
                f"{plural(other.find.count, 'game')}{kept}"
            )
        return "\n".join(lines)


@dataclass(frozen=True)
class Report:
    """What a campaign came to."""

    game: str
    plan: Plan
    result: Result
    findings: tuple[Finding, ...]
    vacuous: tuple[str, ...]
    switched_off: tuple[str, ...]
    unreached: tuple[str, ...]
    lost: tuple[Lost, ...]
    replaced: int
    interrupted: bool
    elapsed: float

    @property
    def games(self) -> int:
        """Games played."""
        return self.result.games

    @property
    def plies(self) -> int:
        """Plies played."""
        return self.result.plies

    @property
    def unfinished(self) -> int:
        """Games stopped at `plies_max`."""
        return self.result.ends.get(UNFINISHED, 0)

    @property
    def endless(self) -> bool:
        """Whether more games were unfinished than the plan allows; one alone never is too many."""
        return self.unfinished > max(1.0, self.games * self.plan.unfinished_max)

    @property
    def ok(self) -> bool:
        """Nothing found, nothing lost, few unfinished, and every property had something to say."""
        return not (self.findings or self.lost or self.idle or self.endless)

    @property
    def idle(self) -> tuple[str, ...]:
        """Properties that a long campaign of all policies never gave anything to judge."""
        long = self.games >= IDLE_GAMES and self.plan.swarm and not self.plan.policies
        owed = (label for label in self.vacuous if label not in self.switched_off)
        return tuple(owed) if long else ()

    @property
    def exit_code(self) -> int:
        """130 interrupted, 1 a finding, else 0."""
        return 130 if self.interrupted else 0 if self.ok else 1

    @property
    def games_per_second(self) -> float:
        """Games a second, minimising included."""
        return self.games / self.elapsed if self.elapsed else 0.0

    def as_dict(self) -> dict[str, object]:
        """The document of `fuzz --json`."""
        result = self.result
        return {
            "schema": SCHEMA,
            "game": self.game,
            "seed": self.plan.seed,
            "first": self.plan.first,
            "games": self.games,
            "plies": self.plies,
            "policies": dict(sorted(result.policies.items())),
            "option_sets": dict(sorted(result.option_sets.items())),
            "players": dict(sorted(result.players.items())),
            "ends": dict(sorted(result.ends.items())),
            "unfinished": self.unfinished,
            "clauses": dict(sorted(result.clauses.items())),
            "clauses_unreached": list(self.unreached),
            "properties": dict(sorted(result.evaluations.items())),
            "vacuous": list(self.vacuous),
            "switched_off": list(self.switched_off),
            "findings": [finding.as_dict() for finding in self.findings],
            "lost": [{"game": lost.index, "detail": lost.detail} for lost in self.lost],
            "workers_replaced": self.replaced,
            "interrupted": self.interrupted,
            "ok": self.ok,
        }

    def text(self) -> str:
        """The summary."""
        ends = ", ".join(f"{name} {count:,}" for name, count in sorted(self.result.ends.items()))
        lines = [
            f"{self.game}: {plural(self.games, 'game')}, {plural(self.plies, 'ply')} "
            f"from {self.plan.seed}"
            + (" (interrupted)" if self.interrupted else ""),
            f"ends: {ends or 'none'}",
            f"clauses reached: {len(self.result.clauses)}, not reached: {len(self.unreached)}",
            f"properties judged: {len(self.result.evaluations) - len(self.vacuous)}, "
            f"never with anything to say: {_some(self.vacuous)}",
        ]
        if self.switched_off:
            lines.append(f"of these the content switches off: {_some(self.switched_off)}")
        if self.idle:
            lines.append("a property that judges nothing proves nothing: "
                         "mend it, or the policies that never get there")  # fmt: skip
        if self.endless:
            were = "was" if self.unfinished == 1 else "were"
            lines.append(f"{plural(self.unfinished, 'game')} {were} unfinished: more than the "
                         f"bound of {self.plan.unfinished_max:.0%}; is play endless?")  # fmt: skip
        lines += [f"lost game {lost.index}: {lost.detail}" for lost in self.lost]
        if self.replaced:
            lines.append(f"workers replaced: {self.replaced}")
        lines += [finding.text() for finding in self.findings]
        lines.append(f"findings: {len(self.findings)}")
        return "\n".join(lines)


def _some(labels: Sequence[str]) -> str:
    """The labels, at most SHOWN_MAX of them by name: short campaigns have many."""
    if len(labels) <= SHOWN_MAX:
        return ", ".join(labels) or "none"
    return f"{', '.join(labels[:SHOWN_MAX])} and {len(labels) - SHOWN_MAX} more (--json names all)"


def fuzz(
    maker: Maker,
    plan: Plan,
    out: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Play the campaign, then shrink what was found.

    BadOutput if `out` cannot be written; OptionError, UnknownGame, PolicyError for a plan that
    does not fit the game.  Ctrl-C gives the report of what was played, `interrupted`.
    """
    begun = monotonic()
    plan = _checked(maker, plan)
    if out is not None:
        folder(out)
    total = Result(plan.first, plan.first)
    lost: list[Lost] = []
    replaced = 0

    def beat(minimising: str = "") -> None:
        if progress is not None:
            elapsed = monotonic() - begun
            progress(Progress(total.games, total.plies, len(total.finds), elapsed, minimising))

    until = None if plan.max_time is None else begun + plan.max_time
    pool = Pool(maker, plan, out) if plan.workers > 1 else None
    source = pool.results(until) if pool is not None else alone(maker, plan, out, until)
    try:
        _gather(source, total, plan, beat)
    except KeyboardInterrupt:
        total.interrupted = True
    finally:
        if pool is not None:
            pool.close()
            lost, replaced = pool.lost, pool.replaced
    findings = _findings(maker, plan, total, out, beat)
    judged = [item for item in maker.properties() if item.sort != MEMORY]
    silent = [item for item in judged if not total.evaluations.get(item.label)]
    off = _switched_off(maker, plan, silent) if total.games >= IDLE_GAMES else ()
    reached = total.clauses
    unreached = tuple(i for i in maker.definition().clauses.ids() if i not in reached)
    return Report(maker.definition().name, plan, total, findings,
                  tuple(item.label for item in silent), off, unreached, tuple(lost), replaced,
                  total.interrupted, monotonic() - begun)  # fmt: skip


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
    game = maker.load(dict(plan.options))
    for name in plan.policies:
        if name not in OWN_NAMES:
            named(game, name)
    if plan.games is None and plan.max_time is None:
        return replace(plan, games=Plan.games, workers=plan.workers or os.cpu_count() or 1)
    return replace(plan, workers=plan.workers or os.cpu_count() or 1)


def _gather(
    source: Iterator[Result | None], total: Result, plan: Plan, beat: Callable[[], None]
) -> None:
    """Merge results in the order of the games until there are enough failures."""
    for result in source:
        if result is not None:
            total.merge(result)
            total.stop = result.stop
            total.interrupted |= result.interrupted
        beat()
        if plan.max_failures is not None and len(total.finds) >= plan.max_failures:
            return


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
    command = f"ruleproof fuzz {maker.game} --seed {plan.seed} --first {find.index} --games 1"
    command += f" --content {maker.content}" if maker.content else ""
    minimal, note = None, ""
    if minimise and find.codes:
        goal = of_signature(game, maker.properties(), find.signature)
        try:
            minimal = shrink(game, find.codes, goal, budget=plan.budget,
                             beat=lambda used: beat(find.signature.text))  # fmt: skip
        except GoalMissed as error:
            note = str(error)
    if out is None:
        return Finding(find, minimal, None, None, command, note)
    stem = out / find.signature.slug
    _settle(out, find)
    if minimal is None:
        return Finding(find, None, None, stem.with_suffix(".json"), command, note)
    details = {**details_of(find), "command": command}
    save(stem, case_of(maker, game, minimal, details), game, minimal.codes)
    fresh = strict(stem.with_suffix(".json"))
    if not fresh.ok:
        note = note or "the log does not replay in a fresh process"
    return Finding(find, minimal, fresh, stem.with_suffix(".rply"), command, note)


def _settle(out: Path, find: Find) -> None:
    """The files of the best find get the signature's name; those of worse ones go."""
    slug = find.signature.slug
    for path in sorted(out.glob(f"{slug}.game-*")):
        if path.name.startswith(find.stem + "."):
            ending = path.name.removeprefix(find.stem)
            found = ".found.rply" if ending == ".rply" else ending
            os.replace(path, out / f"{slug}{found}")
        else:
            path.unlink()


def write_report(path: Path, report: Report) -> None:
    """Write the document of a campaign; BadOutput."""
    write_json(path, report.as_dict())
