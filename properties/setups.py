"""Option sets worth playing: each value of each option, every pair of values, each player count."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from engine.definition import Definition
from engine.options import Option, Value, conflict

Setup = dict[str, Value]
Choice = tuple[str, Value]
PAIRED_MAX = 16


def words_of(setup: Mapping[str, Value]) -> str:
    """A setup in words, for messages."""
    return " ".join(f"{name}={value}" for name, value in setup.items())


def options_to_vary(definition: Definition) -> list[Option]:
    """The options that change what is played: all but the ply limit, players included."""
    return [option for option in definition.all_options if option.name != "plies_max"]


def values_of(option: Option) -> list[Value]:
    """Values worth testing, the default first; of the players every number, the least first."""
    if option.name == "players":
        return list(option.values())
    rest = [value for value in option.values() if value != option.default]
    return [option.default, *rest]


def setups(definition: Definition) -> list[Setup]:
    """Option sets that hold each pair of values of two options at least once, defaults first.

    Beyond PAIRED_MAX options only single values are covered; what cannot go together is left out.
    Values of bounds come last, beside defaults: what a bound cuts short shows nothing of a pair.
    The same list for the same definition, always.
    """
    every = options_to_vary(definition)
    usual: Setup = {option.name: option.default for option in every}
    paired = [{**usual, **chosen} for chosen in _paired([o for o in every if not o.bound])]
    bounds = [(option.name, value) for option in every if option.bound
              for value in values_of(option)[1:]]  # fmt: skip
    return paired + [{**usual, name: value} for name, value in bounds]


def _paired(varied: list[Option]) -> list[Setup]:
    """The sets of options that are no bounds."""
    values = {option.name: values_of(option) for option in varied}
    first: Setup = {option.name: option.default for option in varied}
    found = [first]
    owed = _owed(values, len(varied) <= PAIRED_MAX)
    for part in [part for part in owed if conflict(varied, dict(part))]:
        del owed[part]
    for done in _parts(first, owed):
        del owed[done]
    while owed:
        chosen = dict(next(iter(owed)))
        for name, choices in values.items():
            if name not in chosen:
                fit = [v for v in choices if not conflict(varied, {**chosen, name: v})]
                chosen[name] = max(fit, key=lambda v: _gain(chosen, (name, v), owed))
        for done in _parts(chosen, owed):
            del owed[done]
        found.append({name: chosen[name] for name in values})
    return found


def _owed(
    values: dict[str, list[Value]], paired: bool
) -> dict[tuple[Choice, ...], None]:
    """What has to stand in some option set: pairs of choices, or single ones."""
    if not paired or len(values) < 2:
        return {((name, value),): None for name, known in values.items() for value in known}
    return {
        ((a, one), (b, two)): None
        for a, b in combinations(values, 2)
        for one in values[a]
        for two in values[b]
    }


def _parts(
    chosen: Setup, owed: dict[tuple[Choice, ...], None]
) -> list[tuple[Choice, ...]]:
    """What an option set settles."""
    return [part for part in owed if all(chosen.get(name) == value for name, value in part)]


def _gain(
    chosen: Setup, choice: Choice, owed: dict[tuple[Choice, ...], None]
) -> int:
    """How many owed pairs a further choice settles with those made."""
    both = {**chosen, choice[0]: choice[1]}
    return sum(
        choice in part and all(both.get(name) == value for name, value in part) for part in owed
    )
