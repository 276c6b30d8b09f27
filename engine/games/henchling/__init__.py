"""Henchling: Overlords and their Henchlings, two draw piles, Reactions; the last one standing wins.

`GAME` is the back of the box.  The chapters: components (Getting Ready, Card Types), setup, effects
(cards on the table, piles, damage, ops, the frame of a turn), agenda (an action from announcement
to end), actions, scoring, phases (how it all hangs together).
"""

from __future__ import annotations

from pathlib import Path

from engine.definition import Definition
from engine.games.henchling.actions import VERBS
from engine.games.henchling.agenda import TASKS
from engine.games.henchling.careful import careful, refusing, shopper
from engine.games.henchling.components import HenchlingRules
from engine.games.henchling.events import EVENTS
from engine.games.henchling.observation import show_tables
from engine.games.henchling.phases import PHASES
from engine.games.henchling.schema import OPTIONS, SCHEMA, SEATS
from engine.games.henchling.scoring import returns
from engine.games.henchling.setup import lay_out
from engine.games.henchling.state import Henchling

NO_ITEM_TOKEN = "the one token of the pack is a Henchling, which needs no room"
UNREACHED = (
    ("verbs/decline", NO_ITEM_TOKEN),
    ("events/token.declined", NO_ITEM_TOKEN),
    ("clauses/HE-LIMIT-02", "30,000 health take a Harp at each seat and some 36,000 plies"),
    ("clauses/HE-LIMIT-04", "no card of the pack comes near 250 dollars or 250 attack"),
)

GAME = Definition(
    name="henchling",
    title="Henchling",
    text="Pay for Henchlings, items and spells, and bring every other Overlord's health down.",
    players=(2, SEATS),
    rules_version=2,
    verbs=VERBS,
    phases=PHASES,
    events=EVENTS,
    tasks=TASKS,
    state=Henchling,
    rules=HenchlingRules,
    setup=lay_out,
    returns=returns,
    observe=show_tables,
    schema=SCHEMA,
    options=OPTIONS,
    policies={"careful": careful, "refusing": refusing, "shopper": shopper},
    passes=("end_action", "no_reaction", "no_block"),
    plies_max=60_000,
    unreached=UNREACHED,
    folder=Path(__file__).parent,
)
