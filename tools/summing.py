"""A simulated set in figures: ends, wins, scores, lengths, groups, cards, leads; as plain data.

Everything printed, drawn or written to a file is taken from these documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median_low

from engine.options import word_of
from tools.intervals import Estimate, deviation, mean, paired_share, quantile, share
from tools.simulated import RETURNS, Played, Player
from tools.text import Doc
from tools.variants import Variant

PLIES = "plies"
BINS = 24
RARE_GAMES = 3
DIFFERING_MIN = 6  # fewer games that differ may all lean one way by chance (sign test)


class Summed:
    """The games of one set, in order."""

    def __init__(self, variant: Variant, player: Player) -> None:
        self.variant = variant
        self.player = player
        self.games: list[Played] = []
        self.met: Counter[str] = Counter()
        self.same_as: Summed | None = None  # an earlier set whose games are these

    def is_same(self, other: Summed) -> bool:
        """Whether both play the same games: options, values of the pack and policies are equal."""
        return self._played_by() == other._played_by()

    def _played_by(self) -> tuple[object, ...]:
        """What decides its games, besides their seeds."""
        game = self.player.game
        values = {table: rows for table, rows in game.content.data.items() if table != "meta"}
        return dict(game.options), values, self.player.policies

    @property
    def seats(self) -> int:
        """How many play."""
        return self.player.game.players

    @property
    def together(self) -> bool:
        """One player, or players who in every game won or lost together."""
        return all(len(set(game.won)) == 1 for game in self.games)

    def sides(self) -> list[int | None]:
        """Whose wins are told apart: each seat's, or None for those of all together."""
        return [None] if self.together else list(range(self.seats))

    def wins(self, side: int | None) -> list[int]:
        """1 or 0 a game."""
        return [int(game.won[side or 0]) for game in self.games]

    @property
    def scored(self) -> bool:
        """Whether returns are more than won and lost."""
        return any(value not in (-1, 0, 1) for game in self.games for value in game.returns)

    def lengths(self) -> dict[str, list[int]]:
        """Plies, and the counter of rounds or turns a game has, a value a game."""
        found = {PLIES: [game.plies for game in self.games]}
        for at, key in enumerate(self.player.counted):
            found[key] = [game.counted[at] for game in self.games]
        return found

    def document(self) -> Doc:
        """An entry of `sets` of `ruleproof.simulate/1`."""
        game, options = self.player.game, self.player.game.options
        declared = {option.name: option for option in game.definition.all_options}
        return {
            "name": self.variant.name,
            "same_as": self.same_as.variant.name if self.same_as is not None else None,
            "options": {key: word_of(value) for key, value in options.items()
                        if value != declared[key].default},
            "content": {"id": game.content.id, "digest": game.content.digest.hex()},
            "changes": list(self.variant.changes), "policy": self.variant.policy,
            "players": self.seats, "games": len(self.games),
            "ends": self._ends(), "wins": self._wins(), "places": self._places(),
            "nobody": sum(not any(game.won) for game in self.games),
            "scores": self._scores() if self.scored else [],
            "lengths": [_length(what, values) for what, values in self.lengths().items()],
            "groups": self._groups(), "cards": self._cards(), "lead": self._lead(),
        }  # fmt: skip

    def _ends(self) -> list[Doc]:
        ends = Counter(game.reason for game in self.games)
        rows = [row.name for row in self.player.game.rows if row.end and row.met]
        order = [*rows, *sorted(set(ends) - set(rows))]
        return [_counted({"reason": reason}, ends[reason], len(self.games)) for reason in order]

    def _wins(self) -> list[Doc]:
        return [_counted({"seat": side}, sum(self.wins(side)), len(self.games))
                for side in self.sides()]  # fmt: skip

    def _places(self) -> list[Doc]:
        """Wins by place, counted in seat order from the seat that acts first."""
        known = [game for game in self.games if game.first >= 0]
        if self.together or not known:
            return []
        places = range(self.seats)
        wins = [sum(game.won[(game.first + place) % self.seats] for game in known)
                for place in places]  # fmt: skip
        return [_counted({"place": place + 1}, wins[place], len(known)) for place in places]

    def _scores(self) -> list[Doc]:
        over = [game.returns for game in self.games if game.returns]
        seats = range(1 if all(len(set(each)) == 1 for each in over) else self.seats)
        return [{"seat": seat, **_spread([each[seat] for each in over])} for seat in seats]

    def _groups(self) -> list[Doc]:
        """Wins by what the end of the game says: who was played, what was chosen."""
        found: list[Doc] = []
        for at, by in enumerate(self.player.groupings):
            words = [game.groups[at] for game in self.games]
            if None in words or len(set(words)) < 2:
                continue
            for word in sorted(set(filter(None, words)), key=_natural):
                of = [game for game in self.games if game.groups[at] == word]
                found += [
                    _counted({"by": by, "value": word, "seat": side},
                             sum(game.won[side or 0] for game in of), len(of))
                    for side in self.sides()
                ]  # fmt: skip
        return found

    def _cards(self) -> list[Doc]:
        """By table: its rows that no game met, and those that few did."""
        found: dict[str, Doc] = {}
        for item, table in self.player.cards.rows.items():
            entry = found.setdefault(table, {"table": table, "rows": 0, "never": [], "rare": []})
            entry["rows"] += 1
            if not self.met[item]:
                entry["never"].append(item.partition("/")[2])
            elif self.met[item] <= RARE_GAMES < len(self.games):
                entry["rare"].append(item.partition("/")[2])
        return list(found.values())

    def _lead(self) -> Doc | None:
        """How often who led at half length won; None where nobody can lead, or nobody did."""
        by = self.player.lead
        if self.seats == 1:
            return self._lead_alone(by)
        if self.together:
            return None
        led = [(game, leader) for game in self.games if (leader := _leader(game.lead)) is not None]
        if not led:
            return {"by": by, "led": 0, "of": len(self.games), "parts": []}
        wins = sum(game.won[leader] for game, leader in led)
        parts = [_counted({"part": "the leader"}, wins, len(led))]
        return {"by": by, "led": len(led), "of": len(self.games), "parts": parts}

    def _lead_alone(self, by: str) -> Doc:
        """One player: games that stood above the middle at half length, and the others."""
        middle = median_low([game.lead[0] for game in self.games])
        above = [game for game in self.games if game.lead[0] > middle]
        below = [game for game in self.games if game.lead[0] <= middle]
        if not above:
            return {"by": by, "led": 0, "of": len(self.games), "parts": []}
        parts = [
            _counted({"part": words}, sum(game.won[0] for game in games), len(games))
            for words, games in ((f"above {middle}", above), (f"{middle} and below", below))
        ]
        return {"by": by, "led": len(above), "of": len(self.games), "parts": parts}


def _leader(lead: Sequence[int]) -> int | None:
    """The seat that stands best; None if several do."""
    best = max(lead)
    return lead.index(best) if lead.count(best) == 1 else None


def _counted(head: Doc, count: int, of: int) -> Doc:
    return {**head, "games": count, "of": of, "share": share(count, of).as_dict()}


def _natural(word: str) -> tuple[bool, int, str]:
    """Numbers by size, then words."""
    return (False, int(word), "") if word.lstrip("-").isdigit() else (True, 0, word)


def _spread(values: Sequence[int]) -> Doc:
    ordered = sorted(values)
    return {
        "mean": mean(values).as_dict(), "deviation": round(deviation(values), 6),
        "least": quantile(ordered, 0), "tenth": quantile(ordered, 10),
        "median": quantile(ordered, 50), "ninetieth": quantile(ordered, 90),
        "most": quantile(ordered, 100),
    }  # fmt: skip


def _length(what: str, values: Sequence[int]) -> Doc:
    return {"what": what, **_spread(values), "histogram": _histogram(values)}


def _histogram(values: Sequence[int]) -> Doc:
    """Games in bars of one width from `start` on."""
    start, most = min(values, default=0), max(values, default=0)
    width = max(-(-(most - start + 1) // BINS), 1)
    counts = [0] * ((most - start) // width + 1)
    for value in values:
        counts[(value - start) // width] += 1
    return {"start": start, "width": width, "counts": counts}


# ---- two sets on the same games ----


def measures(base: Summed, other: Summed) -> Iterator[tuple[str, int | None, Estimate, int]]:
    """(measure, seat or None, difference other − base, games it is equal in), game by game."""
    n = min(len(base.games), len(other.games))
    alone = base.together and other.together
    for side in [None] if alone or base.seats != other.seats else range(base.seats):
        pairs = list(zip(base.wins(side), other.wins(side), strict=False))
        gained, lost = pairs.count((0, 1)), pairs.count((1, 0))
        yield "won", side, paired_share(gained, lost, n), n - gained - lost
    if base.scored or other.scored:
        both = zip(base.games, other.games, strict=False)
        scores = [(a.returns[0], b.returns[0]) for a, b in both if a.returns and b.returns]
        yield RETURNS, 0, *_difference(scores)
    theirs = other.lengths()
    for what, values in base.lengths().items():
        yield what, None, *_difference(list(zip(values, theirs[what], strict=False)))


def _difference(pairs: Sequence[tuple[int, int]]) -> tuple[Estimate, int]:
    apart = [b - a for a, b in pairs]
    return mean(apart), apart.count(0)


def compared(base: Summed, other: Summed) -> Iterator[Doc]:
    """Entries of `comparisons`: one a measure."""
    for measure, side, found, equal in measures(base, other):
        yield {
            "set": other.variant.name, "against": base.variant.name, "measure": measure,
            "seat": side, "difference": found.as_dict(), "equal": equal,
            "apart": found.apart and found.n - equal >= DIFFERING_MIN,
        }  # fmt: skip
