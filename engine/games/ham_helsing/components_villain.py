"""Components: the Villain's board, the Villain cards and dice (HH-COMP-04 to -07)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.actions import Outcomes
from engine.content import Row
from engine.games.ham_helsing.components_cards import Reward, reward_of
from engine.games.ham_helsing.components_tokens import where
from engine.games.ham_helsing.schema_words import COLOURS, FACES, LEVELS, PARTIES, VILLAIN_POWERS

# What the second step of a card shows: a colour, a die, nothing.
STEPS = (*COLOURS, "die", "none")


def printed_health(villain: Row, characters: int, solo: bool) -> int:
    """The number on the board for this many characters (HH-SETUP-28)."""
    health = cast(dict[str, int], villain["start_health"])
    return health[PARTIES[0 if solo else characters - 1]]


def levels_of(added: Sequence[int]) -> tuple[int, ...]:
    """The Villain deck from the top, added cards beside their level (HH-SETUP-23, HH-EPIG-01)."""
    return (*(level for level in (1, 2, 3) for _ in range(1 + added[level - 1])), LEVELS)


def uncovered(asked: int, added: int) -> int:
    """Powers bare from the start, as a set (HH-EPIG-03, HH-SPICY-02)."""
    return (1 << max(asked, 1 if added else 0)) - 1


def nest_slots(villain: Row) -> tuple[int, ...]:
    """Which power each nest covers, from the top; -1 for none (HH-SETUP-29)."""
    slots = cast(list[str], villain["nest_slots"])
    return tuple(VILLAIN_POWERS.index(word) - 1 if word != "none" else -1 for word in slots)


def of_level(levels: Sequence[int]) -> tuple[int, ...]:
    """Villain cards of each level, as sets; level 0 has none."""
    return tuple(where(level == wanted for level in levels) for wanted in range(LEVELS + 1))


def rewards_of(card: Row) -> tuple[Reward, ...]:
    """The rewards on the back, by colour."""
    return tuple(reward_of(card[f"reward_{colour}"]) for colour in COLOURS)


def outcomes_of(die: Row) -> Outcomes:
    """The faces of a die, each as heavy as it has of them."""
    faces = cast(list[str], die["faces"])
    seen = [face for face, word in enumerate(FACES) if word in faces]
    return Outcomes(seen, [faces.count(FACES[face]) for face in seen])
