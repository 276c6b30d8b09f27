"""What a campaign came to: its findings, what it reached, what it never met; as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.options import word_of
from properties.campaign import DRAWN, START, STEERED, Plan, way_of
from properties.coverage import RARE_GAMES
from properties.finding import signature_dict
from properties.invariant import Violation
from properties.judge import Signature
from properties.pool import Lost
from properties.reach import Reach
from properties.runner import UNFINISHED, Find, Result, details_of
from properties.setup import Maker
from properties.shrink import Minimal
from properties.steer import Kept
from properties.strict import Strict
from replays.format import SUFFIX
from replays.verdict import plural
from replays.visible import joined, spelt

SCHEMA = "ruleproof.fuzz/1"
IDLE_GAMES = 5000
SHOWN_MAX = 8  # labels or lost games named in the summary
SHOWN_COUNTS = ("policies", "option_sets", "players", "ends", "ways", "clauses")
SHOWN_COLUMNS = ("exits", "verbs", "events", "content", "ends", "options", "phases")


def again(maker: Maker, plan: Plan, index: int, way: str = "") -> str:
    """The command that plays game `index` of a campaign again, by the way it was chosen.

    A steered game depends on those before it: the campaign is played up to it.
    """
    at = (index - plan.index_at(0)) // plan.shard[1]
    way = way or (START if at < len(plan.starts) else way_of(plan, index))
    words = ["ruleproof", "fuzz", maker.game, "--seed", plan.seed]
    more: list[str] = []
    if way in (STEERED, START):
        words += ["--first", str(plan.first)] if plan.first else []
        words += ["--games", str(index + 1 - plan.first)]
        more += ["--shard", "{}/{}".format(*plan.shard)] if plan.shard[1] > 1 else []
        sources = plan.sources or ("PATH...",)
        more += [word for one in sources for word in ("--from", one)] if plan.starts else []
    else:
        words += ["--first", str(index), "--games", "1"]
    more += ["--policy", ",".join(plan.policies)] if plan.policies else []
    more += [] if plan.swarm else ["--no-swarm"]
    more += [] if STEERED in plan.ways else ["--no-steer"]
    more += [] if DRAWN in plan.ways else ["--no-drawn"]
    for name, value in plan.options:
        more += ["--option", f"{name}={word_of(value)}"]
    more += ["--content", maker.content] if maker.content else []
    more += [] if maker.foreign else ["--no-plugins"]
    return joined([*words, *more])


@dataclass(frozen=True)
class Finding:
    """One bug as far as can be told: its signature, the shortest log, where it is kept.

    `others` are kin (properties.kin): the same bug, shown in other ways.  Their files are kept too.
    `content` is the pack it was found with ("": the game's own).
    """

    find: Find
    minimal: Minimal | None
    strict: Strict | None
    path: Path | None
    command: str
    note: str = ""
    others: tuple[Finding, ...] = ()
    content: str = ""

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
        least = f", its shortest log from game {found.index}" if found.index != found.first else ""
        lines = [f"{found.signature.text} in {games}, first in game {found.first}{least}"]
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
        if self.path is not None and self.path.suffix == SUFFIX:
            pack = f" --content {spelt(self.content)}" if self.content else ""
            lines.append(f"  see:   ruleproof replay {spelt(self.path)}{pack}")
        if self.others:
            lines.append("  one bug with those below, which is a guess: once it is mended, "
                         "`fuzz --replay` says what still fails")  # fmt: skip
        for other in self.others:
            kept = f", kept: {other.path}" if other.path else ""
            lines.append(
                f"  shows also as {other.signature.text} in "
                f"{plural(other.find.count, 'game')}{kept}"
            )
        return "\n".join(lines)


@dataclass(frozen=True)
class Witness:
    """A `reachable` statement of the campaign: how often it was met, and within how many games."""

    label: str
    statement: str
    met: int
    within: int
    owed: bool

    @property
    def missed(self) -> bool:
        """Whether it was owed and never met."""
        return self.owed and not self.met

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        return {"label": self.label, "statement": self.statement, "met": self.met,
                "within": self.within, "missed": self.missed}  # fmt: skip

    def text(self) -> str:
        """One line of the summary."""
        floor = f", owed within {self.within:,} games" if self.within else ""
        return f"{self.label}: " + (f"met {self.met:,} times" if self.met else f"never met{floor}")


@dataclass(frozen=True)
class Report:
    """What a campaign came to.

    `fixed` were found before it was resumed, and do not show any more; `lost` is in the order of
    the games, and `lost_again` are the commands that play them again.  `departures`: where a pack
    of somebody's own is not as the rulebook has it.
    """

    game: str
    plan: Plan
    result: Result
    findings: tuple[Finding, ...]
    vacuous: tuple[str, ...]
    switched_off: tuple[str, ...]
    reach: Reach
    witnesses: tuple[Witness, ...]
    lost: tuple[Lost, ...]
    replaced: int
    interrupted: bool
    elapsed: float
    resumed: int = 0
    kept: tuple[Kept, ...] = ()
    fixed: tuple[Find, ...] = ()
    lost_again: tuple[str, ...] = ()
    departures: tuple[Violation, ...] = ()

    @property
    def games(self) -> int:
        """Games played."""
        return self.result.games

    @property
    def plies(self) -> int:
        """Plies played."""
        return self.result.plies

    @property
    def unreached(self) -> tuple[str, ...]:
        """Clauses of the catalogue that no game applied."""
        reached = self.result.clauses
        return tuple(ident for ident in self.result.coverage.get("clauses", {})
                     if ident not in reached)  # fmt: skip

    @property
    def judged(self) -> int:
        """Properties that had something to say; statements to be met are told apart."""
        apart = {witness.label for witness in self.witnesses}
        counts = self.result.evaluations.items()
        return sum(count > 0 and label not in apart for label, count in counts)

    @property
    def unfinished(self) -> int:
        """Games stopped at `plies_max`."""
        return self.result.ends.get(UNFINISHED, 0)

    @property
    def endless(self) -> bool:
        """Whether more games were unfinished than the plan allows; one alone never is too many."""
        return self.unfinished > max(1.0, self.games * self.plan.unfinished_max)

    @property
    def missed(self) -> tuple[Witness, ...]:
        """Statements that so many games should have met, and did not."""
        return tuple(witness for witness in self.witnesses if witness.missed)

    @property
    def ok(self) -> bool:
        """Nothing found or lost, few unfinished, nothing owed was missed, no property was idle."""
        wrong = self.findings or self.lost or self.idle or self.missed
        return not (wrong or self.endless)

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
        return (self.games - self.resumed) / self.elapsed if self.elapsed else 0.0

    def as_dict(self) -> dict[str, object]:
        """The document of `fuzz --json`."""
        result = self.result
        counts = {name: dict(sorted(getattr(result, name).items())) for name in SHOWN_COUNTS}
        return {
            "schema": SCHEMA,
            "game": self.game,
            "seed": self.plan.seed,
            "first": self.plan.first,
            "shard": list(self.plan.shard),
            "games": self.games,
            "plies": self.plies,
            **counts,
            "unfinished": self.unfinished,
            "clauses_unreached": list(self.unreached),
            "coverage": self.reach.as_dict(),
            "properties": dict(sorted(result.evaluations.items())),
            "vacuous": list(self.vacuous),
            "switched_off": list(self.switched_off),
            "departures": [
                {"property": one.label, "clause": one.clause, "message": one.message}
                for one in self.departures
            ],
            "witnesses": [witness.as_dict() for witness in self.witnesses],
            "findings": [finding.as_dict() for finding in self.findings],
            "fixed": [
                {"signature": signature_dict(find.signature), **details_of(find)}
                for find in self.fixed
            ],
            "lost": [
                {"game": lost.index, "detail": lost.detail, "command": command}
                for lost, command in zip(self.lost, self.lost_again, strict=True)
            ],
            "workers_replaced": self.replaced,
            "interrupted": self.interrupted,
            "ok": self.ok,
        }

    def text(self) -> str:
        """The summary."""
        lines = [
            f"{self.game}: {plural(self.games, 'game')}, {plural(self.plies, 'ply')} "
            f"from {self.plan.seed}"
            + (" (interrupted)" if self.interrupted else ""),
            f"ends: {_counts(self.result.ends)}",
            f"ways of choosing: {_counts(self.result.ways)}",
            *self._reached(),
            f"properties judged: {self.judged}, "
            f"never with anything to say: {_some(self.vacuous)}",
        ]
        if self.witnesses:
            met = sum(witness.met > 0 for witness in self.witnesses)
            lines.append(f"statements met: {met} of {len(self.witnesses)}")
            lines += [f"  {one.text()}" for one in self.witnesses if not one.met]
        lines += self._wrong()
        lines += [
            f"the pack is not the rulebook's: {one.label} ({one.clause}): {one.message}"
            for one in self.departures
        ]
        lines += [
            f"FIXED {find.signature.text}: found in {plural(find.count, 'game')} before, first in "
            f"game {find.first}; its log does not show it any more"
            for find in self.fixed
        ]
        lines += [finding.text() for finding in self.findings]
        kin = sum(len(finding.others) for finding in self.findings)
        apart = f", of {plural(len(self.findings) + kin, 'signature')}" if kin else ""
        lines.append(f"findings: {len(self.findings)}{apart}")
        return "\n".join(lines)

    def _reached(self) -> list[str]:
        """What play reached of what it can reach."""
        if not self.games:
            return []
        clauses, idle = self.reach["clauses"], self.reach["idle"]
        lines = [f"clauses that play can reach: {clauses.text}"]
        lines.append("reached: " + ", ".join(
            f"{column} {self.reach[column].reached:,}/{self.reach[column].of:,}"
            for column in SHOWN_COLUMNS) + f", pairs of verbs {self.reach['pairs'].reached:,}")
        rare = [item for column in ("clauses", "exits", "ends")
                for item in self.reach[column].rare]  # fmt: skip
        if clauses.missed:
            lines.append(f"clauses not reached: {_some(clauses.missed)}")
        lines.append(f"rare (in at most {RARE_GAMES} games): {_some(rare)}")
        lines.append(f"legal and never taken: {len(idle.missed):,} of {idle.of:,} actions")
        return lines

    def _wrong(self) -> list[str]:
        """What makes a campaign fail besides findings, and what was said of workers."""
        lines = []
        if self.switched_off:
            lines.append(f"of these the content switches off: {_some(self.switched_off)}")
        if self.idle:
            lines.append("a property that judges nothing proves nothing: "
                         "mend it, or the policies that never get there")  # fmt: skip
        if self.missed:
            lines.append("statements that so many games must meet were not met: "
                         f"{_some([witness.label for witness in self.missed])}")  # fmt: skip
        if self.endless:
            were = "was" if self.unfinished == 1 else "were"
            lines.append(f"{plural(self.unfinished, 'game')} {were} unfinished: more than the "
                         f"bound of {self.plan.unfinished_max:.0%}; is play endless?")  # fmt: skip
        pairs = zip(self.lost, self.lost_again, strict=True)
        for lost, command in islice(pairs, SHOWN_MAX):
            lines += [f"lost game {lost.index}: {lost.detail}", f"  again: {command}"]
        if len(self.lost) > SHOWN_MAX:
            lines.append(f"lost: {len(self.lost) - SHOWN_MAX} more (--json names all)")
        if self.replaced:
            lines.append(f"workers replaced: {self.replaced}")
        return lines


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items())) or "none"


def _some(labels: Sequence[str]) -> str:
    """The labels, at most SHOWN_MAX of them by name: short campaigns have many."""
    if len(labels) <= SHOWN_MAX:
        return ", ".join(labels) or "none"
    return f"{', '.join(labels[:SHOWN_MAX])} and {len(labels) - SHOWN_MAX} more (--json names all)"
