"""Rule bugs of Hunted: each one line of its package changed, and the property that must notice.

`old` is the line as the rules have it, so mending a rule here means mending its bug.  The number is
the most player actions that the minimised log may take: the second pass begins after 47 cards, and
the Finale Battle lies behind it, so the bugs that sit there take longer logs.
"""

from tests.planted.bugs import Planted

PACKAGE = "engine.games.hunted"
# Where the game's own policies could not go on with the rule bent.
PLAIN = ("uniform", "quietish", "swarm", "streaks")

_bug = Planted(PACKAGE)

BUGS = (
    # --- set-up, Energy ---
    _bug("Location II a third of the way down", "HUI-03", 10, "setup.py",
         "state.deck.insert(size // 2, location)", "state.deck.insert(size // 3, location)"),
    _bug("Location III in the box", "HUI-03", 10, "setup.py",
         "state.discard = 1 << third", "state.discard = 0"),
    _bug("Energy above ten", "HUI-02", 10, "effects_cards.py",
         "state.energy = min(state.rules.energy_cap, before + n)",
         "state.energy = before + n"),
    _bug("dead man walks", "HUI-04", 14, "effects_finale.py",
         "    return state.energy == 0\n", "    return state.energy < 0\n"),
    # --- Explore, Row, Locations ---
    _bug("a card drawn stays in the pool", "HUI-03", 10, "effects_deck.py",
         "    if slot == UNSEEN:\n        state.unseen &= ~(1 << card)\n",
         "    if slot == UNSEEN:\n        state.unseen |= 1 << card\n"),
    _bug("three Enemies for a combat", "HUI-07", 10, "effects_fight.py",
         "return len(enemies_in_row(state)) > 1", "return len(enemies_in_row(state)) > 2"),
    _bug("two icons on a card count one", "HUI-49", 10, "table.py",
         "return sum([icons[card] for card in state.in_row])",
         "return sum([min(1, icons[card]) for card in state.in_row])"),
    _bug("Location changes no noise", "HUI-49", 10, "table.py",
         "return max(1, state.rules.threshold + change(state).noise)",
         "return state.rules.threshold", (("stage", "asylum"),)),
    _bug("one card added for two", "HUI-49", 30, "effects.py",
         "state.owed += fx.n", "state.owed += 1", (("stage", "asylum"),)),
    # --- Collect, Rescue ---
    _bug("a card pays for itself", "HUI-24", 10, "actions_pay.py",
         "(((total - resources[card]) | GUARD) - cost[card])",
         "((total | GUARD) - cost[card])", (), PLAIN),
    _bug("taken before it is paid", "HUI-24", 10, "actions_pay.py",
         "return [0] if covers(paid, state.rules.cost[state.target]) else []", "return [0]"),
    _bug("Survivors are collected", "HUI-24", 10, "components.py",
         "self.collectable = self.of_type(WEAPON, ITEM, KEY)",
         "self.collectable = self.of_type(WEAPON, ITEM, KEY, SURVIVOR)"),
    _bug("attached item is held, too", "HUI-24", 10, "actions_pay.py",
         "    if not attach:\n        state.inventory |= 1 << card\n        state.target = NONE\n",
         "    state.inventory |= 1 << card\n    if not attach:\n        state.target = NONE\n"),
    _bug("keys in the Row open, too", "HUI-26", 12, "actions_pay.py",
         "    keys = state.inventory & rules.keys\n    if not keys:\n",
         "    keys = (state.inventory | sum(1 << c for c in state.in_row)) & rules.keys\n"
         "    if not keys:\n", (), PLAIN),
    _bug("keys stay in hand", "HUI-26", 12, "actions_pay.py",
         "        state.inventory &= ~(1 << key)\n", ""),
    # --- Hide, effects ---
    _bug("Energy paid after the Row", "HUI-04", 11, "actions.py",
         "    if state.energy:\n        sweep_row", "    if True:\n        sweep_row"),
    _bug("hiding as cheap as ever", "HUI-31", 10, "table.py",
         "return max(1, state.rules.hide_cost + change(state).hide)",
         "return state.rules.hide_cost", (("stage", "mansion"),)),
    _bug("item used and kept", "HUI-46", 12, "actions.py",
         "gone = state.rules.discarded_on_use >> item & 1", "gone = 0"),
    _bug("ability used again", "HUI-28", 14, "actions.py",
         "able = state.party & ~state.tired\n", "able = state.party\n"),
    _bug("hero's ability used again", "HUI-28", 10, "actions.py",
         "state.hero_used >= state.rules.hero_uses[state.hero]",
         "state.hero_used > state.rules.hero_uses[state.hero]"),
    _bug("sunk card on top", "HUI-32", 10, "actions_effects.py",
         "state.deck.append(card)", "state.deck.insert(0, card)"),
    _bug("Picture leaps", "HUI-42", 10, "effects_cards.py",
         "state.picture = steps[steps.index(before) + 1]", "state.picture = steps[-1]",
         (("finale", "dorian_gray"),)),
    # --- combat ---
    _bug("weakest Enemy fought", "HUI-09", 10, "effects_fight.py",
         "most = max([value[card] for card in enemies])",
         "most = min([value[card] for card in enemies])"),
    _bug("keys lie on in a combat", "HUI-10", 10, "effects_fight.py",
         "sweep_row(state, 1 << foe, BY_COMBAT)",
         "sweep_row(state, 1 << foe | state.rules.keys, BY_COMBAT)"),
    _bug("lowest later cost counts", "HUI-13", 24, "table.py",
         "return max([later_of(state, weapon)", "return min([later_of(state, weapon)",
         (), ("mixed", "careful", "hoarding")),
    _bug("Throwing weapons strike for nothing", "HUI-12", 14, "effects_fight.py",
         "state.total = sum([attack_of(state, weapon) for weapon in weapons_in_use(state)])",
         "state.total = attack_of(state, state.primary)"),
    _bug("any weapon is thrown", "HUI-11", 12, "effects_fight.py",
         "held = state.inventory & rules.throwing & ~(1 << state.primary)",
         "held = state.inventory & rules.weapons & ~(1 << state.primary)"),
    _bug("more than the Strength needed", "HUI-16", 10, "table.py",
         "return state.total >= strength(state)", "return state.total > strength(state)"),
    _bug("used up, yet kept", "HUI-20", 12, "effects_fight.py",
         "if state.rules.once >> weapon & 1]",
         "if state.rules.once >> weapon & 1 and state.battle]"),
    _bug("whetstone is blunt", "HUI-12", 14, "table.py",
         "return max(0, plain + changed_by(state, weapon)[0]) if state.hosts else plain",
         "return plain", (), ("careful", "hoarding")),
    # --- second pass and Finale ---
    _bug("pile on top of the deck", "HUI-32", 60, "effects_deck.py",
         "state.deck = [UNSEEN] * count + pile", "state.deck = pile + [UNSEEN] * count"),
    _bug("hiding in the Finale", "HUI-31", 140, "actions.py",
         "return [0] if not state.entered and (state.in_row or state.rules.hide_empty) else []",
         "return [0] if state.in_row or state.rules.hide_empty else []"),
    _bug("Survivors tired in the battle", "HUI-38", 140, "effects_finale.py",
         "    for card in tired:\n        ready_survivor(state, card, BY_BATTLE)\n", "",
         (), ("careful",)),
    _bug("Dracula absorbs nothing", "HUI-40", 130, "effects_fight.py",
         "state.total += 0 if absorbed else value", "state.total += value",
         (("finale", "dracula"), ("stage", "village")), ("careful",)),
    _bug("Hyde stands one attack more", "HUI-41", 150, "effects_fight.py",
         "        state.attacks >= limit\n", "        state.attacks > limit\n",
         (("finale", "jekyll_hyde"),), ("careful", "hoarding")),
    _bug("Survivors absorb nothing", "HUI-14", 140, "actions_fight.py",
         "        state.due -= 1\n", "", (), ("careful", "hoarding")),
)  # fmt: skip
