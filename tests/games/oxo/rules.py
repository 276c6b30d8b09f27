"""The rules of noughts and crosses."""

from engine.actions import Domain, verb
from engine.content import Pack
from engine.options import Options
from engine.phases import NOBODY, Exit, Phase, always
from engine.state import Rules, State, cells, i8

SQUARES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class BoardRules(Rules):
    """The names of the squares."""

    def __init__(self, pack: Pack, options: Options) -> None:
        super().__init__(pack, options, {"squares": SQUARES, "signs": ("none", "x", "o")})


class Board(State):
    """Nine squares: 0 empty, 1 X, 2 O."""

    rules: BoardRules
    phase = i8()
    player = i8(rest=-1)
    board = cells(9, of="squares", names="signs")


def mover(state: Board) -> int:
    """X with an even number of marks on the board, else O."""
    return (9 - state.board.count(0)) % 2


@verb("mark", square=Domain("square", SQUARES), clause="OX-MARK-01")
def mark(state: Board, square: int) -> None:
    """Put one's sign on a square."""
    state.board[square] = 1 + mover(state)


@mark.legal
def may_mark(state: Board) -> list[int]:
    """Any empty square."""
    return [square for square in range(9) if not state.board[square]]


VERBS = (mark,)


def winner(state: Board) -> int:
    """The sign with three in a line; 0 for none."""
    board = state.board
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return 0


def x_has_a_line(state: Board) -> bool:
    """Three crosses."""
    return winner(state) == 1


def o_has_a_line(state: Board) -> bool:
    """Three noughts."""
    return winner(state) == 2


def board_is_full(state: Board) -> bool:
    """Nine marks."""
    return 0 not in state.board


def returns(state: Board) -> tuple[int, ...]:
    """1 for the winner, -1 for the other."""
    return {0: (0, 0), 1: (1, -1), 2: (-1, 1)}[winner(state)]


PHASES = (
    Phase("turn", "OX-MARK-01", mover, verbs=("mark",), quiet="first mark",
          exits=(Exit(x_has_a_line, "x_won"), Exit(o_has_a_line, "o_won"),
                 Exit(board_is_full, "drawn"), Exit(always, "turn"))),
    Phase("x_won", "OX-END-01", NOBODY),
    Phase("o_won", "OX-END-01", NOBODY),
    Phase("drawn", "OX-END-01", NOBODY),
)  # fmt: skip
