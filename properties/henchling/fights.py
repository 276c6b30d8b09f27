"""Attacks and damage batches, in event order: amounts, packets, blocks, deaths."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.components import SEAT0
from engine.games.henchling.schema import LIMIT
from engine.games.henchling.schema_words import HENCHLING, ITEM, TRAP
from engine.games.henchling.state import Henchling
from properties.henchling.book import (
    attack_of,
    attack_parts,
    bit,
    controller,
    design,
    fighters,
    following,
    health_of,
    in_play,
    is_card,
    is_seat,
    seats_from,
    sort_of,
)
from properties.henchling.ledger import Batch, event_check, memory_of
from properties.henchling.tales import could_take
from properties.history import History
from properties.invariant import Verdict

BATCH_KINDS = ("batch.opened", "damage.dealt", "damage.absorbed", "damage.blocked")
# What may not happen while a batch of damage is open (HE-DMG-03, HE-ATK-08, HE-ATK-09).
OUTSIDE = (
    "health.healed", "damage.shrunk", "henchling.recovered", "reaction.used", "action.announced",
    "card.drawn", "card.flipped", "card.unflipped", "card.stolen", "cards.traded",
    "card.ejected", "counter.placed", "numbers.boosted", "card.untilted", "token.created",
    "card.arrived", "card.entered", "turn.started", "turn.ended", "phase.started",
    "trap.sprung", "trap.done", "spell.spent", "batch.opened", "card.discarded",
)  # fmt: skip


def lethal(now: Henchling) -> list[int]:
    """Face-up Henchlings in play without health, clockwise from the active player, then by id."""
    order = seats_from(now, now.active)
    found = [card for card in fighters(now)
             if now.damage[card] and now.damage[card] >= health_of(now, card)]  # fmt: skip
    return sorted(found, key=lambda card: (order.index(controller(now, card)), card))


def in_order(now: Henchling, targets: tuple[int, ...]) -> bool:
    """Whether targets stand in target order: by seat clockwise, then by id (HE-PROT-08)."""
    order = seats_from(now, now.active)

    def key(target: int) -> tuple[int, int]:
        seat = target - SEAT0 if is_seat(target) else controller(now, target)
        return (order.index(seat) if seat in order else -1, 0 if is_seat(target) else 1)

    keys = [key(target) for target in targets]
    return [k[0] for k in keys] == sorted(k[0] for k in keys)


@event_check("HEI-31", "HE-HENCH-03", "HE-ATK-12", "HE-CTR-05", "HE-ENH-01", "HE-REACT-07",
             "HE-ABIL-01", "HE-LIMIT-04", "HE-FLIP-02", kinds=("attack.read",))  # fmt: skip
def attack_is_the_sum_of_its_parts(h: Happening, now: Henchling, past: History) -> Verdict:
    """An attack read equals the printed number, passives, counters and boosts, added up anew."""
    card = h.num("card")
    told = tuple(h.num(n) for n in ("printed", "passive", "counters", "boost", "this_turn"))
    if told != attack_parts(now, card):
        return f"card {card}: parts {told}, by this witness {attack_parts(now, card)}"
    if h.num("own") != (controller(now, card) == now.active):
        return f"card {card} is told as own: {h.num('own')}"
    return h.num("attack") == attack_of(now, card)


@event_check("HEI-24", "HE-ATK-01", "HE-ATK-02", "HE-ATK-03", "HE-ITEM-02", "HE-FLIP-04",
             kinds=("attack.made",))  # fmt: skip
def attackers_tilt_and_targets_are_fit(h: Happening, now: Henchling, past: History) -> Verdict:
    """An attack is made by an own tilted face-up Henchling on another one, or a living opponent."""
    card, target, action = h.num("card"), h.num("target"), memory_of(past).action
    if not now.tilted >> card & 1 or card not in fighters(now):
        return f"attacker {card} is not a tilted, face-up Henchling"
    if controller(now, card) != h.num("seat") or h.num("seat") != now.active:
        return f"attacker {card} is not of the active seat {now.active}"
    if action is not None and (action.kind, action.card, action.first) != ("attack", card, target):
        return f"announced was {action}"
    if is_seat(target):
        return bool(now.alive >> target - SEAT0 & 1) and target - SEAT0 != now.active
    return target in fighters(now) and target != card


@event_check("HEI-25", "HE-ATK-04", "HE-ATK-05", "HE-ATK-06", "HE-DMG-03", "HE-ATK-12",
             "HE-PROT-09", kinds=("batch.opened",))  # fmt: skip
def fights_are_fought_both_ways(h: Happening, now: Henchling, past: History) -> Verdict:
    """An attack on a Henchling deals both attacks at once, one on a player its own alone."""
    if h.word("kind") not in ("attack", "fight"):
        return None
    pairs = dict(zip(h.nums("targets"), h.nums("amounts"), strict=True))
    source, action = h.num("source"), memory_of(past).action
    if h.word("kind") == "attack" and action is not None:
        target = action.first
        wanted = {target: attack_of(now, source)}
        if is_card(target):
            wanted[source] = attack_of(now, target)
    else:
        under = memory_of(past).reaction or action
        if under is None or source not in (under.first, under.second):
            return None
        one, two = under.first, under.second
        wanted = {one: attack_of(now, two), two: attack_of(now, one)}
    if {t: n for t, n in pairs.items() if n} != {t: n for t, n in wanted.items() if n}:
        return f"amounts {pairs}, by this witness {wanted}"
    return in_order(now, h.nums("targets"))


@event_check("HEI-70", "HE-PROT-08", "HE-DMG-03", "HE-TRAP-02", kinds=("batch.opened",))
def packets_stand_in_order(h: Happening, now: Henchling, past: History) -> Verdict:
    """Packets are aimed clockwise from the active player, once at each target that exists."""
    targets = h.nums("targets")
    if len(set(targets)) != len(targets) or len(targets) != len(h.nums("amounts")):
        return f"targets {targets}, amounts {h.nums('amounts')}"
    for target in targets:
        if is_seat(target) and not now.alive >> target - SEAT0 & 1:
            return f"seat {target - SEAT0} is out"
        if is_card(target) and target not in fighters(now):
            return f"card {target} is no Henchling face up in play"
    return in_order(now, targets) or f"targets {targets} in the turn of {now.active}"


@event_check("HEI-51", "HE-DMG-01", "HE-PROT-02", "HE-LIMIT-04", kinds=("batch.opened",))
def damage_has_a_source_and_bounds(h: Happening, now: Henchling, past: History) -> Verdict:
    """A batch names the card it comes from, and no packet exceeds the bound."""
    source, kind = h.num("source"), h.word("kind")
    if not 0 <= source < 76:
        return f"source {source}"
    if (kind == "trap") != (sort_of(now, source) == TRAP):
        return f"a {kind} packet from card {source}"
    return all(0 <= n <= LIMIT for n in h.nums("amounts"))


@event_check("HEI-25", "HE-DMG-02", "HE-DMG-03", "HE-ATK-12", "HE-PROT-04", "HE-LIMIT-04",
             kinds=("damage.dealt",))  # fmt: skip
def packets_deal_what_was_fixed(h: Happening, now: Henchling, past: History) -> Verdict:
    """Each packet deals the amount its batch opened with, on the number that stood before."""
    batch, first, target = memory_of(past).batch, h.num("first"), h.num("target")
    before, after, packet = h.num("before"), h.num("after"), h.num("packet")
    stood = now.health[target - SEAT0] if is_seat(target) else now.damage[target]
    if before != stood or h.num("to_player") != is_seat(target):
        return f"before is {before}, was {stood}"
    fell = max(0, before - packet) if is_seat(target) else min(LIMIT, before + packet)
    if after != fell:
        return f"{before} and a packet of {packet} make {after}"
    if batch is None:
        return "no batch is open"
    if first not in batch.targets or batch.amounts[batch.targets.index(first)] != packet:
        return f"packet of {packet} at {first}, fixed were {batch}"
    return True


@event_check("HEI-25", "HE-ATK-05", "HE-DMG-01", "HE-PROT-02", kinds=("damage.dealt",))
def packets_tell_their_source_as_it_is(h: Happening, now: Henchling, past: History) -> Verdict:
    """A packet of a text names its card as source, every packet whether its source is tilted."""
    batch, source = memory_of(past).batch, h.num("source")
    of_text = h.word("kind") in ("ability", "spell", "trap", "text")
    if batch is None or (of_text and source != batch.source):
        return f"packet of {source} in {batch}"
    return bool(h.num("source_tilted")) == bool(now.tilted >> source & 1)


@event_check("HEI-43", "HE-PROT-04", "HE-PROT-08", "HE-PROT-09", "HE-PROT-05",
             kinds=("damage.dealt", "damage.absorbed"))  # fmt: skip
def a_blocked_packet_goes_to_its_blocker(h: Happening, now: Henchling, past: History) -> Verdict:
    """The whole packet goes to the Protector that blocked it just before, else to its target."""
    before = past.previous
    blocked = before is not None and before.kind == "damage.blocked"
    if h.kind == "damage.dealt" and not h.num("blocked"):
        return not blocked and h.num("target") == h.num("first")
    if before is None or not blocked:
        return "no block came before"
    card = h.num("card") if h.kind == "damage.absorbed" else h.num("target")
    same = (before.num("card"), before.num("first"), before.num("packet"))
    wanted = ITEM if h.kind == "damage.absorbed" else HENCHLING
    return same == (card, h.num("first"), h.num("packet")) and sort_of(now, card) == wanted


def _still_blocks(now: Henchling, batch: Batch, card: int) -> Verdict:
    """Whether a Protector can block once more in this batch (HE-PROT-05)."""
    printed = design(now, card)
    assert printed is not None
    if printed.type == ITEM:
        return printed.tilts_on_block or card not in batch.blocked or f"item {card} blocks again"
    return now.damage[card] < could_take(now, batch, card) or f"Protector {card} has no health left"


@event_check("HEI-42", "HE-PROT-01", "HE-PROT-02", "HE-PROT-03", "HE-PROT-05", "HE-PROT-07",
             "HE-PROT-08", "HE-FLIP-02", kinds=("damage.blocked",))  # fmt: skip
def only_protectors_of_the_target_block(h: Happening, now: Henchling, past: History) -> Verdict:
    """A block is made by a ready, face-up Protector of the seat the packet is aimed at."""
    card, first, batch = h.num("card"), h.num("first"), memory_of(past).batch
    printed = design(now, card)
    if printed is None or not printed.protector or not in_play(now) >> card & 1:
        return f"card {card} is no Protector face up in play"
    if now.rules.needs_untilted and now.tilted >> card & 1:
        return f"Protector {card} is tilted"
    seat = first - SEAT0 if is_seat(first) else controller(now, first)
    if controller(now, card) != seat or h.num("seat") != seat:
        return f"Protector {card} steps in for seat {seat}"
    if batch is None or first not in batch.targets or not h.num("packet"):
        return f"no packet is aimed at {first}"
    if card == first:
        return f"Protector {card} steps in for itself"
    if batch.reaction and not now.rules.block_reactions:
        return "damage of a Reaction is blocked"
    return _still_blocks(now, batch, card)


def _has_landed(batch: Batch) -> bool:
    """All packets of a batch are handled, and nobody has died of it yet."""
    return batch.handled == len(batch.targets) and not batch.died


@event_check("HEI-27", "HE-DMG-03", "HE-ATK-08", "HE-ATK-09", "HE-REACT-03", kinds=OUTSIDE)
def nothing_else_happens_in_a_batch(h: Happening, now: Henchling, past: History) -> Verdict:
    """Between the first packet and the end of a batch nobody is healed, clamped or asked.

    When all has landed, who took less than stood at the opening is clamped before the deaths.
    """
    batch = memory_of(past).batch
    if batch is not None and h.kind == "damage.shrunk" and _has_landed(batch):
        card, stood = h.num("card"), batch.stood.get(h.num("card"), 0)
        return now.damage[card] < stood or f"card {card} of {stood} health is rescued"
    return True if batch is None else f"{h.kind} while a batch of {batch.targets} is open"


@event_check("HEI-27", "HE-ATK-07", "HE-ATK-09", "HE-ATK-10", "HE-HP-03", "HE-DMG-03",
             "HE-PROT-05", kinds=("henchling.died",))  # fmt: skip
def the_dead_have_no_health(h: Happening, now: Henchling, past: History) -> Verdict:
    """A Henchling dies at the end of a batch with damage up to its health, told as it is.

    Nor had it more when the batch opened: a text that lowers health kills nobody (HE-ATK-09).
    """
    card, batch = h.num("card"), memory_of(past).batch
    if batch is None:
        return "it died outside a batch"
    told = (h.num("damage"), h.num("health"), h.num("seat"))
    if told != (now.damage[card], health_of(now, card), controller(now, card)):
        return f"told {told}, stood {now.damage[card]} of {health_of(now, card)}"
    if h.num("blocked") != (card in batch.blocked):
        return f"blocked is {h.num('blocked')}"
    most = could_take(now, batch, card)
    return now.damage[card] >= most or f"{now.damage[card]} damage kills, health was {most}"


@event_check("HEI-70", "HE-DMG-03", "HE-ATK-07", kinds=("henchling.died",))
def the_dead_are_listed_clockwise(h: Happening, now: Henchling, past: History) -> Verdict:
    """All who have no health die together, clockwise from the active player, then by id."""
    batch = memory_of(past).batch
    if batch is None:
        return None
    wanted = lethal(now)
    at = len(batch.died)
    return (at < len(wanted) and wanted[at] == h.num("card")) or f"{at}. of {wanted}"


@event_check("HEI-27", "HE-DMG-03", "HE-ATK-07", "HE-HP-02", kinds=("batch.ended",))
def a_batch_ends_with_its_deaths(h: Happening, now: Henchling, past: History) -> Verdict:
    """At the end of a batch nobody is left who had no health, and the tallies are right."""
    batch = memory_of(past).batch
    if batch is None:
        return None
    if h.num("deaths") != len(batch.died):
        return f"{h.num('deaths')} deaths, told were {batch.died}"
    late = [
        card
        for card in batch.fatal
        if controller(now, card) >= 0
        and card not in batch.died
        and now.damage[card] >= health_of(now, card)
        and not bit(card) & _hidden(now)
    ]
    starved = [seat for seat in range(now.rules.players)
               if now.alive >> seat & 1 and now.health[seat] == 0]  # fmt: skip
    return (not late and not starved) or f"left without health: cards {late}, seats {starved}"


def _hidden(now: Henchling) -> int:
    found = 0
    for card in now.backs:
        found |= 1 << card
    return found


@event_check("HEI-28", "HE-HEAL-01", "HE-HEAL-02", "HE-LIMIT-02", kinds=("health.healed",))
def healing_restores(h: Happening, now: Henchling, past: History) -> Verdict:
    """Healing takes damage off a Henchling, to none, and adds to a player's health."""
    target, before, asked = h.num("target"), h.num("before"), h.num("asked")
    if is_seat(target):
        stood, after = now.health[target - SEAT0], min(30_000, before + asked)
    else:
        stood, after = now.damage[target], max(0, before - asked)
        if target not in fighters(now):
            return f"card {target} is no face-up Henchling"
    return (before, h.num("after")) == (stood, after) or f"{stood} + {asked}: {h.num('after')}"


@event_check("HEI-26", "HE-ATK-09", "HE-FLIP-07", kinds=("damage.shrunk",))
def clamping_leaves_one_health(h: Happening, now: Henchling, past: History) -> Verdict:
    """A marker is clamped to leave one health, only when it would leave none."""
    card = h.num("card")
    if memory_of(past).over and now.turn < now.rules.turns_max:
        # The next player is active already when what a passive text adds is read again.
        now = now.clone()
        now.active = following(now)
    most = health_of(now, card)
    if (h.num("before"), h.num("health")) != (now.damage[card], most):
        return f"told {h.num('before')} of {h.num('health')}, stood {now.damage[card]} of {most}"
    return now.damage[card] >= most and h.num("after") == most - 1
