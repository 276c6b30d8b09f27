"""Guards: named tests over an event's facts, so that it never proves more than it saw."""

from __future__ import annotations

from engine.events import Happening


def first_level(h: Happening) -> bool:
    """The shuffle before play."""
    return h.num("level") == 1


def later_level(h: Happening) -> bool:
    """The shuffle at a level's end."""
    return h.num("level") > 1


def by_resolving(h: Happening) -> bool:
    """The top card became the room."""
    return h.word("mode") == "resolve"


def by_skipping(h: Happening) -> bool:
    """The top card became the result."""
    return h.word("mode") == "skip"


def from_icon(h: Happening) -> bool:
    """An enemy icon named the foe."""
    return h.word("source") == "icon"


def from_encounter(h: Happening) -> bool:
    """An encounter turned out to be an enemy."""
    return h.word("source") == "encounter"


def from_loot(h: Happening) -> bool:
    """A chest turned out to be an enemy."""
    return h.word("source") == "loot"


def reads_result(h: Happening) -> bool:
    """An icon whose outcome stands on the result face."""
    return h.word("icon") in ("enemy", "trap", "encounter", "loot")


def goes_on(h: Happening) -> bool:
    """An icon begun after one that a fight or effect had resolved."""
    return h.word("after") in ("enemy", "trap", "encounter", "loot")


def kills(h: Happening) -> bool:
    """Health reached zero."""
    return h.word("stat") == "health" and h.num("left") == 0 and h.num("lost") > 0


def all_lost(h: Happening) -> bool:
    """Starved to death."""
    return h.num("left") == 0


def lowered(h: Happening) -> bool:
    """Some power lowered the loss."""
    return h.num("reduced") > 0


def lowered_twice(h: Happening) -> bool:
    """Two powers added up."""
    return h.num("reduced") > 1


def health_clamped(h: Happening) -> bool:
    """Health gained less than asked, for the maximum."""
    return h.word("stat") == "health" and h.num("gained") < h.num("asked")


def energy_clamped(h: Happening) -> bool:
    """Energy gained less than asked, for the maximum."""
    return h.word("stat") == "energy" and h.num("gained") < h.num("asked")


def food_clamped(h: Happening) -> bool:
    """Food gained less than asked, for the cap."""
    return h.word("stat") == "food" and h.num("gained") < h.num("asked")


def at_the_grove(h: Happening) -> bool:
    """The Grove gave it."""
    return h.word("cause") == "grove"


def by_fight(h: Happening) -> bool:
    """A defeated enemy gave it."""
    return h.word("cause") == "fight"


def in_place_of_a_shard(h: Happening) -> bool:
    """Altar or Shrine gave favor and no shard."""
    return h.word("cause") in ("altar", "shrine")


def costs_food(h: Happening) -> bool:
    """The price was food."""
    return h.word("stat") == "food"


def of_possessor(h: Happening) -> bool:
    """The Possessor's shard."""
    return h.word("source") == "possessor"


def of_shrine(h: Happening) -> bool:
    """The Shrine's shard."""
    return h.word("source") == "shrine"


def of_pigman(h: Happening) -> bool:
    """The Pigman's shard."""
    return h.word("source") == "pigman"


def of_altar(h: Happening) -> bool:
    """The Altar's shard."""
    return h.word("source") == "altar"


def of_chest(h: Happening) -> bool:
    """The chest's shard."""
    return h.word("source") == "chest"


def discounted(h: Happening) -> bool:
    """The Altar asked for less."""
    return of_altar(h) and h.num("discount") > 0


def paid(h: Happening) -> bool:
    """The source had paid before."""
    return h.word("reason") == "paid"


def is_empty(h: Happening) -> bool:
    """The chest is marked empty."""
    return h.word("reason") == "empty"


def taken(h: Happening) -> bool:
    """The chest's card was taken before."""
    return h.word("reason") == "taken"


def yields_food(h: Happening) -> bool:
    """Some food came of it."""
    return h.num("food") > 0


def not_kept(h: Happening) -> bool:
    """The card worked at once and is gone."""
    return h.num("kept") == 0


def health_was_full(h: Happening) -> bool:
    """A rest gave less health than it would, for the maximum."""
    return h.num("health") < h.num("health_asked")


def energy_was_full(h: Happening) -> bool:
    """A rest gave less energy than it would, for the maximum."""
    return h.num("energy") < h.num("energy_asked")


def food_was_full(h: Happening) -> bool:
    """A search gave less food than it would, for the cap."""
    return h.num("food") < h.num("asked")


def undead_mattered(h: Happening) -> bool:
    """The undead took more damage than another foe would."""
    return h.num("holy") > 0


def rested_better(h: Happening) -> bool:
    """A rest worth more than the plain two health and one energy, and it showed."""
    return h.num("health") > 2 or h.num("energy") > 1


def several_dice(h: Happening) -> bool:
    """More than one die was rolled at water."""
    return h.num("dice") > 1


def several_dice_won(h: Happening) -> bool:
    """More than one die, and a success among them."""
    return several_dice(h) and h.num("successes") > 0


def cut_at_the_cap(h: Happening) -> bool:
    """More successes than food could be held."""
    return h.num("food") < h.num("successes")


def easier(h: Happening) -> bool:
    """Success from a four up."""
    return h.num("needed") < 5


def raises(h: Happening) -> bool:
    """A statistic rose."""
    return h.num("gained") > 0


def bomb(h: Happening) -> bool:
    """An item that raises nothing: a bomb was thrown."""
    return h.num("stat") == -1


def hero_rolled(h: Happening) -> bool:
    """The hero's dice."""
    return h.word("purpose") == "hero"


def enemy_rolled(h: Happening) -> bool:
    """The enemy's dice."""
    return h.word("purpose") == "enemy"


def table_rolled(h: Happening) -> bool:
    """A die for an encounter's table."""
    return h.word("purpose") == "table"


def hit(h: Happening) -> bool:
    """A rolled attack that is no double."""
    return h.num("rolled") == 1 and h.num("raw") > 0


def powered_hit(h: Happening) -> bool:
    """A rolled hit with energy behind it."""
    return hit(h) and h.num("spent") > 0


def hit_on_armour(h: Happening) -> bool:
    """A rolled hit on a foe with defense."""
    return hit(h) and h.num("defense") > 0


def rolled_double(h: Happening) -> bool:
    """A double: no damage."""
    return h.num("rolled") == 1 and h.num("raw") == 0 and h.num("amount") == 0


def double_with_bonus(h: Happening) -> bool:
    """A double in spite of bonuses: no damage."""
    return rolled_double(h) and h.num("chart") + h.num("bonus") > 0


def zero_energy(h: Happening) -> bool:
    """A zero-energy attack dealt its 1 damage, of which defense would have left nothing."""
    return h.num("spent") == 0 and h.num("amount") == 1 and h.num("bonus") < h.num("defense")


def zero_energy_bonus(h: Happening) -> bool:
    """A zero-energy attack dealt 1 damage and what the foe's defense left of a bonus."""
    bonus, defense = h.num("bonus"), h.num("defense")
    met = h.num("spent") == 0 and bonus > 0 and defense > 0
    return met and h.num("amount") == 1 + max(0, bonus - defense)


def has_bonus(h: Happening) -> bool:
    """Items added damage."""
    return h.num("bonus") > 0


def bonus_adds_up(h: Happening) -> bool:
    """Items worth more than one added damage."""
    return h.num("bonus") > 1


def slain_at_once(h: Happening) -> bool:
    """The hero's first attack of the fight left the foe with nothing."""
    return h.num("first") == 1 and h.num("left") == 0


def plain_hit(h: Happening) -> bool:
    """An enemy's hit that is no double, with an attack value to add."""
    return h.num("raw") > 0 and h.num("attack") > 0


def enemy_double(h: Happening) -> bool:
    """An enemy's double."""
    return h.num("raw") == 0


def enemy_hit(h: Happening) -> bool:
    """An enemy's hit that is no double."""
    return h.num("raw") > 0


def helmeted_hit(h: Happening) -> bool:
    """A hit whose attack value a helm lowered."""
    return enemy_hit(h) and lowered(h)


def of_mimic(h: Happening) -> bool:
    """Favor by level."""
    return h.word("power") == "favor_equals_level"


def on_hit(h: Happening) -> bool:
    """A hit cost more than health."""
    return h.word("power") == "on_hit"


def regenerates(h: Happening) -> bool:
    """The foe regained health."""
    return h.word("power") == "regenerate"


def breaks(h: Happening) -> bool:
    """An item broke."""
    return h.word("reason") == "broken"
