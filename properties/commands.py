"""Command lines that play one game again, as a person types them: quoted, whole, or "" for none."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from engine.definition import Definition
from engine.game import Game
from engine.options import Value, word_of
from engine.registry import definition, games

TARGET = "again.rply"


def recorded(made: Definition, seed: str, policy: str, options: Mapping[str, Value]) -> str:
    """The `record` that plays the game of a seed text; "" for a game that is not registered.

    `S/i` is game i of the base seed S; any other text is the seed of one game.
    """
    if not _registered(made):
        return ""
    base, _, index = seed.rpartition("/")
    counted = index.isdecimal() and index == str(int(index)) and ":" in base
    words = ["--seed", base, "--first", index] if counted else ["--seed", seed, "--bare"]
    words += ["--policy", policy, *_options(options), "-o", TARGET]
    return shlex.join(["ruleproof", "record", made.name, *words])


def typed(game: Game, codes: Sequence[int], options: Mapping[str, Value]) -> str:
    """The `play --table` that is told every action of a log; "" for a game that is not registered.
    """
    if not _registered(game.definition) or game.content is not game.definition.reference:
        return ""
    said = shlex.join(["printf", r"%s\n", *map(game.text, codes)])
    words = ["play", game.name, "--table", *_options(options), "-o", TARGET]
    return f"{said} | {shlex.join(['ruleproof', *words])}"


def _registered(made: Definition) -> bool:
    return made.name in games() and definition(made.name) is made


def _options(options: Mapping[str, Value]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        text = word_of(value)
        words += ["--players", text] if name == "players" else ["--option", f"{name}={text}"]
    return words
