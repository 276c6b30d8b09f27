"""Metamorphic checks: a changed position or pack, and what must then change, or must not.

HHM-A gives cards and tokens other ids; HHM-B exchanges what a ply does not reach; HHM-C plays the
same ply with another colour of indifferent Minions left out; HHI-73 plays again what was played.
"""

from __future__ import annotations

from typing import cast

from engine.content import Pack
from engine.game import Game
from engine.play import play, walk
from engine.policies import uniform
from properties.checker import Table
from properties.ham_helsing.book import bits, book
from properties.ham_helsing.ledger import Turn, chosen
from properties.ham_helsing.views import unseen
from properties.invariant import Verdict, step_invariant, table_check
from properties.witness import played_again

GAMES = 2
PLIES = 160
RENAMED = ("card", "upgrade", "minion", "villain_card")


def _renamed(game: Game) -> Game:
    """The same game with every card, upgrade, Minion and Villain card under another id."""
    data = cast(dict[str, list[dict[str, object]]], game.content.copied())
    for table in RENAMED:
        for row in data[table]:
            row["id"] = f"x_{row['id']}"
            row.pop("name", None)
    return Game(game.definition, game.options, Pack(data, f"{game.content.file}, renamed"))


@table_check("HHM-A", "HH-COMP-02", "HH-PLACE-07", "HH-VMOVE-02")
def names_are_but_names(table: Table) -> Verdict:
    """The same plies with cards, upgrades and tokens under other ids bring the same events."""
    game, other = table.game, _renamed(table.game)
    for number in range(GAMES):
        codes = play(game, f"shake:names/{number}", uniform, plies=PLIES).codes
        again = walk(other, codes, checked=False)
        for mine, theirs in zip(walk(game, codes, checked=False), again, strict=True):
            one = [(h.kind, h.values) for h in mine.events]
            if one != [(h.kind, h.values) for h in theirs.events]:
                return f"game {number} goes another way at ply {mine.ply} under other names"
    return True


@step_invariant("HHM-B", "HH-SETUP-19", "HH-SETUP-09", "HH-PLAY-07",
                rows=("play", "market", "aim", "go", "commit"), every=47)  # fmt: skip
def what_is_not_reached_does_not_matter(step: Turn) -> Verdict:
    """A ply tells the same where only what it does not turn up lies otherwise."""
    if any(h.event.kind in ("deck.shuffle", "villain.flip", "bag.refill") for h in step.events):
        return None
    found = None
    for _, twin in zip(range(2), unseen(step.before, 0), strict=False):
        found = True
        other = next(walk(step.game, (step.code,), twin, checked=False))
        if [h.values for h in other.events] != [h.values for h in step.events]:
            return "the ply tells otherwise when unreached things lie otherwise"
    return found


@step_invariant("HHM-C", "HH-FIGHT-01", "HH-MOVE-03", "HH-LOC-04", "HH-VFIGHT-03",
                rows=("play",), verbs=("base_move", "walk", "lay", "use_katana", "fight_villain"),
                every=23)  # fmt: skip
def far_minions_do_not_matter(step: Turn) -> Verdict:
    """What a character does by itself is the same with every Minion off the board."""
    if not step.game.legal_actions(step.after):
        return None
    twin = step.before.clone()
    for at, tokens in enumerate(twin.board):
        twin.board[at] = 0
        twin.scrap |= tokens
    other = next(walk(step.game, (step.code,), twin, checked=False))
    return [h.values for h in other.events] == [h.values for h in step.events]


# --- played again ---------------------------------------------------------------------------------


@table_check("HHI-73", "HH-PLACE-07", "HH-SETUP-22", "HH-DRAW-05")
def a_seed_and_its_choices_are_one_game(table: Table) -> Verdict:
    """The same seed gives the same game, and its actions the same events and result."""
    return played_again(table.game, "shake:again", PLIES)


@step_invariant("HHI-73", "HH-DRAW-05", "HH-MARKET-06", "HH-ICON-05", "HH-VFIGHT-06", "HH-COMP-06",
                "HH-VMIN-02", rows=("card", "upgrade", "die", "second_die", "colour_die"),
                every=5)  # fmt: skip
def chances_follow_what_is_there(step: Turn) -> Verdict:
    """Each card of the deck, each upgrade of the pile and each side of a die is as likely."""
    state, known = step.before, book(step.before)
    base = step.game.space.bases[step.verb]
    found = {code - base: weight for code, weight in step.game.chance_outcomes(state)}
    taken = chosen(step)[0]
    if step.row in ("card", "upgrade"):
        zones = state.deck if step.row == "card" else [state.pile]
        mine = [set(bits(zone)) for zone in zones if zone >> taken & 1]
        if step.row == "upgrade":
            special = known.special
            mine = [{u for u in mine[0] if (special >> u & 1) == (special >> taken & 1)}]
        return (len(set(found.values())) == 1 and set(found) in mine) or f"offered {sorted(found)}"
    names = step.game.space.names["face"]
    fits = []
    for row in known.pack.rows_of("die"):
        faces = cast(list[str], row["faces"])
        fits.append({names.index(face): faces.count(face) for face in set(faces)})
    return any(
        set(found) == set(die)
        and all(found[f] * die[g] == found[g] * die[f] for f in die for g in die)
        for die in fits
    ) or f"faces {found}"  # fmt: skip
