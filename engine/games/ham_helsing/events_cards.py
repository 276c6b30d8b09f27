"""What can happen: cards and icons, attacks, trades, the market, sleeves."""

from __future__ import annotations

from engine.events import Event
from engine.games.ham_helsing import events_guards as guard

# --- cards and the pool ----------------------------------------------------------------------

CARD_PLAY = Event("card.play", ("card:card", "who:who", "zone:zone"))
POOL_ADD = Event("pool.add", ("card:card", "place:place", "icon:icon", "points"), ("HH-PLAY-02",))
ICON_SPEND = Event(
    "icon.spend", ("card:card", "place:place", "icon:icon", "left"),
    {"HH-ICON-03": guard.attack_icon, "HH-ICON-09": guard.knuckles_icon},
)  # fmt: skip
ICON_CONVERT = Event("icon.convert", ("card:card", "place:place", "wilds"))
ICON_COVER = Event("icon.cover", ("card:card", "place:place", "who:who"), ("HH-EFFECT-05",))
CARD_DISCARD = Event(
    "card.discard", ("card:card", "zone:zone", "cause:discard", "touched:flag"),
    {
        "HH-PLAY-05": guard.by("spent"), "HH-ENDPLAY-02": guard.by("partly_used"),
        "HH-LOC-SNACK-01": guard.by("snacks"),
    },
)  # fmt: skip
CARD_RETURN = Event("card.return", ("card:card", "zone:zone"))
CARD_FETCH = Event("card.fetch", ("card:card", "who:who"))
CARD_DRAW = Event(
    "card.draw", ("card:card", "who:who", "cause:draw", "hand", "active:who", "solo:flag"),
    {
        "HH-SETUP-17": guard.by("setup"), "HH-ICON-05": guard.by("icon"),
        "HH-LOC-CROAK-01": guard.by("croak"), "HH-DRAW-01": guard.by("draw_step"),
        "HH-SOLO-05": guard.fifth_card, "HH-SOLO-11": guard.other_ones_draw,
    },
)  # fmt: skip
DRAW_STOPPED = Event("draw.stopped", ("who:who", "n", "again:flag"))
DECK_SHUFFLE = Event(
    "deck.shuffle", ("zone:zone", "cards", "again:flag"),
    {"HH-DRAW-05": guard.made_anew, "HH-SOLO-04": guard.double_deck},
)  # fmt: skip
SPECIAL_ACTIVATE = Event("special.activate", ("card:card", "sleeved"))
EFFECT_ACTIVE = Event("effect.active", ("op:lasting", "n"))
ABILITY_USE = Event(
    "ability.use", ("who:who", "paid:flag"), {"HH-ABIL-02": guard.without_discard}
)  # fmt: skip
POWER_USE = Event("location_power.use", ("at:location", "power:power", "who:who"))

# --- movement and attacks --------------------------------------------------------------------

BASE_MOVE_USE = Event("base_move.use", ("who:who", "points"))
STEPS_ADD = Event("steps.add", ("n", "left", "base:flag"))
STEPS_SPEND = Event("steps.spend", ("left",))
MOVE_ENTER = Event(
    "move.enter",
    ("who:who", "from:location", "to:location", "carried_by:who", "wrap:flag", "joined:flag",
     "lost:flag"),
    {
        "HH-MOVE-02": guard.over_the_edge, "HH-ABIL-03": guard.carried,
        "HH-SYB-11": guard.by_junction,
    },
)  # fmt: skip
SKILL_ATTACK_USE = Event(
    "skill_attack.use", ("who:who", "colour:colour", "skill", "in_fight:flag")
)  # fmt: skip
ATTACK_ADD = Event("attack.add", ("colour:attack", "n", "left"))
ATTACK_DOUBLED = Event("attack.doubled", ("colour:colour", "more", "left"))
ATTACK_SPEND = Event("attack.spend", ("colour:attack", "left"))
WILD_DECLARE = Event("wild.declare", ("colour:colour", "in_fight:flag"))
KATANA_USE = Event("katana.use", ("who:who", "points", "to:katana"), ("HH-KATANA-05",))
KATANA_SPEND = Event("katana.spend", ("left", "on_villain:flag"))

# --- trades ----------------------------------------------------------------------------------

TRADE_OFFER = Event(
    "trade.offer", ("who:who", "with:who", "give:card", "ask:card", "net", "items")
)  # fmt: skip
TRADE_REFUSED = Event("trade.refused", ("who:who", "with:who", "asked:flag"))
TRADE = Event(
    "trade", ("who:who", "with:who", "give:card", "ask:card", "net", "items", "at:location")
)  # fmt: skip

# --- market and sleeves ----------------------------------------------------------------------

MARKET_BUY = Event(
    "market.buy", ("who:who", "upgrade:upgrade", "place", "price", "swamp:flag", "cost"),
    {"HH-MARKET-03": guard.at_market, "HH-LOC-SWAMP-01": guard.at_swamp},
)  # fmt: skip
MARKET_REFILL = Event(
    "market.refill",
    ("place", "upgrade:upgrade", "type:type", "pile", "setup:flag", "in_play:flag"),
    {
        "HH-SETUP-08": guard.at_setup, "HH-SETUP-09": guard.row_is_laid,
        "HH-MARKET-06": guard.in_market, "HH-LOC-SWAMP-04": guard.in_play,
    },
)  # fmt: skip
MARKET_FLUSH = Event("market.flush", ("who:who", "upgrade:upgrade", "place"))
MARKET_DONE = Event("market.done", ("money",))
PILE_SHUFFLE = Event("pile.shuffle", ("type:type", "cards"))
SLEEVE_ATTACH = Event(
    "sleeve.attach",
    ("upgrade:upgrade", "host:card", "who:who", "from:sleeved", "in_play:flag", "used:flag"),
    {
        "HH-SLEEVE-01": None, "HH-MARKET-07": guard.sleeved_from("market"),
        "HH-LOC-SWAMP-02": guard.on_a_used_card, "HH-SLEEVE-06": guard.sleeved_from("set_aside"),
    },
)  # fmt: skip
SLEEVE_SET_ASIDE = Event("sleeve.set_aside", ("upgrade:upgrade", "who:who"), ("HH-SLEEVE-05",))

EVENTS = tuple(value for value in list(globals().values()) if isinstance(value, Event))
