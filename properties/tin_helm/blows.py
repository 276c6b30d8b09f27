"""Blows (5.2, errata): what the hero's and the enemy's attacks cost, and what a shield does."""

from __future__ import annotations

from typing import cast

from engine.events import Happening
from engine.games.tin_helm.components import HEALTH
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.tin_helm.book import NONE, Book, Foe, book, value
from properties.tin_helm.ledger import BY_HERO, Turn, event_check, opened
from properties.tin_helm.offers import spoken


def _bonus(cards: Book, now: TinHelm, foe: Foe) -> int:
    """Bonus damage of the hero's items against this enemy (TH-ITEM-09)."""
    mods = cards.mods(now)
    return mods.bonus_undead if foe.undead else mods.bonus


def hero_amount(now: TinHelm, spent: int, dice: tuple[int, ...]) -> int:
    """Damage of a hero's attack; `dice` is empty where none are rolled (TH-COMBAT-11, -15)."""
    cards = book(now.rules)
    foe = cards.foes[now.enemy]
    if dice and dice[0] == dice[1]:
        return 0
    bonus = _bonus(cards, now, foe)
    if not spent:
        return 1 + max(0, bonus - foe.defense)
    chart = cards.chart[now.cls][spent]
    return max(0, abs(dice[0] - dice[1]) + chart + bonus - foe.defense)


def blow(now: TinHelm, dice: tuple[int, ...]) -> tuple[int, int]:
    """(damage before the shield, damage dealt) of an enemy's attack (TH-COMBAT-17 to -20)."""
    cards = book(now.rules)
    foe, mods = cards.foes[now.enemy], cards.mods(now)
    if dice[0] == dice[1]:
        before = foe.n if foe.power == "doubles_hit" else 0
    else:
        before = abs(dice[0] - dice[1]) + max(0, foe.attack - mods.enemy_attack)
    return before, before - min(before, mods.shield_n)


def broken(cards: Book, now: TinHelm, before: int, dealt: int) -> int:
    """Mask of the shields held that a blow breaks (TH-ERR-06)."""
    value_of_blow = dealt if cards.printed else before
    return sum(1 << item for item, limit in cards.mods(now).shields if value_of_blow >= limit)


# --- the hero's attack ----------------------------------------------------------------------


@event_check("THI-22", "TH-COMBAT-07", "TH-COMBAT-08", "TH-COMBAT-06", kinds=("energy.spent",))
def energy_spent_is_on_the_chart(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Energy spent is 0 or an amount of the chart, held before, and gone after."""
    spent = h.num("n")
    fits = spent == 0 or spent in book(now.rules).chart[now.cls]
    return fits and spent <= now.energy and h.num("left") == now.energy - spent


@step_invariant("THI-22", "TH-COMBAT-07", "TH-COMBAT-05", "TH-COMBAT-08", verbs=("attack",))
def an_attack_takes_its_energy_before_the_dice(step: Turn) -> Verdict:
    """Energy falls by the amount chosen, which was on the chart and in hand, before any die."""
    before, spent = step.before, int(step.text.split()[1])
    chart = book(before.rules).chart[before.cls]
    if (spent and spent not in chart) or spent > before.energy:
        return f"{step.text} with {before.energy} energy and chart {chart}"
    first = step.events[0]
    told = first.kind == "energy.spent" and first.num("n") == spent
    rolled = any(event.kind == "dice.rolled" for event in step.events)
    return told and not rolled and step.acted.energy == before.energy - spent


@event_check("THI-23", "TH-COMBAT-15", "TH-COMBAT-05", kinds=("hero.damage",))
def dice_are_rolled_for_energy(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Both dice are rolled once if energy was spent, or if zero-energy attacks roll."""
    rolled = now.spent >= 1 or book(now.rules).zero_rolls
    if h.num("spent") != now.spent or bool(h.num("rolled")) != rolled:
        return f"{h}: {now.spent} energy was spent"
    before = past.previous
    dice = before is not None and before.kind == "dice.rolled" and before.num("purpose") == BY_HERO
    return dice == rolled


@event_check("THI-24", "TH-COMBAT-09", "TH-COMBAT-10", "TH-COMBAT-11", "TH-COMBAT-22",
             "TH-CARD-04", "TH-ITEM-09", "TH-COMBAT-06", kinds=("hero.damage",))  # fmt: skip
def a_rolled_attack_deals_its_sum(h: Happening, now: TinHelm, past: History) -> Verdict:
    """With energy: nothing on doubles, else the difference, chart and bonus, less defense."""
    spent = now.spent
    if not spent:
        return None
    dice, cards = opened(past).memory.dice, book(now.rules)
    amount, raw = hero_amount(now, spent, dice), abs(dice[0] - dice[1])
    chart, bonus = cards.chart[now.cls][spent], _bonus(cards, now, cards.foes[now.enemy])
    if h.num("amount") != amount or h.num("raw") != raw:
        return f"{h} with dice {dice}: expected raw {raw}, amount {amount}"
    sums = (h.num("chart"), h.num("bonus"), h.num("defense"))
    return not raw or sums == (chart, bonus, cards.foes[now.enemy].defense)


@event_check("THI-25", "TH-COMBAT-15", "TH-COMBAT-16", "TH-ITEM-09", "TH-COMBAT-22",
             kinds=("hero.damage",))  # fmt: skip
def a_zero_energy_attack_deals_one(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Without energy: 1, and what defense leaves of the bonus; nothing on a rolled double."""
    if now.spent:
        return None
    dice = opened(past).memory.dice if book(now.rules).zero_rolls else ()
    amount, raw = hero_amount(now, 0, dice), abs(dice[0] - dice[1]) if dice else 0
    if h.num("amount") == amount and h.num("raw") == raw and h.num("chart") == 0:
        return True
    return f"{h} with dice {dice}: expected raw {raw}, amount {amount}"


@event_check("THI-48", "TH-COMBAT-12", "TH-CARD-02", kinds=("hero.damage",))
def damage_comes_off_the_enemy(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The enemy's health falls by the damage, to 0 at least."""
    return h.num("left") == max(0, now.foe - h.num("amount"))


@event_check("THI-48", "TH-COMBAT-04", kinds=("hero.damage",))
def the_opening_attack_is_marked(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Only the hero's first attack of a fight is called the first."""
    return bool(h.num("first")) == (now.opened == 0)


@step_invariant("THI-24", "TH-COMBAT-22", "TH-COMBAT-11", "TH-COMBAT-12", verbs=("strike",))
def a_strike_takes_exactly_its_damage(step: Turn) -> Verdict:
    """From the position and the dice alone: what the attack takes off the enemy, and no more."""
    before = step.before
    amount = hero_amount(before, before.spent, spoken(step.game).strike[step.code])
    left = max(0, before.foe - amount)
    acted = step.acted
    if acted.foe != left or acted.health != before.health or acted.energy != before.energy:
        return f"{step.text} at {before.foe}: enemy left with {acted.foe}, expected {left}"
    won = any(event.kind == "fight.won" for event in step.events)
    return won == (left == 0)


@step_invariant("THI-25", "TH-COMBAT-15", "TH-COMBAT-16", verbs=("attack",))
def a_sure_attack_takes_exactly_its_damage(step: Turn) -> Verdict:
    """From the position alone: what a zero-energy attack without dice takes off the enemy."""
    before = step.before
    spent = int(step.text.split()[1])
    if spent or book(before.rules).zero_rolls:
        return step.acted.foe == before.foe
    left = max(0, before.foe - hero_amount(before, 0, ()))
    won = any(event.kind == "fight.won" for event in step.events)
    return step.acted.foe == left and won == (left == 0)


# --- the enemy's attack ---------------------------------------------------------------------


@event_check("THI-26", "TH-COMBAT-17", "TH-COMBAT-18", "TH-COMBAT-19", "TH-COMBAT-22",
             "TH-CARD-03", "TH-ITEM-10", kinds=("enemy.damage",))  # fmt: skip
def a_blow_is_difference_and_attack(h: Happening, now: TinHelm, past: History) -> Verdict:
    """An enemy's hit is the difference and its attack, less the helm; doubles miss, or deal n."""
    dice, cards = opened(past).memory.dice, book(now.rules)
    foe, reduce = cards.foes[now.enemy], cards.mods(now).enemy_attack
    before, _ = blow(now, dice)
    raw = abs(dice[0] - dice[1])
    attack = max(0, foe.attack - reduce) if raw else 0
    if (h.num("raw"), h.num("attack"), h.num("before")) != (raw, attack, before):
        return f"{h} with dice {dice}: expected raw {raw}, attack {attack}, before {before}"
    return not raw or h.num("reduced") == min(reduce, foe.attack)


@event_check("THI-27", "TH-COMBAT-20", "TH-ERR-05", kinds=("enemy.damage",))
def a_shield_takes_one_off_a_hit(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A shield takes 1 off every hit of 1 or more; the rest is lost, to 0 at least."""
    # Whether the shield breaks before or after the loss is told, it was held when the blow fell.
    held = book(now.rules).mods(cast(TinHelm, past.before)).shield_n
    before = h.num("before")
    amount = before - min(before, held)
    lost = min(amount, now.health)
    told = (h.num("amount"), h.num("lost"), h.num("left"))
    expected = (amount, lost, now.health - lost)
    return True if told == expected else f"{h} at health {now.health}: expected {expected}"


@event_check("THI-27", "TH-COMBAT-20", "TH-ERR-05", kinds=("shield.used",))
def a_used_shield_is_held_and_lowers(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The shield used is held, and takes its number off a hit."""
    mods, before = book(now.rules).mods(now), h.num("before")
    if len(mods.shields) > 1:
        return before - mods.shield_n <= h.num("after") < before
    return before >= 1 and h.num("after") == before - min(before, mods.shield_n)


@step_invariant("THI-27", "TH-COMBAT-20", "TH-ERR-05", kinds=("enemy.damage",))
def a_shield_is_used_at_every_hit(step: Turn) -> Verdict:
    """A held shield is used at each hit of 1 or more, and at no miss."""
    mods = book(step.before.rules).mods(step.before)
    used = sum(event.kind == "shield.used" for event in step.events)
    hit = any(e.kind == "enemy.damage" and e.num("before") >= 1 for e in step.events)
    if not hit:
        return used == 0
    return min(1, mods.shield_n) <= used <= max(min(1, mods.shield_n), len(mods.shields))


@step_invariant("THI-28", "TH-ERR-06", kinds=("enemy.damage",))
def a_shield_breaks_at_six(step: Turn) -> Verdict:
    """The shield is gone after a blow of 6 (printed: 6 left after it), and after no other."""
    before, cards = step.before, book(step.before.rules)
    if not cards.mods(before).shields:
        return None
    struck = next(event for event in step.events if event.kind == "enemy.damage")
    gone = broken(cards, before, struck.num("before"), struck.num("amount"))
    lost = before.items & ~step.after.items
    return lost == gone or f"{struck}: items {lost:#x} are gone, expected {gone:#x}"


@event_check("THI-28", "TH-ERR-06", kinds=("item.discarded",))
def only_a_broken_shield_is_discarded(h: Happening, now: TinHelm, past: History) -> Verdict:
    """What breaks is a shield, held until now, at a blow."""
    if h.word("reason") != "broken":
        return None
    kinds = [event.kind for event in past.step.events] if past.step is not None else []
    held = [item for item, _ in book(now.rules).mods(now).shields]
    return h.num("item") in held and "enemy.damage" in kinds


@step_invariant("THI-56", "TH-ITEM-22", "TH-ITEM-23", "TH-COMBAT-22", verbs=("be_struck",))
def a_blow_costs_exactly_this(step: Turn) -> Verdict:
    """From the position and the dice alone: health, what on_hit takes, and what is regrown."""
    before, after, cards = step.before, step.after, book(step.before.rules)
    foe = cards.foes[before.enemy]
    full, dealt = blow(before, spoken(step.game).struck[step.code])
    twin = before.clone()
    twin.phase = after.phase
    twin.health = max(0, before.health - dealt)
    twin.items &= ~broken(cards, before, full, dealt)
    if twin.health and foe.power == "on_hit" and dealt >= 1:
        left = max(0, value(before, foe.stat) - foe.n)
        if foe.stat == HEALTH:
            twin.health = max(0, twin.health - foe.n)
        else:
            setattr(twin, ("health", "energy", "food")[foe.stat], left)
    if twin.health and foe.power == "regenerate":
        twin.foe = min(foe.health + before.level, before.foe + foe.n)
    row = "fight" if twin.health else "died"
    if twin.encode() == after.encode() and step.game.rows[after.phase].name == row:
        return True
    names = ("health", "energy", "food", "foe", "items")
    apart = [f"{n} {getattr(after, n)} for {getattr(twin, n)}" for n in names]
    return f"{step.text} in {step.game.rows[after.phase].name}: {', '.join(apart)}"


@event_check("THI-56", "TH-ITEM-22", kinds=("enemy.damage",))
def a_hit_of_one_takes_the_statistic(h: Happening, now: TinHelm, past: History) -> Verdict:
    """on_hit is applied after a hit of 1 or more that leaves the hero alive, and else not."""
    foe = book(now.rules).foes[now.enemy]
    powers = [event for event in past.rest()
              if event.kind == "power.applied" and event.word("power") == "on_hit"]  # fmt: skip
    applied = bool(powers)
    due = foe.power == "on_hit" and h.num("amount") >= 1 and h.num("left") > 0
    if not due:
        return not applied if foe.power == "on_hit" or applied else None
    lost = [event for event in past.rest() if event.kind == "stat.lost"]
    held = h.num("left") if foe.stat == HEALTH else value(now, foe.stat)  # after the hit
    for power in powers:
        if (power.num("amount"), power.num("left")) != (min(held, foe.n), max(0, held - foe.n)):
            return f"{power} with {held} held"
    told = [(e.num("stat"), e.num("asked"), e.word("cause")) for e in lost]
    if not held and not told:
        return True
    return applied and told == [(foe.stat, foe.n, "on_hit")]


@event_check("THI-56", "TH-ITEM-23", "TH-CARD-02", kinds=("enemy.damage",))
def the_enemy_regrows_after_its_attack(h: Happening, now: TinHelm, past: History) -> Verdict:
    """regenerate follows each attack of its owner, hit or miss, that leaves the hero alive."""
    foe = book(now.rules).foes[now.enemy]
    regrown = [e for e in past.rest()
               if e.kind == "power.applied" and e.word("power") == "regenerate"]  # fmt: skip
    if foe.power != "regenerate" or not h.num("left"):
        return False if regrown else None
    full = foe.health + now.level
    amount = min(foe.n, full - now.foe)
    told = [(event.num("amount"), event.num("left")) for event in regrown]
    return told == [(amount, now.foe + amount)] or (not amount and not told)


@event_check("THI-26", "TH-COMBAT-02", "TH-COMBAT-18", kinds=("power.applied",))
def only_the_enemys_power_is_applied(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A power applied is that of the enemy in the fight, or of the one just defeated."""
    won = past.last.get("fight.won")
    enemy = now.enemy if now.enemy != NONE else won.num("enemy") if won is not None else NONE
    if h.num("enemy") != enemy:
        return f"{h} in a fight with {enemy}"
    return h.word("power") == book(now.rules).foes[enemy].power


@event_check("THI-48", "TH-ITEM-23", "TH-CARD-01", "TH-CARD-02", kinds=("power.applied",))
def an_enemy_never_outgrows_its_start(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Health regrown stops at the card's health plus the level."""
    if h.word("power") != "regenerate":
        return None
    grown = now.foe + h.num("amount")
    full = book(now.rules).foes[now.enemy].health + now.level
    return h.num("left") == grown <= full
