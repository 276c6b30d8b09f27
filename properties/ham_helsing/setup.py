"""The set-up: board, characters, Villain, dial, nests, decks, seeding, the first player."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.ham_helsing.schema_words import COLOURS, VILLAINS
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import MINIONS, bits, book
from properties.ham_helsing.ledger import Turn, chosen, event_check
from properties.history import History
from properties.invariant import Verdict, event_invariant, invariant, step_invariant

SWITCHES = (("villain_health_delta", 0), ("powers_uncovered", 0), ("gifts", True),
            ("knuckles_on_nests", True), ("enter_villain_hurts", False),
            ("enter_biters_hurts", False))  # fmt: skip


def _here(past: History) -> HamHelsing:
    return cast(HamHelsing, past.state)


@event_invariant("HHI-19", "HH-SOLO-01", "HH-COMP-13", "HH-SETUP-10", "HH-SPICY-04",
                 kinds=("setup.mode",), whole=True)  # fmt: skip
def the_party_is_of_the_options(h: Happening, past: History) -> Verdict:
    """One seat plays two characters, otherwise each seat one; harder rules may be combined."""
    known = book(_here(past))
    told = (h.num("seats"), h.num("characters"), h.num("solo"))
    held = (known.seats, 2 if known.seats == 1 else known.seats, int(known.seats == 1))
    several = sum(known.options[name] != rest for name, rest in SWITCHES)
    if known.options.number("villain_health_delta") < 0:
        several -= 1
    return (told == held and h.num("switches") == several) or f"{told}, {h.num('switches')}"


@event_invariant("HHI-13", "HH-SETUP-04", "HH-SETUP-05", "HH-COMP-16", kinds=("setup.board",),
                 whole=True)  # fmt: skip
def the_board_is_laid(h: Happening, past: History) -> Verdict:
    """The Shield lies in the Lab, Knuckles is at his starting position and on no Location."""
    state = _here(past)
    return (h.word("shield"), h.num("knuckles")) == ("lab", -1) and (state.shield, state.bear) == (
        4, -1,
    )  # fmt: skip


@event_invariant("HHI-07", "HH-SETUP-07", kinds=("setup.piles",), whole=True)
def upgrades_are_two_piles(h: Happening, past: History) -> Verdict:
    """Upgrades are split by their type, 28 and 26."""
    special = book(_here(past)).special.bit_count()
    return (h.num("attack"), h.num("special")) == (28, 26) and special == 26


@event_invariant("HHI-15", "HH-SETUP-10", "HH-SETUP-11", "HH-SETUP-12", "HH-SETUP-13",
                 "HH-SETUP-14", "HH-SOLO-03", "HH-SYB-12", "HH-COMP-11",
                 kinds=("setup.choose_character",), whole=True)  # fmt: skip
def characters_start_as_printed(h: Happening, past: History) -> Verdict:
    """Each character starts in Mud Canyon, at full health, with printed money and no skill."""
    state = _here(past)
    known = book(state)
    who = past.counts.get("setup.choose_character", 0)
    dollar = known.options.flag("start_dollar")
    told = tuple(h.num(word) for word in ("seat", "health", "money", "skills", "at", "dollar"))
    held = (0 if known.solo else who, known.health_max[who], known.start_money[who], 0,
            known.canyon, int(dollar))  # fmt: skip
    if h.word("character") != known.who[who] or told != held:
        return f"{h.word('character')} starts with {told}, printed {held}"
    skills = list(state.skill[4 * who : 4 * who + 4])
    now = (state.health[who], state.money[who], state.at[who], skills)
    return now == (held[1], held[2], known.canyon, [0] * 4) or f"{now}"


@event_invariant("HHI-13", "HH-SETUP-15", "HH-SETUP-16", kinds=("setup.katana",), whole=True)
def the_katana_is_hams(h: Happening, past: History) -> Verdict:
    """The Katana starts with Ham, or in the box where he does not play."""
    known = book(_here(past))
    wanted = known.ham if known.ham in known.crew else 4
    return h.num("holder") == wanted == _here(past).katana


@event_invariant("HHI-18", "HH-SETUP-26", "HH-SETUP-30", kinds=("setup.choose_villain",),
                 whole=True)  # fmt: skip
def the_villain_is_chosen(h: Happening, past: History) -> Verdict:
    """The Villain and the place where it starts are those of the options."""
    known = book(_here(past))
    wanted = (VILLAINS.index(known.options.word("villain")), known.villain_start)
    return (h.num("villain"), h.num("at")) == wanted and _here(past).villain == wanted[1]


@event_invariant("HHI-18", "HH-SETUP-28", "HH-SYB-01", "HH-SPICY-01", "HH-EPIG-04",
                 kinds=("setup.villain_health",), whole=True)  # fmt: skip
def the_dial_is_set(h: Happening, past: History) -> Verdict:
    """The dial shows the printed health with what variants add or take, at least 1."""
    known = book(_here(past))
    told = h.num("printed") + h.num("delta") + h.num("epig")
    parts = (h.num("delta"), h.num("epig"))
    options = known.options
    held = (options.number("villain_health_delta"),
            options.number("epig_health") * sum(known.added))  # fmt: skip
    good = parts == held and h.num("health") == max(1, told) == known.dial
    return (good and _here(past).dial == known.dial) or f"{h}, wanted {known.dial}"


@event_invariant("HHI-14", "HH-SETUP-29", "HH-EPIG-03", "HH-SPICY-02", "HH-COMP-07",
                 kinds=("setup.nests",), whole=True)  # fmt: skip
def nests_cover_the_powers(h: Happening, past: History) -> Verdict:
    """Eight nests wait; powers are bare as asked, the first at least where cards were added."""
    known = book(_here(past))
    told = (h.num("count"), h.num("uncovered"), h.num("asked"), h.num("epig"))
    bare = known.bare.bit_count()
    held = (8, bare, known.options.number("powers_uncovered"), sum(known.added))
    return (told == held and _here(past).shown == known.bare) or f"told {told}, held {held}"


@event_invariant("HHI-12", "HH-SETUP-23", "HH-SETUP-24", "HH-SETUP-25", "HH-EPIG-01",
                 kinds=("setup.villain_deck",), whole=True)  # fmt: skip
def the_villain_deck_is_stacked(h: Happening, past: History) -> Verdict:
    """Levels 1 to 4 lie in order, added cards beside their own; the rest is in the box."""
    known = book(_here(past))
    told = (list(h.nums("levels")), h.num("boxed"), h.num("added"))
    held = (known.levels, 16 - len(known.levels), sum(known.added))
    good = known.levels == sorted(known.levels) and known.levels[-1] == 4
    return (told == held and good and list(_here(past).levels) == known.levels) or f"{told}"


@event_invariant("HHI-24", "HH-SETUP-31", "HH-COMP-08", "HH-NEW-02",
                 kinds=("setup.first_player",), whole=True)  # fmt: skip
def one_seat_goes_first(h: Happening, past: History) -> Verdict:
    """The First Player is the seat of the option, or one drawn among all."""
    known = book(_here(past))
    option = known.options["first_seat"]
    seat, drawn = h.num("seat"), h.num("drawn")
    if option == "random":
        return drawn == 1 and 0 <= seat < known.seats
    return (seat, drawn) == (option, 0) or f"seat {seat}, asked for {option}"


@step_invariant("HHI-73", "HH-SETUP-31", rows=("first",))
def first_players_are_drawn_evenly(step: Turn) -> Verdict:
    """Each seat is as likely as any other to go first."""
    outcomes = step.game.chance_outcomes(step.before)
    seats = [code - step.game.space.bases["first_player"] for code, _ in outcomes]
    fair = len({weight for _, weight in outcomes}) == 1
    return fair and seats == list(range(step.game.players)) and step.after.first == chosen(step)[0]


@step_invariant("HHI-01", "HH-SETUP-01", "HH-SETUP-02", "HH-SETUP-03", rows=("seed",))
def seeding_draws_minions_alone(step: Turn) -> Verdict:
    """Seeding draws Minions alone, by their numbers; Effects join the bag after it."""
    state, known = step.before, book(step.before)
    base = step.game.space.bases["seed_minion"]
    outcomes = step.game.chance_outcomes(state)
    tokens = [code - base for code, _ in outcomes]
    if any(token >= MINIONS for token in tokens) or state.bag >> MINIONS:
        return f"Effects among {tokens}"
    total = sum(weight for _, weight in outcomes)
    bitten: dict[tuple[int, int], int] = {}
    for token in bits(state.bag):
        look = (known.colours[token], known.biters >> token & 1)
        bitten[look] = bitten.get(look, 0) + 1
    looks = {(known.colours[code - base], known.biters >> code - base & 1): weight
             for code, weight in outcomes}  # fmt: skip
    count = state.bag.bit_count()
    return len(looks) == len(outcomes) == len(bitten) and all(
        looks[look] * count == bitten[look] * total for look in bitten
    )


@event_check("HHI-01", "HH-SETUP-01", "HH-SETUP-03", "HH-SYB-02", "HH-SETUP-02",
             kinds=("setup.bag",))  # fmt: skip
def the_bag_is_filled_after_seeding(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Fifteen Locations hold one Minion, two hold none; the rest and the Effects are mixed."""
    known = book(now)
    bare = [at for at, tokens in enumerate(now.board) if not tokens]
    ids = known.pack.ids("location")
    unseeded = cast(list[str], known.pack.constants["unseeded"])
    if [ids[at] for at in bare] != unseeded or any(t.bit_count() > 1 for t in now.board):
        return f"bare are {[ids[at] for at in bare]}"
    effects = known.effects.bit_count()
    told = (h.num("minions"), h.num("effects"), h.num("removed"))
    return told == (45, effects, 9 - effects) or f"told {told}"


@event_check("HHI-32", "HH-SETUP-17", "HH-SOLO-05", "HH-SOLO-04", kinds=("villain.top",))
def hands_are_dealt_before_play(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Before the first round every hand has its size and the rest lies in the deck."""
    if now.round:
        return None
    known = book(now)
    size = 20 if known.solo else 10
    found = [(now.hand[z].bit_count(), now.deck[z].bit_count()) for z in known.zones]
    return found == [(known.hand, size - known.hand)] * len(known.zones) or f"{found}"


@event_check("HHI-80", "HH-SETUP-22", "HH-REWARD-03", "HH-SETUP-20", kinds=("villain.top",))
def the_top_card_shows_its_back(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The level, the rounds left and the number of cards below are told, and no front."""
    card = _here(past).next_card
    if card < 0:
        return None if past.step is None else "no card is on top"
    known = book(now)
    rows = known.pack.rows_of("villain_card")
    told = (h.num("level"), h.num("rounds"), h.num("below"))
    held = (known.level[card], rows[card]["rounds_remaining"], len(now.levels) - 1)
    return (told == held and h.event.facts == ("level", "rounds", "below")) or f"told {told}"


@invariant("HHI-01", "HH-SETUP-03", "HH-COMP-01", "HH-SETUP-02", rows=("upgrade", "card"))
def the_bag_is_full_before_play(state: HamHelsing) -> Verdict:
    """After seeding, before play, 45 Minions and all Effects are in the bag, none discarded."""
    if state.round:
        return None
    known = book(state)
    count = 45 + known.effects.bit_count()
    return state.bag.bit_count() == count and not state.scrap and len(COLOURS) == 4
