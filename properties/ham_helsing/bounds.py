"""Bounds: health, money, hands, limits, and who owns what, in every position."""

from __future__ import annotations

from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import MINION_SET, NONE, book, listed, minions_at, said
from properties.ham_helsing.ledger import Turn
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant

SEEDING = ("start", "seed")


@invariant("HHI-15", "HH-SETUP-12", "HH-ICON-06", "HH-KO-06", "HH-REWARD-09")
def health_stays_on_its_track(state: HamHelsing) -> Verdict:
    """Health is between 0 and the top of the character's own track."""
    known = book(state)
    wrong = [who for who in known.crew if not 0 <= state.health[who] <= known.health_max[who]]
    return not wrong or f"health of {listed(state, 'who', wrong)}: {list(state.health)}"


@invariant("HHI-17", "HH-ICON-04", "HH-EFFECT-03", "HH-MARKET-03", "HH-SOLO-12")
def money_stays_on_its_track(state: HamHelsing) -> Verdict:
    """Money is between 0 and the top of the track."""
    known = book(state)
    wrong = [who for who in known.crew if not 0 <= state.money[who] <= known.money_max[who]]
    return not wrong or f"money of {listed(state, 'who', wrong)}: {list(state.money)}"


@invariant("HHI-19", "HH-KO-01", "HH-COMP-11", "HH-COMP-13")
def characters_are_counted(state: HamHelsing, past: History) -> Verdict:
    """Two to four characters, each with money, health and four skills; those lying have none."""
    known = book(state)
    if not 2 <= len(known.crew) <= 4 or len(set(known.who)) != 4:
        return f"characters {known.who} of {len(known.crew)}"
    if past.step is None:
        return None
    return all(0 <= state.at[who] < len(known.limit) for who in known.crew)


@invariant("HHI-35", "HH-LOSE-04", "HH-LOSE-11", "HH-COMP-07", "HH-SYB-03", "HH-SYB-04")
def what_is_lost_stays_lost(state: HamHelsing, past: History) -> Verdict:
    """Lost Locations only grow in number, and without limits there is none."""
    before = past.before
    gone = getattr(before, "lost", 0) & ~state.lost
    if gone:
        return f"no longer lost: {listed(state, 'location', gone)}"
    return book(state).limits or not state.lost


@invariant("HHI-36", "HH-LIMIT-02", "HH-LIMIT-01", "HH-LIMIT-03", rows=("market",))
def nothing_is_overfull_in_the_market(state: HamHelsing) -> Verdict:
    """After the checks of the turns no Location holds more Minions than its limit."""
    known = book(state)
    if not known.limits:
        return None
    over = [at for at, limit in enumerate(known.limit)
            if not state.lost >> at & 1 and minions_at(state, at).bit_count() > limit]  # fmt: skip
    return not over or f"overfull: {listed(state, 'location', over)}"


@invariant("HHI-40", "HH-END-06", "HH-OBJ-02", "HH-LIMIT-02",
           but=("canyon_overrun",))  # fmt: skip
def mud_canyon_stands(state: HamHelsing) -> Verdict:
    """While the game runs Mud Canyon is not lost."""
    return not state.lost >> book(state).canyon & 1


@invariant("HHI-43", "HH-LOSE-13", "HH-LOC-SHIELD-03")
def no_shield_in_a_lost_lab(state: HamHelsing) -> Verdict:
    """The Shield never lies in a Lab that is lost."""
    lost = state.lost >> book(state).lab & 1
    return (not lost or state.shield != 4) if lost or state.shield == 4 else None


@invariant("HHI-45", "HH-KNUCK-07", "HH-KNUCK-08", "HH-KNUCK-10", but=("scare", "who"))
def knuckles_stands_alone(state: HamHelsing) -> Verdict:
    """Whenever he is not at work no Minion is in Knuckles's Location."""
    if state.bear < 0:
        return None
    here = minions_at(state, state.bear)
    return not here or \
        f"with Knuckles at {said(state, 'location', state.bear)}: {listed(state, 'token', here)}"


@invariant("HHI-46", "HH-KNUCK-03", "HH-KNUCK-11", "HH-CARD-06", "HH-VMOVE-04")
def knuckles_avoids_the_villain(state: HamHelsing, past: History) -> Verdict:
    """Knuckles and the Villain share a Location only where a text let him stay there."""
    if state.bear < 0 or state.bear != state.villain:
        return True if state.bear >= 0 else None
    last = past.last.get("knuckles.stay")
    if last is None:
        return None if not past.whole else "no text let him stay"
    return bool(last.num("told") and last.num("with_villain")) and last.num("at") == state.bear


@invariant("HHI-49", "HH-HEN-03", "HH-HEN-04")
def only_on_the_map_he_hibernates(state: HamHelsing) -> Verdict:
    """A hibernating Knuckles lies in a Location, and only Hen sends him to sleep."""
    if not state.asleep:
        return None
    known = book(state)
    return state.bear >= 0 and known.villain["id"] == "hen" and known.board


@invariant("HHI-63", "HH-MARKET-11", "HH-REVIVE-05", "HH-MARKET-12", rows=("market", "flush"))
def nobody_lies_in_the_market(state: HamHelsing) -> Verdict:
    """After the market has opened everybody stands."""
    lying = [who for who in book(state).crew if not state.health[who]]
    return not lying or f"{listed(state, 'who', lying)} lies"


@invariant("HHI-22", "HH-KATANA-01", "HH-KATANA-04", "HH-SETUP-16", "HH-KATANA-05")
def the_katana_is_used_once(state: HamHelsing, past: History) -> Verdict:
    """The Katana's points come once, four of them, from the box alone, and never without Ham."""
    known = book(state)
    if known.ham not in known.crew:
        return state.katana == 4 and state.katana_points == 0
    if past.whole and past.counts.get("katana.use", 0) != (state.katana == 4):
        return (f"used {past.counts.get('katana.use', 0)} times, "
                f"Katana at {said(state, 'katana', state.katana)}")
    return state.katana_points <= known.katana * (state.katana == 4)


@invariant("HHI-65", "HH-MARKET-06", "HH-MARKET-09", "HH-LOC-SWAMP-04", rows=("market", "play"))
def rows_are_full(state: HamHelsing) -> Verdict:
    """Each market row shows three cards unless nothing of its type is left to show."""
    special = book(state).special
    rest = state.pile | state.flushed
    for place, upgrade in enumerate(state.market):
        if upgrade == NONE and rest & (special if place > 2 else ~special):
            return f"market place {place} is empty, there are cards"
    return True


@invariant("HHI-70", "HH-SYB-03", "HH-SYB-04", "HH-SYB-05", "HH-SYB-06", "HH-SYB-07", "HH-LOSE-12")
def powers_are_uncovered_by_nests(state: HamHelsing) -> Verdict:
    """Bare are the powers bare from the start and those whose nest is gone, and no other."""
    known = book(state)
    lost = state.lost.bit_count()
    if not known.board:
        return state.shown == 0
    bare = known.bare
    for slot in known.nest_slots[:lost]:
        bare |= 1 << slot if slot >= 0 else 0
    return state.shown == bare or \
        f"uncovered {listed(state, 'up', state.shown)} with {lost} lost"


@invariant("HHI-61", "HH-KO-03", rows=("play",))
def who_plays_is_conscious(state: HamHelsing) -> Verdict:
    """The character whose step 1 it is can act."""
    return state.health[state.active] > 0


@invariant("HHI-33", "HH-EFFECT-08", "HH-PLACE-05", rows=("play", "market", "extra"))
def no_effect_lies_about(state: HamHelsing) -> Verdict:
    """Where players choose at leisure no Effect token is left on the board."""
    if any(at & ~MINION_SET for at in state.board):
        return "an Effect lies on the board"
    return True


@step_invariant("HHI-06", "HH-TRADE-06", "HH-TRADE-04", "HH-COMP-02", "HH-TRADE-07")
def cards_change_hands_by_trade(step: Turn) -> Verdict:
    """How many cards a player owns changes by a trade alone."""
    one, two = step.before, step.after
    if any(h.event.kind == "trade" for h in step.events):
        return None
    for zone in book(one).zones:
        mine = one.hand[zone] | one.deck[zone] | one.played[zone] | one.discard[zone]
        if mine != two.hand[zone] | two.deck[zone] | two.played[zone] | two.discard[zone]:
            return f"{said(one, 'zone', zone)} has other cards"
    return True


@step_invariant("HHI-08", "HH-SLEEVE-08", "HH-SLEEVE-04", "HH-SLEEVE-07", "HH-COMP-14")
def sleeves_only_grow(step: Turn) -> Verdict:
    """What is in a sleeve stays there; and it grows only while it is in a hand or in play."""
    one, two = step.before.sleeves, step.after.sleeves
    if one == two:
        return True if any(one) else None
    state = step.before
    away = 0
    for zone in (*state.deck, *state.discard):
        away |= zone
    for card, (was, now) in enumerate(zip(one, two, strict=True)):
        if was & ~now or (now != was and away >> card & 1):
            return (f"sleeve of {said(state, 'card', card)}: "
                    f"{listed(state, 'upgrade', was)}, then {listed(state, 'upgrade', now)}")
    return True


@step_invariant("HHI-14", "HH-COMP-07", "HH-LOSE-11", "HH-LOSE-10", "HH-SYB-04")
def eight_nests_and_no_more(step: Turn) -> Verdict:
    """Nest tokens placed are the lost Locations up to eight, and no Location is lost twice.

    Mud Canyon gets none: the game is lost with it (HH-END-06).
    """
    told = [h for h in step.events if h.event.kind == "nest.place"]
    before, after = step.before.lost, step.after.lost
    if before & ~after:
        return "a nest is gone"
    canyon = book(step.before).canyon
    fresh = [h.num("at") for h in step.events
             if h.event.kind == "location.lost" and h.num("at") != canyon]  # fmt: skip
    if len(set(fresh)) != len(fresh) or any(before >> at & 1 for at in fresh):
        return f"lost again: {listed(step.before, 'location', fresh)}"
    count = before.bit_count()
    wanted = [n if n < 8 else -1 for n in range(count, count + len(told))]
    return [h.num("token") for h in told] == wanted and len(told) == len(fresh)
