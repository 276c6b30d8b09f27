"""The agenda: kinds of tasks by number, with their arguments.  What each does is in `effects_*`;
`agenda_tasks` ties names, functions and rows together in this order.

`box` is 1 + the text box of the Villain whose power places tokens and resolves Effects at once,
else 0.  A set of Locations is two numbers, `low` (the first nine) and `high`: a task holds i16
numbers.
"""

from __future__ import annotations

# DO: run to their end.
(
    HURT,  # who, n, cause: Damage or a loss of health, before Shield and softening
    CHECK,  # the end of a batch: is the game decided?
    SPENT_CARD,  # card: to the discard if no point of it is left
    DRAWING,  # who, n, cause: that many cards, one by one
    FIT_ASIDE,  # who: an upgrade set aside that fits now
    REFILL,  # place of the market
    FIND_HOST,  # who, from: the upgrade just bought needs a card
    PUT,  # location, by, box: one token, unless barred
    PLACING,  # low, high, by, box: one token each
    DRAIN,  # Effects waiting, in the order drawn
    RESOLVE,  # token, box: an Effect
    TOKEN_DONE,  # token: a resolved Effect to the discard
    SHIFT,  # token, from, to, cause: a Minion moves
    BEAR_END,  # stays: Knuckles stays or goes home
    SWEEP,  # defeated Minions to the discard
    LOSE_PLACE,  # location: over its limit
    ARRIVE,  # movers, to: losses for entering
    FX,  # step of a text
    POWER,  # the Villain's die power
    BLOW,  # total, armour, coloured, katana: the Villain's health falls
    STRIKE,  # dice are kept: what they do
    REWARD,  # colour
    FIGHT_OVER,  # coloured: unblocked colours
    ACT,  # power box
    VILLAIN_FX,  # step of a box, box
    LOWERING,  # who, highest, cause
    FILL_BAG,  # the Effects join the Minions
    CARD_DONE,  # the Villain card to the discard
) = range(28)
# ASK: wait for somebody.
(
    SEED,  # location
    TOKEN,  # location, by, box
    CARD,  # who, cause
    UPGRADE,  # place of the market
    TOP,  # the card that is now on top
    FIRST,  # who gets the marker
    DIE,  # die
    REDIE,  # die
    COLOUR_DIE,  # cause of the move
    HIT,  # colours, reach, ranged, how
    GO,
    SEND,  # n, everyone, stays, not to, uses
    SCARE,  # n, last, location or -1, colours, cause
    WHISTLE,  # n, last, minions each
    RAM,  # last
    FETCH,  # n, last
    PAY,  # who
    WHO,  # why, n, candidates
    COMMIT,  # last
    REROLLS,
    KEEP,  # die, face
    SNOUT,
    SHIELD,  # who, n, cause
    EXTRA,
    KEEPING,  # last
    REVIVE,
    FOLLOW,  # pending, movers, from, to
    COVER,  # who
    RAISE,  # who, n, from, distinct, cause
    LOWER,  # who, highest, cause
    COLOUR,  # n
    MOVE,  # token, from, low, high, cause
    SLEEVE,  # who, upgrade, from
    ORDER,  # low, high
    BUNDLE,  # partner, give, ask, net, items, stage
    CONSENT,  # partner, give, ask, net, items, stage
    SHOP,  # who
    FLUSH,  # who, last
) = range(28, 66)

LOW_BITS = 9
LOW_SET = (1 << LOW_BITS) - 1

# Reach of an attack on a Minion.
HERE, HERE_OR_CONNECTED, CONNECTED = range(3)
# Why a character is named.
WHO_HEALS, WHO_DRAWS, WHO_REVIVES = range(3)
