"""The `[given]` part of a scenario: a position built from words, entered and run to a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from engine.errors import EngineError, nearest
from engine.events import Happening, Trace
from engine.fields import Field, Mask, Scalar, bits_of, word_at
from engine.game import Game
from engine.piles import Pile, Piles
from engine.raised import line_of, origin, setting_up
from engine.state import State
from engine.table import Row
from engine.zones import Ids, Masks, Numbers, Tasks
from properties.checker import Checker

REST = "rest"
ROW, AGENDA = "row", "agenda"


class ScenarioError(Exception):
    """A scenario file does not fit its game.  The message names file, place and remedy."""

    code = "E301"


@dataclass(frozen=True)
class Position:
    """Where a scenario starts: the state, and what entering its row brought."""

    state: State
    events: tuple[Happening, ...]
    exits: tuple[tuple[int, int], ...]


def tripped(game: Game, error: Exception) -> str:
    """What the rules raised at a position that was given, and the two ways out."""
    cause = origin(error)
    what = str(cause)
    if not isinstance(cause, EngineError):
        line = line_of(cause, game.definition)
        what = f"the rules raise {type(cause).__name__}: {cause} ({line})"
    return f"{what}; give a position that a game leads to, or mend the rule"


def field_of(game: Game, name: str, place: str) -> Field:
    """The field of that name; ScenarioError with the nearest ones."""
    fields = dict(game.definition.state.FIELDS)
    if name not in fields or name == "phase":
        known = [ROW, *(key for key in fields if key != "phase")]
        raise ScenarioError(f"{place}: unknown field {name!r}; {nearest(name, known)}")
    return fields[name]


def row_of(game: Game, name: object, place: str) -> Row:
    """The row of that name; ScenarioError with the nearest ones."""
    rows = {row.name: row for row in game.rows}
    if not isinstance(name, str) or name not in rows:
        raise ScenarioError(f"{place}: no row {name!r}; {nearest(str(name), rows)}")
    if not rows[name].met:
        needs = rows[name].phase.needs
        raise ScenarioError(f"{place}: row {name} is switched off; it needs {needs}")
    return rows[name]


def value_of(game: Game, name: str, word: object, place: str) -> object:
    """The value a word of the file stands for, checked against the field's range."""
    field = field_of(game, name, place)
    try:
        if name == AGENDA and isinstance(word, list):
            packed = not isinstance(field, Tasks)
            value: object = [game.kinds.parse(str(text), packed) for text in word]
        else:
            value = field.parse(word, game.rules.names)
    except ValueError as error:
        raise ScenarioError(f"{place}.{name}: {error}") from error
    problem = field.problem(value)
    if problem:
        raise ScenarioError(f"{place}.{name}: {problem}")
    return value


def members(field: Field, value: object) -> list[int]:
    """The indices that a field's value names."""
    if isinstance(field, Mask) and isinstance(value, int):
        return bits_of(value)
    if isinstance(field, Scalar) and isinstance(value, int):
        return [value]
    if isinstance(field, Masks) and isinstance(value, list):
        return [bit for mask in value for bit in bits_of(mask)]
    if isinstance(field, Numbers | Ids) and isinstance(value, list | bytearray):
        return list(value)
    return []


def _fill_rest(
    game: Game, state: State, name: str, given: Mapping[str, object], place: str
) -> None:
    """`rest`: what a fresh set-up puts there (or, if nothing, every loaded index), less whatever
    another field names: a word stands for one card, whichever name tables hold it.
    """
    fields = dict(game.definition.state.FIELDS)
    field, names = fields[name], game.rules.names
    if isinstance(field, Pile):
        _fill_pile(game, state, name, given, place)
        return
    if not isinstance(field, Mask) or not field.names:
        raise ScenarioError(f"{place}.{name}: `rest` is for a set with a name table; list it")
    words = names[field.names][: field.bits]
    elsewhere = [
        names[kind.names][index]
        for other, kind in fields.items()
        if other != name and kind.names
        for index in members(kind, getattr(state, other))
        if 0 <= index < len(names[kind.names])
    ]
    whole = int(getattr(state, name)) or (1 << len(words)) - 1
    for index, word in enumerate(words):
        if word in elsewhere:
            whole &= ~(1 << index)
    setattr(state, name, whole)


def _fill_pile(
    game: Game, state: State, name: str, given: Mapping[str, object], place: str
) -> None:
    """`rest` for a pile: what a fresh set-up puts into all piles of these cards, less what the
    others hold now.
    """
    fields = dict(game.definition.state.FIELDS)
    alike = [
        (other, kind) for other, kind in fields.items()
        if isinstance(kind, Pile | Piles) and kind.names == fields[name].names
    ]  # fmt: skip
    blank, left = game.blank(), cast(Pile, fields[name]).rest()
    for other, kind in alike:
        for pile in _piles(kind, getattr(blank, other)):
            for index, count in enumerate(pile):
                left[index] += count
    for other, kind in alike:
        for pile in _piles(kind, getattr(state, other)) if other != name else ():
            for index, count in enumerate(pile):
                if count > left[index]:
                    word = word_at(index, kind.names, game.rules.names)
                    raise ScenarioError(f"{place}.{other}: more {word!r} than there are cards"
                                        f"{as_set_up(game, given)}")  # fmt: skip
                left[index] -= count
    setattr(state, name, left)


def as_set_up(game: Game, given: Mapping[str, object]) -> str:
    """Which piles hold cards because nobody gave them; "" if none does."""
    blank = game.blank()
    held = [
        name for name, kind in game.definition.state.FIELDS
        if isinstance(kind, Pile | Piles) and name not in given
        and any(map(any, _piles(kind, getattr(blank, name))))
    ]  # fmt: skip
    if not held:
        return ""
    are = "is not given and holds" if len(held) == 1 else "are not given and hold"
    return f"; {', '.join(held)} {are} what a set-up puts there"


def _piles(kind: Pile | Piles, value: object) -> list[bytearray]:
    """The piles of a field: one, or one a seat."""
    return cast(list[bytearray], value if isinstance(kind, Piles) else [value])


def build(game: Game, given: Mapping[str, object], place: str = "given") -> Position:
    """The position of a `[given]` table; ScenarioError with place and remedy.

    Fields not given stay as a fresh set-up leaves them.  In a row somebody acts in the state simply
    stands; a row nobody acts in is entered and run to the next decision.
    """
    if ROW not in given:
        raise ScenarioError(f"{place}: `row` is missing: name the row where the case starts")
    row = row_of(game, given[ROW], f"{place}.{ROW}")
    try:
        with setting_up(game.definition):
            state = game.blank()
    except EngineError as error:
        raise ScenarioError(f"{place}: {error}") from error
    fields = dict(game.definition.state.FIELDS)
    later: list[str] = []
    for name, word in given.items():
        if name == ROW:
            continue
        if word == REST:
            field_of(game, name, place)
            later.append(name)
        else:
            setattr(state, name, value_of(game, name, word, place))
    # Sets to be filled count as empty while the others are, so that two of them are refused
    # nothing: each takes what the fields with a value left.
    fresh = {name: getattr(state, name) for name in later}
    for name in later:
        setattr(state, name, fields[name].rest())
    for name in later:
        setattr(state, name, fresh[name])
        _fill_rest(game, state, name, given, place)
    return _stand(game, state, row, "player" in given, place)


def _stand(game: Game, state: State, row: Row, seated: bool, place: str) -> Position:
    trace = Trace()
    try:
        if row.acts:
            state.phase = row.index
            owner = -1 if row.chance else row.owner(state) if row.owner else 0
            if "player" in dict(state.FIELDS):
                owner = getattr(state, "player") if seated else owner  # noqa: B009
                setattr(state, "player", owner)  # noqa: B010 - declared by some games only
            if not row.chance and not 0 <= owner < game.players:
                raise ScenarioError(f"{place}: in row {row.name} seat {owner} would act, and the "
                                    f"seats are 0 to {game.players - 1}")  # fmt: skip
        else:
            state.sink = trace
            game.enter(state, row)
            state.sink = None
        state.check()
    except ScenarioError:
        raise
    except Exception as error:
        # The rules themselves may trip over a position that cannot be.
        text = tripped(game, error)
        raise ScenarioError(f"{place}: the position cannot be: {text}") from error
    return Position(state, tuple(trace.events), tuple(trace.exits))


def judge(
    checker: Checker, position: Position, given: Mapping[str, object], place: str = "given"
) -> None:
    """ScenarioError if the position, or what entering its row did, breaks a property."""
    found = checker.begin(position.state, position.events, whole=False)
    if found is not None:
        more = as_set_up(checker.game, given)
        raise ScenarioError(f"{place}: an impossible position: {found.text()}{more}")
