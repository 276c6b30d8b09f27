"""What the phase table grants and forbids, read by row and verb names before anything is played."""

from __future__ import annotations

from engine.phases import CHANCE, NOBODY, PLAYER
from properties.checker import Table
from properties.hunted.ledger import Turn
from properties.invariant import Verdict, reachable, table_check

ENDS = ("won", "lost")
COMBAT_ROWS = ("arm", "join", "attack", "absorb", "hit", "supply", "strike")
ROWS = {
    PLAYER: ("hero", "choose", "pay", "attach", "unlock", "sort", "drop", "take", "wake", "tie",
             "arm", "join", "absorb", "challenge"),
    CHANCE: ("draw", "draw_more", "look", "strike"),
    NOBODY: ("settle", "effect", "reveal", "reveal_late", "add_card", "trigger", "attack", "hit",
             "supply", "fight_over", "relapse", "enter", "battle", *ENDS),
}  # fmt: skip
FOUR = ("explore", "collect", "rescue", "hide")
EFFECT_VERBS = ("use", "ask", "call_on_hero")
DRAWS = {"turn_up": "draw", "add_to_row": "draw_more", "look_at": "look", "strike_with": "strike"}
# Where Energy may be lost, so where it is looked at.
DEADLY = ("choose", "effect", "hit")
# What settles after every change of the Row, in order of precedence.
SETTLED = ("enter", "battle", "trigger", "add_card", "reveal_late", "choose")


@table_check("HUT-01", "HU-ACT-01", "HU-GAME-01", "HU-ACT-02")
def four_actions_are_offered_in_one_row(table: Table) -> Verdict:
    """Explore, Collect, Rescue and Hide are offered where an action is chosen, and nowhere else."""
    for verb in FOUR:
        if table.offering(verb) != ("choose",):
            return f"{verb} is offered in {table.offering(verb)}"
    row = table.rows["choose"]
    return sorted((*row.verbs, *row.free)) == sorted((*FOUR, *EFFECT_VERBS))


@table_check("HUT-02", "HU-HIDE-03", "HU-NOTE-01", "HU-COMBAT-01", "HU-ITEM-03", "HU-SURV-03")
def a_combat_is_left_by_its_end_alone(table: Table) -> Verdict:
    """From a combat triggered only its fight, its end or death follow: no action, no effect."""
    inside = ("trigger", "tie", *COMBAT_ROWS)
    for row in inside:
        outside = [target for target in table.targets(row)
                   if target not in (*inside, "fight_over", "relapse", *ENDS)]  # fmt: skip
        offered = [verb for verb in (*FOUR, *EFFECT_VERBS) if row in table.offering(verb)]
        if outside or offered:
            return f"row {row} leads to {outside} and offers {offered}"
    return table.leading_to("trigger") == ("settle",)


@table_check("HUT-03", "HU-COLL-05", "HU-RESC-06", "HU-COLL-09")
def one_card_is_collected_or_rescued(table: Table) -> Verdict:
    """Collect and Rescue name one card; then it is paid for, and nothing more is named."""
    for verb, row, paying in (("collect", "pay", ("pay", "take_it")),
                              ("rescue", "unlock", ("unlock_with", "set_free"))):  # fmt: skip
        domains = table.verbs[verb].domains
        if len(domains) != 1 or domains[0].names != "cards":
            return f"{verb} names {[domain.name for domain in domains]}"
        if table.leading_to(row) != ("choose", row) or table.rows[row].verbs != paying:
            return f"row {row} is reached from {table.leading_to(row)}"
    attach = ("attach",) if "attach" in table.rows else ()
    ends = (table.targets("pay"), table.targets("unlock"))
    return ends == (("pay", *attach, "settle"), ("unlock", "settle"))


@table_check("HUT-04", "HU-FBAT-05", "HU-FNOTE-03", "HU-JEK-07", "HU-FBAT-04")
def the_battle_uses_the_rows_of_combat(table: Table) -> Verdict:
    """A challenge leads to the same choice of weapons as an ordinary combat, and back after it."""
    arming = set(table.leading_to("arm")) == {"trigger", "tie", "challenge"}
    back = "challenge" in table.targets("fight_over") and table.targets("relapse") == ("challenge",)
    return arming and back and table.offering("challenge") == ("challenge",)


@table_check("HUT-05", "HU-FBAT-08", "HU-FBAT-06", "HU-FBAT-07")
def survivors_absorb_between_attack_and_hit(table: Table) -> Verdict:
    """Absorbing is offered for an attack and nowhere else, before it lands."""
    if table.offering("absorb") != ("absorb",) or table.leading_to("absorb") != ("attack",):
        return f"absorb is offered in {table.offering('absorb')}"
    return table.targets("absorb") == ("hit",) and set(table.targets("attack")) == {"absorb", "hit"}


@table_check("HUT-06", "HU-WIN-02", "HU-FNOTE-04", "HU-COMBAT-11", "HU-FBAT-09", "HU-MASH-07")
def death_is_looked_at_where_energy_falls(table: Table) -> Verdict:
    """Wherever Energy may be lost death comes first, but for the blow that wins the game."""
    if sorted(table.leading_to("lost")) != sorted(DEADLY):
        return f"rows that may lose: {table.leading_to('lost')}"
    for row in DEADLY:
        targets = [target for _, target in table.exits(row)]
        before = targets[: targets.index("lost")]
        if any(target != "won" for target in before):
            return f"row {row} leaves by {before} before death"
    return table.leading_to("won") == ("hit",)


@table_check("HUT-07", "HU-WIN-03", "HU-WIN-01", "HU-WIN-02", "HU-ACT-04")
def an_end_is_an_end(table: Table) -> Verdict:
    """The two ends have no exit and no verb, and there is no other."""
    ends = [row.name for row in table.rows.values() if row.end]
    return sorted(ends) == sorted(ENDS) and not any(table.rows[end].verbs for end in ENDS)


@table_check("HUT-08", "HU-FINALE-05", "HU-EXPL-05", "HU-LOC-05", "HU-EXPL-03")
def a_changed_row_is_settled_in_order(table: Table) -> Verdict:
    """After every change of the Row: Finale, battle, combat, draws owed, Locations, next action."""
    order = tuple(dict.fromkeys(target for _, target in table.exits("settle")))
    return order == SETTLED or f"settle leaves by {order}, expected {SETTLED}"


@table_check("HUT-09", "HU-COMBAT-10", "HU-JEK-06", "HU-FBAT-09", "HU-COMBAT-14")
def an_attack_lands_in_order(table: Table) -> Verdict:
    """Won, lost, the foe falls, Hyde turns back, or another card is drawn."""
    order = tuple(dict.fromkeys(target for _, target in table.exits("hit")))
    return order == ("won", "lost", "fight_over", "relapse", "supply") or f"hit leaves by {order}"


@table_check("HUT-10", "HU-SETUP-02", "HU-COMP-04", "HU-ACT-03")
def everybody_acts_where_they_should(table: Table) -> Verdict:
    """Choices are the player's, unknown cards are chance's, and the rest runs by itself."""
    apart = [
        f"{name} is {row.actor}"
        for name, row in table.rows.items()
        if not (isinstance(row.actor, str) and name in ROWS.get(row.actor, ()))
    ]
    missing = [name for names in ROWS.values() for name in names if name not in table.rows]
    return (not apart and not missing) or f"{apart}, missing {missing}"


@table_check("HUT-11", "HU-COMP-04", "HU-SETUP-05", "HU-EXPL-02")
def chance_draws_cards_alone(table: Table) -> Verdict:
    """Chance turns up cards of the deck, one at a time, and decides nothing else."""
    chance = {verb.name: table.offering(verb.name) for verb in table.verbs.values()
              if verb.chance is not None}  # fmt: skip
    expected = {verb: (row,) for verb, row in DRAWS.items()}
    domains = all([d.names for d in table.verbs[verb].domains] == ["cards"] for verb in DRAWS)
    return (chance == expected and domains) or f"chance draws {chance}"


@table_check("HUT-12", "HU-FNOTE-02", "HU-SURV-03", "HU-ITEM-03", "HU-HIDE-05", "HU-FINALE-03")
def effects_are_used_outside_fights(table: Table) -> Verdict:
    """Items and abilities are used at actions and between fights, the hero's at actions alone."""
    if table.offering("call_on_hero") != ("choose",):
        return f"the hero is called in {table.offering('call_on_hero')}"
    return all(sorted(table.offering(verb)) == ["challenge", "choose"] for verb in ("use", "ask"))


@table_check("HUT-13", "HU-ACT-02", "HU-FBAT-02", "HU-FBAT-01", "HU-FINALE-04")
def the_battle_is_not_left(table: Table) -> Verdict:
    """The battle leads to its challenges, and starts from the settled Row alone."""
    return (table.targets("battle") == ("challenge",) and table.leading_to("battle") == ("settle",)
            and table.leading_to("enter") == ("settle",))  # fmt: skip


@table_check("HUT-14", "HU-SETUP-02", "HU-GAME-01")
def one_player_plays(table: Table) -> Verdict:
    """There is one hero, and the game is for one player."""
    players = table.game.definition.players
    return players == (1, 1) or f"{players[0]} to {players[1]} may play"


# --- what a campaign must meet at least once ------------------------------------------------


@reachable("HUR-01", "HU-COMBAT-03", kinds=("tie.chosen",), within=250)
def a_tie_is_met(step: Turn) -> Verdict:
    """Some combat has several strongest Enemies."""
    return True


@reachable("HUR-02", "HU-NOTE-03", kinds=("location.placed",), within=250)
def a_location_comes_up_in_combat(step: Turn) -> Verdict:
    """Some Location is drawn for an attack."""
    return step.verb == "strike_with"


@reachable("HUR-03", "HU-LOCK-03", "HU-LOCK-02", kinds=("locked.returned",), within=2500)
def a_locked_in_card_returns(step: Turn) -> Verdict:
    """Some locked-in card would be discarded."""
    return True


@reachable("HUR-04", "HU-FINALE-05", "HU-FBAT-09", kinds=("boss.defeated",), within=100)
def a_boss_falls(step: Turn) -> Verdict:
    """Some Boss is defeated."""
    return True


@reachable("HUR-05", "HU-FBAT-10", "HU-ITEM-03", verbs=("use",), rows=("challenge",), within=300)
def an_item_is_used_between_two_fights(step: Turn) -> Verdict:
    """Some item is used in the battle."""
    return True


@reachable("HUR-06", "HU-RESC-08", kinds=("survivor.absorbed",), within=120)
def a_survivor_absorbs(step: Turn) -> Verdict:
    """Some survivor takes a blow for the hero."""
    return True


@reachable("HUR-07", "HU-RESC-01", kinds=("survivor.rescued",), within=50)
def a_survivor_is_rescued(step: Turn) -> Verdict:
    """Some survivor joins the party."""
    return True
