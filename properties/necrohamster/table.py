"""What the phase table grants and forbids, read by row and verb names before anything is played."""

from __future__ import annotations

from engine.errors import OptionError
from engine.game import Game
from engine.phases import CHANCE, NOBODY
from properties.checker import Table
from properties.invariant import Verdict, reachable, table_check
from properties.necrohamster.ledger import Turn

ENDS = ("finished", "unfinished")
ACTORS = {
    CHANCE: ("title", "deal", "marker", "draw", "lose_card"),
    NOBODY: ("artefacts", "round", "drawer", "supply", "drawn", "summon_phase", "committed",
             "reveal", "slot", "pending", "trigger", "effect", "extra", "slot_end", "round_end",
             *ENDS),
}  # fmt: skip
OFFERED = {
    "pass_round": ("commit",), "summon": ("commit",), "pay_with": ("pay", "pay_extra"),
    "resolve": ("order",), "give_up": ("give_up",), "lose_by_chance": ("lose_card",),
    "aim_at": ("aim",), "sacrifice": ("sacrifice",), "steal": ("steal",),
    "recover": ("recover",), "call": ("call",), "decline": ("recover", "call"),
    "draw": ("draw",), "deal": ("deal",), "lay_out": ("title",), "start_with": ("marker",),
}  # fmt: skip
# Rows in which cards leave a hand against its owner's will.
FORCED = ("give_up", "lose_card")
EACH_HAS = ("hands", "areas", "waiting", "titles", "artefacts", "count", "best", "commit", "paid",
            "pending")  # fmt: skip


@table_check("NHT-01", "NH-HAND-01")
def no_row_cuts_a_hand_down(table: Table) -> Verdict:
    """Hand cards are given up only where an effect asks; no other row leads there."""
    for row in FORCED:
        if table.leading_to(row) != ("effect",):
            return f"row {row} is reached from {table.leading_to(row)}"
    free = {name: row.free for name, row in table.rows.items() if row.free}
    return not free or f"free verbs in {free}"


@table_check("NHT-02", "NH-ROUND-01", "NH-DRAW-01", "NH-SUMMON-08", "NH-ABILPH-01")
def a_round_runs_one_way(table: Table) -> Verdict:
    """Draw, summon and ability phase follow each other; round 1 may go to its summons at once."""
    ways = {
        "round": ("summon_phase", "drawer"), "drawn": ("summon_phase", "drawer"),
        "summon_phase": ("commit",), "committed": ("reveal", "commit"), "reveal": ("slot",),
        "slot": ("round_end", "pending"), "slot_end": ("slot",),
    }  # fmt: skip
    for row, targets in ways.items():
        if table.targets(row) != targets:
            return f"row {row} leads to {table.targets(row)}"
    return sorted(table.leading_to("round")) == ["marker", "round_end"]


@table_check("NHT-03", "NH-END-02", "NH-END-01", "NH-END-03")
def the_game_ends_at_the_end_of_a_round(table: Table) -> Verdict:
    """Both ends are reached from the end of a round alone, which follows the last slot."""
    for end in ENDS:
        if table.leading_to(end) != ("round_end",) or not table.rows[end].end:
            return f"{end} is reached from {table.leading_to(end)}"
    ends = [name for name, row in table.rows.items() if row.end]
    return sorted(ends) == sorted(ENDS) and table.leading_to("round_end") == ("slot",)


@table_check("NHT-04", "NH-SUMMON-02", "NH-ABILPH-04", "NH-SUMMON-03", "NH-ABILPH-03")
def each_choice_has_its_row(table: Table) -> Verdict:
    """Passing belongs to commits, declining to effects that may be, and nothing is offered else."""
    for verb in table.verbs:
        if sorted(table.offering(verb)) != sorted(OFFERED.get(verb, ())):
            return f"{verb} is offered in {table.offering(verb)}"
    return sorted(table.verbs) == sorted(OFFERED)


@table_check("NHT-05", "NH-SETUP-01", "NH-SETUP-04", "NH-SETUP-09", "NH-SUMMON-01")
def everybody_acts_where_they_should(table: Table) -> Verdict:
    """Titles, hands, marker and draws are chance's, choices a seat's; the rest runs by itself."""
    for actor, names in ACTORS.items():
        found = [name for name, row in table.rows.items() if row.actor == actor]
        if sorted(found) != sorted(names):
            return f"{actor} has the rows {sorted(set(found) ^ set(names))} otherwise"
    return True


@table_check("NHT-06", "NH-SUMMON-01", "NH-DRAW-03", "NH-SETUP-04")
def secret_rows_look_alike(table: Table) -> Verdict:
    """Naming a card and paying for it look alike to others; cards drawn are told to one seat."""
    commit, pay = table.rows["commit"], table.rows["pay"]
    hidden = [name for name, row in table.rows.items() if row.secret is not None]
    return (
        bool(commit.shown)
        and commit.shown == pay.shown
        and (sorted(hidden) == ["commit", "deal", "draw", "pay"])
    )


@table_check("NHT-07", "NH-SETUP-10")
def other_numbers_of_players_are_refused(table: Table) -> Verdict:
    """Two to four may play, and nobody else; nor may four with too few titles or cards."""
    game = table.game
    refused = []
    for players in range(7):
        try:
            Game(game.definition, {"players": players}, game.definition.reference)
        except OptionError:
            refused.append(players)
    return refused == [0, 1, 5, 6] or f"refused are {refused} players"


@table_check("NHT-08", "NH-SETUP-04", "NH-SUMMON-07", "NH-TITLE-04", "NH-ART-02", "NH-END-01",
             "NH-TIE-02", "NH-ABILPH-04")  # fmt: skip
def each_player_has_its_own(table: Table) -> Verdict:
    """Cards, titles, creatures counted, the summon under way and effects owed are kept by seat."""
    kept = [key for key, kind in table.game.definition.state.FIELDS if kind.seats()]
    return sorted(kept) == sorted(EACH_HAS) or f"kept by seat are {kept}"


@table_check("NHT-09", "NH-ROUND-01", "NH-SUMMON-02")
def a_round_is_told_apart_by_its_table(table: Table) -> Verdict:
    """The number of the round alone is a clock: with the same table the position is the same."""
    clocks = [key for key, kind in table.game.definition.state.FIELDS if kind.clock]
    return clocks == ["round"] or f"clocks are {clocks}"


# --- what a campaign must meet at least once ------------------------------------------------------


@reachable("NHR-01", "NH-TITLE-05", kinds=("title.claimed",), within=60)
def a_title_is_claimed_outside_the_summon_phase(step: Turn) -> Verdict:
    """Some title is claimed while drawing or by an effect."""
    claims = [event for event in step.events if event.kind == "title.claimed"]
    return any(event.word("phase") in ("draw", "ability") for event in claims)


@reachable("NHR-02", "NH-TITLE-02", kinds=("title.claimed",), within=200)
def two_qualify_at_once(step: Turn) -> Verdict:
    """Some title is fulfilled by two seats in one batch."""
    return any(e.kind == "title.claimed" and e.nums("others") for e in step.events)


@reachable("NHR-03", "NH-END-04", kinds=("game.ended",), within=200)
def an_eighth_creature_is_lost(step: Turn) -> Verdict:
    """Some game ends although whoever summoned eight has fewer in play."""
    ends = [event for event in step.events if event.kind == "game.ended"]
    return any(
        count >= 8 > in_play
        for event in ends
        for count, in_play in zip(event.nums("counts"), event.nums("in_play"), strict=True)
    )


@reachable("NHR-04", "NH-ABILPH-05", kinds=("effect.started",), within=250)
def an_effect_outlives_its_creature(step: Turn) -> Verdict:
    """Some effect is resolved though its creature has left play."""
    return any(e.kind == "effect.started" and not e.num("in_area") for e in step.events)


@reachable("NHR-05", "NH-TIE-03", kinds=("tie.broken",))
def a_tie_comes_down_to_hands(step: Turn) -> Verdict:
    """Some tie is broken by the cards in hand."""
    return any(e.kind == "tie.broken" and e.word("step") == "hand" for e in step.events)


@reachable("NHR-06", "NH-ART-02", kinds=("artefact.gained",), within=200)
def an_artefact_changes_hands(step: Turn) -> Verdict:
    """Some artefact is taken from another player."""
    return any(e.kind == "artefact.gained" and e.num("from") >= 0 for e in step.events)


@reachable("NHR-07", "NH-DRAW-05", kinds=("draw.forfeited",), within=200)
def a_draw_is_forfeited(step: Turn) -> Verdict:
    """Some draw finds deck and discards empty."""
    return True
