"""The clause catalogue: what the rulebook asks for, one numbered sentence of ours each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from engine.content import read_toml
from engine.errors import ClauseError, guess, nearest

PROOFS = (
    "event",
    "fact",
    "refusal",
    "exit",
    "invariant",
    "table",
    "content",
    "observation",
    "none",
)
NAMED_MAX = 12  # chapters or ids listed in a message
CHAPTER_LIKE = 0.8  # how alike a chapter that may be meant is
KEYS = {
    "id", "section", "chapter", "kind", "proof", "rule", "observe", "invariant", "ambiguity",
    "ruling", "option", "default", "domain", "same_as", "needs", "source", "rows",
}  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """One clause; `proof` says what kind of evidence can prove it (PROOFS)."""

    id: str
    rule: str
    proof: str
    section: str = ""
    chapter: str = ""
    kind: str = ""
    observe: str = ""
    invariant: str = ""
    ambiguity: str = ""
    ruling: str = ""
    option: str = ""
    same_as: str = ""
    needs: str = ""
    source: str = "rulebook"
    rows: tuple[str, ...] = ()


class Catalogue:
    """All clauses of one game, in rulebook order."""

    def __init__(self, clauses: tuple[Clause, ...]) -> None:
        self._clauses = {clause.id: clause for clause in clauses}

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, ident: object) -> bool:
        return ident in self._clauses

    def __getitem__(self, ident: str) -> Clause:
        """The clause of that id; ClauseError with the nearest ids otherwise."""
        try:
            return self._clauses[ident]
        except KeyError:
            known = nearest_clause(ident, self._clauses)
            raise ClauseError(f"no clause {ident!r}; {known}") from None

    def ids(self) -> tuple[str, ...]:
        """Every id, in order."""
        return tuple(self._clauses)


def nearest_clause(ident: str, known: Iterable[str]) -> str:
    """Words for a message: the nearest ids of the chapter that is meant, else the chapters."""
    chapters: dict[str, list[str]] = {}
    for one in known:
        chapters.setdefault(one.rpartition("-")[0], []).append(one)
    word = ident.upper()
    meant = get_close_matches(word.rpartition("-")[0], chapters, n=1, cutoff=CHAPTER_LIKE)
    told = guess(word, chapters[meant[0]]) if meant else ""
    if told or meant:
        return told or f"{meant[0]} has {', '.join(chapters[meant[0]][:NAMED_MAX])}"
    more = f" and {len(chapters) - NAMED_MAX} more" if len(chapters) > NAMED_MAX else ""
    return f"chapters: {', '.join([*chapters][:NAMED_MAX])}{more}"


def load_clauses(path: Path) -> Catalogue:
    """Read `clauses.toml`; ClauseError names the entry and the field that is wrong."""
    data = read_toml(path)
    entries = data.get("clause")
    if not isinstance(entries, list):
        raise ClauseError(f"{path.name}: expected [[clause]] entries")
    clauses: list[Clause] = []
    for index, entry in enumerate(entries):
        clauses.append(_clause(entry, f"{path.name}: clause[{index}]"))
    ids = [clause.id for clause in clauses]
    for clause in clauses:
        if ids.count(clause.id) > 1:
            raise ClauseError(f"{path.name}: clause {clause.id} stands twice")
        if clause.same_as and clause.same_as not in ids:
            raise ClauseError(f"{path.name}: {clause.id}: same_as {clause.same_as!r} is no clause")
    return Catalogue(tuple(clauses))


def _clause(entry: object, place: str) -> Clause:
    if not isinstance(entry, dict):
        raise ClauseError(f"{place}: expected a table")
    for key in entry:
        if key not in KEYS:
            raise ClauseError(f"{place}: unknown field {key!r}; {nearest(key, sorted(KEYS))}")
    for key in ("id", "rule", "proof"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise ClauseError(f"{place}: field {key!r} is missing")
    if entry["proof"] not in PROOFS:
        raise ClauseError(f"{place}: proof {entry['proof']!r} is none of {', '.join(PROOFS)}")
    words = {k: str(v) for k, v in entry.items() if k not in ("rows", "default", "domain")}
    return Clause(rows=tuple(entry.get("rows", ())), **words)
