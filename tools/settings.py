"""Settings: flag > environment > `[tool.ruleproof]` in the nearest pyproject.toml > default."""

from __future__ import annotations

import os
from collections.abc import Collection
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


def defaults(verbs: Collection[str]) -> dict[str, dict[str, object]]:
    """Verb -> parameter -> value from `[tool.ruleproof]`; ToolError E405 names a wrong key."""
    path = nearest_file()
    table = _table(path) if path else {}
    shared: dict[str, object] = {}
    own: dict[str, dict[str, object]] = {}
    for key, value in table.items():
        if key in verbs and isinstance(value, dict):
            own[key] = _named(value)
        elif key in SHARED and not isinstance(value, dict):
            shared.update(_named({key: value}))
        else:
            from engine.errors import nearest

            raise ToolError(
                "E405", f"{path}: [tool.ruleproof] has no key {key!r}; "
                f"{nearest(key, [*SHARED, *verbs])}"
            )  # fmt: skip
    return {verb: {**shared, **own.get(verb, {})} for verb in verbs}


def _named(values: dict[str, object]) -> dict[str, object]:
    """Keys as click calls the parameters: dashes to underscores."""
    plain = {key.replace("-", "_"): value for key, value in values.items()}
    return {RENAMED.get(key, key): value for key, value in plain.items()}


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
    return found if isinstance(found, dict) else {}
