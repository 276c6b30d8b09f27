"""Rule bugs of Henchling: each one change of source, and the property that must notice.

`old` is the source as the rules have it, so mending a rule here means mending its bug.  The number
is the most player actions that the minimised log may take.  Most games are stopped early and played
with the dense test pack, in which nearly everything is cheap; whoever is to fall has little health.
"""

from pathlib import Path

from engine.options import Value
from properties.planted import Bug

PACKAGE = "engine.games.henchling"
RICH = str(Path(__file__).parents[1] / "packs" / "henchling_rich.toml")
Options = tuple[tuple[str, Value], ...]
SHORT: Options = (("turns_max", 8),)
TWO: Options = (("players", 2), ("turns_max", 10))
THREE: Options = (("players", 3), ("turns_max", 8))
LONG: Options = (("players", 2), ("turns_max", 40))
FRAIL = (("health", 3),)
BRITTLE = (("health", 1),)


def _bug(
    name: str, kills: str, actions: int, file: str, old: str, new: str,
    options: Options = SHORT, policies: tuple[str, ...] = (), content: str = "",
    stated: tuple[tuple[str, int], ...] = (),
) -> Bug:  # fmt: skip
    return Bug(
        name, PACKAGE, file, old, new, kills, "", actions, options, policies, content, stated
    )  # fmt: skip


BUGS = (
    # --- set-up, draw piles, traps ---
    _bug("hands of five", "HEI-02", 15, "setup.py",
         "return dealt >= state.rules.opening_hand", "return dealt > state.rules.opening_hand"),
    _bug("dealt anticlockwise", "HEI-02", 15, "setup.py",
         "return (state.opening + dealt) % state.rules.players",
         "return (state.opening - dealt) % state.rules.players", THREE),
    _bug("hidden pile one card short", "HEI-02", 15, "effects_piles.py",
         'if split == "up" else (4 * n + 3) // 6', 'if split == "up" else (4 * n - 3) // 6',
         (("players", 2), ("turns_max", 1), ("pile_split", "half_up"))),
    _bug("nothing exposed after a draw", "HEI-04", 15, "effects_piles.py",
         "    state.agenda.append((EXPOSE, NONE, TAKEN))\n", ""),
    _bug("nothing exposed after a trap", "HEI-04", 15, "effects_piles.py",
         "        enter_row(state, card, AFTER_TRAP)", "        enter_row(state, card, NONE)"),
    _bug("marks of passing stay", "HEL-03", 15, "effects_piles.py",
         "    state.passers = state.saw = 0\n", "    state.saw = 0\n"),
    _bug("one player's passing is enough", "HEI-16", 15, "effects_piles.py",
         "if state.passers & state.alive == state.alive:", "if state.passers & state.alive:"),
    _bug("two cards in turn one", "HEI-13", 15, "effects_turn.py",
         "n = state.rules.draws if state.turn > 1 else state.rules.first_draws",
         "n = state.rules.draws"),
    _bug("immediate trap waits", "HEI-46", 15, "effects_piles.py",
         "    if not waits:\n", "    if waits:\n"),
    _bug("used trap is lost", "HEI-01", 15, "effects_piles.py",
         "    state.traps.remove(card)\n    state.discard |= 1 << card\n",
         "    state.traps.remove(card)\n"),
    _bug("trap spares the active player", "HEI-46", 15, "effects_ops.py",
         "        return list(order)\n", "        return list(order)[1:]\n"),
    _bug("attack springs nothing", "HEI-46", 15, "agenda_actions.py",
         "        state.agenda.append((SPRING, NONE, W_ATTACK, card, seat, seen))\n",
         "        pass\n", TWO),
    # --- the frame of a turn, limits ---
    _bug("turns run anticlockwise", "HEI-12", 15, "effects_turn.py",
         "seats_from(state, (state.active + 1) % state.rules.players)",
         "seats_from(state, (state.active - 1) % state.rules.players)", THREE),
    _bug("everybody's cards are readied", "HEI-14", 15, "effects_turn.py",
         "bits_of(state.tilted & state.tables[state.active])", "bits_of(state.tilted)",
         TWO, (), RICH),
    _bug("everybody recovers", "HEI-15", 15, "effects_turn.py",
         "mine = state.tables[state.active] & of_type(state, HENCHLING)",
         "mine = of_type(state, HENCHLING)", TWO, (), RICH),
    _bug("two dollars a turn", "HEI-19", 15, "effects_turn.py",
         "due = income(state, state.active)", "due = income(state, state.active) - 1"),
    _bug("hands of seven", "HEI-18", 15, "effects_turn.py",
         "max(0, hand - limit), BY_LIMIT", "max(0, hand - limit - 1), BY_LIMIT", TWO),
    _bug("limit lowered by what raises it", "HEI-17", 15, "table.py",
         "state.rules.hand_limit + sum([mod.a for mod in mods])",
         "state.rules.hand_limit - sum([mod.a for mod in mods])", TWO),
    _bug("sixth item without room", "HEI-22", 30, "table_targets.py",
         "return items_of(state, seat).bit_count() >= state.rules.item_limit",
         "return items_of(state, seat).bit_count() > state.rules.item_limit", TWO, (), RICH),
    _bug("one turn too many", "HEI-60", 15, "effects_turn.py",
         "return state.turn >= state.rules.turns_max", "return state.turn > state.rules.turns_max",
         (("players", 2), ("turns_max", 2))),
    # --- costs and payments ---
    _bug("exact cost refused", "HEI-68", 15, "components.py",
         "self._cards(lambda design: design.cost <= purse)",
         "self._cards(lambda design: design.cost < purse)"),
    _bug("played for nothing", "HEI-21", 15, "agenda_actions.py",
         "    state.purse -= cost\n    state.playing", "    state.playing"),
    _bug("counters are not spent", "HEI-58", 15, "agenda_actions.py",
         "        state.coins[source] -= cost.counters\n", "", TWO, (), RICH),
    _bug("no target, no payment", "HEI-34", 80, "agenda_actions.py",
         "        prevent(state, task, NO_TARGET)\n    use(state, task, fit)\n",
         "        prevent(state, task, NO_TARGET)\n        return\n    use(state, task, fit)\n",
         TWO, (), RICH),
    _bug("Free as often as one likes", "HEI-20", 15, "agenda_actions.py",
         "        count_use(state, via, known.place)\n", "        pass\n", TWO, (), RICH),
    # --- enhancers, counters, numbers ---
    _bug("enhancer upright on a tilted host", "HEI-08", 15, "agenda_cards.py",
         "    state.tilted |= (state.tilted >> host & 1) << card\n", "", TWO, (), RICH),
    _bug("enhancer does not tilt along", "HEI-08", 15, "effects.py",
         "state.tilted |= as_mask((card, *with_it))", "state.tilted |= 1 << card", TWO, (), RICH),
    _bug("badge does not come back", "HEI-45", 15, "effects.py",
         "        wish = design(state, card).destination\n", "        wish = 0\n", TWO, (), RICH),
    _bug("passive text reaches its own card", "HEI-31", 15, "table.py",
         "        fits = source != card\n", "        fits = True\n"),
    _bug("power counters of no use", "HEI-31", 15, "table.py",
         "total += state.power_a[card] + state.boost_a[card]", "total += state.boost_a[card]",
         TWO, (), RICH),
    _bug("lowered health kills", "HEI-26", 30, "effects.py",
         "        state.damage[card] = most - 1\n", "        state.damage[card] = most\n",
         TWO, (), RICH),
    # --- attack and damage ---
    _bug("attacker stays upright", "HEI-65", 15, "agenda_actions.py",
         "    seen = waiting(state, W_ATTACK)\n    tilt(state, card, False)\n",
         "    seen = waiting(state, W_ATTACK)\n"),
    _bug("target does not strike back", "HEI-25", 15, "effects_damage.py",
         "[(one, two, hit, kinds[0]), (two, one, back, kinds[1])]", "[(one, two, hit, kinds[0])]"),
    _bug("only one dies of a fight", "HEI-27", 45, "effects_damage.py",
         "return [card for seat in order for card in dead if state.tables[seat] >> card & 1]",
         "return [c for seat in order for c in dead if state.tables[seat] >> c & 1][:1]",
         TWO, (), RICH),
    _bug("no healing above forty", "HEI-28", 15, "effects_damage.py",
         "state.health[seat] = min(HEALTH_MAX, before + n)",
         "state.health[seat] = min(40, before + n)"),
    _bug("healed of everything", "HEI-28", 15, "effects_damage.py",
         "state.damage[target] = max(0, before - n)", "state.damage[target] = 0", TWO, (), RICH),
    # --- flip and un-flip ---
    _bug("own flips turned up at once", "HEI-39", 15, "effects_turn.py",
         "    return own != bool(fresh)\n", "    return own or bool(fresh)\n", TWO),
    _bug("opponents' flips stay", "HEI-38", 15, "effects_turn.py",
         "    return own != bool(fresh)\n", "    return own and not fresh\n", TWO, (), RICH),
    _bug("flip booked on nobody", "HEL-05", 15, "effects.py",
         "        state.flippers.append(by)\n", "        state.flippers.append(0)\n", TWO),
    _bug("face-down items have a type", "HEI-66", 35, "table_targets.py",
         '    """Whoever controls it; hosts of item enhancers too (HE-ENH-01, -02)."""\n'
         "    return face_up(state)",
         '    """Whoever controls it; hosts of item enhancers too (HE-ENH-01, -02)."""\n'
         "    return in_play(state)", TWO, (), RICH),
    _bug("back called by its name", "HEI-54", 20, "agenda_actions.py",
         "return BACK0 + state.backs.index(target) if target in state.backs else target",
         "return target", TWO, (), RICH),
    # --- Reactions and the look again ---
    _bug("spells cannot be answered", "HEI-40", 15, "agenda_actions.py",
         "if action == PLAY and made.no_reaction:", "if action == PLAY and made.type == SPELL:",
         TWO, (), RICH),
    _bug("last opponent is not asked", "HEI-40", 15, "agenda_actions.py",
         "for other in opponents(state, seat)]", "for other in opponents(state, seat)[:-1]]",
         THREE, (), RICH),
    # --- Protectors ---
    _bug("Protector steps in for itself", "HEI-42", 25, "table_targets.py",
         "if card != target and _stands(state, card)]", "if _stands(state, card)]", TWO, (), RICH),
    _bug("one's own damage is not blocked", "HEI-42", 15, "effects_damage.py",
         "if stoppable and guards & state.tables[seat]:",
         "if stoppable and guards & state.tables[seat] and seat != state.active:", TWO, (), RICH),
    _bug("tilted Protector blocks", "HEI-42", 15, "table_targets.py",
         "    if state.rules.needs_untilted:\n", "    if not state.rules.needs_untilted:\n",
         TWO, (), RICH),
    _bug("item Protector holds", "HEI-43", 15, "effects_damage.py",
         "return [card for card in items if not design(state, card).tilts_on_block]",
         "return []", TWO, (), RICH),
    # --- destroy, eject, steal, trade, Leave texts, tokens ---
    _bug("ejected to the discards", "HEI-45", 15, "effects.py",
         "wish = TO_OWNER if cause == EJECTED else 0", "wish = 0", TWO, (), RICH),
    _bug("damage stays on what has left", "HEI-29", 15, "effects.py",
         "    state.damage[card] = state.coins[card] = 0\n", "    state.coins[card] = 0\n",
         TWO, (), RICH),
    _bug("enhancers stay behind", "HEL-04", 15, "effects.py",
         "    for each in (card, *with_it):\n", "    for each in (card,):\n", TWO, (), RICH),
    _bug("ejection does not trigger", "HEI-56", 45, "effects.py",
         "if not made.leave or card in state.backs or card == state.playing:",
         "if not made.leave or card in state.backs or cause == EJECTED:", TWO, (), RICH),
    _bug("Arrive text is forgotten", "HEI-21", 15, "agenda_cards.py",
         "    texts = arrive_texts(state, card, seat)\n", "    texts: list[Task] = []\n",
         TWO, (), RICH),
    _bug("token left as a card", "HEI-06", 15, "effects.py",
         "        state.kinds[card - CARDS] = NONE\n", "        pass\n", TWO, (), RICH),
    _bug("traded for nothing", "HEI-44", 26, "effects_ops.py",
         "        give(state, theirs, seat)\n        emit(state, evc.CARDS_TRADED",
         "        emit(state, evc.CARDS_TRADED", TWO, (), RICH),
    # --- elimination and the end ---
    _bug("the fallen keep their hand", "HEI-47", 15, "effects.py",
         "        drop_hand(state, seat)\n", "", THREE, (), RICH, FRAIL),
    _bug("one falls of two", "HEI-27", 15, "effects_damage.py",
         "out = [seat for seat in order if not state.health[seat]]",
         "out = [seat for seat in order if not state.health[seat]][:1]", THREE, (), RICH, BRITTLE),
    _bug("the fallen play on", "HEI-67", 30, "effects_turn.py",
         "    return not state.alive >> state.active & 1\n", "    return False\n",
         THREE, (), RICH, FRAIL),
    _bug("two are left and one has won", "HEI-48", 15, "effects_turn.py",
         "    return state.alive.bit_count() == 1\n", "    return state.alive.bit_count() <= 2\n",
         THREE, (), RICH, FRAIL),
    _bug("nobody's turn is skipped", "HEI-12", 15, "effects_turn.py",
         "        state.active = following[0]\n",
         "        state.active = (state.active + 1) % state.rules.players\n",
         THREE, (), RICH, FRAIL),
)  # fmt: skip
