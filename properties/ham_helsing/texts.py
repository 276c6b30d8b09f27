"""Texts of cards and abilities: what they add, give, draw and promise, as printed."""

from __future__ import annotations

from typing import cast

from engine.content import Row
from engine.events import Happening
from engine.games.ham_helsing.components_causes import LASTING
from engine.games.ham_helsing.schema_words import COLOURS
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import WILD, bits, book, minions_at, said, text_of
from properties.ham_helsing.ledger import event_check, memory_of
from properties.ham_helsing.turns import companions
from properties.history import History
from properties.invariant import Verdict


def steps_of(past: History, op: str) -> list[Row]:
    """The steps of this op in the text or ability being carried out."""
    return [step for step in memory_of(past).doing if step["op"] == op]


def amount(now: HamHelsing, step: Row) -> int:
    """What a step gives: a number printed, or counted on the table, as far as it goes."""
    per, n = str(step.get("per", "")), cast(int, step.get("n", 0))
    if per == "conscious_here":
        n = 1 + len(companions(now, now.active))
    elif per == "colours_here":
        found = 0
        for token in bits(minions_at(now, now.at[now.active])):
            found |= book(now).colours[token]
        n = found.bit_count()
    return min(n, cast(int, step.get("max", n)))


@event_check("HHS-23", "HH-ICON-08", "HH-ICON-07", "HH-ABIL-01", "HH-BASE-02",
             kinds=("steps.add",), sure=True)  # fmt: skip
def texts_add_movement_as_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Movement on no card comes from the board or from a text that adds as much."""
    if h.num("left") != now.steps + h.num("n"):
        return f"{h} on {now.steps}"
    if h.num("base"):
        return h.num("n") == book(now).base_move[now.active]
    wanted = [amount(now, step) for step in steps_of(past, "add_move")]
    return h.num("n") in wanted or f"{h.num('n')} by a text of {wanted}"


@event_check("HHS-23", "HH-ICON-08", "HH-ABIL-01", "HH-ICON-02", kinds=("attack.add",), sure=True)
def texts_add_attacks_as_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An attack on no card comes from a text or ability that adds it."""
    named = [(*COLOURS, "wild").index(str(s["colour"])) for s in steps_of(past, "add_attack")]
    numbers = [step["n"] for step in steps_of(past, "add_attack")]
    told = (h.num("colour"), h.num("n"))
    return told in zip(named, numbers, strict=True) and \
        h.num("left") == now.loose[h.num("colour")] + h.num("n")  # fmt: skip


@event_check("HHS-23", "HH-CARD-07", "HH-FIGHT-02", kinds=("attack.doubled",), sure=True)
def doubled_icons_leave_attacks_behind(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Against a Minion a doubled icon leaves the rest of its attacks on no card."""
    colour, more = h.num("colour"), h.num("more")
    if more != (1 << now.doubled[colour]) - 1 or more < 1:
        return f"{more} more with {now.doubled[colour]} texts"
    return h.num("left") == now.loose[colour] + more and colour < WILD


@event_check("HHS-24", "HH-ICON-08", "HH-ICON-04", kinds=("money.change",), sure=True)
def texts_pay_as_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A text pays the active character as much as is printed or counted."""
    if h.word("cause") != "text":
        return None
    room = book(now).money_max[now.active] - now.money[now.active]
    wanted = [min(room, amount(now, step)) for step in steps_of(past, "money")]
    return (h.num("who") == now.active and h.num("n") in wanted) or f"{h}, wanted {wanted}"


@event_check("HHS-24", "HH-ICON-08", "HH-ICON-06", "HH-ABIL-01", "HH-KO-07", "HH-SOLO-11",
             kinds=("health.change",), sure=True)  # fmt: skip
def texts_heal_as_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A text heals who stands in the Location, as printed, as far as the track goes."""
    who = h.num("who")
    if h.word("cause") == "heal_icon":
        return who == now.active and h.num("n") == min(
            1, book(now).health_max[who] - now.health[who]
        )
    if h.word("cause") != "text":
        return None
    room = book(now).health_max[who] - now.health[who]
    wanted = [min(room, amount(now, step)) for step in steps_of(past, "heal")]
    here = now.at[who] == now.at[now.active]
    return (here and h.num("n") in wanted) or f"{h}, wanted {wanted}"


@event_check("HHS-24", "HH-ICON-08", "HH-KO-07", "HH-SOLO-11", "HH-ICON-05",
             kinds=("card.draw",), sure=True)  # fmt: skip
def texts_draw_for_whom_they_name(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A text draws for its player, for a companion, or for anybody else who stands."""
    if h.word("cause") != "text":
        return h.word("cause") != "icon" or h.num("who") == now.active
    who, named = h.num("who"), [str(step["who"]) for step in steps_of(past, "draw")]
    if who == now.active:
        return "self" in named
    beside = who in companions(now, now.active)
    return "other_anywhere" in named or ("other_here" in named and beside) or \
        f"{said(now, 'who', who)}, {named}"


@event_check("HHS-25", "HH-ICON-08", "HH-ICON-10", "HH-SKILL-05", kinds=("skill.change",),
             sure=True)  # fmt: skip
def texts_and_icons_raise_by_one(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An icon or a text raises one skill of the active character by one space at a time."""
    word = h.word("cause")
    if word not in ("icon", "text"):
        return None
    known = word == "icon" or bool(steps_of(past, "raise_skills"))
    return known and h.num("n") == 1 and h.num("who") == now.active


@event_check("HHS-25", "HH-CARD-04", "HH-CARD-05", "HH-CARD-07", "HH-ICON-08",
             kinds=("effect.active",), sure=True)  # fmt: skip
def promises_are_printed(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """What lasts is promised by the text just used, as much as it says."""
    word = LASTING[h.num("op")]
    steps = steps_of(past, word)
    named = [step.get("n", 1) for step in steps]
    if word == "double":
        named = [now.doubled[COLOURS.index(str(step["colour"]))] + 1 for step in steps]
    return h.num("n") in named or f"{word} of {h.num('n')}, the text promises {named}"


@event_check("HHS-26", "HH-ICON-07", "HH-ICON-08", "HH-SLEEVE-01", kinds=("special.activate",))
def the_star_uses_the_one_text(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A text is used by spending the star of its card, and comes from the card or its sleeve."""
    before, card = past.previous, h.num("card")
    if before is None or before.event.kind != "icon.spend" or before.word("icon") != "star":
        return f"used after {before}"
    sleeved = now.sleeves[card].bit_count()
    return bool(text_of(now, card)) and before.num("card") == card and h.num("sleeved") == sleeved
