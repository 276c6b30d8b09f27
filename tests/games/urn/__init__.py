"""The urn: a tiny game of chance for tests of `explore`, its counts derived by hand.

An urn holds four tokens: red_1, red_2, blue_1, blue_2.  One may draw a token, which chance picks,
or stop; with the urn empty the game is over.  A position is a row and the set S of tokens drawn.

- Before a draw, at a draw, and stopped, S is any of the 2^4 - 1 = 15 sets that leave a token in the
  urn; emptied, it is the whole: 3 * 15 + 1 = **46 positions**, 16 of them ends.
- Two actions lead from each choice: 30 edges.  At a draw each token not in S is an outcome, and
  each of the 4 tokens is missing from 2^3 = 8 sets: 32 edges.  **62 edges**; 8 plies at most.
- After k draws there are 4!/(4-k)! orders: 1, 4, 12, 24 before the fourth draw, 24 after it.  One
  may stop at each of the first four: 41 + 24 = **65 games**; by plies they are 1 of 1, 4 of 3, 12
  of 5, 24 of 7, and 24 of 8 plies.
- With chance in the edges the draws' 15 positions go: **31 positions**, and 15 + 32 = **47 edges**.
- With tokens of a colour alike, S is (reds, blues) with 0 to 2 of each: 9 pairs, 8 of them leaving
  a token: 3 * 8 + 1 = **25 positions**.  16 edges leave choices; at a draw there are still 4 -
  reds - blues outcomes, over all 9 pairs 36 - 9 - 9 = 18: **34 edges**, and again 65 games.
"""

from pathlib import Path

from engine.content import Schema, TableKind, Word
from engine.definition import Definition
from tests.games.urn import rules

GAME = Definition(
    name="urn",
    title="The urn",
    players=(1, 1),
    rules_version=1,
    verbs=rules.VERBS,
    phases=rules.PHASES,
    events=(),
    state=rules.Urn,
    rules=rules.UrnRules,
    returns=rules.returns,
    schema=Schema(tables={"token": TableKind({"colour": Word(("red", "blue"))}, rules.TOKENS)},
                  constants={}),
    folder=Path(__file__).parent,
    plies_max=20,
)  # fmt: skip
