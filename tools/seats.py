"""The conversation of `ruleproof play`: show, ask, record, until the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine.game import CHANCE, Game
from engine.play import Step
from replays.errors import ReplayError
from tools import console, prompt
from tools.session import Session
from tools.text import (
    STEP_STYLES,
    actor_text,
    columns,
    end_text,
    event_text,
    idle_fields,
    plural,
    state_lines,
    step_cells,
    where_of,
)

NUMBERED_MAX = 40


class Talk:
    """One session and its screen."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game: Game = session.game
        self.ended = False  # the input

    def run(self) -> int:
        """Play on until the end of the game, `quit`, or the end of the input."""
        session = self.session
        with session.recorder:
            console.out(console.paint(f"{self.game.definition.title}", "bold")
                        + f", recorded in {session.path}; type help for help")  # fmt: skip
            for happening in session.set_up if not session.position and self.open_hands else ():
                console.out("        " + event_text(happening))
            while not self.stopped():
                if session.asks():
                    self.show()
                    if not self.turn():
                        return self.leave()
                else:
                    self.tell(session.go(session.others_choice()))
            session.recorder.finish(self.game, session.state)
        console.out(console.paint(end_text(self.game, session.state), "bold"))
        console.say(f"recorded in {session.path}; verify it: ruleproof verify {session.path}")
        return 0

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
        path = self.session.path
        console.say(f"stopped at position {self.session.position}, all of it in {path}")
        console.say(f"go on with: ruleproof play --resume {path}")
        return 0

    # ---- showing ----

    @property
    def open_hands(self) -> bool:
        """Nobody else sits here, so whatever happens may be shown."""
        return len(self.session.people) == self.game.players == 1

    def viewer(self) -> int:
        """The seat whose eyes are used: the one asked, else the first person."""
        player = self.game.current_player(self.session.state)
        people = self.session.people
        return player if player in people else people[0] if people else 0

    def show(self, whole: bool = False) -> None:
        """The position as the seat that decides sees it, and what it may do.

        A game that tells a position to people does so; `whole` shows every field beside it.
        """
        state = self.session.state
        seen = self.game.observation(state, self.viewer())
        row = seen.pop("row", "")
        for key in ("agenda", *idle_fields(state)):
            seen.pop(key, None)
        where = where_of(self.game, state)
        who = actor_text(self.game.current_player(state), self.game.players)
        head = f"position {state.ply}, row {row}, {who}" + (f", {where}" if where else "")
        console.out()
        console.out(console.paint(head, "cyan"))
        told = self.game.definition.tell
        lines = told(state, self.viewer()) if told is not None else []
        for line in lines:
            console.out("  " + line)
        for line in state_lines(seen) if whole or not lines else ():
            console.out(line)
        self.list_legal()

    def list_legal(self) -> None:
        """The legal actions, numbered; outcomes of chance by their text alone."""
        state = self.session.state
        legal = self.game.legal_actions(state)
        if self.game.current_player(state) == CHANCE:
            shown = [self.game.text(code) for code in legal[:NUMBERED_MAX]]
            console.out("  what did the table show? " + ", ".join(shown))
            return
        items = [f"{number:>3} {self.game.text(code)}" for number, code in enumerate(legal, 1)]
        for line in _columned(items[:NUMBERED_MAX]):
            console.out(line)
        if len(items) > NUMBERED_MAX:
            console.out(f"      and {len(items) - NUMBERED_MAX} more: type one, or its beginning")

    def tell(self, step: Step) -> None:
        """A ply that was just played, as far as the person may see it."""
        cells = step_cells(step)
        if not self.open_hands and not self.visible(step):
            cells = (*cells[:3], "(hidden)", "")
        console.out(columns([cells], styles=STEP_STYLES)[0])
        for happening in step.events if self.open_hands else ():
            console.out("        " + event_text(happening))

    def visible(self, step: Step) -> bool:
        """Whether a person here can tell this ply from every other that was legal.

        The person's own choices are; so is what changes the view differently from its like.
        """
        people = self.session.people
        if step.player in people or not people:
            return True
        seat = self.viewer()
        if all(kind.see == "all" for _, kind in self.game.definition.state.FIELDS):
            return not self.game.rows[step.before.phase].phase.shown
        view = self.game.observation(step.after, seat)
        for code in step.legal:
            if code != step.code:
                other = step.before.clone()
                self.game.apply_unchecked(other, code)
                if self.game.observation(other, seat) == view:
                    return False
        return True

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
            at = plural(self.session.position, "ply")
            console.out(f"  {at} in {self.session.path}, written as they are played")
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
            console.out(f"  {way} at position {self.session.position}{short}")
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
