"""Guards: named tests over an event's facts, so that it never proves more than it saw."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening

Guard = Callable[[Happening], bool]


def fact_is(fact: str, words: tuple[str, ...]) -> Guard:
    """The fact is one of the words."""

    def test(h: Happening) -> bool:
        return h.word(fact) in words

    test.__name__ = f"{fact}_is_{'_or_'.join(words)}"
    test.__doc__ = f"{fact} is {' or '.join(words)}."
    return test


def by(*causes: str) -> Guard:
    """It had one of these causes."""
    return fact_is("cause", causes)


def sleeved_from(origin: str) -> Guard:
    """The upgrade came from there."""
    return fact_is("from", (origin,))


def placed_by(origin: str) -> Guard:
    """The token was placed by that."""
    return fact_is("by", (origin,))


def at_once_of(villain: str, box: str) -> Guard:
    """An Effect that a power of that Villain placed, resolved at once."""

    def test(h: Happening) -> bool:
        return h.word("villain") == villain and h.word("box") == box

    test.__name__ = f"at_once_by_{villain}_{box}"
    test.__doc__ = f"An Effect resolved at once under {villain}'s box {box}."
    return test


def _yes(fact: str, name: str, text: str) -> Guard:
    def test(h: Happening) -> bool:
        return h.num(fact) != 0

    test.__name__ = name
    test.__doc__ = text
    return test


# Facts that say it by themselves.
solo = _yes("solo", "solo", "A game of one player.")
one_dollar = _yes("dollar", "one_dollar", "Everybody starts with $1.")
cards_added = _yes("added", "cards_added", "Villain cards were added.")
effects_removed = _yes("removed", "effects_removed", "Effects were left out.")
fell = _yes("fell", "fell", "Knocked out in the own turn, which ran to its end all the same.")
after_play = _yes("after_play", "after_play", "Later than step 1.")
has_doubles = _yes("doubles", "has_doubles", "Two-colour Minions among the defeated.")
made_anew = _yes("again", "made_anew", "The discard became the deck.")
over_the_edge = _yes("wrap", "over_the_edge", "By a path over the edge of the board.")
by_junction = _yes("joined", "by_junction", "Between two ends that no printed path joins.")
on_lost = _yes("lost", "on_lost", "Onto a lost Location.")
at_swamp = _yes("swamp", "at_swamp", "By the power of the Swamp.")
at_setup = _yes("setup", "at_setup", "Before play.")
in_play = _yes("in_play", "in_play", "In step 1 of a turn.")
off_the_villain = _yes("off_villain", "off_the_villain", "Out of the Villain's Location.")
not_blockable = _yes("unblockable", "not_blockable", "Damage that no dice answered.")
armoured = _yes("armour", "armoured", "Block symbols lowered the damage.")
all_wild = _yes("by_wild", "all_wild", "All attacks of the colour were wilds.")
to_one_who_lies = _yes("down", "to_one_who_lies", "The attacker is knocked out.")
may_go_on = _yes("conscious", "may_go_on", "The attacker stands.")

# --- set-up ----------------------------------------------------------------------------------


def several_switches(h: Happening) -> bool:
    """At least two switches of the harder rules."""
    return h.num("switches") > 1


def shield_at_lab(h: Happening) -> bool:
    """The Shield lies on its Location."""
    return h.word("shield") == "lab"


def knuckles_at_start(h: Happening) -> bool:
    """Knuckles is on no Location."""
    return h.num("knuckles") < 0


def no_skill(h: Happening) -> bool:
    """All four skills at their start."""
    return h.num("skills") == 0


def katana_is_held(h: Happening) -> bool:
    """Ham has it."""
    return h.word("holder") != "box"


def katana_in_box(h: Happening) -> bool:
    """Ham does not play."""
    return h.word("holder") == "box"


def lowered(h: Happening) -> bool:
    """Less health for the Villain."""
    return h.num("delta") < 0


def raised(h: Happening) -> bool:
    """More health for the Villain."""
    return h.num("delta") > 0


def epig_health(h: Happening) -> bool:
    """More health for added cards."""
    return h.num("epig") > 0


def epig_uncovers(h: Happening) -> bool:
    """Added cards bare the first power."""
    return h.num("epig") > 0 and h.num("uncovered") > 0


def asked_uncovers(h: Happening) -> bool:
    """Powers are bare because somebody asked for it."""
    return h.num("asked") > 0 and h.num("uncovered") >= h.num("asked")


def levels_in_order(h: Happening) -> bool:
    """From level 1 on top to level 4 at the bottom."""
    levels = list(h.nums("levels"))
    return levels == sorted(levels) and levels[-1] == 4


def beyond_five(h: Happening) -> bool:
    """A round that the plain game does not have."""
    return h.num("added") > 0 and h.num("round") > 5


def second_of_two(h: Happening) -> bool:
    """The second character of a solo game."""
    return h.num("solo") == 1 and h.num("who") == 1


# --- turns -----------------------------------------------------------------------------------


def paid_bounty(h: Happening) -> bool:
    """Money for Minions."""
    return h.word("cause") == "bounty"


def cost_a_dollar(h: Happening) -> bool:
    """An Effect took $1; of somebody with nothing it takes nothing."""
    return h.word("cause") == "effect" and h.num("n") == -1


def single_biters(h: Happening) -> bool:
    """One-colour biters bite somebody who stands."""
    return h.num("singles") > 0 and not h.num("down")


def double_biters(h: Happening) -> bool:
    """Two-colour biters bite somebody who stands."""
    return h.num("doubles") > 0 and not h.num("down")


def only_normal(h: Happening) -> bool:
    """Minions are there, and none bites."""
    return h.num("normal") > 0 and h.num("singles") + h.num("doubles") == 0


def attack_icon(h: Happening) -> bool:
    """An attack icon, wild or coloured."""
    return h.word("icon") in ("blue", "red", "purple", "yellow", "wild")


def knuckles_icon(h: Happening) -> bool:
    """A Knuckles icon."""
    return h.word("icon") == "knuckles"


def fifth_card(h: Happening) -> bool:
    """A solo hand filled to five."""
    return h.num("solo") == 1 and h.num("hand") == 5 and h.word("cause") in ("setup", "draw_step")


def other_ones_draw(h: Happening) -> bool:
    """Solo: a text's card for the character whose turn it is not."""
    own = h.num("who") == h.num("active")
    return h.num("solo") == 1 and h.word("cause") == "text" and not own


def double_deck(h: Happening) -> bool:
    """Two decks of ten shuffled into one before play."""
    return h.num("again") == 0 and h.num("cards") == 20


def without_discard(h: Happening) -> bool:
    """No card was discarded for it."""
    return h.num("paid") == 0


def carried(h: Happening) -> bool:
    """Somebody else's move."""
    return h.num("carried_by") >= 0


def at_market(h: Happening) -> bool:
    """In the Market Phase."""
    return h.num("swamp") == 0


def row_is_laid(h: Happening) -> bool:
    """Before play, the last card of a row: what is left is its pile."""
    return h.num("setup") == 1 and h.num("place") % 3 == 2


def in_market(h: Happening) -> bool:
    """In the Market Phase."""
    return h.num("setup") == 0 and h.num("in_play") == 0


def on_a_used_card(h: Happening) -> bool:
    """Onto a card in play of which a point was spent."""
    return h.num("in_play") == 1 and h.num("used") == 1


# --- board -----------------------------------------------------------------------------------


def step_on_lost(h: Happening) -> bool:
    """Step 4 on a lost Location."""
    return h.word("by") == "step" and h.num("lost") == 1


def step_while_down(h: Happening) -> bool:
    """Step 4 of a knocked-out character."""
    return h.word("by") == "step" and h.num("down") == 1


def during_nests(h: Happening) -> bool:
    """An Effect that came to a nest."""
    return h.word("during") == "nests"


def by_an_attack(h: Happening) -> bool:
    """An attack of the Minion's colour, not the Katana."""
    return h.word("made_with") != "katana"


def both_matched(h: Happening) -> bool:
    """Two colours, both matched."""
    return h.num("colours") == 2 and h.num("matched") == 2


def one_of_two(h: Happening) -> bool:
    """Two colours, one matched."""
    return h.num("colours") == 2 and h.num("matched") == 1


def safe_by_text(h: Happening) -> bool:
    """A biter defeated from a distance by a text."""
    return h.num("safe") == 1 and h.word("made_with") == "text"


def pulled_off_a_character(h: Happening) -> bool:
    """Hen's power drew a Minion away from a character."""
    return h.word("cause") == "pull" and h.num("off_character") == 1


def in_villain_phase(h: Happening) -> bool:
    """The check after the Villain card."""
    return h.word("during") == "villain_limits"


def shield_is_kept(h: Happening) -> bool:
    """The Lab is lost while somebody holds the Shield."""
    return h.word("power") == "not_so_secret_lab" and h.word("shield") not in ("lab", "box")


def a_token_is_left(h: Happening) -> bool:
    """One of the eight nest tokens."""
    return h.num("token") >= 0


def covers_a_power(h: Happening) -> bool:
    """The Location had a power."""
    return h.num("power") >= 0


def nobody_left(h: Happening) -> bool:
    """No Minion in the Location he stays in."""
    return h.num("minions") == 0


def told_to_stay(h: Happening) -> bool:
    """A text let him stay, not with the Villain."""
    return h.num("told") == 1 and h.num("with_villain") == 0


def stays_with_villain(h: Happening) -> bool:
    """A text let him stay with the Villain."""
    return h.num("told") == 1 and h.num("with_villain") == 1


# --- Villain and fights ----------------------------------------------------------------------


def level_four(h: Happening) -> bool:
    """The Level 4 card."""
    return h.num("level") == 4


def no_nest(h: Happening) -> bool:
    """A card with a nest step, and no nest on the board."""
    return h.num("nests") == 0 and h.num("level") < 4


def several_nearest(h: Happening) -> bool:
    """Two or more characters equally near."""
    return h.word("which") == "nearest" and len(h.nums("who")) > 1


def doubled_wild(h: Happening) -> bool:
    """A wild that counts more than once."""
    return h.num("wild") == 1 and h.num("n") > 1


def for_a_fight(h: Happening) -> bool:
    """A die of a fight."""
    return h.word("for") == "fight"


def colour_for_the_card(h: Happening) -> bool:
    """The colour that the Villain card's die asked for."""
    return h.word("for") == "villain_card" and h.num("face") < 4


def blocks_some(h: Happening) -> bool:
    """Attacks of the colour were stopped."""
    return h.num("n") > 0


def blockable(h: Happening) -> bool:
    """Damage of a fight."""
    return h.num("unblockable") == 0


def armoured_katana(h: Happening) -> bool:
    """Armour met the Katana."""
    return h.num("armour") > 0 and h.num("katana") > 0


def one_attack(h: Happening) -> bool:
    """A single successful attack of the colour."""
    return h.num("attacks") == 1


def no_reward_at_last(h: Happening) -> bool:
    """Coloured attacks came through in the last round."""
    return h.num("last") == 1 and h.num("coloured") > 0
