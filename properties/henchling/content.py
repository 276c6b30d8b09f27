"""What every content pack holds: five types, sets of thirty-two, numbers where they belong."""

from __future__ import annotations

from typing import cast

from engine.content import Pack, Row
from engine.games.henchling.components import Ability, HenchlingRules
from engine.games.henchling.schema_words import KINDS, SELECTORS, TYPES
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


NUMBERS = {"health": 40, "opening_hand": 4, "draws": 2, "first_draws": 1, "money": 3,
           "hand_limit": 6, "item_limit": 5}  # fmt: skip


@content_check("HEI-51", "HE-HP-01", "HE-SETUP-03", "HE-DRAW-01", "HE-TURN-01", "HE-PLAY-03",
               "HE-DISC-01", "HE-ITEM-04")  # fmt: skip
def stated_numbers_are_the_rulebooks(pack: Pack) -> Verdict:
    """Health 40, hands of 4 and 6 at most, two draws and one first, $3, five items."""
    given = {key: number(pack.constants, key) for key in NUMBERS}
    return pack.constants.get("test_pack") is True or given == NUMBERS or f"stated are {given}"


def _rules(table: Table) -> HenchlingRules:
    return cast(HenchlingRules, table.game.rules)


def _read(known: Ability) -> tuple[object, ...]:
    """An ability as the tables have it, in the words of a row."""
    pay = {
        key: int(getattr(known.pay, key))
        for key in ("tilt", "free", "flip_this", "destroy_this", "discard", "money", "counters")
    }
    return (KINDS[known.kind], {key: n for key, n in pay.items() if n},
            [SELECTORS[slot.sel] for slot in known.slots],
            [(fx.op, fx.n, fx.a, fx.h) for fx in known.effects])  # fmt: skip


def _printed(ability: Row) -> tuple[object, ...]:
    """An ability as its row prints it."""
    pay = {}
    for word in cast(list[str], ability.get("pay", [])):
        name, _, n = word.partition(":")
        pay[name] = int(n or 1)
    return (str(ability["kind"]), pay, [str(slot["sel"]) for slot in rows_in(ability, "targets")],
            [(str(row["op"]), number(row, "n"), number(row, "a"), number(row, "h"))
             for row in rows_in(ability, "effects")])  # fmt: skip


@table_check("HEI-51", "HE-PLAY-03", "HE-DISC-01", "HE-ITEM-04", "HE-HP-01", "HE-DRAW-01",
             "HE-TURN-01", "HE-SETUP-03")  # fmt: skip
def numbers_are_read_as_they_are_stated(table: Table) -> Verdict:
    """The rules reckon with the numbers of the pack and the options of the game."""
    rules, stated = _rules(table), table.game.content.constants
    apart = [key for key in NUMBERS if getattr(rules, key) != number(stated, key)]
    options = table.game.options
    chosen = {
        "players": "players", "free_uses": "free_uses_per_turn", "attack_own": "attack_own",
        "pile_split": "pile_split", "reshuffle_split": "reshuffle_split", "mulligan": "mulligan",
        "recover_face_down": "recover_face_down", "free_counts": "free_counts_as_use",
        "block_reactions": "block_reaction_damage", "block_tilts": "block_tilts",
        "needs_untilted": "protector_needs_untilted", "turns_max": "turns_max",
        "actions_max": "actions_max",
    }  # fmt: skip
    apart += [key for key, name in chosen.items() if getattr(rules, key) != options[name]]
    return not apart or f"read otherwise: {apart}"


@table_check("HEI-51", "HE-COMP-05", "HE-HENCH-01", "HE-PLAY-02", "HE-ABIL-02", "HE-COMP-02")
def cards_are_read_as_they_are_printed(table: Table) -> Verdict:
    """The tables read from the pack say what its rows say, row by row, copy by copy."""
    rules, pack = _rules(table), table.game.content
    rows = pack.rows_of("card")
    for at, known in enumerate([*rules.designs, *rules.tokens]):
        cards = len(rules.designs)
        row = rows[at % SET] if at < cards else pack.rows_of("token")[at - cards]
        printed = (str(row["id"]), TYPES.index(str(row["type"])), number(row, "cost"),
                   number(row, "attack"), number(row, "health"))  # fmt: skip
        if (known.id, known.type, known.cost, known.attack, known.health) != printed:
            return f"card {at} is read as {known}"
        words = cast(list[str], row.get("keywords", []))
        if (known.reaction, known.protector) != ("reaction" in words, "protector" in words):
            return f"keywords of card {at} are read as {known}"
        wanted = [_printed(ability) for ability in rows_in(row, "ability")
                  if ability["kind"] != "passive"]  # fmt: skip
        numbers = sorted([*known.active, *known.arrive, *known.leave, *known.text])
        if sorted(map(repr, wanted)) != sorted(repr(_read(rules.abilities[n])) for n in numbers):
            return f"abilities of card {at} are read otherwise than {wanted}"
        if _statics(row) != [(mod.op, mod.a, mod.h) for mod in known.mods]:
            return f"passive texts of card {at} are read as {known.mods}"
    return True


@table_check("HEI-51", "HE-ABIL-02", "HE-ABIL-03", "HE-COMP-02")
def abilities_are_named_by_their_places(table: Table) -> Verdict:
    """An ability is called by its card and its place there, counted from one."""
    rules = _rules(table)
    names = rules.names["abilities"]
    for known in (*rules.designs, *rules.tokens):
        for at in (*known.active, *known.arrive, *known.leave, *known.text, *known.granted):
            place = rules.abilities[at].place + 1
            if names[at] != f"{known.id}_{place}":
                return f"ability {place} of {known.id} is called {names[at]}"
    return True


def _statics(row: Row) -> list[tuple[str, int, int]]:
    """Passive texts that change numbers, as a row prints them."""
    found = [each for ability in rows_in(row, "ability") if ability["kind"] == "passive"
             for each in rows_in(ability, "effects") if each["op"] != "grant_ability"]  # fmt: skip
    return [(str(each["op"]), number(each, "a") or number(each, "n"), number(each, "h"))
            for each in found]  # fmt: skip


# Readying, drawing and tokens may go on; what is paid with these runs out within a turn.
GOING_ON = {"untilt", "draw", "token"}
RUNS_OUT = {"money", "discard", "destroy_this"}


@table_check("HEI-60", "HE-LIMIT-06")
def what_may_prolong_a_turn_is_known(table: Table) -> Verdict:
    """Told at the start: whether something printed goes on for a tilt or for Free alone."""
    pack, found = table.game.content, []
    for row in (*pack.rows_of("card"), *pack.rows_of("token")):
        printed = rows_in(row, "ability")
        grants = [each for ability in printed for each in rows_in(ability, "effects")
                  if each["op"] == "grant_ability"]  # fmt: skip
        for holder, key in [(one, "effects") for one in printed] + [(one, "do") for one in grants]:
            pay = {word.partition(":")[0] for word in cast(list[str], holder.get("pay", []))}
            ops = {str(each["op"]) for each in rows_in(holder, key)}
            if pay & {"tilt", "free"} and not pay & RUNS_OUT and ops & GOING_ON:
                found.append(str(row["id"]))
    return _rules(table).may_prolong == bool(found) or f"printed on {found}"
