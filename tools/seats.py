"""The conversation of `ruleproof play`: show, ask, record, until the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine.errors import EngineError
from engine.game import CHANCE, Game
from engine.play import Step
from replays.errors import ReplayError
from replays.visible import spelt
from tools import console, prompt
from tools.eyes import idle_seen
from tools.session import Session
from tools.text import (
    STEP_STYLES,
    actor_text,
    columns,
    end_text,
    event_text,
    named_none,
    seated,
    seats_of,
    state_lines,
    step_cells,
    where_of,
)
from tools.veil import Veil

NUMBERED_MAX = 40
FEW = 6  # outcomes of chance without numbers that stand in one line
HIDDEN = "(hidden)"
HIDDEN_PLY = "    ?"  # the number of a ply that comes after a blind choice, until it is revealed


class Talk:
    """One session and its screen."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game: Game = session.game
        self.veil = Veil(session.game, session.people)
        self.ended = False  # the input

    def run(self) -> int:
        """Play on until the end of the game, `quit`, or the end of the input."""
        session = self.session
        with session.recorder:
            console.out(console.paint(f"{self.game.definition.title}", "bold")
                        + f", recorded in {session.path}; type help for help")  # fmt: skip
            begun = not session.position and self.veil.open_hands
            for happening in session.set_up if begun else ():
                console.out("        " + event_text(happening))
            try:
                if not self.played():
                    return self.leave()
            except (KeyboardInterrupt, EngineError):
                self.leave()
                raise
            session.recorder.finish(self.game, session.state)
        console.out(console.paint(end_text(self.game, session.state), "bold"))
        path = session.path
        console.say(f"recorded in {path}; verify it: ruleproof verify {spelt(path)}")
        return 0

    def played(self) -> bool:
        """Ply after ply; whether it came to the end of the game."""
        while not self.stopped():
            if not self.session.asks():
                self.tell(self.session.go(self.session.others_choice()))
                continue
            self.session.legal()  # somebody must be able to act
            self.show()
            if not self.turn():
                return False
        return True

    def stopped(self) -> bool:
        """The game is over and nobody takes the last choice back."""
        while self.session.over:
            if self.ended:
                return True
            console.out(console.paint(end_text(self.game, self.session.state), "bold"))
            line = self.read("enter closes the record, `undo` takes the last choice back> ")
            command = prompt.at_the_end(line or "")
            if command is None:
                return True
            self.obey(*command)
        return False

    def leave(self) -> int:
        """Stop before the end; nothing is lost."""
        path, place = self.session.path, self.place()
        where = "before a reveal" if place == "?" else f"at position {place}"
        console.say(f"stopped {where}, all of it in {path}")
        console.say(f"go on with: ruleproof play --resume {spelt(path)}")
        return 0

    # ---- showing ----

    def viewer(self) -> int:
        """The seat whose eyes are used: the one asked, else the first person."""
        player = self.game.current_player(self.session.state)
        people = self.session.people
        return player if player in people else people[0] if people else 0

    def show(self, whole: bool = False) -> None:
        """The position as the seat that decides sees it, and what it may do.

        A game that tells a position to people does so; `whole` shows every field beside it.
        What a real table showed is asked for without the position, unless `whole`.
        """
        state = self.session.state
        seen = self.game.observation(state, self.viewer())
        for key in ("agenda", *sorted(idle_seen(self.game, seen, self.viewer()))):
            seen.pop(key, None)
        row = seen.pop("row")
        taken = seats_of(self.game)
        told = named_none(self.game, seen)
        seen = {key: seated(value, taken.get(key)) for key, value in told.items()}
        where = where_of(self.game, state)
        who = actor_text(self.game.current_player(state), self.game.players)
        head = f"position {self.place()}, row {row}, {who}" + (f", {where}" if where else "")
        console.out()
        console.out(console.paint(head, "cyan"))
        if self.game.current_player(state) == CHANCE and not whole:
            self.list_legal()
            return
        tell = self.game.definition.tell
        lines = tell(state, self.viewer()) if tell is not None else []
        for line in lines:
            console.out("  " + line)
        for line in state_lines(seen) if whole or not lines else ():
            console.out(line)
        self.list_legal()

    def list_legal(self) -> None:
        """The legal actions, numbered; of chance the outcomes, in one line if they are few."""
        state = self.session.state
        legal = self.game.legal_actions(state)
        texts = [self.game.text(code) for code in legal]
        items = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
        if self.game.current_player(state) == CHANCE:
            few = len(texts) <= FEW and not prompt.numbered(self.game, legal)
            console.out(f"  what did the table show? {', '.join(texts) if few else ''}".rstrip())
            if few:
                return
            if not prompt.numbered(self.game, legal):
                items = ["    " + text for text in texts]
        for line in _columned(items[:NUMBERED_MAX]):
            console.out(line)
        if len(items) > NUMBERED_MAX:
            console.out(f"      and {len(items) - NUMBERED_MAX} more: type one, or its beginning")

    def tell(self, step: Step) -> None:
        """A ply that was just played, as far as the people here may see it."""
        veil, held = self.veil, self.veil.behind(self.session.steps[: step.ply])
        if veil.lifts(step):
            for earlier in held:
                self.line(step_cells(earlier))
            self.line(step_cells(step))
        elif veil.blind(step):
            if step.player not in [earlier.player for earlier in held]:
                self.line((HIDDEN_PLY, *hidden_cells(step)))
        else:
            ply, *cells = step_cells(step)
            shown = cells if veil.visible(step) else hidden_cells(step)
            self.line((HIDDEN_PLY if held else ply, *shown))
        for happening in step.events if veil.open_hands else ():
            console.out("        " + event_text(happening))

    def line(self, cells: Sequence[str]) -> None:
        """One ply of the log."""
        console.out(columns([cells], styles=STEP_STYLES)[0])

    def place(self) -> str:
        """The position's number; `?` while it would tell how long a blind choice took."""
        return "?" if self.veil.behind(self.session.steps) else str(self.session.position)

    # ---- asking ----

    def read(self, ask: str) -> str | None:
        """One line; None at the end of the input."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            try:
                return input(ask)
            except EOFError:
                console.out()
                self.ended = True
                return None
        sys.stdout.write(ask)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            console.out()
            self.ended = True
            return None
        console.out(line.rstrip("\n"))
        return line

    def turn(self) -> bool:
        """Ask until a ply is played or the position changes; False to stop."""
        session, game = self.session, self.game
        while True:
            legal = game.legal_actions(session.state)
            texts = [game.text(code) for code in legal]
            _offer(texts)
            line = self.read("> ")
            if line is None:
                return False
            if not line.strip():
                continue
            try:
                command = prompt.as_command(line.strip(), texts)
                if command is None:
                    code = prompt.as_action(game, session.state, line.strip(), legal)
                    self.tell(session.go(code))
                    return True
            except prompt.NotUnderstood as problem:
                console.out(f"  {problem}")
                continue
            if command[0] == "quit":
                return False
            if self.obey(*command):
                return True

    def obey(self, command: str, rest: str) -> bool:
        """Do what a command says; whether the position has changed."""
        if command in ("undo", "redo"):
            return self.move(command, rest or "1")
        if command == "note":
            self.note(rest)
        elif command == "legal":
            self.list_legal()
        elif command == "show":
            self.show(whole=True)
        elif command == "save":
            console.out(f"  every ply is in {self.session.path}, written as it is played")
        else:
            console.out("  an action (each word as far as it is unique), its number, or:")
            for line in columns([(f"    {name}", text) for name, text in prompt.COMMANDS.items()]):
                console.out(line)
        return False

    def move(self, command: str, times: str) -> bool:
        """Undo or redo so many choices, the log keeps them; whether the position has changed."""
        if not times.isdecimal() or not int(times):
            console.out(f"  {command} {times}: expected how many choices, a number from 1")
            return False
        wanted, done = int(times), 0
        while done < wanted and (self.session.undo() if command == "undo" else self.redo()):
            done += 1
        if not done:
            console.out(f"  nothing to {command}")
            return False
        short = f"; there was no more to {command}" if done < wanted else ""
        if command == "undo" or short:
            way = "back" if command == "undo" else "forward"
            console.out(f"  {way} at position {self.place()}{short}")
        return True

    def redo(self) -> bool:
        """Forward over one choice, told ply by ply; False if there is none."""
        steps = self.session.redo()
        for step in steps:
            self.tell(step)
        return bool(steps)

    def note(self, text: str) -> None:
        """A remark in the record."""
        if not text:
            console.out("  write: note TEXT")
            return
        try:
            self.session.recorder.note(text)
            console.out("  noted")
        except ReplayError as error:
            console.out(f"  {error}")


def hidden_cells(step: Step) -> tuple[str, ...]:
    """What is told of a ply that may not be seen: row, as others see it, and who acts."""
    row = step.game.rows[step.before.phase].phase
    return row.shown or row.name, actor_text(step.player, step.game.players), HIDDEN, ""


def _columned(items: Sequence[str]) -> list[str]:
    """Items in columns, down then across, at most 96 columns wide."""
    if not items:
        return []
    size = max(len(item) for item in items) + 3
    across = max(1, min(96 // size, len(items)))
    down = -(-len(items) // across)
    return [
        "".join(item.ljust(size) for item in items[row::down]).rstrip() for row in range(down)
    ]


def _offer(texts: Sequence[str]) -> None:
    """Let the tab key complete actions and commands, where the terminal can."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(typed: str, number: int) -> str | None:
        found = prompt.candidates(texts, readline.get_line_buffer())
        begin = readline.get_begidx()
        return found[number][begin:] if number < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
