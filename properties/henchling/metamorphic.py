"""Metamorphic checks: a changed position or pack, and what must then change, or must not.

HEM-A turns the seats round the table; HEM-B gives the cards other ids; HEM-C exchanges cards in
the piles that a ply does not reach; HEM-D looks at what a flip there and back keeps.  HEI-50 plays
again what was played.
"""

from __future__ import annotations

from typing import cast

from engine.content import Pack
from engine.events import Happening
from engine.game import Game
from engine.games.henchling.schema import INSTANCES
from engine.games.henchling.state import Henchling
from engine.play import play, walk
from engine.policies import uniform
from properties.checker import Table
from properties.henchling.book import bits, on_tables
from properties.henchling.ledger import Turn, event_check
from properties.henchling.views import swapped
from properties.history import History
from properties.invariant import Verdict, step_invariant, table_check
from properties.witness import played_again

GAMES = 2
PLIES = 120


# --- the seats turned round the table -------------------------------------------------------------


def turned(state: Henchling, by: int) -> Henchling:
    """The same table with everybody `by` seats further on, whose turn it is included."""
    seats, twin = state.rules.players, state.clone()

    def moved(mask: int) -> int:
        return sum(1 << (seat + by) % seats for seat in bits(mask))

    for name in ("hands", "tables", "health"):
        mine = getattr(state, name)
        held = getattr(twin, name)
        for seat in range(seats):
            held[(seat + by) % seats] = mine[seat]
    for name in ("player", "active", "opening"):
        seat = getattr(state, name)
        setattr(twin, name, (seat + by) % seats if seat >= 0 else seat)
    twin.alive, twin.passers = moved(state.alive), moved(state.passers)
    twin.flippers = [(seat + by) % seats for seat in state.flippers]
    for card in bits(on_tables(state)):
        twin.owner[card] = (state.owner[card] + by) % seats
    return twin


@step_invariant("HEM-A", "HE-TURN-02", "HE-ELIM-02", "HE-DMG-03", "HE-TRAP-02", rows=("action",),
                every=43)  # fmt: skip
def seats_are_alike(step: Turn) -> Verdict:
    """Seats and turn moved round the table: the same action brings the same, moved."""
    if step.before.agenda or step.after.agenda:
        return None
    twin = next(walk(step.game, (step.code,), turned(step.before, 1), checked=False))
    if twin.after.encode() == turned(step.after, 1).encode():
        return True
    wanted = turned(step.after, 1)
    apart = [key for key, _ in wanted.FIELDS if getattr(wanted, key) != getattr(twin.after, key)]
    return f"one seat further on {apart} come out otherwise"


# --- other names ----------------------------------------------------------------------------------


def _renamed(game: Game) -> Game:
    """The same game with every card under another id."""
    data = cast(dict[str, list[dict[str, object]]], game.content.copied())
    for row in data["card"]:
        row["id"] = f"x_{row['id']}"
        row.pop("named", None)
    return Game(game.definition, game.options, Pack(data, f"{game.content.file}, renamed"))


@table_check("HEM-B", "HE-COMP-02", "HE-TURN-03")
def names_are_but_names(table: Table) -> Verdict:
    """The same plies with every card under another id bring the same events."""
    game, other = table.game, _renamed(table.game)
    for number in range(GAMES):
        codes = play(game, f"shake:names/{number}", uniform, plies=PLIES).codes
        again = walk(other, codes, checked=False)
        for mine, theirs in zip(walk(game, codes, checked=False), again, strict=True):
            one = [(h.kind, h.values) for h in mine.events]
            if one != [(h.kind, h.values) for h in theirs.events]:
                return f"game {number} goes another way at ply {mine.ply} under other names"
    return True


# --- what lies unreached --------------------------------------------------------------------------


@step_invariant("HEM-C", "HE-PILE-07", "HE-SETUP-02", rows=("action", "react", "block"), every=47)
def what_is_not_reached_does_not_matter(step: Turn) -> Verdict:
    """Cards exchanged between the piles leave a ply that takes none of them as it was."""
    state = step.before
    low = sum(1 << card for card in state.bottom)
    zones = [zone & ~state.rules.traps for zone in (state.pool, state.down, state.up, low)]
    held = [next(bits(zone)) for zone in zones if zone]
    if len(held) < 2 or step.after.pool != state.pool or step.after.up != state.up:
        return None
    one, two = held[:2]
    twin = next(walk(step.game, (step.code,), swapped(state, one, two), checked=False))
    same = [h.values for h in twin.events] == [h.values for h in step.events]
    return same and twin.after.encode() == swapped(step.after, one, two).encode()


@event_check("HEM-D", "HE-FLIP-07", "HE-FLIP-01", "HE-CTR-03", "HE-FLIP-08",
             kinds=("card.flipped", "card.unflipped"))  # fmt: skip
def turning_over_keeps_what_is_there(h: Happening, now: Henchling, past: History) -> Verdict:
    """A card turned over, either way, tells of the tilt and counters that it had and keeps."""
    card = h.num("card")
    had = bool(now.coins[card] or now.power_a[card] or now.power_h[card])
    if not 0 <= card < INSTANCES or bool(h.num("counters")) != had:
        return f"card {card}: counters told {h.num('counters')}, had {had}"
    return bool(h.num("tilted")) == bool(now.tilted >> card & 1)


# --- played again ---------------------------------------------------------------------------------


@table_check("HEI-50", "HE-SETUP-02", "HE-FIRST-01", "HE-PILE-02")
def a_seed_and_its_choices_are_one_game(table: Table) -> Verdict:
    """The same seed gives the same game, and its actions the same events and result."""
    return played_again(table.game, "shake:again", PLIES)


@step_invariant("HEI-50", "HE-PILE-07", "HE-PILE-02", "HE-SETUP-02", rows=("take", "expose"),
                every=3)  # fmt: skip
def chances_follow_the_counts(step: Turn) -> Verdict:
    """Own cards of a pile weigh as the pool is large, pool cards as many as lie in that pile."""
    state, down = step.before, step.row == "take"
    own = state.down if down else state.up
    count = state.pool_down if down else state.pool.bit_count() - state.pool_down
    wanted = own | (state.pool if count else 0)
    placed = bool(down and not wanted)
    found = {code - step.game.space.bases[step.verb] for code in step.legal}
    cards = set(state.bottom[:1]) if placed else set(bits(wanted))
    if found != cards:
        return f"{step.row} offers {sorted(found)}, in the pile lie {sorted(cards)}"
    weights = dict(step.game.chance_outcomes(state))
    if placed or not count or not own:
        return True
    base = step.game.space.bases[step.verb]
    one = {weights[base + card] * count for card in bits(own)}
    two = {weights[base + card] * state.pool.bit_count() for card in bits(state.pool)}
    return len(one | two) == 1
