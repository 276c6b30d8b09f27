"""Every limit at the step: the position before, what was chosen, and what it brought."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import IllegalAction
from properties.ham_helsing.book import (
    MINION_SET,
    book,
    listed,
    said,
    with_characters,
    zone_of,
)
from properties.ham_helsing.ledger import Turn, chosen, told
from properties.history import History
from properties.invariant import Verdict, step_invariant

PAID = ("ability", "croak", "snack", "revive_other")
HURT_BY_VILLAIN = ("villain_act", "villain_move", "villain_power")


@step_invariant("HHI-44", "HH-PLACE-03", "HH-EFFECT-15", "HH-VMIN-04", "HH-VNEST-05", "HH-KNUCK-09",
                "HH-KNUCK-10", kinds=("token.place", "minion.move"))  # fmt: skip
def nothing_comes_to_knuckles(step: Turn) -> Verdict:
    """While Knuckles stands in a Location nothing is added to it."""
    one, two = step.before, step.after
    if one.bear < 0 or one.bear != two.bear or told(step, "knuckles.move", "knuckles.return"):
        return None
    return not two.board[one.bear] & ~one.board[one.bear]


@step_invariant("HHI-56", "HH-EFFECT-12", "HH-EFFECT-13", "HH-EFFECT-09", kinds=("minion.move",))
def minions_move_next_door_to_people(step: Turn) -> Verdict:
    """Minions with a character beside them stay; those that move come one step to one."""
    if told(step, "move.enter", "char.relocate"):
        return None
    people, known = with_characters(step.before), book(step.before)
    found = None
    for h in told(step, "minion.move"):
        origin, to = h.num("from"), h.num("to")
        if h.word("cause") == "pull":
            continue
        found = True
        if people >> origin & 1 or not people >> to & 1 or not known.near[origin] >> to & 1:
            return f"{h}, characters at {listed(step.before, 'location', people)}"
    return found


@step_invariant("HHI-53", "HH-TAKE-05", "HH-TAKE-07", "HH-TAKE-01", kinds=("bite.step",))
def bites_at_the_end_are_the_actives(step: Turn) -> Verdict:
    """Step 6 bites the active character alone, and not at all among normal Minions."""
    bites = told(step, "bite.step")
    hurt = [h for h in told(step, "health.change") if h.word("cause") == "bite_end"]
    for h in bites:
        mine = [e for e in hurt if e.num("who") == h.num("who")]
        if mine and not h.num("singles") + h.num("doubles"):
            return f"bitten by normal Minions: {mine}"
    return {e.num("who") for e in hurt} <= {h.num("who") for h in bites}


@step_invariant("HHI-54", "HH-VNEST-02", "HH-VNEST-04", "HH-VNEST-05",
                kinds=("nests.fed",))  # fmt: skip
def the_nest_step_follows_card_and_nests(step: Turn) -> Verdict:
    """No token is placed by nests where there is none, or by the Level 4 card."""
    fed = [h.num("fed") for h in told(step, "nests.fed")]
    levels = [h.num("level") for h in told(step, "nests.fed")]
    none = not step.before.lost or levels == [4]
    return not none or fed == [0] or f"fed {fed} at level {levels}"


@step_invariant("HHI-56", "HH-VMIN-03", "HH-SYB-09", kinds=("minions.skipped", "nests.fed"))
def the_last_card_moves_no_minion(step: Turn) -> Verdict:
    """A card of Level 4 moves no Minion."""
    skipped, fed = told(step, "minions.skipped"), told(step, "nests.fed")
    four = any(h.num("level") == 4 for h in (*skipped, *fed))
    moved = [h for h in told(step, "minion.move") if h.word("cause") == "villain_card"]
    return (bool(skipped) and not moved) if four or skipped else None


@step_invariant("HHI-25", "HH-VMIN-05", "HH-LIMIT-06", kinds=("villain.flip", "villain.move",
                "villain.act", "villain.discard"))  # fmt: skip
def a_card_is_done_before_limits(step: Turn) -> Verdict:
    """No limit is looked at between a Villain card's flip and its discard."""
    inside = step.before.card >= 0
    for h in step.events:
        kind = h.event.kind
        if kind in ("limit.check", "location.lost") and inside:
            return f"{kind} under an open card"
        inside = kind == "villain.flip" or (inside and kind != "villain.discard")
    return True


@step_invariant("HHI-61", "HH-KO-08", "HH-VACT-03", "HH-KO-06", kinds=("health.change",
                "skill.change"))  # fmt: skip
def the_villain_spares_who_lies(step: Turn) -> Verdict:
    """Who lay before the ply, and was not revived in it, is hurt by nothing and by no power."""
    up = {h.num("who") for h in told(step, "revive")}
    found = None
    for h in told(step, "health.change", "skill.change"):
        word = h.word("cause")
        if h.event.kind == "health.change" or word == "villain":
            found = True
            if not step.before.health[h.num("who")] and h.num("who") not in up:
                return f"{h} of one who lies"
    return found


@step_invariant("HHI-61", "HH-KO-05", "HH-REVIVE-06", "HH-KO-01", kinds=("revive", "health.change",
                "ko"))  # fmt: skip
def only_revival_raises_the_fallen(step: Turn) -> Verdict:
    """Who lies has health again by revival alone."""
    up = {h.num("who") for h in told(step, "revive")}
    for who in book(step.before).crew:
        if not step.before.health[who] and step.after.health[who] and who not in up:
            return f"{said(step.before, 'who', who)} stands up unrevived"
    return True


@step_invariant("HHI-62", "HH-REVIVE-03", "HH-REVIVE-02", "HH-SKILL-06", "HH-SKILL-05",
                kinds=("skill.change",))  # fmt: skip
def skills_end_on_their_tracks(step: Turn) -> Verdict:
    """After a ply that changes skills, revival included, all are on their tracks."""
    top = book(step.after).skill_max
    wrong = [at for at in range(4 * len(book(step.after).crew)) if step.after.skill[at] > top[at]]
    lowered = [h for h in told(step, "skill.change") if h.word("cause") == "revival"]
    return (not wrong and all(-1 <= h.num("n") <= 0 for h in lowered)) or \
        f"beyond the track: {listed(step.after, 'who_skill', wrong)}; {lowered}"


@step_invariant("HHI-28", "HH-TERM-02", "HH-PLAY-08", "HH-ABIL-04", verbs=PAID)
def one_card_pays_for_one_thing(step: Turn) -> Verdict:
    """The card named comes from the hand, goes to the discard, and adds nothing to the pool."""
    card = chosen(step)[0]
    state, zone = step.before, zone_of(step.before, step.before.active)
    gone = [h.num("card") for h in told(step, "card.discard")
            if h.word("cause") in ("ability", "croak", "snacks", "revive")]  # fmt: skip
    if gone != [card] or not state.hand[zone] >> card & 1:
        return f"{said(state, 'card', card)} pays, discarded is {listed(state, 'card', gone)}"
    return not [h for h in told(step, "pool.add", "card.play") if h.num("card") == card]


@step_invariant("HHI-31", "HH-ENDPLAY-04", "HH-PLAY-06", kinds=("card.draw",))
def no_refill_in_step_one(step: Turn) -> Verdict:
    """While step 1 runs nothing is drawn to fill the hand."""
    if not any(h.event.kind == "step.enter" for h in step.events) and step.before.step == 2:
        return all(h.word("cause") not in ("draw_step", "extra") for h in told(step, "card.draw"))
    return None


@step_invariant("HHI-27", "HH-SKILL-02", "HH-SKILL-03", verbs=("skill_attack", "commit_skill"))
def a_skill_attacks_at_its_end(step: Turn) -> Verdict:
    """The skill chosen stands on its last space and has not attacked this turn."""
    colour, state = chosen(step)[0], step.before
    at = 4 * state.active + colour
    return state.skill[at] == book(state).skill_max[at] and not state.skills >> colour & 1


@step_invariant("HHI-66", "HH-LOC-SWAMP-03", "HH-LOC-SWAMP-01", verbs=("swamp_buy",))
def the_swamp_never_pays(step: Turn) -> Verdict:
    """A purchase at the Swamp costs a dollar less than printed and never brings money."""
    state = step.before
    cost = book(state).cost[state.market[chosen(step)[0]]]
    paid = state.money[state.active] - step.after.money[state.active]
    return paid == max(0, cost - 1) or f"paid {paid} of {cost}"


@step_invariant("HHI-42", "HH-LOC-SHIELD-02", "HH-LOC-SHIELD-01", rows=("shield",))
def the_shield_is_asked_for_damage(step: Turn) -> Verdict:
    """The holder is asked, and Damage of a Minion or the Villain follows or is blocked."""
    state = step.before
    if state.shield not in book(state).crew:
        return f"Shield at {said(state, 'shield', state.shield)}"
    if step.player != (0 if book(state).solo else state.shield):
        return (f"seat {step.player} is asked for the Shield of "
                f"{said(state, 'shield', state.shield)}")
    blocked = told(step, "shield.block")
    if step.verb == "use_shield":
        return len(blocked) == 1 and blocked[0].num("who") == state.shield
    return not blocked and step.after.shield in (state.shield, *book(state).crew)


@step_invariant("HHI-26", "HH-LOC-02", "HH-LOC-05", "HH-LOC-06", verbs=("croak", "snack",
                "take_shield", "swamp_buy", "adjust"))  # fmt: skip
def a_power_is_used_where_it_is_open(step: Turn) -> Verdict:
    """The Location of a power used is not lost, without the Villain, and not used before."""
    state = step.before
    at = state.at[state.active]
    if at == state.villain or state.lost >> at & 1:
        return f"the power of {said(state, 'location', at)} is shut"
    return not state.powers >> at & 1 or (step.verb == "adjust" and state.village == 1)


@step_invariant("HHI-57", "HH-VFIGHT-10", "HH-VFIGHT-08", rows=("die", "second_die", "reroll",
                "keep", "snout", "commit"))  # fmt: skip
def nobody_leaves_a_fight(step: Turn) -> Verdict:
    """In a fight figures stay, and what was fixed stays fixed until it is over."""
    one, two = step.before, step.after
    if list(one.at) != list(two.at):
        return "somebody moved in a fight"
    over = bool(told(step, "fight.end", "game.end"))
    return over or all(b >= a for a, b in zip(one.fight, two.fight, strict=True))


@step_invariant("HHI-57", "HH-VFIGHT-02", "HH-VFIGHT-03", verbs=("fight_villain", "roll"))
def fights_are_where_the_villain_is(step: Turn) -> Verdict:
    """Whoever fights stands where the Villain stands."""
    state = step.before
    return state.at[state.active] == state.villain >= 0


@step_invariant("HHI-59", "HH-REWARD-13", "HH-REWARD-15", "HH-REWARD-04", "HH-ROBO-05",
                kinds=("reward.gain", "reward.refused"))  # fmt: skip
def rewards_need_a_deck_and_a_colour(step: Turn) -> Verdict:
    """Rewards come under a top card only, for fixed colours that it has not rewarded yet."""
    state = step.before
    if state.next_card < 0:
        return "a reward without a Villain deck"
    colours = [h.num("colour") for h in told(step, "reward.gain", "reward.refused")]
    if len(set(colours)) != len(colours) or any(not state.fight[colour] for colour in colours):
        return f"rewarded {listed(state, 'colour', colours)}, fixed {list(state.fight)}"
    taken = state.rewarded[state.active]
    return not [colour for colour in colours if taken >> colour & 1]


@step_invariant("HHI-59", "HH-REWARD-10", "HH-KO-05", "HH-REWARD-09", kinds=("reward.refused",
                "reward.gain"))  # fmt: skip
def nobody_who_lies_is_healed(step: Turn) -> Verdict:
    """A heal reward is gained by who stands after the dice, and refused to who lies."""
    healed = [h for h in told(step, "health.change") if h.word("cause") == "reward"]
    refused = told(step, "reward.refused")
    if refused and step.after.health[refused[0].num("who")] and not told(step, "revive"):
        return "refused to one who stands"
    return all(h.num("left") > h.num("n") for h in healed)


@step_invariant("HHI-48", "HH-REWARD-08", "HH-KNUCK-06", "HH-SCARE-03", kinds=("minion.scare",))
def the_scared_are_not_beaten(step: Turn) -> Verdict:
    """Minions scared by Knuckles or a reward are discarded, unless a text makes them pay."""
    free = [h.num("token") for h in told(step, "minion.scare") if not h.num("pays")]
    beaten = [token for token in free if step.after.beaten >> token & 1]
    paid = [h for h in told(step, "minion.scare") if h.num("pays")]
    if len(paid) > step.before.bounty:
        return f"{len(paid)} pay, promised {step.before.bounty}"
    return not beaten or f"scared and beaten: {listed(step.after, 'token', beaten)}"


@step_invariant("HHI-47", "HH-KNUCK-12", "HH-KNUCK-03", "HH-SPICY-05", verbs=("send",))
def he_is_sent_somewhere_new(step: Turn) -> Verdict:
    """He is sent to another Location than his own and the Villain's."""
    return chosen(step)[0] not in (step.before.bear, step.before.villain)


@step_invariant("HHI-50", "HH-FIGHT-01", "HH-FIGHT-06", "HH-FIGHT-09", verbs=("hit",))
def one_hit_is_one_colour(step: Turn) -> Verdict:
    """One attack matches one colour of one Minion that needs it."""
    token, colour = chosen(step)
    state = step.before
    hits = told(step, "minion.hit")
    if [(h.num("token"), h.num("colour")) for h in hits] != [(token, colour)]:
        return f"hit {hits}"
    return bool((book(state).colours[token] & ~state.hits[token]) >> colour & 1)


@step_invariant("HHI-33", "HH-LIMIT-04", "HH-EFFECT-08", "HH-COMP-01", kinds=("location.lost",))
def losses_count_tokens(step: Turn) -> Verdict:
    """What is lost held more Minion tokens than its limit, Effects apart."""
    limit = book(step.before).limit
    for h in told(step, "location.lost"):
        here = step.after.board[h.num("at")] & MINION_SET
        if here.bit_count() <= limit[h.num("at")] and not told(step, "turn.start"):
            return f"{h}: {here.bit_count()} Minions are there"
    return True


@dataclass
class Positions:
    """Positions met in the step 1 under way, and whose it is."""

    who: tuple[int, int] = (-1, -1)
    met: set[bytes] = field(default_factory=set)


@step_invariant("HHI-76", "HH-ROUND-07", "HH-DRAW-05", rows=("play",), whole=True)
def no_position_returns_in_a_step(step: Turn, past: History) -> Verdict:
    """In one step 1 no position is there twice where the player chooses."""
    scratch, state = past.own(Positions), step.before
    if scratch.who != (state.round, state.active):
        scratch.who, scratch.met = (state.round, state.active), set()
    now = state.position()
    if now in scratch.met:
        return "a position returns"
    scratch.met.add(now)
    return True


@dataclass
class Asked:
    """The seat that chose last in the market under way; -1: none yet."""

    seat: int = -1


@step_invariant("HHI-77", "HH-MARKET-04", "HH-ROUND-07", "HH-MARKET-08", rows=("market",))
def seats_are_asked_in_turn(step: Turn, past: History) -> Verdict:
    """Seats act one after the other; the market ends when all have passed in a row."""
    asked, state, known = past.own(Asked), step.before, book(step.before)
    seats, first = known.seats, 0 if known.solo else state.first
    wanted = (asked.seat + 1) % seats if asked.seat >= 0 else first
    judged = past.whole or asked.seat >= 0
    over = bool(told(step, "market.done"))
    asked.seat = -1 if over else step.player
    if judged and step.player != wanted:
        return f"seat {step.player} is asked, not {wanted}"
    if step.verb != "pass_market":
        spent = told(step, "market.buy", "money.change")
        return bool(spent) and not over
    passes = state.passes + 1
    return over == (passes == len(known.crew)) and (over or step.after.passes == passes)


@step_invariant("HHI-74", "HH-PLAY-09", "HH-ICON-08", but=("seed",), every=53)
def what_is_not_offered_is_refused(step: Turn) -> Verdict:
    """Legal actions ascend and hold the one taken; any other is refused and changes nothing."""
    legal = step.legal
    if list(legal) != sorted(set(legal)) or step.code not in legal:
        return "legal actions are no ascending set with the action taken"
    size = len(step.game.space.calls)
    code = next((step.code + 97 * n) % size for n in range(1, size)
                if (step.code + 97 * n) % size not in legal)  # fmt: skip
    twin = step.before.clone()
    try:
        step.game.apply(twin, code)
    except IllegalAction:
        return bool(twin.encode() == step.before.encode())
    return f"{step.game.text(code)} was accepted"
