"""Scores of judged mutants: shares with Wilson's interval, survivors, the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.mutation.mutant import CORPUS, PHASES, SURVIVED
from tools import intervals

Record = Mapping[str, object]


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson; (0, 1) of nothing."""
    found = intervals.share(hits, count)
    return found.low, found.high


def scores(records: Sequence[Record]) -> dict[str, object]:
    """One game: how many were killed by properties and scenarios alone, and by everything."""
    count, killers = len(records), Counter(str(record["killer"]) for record in records)
    everything = count - killers[SURVIVED]
    return {
        "mutants": count,
        "killed_by": {phase: killers[phase] for phase in PHASES},
        "survived": killers[SURVIVED],
        "properties_and_scenarios": share(everything - killers[CORPUS], count),
        "everything": share(everything, count),
    }


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


def row(game: str, found: Mapping[str, object]) -> list[str]:
    """The cells of one game in a table."""
    by = found["killed_by"]
    assert isinstance(by, Mapping)
    return [game, str(found["mutants"]), *(str(by[phase]) for phase in PHASES),
            str(found["survived"]), told(found["properties_and_scenarios"]),
            told(found["everything"])]  # fmt: skip


HEAD = ["game", "mutants", *PHASES, "survived", "properties and scenarios", "everything"]


def table(found: Mapping[str, Sequence[Record]]) -> str:
    """The scores of all games as a Markdown table."""
    rows = [HEAD, ["---"] * len(HEAD)]
    rows += [row(game, scores(records)) for game, records in found.items() if records]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in rows)


def survivors(records: Sequence[Record]) -> list[Record]:
    """What nothing noticed, and what only the golden replays did."""
    return [record for record in records if record["killer"] in (SURVIVED, CORPUS)]


def listed(game: str, records: Sequence[Record]) -> str:
    """Survivors of a game as text: place, operator, the lines before and after."""
    lines = []
    for record in survivors(records):
        only = " (only a golden replay noticed)" if record["killer"] == CORPUS else ""
        lines.append(f"{game}/{record['file']}:{record['line']} {record['operator']}{only}")
        changed = record["changed"]
        assert isinstance(changed, Sequence)
        lines += [f"    {line}" for line in changed]
    return "\n".join(lines)
