"""Expressions over a position: `row == "fight" and health <= 2`, `"dagger" in items`.

Python's own syntax, read by a list of what is allowed and turned into small functions: nothing is
run that a text brings along.  Names are the fields of the state, in the words of scenario files,
and `row`, `ply` and `over`.  What does not fit is a BadGoal that shows the place and the way out.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from engine.actions import Names
from engine.errors import nearest
from engine.fields import Field, Mask, word_at
from engine.game import Game
from engine.piles import Piles
from engine.state import State
from engine.zones import Ids, Masks, Numbers
from properties.errors import BadGoal

Reader = Callable[[State], object]
TEXT_MAX = 400
ROW, PLY, OVER = OWN = ("row", "ply", "over")
ALLOWED = "names, numbers, words in quotes, lists, [index], and or not, comparisons, in, + - * // %"

ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
ORDERS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
SAMENESS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
FUNCTIONS = ("len", "sum", "min", "max", "any", "all", "abs")


class _Missing(Exception):
    """An entry that an expression asks for is not there at this position; its text says so."""


def names_of(game: Game) -> list[str]:
    """Every name that an expression may have: our own, and the fields of the state."""
    return [*OWN, *(key for key, _ in game.definition.state.FIELDS if key != "phase")]


class Expression:
    """One expression of a game; `holds(state)` says whether it is so there.

    A comparison with an entry that is not there is false; where no entry of that number can ever
    be, the expression is refused.
    """

    def __init__(self, game: Game, text: str) -> None:
        """BadGoal for what cannot be read, an unknown name or word, or a wrong kind of value."""
        self.text = " ".join(text.split())
        if not self.text:
            raise BadGoal(f"the expression is empty; it has {ALLOWED}")
        self._read = _Reading(game, self.text).reader()

    def holds(self, state: State) -> bool:
        """Whether it is so at this position; BadGoal where a value turns out to be no such kind."""
        try:
            return bool(self._read(state))
        except _Missing:
            return False

    def value(self, state: State) -> object:
        """What it is worth at this position: a number, a word, a list or a table; BadGoal."""
        try:
            return self._read(state)
        except _Missing as missing:
            raise BadGoal(str(missing)) from missing


class _Reading:
    """Turns the syntax of one text into readers of a state."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.text = text
        self.names = game.rules.names
        self.fields = {key: f for key, f in game.definition.state.FIELDS if key != "phase"}

    def reader(self) -> Reader:
        if len(self.text) > TEXT_MAX:
            raise BadGoal(f"the expression has {len(self.text)} characters, at most {TEXT_MAX}")
        try:
            tree = ast.parse(self.text, mode="eval")
        except (SyntaxError, ValueError) as error:
            at = error.offset if isinstance(error, SyntaxError) else 1
            at = at or len(self.text) + 1  # none where it breaks off
            raise BadGoal(f"{self.text!r} cannot be read at character {at}: "
                          f"an expression has {ALLOWED}") from error  # fmt: skip
        return self.build(tree.body)

    def refuse(self, node: ast.AST, why: str) -> BadGoal:
        """The error for one place of the text."""
        return BadGoal(f"{self.text!r}: {ast.unparse(node)}: {why}")

    # --- what a node is worth --------------------------------------------------------------

    def build(self, node: ast.expr) -> Reader:
        """The reader of one node; BadGoal if the node is none of those allowed."""
        match node:
            case ast.Constant(value=bool() | int() | str() as value):
                return lambda state: value
            case ast.Name(id=name):
                return self.named(node, name)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                parts = [self.build(item) for item in items]
                return lambda state: [part(state) for part in parts]
            case ast.BoolOp(op=op, values=values):
                parts = [self.build(value) for value in values]
                whole = all if isinstance(op, ast.And) else any
                return lambda state: whole(bool(part(state)) for part in parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.build(operand)
                return lambda state: not inner(state)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self.number(operand)
                return lambda state: -number(state)
            case ast.BinOp(left=left, op=how, right=right) if type(how) in ARITHMETIC:
                return self.computed(node, left, ARITHMETIC[type(how)], right)
            case ast.Compare():
                return self.compared(node)
            case ast.Subscript(value=value, slice=index):
                return self.indexed(node, value, index)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
                return self.called(node, name, args)
        raise self.refuse(node, f"not allowed here; an expression has {ALLOWED}, "
                          f"and {', '.join(FUNCTIONS)}")  # fmt: skip

    def named(self, node: ast.expr, name: str) -> Reader:
        """A field in the words of scenario files, or one of our own names."""
        game = self.game
        if name in self.fields:
            words, table = self.fields[name].words, self.names
            return lambda state: words(getattr(state, name), table)
        own: dict[str, Reader] = {
            ROW: game.row_name, PLY: lambda state: state.ply, OVER: game.is_terminal,
        }  # fmt: skip
        if name not in own:
            known = [*own, *self.fields]
            raise self.refuse(node, f"no such name; {nearest(name, known)}; words go in quotes")
        return own[name]

    def number(self, node: ast.expr) -> Callable[[State], int]:
        """A reader that gives whole numbers only."""
        inner = self.build(node)

        def read(state: State) -> int:
            value = inner(state)
            if not isinstance(value, int):
                raise self.refuse(node, f"{value!r} is no number")
            return value

        return read

    def computed(
        self, node: ast.expr, left: ast.expr, how: Callable[[int, int], int], right: ast.expr
    ) -> Reader:
        """Arithmetic of two whole numbers."""
        first, second = self.number(left), self.number(right)

        def read(state: State) -> int:
            try:
                return how(first(state), second(state))
            except ZeroDivisionError as error:
                raise self.refuse(node, "divides by zero") from error

        return read

    def called(self, node: ast.expr, name: str, args: Sequence[ast.expr]) -> Reader:
        """`len`, `sum` and the like, of one list, set or table (its values)."""
        if len(args) != 1:
            raise self.refuse(node, f"{name} takes one value")
        if name == "abs":
            number = self.number(args[0])
            return lambda state: abs(number(state))
        inner = self.build(args[0])

        def read(state: State) -> object:
            value = inner(state)
            if isinstance(value, Mapping):
                value = list(value.values())
            if not isinstance(value, list):
                raise self.refuse(args[0], f"{value!r} is no list")
            if name == "len":
                return len(value)
            if name in ("any", "all"):
                return (any if name == "any" else all)(value)
            if not all(isinstance(item, int) for item in value):
                raise self.refuse(args[0], f"{value!r} is no list of numbers")
            if name == "sum":
                return sum(value)
            return {"min": min, "max": max}[name](value, default=0)

        return read

    def indexed(self, node: ast.expr, value: ast.expr, index: ast.expr) -> Reader:
        """One entry of a list (a seat's), or of a table by its word; what is at rest is 0 or []."""
        inner, at, place = self.build(value), self.build(index), self.field_of(value)
        table = getattr(place, "of", "") or (place.names if place is not None else "")
        if isinstance(index, ast.Constant) and isinstance(index.value, str):
            self.known(index, index.value, self.names[table] if table else ())
        rest: object = 0
        if isinstance(place, Numbers):
            rest = word_at(place.default, place.names, self.names)
        most = _entries(place, self.names) if isinstance(value, ast.Name) else None
        if not table and isinstance(key := _constant(index), int):
            self.within(node, key, most)

        def read(state: State) -> object:
            found, key = inner(state), at(state)
            if isinstance(found, Mapping):
                return found.get(str(key), [] if getattr(place, "form", "") == "sets" else rest)
            if not isinstance(found, list) or not isinstance(key, int):
                raise self.refuse(node, f"{found!r} has no entry {key!r}")
            if not 0 <= key < len(found):
                self.within(node, key, most)
                raise _Missing(f"{self.refuse(node, f'{len(found)} entries, counted from 0')}")
            return cast(object, found[key])

        return read

    def within(self, node: ast.AST, key: int, most: int | None) -> None:
        """BadGoal for an entry that can never be; `most` None where their number is not known."""
        if key < 0 or (most is not None and key >= most):
            few = "entries" if most is None else f"at most {most} entries"
            raise self.refuse(node, f"there are {few}, counted from 0")

    # --- comparisons -----------------------------------------------------------------------

    def compared(self, node: ast.Compare) -> Reader:
        """A chain of comparisons, as in `2 <= health < 5`."""
        sides = [node.left, *node.comparators]
        links = [
            self.link(node, left, how, right)
            for left, how, right in zip(sides, node.ops, node.comparators, strict=False)
        ]

        def read(state: State) -> bool:
            try:
                return all(link(state) for link in links)
            except _Missing:
                return False

        return read

    def link(
        self, node: ast.expr, left: ast.expr, how: ast.cmpop, right: ast.expr
    ) -> Callable[[State], bool]:
        """One comparison."""
        if type(how) in ORDERS:
            order, less, more = ORDERS[type(how)], self.number(left), self.number(right)
            return lambda state: order(less(state), more(state))
        if not isinstance(how, SAMENESS):
            raise self.refuse(node, "compare with == != < <= > >= in")
        self.words_are_known(left, right)
        self.words_are_known(right, left)
        first, second = self.build(left), self.build(right)
        if isinstance(how, ast.Eq | ast.NotEq):
            same = isinstance(how, ast.Eq)
            return lambda state: self.same(node, first(state), second(state)) == same
        within = isinstance(how, ast.In)
        return lambda state: self.member(right, first(state), second(state)) == within

    def same(self, node: ast.AST, one: object, other: object) -> bool:
        """Equality of two values of a kind."""
        if isinstance(one, list | Mapping) != isinstance(other, list | Mapping) or (
            isinstance(one, str) != isinstance(other, str)
        ):
            raise self.refuse(node, f"{one!r} and {other!r} can never be the same")
        return one == other

    def member(self, node: ast.expr, one: object, among: object) -> bool:
        """Whether a value is in a list, set or table."""
        if not isinstance(among, list | Mapping):
            raise self.refuse(node, f"{among!r} is no list")
        return one in among

    def words_are_known(self, side: ast.expr, other: ast.expr) -> None:
        """Each word in quotes on one side is one that the other side can show."""
        shown = self.shown(other)
        if shown is None:
            return
        for node in [side, *getattr(side, "elts", ())]:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.known(node, node.value, shown)

    def known(self, node: ast.expr, word: str, words: Sequence[str]) -> None:
        """BadGoal with the nearest ones unless a word is among those of its table."""
        if word != "none" and word not in words:
            raise self.refuse(node, f"no such word there; {nearest(word, words)}")

    def shown(self, node: ast.expr) -> Sequence[str] | None:
        """The words an expression can show; None where that is not known."""
        if isinstance(node, ast.Name) and node.id == ROW and ROW not in self.fields:
            return [row.name for row in self.game.rows]
        field = self.field_of(node.value if isinstance(node, ast.Subscript) else node)
        if field is None:
            return None
        tables = [field.names, getattr(field, "of", "")]
        words = [word for table in tables if table for word in self.names[table]]
        return words or None

    def field_of(self, node: ast.expr) -> Field | None:
        """The field that a node names, an entry of it included."""
        while isinstance(node, ast.Subscript):
            node = node.value
        return self.fields.get(node.id) if isinstance(node, ast.Name) else None


def _constant(node: ast.expr) -> object:
    """What a number or word, perhaps with a minus, is; None of anything else."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _entries(field: Field | None, names: Names) -> int | None:
    """How many entries a field can have; None where that is not known."""
    most: object = None
    match field:
        case Numbers() | Masks() | Piles():
            most = field.count
        case Mask():
            most = min(field.bits, len(names[field.names]) if field.names else field.bits)
        case Ids():
            most = field.most
    return most if isinstance(most, int) else None
