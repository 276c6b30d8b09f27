"""What `ruleproof simulate` prints: the document of figures as a table for people, or as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from tools import console
from tools.intervals import LEVEL
from tools.simulated import RETURNS
from tools.text import Doc, columns, plural, wrapped

CARDS_SHOWN = 12
FALSE_ALARMS = 0.05
DECIMALS_MAX = 4
HEADS = ("set", "measure", "item", "games", "of", "value", "low", "high")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV, a line each."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def figures(found: Doc) -> Iterator[Sequence[object]]:
    """The document as rows under HEADS, one a figure with an interval, then one a card not met."""
    yield HEADS
    for each in found["sets"]:
        name = each["name"]
        for end in each["ends"]:
            yield name, "end", end["reason"], *_cells(end)
        for win in each["wins"]:
            yield name, "won", _side(win["seat"]), *_cells(win)
        for place in each["places"]:
            yield name, "won", f"place {place['place']}", *_cells(place)
        for group in each["groups"]:
            item = f"{group['by']}={group['value']} {_side(group['seat'])}"
            yield name, "won", item.strip(), *_cells(group)
        for part in each["lead"]["parts"] if each["lead"] else ():
            yield name, "won from half", part["part"], *_cells(part)
        for score in each["scores"]:
            yield name, RETURNS, _side(score["seat"]), *_mean_cells(score["mean"])
        for length in each["lengths"]:
            yield name, length["what"], "", *_mean_cells(length["mean"])
        for table in each["cards"]:
            for ident in table["never"]:
                yield name, "never met", f"{table['table']}/{ident}", 0, each["games"], 0, "", ""
    for row in found["comparisons"]:
        item = f"{row['measure']} {_side(row['seat'])}".strip()
        yield row["set"], f"less {row['against']}", item, *_mean_cells(row["difference"])


def _cells(entry: Doc) -> tuple[object, ...]:
    part = entry["share"]
    return entry["games"], entry["of"], part["value"], part["low"], part["high"]


def _mean_cells(part: Doc) -> tuple[object, ...]:
    return "", part["n"], part["value"], part["low"], part["high"]


def _side(seat: int | None) -> str:
    return "" if seat is None else f"seat {seat}"


# ---- for people ----


def report(found: Doc) -> str:
    """The whole for people: every set, then what the others differ by from the first."""
    games = plural(found["games"], "game")
    sets = len(found["sets"])
    each = f" of each of {sets} sets, on common seeds" if sets > 1 else ""
    lines = [f"{found['title']}: {games}{each}, seed {found['seed']}; intervals of {LEVEL}"]
    for entry in found["sets"]:
        lines += ["", *_set_lines(entry, sets > 1)]
    if found["comparisons"]:
        lines += ["", *_comparison_lines(found)]
    return "\n".join(lines) + "\n"


def _set_lines(entry: Doc, named: bool) -> list[str]:
    head = [f"{key}={value}" for key, value in entry["options"].items()]
    told = f"{plural(entry['players'], 'player')} by {entry['policy']}, {entry['content']['id']}"
    told += f", {', '.join(head)}" if head else ""
    title = console.paint(entry["name"], "bold") + ": " if named else ""
    if entry["same_as"] is not None:
        return [f"{title}{told}", f"  the same set as {entry['same_as']}, and so the same games"]
    lines = [title + told]
    rows = [("ends", end["reason"], *_share(end)) for end in entry["ends"]]
    rows += [("won", _side(win["seat"]), *_share(win)) for win in entry["wins"]]
    if len(entry["wins"]) > 1:
        rows.append(("", "nobody", f"{entry['nobody']:,} of {entry['games']:,}", ""))
    rows += [("", f"place {place['place']}", *_share(place)) for place in entry["places"]]
    rows += [(f"won by {group['by']}", f"{group['value']} {_side(group['seat'])}".strip(),
              *_share(group)) for group in entry["groups"]]  # fmt: skip
    rows += _lead_rows(entry)
    lines += columns([("  " + a, b, c, d) for a, b, c, d in _once(rows)])
    heads = ("", "mean", "", "sd", "least", "10 %", "median", "90 %", "most")
    spread: list[tuple[str, ...]] = [heads]
    spread += [(f"  score {_side(s['seat']) if len(entry['scores']) > 1 else ''}".rstrip(),
                *_spread(s)) for s in entry["scores"]]  # fmt: skip
    spread += [(f"  {length['what']}", *_spread(length)) for length in entry["lengths"]]
    return [*lines, *columns(spread, head=True), *_card_lines(entry)]


def _once(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """The first column said once for the rows that share it."""
    last = ""
    for first, *rest in rows:
        yield (first if first != last else "", *rest)  # type: ignore[misc]
        last = first or last


def _lead_rows(entry: Doc) -> list[tuple[str, str, str, str]]:
    lead = entry["lead"]
    if lead is None:
        return []
    head = f"won from half, by {lead['by']}"
    if not lead["parts"]:
        return [(head, "nobody led alone", "", "")]
    return [(head, part["part"], *_share(part)) for part in lead["parts"]]


def _share(entry: Doc) -> tuple[str, str]:
    part = entry["share"]
    bounds = f"[{part['low']:.1%}, {part['high']:.1%}]"
    return f"{entry['games']:,} of {entry['of']:,}", f"{part['value']:.1%} {bounds}"


def _spread(entry: Doc) -> tuple[str, ...]:
    part = entry["mean"]
    least = [f"{entry[key]:,}" for key in ("least", "tenth", "median", "ninetieth", "most")]
    return (f"{part['value']:,.2f}", f"[{part['low']:,.2f}, {part['high']:,.2f}]",
            f"{entry['deviation']:,.1f}", *least)  # fmt: skip


def _card_lines(entry: Doc) -> list[str]:
    """Content rows that no game met, and those that few did."""
    lines: list[str] = []
    for table in entry["cards"]:
        for key, words in (("never", "met in no game"), ("rare", "met in three games at most")):
            names = table[key]
            if names:
                more = f" and {len(names) - CARDS_SHOWN} more" if len(names) > CARDS_SHOWN else ""
                told = f"{table['table']}: {len(names)} of {table['rows']} {words}: "
                lines += wrapped(told + ", ".join(names[:CARDS_SHOWN]) + more, "  ")
    return lines or ["  every row of the content was met"]


def _comparison_lines(found: Doc) -> list[str]:
    rows = found["comparisons"]
    base = rows[0]["against"]
    lines = [f"{console.paint('differences', 'bold')} from {base}, game by game"]
    table = [(f"  {row['set']}", f"{row['measure']} {_side(row['seat'])}".strip(), *_told(row))
             for row in rows]  # fmt: skip
    lines += columns(list(_once_in(table)))
    same = [entry["name"] for entry in found["sets"] if entry["same_as"] == base]
    count = sum(row["set"] not in same for row in rows)
    if count > 1:
        alarms = count * FALSE_ALARMS
        told = f"{count} intervals of {LEVEL} each: of sets that do not differ at all, about "
        lines += wrapped(f"{told}{alarms:.2g} of them would leave out 0 by chance", "  ")
    return lines


def _once_in(rows: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    last = ""
    for first, *rest in rows:
        yield ("" if first == last else first, *rest)
        last = first


def _told(row: Doc) -> tuple[str, str]:
    """(by how much, in words): honest where so many games cannot tell the sets apart."""
    part, n = row["difference"], row["difference"]["n"]
    if row["measure"] == "won":
        value, low, high = _signed(part, 1, 100)
        told = f"{value} points of 100 [{low}, {high}]"
    else:
        value, low, high = _signed(part, 2)
        told = f"{value} [{low}, {high}]"
    if row["apart"]:
        return told, "more" if part["value"] > 0 else "less"
    equal = "every game" if row["equal"] == n else plural(row["equal"], "game")
    return told, f"not distinguishable at n={n:,} (equal in {equal})"


def _signed(part: Doc, decimals: int, scale: int = 1) -> Sequence[str]:
    """Value and bounds with their signs, and as many decimals as it takes to tell them from 0."""
    values = [scale * part[key] for key in ("value", "low", "high")]
    while decimals < DECIMALS_MAX and any(value and not round(value, decimals) for value in values):
        decimals += 1
    return [f"{value:+,.{decimals}f}" for value in values]
