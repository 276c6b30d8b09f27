"""Minions: attacks, gains, bites, and Minions that move to characters."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.schema_words import COLOURS, EFFECT_KINDS
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    MINION_SET,
    MINIONS,
    WILD,
    bits,
    book,
    listed,
    minions_at,
    said,
    seat_of,
    with_characters,
)
from properties.ham_helsing.ledger import Turn, event_check, memory_of, offers
from properties.ham_helsing.tales import BY_KATANA, called
from properties.history import History
from properties.invariant import Verdict, step_invariant

DRAINED = ("step.enter", "turn.end", "villain.act", "villain.discard", "round.start")


# --- attacks --------------------------------------------------------------------------------------


@event_check("HHI-50", "HH-FIGHT-06", "HH-FIGHT-09", "HH-FIGHT-02", "HH-FIGHT-04", "HH-FIGHT-07",
             "HH-KATANA-04", kinds=("minion.hit",), sure=True)  # fmt: skip
def one_attack_hits_one_colour(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Each hit takes one attack of its colour, a wild or a point of the Katana, paid for it."""
    colour, token, strike = h.num("colour"), h.num("token"), memory_of(past).strike
    if not (book(now).colours[token] & ~now.hits[token]) >> colour & 1:
        return f"{h.word('token')} has no {COLOURS[colour]} left"
    if strike < 0 or (strike < WILD and strike != colour):
        return f"{COLOURS[colour]} with attack {strike}"
    return (strike == BY_KATANA) == (h.word("made_with") == "katana") or f"{h} with {strike}"


@event_check("HHI-50", "HH-FIGHT-01", "HH-KATANA-02", "HH-KATANA-04", "HH-ABIL-01", "HH-CARD-03",
             "HH-BITE-04", kinds=("minion.hit",))  # fmt: skip
def attacks_reach_as_far_as_told(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Minion is hit in the attacker's Location; next door from a distance, not by the Katana."""
    at, here = h.num("at"), now.at[now.active]
    if not minions_at(now, at) >> h.num("token") & 1 or not now.health[now.active]:
        return f"{h.word('token')} is not at {h.word('at')}"
    if at == here:
        return True
    far = bool(h.num("ranged")) and h.word("made_with") != "katana"
    return (far and bool(book(now).walks[here] >> at & 1)) or \
        f"{h.word('at')} from {said(now, 'location', here)}"


@event_check("HHI-50", "HH-FIGHT-03", "HH-FIGHT-02", "HH-SYB-10", kinds=("minion.hit",))
def a_minion_falls_when_matched(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Minion falls at once when both its colours are matched, or one where that is enough."""
    token, known = h.num("token"), book(now)
    hit = now.hits[token] | 1 << h.num("colour")
    falls = hit == known.colours[token] or known.options.flag("either_colour")
    after = past.next
    fell = after is not None and after.event.kind == "minion.defeat" and after.num("token") == token
    return fell == falls or (f"{h.word('token')} hit in {listed(now, 'colour', hit)} of "
                             f"{listed(now, 'colour', known.colours[token])}, fell {fell}")


@event_check("HHI-50", "HH-FIGHT-03", "HH-FIGHT-08", "HH-SYB-10", "HH-SCARE-01", "HH-CARD-03",
             "HH-BITE-04", "HH-BITE-03", kinds=("minion.defeat",))  # fmt: skip
def defeats_are_told_truly(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A defeat tells how many colours were matched, and whether the last attack came from afar."""
    token, known, before = h.num("token"), book(now), past.previous
    if before is None or before.event.kind != "minion.hit" or before.num("token") != token:
        return f"defeated after {before}"
    bites = known.biters >> token & 1
    told = (h.num("colours"), h.num("matched"), h.num("ranged"), h.num("safe"), h.num("at"))
    ranged = before.num("ranged")
    held = (known.worth[token], now.hits[token].bit_count(), ranged, ranged & bites,
            before.num("at"))  # fmt: skip
    return told == held or f"told {told}, held {held}"


# --- gains and bites ------------------------------------------------------------------------------


@event_check("HHI-51", "HH-GAIN-02", "HH-GAIN-01", "HH-SCARE-03", "HH-BITE-02", "HH-BITE-04",
             "HH-SOLO-13", kinds=("gain.start",))  # fmt: skip
def gains_count_the_beaten(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The gain step counts the Minions beaten this turn; those beaten from afar do not bite."""
    known, mine = book(now), now.beaten
    worth = known.worth
    bites = sum(worth[token] for token in bits(mine & known.biters & ~now.safe))
    spared = sum(worth[token] for token in bits(mine & known.biters & now.safe))
    told = (h.num("singles"), h.num("doubles"), h.num("bites"))
    held = ((mine & ~known.doubles).bit_count(), (mine & known.doubles).bit_count(), bites)
    if told != held or h.num("who") != now.active:
        return f"told {told}, beaten {held}"
    return (h.num("spared") > 0) == (spared > 0) or f"spared {h.num('spared')}, not {spared}"


@event_check("HHI-51", "HH-GAIN-01", "HH-GAIN-02", "HH-KNUCK-06", "HH-REWARD-08", "HH-ICON-04",
             kinds=("money.change",), sure=True)  # fmt: skip
def bounties_are_the_colours_beaten(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The bounty is a dollar for each colour of the beaten, as far as the track goes."""
    if h.word("cause") != "bounty":
        return None
    due = memory_of(past).bounty
    return h.num("n") == due or f"bounty {h.num('n')}, due {due}"


@event_check("HHI-51", "HH-GAIN-03", "HH-SKILL-05", "HH-GAIN-08", "HH-SCARE-03",
             kinds=("skill.change",), sure=True)  # fmt: skip
def skills_rise_by_the_colours_beaten(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A skill rises by the number of its colour among the beaten, as far as the track goes."""
    if h.word("cause") != "bounty":
        return None
    due = memory_of(past).raises[h.num("colour")]
    return h.num("n") == due or f"{h.word('colour')} rises {h.num('n')}, due {due}"


@event_check("HHI-51", "HH-GAIN-03", "HH-GAIN-01", "HH-GAIN-04", "HH-BITE-02",
             kinds=("step.enter",), sure=True)  # fmt: skip
def all_gains_are_taken(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When step 2 is over money, skills and bites are all done, and the beaten are discarded."""
    memory = memory_of(past)
    if h.word("step") != "draw":
        return None
    bites = memory.toll.get("bite_gain", 0) if now.health[h.num("who")] else 0
    left = (memory.bounty, memory.raises, bites)
    return (left == (0, [0] * 4, 0) and not now.beaten) or f"still due {left}"


@event_check("HHI-51", "HH-GAIN-08", "HH-BITE-03", kinds=("health.change",), sure=True)
def gains_come_before_bites(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Bites come in the gain step, after money and skills are taken."""
    if h.word("cause") != "bite_gain":
        return None
    memory = memory_of(past)
    return memory.step == "gain" and (memory.bounty, memory.raises) == (0, [0] * 4)


@event_check("HHI-52", "HH-GAIN-04", "HH-BITE-04", "HH-TAKE-01", "HH-TAKE-02", "HH-TAKE-03",
             "HH-TAKE-07", "HH-VFIGHT-09", "HH-CARD-05", "HH-KO-06",
             kinds=("health.change",), sure=True)  # fmt: skip
def damage_is_what_bites_and_dice_say(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Bites cost their colours, dice their symbols, less what is blocked, and never below 0."""
    word, who = h.word("cause"), h.num("who")
    if word not in ("bite_gain", "bite_end", "villain_die"):
        return None
    due = memory_of(past).toll.get(word, -1)
    wanted = -min(due, now.health[who])
    return (due > 0 and h.num("n") == wanted) or f"{h.word('who')} loses {h.num('n')}, due {due}"


@event_check("HHI-52", "HH-TAKE-02", "HH-TAKE-03", "HH-TAKE-07", "HH-TAKE-01",
             kinds=("bite.step",))  # fmt: skip
def biters_here_are_counted(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Step 6 counts the Minions in the character's present Location, biters by their colours."""
    known, who = book(now), h.num("who")
    here = minions_at(now, now.at[who])
    biting = here & known.biters
    told = (h.num("singles"), h.num("doubles"), h.num("normal"), h.num("down"))
    held = ((biting & ~known.doubles).bit_count(), (biting & known.doubles).bit_count(),
            (here & ~known.biters).bit_count(), int(not now.health[who]))  # fmt: skip
    return (told == held and who == now.active) or f"told {told}, there {held}"


@event_check("HHI-52", "HH-TAKE-01", "HH-TAKE-02", "HH-TAKE-03", kinds=("turn.end",), sure=True)
def no_bite_is_forgotten(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When the turn ends every biter in the Location has bitten."""
    left = memory_of(past).toll.get("bite_end", 0)
    return not left or not now.health[h.num("who")] or f"{left} not bitten"


@event_check("HHI-52", "HH-CARD-04", "HH-CARD-05", kinds=("damage.softened",))
def softened_damage_is_promised(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Texts take from the active character's next Damage all they promised, down to none of it."""
    due, by, left = memory_of(past).toll.get(h.word("cause"), -1), h.num("by"), h.num("left")
    if h.num("who") != now.active or not 0 < by <= now.soften or (left and by < now.soften):
        return f"{h}, promised {now.soften}"
    return due < 0 or left == due - by or f"left {left} of {due}"


@event_check("HHI-53", "HH-TAKE-05", "HH-TAKE-06", kinds=("health.change",))
def step_six_hurts_the_active_alone(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """In step 6 only the character whose turn it is loses health, and only by bites."""
    if memory_of(past).step != "damage" and h.word("cause") != "bite_end":
        return None
    return h.num("who") == now.active and h.word("cause") == "bite_end"


# --- Minions that move ----------------------------------------------------------------------------


@event_check("HHI-56", "HH-EFFECT-09", "HH-EFFECT-12", "HH-EFFECT-13", "HH-EFFECT-15",
             "HH-HEN-05", "HH-VMIN-01", "HH-VMIN-04", kinds=("minions.called",))  # fmt: skip
def the_called_are_counted(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A colour calls each Minion that has it, next to a character, with none in its own place."""
    found = called(now, h.num("colour"), h.word("cause")).bit_count()
    return h.num("n") == found or f"called {h.num('n')}, can move {found}"


@event_check("HHI-56", "HH-EFFECT-09", "HH-EFFECT-11", "HH-EFFECT-12", "HH-EFFECT-13",
             "HH-EFFECT-14", "HH-EFFECT-15", "HH-HEN-05", "HH-VMIN-01", "HH-VMIN-04", "HH-LOSE-09",
             kinds=("minion.move",), sure=True)  # fmt: skip
def the_called_move_one_step(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Minion called moves once, along one path, with Knuckles and the snapshot respected."""
    memory, token = memory_of(past), h.num("token")
    origin, to, known = h.num("from"), h.num("to"), book(now)
    if not (memory.movers & ~memory.moved) >> token & 1 or memory.cause != h.word("cause"):
        return f"{h.word('token')} was not called, or moved before"
    if not known.near[origin] >> to & 1:
        return f"no path from {h.word('from')} to {h.word('to')}"
    people = with_characters(now)
    told = (h.num("lost"), h.num("off_villain"), h.num("off_character"))
    held = (now.lost >> to & 1, int(origin == now.villain), people >> origin & 1)
    return told == held or f"told {told}, held {held}"


@event_check("HHI-56", "HH-EFFECT-09", "HH-EFFECT-10", "HH-VMIN-01", "HH-HEN-05",
             kinds=(*DRAINED, "token.discard", "nests.fed", "minions.called"),
             sure=True)  # fmt: skip
def all_the_called_have_moved(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Every Minion that a colour calls has moved before anything else happens."""
    memory = memory_of(past)
    left = memory.movers & ~memory.moved
    return not left or f"called and not moved: {listed(now, 'token', left)}"


@step_invariant("HHI-78", "HH-EFFECT-10", rows=("move_pick",))
def goals_are_chosen_by_one_seat(step: Turn, past: History) -> Verdict:
    """Who is on turn chooses, in the Villain Phase the first player, between two goals or more."""
    state, known = step.before, book(step.before)
    turn = state.phase >= 0 and past.game.rows[state.phase].name == "move_pick"
    in_villain = state.card >= 0
    wanted = (0 if known.solo else state.first) if in_villain else seat_of(state, state.active)
    goals = [args[0] for args in offers(step, "move_to")]
    people = with_characters(state)
    fit = all(people >> at & 1 and at != state.bear for at in goals)
    return turn and step.player == wanted and len(goals) > 1 and fit


@event_check("HHI-56", "HH-VMIN-01", "HH-VMIN-02", "HH-EFFECT-09", "HH-SYB-09",
             kinds=("minions.called",))  # fmt: skip
def the_right_colour_is_called(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The colour is that of the Effect, of the Villain card, or the last colour of the die."""
    memory, known, colour = memory_of(past), book(now), h.num("colour")
    cause, roll = h.word("cause"), past.last.get("die.roll")
    if cause == "effect":
        row = known.effect_rows[memory.resolving - MINIONS] if memory.resolving >= 0 else {}
        return row.get("colour", COLOURS[colour]) == COLOURS[colour]
    if cause == "villain_card":
        shown = known.calls[now.card] if now.card >= 0 else -1
        if not known.options.flag("villain_minion_moves") or shown > WILD:
            return "nobody is called by this card"
        if shown < WILD:
            return colour == shown
    return roll is None or (roll.num("face") == colour and roll.word("for") == cause)


@event_check("HHI-56", "HH-VMIN-02", kinds=("die.roll",))
def a_die_is_rolled_until_a_colour(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Damage and power faces are rolled again when a colour is wanted, and do nothing."""
    if h.word("for") == "fight":
        return None
    after = past.next
    kinds = "" if after is None else after.event.kind
    if h.num("face") >= WILD:
        return kinds == "" or f"face {h.word('face')} brings {kinds}"
    return kinds == "minions.called" and after is not None and after.num("colour") == h.num("face")


@event_check("HHI-02", "HH-EFFECT-08", "HH-SETUP-02", kinds=("setup.place_minion",))
def minions_alone_are_seeded(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """At the set-up Minions alone are placed, one a Location, by letter."""
    at, token = h.num("at"), h.num("token")
    seeded = [here for here, tokens in enumerate(now.board) if tokens]
    if token >= MINIONS or now.board[at] or at < max(seeded, default=-1):
        return f"{h} after {listed(now, 'location', seeded)}"
    return not now.bag & ~MINION_SET and len(EFFECT_KINDS) == 6
