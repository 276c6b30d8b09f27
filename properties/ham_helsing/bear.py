"""Knuckles: where he may go, whom he scares, when he stays, goes home, sleeps and wakes."""

from __future__ import annotations

from engine.content import Row
from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import book, minions_at, said, text_of, with_characters
from properties.ham_helsing.ledger import event_check, memory_of
from properties.history import History
from properties.invariant import Verdict


def bear_text(now: HamHelsing, past: History) -> Row | None:
    """The step of the text that uses Knuckles now; None for an icon or the Tree."""
    memory = memory_of(past)
    if memory.trigger != "text":
        return None
    steps = [step for step in text_of(now, memory.card) if step["op"] == "knuckles"]
    return steps[0] if steps else None


@event_check("HHI-44", "HH-KNUCK-09", "HH-PLACE-03", "HH-VNEST-05", "HH-PLACE-08",
             kinds=("token.place",))  # fmt: skip
def no_token_comes_to_knuckles(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """No token is added to the Location that Knuckles defends, whatever places it."""
    return h.num("at") != now.bear if now.bear >= 0 else None


@event_check("HHI-44", "HH-KNUCK-10", "HH-EFFECT-15", "HH-VMIN-04", kinds=("minion.move",))
def no_minion_comes_to_knuckles(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """No Minion moves into the Location that Knuckles defends."""
    return h.num("to") != now.bear if now.bear >= 0 else None


@event_check("HHI-44", "HH-PLACE-03", "HH-KNUCK-09", kinds=("token.barred",))
def only_knuckles_bars_tokens(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A token is kept off a Location only because Knuckles is there."""
    return h.num("at") == now.bear >= 0


@event_check("HHI-47", "HH-KNUCK-12", "HH-KNUCK-01", "HH-KNUCK-02", "HH-LOSE-08", "HH-SPICY-05",
             kinds=("knuckles.move",))  # fmt: skip
def knuckles_goes_somewhere_else(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Each use moves him to another Location, a lost one included unless the option forbids it."""
    to = h.num("to")
    lost = now.lost >> to & 1
    if h.num("from") != now.bear or to == now.bear or h.num("lost") != lost:
        return f"{h}, he is at {said(now, 'location', now.bear)}"
    return not lost or book(now).options.flag("knuckles_on_nests")


@event_check("HHI-46", "HH-KNUCK-03", "HH-CARD-06", kinds=("knuckles.move",))
def knuckles_joins_the_villain_by_a_text(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """He goes to the Villain's Location by a text that says so, and then nowhere else."""
    text = bear_text(now, past)
    told = text is not None and text["to"] == "villain"
    return (h.num("to") == now.villain) == told or \
        f"to {h.word('to')}, the Villain is at {said(now, 'location', now.villain)}, text {text}"


@event_check("HHI-49", "HH-HEN-04", "HH-HEN-03", "HH-ICON-09", "HH-LOC-SNACK-01",
             kinds=("knuckles.move",), sure=True)  # fmt: skip
def every_move_of_knuckles_has_its_use(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """An icon, a text or the Tree sends him, and never while he sleeps or for having woken him."""
    trigger = memory_of(past).trigger
    if now.asleep:
        return "he sleeps"
    return trigger in ("icon", "snack") or bear_text(now, past) is not None or f"by {trigger!r}"


@event_check("HHI-48", "HH-KNUCK-04", "HH-KNUCK-05", "HH-KNUCK-08", "HH-CARD-01", "HH-CARD-06",
             kinds=("knuckles.stay",))  # fmt: skip
def knuckles_stays_where_nobody_is(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """He stays when no Minion is left, or when the text lets him; he has scared as many as due."""
    at, memory, text = h.num("at"), memory_of(past), bear_text(now, past)
    left = minions_at(now, at).bit_count()
    told = text is not None and bool(text.get("stays"))
    facts = (at, h.num("minions"), h.num("told"), h.num("with_villain"))
    if facts != (now.bear, left, int(told), int(at == now.villain)):
        return f"{h}, left {left}, text {text}"
    return _scared(memory.found, memory.scared, text) and (left == 0 or told)


def _scared(found: int, scared: int, text: Row | None) -> Verdict:
    """Whether as many were scared as the use scares of those found; -1: not seen."""
    if found < 0:
        return True
    due = found if text is not None and text.get("scare") == "all" else min(2, found)
    return scared == due or f"scared {scared} of {found}, due {due}"


@event_check("HHI-48", "HH-KNUCK-07", "HH-KNUCK-11", "HH-VMOVE-04", kinds=("knuckles.return",))
def knuckles_goes_home_scared(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """He goes home when Minions are left after his two, or when the Villain arrives."""
    memory = memory_of(past)
    if h.num("from") != now.bear:
        return f"from {h.word('from')}, he is at {said(now, 'location', now.bear)}"
    if h.word("cause") == "villain":
        return now.villain == now.bear
    left = minions_at(now, now.bear)
    return bool(left) and _scared(memory.found, memory.scared, bear_text(now, past))


@event_check("HHI-46", "HH-VMOVE-04", "HH-KNUCK-11", kinds=("villain.move",))
def the_villain_scares_knuckles(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Where the Villain arrives Knuckles leaves at once."""
    if h.num("to") != now.bear:
        return True if now.bear >= 0 else None
    return any(e.event.kind == "knuckles.return" for e in past.rest()) or "he stays"


@event_check("HHI-49", "HH-HEN-03", kinds=("knuckles.hibernate",))
def hen_sends_him_to_sleep(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Hen's power puts a Knuckles on the map to sleep where he is."""
    memory = memory_of(past)
    power = not memory.acts or any(step["op"] == "hibernate" for step in _box(now, memory.acts[-1]))
    return h.num("at") == now.bear >= 0 and power


def _box(now: HamHelsing, word: str) -> tuple[Row, ...]:
    return book(now).boxes[("main", "up1", "up2").index(word)]


@event_check("HHI-49", "HH-HEN-03", "HH-VACT-01", kinds=("villain.act",))
def he_sleeps_unless_he_is_home(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The power that lets him sleep does so unless he is at his starting position."""
    if not any(step["op"] == "hibernate" for step in _box(now, h.word("power"))):
        return None
    if now.asleep:
        return None
    slept = any(e.event.kind == "knuckles.hibernate" for e in past.rest())
    return slept == (now.bear >= 0) or f"he is at {said(now, 'location', now.bear)}, asleep {slept}"


@event_check("HHI-49", "HH-HEN-04", kinds=("knuckles.wake",))
def waking_is_all_the_use_does(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """The first use of a sleeping Knuckles wakes him and does nothing else."""
    more = [e.kind for e in past.rest()
            if e.event.kind in ("knuckles.move", "minion.scare", "villain.damage")]  # fmt: skip
    return bool(now.asleep) and h.num("at") == now.bear and not more


@event_check("HHI-48", "HH-KNUCK-06", "HH-SCARE-02", "HH-SCARE-03", "HH-REWARD-08", "HH-SCARE-01",
             "HH-REWARD-06", kinds=("minion.scare",))  # fmt: skip
def scared_minions_pay_by_a_text(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """A scared Minion is discarded and pays nothing, but for those that a text makes pay."""
    pays = bool(h.num("pays"))
    return pays == (now.bounty > 0 and h.word("cause") != "reward") or f"{h}, owed {now.bounty}"


@event_check("HHI-48", "HH-SCARE-02", "HH-KNUCK-04", "HH-KNUCK-05", "HH-REWARD-06",
             kinds=("minion.scare",))  # fmt: skip
def scared_minions_were_in_reach(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Knuckles scares in his Location, a text here or next door, a reward its colour anywhere."""
    at, token, known = h.num("at"), h.num("token"), book(now)
    if not minions_at(now, at) >> token & 1:
        return f"{h.word('token')} is not at {h.word('at')}"
    if h.word("cause") == "knuckles":
        return at == now.bear
    if h.word("cause") == "text":
        text = text_of(now, memory_of(past).card)
        reach = {str(step["where"]) for step in text if step["op"] == "scare"}
        here = now.at[now.active]
        wanted = "here" if at == here else "connected"
        near = at == here or bool(known.walks[here] >> at & 1)
        return (near and wanted in reach) or \
            f"at {h.word('at')} from {said(now, 'location', here)}, text reaches {sorted(reach)}"
    colour, left, _ = memory_of(past).rewarded
    return colour < 0 or (left > 0 and bool(known.colours[token] >> colour & 1))


@event_check("HHI-56", "HH-TERM-04", "HH-DRAW-04", "HH-TERM-03", kinds=("minion.move",))
def minions_come_for_characters(h: Happening, now: HamHelsing, past: History) -> Verdict:
    """Minions move to characters, not to Knuckles or the Villain, but for Hen's power."""
    if h.word("cause") == "pull":
        return h.num("to") == now.villain
    return bool(with_characters(now) >> h.num("to") & 1)
