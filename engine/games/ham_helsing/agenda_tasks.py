"""The agenda: what each kind of task does, in the order of the numbers in `agenda`."""

from __future__ import annotations

from engine.agenda import Ask, Do, Kind
from engine.games.ham_helsing import effects_cards as cards
from engine.games.ham_helsing import effects_fight as fight
from engine.games.ham_helsing import effects_market as market
from engine.games.ham_helsing import effects_minions as beasts
from engine.games.ham_helsing import effects_places as places
from engine.games.ham_helsing import effects_texts as texts
from engine.games.ham_helsing import effects_tokens as tokens
from engine.games.ham_helsing import effects_tracks as tracks
from engine.games.ham_helsing import effects_villain as villain
from engine.games.ham_helsing import setup
from engine.games.ham_helsing.agenda import LOW_BITS
from engine.games.ham_helsing.effects_gain import sweep
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import clockwise, minions
from engine.zones import Task


def active_seat(state: HamHelsing, task: Task) -> int:
    """The seat whose turn it is; in the Villain Phase the first player's (HH-EFFECT-10)."""
    return state.rules.seat_of[state.active]


def own_seat(state: HamHelsing, task: Task) -> int:
    """The seat of the character the task is about."""
    return state.rules.seat_of[task[1]]


def follower_seat(state: HamHelsing, task: Task) -> int:
    """The seat of the next companion, clockwise."""
    who = next(who for who in clockwise(state) if task[1] >> who & 1)
    return state.rules.seat_of[who]


def some_minion(state: HamHelsing, task: Task) -> bool:
    """A Minion is on the board, so a colour may be named."""
    return any(minions(state, place) for place in range(len(state.board)))


def some_place(state: HamHelsing, task: Task) -> bool:
    """A Location wants a token."""
    return bool(task[1] | task[2] << LOW_BITS)


TASKS: tuple[Kind, ...] = (
    Do("hurt", tracks.hurt, ("shield",), "damage",
       facts=("who:who", "n", "cause:cause")),
    Do("check", tracks.check, text="is the game decided"),
    Do("spent_card", cards.spent_card, text="a spent card is put by",
       facts=("card:card",)),
    Do("drawing", cards.drawing, ("card",), "cards are drawn",
       facts=("who:who", "n", "cause:draw")),
    Do("fit_aside", cards.fit_aside, ("sleeve",), "upgrades set aside are tried",
       facts=("who:who",)),
    Do("refill", market.refill, ("upgrade",), "the market is refilled",
       facts=("place",)),
    Do("find_host", market.find_host, ("sleeve",), "an upgrade needs a card",
       facts=("who:who", "from:sleeved")),
    Do("put", tokens.put, ("token",), "a token is placed",
       facts=("at:location", "by:placed", "box:box")),
    Do("placing", tokens.placing, ("token", "order"), "tokens are placed",
       facts=("low", "high", "by:placed", "box:box")),
    Do("drain", tokens.drain, text="Effects are resolved"),
    Do("resolve", tokens.resolve_effect, ("cover", "move"), "an Effect is resolved",
       facts=("token:token", "box:box")),
    Do("token_done", tokens.token_done, text="an Effect is discarded",
       facts=("token:token",)),
    Do("shift", tokens.shift, text="a Minion moves",
       facts=("token:token", "from:location", "to:location", "cause:moves")),
    Do("bear_end", beasts.bear_end, text="Knuckles stays or goes home",
       facts=("stays",)),
    Do("sweep", sweep, text="defeated Minions are discarded"),
    Do("lose_place", places.lose_place, text="a Location is lost",
       facts=("at:location",)),
    Do("arrive", places.arrive, text="entering is paid for",
       facts=("movers", "to:location")),
    Do("fx", texts.run_step, ("hit", "send", "whistle", "ram", "fetch", "who", "raise"),
       "a text is carried out",
       facts=("step",)),
    Do("power", fight.die_power, ("pay",), "the Villain's power acts"),
    Do("blow", fight.blow, text="the Villain is hit",
       facts=("total", "armour", "coloured")),
    Do("strike", fight.strike, text="the dice act"),
    Do("reward", fight.reward, ("raise", "colour", "scare"), "a reward is gained",
       facts=("colour:colour",)),
    Do("fight_over", fight.fight_over, text="the fight is over",
       facts=("coloured",)),
    Do("act", villain.act, text="the Villain acts",
       facts=("box:skull",)),
    Do("villain_fx", villain.run_villain_step, ("colour_die",), "the Villain acts",
       facts=("step", "box:skull")),
    Do("lowering", tracks.lowering, ("lower",), "a skill falls",
       facts=("who:who", "highest", "cause:skill")),
    Do("fill_bag", setup.fill_bag, text="the bag is filled"),
    Do("card_done", villain.card_done, text="the Villain card is discarded"),
    Ask("seed", "a_minion_is_seeded",
        facts=("at:location",)),
    Ask("token", "a_token_is_owed",
        facts=("at:location", "by:placed", "box:box")),
    Ask("card", "a_draw_is_owed",
        facts=("who:who", "cause:draw")),
    Ask("upgrade", "an_upgrade_is_owed",
        facts=("place",)),
    Ask("top", "a_villain_card_comes_on_top"),
    Ask("first", "the_first_player_is_open", open=setup.marker_is_open),
    Ask("die", "a_die_is_owed",
        facts=("die:die",)),
    Ask("redie", "a_die_is_rolled_again",
        facts=("die:die",)),
    Ask("colour_die", "a_colour_is_rolled",
        facts=("cause:moves",)),
    Ask("hit", "a_target_is_owed", active_seat,
        facts=("colours", "reach:reach", "ranged", "how:made")),
    Ask("go", "a_path_is_owed", active_seat),
    Ask("send", "knuckles_is_sent", active_seat, beasts.has_a_goal,
        facts=("n", "everyone", "stays", "barred:location", "uses")),
    Ask("scare", "minions_are_scared", active_seat,
        facts=("n", "last:token", "at:location", "colours", "cause:scare")),
    Ask("whistle", "locations_are_named", active_seat, texts.may_whistle,
        facts=("left", "last:location", "n")),
    Ask("ram", "movement_is_converted", active_seat, texts.may_convert,
        facts=("last",)),
    Ask("fetch", "a_card_is_fetched", active_seat, texts.may_fetch,
        facts=("n", "last:card")),
    Ask("pay", "a_card_is_taken", own_seat, fight.has_cards,
        facts=("who:who",)),
    Ask("who", "a_character_is_named", active_seat,
        facts=("why:why", "n", "candidates")),
    Ask("commit", "attacks_are_chosen", active_seat,
        facts=("last",)),
    Ask("rerolls", "dice_may_be_rolled_again", active_seat, fight.may_reroll),
    Ask("keep", "a_result_is_kept", active_seat,
        facts=("die:die", "face:face")),
    Ask("snout", "a_block_may_be_ignored", active_seat, fight.may_ignore),
    Ask("shield", "the_shield_may_block", own_seat,
        facts=("who:who", "n", "cause:cause")),
    Ask("extra", "an_extra_card_is_offered", active_seat),
    Ask("keeping", "cards_may_be_put_away", active_seat, cards.may_put_away,
        facts=("last:card",)),
    Ask("revive", "self_revival_is_offered", active_seat),
    Ask("follow", "companions_may_follow", follower_seat,
        facts=("pending", "movers", "from:location", "to:location")),
    Ask("cover", "an_icon_is_covered", own_seat, tokens.may_cover,
        facts=("who:who",)),
    Ask("raise", "a_skill_rises", own_seat, fight.may_rise,
        facts=("who:who", "n", "first:colour", "distinct", "cause:skill")),
    Ask("lower", "a_skill_is_lowered", own_seat,
        facts=("who:who", "highest", "cause:skill")),
    Ask("colour", "a_colour_is_named", active_seat, some_minion,
        facts=("n",)),
    Ask("move", "a_minion_may_go_two_ways", active_seat,
        facts=("token:token", "from:location", "low", "high", "cause:moves")),
    Ask("sleeve", "an_upgrade_is_sleeved", own_seat,
        facts=("who:who", "upgrade:upgrade", "from:sleeved")),
    Ask("order", "an_order_is_open", active_seat, some_place,
        facts=("low", "high")),
    Ask("bundle", "a_trade_is_built", active_seat,
        facts=("partner:who", "give:card", "ask:card", "net", "items", "stage")),
    Ask("consent", "consent_is_owed", own_seat,
        facts=("partner:who", "give:card", "ask:card", "net", "items", "stage")),
    Ask("shop", "the_market_is_open", own_seat,
        facts=("who:who",)),
    Ask("flush", "the_market_is_flushed", own_seat,
        facts=("who:who", "last")),
)  # fmt: skip
