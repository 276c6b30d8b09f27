"""What can happen in Ham Helsing, all kinds under one name (`events as ev`).

Each kind stands with its facts and the clauses an occurrence proves in its chapter: `events_setup`
(set-up, turns, tracks), `events_cards` (cards, attacks, market), `events_board` (board, Villain).
"""

from __future__ import annotations

from engine.games.ham_helsing import events_board, events_cards, events_setup
from engine.games.ham_helsing.events_board import (
    BAG_REFILL as BAG_REFILL,
)
from engine.games.ham_helsing.events_board import (
    BLOCK_IGNORED as BLOCK_IGNORED,
)
from engine.games.ham_helsing.events_board import (
    CHAR_RELOCATE as CHAR_RELOCATE,
)
from engine.games.ham_helsing.events_board import (
    CHOICE_COLOUR as CHOICE_COLOUR,
)
from engine.games.ham_helsing.events_board import (
    CHOICE_GOAL as CHOICE_GOAL,
)
from engine.games.ham_helsing.events_board import (
    CHOICE_ORDER as CHOICE_ORDER,
)
from engine.games.ham_helsing.events_board import (
    DIE_REROLL as DIE_REROLL,
)
from engine.games.ham_helsing.events_board import (
    DIE_ROLL as DIE_ROLL,
)
from engine.games.ham_helsing.events_board import (
    EFFECT_RESOLVE as EFFECT_RESOLVE,
)
from engine.games.ham_helsing.events_board import (
    FIGHT_BLOCK as FIGHT_BLOCK,
)
from engine.games.ham_helsing.events_board import (
    FIGHT_COMMIT as FIGHT_COMMIT,
)
from engine.games.ham_helsing.events_board import (
    FIGHT_DECLARE as FIGHT_DECLARE,
)
from engine.games.ham_helsing.events_board import (
    FIGHT_END as FIGHT_END,
)
from engine.games.ham_helsing.events_board import (
    KNUCKLES_HIBERNATE as KNUCKLES_HIBERNATE,
)
from engine.games.ham_helsing.events_board import (
    KNUCKLES_MOVE as KNUCKLES_MOVE,
)
from engine.games.ham_helsing.events_board import (
    KNUCKLES_RETURN as KNUCKLES_RETURN,
)
from engine.games.ham_helsing.events_board import (
    KNUCKLES_STAY as KNUCKLES_STAY,
)
from engine.games.ham_helsing.events_board import (
    KNUCKLES_WAKE as KNUCKLES_WAKE,
)
from engine.games.ham_helsing.events_board import (
    LIMIT_CHECK as LIMIT_CHECK,
)
from engine.games.ham_helsing.events_board import (
    LOCATION_LOST as LOCATION_LOST,
)
from engine.games.ham_helsing.events_board import (
    MINION_DEFEAT as MINION_DEFEAT,
)
from engine.games.ham_helsing.events_board import (
    MINION_HEAL as MINION_HEAL,
)
from engine.games.ham_helsing.events_board import (
    MINION_HIT as MINION_HIT,
)
from engine.games.ham_helsing.events_board import (
    MINION_MOVE as MINION_MOVE,
)
from engine.games.ham_helsing.events_board import (
    MINION_SCARE as MINION_SCARE,
)
from engine.games.ham_helsing.events_board import (
    MINION_STEP_SKIPPED as MINION_STEP_SKIPPED,
)
from engine.games.ham_helsing.events_board import (
    MINION_SWEPT as MINION_SWEPT,
)
from engine.games.ham_helsing.events_board import (
    MINIONS_CALLED as MINIONS_CALLED,
)
from engine.games.ham_helsing.events_board import (
    NEST_PLACE as NEST_PLACE,
)
from engine.games.ham_helsing.events_board import (
    NEST_STEP as NEST_STEP,
)
from engine.games.ham_helsing.events_board import (
    POWER_REVEAL as POWER_REVEAL,
)
from engine.games.ham_helsing.events_board import (
    REWARD_GAIN as REWARD_GAIN,
)
from engine.games.ham_helsing.events_board import (
    REWARD_REFUSED as REWARD_REFUSED,
)
from engine.games.ham_helsing.events_board import (
    TOKEN_BARRED as TOKEN_BARRED,
)
from engine.games.ham_helsing.events_board import (
    TOKEN_DISCARD as TOKEN_DISCARD,
)
from engine.games.ham_helsing.events_board import (
    TOKEN_DRAW as TOKEN_DRAW,
)
from engine.games.ham_helsing.events_board import (
    TOKEN_PLACE as TOKEN_PLACE,
)
from engine.games.ham_helsing.events_board import (
    TOKEN_SHORTAGE as TOKEN_SHORTAGE,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_ACT as VILLAIN_ACT,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_ASSAULT as VILLAIN_ASSAULT,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_COLOURS as VILLAIN_COLOURS,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_DAMAGE as VILLAIN_DAMAGE,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_DISCARD as VILLAIN_DISCARD,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_FLIP as VILLAIN_FLIP,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_HEAL as VILLAIN_HEAL,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_HITS as VILLAIN_HITS,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_MOVE as VILLAIN_MOVE,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_POWER as VILLAIN_POWER,
)
from engine.games.ham_helsing.events_board import (
    VILLAIN_TOP as VILLAIN_TOP,
)
from engine.games.ham_helsing.events_cards import (
    ABILITY_USE as ABILITY_USE,
)
from engine.games.ham_helsing.events_cards import (
    ATTACK_ADD as ATTACK_ADD,
)
from engine.games.ham_helsing.events_cards import (
    ATTACK_DOUBLED as ATTACK_DOUBLED,
)
from engine.games.ham_helsing.events_cards import (
    ATTACK_SPEND as ATTACK_SPEND,
)
from engine.games.ham_helsing.events_cards import (
    BASE_MOVE_USE as BASE_MOVE_USE,
)
from engine.games.ham_helsing.events_cards import (
    CARD_DISCARD as CARD_DISCARD,
)
from engine.games.ham_helsing.events_cards import (
    CARD_DRAW as CARD_DRAW,
)
from engine.games.ham_helsing.events_cards import (
    CARD_FETCH as CARD_FETCH,
)
from engine.games.ham_helsing.events_cards import (
    CARD_PLAY as CARD_PLAY,
)
from engine.games.ham_helsing.events_cards import (
    CARD_RETURN as CARD_RETURN,
)
from engine.games.ham_helsing.events_cards import (
    DECK_SHUFFLE as DECK_SHUFFLE,
)
from engine.games.ham_helsing.events_cards import (
    DRAW_STOPPED as DRAW_STOPPED,
)
from engine.games.ham_helsing.events_cards import (
    EFFECT_ACTIVE as EFFECT_ACTIVE,
)
from engine.games.ham_helsing.events_cards import (
    ICON_CONVERT as ICON_CONVERT,
)
from engine.games.ham_helsing.events_cards import (
    ICON_COVER as ICON_COVER,
)
from engine.games.ham_helsing.events_cards import (
    ICON_SPEND as ICON_SPEND,
)
from engine.games.ham_helsing.events_cards import (
    KATANA_SPEND as KATANA_SPEND,
)
from engine.games.ham_helsing.events_cards import (
    KATANA_USE as KATANA_USE,
)
from engine.games.ham_helsing.events_cards import (
    MARKET_BUY as MARKET_BUY,
)
from engine.games.ham_helsing.events_cards import (
    MARKET_DONE as MARKET_DONE,
)
from engine.games.ham_helsing.events_cards import (
    MARKET_FLUSH as MARKET_FLUSH,
)
from engine.games.ham_helsing.events_cards import (
    MARKET_REFILL as MARKET_REFILL,
)
from engine.games.ham_helsing.events_cards import (
    MOVE_ENTER as MOVE_ENTER,
)
from engine.games.ham_helsing.events_cards import (
    PILE_SHUFFLE as PILE_SHUFFLE,
)
from engine.games.ham_helsing.events_cards import (
    POOL_ADD as POOL_ADD,
)
from engine.games.ham_helsing.events_cards import (
    POWER_USE as POWER_USE,
)
from engine.games.ham_helsing.events_cards import (
    SKILL_ATTACK_USE as SKILL_ATTACK_USE,
)
from engine.games.ham_helsing.events_cards import (
    SLEEVE_ATTACH as SLEEVE_ATTACH,
)
from engine.games.ham_helsing.events_cards import (
    SLEEVE_SET_ASIDE as SLEEVE_SET_ASIDE,
)
from engine.games.ham_helsing.events_cards import (
    SPECIAL_ACTIVATE as SPECIAL_ACTIVATE,
)
from engine.games.ham_helsing.events_cards import (
    STEPS_ADD as STEPS_ADD,
)
from engine.games.ham_helsing.events_cards import (
    STEPS_SPEND as STEPS_SPEND,
)
from engine.games.ham_helsing.events_cards import (
    TRADE as TRADE,
)
from engine.games.ham_helsing.events_cards import (
    TRADE_OFFER as TRADE_OFFER,
)
from engine.games.ham_helsing.events_cards import (
    TRADE_REFUSED as TRADE_REFUSED,
)
from engine.games.ham_helsing.events_cards import (
    WILD_DECLARE as WILD_DECLARE,
)
from engine.games.ham_helsing.events_setup import (
    BITE_STEP as BITE_STEP,
)
from engine.games.ham_helsing.events_setup import (
    DAMAGE_SOFTENED as DAMAGE_SOFTENED,
)
from engine.games.ham_helsing.events_setup import (
    GAIN_START as GAIN_START,
)
from engine.games.ham_helsing.events_setup import (
    GAME_END as GAME_END,
)
from engine.games.ham_helsing.events_setup import (
    HEALTH_CHANGE as HEALTH_CHANGE,
)
from engine.games.ham_helsing.events_setup import (
    HIGHEST_SKILL as HIGHEST_SKILL,
)
from engine.games.ham_helsing.events_setup import (
    KO as KO,
)
from engine.games.ham_helsing.events_setup import (
    MONEY_CHANGE as MONEY_CHANGE,
)
from engine.games.ham_helsing.events_setup import (
    PHASE_ENTER as PHASE_ENTER,
)
from engine.games.ham_helsing.events_setup import (
    REVIVED as REVIVED,
)
from engine.games.ham_helsing.events_setup import (
    ROUND_START as ROUND_START,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_BAG as SETUP_BAG,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_BOARD as SETUP_BOARD,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_CHARACTER as SETUP_CHARACTER,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_DECK as SETUP_DECK,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_FIRST as SETUP_FIRST,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_HEALTH as SETUP_HEALTH,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_KATANA as SETUP_KATANA,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_MINION as SETUP_MINION,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_MODE as SETUP_MODE,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_NESTS as SETUP_NESTS,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_PILES as SETUP_PILES,
)
from engine.games.ham_helsing.events_setup import (
    SETUP_VILLAIN as SETUP_VILLAIN,
)
from engine.games.ham_helsing.events_setup import (
    SHIELD_BLOCK as SHIELD_BLOCK,
)
from engine.games.ham_helsing.events_setup import (
    SHIELD_REMOVE as SHIELD_REMOVE,
)
from engine.games.ham_helsing.events_setup import (
    SHIELD_RETURN as SHIELD_RETURN,
)
from engine.games.ham_helsing.events_setup import (
    SHIELD_TAKE as SHIELD_TAKE,
)
from engine.games.ham_helsing.events_setup import (
    SKILL_CHANGE as SKILL_CHANGE,
)
from engine.games.ham_helsing.events_setup import (
    STEP_ENTER as STEP_ENTER,
)
from engine.games.ham_helsing.events_setup import (
    TURN_END as TURN_END,
)
from engine.games.ham_helsing.events_setup import (
    TURN_START as TURN_START,
)

EVENTS = (*events_setup.EVENTS, *events_cards.EVENTS, *events_board.EVENTS)
