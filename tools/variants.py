"""The sets of a simulation: a game's setup as it stands, and with options or content changed.

A *set* is named by the words that make it: `shield_rule=printed`, `race.*.health+=2`, `my.toml`,
`policy=careful`.  A name with dots is a place of the content pack: `constants.NAME` or
`TABLE.ROW.FIELD`, where ROW may be `*`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.content import Pack, validate
from engine.definition import Definition
from engine.errors import ContentError, nearest
from engine.game import Game
from engine.options import conflict, word_of
from engine.play import Policy
from tools.errors import Usage
from tools.setup import Setup, seat_policies

BASE = "base"
RULINGS = "rulings"
POLICY = "policy"
CONSTANTS = "constants"
EVERY = "*"
CHANGE = re.compile(r"([A-Za-z_][\w-]*(?:\.[\w*-]+)*)(\+=|-=|=)(.*)\Z", re.S)


@dataclass(frozen=True)
class Variant:
    """One set of a simulation; picklable, so that a worker can make the game itself."""

    name: str
    setup: Setup
    changes: tuple[str, ...]
    policy: str

    def load(self) -> Game:
        """The Game; OptionError, ContentError or Usage if it cannot be."""
        found = self.setup.definition()
        given = self.setup.given()
        pack = self.setup.pack(found) or found.reference
        for change in self.changes:
            pack = changed(found, pack, change)
        return Game(found, given, pack)

    def policies(self, game: Game) -> list[Policy]:
        """Who plays, one a seat."""
        return seat_policies(game, self.policy)

    def with_words(self, words: Sequence[str]) -> Variant:
        """This set with NAME=VALUE words, places of the pack or another pack laid over it."""
        setup, changes, policy = self.setup, list(self.changes), self.policy
        for word in words:
            found = CHANGE.match(word)
            if found is None:
                setup = replace(setup, content=word)
            elif "." in found[1]:
                changes.append(word)
            elif found[2] != "=":
                raise Usage(f"{word}: += and -= are for numbers of the pack, TABLE.ROW.FIELD")
            elif found[1] == POLICY:
                policy = found[3]
            else:
                players = None if found[1] == "players" else setup.players
                setup = replace(setup, options=(*setup.options, word), players=players)
        return Variant(" ".join(words), setup, tuple(changes), policy)


def variants(
    base: Variant, compared: Sequence[str], scans: Sequence[str]
) -> list[Variant]:
    """The base set, then one set for each word of --compare and each value of --scan."""
    found = [base]
    for word in compared:
        if word == RULINGS:
            found += [base.with_words([ruling]) for ruling in rulings(base.load())]
        elif word.split():
            found.append(base.with_words(word.split()))
        else:
            raise Usage("--compare: name a set, as NAME=VALUE or a content pack")
    for scan in scans:
        name, sign, values = scan.partition("=")
        if not sign or not all(values.split(",")):
            raise Usage(f"--scan {scan}: expected NAME=A,B,C")
        found += [base.with_words([f"{name}={value}"]) for value in values.split(",")]
    names = [variant.name for variant in found]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise Usage(f"the set {doubled} is named twice")
    return found


def rulings(game: Game) -> Iterator[str]:
    """Every other value of the options by which a game's ambiguous clauses are ruled."""
    known = {option.name: option for option in game.definition.options if not option.bound}
    cited = dict.fromkeys(c.option for c in game.definition.clauses if c.ambiguity and c.option)
    for name in cited:
        if name in known:
            for value in known[name].values():
                whole = {**game.options, name: value}
                if value != game.options[name] and not conflict(game.definition.options, whole):
                    yield f"{name}={word_of(value)}"


# ---- values of the pack ----


def changed(found: Definition, pack: Pack, change: str) -> Pack:
    """The pack with one number, word or flag of it changed; Usage if it then does not hold."""
    match = CHANGE.match(change)
    if match is None or "." not in match[1]:
        raise Usage(f"--set {change}: expected TABLE.ROW.FIELD=VALUE or constants.NAME=VALUE")
    path, sign, text = match[1].split("."), match[2], match[3]
    data: dict = pack.copied()
    for holder, key, place in _places(data, path):
        holder[key] = _value(holder[key], sign, text, place)
    data["meta"]["content_id"] = f"{pack.id} {change}"
    try:
        return validate(data, f"the pack with {change}", found.name, found.schema)
    except ContentError as error:
        raise Usage(str(error)) from error


def _places(data: dict, path: list[str]) -> list[tuple[dict, str, str]]:
    """(table, key, place in words) of every value that a path names; Usage with the way out."""
    table, rest = path[0], path[1:]
    rows = data.get(table)
    if table == CONSTANTS and isinstance(rows, dict):
        return [_place(rows, rest, table)]
    if not isinstance(rows, list):
        known = [name for name, rows in data.items() if isinstance(rows, list)]
        raise Usage(f"no table {table!r} in the pack; {nearest(table, [*known, CONSTANTS])}")
    if len(rest) < 2:
        raise Usage(f"{'.'.join(path)}: a value of a table is TABLE.ROW.FIELD, ROW may be *")
    ident, inner = rest[0], rest[1:]
    chosen = [row for row in rows if ident in (EVERY, row["id"])]
    if not chosen:
        ids = [row["id"] for row in rows]
        raise Usage(f"no row {ident!r} in table {table}; {nearest(ident, ids)}")
    return [_place(row, inner, f"{table}.{row['id']}") for row in chosen]


def _place(holder: dict, path: list[str], place: str) -> tuple[dict, str, str]:
    for depth, key in enumerate(path):
        if not isinstance(holder, dict) or key not in holder:
            known = list(holder) if isinstance(holder, dict) else []
            raise Usage(f"{place} has no {key!r}; {nearest(key, known)}")
        if depth == len(path) - 1:
            return holder, key, f"{place}.{key}"
        holder, place = holder[key], f"{place}.{key}"
    raise Usage(f"{place}: name a value in it")


def _value(old: object, sign: str, text: str, place: str) -> object:
    """The new value, of the old one's kind."""
    if isinstance(old, bool):
        if text not in ("true", "false") or sign != "=":
            raise Usage(f"{place} is true or false, not {sign}{text}")
        return text == "true"
    if isinstance(old, int):
        if not re.fullmatch(r"-?\d{1,9}", text):
            raise Usage(f"{place} is a whole number, not {text!r}")
        return {"=": 0, "+=": old, "-=": old}[sign] + (-int(text) if sign == "-=" else int(text))
    if isinstance(old, str) and sign == "=":
        return text
    raise Usage(f"{place} is {old!r}: only a number, a word or a flag can be set here")
