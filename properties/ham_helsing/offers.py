"""What is offered in step 1, by this witness's own reading: no more, and where told no less."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    MOVE,
    PLACES,
    STAR,
    WILD,
    bits,
    book,
    listed,
    minions_at,
    said,
    shown,
    zone_of,
)
from properties.ham_helsing.ledger import Turn
from properties.ham_helsing.turns import companions
from properties.history import History
from properties.invariant import Verdict, step_invariant

Args = tuple[int, ...]
SWAMP, LAB, VILLAGE, CROAK, SNACK = range(5)
REROLL = STAR + 3


def grouped(step: Turn) -> dict[str, list[Args]]:
    """Arguments of the legal actions by verb."""
    space = step.game.space
    found: dict[str, list[Args]] = {}
    for code in step.legal:
        found.setdefault(space.verbs[space.verb_at[code]].name, []).append(space.calls[code][1])
    return found


def spelled(step: Turn, verb: str, found: Iterable[Args]) -> str:
    """Actions of a verb as texts, for messages."""
    space = step.game.space
    known = {args: at for at, (_, args) in enumerate(space.calls)
             if space.verbs[space.verb_at[at]].name == verb}  # fmt: skip
    texts = [step.game.text(known[args]) for args in sorted(found)]
    return ", ".join(texts) or f"no {verb}"


def same(step: Turn, verb: str, wanted: Sequence[Args]) -> Verdict:
    """Whether a verb is offered with these arguments, in words if not; vacuous without any."""
    found = grouped(step).get(verb, [])
    if sorted(found) == sorted(wanted):
        return True if found or wanted else None
    return f"offered {spelled(step, verb, found)}; by the rules {spelled(step, verb, wanted)}"


def hand_of(step: Turn) -> int:
    """The hand of the active character."""
    return step.before.hand[zone_of(step.before, step.before.active)]


def power_here(step: Turn) -> int:
    """The power that the active character could use where it stands, used or not; -1: none."""
    state = step.before
    at = state.at[state.active]
    shut = at == state.villain or state.lost >> at & 1
    return -1 if shut else book(state).power[at]


def targets(step: Turn, colour: int) -> int:
    """Minions in the attacker's Location that still need a colour."""
    state, known = step.before, book(step.before)
    here = minions_at(state, state.at[state.active]) & known.of_colour[colour]
    return sum(1 << token for token in bits(here) if not state.hits[token] >> colour & 1)


@step_invariant("HHS-01", "HH-BASE-01", "HH-MOVE-01", "HH-KATANA-01", "HH-KATANA-04",
                "HH-ENDPLAY-01", rows=("play",), every=3)  # fmt: skip
def board_moves_are_offered_once(step: Turn) -> Verdict:
    """Base movement while unused, loose points while there, the Katana to who holds it."""
    state, offered = step.before, grouped(step)
    here = minions_at(state, state.at[state.active])
    wanted = {
        "end_play": True, "base_move": not state.base, "walk": state.steps > 0,
        "use_katana": state.katana == state.active,
        "katana_hit": state.katana_points > 0 and bool(here),
    }  # fmt: skip
    wrong = [verb for verb, may in wanted.items() if may != (verb in offered)]
    return not wrong or f"{wrong} offered otherwise"


@step_invariant("HHS-02", "HH-LOC-01", "HH-LOC-02", "HH-LOC-04", "HH-LOC-05", "HH-LOC-06",
                "HH-LOC-CROAK-01", "HH-LOC-SNACK-01", "HH-LOC-LAB-01", rows=("play",),
                every=2)  # fmt: skip
def powers_are_offered_on_the_spot(step: Turn) -> Verdict:
    """A power is offered on its open Location, once a turn, Minions there or not."""
    state, offered, power = step.before, grouped(step), power_here(step)
    used = state.powers >> state.at[state.active] & 1
    cards = [(card,) for card in bits(hand_of(step))]
    free = power if not used else -1
    for verb, at in (("croak", CROAK), ("snack", SNACK)):
        found = offered.get(verb, [])
        if sorted(found) != (cards if free == at else []):
            return (f"offered {spelled(step, verb, found)}; "
                    f"power {said(state, 'power', power)}, used {used}")
    shield = free == LAB and state.shield == 4
    if ("take_shield" in offered) != shield:
        return (f"take_shield at power {said(state, 'power', power)}, "
                f"Shield at {said(state, 'shield', state.shield)}")
    if "swamp_buy" in offered and free != SWAMP:
        return "swamp_buy away from the Swamp or again"
    return "adjust" not in offered or power == VILLAGE


@step_invariant("HHS-03", "HH-LOC-SWAMP-01", "HH-LOC-SWAMP-03", "HH-LOC-SWAMP-02", "HH-LOC-02",
                rows=("play",), every=2)  # fmt: skip
def the_swamp_sells_at_a_discount(step: Turn) -> Verdict:
    """At the Swamp every upgrade is offered that costs at most a dollar more than is owned."""
    state, known = step.before, book(step.before)
    if power_here(step) != SWAMP or state.powers >> state.at[state.active] & 1:
        return None
    money = state.money[state.active]
    wanted = [(place,) for place, upgrade in enumerate(state.market)
              if upgrade >= 0 and max(0, known.cost[upgrade] - 1) <= money]  # fmt: skip
    return same(step, "swamp_buy", wanted)


@step_invariant("HHS-04", "HH-LOC-VILLAGE-01", "HH-LOC-VILLAGE-02", "HH-LOC-VILLAGE-03",
                "HH-SKILL-05", "HH-SKILL-06", rows=("play",))  # fmt: skip
def the_village_shifts_within_the_tracks(step: Turn) -> Verdict:
    """A shift lowers a skill above its start and raises another below its end."""
    if power_here(step) != VILLAGE:
        return None
    state, top = step.before, book(step.before).skill_max
    at = 4 * state.active
    if state.powers >> state.at[state.active] & 1 and not state.village:
        return "adjust" not in grouped(step)
    pairs = [(one, two) for one in range(4) for two in range(4)
             if one != two and state.skill[at + one] > 0
             and state.skill[at + two] < top[at + two]]  # fmt: skip
    found = grouped(step).get("adjust", [])
    if not state.run:
        return same(step, "adjust", pairs)
    good = [(one, two) for one, two in pairs
            if not state.run_up >> one & 1 and not state.run_down >> two & 1]  # fmt: skip
    return set(found) <= set(good) or \
        f"{spelled(step, 'adjust', found)} in a run, at most {spelled(step, 'adjust', good)}"


@step_invariant("HHI-76", "HH-LOC-VILLAGE-02", "HH-LOC-VILLAGE-01", "HH-ROUND-07",
                "HH-LOC-VILLAGE-03", verbs=("adjust",))  # fmt: skip
def shifts_of_a_run_go_one_way(step: Turn, past: History) -> Verdict:
    """In one run of shifts no skill goes both ways, pairs do not descend, the sum stays."""
    space = step.game.space
    pairs: list[Args] = []
    for code in reversed(past.codes):
        verb = space.verb_of(code)
        if verb.name != "adjust":
            break
        pairs.insert(0, space.calls[code][1])
    lowered, raised = {one for one, _ in pairs}, {two for _, two in pairs}
    if pairs != sorted(pairs) or lowered & raised:
        return f"a run of {spelled(step, 'adjust', pairs)}"
    return sum(step.before.skill) == sum(step.after.skill) or "the sum changed"


@step_invariant("HHS-05", "HH-TRADE-01", "HH-TRADE-03", "HH-KO-04", "HH-TRADE-02", rows=("play",),
                every=2)  # fmt: skip
def trades_are_offered_to_company(step: Turn) -> Verdict:
    """A trade is opened once a turn with each companion with whom a bundle can be made."""
    state = step.before
    found = [args[0] for args in grouped(step).get("trade", [])]
    able = [who for who in companions(state, state.active) if _bundle(state, state.active, who)]
    if state.traded:
        return not found
    return found == able or \
        f"trade with {listed(state, 'who', found)}, there stand {listed(state, 'who', able)}"


def _bundle(state: HamHelsing, one: int, two: int) -> bool:
    """Whether two have anything to trade, each something where there are no gifts (HH-SPICY-03)."""
    known = book(state)

    def thing(who: int) -> bool:
        hand = 0 if known.solo else state.hand[zone_of(state, who)]
        return bool(hand) or who in (state.shield, state.katana)

    def money(giver: int, taker: int) -> bool:
        return state.money[giver] > 0 and state.money[taker] < known.money_max[taker]

    if known.options.flag("gifts"):
        return thing(one) or thing(two) or money(one, two) or money(two, one)
    return (thing(one) and (thing(two) or money(two, one))) or (thing(two) and money(one, two))


@step_invariant("HHS-06", "HH-REVIVE-01", "HH-KO-03", "HH-SOLO-09", rows=("play",), every=2)
def companions_may_be_revived(step: Turn) -> Verdict:
    """Each hand card may be discarded to revive each companion that lies in the Location."""
    state = step.before
    lying = [who for who in book(state).crew
             if state.at[who] == state.at[state.active] and not state.health[who]]  # fmt: skip
    wanted = [(card, who) for card in bits(hand_of(step)) for who in lying]
    return same(step, "revive_other", wanted)


@step_invariant("HHS-07", "HH-VFIGHT-02", "HH-VFIGHT-16", "HH-VFIGHT-03", rows=("play",), every=2)
def fights_are_offered_face_to_face(step: Turn) -> Verdict:
    """A fight may be begun in the Villain's Location alone, Minions there or not."""
    state = step.before
    there = state.at[state.active] == state.villain
    offered = "fight_villain" in grouped(step)
    return (offered <= there) if there or offered else None


@step_invariant("HHS-08", "HH-SKILL-02", "HH-SKILL-03", "HH-FIGHT-07", "HH-FIGHT-09",
                rows=("play",), every=2)  # fmt: skip
def full_skills_may_attack(step: Turn) -> Verdict:
    """A full and unused skill attacks a Minion here that needs its colour."""
    state, top = step.before, book(step.before).skill_max
    at = 4 * state.active
    full = [c for c in range(4) if state.skill[at + c] == top[at + c] and not state.skills >> c & 1]
    found = [args[0] for args in grouped(step).get("skill_attack", [])]
    if set(found) - set(full):
        return (f"skill attacks {listed(state, 'colour', found)}, "
                f"full and unused {listed(state, 'colour', full)}")
    missed = [c for c in full if targets(step, c) and c not in found]
    return (not missed or f"not offered: {listed(state, 'colour', missed)}") if full else None


@step_invariant("HHS-09", "HH-ABIL-01", "HH-ABIL-04", "HH-TERM-02", "HH-SOLO-09", rows=("play",),
                every=2)  # fmt: skip
def abilities_cost_hand_cards(step: Turn) -> Verdict:
    """An ability is offered for hand cards alone, and not to one that is never paid for."""
    state = step.before
    found = [args[0] for args in grouped(step).get("ability", [])]
    if book(state).carriers[state.active]:
        return not found
    return all(hand_of(step) >> card & 1 for card in found) if found else None


@step_invariant("HHS-10", "HH-PLAY-01", "HH-PLAY-03", "HH-PLAY-04", "HH-TRADE-07", "HH-EFFECT-05",
                "HH-ICON-07", "HH-FIGHT-01", "HH-FIGHT-09", "HH-SOLO-07", rows=("play",),
                every=2)  # fmt: skip
def open_points_may_be_spent(step: Turn) -> Verdict:
    """Any hand card may be laid down; open icons of cards at hand and in play may be spent."""
    state, offered = step.before, grouped(step)
    hand, inside = hand_of(step), state.played[zone_of(state, state.active)]
    if sorted(offered.get("lay", [])) != [(card,) for card in bits(hand)]:
        return f"laid down may be {spelled(step, 'lay', offered.get('lay', []))}"
    found = set(offered.get("spend", []))
    for card in bits(hand | inside):
        for place, (kind, points) in shown(state, card).items():
            left = state.left[PLACES * card + place] if inside >> card & 1 else points
            shut = state.covered[card] >> place & 1
            may = (card, place) in found
            if may and (shut or not left or kind == REROLL):
                return (f"{spelled(step, 'spend', [(card, place)])} is offered, "
                        f"left {left}, covered {shut}")
            if not may and left and not shut and kind == MOVE:
                return f"movement is not offered: {spelled(step, 'spend', [(card, place)])}"
            if not may and left and not shut and kind < WILD and targets(step, kind):
                return f"an attack is not offered: {spelled(step, 'spend', [(card, place)])}"
            found.discard((card, place))
    return not found or f"no such icon: {spelled(step, 'spend', found)}"
