"""The phase table of Hunted: who acts, what may be done, where it leads.

`settle` is where everything comes home: the Finale, the battle, a combat, a card owed, a Location
that waits, else the next action.  Each trigger, each death and each ending is an edge of its own.
"""

from __future__ import annotations

from engine.games.hunted.actions_pay import an_item_waits, survivor_is_named
from engine.games.hunted.effects import (
    a_location_waits,
    cards_are_owed,
    cards_are_sorted,
    deck_is_unknown,
    discards_are_taken,
    owe_next,
    reveal,
    reveal_late,
    row_cards_are_dropped,
    run_effect,
    survivors_wake,
)
from engine.games.hunted.effects_fight import (
    begin_attack,
    deck_has_cards,
    end_fight,
    enemy_hears_noise,
    foe_is_tied,
    hyde_turns_back,
    land_attack,
    more_may_be_thrown,
    replacement_is_owed,
    start_combat,
    supply,
    survivors_may_absorb,
    turn_back,
    two_enemies,
)
from engine.games.hunted.effects_finale import (
    battle_goes_on,
    boss_and_minions_are_drawn,
    boss_falls,
    boss_falls_at_zero,
    both_minions_are_drawn,
    dracula_is_drawn,
    enter_finale,
    finale_opens,
    hero_is_dead,
    jekyll_is_revealed,
    start_battle,
    third_boss_falls,
)
from engine.games.hunted.scoring import die, win
from engine.games.hunted.table import foe_falls
from engine.phases import CHANCE, NOBODY, PLAYER, Exit, Phase, always

_DIES = ("HU-ACT-04",)
_WINS = ("HU-WIN-01", "HU-FBAT-09")
_ANY_TIME = ("use", "ask", "call_on_hero")
_JEKYLL = "finale!=dracula; finale!=dorian_gray"

PHASES = (
    Phase(
        "hero", "HU-SETUP-02", PLAYER, verbs=("play_as",), quiet="first play_as",
        exits=(Exit(a_location_waits, "reveal", "HU-SETUP-11"), Exit(always, "settle")),
    ),
    Phase(
        "settle", "HU-ACT-02", NOBODY, hub=True,
        exits=(
            Exit(finale_opens, "enter", "HU-FINALE-01", ("HU-ACT-04",)),
            Exit(boss_and_minions_are_drawn, "battle", "HU-FINALE-05"),
            Exit(jekyll_is_revealed, "battle", "HU-JEK-03"),
            Exit(both_minions_are_drawn, "battle", "HU-DOR-09"),
            Exit(dracula_is_drawn, "battle", "HU-MASH-05"),
            Exit(two_enemies, "trigger", "HU-EXPL-03", ("HU-COMBAT-01",)),
            Exit(enemy_hears_noise, "trigger", "HU-EXPL-04", ("HU-COMBAT-01",)),
            Exit(cards_are_owed, "add_card"),
            Exit(a_location_waits, "reveal_late"),
            Exit(always, "choose", "HU-EXPL-05"),
        ),
    ),
    Phase(
        "choose", "HU-ACT-01", PLAYER, quiet="explore",
        verbs=("explore", "collect", "rescue", "hide", *_ANY_TIME),
        exits=(
            Exit(hero_is_dead, "lost", "HU-WIN-02", _DIES),
            Exit("explore", "draw"),
            Exit("collect", "pay"),
            Exit("rescue", "unlock"),
            Exit("hide", "settle"),
            Exit(always, "effect"),
        ),
    ),
    Phase(
        "draw", "HU-EXPL-02", CHANCE, verbs=("turn_up",),
        exits=(Exit(a_location_waits, "reveal"), Exit(always, "settle")),
    ),
    Phase(
        "pay", "HU-COLL-01", PLAYER, verbs=("pay", "take_it"), quiet="take_it",
        exits=(
            Exit("pay", "pay"),
            Exit(an_item_waits, "attach"),
            Exit(always, "settle"),
        ),
    ),
    Phase(
        "attach", "HU-ITEM-05", PLAYER, verbs=("attach_to",), quiet="first attach_to",
        needs="content has op mod_weapon", exits=(Exit(always, "settle"),),
    ),
    Phase(
        "unlock", "HU-RESC-01", PLAYER, verbs=("unlock_with", "set_free"), quiet="set_free",
        exits=(Exit(survivor_is_named, "unlock"), Exit(always, "settle")),
    ),
    Phase(
        "effect", "HU-ITEM-03", NOBODY, enter=run_effect,
        exits=(
            Exit(hero_is_dead, "lost", "HU-WIN-02", _DIES),
            Exit(deck_is_unknown, "look"),
            Exit(cards_are_sorted, "sort"),
            Exit(row_cards_are_dropped, "drop"),
            Exit(discards_are_taken, "take"),
            Exit(survivors_wake, "wake"),
            Exit(battle_goes_on, "challenge"),
            Exit(cards_are_owed, "add_card"),
            Exit(always, "settle"),
        ),
    ),
    Phase(
        "look", "HU-COMP-04", CHANCE, verbs=("look_at",), needs="content has op scry",
        exits=(Exit(deck_is_unknown, "look"), Exit(always, "sort")),
    ),
    Phase(
        "sort", "HU-DECK-02", PLAYER, verbs=("keep", "sink"), quiet="keep",
        needs="content has op scry",
        exits=(
            Exit(cards_are_sorted, "sort"),
            Exit(battle_goes_on, "challenge"),
            Exit(always, "settle"),
        ),
    ),
    Phase(
        "drop", "HU-ITEM-03", PLAYER, verbs=("drop", "drop_no_more"), quiet="drop_no_more",
        needs="content has op discard_from_row",
        exits=(Exit(row_cards_are_dropped, "drop"), Exit(always, "settle")),
    ),
    Phase(
        "take", "HU-ITEM-03", PLAYER, verbs=("take",), quiet="first take",
        needs="content has op take_from_discard",
        exits=(
            Exit(discards_are_taken, "take"),
            Exit(battle_goes_on, "challenge"),
            Exit(always, "settle"),
        ),
    ),
    Phase(
        "wake", "HU-SURV-06", PLAYER, verbs=("wake",), quiet="first wake",
        needs="content has op ready_survivor",
        exits=(
            Exit(survivors_wake, "wake"),
            Exit(battle_goes_on, "challenge"),
            Exit(always, "settle"),
        ),
    ),
    Phase("reveal", "HU-LOC-04", NOBODY, enter=reveal, exits=(Exit(always, "effect"),)),
    Phase("reveal_late", "HU-LOC-05", NOBODY, enter=reveal_late, exits=(Exit(always, "effect"),)),
    Phase(
        "add_card", "HU-LOC-05", NOBODY, enter=owe_next, needs="content has op add_to_row",
        exits=(Exit(always, "draw_more"),),
    ),
    Phase(
        "draw_more", "HU-LOC-05", CHANCE, verbs=("add_to_row",), needs="content has op add_to_row",
        exits=(Exit(always, "settle"),),
    ),
    Phase(
        "trigger", "HU-COMBAT-02", NOBODY, enter=start_combat,
        exits=(Exit(foe_is_tied, "tie"), Exit(always, "arm")),
    ),
    Phase(
        "tie", "HU-COMBAT-03", PLAYER, verbs=("face",), quiet="first face",
        needs="tie_break=player", exits=(Exit(always, "arm"),),
    ),
    Phase(
        "arm", "HU-COMBAT-04", PLAYER, verbs=("wield",), quiet="first wield",
        exits=(Exit(more_may_be_thrown, "join"), Exit(always, "attack")),
    ),
    Phase(
        "join", "HU-COMBAT-05", PLAYER, verbs=("add_throwing", "fight"), quiet="fight",
        exits=(
            Exit("fight", "attack"),
            Exit(more_may_be_thrown, "join"),
            Exit(always, "attack"),
        ),
    ),
    Phase(
        "attack", "HU-COMBAT-14", NOBODY, enter=begin_attack, progress=("attacks",),
        exits=(Exit(survivors_may_absorb, "absorb"), Exit(always, "hit")),
    ),
    Phase(
        "absorb", "HU-FBAT-06", PLAYER, verbs=("absorb",), quiet="last absorb",
        exits=(Exit(always, "hit"),),
    ),
    Phase(
        "hit", "HU-COMBAT-11", NOBODY, enter=land_attack,
        exits=(
            Exit(third_boss_falls, "won", "HU-MASH-06", _WINS),
            Exit(boss_falls_at_zero, "won", "HU-FNOTE-04", _WINS),
            Exit(boss_falls, "won", "HU-FBAT-09", _WINS),
            Exit(hero_is_dead, "lost", "HU-WIN-02", _DIES),
            Exit(foe_falls, "fight_over", "HU-COMBAT-10"),
            Exit(hyde_turns_back, "relapse", "HU-JEK-06"),
            Exit(always, "supply"),
        ),
    ),
    Phase(
        "supply", "HU-COMBAT-12", NOBODY, enter=supply,
        exits=(Exit(deck_has_cards, "strike"), Exit(always, "attack")),
    ),
    Phase(
        "strike", "HU-COMBAT-12", CHANCE, verbs=("strike_with",),
        exits=(Exit(replacement_is_owed, "supply"), Exit(always, "attack")),
    ),
    Phase(
        "fight_over", "HU-COMBAT-19", NOBODY, enter=end_fight, ends=("fight",),
        exits=(Exit(battle_goes_on, "challenge"), Exit(always, "settle")),
    ),
    Phase(
        "relapse", "HU-JEK-06", NOBODY, enter=turn_back, ends=("fight",), needs=_JEKYLL,
        exits=(Exit(always, "challenge"),),
    ),
    Phase(
        "enter", "HU-FINALE-01", NOBODY, enter=enter_finale, exits=(Exit(always, "settle"),),
    ),
    Phase(
        "battle", "HU-FBAT-01", NOBODY, enter=start_battle, exits=(Exit(always, "challenge"),),
    ),
    Phase(
        "challenge", "HU-FBAT-04", PLAYER, verbs=("use", "ask", "challenge"),
        quiet="first challenge",
        exits=(Exit("challenge", "arm"), Exit(always, "effect")),
    ),
    Phase("won", "HU-WIN-01", NOBODY, enter=win),
    Phase("lost", "HU-WIN-02", NOBODY, enter=die),
)  # fmt: skip
