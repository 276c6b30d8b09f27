"""Cards as printed: designs and abilities read from a pack into flat records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from engine.content import Row
from engine.games.henchling.schema_words import (
    ACTIVE,
    ARRIVE,
    DESTINATIONS,
    KINDS,
    LEAVE,
    SCOPES,
    SELECTORS,
    TRIGGERS,
    TYPES,
)

NONE: Final = -1


@dataclass(frozen=True)
class Condition:
    """One `if`: its word, a number or flag, and the type that `controls` speaks of."""

    word: str
    n: int
    type: int = NONE


@dataclass(frozen=True)
class Fx:
    """One effect row.  `to`, `other` and `who` are a slot's number or a word."""

    op: str
    n: int = 0
    to: int | str = ""
    other: int | str = ""
    who: int | str = "controller"
    a: int = 0
    h: int = 0
    generic: bool = False
    lasting: bool = False
    token: int = NONE
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Slot:
    """A target slot: selector, whether it may stay empty, whether it differs from the first."""

    sel: int
    optional: bool = False
    distinct: bool = False


@dataclass(frozen=True)
class Pay:
    """What an ability demands, all of it or none (HE-REQ-01)."""

    tilt: bool = False
    free: bool = False
    flip_this: bool = False
    destroy_this: bool = False
    discard: int = 0
    money: int = 0
    counters: int = 0
    # Whether any of the three is demanded.
    amounts: bool = False


@dataclass(frozen=True)
class Ability:
    """One ability of a design; `place` is its place on the card, from 0."""

    kind: int
    place: int
    effects: tuple[Fx, ...]
    pay: Pay = Pay()
    slots: tuple[Slot, ...] = ()
    conditions: tuple[Condition, ...] = ()
    when: tuple[int, ...] = ()
    reaction: bool = False
    cancels: bool = False


@dataclass(frozen=True)
class Modifier:
    """One static op: what it changes, for whom, and the conditions of its ability."""

    op: str
    scope: int
    a: int
    h: int
    type: int
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Design:
    """A card as printed.  Abilities are numbers of `HenchlingRules.abilities`, by kind.

    `active` are used by the card itself, `granted` by the host of this enhancer.
    """

    id: str
    type: int
    cost: int
    attack: int
    health: int
    reaction: bool
    protector: bool
    tilts_on_block: bool
    no_reaction: bool
    enhances: int
    destination: int
    active: tuple[int, ...]
    arrive: tuple[int, ...]
    leave: tuple[int, ...]
    text: tuple[int, ...]
    granted: tuple[int, ...]
    mods: tuple[Modifier, ...]
    # All static ops speak of the host.
    host_only: bool
    # What its controller may use in the own turn: its own or granted, but not what cancels.
    usable: tuple[int, ...]


Rows = Sequence[Row]


class Reader:
    """Reads the cards of a pack; `abilities` and their `names` grow as cards are read."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.abilities: list[Ability] = []
        self.names: list[str] = []

    def design(self, row: Row) -> Design:
        """One card or token."""
        found: dict[int, list[int]] = {kind: [] for kind in range(len(KINDS))}
        mods: list[Modifier] = []
        granted: list[int] = []
        for place, ability in enumerate(cast(Rows, row.get("ability", []))):
            kind = KINDS.index(str(ability["kind"]))
            if kind:
                made = self._ability(ability, kind, place)
                found[kind].append(self._add(made, row, place))
                continue
            for item in cast(Rows, ability["effects"]):
                if item["op"] == "grant_ability":
                    made = self._grant(item, ability, place)
                    granted.append(self._add(made, row, place))
                else:
                    mods.append(_modifier(item, ability))
        words = cast(Sequence[str], row.get("keywords", ()))
        return Design(
            id=str(row["id"]),
            type=TYPES.index(str(row["type"])),
            cost=_number(row, "cost"), attack=_number(row, "attack"),
            health=_number(row, "health"),
            reaction="reaction" in words, protector="protector" in words,
            tilts_on_block=row.get("protector_item") == "tilt_on_block",
            no_reaction=bool(row.get("no_reaction", False)),
            enhances=_place(TYPES, row.get("enhances")),
            destination=DESTINATIONS.index(str(row.get("on_host_removed", "discard"))),
            active=tuple(found[ACTIVE]), arrive=tuple(found[ARRIVE]), leave=tuple(found[LEAVE]),
            text=tuple(number for kind in range(LEAVE + 1, len(KINDS)) for number in found[kind]),
            granted=tuple(granted), mods=tuple(mods),
            host_only=all(SCOPES[mod.scope] == "host" for mod in mods),
            usable=tuple(
                n for n in (*found[ACTIVE], *granted) if not self.abilities[n].cancels
            ),
        )  # fmt: skip

    def _add(self, made: Ability, row: Row, place: int) -> int:
        self.abilities.append(made)
        self.names.append(f"{row['id']}_{place + 1}")
        return len(self.abilities) - 1

    def _ability(self, ability: Row, kind: int, place: int) -> Ability:
        slots = cast(Rows, ability.get("targets", ()))
        names = [str(slot["id"]) for slot in slots]
        effects = tuple(self._fx(item, names) for item in cast(Rows, ability["effects"]))
        when = ability.get("when", ())
        return Ability(
            kind, place, effects, _pay(ability),
            tuple(_slot(slot) for slot in slots), conditions(ability),
            tuple(TRIGGERS.index(w) for w in ([when] if isinstance(when, str) else _words(when))),
            bool(ability.get("reaction", False)), effects[0].op == "cancel",
        )  # fmt: skip

    def _grant(self, item: Row, ability: Row, place: int) -> Ability:
        effects = tuple(self._fx(each, []) for each in cast(Rows, item["do"]))
        return Ability(ACTIVE, place, effects, _pay(item), conditions=conditions(ability))

    def _fx(self, item: Row, slots: list[str]) -> Fx:
        def named(key: str, default: str = "") -> int | str:
            word = str(item.get(key, default))
            return slots.index(word) if word in slots else word

        op = str(item["op"])
        first, second = {"fight": ("x", "y"), "trade": ("mine", "theirs")}.get(op, ("to", ""))
        return Fx(
            op, _number(item, "n"), named(first), named(second), named("who", "controller"),
            _number(item, "a"), _number(item, "h"), item.get("counter") == "generic",
            item.get("duration") == "game", _place(self.tokens, item.get("token")),
            conditions(item),
        )  # fmt: skip


def conditions(item: Row) -> tuple[Condition, ...]:
    """The `if` of an ability or a row: one, or a list that must all hold."""
    given = item.get("if", ())
    several = [given] if isinstance(given, dict) else given
    return tuple(_condition(each) for each in cast(Rows, several))


def _condition(item: Row) -> Condition:
    word = next(key for key in item if key != "min")
    if word == "controls":
        return Condition(word, _number(item, "min"), TYPES.index(str(item[word])))
    return Condition(word, int(cast(int, item[word])))


def _pay(item: Row) -> Pay:
    amounts: dict[str, int] = {}
    for word in _words(item.get("pay", ())):
        name, _, n = word.partition(":")
        amounts[name] = int(n or 1)
    flags = {key: key in amounts for key in ("tilt", "free", "flip_this", "destroy_this")}
    numbers = {key: amounts.get(key, 0) for key in ("discard", "money", "counters")}
    return Pay(**flags, **numbers, amounts=any(numbers.values()))  # type: ignore[arg-type]


def _slot(slot: Row) -> Slot:
    return Slot(SELECTORS.index(str(slot["sel"])), bool(slot.get("optional", False)),
                "distinct_from" in slot)  # fmt: skip


def _modifier(item: Row, ability: Row) -> Modifier:
    op, n = str(item["op"]), _number(item, "n")
    a, h = (_number(item, "a"), _number(item, "h")) if op == "stat_mod" else (n, 0)
    scope = SCOPES.index(str(item.get("scope", "controller")))
    sort = _place(TYPES, item.get("type"))
    return Modifier(op, scope, a, h, sort, conditions(ability))


def _words(value: object) -> Sequence[str]:
    return cast(Sequence[str], value)


def _number(row: Mapping[str, object], key: str) -> int:
    return int(cast(int, row.get(key, 0)))


def _place(words: Sequence[str], word: object) -> int:
    return words.index(str(word)) if word in words else NONE
