"""The Necrohamster: creatures summoned at once and in secret, titles for whoever is first.

`GAME` is the back of the box.  The chapters: components (card anatomy), setup, effects (draw phase,
titles, end of round), effects_summon (summon phase), effects_ability (ability phase), scoring,
phases (how it all hangs together).
"""

from __future__ import annotations

from pathlib import Path

from engine.definition import Definition
from engine.games.necrohamster.actions import VERBS
from engine.games.necrohamster.careful import careful, hoarding, modest
from engine.games.necrohamster.components import NecrohamsterRules
from engine.games.necrohamster.events import EVENTS
from engine.games.necrohamster.phases import PHASES
from engine.games.necrohamster.schema import OPTIONS, SCHEMA, SEATS
from engine.games.necrohamster.scoring import returns
from engine.games.necrohamster.setup import lay_out
from engine.games.necrohamster.state import Necrohamster

GAME = Definition(
    name="necrohamster",
    title="The Necrohamster",
    text="Summon creatures, claim titles first; the round of an eighth creature is the last.",
    players=(2, SEATS),
    rules_version=1,
    verbs=VERBS,
    phases=PHASES,
    events=EVENTS,
    state=Necrohamster,
    rules=NecrohamsterRules,
    setup=lay_out,
    returns=returns,
    schema=SCHEMA,
    options=OPTIONS,
    policies={"careful": careful, "hoarding": hoarding, "modest": modest},
    passes=("pass_round",),
    plies_max=60_000,
    folder=Path(__file__).parent,
)
