"""Tin Helm: a solo dungeon crawl through five levels for three shards.

`GAME` is the back of the box.  The chapters: components (2.0), actions (3.0 to 5.2), rooms (4),
effects (encounters, chests), fight (5), scoring (7.1), phases (how it all hangs together).
"""

from __future__ import annotations

from pathlib import Path

from engine.definition import Definition
from engine.games.tin_helm.actions import VERBS
from engine.games.tin_helm.careful import careful, refusing
from engine.games.tin_helm.components import TinHelmRules
from engine.games.tin_helm.effects import TASKS
from engine.games.tin_helm.events import EVENTS
from engine.games.tin_helm.observation import tell
from engine.games.tin_helm.phases import PHASES
from engine.games.tin_helm.schema import OPTIONS, SCHEMA
from engine.games.tin_helm.scoring import returns
from engine.games.tin_helm.setup import lay_out
from engine.games.tin_helm.state import TinHelm

GAME = Definition(
    name="tin_helm",
    title="Tin Helm",
    text="Find three Shards of Brahm in five levels of the Red Cloth's dungeon, or be corrupted.",
    players=(1, 1),
    rules_version=1,
    verbs=VERBS,
    phases=PHASES,
    events=EVENTS,
    tasks=TASKS,
    state=TinHelm,
    rules=TinHelmRules,
    setup=lay_out,
    returns=returns,
    tell=tell,
    schema=SCHEMA,
    options=OPTIONS,
    policies={"careful": careful, "refusing": refusing},
    plies_max=5_000,
    folder=Path(__file__).parent,
)
