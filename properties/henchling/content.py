"""What every content pack holds: five types, sets of thirty-two, numbers where they belong."""

from __future__ import annotations

from engine.content import Pack
from engine.games.henchling.schema_words import TYPES
from properties.checker import Table
from properties.henchling.book import number, rows_in
from properties.invariant import Verdict, content_check, table_check

SET = 32
TRAPS = 4
FIGHTING = ("attack", "health")


@content_check("HEI-51", "HE-COMP-02")
def a_set_has_thirty_two_cards(pack: Pack) -> Verdict:
    """Thirty-two cards, four of them traps, no id and no name twice."""
    rows = pack.rows_of("card")
    ids, names = {str(row["id"]) for row in rows}, {str(row["name"]) for row in rows}
    traps = sum(row["type"] == "trap" for row in rows)
    return len(rows) == len(ids) == len(names) == SET and traps == TRAPS


@content_check("HEI-51", "HE-COMP-05", "HE-SETUP-01")
def every_card_has_one_of_five_types(pack: Pack) -> Verdict:
    """Each card and token is a Henchling, an item, a spell, an enhancer or a trap."""
    wrong = [row["id"] for row in (*pack.rows_of("card"), *pack.rows_of("token"))
             if row["type"] not in TYPES]  # fmt: skip
    return not wrong or f"of no type: {wrong}"


@content_check("HEI-51", "HE-HENCH-01")
def henchlings_alone_fight(pack: Pack) -> Verdict:
    """Attack and health stand on Henchlings and on nothing else."""
    for row in (*pack.rows_of("card"), *pack.rows_of("token")):
        given = [key in row for key in FIGHTING]
        if given != [row["type"] == "henchling"] * 2:
            return f"{row['id']} of type {row['type']} gives {given}"
        if row["type"] == "henchling" and number(row, "health") < 1:
            return f"{row['id']} has no health"
    return True


@content_check("HEI-51", "HE-PLAY-02")
def costs_run_from_none_to_three(pack: Pack) -> Verdict:
    """Every card but traps costs between 0 and 3; a trap has no cost."""
    for row in pack.rows_of("card"):
        if row["type"] == "trap":
            if "cost" in row:
                return f"trap {row['id']} has a cost"
        elif not 0 <= number(row, "cost", -1) <= 3:
            return f"{row['id']} costs {row.get('cost')}"
    return True


@content_check("HEI-51", "HE-ENH-02", "HE-ENH-06")
def enhancers_say_what_they_enhance(pack: Pack) -> Verdict:
    """An enhancer names the type it may be put on, and no other card does."""
    for row in (*pack.rows_of("card"), *pack.rows_of("token")):
        if (row["type"] == "enhancer") != (row.get("enhances") in ("henchling", "item")):
            return f"{row['id']} enhances {row.get('enhances')}"
    return True


@table_check("HEI-51", "HE-COMP-05", "HE-HENCH-01", "HE-PLAY-02")
def cards_are_read_as_they_are_printed(table: Table) -> Verdict:
    """The tables read from the pack say what its rows say, row by row, copy by copy."""
    rules, pack = table.game.rules, table.game.content
    designs = getattr(rules, "designs", None)
    rows = pack.rows_of("card")
    assert isinstance(designs, list)
    for at, known in enumerate(designs):
        row = rows[at % SET]
        printed = (str(row["id"]), TYPES.index(str(row["type"])), number(row, "cost"),
                   number(row, "attack"), number(row, "health"))  # fmt: skip
        if (known.id, known.type, known.cost, known.attack, known.health) != printed:
            return f"card {at} is read as {known}"
        abilities = rows_in(row, "ability")
        count = sum(ability["kind"] == "active" for ability in abilities)
        if len(known.active) != count:
            return f"card {at} has {count} abilities, read are {known.active}"
    return True
