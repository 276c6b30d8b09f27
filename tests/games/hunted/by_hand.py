"""Faults of Hunted made by hand: positions, events and plies that no forged ply brings."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

from engine.content import Pack
from engine.events import Happening
from engine.game import Game
from engine.games.hunted import GAME
from engine.play import Step, walk
from engine.state import State
from properties.history import History
from properties.invariant import Property, Verdict
from tests.games.hunted.forging import games, hunted
from tests.games.hunted.packs import STATIC


def card(ident: str) -> int:
    """The number of a card."""
    return hunted().rules.names["cards"].index(ident)


def mask(*idents: str) -> int:
    """The set of these cards."""
    return sum(1 << card(ident) for ident in idents)


def at(row: str, game: Game | None = None, **fields: object) -> State:
    """A fresh position in a row, with these fields."""
    game = hunted() if game is None else game
    state = game.blank()
    state.phase = next(number for number, found in enumerate(game.rows) if found.name == row)
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def happening(kind: str, **facts: int | tuple[int, ...]) -> Happening:
    """An event of this kind; facts not named are 0."""
    event = next(event for event in GAME.events if event.kind == kind)
    names = hunted().rules.names
    return Happening(event, tuple(facts.get(name, 0) for name in event.facts), names)


def told(item: Property, state: State, *events: Happening, game: Game | None = None) -> Verdict:
    """What a check says of the last of these events, told at a position."""
    past = History(hunted() if game is None else game, state, True)
    past.log.extend(events)
    past.at = len(events) - 1
    return item(events[-1], past)


def ply(text: str, before: State, acted: State, *events: Happening) -> Step:
    """A ply of this action between two positions."""
    game = hunted()
    code = game.code(text)
    return Step(game, 0, code, 0, (code,), before, acted, acted, events, ())


def ended() -> tuple[Game, State]:
    """A game played to its end."""
    game = hunted()
    state = game.initial()
    for code in next(games(game, 1)):
        game.apply_unchecked(state, code)
    return game, state


def play_goes_on(item: Property) -> Verdict:
    """An end with something legal."""
    game, state = ended()
    bent_game = SimpleNamespace(legal_actions=lambda _: [0], end_reason=game.end_reason,
                                row_name=game.row_name)  # fmt: skip
    return item(state, SimpleNamespace(game=bent_game))


def a_loud_card_appears(item: Property) -> Verdict:
    """A Wood Axe more in the Row after something was collected."""
    before = at("pay", in_row=[card("lone_key_1"), card("mystic")], target=card("lone_key_1"))
    return item(ply("take_it", before, at("pay", in_row=[card("wood_axe")])))


def a_survivor_comes_for_nothing(item: Property) -> Verdict:
    """A Survivor in the party, and the key in the inventory still."""
    before = at("unlock", in_row=[card("singer")], target=card("singer"),
                inventory=mask("pocket_knife", "lone_key_1"))  # fmt: skip
    acted = at("unlock", inventory=mask("pocket_knife", "lone_key_1"), party=mask("singer"))
    freed = happening("survivor.rescued", survivor=card("singer"))
    return item(ply("unlock_with lone_key_1", before, acted, freed))


def a_reshuffle_out_of_time(item: Property) -> Verdict:
    """Pass 2 begins before any card has left, and on it the deck is shuffled with cards left."""
    shuffled = happening("deck.reshuffled")
    first = told(item, at("choose"), happening("action.started"), shuffled)
    later = told(item, at("choose", passes=2), shuffled)
    return first if first is True else later


def the_row_is_shuffled(item: Property) -> Verdict:
    """An empty Row after a reshuffle."""
    before = at("choose", in_row=[card("mystic")])
    return item(ply("explore", before, at("choose"), happening("deck.reshuffled")))


def the_deck_stays_empty(item: Property) -> Verdict:
    """No pass 2 after the last card."""
    before = at("draw", deck=[card("mystic")])
    return item(ply("turn_up mystic", before, at("draw", deck=[])))


def a_bride_opens_nothing(item: Property) -> Verdict:
    """A Finale card in the Row on pass 2, and no Finale."""
    return item(at("choose", passes=2, in_row=[card("the_brides")]))


def all_are_drawn_and_wait(item: Property) -> Verdict:
    """Dracula and his Minions in the Row, and no battle."""
    row = [card(ident) for ident in ("dracula", "the_brides", "the_victim")]
    return item(at("choose", passes=2, entered=1, in_row=row))


def dracula_is_hit_at_once(item: Property) -> Verdict:
    """A second attack on Dracula that reaches more than the weapons."""
    state = at("strike", entered=1, battle=1, foe=card("dracula"), attacks=1)
    return told(item, state, happening("attack.made", number=2, attack=3, total=9))


def a_cheap_attack(item: Property) -> Verdict:
    """Nothing due for an attack with the Pocket Knife."""
    state = at("absorb", battle=1, foe=card("dracula"), primary=card("pocket_knife"), attacks=1)
    return item(ply("absorb 0", state, state))


def a_whetstone_stays_in_the_air(item: Property) -> Verdict:
    """A weapon is discarded, and what hangs on it is not."""
    stake = card("wooden_stake")
    state = at("choose", attached=[card("whetstone")], hosts=[stake])
    return told(item, state, happening("card.discarded", card=stake, zone=2, cause=7))


def a_survivor_absorbs_again(item: Property) -> Verdict:
    """A party of none absorbs."""
    return told(item, at("absorb", battle=1), happening("survivor.absorbed"))


def a_location_does_not_wait(item: Property) -> Verdict:
    """Location II drawn for an attack, and already forgotten."""
    acted = at("strike", locations=[card("castle_1"), card("castle_2")])
    placed = happening("location.placed", location=card("castle_2"))
    return item(ply("strike_with castle_2", at("strike"), acted, placed))


def the_mill_leaves_a_card(item: Property) -> Verdict:
    """The Old Mill is revealed, and the Row stays as it was."""
    row = [card("mystic")]
    shown = happening("location.resolved", location=card("village_3"))
    return item(ply("turn_up village_3", at("draw", in_row=row), at("draw", in_row=row), shown))


def the_row_is_not_shown(item: Property) -> Verdict:
    """An observation without the card that lies in the Row."""
    state = at("choose", in_row=[card("mystic")])
    seen = {**hunted().observation(state, 0), "in_row": []}
    return item(state, seen)


def a_toll_keeper_is_shuffled_in(item: Property) -> Verdict:
    """A card of no Finale in the deck."""
    state = at("hero")
    strange = at("choose", unseen=state.unseen | mask("toll_keeper"))  # type: ignore[attr-defined]
    return item(ply("play_as wanderer", state, strange))


def location_one_is_revealed(item: Property) -> Verdict:
    """Location I resolved as the game starts."""
    shown = happening("location.resolved", location=card("castle_1"))
    return item(ply("play_as wanderer", at("hero"), at("choose"), shown))


def two_enemies_wait(item: Property) -> Verdict:
    """Two Enemies in the Row, and an action to choose."""
    state = at("choose", in_row=[card("gutter_wolf"), card("tomb_rats")])
    return item(state, SimpleNamespace(game=hunted()))


def nobody_plays_on(item: Property) -> Verdict:
    """An action to choose without Energy."""
    return item(at("choose", energy=0))


def a_dropped_card_stays(item: Property) -> Verdict:
    """A Row as it was after a card of it was dropped."""
    state = at("drop", in_row=[card("mystic")], fx=card("dark_cloak"), fx_n=1)
    return item(ply("drop mystic", state, state))


def the_pile_is_turned(item: Property) -> Verdict:
    """Monster Mash with Jekyll on Dracula after the first pass."""
    game = hunted(finale="monster_mash", stage="village", tie_break="earliest")
    before = at("draw", game)
    turned = at("choose", game, deck=before.pile[::-1], pile=[])  # type: ignore[attr-defined]
    told_so = happening("deck.reshuffled", **{"pass": 2})
    step = ply("turn_up mystic", before, turned, told_so)
    return item(replace(step, game=game))


def a_mystic_is_locked_in(item: Property) -> Verdict:
    """A card that bears no locked-in icon returns to the Row."""
    state = at("choose", in_row=[card("mystic")])
    return told(item, state, happening("locked.returned", card=card("mystic")))


def a_bride_stays_untold(item: Property) -> Verdict:
    """A locked-in card in a discarded Row, without a word."""
    state = at("choose", in_row=[card("the_brides")])
    return told(item, state, happening("row.discarded"))


def a_survivor_sleeps_on(item: Property) -> Verdict:
    """Who is woken is exhausted still."""
    state = at("wake", party=mask("singer"), tired=mask("singer"), fx=card("smelling_salts"))
    return item(ply("wake singer", state, state))


def a_salt_too_strong(item: Property) -> Verdict:
    """An effect for one Survivor that asks for another."""
    before = at("wake", party=mask("singer", "curate"), tired=mask("singer", "curate"),
                fx=card("smelling_salts"), fx_n=1)  # fmt: skip
    return item(ply("wake curate", before, before))


def a_card_twice_in_the_row(item: Property) -> Verdict:
    """A Row with one card twice."""
    return item(at("choose", in_row=[card("mystic"), card("mystic")]))


def a_weaker_enemy_is_offered(item: Property) -> Verdict:
    """A tie between two Enemies that are not equally strong."""
    state = at("tie", in_row=[card("gutter_wolf"), card("tomb_rats")])
    return item(ply("face gutter_wolf", state, state))


def a_picture_in_the_battle(item: Property) -> Verdict:
    """A Picture that grows while it is fought."""
    return item(ply("fight", at("join", battle=1, picture=5), at("join", battle=1, picture=10)))


def a_hand_is_shuffled_in(item: Property) -> Verdict:
    """A hand shuffled into the deck."""
    before = at("choose", inventory=mask("wood_axe"))
    acted = at("choose", unseen=mask("wood_axe"))
    return item(ply("explore", before, acted, happening("deck.reshuffled")))


def hyde(**fields: object) -> tuple[Game, State]:
    """A fight with Mr. Hyde."""
    game = hunted(finale="jekyll_hyde", stage="village", over_discard=False)
    return game, at("strike", game, battle=1, face=1, foe=card("jekyll_hyde"), **fields)


def hyde_stands_on(item: Property) -> Verdict:
    """A fifth attack that does not turn him back."""
    game, state = hyde(attacks=4)
    made = happening("attack.made", number=5, fight=4, strength=13, energy=5)
    return told(item, state, made, game=game)


def hyde_is_struck_again(item: Property) -> Verdict:
    """More attacks on Hyde than he stands."""
    game, state = hyde(attacks=4)
    return item(replace(ply("strike_with mystic", state, state), game=game))


def bent_rules(bend: Callable[[object, Pack], object]) -> Game:
    """The game with its tables bent after they are made."""

    def rules(pack: Pack, options: object) -> object:
        made = GAME.rules(pack, options)  # type: ignore[arg-type]
        bend(made, pack)
        return made

    return Game(replace(GAME, rules=rules))  # type: ignore[arg-type]


def first_fault(item: Property, game: Game) -> Verdict:
    """What a step check says of the first ply it does not like."""
    for codes in games(game, 8, "hand"):
        for step in walk(game, codes, checked=False):
            verbs, rows = item.verbs or (step.verb,), item.rows or (step.row,)
            if step.row in rows and step.verb in verbs:
                verdict = item(step)
                if verdict not in (None, True):
                    return verdict
    return None


def a_weakening_stone(item: Property) -> Verdict:
    """Throwing weapons that take from the attack."""

    def bend(rules: object, pack: Pack) -> None:
        knife = card("pocket_knife")
        value = rules.value  # type: ignore[attr-defined]
        value[:] = [n if number == knife else -n for number, n in enumerate(value)]

    return first_fault(item, bent_rules(bend))


def a_location_that_lingers(item: Property) -> Verdict:
    """A pack whose Locations change something makes every first attack dearer, seen or not."""

    def bend(rules: object, pack: Pack) -> None:
        if any(row["while"] != {"op": "none"} for row in pack.rows_of("location")):
            rules.first = [n + 1 for n in rules.first]  # type: ignore[attr-defined]

    return first_fault(item, bent_rules(bend))


def a_greedy_survivor(item: Property) -> Verdict:
    """A game in which each Survivor of the party takes Energy."""

    def act(state: State, code: int) -> None:
        state.energy -= state.party.bit_count()  # type: ignore[attr-defined]

    game = SimpleNamespace(legal_actions=lambda _: [0], apply_unchecked=act, rules=hunted().rules)
    return item(SimpleNamespace(game=game, before=at("absorb")))


BY_HAND: dict[str, Callable[[Property], Verdict]] = {
    **STATIC,
    "HUI-06/nothing_is_legal_after_the_end": play_goes_on,
    "HUI-24/collecting_makes_no_noise": a_loud_card_appears,
    "HUI-26/the_survivor_leaves_the_row_and_the_keys_the_hand": a_survivor_comes_for_nothing,
    "HUI-53/a_reshuffle_comes_in_its_time": a_reshuffle_out_of_time,
    "HUI-33/the_row_is_the_same_after_a_reshuffle": the_row_is_shuffled,
    "HUI-32/the_last_card_ends_the_first_pass": the_deck_stays_empty,
    "HUI-35/the_finale_is_entered_with_its_first_card": a_bride_opens_nothing,
    "HUI-36/no_battle_is_due_at_an_action": all_are_drawn_and_wait,
    "HUI-40/dracula_is_struck_twice_alike": dracula_is_hit_at_once,
    "HUI-13/the_cost_asked_about_is_that_of_the_attack": a_cheap_attack,
    "HUI-30/attached_items_follow_their_weapon": a_whetstone_stays_in_the_air,
    "HUI-55/no_survivor_absorbs_twice": a_survivor_absorbs_again,
    "HUI-23/a_location_drawn_otherwise_waits": a_location_does_not_wait,
    "HUI-31/a_discarded_row_is_empty_but_for_locked_in_cards": the_mill_leaves_a_card,
    "HUI-44/what_lies_open_is_shown": the_row_is_not_shown,
    "HUI-03/unused_cards_stay_in_the_box": a_toll_keeper_is_shuffled_in,
    "HUI-23/location_one_is_not_revealed": location_one_is_revealed,
    "HUI-07/no_combat_is_due_at_an_action": two_enemies_wait,
    "HUI-04/who_plays_has_energy": nobody_plays_on,
    "HUI-29/a_dropped_card_goes_to_the_discard_pile": a_dropped_card_stays,
    "HUI-32/the_pile_lies_unchanged_beneath": the_pile_is_turned,
    "HUI-34/a_locked_in_card_returns_where_it_was": a_mystic_is_locked_in,
    "HUI-34/every_locked_in_card_is_told": a_bride_stays_untold,
    "HUI-41/hyde_stands_so_many_attacks": hyde_stands_on,
    "HUI-41/hyde_is_attacked_no_more_than_so": hyde_is_struck_again,
    "HUI-38/a_woken_survivor_is_ready": a_survivor_sleeps_on,
    "HUI-29/no_effect_takes_more_than_it_says": a_salt_too_strong,
    "HUI-03/ordered_zones_name_no_card_twice": a_card_twice_in_the_row,
    "HUI-09/the_strongest_are_offered": a_weaker_enemy_is_offered,
    "HUI-42/the_picture_is_fixed_in_the_battle": a_picture_in_the_battle,
    "HUI-33/a_reshuffle_leaves_the_table_alone": a_hand_is_shuffled_in,
    "HUM-A/a_throwing_weapon_more_never_weakens": a_weakening_stone,
    "HUM-B/a_survivor_more_never_costs_energy": a_greedy_survivor,
    "HUM-D/a_covered_location_is_none": a_location_that_lingers,
}
