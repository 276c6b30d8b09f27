"""Every limit at the step: the position before, what was chosen, and what it brought."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import ACTING, HEALTH_MAX, SEAT0
from engine.games.henchling.schema import LIMIT, TOKENS
from engine.games.henchling.schema_words import ENHANCER, ITEM, TRAP_WAIT
from properties.henchling.book import bits, is_seat, of_type, on_tables, sort_of
from properties.henchling.ledger import Turn
from properties.history import History
from properties.invariant import Verdict, step_invariant

LEAVING = ("card.moved", "token.removed")


def _told(step: Turn, *kinds: str) -> list[Happening]:
    return [h for h in step.events if h.event.kind in kinds]


@step_invariant("HEI-51", "HE-COMP-01", rows=("deal", "draw"), every=9)
def two_to_four_play(step: Turn) -> Verdict:
    """Two to four players are at the table, and only their seats hold anything."""
    players = step.before.rules.players
    return 2 <= players <= 4 and step.before.alive < 1 << players


@step_invariant("HEI-69", "HE-TURN-01", "HE-DRAW-01", kinds=("card.drawn",))
def one_card_in_turn_one(step: Turn) -> Verdict:
    """The draw phase of turn 1 counts one draw, and no turn more than the rules say."""
    counted = [h for h in _told(step, "card.drawn") if h.word("for") == "draw_phase"]
    if not counted:
        return None
    rules = step.before.rules
    due = rules.first_draws if step.before.turn == 1 else rules.draws
    return all(h.num("left") < due for h in counted) and len(counted) == 1


@step_invariant("HEI-55", "HE-ITEM-03", "HE-DEST-01", kinds=LEAVING)
def items_leave_for_a_reason(step: Turn) -> Verdict:
    """An item leaves its table destroyed, ejected, blocking, paid, for room or with its player."""
    gone = on_tables(step.before) & ~on_tables(step.after)
    items = of_type(step.before, gone, ITEM)
    if not items:
        return None
    causes = {h.num("card"): h.word("cause") for h in _told(step, *LEAVING)}
    wrong = {card: causes.get(card) for card in bits(items)
             if causes.get(card) in (None, "none", "died", "with_host")}  # fmt: skip
    return not wrong or f"items gone without reason: {wrong}"


@step_invariant("HEI-46", "HE-TRAP-05", "HE-TRAP-04", kinds=("trap.sprung",))
def a_trap_is_used_up(step: Turn) -> Verdict:
    """A trap springs once, and what has sprung ends among the discards."""
    sprung = [h.num("card") for h in _told(step, "trap.sprung")]
    done = [h.num("card") for h in _told(step, "trap.done")]
    if len(set(sprung)) != len(sprung):
        return f"traps sprung {sprung}"
    return not [card for card in done if card in step.after.traps]


@step_invariant("HEI-56", "HE-TRAP-07", rows=("react",))
def traps_open_no_window(step: Turn) -> Verdict:
    """While Reactions are asked for no trap is being carried out: all in the row wait."""
    state = step.before
    for card in state.traps:
        kinds = [state.rules.abilities[n].kind for n in state.rules.designs[card].text]
        if TRAP_WAIT not in kinds:
            return f"trap {card} is under way"
    return True


@step_invariant("HEI-14", "HE-UNTILT-03", kinds=("turn.started",))
def others_stay_tilted(step: Turn) -> Verdict:
    """Cards of others do not become ready when a turn begins."""
    after, mine = step.after, step.after.tables[step.after.active]
    others = step.before.tilted & on_tables(after) & ~mine
    named = 0
    for h in _told(step, "card.untilted", *LEAVING):
        named |= 1 << h.num("card")
    hosts = {card for card in bits(others) if after.host[card] >= 0}
    lost = [c for c in bits(others & ~after.tilted & ~named) if c not in hosts]
    return not lost or f"ready without reason: {lost}"


@step_invariant("HEI-27", "HE-ATK-08", "HE-DMG-03", rows=("block",))
def nobody_is_healed_in_a_batch(step: Turn) -> Verdict:
    """After a block or none no healing and no Reaction comes before the batch is settled."""
    for h in step.events:
        if h.event.kind == "batch.ended":
            return True
        if h.event.kind in ("health.healed", "reaction.used"):
            return f"{h.kind} in an open batch"
    return True


@step_invariant("HEI-26", "HE-ATK-09", kinds=("damage.shrunk",))
def shrinking_leaves_a_life(step: Turn) -> Verdict:
    """A marker that shrinks leaves exactly one health, and nobody dies of it."""
    return all(0 <= h.num("after") == h.num("health") - 1 for h in _told(step, "damage.shrunk"))


@step_invariant("HEI-39", "HE-UNFLIP-02", verbs=("end_action",))
def own_flips_of_now_stay_down(step: Turn) -> Verdict:
    """What the active player turned down this turn is still down when the turn has ended."""
    state = step.before
    mine = [card for card, seat in zip(state.backs, state.flippers, strict=True)
            if seat == state.active and state.flip_now >> card & 1]  # fmt: skip
    if not mine:
        return None
    there = on_tables(step.after)
    up = [card for card in mine if there >> card & 1 and card not in step.after.backs]
    return not up or f"turned up too soon: {up}"


@step_invariant("HEI-40", "HE-REACT-03", "HE-REACT-04", "HE-REACT-02", verbs=("react",))
def reactions_answer_actions(step: Turn) -> Verdict:
    """A Reaction is chosen in another's action phase and answers a play, attack or ability."""
    state = step.before
    if state.step != ACTING or step.player == state.active:
        return f"seat {step.player} reacts at step {state.step} of seat {state.active}"
    used = _told(step, "reaction.used")
    return all(h.word("answers") in ("play", "attack", "ability") for h in used)


@step_invariant("HEI-30", "HE-DEST-02", "HE-EJECT-01", "HE-STEAL-01",
                kinds=("card.destroyed", "card.ejected", "card.stolen"))  # fmt: skip
def removal_is_no_damage(step: Turn) -> Verdict:
    """Destroying, ejecting, stealing and trading mark no damage on what they move."""
    hit = {h.num("target") for h in _told(step, "damage.dealt")}
    moved = {h.num("card") for h in _told(step, "card.destroyed", "card.ejected", "card.stolen")
             if h.event.kind != "card.destroyed" or h.word("cause") == "destroyed"}  # fmt: skip
    if not moved:
        return None
    grown = [card for card in moved - hit if step.after.damage[card] > step.before.damage[card]]
    return not grown or f"damaged without damage: {grown}"


@step_invariant("HEI-28", "HE-HEAL-01", "HE-HEAL-02", "HE-LIMIT-02", kinds=("health.healed",))
def healing_keeps_its_bounds(step: Turn) -> Verdict:
    """A Henchling is not healed beyond its maximum, a player not beyond the record."""
    for h in _told(step, "health.healed"):
        asked, before, after = h.num("asked"), h.num("before"), h.num("after")
        if is_seat(h.num("target")):
            capped = [e.num("lost") for e in _told(step, "limit.capped")
                      if e.word("limit") == "health"]  # fmt: skip
            over = before + asked - HEALTH_MAX
            if after > HEALTH_MAX or (over > 0) != bool(capped):
                return f"seat {h.num('target') - SEAT0}: {before} + {asked} is {after}, {capped}"
        elif not 0 <= after <= before:
            return f"damage {before} healed to {after}"
    return True


@step_invariant("HEI-44", "HE-STEAL-03", "HE-TRADE-02", kinds=("card.stolen", "cards.traded"))
def control_is_no_arrival(step: Turn) -> Verdict:
    """What is stolen or traded does not arrive, nor leave."""
    moved = {h.num("card") for h in _told(step, "card.stolen")}
    for h in _told(step, "cards.traded"):
        moved |= {h.num("mine"), h.num("theirs")}
    kinds = ("card.arrived", "arrive.triggered", "card.entered")
    return not [h for h in _told(step, *kinds) if h.num("card") in moved]


@step_invariant("HEI-44", "HE-TRADE-02", "HE-TRADE-01", kinds=("cards.traded",))
def trades_keep_the_counts(step: Turn) -> Verdict:
    """A trade leaves each player as many Henchlings, and items, as before."""
    if _told(step, *LEAVING, "card.stolen", "token.created", "card.arrived"):
        return None
    for sort in (0, ITEM):
        one, two = ([of_type(state, table, sort).bit_count() for table in state.tables]
                    for state in (step.before, step.after))  # fmt: skip
        if one != two:
            return f"type {sort}: {one} before, {two} after"
    return True


@step_invariant("HEI-06", "HE-TOKEN-03", "HE-TOKEN-02", kinds=("token.created", "token.removed"))
def tokens_are_no_cards(step: Turn) -> Verdict:
    """Tokens come and go and no zone of cards is larger or smaller for it."""
    made = len(_told(step, "token.created")) - len(_told(step, "token.removed"))
    one, two = ((on_tables(state) >> 64).bit_count() for state in (step.before, step.after))
    return two - one == made or f"{one} tokens before, {two} after, told {made}"


@step_invariant("HEI-59", "HE-LIMIT-01", kinds=("token.created", "limit.capped"))
def a_thirteenth_is_not_made(step: Turn) -> Verdict:
    """Beyond twelve tokens none is made, which is told."""
    there = (on_tables(step.after) >> 64).bit_count()
    return there <= TOKENS and all(not 0 <= h.num("card") < 64
                                   for h in _told(step, "token.created"))  # fmt: skip


@step_invariant("HEI-59", "HE-LIMIT-03", kinds=("counter.placed",))
def counters_stay_in_bounds(step: Turn) -> Verdict:
    """Counters placed keep their bounds, which is told where something is dropped."""
    told = _told(step, "counter.placed")
    return all(h.num("generic") <= LIMIT and abs(h.num("power_a")) <= LIMIT
               and abs(h.num("power_h")) <= LIMIT for h in told)  # fmt: skip


@step_invariant("HEI-59", "HE-LIMIT-04", kinds=("batch.opened",))
def packets_stay_in_bounds(step: Turn) -> Verdict:
    """No packet is larger than the bound."""
    return all(n <= LIMIT for h in _told(step, "batch.opened") for n in h.nums("amounts"))


@step_invariant("HEI-60", "HE-LIMIT-05", "HE-LIMIT-06", kinds=("turn.started", "play.unfinished"))
def no_turn_beyond_the_last(step: Turn) -> Verdict:
    """No turn beyond the last allowed begins; play that is broken off names its cap."""
    rules = step.before.rules
    for h in _told(step, "play.unfinished"):
        if h.word("cause") == "turns":
            return step.before.turn == rules.turns_max
        return step.before.announced == rules.actions_max
    return step.after.turn <= rules.turns_max


@step_invariant("HEI-65", "HE-ATK-03", "HE-ATK-02", "HE-ACT-01", kinds=("attack.made",))
def attackers_were_upright(step: Turn) -> Verdict:
    """Whoever attacks tilts once for it in the same ply, before the attack, from upright."""
    for h in _told(step, "attack.made"):
        card, at = h.num("card"), step.events.index(h)
        tilts = [e for e in step.events[:at] if e.event.kind == "card.tilted"
                 and e.num("card") == card and not e.num("by_effect")]  # fmt: skip
        if len(tilts) != 1:
            return f"attacker {card} tilts {len(tilts)} times"
    return True


@step_invariant("HEI-52", "HE-SPELL-03", verbs=("target",))
def spells_can_be_answered(step: Turn, past: History) -> Verdict:
    """Where a spell can be answered the window comes before its effect."""
    spells = [h for h in _told(step, "action.announced") if h.word("action") == "play"
              and sort_of(step.after, h.num("card")) not in (0, ITEM, ENHANCER)]  # fmt: skip
    if not spells or step.game.rows[step.after.phase].name != "react":
        return None
    return not _told(step, "spell.spent") and step.after.playing == spells[0].num("card")
