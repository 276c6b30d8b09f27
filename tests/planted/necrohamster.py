"""Rule bugs of The Necrohamster: each one line changed, and the property that must notice.

`old` is the line as the rules have it, so mending a rule here means mending its bug.  The number is
the most player actions that the minimised log may take: an eighth creature takes eight summons, and
what they cost.  Where a rule applies from the first rounds on, games are stopped early; a deck of
few cards is soon to be reshuffled.
"""

from tests.planted.bugs import Planted

PACKAGE = "engine.games.necrohamster"
SHORT = (("rounds_max", 3),)
THREE = (("players", 3), *SHORT)
# Mouse, Frog and Owl are left.
OUT = (
    "skeleton_crow", "skeleton_ram", "skeleton_rat", "skeleton_turtle", "skeleton_whale",
    "spirit_cat", "spirit_fox", "spirit_moth", "spirit_stag", "zombie_bear", "zombie_boar",
    "zombie_hound",
)  # fmt: skip
SMALL_DECK = (("creatures_in_use", "-".join(("all", *OUT))), ("players", 2), ("rounds_max", 4))
CUMULATIVE = (("eighth_mode", "cumulative"),)
# Two seats that play for creatures: titles and the end come soon, at few cards paid.
TWO = (("players", 2),)
SOON = (*TWO, *CUMULATIVE)
FAST = ("careful", "modest")

_bug = Planted(PACKAGE)

BUGS = (
    # --- set-up, draw phase ---
    _bug("artefacts in the box", "NHI-03", 12, "setup.py",
         "state.shelf = rules.placed", "state.shelf = rules.placed & 1", SHORT),
    _bug("hands of six", "NHI-04", 12, "phases.py",
         "return sum(state.hands[state.turn]) < state.rules.opening_hand",
         "return sum(state.hands[state.turn]) <= state.rules.opening_hand", SHORT),
    _bug("round one with a draw phase", "NHI-06", 12, "effects.py",
         "return state.round == 1\n", "return state.round == 0\n", SHORT),
    _bug("marker passed the other way", "NHI-05", 12, "effects.py",
         "state.marker = (giver + 1) % state.rules.players",
         "state.marker = (giver - 1) % state.rules.players", THREE),
    _bug("owl draws nothing", "NHI-08", 12, "effects.py",
         "owe_cards(state, state.rules.draws + bonus, bonus)",
         "owe_cards(state, state.rules.draws, bonus)", SHORT),
    _bug("continuous before its slot", "NHI-19", 12, "effects_summon.py",
         "(state.waiting if lasts and way == BY_COMMIT else state.areas)[seat][kind] += 1",
         "state.areas[seat][kind] += 1", SHORT),
    _bug("reshuffled a card early", "NHI-10", 12, "effects.py",
         "if not state.owed or any(state.deck):", "if not state.owed or sum(state.deck) > 1:",
         SMALL_DECK),
    _bug("discards reshuffled and kept", "NHI-01", 12, "effects.py",
         "state.deck, state.discards = state.discards, bytearray(CREATURES_MAX)",
         "state.deck = state.discards[:]", SMALL_DECK),
    # --- summon phase ---
    _bug("exact payment refused", "NHI-13", 12, "table.py",
         "if count and price[kind] <= others]", "if count and price[kind] < others]", SHORT),
    _bug("one card too little to pay", "NHI-13", 12, "table.py",
         "return costs(state, seat)[kind] - sum(state.paid[seat])",
         "return costs(state, seat)[kind] - sum(state.paid[seat]) - 1", SHORT),
    _bug("payment stays in hand", "NHI-13", 12, "effects_summon.py",
         "            hand[kind] -= count\n", "", SHORT),
    _bug("nothing is free", "NHI-13", 12, "components.py",
         "tuple(max(0, cost) for cost in total)", "tuple(max(1, cost) for cost in total)", SHORT),
    _bug("ram makes everything cheaper", "NHI-13", 16, "components.py",
         "                for kind in effect.kinds:\n                    total[kind]",
         "                for kind in range(len(total)):\n                    total[kind]", SHORT),
    _bug("summoned and kept", "NHI-01", 12, "effects_summon.py",
         "    state.hands[seat][kind] -= 1\n    set_off", "    set_off", SHORT),
    _bug("commit shown while paying", "NHI-11", 12, "state.py",
         'by_seat=True, see="after=reveal", names="creature",', 'by_seat=True, names="creature",',
         SHORT),
    _bug("payment shown before the reveal", "NHI-11", 12, "state.py",
         'paid = piles(SEATS, CREATURES_MAX, see="after=reveal"',
         'paid = piles(SEATS, CREATURES_MAX, see="all"', SHORT),
    _bug("title by cards drawn is missed", "NHI-21", 12, "effects.py",
         "    claim_titles(state, HAND, (seat,), phase)\n", "", SHORT),
    _bug("titles before all creatures lie", "NHI-22", 28, "effects_summon.py",
         "        summon_or_pass(state, seat)\n    claim_titles(state, AREA, seats, SUMMON)\n",
         "        summon_or_pass(state, seat)\n"
         "        claim_titles(state, AREA, (seat,), SUMMON)\n"),
    _bug("later player takes the title", "NHI-22", 20, "effects.py",
         "emit(state, ev.TITLE_CLAIMED, found[0], title, tuple(found[1:]), phase)",
         "emit(state, ev.TITLE_CLAIMED, found[-1], title, tuple(found[1:]), phase)", TWO, FAST),
    # --- ability phase ---
    _bug("effect is not carried out", "NHI-17", 12, "effects_summon.py",
         "        pending[kind] += 1\n", "        pending[kind] += 0\n", SHORT),
    _bug("order is not asked", "NHI-17", 20, "phases.py",
         'return len(state.pending[mover(state)].replace(b"\\0", b"")) > 1',
         'return len(state.pending[mover(state)].replace(b"\\0", b"")) > 2', SHORT),
    _bug("lantern wards all but its holder", "NHI-28", 12, "effects_ability.py",
         "if not (attacks(state) and is_warded(state, seat)):",
         "if not (attacks(state) and not is_warded(state, seat)):", SHORT),
    _bug("crow takes any creature", "NHI-16", 20, "table.py",
         "    for kind in running(state).kinds:\n", "    for kind in range(CREATURES_MAX):\n",
         SHORT),
    _bug("sacrifice undoes the summon", "NHI-16", 16, "actions.py",
         "    remove_creature(state, card, waiting)\n    state.discards[card] += 1\n",
         "    remove_creature(state, card, waiting)\n    state.discards[card] += 1\n"
         "    state.count[state.victim] -= 1\n", SHORT),
    _bug("artefact doubled", "NHI-03", 20, "effects_ability.py",
         "        state.artefacts[holder] &= ~bit\n", "        state.artefacts[holder] |= bit\n",
         SHORT),
    _bug("further summon is free", "NHI-15", 15, "effects_summon.py",
         "    pay(state, seat, BY_EFFECT)\n    place", "    place", SHORT),
    _bug("further summon claims nothing", "NHI-21", 32, "effects_summon.py",
         "    state.left -= 1\n    claim_titles(state, AREA, (seat,), ABILITY)\n",
         "    state.left -= 1\n", TWO, FAST),
    # --- end and scoring ---
    _bug("ninth creature ends the game", "NHI-23", 24, "effects_summon.py",
         "if reached >= state.rules.last_creature and not state.ended:",
         "if reached > state.rules.last_creature and not state.ended:", CUMULATIVE),
    _bug("stag counts itself", "NHI-25", 40, "scoring.py",
         "    return found - own\n", "    return found\n", SOON, FAST),
)  # fmt: skip
