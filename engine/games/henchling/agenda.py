"""The agenda: every kind of task, those that ask a seat and those that run (HE-ABIL-04).

A task is (kind, seat it belongs to or -1, ...).  Whoever is out of the game loses the tasks it
owns (HE-ELIM-01).  Kinds are numbered by their place here, as in `components`.
"""

from __future__ import annotations

from engine.agenda import Ask, Do
from engine.games.henchling.agenda_actions import announce, carry_out, may_react, trigger
from engine.games.henchling.agenda_cards import (
    arrive,
    create,
    enter,
    needs_room,
    spend,
    steal,
)
from engine.games.henchling.effects_damage import end_batch, land, may_be_blocked, spare
from engine.games.henchling.effects_ops import run_effect
from engine.games.henchling.effects_piles import (
    draw_on,
    has_cards,
    something_to_expose,
    spring,
    trap_done,
)
from engine.games.henchling.state import Henchling
from engine.zones import Task

_SEAT = "seat:seats"
_ACTION = (
    _SEAT, "action:actions", "source:cards", "ability:abilities", "first:targets",
    "second:targets", "via:cards",
)  # fmt: skip


def of_seat(state: Henchling, task: Task) -> int:
    """The seat a task asks."""
    return task[1]


A_DRAW = Ask("draw", "a_draw_is_owed", of_seat, facts=(_SEAT, "for:drawn_for", "recycled"))
A_CARD = Ask("take", "a_hidden_card_is_taken", facts=(_SEAT,))
AN_EXPOSURE = Ask(
    "expose", "a_card_is_to_be_exposed", open=something_to_expose,
    facts=(_SEAT, "after:exposures"),
)  # fmt: skip
A_TARGET = Ask("choose", "a_target_is_to_be_named", of_seat, facts=_ACTION)
A_WINDOW = Ask("window", "a_reaction_is_possible", of_seat, may_react, facts=(_SEAT,))
A_SPELL_WINDOW = Ask(
    "spell_window", "a_spell_may_be_answered", of_seat, may_react, facts=(_SEAT,)
)  # fmt: skip
A_BLOCK = Ask(
    "block", "damage_may_be_blocked", of_seat, may_be_blocked,
    facts=(_SEAT, "target:targets", "n", "source:cards"),
)  # fmt: skip
A_DISCARD = Ask(
    "discard", "cards_are_to_be_put_away", of_seat, has_cards,
    facts=(_SEAT, "n", "last:cards", "for:discarded_for", "seen"),
)  # fmt: skip
ROOM_IS_NEEDED = Ask("room", "room_must_be_made", of_seat, needs_room, facts=(_SEAT, "refusable"))
A_MULLIGAN = Ask(
    "mulligan", "a_hand_may_be_exchanged", of_seat, facts=(_SEAT, "exchanged", "last:cards", "seen")
)  # fmt: skip

TASKS = (
    A_DRAW, A_CARD, AN_EXPOSURE, A_TARGET, A_WINDOW, A_SPELL_WINDOW, A_BLOCK, A_DISCARD,
    ROOM_IS_NEEDED, A_MULLIGAN,
    Do("draw_on", draw_on, ("draw", "expose"), facts=(_SEAT, "n", "for:drawn_for", "seen")),
    Do("announce", announce, ("window", "spell_window", "block"), facts=_ACTION),
    Do("carry_out", carry_out, ("block",), facts=_ACTION),
    Do("effect", run_effect, ("block", "discard", "draw", "room"),
       facts=(_SEAT, "source:cards", "ability:abilities", "row", "first:targets",
              "second:targets", "reaction")),
    Do("land", land,
       facts=(_SEAT, "target:targets", "n", "source:cards", "kind:packets", "blocker:cards")),
    Do("batch_end", end_batch, facts=(_SEAT,)),
    Do("arriving", arrive, ("room",), facts=(_SEAT, "card:cards", "host:cards", "seen")),
    Do("enter", enter, facts=(_SEAT, "card:cards", "texts", "seen")),
    Do("spent", spend, facts=(_SEAT, "card:cards", "seen")),
    Do("steal", steal, ("room",), facts=(_SEAT, "card:cards")),
    Do("create", create, ("room",), facts=(_SEAT, "token:tokens", "host:cards")),
    Do("trigger", trigger, ("choose",), facts=(_SEAT, "card:cards", "ability:abilities")),
    Do("spring", spring,
       facts=(_SEAT, "when:triggers", "card:cards", "by:seats", "seen")),
    Do("trap_done", trap_done, facts=(_SEAT, "card:cards", "sprung")),
    Do("spare", spare, facts=(_SEAT, "card:cards", "health")),
)  # fmt: skip
