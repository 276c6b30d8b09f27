"""Faults of The Necrohamster made by hand: packs, tables, views and events no forged ply brings."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

from engine.content import Pack
from engine.events import Happening
from engine.game import Game
from engine.games.necrohamster import GAME
from engine.state import State, numbers, u16
from properties.checker import Table
from properties.history import History
from properties.invariant import Property, Verdict
from properties.necrohamster.ledger import Running, memory_of
from tests.games.tables import Bend, bent_table, changed, leads


@cache
def necrohamster(**options: int | str) -> Game:
    """The game with these options, made once."""
    return Game(GAME, dict(options) or None)


# --- packs ------------------------------------------------------------------------

# Changes parsed TOML in place.
Edit = Callable[..., object]


def bent(edit: Edit) -> Pack:
    """The reference pack with something changed that the schema would refuse."""
    data = GAME.reference.copied()
    edit(data)
    return Pack(data, "bent")


def _effect(kind: str, op: str) -> dict[str, object]:
    return {"kind": kind, "effects": [{"op": op, "n": 1}]}


PACKS: dict[str, Edit] = {
    "NHI-32/creatures_state_six_things": lambda d: d["creature"][3].pop("type"),
    "NHI-32/artefacts_have_neither_type_nor_cost": lambda d: d["artefact"][1].update(cost=2),
    "NHI-32/titles_have_prerequisites": lambda d: d["title"][1].update(needs=[]),
    "NHI-32/types_are_three": lambda d: d["creature"][2].update(type="devil"),
    "NHI-32/effects_fit_the_kind_of_ability": lambda d: d["creature"][3].update(
        ability=_effect("continuous", "draw")
    ),
    "NHI-32/artefacts_and_creatures_are_tied": lambda d: d["creature"][8].update(
        artefact="warding_lantern"
    ),
    "NHI-30/zombie_mouse_is_as_printed": lambda d: d["creature"][0].update(points=3),
    "NHI-30/the_trident_is_as_printed": lambda d: d["artefact"][0].update(points=2),
    "NHI-30/lord_of_beasts_is_as_printed": lambda d: d["title"][0]["needs"][0].update(min=2),
    "NHI-30/stated_numbers_are_the_rulebooks": lambda d: d["constants"].update(draws=2),
    "NHI-33/cards_suffice_for_two": lambda d: d.update(title=d["title"][:2]),
}


def judge_pack(item: Property) -> Verdict:
    return item(bent(PACKS[item.label]))


# --- phase tables -----------------------------------------------------------------

TABLES: dict[str, Bend] = {
    "NHT-01/no_row_cuts_a_hand_down": leads("drawn", "give_up"),
    "NHT-02/a_round_runs_one_way": leads("reveal", "commit"),
    "NHT-03/the_game_ends_at_the_end_of_a_round": leads("reveal", "finished"),
    "NHT-04/each_choice_has_its_row": changed("pay", verbs=("pay_with", "pass_round")),
    "NHT-05/everybody_acts_where_they_should": changed("reveal", actor="chance"),
    "NHT-06/secret_rows_look_alike": changed("pay", shown=""),
}


def judge_table(item: Property) -> Verdict:
    return item(bent_table(GAME, TABLES[item.label]))


def five_may_play(item: Property) -> Verdict:
    """A game that has a fifth seat."""
    definition = replace(GAME, players=(2, 5))
    return item(Table(SimpleNamespace(definition=definition)))  # type: ignore[arg-type]


def fields_are(**otherwise: object) -> Callable[[Property], Verdict]:
    """A game with some fields of its state declared otherwise."""

    def judge(item: Property) -> Verdict:
        state = type(State)("Bent", (State,), {**dict(GAME.state.FIELDS), **otherwise})
        definition = SimpleNamespace(state=state)
        return item(Table(SimpleNamespace(definition=definition)))  # type: ignore[arg-type]

    return judge


def titles_make_mice_dearer(item: Property) -> Verdict:
    """Rules by which each title, laid out or not, adds a point to each creature."""

    def uneven(pack: Pack, options: object) -> object:
        rules = GAME.rules(pack, options)  # type: ignore[arg-type]
        more = len(rules.titles)  # type: ignore[attr-defined]
        rules.creatures = [replace(card, points=card.points + more)  # type: ignore[attr-defined]
                           for card in rules.creatures]  # type: ignore[attr-defined] # fmt: skip
        return rules

    return item(Table(Game(replace(GAME, rules=uneven))))  # type: ignore[arg-type]


class Moody(Game):
    """A game that lists its actions the other way round after a while."""

    calls = 0

    def legal_actions(self, state: State) -> list[int]:
        self.calls += 1
        legal = super().legal_actions(state)
        return legal[::-1] if self.calls > 20 else legal


def played_again_it_differs(item: Property) -> Verdict:
    """A game that remembers what was asked of it."""
    return item(Table(Moody(GAME)))


# --- positions, views and events ------------------------------------------------------------------


def standing(**fields: object) -> State:
    """A fresh table for two with these fields, in words; the other cards are in the deck."""
    game = necrohamster()
    state, kinds = game.blank(), dict(GAME.state.FIELDS)
    state.marker = 0  # type: ignore[attr-defined]
    for name, word in fields.items():
        setattr(state, name, kinds[name].parse(word, game.rules.names))
    return state


def happening(kind: str, **facts: int | tuple[int, ...]) -> Happening:
    """An event of this kind; facts not named are 0."""
    event = next(event for event in GAME.events if event.kind == kind)
    values = tuple(facts.get(name, 0) for name in event.facts)
    return Happening(event, values, necrohamster().rules.names)


def told(item: Property, state: State, *events: Happening) -> Verdict:
    """What a check says of the last of these events, told at a position."""
    past = History(necrohamster(), state, True)
    past.log.extend(events)
    past.at = len(events) - 1
    return item(events[-1], past)


def a_start_for_three(item: Property) -> Verdict:
    """A game of two that says it is one of three."""
    return told(item, standing(), happening("game.started", players=3))


def a_hand_cut_down(item: Property) -> Verdict:
    """A card discarded right before the round is over."""
    cut = happening("hand.discarded", seat=0, card=0)
    return told(item, standing(), cut, happening("round.ended"))


TIED = {"areas": [{"zombie_boar": 1}, {"zombie_boar": 1}], "hands": [["spirit_owl"], []]}


def the_best_creature_first(item: Property) -> Verdict:
    """A tie split by the best creature before numbers of creatures are compared."""
    event = happening("tie.broken", step=1, tied=(0, 1), values=(7, 7), left=(0, 1))
    return told(item, standing(**TIED), event)


def a_tie_nobody_broke(item: Property) -> Verdict:
    """A winner named straight after equal scores."""
    scored = happening("score.tallied", seat=1, creatures=7, total=7)
    return told(item, standing(**TIED), scored, happening("game.won", seats=(0,), points=7))


def stopped_too_soon(item: Property) -> Verdict:
    """Play that stops after three rounds of two hundred."""
    return told(item, standing(round=3), happening("game.stopped", round=3))


def a_theft_out_of_nothing(item: Property) -> Verdict:
    """A creature stolen while no effect is under way."""
    return told(item, standing(), happening("creature.stolen", seat=0, source=0, **{"from": 1}))


def a_warded_hand_hit(item: Property) -> Verdict:
    """A Hound's attack on whoever holds the Lantern."""
    warded = standing(
        artefacts=[[], ["warding_lantern"], [], []],
        source="zombie_hound",
        hands=[[], ["spirit_owl"]],
    )
    hound = necrohamster().rules.names["sources"].index("zombie_hound")
    return told(item, warded, happening("hand.discarded", seat=1, source=hound))


def an_artefact_from_the_wrong_place(item: Property) -> Verdict:
    """An artefact of the middle said to come from a player."""
    there = standing(shelf=["devils_trident"])
    return told(item, there, happening("artefact.gained", seat=0, **{"from": 1}))


def a_ward_of_nobody(item: Property) -> Verdict:
    """A Hound warded off by a player without Lantern."""
    hound = necrohamster().rules.names["sources"].index("zombie_hound")
    under_way = standing(source="zombie_hound")
    return told(item, under_way, happening("attack.warded", seat=1, source=hound))


def hit_anticlockwise(item: Property) -> Verdict:
    """A Hound of seat 0 that hits seat 2 before seat 1."""
    game = necrohamster(players=3)
    hound = game.rules.names["sources"].index("zombie_hound")
    state = game.blank()
    state.marker, state.source = 0, hound  # type: ignore[attr-defined]
    past = History(game, state, True)
    memory_of(past).effect = Running(0, hound, state, struck=[2, 1])  # type: ignore[arg-type]
    return item(happening("effect.ended", seat=0, source=hound), past)


def somebody_wins_unfinished_play(item: Property) -> Verdict:
    """Play that stopped, with a winner."""
    bent_game = SimpleNamespace(returns=lambda _: (1, 0))
    return item(standing(), SimpleNamespace(game=bent_game, counts={}))


def forfeited_beside_a_deck(item: Property) -> Verdict:
    """A draw forfeited while the deck is full."""
    lost = happening("draw.forfeited", cards=1)
    return item(SimpleNamespace(events=(lost,), after=standing()), None)


def chance_is_a_seat(item: Property) -> Verdict:
    """A draw made by a player."""
    return item(SimpleNamespace(row="draw", player=0))


def _committing() -> tuple[State, dict[str, object]]:
    """Seat 0 has committed an Owl, seat 1 is about to; and what seat 1 is shown."""
    state = standing(
        hands=[{"spirit_owl": 1, "zombie_frog": 2}, {"zombie_mouse": 2}], turn=1, player=1,
        commit=["spirit_owl", "none", "none", "none"], paid=[{"zombie_frog": 2}],
        offered=["lord_of_beasts", "relic_warden", "horde_caller"], discards=["zombie_bear"],
    )  # fmt: skip
    state.phase = next(row.index for row in necrohamster().rows if row.name == "commit")
    return state, dict(necrohamster().observation(state, 1))


def shown(key: str, value: object) -> Callable[[Property], Verdict]:
    """A view with something else under one key; judged right as it is, and wrong with that."""

    def judge(item: Property) -> Verdict:
        state, seen = _committing()
        assert item(state, seen) is True
        return item(state, {**seen, key: value})

    return judge


BY_HAND: dict[str, Callable[[Property], Verdict]] = {
    **dict.fromkeys(PACKS, judge_pack),
    **dict.fromkeys(TABLES, judge_table),
    "NHT-07/other_numbers_of_players_are_refused": five_may_play,
    "NHT-08/each_player_has_its_own": fields_are(count=numbers(4)),
    "NHT-09/a_round_is_told_apart_by_its_table": fields_are(round=u16()),
    "NHM-D/a_title_nobody_meets_changes_no_score": titles_make_mice_dearer,
    "NHI-31/a_seed_and_its_choices_are_one_game": played_again_it_differs,
    "NHI-33/the_game_starts_as_asked": a_start_for_three,
    "NHI-27/no_hand_is_cut_down": a_hand_cut_down,
    "NHI-26/ties_are_broken_in_sequence": the_best_creature_first,
    "NHI-26/no_tie_is_left_unbroken": a_tie_nobody_broke,
    "NHI-24/play_stops_after_the_last_round": stopped_too_soon,
    "NHI-16/a_theft_is_no_summon": a_theft_out_of_nothing,
    "NHI-28/attacks_spare_the_warded": a_warded_hand_hit,
    "NHI-28/only_a_ward_wards": a_ward_of_nobody,
    "NHI-28/opponents_are_hit_in_player_order": hit_anticlockwise,
    "NHI-03/control_moves_from_its_holder": an_artefact_from_the_wrong_place,
    "NHI-24/nobody_wins_an_unfinished_game": somebody_wins_unfinished_play,
    "NHI-09/forfeited_draws_leave_both_piles_empty": forfeited_beside_a_deck,
    "NHI-05/chance_and_seats_take_their_turns": chance_is_a_seat,
    "NHI-11/a_view_holds_one_commit": shown("commit", ["spirit_owl", "none"]),
    "NHI-11/hands_and_deck_are_backs": shown("deck", {"zombie_frog": 6}),
    "NHI-11/the_table_is_seen_by_all": shown("discards", 1),
    "NHI-02/titles_removed_are_not_shown": shown("removed", ["bone_collector"]),
}
