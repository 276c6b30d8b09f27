"""Guards: named tests over an event's facts, so that it never proves more than it saw."""

from __future__ import annotations

from engine.events import Happening
from engine.games.henchling.schema import LIMIT

HAND = 4


def hand_is_full(h: Happening) -> bool:
    """The fourth card of a starting hand."""
    return h.num("hand") == HAND


def some_exchanged(h: Happening) -> bool:
    """At least one card was exchanged."""
    return h.num("exchanged") > 0


def has_modifiers(h: Happening) -> bool:
    """Cards in play change the money of the turn."""
    return h.num("modifiers") != 0


def some_lost(h: Happening) -> bool:
    """Coins were left over."""
    return h.num("lost") > 0


def on_turn(h: Happening) -> bool:
    """The active player's purse changed."""
    return h.num("by") != 0


def not_on_turn(h: Happening) -> bool:
    """Money for somebody else does nothing."""
    return h.num("by") == 0 and h.num("left") == 0


def limit_is_changed(h: Happening) -> bool:
    """Cards change the hand limit."""
    return h.num("limit") != h.num("printed")


def only_draw_of_turn_one(h: Happening) -> bool:
    """The opener's single draw."""
    return h.num("turn") == 1 and h.word("for") == "draw_phase" and h.num("left") == 0


def last_draw_of_a_turn(h: Happening) -> bool:
    """The second draw of a later turn."""
    return h.num("turn") > 1 and h.word("for") == "draw_phase" and h.num("left") == 0


def after_one_left(h: Happening) -> bool:
    """The exposed card was drawn or discarded before."""
    return h.word("after") in ("drawn", "passed")


def marks_vanish(h: Happening) -> bool:
    """Somebody had passed on the card before."""
    return h.num("passers_cleared") > 0


def all_have_passed(h: Happening) -> bool:
    """A set of passers sent the card away."""
    return bool(h.nums("passers"))


def before_turn_one(h: Happening) -> bool:
    """Exposed at set-up."""
    return h.num("turn") == 0


def met_while_drawing(h: Happening) -> bool:
    """Draws of the phase are still owed after it."""
    return h.num("owed") > 0


def all_players(h: Happening) -> bool:
    """Everybody who is in the game, more than one."""
    return len(h.nums("seats")) == h.num("alive") > 1


def acts_at_once(h: Happening) -> bool:
    """An immediate trap."""
    return not h.num("waited")


def with_token(h: Happening) -> bool:
    """A token attacks, is used or is aimed at."""
    return bool(h.num("token"))


def for_a_play(h: Happening) -> bool:
    """The cost of a card."""
    return h.word("action") == "play"


def stays_upright(h: Happening) -> bool:
    """A Free ability: nothing tilts."""
    return bool(h.num("free")) and not h.num("tilt")


def attacker_is_down(h: Happening) -> bool:
    """The attacker lies face down."""
    return h.word("action") == "attack" and h.word("reason") == "face_down"


def user_is_tilted(h: Happening) -> bool:
    """The card whose ability was announced was tilted."""
    return h.word("action") == "ability" and h.word("reason") == "tilted"


def spell_fizzles(h: Happening) -> bool:
    """A spell whose targets are gone."""
    return bool(h.num("spell")) and h.word("reason") == "targets"


def by_turns(h: Happening) -> bool:
    """The last turn there may be is over."""
    return h.word("cause") == "turns"


def by_actions(h: Happening) -> bool:
    """A turn has as many actions as there may be."""
    return h.word("cause") == "actions"


def of_tokens(h: Happening) -> bool:
    """A thirteenth token."""
    return h.word("limit") == "tokens"


def of_health(h: Happening) -> bool:
    """Health beyond the record."""
    return h.word("limit") == "health"


def of_counters(h: Happening) -> bool:
    """Counters beyond the bound."""
    return h.word("limit") == "counters"


def of_money(h: Happening) -> bool:
    """Money beyond the bound."""
    return h.word("limit") == "money"


# --- cards -----------------------------------------------------------------------------------


def has_texts(h: Happening) -> bool:
    """Arrive text was carried out before."""
    return h.num("arrive_texts") > 0


def to_the_discards(h: Happening) -> bool:
    """By death, destruction or discard, to the discard pile or out of the game as a token."""
    return h.word("cause") != "ejected" and h.word("to") in ("discard", "gone")


def was_ejected(h: Happening) -> bool:
    """By ejection."""
    return h.word("cause") == "ejected"


def follows_to_discard(h: Happening) -> bool:
    """An enhancer goes with its host."""
    return h.word("cause") == "with_host" and h.word("to") == "discard"


def follows_elsewhere(h: Happening) -> bool:
    """An enhancer goes where its own text says."""
    return h.word("cause") == "with_host" and h.word("to") in ("hand", "down")


def had_counters(h: Happening) -> bool:
    """Counters were on the card."""
    return h.num("counters") > 0


def over_the_limit(h: Happening) -> bool:
    """A discard of the discard phase."""
    return h.word("for") == "hand_limit"


def as_payment(h: Happening) -> bool:
    """The card's own destruction was demanded."""
    return h.word("cause") == "paid"


def to_a_hand(h: Happening) -> bool:
    """Back to its owner's hand."""
    return h.word("to") == "hand"


def leaves_things_behind(h: Happening) -> bool:
    """Enhancers or counters were on it."""
    return h.num("enhancers") + h.num("counters") > 0


def enhancers_follow(h: Happening) -> bool:
    """Enhancers turn with their host."""
    return h.num("enhancers") > 0


def by_effect(h: Happening) -> bool:
    """Not as a payment."""
    return bool(h.num("by_effect"))


def up_and_ready(h: Happening) -> bool:
    """Turned face up and untilted."""
    return bool(h.num("face_up")) and not h.num("tilted")


def ready(h: Happening) -> bool:
    """Untilted."""
    return not h.num("tilted")


def half_of_a_pair(h: Happening) -> bool:
    """An enhancer without its host, or a host without its enhancers."""
    return bool(h.num("enhancer")) or h.num("enhancers") > 0


def own_of_an_earlier_turn(h: Happening) -> bool:
    """The active player turned it down in an earlier turn."""
    return h.num("by") == h.num("active") and not h.num("this_turn")


def opponents_of_this_turn(h: Happening) -> bool:
    """An opponent turned it down this turn."""
    return h.num("by") != h.num("active") and bool(h.num("this_turn"))


def was_denied_a_turn(h: Happening) -> bool:
    """An opponent turned it down in an earlier turn."""
    return h.num("by") != h.num("controller") and not h.num("this_turn")


def on_a_tilted_host(h: Happening) -> bool:
    """Attached tilted."""
    return bool(h.num("tilted"))


# --- fights ----------------------------------------------------------------------------------


def is_changed(h: Happening) -> bool:
    """The number read is not the printed one."""
    return h.num("attack") != h.num("printed")


def has_passive(h: Happening) -> bool:
    """Passive texts count."""
    return h.num("passive") != 0


def has_counters(h: Happening) -> bool:
    """Power counters count."""
    return h.num("counters") != 0


def boosted_in_anothers_turn(h: Happening) -> bool:
    """A boost of this turn on a Henchling that is not the active player's."""
    return h.num("this_turn") != 0 and not h.num("own")


def is_cut(h: Happening) -> bool:
    """More than the bound was added up."""
    parts = ("printed", "passive", "counters", "boost", "this_turn")
    return sum(h.num(part) for part in parts) > LIMIT == h.num("attack")


def both_ways(h: Happening) -> bool:
    """An attack with a packet in each direction."""
    return h.word("kind") == "attack" and len(h.nums("targets")) > 1


def on_a_player(h: Happening) -> bool:
    """A player, not a Henchling."""
    return bool(h.num("to_player"))


def attack_on_a_player(h: Happening) -> bool:
    """An attack that reaches a player."""
    return h.word("kind") == "attack" and bool(h.num("to_player"))


def tilted_strikes_back(h: Happening) -> bool:
    """The attacked Henchling was tilted."""
    return h.word("kind") == "return" and bool(h.num("source_tilted"))


def protector_takes_all(h: Happening) -> bool:
    """The whole packet on the Protector."""
    return bool(h.num("blocked")) and h.num("after") - h.num("before") == h.num("packet")


def takes_a_packet(h: Happening) -> bool:
    """An item Protector takes the packet away."""
    return h.num("packet") > 0


def after_blocking(h: Happening) -> bool:
    """It blocked in this batch."""
    return bool(h.num("blocked"))


def not_beyond(h: Happening) -> bool:
    """More was offered than there was damage to heal."""
    return not h.num("to_player") and h.num("after") == 0 < h.num("asked") - h.num("before")
