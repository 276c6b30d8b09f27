"""Metamorphic checks: a changed position or pack, and what must then change, or must not.

NHM-A rotates the seats; NHM-B (in offers) pays in one order only; NHM-C looks at rounds in which
all pass; NHM-D adds a title nobody can meet; NHM-F (in views) changes what a seat cannot see.
NHI-31 plays again what was played.
"""

from __future__ import annotations

from typing import cast

from engine.content import Pack
from engine.events import Happening, Value
from engine.game import Game
from engine.games.necrohamster.state import Necrohamster
from engine.play import Step, play, walk
from engine.policies import uniform
from properties.checker import Table
from properties.history import History
from properties.invariant import Verdict, step_invariant, table_check
from properties.necrohamster.book import HAND, book
from properties.necrohamster.folds import BY_COMMIT
from properties.necrohamster.ledger import Turn, event_check, memory_of
from properties.witness import played_again

BY_SEAT = ("hands", "areas", "waiting", "titles", "artefacts", "count", "best", "commit", "paid",
           "pending")  # fmt: skip
SEATS = ("marker", "player", "victim")
SEAT_FACTS = ("seat", "by", "victim", "from", "to", "others")
# Told seat by seat from seat 0 on, whoever has the marker; the state says the same.
BY_NUMBER = ("game.ended", "score.tallied", "tie.broken", "game.won")
GAMES = 2
PLIES = 600


# --- the seats turned round the table -------------------------------------------------------------


def turned(state: Necrohamster, by: int) -> Necrohamster:
    """The same table with everybody `by` seats further on, the marker included."""
    seats, twin = book(state.rules).players, state.clone()
    for name in BY_SEAT:
        mine = getattr(state, name)
        moved = [mine[(seat - by) % seats] for seat in range(seats)]
        setattr(twin, name, [v[:] if isinstance(v, bytearray) else v for v in moved] + mine[seats:])
    for name in SEATS:
        seat = getattr(state, name)
        setattr(twin, name, (seat + by) % seats if seat >= 0 else seat)
    return twin


def _value(fact: str, value: Value, by: int, seats: int) -> Value:
    if fact not in SEAT_FACTS:
        return value
    if isinstance(value, tuple):
        return tuple([(seat + by) % seats for seat in value])
    return (value + by) % seats if value >= 0 else value


def told_turned(events: tuple[Happening, ...], by: int, seats: int) -> list[object]:
    """Events as plain data, seats among their facts moved on; those told by number left out."""
    return [
        (h.kind, [_value(fact, value, by, seats)
                  for fact, value in zip(h.event.facts, h.values, strict=True)])
        for h in events if h.kind not in BY_NUMBER
    ]  # fmt: skip


@step_invariant("NHM-A", "NH-TITLE-03", "NH-ABILPH-01", "NH-DRAW-03", "NH-TITLE-02",
                but=("title", "deal", "marker"), every=71)  # fmt: skip
def seats_are_alike(step: Turn) -> Verdict:
    """Seats and marker turned round the table: the same action brings the same, turned."""
    game, seats = step.game, book(step.before.rules).players
    code = step.code
    if step.verb == "aim_at":
        base = game.space.bases["aim_at"]
        code = base + (code - base + 1) % seats
    twin = next(walk(game, (code,), turned(step.before, 1), checked=False))
    if twin.after.encode() != turned(step.after, 1).encode():
        apart = [key for key, _ in step.after.FIELDS
                 if getattr(twin.after, key) != getattr(turned(step.after, 1), key)]  # fmt: skip
        return f"{step.text}: {apart} come out otherwise a seat further on"
    same = told_turned(step.events, 1, seats) == told_turned(twin.events, 0, seats)
    return same or f"{step.text} brings other events a seat further on"


# --- a round of passes ----------------------------------------------------------------------------


@event_check("NHM-C", "NH-SUMMON-02", "NH-ABILPH-06", kinds=("round.ended",))
def a_round_of_passes_changes_hands_alone(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """If all pass, a round changes hands, deck and marker; a hand title may come of the draws."""
    memory = memory_of(past)
    then = memory.round_then
    if then is None or any(card >= 0 for card in memory.committed.values()):
        return None
    during = past.since("round.started")
    for name in ("areas", "waiting", "artefacts", "count", "best", "shelf", "ended"):
        if getattr(then, name) != getattr(now, name):
            return f"all passed, and {name} changed"
    if then.discards != now.discards and not any(e.kind == "deck.reshuffled" for e in during):
        return "all passed, and the discards changed"
    hand_titles = book(now.rules).asking[HAND]
    return (then.offered & ~now.offered) & ~hand_titles == 0


# --- a title too many -----------------------------------------------------------------------------


def _with_a_title_nobody_meets(game: Game) -> Game:
    """The same game with one more title, laid out beside the others, that wants 99 artefacts."""
    data = cast(dict[str, list[dict[str, object]]], game.content.copied())
    data["title"].append({"id": "nobodys", "name": "Nobody's", "points": 99,
                          "needs": [{"zone": "artefacts", "min": 99}]})  # fmt: skip
    constants = cast(dict[str, int], data["constants"])
    constants["spare_titles"] = constants["spare_titles"] + 1
    return Game(game.definition, game.options, Pack(data, f"{game.content.file}, a title more"))


def _scores(steps: list[Step]) -> list[object]:
    kinds = ("score.tallied", "game.won", "title.claimed", "creature.summoned")
    return [(h.kind, h.facts()) for step in steps for h in step.events if h.kind in kinds]


@table_check("NHM-D", "NH-TITLE-01", "NH-TITLE-06", "NH-END-03")
def a_title_nobody_meets_changes_no_score(table: Table) -> Verdict:
    """The same plies with one more title laid out, that nobody can meet: the same scores."""
    game, other = table.game, _with_a_title_nobody_meets(table.game)
    for number in range(GAMES):
        codes = play(game, f"shake:titles/{number}", uniform, plies=PLIES).codes
        mine = list(walk(game, codes, checked=False))
        texts = [step.text for step in mine]
        at = sum(step.row == "title" for step in mine)
        texts.insert(at, "lay_out nobodys")
        theirs = list(walk(other, [other.code(text) for text in texts]))
        if _scores(mine) != _scores(theirs):
            return f"game {number} goes another way beside a title nobody can meet"
    return True


# --- played again ---------------------------------------------------------------------------------


@table_check("NHI-31", "NH-SETUP-01", "NH-SETUP-04", "NH-SETUP-09")
def a_seed_and_its_choices_are_one_game(table: Table) -> Verdict:
    """The same seed gives the same game, and its actions the same events and result."""
    game = table.game
    for number in range(GAMES):
        found = played_again(game, f"shake:again/{number}", PLIES)
        if found is not True:
            return f"game {number} {found}"
    return True


@step_invariant("NHI-31", "NH-SETUP-01", "NH-SETUP-09", "NH-SUMMON-08", kinds=("round.ended",),
                every=5)  # fmt: skip
def the_last_ply_of_a_round_can_be_replayed(step: Turn) -> Verdict:
    """The ply that ends a round, done again from the position before it, brings the same."""
    twin = next(walk(step.game, (step.code,), step.before, checked=False))
    same = list(map(repr, twin.events)) == list(map(repr, step.events))
    return same and twin.after.encode() == step.after.encode()


@event_check("NHM-C", "NH-SUMMON-08", "NH-SUMMON-01", kinds=("phase.started",))
def the_order_of_commits_is_no_order_of_summons(
    h: Happening, now: Necrohamster, past: History
) -> Verdict:
    """Commits laid side by side give the same batch in any order: all paid, then all summoned."""
    if h.word("phase") != "ability":
        return None
    batch = past.since("commits.revealed")
    kinds = [
        e.kind
        for e in batch
        if e.kind in ("payment.made", "creature.summoned") and e.num("way") == BY_COMMIT
    ]
    return kinds == sorted(kinds, reverse=True)
