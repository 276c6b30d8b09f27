"""Components: the face of a card and its sleeve, and texts as steps of the closed vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.content import Row
from engine.games.ham_helsing.schema_words import COLOURS, KINDS

# Places of a card: six icon slots, the star; the text area is a place of its own (HH-SLEEVE-02).
SLOT_COUNT, STAR_AT, TEXT_AT = 6, 6, 7
STAR_KIND = KINDS.index("star")


@dataclass(frozen=True)
class Face:
    """What a sleeved card shows: `icons` are (place, kind), `points` one number a place.

    `taken` is the set of places that may not be covered; `text` numbers the steps of its text.
    """

    icons: tuple[tuple[int, int], ...]
    points: bytes
    taken: int
    text: tuple[int, ...]


@dataclass(frozen=True)
class Fx:
    """One step of a text.  `n` is an amount, `per` says that it is counted on the table."""

    op: str
    n: int = 0
    per: str = ""
    most: int = 0
    who: str = ""
    colour: int = -1
    reach: str = ""
    ranged: bool = False
    to: str = ""
    everyone: bool = False
    stays: bool = False
    uses: int = 1
    where: str = ""
    distinct: bool = False


@dataclass(frozen=True)
class Reward:
    """A reward on the back of a Villain card; `colour` is 4 where the player names it."""

    op: str
    n: int
    colour: int


def _kind(icon: str) -> tuple[int, int]:
    """An icon as (kind, points): `move2` is two points of movement."""
    bare = icon.rstrip("0123456789")
    return KINDS.index(bare), int(icon[len(bare) :] or 1)


def _colour(step: Row) -> int:
    """The colour of a step: -1 if it names none, 4 for `wild`, `any`, `die` and `choice`."""
    word = str(step.get("colour", ""))
    return -1 if not word else (*COLOURS, word).index(word)


def shown_by(slots: Sequence[Mapping[str, str]], text: bool) -> dict[int, tuple[int, int]]:
    """Place -> (kind, points) of cards laid over each other; the star stands for a text."""
    shown = {int(slot) - 1: _kind(icon) for layer in slots for slot, icon in layer.items()}
    return {**shown, STAR_AT: (STAR_KIND, 1)} if text else shown


def face_of(slots: Sequence[Mapping[str, str]], texts: Sequence[tuple[int, ...]]) -> Face:
    """Cards laid over each other: the union of their icons, and the one text among them."""
    text = next((steps for steps in texts if steps), ())
    shown = shown_by(slots, bool(text))
    taken = sum(1 << place for place in shown) | (1 << TEXT_AT if text else 0)
    icons = tuple((place, shown[place][0]) for place in sorted(shown))
    points = bytes(shown[place][1] if place in shown else 0 for place in range(STAR_AT + 1))
    return Face(icons, points, taken, text)


def fx_of(step: Row) -> Fx:
    """A step of a pack; colours beyond the four (`wild`, `any`, `die`) are 4."""
    return Fx(
        op=str(step["op"]),
        n=cast(int, step.get("n", 0)),
        per=str(step.get("per", "")),
        most=cast(int, step.get("max", 0)),
        who=str(step.get("who", "")),
        colour=_colour(step),
        reach=str(step.get("reach", "")),
        ranged=bool(step.get("ranged", False)),
        to=str(step.get("to", "")),
        everyone=step.get("scare") == "all",
        stays=bool(step.get("stays", False)),
        uses=cast(int, step.get("uses", 1)),
        where=str(step.get("where", "")),
        distinct=bool(step.get("distinct", False)),
    )


def reward_of(row: object) -> Reward:
    """A reward of a pack."""
    step = cast(Row, row)
    return Reward(str(step["op"]), cast(int, step["n"]), _colour(step))
