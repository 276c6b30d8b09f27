"""The switches of Ham Helsing: set-up choices, readings, and the alternate rules.

All of them may be combined (HH-SPICY-04).
"""

from __future__ import annotations

from engine.games.ham_helsing.schema_words import EFFECT_IDS, HEROES, LETTERS, VILLAINS
from engine.options import Counts, Option, Ordered

OPTIONS = (
    Option("characters", ",".join(HEROES),
           (",".join(HEROES), "ronin,lobos,malcolm,ham", "lobos,malcolm,ronin,ham",
            "malcolm,ronin,ham,lobos"),
           "HH-SETUP-10", "who takes whom, seat by seat", listed=Ordered(HEROES, every=True)),
    Option("villain", "hen", VILLAINS, "HH-SETUP-26", "whom the players face"),
    Option("villain_start", "none", ("none", *LETTERS), "HH-SETUP-30",
           "where the Villain stands before the first Villain card"),
    Option("first_seat", 0, (0, 1, 2, 3, "random"), "HH-SETUP-31",
           "who gets the First Player marker", below="players"),
    Option("placement_order", "letters", ("letters", "choose"), "HH-PLACE-08",
           "step 4 by Location letter, or each next Location named"),
    Option("villain_health_delta", 0, (-20, 20), "HH-SYB-01",
           "added to the Villain's starting health; Save Yer Bacon -6, Spicy Pork 6", whole=True),
    Option("effects_removed", "", ("", "e3", "e1,e5", ",".join(EFFECT_IDS)), "HH-SYB-02",
           "Effect tokens left out", listed=Ordered(EFFECT_IDS)),
    Option("limits", True, (True, False), "HH-SYB-03", "Locations have limits and may be lost"),
    Option("villain_board", True, (True, False), "HH-SYB-07", "the Villain has powers"),
    Option("villain_minion_moves", True, (True, False), "HH-SYB-09",
           "Minions move in the Villain Phase"),
    Option("either_colour", False, (False, True), "HH-SYB-10",
           "a two-colour Minion falls to either colour"),
    Option("wrap_junction", "off", ("off", "characters", "all"), "HH-SYB-11",
           "all wraparound paths are one junction, for characters or for all"),
    Option("start_dollar", False, (False, True), "HH-SYB-12", "everybody starts with $1"),
    Option("epig_cards", "0,0,0", ("0,0,0", "1,0,0", "0,1,2", "4,4,4"), "HH-EPIG-01",
           "Villain cards added of levels 1, 2, 3", listed=Counts(3, 0, 4)),
    Option("epig_health", 6, (0, 20), "HH-EPIG-04", "Villain health for each added card",
           whole=True),
    Option("powers_uncovered", 0, (0, 2), "HH-SPICY-02",
           "Villain powers uncovered from the start", whole=True),
    Option("gifts", True, (True, False), "HH-SPICY-03", "a trade may be one-sided"),
    Option("knuckles_on_nests", True, (True, False), "HH-SPICY-05",
           "Knuckles may enter lost Locations"),
    Option("enter_villain_hurts", False, (False, True), "HH-SPICY-06",
           "entering the Villain's Location costs 1 health"),
    Option("enter_biters_hurts", False, (False, True), "HH-SPICY-07",
           "entering a Location with biting Minions costs 1 health"),
)  # fmt: skip
