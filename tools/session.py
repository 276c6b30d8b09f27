"""A game in progress at the terminal: its record, who plays, undo and redo.

Chance is read off the seed's tape, one place a position: going back and forth, or stopping and
resuming, never changes what the dice will show.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engine import rng
from engine.errors import FAULTS, SeedError
from engine.game import CHANCE, Game
from engine.play import Policy, Step, opening, tapes_of, walk
from engine.policies import named
from engine.raised import nobody_acts, raised, seeded
from engine.rng import Tape
from engine.state import State
from replays.errors import NoSuchGame, TornFile
from replays.reader import read_prefix
from replays.recorder import Recorder, header_for
from replays.resume import fork_header
from replays.resume import resume as resume_file
from replays.visible import spelt
from tools.errors import Usage
from tools.held import HUMAN, TABLE_TAG
from tools.inputs import naming, single
from tools.setup import Setup, replay_loader


@dataclass(frozen=True)
class Who:
    """Who sits where, as the command line says it: `seats` of people, a policy for the rest.

    `anew`: it was said, not left at the default.  Chance is of `seed`, or typed (`table`).
    """

    seats: str
    policy: str
    anew: bool = True
    seed: str | None = None
    table: bool = False

    def line_up(self, game: Game) -> str:
        """`human` or a policy's name for each seat, as the replay header has it.

        Usage for a seat there is not, PolicyError for an unknown policy.
        """
        chosen = [str(seat) for seat in range(game.players)]
        if self.seats != "all":
            chosen = self.seats.split(",")
        for word in chosen:
            if not word.isdigit() or int(word) >= game.players:
                raise Usage(f"--seat {word}: seats are 0..{game.players - 1}, or all")
        words = [HUMAN if str(seat) in chosen else self.policy for seat in range(game.players)]
        for word in words:
            if word != HUMAN:
                named(game, word)
        return ",".join(words)

    def dice(self, other: str | None) -> str | None:
        """The seed given, else `other`; None at a real table.  SeedError."""
        if self.table and self.seed is not None:
            raise SeedError(
                f"seed {self.seed!r} and --table: the table's own dice decide; leave one out"
            )
        chosen = self.seed or other
        return None if self.table or chosen is None else rng.parse_seed(chosen)


class Session:
    """The game, where it stands, and its record.  `line_up` has one word a seat."""

    def __init__(
        self, game: Game, recorder: Recorder, line_up: str, seed: str | None
    ) -> None:
        self.game = game
        self.recorder = recorder
        self.path = ""
        names = line_up.split(",") * (game.players if "," not in line_up else 1)
        self.people = tuple(seat for seat, name in enumerate(names) if name == HUMAN)
        self.policies: dict[int, Policy] = {
            seat: named(game, name) for seat, name in enumerate(names) if name != HUMAN
        }
        self.seed, self.rolls = seed or "", seed is not None
        chance, seats = tapes_of(game, seed or "shake:none")
        self.tapes: tuple[Tape, ...] = (chance, *seats)
        self.state, self.set_up = opening(game)
        self.saves: list[tuple[State, tuple[int, ...]]] = [self._save()]
        self.asked: list[bool] = []
        self.steps: list[Step] = []  # the line as it stands, step `n` being ply `n`

    @property
    def position(self) -> int:
        """Plies played."""
        return self.state.ply

    @property
    def over(self) -> bool:
        """At an end, or at plies_max."""
        return self.game.is_terminal(self.state) or self.position >= self.game.plies_max

    def asks(self) -> bool:
        """Whether a person decides the next ply."""
        player = self.game.current_player(self.state)
        return not self.rolls if player == CHANCE else player in self.people

    def legal(self) -> list[int]:
        """What may be done next; what the rules raise in finding it is told, as that it is nothing.
        """
        with self._choosing():
            legal = self.game.legal_actions(self.state)
            if not legal:
                raise nobody_acts(self.game, self.state)
            return legal

    def others_choice(self) -> int:
        """The code chance or a policy gives for the next ply; what it raises is told."""
        legal = self.legal()
        with self._choosing():
            player = self.game.current_player(self.state)
            if player != CHANCE:
                return self.policies[player](self.game, self.state, legal, self.tapes[player + 1])
            outcomes = self.game.chance_outcomes(self.state)
            weights = tuple(weight for _, weight in outcomes)
            return outcomes[self.tapes[0].weighted(weights, sum(weights))][0]

    @contextmanager
    def _choosing(self) -> Iterator[None]:
        try:
            yield
        except FAULTS as error:
            raised(self.game, error, self.position, self.seed, self.game.row_name(self.state))

    def go(self, code: int, *, recorded: bool = True) -> Step:
        """One ply, on record at once; IllegalAction changes nothing."""
        asked = self.asks()
        with seeded(self.game, self.state, self.seed):
            step = next(walk(self.game, [code], self.state))
        self.asked.append(asked)
        self.steps.append(step)
        self.state = step.after
        self.saves.append(self._save())
        if recorded:
            self.recorder.ply(code, step.after, len(step.legal))
        return step

    def follow(self, code: int, *, recorded: bool = True) -> Step:
        """A ply that is known already: tapes move on as if it were chosen now."""
        if not self.asks():
            self.others_choice()
        return self.go(code, recorded=recorded)

    def undo(self) -> bool:
        """Back to the last choice of a person; False if there is none."""
        asked = [position for position, was in enumerate(self.asked) if was]
        if not asked:
            return False
        to = asked[-1]
        self.recorder.undo(to)
        del self.saves[to + 1 :], self.asked[to:], self.steps[to:]
        saved, places = self.saves[to]
        self.state = saved.clone()
        for tape, place in zip(self.tapes, places, strict=True):
            tape.position = place
        return True

    def redo(self) -> list[Step]:
        """Forward again over one choice of a person and what followed it."""
        steps: list[Step] = []
        while self.recorder.redoable and (not steps or not self.asks()):
            for code in self.recorder.redo(self.position + 1):
                steps.append(self.follow(code))
        return steps

    def _save(self) -> tuple[State, tuple[int, ...]]:
        return self.state.clone(), tuple(tape.position for tape in self.tapes)


# ---- beginning, going on, forking ----


def begin(setup: Setup, who: Who, output: str | None, force: bool) -> Session:
    """A new game and its file; TargetExists, EngineError, Usage."""
    game = setup.load()
    game.initial()  # a set-up that raises leaves no file
    line_up = who.line_up(game)
    chosen = who.dice(f"shake:{secrets.token_hex(4)}")
    path = Path(output or _free_name(game.name, chosen))
    tags = (TABLE_TAG,) if who.table else ()
    header = header_for(game, seed=chosen, policy=line_up, tags=tags)
    recorder = Recorder.create(path, header, force=force, live=True)
    session = Session(game, recorder, line_up, chosen)
    session.path = str(path)
    recorder.begin(session.state)
    return session


def _free_name(game: str, seed: str | None) -> str:
    """A file name of the game and its seed, or the next free one of a real table."""
    if seed is not None:
        return f"{game}-{''.join(c if c.isalnum() else '-' for c in seed.partition(':')[2])}.rply"
    number = 1
    while Path(f"{game}-table-{number}.rply").exists():
        number += 1
    return f"{game}-table-{number}.rply"


def go_on(file: str, contents: Sequence[str], who: Who) -> Session:
    """An unfinished record, where it stops; a ReplayError says why it cannot be."""
    with naming(file):
        head = read_prefix(single(file).path or file).head()
    again = f"ruleproof play --resume {spelt(file)} -o NEW.rply"
    try:
        found = resume_file(file, replay_loader(contents))
    except TornFile as error:
        way = f"go on in a new file: {again}" if "fork" in error.remedy else error.remedy
        raise TornFile(error.fact, offset=error.offset, remedy=way) from error
    except NoSuchGame as error:
        way = f"{error.remedy}: {again} --at PLY" if "fork" in error.remedy else error.remedy
        raise NoSuchGame(error.fact, remedy=way) from error
    seed = None if TABLE_TAG in head.tags else head.seed
    session = Session(found.game, found.recorder, _line_up(head.policy, found.game, who), seed)
    session.path = file
    for code in found.codes:
        session.follow(code, recorded=False)
    return session


def fork(
    file: str, output: str, at: int | None, contents: Sequence[str], who: Who, force: bool
) -> Session:
    """A new record that begins with another's plies up to position `at` (None: all of them).

    Its seats, seed and table are the parent's where the command line names no others.
    """
    source = single(file).path or Path(file)
    with naming(file):
        header, game, codes = fork_header(source, at, replay_loader(contents))
    typed = who.table or (TABLE_TAG in header.tags and who.seed is None)
    seed = replace(who, table=typed).dice(read_prefix(source).game(0).seed)
    tags = tuple(tag for tag in header.tags if tag != TABLE_TAG) + (TABLE_TAG,) * typed
    line_up = who.line_up(game) if who.anew else _line_up(header.policy, game, who)
    header = replace(header, policy=line_up, seed=seed, tags=tags)
    recorder = Recorder.create(Path(output), header, force=force, live=True)
    session = Session(game, recorder, line_up, seed)
    session.path = output
    recorder.begin(session.state)
    for code in codes:
        session.follow(code)
    return session


def _line_up(policy: str | None, game: Game, who: Who) -> str:
    """Seats as the record has them if a person sat there, else as the command line says."""
    return policy if policy is not None and HUMAN in policy.split(",") else who.line_up(game)
