"""The `[then]` part of a scenario: every claim of a table compared with what a run showed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import ActionText, nearest
from engine.events import Happening
from engine.game import Game
from properties.position import ROW, ScenarioError, row_of, value_of
from properties.scenario_case import Mismatch, ScenarioResult, known_clause, tables_of, texts_of

LEGALITY = ("legal", "illegal", "legal_exactly")
EVENT = "event"
LISTED_MAX = 12


def compare(
    result: ScenarioResult, place: str, ply: int | None, claims: Mapping[str, object]
) -> list[Mismatch]:
    """Everything one table of claims says about its position (the last, or position `ply`)."""
    game = result.scenario.game
    at = len(result.steps) if ply is None else ply
    state = result.positions()[at]
    found: list[Mismatch] = []
    for name, word in claims.items():
        if name == ROW:
            wanted, there = row_of(game, word, f"{place}.{ROW}").name, game.row_name(state)
            found += [Mismatch(place, ROW, wanted, there)] if wanted != there else []
        elif name in LEGALITY:
            found += _legality(result, place, at, name, word)
        elif name in _CLAIMS:
            found += _CLAIMS[name](result, place, at, word)
        else:
            value, actual = value_of(game, name, word, place), getattr(state, name)
            if value != actual:
                shown = dict(state.FIELDS)[name].words
                names = game.rules.names
                found.append(Mismatch(place, name, shown(value, names), shown(actual, names)))
    return found


def _legality(
    result: ScenarioResult, place: str, at: int, name: str, word: object
) -> list[Mismatch]:
    """Which actions may be taken at a position."""
    game, state = result.scenario.game, result.positions()[at]
    legal = [game.text(code) for code in game.legal_actions(state)]
    try:
        texts = [game.text(game.code(text)) for text in texts_of(word, f"{place}.{name}")]
    except ActionText as error:
        raise ScenarioError(f"{place}.{name}: {error}") from error
    if name == "legal_exactly":
        result.offers += [(at, text, True) for text in texts]
        if sorted(texts) == sorted(legal):
            return []
        lists = {
            "missing": [text for text in texts if text not in legal],
            "too many": [text for text in legal if text not in texts],
            "named twice": [text for at, text in enumerate(texts) if text in texts[:at]],
        }
        said = "; ".join(f"{word}: {_some(some)}" for word, some in lists.items() if some)
        return [Mismatch(place, "legal actions, exactly", texts, legal, said)]
    found: list[Mismatch] = []
    for text in texts:
        if (text in legal) == (name == "legal"):
            result.offers.append((at, text, name == "legal"))
        elif name == "legal":
            found.append(Mismatch(place, f"legal {text!r}", "legal", f"not among {legal}"))
        else:
            found.append(Mismatch(place, f"illegal {text!r}", "refused", "legal"))
    return found


def _some(texts: Sequence[str]) -> str:
    """The first actions, and how many more there are."""
    more = f" and {len(texts) - LISTED_MAX} more" if len(texts) > LISTED_MAX else ""
    return ", ".join(texts[:LISTED_MAX]) + more


def _over(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """`over = true`, `false`, or the end reason."""
    reason = result.scenario.game.end_reason(result.positions()[at])
    if isinstance(word, bool):
        over = reason is not None
        return [] if word == over else [Mismatch(place, "over", word, reason or False)]
    found = "the game is not over" if reason is None else reason
    return [] if word == reason else [Mismatch(place, "over", word, found)]


def _score(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """`score`: one number in a solo game, else a list by seat."""
    game, state = result.scenario.game, result.positions()[at]
    if not game.is_terminal(state):
        return [Mismatch(place, "score", word, "the game is not over")]
    returns = list(game.returns(state))
    wanted = word if isinstance(word, list) else [word]
    return [] if wanted == returns else [Mismatch(place, "score", wanted, returns)]


def _events(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """A subsequence in order; facts not named are not compared."""
    wanted = tables_of(word, f"{place}.events")
    rest = iter(result.events(at))
    for number, table in enumerate(wanted):
        spot = f"{place}.events[{number}]"
        _known_event(result.scenario.game, table, spot)
        if not any(_same_event(happening, table) for happening in rest):
            near = [repr(e) for e in result.events(at) if e.kind == table[EVENT]]
            return [Mismatch(spot, "event", dict(table), near or "no such event")]
    return []


def _absent(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """Events that must not have happened: kinds, or tables with facts."""
    if not isinstance(word, list):
        raise ScenarioError(f"{place}.absent: expected a list of events, not {word!r}")
    found: list[Mismatch] = []
    for number, item in enumerate(word):
        table = item if isinstance(item, dict) else {EVENT: item}
        _known_event(result.scenario.game, table, f"{place}.absent[{number}]")
        there = [repr(e) for e in result.events(at) if _same_event(e, table)]
        if there:
            more = f", and {len(there) - 1} more" if there[1:] else ""
            found.append(Mismatch(place, f"absent event {table[EVENT]!r}", item, there[0],
                                  f"it came: {there[0]}{more}"))  # fmt: skip
    return found


def _known_event(game: Game, table: Mapping[str, object], place: str) -> None:
    events = {event.kind: event for event in game.definition.events}
    kind = str(table.get(EVENT))
    if kind not in events:
        raise ScenarioError(f"{place}: unknown event {kind!r}; {nearest(kind, events)}")
    for fact in table:
        if fact != EVENT and fact not in events[kind].index:
            known = nearest(fact, events[kind].facts)
            raise ScenarioError(f"{place}: {kind} has no fact {fact!r}; {known}")


def _same_event(happening: Happening, table: Mapping[str, object]) -> bool:
    if happening.kind != table[EVENT]:
        return False
    facts = happening.facts()
    return all(
        facts[name] == value and isinstance(facts[name], bool) == isinstance(value, bool)
        for name, value in table.items()
        if name != EVENT
    )


def _fired(result: ScenarioResult, place: str, at: int, word: object) -> list[Mismatch]:
    """Clauses that must have fired."""
    fired = result.fired(at)
    missing: list[Mismatch] = []
    for ident in texts_of(word, f"{place}.clauses"):
        known_clause(result.scenario.game, ident, f"{place}.clauses")
        if ident not in fired:
            missing.append(Mismatch(place, "clause", ident, list(fired)))
    return missing


_CLAIMS = {"over": _over, "score": _score, "events": _events, "absent": _absent,
           "clauses": _fired}  # fmt: skip
