"""What happens to cards on the table: arriving, turning, leaving, changing hands."""

from __future__ import annotations

from engine.events import Event
from engine.games.henchling import events_guards as guard

CARD_ARRIVED = Event(
    "card.arrived",
    ("seat:seats", "card:cards", "tilted:flag", "host:cards"),
    ("HE-PLAY-07",),
)
CARD_ENTERED = Event(
    "card.entered", ("seat:seats", "card:cards", "arrive_texts"),
    {"HE-INPLAY-01": None, "HE-PLAY-08": guard.has_texts},
)
ARRIVE_TRIGGERED = Event(
    "arrive.triggered", ("seat:seats", "card:cards", "ability:abilities"),
    ("HE-ARR-01",),
)
LEAVE_TRIGGERED = Event(
    "leave.triggered",
    ("seat:seats", "card:cards", "ability:abilities", "cause:causes", "to:zones"),
    {"HE-INPLAY-01": None, "HE-LEAVE-01": guard.to_the_discards, "HE-EJECT-04": guard.was_ejected},
)
CARD_MOVED = Event(
    "card.moved",
    (
        "card:cards", "from:zones", "to:zones", "seat:seats", "cause:causes", "counters",
        "face_down:flag", "printed:destinations",
    ),
    {
        "HE-COMP-06": None,
        "HE-ENH-05": guard.follows_to_discard,
        "HE-ENH-06": guard.follows_elsewhere,
        "HE-CTR-04": guard.had_counters,
    },
)  # fmt: skip
TOKEN_REMOVED = Event(
    "token.removed",
    ("card:cards", "token:tokens", "seat:seats", "cause:causes", "counters"),
    {"HE-TOKEN-02": None, "HE-EJECT-03": guard.was_ejected, "HE-CTR-04": guard.had_counters},
)
CARD_DISCARDED = Event(
    "card.discarded",
    ("seat:seats", "card:cards", "for:discarded_for", "hand"),
    {"HE-DPILE-01": None, "HE-DISC-01": guard.over_the_limit},
)
CARD_DESTROYED = Event(
    "card.destroyed",
    ("card:cards", "seat:seats", "cause:causes", "source:cards"),
    {"HE-DEST-01": None, "HE-REQ-02": guard.as_payment},
)
CARD_EJECTED = Event(
    "card.ejected",
    ("card:cards", "seat:seats", "to:zones", "enhancers", "counters", "owner:seats"),
    {
        "HE-INPLAY-01": None,
        "HE-EJECT-01": guard.to_a_hand,
        "HE-EJECT-02": guard.leaves_things_behind,
    },
)
CARD_TILTED = Event(
    "card.tilted",
    ("card:cards", "by_effect:flag", "enhancers"),
    {"HE-TILT-01": None, "HE-ENH-03": guard.enhancers_follow, "HE-TILT-04": guard.by_effect},
)
CARD_UNTILTED = Event(
    "card.untilted",
    ("card:cards", "by_effect:flag", "enhancers"),
    {"HE-UNTILT-02": None, "HE-ENH-03": guard.enhancers_follow},
)
CARD_FLIPPED = Event(
    "card.flipped",
    ("card:cards", "face_up:flag", "by:seats", "tilted:flag", "counters", "enhancers",
     "enhancer:flag"),
    {
        "HE-FLIP-01": None,
        "HE-FLIP-08": guard.up_and_ready,
        "HE-CTR-03": guard.had_counters,
        "HE-ENH-04": guard.half_of_a_pair,
    },
)  # fmt: skip
CARD_UNFLIPPED = Event(
    "card.unflipped",
    ("card:cards", "by:seats", "this_turn:flag", "controller:seats", "active:seats",
     "tilted:flag", "counters", "flipper_out:flag"),
    {
        "HE-FLIP-07": None,
        "HE-UNFLIP-01": guard.own_of_an_earlier_turn,
        "HE-UNFLIP-03": guard.opponents_of_this_turn,
        "HE-FLIP-08": guard.ready,
        "HE-FLIP-05": guard.was_denied_a_turn,
        "HE-CTR-03": guard.had_counters,
    },
)  # fmt: skip
ENHANCER_ATTACHED = Event(
    "enhancer.attached",
    ("card:cards", "host:cards", "seat:seats", "controller:seats", "tilted:flag"),
    {"HE-ENH-01": None, "HE-ENH-03": guard.on_a_tilted_host},
)
COUNTER_PLACED = Event(
    "counter.placed",
    ("card:cards", "counter:counters", "n", "a", "h", "generic", "power_a", "power_h"),
    ("HE-CTR-01",),
)
COUNTER_REMOVED = Event("counter.removed", ("card:cards", "n", "left"), ("HE-CTR-02",))
NUMBERS_BOOSTED = Event(
    "numbers.boosted", ("card:cards", "a", "h", "lasts:durations"),
    ("HE-HENCH-01",),
)
CARD_STOLEN = Event(
    "card.stolen", ("card:cards", "from:seats", "to:seats", "enhancers"), ("HE-STEAL-01",)
)
CARDS_TRADED = Event(
    "cards.traded", ("mine:cards", "theirs:cards", "seat:seats", "partner:seats", "type:types"),
    ("HE-TRADE-01",),
)
TOKEN_CREATED = Event(
    "token.created", ("card:cards", "token:tokens", "seat:seats", "host:cards"),
    ("HE-TOKEN-03",),
)

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
