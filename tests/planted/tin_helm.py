"""Rule bugs of Tin Helm: each one line of its package changed, and the property that must notice.

`old` is the line as the rules have it, so mending a rule here means mending its bug.  The number is
the most player actions that the minimised log may take: more than ten where a rule lies far in.
"""

from engine.options import Value
from properties.planted import Bug

PACKAGE = "engine.games.tin_helm"


def _bug(
    name: str, kills: str, actions: int, file: str, old: str, new: str,
    options: tuple[tuple[str, Value], ...] = (), policies: tuple[str, ...] = (),
) -> Bug:  # fmt: skip
    return Bug(name, PACKAGE, file, old, new, kills, "", actions, options, policies)


BUGS = (
    # --- limits ---
    _bug("health above the start", "THI-01", 10, "effects.py",
         "    gained = min(asked, room_for(state, stat))\n",
         "    gained = min(asked, room_for(state, stat) + (stat == HEALTH))\n"),
    _bug("energy above the start", "THI-02", 10, "effects.py",
         "    gained = min(asked, room_for(state, stat))\n",
         "    gained = min(asked, room_for(state, stat) + (stat == ENERGY))\n"),
    _bug("food cap six", "THI-03", 14, "table.py",
         "return rules.food_cap - state.food", "return rules.food_cap + 1 - state.food",
         policies=("refusing",)),
    _bug("favor cap ignored", "THI-05", 10, "table.py",
         "return rules.favor_cap - state.favor", "return 1 << 15",
         options=(("favor_cap", 1),)),
    _bug("eating when full", "THI-34", 10, "actions.py",
         "if state.health < card.health else []", "if state.health <= card.health else []"),
    _bug("eating in a fight though barred", "THI-34", 10, "actions.py",
         "if not state.food or not may_consume_here(state):", "if not state.food:",
         options=(("eat_in_combat", False),), policies=("uniform", "swarm")),
    _bug("item wasted", "THI-51", 10, "actions.py",
         "room_for(state, rules.item_fx[item].stat) > 0",
         "room_for(state, rules.item_fx[item].stat) >= 0"),
    _bug("smoke outside a fight", "THI-51", 10, "actions.py",
         "fits = fighting and state.smoke == NONE", "fits = state.smoke == NONE"),
    _bug("race and class of one card", "THI-40", 10, "actions.py",
         "enumerate(rules.class_cards) if other != card]", "enumerate(rules.class_cards)]"),
    _bug("offer accepted without its price", "THI-53", 16, "actions.py",
         "return [0] if price_is_held(state, fx) else []", "return [0]", policies=("mixed",)),
    _bug("amount off the chart", "THI-22", 10, "components.py",
         "if spent <= held and (spent == 0 or spent in listed))", "if spent <= held)"),
    # --- combat ---
    _bug("defense ignored", "THI-24", 10, "fight.py",
         "raw + chart + bonus_against(powers(state), foe) - foe.defense",
         "raw + chart + bonus_against(powers(state), foe)"),
    _bug("plain attack meets defense", "THI-25", 10, "fight.py",
         "return 1 + max(0, bonus_against(powers(state), foe) - foe.defense)",
         "return max(0, 1 + bonus_against(powers(state), foe) - foe.defense)"),
    _bug("doubles hit", "THI-24", 10, "fight.py",
         "    if raw == 0:\n        amount = 0\n", "    if raw < 0:\n        amount = 0\n"),
    _bug("enemy doubles hit", "THI-26", 10, "fight.py",
         'return (foe.n if foe.power == "doubles_hit" else 0), 0, 0',
         "return foe.n + foe.attack, foe.attack, 0"),
    _bug("helm forgotten", "THI-26", 10, "fight.py",
         "reduced = min(powers(state).enemy_attack, foe.attack)", "reduced = 0"),
    _bug("shield idle", "THI-27", 10, "fight.py",
         "after = max(0, damage - n)", "after = max(0, damage)"),
    _bug("shield breaks from seven", "THI-28", 10, "fight.py",
         "if (damage if state.rules.shield_printed else before) >= limit:",
         "if (damage if state.rules.shield_printed else before) > limit:"),
    _bug("energy kept on a miss", "THI-22", 10, "fight.py",
         "    state.energy -= spent\n",
         "    state.energy -= max(0, spent - 1)\n"),
    _bug("shield held against doubles", "THI-27", 10, "fight.py",
         "        if damage == 0:\n            break\n",
         "        if damage <= 1:\n            break\n"),
    _bug("foe without its level", "THI-20", 18, "fight.py",
         "state.foe = foe.health + state.level", "state.foe = foe.health + 1"),
    _bug("foe regrows past its start", "THI-48", 10, "fight.py",
         "regrown = min(foe.n, foe.health + state.level - state.foe)", "regrown = foe.n"),
    _bug("smoke not cleared", "THI-52", 10, "fight.py",
         "    emit(state, ev.ATTACK_SKIPPED, state.smoke)\n    state.smoke = NONE\n",
         "    emit(state, ev.ATTACK_SKIPPED, state.smoke)\n"),
    _bug("regrowth in the smoke", "THI-56", 14, "fight.py",
         "    emit(state, ev.ATTACK_SKIPPED, state.smoke)\n    state.smoke = NONE\n",
         "    emit(state, ev.ATTACK_SKIPPED, state.smoke)\n    state.smoke = NONE\n"
         "    after_blow(state, foe_card(state), 0)\n", policies=("careful",)),
    _bug("a hit the shield stops still bites", "THI-56", 10, "fight.py",
         'if foe.power == "on_hit" and amount:', 'if foe.power == "on_hit":'),
    _bug("mimic gives no favor", "THI-31", 10, "fight.py",
         "asked = state.level if by_level else foe.favor", "asked = foe.favor"),
    _bug("first strike forgotten", "THI-29", 10, "fight.py",
         'return foe_card(state).power == "attacks_first"', "return False"),
    # --- rooms and levels ---
    _bug("starving costs two", "THI-18", 18, "rooms.py",
         "asked = state.rules.starve_damage - reduced",
         "asked = state.rules.starve_damage - reduced - 1"),
    _bug("nobody starves", "THI-17", 18, "rooms.py",
         "    if state.food:\n        state.food -= 1\n",
         "    if True:\n        state.food -= min(1, state.food)\n"),
    _bug("meeple stays", "THI-16", 18, "rooms.py",
         "    state.level += 1\n    emit(state, ev.MEEPLE_MOVED, state.level - 1, state.level)\n",
         "    emit(state, ev.MEEPLE_MOVED, state.level, state.level)\n"),
    _bug("fed before the meeple moves", "THI-16", 18, "rooms.py",
         "    state.level += 1\n    emit(state, ev.MEEPLE_MOVED, state.level - 1, state.level)\n"
         "    if state.food:\n        state.food -= 1\n"
         "        emit(state, ev.HERO_FED, state.food)\n"
         "    else:\n        starve(state)\n",
         "    if state.food:\n        state.food -= 1\n"
         "        emit(state, ev.HERO_FED, state.food)\n"
         "    else:\n        starve(state)\n"
         "    state.level += 1\n    emit(state, ev.MEEPLE_MOVED, state.level - 1, state.level)\n"),
    _bug("icons from right to left", "THI-13", 10, "components.py",
         'for icon in cast(list[str], row["icons"]))',
         'for icon in cast(list[str], row["icons"])[::-1])'),
    _bug("last icon skipped", "THI-13", 10, "rooms.py",
         "    if index == len(icons):\n        end_room(state)",
         "    if index == len(icons) - 1:\n        end_room(state)"),
    _bug("used cards come again", "THI-08", 10, "rooms.py",
         "state.used |= 1 << state.room | 1 << state.result",
         "state.used |= 1 << state.room; state.unseen |= 1 << state.result"),
    _bug("rope lowers every trap", "THI-50", 10, "rooms.py",
         "powers(state).traps[card.trap_stat]", "powers(state).traps[0]"),
    _bug("gill net ignored", "THI-42", 10, "actions.py",
         "state.casts = powers(state).dice", "state.casts = state.rules.water_dice"),
    _bug("elf succeeds from five", "THI-42", 10, "actions.py",
         "state.caught += die >= held.success", "state.caught += die >= state.rules.water_success"),
    _bug("human rests like anybody", "THI-41", 10, "actions.py",
         "energy = raise_stat(state, ENERGY, asked[1])",
         "energy = raise_stat(state, ENERGY, plain[1])"),
    _bug("a skipped card is the room", "THL-03", 10, "actions.py",
         "    state.result, state.top = state.top, NONE\n",
         "    state.room, state.top = state.top, NONE\n"),
    # --- encounters, chests, shards ---
    _bug("wrong loot", "THI-14", 10, "components.py",
         "return self.item_ids.index(name)", "return self.item_ids.index(name) ^ 1"),
    _bug("loot given twice", "THI-33", 10, "effects.py",
         "    state.loot &= ~bit\n", ""),
    _bug("a source pays twice", "THI-38", 20, "effects.py",
         "return bool(state.sources & state.rules.once & 1 << source)", "return False"),
    _bug("beads do not lower the altar", "THI-38", 16, "effects.py",
         "if holds(state, fx.stat) < fx.at_least - discount:",
         "if holds(state, fx.stat) < fx.at_least:", policies=("refusing",)),
    _bug("altar takes favor", "THI-05", 22, "effects.py",
         "    elif shard_from(state, fx.source, discount):\n        _given(state)\n",
         "    elif shard_from(state, fx.source, discount):\n        _given(state)\n"
         "        change(state, fx.stat, -fx.at_least)\n", policies=("uniform",)),
    _bug("favor beside the shard", "THI-47", 10, "effects.py",
         "    if _next_is_else(state):\n        state.agenda.pop()\n",
         "    _next_is_else(state)\n"),
    _bug("traded item kept", "THI-53", 10, "effects.py",
         "        state.items &= ~(1 << fx.item)\n        emit(state, ev.OFFER_ACCEPTED",
         "        emit(state, ev.OFFER_ACCEPTED"),
    _bug("lockpicks broken", "THI-54", 10, "effects.py",
         "raise_stat(state, FOOD, food))", "raise_stat(state, FOOD, 0))"),
    # --- ends and score ---
    _bug("level counts for the score", "THI-39", 10, "scoring.py",
         "-2 * state.level", "2 * state.level"),
    _bug("won with two shards", "THI-37", 10, "fight.py",
         "return state.shards == SHARDS", "return state.shards >= SHARDS - 1"),
    _bug("dead man walks", "THI-36", 10, "fight.py",
         "return state.health == 0", "return state.health == 0 and state.foe == 0"),
)  # fmt: skip
