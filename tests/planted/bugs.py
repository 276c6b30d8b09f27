"""How the lists of rule bugs are written: what a game's bugs have in common is said once."""

from dataclasses import dataclass

from engine.options import Value
from properties.planted import Bug

Options = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Planted:
    """Makes the bugs of one package; `options` where a bug names none."""

    package: str
    options: Options = ()

    def __call__(
        self, name: str, kills: str, actions: int, file: str, old: str, new: str,
        options: Options | None = None, policies: tuple[str, ...] = (), content: str = "",
        stated: tuple[tuple[str, int], ...] = (),
    ) -> Bug:  # fmt: skip
        """The bug that changes `old` into `new`, noticed by `kills` in so many player actions."""
        under = self.options if options is None else options
        return Bug(
            name, self.package, file, old, new, kills, "", actions, under, policies, content, stated
        )  # fmt: skip
