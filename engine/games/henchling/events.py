"""What can happen in Henchling: set-up, turns, piles, traps, actions; cards and fights stand apart.

Facts are results and positions at that moment; a card named `none` is one nobody names.
"""

from __future__ import annotations

from engine.events import Event
from engine.games.henchling import events_cards, events_fight
from engine.games.henchling import events_guards as guard

# --- set-up ----------------------------------------------------------------------------------

GAME_STARTED = Event(
    "game.started",
    ("content:content", "players", "copies", "cards", "traps:cards", "health", "may_prolong:flag"),
    ("HE-HP-01",),
)
OPENER_CHOSEN = Event("opener.chosen", ("seat:seats", "method:lots"), ("HE-FIRST-01",))
CARD_DEALT = Event(
    "card.dealt",
    ("seat:seats", "card:cards", "hand", "pool"),
    {"HE-SETUP-02": None, "HE-SETUP-03": guard.hand_is_full},
)
PILES_BUILT = Event("piles.built", ("down", "up", "traps:cards", "mixed"), ("HE-PILE-01",))
HAND_EXCHANGED = Event(
    "hand.exchanged", ("seat:seats", "card:cards", "number", "hand"), ("HE-MULL-01",)
)
HAND_REFILLED = Event(
    "hand.refilled", ("seat:seats", "exchanged", "hand"),
    {"HE-MULL-03": None, "HE-MULL-02": guard.some_exchanged},
)

# --- the turn --------------------------------------------------------------------------------

TURN_STARTED = Event("turn.started", ("turn", "seat:seats"), ("HE-TURN-02",))
PHASE_STARTED = Event("phase.started", ("phase:phases", "turn", "seat:seats"), ("HE-TURN-03",))
TURN_ENDED = Event("turn.ended", ("turn", "seat:seats"), ("HE-TURN-02",))
PURSE_SET = Event(
    "purse.set",
    ("seat:seats", "amount", "modifiers"),
    {"HE-PLAY-03": None, "HE-PLAY-04": guard.has_modifiers},
)
PURSE_EMPTIED = Event(
    "purse.emptied", ("seat:seats", "lost"),
    {"HE-TURN-03": None, "HE-PLAY-05": guard.some_lost},
)
MONEY_CHANGED = Event(
    "money.changed",
    ("seat:seats", "by", "left", "source:cards"),
    {"HE-PLAY-04": guard.on_turn, "HE-PLAY-05": guard.not_on_turn},
)
HAND_COUNTED = Event(
    "hand.counted",
    ("seat:seats", "hand", "limit", "printed"),
    {"HE-DISC-03": None, "HE-DISC-02": guard.limit_is_changed},
)

# --- piles (2 Draw) --------------------------------------------------------------------------

CARD_DRAWN = Event(
    "card.drawn",
    ("seat:seats", "card:cards", "pile:piles", "for:drawn_for", "turn", "left", "hand"),
    {
        "HE-DRAW-06": None,
        "HE-TURN-01": guard.only_draw_of_turn_one,
        "HE-DRAW-01": guard.last_draw_of_a_turn,
    },
)
CARD_EXPOSED = Event(
    "card.exposed",
    ("card:cards", "after:exposures", "passers_cleared", "trap:flag"),
    {"HE-PILE-03": None, "HE-PILE-06": guard.after_one_left, "HE-DRAW-03": guard.marks_vanish},
)
EXPOSED_PASSED = Event(
    "exposed.passed", ("seat:seats", "card:cards", "passers:seats"),
    ("HE-PILE-03",),
)
EXPOSED_GONE = Event(
    "exposed.gone", ("card:cards", "passers:seats"),
    {"HE-DPILE-01": None, "HE-DRAW-02": guard.all_have_passed},
)
PILE_RECYCLED = Event(
    "pile.recycled", ("seat:seats", "cards", "to_down", "traps:cards"),
    ("HE-DRAW-04",),
)
DRAWS_FORFEITED = Event("draws.forfeited", ("seat:seats", "n", "declined:flag"), ("HE-DRAW-05",))

# --- traps -----------------------------------------------------------------------------------

TRAP_ENTERED = Event(
    "trap.entered",
    ("card:cards", "waits:flag", "turn", "owed", "seat:seats"),
    {
        "HE-TRAP-01": None,
        "HE-PILE-04": guard.before_turn_one,
        "HE-TRAP-06": guard.met_while_drawing,
    },
)
TRAP_REBURIED = Event("trap.reburied", ("card:cards",), ("HE-PILE-04",))
TRAP_ACTED = Event(
    "trap.acted", ("card:cards", "seats:seats", "alive"),
    {"HE-TRAP-07": None, "HE-TRAP-02": guard.all_players},
)
TRAP_SPRUNG = Event(
    "trap.sprung", ("card:cards", "when:triggers", "seat:seats", "by:cards"), ("HE-TRAP-04",)
)
TRAP_DONE = Event(
    "trap.done", ("card:cards", "waited:flag"),
    {"HE-DPILE-01": None, "HE-TRAP-03": guard.acts_at_once},
)

# --- actions (3 Action, Reactions) -----------------------------------------------------------

ACTION_ANNOUNCED = Event(
    "action.announced",
    (
        "action:actions", "seat:seats", "card:cards", "ability:abilities", "first:targets",
        "second:targets", "number", "token:flag",
    ),
    {"HE-TILT-03": None, "HE-TOKEN-01": guard.with_token},
)  # fmt: skip
COST_PAID = Event(
    "cost.paid",
    ("action:actions", "seat:seats", "card:cards", "amount", "left"),
    {"HE-REQ-01": None, "HE-PLAY-01": guard.for_a_play},
)
REACTION_USED = Event(
    "reaction.used",
    ("seat:seats", "card:cards", "ability:abilities", "first:targets", "second:targets",
     "answers:actions", "answered:cards"),
    ("HE-REACT-02",),
)  # fmt: skip
ABILITY_PAID = Event(
    "ability.paid",
    ("seat:seats", "card:cards", "via:cards", "ability:abilities", "tilt:flag", "free:flag"),
    {"HE-REQ-01": None, "HE-ABIL-05": guard.stays_upright},
)
ACTION_PREVENTED = Event(
    "action.prevented",
    ("action:actions", "seat:seats", "card:cards", "reason:preventions", "spell:flag"),
    {
        "HE-REACT-08": None,
        "HE-REACT-05": guard.attacker_is_down,
        "HE-REACT-06": guard.user_is_tilted,
        "HE-SPELL-04": guard.spell_fizzles,
    },
)
SPELL_SPENT = Event("spell.spent", ("seat:seats", "card:cards"), ("HE-SPELL-01",))
ROOM_MADE = Event("room.made", ("seat:seats", "card:cards", "items"), ("HE-ITEM-05",))
TOKEN_DECLINED = Event("token.declined", ("seat:seats", "token:tokens"), ("HE-ITEM-05",))
LIMIT_CAPPED = Event(
    "limit.capped",
    ("limit:caps", "seat:seats", "card:cards", "lost"),
    {
        "HE-LIMIT-01": guard.of_tokens,
        "HE-LIMIT-02": guard.of_health,
        "HE-LIMIT-03": guard.of_counters,
        "HE-LIMIT-04": guard.of_money,
    },
)

# --- the end ---------------------------------------------------------------------------------

PLAYER_ELIMINATED = Event("player.eliminated", ("seat:seats", "cards", "left"), ("HE-ELIM-01",))
GAME_OVER = Event("game.over", ("winner:seats", "turn"), ("HE-GOAL-01",))
PLAY_UNFINISHED = Event(
    "play.unfinished", ("cause:limits", "turn", "actions"),
    {"HE-LIMIT-05": guard.by_turns, "HE-LIMIT-06": guard.by_actions},
)

EVENTS = (
    *(value for value in list(globals().values()) if isinstance(value, Event)),
    *events_cards.EVENTS,
    *events_fight.EVENTS,
)
