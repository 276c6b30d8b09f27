"""What can happen in The Necrohamster: each kind with its facts and the clauses it proves.

`seat` is who does it or gains, `by` the seat whose effect it is, `source` the card at work.
"""

from __future__ import annotations

from engine.events import Event
from engine.games.necrohamster import events_guards as guard

# --- game setup ------------------------------------------------------------------------------

GAME_STARTED = Event(
    "game.started",
    ("content:content", "players", "cards", "designs:creature", "eighth_mode:eighths",
     "tie_mode:ties", "rounds_max"),
)  # fmt: skip
TITLE_LAID_OUT = Event("title.laid_out", ("title:title",), ("NH-SETUP-01",))
TITLES_DEALT = Event("titles.dealt", ("titles:title", "players"), ("NH-SETUP-02",))
TITLES_REMOVED = Event("titles.removed", ("titles:title",), ("NH-SETUP-03",))
ARTEFACTS_PLACED = Event(
    "artefacts.placed",
    ("placed:artefact", "left_out:artefact"),
    {"NH-SETUP-07": guard.some_placed, "NH-SETUP-08": guard.some_left_out},
)
CARD_DEALT = Event(
    "card.dealt", ("seat", "card:creature", "hand", "deck"), {"NH-SETUP-04": guard.fifth_card}
)
MARKER_GIVEN = Event("marker.given", ("seat",), ("NH-SETUP-09",))

# --- the round -------------------------------------------------------------------------------

ROUND_STARTED = Event(
    "round.started", ("round", "draws:flag"), {"NH-DRAW-01": guard.first_without_draws}
)
PHASE_STARTED = Event("phase.started", ("phase:phases", "round"))
MARKER_PASSED = Event("marker.passed", ("from", "to", "round"), ("NH-DRAW-02",))
DRAWS_OWED = Event("draws.owed", ("seat", "cards", "bonus", "phase:phases", "source:sources"))
CARD_DRAWN = Event(
    "card.drawn",
    ("seat", "card:creature", "phase:phases", "source:sources", "hand", "deck"),
    {"NH-DRAW-03": guard.in_draw_phase, "NH-CARD-04": guard.for_the_trident},
)
DECK_RESHUFFLED = Event("deck.reshuffled", ("seat", "cards", "discards"), ("NH-DRAW-04",))
DRAW_FORFEITED = Event("draw.forfeited", ("seat", "cards", "deck", "discards"), ("NH-DRAW-05",))

# --- summon phase ----------------------------------------------------------------------------

COMMIT_MADE = Event("commit.made", ("seat", "card:creature", "cost"))
COMMITS_REVEALED = Event("commits.revealed", ("cards:creature", "passed"))
SUMMON_PASSED = Event("summon.passed", ("seat", "hand"), ("NH-SUMMON-02",))
PAYMENT_MADE = Event(
    "payment.made",
    ("seat", "card:creature", "cost", "printed", "cards:creature", "hand", "discards",
     "way:ways"),
    {"NH-SUMMON-04": guard.some_paid, "NH-SUMMON-06": guard.some_paid,
     "NH-SETUP-06": guard.some_paid},
)  # fmt: skip
CREATURE_SUMMONED = Event(
    "creature.summoned",
    ("seat", "card:creature", "count", "in_play", "way:ways", "source:sources"),
    {"NH-SUMMON-07": None, "NH-ABILPH-03": guard.by_effect},
)
TITLE_CLAIMED = Event(
    "title.claimed",
    ("seat", "title:title", "others", "phase:phases"),
    {
        "NH-TITLE-01": None,
        "NH-TITLE-02": guard.before_others,
        "NH-TITLE-05": guard.outside_summon_phase,
        "NH-CARD-06": guard.of_the_beasts,
    },
)
END_TRIGGERED = Event("end.triggered", ("seat", "count", "round"))

# --- ability phase ---------------------------------------------------------------------------

SLOT_STARTED = Event("slot.started", ("seat", "pending:sources"))
SLOT_ENDED = Event("slot.ended", ("seat", "pending"))
ABILITY_STARTED = Event("ability.started", ("seat", "card:creature", "copies"))
TRIGGER_DROPPED = Event("trigger.dropped", ("seat", "source:sources", "copies"))
ORDER_CHOSEN = Event("order.chosen", ("seat", "source:sources", "kinds"))
EFFECT_STARTED = Event(
    "effect.started",
    ("seat", "source:sources", "kind:kinds", "in_area", "pending"),
    {"NH-ABIL-01": guard.is_instant, "NH-ABILPH-05": guard.has_left,
     "NH-CARD-04": guard.of_the_trident},
)  # fmt: skip
EFFECT_SKIPPED = Event("effect.skipped", ("seat", "source:sources", "op:ops"))
EFFECT_ENDED = Event("effect.ended", ("seat", "source:sources"))
ATTACK_WARDED = Event("attack.warded", ("seat", "by", "source:sources"), ("NH-ABIL-03",))
TARGET_CHOSEN = Event("target.chosen", ("seat", "victim", "source:sources"))
HAND_DISCARDED = Event(
    "hand.discarded",
    ("seat", "card:creature", "by", "source:sources", "kind:kinds", "chooser:choosers", "hand"),
    {"NH-ABIL-03": guard.in_attack, "NH-SETUP-06": None},
)
CREATURE_DISCARDED = Event(
    "creature.discarded",
    ("seat", "card:creature", "worked:flag", "by", "source:sources", "kind:kinds",
     "in_play", "count"),
    {"NH-END-06": None, "NH-ABIL-03": guard.in_attack, "NH-SETUP-06": None},
)  # fmt: skip
CREATURE_STOLEN = Event(
    "creature.stolen",
    ("seat", "card:creature", "from", "source:sources", "count"),
    ("NH-ABIL-03",),
    needs="content has op steal_creature",
)
CARD_RETURNED = Event("card.returned", ("seat", "card:creature", "source:sources", "hand"))
OFFER_DECLINED = Event("offer.declined", ("seat", "source:sources", "op:ops"))
ARTEFACT_GAINED = Event(
    "artefact.gained",
    ("seat", "artefact:artefact", "from", "source:sources"),
    {"NH-ART-01": None, "NH-ART-02": guard.from_another},
)

# --- round end and scoring -------------------------------------------------------------------

ROUND_ENDED = Event("round.ended", ("round", "ended:flag"))
GAME_ENDED = Event(
    "game.ended", ("round", "counts", "in_play"), {"NH-END-04": guard.eighth_is_lost}
)
SCORE_TALLIED = Event(
    "score.tallied",
    ("seat", "creatures", "bonus", "titles", "artefacts", "total"),
    ("NH-END-03",),
)
TIE_BROKEN = Event(
    "tie.broken",
    ("step:splits", "tied", "values", "left"),
    {
        "NH-TIE-01": guard.split_by_creatures,
        "NH-TIE-02": guard.split_by_best,
        "NH-TIE-03": guard.split_by_hand,
    },
)
GAME_WON = Event("game.won", ("seats", "points"))
GAME_STOPPED = Event("game.stopped", ("round",))

EVENTS = (
    GAME_STARTED, TITLE_LAID_OUT, TITLES_DEALT, TITLES_REMOVED, ARTEFACTS_PLACED, CARD_DEALT,
    MARKER_GIVEN, ROUND_STARTED, PHASE_STARTED, MARKER_PASSED, DRAWS_OWED, CARD_DRAWN,
    DECK_RESHUFFLED, DRAW_FORFEITED, COMMIT_MADE, COMMITS_REVEALED, SUMMON_PASSED, PAYMENT_MADE,
    CREATURE_SUMMONED, TITLE_CLAIMED, END_TRIGGERED, SLOT_STARTED, SLOT_ENDED, ABILITY_STARTED,
    TRIGGER_DROPPED, ORDER_CHOSEN, EFFECT_STARTED, EFFECT_SKIPPED, EFFECT_ENDED, ATTACK_WARDED,
    TARGET_CHOSEN, HAND_DISCARDED, CREATURE_DISCARDED, CREATURE_STOLEN, CARD_RETURNED,
    OFFER_DECLINED, ARTEFACT_GAINED, ROUND_ENDED, GAME_ENDED, SCORE_TALLIED, TIE_BROKEN, GAME_WON,
    GAME_STOPPED,
)  # fmt: skip
