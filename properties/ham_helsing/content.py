"""What every content pack holds, and that the rules' tables say what the pack says."""

from __future__ import annotations

from typing import cast

from engine.content import Pack, Row
from engine.games.ham_helsing.components import HamRules
from engine.games.ham_helsing.schema_words import COLOURS, EFFECT_KINDS, HEROES, VILLAINS
from properties.checker import Table
from properties.ham_helsing.book import CARDS, book_of
from properties.invariant import Verdict, content_check, table_check

RANGED = ("any", "wild")


def _ids(pack: Pack, table: str) -> list[str]:
    return [str(row["id"]) for row in pack.rows_of(table)]


def _ops(row: Row, key: str) -> list[str]:
    return [str(step["op"]) for step in cast(list[Row], row[key])]


@content_check("HHI-01", "HH-COMP-01", "HH-BITE-01", "HH-ICON-01")
def minions_are_sixty(pack: Pack) -> Verdict:
    """Sixty Minions of one or two colours, normal or biting, and nine Effects."""
    rows = pack.rows_of("minion")
    for row in rows:
        colours = cast(list[str], row["colours"])
        if not 1 <= len(set(colours)) == len(colours) <= 2 or set(colours) - set(COLOURS):
            return f"{row['id']} has colours {colours}"
        if not isinstance(row["biting"], bool):
            return f"{row['id']} bites: {row['biting']}"
    kinds = {bool(row["biting"]) for row in rows}
    return len(rows) == 60 and len(pack.rows_of("effect")) == 9 and kinds == {True, False}


@content_check("HHI-02", "HH-EFFECT-01")
def effects_are_nine_of_six_kinds(pack: Pack) -> Verdict:
    """Nine Effects of six kinds, those that move Minions one a colour."""
    rows = pack.rows_of("effect")
    kinds = {str(row["kind"]) for row in rows}
    moving = sorted(str(row.get("colour")) for row in rows if row["kind"] == "move_colour")
    others = [row for row in rows if row["kind"] != "move_colour" and "colour" in row]
    return kinds == set(EFFECT_KINDS) and moving == sorted(COLOURS) and not others


@content_check("HHI-05", "HH-COMP-02", "HH-COMP-14", "HH-PREP-01", "HH-TERM-03")
def each_character_has_ten_cards(pack: Pack) -> Verdict:
    """Four characters, the heroes of the game, with ten sleeved starting cards each."""
    owners = [str(row["owner"]) for row in pack.rows_of("card")]
    counts = {hero: owners.count(hero) for hero in HEROES}
    distinct = len(set(_ids(pack, "card"))) == CARDS
    return distinct and counts == dict.fromkeys(HEROES, 10) and \
        sorted(_ids(pack, "character")) == sorted(HEROES)  # fmt: skip


@content_check("HHI-07", "HH-COMP-03", "HH-MARKET-02", "HH-ICON-01")
def upgrades_are_of_two_types(pack: Pack) -> Verdict:
    """28 Attack cards with icons alone, 26 Special cards with a text."""
    rows = pack.rows_of("upgrade")
    attack = [row for row in rows if row["type"] == "attack"]
    if (len(attack), len(rows)) != (28, 54):
        return f"{len(attack)} Attack cards of {len(rows)}"
    wrong = [row["id"] for row in rows if bool(row["effect"]) == (row["type"] == "attack")]
    bare = [row["id"] for row in attack if not row["slots"]]
    return (not wrong and not bare) or f"texts: {wrong}, no icon: {bare}"


@content_check("HHI-12", "HH-COMP-04", "HH-SETUP-20", "HH-VMOVE-02")
def villain_cards_are_sixteen(pack: Pack) -> Verdict:
    """Five cards each of levels 1 to 3 and one of level 4; targets are Location letters."""
    rows = pack.rows_of("villain_card")
    levels = [cast(int, row["level"]) for row in rows]
    letters = _ids(pack, "location")
    counts = {level: levels.count(level) for level in set(levels)}
    return counts == {1: 5, 2: 5, 3: 5, 4: 1} and all(row["target"] in letters for row in rows)


@content_check("HHI-12", "HH-COMP-05", "HH-SETUP-27", "HH-HEN-01", "HH-CHAD-01", "HH-ROBO-01",
               "HH-SILK-01", "HH-SILK-05", "HH-COMP-06")  # fmt: skip
def four_villains_each_with_a_board(pack: Pack) -> Verdict:
    """Hen, Chad, Robo-Knight and Silk, in this order of difficulty, with the powers they have."""
    rows = {str(row["id"]): row for row in pack.rows_of("villain")}
    if [name for name, _ in sorted(rows.items(), key=lambda item: cast(int, item[1]["rank"]))] \
            != list(VILLAINS):  # fmt: skip
        return f"ranks of {list(rows)}"
    hen, chad, robo, silk = (rows[name] for name in VILLAINS)
    beyond = [name for name, row in rows.items() if row["may_exceed_start"]]
    busy = [step.get("where") for key in ("up1", "up2") for step in cast(list[Row], silk[key])]
    return (
        _ops(hen, "up1") == ["hibernate"] and _ops(hen, "up2") == ["pull"]
        and "damage" in _ops(chad, "main") and _ops(chad, "up1") == ["place"]
        and _ops(robo, "ability") == ["armour"] and "lower_skill" in _ops(robo, "up1")
        and beyond == ["silk"] and "three_or_more" in busy and len(pack.rows_of("die")) == 2
    )  # fmt: skip


@content_check("HHI-44", "HH-COMP-15", "HH-LIMIT-01", "HH-TIP-02", "HH-VMOVE-02", "HH-LOC-01")
def the_board_has_seventeen_locations(pack: Pack) -> Verdict:
    """Locations A to Q, each with a limit; five have a power, Mud Canyon takes eight."""
    rows = pack.rows_of("location")
    powers = [str(row["power"]) for row in rows if row["power"] != "none"]
    limits = {str(row["id"]): cast(int, row["limit"]) for row in rows}
    if sorted(limits) != list("abcdefghijklmnopq") or min(limits.values()) < 1:
        return f"limits {limits}"
    canyon = limits[str(pack.constants["mud_canyon"])]
    return len(powers) == len(set(powers)) == 5 and canyon == 8


@content_check("HHI-54", "HH-TIP-01", "HH-MOVE-02")
def locations_have_three_to_seven_paths(pack: Pack) -> Verdict:
    """Each Location has three to seven connections; both occur, and none is there twice."""
    ends = [cast(list[str], row["ends"]) for row in pack.rows_of("path")]
    pairs = {tuple(sorted(pair)) for pair in ends}
    degree = {name: sum(name in pair for pair in pairs) for name in _ids(pack, "location")}
    good = len(pairs) == len(ends) and all(len(set(pair)) == 2 for pair in ends)
    return (good and {min(degree.values()), max(degree.values())} == {3, 7}) or f"{degree}"


@content_check("HHI-50", "HH-TERM-01", "HH-KNUCK-13")
def enemies_are_minions_and_the_villain(pack: Pack) -> Verdict:
    """Texts attack Minions or the Villain and nobody else."""
    rows = [*pack.rows_of("card"), *pack.rows_of("upgrade")]
    steps = [step for row in rows for step in cast(list[Row], row["effect"])]
    reach = {str(step["reach"]) for step in steps if step["op"] in ("attack", "unblockable")}
    return reach <= {"here", "anywhere", "here_or_connected", "connected"} and bool(reach)


@content_check("HHI-32", "HH-DRAW-01", "HH-SOLO-05", "HH-KATANA-01", "HH-REVIVE-06", "HH-SETUP-11")
def stated_numbers_are_the_rulebooks(pack: Pack) -> Verdict:
    """Hands of four, five alone, one extra card, four Damage; revival half way up, Ham's $1."""
    numbers = pack.constants
    found = [numbers[key] for key in ("hand", "solo_hand", "extra", "katana")]
    heroes = {str(row["id"]): row for row in pack.rows_of("character")}
    half = all(row["revive_health"] == -(-cast(int, row["health_max"]) // 2)
               for row in heroes.values())  # fmt: skip
    katana = [name for name, row in heroes.items() if row["item"] == "katana"]
    return found == [4, 5, 1, 4] and half and katana == ["ham"] and \
        heroes["ham"]["start_money"] == 1  # fmt: skip


@table_check("HHI-54", "HH-MOVE-02", "HH-LIMIT-01", "HH-SYB-11", "HH-COMP-15")
def the_map_is_as_printed(table: Table) -> Verdict:
    """The rules' map, limits and powers are those of the pack and the options."""
    rules = cast(HamRules, table.game.rules)
    known = book_of(rules)
    maps = [list(rules.printed.mask), list(rules.map.mask), list(rules.walks.mask)]
    if maps != [known.printed, known.near, known.walks]:
        return "the map differs"
    named = (list(rules.limit), list(rules.power_at), rules.canyon, rules.cavern, rules.lab)
    return named == (known.limit, known.power, known.canyon, known.cavern, known.lab)


@table_check("HHI-50", "HH-BITE-01", "HH-EFFECT-01", "HH-COMP-01", "HH-SYB-02")
def tokens_are_as_printed(table: Table) -> Verdict:
    """The rules' colours, teeth and Effects are those of the pack and the options."""
    rules = cast(HamRules, table.game.rules)
    known = book_of(rules)
    kinds = [EFFECT_KINDS[kind] for kind in rules.effect_kind]
    return (list(rules.colours), rules.biting, rules.pairs, rules.effects, kinds) == (
        known.colours, known.biters, known.doubles, known.effects,
        [row["kind"] for row in known.effect_rows],
    )  # fmt: skip


@table_check("HHI-29", "HH-SLEEVE-01", "HH-ICON-01", "HH-MARKET-03", "HH-SLEEVE-03")
def cards_are_as_printed(table: Table) -> Verdict:
    """The rules' icons, covered places, costs and types are those of the pack."""
    rules = cast(HamRules, table.game.rules)
    known = book_of(rules)
    if list(rules.cost) != known.cost or rules.special != known.special:
        return "costs or types differ"
    if list(rules.takes) != known.covers[CARDS:]:
        return "places that upgrades cover differ"
    for card in range(CARDS):
        face = rules.face(card, 0)
        icons = {place: (kind, face.points[place]) for place, kind in face.icons if place < 6}
        if icons != known.slots[card] or face.taken != known.covers[card]:
            return f"card {card} shows {icons}, printed {known.slots[card]}"
    return True


@table_check("HHI-15", "HH-SETUP-12", "HH-SETUP-13", "HH-SKILL-01", "HH-BASE-02", "HH-SETUP-28")
def boards_are_as_printed(table: Table) -> Verdict:
    """The rules' tracks, movement, hands and dial are those of the pack and the options."""
    rules = cast(HamRules, table.game.rules)
    known = book_of(rules)
    tracks = (list(rules.health_max), list(rules.revived), list(rules.money_max),
              list(rules.skill_max), list(rules.base_move))  # fmt: skip
    if tracks != (known.health_max, known.revive_health, known.money_max, known.skill_max,
                  known.base_move):  # fmt: skip
        return f"tracks {tracks}"
    return (rules.hand, rules.extra, rules.katana, rules.dial) == (
        known.hand, known.extra, known.katana, known.dial,
    )  # fmt: skip
