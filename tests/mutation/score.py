"""Scores of judged mutants: shares with Wilson's interval, survivors, the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tests.mutation.mutant import (
    BY_GUARDS,
    CORPUS,
    GUARDS,
    LOAD,
    PHASES,
    PROPERTIES,
    RULES,
    SURVIVED,
)
from tests.mutation.same import name_of, reasons, split
from tools import intervals

Record = Mapping[str, object]


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson; (0, 1) of nothing."""
    found = intervals.share(hits, count)
    return found.low, found.high


def is_guard(record: Record) -> bool:
    """Whether a record is of what events prove, and none of the rules."""
    return GUARDS in str(record["file"])


def scores(records: Sequence[Record]) -> dict[str, object]:
    """How many properties notice (load included), scenarios besides, and everything."""
    count, killers = len(records), Counter(str(record["killer"]) for record in records)
    everything = count - killers[SURVIVED]
    properties = sum(bool({LOAD, PROPERTIES} & set(told_by(record))) for record in records)
    return {
        "mutants": count,
        "killed_by": {phase: killers[phase] for phase in PHASES},
        "survived": killers[SURVIVED],
        "properties": share(properties, count),
        "properties_and_scenarios": share(everything - killers[CORPUS], count),
        "everything": share(everything, count),
    }


def told_by(record: Record) -> Iterable[str]:
    """The phases that noticed a mutant."""
    noticed = record["noticed"]
    assert isinstance(noticed, Mapping)
    return noticed


def share(hits: int, count: int) -> dict[str, object]:
    """A share with its interval, in per cent."""
    low, high = wilson(hits, count)
    found = {"killed": hits, "share": 100 * hits / count if count else 0.0,
             "low": 100 * low, "high": 100 * high}  # fmt: skip
    return {key: round(value, 1) for key, value in found.items()}


def told(part: object) -> str:
    """`92.5 % (88.0–95.4)`."""
    assert isinstance(part, Mapping)
    return f"{part['share']:.1f} % ({part['low']:.1f}–{part['high']:.1f})"


def row(game: str, records: Sequence[Record]) -> list[str]:
    """The cells of one game in the table of rules."""
    found, (other, _) = scores(records), split(game, records)
    by = found["killed_by"]
    assert isinstance(by, Mapping)
    return [game, str(found["mutants"]), *(str(by[phase]) for phase in RULES),
            str(found["survived"]), told(found["properties"]),
            told(found["properties_and_scenarios"]), told(found["everything"]),
            str(len(records) - len(other)),
            told(scores(other)["properties_and_scenarios"])]  # fmt: skip


def guards_row(game: str, records: Sequence[Record]) -> list[str]:
    """The cells of one game in the table of guards."""
    found, (other, _) = scores(records), split(game, records)
    by = found["killed_by"]
    assert isinstance(by, Mapping)
    return [game, str(found["mutants"]), *(str(by[phase]) for phase in BY_GUARDS),
            str(found["survived"]), told(found["everything"]), str(len(records) - len(other)),
            told(scores(other)["everything"])]  # fmt: skip


HEAD = ["game", "mutants", *RULES, "survived", "properties alone", "properties and scenarios",
        "everything", "the same game", "properties and scenarios, without these"]  # fmt: skip
GUARDED = ["game", "mutants of guards", *BY_GUARDS, "survived", "noticed", "the same game",
           "noticed, without these"]  # fmt: skip


def table(found: Mapping[str, Sequence[Record]]) -> str:
    """The scores of all games as two Markdown tables, rules and guards."""
    rules, guards = [HEAD, ["---"] * len(HEAD)], [GUARDED, ["---"] * len(GUARDED)]
    for game, records in found.items():
        some = [record for record in records if not is_guard(record)]
        rules += [row(game, some)] if some else []
        some = [record for record in records if is_guard(record)]
        guards += [guards_row(game, some)] if some else []
    return "\n\n".join("\n".join("| " + " | ".join(cells) + " |" for cells in rows)
                       for rows in (rules, guards) if len(rows) > 2)  # fmt: skip


def survivors(records: Sequence[Record]) -> list[Record]:
    """What nothing noticed, and what only the golden replays did."""
    return [record for record in records if record["killer"] in (SURVIVED, CORPUS)]


def left(found: Mapping[str, Sequence[Record]]) -> str:
    """What survives and is not listed as the same game, as Markdown; golden replays are named."""
    lines = []
    for game, records in found.items():
        for record in survivors(split(game, records)[0]):
            only = " – *golden*" if record["killer"] == CORPUS else ""
            changed = record["changed"]
            assert isinstance(changed, Sequence)
            after = next(line for line in changed if line.startswith("+"))
            lines.append(f"- {game}, `{record['file']}`: `{after[1:].strip()}`{only}")
    return "\n".join(lines) or "Nothing."


def listed(game: str, records: Sequence[Record]) -> str:
    """Survivors of a game as text: place, operator, the lines before and after, and why if said."""
    lines, why = [], reasons(game)
    for record in survivors(records):
        only = " (only a golden replay noticed)" if record["killer"] == CORPUS else ""
        lines.append(f"{game}/{record['file']}:{record['line']} {record['operator']}{only}")
        changed = record["changed"]
        assert isinstance(changed, Sequence)
        lines += [f"    {line}" for line in changed]
        if name_of(record) in why:
            lines.append(f"    the same game: {why[name_of(record)]}")
    return "\n".join(lines)
