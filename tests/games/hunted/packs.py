"""Faults of Hunted made by hand: packs and phase tables, and a pack an owner might have."""

import json
from collections.abc import Callable
from dataclasses import replace

from engine.content import Pack, validate
from engine.game import Game
from engine.games.hunted import GAME
from properties.checker import Table
from properties.invariant import Property, Verdict
from tests.games.tables import Bend, bent_table, leads, offers, two_may_play

# Changes parsed TOML in place.
Edit = Callable[..., object]


def data_of(pack: Pack) -> dict[str, list[dict[str, object]]]:
    """A pack's data, free to be changed."""
    return json.loads(json.dumps(pack.data))  # type: ignore[no-any-return]


def row_of(data: dict[str, list[dict[str, object]]], ident: str) -> dict[str, object]:
    """The card of that id."""
    rows = (row for rows in data.values() if isinstance(rows, list) for row in rows)
    return next(row for row in rows if row["id"] == ident)


def odd_pack() -> Pack:
    """Cards an owner might have: the same ops in other places, with other numbers."""
    data = data_of(GAME.reference)
    changes: dict[str, dict[str, object]] = {
        "wanderer": {"ability": {"op": "take_from_discard", "filter": "item", "n": 2}, "uses": 3},
        "scholar": {"ability": {"op": "discard_from_row", "filter": "enemy", "n": 1}, "uses": 2},
        "walking_stick": {"throwing": True},
        "whetstone": {"effect": {"op": "mod_weapon", "attack": -2, "first": 2, "subsequent": -1}},
        "leather_grip": {"effect": {"op": "mod_weapon", "attack": 3, "subsequent": 2}},
        "bandages": {"effect": {"op": "lose_energy", "n": 2}},
        "sacred_relic": {"discard_on_use": False},
        "picklock": {"effect": {"op": "take_from_discard", "filter": "key", "n": 3}},
        "smelling_salts": {"effect": {"op": "ready_survivor", "n": 2}},
        "silver_cross": {"effect": {"op": "take_from_discard", "filter": "item", "n": 1}},
        "bitter_tincture": {"effect": {"op": "take_from_discard", "filter": "item", "n": 2}},
        "dark_cloak": {"effect": {"op": "discard_from_row", "filter": "any", "n": 4}},
        "old_map": {"effect": {"op": "scry", "n": 5}},
        "curate": {"effect": {"op": "ready_survivor", "n": 1}, "in_battle": True},
        "doctor": {"effect": {"op": "none"}, "in_battle": True},
        "singer": {"effect": {"op": "take_from_discard", "filter": "weapon", "n": 2}},
        "castle_2": {"on_reveal": {"op": "add_to_row", "n": 3},
                     "while": {"op": "hide_cost", "delta": -3}},
        "castle_3": {"on_reveal": {"op": "discard_row"},
                     "while": {"op": "noise_threshold", "delta": -4}},
        "village_2": {"while": {"op": "strength_mod", "n": -9}},
        "village_3": {"on_reveal": {"op": "add_to_row", "n": 2},
                      "while": {"op": "first_cost_mod", "n": 2}},
        "mansion_2": {"on_reveal": {"op": "lose_energy", "n": 2},
                      "while": {"op": "strength_mod", "n": 3}},
        "the_brides": {"power": {"op": "absorb_first_draw"}},
        "lord_henry": {"power": {"op": "absorb_first_draw"}},
        "loose_stone": {"once": True},
    }  # fmt: skip
    for ident, change in changes.items():
        row_of(data, ident).update(change)
    return validate(data, "odd", "hunted", GAME.schema)


# --- packs ------------------------------------------------------------------------


def bent(edit: Edit) -> Pack:
    """The reference pack with something changed that the schema would refuse."""
    data = data_of(GAME.reference)
    edit(data)
    return Pack(data, "bent")


def _on(ident: str, **change: object) -> Edit:
    """A card with other fields."""
    return lambda data: row_of(data, ident).update(change)


PACKS: dict[str, Edit] = {
    "HUI-45/the_box_is_complete": lambda d: d["enemy"].pop(),
    "HUI-54/hero_and_first_weapon_have_two_faces": _on("scholar", face="a"),
    "HUI-45/every_stage_has_three_locations": _on("castle_3", numeral=2),
    "HUI-45/every_card_has_one_kind": _on("the_brides", id="gutter_wolf"),
    "HUI-54/sets_have_their_size": _on("the_butler", set="dracula"),
    "HUI-51/icons_are_of_four_kinds": _on("silver_dagger", cost={"key": 1}),
    "HUI-51/what_is_taken_costs_something": _on("wood_axe", cost={}),
    "HUI-45/enemies_have_no_resources": _on("gutter_wolf", resources={"bell": 1}),
    "HUI-45/an_enemy_has_one_number": _on("gutter_wolf", health=3),
    "HUI-54/weapons_have_their_numbers_and_flags": _on("wood_axe", subsequent=0),
    "HUI-45/keys_are_worth_one_or_two": _on("key_ring_1", key_value=1),
    "HUI-45/the_relic_is_paid_as_in_the_example": _on("mystic", resources={"hand": 2}),
    "HUI-45/dagger_and_stone_are_as_in_the_example": _on("loose_stone", first=2),
    "HUI-54/dracula_has_two_brides_or_victims": _on("the_victim", role="boss"),
    "HUI-54/jekyll_and_hyde_share_a_card": _on("jekyll_hyde", value=8),
    "HUI-54/dorian_is_an_enemy_and_not_locked": _on("dorian_gray", locked_in=True),
    "HUI-45/stated_numbers_are_the_rulebooks": lambda d: d["constants"].update(hide_cost=2),
}


def judge_pack(item: Property) -> Verdict:
    """What a content check says of the pack made for it."""
    return item(bent(PACKS[item.label]))


# --- phase tables -----------------------------------------------------------------

TABLES: dict[str, Bend] = {
    "HUT-01/four_actions_are_offered_in_one_row": offers("challenge", "explore"),
    "HUT-02/a_combat_is_left_by_its_end_alone": leads("strike", "choose"),
    "HUT-03/one_card_is_collected_or_rescued": leads("unlock", "choose"),
    "HUT-04/the_battle_uses_the_rows_of_combat": leads("draw", "arm"),
    "HUT-05/survivors_absorb_between_attack_and_hit": offers("arm", "absorb"),
    "HUT-06/death_is_looked_at_where_energy_falls": leads("hit", "supply"),
    "HUT-07/an_end_is_an_end": leads("won", "choose"),
    "HUT-08/a_changed_row_is_settled_in_order": leads("settle", "trigger"),
    "HUT-09/an_attack_lands_in_order": leads("hit", "fight_over"),
    "HUT-10/everybody_acts_where_they_should": lambda rows: rows.update(
        draw_twice=replace(rows["draw"], name="draw_twice")
    ),
    "HUT-11/chance_draws_cards_alone": offers("draw", "look_at"),
    "HUT-12/effects_are_used_outside_fights": offers("absorb", "use"),
    "HUT-13/the_battle_is_not_left": leads("battle", "choose"),
}


def judge_table(item: Property) -> Verdict:
    """What a table check says of the phase table made for it."""
    return item(bent_table(GAME, TABLES[item.label]))


def uneven(item: Property) -> Verdict:
    """Rules in which a key's value or its first icon gives its owner more than it should."""

    def rules(pack: Pack, options: object) -> object:
        made = GAME.rules(pack, options)  # type: ignore[arg-type]
        number = int(row_of(data_of(pack), "lone_key_1")["value"])  # type: ignore[call-overload]
        made.noise = [number + more for more in made.noise]  # type: ignore[attr-defined]
        icons = row_of(data_of(pack), "lone_key_1")["resources"]
        if "boot" not in icons:  # type: ignore[operator]
            made.key_cost = [0 for _ in made.key_cost]  # type: ignore[attr-defined]
            made.noise = [0 for _ in made.noise]  # type: ignore[attr-defined]
        return made

    return item(Table(Game(replace(GAME, rules=rules))))  # type: ignore[arg-type]


STATIC: dict[str, Callable[[Property], Verdict]] = {
    **dict.fromkeys(PACKS, judge_pack),
    **dict.fromkeys(TABLES, judge_table),
    "HUT-14/one_player_plays": two_may_play,
    "HUM-C/icons_have_no_meaning_but_noise": uneven,
    "HUI-50/values_matter_only_in_combat": uneven,
}
