"""Faults of Henchling made by hand: packs, tables, views and positions no forged ply brings."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import cast

from engine.content import Pack
from engine.events import Happening, Value
from engine.fields import Mask
from engine.game import Game
from engine.games.henchling import GAME
from engine.games.henchling.components import (
    NO_TARGET,
    P_DRAW,
    P_UNFLIP,
    PLAY,
    SEAT0,
    HenchlingRules,
)
from engine.games.henchling.state import Henchling
from engine.options import Options
from engine.play import Step, play, walk
from engine.policies import named
from properties.checker import Table
from properties.henchling.ledger import Action, Batch, memory_of, opened
from properties.history import History
from properties.invariant import Property, Verdict
from tests.games.tables import Bend, bent_table, changed, leads

Edit = Callable[..., object]
# Places in the reference set: Henchlings, items, a spell, a trap.
BADGER, COP, HARP, REMOTE, FIELD, MEMO, TRAP = 3, 0, 13, 15, 17, 18, 28
ITEMS = range(11, 18)
REACTING = [phase.name for phase in GAME.phases].index("react")


@cache
def henchling(**options: int | str | bool) -> Game:
    """The game with these options, made once."""
    return Game(GAME, dict(options) or None)


# --- packs ------------------------------------------------------------------------

PACKS: dict[str, Edit] = {
    "HEI-51/a_set_has_thirty_two_cards": lambda d: d["card"].pop(),
    "HEI-51/every_card_has_one_of_five_types": lambda d: d["card"][3].update(type="devil"),
    "HEI-51/henchlings_alone_fight": lambda d: d["card"][12].update(attack=2),
    "HEI-51/costs_run_from_none_to_three": lambda d: d["card"][4].update(cost=4),
    "HEI-51/enhancers_say_what_they_enhance": lambda d: d["card"][4].update(enhances="item"),
    "HEI-51/stated_numbers_are_the_rulebooks": lambda d: d["constants"].update(money=4),
}


def judge_pack(item: Property) -> Verdict:
    """The check on the reference pack with something changed that the schema would refuse."""
    data = json.loads(json.dumps(GAME.reference.data))
    PACKS[item.label](data)
    return item(Pack(data, "bent"))


# --- tables and games -------------------------------------------------------------

TABLES: dict[str, Bend] = {
    "HET-02/a_turn_has_one_course": leads("un_tilt", "draws"),
    "HET-03/windows_open_in_two_rows": leads("react", "react"),
    "HET-04/everything_is_offered_in_the_action_row": changed("draw", verbs=("draw", "attack")),
    "HET-06/an_end_is_an_end": leads("won", "resolve"),
    "HET-07/chance_acts_in_four_rows": changed("draw", actor="chance"),
    "HET-08/nobody_acts_between_phases": changed("trim", actor="chance"),
}


def judge_table(item: Property) -> Verdict:
    """The check on a phase table with one row changed."""
    return item(bent_table(GAME, TABLES[item.label]))


def _as_mask(name: str, there: bool) -> Callable[[Property], Verdict]:
    """The check on a state in which this field is a mask, or no mask."""

    def judge(item: Property) -> Verdict:
        fields = dict(GAME.state.FIELDS)
        fields[name] = fields["alive"] if there else fields["purse"]
        assert isinstance(fields["alive"], Mask)
        state = SimpleNamespace(FIELDS=tuple(fields.items()))
        definition = SimpleNamespace(state=state, phases=GAME.phases, verbs=GAME.verbs)
        return item(Table(cast(Game, SimpleNamespace(definition=definition))))

    return judge


def bent_game(bend: Callable[[HenchlingRules], None], **options: int) -> Game:
    """The game with one number of its rules another, whatever the cards say."""

    def rules(pack: Pack, chosen: Options) -> HenchlingRules:
        made = HenchlingRules(pack, chosen)
        bend(made)
        return made

    return Game(replace(GAME, rules=rules), dict(options) or None)  # type: ignore[arg-type]


def _misread(item: Property) -> Verdict:
    """The check on a game in which one card costs more than is printed."""

    def bend(rules: HenchlingRules) -> None:
        rules.designs[BADGER] = replace(rules.designs[BADGER], cost=3)

    return item(Table(bent_game(bend)))


def _richer(item: Property) -> Verdict:
    """The check on a game in which everybody has a dollar more than is stated."""
    return item(Table(bent_game(_set(money=4))))


def _finite(item: Property) -> Verdict:
    """The check on a game that takes no printed ability for one that may prolong a turn."""
    return item(Table(bent_game(_set(may_prolong=False))))


def _by_name(item: Property) -> Verdict:
    """The check on a game in which renamed cards are worth other money."""

    def bend(rules: HenchlingRules) -> None:
        if rules.designs[COP].id.startswith("x_"):
            rules.money = 1

    return item(Table(bent_game(bend)))


class Fickle(HenchlingRules):
    """Rules by which every turn brings other money."""

    read = 0

    @property
    def money(self) -> int:  # type: ignore[override]
        """Another number each time it is read."""
        Fickle.read += 1
        return 3 + Fickle.read % 97

    @money.setter
    def money(self, value: int) -> None:
        """What is printed is of no account."""


def _fickle(item: Property) -> Verdict:
    """The check on a game that goes another way each time."""
    return item(Table(Game(replace(GAME, rules=Fickle))))


# --- positions and plies ----------------------------------------------------------


@cache
def _plies() -> tuple[Step, ...]:
    game = henchling(players=3)
    return tuple(walk(game, play(game, "shake:by hand", named(game, "mixed"), plies=300).codes))


def at_rest() -> Step:
    """A real ply of the action row, some way into a game."""
    return [step for step in _plies() if step.row == "action" and not step.before.agenda][20]


def told(kind: str, **facts: Value) -> Happening:
    """An event with these facts, and 0, none or nobody for the others."""
    event = next(event for event in GAME.events if event.kind == kind)
    values = tuple(facts.get(name, 0) for name in event.facts)
    return Happening(event, values, at_rest().game.rules.names)


def position(**fields: object) -> Henchling:
    """A real position of the action row with these fields, or places of a field, otherwise."""
    state = cast(Henchling, at_rest().before.clone())
    for name, value in fields.items():
        if isinstance(value, dict):
            for at, each in value.items():
                getattr(state, name)[at] = each
        else:
            setattr(state, name, value)
    return state


def _state(**fields: object) -> Callable[[Property], Verdict]:
    return lambda item: item(position(**fields))


def _step(
    *events: Happening, before: dict[str, object] | None = None, after: dict[str, object],
    **changes: object,
) -> Callable[[Property], Verdict]:  # fmt: skip
    def judge(item: Property) -> Verdict:
        step = replace(
            at_rest(),
            events=events,
            before=position(**before or {}),
            after=position(**after),
            **changes,
        )  # type: ignore[arg-type]
        if not item.wants_past:
            return item(step)
        return item(step, History(step.game, step.before, False))

    return judge


def _event(happening: Callable[[], Happening], **fields: object) -> Callable[[Property], Verdict]:
    """The check on an event told where these fields hold."""

    def judge(item: Property) -> Verdict:
        return item(happening(), History(at_rest().game, position(**fields), True))

    return judge


def _unbroken(item: Property) -> Verdict:
    """The check at the end of a batch that an item blocked and survived."""
    past = History(at_rest().game, position(tables={0: 1 << FIELD}, playing=-1), True)
    memory = memory_of(past)
    memory.batch = Batch("attack", BADGER, (SEAT0,), (1,), False, blocked=[FIELD])
    return item(told("batch.ended"), past)


def _half_done(item: Property) -> Verdict:
    """The check where a harp whose target was unfit did no damage to its own player."""
    past = History(at_rest().game, position(playing=-1), True)
    number = past.game.rules.designs[HARP].active[0]
    opened(past).memory.action = Action("ability", 0, HARP, number, BADGER, -1)
    past.log += [told("action.announced"), told("action.prevented", card=HARP, reason=NO_TARGET)]
    past.at = len(past.log)
    return item(told("phase.started", phase=P_UNFLIP), past)


def _aimed_at_a_face(item: Property) -> Verdict:
    """The check on a face-down card chosen by its name."""
    step = at_rest()
    code = step.game.space.bases["target"] + REMOTE
    return item(replace(step, code=code, before=position(backs=[REMOTE], flippers=[0])))


def _opening(item: Property) -> Verdict:
    """The check of the start on a table with other health."""
    state = position(health={0: 39})
    happening = told("game.started", players=3, copies=1, cards=32, traps=(28, 29, 30, 31))
    return item(happening, History(at_rest().game, state, True))


def _overdue(item: Property) -> Verdict:
    """The check on actions that end while a trap that waited for one of them lies there."""
    past = History(at_rest().game, position(traps=[TRAP]), True)
    opened(past).memory.due = [TRAP]
    return item(told("phase.started", phase=4), past)


def _seen(**shown: object) -> Callable[[Property], Verdict]:
    """The check on a view with other parts."""

    def judge(item: Property) -> Verdict:
        game, state = at_rest().game, position(
            tables={0: 1 << BADGER, 1: 1 << REMOTE, 2: 0}, backs=[REMOTE], flippers=[0],
            hands={0: 1 << COP, 1: 2, 2: 4},
        )  # fmt: skip
        return item(state, {**game.observation(state, 0), **shown})

    return judge


FIGHTER: dict[str, object] = {"tables": {0: 1 << BADGER, 1: 0, 2: 0}}
ALL_ITEMS = sum(1 << card for card in ITEMS)

BY_HAND: dict[str, Callable[[Property], Verdict]] = {
    **dict.fromkeys(PACKS, judge_pack),
    **dict.fromkeys(TABLES, judge_table),
    "HET-01/health_is_a_number": _as_mask("health", True),
    "HET-05/tilt_is_upright_or_not": _as_mask("tilted", False),
    "HEI-51/cards_are_read_as_they_are_printed": _misread,
    "HEI-51/numbers_are_read_as_they_are_stated": _richer,
    "HEI-60/what_may_prolong_a_turn_is_known": _finite,
    "HEM-B/names_are_but_names": _by_name,
    "HEI-50/a_seed_and_its_choices_are_one_game": _fickle,
    "HEI-51/everybody_begins_alike": _opening,
    "HEI-35/backs_have_no_faces": _seen(tables=[["trapdoor_remote"]]),
    "HEI-62/hands_of_others_are_sizes": _seen(hands={"own": [], "others": []}),
    "HEI-62/no_card_of_a_pile_is_shown": _seen(exposed="nobody"),
    "HEI-03/no_trap_in_a_hand": _state(hands={0: 1 << TRAP}),
    "HEI-04/the_exposed_card_is_no_trap": _state(exposed=TRAP),
    "HEI-22/five_items_at_most": _state(tables={0: ALL_ITEMS}),
    "HEI-26/whoever_fights_lives": _state(**FIGHTER, damage={BADGER: 9}, playing=-1),
    "HEI-48/play_goes_on_among_several": _state(alive=1),
    "HEI-59/numbers_stay_in_bounds": _state(health={0: 30_001}),
    "HEI-51/two_to_four_play": _step(before={"alive": 15}, after={}),
    "HEI-06/tokens_are_no_cards": _step(told("token.created", card=70), after={}),
    "HEI-59/a_thirteenth_is_not_made": _step(told("token.created", card=3), after={}),
    "HEI-59/packets_stay_in_bounds": _step(told("batch.opened", amounts=(251,)), after={}),
    "HEI-59/counters_stay_in_bounds": _step(told("counter.placed", generic=251), after={}),
    "HEI-27/nobody_is_healed_in_a_batch": _step(told("health.healed"), after={}),
    "HEI-14/others_stay_tilted": _step(
        told("turn.started"), before={"tilted": 1 << BADGER, **FIGHTER},
        after={"tilted": 0, "active": 1, **FIGHTER},
    ),
    "HEI-39/own_flips_of_now_stay_down": _step(
        before={"backs": [BADGER], "flippers": [1], "flip_now": 1 << BADGER, "active": 1},
        after={"backs": [], "flippers": [], **FIGHTER},
    ),
    "HEI-30/removal_is_no_damage": _step(
        told("card.stolen", card=BADGER), before={"damage": {BADGER: 0}},
        after={"damage": {BADGER: 2}},
    ),
    "HEI-44/control_is_no_arrival": _step(
        told("card.stolen", card=BADGER), told("card.arrived", card=BADGER), after={}
    ),
    "HEI-44/trades_keep_the_counts": _step(
        told("cards.traded"), before={"tables": {0: 1 << BADGER, 1: 0, 2: 0}},
        after={"tables": {0: 0, 1: 1 << BADGER, 2: 0}},
    ),
    "HEI-40/reactions_answer_actions": _step(after={}, player=1, before={"active": 1}),
    "HEI-05/no_spell_or_trap_on_a_table": _state(tables={0: 1 << TRAP}),
    "HEI-54/a_back_is_chosen_by_its_place": _aimed_at_a_face,
    "HEI-15/own_henchlings_have_recovered": _event(
        lambda: told("phase.started", phase=P_DRAW), **FIGHTER, damage={BADGER: 1}, active=0,
        playing=-1, backs=[], flippers=[],
    ),
    "HEI-43/what_blocked_is_broken": _unbroken,
    "HEI-52/what_names_no_target_is_done": _half_done,
    "HEI-56/leave_text_was_face_up": _event(
        lambda: told("leave.triggered", card=BADGER), backs=[BADGER], flippers=[0]
    ),
    "HEI-16/nothing_passed_by_all_stays": _event(
        lambda: told("phase.started", phase=3), exposed=BADGER, passers=7, alive=7
    ),
    "HEI-59/tokens_are_made_within_the_bound": _event(
        lambda: told("token.created", card=64), tables={0: 1 << 64}
    ),
    "HEI-46/a_trap_is_used_up": _step(
        told("trap.sprung", card=TRAP), told("trap.sprung", card=TRAP), after={}
    ),
    "HEI-52/spells_can_be_answered": _step(
        told("action.announced", action=PLAY, card=MEMO), told("spell.spent", card=MEMO),
        after={"phase": REACTING},
    ),
    "HEI-46/traps_have_sprung": _overdue,
    "HEI-56/traps_open_no_window": _step(before={"traps": [TRAP]}, after={}),
}  # fmt: skip


# --- rules that differ from the cards -----------------------------------------------


def _set(**numbers: object) -> Callable[[HenchlingRules], None]:
    def bend(rules: HenchlingRules) -> None:
        for name, value in numbers.items():
            assert hasattr(rules, name)
            setattr(rules, name, value)

    return bend


def a_leaking_game() -> Game:
    """A game that shows the other hands."""

    def observe(state, player, shown):  # type: ignore[no-untyped-def]
        assert GAME.observe is not None
        return {**GAME.observe(state, player, shown), "leak": [str(hand) for hand in state.hands]}

    return Game(replace(GAME, observe=observe))
