"""Ham Helsing: one to four heroes defend Mud Canyon against Minions and their Villain.

`GAME` is the back of the box.  The chapters: components and setup; actions (play, places, aim,
fight, trade, turn, market, chance); effects (tracks, cards, tokens, minions, places, gain, fight,
texts, villain, market); agenda; phases (the spine of steps, the hub, who is asked).
"""

from __future__ import annotations

from pathlib import Path

from engine.definition import Definition
from engine.games.ham_helsing.actions import VERBS
from engine.games.ham_helsing.agenda_tasks import TASKS
from engine.games.ham_helsing.careful import careful, hoarding, refusing
from engine.games.ham_helsing.components import HamRules
from engine.games.ham_helsing.events import EVENTS
from engine.games.ham_helsing.observation import show_backs
from engine.games.ham_helsing.observation_chart import chart
from engine.games.ham_helsing.observation_table import tell
from engine.games.ham_helsing.phases import PHASES
from engine.games.ham_helsing.schema import SCHEMA
from engine.games.ham_helsing.schema_options import OPTIONS
from engine.games.ham_helsing.scoring import returns
from engine.games.ham_helsing.setup import lay_out
from engine.games.ham_helsing.state import HamHelsing

# What stands on the board or is thrown, and is never named by an action or a fact.
PATHS = """
ab bc cd ef fg gh hi jk kl lm no op pq ae af bf bg cg ch di ej gj gk gl hl im jn ko lp mq ad ei jm
an cp dq
""".split()
UNREACHED = (
    *((f"content/path/{path}", "a move names the two Locations of its path") for path in PATHS),
    ("content/die/die_0", "a roll tells its die by number"),
    ("content/die/die_1", "a roll tells its die by number"),
)

GAME = Definition(
    name="ham_helsing",
    title="Ham Helsing",
    text="Beat the Villain within five rounds, before Mud Canyon falls or nobody stands.",
    players=(1, 4),
    usual=4,
    rules_version=2,
    verbs=VERBS,
    phases=PHASES,
    events=EVENTS,
    tasks=TASKS,
    state=HamHelsing,
    rules=HamRules,
    setup=lay_out,
    returns=returns,
    observe=show_backs,
    tell=tell,
    chart=chart,
    schema=SCHEMA,
    options=OPTIONS,
    policies={"careful": careful, "hoarding": hoarding, "refusing": refusing},
    passes=("pass_market",),
    plies_max=10_000,
    unreached=UNREACHED,
    folder=Path(__file__).parent,
)
