"""Named cards: what the rulebook prints with a name, an owner's card of that name says too.

Held by cards marked `named`, recognised by their id; the other numbers and texts are the owner's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from engine.content import Pack, Row

Fact = Callable[[Row], bool]
Item = Mapping[str, object]


def abilities(card: Row, kind: str) -> list[Item]:
    """The abilities of a card of one kind."""
    return [each for each in cast(Sequence[Item], card.get("ability", ())) if each["kind"] == kind]


def does(card: Row, kind: str, pay: str, **row: object) -> bool:
    """Whether an ability of that kind and payment has an effect row that says so."""
    return any(
        (not pay or pay in cast(Sequence[str], each["pay"]))
        and all(item.get(key) == value for key, value in row.items())
        for each in abilities(card, kind)
        for item in cast(Sequence[Item], each["effects"])
    )


def is_a(sort: str) -> Fact:
    """The type printed or implied."""
    return lambda card: card["type"] == sort


def harp_hurts(card: Row) -> bool:
    """Damage to the player who uses it."""
    return does(card, "active", "", op="damage", to="controller")


def monster_pays(card: Row) -> bool:
    """Tilt and destroy this."""
    return any(
        {"tilt", "destroy_this"} <= set(cast(Sequence[str], each["pay"]))
        for each in abilities(card, "active")
    )


# By id: what must hold, in words and as a test.
NAMED: Mapping[str, tuple[tuple[str, Fact], ...]] = {
    "bad_cop": (
        ("gives each other Henchling +1 attack",
         lambda card: does(card, "passive", "", op="stat_mod", scope="each_other_henchling", a=1)),
    ),
    "bland_guy_made_of_fire": (
        ("Free: 1 damage to a Henchling", lambda card: does(card, "active", "free",
                                                            op="damage", n=1)),
    ),
    "shoelace_monster": (("tilts and destroys itself as payment", monster_pays),),
    "angry_bladed_badger": (("is a Henchling", is_a("henchling")),),
    "forum_troll": (
        ("Tilt: eject", lambda card: does(card, "active", "tilt", op="eject")),
        ("is a Henchling", is_a("henchling")),
    ),
    "cheaty_mccheaterpants": (("is a Henchling", is_a("henchling")),),
    "finely_dressed_gentleman": (("is a Henchling", is_a("henchling")),),
    "boomstick": (
        ("Tilt: 2 damage", lambda card: does(card, "active", "tilt", op="damage", n=2)),
    ),
    "endless_mushroom_block": (
        ("is a Reaction", lambda card: "reaction" in cast(Sequence[str], card.get("keywords", ()))),
        ("gives +1/+1", lambda card: does(card, "active", "", op="buff", a=1, h=1)),
    ),
    "defective_harp_of_healing": (("hurts its own user", harp_hurts),),
    "fight_lodge": (("makes Henchlings fight", lambda card: does(card, "active", "", op="fight")),),
}  # fmt: skip


def check_named(pack: Pack) -> None:
    """Facts of the rulebook hold for cards of its names (HE-ABIL-01, HE-REACT-07, HE-REQ-01)."""
    rows = {str(row["id"]): row for row in pack.rows_of("card") if row.get("named")}
    for ident, facts in NAMED.items():
        for words, holds in facts if ident in rows else ():
            if not holds(rows[ident]):
                place = pack.place.at(f"card {ident}")
                raise place.refuse(f"with this name the rulebook prints: {words}")
    check_duel(pack, rows)


def check_duel(pack: Pack, rows: Mapping[str, Row]) -> None:
    """HE-REACT-07: a boost of +1/+1 saves the Gentleman from Cheaty and kills Cheaty."""
    pair = [rows.get(ident) for ident in ("cheaty_mccheaterpants", "finely_dressed_gentleman")]
    if pair[0] is None or pair[1] is None:
        return
    numbers = [(int(str(row["attack"])), int(str(row["health"]))) for row in pair if row]
    (attack, health), (back, left) = numbers
    if attack != left or health > back + 1:
        raise pack.place.at("card cheaty_mccheaterpants").refuse(
            "attack equals the Gentleman's health, health is at most its attack + 1"
        )
