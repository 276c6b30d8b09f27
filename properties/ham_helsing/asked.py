"""What is offered in the rows that ask for one thing: targets, sleeves, bundles, the market."""

from __future__ import annotations

from typing import cast

from properties.ham_helsing.book import (
    MOVE,
    PLACES,
    WILD,
    Text,
    bits,
    book,
    fits,
    listed,
    seat_of,
    shown,
    text_of,
    zone_of,
)  # fmt: skip
from properties.ham_helsing.ledger import Turn, memory_of, told
from properties.ham_helsing.offers import Args, grouped, hand_of, same, spelled, targets
from properties.ham_helsing.turns import companions
from properties.history import History
from properties.invariant import Verdict, step_invariant


@step_invariant("HHS-11", "HH-KNUCK-01", "HH-KNUCK-02", "HH-KNUCK-03", "HH-KNUCK-12", "HH-LOSE-08",
                "HH-SPICY-05", rows=("send",))  # fmt: skip
def knuckles_is_sent_anywhere_else(step: Turn, past: History) -> Verdict:
    """He may be sent to any Location but his own and the Villain's, lost ones if allowed."""
    state, known = step.before, book(step.before)
    nests = known.options.flag("knuckles_on_nests")
    shut = [state.bear, state.villain, *(bits(state.lost) if not nests else ())]
    wanted = [(at,) for at in range(len(known.limit)) if at not in shut]
    found = grouped(step).get("send", [])
    if memory_of(past).trigger == "text":
        return set(found) <= set(wanted) or f"sent to {spelled(step, 'send', found)}"
    return same(step, "send", wanted)


@step_invariant("HHS-12", "HH-MOVE-01", "HH-MOVE-02", "HH-MOVE-03", "HH-LOSE-06", "HH-SYB-11",
                rows=("go",))  # fmt: skip
def every_path_is_open(step: Turn) -> Verdict:
    """A move may follow any path from where the character stands, whoever is at its end."""
    state = step.before
    near = book(state).walks[state.at[state.active]]
    return same(step, "go", [(at,) for at in bits(near)])


@step_invariant("HHS-13", "HH-FIGHT-01", "HH-FIGHT-06", "HH-FIGHT-09", "HH-FIGHT-04",
                rows=("aim",))  # fmt: skip
def attacks_are_aimed_at_needed_colours(step: Turn) -> Verdict:
    """An attack is aimed at a Minion in reach, in a colour that it still needs."""
    state, known = step.before, book(step.before)
    here, found = state.at[state.active], grouped(step).get("hit", [])
    reach = [here, *bits(known.walks[here])]
    for token, colour in found:
        open_ = (known.colours[token] & ~state.hits[token]) >> colour & 1
        if not open_ or not any(state.board[at] >> token & 1 for at in reach):
            return f"aimed at {spelled(step, 'hit', [(token, colour)])}"
    colours = {colour for _, colour in found}
    mine = [(t, c) for c in colours for t in bits(targets(step, c))]
    far = {t for t, _ in found} - {t for t, _ in mine}
    missed = [] if far else set(mine) - set(found)
    return not missed or f"not offered: {spelled(step, 'hit', missed)}"


@step_invariant("HHS-14", "HH-MARKET-01", "HH-MARKET-03", "HH-MARKET-05", "HH-MARKET-08",
                "HH-MARKET-09", "HH-MARKET-10", "HH-SOLO-12", "HH-MARKET-12",
                rows=("market",))  # fmt: skip
def what_is_affordable_is_offered(step: Turn) -> Verdict:
    """In the market all that can be paid may be bought, a flush costs $1, a pass nothing."""
    state, known = step.before, book(step.before)
    offered = grouped(step)
    purses = [state.money[who] for who in known.crew if seat_of(state, who) == step.player]
    if known.solo:
        purses = [state.money[state.active]] if "buy" not in offered else [max(purses)]
    wanted = [(place,) for place, upgrade in enumerate(state.market)
              if upgrade >= 0 and known.cost[upgrade] <= purses[0]]  # fmt: skip
    if "pass_market" not in offered:
        return "no pass is offered"
    if known.solo:
        return set(offered.get("buy", [])) <= set(wanted) or f"buy {offered.get('buy')}"
    if ("flush" in offered) != (purses[0] > 0 and any(u >= 0 for u in state.market)):
        return f"flush with {purses}"
    return same(step, "buy", wanted)


@step_invariant("HHS-15", "HH-SLEEVE-02", "HH-SLEEVE-03", "HH-SLEEVE-04", "HH-SLEEVE-07",
                "HH-MARKET-07", "HH-LOC-SWAMP-02", rows=("sleeve",))  # fmt: skip
def sleeves_with_room_are_offered(step: Turn) -> Verdict:
    """An upgrade may go on every hand card where it hides nothing, costs apart."""
    state = step.before
    told = [h for h in step.events if h.event.kind == "sleeve.attach"]
    if len(told) < 1:
        return "nothing was sleeved"
    upgrade, who = told[0].num("upgrade"), told[0].num("who")
    zone = zone_of(state, who)
    at_hand = state.hand[zone] | (state.played[zone] if told[0].word("from") == "swamp" else 0)
    wanted = [(card,) for card in bits(at_hand) if fits(state, card, upgrade)]
    found = grouped(step).get("sleeve", [])
    if told[0].word("from") == "set_aside":
        return set(wanted) <= set(found) and all(fits(state, c, upgrade) for (c,) in found)
    return same(step, "sleeve", wanted)


@step_invariant("HHS-16", "HH-DRAW-02", "HH-DRAW-03", "HH-DRAW-04", "HH-DRAW-06", "HH-KO-09",
                rows=("extra",))  # fmt: skip
def the_extra_card_needs_company(step: Turn) -> Verdict:
    """An extra card is offered, to be refused, only beside a conscious companion."""
    state = step.before
    both = set(grouped(step)) == {"no_extra", "take_extra"}
    return both and bool(companions(state, state.active)) and step.player == seat_of(
        state, state.active
    )


@step_invariant("HHS-17", "HH-TRADE-04", "HH-TRADE-05", "HH-SOLO-10", "HH-TRADE-07", "HH-SPICY-03",
                "HH-TRADE-02", rows=("bundle",))  # fmt: skip
def bundles_are_made_of_what_is_there(step: Turn) -> Verdict:
    """A bundle takes hand cards, none alone, money that is owned, items that are held."""
    state, offered, known = step.before, grouped(step), book(step.before)
    zone = zone_of(state, state.active)
    others = 0
    for who in companions(state, state.active):
        others |= state.hand[zone_of(state, who)]
    gives, asks = offered.get("give_card", []), offered.get("ask_for_card", [])
    if known.solo and (gives or asks):
        return "cards are offered for trade alone"
    if any(not state.hand[zone] >> card & 1 for (card,) in gives):
        return f"to give {spelled(step, 'give_card', gives)}"
    if any(not others >> card & 1 for (card,) in asks):
        return f"to ask for {spelled(step, 'ask_for_card', asks)}"
    most = max([state.money[who] for who in companions(state, state.active)], default=0)
    rich = all(n <= state.money[state.active] for (n,) in offered.get("give_money", []))
    poor = all(n <= most for (n,) in offered.get("ask_money", []))
    return (rich and poor) or f"money {offered.get('give_money')}, {offered.get('ask_money')}"


@step_invariant("HHS-18", "HH-EFFECT-05", "HH-EFFECT-04", "HH-SKILL-06", rows=("cover", "lower"))
def what_can_be_covered_or_lowered_is_offered(step: Turn) -> Verdict:
    """Every open icon of the hand may be covered, every skill above its start lowered."""
    state, known = step.before, book(step.before)
    told = [h for h in step.events if h.event.kind in ("icon.cover", "skill.change")]
    if not told:
        return "nothing was chosen"
    who = told[0].num("who")
    if step.row == "lower":
        found = grouped(step).get("lower_skill", [])
        able = [(c,) for c in range(4) if state.skill[4 * who + c] > 0]
        if told[0].word("cause") == "effect":
            return same(step, "lower_skill", able)
        top = known.skill_max
        room = {c: top[4 * who + c] - state.skill[4 * who + c] for c in range(4)}
        return {room[c] for (c,) in found} == {min(room.values())} or \
            f"{spelled(step, 'lower_skill', found)}, rooms by colour {room}"
    hand = state.hand[zone_of(state, who)]
    wanted = [(card, place) for card in bits(hand) for place in shown(state, card)
              if not state.covered[card] >> place & 1]  # fmt: skip
    return same(step, "cover", wanted)


def fetched(text: Text) -> int:
    """How many cards a text takes from the discard, at most."""
    return sum(cast(int, row["n"]) for row in text if row["op"] == "fetch_discard")


@step_invariant("HHS-19", "HH-PLAY-07", "HH-ICON-08", rows=("fetch",))
def a_text_opens_the_own_discard(step: Turn) -> Verdict:
    """Only where a text allows may a card of the own discard be taken, none that takes some too."""
    state, known = step.before, book(step.before)
    mine = state.discard[zone_of(state, state.active)]
    wanted = [(card,) for card in bits(mine) if not fetched(text_of(state, card))]
    if max(fetched(text) for text in known.texts) == 1:
        return same(step, "fetch", wanted)
    found = grouped(step).get("fetch", [])
    return (bool(found) and set(found) <= set(wanted)) or f"fetch {spelled(step, 'fetch', found)}"


@step_invariant("HHS-20", "HH-CARD-02", "HH-MOVE-04", rows=("ram",))
def unspent_movement_is_converted(step: Turn) -> Verdict:
    """Points of movement icons in play may be turned into wilds, no others, or none."""
    state, offered = step.before, grouped(step)
    hand = hand_of(step)
    wrong = []
    for card, place in offered.get("convert", []):
        kind, points = shown(state, card).get(place, (-1, 0))
        left = points if hand >> card & 1 else state.left[PLACES * card + place]
        if kind != MOVE or not left or state.covered[card] >> place & 1:
            wrong.append((card, place))
    return (not wrong and "enough" in offered) or f"convert {spelled(step, 'convert', wrong)}"


@step_invariant("HHS-21", "HH-KO-07", "HH-SOLO-11", "HH-KO-03", rows=("who",))
def benefits_go_to_who_stands(step: Turn, past: History) -> Verdict:
    """Only conscious characters may be chosen for a benefit, but for a text that revives."""
    state = step.before
    found = [args[0] for args in grouped(step).get("choose_character", [])]
    lying = [who for who in found if not state.health[who]]
    return not lying or len(lying) == len(found) or \
        f"{listed(state, 'who', lying)} of {listed(state, 'who', found)} lie"


@step_invariant("HHS-22", "HH-VFIGHT-04", "HH-ICON-02", "HH-SKILL-07", "HH-VFIGHT-08",
                "HH-VFIGHT-16", "HH-KATANA-04", rows=("commit",))  # fmt: skip
def open_attacks_may_be_fixed(step: Turn) -> Verdict:
    """Unspent attack icons may be fixed, wilds in any colour; the roll needs one attack."""
    state, offered = step.before, grouped(step)
    if ("roll" in offered) != bool(sum(state.fight)):
        return f"roll with {list(state.fight)}"
    hand, inside = hand_of(step), state.played[zone_of(state, state.active)]
    plain: list[Args] = []
    wilds: list[Args] = []
    for card in bits(hand | inside):
        for place, (kind, points) in shown(state, card).items():
            left = state.left[PLACES * card + place] if inside >> card & 1 else points
            if kind <= WILD and left and not state.covered[card] >> place & 1:
                plain += [(card, place)] if kind < WILD else []
                wilds += [(card, place, c) for c in range(4)] if kind == WILD else []
    found, declared = offered.get("commit", []), offered.get("commit_wild", [])
    if set(found) - set(plain) or set(declared) - set(wilds):
        return (f"fixed may be {spelled(step, 'commit', found)}; "
                f"{spelled(step, 'commit_wild', declared)}; open are "
                f"{spelled(step, 'commit', plain)}; {spelled(step, 'commit_wild', wilds)}")
    # Attacks are fixed in one order, so that all are offered before the first alone.
    begun = any(state.fight)
    all_of_them = (len(found), len(declared)) == (len(plain), len(wilds))
    return begun or all_of_them or \
        f"{spelled(step, 'commit', found)} of {spelled(step, 'commit', plain)}"


@step_invariant("HHI-79", "HH-PLACE-08", "HH-PLACE-03", "HH-PLACE-01", rows=("order",))
def the_rest_is_named_one_by_one(step: Turn, past: History) -> Verdict:
    """Where the order is chosen each remaining open neighbour may be named, two or more."""
    memory = memory_of(past)
    found = [args[0] for args in grouped(step).get("place_at", [])]
    if step.player != seat_of(step.before, step.before.active):
        return f"seat {step.player} names a Location"
    if len(found) < 2 or step.before.bear in found:
        return f"named may be {listed(step.before, 'location', found)}"
    served = [h.num("at") for h in told(step, "token.shortage", "token.place")]
    owed = sorted({*bits(memory.goals), *served})
    return not memory.sure or found == owed or (
        f"named may be {listed(step.before, 'location', found)}; "
        f"owed is {listed(step.before, 'location', owed)}"
    )


@step_invariant("HHI-79", "HH-PLACE-08", rows=("token",))
def letters_ask_nobody(step: Turn, past: History) -> Verdict:
    """In step 4 the place of a token is the one just named, or the next by its letter."""
    told = [h for h in step.events if h.event.kind == "token.place" and h.word("by") == "step"]
    if not told:
        return None
    chosen = book(step.before).options.word("placement_order") == "choose"
    named = past.last.get("choice.placement")
    if not chosen:
        return past.counts.get("choice.placement", 0) == 0
    last = [past.game.space.verb_of(code).name for code in past.codes[-2:-1]]
    if last != ["place_at"] or named is None:
        return None
    return named.num("at") == told[0].num("at")
