"""Liar's dice: bid what lies under all the cups, or doubt it."""

from pathlib import Path

from engine.content import Schema, Whole
from engine.definition import Definition
from engine.options import Option
from liars_dice import rules

GAME = Definition(
    name="liars_dice",
    title="Liar's dice",
    text="Bid what lies under all the cups, or doubt it; who is wrong loses a die.",
    players=(2, rules.SEATS_MAX),
    rules_version=1,
    verbs=rules.VERBS,
    phases=rules.PHASES,
    events=(rules.ROLLED, rules.RAISED, rules.JUDGED, rules.BEGUN),
    state=rules.LiarsDice,
    rules=rules.LiarRules,
    returns=rules.returns,
    setup=rules.set_up,
    options=(
        Option("wild", True, (True, False), clause="LD-WILD-01", text="ones count as any face"),
    ),
    policies={"careful": rules.careful},
    schema=Schema(tables={}, constants={"dice": Whole(1, rules.DICE_MAX)}),
    folder=Path(__file__).parent,
    plies_max=2_000,
)
