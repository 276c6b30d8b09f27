"""What the phase table grants and forbids, read by row and verb names before anything is played."""

from __future__ import annotations

from itertools import pairwise

from engine.fields import Mask
from engine.phases import CHANCE, NOBODY
from properties.checker import Table
from properties.henchling.ledger import Turn
from properties.invariant import Verdict, reachable, table_check

ENDS = ("won", "nobody_left", "unfinished")
SPINE = ("turn_start", "un_tilt", "recover", "draws")


@table_check("HET-01", "HE-COMP-03")
def health_is_a_number(table: Table) -> Verdict:
    """The health of players is a number in the state, one a seat, and names no card."""
    known = dict(table.game.definition.state.FIELDS)
    return not known["health"].names and not isinstance(known["health"], Mask)


@table_check("HET-02", "HE-TURN-03", "HE-TURN-06", "HE-DISC-03")
def a_turn_has_one_course(table: Table) -> Verdict:
    """Un-tilt, recover and draw follow in this order; trimming comes after un-flip alone."""
    for row, after in pairwise(SPINE):
        if table.targets(row) != (after,):
            return f"{row} leads to {table.targets(row)}"
    return table.targets("un_flip") == ("trim",) and table.leading_to("trim") == ("un_flip",)


@table_check("HET-03", "HE-REACT-04", "HE-TRAP-07", "HE-DEST-02", "HE-REACT-03")
def windows_open_in_two_rows(table: Table) -> Verdict:
    """Reactions are offered in one row, blocks in another; both lead back to what is owed."""
    for verb, row in (("react", "react"), ("block", "block"), ("no_reaction", "react")):
        if table.offering(verb) != (row,) or table.targets(row) != ("resolve",):
            return f"{verb} is offered in {table.offering(verb)}"
    return table.leading_to("react") == ("resolve",) == table.leading_to("block")


@table_check("HET-04", "HE-PLAY-06", "HE-TURN-04", "HE-PLAY-10", "HE-ABIL-07", "HE-ABIL-01")
def everything_is_offered_in_the_action_row(table: Table) -> Verdict:
    """Plays, attacks and abilities are offered in the action row alone, which may be ended."""
    return all(table.offering(verb) == ("action",)
               for verb in ("play_card", "attack", "use", "end_action"))  # fmt: skip


@table_check("HET-05", "HE-TILT-01", "HE-SPELL-02", "HE-FLIP-01")
def tilt_is_upright_or_not(table: Table) -> Verdict:
    """Tilt is one bit a card, and no row offers to tilt or to flip: only effects and payments."""
    known = dict(table.game.definition.state.FIELDS)
    return isinstance(known["tilted"], Mask) and not {"tilt", "flip"} & set(table.verbs)


@table_check("HET-06", "HE-GOAL-01", "HE-ELIM-02", "HE-LIMIT-05")
def an_end_is_an_end(table: Table) -> Verdict:
    """Three ends, with no verb and no way on; the first two are reached from what is owed."""
    ends = [name for name, row in table.rows.items() if row.end]
    quiet = not any(table.rows[end].verbs or table.exits(end) for end in ends)
    return sorted(ends) == sorted(ENDS) and quiet and table.leading_to("won") == ("resolve",)


@table_check("HET-07", "HE-PILE-07", "HE-SETUP-02", "HE-FIRST-01")
def chance_acts_in_four_rows(table: Table) -> Verdict:
    """Chance draws lots, deals, takes from the hidden pile and exposes, and nothing else."""
    rows = [name for name, row in table.rows.items() if row.actor == CHANCE]
    return sorted(rows) == ["deal", "expose", "lots", "take"]


@table_check("HET-08", "HE-DISC-03", "HE-UNFLIP-01")
def nobody_acts_between_phases(table: Table) -> Verdict:
    """The steps of a turn other than draw, action and discard run by themselves."""
    names = ("un_tilt", "recover", "un_flip", "trim", "passing", "turn_start", "turn_end")
    return all(table.rows[name].actor == NOBODY for name in names)


# --- what a campaign must meet at least once ------------------------------------------------


@reachable("HER-01", "HE-PROT-04", kinds=("damage.blocked",), within=20)
def somebody_blocks(step: Turn) -> Verdict:
    """Some Protector blocks."""
    return True


@reachable("HER-02", "HE-REACT-08", kinds=("action.prevented",), within=30)
def something_is_prevented(step: Turn) -> Verdict:
    """Some action is prevented by a Reaction."""
    return True


@reachable("HER-03", "HE-DRAW-04", kinds=("pile.recycled",), within=30)
def the_discards_come_back(step: Turn) -> Verdict:
    """Some discards are shuffled back."""
    return True


@reachable("HER-04", "HE-ELIM-01", kinds=("player.eliminated",), within=20)
def somebody_is_out(step: Turn) -> Verdict:
    """Some player is eliminated."""
    return True


@reachable("HER-05", "HE-STEAL-01", kinds=("card.stolen",), within=40)
def a_card_is_stolen(step: Turn) -> Verdict:
    """Some card changes sides."""
    return True


@reachable("HER-06", "HE-TRAP-04", kinds=("trap.sprung",), within=40)
def a_trap_springs(step: Turn) -> Verdict:
    """Some trap springs."""
    return True
