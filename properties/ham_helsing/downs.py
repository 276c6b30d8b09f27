"""Who lies and who stands: knock-outs, revival, trades, and what the Villain does to whom."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.schema_words import VILLAIN_POWERS
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    bits,
    book,
    listed,
    minions_at,
    paces,
    said,
    seat_of,
    standing,
    text_of,
    zone_of,
)
from properties.ham_helsing.ledger import Turn, event_check, memory_of, told
from properties.history import History
from properties.invariant import Verdict, event_invariant, step_invariant

ACTING = ("play", "commit", "go", "send", "aim", "bundle", "whistle", "ram", "fetch", "who")


@step_invariant("HHI-61", "HH-KO-03", "HH-KO-04", "HH-PLAY-01", rows=ACTING)
def who_lies_does_nothing(step: Turn) -> Verdict:
    """Only a conscious character plays, moves, fights or trades, in its own turn."""
    state = step.before
    if not state.health[state.active]:
        return f"{said(state, 'who', state.active)} lies"
    return step.player == seat_of(state, state.active)


@event_check("HHI-61", "HH-KO-05", "HH-KO-06", "HH-ICON-06", "HH-LOSE-01",
             kinds=("health.change",))  # fmt: skip
def health_of_the_fallen_stays(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Nobody who lies loses or gains health, and nobody leaves the track."""
    who, n = h.num("who"), h.num("n")
    have = now.health[who]
    if not have:
        return f"{h.word('who')} lies, {n:+} for {h.word('cause')}"
    left = have + n
    return (0 <= left <= book(now).health_max[who] and left == h.num("left")) or f"{have} {n:+}"


@event_check("HHI-61", "HH-KO-01", "HH-GAIN-06", "HH-TAKE-04", kinds=("ko",))
def a_knock_out_is_at_zero(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Knocked out is who just came to zero health."""
    who = h.num("who")
    last = [e for e in past.log[: past.at] if e.event.kind == "health.change"][-1:]
    return (now.health[who] == 0 and bool(last)) or f"{h.word('who')} has {now.health[who]}"


@event_check("HHI-19", "HH-KO-01", kinds=("health.change",))
def zero_health_is_a_knock_out(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Who comes to zero health is told to be knocked out in the same ply."""
    who = h.num("who")
    if now.health[who] + h.num("n") > 0:
        return None
    return any(e.event.kind == "ko" and e.num("who") == who for e in past.rest())


@event_check("HHI-61", "HH-KO-07", "HH-SOLO-11", "HH-KO-05", "HH-TERM-03",
             kinds=("card.draw", "health.change"))  # fmt: skip
def texts_help_who_stands(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A text or ability lets nobody draw or heal who lies."""
    if h.word("cause") != "text":
        return None
    return now.health[h.num("who")] > 0 or f"{h.word('who')} lies"


@event_check("HHI-61", "HH-KO-08", "HH-VACT-03", "HH-ROBO-02", "HH-CHAD-01",
             kinds=("villain.hits",))  # fmt: skip
def powers_hit_whom_they_name(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A power hits exactly the conscious characters its text names, all equally near ones."""
    word, up = h.word("which"), standing(now)
    if word == "with_minions":
        wanted = [who for who in up if minions_at(now, now.at[who])]
    else:
        away = paces(now, now.villain)
        near = min((away[now.at[who]] for who in up), default=0)
        most = 1 if word == "within_1" else near
        wanted = [who for who in up if away[now.at[who]] <= most]
    return sorted(h.nums("who")) == wanted or \
        f"{h}, named {listed(now, 'who', wanted)}"


@event_check("HHI-61", "HH-VACT-03", "HH-ROBO-02", "HH-KO-06", "HH-VACT-01",
             kinds=("villain.hits",))  # fmt: skip
def whoever_is_hit_is_hurt(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Powers hit for the number on the board."""
    acts = memory_of(past).acts
    if not acts:
        return None
    steps = book(now).boxes[VILLAIN_POWERS.index(acts[-1])]
    wanted = [(step["who"], step["n"]) for step in steps if step["op"] == "damage"]
    return (h.word("which"), h.num("n")) in wanted or f"{h} by {acts[-1]}"


@event_check("HHI-61", "HH-VACT-03", "HH-KO-08", "HH-ROBO-03",
             kinds=("skill.highest",))  # fmt: skip
def the_highest_skill_is_lowered(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A conscious character lowers the skill nearest to its right end among those it can."""
    who, top = h.num("who"), book(now).skill_max
    if not now.health[who]:
        return f"{h.word('who')} lies"
    room = {c: top[4 * who + c] - now.skill[4 * who + c] for c in range(4)}
    told = room[h.num("colour")]
    if told != h.num("room"):
        return f"room {h.num('room')}, not {told}"
    return told == min(room.values()) or f"rooms by colour {room}, told {h.word('colour')}"


@event_check("HHI-61", "HH-VMOVE-03", "HH-KO-08", "HH-VACT-03", kinds=("villain.assault",))
def arrivals_attack_who_stands_there(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The Villain attacks conscious characters where it arrives."""
    who = h.num("who")
    return now.health[who] > 0 and now.at[who] == now.villain == h.num("at")


@event_check("HHI-61", "HH-VMOVE-01", "HH-VMOVE-03", "HH-KO-08", kinds=("villain.move",))
def the_villain_comes_to_the_card(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The Villain goes to the Location on the card, from where it is."""
    if (h.num("from"), now.card >= 0) != (now.villain, True):
        return f"from {h.word('from')}, it is at {said(now, 'location', now.villain)}"
    return h.num("to") == book(now).target[now.card] or f"to {h.word('to')}"


@event_check("HHI-52", "HH-VMOVE-03", "HH-LOC-SHIELD-01", "HH-VACT-01",
             kinds=("health.change",))  # fmt: skip
def villain_damage_is_as_told(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An arrival costs 1, a power its number, less what the Shield or a text takes."""
    word, hit = h.word("cause"), past.last.get("villain.hits")
    if word == "villain_move":
        return h.num("n") == -1 and now.at[h.num("who")] == now.villain
    if word != "villain_act" or hit is None:
        return None
    due = min(hit.num("n"), now.health[h.num("who")])
    saved = [e for e in past.since("villain.hits", "health.change")
             if e.event.kind in ("shield.block", "damage.softened")]  # fmt: skip
    return h.num("who") in hit.nums("who") and -h.num("n") in (due, hit.num("n") - len(saved))


# --- the Villain's boxes --------------------------------------------------------------------------


@event_check("HHI-71", "HH-LOSE-12", "HH-VACT-01", "HH-VACT-02", "HH-SYB-05", "HH-SYB-07",
             "HH-SYB-08", kinds=("villain.act",))  # fmt: skip
def only_bare_powers_act(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The main power acts, then those that were bare before this phase, from top to bottom."""
    at, memory, known = VILLAIN_POWERS.index(h.word("power")), memory_of(past), book(now)
    if not known.board:
        return f"{h.word('power')} acts without a board"
    bare = now.shown if known.limits else now.shown & known.bare
    if at and not bare >> at - 1 & 1:
        return f"{h.word('power')} is covered"
    return all(VILLAIN_POWERS.index(word) < at for word in memory.acts) or f"after {memory.acts}"


@event_check("HHI-71", "HH-VACT-01", "HH-LOSE-12", "HH-SYB-08", kinds=("villain.discard",),
             sure=True)  # fmt: skip
def every_bare_power_acts(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When the card is done every bare power has acted once."""
    known, acts = book(now), memory_of(past).acts
    shown = now.shown if known.limits else now.shown & known.bare
    bare = [0, *(at + 1 for at in bits(shown))] if known.board else []
    wanted = [VILLAIN_POWERS[at] for at in bare]
    return acts == wanted or f"acted {acts}, bare {wanted}"


@event_check("HHI-54", "HH-VNEST-01", "HH-VNEST-02", "HH-VNEST-04", "HH-VNEST-05",
             kinds=("nests.fed",))  # fmt: skip
def nests_are_fed_by_the_card(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A card with a nest step feeds every nest but the one that Knuckles bars."""
    lost, known = now.lost, book(now)
    open_nests = lost & ~(1 << now.bear) if now.bear >= 0 else lost
    wanted = open_nests.bit_count() if known.feeds[h.num("card")] else 0
    told = (h.num("card"), h.num("level"), h.num("nests"), h.num("fed"))
    held = (now.card, known.level[now.card], lost.bit_count(), wanted)
    return told == held or f"told {told}, held {held}"


@event_check("HHI-56", "HH-VMIN-03", "HH-SYB-09", kinds=("minions.skipped",))
def the_fourth_card_moves_nobody(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The step is left out by a card that shows nothing, or where Minions do not move."""
    known = book(now)
    skips = known.calls[now.card] == 5 or not known.options.flag("villain_minion_moves")
    return skips and h.num("level") == known.level[now.card]


@event_check("HHI-58", "HH-SILK-03", "HH-SILK-01", kinds=("villain.colours",))
def silk_counts_colours_not_minions(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Silk counts the different colours of Minions in her Location."""
    here, found = minions_at(now, now.villain), 0
    for token in bits(here):
        found |= book(now).colours[token]
    told = (h.num("colours"), h.num("minions"))
    return told == (found.bit_count(), here.bit_count()) or f"told {told}"


@event_check("HHI-58", "HH-SILK-03", "HH-SILK-01", "HH-VFIGHT-11", kinds=("villain.heal",))
def only_one_villain_passes_the_start(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A Villain gains what its power says; only Silk above her starting health."""
    known, before = book(now), past.previous
    left = now.dial + h.num("n")
    if h.num("left") != left or (left > known.dial and not known.exceeds):
        return f"from {now.dial} to {h.num('left')}"
    if before is not None and before.event.kind == "villain.colours":
        room = max(0, known.dial - now.dial)
        colours = before.num("colours")
        return h.num("n") == (colours if known.exceeds else min(colours, room))
    return bool(h.num("above_start")) == (left > known.dial)


@event_check("HHI-54", "HH-HEN-02", "HH-SILK-05", "HH-SILK-04", "HH-CHAD-02", "HH-SILK-02",
             kinds=("token.place",))  # fmt: skip
def powers_place_where_they_say(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A power places its tokens on the Locations that its text named as it began."""
    memory = memory_of(past)
    if h.word("by") != "power" or not memory.acts:
        return None
    return bool(memory.aims >> h.num("at") & 1) or f"{memory.acts[-1]} places at {h.word('at')}"


# --- revival and trades ---------------------------------------------------------------------------


@event_check("HHI-62", "HH-REVIVE-06", "HH-REVIVE-01", "HH-REVIVE-02", "HH-REVIVE-04",
             "HH-REVIVE-05", "HH-MARKET-11", kinds=("revive",), sure=True)  # fmt: skip
def revived_stand_half_way_up(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Who lies stands up with half the health: by itself, by another there, or by a text."""
    who, word, memory = h.num("who"), h.word("cause"), memory_of(past)
    if now.health[who] or h.num("health") != book(now).revive_health[who]:
        return f"{h.word('who')} with {now.health[who]} is revived to {h.num('health')}"
    if word == "market_start":
        return memory.mark == "market"
    if word == "turn_start":
        return memory.mark in ("step:play", "turn.start") and who == now.active
    if not now.health[now.active] or memory.step != "play":
        return f"revived by {said(now, 'who', now.active)}"
    if word == "text":
        return any(step["op"] == "revive" for step in text_of(now, memory.card))
    before = past.previous
    paid = before is not None and before.event.kind == "card.discard"
    return paid and now.at[who] == now.at[now.active] and h.num("at") == now.at[who]


@event_check("HHI-62", "HH-REVIVE-04", "HH-KO-02", kinds=("step.enter",))
def who_lies_is_asked(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Step 1 of who lies comes by the choice to stay down and first in its ply, no other does."""
    if h.word("step") != "play" or past.step is None:
        return None
    first = next(e for e in told(past.step, "step.enter") if e.word("step") == "play")
    down, chosen = not now.health[h.num("who")], past.step.verb == "lie" and h is first
    return down == chosen or f"{h} after {past.step.verb}"


@event_invariant("HHI-62", "HH-REVIVE-02", "HH-REVIVE-03", "HH-SKILL-06", kinds=("revive",))
def self_revival_costs_skills(h: Happening, past: History) -> Verdict:
    """Who revives itself has told a step down of each skill just before, no other has."""
    told = [e for e in past.log[max(0, past.at - 4) : past.at] if e.event.kind == "skill.change"
            and e.word("cause") == "revival" and e.num("who") == h.num("who")]  # fmt: skip
    own = h.word("cause") in ("turn_start", "market_start")
    return [e.num("colour") for e in told] == (list(range(4)) if own else []) or \
        f"{h} after {told}"


@event_check("HHI-16", "HH-SKILL-05", "HH-SKILL-06", "HH-REVIVE-03", "HH-LOC-VILLAGE-03",
             "HH-REVIVE-02", kinds=("skill.change",))  # fmt: skip
def skills_change_within_their_tracks(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A skill changes to a space of its track; a revival lowers it by one where it can."""
    at, n = 4 * h.num("who") + h.num("colour"), h.num("n")
    left = now.skill[at] + n
    if not 0 <= left <= book(now).skill_max[at] or left != h.num("left"):
        return f"{now.skill[at]} {n:+}"
    if h.word("cause") == "revival":
        return n == -min(1, now.skill[at])
    return True


@event_check("HHI-17", "HH-ICON-04", "HH-GAIN-01", "HH-REWARD-12", "HH-MARKET-03",
             kinds=("money.change",))  # fmt: skip
def money_changes_within_its_track(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Money changes to a space of its track."""
    who = h.num("who")
    left = now.money[who] + h.num("n")
    return (0 <= left <= book(now).money_max[who] and left == h.num("left")) or f"{left}"


@event_check("HHI-64", "HH-TRADE-01", "HH-TRADE-02", "HH-TRADE-04", "HH-TRADE-07", "HH-KO-04",
             "HH-SOLO-10", "HH-SPICY-03", kinds=("trade.offer", "trade"))  # fmt: skip
def trades_are_between_two_in_one_place(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The active character trades with one conscious companion what both of them have."""
    who, other, known = h.num("who"), h.num("with"), book(now)
    if who != now.active or who == other or now.at[who] != now.at[other]:
        return f"{h.word('who')} trades with {h.word('with')}"
    if not now.health[who] or not now.health[other]:
        return "one of them lies"
    give, ask, net, items = (h.num(word) for word in ("give", "ask", "net", "items"))
    for card, side in ((give, who), (ask, other)):
        if card >= 0 and (known.solo or not now.hand[zone_of(now, side)] >> card & 1):
            return f"{said(now, 'card', card)} is not in the hand of {said(now, 'who', side)}"
    if now.money[who if net > 0 else other] < abs(net):
        return f"net {net} of {list(now.money)}"
    owners = [now.shield] * (items & 1) + [now.katana] * (items >> 1)
    if any(owner not in (who, other) for owner in owners):
        return f"items {items} of {owners}"
    mine = (give >= 0) + (net > 0) + owners.count(who)
    theirs = (ask >= 0) + (net < 0) + owners.count(other)
    least = (1, 1) if not known.options.flag("gifts") else (0, 0)
    return mine >= least[0] and theirs >= least[1] and mine + theirs > 0


@event_check("HHI-64", "HH-TRADE-02", "HH-TRADE-04", "HH-TRADE-05", "HH-SOLO-10",
             kinds=("trade",))  # fmt: skip
def money_of_a_trade_goes_across(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A trade moves its net money from one to the other, and neither skills nor health."""
    net, moved = h.num("net"), []
    for event in past.rest():
        if event.event.kind in ("skill.change", "health.change"):
            return f"{event.kind} by a trade"
        if event.event.kind == "money.change":
            moved.append((event.num("who"), event.num("n")))
    wanted = [(h.num("who"), -net), (h.num("with"), net)] if net else []
    top = book(now).money_max
    wanted = [(who, min(n, top[who] - now.money[who])) for who, n in wanted]
    return moved == wanted or f"moved {moved}, net {net}"


@event_check("HHI-78", "HH-TRADE-02", kinds=("trade",))
def a_trade_is_agreed_to(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """What changes hands was agreed to by the partner's seat; who plays alone asks nobody."""
    step = past.step
    if step is None:
        return None
    wanted = ("offer", 0) if book(now).solo else ("agree", seat_of(now, h.num("with")))
    return (step.verb, step.player) == wanted or f"{h} by {step.verb} of seat {step.player}"


@step_invariant("HHI-78", "HH-TRADE-02", rows=("consent",))
def partners_consent_themselves(step: Turn, past: History) -> Verdict:
    """The partner's seat agrees or refuses, and nothing moves if it refuses."""
    last = past.last.get("trade.offer")
    if last is None:
        return None
    agreed = any(h.event.kind == "trade" for h in step.events)
    return step.player == seat_of(step.before, last.num("with")) and agreed == (
        step.verb == "agree"
    )
