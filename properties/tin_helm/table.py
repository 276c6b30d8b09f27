"""What the phase table grants and forbids, read by row and verb names before anything is played."""

from __future__ import annotations

from engine.fields import Mask
from engine.phases import CHANCE, NOBODY, PLAYER
from properties.checker import Table
from properties.invariant import Verdict, reachable, table_check
from properties.tin_helm.ledger import Turn
from properties.tin_helm.offers import EATING

FIGHT_ROWS = ("combat_start", "fight", "strike", "dodge", "be_struck", "victory")
ENDS = ("won", "died", "corrupted")
ROWS = {
    PLAYER: ("race", "class", "choose", "pause", "offer", "camp", "water", "fight"),
    CHANCE: ("turn_up", "reveal", "cast", "fish", "strike", "be_struck"),
    NOBODY: ("next_icon", "icon", "trap", "loot", "encounter", "effects", "combat_start", "dodge",
             "victory", "level_end", *ENDS),
}  # fmt: skip
DRAWS = {"turn_up": "dungeon", "reveal": "dungeon"}
# Rows in which health can be lost, so where death must be looked at.
DEADLY = ("trap", "effects", "be_struck", "level_end")


@table_check("THT-01", "TH-SETUP-16")
def chance_never_touches_the_open_piles(table: Table) -> Verdict:
    """Chance draws dungeon cards and dice; enemy and loot cards are searched, never drawn."""
    drawn = {
        verb.name: [domain.names for domain in verb.domains if domain.names]
        for verb in table.verbs.values()
        if verb.chance is not None
    }
    expected = {verb: [DRAWS[verb]] if verb in DRAWS else [] for verb in drawn}
    return True if drawn == expected else f"chance draws from {drawn}, expected {expected}"


@table_check("THT-02", "TH-TURN-05", "TH-TURN-04", "TH-TURN-01")
def a_skip_leads_to_its_second_card(table: Table) -> Verdict:
    """Skipping is offered in one row, which leads to the second card; after it a room is built."""
    places = table.offering("skip") == table.offering("resolve") == ("choose",)
    built = table.targets("choose") == ("reveal",) and table.rows["reveal"].verbs == ("reveal",)
    after = all(target in ("turn_up", "next_icon") for target in table.targets("reveal"))
    return places and built and after and table.offering("reveal") == ("reveal",)


@table_check("THT-03", "TH-FOOD-03", "TH-OVER-02")
def the_dead_are_not_fed(table: Table) -> Verdict:
    """Wherever health can be lost death is the first exit, and food is eaten in other rows only."""
    for row in DEADLY:
        if not table.exits(row) or table.exits(row)[0][1] != "died":
            return f"row {row} leaves by {table.exits(row)} before death"
        if row in table.offering("eat"):
            return f"row {row} offers to eat"
    return table.leading_to("died") == DEADLY or sorted(table.leading_to("died")) == sorted(DEADLY)


@table_check("THT-04", "TH-COMBAT-23", "TH-COMBAT-13")
def a_fight_is_left_by_victory_or_death(table: Table) -> Verdict:
    """The rows of a fight lead to one another and to death; only victory leads further."""
    for row in FIGHT_ROWS[:-1]:
        outside = [target for target in table.targets(row) if target not in (*FIGHT_ROWS, "died")]
        if outside:
            return f"row {row} leads to {outside}"
    return sorted(table.targets("victory")) == ["next_icon", "won"]


@table_check("THT-05", "TH-COMBAT-24", "TH-SETUP-16")
def no_pile_of_defeated_enemies_is_kept(table: Table) -> Verdict:
    """One field names an enemy, for the length of a fight: a defeated one is in the deck again."""
    fields = table.game.definition.state.FIELDS
    naming = [(key, kind.life) for key, kind in fields if kind.names == "enemy"]
    piles = [key for key, kind in fields if isinstance(kind, Mask) and kind.names == "enemy"]
    ends = [row.name for row in table.rows.values() if "fight" in row.ends]
    return naming == [("enemy", "fight")] and not piles and ends == ["victory"]


@table_check("THT-06", "TH-FOOD-02", "TH-ITEM-01", "TH-FOOD-03")
def food_and_items_at_every_decision(table: Table) -> Verdict:
    """Eating and using are free verbs of every decision of the adventurer, and of no other row."""
    for verb in ("eat", "use"):
        if sorted(table.offering(verb)) != sorted(EATING):
            return f"{verb} is offered in {table.offering(verb)}"
        if any(verb not in table.rows[row].free for row in EATING):
            return f"{verb} is no free verb everywhere"
    return True


@table_check("THT-07", "TH-OVER-05", "TH-OVER-01", "TH-OVER-02", "TH-OVER-03")
def an_end_is_an_end(table: Table) -> Verdict:
    """The three ends have no exit and no verb, and there is no other."""
    ends = [row.name for row in table.rows.values() if row.end]
    return sorted(ends) == sorted(ENDS) and not any(table.rows[end].verbs for end in ENDS)


@table_check("THT-08", "TH-ICON-13", "TH-ICON-16", "TH-ITEM-17")
def camp_water_and_offer_have_two_ways(table: Table) -> Verdict:
    """A campsite is rested or searched, water looked at or passed by, an offer taken or not."""
    expected = {
        "camp": ["rest", "search"], "water": ["look", "pass_by"], "offer": ["accept", "decline"],
        "pause": ["go_on"], "fight": ["attack"],
    }  # fmt: skip
    return all(sorted(table.rows[row].verbs) == verbs for row, verbs in expected.items())


@table_check("THT-09", "TH-SHARD-01", "TH-OBJ-01")
def shards_win_wherever_they_are_found(table: Table) -> Verdict:
    """Each row where a shard is gained can win: chest, encounter, defeated enemy."""
    return sorted(table.leading_to("won")) == ["effects", "loot", "victory"]


@table_check("THT-10", "TH-SETUP-03", "TH-SETUP-04", "TH-TURN-02")
def everybody_acts_where_they_should(table: Table) -> Verdict:
    """Choices are the player's, dice and draws are chance's, and the rest runs by itself."""
    apart = [
        f"{name} is {row.actor}"
        for name, row in table.rows.items()
        if not (isinstance(row.actor, str) and name in ROWS.get(row.actor, ()))
    ]
    missing = [name for names in ROWS.values() for name in names if name not in table.rows]
    return (not apart and not missing) or f"{apart}, missing {missing}"


@table_check("THT-11", "TH-SETUP-03", "TH-OBJ-01")
def one_player_plays(table: Table) -> Verdict:
    """There is one adventurer, and the game is for one player."""
    players = table.game.definition.players
    return players == (1, 1) or f"{players[0]} to {players[1]} may play"


# --- what a campaign must meet at least once ------------------------------------------------


@reachable("THR-01", "TH-COMBAT-24", kinds=("fight.won",), within=50)
def an_enemy_is_defeated(step: Turn) -> Verdict:
    """Some enemy is defeated."""
    return True


@reachable("THR-02", "TH-ICON-12", kinds=("loot.empty",), within=150)
def a_chest_was_taken_before(step: Turn) -> Verdict:
    """Some chest names a loot card that is gone."""
    return any(e.kind == "loot.empty" and e.word("reason") == "taken" for e in step.events)


@reachable("THR-03", "TH-END-03", "TH-LEVEL-01", kinds=("level.started",), within=60)
def a_second_level_is_reached(step: Turn) -> Verdict:
    """Some hero leaves the first level."""
    return step.after.level >= 2


@reachable("THR-04", "TH-ERR-06", kinds=("item.discarded",), within=800)
def a_shield_breaks(step: Turn) -> Verdict:
    """Some shield breaks."""
    return True


@reachable("THR-05", "TH-ITEM-17", kinds=("item.traded",), within=400)
def an_item_is_traded(step: Turn) -> Verdict:
    """Some item is given away for a boon."""
    return True


@reachable("THR-06", "TH-END-04", kinds=("hero.starved",), within=60)
def a_hero_starves(step: Turn) -> Verdict:
    """Some hero has no food at the end of a level."""
    return True


@reachable("THR-07", "TH-OVER-01", kinds=("game.over",), within=100)
def three_shards_are_gathered(step: Turn) -> Verdict:
    """Some game is won."""
    return any(e.kind == "game.over" and e.word("reason") == "won" for e in step.events)
