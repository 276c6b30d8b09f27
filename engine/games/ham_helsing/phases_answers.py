"""The rows in which somebody is asked, one for each ASK kind; all of them go back to the hub."""

from __future__ import annotations

from engine.agenda import Ask
from engine.games.ham_helsing.agenda_tasks import TASKS
from engine.phases import CHANCE, PLAYER, Exit, Phase, always

_HUB = (Exit(always, "resolve"),)


def _chance(name: str, clause: str, verb: str, needs: str = "") -> Phase:
    return Phase(name, clause, CHANCE, verbs=(verb,), exits=_HUB, needs=needs)


def _asked(name: str, clause: str, *verbs: str, quiet: str = "", needs: str = "") -> Phase:
    return Phase(name, clause, PLAYER, verbs=verbs, quiet=quiet, exits=_HUB, needs=needs)


# ASK kind -> its row.
ROWS: dict[str, Phase] = {
    "seed": _chance("seed", "HH-SETUP-01", "seed_minion"),
    "token": _chance("token", "HH-PLACE-07", "draw_token"),
    "card": _chance("card", "HH-DRAW-01", "draw_card"),
    "upgrade": _chance("upgrade", "HH-MARKET-06", "reveal_upgrade"),
    "top": _chance("villain_card", "HH-SETUP-22", "show_villain_card"),
    "first": _chance("first", "HH-SETUP-31", "first_player", "first_seat=random"),
    "die": _chance("die", "HH-VFIGHT-06", "roll_die"),
    "redie": _chance("second_die", "HH-VFIGHT-12", "reroll_die"),
    "colour_die": _chance("colour_die", "HH-VMIN-02", "colour_die"),
    "hit": _asked("aim", "HH-FIGHT-01", "hit"),
    "go": _asked("go", "HH-MOVE-01", "go"),
    "send": _asked("send", "HH-KNUCK-01", "send"),
    "scare": _asked("scare", "HH-KNUCK-05", "scare"),
    "whistle": _asked("whistle", "HH-SCARE-02", "enough", "whistle_at", quiet="enough",
                      needs="content has where connected"),
    "ram": _asked("ram", "HH-CARD-02", "enough", "convert", quiet="enough",
                  needs="content has op convert_moves"),
    "fetch": _asked("fetch", "HH-PLAY-07", "fetch", needs="content has op fetch_discard"),
    "pay": _asked("pay", "HH-VFIGHT-11", "pay", needs="content has op discard"),
    "who": _asked("who", "HH-KO-07", "choose_character"),
    "commit": _asked("commit", "HH-VFIGHT-04", "roll", "commit", "commit_wild", "commit_loose",
                     "commit_loose_wild", "commit_skill", "commit_katana", quiet="roll"),
    "rerolls": _asked("reroll", "HH-VFIGHT-12", "stand", "reroll", "bones_reroll", quiet="stand"),
    "keep": _asked("keep", "HH-VFIGHT-12", "keep_old", "keep_new", quiet="keep_old"),
    "snout": _asked("snout", "HH-VFIGHT-07", "keep_block", "ignore_block", quiet="keep_block",
                    needs="content has op ignore_block"),
    "shield": _asked("shield", "HH-LOC-SHIELD-01", "take_it", "use_shield", quiet="take_it"),
    "extra": _asked("extra", "HH-DRAW-02", "no_extra", "take_extra", quiet="no_extra"),
    "keeping": _asked("keep_cards", "HH-ENDPLAY-03", "keep_rest", "put_away", quiet="keep_rest"),
    "revive": _asked("revive", "HH-REVIVE-04", "lie", "stand_up", quiet="lie"),
    "follow": _asked("follow", "HH-ABIL-03", "remain", "follow", quiet="remain"),
    "cover": _asked("cover", "HH-EFFECT-05", "cover"),
    "raise": _asked("raise", "HH-REWARD-11", "raise_skill"),
    "lower": _asked("lower", "HH-EFFECT-04", "lower_skill"),
    "colour": _asked("scare_colour", "HH-REWARD-07", "name_colour"),
    "move": _asked("move_pick", "HH-EFFECT-10", "move_to"),
    "sleeve": _asked("sleeve", "HH-MARKET-07", "sleeve"),
    "order": _asked("order", "HH-PLACE-08", "place_at", needs="placement_order=choose"),
    "bundle": _asked("bundle", "HH-TRADE-02", "withdraw", "give_card", "ask_for_card",
                     "give_money", "ask_money", "trade_item", "offer", quiet="withdraw"),
    "consent": _asked("consent", "HH-TRADE-02", "refuse", "agree", quiet="refuse",
                      needs="players!=1"),
    "shop": _asked("market", "HH-MARKET-04", "pass_market", "buy", "flush", quiet="pass_market"),
    "flush": _asked("flush", "HH-MARKET-09", "flush_slot", "flush_done", quiet="flush_done"),
}  # fmt: skip
ANSWERS = {kind: row.name for kind, row in ROWS.items()}
ANSWER_ROWS = tuple(ROWS[kind.name] for kind in TASKS if isinstance(kind, Ask))
