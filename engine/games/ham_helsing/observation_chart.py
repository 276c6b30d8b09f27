"""The map: Locations, limits, paths, the way round; in a position Minions, nests and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from engine.chart import Chart, Spot, Way
from engine.content import Row
from engine.fields import bits_of
from engine.games.ham_helsing.components import AT_LAB, HamRules
from engine.games.ham_helsing.observation_table import row_of, token_word
from engine.games.ham_helsing.schema_words import VILLAIN_POWERS
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import crowd, minions

# Minions one by one, up to so many; more of them as numbers of like ones.
EACH_MAX = 8
A_LINE, GROUPS_A_LINE = 2, 3
# Leaving over the edge: at the left side, at the top.
LEAVES = {"side": (-1, 0), "top": (0, -1)}


def chart(rules: HamRules, state: HamHelsing | None) -> Chart:
    """The board as printed, or as it stands in a position."""
    rows = rules.pack.rows_of("location")
    at = grid(rows)
    spots = tuple(spot(rules, state, place, at[place]) for place in range(len(rows)))
    ways = tuple(way(rules, path, at) for path in rules.pack.rows_of("path"))
    return Chart(spots, ways, tuple(told(state)) if state is not None else ())


def grid(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Column and row of each Location in halves of a place: rows of the board are centred."""
    lines = [cast(int, row["row"]) for row in rows]
    widest = max(lines.count(line) for line in lines)
    found = []
    for place, line in enumerate(lines):
        column = lines[:place].count(line)
        found.append((2 * column + widest - lines.count(line), 2 * line))
    return found


def way(rules: HamRules, path: Row, at: list[tuple[int, int]]) -> Way:
    """A path; one over the edge leaves at the left or at the top (HH-MOVE-02)."""
    ids = rules.pack.ids("location")
    one, other = cast(tuple[str, str], path["ends"])
    leaves = LEAVES.get(str(path["wrap"]))
    if leaves is not None:
        axis = 0 if leaves[0] else 1
        one, other = sorted((one, other), key=lambda name: at[ids.index(name)][axis])
    return Way((one, other), leaves)


def spot(
    rules: HamRules, state: HamHelsing | None, place: int, at: tuple[int, int]
) -> Spot:  # fmt: skip
    """A Location: letter, name and limit; then what is there."""
    row = rules.pack.rows_of("location")[place]
    name, title = str(row["id"]), title_of(row)
    if state is None:
        look = "special" if is_special(rules, place) else "plain"
        return Spot(name, title, at, (limit_word(rules, place),), (), look)
    look = look_of(state, place)
    printed = "nest" if look == "lost" else limit_word(rules, place)
    there = (*figures_at(state, place), *tokens_at(state, place))
    return Spot(name, title, at, (printed,), there, look)


def is_special(rules: HamRules, place: int) -> bool:
    """A Location with a power, Mud Canyon, the Cavern."""
    return rules.power_at[place] >= 0 or place in (rules.canyon, rules.cavern)


def limit_word(rules: HamRules, place: int) -> str:
    """The limit, unless there is none."""
    return f"limit {rules.limit[place]}" if rules.limits else "no limit"


def look_of(state: HamHelsing, place: int) -> str:
    """Lost, at its limit, special, or none of these."""
    if state.lost >> place & 1:
        return "lost"
    if state.rules.limits and crowd(state, place) >= state.rules.limit[place]:
        return "full"
    return "special" if is_special(state.rules, place) else "plain"


def title_of(row: Row) -> str:
    """The letter as on the board, and the name."""
    return f"{str(row['id']).upper()} {row.get('name', '')}".strip()


def figures_at(state: HamHelsing, place: int) -> Iterator[str]:
    """Who stands or lies there, a line each, and the Shield."""
    if state.villain == place:
        yield f"VILLAIN {villain_name(state)}"
    if state.bear == place:
        yield "KNUCKLES asleep" if state.asleep else "KNUCKLES"
    yield from (hero_line(state, who) for who in state.rules.crew if state.at[who] == place)
    if place == state.rules.lab and state.shield == AT_LAB:
        yield "Shiny Shield"


def hero_line(state: HamHelsing, who: int) -> str:
    """A character with its health."""
    health = f"{state.health[who]}/{state.rules.health_max[who]}"
    return f"{state.rules.who[who].upper()} {health if state.health[who] else 'lies'}"


def tokens_at(state: HamHelsing, place: int) -> Iterator[str]:
    """Minions, * those that bite, and Effects that wait."""
    tokens = bits_of(minions(state, place))
    if len(tokens) <= EACH_MAX:
        words, step = [token_word(state, token) for token in tokens], A_LINE
    else:
        words, step = alike(state, tokens), GROUPS_A_LINE
    for first in range(0, len(words), step):
        yield ", ".join(words[first : first + step])
    for token in bits_of(state.board[place] & ~minions(state, place)):
        yield f"Effect {state.rules.names['token'][token]}"


def alike(state: HamHelsing, tokens: list[int]) -> list[str]:
    """How many Minions of each look there are, in the order of their tokens."""
    looks: dict[str, int] = {}
    for token in tokens:
        look = token_word(state, token).partition(" ")[2]
        looks[look] = looks.get(look, 0) + 1
    return [f"{count} {look}" for look, count in looks.items()]


def villain_name(state: HamHelsing) -> str:
    """The Villain by name."""
    rules = state.rules
    row = row_of(state, "villain", rules.pack.ids("villain").index(rules.options.word("villain")))
    return str(row.get("name", row["id"]))


def powers_word(state: HamHelsing) -> str:
    """The powers in force, from the top."""
    bare = ["main", *(VILLAIN_POWERS[1 + up] for up in bits_of(state.shown))]
    return ", ".join(bare) if state.rules.board else "none"


def told(state: HamHelsing) -> Iterator[str]:
    """Round and turn, the Villain's health and powers, and who is on no Location."""
    yield f"round {state.round}, turn of {state.rules.who[state.active]}"
    away = ", not on the board yet" if state.villain < 0 else ""
    yield (f"{villain_name(state)}: health {state.dial}{away}; powers in force: "
           f"{powers_word(state)}")  # fmt: skip
    if state.bear < 0:
        yield "Knuckles at his starting position"
