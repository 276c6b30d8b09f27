"""Set-up (3.0): what is listed, chosen and laid out before the first room."""

from __future__ import annotations

from engine.events import Happening
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, event_invariant
from properties.tin_helm.book import NONE, book
from properties.tin_helm.ledger import book_of, event_check

DECKS = {"dungeon": 12, "enemies": 8, "loot": 8, "trappings": 8, "heroes": 4, "encounters": 6}
OPTIONS = ("eat_in_combat", "zero_energy_rolls", "favor_cap")


@event_invariant("THI-49", "TH-SETUP-01", "TH-COMP-01", kinds=("game.started",))
def decks_are_listed_by_type(happening: Happening) -> Verdict:
    """The game starts with every deck listed by itself, as many cards as the box holds."""
    listed = {deck: happening.num(deck) for deck in DECKS}
    return True if listed == DECKS else f"{listed}, expected {DECKS}"


@event_invariant("THI-43", "TH-ERR-07", kinds=("game.started",))
def every_ruling_is_stated(happening: Happening, past: History) -> Verdict:
    """The start names the content and the value of every option."""
    options = past.game.options
    stated = {name: happening.num(name) for name in OPTIONS}
    fits = stated == {name: int(options[name]) for name in OPTIONS}
    fits = fits and happening.word("shield_rule") == options["shield_rule"]
    return fits and happening.word("content") == past.game.content.id


@event_invariant("THI-49", "TH-SETUP-01", "TH-SETUP-16", whole=True,
                 kinds=("race.chosen", "class.chosen", "card.turned_up"))  # fmt: skip
def nothing_precedes_the_lists(happening: Happening, past: History) -> Verdict:
    """The decks are listed once, before anything is chosen or drawn."""
    return past.log[0].kind == "game.started" and past.counts.get("game.started") == 1


@event_check("THI-40", "TH-SETUP-04", "TH-SETUP-03", kinds=("class.chosen",))
def race_and_class_come_from_two_cards(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A race has been chosen first, and the class stands on another card."""
    cards = book(now.rules)
    return now.race != NONE and cards.race_card[now.race] != cards.class_card[h.num("class")]


@event_check("THI-40", "TH-SETUP-05", "TH-SETUP-06", "TH-SETUP-07", "TH-SETUP-10", "TH-SETUP-13",
             "TH-SETUP-15", kinds=("class.chosen",))  # fmt: skip
def the_adventurer_is_race_and_class(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Health and energy are sums of both cards, food is the race's, favor 0, level 1."""
    cards, cls = book(now.rules), h.num("class")
    expected = {
        "health": cards.max_health[now.race][cls], "energy": cards.max_energy[now.race][cls],
        "food": cards.start_food[now.race], "favor": 0, "level": 1,
    }  # fmt: skip
    told = {fact: h.num(fact) for fact in expected}
    return True if told == expected else f"{told}, expected {expected}"


@event_check("THI-40", "TH-SETUP-12", kinds=("class.chosen",))
def the_class_brings_its_trappings(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Two items are held at the start: those at the bottom of the class face."""
    items = h.nums("items")
    held = sum(1 << item for item in items)
    return len(items) == 2 and held == book(now.rules).trappings[h.num("class")]


@event_invariant("THI-40", "TH-SETUP-03", "TH-SETUP-04", kinds=("race.chosen", "class.chosen"),
                 whole=True)  # fmt: skip
def race_then_class_each_once(happening: Happening, past: History) -> Verdict:
    """First one race is chosen, then one class."""
    races, classes = past.counts.get("race.chosen", 0), past.counts.get("class.chosen", 0)
    return (races, classes) == (happening.kind == "class.chosen", 0)


@event_check("THI-07", "TH-SETUP-17", "TH-END-06", kinds=("deck.shuffled",))
def all_twelve_are_shuffled(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A shuffle takes all twelve dungeon cards, for the level the meeple stands on."""
    return h.num("cards") == len(book_of(past.game).cards) and h.num("level") == now.level


@event_check("THI-46", "TH-LEVEL-01", "TH-LEVEL-04", kinds=("level.started",))
def a_level_starts_with_a_full_pile(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Right after a shuffle, with all twelve cards unseen, the level of the meeple begins."""
    before = past.previous
    shuffled = before is not None and before.kind == "deck.shuffled"
    return shuffled and h.num("level") == now.level and now.unseen == book(now.rules).deck


@event_invariant("THI-46", "TH-LEVEL-01", kinds=("level.started",), whole=True)
def levels_come_in_order(happening: Happening, past: History) -> Verdict:
    """Levels are 1, 2, 3, … without a gap."""
    return happening.num("level") == past.counts.get("level.started", 0) + 1
