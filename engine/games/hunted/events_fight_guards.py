"""Guards of the fight's events: what was triggered, chosen, paid, drawn and beaten."""

from __future__ import annotations

from engine.events import Happening


def dorian_counts(h: Happening) -> bool:
    """Dorian Gray was counted."""
    return h.word("finale") == "dorian_gray" and h.num("minions") > 0


def mash_minions_count(h: Happening) -> bool:
    """A Minion was counted."""
    return h.word("finale") == "monster_mash" and h.num("minions") > 0


def other_threshold(h: Happening) -> bool:
    """Noise triggered it, and not two icons were asked for."""
    return h.word("reason") == "noise" and h.num("threshold") != 2


def strongest_of_several(h: Happening) -> bool:
    """Another Enemy, not stronger, was there."""
    others = h.nums("others")
    return h.word("fight") == "enemy" and bool(others) and max(others) <= h.num("value")


def after_a_flip(h: Happening) -> bool:
    """Hyde, or Jekyll again."""
    return h.word("fight") in ("dr_jekyll", "mr_hyde") and h.word("face") != "dr_jekyll"


def first_attack(h: Happening) -> bool:
    """The first of its combat."""
    return h.num("number") == 1


def sum_of_several(h: Happening) -> bool:
    """Several weapons, their sum."""
    attacks = h.nums("attacks")
    return first_attack(h) and len(attacks) > 1 and h.num("total") == sum(attacks)


def highest_first(h: Happening) -> bool:
    """Several weapons, the highest first cost (and the Location's)."""
    firsts = h.nums("firsts")
    due = max(firsts) + h.num("first_mod")
    return first_attack(h) and len(firsts) > 1 and h.num("cost") == due


def highest_later(h: Happening) -> bool:
    """A later attack, the highest subsequent cost."""
    return not first_attack(h) and h.num("cost") == max(h.nums("laters"))


def dagger_and_stone(h: Happening) -> bool:
    """Five and one make six, for one Energy."""
    return first_attack(h) and h.nums("attacks") == (5, 1) and h.num("cost") == 1


def six_to_thirteen(h: Happening) -> bool:
    """One card drawn lifts six to thirteen."""
    return (h.num("number"), h.num("attack"), h.num("total")) == (2, 6, 13)


def six_to_eleven(h: Happening) -> bool:
    """Two cards drawn lift six to eleven."""
    return (h.num("number"), h.num("attack"), h.num("total")) == (3, 6, 11)


def lines_apart(h: Happening) -> bool:
    """No weapon in use has both highest costs."""
    pairs = list(zip(h.nums("firsts"), h.nums("laters"), strict=True))
    return (max(h.nums("firsts")), max(h.nums("laters"))) not in pairs


def changed_weapon(h: Happening) -> bool:
    """An attached item changed a weapon in use."""
    return h.num("mods") > 0


def nothing_drawn(h: Happening) -> bool:
    """A later attack, and no card was left for it."""
    return not first_attack(h) and h.num("drawn") < 0


def same_total_twice(h: Happening) -> bool:
    """The first card drawn was absorbed: the second attack is worth the weapons."""
    return h.num("absorbed_card") == 1 and h.num("total") == h.num("attack")


def changed_by_location(h: Happening) -> bool:
    """A Location changed Strength or first cost."""
    return h.num("strength_mod") != 0 or (first_attack(h) and h.num("first_mod") != 0)


def early_boss_too_dear(h: Happening) -> bool:
    """A blow that beats a Boss who is not the last, with no Energy left."""
    enough = h.num("total") >= h.num("strength") and h.num("energy") == 0
    boss = h.word("fight") in ("boss", "mr_hyde") and not h.num("last")
    return h.word("finale") == "monster_mash" and enough and boss


def value_counts(h: Happening) -> bool:
    """Its value was added."""
    return not h.num("absorbed")


def is_absorbed(h: Happening) -> bool:
    """It added nothing."""
    return h.num("absorbed") == 1


def person_drawn(h: Happening) -> bool:
    """An Enemy or a Survivor, drawn for an attack."""
    return h.word("type") in ("enemy", "survivor") and value_counts(h)


def replaces_a_location(h: Happening) -> bool:
    """The card drawn before was a Location."""
    return h.num("replaces") == 1


def weapons_return(h: Happening) -> bool:
    """Weapons went back to the inventory."""
    return bool(h.nums("returned"))


def once_is_over(h: Happening) -> bool:
    """A Usable-Once-Only weapon is gone, and the foe beaten."""
    return bool(h.nums("spent")) and h.word("result") == "defeated"


def once_against_jekyll(h: Happening) -> bool:
    """It is gone before Mr. Hyde is fought."""
    return once_is_over(h) and h.word("fight") == "dr_jekyll"


def is_weapon(h: Happening) -> bool:
    """A weapon, drawn for an attack."""
    return h.word("type") == "weapon"
