"""What the phase table grants and forbids, read by row and verb names before anything is played."""

from __future__ import annotations

from engine.fields import Mask
from engine.phases import CHANCE, NOBODY
from properties.checker import Table
from properties.ham_helsing.ledger import Turn
from properties.invariant import Verdict, reachable, table_check

END_ROWS = ("won", "evil_wins_tie", "all_down", "canyon_overrun", "canyon_destroyed")
STEPS = ("begin_turn", "begin_play", "gain", "draws", "place", "limits", "bites", "next_seat",
         "market_opens", "villain_flip", "villain_move", "villain_minions", "villain_nests",
         "villain_acts", "villain_limits", "new_round", "end_of_play", "cut_play")  # fmt: skip
CHANCES = ("seed", "token", "card", "upgrade", "villain_card", "first", "die", "second_die",
           "colour_die")  # fmt: skip


@table_check("HHT-01", "HH-TRADE-05", "HH-TRADE-04")
def skills_and_health_are_not_for_trade(table: Table) -> Verdict:
    """A bundle is made of a card each way, money and items: no verb names a skill or health."""
    offered = set(table.rows["bundle"].verbs)
    return offered == {"withdraw", "give_card", "ask_for_card", "give_money", "ask_money",
                       "trade_item", "offer"}  # fmt: skip


@table_check("HHT-02", "HH-MOVE-03", "HH-VFIGHT-03", "HH-MOVE-04")
def nothing_stops_a_move(table: Table) -> Verdict:
    """Where a figure goes is asked in one row, which leads on to what is owed and to no fight."""
    moves = table.offering("go") == ("go",) and table.targets("go") == ("resolve",)
    return moves and table.offering("fight_villain") == ("play",)


@table_check("HHT-03", "HH-SCARE-01", "HH-FIGHT-02")
def defeating_is_not_scaring(table: Table) -> Verdict:
    """Minions are hit and scared by different verbs in different rows."""
    return table.offering("hit") == ("aim",) and table.offering("scare") == ("scare",)


@table_check("HHT-04", "HH-LOSE-11", "HH-SLEEVE-08")
def nothing_takes_a_nest_away(table: Table) -> Verdict:
    """Lost Locations are a set that lasts, and no verb or event undoes a loss or a sleeve."""
    fields = dict(table.game.definition.state.FIELDS)
    lost = fields["lost"]
    kinds = [event.kind for event in table.game.definition.events]
    nests = sorted(kind for kind in kinds if kind.startswith(("nest", "sleeve", "location.")))
    known = ["location.lost", "nest.place", "nests.fed", "sleeve.attach", "sleeve.set_aside"]
    return isinstance(lost, Mask) and not lost.life and nests == known


@table_check("HHT-05", "HH-MARKET-04", "HH-MARKET-08", "HH-MARKET-01")
def the_market_is_one_row(table: Table) -> Verdict:
    """Buying, flushing and passing are offered in one row, to whoever is asked."""
    rows = {verb: table.offering(verb) for verb in ("buy", "flush", "pass_market")}
    return set(rows.values()) == {("market",)} and table.targets("market") == ("resolve",)


@table_check("HHT-06", "HH-VFIGHT-01", "HH-SETUP-28")
def the_villain_has_a_number(table: Table) -> Verdict:
    """The Villain's health is a number without colours, and any attack may be fixed against it."""
    fields = dict(table.game.definition.state.FIELDS)
    offered = set(table.rows["commit"].verbs)
    return not fields["dial"].names and {"commit", "commit_wild", "commit_skill"} <= offered


@table_check("HHT-07", "HH-SYB-05", "HH-SYB-07", "HH-SYB-08", "HH-SYB-09")
def the_villain_phase_is_of_one_piece(table: Table) -> Verdict:
    """The Villain's steps run by themselves, so that options alone can leave one out."""
    names = [name for name in STEPS if name.startswith("villain")]
    quiet = all(table.rows[name].actor == NOBODY and not table.rows[name].verbs for name in names)
    options = {option.name for option in table.game.definition.all_options}
    return quiet and {"limits", "villain_board", "villain_minion_moves"} <= options


@table_check("HHT-08", "HH-ROUND-02", "HH-ROUND-03", "HH-GAIN-08", "HH-TAKE-06")
def steps_run_by_themselves(table: Table) -> Verdict:
    """The steps of a turn, of the market's opening and of the Villain are nobody's to choose."""
    return all(table.rows[name].actor == NOBODY for name in STEPS)


@table_check("HHT-09", "HH-END-01", "HH-OBJ-01", "HH-OBJ-02", "HH-OBJ-03")
def an_end_is_an_end(table: Table) -> Verdict:
    """Five ends, with no verb and no way on."""
    ends = [name for name, row in table.rows.items() if row.end]
    quiet = not any(table.rows[end].verbs or table.exits(end) for end in ends)
    return sorted(ends) == sorted(END_ROWS) and quiet


@table_check("HHI-73", "HH-PLACE-07", "HH-SETUP-22", "HH-VFIGHT-06", "HH-SETUP-31")
def chance_draws_and_rolls(table: Table) -> Verdict:
    """Chance seeds, draws tokens, cards, upgrades and Villain cards, rolls dice, and no more."""
    rows = [name for name, row in table.rows.items() if row.actor == CHANCE]
    return sorted(rows) == sorted(CHANCES)


# --- what a campaign must meet at least once ------------------------------------------------


@reachable("HHR-01", "HH-LOSE-04", kinds=("location.lost",), within=20)
def a_location_is_lost(step: Turn) -> Verdict:
    """Some Location is lost."""
    return True


@reachable("HHR-02", "HH-LOC-SHIELD-01", kinds=("shield.block",), within=40)
def the_shield_blocks(step: Turn) -> Verdict:
    """The Shield blocks some Damage."""
    return True


@reachable("HHR-03", "HH-PLACE-06", kinds=("bag.refill",), within=60)
def the_bag_runs_out(step: Turn) -> Verdict:
    """The bag is refilled."""
    return True


@reachable("HHR-04", "HH-END-02", kinds=("game.end",), within=60)
def somebody_wins(step: Turn) -> Verdict:
    """Some party wins."""
    return step.events[-1].word("result") == "win" or None


@reachable("HHR-05", "HH-HEN-03", kinds=("knuckles.hibernate",), within=60)
def knuckles_falls_asleep(step: Turn) -> Verdict:
    """Knuckles is sent into hibernation."""
    return True


@reachable("HHR-06", "HH-REWARD-01", kinds=("reward.gain",), within=20)
def a_fight_pays(step: Turn) -> Verdict:
    """Some fight brings a reward."""
    return True
