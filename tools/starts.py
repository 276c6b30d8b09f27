"""Where a search or a drawing of states begins: position 0 of a game, a replay's ply, a scenario.

A `Start` knows the codes that lead to it from position 0, so that what is found from there can be
written as a replay; a scenario's position has none, and what is found is written as a scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import registry
from engine.errors import ActionText, EngineError, IllegalAction, nearest
from engine.game import Game
from engine.state import State
from properties.logs import log_bytes
from properties.position import build
from properties.scenario import Scenario, load_scenario
from replays.reader import position
from tools import console
from tools.errors import ToolError, Usage
from tools.inputs import single
from tools.played import illegal, played
from tools.setup import Setup


@dataclass(frozen=True)
class Start:
    """A position and how one comes there; `words` name it for people."""

    game: Game
    state: State
    words: str
    codes: tuple[int, ...] = ()
    scenario: Scenario | None = None

    def log(self, codes: Sequence[int], tag: str) -> tuple[str, bytes]:
        """(suffix, file) of a way from here: a replay, or from a scenario's position a scenario."""
        if self.scenario is None:
            return ".rply", log_bytes(self.game, (*self.codes, *codes), (tag,))
        texts = [self.game.text(code) for code in (*self.codes, *codes)]
        return ".toml", _scenario_text(self.scenario, texts, tag).encode()


def start_of(
    word: str, ply: int | None, options: Sequence[str] = (), contents: Sequence[str] = (),
    players: int | None = None,
) -> Start:  # fmt: skip
    """The start that a word names; Usage, E401, E112 and the errors of replays and scenarios."""
    names = registry.games(console.current.foreign)
    if word in names:
        if ply is not None:
            raise Usage("--at is a ply of a replay or scenario: a game alone begins at position 0")
        if len(contents) > 1:
            raise Usage("one --content for a game")
        content = contents[0] if contents else None
        game = Setup(word, tuple(options), content, players, console.current.foreign).load()
        return Start(game, game.initial(), "position 0")
    if not Path(word).exists() and not any(sign in word for sign in "*?[/."):
        raise ToolError("E112", f"{word!r} is neither a game nor a file; {nearest(word, names)}")
    if options or players is not None:
        raise Usage("files state their own options and players; leave yours out")
    if word.endswith(".toml"):
        if contents:
            raise Usage("a scenario states its own content; leave --content out")
        return _of_scenario(single(word).path or Path(word), ply or 0)
    return _of_replay(word, ply or 0, contents)


def _of_replay(word: str, ply: int, contents: Sequence[str]) -> Start:
    found = list(played([word], contents))
    if len(found) != 1:
        raise Usage(f"{word} holds {len(found)} games; name a file of one")
    name, game, line = found[0]
    if ply > len(line.codes):
        raise Usage(f"--at {ply}: {name} ends at ply {len(line.codes)}")
    try:
        state = position(game, line, ply)
    except EngineError as error:
        raise illegal(name, error) from error
    return Start(game, state, f"ply {ply} of {name}", line.codes[:ply])


def _of_scenario(path: Path, ply: int) -> Start:
    scenario = load_scenario(path)
    game = scenario.game
    state = build(game, scenario.given, f"{path}: given").state
    if ply > len(scenario.when):
        raise Usage(f"--at {ply}: {path} has {len(scenario.when)} plies")
    codes = []
    try:
        for text in scenario.when[:ply]:
            codes.append(game.code(text))
            game.apply(state, codes[-1])
    except (ActionText, IllegalAction) as error:
        raise Usage(f"{path}: when: {error}") from error
    return Start(game, state, f"ply {ply} of {path}", tuple(codes), scenario)


def _scenario_text(scenario: Scenario, when: Sequence[str], tag: str) -> str:
    """A scenario with the same given position in which these actions are played."""
    from tomllib import loads

    data = loads(scenario.path.read_text(encoding="utf-8"))
    content = data.get("content")
    if isinstance(content, str):
        data["content"] = str((scenario.path.parent / content).resolve())
    kept = {key: data[key] for key in ("game", "name", "content", "options", "given")
            if key in data}  # fmt: skip
    lines = [f"# {tag}", *(f"{key} = {_toml(value)}" for key, value in kept.items())]
    return "\n".join([*lines, f"when = {_toml(list(when))}"]) + "\n"


def _toml(value: object) -> str:
    """A value of a scenario file, on one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_toml(str(key))} = {_toml(item)}" for key, item in value.items())
        return "{" + inside + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'
