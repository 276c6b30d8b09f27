"""Where cards are, and the bounds of every number, in every state in which somebody acts."""

from __future__ import annotations

from engine.games.henchling.components import (
    DRAWING,
    HEALTH_MAX,
    TRIMMING,
)
from engine.games.henchling.schema import CARDS, LIMIT, SEATS
from engine.games.henchling.schema_words import (
    ENHANCER,
    ITEM,
    SPELL,
    TRAP,
    TRAP_WAIT,
)
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    bit,
    bits,
    controller,
    design,
    downs,
    fighters,
    health_of,
    of_type,
    on_tables,
    sort_of,
)
from properties.henchling.ledger import sizes
from properties.history import History
from properties.invariant import Verdict, final_invariant, invariant

BEFORE_PLAY = ("lots", "deal")
RESTING = ("action", "mulligan")
LOW = (1 << CARDS) - 1
MARKS = ("damage", "coins", "power_a", "power_h", "boost_a", "boost_h", "turn_a", "turn_h")


def _every_zone(state: Henchling) -> tuple[int, int]:
    """The union of all zones of cards, and their sum: equal iff nothing lies in two."""
    zones = [*state.hands, state.discard, bit(state.exposed), state.pool, state.down, state.up,
             on_tables(state) & LOW, *(1 << card for card in state.bottom),
             *(1 << card for card in state.traps)]  # fmt: skip
    union = 0
    for zone in zones:
        union |= zone
    return union, sum(zones)


@invariant("HEI-01", "HE-COMP-02", "HE-COMP-06", "HE-TABLE-01", "HE-TOKEN-03", but=BEFORE_PLAY)
def each_card_is_in_one_zone(state: Henchling) -> Verdict:
    """All cards of the sets, and no token, lie in exactly one zone each."""
    union, total = _every_zone(state)
    full = (1 << len(state.rules.designs)) - 1
    if union == total == full:
        return True
    return f"missing {list(bits(full & ~union))}, twice or foreign {total - union} {union & ~full}"


@invariant("HEI-01", "HE-TABLE-01")
def tables_are_apart(state: Henchling) -> Verdict:
    """No card lies on two tables, and nobody who is not in the game has one."""
    tables = state.tables
    if sum(tables) != on_tables(state):
        return f"tables overlap: {tables}"
    return not any(tables[state.rules.players :])


@invariant("HEI-03", "HE-SETUP-01", "HE-TRAP-06")
def no_trap_in_a_hand(state: Henchling) -> Verdict:
    """No hand, table or own set of the hidden pile at set-up holds a trap."""
    held = 0
    for hand in state.hands:
        held |= hand
    return not held & state.rules.traps or f"traps in hands: {list(bits(held & state.rules.traps))}"


@invariant("HEI-04", "HE-TRAP-01", "HE-PILE-03")
def the_exposed_card_is_no_trap(state: Henchling) -> Verdict:
    """What lies exposed is a card one may draw."""
    if state.exposed < 0:
        return None
    return not state.rules.traps >> state.exposed & 1


@invariant("HEI-04", "HE-PILE-03", "HE-PILE-06", rows=("action",))
def the_second_pile_shows_a_card(state: Henchling) -> Verdict:
    """While its turn is played on, a second pile that has cards shows one."""
    return state.exposed >= 0 or sizes(state)[2] == 0


@invariant("HEI-05", "HE-SPELL-01", "HE-SPELL-02", "HE-TRAP-04")
def no_spell_or_trap_on_a_table(state: Henchling) -> Verdict:
    """Tables hold Henchlings, items and enhancers."""
    rules = state.rules
    wrong = on_tables(state) & (rules.of_type[SPELL] | rules.of_type[TRAP])
    return not wrong or f"on tables: {list(bits(wrong))}"


@invariant("HEI-06", "HE-TOKEN-01", "HE-TOKEN-02", "HE-EJECT-03")
def tokens_are_on_tables(state: Henchling) -> Verdict:
    """A token is something exactly while it lies on a table."""
    there = on_tables(state) >> CARDS
    if not there and max(state.kinds) < 0:
        return None
    known = sum(1 << at for at, kind in enumerate(state.kinds) if kind >= 0)
    return known == there or f"tokens on tables {there:b}, known {known:b}"


@invariant("HEI-07", "HE-CTR-04", "HE-EJECT-02", "HE-ENH-05", every=11)
def nothing_sticks_to_cards_elsewhere(state: Henchling) -> Verdict:
    """A card off the tables has no damage, counters, boosts, host, tilt, back or flipper."""
    there = on_tables(state)
    if state.tilted & ~there or downs(state) & ~there or state.guards & ~there:
        return f"tilted {state.tilted:b}, down {downs(state):b}, tables {there:b}"
    for name in MARKS:
        for card, mark in enumerate(getattr(state, name)):
            if mark and not there >> card & 1:
                return f"{name} of card {card} off the table is {mark}"
    stray = [c for c, host in enumerate(state.host) if host >= 0 and not there >> c & 1]
    return not stray or f"cards {stray} off the table have hosts"


@invariant("HEI-08", "HE-ENH-02", "HE-ENH-03", "HE-ENH-07", "HE-ENH-05")
def enhancers_are_where_their_hosts_are(state: Henchling) -> Verdict:
    """An enhancer has a host of its type, beside it on the same table, tilted as it is."""
    there = on_tables(state)
    found = of_type(state, there, ENHANCER)
    if not found:
        return max(state.host) < 0 and None
    for card in bits(there):
        host = state.host[card]
        if not found >> card & 1:
            if host >= 0:
                return f"card {card}, no enhancer, is attached to {host}"
            continue
        printed = design(state, card)
        if host < 0 or printed is None or sort_of(state, host) != printed.enhances:
            return f"enhancer {card} is on {host}"
        if controller(state, host) != controller(state, card):
            return f"enhancer {card} and its host {host} lie on two tables"
        if (state.tilted >> card ^ state.tilted >> host) & 1:
            return f"enhancer {card} and its host {host} are tilted otherwise"
    return True if found else None


@invariant("HEI-19", "HE-PLAY-05", "HE-COST-01")
def money_is_for_the_action_phase(state: Henchling) -> Verdict:
    """Outside the action step nobody has money; there is one purse, the active player's."""
    if state.step <= DRAWING:
        return state.purse == 0 or f"purse {state.purse} at step {state.step}"
    return 0 <= state.purse <= LIMIT


@invariant("HEI-22", "HE-ITEM-04")
def five_items_at_most(state: Henchling) -> Verdict:
    """Nobody controls more items than the limit, by printed type, face-down and tokens too."""
    most = [of_type(state, table, ITEM).bit_count() for table in state.tables]
    if not any(most):
        return None
    return max(most) <= state.rules.item_limit or f"items by seat: {most}"


@invariant("HEI-26", "HE-ATK-07", "HE-ATK-09", "HE-HP-03", "HE-ATK-08", but=("block",))
def whoever_fights_lives(state: Henchling) -> Verdict:
    """Outside a damage batch each face-up Henchling in play has health left."""
    if not any(state.damage):
        return None
    for card in fighters(state):
        if state.damage[card] and state.damage[card] >= health_of(state, card):
            return f"card {card}: damage {state.damage[card]} of {health_of(state, card)}"
    return True


@invariant("HEI-37", "HE-FLIP-01", "HE-UNFLIP-04", "HE-UNFLIP-02")
def backs_have_flippers(state: Henchling) -> Verdict:
    """Each face-down card is known once, with who turned it; turns of now are among them."""
    if not state.backs:
        return not state.flippers and not state.flip_now and None
    return (
        len(state.backs) == len(state.flippers) == downs(state).bit_count()
        and not downs(state) & ~on_tables(state)
        and not state.flip_now & ~downs(state)
        and all(0 <= seat < state.rules.players for seat in state.flippers)
    )


@invariant("HEI-46", "HE-TRAP-04", "HE-TRAP-05", "HE-TRAP-03", rows=RESTING)
def traps_in_the_row_wait(state: Henchling) -> Verdict:
    """At rest the row of traps holds traps that wait for something, each once."""
    if not state.traps:
        return None
    for card in state.traps:
        known = [state.rules.abilities[n].kind for n in state.rules.designs[card].text]
        if TRAP_WAIT not in known or not state.rules.traps >> card & 1:
            return f"card {card} lies in the row of traps"
    return len(set(state.traps)) == len(state.traps)


@invariant("HEI-47", "HE-HP-02", "HE-ELIM-01", but=("block",))
def the_living_have_health(state: Henchling) -> Verdict:
    """Outside a batch a player is in the game exactly with health left, and else owns nothing."""
    for seat in range(SEATS):
        alive = bool(state.alive >> seat & 1)
        if seat >= state.rules.players:
            if alive or state.hands[seat] or state.tables[seat]:
                return f"seat {seat} is not in the game"
        elif alive != (state.health[seat] > 0):
            return f"seat {seat}: alive {alive}, health {state.health[seat]}"
        elif not alive and (state.hands[seat] or state.tables[seat]):
            return f"seat {seat} is out and has cards"
    return True


@invariant("HEI-67", "HE-ELIM-01", "HE-ELIM-02")
def whoever_is_asked_is_in_the_game(state: Henchling) -> Verdict:
    """The seat that acts is alive."""
    return bool(state.alive >> state.player & 1) if state.player >= 0 else None


@invariant("HEI-59", "HE-LIMIT-02", "HE-LIMIT-03", "HE-LIMIT-04", "HE-HEAL-01")
def numbers_stay_in_bounds(state: Henchling) -> Verdict:
    """Health, markers, counters, sums of power and the purse keep their bounds."""
    if max(state.health) > HEALTH_MAX or min(state.health) < 0:
        return f"health {state.health}"
    if max(state.damage) > LIMIT or max(state.coins) > LIMIT or state.purse > LIMIT:
        return f"a marker, a counter or the purse exceeds {LIMIT}"
    sums = (max(state.power_a), max(state.power_h), -min(state.power_a), -min(state.power_h))
    return max(sums) <= LIMIT or f"power sums {sums}"


@invariant("HEI-60", "HE-LIMIT-05", "HE-LIMIT-06")
def turns_and_actions_end(state: Henchling) -> Verdict:
    """Neither more turns nor more announcements in one than the options say."""
    rules = state.rules
    return state.turn <= rules.turns_max and state.announced <= rules.actions_max


@invariant("HEI-61", "HE-PILE-07", "HE-PILE-02", but=BEFORE_PLAY)
def one_pool_is_shared_by_two_piles(state: Henchling) -> Verdict:
    """The pool is counted in both piles; when one has none of it left it is no pool any more."""
    pool, down = state.pool.bit_count(), state.pool_down
    return 0 < down < pool or pool == down == 0 or f"pool of {pool}, {down} in the hidden pile"


@invariant("HEI-63", "HE-DISC-01", "HE-DISC-02", rows=("action",))
def nobody_trims_during_actions(state: Henchling) -> Verdict:
    """In the action row it is nobody's time to trim: the active player acts."""
    return state.player == state.active and state.step < TRIMMING


@final_invariant("HEI-48", "HE-GOAL-01", "HE-ELIM-02", rows=("won",))
def one_is_left(state: Henchling) -> Verdict:
    """The game is won when exactly one player is left."""
    return state.alive.bit_count() == 1


@final_invariant("HEI-48", "HE-GOAL-01", "HE-LIMIT-05")
def returns_name_the_winner(state: Henchling, past: History) -> Verdict:
    """Who is left alone gets 1 and each other seat -1; without a winner nobody gets anything."""
    seats, alone = range(state.rules.players), state.alive.bit_count() == 1
    meant = tuple((1 if state.alive >> seat & 1 else -1) if alone else 0 for seat in seats)
    found = past.game.returns(state)
    return tuple(found) == meant or f"returns {found}, meant {meant}"


@final_invariant("HEI-48", "HE-GOAL-01", rows=("nobody_left",))
def none_is_left(state: Henchling) -> Verdict:
    """It is a draw when nobody is left."""
    return state.alive == 0


@invariant("HEI-48", "HE-GOAL-01", but=("won", "nobody_left", "block"))
def play_goes_on_among_several(state: Henchling) -> Verdict:
    """While somebody is asked, or play is broken off, two players at least are in the game."""
    return state.alive.bit_count() >= 2


@final_invariant("HEI-60", "HE-LIMIT-05", "HE-LIMIT-06", rows=("unfinished",))
def play_is_broken_off_at_a_cap(state: Henchling) -> Verdict:
    """Play is broken off only after the last turn or the last announcement allowed."""
    rules = state.rules
    return state.turn == rules.turns_max or state.announced == rules.actions_max


@invariant("HEI-16", "HE-DRAW-02", "HE-DRAW-03")
def passes_are_of_players(state: Henchling) -> Verdict:
    """Marks of passing belong to players of the game."""
    return state.passers < 1 << state.rules.players if state.passers else None
