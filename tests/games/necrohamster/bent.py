"""Other cards of The Necrohamster, and rules that differ from the cards in one number."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from engine.content import Pack, validate
from engine.game import Game
from engine.games.necrohamster import GAME
from engine.games.necrohamster.components import NecrohamsterRules
from engine.options import Options

# --- other cards ------------------------------------------------------------------

# Abilities an owner's cards might have: the same ops in other places, with other numbers.
ODD: dict[str, tuple[str, list[dict[str, object]]]] = {
    "zombie_frog": ("instant", [{"op": "draw", "n": 2}, {
        "op": "discard_hand", "n": 2, "who": "controller", "choose": "victim"}]),
    "zombie_hound": ("attack", [
        {"op": "discard_hand", "n": 2, "who": "one_opponent", "choose": "random"}]),
    "zombie_boar": ("attack", [{"op": "steal_creature", "n": 1, "filter": {"max_cost": 3}}]),
    "zombie_bear": ("instant", [
        {"op": "return_from_discard", "n": 2, "filter": {"type": "zombie"}}]),
    "spirit_moth": ("instant", [
        {"op": "discard_hand", "n": 1, "who": "each_player", "choose": "victim"},
        {"op": "draw", "n": 1}]),
    "spirit_owl": ("continuous", [
        {"op": "on_summon_draw", "n": 1}, {"op": "draw_phase_bonus", "n": 1}]),
    "spirit_fox": ("instant", [{"op": "extra_summon", "n": 2, "filter": {"max_cost": 2}}]),
    "spirit_stag": ("continuous", [
        {"op": "points_per", "n": 1, "filter": {"zone": "hand", "type": "spirit"}},
        {"op": "points_per", "n": 2, "filter": {"zone": "artefacts"}},
        {"op": "points_per", "n": -1}]),
    "skeleton_rat": ("attack", [
        {"op": "discard_hand", "n": 1, "who": "each_opponent", "choose": "random"},
        {"op": "discard_creature", "n": 1, "who": "each_opponent", "choose": "victim",
         "filter": {"max_cost": 0}}]),
    "skeleton_crow": ("attack", [
        {"op": "discard_creature", "n": 2, "who": "one_opponent", "choose": "actor",
         "filter": {"max_cost": 4}}]),
    "skeleton_ram": ("continuous", [
        {"op": "cost_mod", "n": -2, "filter": {"type": "skeleton"}},
        {"op": "cost_mod", "n": 1, "filter": {"min_cost": 5}}]),
    "skeleton_whale": ("continuous", [{"op": "immune_attack"}]),
    "warding_lantern": ("continuous", [
        {"op": "immune_attack"}, {"op": "on_summon_draw", "n": 2},
        {"op": "points_per", "n": 1, "filter": {"zone": "area", "type": "skeleton"}}]),
}  # fmt: skip


def odd_pack() -> Pack:
    """Cards an owner might have."""
    data = GAME.reference.copied()
    for row in (*data["creature"], *data["artefact"]):
        if row["id"] in ODD:
            kind, effects = ODD[row["id"]]
            row["ability"] = {"kind": kind, "effects": effects}
    horde = next(row for row in data["title"] if row["id"] == "horde_caller")
    horde["needs"] = [{"zone": "hand", "min": 6, "type": "zombie"}, {"zone": "area", "min": 1}]
    return validate(data, "odd", "necrohamster", GAME.schema)


# --- rules bent in a number -----------------------------------------------------------------------


def _effects(rules: NecrohamsterRules, kind: str, **fields: object) -> None:
    """Another number, or another filter, in what a creature does."""
    at = rules.names["creature"].index(kind)
    changed = cast(dict[str, int], fields)
    effects = tuple(replace(effect, **changed) for effect in rules.runs[at])
    rules.runs = {**rules.runs, at: effects}


def _need(rules: NecrohamsterRules, title: str, least: int) -> None:
    """A title that wants more, or fewer."""
    at = rules.names["title"].index(title)
    needs = tuple(replace(need, least=least) for need in rules.titles[at].needs)
    rules.titles[at] = replace(rules.titles[at], needs=needs)


def _set(**fields: object) -> Callable[[NecrohamsterRules], None]:
    def bend(rules: NecrohamsterRules) -> None:
        for name, value in fields.items():
            setattr(rules, name, value)

    return bend


BENT_RULES: dict[str, Callable[[NecrohamsterRules], None]] = {
    "no ward": _set(wards=()),
    "no creature is made cheaper": _set(mods=()),
    "no card more in the draw phase": _set(bonuses=()),
    "no draw at a summon": _set(listeners=()),
    "no points for others": _set(scorers=()),
    "the ninth creature ends the game": _set(last_creature=9),
    "two draws": _set(draws=2),
    "hands of six": _set(opening_hand=6),
    "a title too few": lambda rules: _set(titles_out=rules.players)(rules),
    "no artefact": _set(placed=0),
    "every creature costs one more": lambda rules: _set(
        printed=tuple(cost + 1 for cost in rules.printed)
    )(rules),
    "a mouse draws two": lambda rules: _effects(rules, "zombie_mouse", n=2),
    "a hound takes two": lambda rules: _effects(rules, "zombie_hound", n=2),
    "a rat takes none": lambda rules: _effects(rules, "skeleton_rat", n=0),
    "a crow takes any": lambda rules: _effects(rules, "skeleton_crow", kinds=tuple(range(15))),
    "a bear must": lambda rules: _effects(rules, "zombie_bear", optional=False),
    "two beasts": lambda rules: _need(rules, "lord_of_beasts", 2),
    "nine to hoard": lambda rules: _need(rules, "card_hoarder", 9),
}


def bent_rules(bend: Callable[[NecrohamsterRules], None], **options: int) -> Game:
    """The game with one number of its rules another, whatever the cards say."""

    def rules(pack: Pack, chosen: Options) -> NecrohamsterRules:
        made = NecrohamsterRules(pack, chosen)
        bend(made)
        return made

    return Game(replace(GAME, rules=rules), dict(options))
