"""Combat from its trigger to the choice of weapons: who is fought, and with what."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.hunted.components import FACES, WORDS
from engine.games.hunted.schema import FINALES
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import HYDE, MINION, NONE, Book, bits, together
from properties.hunted.finale import battle_is_due, finale_is_due
from properties.hunted.ledger import Turn, argument, book_of, event_check
from properties.hunted.offers import next_foes, strongest, throwable
from properties.invariant import Verdict, invariant, step_invariant

FIGHTS = WORDS["fights"]
# By what a combat can come about: the Row changes, or a tie is decided, or a foe is challenged.
STARTS = ("turn_up", "add_to_row", "face", "challenge", "strike_with", "fight", "wield",
          "add_throwing", "drop", "drop_no_more", "use", "ask", "call_on_hero", "take", "hide",
          "keep", "sink", "wake", "absorb", "play_as")  # fmt: skip


def reason_for(cards: Book, state: Hunted) -> str:
    """Why a combat is due: two Enemies, or one and the noise; else nothing (HU-COMBAT-01)."""
    enemies = cards.enemies_in(state.in_row)
    if len(enemies) >= 2:
        return "two_enemies"
    loud = enemies and cards.noise_in(state.in_row) >= cards.loud_at(state)
    return "noise" if loud else ""


@invariant("HUI-07", "HU-EXPL-05", "HU-EXPL-03", "HU-EXPL-04", "HU-COMBAT-01", "HU-NOTE-01",
           "HU-FNOTE-01", rows=("choose",))  # fmt: skip
def no_combat_is_due_at_an_action(state: Hunted, past: History) -> Verdict:
    """When an action is chosen there are no two Enemies, and no Enemy with noise enough."""
    reason = reason_for(book_of(past.game), state)
    return True if not reason else f"a combat is due: {reason}"


@event_check("HUI-08", "HU-NOTE-01", "HU-EXPL-03", "HU-EXPL-04", "HU-COMBAT-01", "HU-TYPE-05",
             "HU-LOC-06", kinds=("combat.triggered",))  # fmt: skip
def a_combat_has_its_reason(h: Happening, now: Hunted, past: History) -> Verdict:
    """Two Enemies in the Row, or one with as much noise as the Location asks, named as such."""
    cards = book_of(past.game)
    reason = reason_for(cards, now)
    told = (h.word("reason"), h.num("noise"), h.num("threshold"))
    due = (reason, cards.noise_in(now.in_row), cards.loud_at(now))
    return (bool(reason) and told == due) or f"{h}: expected reason, noise, threshold {due}"


@event_check("HUI-43", "HU-FNOTE-01", "HU-DOR-04", "HU-MASH-03", kinds=("combat.triggered",))
def only_enemies_set_off_a_combat(h: Happening, now: Hunted, past: History) -> Verdict:
    """The Enemies of the Row are named: Minions only if Dorian, or in Monster Mash."""
    cards = book_of(past.game)
    enemies = cards.enemies_in(now.in_row)
    minions = sum(cards.kind[card] == MINION for card in enemies)
    told = (list(h.nums("enemies")), h.num("minions"), FINALES[h.num("finale")])
    return told == (enemies, minions, cards.finale) or f"{h}: Enemies are {enemies}"


@event_check("HUI-36", "HU-FINALE-05", "HU-FINALE-01", "HU-EXPL-03", kinds=("combat.triggered",))
def the_finale_goes_before_a_combat(h: Happening, now: Hunted, past: History) -> Verdict:
    """Finale and battle, where they are due, come before an ordinary combat."""
    cards = book_of(past.game)
    return not finale_is_due(cards, now) and not battle_is_due(cards, now) and not now.battle


@step_invariant("HUI-08", "HU-NOTE-01", "HU-COMBAT-01", "HU-FBAT-05", kinds=("combat.started",))
def nobody_attacks_at_will(step: Turn) -> Verdict:
    """A combat starts because it was triggered, in the battle because a foe was challenged."""
    told = [e.event.kind for e in step.events]
    started = [e for e in step.events if e.event.kind == "combat.started"]
    if step.verb == "challenge":
        return len(started) == 1 and step.before.battle == 1
    triggered = "combat.triggered" in told or step.row == "tie"
    return triggered and step.verb in STARTS and len(started) == 1


# --- the foe ------------------------------------------------------------------------------------


def rivals(h: Happening, past: History) -> list[int]:
    """The Enemies that lay in the Row when the combat was triggered."""
    for event in reversed(past.log[: past.at]):
        if event.event.kind == "combat.triggered":
            return list(event.nums("enemies"))
        if event.event.kind == "combat.started":
            break
    return book_of(past.game).enemies_in(cast(Hunted, past.before).in_row)


@event_check("HUI-09", "HU-COMBAT-03", kinds=("combat.started",))
def the_strongest_enemy_is_fought(h: Happening, now: Hunted, past: History) -> Verdict:
    """No Enemy of the Row has a higher value than the foe; the values of the others are told."""
    if h.word("fight") != "enemy":
        return None
    cards, foe = book_of(past.game), h.num("foe")
    values = [cards.value[card] for card in rivals(h, past) if card != foe]
    told = (h.num("value"), list(h.nums("others")))
    return told == (cards.value[foe], values) and max(values, default=0) <= cards.value[foe]


@event_check("HUI-09", "HU-COMBAT-03", kinds=("combat.started",))
def a_tie_is_decided_by_the_player(h: Happening, now: Hunted, past: History) -> Verdict:
    """Of several strongest the player names one, or by ruling the first in the Row is fought."""
    if h.word("fight") != "enemy":
        return None
    cards, enemies = book_of(past.game), rivals(h, past)
    most = max(cards.value[card] for card in enemies)
    tied = [card for card in enemies if cards.value[card] == most]
    chosen = [e for e in past.since("combat.triggered") if e.event.kind == "tie.chosen"]
    if len(tied) == 1 or cards.earliest:
        return not chosen and h.num("foe") == tied[0]
    return len(chosen) == 1 and chosen[0].num("enemy") == h.num("foe")


@event_check("HUI-09", "HU-COMBAT-03", kinds=("tie.chosen",))
def a_tie_is_among_the_strongest(h: Happening, now: Hunted, past: History) -> Verdict:
    """The Enemies tied are named, two or more, and the one chosen is of them."""
    tied = strongest(book_of(past.game), now)
    told = sorted(h.nums("among"))
    return len(tied) > 1 and told == sorted(tied) and h.num("enemy") in tied


@event_check("HUI-10", "HU-COMBAT-02", "HU-LOCK-02", "HU-LOCK-01", kinds=("combat.started",))
def the_row_is_cleared_for_the_foe(h: Happening, now: Hunted, past: History) -> Verdict:
    """All of the Row is discarded but the foe and locked-in cards."""
    if h.word("fight") != "enemy":
        return None
    locked, foe = book_of(past.game).locked, h.num("foe")
    rest = [card for card in now.in_row if card != foe and not locked >> card & 1]
    return not rest and foe in now.in_row


@step_invariant("HUI-10", "HU-COMBAT-02", "HU-DOR-11", "HU-LOCK-02", kinds=("combat.triggered",))
def what_lay_in_the_row_is_discarded(step: Turn) -> Verdict:
    """From the position alone: foe and locked-in cards stay, everything else is discarded."""
    after, cards = step.after, book_of(step.game)
    if step.game.row_name(after) == "tie":
        return after.in_row[: len(step.before.in_row)] == step.before.in_row
    lay = step.before.in_row if step.before.foe == NONE else []
    stays = [c for c in lay if c == after.foe or cards.locked >> c & 1]
    gone = together(lay) & ~together(stays)
    return after.in_row[: len(stays)] == stays and after.discard & gone == gone


@event_check("HUI-16", "HU-ENEMY-02", "HU-LOC-06", "HU-DOR-08", "HU-JEK-02", "HU-FBAT-05",
             kinds=("combat.started",))  # fmt: skip
def the_foe_has_its_strength(h: Happening, now: Hunted, past: History) -> Verdict:
    """Kind of fight, value and Strength of the foe; what is held is as it lies there."""
    cards, foe = book_of(past.game), h.num("foe")
    told = (h.word("fight"), h.num("strength"), h.num("value"), list(h.nums("inventory")))
    due = (fight_of(cards, now, foe), cards.strength(now, foe), cards.value[foe],
           bits(now.inventory))  # fmt: skip
    return told == due or f"{h}: expected fight, strength, value, inventory {due}"


def fight_of(cards: Book, state: Hunted, foe: int) -> str:
    """What kind of fight a foe is."""
    if foe == cards.jekyll:
        return "mr_hyde" if state.face == HYDE else "dr_jekyll"
    if not state.battle:
        return "enemy"
    return "boss" if cards.bosses >> foe & 1 else "minion"


@event_check("HUI-39", "HU-FBAT-04", "HU-JEK-05", "HU-MASH-06", "HU-FNOTE-03", "HU-JEK-07",
             kinds=("combat.started",))  # fmt: skip
def minions_fall_before_the_boss(h: Happening, now: Hunted, past: History) -> Verdict:
    """In the battle Minions come first, each fight starts afresh, and Hyde follows Jekyll."""
    if not now.battle:
        return None
    cards = book_of(past.game)
    fresh = not now.tucked and not now.total and not now.attacks and now.primary == NONE
    return fresh and h.num("foe") in next_foes(cards, now)


# --- the weapons --------------------------------------------------------------------------------


@event_check("HUI-11", "HU-COMBAT-04", "HU-COMBAT-05", "HU-COMBAT-06", "HU-JEK-07", "HU-JEK-08",
             kinds=("weapons.chosen",))  # fmt: skip
def one_primary_and_throwing_weapons(h: Happening, now: Hunted, past: History) -> Verdict:
    """One primary weapon that is held; others are Throwing; Throwing ones alone only by ruling."""
    cards = book_of(past.game)
    primary, thrown = h.num("primary"), h.nums("throwing")
    held = now.inventory & cards.weapons
    if not held >> primary & 1 or (together(thrown) & ~(held & cards.throwing)):
        return f"{h}: held are {bits(held)}"
    if primary in thrown or list(thrown) != sorted(set(thrown)):
        return f"{h} names a weapon twice"
    alone = cards.throwing >> primary & 1
    told = (h.word("fight"), FACES[h.num("face")])
    due = (fight_of(cards, now, now.foe), FACES[now.face])
    return told == due and (not alone or 1 + len(thrown) <= cards.alone)


@step_invariant("HUI-11", "HU-COMBAT-04", verbs=("wield",))
def a_weapon_of_the_inventory_is_wielded(step: Turn) -> Verdict:
    """The primary weapon is a weapon of the inventory."""
    before = step.before
    return bool((before.inventory & book_of(step.game).weapons) >> argument(step) & 1)


@step_invariant("HUI-11", "HU-COMBAT-05", "HU-COMBAT-06", verbs=("add_throwing",))
def an_added_weapon_is_throwing(step: Turn) -> Verdict:
    """A weapon added is Throwing, held, and not in use already."""
    return argument(step) in throwable(book_of(step.game), step.before)


@step_invariant("HUI-11", "HU-COMBAT-05", "HU-WEAP-06", rows=("absorb", "strike"))
def the_weapons_are_fixed(step: Turn) -> Verdict:
    """No weapon joins or leaves once the first attack is made, whatever is drawn."""
    before, acted = step.before, step.acted
    return before.primary == acted.primary and before.thrown == acted.thrown


@step_invariant("HUI-11", "HU-COMBAT-05", "HU-COMBAT-04", rows=("arm", "join"))
def more_weapons_are_asked_for_if_there_are_any(step: Turn) -> Verdict:
    """The next Throwing weapon is asked for as long as one may be added, then comes the attack."""
    acted = step.acted
    more = step.verb != "fight" and bool(throwable(book_of(step.game), acted))
    return (step.game.row_name(step.after) == "join") == more
