"""Tokens: placing them, the bag, and the Effects among them."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import MINIONS, bits, book, listed, minions_at, said, seat_of
from properties.ham_helsing.ledger import Turn, event_check, memory_of
from properties.history import History
from properties.invariant import Verdict, step_invariant

DRAINED = ("step.enter", "turn.end", "villain.act", "villain.discard", "round.start")


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
        return f"{by} places at {h.word('at')}, owed {listed(now, 'location', left)}"
    if by == "step" and book(now).options.word("placement_order") == "choose":
        return True
    first = next(bits(left))
    return at == first or f"{h.word('at')} before {said(now, 'location', first)}"


@event_check("HHI-79", "HH-PLACE-08", kinds=("token.place", "token.shortage"), sure=True)
def the_next_location_is_named(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Where the order is chosen a Location is named before its token, unless it is the last."""
    goals = memory_of(past).goals
    if h.word("by") != "step" or book(now).options.word("placement_order") != "choose":
        return None
    named = [e.num("at") for e in past.since("token.place", "token.shortage", "step.enter")
             if e.event.kind == "choice.placement"]  # fmt: skip
    wanted = [h.num("at")] if goals & (goals - 1) else []
    return named == wanted or f"{h}, named {listed(now, 'location', named)}"


@event_check("HHI-54", "HH-PLACE-01", "HH-VNEST-01", "HH-PLACE-06", "HH-VNEST-02", "HH-VNEST-04",
             kinds=(*DRAINED, "effect.resolve"), sure=True)  # fmt: skip
def nothing_owed_is_left_unplaced(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Effects, checks and powers wait until all tokens of the batch are placed."""
    memory = memory_of(past)
    if h.event.kind == "step.enter" and h.word("step") not in ("limits", "damage"):
        return None
    if not memory.goals and not memory.spawn:
        return True
    return f"{h.kind}, still owed {listed(now, 'location', memory.goals | memory.spawn)}"


@event_check("HHI-54", "HH-PLACE-07", "HH-PLACE-06", kinds=("token.place",))
def tokens_come_out_of_the_bag(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """What is placed was just drawn, and was in the bag."""
    before, token = past.previous, h.num("token")
    if before is None or before.event.kind != "token.draw" or before.num("token") != token:
        return f"{h.word('token')} is placed after {before}"
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
        return f"{h.word('token')} while {said(now, 'token', memory.resolving)} is being resolved"
    row = book(now).effect_rows[token - MINIONS]
    if h.word("kind") != row["kind"] or not now.board[h.num("at")] >> token & 1:
        return f"{h}"
    return memory.waiting[:1] == [token] or \
        f"{h.word('token')} before {listed(now, 'token', memory.waiting)}"


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
    return (token >= MINIONS and done in (-1, token)) or \
        f"{h.word('token')} after {said(now, 'token', done)}"


@event_check("HHI-55", "HH-EFFECT-02", "HH-PLACE-05", kinds=DRAINED, sure=True)
def no_effect_is_left_waiting(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Before a check, a new step or a power every Effect is resolved."""
    memory = memory_of(past)
    return (not memory.waiting and memory.resolving < 0) or \
        f"waiting: {listed(now, 'token', memory.waiting)}"


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
        return found == order or \
            f"lost by {listed(now, 'who', found)}, in turn {listed(now, 'who', order)}"
    if kind == "crowd_damage":
        fell = [e.num("who") for e in reached if e.event.kind == "ko"]
        hurt = [who for who in order if minions_at(now, now.at[who]).bit_count() > 1
                and (now.health[who] or who in fell)]  # fmt: skip
        return found == hurt or \
            f"hurt {listed(now, 'who', found)}, among two stand {listed(now, 'who', hurt)}"
    places = [order.index(who) for who in found]
    return places == sorted(set(places)) or \
        f"asked {listed(now, 'who', found)}, in turn {listed(now, 'who', order)}"


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


