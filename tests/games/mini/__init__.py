"""The stairs: a tiny game for tests, declared as any plug-in game is."""

from pathlib import Path

from engine.content import Schema, Whole
from engine.definition import Definition
from engine.options import Option
from tests.games.mini import rules

GAME = Definition(
    name="mini",
    title="The stairs",
    players=(1, 3),
    rules_version=1,
    verbs=rules.VERBS,
    phases=rules.PHASES,
    events=rules.EVENTS,
    state=rules.Stairs,
    rules=rules.StairRules,
    returns=rules.returns,
    schema=Schema(tables={}, constants={key: Whole(1, 200) for key in ("top", "food", "health")}),
    folder=Path(__file__).parent,
    setup=rules.set_up,
    options=(
        Option("flask", 2, (0, 9), clause="MI-SIP-01", text="sips a climber has", whole=True),
        Option("gusty", True, (True, False), clause="MI-GUST-01", text="whether wind blows"),
    ),
    plies_max=2000,
)
