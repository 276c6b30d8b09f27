"""Planted rule bugs: a game's package copied with one line changed, and who must notice.

A bug is a small change of one source file, written as text before and after.  The copy lives under
a name of its own beside the original, which is never touched: rules, table and verbs are compiled
anew from the changed source.  A bug whose text is not found exactly once is refused, so that no
mended rule leaves a bug behind that plants nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from engine.definition import Definition
from engine.errors import TableError
from engine.options import Value

ATTRIBUTE = "GAME"


@dataclass(frozen=True)
class Bug:
    """One line of `file` in a game's `package` changed from `old` to `new`.

    `kills` is the id of the property that must notice, in a log of at most `actions` player
    actions; `options` and `policies` say under which it shows soon, `content` with which pack and
    `stated` with which of its constants changed; `says` is for people.
    """

    name: str
    package: str
    file: str
    old: str
    new: str
    kills: str
    says: str = ""
    actions: int = 0
    options: tuple[tuple[str, Value], ...] = ()
    policies: tuple[str, ...] = ()
    content: str = ""
    stated: tuple[tuple[str, int], ...] = ()

    def pack(self, folder: Path) -> str:
        """The path of its pack, "" for the game's own; one with other numbers is laid in `folder`.

        TableError if the pack does not state one of the numbers.
        """
        if not self.stated:
            return self.content
        text = Path(self.content).read_text(encoding="utf-8")
        before, head, rest = text.partition("[constants]\n")
        constants, end, rest = rest.partition("\n[")
        for name, number in self.stated:
            pattern = rf"(?m)^{name} = \d+$"
            constants, found = re.subn(pattern, f"{name} = {number}", constants)
            if found != 1:
                raise TableError(
                    f"bug {self.name!r}: {name} is stated {found} times in {self.content}; "
                    "name a constant of the pack"
                )
        path = folder / "pack.toml"
        path.write_text("".join((before, head, constants, end, rest)), encoding="utf-8")
        return str(path)

    @property
    def alias(self) -> str:
        """The name of the copied package."""
        words = f"planted {self.package.rpartition('.')[2]} {self.name}"
        return "".join(c if c.isalnum() else "_" for c in words)

    def changed(self, text: str) -> str:
        """The source with the bug in; TableError if its line is not there exactly once."""
        found = text.count(self.old)
        if found != 1:
            raise TableError(
                f"bug {self.name!r}: {self.old!r} stands {found} times in {self.file}; "
                "write it as the file has it now, long enough to be one place"
            )
        return text.replace(self.old, self.new)


class _Source(SourceFileLoader):
    """Loads a module of the copy: the text of the original, renamed and changed."""

    def __init__(self, name: str, path: str, bug: Bug) -> None:
        super().__init__(name, path)
        self.bug = bug

    def get_code(self, fullname: str) -> CodeType:
        """Compiled from the text at hand: no cached bytecode is read or written."""
        path = Path(self.path)
        text = path.read_text(encoding="utf-8")
        if path.name == self.bug.file:
            text = self.bug.changed(text)
        text = text.replace(self.bug.package, self.bug.alias)
        return compile(text, self.path, "exec", dont_inherit=True)


class _Copies(MetaPathFinder):
    """Finds the modules of one copy in the folder of the original."""

    def __init__(self, bug: Bug, folder: Path) -> None:
        self.bug = bug
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module below the alias; None for every other name."""
        head, _, rest = fullname.partition(".")
        if head != self.bug.alias:
            return None
        place = self.folder / "__init__.py" if not rest else self.folder / f"{rest}.py"
        below = [str(self.folder)] if not rest else None
        loader = _Source(fullname, str(place), self.bug)
        return spec_from_file_location(
            fullname, place, loader=loader, submodule_search_locations=below
        )


@cache
def plant(bug: Bug) -> Definition:
    """The definition of the copy; TableError if the bug cannot be planted."""
    original = find_spec(bug.package)
    if original is None or original.origin is None:
        raise TableError(f"bug {bug.name!r}: there is no package {bug.package}")
    folder = Path(original.origin).parent
    if not (folder / bug.file).exists():
        raise TableError(f"bug {bug.name!r}: {bug.package} has no file {bug.file}")
    finder = _Copies(bug, folder)
    sys.meta_path.insert(0, finder)
    try:
        found = getattr(import_module(bug.alias), ATTRIBUTE)
        import_module(f"{bug.alias}.{bug.file.removesuffix('.py')}")
    finally:
        sys.meta_path.remove(finder)
    if not isinstance(found, Definition):
        raise TableError(f"bug {bug.name!r}: {bug.package}.{ATTRIBUTE} is no Definition")
    return found
