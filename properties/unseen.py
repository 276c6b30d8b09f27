"""What a player cannot see makes no difference to what is shown and offered (point 7).

Two states that differ only in what seat p cannot see are made from the fields' `see` declarations:
hidden cards of one name table change places between hidden zones, hidden orders are turned round,
hidden numbers take another value.  Sizes stay as they are, since everybody sees sizes.  A game
whose rules tie hidden fields together (or whose `observe` shows some of them) gives its own in its
properties module, as `unseen(state, seat) -> Iterable[State]`.

What p is told is done must not betray it either: a log for p tells every ply whose row does not
hide it (`secret`).  Another legal action is taken in place of the one that was; if p then sees the
same and the positions are two, being told which action it was tells p what it may not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from engine.fields import Field, Mask, Scalar, bits_of
from engine.game import Game
from engine.piles import Pile, Piles
from engine.play import Step, walk
from engine.state import State
from engine.zones import Ids, Masks, Numbers
from properties.cases import Case, Look

Unseen = Callable[[State, int], Iterable[State]]
STATES_EVERY = 5
ALTERNATIVES_MAX = 8
OTHERS_MAX = 3


@dataclass(frozen=True)
class Part:
    """A field, or one seat's entry of it, that a seat cannot see."""

    key: str
    kind: Field
    entry: int | None

    def read(self, state: State) -> object:
        """Its value."""
        value = getattr(state, self.key)
        return value if self.entry is None else value[self.entry]

    def write(self, state: State, value: object) -> None:
        """Another value for it, in a clone."""
        if self.entry is None:
            setattr(state, self.key, value)
        else:
            getattr(state, self.key)[self.entry] = value

    def members(self, state: State) -> list[int] | None:
        """The indices in it if it is a zone of cards; None if it is none."""
        value = self.read(state)
        if isinstance(self.kind, Mask | Masks) and isinstance(value, int):
            return bits_of(value)
        if isinstance(self.kind, Ids) and isinstance(value, list):
            return list(value)
        if isinstance(self.kind, Pile | Piles) and isinstance(value, bytearray):
            return [kind for kind, count in enumerate(value) if count]
        return None

    def exchanged(self, state: State, gone: int, come: int) -> object:
        """Its value with one card in place of another."""
        value = self.read(state)
        if isinstance(value, bytearray):
            pile = value[:]
            pile[gone] -= 1
            pile[come] += 1
            return pile
        if isinstance(value, list):
            return [come if item == gone else item for item in value]
        return int(str(value)) & ~(1 << gone) | 1 << come


def hidden(game: Game, state: State, seat: int) -> list[Part]:
    """What seat `seat` cannot see of a state, by the fields' declarations."""
    acting = game.current_player(state) == seat
    rows = [row.name for row in game.rows]
    parts: list[Part] = []
    for key, kind in game.definition.state.FIELDS:
        if kind.see == "all" or key in ("phase", "player", "agenda"):
            continue
        if kind.see.startswith("after="):
            if state.phase >= rows.index(kind.see.removeprefix("after=")):
                continue
        elif kind.see == "owner" and not kind.seats() and acting:
            continue
        seats = kind.seats() if kind.see not in ("nobody", "size") else 0
        if not seats and isinstance(kind, Masks | Piles):
            parts += [Part(key, kind, entry) for entry in range(kind.count)]
        elif not seats:
            parts.append(Part(key, kind, None))
        else:
            parts += [Part(key, kind, entry) for entry in range(game.players) if entry != seat]
    return parts


def alternatives(game: Game, state: State, seat: int) -> Iterator[State]:
    """States that differ from this one only in what `seat` cannot see."""
    parts = hidden(game, state, seat)
    for one, two in combinations(parts, 2):
        if one.kind.names == two.kind.names and one.kind.names:
            yield from _exchange(state, one, two)
    for part in parts:
        yield from _within(game, state, part)


def _exchange(state: State, one: Part, two: Part) -> Iterator[State]:
    """A card of either zone changes places with one of the other."""
    here, there = one.members(state), two.members(state)
    if here is None or there is None:
        return
    mine = [card for card in here if card not in there]
    theirs = [card for card in there if card not in here]
    if not mine or not theirs:
        return
    for at in (0, -1):
        copy = state.clone()
        one.write(copy, one.exchanged(state, mine[at], theirs[at]))
        two.write(copy, two.exchanged(state, theirs[at], mine[at]))
        yield copy


def _within(game: Game, state: State, part: Part) -> Iterator[State]:
    """Another order, or another number."""
    value, kind = part.read(state), part.kind
    changed: object = None
    if isinstance(value, list | bytearray) and not isinstance(kind, Pile | Piles):
        changed = value[::-1]
    elif isinstance(kind, Scalar | Numbers) and isinstance(value, int):
        changed = _other_number(game, kind, value)
    if changed is not None and changed != value:
        copy = state.clone()
        part.write(copy, changed)
        yield copy


def _other_number(game: Game, kind: Scalar | Numbers, value: int) -> int:
    """Another value: a loaded name, else the next number up."""
    if kind.names:
        loaded = len(game.rules.names[kind.names])
        return value if value < 0 or loaded < 2 else (value + 1) % loaded
    return value + 1 if not isinstance(kind, Scalar) or value < kind.high else value - 1


def shown_alike(case: Case, look: Look, unseen: Unseen | None = None) -> None:
    """Observation and legal actions are equal where only the unseen differs; no ply tells of it.

    Judged at each STATES_EVERY-th visit of a row in a game, the first included.
    """
    game = case.game
    found = 0
    visits: Counter[int] = Counter()
    for step in case.steps:
        state = step.before
        visits[state.phase] += 1
        if visits[state.phase] % STATES_EVERY != 1:
            continue
        _told(step, look)
        for seat in range(game.players):
            made = unseen(state, seat) if unseen is not None else alternatives(game, state, seat)
            shown = game.observation(state, seat)
            for _, other in zip(range(ALTERNATIVES_MAX), made, strict=False):
                found += 1
                _compare(game, state, other, seat, shown, look)
    if not found:
        look.held()


def _compare(
    game: Game, state: State, other: State, seat: int, one: Mapping[str, object], look: Look
) -> None:
    two = game.observation(other, seat)
    differing = [key for key in one if one[key] != two.get(key)]
    differing += [key for key in two if key not in one]
    swapped = [key for key, _ in state.FIELDS if getattr(state, key) != getattr(other, key)]
    text = f"seat {seat} is shown {differing} otherwise when unseen {swapped} change"
    look.that(not differing, state.ply, text)
    if game.current_player(state) == seat:
        legal, there = game.legal_actions(state), game.legal_actions(other)
        text = f"seat {seat} may do {legal}, and {there} when unseen {swapped} change"
        look.that(legal == there, state.ply, text)


def _told(step: Step, look: Look) -> None:
    """No seat is told of an action of others whose outcome it never sees; one fault a ply.

    A card may lie open for a moment, so what the verb alone did is looked at too.
    """
    game = step.game
    told = [s for s in range(game.players) if s != step.player and game.sees(step.before, s)]
    others = [code for code in step.legal if code != step.code][:OTHERS_MAX] if told else []
    for code in others:
        (other,) = walk(game, (code,), step.before, checked=False)
        pairs = ((step.acted, other.acted), (step.after, other.after))
        swapped = [key for key, _ in step.after.FIELDS
                   if getattr(step.after, key) != getattr(other.after, key)]  # fmt: skip
        for seat in told if swapped else ():
            if all(game.observation(one, seat) == game.observation(two, seat)
                   for one, two in pairs):  # fmt: skip
                text = f"seat {seat} is told {step.text!r}, and sees no difference from "
                text += f"{other.text!r}: {swapped} are hidden, but row {step.row} is not `secret`"
                look.fault(step.ply, text)
                return
