"""Guards: named tests over an event's facts, so that it never proves more than it saw."""

from __future__ import annotations

from engine.events import Happening

EIGHTH = 8
FIFTH = 5


def some_placed(h: Happening) -> bool:
    """An artefact lies in the common area."""
    return bool(h.nums("placed"))


def some_left_out(h: Happening) -> bool:
    """An artefact no creature in use is tied to stays in the box."""
    return bool(h.nums("left_out"))


def fifth_card(h: Happening) -> bool:
    """A hand of five is complete."""
    return h.num("hand") == FIFTH


def first_without_draws(h: Happening) -> bool:
    """Round one has no draw phase."""
    return h.num("round") == 1 and not h.num("draws")


def in_draw_phase(h: Happening) -> bool:
    """A card of the draw phase."""
    return h.word("phase") == "draw"


def for_the_trident(h: Happening) -> bool:
    """The Trident gave the card."""
    return h.word("source") == "devils_trident"


def of_the_trident(h: Happening) -> bool:
    """The Trident's draw is carried out."""
    return h.word("source") == "devils_trident"


def some_paid(h: Happening) -> bool:
    """As many cards as the creature costs, at least one."""
    return 0 < h.num("cost") == len(h.nums("cards"))


def by_effect(h: Happening) -> bool:
    """A further creature in one round."""
    return h.word("way") == "effect"


def before_others(h: Happening) -> bool:
    """Somebody later in player order met the prerequisite in the same summon phase."""
    return bool(h.nums("others")) and h.word("phase") == "summon"


def outside_summon_phase(h: Happening) -> bool:
    """Claimed in the draw or the ability phase."""
    return h.word("phase") in ("draw", "ability")


def of_the_beasts(h: Happening) -> bool:
    """The rulebook's own title."""
    return h.word("title") == "lord_of_beasts"


def is_instant(h: Happening) -> bool:
    """An instant ability."""
    return h.word("kind") == "instant"


def has_left(h: Happening) -> bool:
    """No such creature lies in its player's area any more."""
    return h.word("kind") in ("instant", "attack") and h.num("in_area") == 0


def in_attack(h: Happening) -> bool:
    """By an ability with the attack mark."""
    return h.word("kind") == "attack"


def from_another(h: Happening) -> bool:
    """Somebody held it."""
    return h.num("from") >= 0


def eighth_is_lost(h: Happening) -> bool:
    """The game ends although nobody who summoned eight has eight left."""
    pairs = list(zip(h.nums("counts"), h.nums("in_play"), strict=True))
    return any(count >= EIGHTH for count, _ in pairs) and all(
        here < EIGHTH for count, here in pairs if count >= EIGHTH
    )


def split_by_creatures(h: Happening) -> bool:
    """First tie-break: fewer seats are left."""
    return h.word("step") == "creatures" and _fewer(h)


def split_by_best(h: Happening) -> bool:
    """Second tie-break: fewer seats are left."""
    return h.word("step") == "best" and _fewer(h)


def split_by_hand(h: Happening) -> bool:
    """Third tie-break: fewer seats are left."""
    return h.word("step") == "hand" and _fewer(h)


def _fewer(h: Happening) -> bool:
    return len(h.nums("left")) < len(h.nums("tied"))
