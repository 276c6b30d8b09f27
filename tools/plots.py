"""Pictures of a simulation by matplotlib, its only home: the extra `plots`, loaded when asked for.

A panel each for wins, ends, lengths and, where sets are compared, differences.  The same figures
give the same bytes; colours differ in lightness too, and every panel is said in words below it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools import console
from tools.errors import ToolError, Usage
from tools.targets import unwritable
from tools.text import Doc, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png")
# Okabe and Ito's colours, dark and light ones in turn.
COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#d55e00", "#999999")
DARK = (0, 2, 4, 6)  # those of them on which text is white
LABELLED_MIN = 0.12  # the least share of a bar that has room for its name
SALT = "ruleproof"  # names inside an SVG are hashed with it: the same figures, the same bytes
WIDE, PANEL, ROW = 9.0, 1.0, 0.26  # inches: the picture, a panel's frame, a line in it
DPI = 120


def ready(paths: Sequence[Path]) -> None:
    """Refuse before anything is played: Usage for another format, E406 without matplotlib."""
    for path in paths:
        if path.suffix.lower() not in FORMATS:
            raise Usage(f"--plot {path}: pictures are {' or '.join(FORMATS)}")
    if find_spec("matplotlib") is None:
        raise ToolError("E406", "pictures of figures need matplotlib, which is not installed; "
                        "pip install 'ruleproof[plots]', or leave --plot out")  # fmt: skip


def draw(found: Doc, path: Path) -> None:
    """The picture of a `ruleproof.simulate/1`; E403 if the file cannot be written."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    panels = [panel for panel in (_wins, _ends, _lengths, _differences) if panel(found, None)]
    heights = [PANEL + ROW * panel(found, None) for panel in panels]
    look: Any = {"svg.hashsalt": SALT, "font.size": 9, "svg.fonttype": "none",
            "axes.titlelocation": "left", "axes.titlesize": 10}  # fmt: skip
    with matplotlib.rc_context(look):
        layout = ConstrainedLayoutEngine(h_pad=0.1)
        figure = Figure(figsize=(WIDE, sum(heights) + 0.6), layout=layout)
        games = plural(found["games"], "game") + (" a set" if len(found["sets"]) > 1 else "")
        title = f"{found['title']}: {games}, seed {found['seed']}"
        figure.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
        axes = figure.subplots(len(panels), 1, height_ratios=heights, squeeze=False)[:, 0]
        for panel, place in zip(panels, axes, strict=True):
            panel(found, place)
            place.spines[["top", "right"]].set_visible(False)
        meta = {"Title": title, "Description": described(found)}
        stream = BytesIO()
        if path.suffix.lower() == ".svg":
            figure.savefig(stream, format="svg", metadata={**meta, "Date": None})
            data = _accessible(stream.getvalue().decode(), title, meta["Description"]).encode()
        else:
            figure.savefig(stream, format="png", dpi=DPI, metadata=meta)
            data = stream.getvalue()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise unwritable(path, error.errno) from error
    console.say(f"wrote {path}")


def _accessible(svg: str, title: str, words: str) -> str:
    """The picture with its title and its words where readers of a screen look for them."""
    head = f'<title id="title">{escape(title)}</title>\n<desc id="desc">{escape(words)}</desc>'
    mark = ' role="img" aria-labelledby="title desc">\n'
    return re.sub(r"(<svg\b[^>]*)>", lambda m: m[1] + mark + head, svg, count=1)


def described(found: Doc) -> str:
    """The picture in words, for who cannot see it."""
    told = []
    for entry in found["sets"]:
        wins = [f"{_whose(win)} {win['share']['value']:.1%}".strip() for win in entry["wins"]]
        ends = [f"{end['reason']} {end['share']['value']:.1%}" for end in entry["ends"]]
        told.append(f"{entry['name']}: won {', '.join(wins)}; ends {', '.join(ends)}")
    return ". ".join(told)


def _whose(win: Doc) -> str:
    return "" if win["seat"] is None else f"seat {win['seat']}"


# ---- panels: each returns its number of lines, and draws if it is given a place ----


def _wins(found: Doc, place: Axes | None) -> int:
    rows = [(f"{entry['name']} {_whose(win)}".strip(), win["share"], at)
            for at, entry in enumerate(found["sets"]) for win in entry["wins"]]  # fmt: skip
    if place is not None:
        _dots(place, rows)
        place.set(title="Won: share of games, with its interval of 95 %", xlim=(0, 1))
        _percent(place)
    return len(rows)


def _differences(found: Doc, place: Axes | None) -> int:
    """Differences of wins alone: the other measures have units of their own."""
    names = [entry["name"] for entry in found["sets"]]
    rows = [(f"{row['set']} {_whose(row)}".strip(), row["difference"], names.index(row["set"]))
            for row in found["comparisons"] if row["measure"] == "won"]  # fmt: skip
    if place is not None:
        _dots(place, rows)
        place.axvline(0, color="#666666", linewidth=1)
        place.set(title=f"Won more or less often than {names[0]}, in the same games")
        _percent(place, signed=True)
    return len(rows)


def _dots(place: Axes, rows: Sequence[tuple[str, Doc, int]]) -> None:
    """A dot with its interval a line, the first on top."""
    for at, (_, part, color) in enumerate(rows):
        look: dict[str, Any] = {"color": COLORS[color % len(COLORS)]}
        place.plot([part["low"], part["high"]], [at, at], linewidth=2, **look)
        place.plot([part["value"]], [at], marker="o", **look)
    place.set_yticks(range(len(rows)), [name for name, *_ in rows])
    place.set_ylim(len(rows) - 0.5, -0.5)
    place.grid(axis="x", color="#dddddd")
    place.set_axisbelow(True)


def _percent(place: Axes, signed: bool = False) -> None:
    """Shares on the axis of a panel as percent; differences with their sign, in points of 100."""
    from matplotlib.ticker import FuncFormatter, PercentFormatter

    if signed:
        place.xaxis.set_major_formatter(FuncFormatter(_points))
        place.set_xlabel("points of 100")
    else:
        place.xaxis.set_major_formatter(PercentFormatter(1))


def _points(part: float, _: object) -> str:
    return f"{100 * part:+.3g}" if round(part, 9) else "0"


def _ends(found: Doc, place: Axes | None) -> int:
    sets = found["sets"]
    if place is not None:
        reasons = list(dict.fromkeys(end["reason"] for each in sets for end in each["ends"]
                                     if end["games"]))  # fmt: skip
        for at, entry in enumerate(sets):
            left, shares = 0.0, {end["reason"]: end["share"]["value"] for end in entry["ends"]}
            for color, reason in enumerate(reasons):
                width = shares.get(reason, 0.0)
                place.barh(at, width, left=left, color=COLORS[color % len(COLORS)], height=0.7,
                           edgecolor="white", label=reason if at == 0 else None)  # fmt: skip
                if width >= LABELLED_MIN:
                    ink = "white" if color % len(COLORS) in DARK else "black"
                    place.text(left + width / 2, at, f"{reason} {width:.1%}", color=ink,
                               ha="center", va="center", fontsize=8)  # fmt: skip
                left += width
        place.set_yticks(range(len(sets)), [entry["name"] for entry in sets])
        place.set_ylim(len(sets) - 0.5, -0.5)
        place.set(title="How games end", xlim=(0, 1))
        _percent(place)
        place.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return len(sets)


def _lengths(found: Doc, place: Axes | None) -> int:
    """The first length, in plies."""
    from matplotlib.ticker import FuncFormatter

    if place is not None:
        for at, entry in enumerate(found["sets"]):
            bars = entry["lengths"][0]["histogram"]
            edges = [bars["start"] + bars["width"] * n for n in range(len(bars["counts"]) + 1)]
            heights = [count / (bars["width"] * max(entry["games"], 1)) for count in bars["counts"]]
            place.stairs(heights, edges, color=COLORS[at % len(COLORS)], linewidth=1.5,
                         label=entry["name"])  # fmt: skip
        place.set(title="Length: share of games that end at a ply", xlabel="plies")
        place.yaxis.set_major_formatter(FuncFormatter(lambda part, _: f"{100 * part:.3g}%"))
        if len(found["sets"]) > 1:
            place.legend(frameon=False)
    return 6
