"""Cards and tokens that are alike: positions that differ only by them are one node of a search.

Two words of a game are alike if the rows of its content that they name are equal in all but their
id: two red tokens of one bag, the minions of one box.  A position is told by what the members of
such a group are to it (in which sets, at which places of which lists, with which numbers), not by
which of them it is.  A member keeps its name where one word leads to another (a card on a card),
and all do while something is owed.  Fields without names count as numbers; so that none of them
can hide a card, positions are merged only if all that leaves them leads to the same, one ply on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.fields import Field, Mask, Scalar, bits_of
from engine.game import Game
from engine.state import State
from engine.zones import Ids, Masks, Numbers
from properties.space import Known

# Name table -> index there -> (number of the group, number of the member)
Places = dict[str, dict[int, tuple[int, int]]]
Marks = list[list[list[str]]]
AGENDA = "agenda"


def groups(game: Game) -> list[tuple[str, ...]]:
    """Words that are alike, each group with at least two, in the order of the content."""
    found: dict[str, list[str]] = {}
    for table in game.content.data:
        if table in ("meta", "constants"):
            continue
        for row in game.content.rows_of(table):
            told = sorted((key, repr(value)) for key, value in row.items() if key != "id")
            found.setdefault(f"{table} {told}", []).append(str(row["id"]))
    return [tuple(words) for words in found.values() if len(words) > 1]


class Alike(Known):
    """Known positions of one game, those that differ only by what is alike merged.

    `merged` counts positions that are no node of their own; `apart` those that looked the same but
    lead to something else, and so are.
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.groups = groups(game)
        self.places: Places = {}
        for number, words in enumerate(self.groups):
            for table, known in game.rules.names.items():
                if all(word in known for word in words):
                    own = self.places.setdefault(table, {})
                    own |= {known.index(word): (number, at) for at, word in enumerate(words)}
        self.by_key: dict[bytes, tuple[int, State]] = {}
        self.merged = 0
        self.apart = 0
        self._ahead: dict[int, list[tuple[bytes, int]]] = {}

    def find(self, position: bytes, state: State) -> int | None:
        """The node of a position or of one it is merged with."""
        node = self.nodes.get(position)
        if node is not None or not self.places:
            return node
        had = self.by_key.get(self.key(state))
        if had is None:
            return None
        node, first = had
        if node not in self._ahead:
            self._ahead[node] = self.ahead(first)
        if self.ahead(state) != self._ahead[node]:
            self.apart += 1
            return None
        self.merged += 1
        self.nodes[position] = node
        return node

    def add(self, position: bytes, state: State, node: int) -> None:
        """A new position; the first of its kind stands for all."""
        super().add(position, state, node)
        if self.places:
            self.by_key.setdefault(self.key(state), (node, state.clone()))

    def ahead(self, state: State) -> list[tuple[bytes, int]]:
        """What one ply leads to: key and weight of each action, sorted."""
        game = self.game
        row = game.rows[state.phase]
        weights = dict(game.chance_outcomes(state)) if row.outcomes is not None else {}
        found = []
        for code in game.legal_actions(state):
            after = state.clone()
            game.apply_unchecked(after, code)
            found.append((self.key(after), weights.get(code, 0)))
        return sorted(found)

    def key(self, state: State) -> bytes:
        """The position with all that is alike taken out, and what the members of each group are."""
        if getattr(state, AGENDA, None):
            return state.position()
        rest = state.clone()
        marks: Marks = [[[] for _ in words] for words in self.groups]
        for name, kind in state.FIELDS:
            if not kind.clock:
                self._take_out(rest, name, kind, marks)
        told = [sorted("|".join(member) for member in members) for members in marks]
        return rest.position() + b"\0" + repr(told).encode()

    # --- field by field --------------------------------------------------------------------

    def _take_out(self, rest: State, name: str, kind: Field, marks: Marks) -> None:
        """Move the members of all groups from one field into the marks."""
        value = getattr(rest, name)
        table = kind.one.names if isinstance(kind, Masks) else kind.names
        own = self.places.get(table, {})
        of = self.places.get(getattr(kind, "of", ""), {})
        if own and of:
            _keep(kind, value, own, of, marks)
        elif isinstance(kind, Masks):
            sets = cast(list[int], value)
            _rows(sets, of, name, 0, marks)
            for place, mask in enumerate(sets) if own else ():
                sets[place] = _members(mask, own, f"{name}.{place}", marks)
        elif isinstance(kind, Mask) and own:
            setattr(rest, name, _members(cast(int, value), own, name, marks))
        elif isinstance(kind, Scalar) and value in own:
            setattr(rest, name, _stand_in(cast(int, value), own, name, marks))
        elif isinstance(kind, Numbers | Ids):
            cells = cast(list[int], value)
            for place, index in enumerate(cells) if own else ():
                if index in own:
                    cells[place] = _stand_in(index, own, f"{name}@{place}", marks)
            if isinstance(kind, Numbers):
                _rows(cells, of, name, kind.default, marks)


def _members(mask: int, own: dict[int, tuple[int, int]], name: str, marks: Marks) -> int:
    """Take a set's members out of it."""
    for index in bits_of(mask):
        if index in own:
            group, member = own[index]
            marks[group][member].append(name)
            mask &= ~(1 << index)
    return mask


def _stand_in(index: int, own: dict[int, tuple[int, int]], place: str, marks: Marks) -> int:
    """The first of a group, in the place of any of it."""
    group, member = own[index]
    marks[group][member].append(place)
    return next(first for first, (number, _) in own.items() if number == group)


def _rows(
    cells: list[int], of: dict[int, tuple[int, int]], name: str, rest: int, marks: Marks
) -> None:
    """A row with an entry a word: each member takes its own along."""
    for index, (group, member) in of.items():
        if index < len(cells) and cells[index] != rest:
            marks[group][member].append(f"{name}={cells[index]}")
            cells[index] = rest


def _keep(
    kind: Field, value: Sequence[int], own: dict[int, tuple[int, int]],
    of: dict[int, tuple[int, int]], marks: Marks,
) -> None:  # fmt: skip
    """Where words lead to words the field stays, and every member named there keeps its name."""
    for place, cell in enumerate(value):
        inside = bits_of(cell) if isinstance(kind, Masks) else [cell]
        named = [own[index] for index in inside if index in own]
        if place in of and (named or cell != getattr(kind, "default", 0)):
            named.append(of[place])
        for group, member in named:
            marks[group][member].append(f"#{member}")
