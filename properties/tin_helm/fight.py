"""Fights (5.0 to 5.2): how one starts, who strikes when, smoke, and how it ends."""

from __future__ import annotations

from engine.events import Happening
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, event_invariant, step_invariant
from properties.tin_helm.book import ENCOUNTER, ENEMY, LOOT, NONE, book
from properties.tin_helm.ledger import (
    BY_ENEMY,
    FOE,
    HERO,
    Turn,
    event_check,
    icon_kind,
    named_foe,
    opened,
)

ICON_OF = {"icon": ENEMY, "encounter": ENCOUNTER, "loot": LOOT}


# --- how a fight starts ---------------------------------------------------------------------


@event_check("THI-20", "TH-CARD-01", kinds=("fight.started",))
def an_enemy_has_its_health_and_the_level(h: Happening, now: TinHelm, past: History) -> Verdict:
    """An enemy starts with its printed health and the dungeon level."""
    return h.num("health") == book(now.rules).foes[h.num("enemy")].health + now.level


@event_check("THI-48", "TH-COMBAT-01", "TH-COMBAT-02", "TH-CARD-06", kinds=("fight.started",))
def a_fight_starts_with_the_card(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Attack, defense, favor, skull and power are those of the enemy card."""
    foe = book(now.rules).foes[h.num("enemy")]
    told = tuple(h.num(fact) for fact in ("attack", "defense", "favor", "undead"))
    return told == (foe.attack, foe.defense, foe.favor, foe.undead) and h.word("power") == foe.power


@event_check("THI-48", "TH-ICON-02", "TH-ICON-06", "TH-ICON-10", kinds=("fight.started",))
def the_enemy_is_the_one_named(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The enemy is the one the running icon's entry names, and the source is that icon."""
    return h.num("enemy") == named_foe(now) and icon_kind(now) == ICON_OF[h.word("source")]


# --- who strikes when -----------------------------------------------------------------------


@event_check("THI-29", "TH-COMBAT-03", "TH-COMBAT-14", "TH-COMBAT-23",
             kinds=("hero.damage", "dice.rolled", "attack.skipped"))  # fmt: skip
def attacks_alternate(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Hero and enemy strike in turn, the hero first unless the power is attacks_first.

    An attack left out counts as the enemy's.
    """
    last = opened(past).memory.last_blow
    if not last or (h.kind == "dice.rolled" and h.num("purpose") != BY_ENEMY):
        return None
    return last == (FOE if h.kind == "hero.damage" else HERO)


@event_check("THI-30", "TH-COMBAT-04", "TH-COMBAT-03", kinds=("fight.won",))
def the_dead_do_not_strike_back(h: Happening, now: TinHelm, past: History) -> Verdict:
    """At a win the enemy has struck once less than the hero, or as often if it attacks first."""
    memory = opened(past).memory
    if not memory.fight_known:
        return None
    first = book(now.rules).foes[h.num("enemy")].power == "attacks_first"
    return memory.foe_blows == memory.hero_blows - 1 + first


@event_check("THI-29", "TH-COMBAT-14", "TH-COMBAT-13", kinds=("hero.damage",))
def a_surviving_enemy_is_next(h: Happening, now: TinHelm, past: History) -> Verdict:
    """After an attack that leaves the enemy alive it strikes, unless smoke hides the hero."""
    step, after = past.step, past.next
    if not h.num("left") or step is None:
        return None
    if now.smoke != NONE:
        return after is not None and after.kind == "attack.skipped"
    return after is None and step.game.rows[step.after.phase].name == "be_struck"


@event_check("THI-29", "TH-COMBAT-03", kinds=("fight.started",))
def the_hero_strikes_first(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A fight begins with the hero's choice, or with the enemy's dice if it attacks first."""
    step = past.step
    if step is None:
        return None
    first = book(now.rules).foes[h.num("enemy")].power == "attacks_first"
    row = step.game.rows[step.after.phase].name
    return row == ("be_struck" if first else "fight")


# --- smoke (content 3.3) --------------------------------------------------------------------


@event_check("THI-52", "TH-ITEM-04", "TH-ITEM-05", kinds=("attack.skipped",))
def smoke_hides_the_hero_once(h: Happening, now: TinHelm, past: History) -> Verdict:
    """An attack is left out for the bomb thrown before, after the hero's own attack."""
    before = past.previous
    follows = before is None or before.kind == "hero.damage"
    return now.smoke != NONE and h.num("item") == now.smoke and follows


@step_invariant("THI-52", "TH-ITEM-05", kinds=("attack.skipped",))
def an_attack_left_out_does_nothing(step: Turn) -> Verdict:
    """After an attack left out nothing happens, and of the hero only the smoke has changed."""
    before, after = step.before, step.after
    same = ("health", "energy", "food", "items", "favor")
    kept = all(getattr(step.acted, name) == getattr(after, name) for name in (*same, "foe"))
    quiet = before.health == after.health and before.items == after.items
    return kept and quiet and after.smoke == NONE and step.events[-1].kind == "attack.skipped"


@event_check("THI-56", "TH-ITEM-05", "TH-ITEM-23", kinds=("attack.skipped",))
def nothing_regrows_in_the_smoke(h: Happening, now: TinHelm, past: History) -> Verdict:
    """No power is applied for an attack that was left out."""
    return not any(event.kind == "power.applied" for event in past.rest())


# --- how a fight ends -----------------------------------------------------------------------


@event_check("THI-31", "TH-COMBAT-13", kinds=("hero.damage",))
def an_enemy_at_zero_is_defeated(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A fight is won right after the blow that leaves the enemy nothing, and after no other."""
    after = past.next
    won = after is not None and after.kind == "fight.won"
    return won == (h.num("left") == 0)


@event_check("THI-31", "TH-COMBAT-13", "TH-COMBAT-24", kinds=("fight.won",))
def the_enemy_fought_is_the_one_defeated(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Who is defeated is who was fought, with no health left."""
    return h.num("enemy") == now.enemy and now.foe == 0 and h.num("level") == now.level


@event_check("THI-31", "TH-CARD-05", "TH-ERR-04", kinds=("fight.won",))
def a_defeat_brings_the_cards_favor(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Favor asked is the card's, or the level for favor_equals_level, right after the win."""
    foe = book(now.rules).foes[h.num("enemy")]
    asked = now.level if foe.power == "favor_equals_level" else foe.favor
    after = [event for event in past.rest() if event.kind != "power.applied"][:1]
    if not asked:
        return None
    told = [(e.kind, e.num("asked"), e.word("cause")) for e in after if e.kind == "favor.gained"]
    return told == [("favor.gained", asked, "fight")]


@event_check("THI-31", "TH-SHARD-02", "TH-SHARD-08", kinds=("fight.won",))
def grants_shard_gives_or_refuses(h: Happening, now: TinHelm, past: History) -> Verdict:
    """After favor, grants_shard gives its shard or refuses it; no other enemy does."""
    foe = book(now.rules).foes[h.num("enemy")]
    kinds: list[str] = []
    for event in past.rest():
        if event.kind in ("icon.ended", "game.over"):
            break
        kinds += [event.kind] if event.kind != "power.applied" else []
    shards = [kind for kind in kinds if kind.startswith("shard.")]
    if foe.power != "grants_shard":
        return not shards
    return len(shards) == 1 and kinds[-1] == shards[0]


@event_invariant("THI-29", "TH-COMBAT-23", kinds=("icon.ended",))
def a_fight_ends_by_a_defeat_alone(happening: Happening, past: History) -> Verdict:
    """An icon whose fight began ends after that fight was won."""
    started, won = past.counts.get("fight.started", 0), past.counts.get("fight.won", 0)
    return started == won if past.whole and started else None
