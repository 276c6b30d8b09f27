"""Fights with the Villain: what is fixed, the dice, the damage of both sides, the rewards."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.schema_words import COLOURS, FACES
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import WILD, bits, book, listed, said, seat_of, text_of
from properties.ham_helsing.ledger import Turn, event_check, memory_of
from properties.history import History
from properties.invariant import Verdict, invariant, step_invariant

KATANA, POWER_FACE = 4, FACES.index("power")
# What has no place between the declaration and the end of a fight.
OUTSIDE = ("move.enter", "card.play", "fight.declare", "fight.commit", "wild.declare", "trade",
           "base_move.use", "steps.add", "location_power.use", "ability.use", "minion.hit",
           "skill_attack.use", "katana.use", "katana.spend", "step.enter", "turn.end")  # fmt: skip
DOUBLED = ("commit", "commit_wild", "commit_loose_wild")


@event_check("HHI-57", "HH-VFIGHT-05", "HH-VFIGHT-10", "HH-VFIGHT-04", "HH-PLAY-09",
             "HH-VFIGHT-08", kinds=OUTSIDE)  # fmt: skip
def a_fight_is_not_interrupted(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """From the declaration to the end of a fight nobody moves, plays or fixes more attacks."""
    fight = memory_of(past).fight
    return not fight.declared or f"{h.kind} in a fight"


@event_check("HHI-57", "HH-VFIGHT-02", "HH-VFIGHT-03", "HH-VFIGHT-04", "HH-VFIGHT-16",
             "HH-VFIGHT-01", kinds=("fight.declare",))  # fmt: skip
def fights_are_declared_face_to_face(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The conscious active character fights in the Villain's Location with at least one attack."""
    who = h.num("who")
    if who != now.active or now.at[who] != now.villain or not now.health[who] or now.villain < 0:
        return (f"{h.word('who')} at {said(now, 'location', now.at[who])} fights at "
                f"{said(now, 'location', now.villain)}")
    told = [h.num(word) for word in (*COLOURS, "katana")]
    if told != list(now.fight) or h.num("at") != now.villain:
        return f"declared {told}, fixed {list(now.fight)}"
    return sum(told) > 0 or "no attack"


@event_check("HHI-57", "HH-VFIGHT-04", "HH-ICON-02", "HH-SKILL-07", "HH-CARD-07", "HH-KATANA-04",
             "HH-VFIGHT-08", kinds=("fight.commit",))  # fmt: skip
def attacks_are_fixed_once(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Each attack fixed was just spent; icons count double for each text of their colour."""
    colour, verb = h.num("colour"), "" if past.step is None else past.step.verb
    if verb == "roll":
        return "fixed after the roll was chosen"
    doubled = now.doubled[colour] if colour < WILD and verb in DOUBLED else 0
    if h.num("n") != 1 << doubled:
        return f"{verb} of {h.word('colour')} counts {h.num('n')}, doubled {doubled}"
    paid = {"icon.spend", "attack.spend", "skill_attack.use", "katana.spend"}
    told = {e.event.kind for e in past.step.events} if past.step is not None else paid
    return bool(paid & told) and bool(h.num("wild")) == ("wild" in verb)


@event_check("HHI-57", "HH-VFIGHT-06", "HH-COMP-06", "HH-TERM-05", kinds=("die.roll",))
def two_dice_are_rolled(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A declared fight rolls two dice, one after the other."""
    if h.word("for") != "fight":
        return None
    fight = memory_of(past).fight
    known = fight.declared or not memory_of(past).sure
    return known and h.num("die") == (0 if now.dice[0] < 0 else 1) and now.dice[1] < 0


@event_check("HHI-57", "HH-VFIGHT-12", "HH-ICON-11", kinds=("die.reroll",))
def rerolls_keep_one_result(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A die rolled again keeps its old or its new result, before anything takes effect."""
    old, new, kept = h.num("old"), h.num("new"), h.num("kept")
    if memory_of(past).fight.struck or now.dice[h.num("die")] != old:
        return f"{h}, the dice show {listed(now, 'face', now.dice)}"
    return kept in (old, new) or f"kept {h.word('kept')}"


@step_invariant("HHI-57", "HH-VFIGHT-12", "HH-ICON-11", verbs=("reroll", "bones_reroll"))
def rerolls_are_paid(step: Turn) -> Verdict:
    """A reroll spends a reroll icon, or is one of a text that rerolls each die once."""
    spent = [h for h in step.events if h.event.kind == "icon.spend"]
    if step.verb == "reroll":
        return len(spent) == 1 and spent[0].word("icon") == "reroll"
    return not spent and step.before.bones + bool(step.before.boned) > 0


@event_check("HHI-57", "HH-VFIGHT-07", kinds=("block.ignored",))
def ignored_blocks_were_promised(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A block symbol is ignored only by a text that said so."""
    face = now.dice[h.num("die")]
    return now.snout > 0 and face == h.num("face") and face < WILD


def blocks(now: HamHelsing) -> list[int]:
    """Colours blocked by the dice kept, symbol by symbol, ignored ones apart."""
    return [face for die, face in enumerate(now.dice)
            if 0 <= face < WILD and not now.ignored >> die & 1]  # fmt: skip


@event_check("HHI-58", "HH-VFIGHT-07", "HH-KATANA-02", kinds=("fight.block",))
def blocks_stop_their_colour(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A block symbol kept stops all attacks of its colour and none of the Katana."""
    colour = h.num("colour")
    if now.dice[h.num("die")] != colour or now.ignored >> h.num("die") & 1:
        return f"{h}, it shows {said(now, 'face', now.dice[h.num('die')])}"
    return h.num("n") == now.fight[colour]


@event_check("HHI-58", "HH-VFIGHT-13", "HH-VFIGHT-07", "HH-VFIGHT-08", "HH-KATANA-02",
             "HH-KATANA-03", "HH-ROBO-04", "HH-VFIGHT-01", "HH-SYB-07",
             kinds=("villain.damage",))  # fmt: skip
def unblocked_attacks_hurt_the_villain(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The dial falls by all attacks not blocked and the Katana, less armour, never below 0."""
    if h.num("unblockable"):
        return None
    known, stopped = book(now), blocks(now)
    through = [n if colour not in stopped else 0 for colour, n in enumerate(now.fight[:4])]
    total = sum(through) + now.fight[KATANA]
    armour = len(stopped) if known.armoured else 0
    told = (h.num("total"), h.num("katana"), h.num("coloured"))
    held = (total, now.fight[KATANA], sum(1 << c for c, n in enumerate(through) if n))
    if told != held:
        return f"{h}, held {held}, the dice show {listed(now, 'face', now.dice)}"
    wanted = max(0, total - armour)
    if h.num("n") != wanted or h.num("left") != max(0, now.dial - wanted):
        return f"{h.num('n')} of {total} with armour {armour}, dial {now.dial}"
    return h.num("armour") in (armour, min(armour, total))


@event_check("HHI-58", "HH-TERM-05", "HH-CARD-06", "HH-VFIGHT-13", "HH-VFIGHT-02",
             kinds=("villain.damage",), sure=True)  # fmt: skip
def unblockable_damage_is_as_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Unblockable Damage is what the text says, no die is rolled for it, and it has no colour."""
    if not h.num("unblockable"):
        return None
    steps = [s for s in text_of(now, memory_of(past).card) if s["op"] == "unblockable"]
    if not steps or memory_of(past).fight.declared:
        return "no text deals unblockable Damage now"
    n, here = steps[0]["n"], steps[0]["reach"] == "here"
    if here and now.at[now.active] != now.villain:
        return "the Villain is not here"
    told = (h.num("n"), h.num("armour"), h.num("coloured"), h.num("left"))
    return told == (n, 0, 0, max(0, now.dial - h.num("n"))) or f"told {told}, text {n}"


@event_check("HHI-57", "HH-VFIGHT-11", "HH-SYB-07", "HH-KO-08", kinds=("villain.power",))
def power_symbols_act(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The die power acts once for each power symbol kept, before the dial moves."""
    memory = memory_of(past)
    symbols = list(now.dice).count(POWER_FACE)
    if not book(now).board or memory.fight.struck or h.num("who") != now.active:
        return f"power of {h.word('villain')}, board {book(now).board}"
    return memory.fight.powers < symbols or f"{symbols} symbols"


@event_check("HHI-57", "HH-VFIGHT-11", kinds=("villain.damage",), sure=True)
def every_power_symbol_acted(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """When the dial moves every power symbol kept has acted."""
    if h.num("unblockable") or not book(now).board:
        return None
    symbols = list(now.dice).count(POWER_FACE)
    return memory_of(past).fight.powers == symbols or f"{symbols} symbols"


@event_check("HHI-57", "HH-VFIGHT-11", "HH-VFIGHT-09", "HH-KO-08",
             kinds=("health.change", "money.change", "card.discard", "villain.heal"),
             sure=True)  # fmt: skip
def die_powers_do_what_is_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A die power takes, hurts or heals as much as the Villain's board says."""
    fight, kind = memory_of(past).fight, h.event.kind
    word = "" if kind == "villain.heal" else h.word("cause")
    if word not in ("villain_power", "villain", "") or not fight.declared or fight.struck:
        return None
    steps = {str(s["op"]): int(str(s["n"])) for s in book(now).die_power}
    if kind == "villain.heal":
        return "villain_heal" in steps and h.num("n") <= steps["villain_heal"]
    if kind == "card.discard":
        return "discard" in steps and h.num("zone") == (0 if book(now).solo else now.active)
    if h.num("who") != now.active:
        return f"{h.word('who')} pays for {said(now, 'who', now.active)}"
    if kind == "money.change":
        return h.num("n") == -min(-steps.get("money", 0), now.money[now.active])
    return 0 < -h.num("n") <= steps.get("damage", 0)


# --- rewards --------------------------------------------------------------------------------------


@event_check("HHI-59", "HH-REWARD-01", "HH-REWARD-03", "HH-REWARD-04", "HH-REWARD-13",
             "HH-REWARD-15", "HH-REWARD-02", "HH-ROBO-05", "HH-VFIGHT-07",
             kinds=("reward.gain", "reward.refused"), sure=True)  # fmt: skip
def rewards_are_for_colours_that_hit(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """One reward a colour that came through, once for each top card, after the damage."""
    fight, colour = memory_of(past).fight, h.num("colour")
    if now.next_card < 0 or h.num("card") != now.next_card:
        return f"{h.word('card')}, on top lies {said(now, 'villain_card', now.next_card)}"
    left = fight.due & ~fight.answered
    if not fight.struck or h.num("who") != now.active or colour != next(bits(left), -1):
        return f"{COLOURS[colour]}, due {listed(now, 'colour', left)}"
    return not now.rewarded[now.active] >> colour & 1 or "taken before under this card"


@event_check("HHI-59", "HH-REWARD-03", "HH-REWARD-05", "HH-REWARD-09", "HH-REWARD-10",
             "HH-REWARD-14", "HH-REWARD-02", "HH-KO-05", kinds=("reward.gain",))  # fmt: skip
def rewards_are_as_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The reward is the one on the back of the top card; who lies is not healed."""
    who, colour = h.num("who"), h.num("colour")
    row = book(now).rewards[h.num("card")][colour]
    told = (h.word("kind"), h.num("n"), h.num("down"), h.num("attacks"), h.num("by_wild"))
    held = (row["op"], row["n"], int(not now.health[who]), now.fight[colour],
            int(not now.plain >> colour & 1))  # fmt: skip
    if told[0] == "heal" and not now.health[who]:
        return "healed while knocked out"
    return told == held or f"told {told}, held {held}"


@event_check("HHI-59", "HH-REWARD-10", "HH-KO-05", kinds=("reward.refused",))
def only_healing_is_refused(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Only healing is refused, to an attacker who lies."""
    row = book(now).rewards[h.num("card")][h.num("colour")]
    return row["op"] == "heal" and not now.health[h.num("who")]


@event_check("HHI-59", "HH-REWARD-09", "HH-REWARD-11", "HH-REWARD-12", "HH-REWARD-06",
             kinds=("health.change", "money.change", "skill.change"))  # fmt: skip
def rewards_give_what_they_say(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A reward of health or money gives its number as far as the track goes, a skill one space."""
    if h.word("cause") != "reward":
        return None
    who, known, last = h.num("who"), book(now), past.last.get("reward.gain")
    if h.event.kind == "skill.change":
        at = 4 * who + h.num("colour")
        room = known.skill_max[at] - now.skill[at]
        return h.num("n") == 1 or (last is not None and h.num("n") == min(room, last.num("n")))
    if last is None:
        return None
    top, have = (known.health_max, now.health) if h.event.kind == "health.change" else \
        (known.money_max, now.money)  # fmt: skip
    return h.num("n") == min(last.num("n"), top[who] - have[who]) or f"{h.num('n')}"


@event_check("HHI-59", "HH-REWARD-04", "HH-REWARD-13", "HH-REWARD-01", "HH-VFIGHT-15",
             "HH-VFIGHT-14", kinds=("fight.end",), sure=True)  # fmt: skip
def a_fight_ends_when_all_is_given(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A fight ends after both damages and every reward due."""
    fight = memory_of(past).fight
    left = fight.due & ~fight.answered
    due = memory_of(past).toll.get("villain_die", 0) * now.health[now.active]
    if not fight.struck or left or due:
        return (f"struck {fight.struck}, rewards due {listed(now, 'colour', left)}, "
                f"{memory_of(past).toll}")
    told = (h.num("who"), h.num("conscious"), h.num("coloured"), h.num("last"))
    last = int(now.next_card < 0 and not now.levels)
    return told == (now.active, int(now.health[now.active] > 0), fight.coloured, last)


@step_invariant("HHI-59", "HH-REWARD-11", "HH-ICON-10", rows=("raise",))
def skills_rise_one_at_a_time(step: Turn) -> Verdict:
    """A choice of skills raises one skill by one space, by the attacker's own seat."""
    told = [h for h in step.events if h.event.kind == "skill.change"]
    good = bool(told) and told[0].num("n") == 1 and told[0].num("who") == step.before.active
    return good and step.player == seat_of(step.before, step.before.active)


@step_invariant("HHI-78", "HH-REWARD-06", "HH-REWARD-07", "HH-KNUCK-05",
                rows=("scare", "scare_colour", "raise", "send", "aim", "go", "commit"))  # fmt: skip
def the_attackers_seat_chooses(step: Turn) -> Verdict:
    """Scares, colours, goals and attacks are chosen by the seat whose turn it is."""
    return step.player == seat_of(step.before, step.before.active)


@event_check("HHI-59", "HH-REWARD-07", "HH-REWARD-06", kinds=("choice.reward_color",))
def a_colour_is_named_where_open(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A colour for a scare reward is named only where the card leaves it open."""
    last = past.last.get("reward.gain")
    if last is None:
        return None
    row = book(now).rewards[last.num("card")][last.num("colour")]
    return (row["op"], row.get("colour")) == ("scare", "choice") and h.num("n") == row["n"]


@event_check("HHI-60", "HH-VFIGHT-14", "HH-END-02", "HH-END-03", "HH-KO-10",
             kinds=("game.end",))  # fmt: skip
def both_sides_are_hurt_before_the_end(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A fight's end test waits for the damage of both sides."""
    memory = memory_of(past)
    if not memory.fight.declared:
        return None
    due = memory.toll.get("villain_die", 0) * now.health[now.active]
    return (memory.fight.struck and not due) or f"damage {due} still due"


@event_check("HHI-42", "HH-VFIGHT-09", "HH-VFIGHT-14", "HH-VFIGHT-10",
             kinds=("health.change",), sure=True)  # fmt: skip
def dice_hurt_the_attacker(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Damage symbols hurt the attacker, after the dial has moved."""
    if h.word("cause") != "villain_die":
        return None
    return memory_of(past).fight.struck and h.num("who") == now.active


@invariant("HHI-57", "HH-VFIGHT-04", rows=("play", "market"))
def no_attack_outlives_its_fight(state: HamHelsing) -> Verdict:
    """Between fights no attack is fixed and no die lies on the table."""
    return not any(state.fight) and list(state.dice) == [-1, -1]
