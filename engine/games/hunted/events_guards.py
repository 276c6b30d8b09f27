"""Guards: named tests over an event's facts, so that it never proves more than it saw."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening

Guard = Callable[[Happening], bool]


def _cause(word: str, says: str) -> Guard:
    """A guard: the cause is that word."""

    def holds(h: Happening) -> bool:
        return h.word("cause") == word

    holds.__doc__ = says
    return holds


def _type(word: str, says: str) -> Guard:
    """A guard: the card's type is that word."""

    def holds(h: Happening) -> bool:
        return h.word("type") == word

    holds.__doc__ = says
    return holds


by_explore = _cause("explore", "An Explore did it.")
by_combat = _cause("combat", "The start of a combat did it.")
by_hiding = _cause("hide", "Hide did it.")
by_battle = _cause("battle", "The start of the Finale Battle did it.")
as_defeated = _cause("defeated", "A beaten Enemy is discarded.")
as_used_up = _cause("once", "A Usable-Once-Only weapon is discarded.")
with_its_weapon = _cause("host", "An attached item goes with its weapon.")
is_weapon = _type("weapon", "It is a weapon.")
is_key = _type("key", "It is a key.")

# --- set-up ----------------------------------------------------------------------------------


def one_weapon(h: Happening) -> bool:
    """The inventory is one card."""
    return len(h.nums("inventory")) == 1


def ten_energy(h: Happening) -> bool:
    """Energy is ten."""
    return h.num("energy") == 10


def row_is_empty(h: Happening) -> bool:
    """No card lies in the Row."""
    return not h.nums("row")


def every_other_card(h: Happening) -> bool:
    """All 46 other cards are in the deck."""
    return h.num("others") == 46


def in_the_middle(h: Happening) -> bool:
    """As many cards above as below, or one apart."""
    return abs(h.num("above") - h.num("below")) <= 1


def dorian_added(h: Happening) -> bool:
    """One more card: the Minion Dorian Gray."""
    return h.word("finale") == "dorian_gray" and h.num("added") == 1


def finale_cards_added(h: Happening) -> bool:
    """Twelve more cards: all Finale cards but the Bosses."""
    return h.word("finale") == "monster_mash" and h.num("added") == 12


def six_of_dracula(h: Happening) -> bool:
    """Six cards lie hidden."""
    return h.word("finale") == "dracula" and h.num("hidden") == 6


def jekyll_beneath_three(h: Happening) -> bool:
    """Three cards lie hidden on one known card."""
    one = len(h.nums("known")) == 1
    return h.word("finale") == "jekyll_hyde" and h.num("hidden") == 3 and one


def picture_shows_five(h: Happening) -> bool:
    """The Picture shows its lowest number."""
    return h.word("finale") == "dorian_gray" and h.num("picture") == 5


def three_of_dorian(h: Happening) -> bool:
    """Three cards lie hidden."""
    return h.word("finale") == "dorian_gray" and h.num("hidden") == 3


def two_of_the_mash(h: Happening) -> bool:
    """Two known Bosses and a Picture."""
    two = len(h.nums("known")) == 2
    return h.word("finale") == "monster_mash" and h.num("picture") == 5 and two


# --- energy ----------------------------------------------------------------------------------


def energy_moved(h: Happening) -> bool:
    """The cube was moved."""
    return h.num("from") != h.num("to")


def cut_at_the_cap(h: Happening) -> bool:
    """Less was gained than asked."""
    return h.num("to") - h.num("from") < h.num("asked")


def one_for_hiding(h: Happening) -> bool:
    """Hide cost one."""
    return by_hiding(h) and h.num("asked") == -1


def dearer_hiding(h: Happening) -> bool:
    """Hide cost more than one, for the Location."""
    return by_hiding(h) and h.num("asked") < -1


# --- Collect and Rescue ----------------------------------------------------------------------


def kept(h: Happening) -> bool:
    """It goes to the inventory and is not to be attached."""
    return not h.num("attach")


def is_kept_item(h: Happening) -> bool:
    """An item that goes to the inventory."""
    return h.word("type") == "item" and kept(h)


def pooled(h: Happening) -> bool:
    """Several cards paid together."""
    return len(h.nums("paid")) > 1


def icons_lost(h: Happening) -> bool:
    """More icons than the cost."""
    return sum(h.nums("lost")) > 0


def the_relic_of_the_example(h: Happening) -> bool:
    """Handheld Flare and Mystic for the Sacred Relic, two hand icons lost."""
    paid = h.facts()["paid"]
    named = isinstance(paid, list) and sorted(map(str, paid)) == ["handheld_flare", "mystic"]
    return named and h.word("card") == "sacred_relic" and h.nums("lost") == (0, 2, 0, 0)


def paid_with_a_survivor(h: Happening) -> bool:
    """A Survivor of the Row was among the discarded."""
    return h.num("survivors") > 0


def of_the_finale(h: Happening) -> bool:
    """A Finale card was taken like any other of its type."""
    return h.num("finale") == 1


def key_icon_lost(h: Happening) -> bool:
    """More key icons than the cost."""
    return h.num("lost") > 0


def two_icons_paid(h: Happening) -> bool:
    """Two Lone Keys or one Key Ring for a cost of two."""
    return h.num("cost") == 2 and sorted(h.nums("values")) in ([1, 1], [2])


def ring_for_one(h: Happening) -> bool:
    """A Key Ring for a cost of one."""
    return h.num("cost") == 1 and h.nums("values") == (2,)


# --- deck, Row, Locations --------------------------------------------------------------------


def foes_do_not_count(h: Happening) -> bool:
    """With the Bosses and Minions there would be two Enemies, without them there are not."""
    enemies, foes = h.num("enemies"), h.num("foes")
    return enemies < 2 <= enemies + foes


def by_battle_with_jekyll(h: Happening) -> bool:
    """Jekyll alone is left in the Row."""
    return by_battle(h) and h.word("finale") == "jekyll_hyde" and len(h.nums("kept")) == 1


def from_under_the_weapon(h: Happening) -> bool:
    """A card drawn for an attack."""
    return h.word("zone") == "tucked"


def to_the_deck(h: Happening) -> bool:
    """A card drawn for an attack goes back."""
    return h.word("zone") == "deck"


def first_time(h: Happening) -> bool:
    """The second pass begins."""
    return h.num("pass") == 2 and not by_battle(h)


def finale_beneath(h: Happening) -> bool:
    """Shuffled cards lie on the Finale pile."""
    return first_time(h) and h.num("shuffled") > 0 and h.num("pile") > 0


def first_time_in_combat(h: Happening) -> bool:
    """The last card went to an attack."""
    return first_time(h) and h.word("cause") == "attack"


def again_for_a_card(h: Happening) -> bool:
    """A later time, because a card was needed."""
    return h.num("pass") > 2 and not by_battle(h)


def third_location_in(h: Happening) -> bool:
    """Location III is among the shuffled cards."""
    return first_time(h) and h.num("location") >= 0


def bosses_beneath(h: Happening) -> bool:
    """Dracula and Jekyll/Hyde at the bottom."""
    return first_time(h) and h.word("finale") == "monster_mash" and h.num("pile") == 2


def at_once(h: Happening) -> bool:
    """Drawn by Explore, not laid out at set-up."""
    return not h.num("late") and h.num("numeral") > 1


def late(h: Happening) -> bool:
    """Drawn otherwise, after what was in hand."""
    return h.num("late") == 1


def not_by_defeat(h: Happening) -> bool:
    """Discarded otherwise than as the beaten foe."""
    return h.word("cause") != "defeated"


def item_goes(h: Happening) -> bool:
    """The item is discarded."""
    return h.num("discarded") == 1


def tired_help(h: Happening) -> bool:
    """Survivors who had been exhausted stand again."""
    return bool(h.nums("readied"))


def picture_is_fixed(h: Happening) -> bool:
    """A Picture shows its number."""
    return h.num("picture") > 0
