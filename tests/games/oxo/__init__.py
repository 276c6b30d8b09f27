"""Noughts and crosses (tic-tac-toe): a game whose counts everybody knows, for tests of `explore`.

5,478 positions (the empty board and the ends among them) and 255,168 games, of which 131,184 are
won by X, 77,904 by O and 46,080 by nobody; by the ply they end at, from the fifth: 1,440, 5,328,
47,952, 72,576 and 127,872.  Source: Henry Bottomley, "How many games of noughts and crosses are
possible?", and Steve Schaeffer, "MathRec solutions: tic-tac-toe", both cited by the OEIS entry of
the game; every textbook that counts positions gives the first number.  958 positions are ends:
626 with a line of X, 316 with a line of O, 16 with none.
"""

from pathlib import Path

from engine.content import Schema, Whole
from engine.definition import Definition
from tests.games.oxo import rules

GAME = Definition(
    name="oxo",
    title="Noughts and crosses",
    players=(2, 2),
    rules_version=1,
    verbs=rules.VERBS,
    phases=rules.PHASES,
    events=(),
    state=rules.Board,
    rules=rules.BoardRules,
    returns=rules.returns,
    schema=Schema(tables={}, constants={"line": Whole(3, 3)}),
    folder=Path(__file__).parent,
    plies_max=9,
)
