"""Rule bugs of Ham Helsing: each one change of source, and the property that must notice.

`old` is the source as the rules have it, so mending a rule here means mending its bug.  The number
is the most player actions that the minimised log may take: a Location falls in the second round or
the third, and a character as late.  Two characters make short rounds.
"""

from tests.planted.bugs import Options, Planted

PACKAGE = "engine.games.ham_helsing"
SOLO: Options = (("players", 1),)
TWO: Options = (("players", 2),)
FOUR: Options = ()
# Both powers of the Villain's board are bare from the start.
BARE = ("powers_uncovered", 2)

_bug = Planted(PACKAGE, TWO)

BUGS = (
    # --- components, set-up, variants of the set-up ---
    _bug("one character plays alone", "HHI-19", 0, "components.py",
         "self.crew = tuple(range(2 if self.solo else self.seats))",
         "self.crew = tuple(range(self.seats))", SOLO),
    _bug("small hands in the solo game", "HHI-32", 0, "setup.py",
         "    cards = state.rules.hand\n", "    cards = 4\n", SOLO),
    _bug("no path over the edge", "HHS-12", 4, "actions_aim.py",
         "    return list(state.rules.walks.near[state.at[state.active]])\n",
         "    near = state.rules.walks\n    at = state.at[state.active]\n"
         "    return bits_of(near.mask[at] & ~near.wraps[at])\n"),
    _bug("junction for nobody", "HHS-12", 4, "actions_aim.py",
         "    return list(state.rules.walks.near[state.at[state.active]])\n",
         "    return list(state.rules.printed.near[state.at[state.active]])\n",
         (*TWO, ("wrap_junction", "characters"))),
    _bug("two dollars at the start", "HHI-15", 0, "components.py",
         "(1,) * SEATS if dollar", "(2,) * SEATS if dollar", (*TWO, ("start_dollar", True))),
    _bug("bacon is not saved", "HHI-18", 0, "setup.py",
         "state.dial, state.villain, state.shown = rules.dial,",
         "state.dial, state.villain, state.shown = rules.printed_health,",
         (*TWO, ("villain_health_delta", -6))),
    _bug("Effects are never left out", "HHI-01", 0, "setup.py",
         "    state.bag |= state.rules.effects\n", "    state.bag |= 511 << 60\n",
         (*TWO, ("effects_removed", "e1,e5"))),
    _bug("no power bare at the start", "HHI-14", 0, "setup.py",
         "= rules.dial, rules.villain_start, rules.uncovered\n",
         "= rules.dial, rules.villain_start, 0\n", (*TWO, ("epig_cards", "0,1,2"))),
    _bug("Ham without his Katana", "HHI-13", 0, "setup.py",
         "        state.katana = rules.samurai\n", "        pass\n"),
    # --- what is seen, and what nobody knows ---
    _bug("hands are hidden", "HHI-72", 0, "state.py",
         'hand = masks(SEATS, CARDS, names', 'hand = masks(SEATS, CARDS, see="size", names'),
    _bug("the next Villain card is seen", "HHI-72", 8, "state.py",
         'next_card = i8(-1, see="nobody", names', 'next_card = i8(-1, names'),
    _bug("the bag is looked into", "HHI-72", 0, "state.py",
         'bag = mask(TOKENS, see="size", names', 'bag = mask(TOKENS, names'),
    _bug("every discard is looked through", "HHI-72", 12, "observation.py",
         "    return asked and state.rules.seat_of[state.active] == seat\n",
         "    return True\n"),
    _bug("like tokens weigh as one", "HHI-01", 0, "components.py",
         "[count for _, count in found]", "[1 for _, count in found]"),
    _bug("decks lie in order", "HHI-73", 0, "actions_chance.py",
         "Outcomes.even(bits_of(state.deck[state.rules.zone_of[state.agenda[-1][1]]]))",
         "Outcomes.even(bits_of(state.deck[state.rules.zone_of[state.agenda[-1][1]]])[:1])"),
    # --- rounds, turns ---
    _bug("turns go anticlockwise", "HHI-24", 18, "phases_steps.py",
         "state.active = (who + 1) % len(state.rules.crew)",
         "state.active = (who - 1) % len(state.rules.crew)", FOUR),
    _bug("first player marker wanders", "HHI-24", 46, "phases_steps.py",
         "    state.active = state.first\n",
         "    state.active = state.first = (state.first + state.round - 1) % state.rules.seats\n"),
    _bug("market after one turn", "HHI-24", 20, "phases_steps.py",
         "    return state.turns == len(state.rules.crew)\n\n", "    return state.turns > 0\n\n"),
    _bug("base movement again", "HHL-09", 11, "actions_play.py",
         "    state.base = 1\n", "    state.base = 0\n"),
    _bug("partly used cards go back", "HHI-30", 28, "effects_cards.py",
         "        if state.touched >> card & 1:\n", "        if is_spent(state, card):\n"),
    _bug("spent cards stay in play", "HHI-30", 10, "effects_cards.py",
         "if state.played[seat] >> card & 1 and is_spent(state, card):",
         "if state.played[seat] >> card & 1 and card < 0:"),
    _bug("hands of five", "HHI-31", 6, "actions_turn.py",
         "return max(0, state.rules.hand - state.hand[zone(state)].bit_count())",
         "return max(0, state.rules.hand + 1 - state.hand[zone(state)].bit_count())"),
    _bug("extra card for nobody's company", "HHS-16", 31, "actions_turn.py",
         "    return bool(others_here(state))\n", "    return True\n"),
    _bug("no limit is checked in a turn", "HHI-36", 55, "phases_steps.py",
         "    enter_step(state, TO_LIMITS, TO_BITES)\n    check_limits(state)\n",
         "    enter_step(state, TO_LIMITS, TO_BITES)\n"),
    # --- gains, bites ---
    _bug("every Minion bites", "HHI-52", 38, "table.py",
         "biting = tokens & state.rules.biting & MINION_SET", "biting = tokens & MINION_SET"),
    _bug("two colours bite once", "HHI-52", 89, "table.py",
         "return biting.bit_count() + (biting & state.rules.pairs).bit_count()",
         "return biting.bit_count()"),
    _bug("half-beaten for good", "HHL-04", 38, "phases_steps.py",
         "            state.hits[token] = 0\n", ""),
    _bug("one colour fells a pair", "HHI-50", 20, "effects_minions.py",
         "if state.rules.either or state.hits[token] == state.rules.colours[token]:",
         "if state.hits[token]:"),
    _bug("either colour is not enough", "HHI-50", 20, "effects_minions.py",
         "if state.rules.either or state.hits[token] == state.rules.colours[token]:",
         "if state.hits[token] == state.rules.colours[token]:", (*TWO, ("either_colour", True))),
    # --- Knuckles ---
    _bug("Knuckles stays among Minions", "HHI-48", 77, "effects_minions.py",
         "    if left and not task[1]:\n", "    if left > 1 and not task[1]:\n"),
    _bug("Knuckles used while he sleeps", "HHI-49", 9, "effects_minions.py",
         "    if not state.asleep:\n        return False\n",
         "    if state.asleep:\n        return False\n",
         (*TWO, BARE)),
    _bug("Knuckles holds out", "HHI-48", 25, "effects_villain.py",
         "    if state.bear == place:\n", "    if state.bear == origin:\n"),
    _bug("Knuckles on a nest", "HHS-11", 49, "table.py",
         "return goals if state.rules.bear_on_nests else goals & ~state.lost",
         "return goals", (*TWO, ("knuckles_on_nests", False))),
    # --- Locations: powers, limits, nests ---
    _bug("full Locations are lost", "HHI-37", 28, "effects_places.py",
         "            if count > limit:\n", "            if count >= limit:\n"),
    _bug("the Villain's company is free", "HHI-39", 14, "effects_places.py",
         "        found.append(ENTER_VILLAIN)\n", "        pass\n",
         (*TWO, ("enter_villain_hurts", True))),
    _bug("harmless Minions hurt", "HHI-39", 14, "effects_places.py",
         "if state.rules.biters_hurt and bites(state, minions(state, goal)):",
         "if state.rules.biters_hurt and minions(state, goal):",
         (*TWO, ("enter_biters_hurts", True))),
    # --- health, skills, knock-out, revival ---
    _bug("health above the track", "HHI-15", 49, "effects_tracks.py",
         "gained = min(n, state.rules.health_max[who] - state.health[who])", "gained = n"),
    # --- the market ---
    _bug("bought on credit", "HHS-14", 25, "actions_market.py",
         "if upgrade >= 0 and state.rules.cost[upgrade] <= money]",
         "if upgrade >= 0 and state.rules.cost[upgrade] <= money + 1]"),
    _bug("a gap in the market", "HHI-65", 26, "effects_market.py",
         "owe(state.agenda, (REFILL, place), (FIND_HOST, who, origin))",
         "owe(state.agenda, (FIND_HOST, who, origin))"),
    # --- trade ---
    _bug("gifts where there are none", "HHI-64", 67, "actions_trade.py",
         "fair = own or other if state.rules.gifts else own and other", "fair = own or other",
         (*TWO, ("gifts", False))),
    # --- the Villain ---
    _bug("covered powers act", "HHI-71", 28, "phases_steps.py",
         "for up in (0, 1) if state.shown >> up & 1)", "for up in (0, 1))"),
    _bug("assault for two", "HHI-52", 62, "effects_villain.py",
         "(HURT, who, 1, VILLAIN_MOVE)", "(HURT, who, 2, VILLAIN_MOVE)"),
    _bug("Minions move all the same", "HHI-56", 28, "effects_villain.py",
         "    if colour == 5 or not state.rules.minion_moves:\n", "    if colour == 5:\n",
         (*TWO, ("villain_minion_moves", False))),
    # --- fights ---
    _bug("blocks stop nothing", "HHI-58", 64, "effects_fight.py",
         "hits = [0 if blocked >> colour & 1 else state.fight[colour] for colour in range(4)]",
         "hits = state.fight[:4]"),
    _bug("dice hurt less", "HHI-59", 47, "effects_fight.py",
         "return face - 3 if 4 <= face < POWER_FACE else 0",
         "return face - 4 if 4 <= face < POWER_FACE else 0"),
    # --- ends ---
    _bug("nobody stands, and on it goes", "HHI-21", 153, "effects_tracks.py",
         "    if not state.dial or not any(state.health[who] for who in state.rules.crew):\n",
         "    if not state.dial:\n"),
    _bug("destruction is a win", "HHI-68", 147, "scoring.py",
         "won = villain_is_down(state) and not all_are_down(state)",
         "won = not all_are_down(state)"),
)  # fmt: skip
