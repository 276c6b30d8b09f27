"""Attacks: what they reach and cost, the cards drawn for them, and when a foe falls."""

from __future__ import annotations

from engine.events import Happening
from engine.games.hunted.components import FACES
from engine.games.hunted.schema import FINALES, TYPES
from engine.games.hunted.state import Hunted
from properties.history import History
from properties.hunted.book import NONE, Book, bit
from properties.hunted.combat import fight_of
from properties.hunted.ledger import Turn, argument, book_of, event_check
from properties.invariant import Verdict, step_invariant

ATTACK = ("attack.made",)
FIGHT_ROWS = ("arm", "join", "absorb", "strike")
DEFEATS = {"enemy": "enemy.defeated", "minion": "minion.defeated", "dr_jekyll": "minion.defeated",
           "boss": "boss.defeated", "mr_hyde": "boss.defeated"}  # fmt: skip
# What an event of a defeat calls the one who falls.
WHO = {"enemy.defeated": "enemy", "minion.defeated": "minion", "boss.defeated": "boss"}


def wins_the_game(cards: Book, now: Hunted, fight: str) -> bool:
    """Whether defeating this foe wins: it is a Boss, and the last one (HU-FBAT-09, HU-MASH-06)."""
    if fight not in ("boss", "mr_hyde"):
        return False
    return not cards.bosses & ~now.beaten & ~bit(now.foe)


def bill(cards: Book, now: Hunted, attack: int) -> tuple[int, int]:
    """(attack value of the weapons in use, cost of attack number `attack`) (HU-NOTE-02)."""
    stats = [cards.weapon(now, card) for card in cards.in_use(now)]
    value = sum(stat[0] for stat in stats)
    if attack > 1:
        return value, max(stat[2] for stat in stats)
    return value, max(stat[1] for stat in stats) + cards.visible(now).first


# --- what an attack is --------------------------------------------------------------------------


@event_check("HUI-12", "HU-COMBAT-07", "HU-COMBAT-09", "HU-ITEM-06", "HU-NOTE-02", "HU-WEAP-02",
             kinds=ATTACK)  # fmt: skip
def an_attack_sums_its_weapons(h: Happening, now: Hunted, past: History) -> Verdict:
    """Attack values and costs of each weapon in use, with what is attached, and their sum."""
    cards = book_of(past.game)
    used = cards.in_use(now)
    stats = [cards.weapon(now, card) for card in used]
    columns = tuple(tuple(stat[line] for stat in stats) for line in range(3))
    told = (h.nums("attacks"), h.nums("firsts"), h.nums("laters"))
    mods = sum(card in now.hosts for card in used)
    if told != columns or h.num("mods") != mods:
        return f"{h}: expected {columns}, mods {mods}"
    return h.num("attack") == sum(columns[0])


@event_check("HUI-12", "HU-COMBAT-07", "HU-COMBAT-17", "HU-COMBAT-18", "HU-JEK-07", kinds=ATTACK)
def the_first_total_is_the_weapons_alone(h: Happening, now: Hunted, past: History) -> Verdict:
    """The first attack reaches the sum of the weapons, later ones the total as it stands."""
    if h.num("number") == 1:
        nothing = h.num("drawn") == NONE and not h.num("absorbed_card")
        return h.num("total") == h.num("attack") and nothing
    return h.num("total") == now.total


@event_check("HUI-13", "HU-COMBAT-08", "HU-COMBAT-13", "HU-NOTE-02", "HU-WEAP-03", "HU-LOC-06",
             "HU-WEAP-06", "HU-COMBAT-09", kinds=ATTACK)  # fmt: skip
def an_attack_costs_the_highest_of_its_line(h: Happening, now: Hunted, past: History) -> Verdict:
    """The first attack costs the highest first cost and what the Location adds, others the later.
    """
    cards = book_of(past.game)
    _, cost = bill(cards, now, h.num("number"))
    seen = cards.visible(now)
    mods = (h.num("strength_mod"), h.num("first_mod"))
    counts = bool(cards.enemies >> now.foe & 1) and not now.battle
    due = (seen.strength if counts else 0, seen.first)
    return (h.num("cost") == cost and mods == due) or f"{h}: expected cost {cost}, mods {due}"


@event_check("HUI-14", "HU-FBAT-06", "HU-FBAT-07", "HU-FBAT-08", "HU-COMBAT-11", kinds=ATTACK)
def what_is_not_absorbed_is_paid(h: Happening, now: Hunted, past: History) -> Verdict:
    """Energy pays what Survivors do not absorb, as far as it reaches; they do in the battle alone.
    """
    absorbed, cost = h.num("absorbed"), h.num("cost")
    paid = min(now.energy, cost - absorbed)
    if not 0 <= absorbed <= cost or (absorbed and not now.battle):
        return f"{h} at Energy {now.energy}"
    told = (h.num("paid"), h.num("energy"))
    return told == (paid, now.energy - paid) or f"{h} at Energy {now.energy}: expected paid {paid}"


@event_check("HUI-14", "HU-FBAT-06", "HU-FBAT-07", "HU-SURV-08", kinds=ATTACK)
def each_absorbed_point_has_its_survivor(h: Happening, now: Hunted, past: History) -> Verdict:
    """As many points are absorbed as Survivors were exhausted for this attack."""
    since = past.since("attack.made", "weapons.chosen", "combat.card_drawn")
    told = [e for e in since if e.event.kind == "survivor.absorbed"]
    return len(told) == h.num("absorbed")


@event_check("HUI-14", "HU-FBAT-06", "HU-SURV-08", kinds=("survivor.absorbed",))
def who_absorbs_is_ready(h: Happening, now: Hunted, past: History) -> Verdict:
    """A ready Survivor of the party is exhausted; how many stay ready is told."""
    ready = now.party & ~now.tired
    left = ready.bit_count() - 1
    return bool(ready >> h.num("survivor") & 1) and h.num("left") == left and now.battle == 1


@event_check("HUI-14", "HU-COMBAT-08", "HU-COMBAT-11", "HU-COMBAT-13", "HU-GAME-03", kinds=ATTACK)
def the_energy_of_an_attack_is_told_next(h: Happening, now: Hunted, past: History) -> Verdict:
    """Right after an attack that costs Energy its payment is told, and after no other."""
    due, after = h.num("cost") - h.num("absorbed"), past.next
    told = after is not None and after.event.kind == "energy.changed"
    if not due:
        return not told
    if after is None or not told or after.word("cause") != "attack":
        return f"then comes {after}"
    return (after.num("asked"), after.num("to")) == (-due, h.num("energy"))


@event_check("HUI-13", "HU-COMBAT-14", "HU-NOTE-05", "HU-FBAT-05", "HU-FBAT-09", "HU-MASH-07",
             kinds=ATTACK)  # fmt: skip
def an_attack_names_its_fight(h: Happening, now: Hunted, past: History) -> Verdict:
    """Number, foe, kind of fight and whether its fall would win are what they are."""
    cards = book_of(past.game)
    fight = fight_of(cards, now, now.foe)
    told = (h.num("number"), h.num("foe"), h.word("fight"), bool(h.num("last")),
            FINALES[h.num("finale")])  # fmt: skip
    due = (now.attacks + 1, now.foe, fight, wins_the_game(cards, now, fight), cards.finale)
    return told == due or f"{h}: expected number, foe, fight, last, finale {due}"


@event_check("HUI-16", "HU-NOTE-05", "HU-ENEMY-02", "HU-LOC-06", "HU-DOR-08", kinds=ATTACK)
def strength_is_what_is_printed(h: Happening, now: Hunted, past: History) -> Verdict:
    """The foe's Strength is its value, changed by the visible Location if it is an Enemy."""
    return h.num("strength") == book_of(past.game).strength(now, now.foe)


# --- the cards drawn for it ---------------------------------------------------------------------


@event_check("HUI-18", "HU-COMBAT-14", "HU-COMBAT-12", "HU-DECK-05", "HU-NOTE-03", kinds=ATTACK)
def one_card_is_drawn_for_each_later_attack(h: Happening, now: Hunted, past: History) -> Verdict:
    """Between two attacks one card is drawn, or none where deck and discard pile are empty."""
    if h.num("number") == 1:
        return None
    if not past.whole and not past.counts.get("combat.card_drawn", 0):
        return None
    drawn = [(e.num("card"), e.num("absorbed"))
             for e in past.since("attack.made", "weapons.chosen")
             if e.event.kind == "combat.card_drawn"]  # fmt: skip
    if not drawn:
        return h.num("drawn") == NONE and not now.deck and not now.discard
    told = (h.num("drawn"), h.num("absorbed_card"))
    return drawn == [told] and now.tucked[-1:] == [told[0]]


@event_check("HUI-40", "HU-DRAC-04", "HU-DRAC-05", kinds=("combat.card_drawn",))
def dracula_absorbs_the_first_card(h: Happening, now: Hunted, past: History) -> Verdict:
    """The first card drawn against Dracula is absorbed and adds nothing, and no other is."""
    absorbed = bool(book_of(past.game).absorbers >> now.foe & 1) and not now.tucked
    if not absorbed:
        return False if h.num("absorbed") else None
    return h.num("absorbed") == 1 and h.num("total") == now.total


@event_check("HUI-15", "HU-COMBAT-12", "HU-COMBAT-16", "HU-WEAP-06", "HU-LOCK-03",
             kinds=("combat.card_drawn",))  # fmt: skip
def a_drawn_card_adds_its_value(h: Happening, now: Hunted, past: History) -> Verdict:
    """Any card that is not absorbed adds its value, and counts by nothing else."""
    cards, card = book_of(past.game), h.num("card")
    value = cards.value[card]
    told = (TYPES[h.num("type")], h.num("value"), h.num("locked"))
    due = (cards.kind[card], value, cards.locked >> card & 1)
    if told != due or cards.locations >> card & 1:
        return f"{h}: expected type, value, locked {due}"
    return h.num("total") == now.total + (0 if h.num("absorbed") else value)


@event_check("HUI-23", "HU-NOTE-03", "HU-LOC-02", kinds=("combat.card_drawn",), whole=True)
def a_location_is_replaced(h: Happening, now: Hunted, past: History) -> Verdict:
    """A card drawn after a Location came up for the same attack is its replacement, no other is."""
    since = past.since("combat.card_drawn", "attack.made")
    placed = any(e.event.kind == "location.placed" for e in since)
    return placed == bool(h.num("replaces"))


@event_check("HUI-40", "HU-DRAC-05", "HU-DRAC-04", kinds=ATTACK)
def dracula_is_struck_twice_alike(h: Happening, now: Hunted, past: History) -> Verdict:
    """The first two attacks on one who absorbs reach the same total."""
    cards = book_of(past.game)
    if not cards.absorbers >> now.foe & 1 or h.num("number") != 2:
        return None
    return h.num("total") == h.num("attack")


@step_invariant("HUI-15", "HU-COMBAT-15", "HU-COMBAT-12", "HU-NOTE-05", rows=("absorb", "strike"))
def a_total_never_falls(step: Turn) -> Verdict:
    """As long as a fight goes on its total does not fall, and its foe stays the same."""
    before, after = step.before, step.after
    if after.foe == NONE or step.game.row_name(after) not in FIGHT_ROWS:
        return None
    return after.total >= before.total and after.foe == before.foe


@step_invariant("HUI-15", "HU-COMBAT-16", "HU-WEAP-06", "HU-NOTE-03", verbs=("strike_with",))
def a_card_drawn_in_combat_joins_nothing_else(step: Turn) -> Verdict:
    """It goes under the weapons (a Location on the stack); Row, hands and party do not change."""
    before, acted, cards, card = step.before, step.acted, book_of(step.game), argument(step)
    place = cards.locations >> card & 1
    row = acted.in_row[: len(before.in_row)] == before.in_row
    uncovered = acted.in_row[len(before.in_row) :] in ([], [cards.jekyll])
    same = before.inventory == acted.inventory and before.party == acted.party
    tucked = acted.tucked == (before.tucked if place else [*before.tucked, card])
    return row and uncovered and same and tucked and before.energy == acted.energy


@step_invariant("HUI-15", "HU-COMBAT-12", "HU-COMBAT-13", "HU-DRAC-04", verbs=("strike_with",))
def a_strike_adds_exactly_its_value(step: Turn) -> Verdict:
    """From the position and the card alone: the total that the next attack reaches."""
    before, acted, cards, card = step.before, step.acted, book_of(step.game), argument(step)
    if cards.locations >> card & 1:
        return acted.total == before.total
    absorbs = cards.absorbers >> before.foe & 1 and not before.tucked
    return acted.total == before.total + (0 if absorbs else cards.value[card])


# --- when a foe falls ---------------------------------------------------------------------------


def after_payment(past: History) -> list[Happening]:
    """The events of the ply after an attack and its payment."""
    rest = past.rest()
    return rest[1:] if rest and rest[0].event.kind == "energy.changed" else rest


@event_check("HUI-16", "HU-COMBAT-10", "HU-COMBAT-11", "HU-FNOTE-04", "HU-FBAT-09", "HU-MASH-07",
             "HU-WIN-02", kinds=ATTACK)  # fmt: skip
def a_foe_falls_when_its_strength_is_reached(h: Happening, now: Hunted, past: History) -> Verdict:
    """It falls right after the payment if the total reaches its Strength, else it stands.

    With no Energy left only the last Boss falls: any other blow that takes the last Energy loses.
    """
    rest = after_payment(past)
    reached = h.num("total") >= book_of(past.game).strength(now, now.foe)
    falls = reached and (h.num("energy") > 0 or bool(h.num("last")))
    told = bool(rest) and rest[0].event.kind == DEFEATS[h.word("fight")]
    if told != falls:
        return f"{h}: then comes {rest[:1]}"
    return falls or not any(e.event.kind in WHO for e in rest[:1])


@event_check("HUI-17", "HU-COMBAT-11", "HU-COMBAT-10", "HU-FBAT-09",
             kinds=tuple(WHO))  # fmt: skip
def a_defeat_follows_its_attack(h: Happening, now: Hunted, past: History) -> Verdict:
    """Who falls is the foe, by the attack just paid for, its total and its Strength."""
    made = past.last.get("attack.made")
    between = [e.event.kind for e in past.since("attack.made")]
    if made is None or between not in ([], ["energy.changed"]):
        return f"{h} after {between}"
    told = (h.num(WHO[h.event.kind]), h.num("total"), h.num("strength"))
    due = (now.foe, made.num("total"), made.num("strength"))
    return told == due and bool(between) == (made.num("cost") > made.num("absorbed"))


@event_check("HUI-05", "HU-FBAT-09", "HU-FNOTE-04", "HU-MASH-06", "HU-WIN-01", "HU-MASH-07",
             kinds=("boss.defeated",))  # fmt: skip
def the_last_boss_ends_the_game(h: Happening, now: Hunted, past: History) -> Verdict:
    """How many Bosses are left is told; the game is won right then if it is none."""
    cards, after = book_of(past.game), past.next
    left = (cards.bosses & ~now.beaten & ~bit(now.foe)).bit_count()
    if h.num("left") != left or h.num("energy") != now.energy:
        return f"{h}: {left} left at Energy {now.energy}"
    over = after is not None and after.event.kind == "game.over"
    return over == (left == 0) and bool(cards.bosses >> h.num("boss") & 1)


@event_check("HUI-41", "HU-JEK-06", kinds=ATTACK)
def hyde_stands_so_many_attacks(h: Happening, now: Hunted, past: History) -> Verdict:
    """Mr. Hyde turns back after the last attack allowed that does not defeat him, and no sooner."""
    if h.word("fight") != "mr_hyde":
        return None
    limit = book_of(past.game).hyde_limit
    rest = after_payment(past)
    flips = [e for e in rest if e.event.kind == "boss.flipped"]
    stands = h.num("total") < h.num("strength") and h.num("energy") > 0
    turns = bool(flips) and flips[0].word("to") == FACES[2]
    return h.num("number") <= limit and turns == (stands and h.num("number") == limit)


@step_invariant("HUI-41", "HU-JEK-06", "HU-JEK-05", rows=FIGHT_ROWS)
def hyde_is_attacked_no_more_than_so(step: Turn) -> Verdict:
    """Mr. Hyde's attacks are counted, and the limit is not passed."""
    before = step.before
    cards = book_of(step.game)
    if before.foe != cards.jekyll or fight_of(cards, before, before.foe) != "mr_hyde":
        return None
    return before.attacks <= cards.hyde_limit and before.face == 1


@step_invariant("HUI-13", "HU-COMBAT-08", "HU-COMBAT-13", "HU-FBAT-06", "HU-LOC-06",
                rows=("absorb",))  # fmt: skip
def the_cost_asked_about_is_that_of_the_attack(step: Turn) -> Verdict:
    """While it is asked who absorbs, the cost due and the total are those of the attack in hand."""
    before, cards = step.before, book_of(step.game)
    value, cost = bill(cards, before, before.attacks)
    if before.due != cost or not before.battle:
        return f"due {before.due}, expected {cost}"
    return before.attacks > 1 or before.total == value


@step_invariant("HUI-14", "HU-FBAT-06", "HU-FBAT-07", "HU-COMBAT-11", verbs=("absorb",))
def absorbing_costs_exactly_this(step: Turn) -> Verdict:
    """From the position and the number alone: Energy and ready Survivors after the attack."""
    before, n = step.before, argument(step)
    made = next((e for e in step.events if e.event.kind == "attack.made"), None)
    ready = (before.party & ~before.tired).bit_count()
    now = (step.acted.party & ~step.acted.tired).bit_count()
    if made is None or ready - now != n:
        return f"{step.text}: {ready - now} exhausted"
    energy = max(0, before.energy - (before.due - n))
    return (made.num("absorbed"), made.num("energy")) == (n, energy)


