"""Faults of Tin Helm made by hand: packs, phase tables and positions that no forged ply brings."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

from engine import registry
from engine.actions import Domain, Outcomes, Verb
from engine.content import Pack, validate
from engine.events import Happening
from engine.game import Game
from engine.state import State
from properties.checker import Table
from properties.history import History
from properties.invariant import Property, Verdict
from tests.games.tables import Bend, bent_table, leads, offers, two_may_play
from tests.games.tin_helm.forging import games


@cache
def tin_helm(**options: bool | int | str) -> Game:
    """The game with these options, made once."""
    return registry.load("tin_helm", dict(options) or None)


def odd_pack() -> Pack:
    """Cards an owner might have: the same ops in other places, with other numbers."""
    definition = tin_helm().definition
    data = definition.reference.copied()

    def row(table: str, ident: str) -> dict[str, object]:
        rows = data[table]
        assert isinstance(rows, list)
        return next(item for item in rows if item["id"] == ident)

    for source in ("chest", "pigman", "possessor"):
        row("shard_source", source)["once"] = False
    row("enemy", "mimic")["power"] = {"op": "regenerate", "n": 2}
    row("enemy", "wraith")["favor"] = 0
    row("enemy", "ghoul")["power"] = {"op": "on_hit", "stat": "health", "n": 2}
    row("encounter", "hermit")["effect"] = [
        {"op": "may_pay", "stat": "health", "n": 2, "then": {"op": "gain", "stat": "favor", "n": 2}}
    ]
    row("encounter", "grove")["effect"] = [
        {"op": "gain", "stat": "food", "n": 2}, {"op": "lose", "stat": "energy", "n": 1},
        {"op": "gain", "stat": "health", "n": 1},
    ]  # fmt: skip
    row("encounter", "altar")["effect"] = [
        {"op": "shard_if", "stat": "energy", "at_least": 5, "source": "altar"},
        {"op": "else_gain", "stat": "health", "n": 2},
    ]
    table = {str(die): {"op": "none"} for die in range(1, 5)}
    table["5"] = {"op": "shard", "source": "shrine"}
    table["6"] = {"op": "lose", "stat": "food", "n": 3}
    row("encounter", "fountain")["effect"] = [{"op": "roll", "table": table}]
    row("loot", "tonic")["effect"] = {"op": "gain", "stat": "favor", "n": 3}
    row("loot", "turnip").update(
        timing="passive", effect={"op": "empty_chest_gain", "stat": "health", "n": 2}
    )
    row("loot", "dented_helm")["effect"] = {"op": "shield", "n": 2, "break_at": 5}
    row("race", "elf")["ability"] = {"op": "attack_bonus", "n": 1, "when": "undead"}
    row("class", "rogue")["chart"] = {"2": 3, "4": 6}
    return validate(data, "odd", "tin_helm", definition.schema)


# --- packs ------------------------------------------------------------------------

# Changes parsed TOML in place.
Edit = Callable[..., object]


def bent(edit: Edit) -> Pack:
    """The reference pack with something changed that the schema would refuse."""
    data = tin_helm().content.copied()
    edit(data)
    return Pack(data, "bent")


PACKS: dict[str, Edit] = {
    "THI-45/the_box_is_complete": lambda d: d["enemy"].pop(),
    "THI-45/trapping_cards_have_two_items": lambda d: d["class"][0].update(
        trappings=["shield", "lockpicks"]
    ),
    "THI-45/reference_cards_have_two_faces": lambda d: d["encounter"][0].update(face="b"),
    "THI-45/race_and_class_share_four_cards": lambda d: d["race"][0].update(card="RC2"),
    "THI-45/icons_are_of_six_kinds": lambda d: d["dungeon"][0].update(icons=["door"]),
    "THI-45/charts_do_not_fall": lambda d: d["class"][0].update(chart={"1": 3, "2": 2}),
    "THI-45/every_result_names_a_card": lambda d: d["dungeon"][0].update(enemy="dragon"),
    "THI-45/seen_faces_name_their_card": lambda d: d["dungeon"][0].update(
        icons=d["dungeon"][1]["icons"]
    ),
    "THI-45/all_five_sources_can_be_found": lambda d: d["dungeon"][2].update(loot="empty"),
    "THI-45/tables_have_six_entries": lambda d: d["encounter"][5]["effect"][0]["table"].pop("6"),
    "THI-45/stated_numbers_are_the_rulebooks": lambda d: d["constants"].update(food_cap=6),
}


def judge_pack(item: Property) -> Verdict:
    return item(bent(PACKS[item.label]))


# --- phase tables -----------------------------------------------------------------

TABLES: dict[str, Bend] = {
    "THT-02/a_skip_leads_to_its_second_card": offers("reveal", "skip"),
    "THT-03/the_dead_are_not_fed": leads("trap", "next_icon"),
    "THT-04/a_fight_is_left_by_victory_or_death": leads("strike", "choose"),
    "THT-06/food_and_items_at_every_decision": offers("be_struck", "eat"),
    "THT-07/an_end_is_an_end": leads("won", "choose"),
    "THT-08/camp_water_and_offer_have_two_ways": offers("camp", "go_on"),
    "THT-09/shards_win_wherever_they_are_found": leads("trap", "won"),
    "THT-10/everybody_acts_where_they_should": lambda rows: rows.update(
        cast_again=replace(rows["cast"], name="cast_again")
    ),
    "THT-05/no_pile_of_defeated_enemies_is_kept": lambda rows: rows.update(
        strike=replace(rows["strike"], ends=("fight",))
    ),
}


def judge_table(item: Property) -> Verdict:
    return item(bent_table(tin_helm().definition, TABLES[item.label]))


def chance_draws_loot(item: Property) -> Verdict:
    """A chance verb over the loot cards."""
    domain = Domain("item", range(8), names="loot")
    drawn = Verb("draw_loot", lambda state, card: None, (domain,), "", "", False)
    drawn.outcomes(lambda state: Outcomes(range(8)))
    game = SimpleNamespace(definition=SimpleNamespace(verbs=(drawn,)))
    return item(Table(game))  # type: ignore[arg-type]


def the_first_row_is_stronger(item: Property) -> Verdict:
    """Rules that give the first enemy and the first dungeon card of a pack something extra."""
    definition = tin_helm().definition

    def uneven(pack: Pack, options: object) -> object:
        rules = definition.rules(pack, options)  # type: ignore[arg-type]
        rules.enemies[0] = replace(rules.enemies[0], health=9)  # type: ignore[attr-defined]
        rules.icons[0] = (1, 1, 1)  # type: ignore[attr-defined]
        return rules

    game = Game(replace(definition, rules=uneven))  # type: ignore[arg-type]
    return item(Table(game))


def dice_keep_their_order(item: Property) -> Verdict:
    """A game that reads every text as another action."""
    return item(Table(SimpleNamespace(code=lambda text: text)))  # type: ignore[arg-type]


# --- positions and events ----------------------------------------------------------------------


def _end() -> tuple[Game, object]:
    game = tin_helm()
    codes = next(games(game, 1))
    state = game.initial()
    for code in codes:
        game.apply_unchecked(state, code)
    return game, state


def play_goes_on(item: Property) -> Verdict:
    """An end with something legal."""
    game, state = _end()
    bent_game = SimpleNamespace(legal_actions=lambda _: [0], end_reason=game.end_reason)
    return item(state, SimpleNamespace(game=bent_game))


def the_return_is_wrong(item: Property) -> Verdict:
    """A return one above the score."""
    game, state = _end()
    wrong = (game.returns(state)[0] + 1,)  # type: ignore[arg-type]
    return item(state, SimpleNamespace(game=SimpleNamespace(returns=lambda _: wrong)))


def a_card_is_likelier(item: Property) -> Verdict:
    """A draw in which one card weighs two."""
    game = SimpleNamespace(chance_outcomes=lambda _: [(0, 1), (1, 2)])
    return item(SimpleNamespace(game=game, before=None))


def a_tracker_is_no_number(item: Property) -> Verdict:
    """A health below nothing."""
    return item(standing(health=-1))


def happening(kind: str, **facts: int) -> Happening:
    """An event of this kind; facts not named are 0."""
    game = tin_helm()
    event = next(event for event in game.definition.events if event.kind == kind)
    return Happening(event, tuple(facts.get(name, 0) for name in event.facts), game.rules.names)


def standing(**fields: int) -> State:
    """A fresh human fighter with these fields."""
    state = tin_helm().blank()
    hero = {"race": 0, "cls": 2, "level": 1, "health": 13, "energy": 6}
    for name, value in {**hero, **fields}.items():
        setattr(state, name, value)
    return state


def told(item: Property, state: State, *events: Happening) -> Verdict:
    """What a check says of the first of these events, told at a position."""
    past = History(tin_helm(), state, True)
    past.log.extend(events)
    return item(events[0], past)


def regrowth_in_the_smoke(item: Property) -> Verdict:
    """A power applied right after an attack left out."""
    return told(item, standing(), happening("attack.skipped"), happening("power.applied"))


def race_and_class_of_one_card(item: Property) -> Verdict:
    """A human rogue."""
    return told(item, standing(), happening("class.chosen", **{"class": 0}))


def a_cheap_altar(item: Property) -> Verdict:
    """A shard of the Altar for eight favor, without prayer beads."""
    end = happening("encounter.ended")
    met = standing(favor=8, room=7, result=0, icon=2)
    return told(item, met, happening("shard.gained", source=3, total=1), end)


def a_shield_of_iron(item: Property) -> Verdict:
    """A shield that survives a blow of six."""
    held = standing(items=1 << tin_helm().rules.names["items"].index("shield"))
    struck = happening("enemy.damage", before=6, amount=5)
    return item(SimpleNamespace(before=held, after=held, events=(struck,)))


def a_pause_for_nothing(item: Property) -> Verdict:
    """A pause entered without food or items."""
    game = tin_helm()
    rows = [row.name for row in game.rows]
    targets = [exit.target for exit in game.rows[rows.index("next_icon")].phase.exits]
    after = standing(phase=rows.index("pause"))
    taken = ((rows.index("next_icon"), targets.index("pause")),)
    return item(SimpleNamespace(game=game, exits=taken, after=after))


def a_pause_after_the_fifth_room(item: Property) -> Verdict:
    """A room that is not the level's sixth, ended by going on."""
    ended = happening("room.ended", rooms_done=5)
    return item(ended, SimpleNamespace(step=SimpleNamespace(verb="go_on", events=(ended,))))


BY_HAND: dict[str, Callable[[Property], Verdict]] = {
    **dict.fromkeys(PACKS, judge_pack),
    **dict.fromkeys(TABLES, judge_table),
    "THT-01/chance_never_touches_the_open_piles": chance_draws_loot,
    "THT-11/one_player_plays": two_may_play,
    "THM-C/open_piles_have_no_order": the_first_row_is_stronger,
    "THM-D/the_pile_is_a_set": the_first_row_is_stronger,
    "THM-E/swapped_dice_are_one_outcome": dice_keep_their_order,
    "THI-35/nothing_is_legal_after_the_end": play_goes_on,
    "THI-39/the_return_is_the_score": the_return_is_wrong,
    "THI-07/each_unseen_card_is_as_likely": a_card_is_likelier,
    "THI-49/six_numbers_are_tracked": a_tracker_is_no_number,
    "THI-56/nothing_regrows_in_the_smoke": regrowth_in_the_smoke,
    "THI-55/a_pause_is_entered_for_something": a_pause_for_nothing,
    "THI-55/other_rooms_end_without_a_pause": a_pause_after_the_fifth_room,
    "THI-40/race_and_class_come_from_two_cards": race_and_class_of_one_card,
    "THI-38/the_altar_wants_favor": a_cheap_altar,
    "THI-28/a_shield_breaks_at_six": a_shield_of_iron,
}
