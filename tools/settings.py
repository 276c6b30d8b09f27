"""Settings: flag > environment > `[tool.ruleproof]` in the nearest pyproject.toml > default."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path

PREFIX = "RULEPROOF"
# Keys that may stand directly in [tool.ruleproof]: they hold for every verb that has the option.
SHARED = (
    "players", "option", "content", "policy", "workers", "witness", "json", "quiet", "color",
    "plugins", "seed", "games",
)  # fmt: skip
# What an option takes, in words.
FLAG, NUMBER, TEXT = "true or false", "a whole number", "a text or number"
# Where an option's name on the command line differs from its parameter in click.
RENAMED = {"option": "options", "json": "as_json"}


def environment(name: str) -> str:
    """A variable's text; empty if it is not set."""
    return os.environ.get(name, "")


def variables(path: str, parameter: str) -> list[str]:
    """The variables an option listens to, the nearer first: RULEPROOF_RECORD_GAMES, …_GAMES."""
    spoken = {inner: outer for outer, inner in RENAMED.items()}.get(parameter, parameter)
    return [f"{PREFIX}_{path}_{spoken}".upper(), f"{PREFIX}_{spoken}".upper()]


def nearest_file() -> Path | None:
    """The pyproject.toml of this folder or the nearest one above it."""
    from pathlib import Path

    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "pyproject.toml").is_file():
            return folder / "pyproject.toml"
    return None


@dataclass(frozen=True)
class Taken:
    """An option as a setting: its parameter, and what it takes."""

    parameter: str
    kind: str
    multiple: bool


def tables(verbs: Collection[str]) -> Tables:
    """What `[tool.ruleproof]` says; ToolError E405 names a wrong key."""
    path = nearest_file()
    table = _table(path) if path else {}
    shared: dict[str, object] = {}
    own: dict[str, dict[str, object]] = {}
    for key, value in table.items():
        if key in verbs and isinstance(value, dict):
            own[key] = value
        elif key in SHARED and not isinstance(value, dict):
            shared[key] = value
        elif key in verbs:
            raise ToolError("E405", f"{path}: {key} = {value!r} in [tool.ruleproof]: expected a "
                            f"table, [tool.ruleproof.{key}]")  # fmt: skip
        else:
            raise _unknown(path, "", key, [*SHARED, *verbs])
    return Tables(path, shared, own)


@dataclass(frozen=True)
class Tables:
    """Settings as read: those for every verb that has the option, and those of a verb."""

    path: Path | None
    shared: Mapping[str, object]
    own: Mapping[str, object]

    def below(self, verb: str, verbs: Collection[str]) -> Tables:
        """The settings of the verbs of a verb, as `corpus gather`; E405."""
        own = self.own.get(verb, {})
        assert isinstance(own, dict), "what is none was refused"
        for key, value in own.items():
            if key not in verbs or not isinstance(value, dict):
                raise _unknown(self.path, f".{verb}", key, verbs)
        return Tables(self.path, self.shared, own)

    def of(self, verb: str, path: str, taken: Mapping[str, Taken]) -> dict[str, object]:
        """Parameter -> value for a verb whose options are these, by their names; E405."""
        own = self.own.get(verb, {})
        assert isinstance(own, dict), "what is none was refused"
        found: dict[str, object] = {}
        for key, value in self.shared.items():
            if key in taken:
                found[taken[key].parameter] = self._fitting("", key, value, taken[key])
        for key, value in own.items():
            name = key.replace("_", "-")
            if name not in taken:
                raise _unknown(self.path, f".{path}", key, taken)
            found[taken[name].parameter] = self._fitting(f".{path}", key, value, taken[name])
        return found

    def _fitting(self, table: str, key: str, value: object, option: Taken) -> object:
        """A value as click takes it; E405 if it is of another kind."""
        if _fits(value, option.kind):
            return [value] if option.multiple else value
        if option.multiple and isinstance(value, list):
            if all(_fits(each, option.kind) for each in value):
                return value
        shown = str(value).lower() if isinstance(value, bool) else repr(value)
        expected = option.kind + (", or a list of such" if option.multiple else "")
        raise ToolError("E405", f"{self.path}: {key} = {shown} in [tool.ruleproof{table}]: "
                        f"expected {expected}")  # fmt: skip


def _fits(value: object, kind: str) -> bool:
    """Whether a value of TOML is of a kind; click says what is wrong with a text."""
    if kind == FLAG or isinstance(value, bool):
        return kind == FLAG and isinstance(value, bool)
    return isinstance(value, str | int if kind == NUMBER else str | int | float)


def _unknown(path: Path | None, table: str, key: str, known: Collection[str]) -> ToolError:
    from engine.errors import nearest

    return ToolError("E405", f"{path}: [tool.ruleproof{table}] has no key {key!r}; "
                     f"{nearest(key, list(known))}")  # fmt: skip


def _table(path: Path) -> dict[str, object]:
    text = path.read_text(encoding="utf-8", errors="replace")
    if "tool.ruleproof" not in text:
        return {}
    import tomllib

    try:
        tools = tomllib.loads(text).get("tool", {})
    except tomllib.TOMLDecodeError as error:
        raise ToolError("E405", f"{path}: no valid TOML: {error}; mend or remove it") from error
    found = tools.get("ruleproof", {}) if isinstance(tools, dict) else {}
    if not isinstance(found, dict):
        raise ToolError("E405", f"{path}: ruleproof = {found!r} in [tool]: expected a table, "
                        "[tool.ruleproof]")  # fmt: skip
    return found
