"""Minions and tokens: attacks, gains, bites, placing, Effects, and Minions that move."""

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
    minions_at,
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
        return f"Minion {token} has no {COLOURS[colour]} left"
    if strike < 0 or (strike < WILD and strike != colour):
        return f"{COLOURS[colour]} with attack {strike}"
    return (strike == BY_KATANA) == (h.word("made_with") == "katana") or f"{h} with {strike}"


@event_check("HHI-50", "HH-FIGHT-01", "HH-KATANA-02", "HH-ABIL-01", "HH-CARD-03", "HH-BITE-04",
             kinds=("minion.hit",))  # fmt: skip
def attacks_reach_as_far_as_told(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Minion is hit in the attacker's Location; one next door by an attack from a distance."""
    at, here = h.num("at"), now.at[now.active]
    if not minions_at(now, at) >> h.num("token") & 1 or not now.health[now.active]:
        return f"Minion {h.num('token')} is not at {at}"
    if at == here:
        return True
    return (bool(h.num("ranged")) and bool(book(now).walks[here] >> at & 1)) or f"{at} from {here}"


@event_check("HHI-50", "HH-FIGHT-03", "HH-FIGHT-02", "HH-SYB-10", kinds=("minion.hit",))
def a_minion_falls_when_matched(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Minion falls at once when both its colours are matched, or one where that is enough."""
    token, known = h.num("token"), book(now)
    hit = now.hits[token] | 1 << h.num("colour")
    falls = hit == known.colours[token] or known.options.flag("either_colour")
    after = past.next
    fell = after is not None and after.event.kind == "minion.defeat" and after.num("token") == token
    return fell == falls or f"hits {hit:b} of {known.colours[token]:b}, fell {fell}"


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
    return (due > 0 and h.num("n") == wanted) or f"{who} loses {h.num('n')}, due {due}"


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
    """A text takes from the active character's next Damage what it promised, no more."""
    due, by = memory_of(past).toll.get(h.word("cause"), -1), h.num("by")
    if h.num("who") != now.active or not 0 < by <= now.soften:
        return f"{h}, promised {now.soften}"
    return due < 0 or h.num("left") == due - by or f"left {h.num('left')} of {due}"


@event_check("HHI-53", "HH-TAKE-05", "HH-TAKE-06", kinds=("health.change",))
def step_six_hurts_the_active_alone(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """In step 6 only the character whose turn it is loses health, and only by bites."""
    if memory_of(past).step != "damage" and h.word("cause") != "bite_end":
        return None
    return h.num("who") == now.active and h.word("cause") == "bite_end"


# --- placing --------------------------------------------------------------------------------------


@event_check("HHI-54", "HH-PLACE-01", "HH-PLACE-02", "HH-PLACE-08", "HH-PLACE-09", "HH-PLACE-10",
             "HH-VNEST-01", "HH-EFFECT-07", kinds=("token.place", "token.shortage"),
             sure=True)  # fmt: skip
def tokens_come_to_locations_owed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """One token each: to the neighbours in step 4, to nests, to pairs; by letter unless chosen."""
    memory, by, at = memory_of(past), h.word("by"), h.num("at")
    if by == "power":
        return None
    left = memory.spawn if by == "spawn" else memory.goals
    if not left >> at & 1 or (by != "spawn" and memory.by != by):
        return f"{by} places at {at}, owed {list(bits(left))}"
    if by == "step" and book(now).options.word("placement_order") == "choose":
        return True
    return at == next(bits(left)) or f"{at} before {next(bits(left))}"


@event_check("HHI-54", "HH-PLACE-01", "HH-VNEST-01", "HH-PLACE-06", "HH-VNEST-02", "HH-VNEST-04",
             kinds=(*DRAINED, "effect.resolve"), sure=True)  # fmt: skip
def nothing_owed_is_left_unplaced(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Effects, checks and powers wait until all tokens of the batch are placed."""
    memory = memory_of(past)
    if h.event.kind == "step.enter" and h.word("step") not in ("limits", "damage"):
        return None
    if not memory.goals and not memory.spawn:
        return True
    return f"{h.kind}, still owed {list(bits(memory.goals | memory.spawn))}"


@event_check("HHI-54", "HH-PLACE-07", "HH-PLACE-06", kinds=("token.place",))
def tokens_come_out_of_the_bag(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """What is placed was just drawn, and was in the bag."""
    before, token = past.previous, h.num("token")
    if before is None or before.event.kind != "token.draw" or before.num("token") != token:
        return f"{token} is placed after {before}"
    return bool(now.bag >> token & 1)


@event_check("HHI-54", "HH-PLACE-02", "HH-PLACE-09", "HH-LOSE-09", kinds=("token.place",))
def placed_tokens_are_told_truly(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A token tells whether it came to a lost Location, and for a character who lies."""
    lost, down = now.lost >> h.num("at") & 1, int(not now.health[now.active])
    if h.num("lost") != lost:
        return f"told {h.num('lost')}, lost {lost}"
    return h.word("by") != "step" or h.num("down") == down


@event_check("HHI-54", "HH-PLACE-06", kinds=("token.shortage",))
def only_nothing_is_a_shortage(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A placement is skipped only where bag and discard are both empty."""
    return not now.bag and not now.scrap


@event_check("HHI-04", "HH-PLACE-06", "HH-GAIN-07", kinds=("bag.refill",))
def an_empty_bag_takes_the_whole_discard(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The bag is refilled only when it is empty, with every discarded token and nothing else."""
    return not now.bag and h.num("n") == now.scrap.bit_count() > 0


@step_invariant("HHI-54", "HH-PLACE-07", "HH-PLACE-06", "HH-ICON-01", rows=("token",), every=3)
def tokens_are_drawn_by_numbers(step: Turn) -> Verdict:
    """Each kind of token weighs as many as are in the bag."""
    state, known = step.before, book(step.before)
    rows = known.effect_rows

    def look(token: int) -> tuple[object, ...]:
        if token < MINIONS:
            return known.colours[token], known.biters >> token & 1
        row = rows[token - MINIONS]
        return row["kind"], row.get("colour")

    counts: dict[tuple[object, ...], int] = {}
    for token in bits(state.bag or state.scrap):
        counts[look(token)] = counts.get(look(token), 0) + 1
    base = step.game.space.bases["draw_token"]
    outcomes = step.game.chance_outcomes(state)
    found = {look(code - base): weight for code, weight in outcomes}
    if sorted(map(str, found)) != sorted(map(str, counts)) or len(found) != len(outcomes):
        return f"offered {found}, in the bag {counts}"
    one = next(iter(counts))
    return all(found[a] * counts[one] == found[one] * counts[a] for a in counts)


# --- Effects --------------------------------------------------------------------------------------


@event_check("HHI-55", "HH-EFFECT-02", "HH-PLACE-04", "HH-HEN-02", "HH-CHAD-02", "HH-SILK-02",
             "HH-SILK-04", "HH-VNEST-03", kinds=("effect.resolve",), sure=True)  # fmt: skip
def effects_are_resolved_in_order(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Effects are resolved one after the other in the order they were drawn."""
    memory, token = memory_of(past), h.num("token")
    if memory.resolving >= 0:
        return f"{token} while {memory.resolving} is being resolved"
    row = book(now).effect_rows[token - MINIONS]
    if h.word("kind") != row["kind"] or not now.board[h.num("at")] >> token & 1:
        return f"Effect {token} at {h.num('at')}"
    return memory.waiting[:1] == [token] or f"{token} before {memory.waiting}"


@event_check("HHI-55", "HH-HEN-02", "HH-CHAD-02", "HH-SILK-02", "HH-SILK-04", "HH-PLACE-04",
             kinds=("token.place",))  # fmt: skip
def powers_let_effects_happen_at_once(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An Effect that a power placed is resolved before another token; others wait for the batch."""
    if h.num("at_once") != int(h.word("by") == "power"):
        return f"{h.word('by')} places at once: {h.num('at_once')}"
    if h.num("token") < MINIONS or h.word("by") != "power":
        return None
    after = past.next
    return after is not None and after.event.kind == "effect.resolve" \
        and after.num("token") == h.num("token")  # fmt: skip


@event_check("HHI-55", "HH-PLACE-05", kinds=("token.discard",))
def resolved_effects_are_discarded(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The Effect just resolved is discarded, and no Minion with it."""
    token, done = h.num("token"), memory_of(past).resolving
    return (token >= MINIONS and done in (-1, token)) or f"{token} after {done}"


@event_check("HHI-55", "HH-EFFECT-02", "HH-PLACE-05", kinds=DRAINED, sure=True)
def no_effect_is_left_waiting(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Before a check, a new step or a power every Effect is resolved."""
    memory = memory_of(past)
    return (not memory.waiting and memory.resolving < 0) or f"waiting: {memory.waiting}"


def _clockwise(now: HamHelsing) -> list[int]:
    crew = book(now).crew
    return [(now.active + n) % len(crew) for n in range(len(crew))]


@event_check("HHI-55", "HH-EFFECT-03", "HH-EFFECT-06", "HH-EFFECT-04", "HH-EFFECT-05",
             "HH-SOLO-08", kinds=("token.discard",), sure=True)  # fmt: skip
def effects_reach_everybody(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Money, skill and cover Effects ask each character in turn; crowds hurt those among two."""
    token = h.num("token")
    if token < MINIONS:
        return "a Minion is discarded as an Effect"
    kind = str(book(now).effect_rows[token - MINIONS]["kind"])
    reached = list(past.since("effect.resolve"))
    order, start = _clockwise(now), past.before
    told = {
        "all_lose_money": [e.num("who") for e in reached if e.event.kind == "money.change"],
        "all_reduce_skill": [e.num("who") for e in reached if e.event.kind == "skill.change"],
        "all_cover_icon": [e.num("who") for e in reached if e.event.kind == "icon.cover"],
        "crowd_damage": [e.num("who") for e in reached if e.event.kind == "health.change"],
    }  # fmt: skip
    found = told.get(kind)
    if found is None or start is None:
        return None
    if kind == "all_lose_money":
        return found == order or f"lost by {found}, in turn {order}"
    if kind == "crowd_damage":
        fell = [e.num("who") for e in reached if e.event.kind == "ko"]
        hurt = [who for who in order if minions_at(now, now.at[who]).bit_count() > 1
                and (now.health[who] or who in fell)]  # fmt: skip
        return found == hurt or f"hurt {found}, among two stand {hurt}"
    places = [order.index(who) for who in found]
    return places == sorted(set(places)) or f"asked {found}, in turn {order}"


@event_check("HHI-55", "HH-EFFECT-03", "HH-EFFECT-06", "HH-EFFECT-04", "HH-SKILL-06",
             kinds=("money.change", "health.change", "skill.change"))  # fmt: skip
def effects_cost_one(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An Effect costs $1, one skill space or one health, and nobody below nothing."""
    word, who, n = h.word("cause"), h.num("who"), h.num("n")
    if word == "effect_crowd":
        return n == -1 and now.health[who] > 0
    if word != "effect":
        return None
    have = now.money[who] if h.event.kind == "money.change" else \
        now.skill[4 * who + h.num("colour")]  # fmt: skip
    return n == -min(1, have) or f"{n} of {have}"


@step_invariant("HHI-78", "HH-EFFECT-04", "HH-EFFECT-05", "HH-ROBO-03", rows=("lower", "cover"))
def each_chooses_for_the_own_character(step: Turn) -> Verdict:
    """Skills are lowered and icons covered by the seat of the character, where it can be."""
    told = [h for h in step.events if h.event.kind in ("icon.cover", "skill.change")]
    if not told:
        return "nothing was chosen"
    return step.player == seat_of(step.before, told[0].num("who"))


@event_check("HHI-29", "HH-EFFECT-05", kinds=("icon.cover",))
def covered_icons_were_open(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An open icon of a card in the character's hand is covered."""
    card, zone = h.num("card"), 0 if book(now).solo else h.num("who")
    inside = now.hand[zone] >> card & 1
    return bool(inside) and not now.covered[card] >> h.num("place") & 1


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
        return f"Minion {token} was not called, or moved before"
    if not known.near[origin] >> to & 1:
        return f"no path from {origin} to {to}"
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
    return not left or f"called and not moved: {list(bits(left))}"


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
        return f"{token} at {at} after {seeded}"
    return not now.bag & ~MINION_SET and len(EFFECT_KINDS) == 6
