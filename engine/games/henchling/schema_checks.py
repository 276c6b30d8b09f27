"""What must fit across the fields of a card; each refusal names the card and the remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.content import Check, Pack, Place, Row
from engine.games.henchling.schema_words import (
    CARD_TRIGGERS,
    HENCHLINGS_ONLY,
    OBJECTS,
    PLAYERS_ONLY,
    WHO,
)

Item = Mapping[str, object]
OF_TYPE = {
    "henchling": ("passive", "active", "arrive", "leave"),
    "item": ("passive", "active", "arrive", "leave"),
    "enhancer": ("passive", "arrive", "leave"),
    "spell": ("spell",),
    "trap": ("trap_now", "trap_wait"),
}
TRAPS = ("trap_now", "trap_wait")
STATIC = ("stat_mod", "money_mod", "hand_limit_mod", "cost_mod", "grant_ability")
# Ops whose object is a card, whatever it is; those that also reach players; those of two slots.
ON_CARDS = ("destroy", "eject", "steal", "flip", "tilt", "untilt", "buff", "counter",
            "remove_counter")  # fmt: skip
ON_NUMBERS = ("damage", "heal")
PAIRS = {"fight": ("x", "y"), "trade": ("mine", "theirs")}
ON_PLAYERS = ("draw", "discard", "money", "token")
OF_CARD = ("this_tilted", "counters_min", "damaged")


def cards_of(pack: Pack) -> Iterator[tuple[Row, Place]]:
    """Cards and tokens, each with its place."""
    for table in ("card", "token"):
        for row in pack.rows_of(table):
            yield row, pack.place.at(f"{table} {row['id']}")


def abilities_of(pack: Pack) -> Iterator[tuple[Row, Item, Place]]:
    """Every ability with its card and place."""
    for row, place in cards_of(pack):
        for number, ability in enumerate(cast(list[Item], row.get("ability", []))):
            yield row, ability, place.at(f"ability[{number}]")


def rows_in(ability: Item) -> list[Item]:
    """The effect rows of an ability."""
    return cast(list[Item], ability["effects"])


def slots_in(ability: Item) -> dict[str, Item]:
    """The target slots of an ability, by name."""
    return {str(slot["id"]): slot for slot in cast(list[Item], ability.get("targets", []))}


def check_set(pack: Pack) -> None:
    """HE-COMP-02, HE-SETUP-01: no name twice, as many traps as the box says; distinct ids."""
    names = [str(row.get("name", row["id"])) for row in pack.rows_of("card")]
    if len(set(names)) != len(names):
        raise pack.place.at("card").refuse("a name stands twice in the set (HE-COMP-02)")
    traps = sum(row["type"] == "trap" for row in pack.rows_of("card"))
    if traps != pack.constants["traps_per_set"]:
        raise pack.place.at("card").refuse(f"{traps} traps, expected 4 (HE-SETUP-01)")
    ids = [*pack.ids("card"), *pack.ids("token")]
    for ident in ids:
        if ids.count(ident) > 1 or f"{ident}_2" in ids:
            raise pack.place.at("card").refuse(f"id {ident!r} is not distinct from another's copy")


def numbers_due(sort: object, token: bool) -> dict[str, bool]:
    """Which numbers a card of a type has."""
    fights = sort == "henchling"
    paid = sort != "trap" and not token
    return {"attack": fights, "health": fights, "cost": paid, "enhances": sort == "enhancer"}


def check_numbers(pack: Pack) -> None:
    """HE-HENCH-01, HE-PLAY-02: numbers exactly where a card of the type has them."""
    for row, place in cards_of(pack):
        sort, token = row["type"], row in pack.rows_of("token")
        for key, due in numbers_due(sort, token).items():
            if (key in row) != due:
                raise place.at(key).refuse("is missing" if due else f"a {sort} has no {key}")


def check_token_types(pack: Pack) -> None:
    """HE-TOKEN-01: tokens are Henchlings, items or enhancers."""
    for row in pack.rows_of("token"):
        if row["type"] in ("spell", "trap"):
            raise pack.place.at(f"token {row['id']}.type").refuse("no token is a spell or a trap")


def marks_borne(row: Row) -> dict[str, bool]:
    """Which words a card may bear."""
    sort, guards = row["type"], "protector" in cast(list[str], row.get("keywords", []))
    return {
        "keywords": sort in ("henchling", "item"), "protector_item": sort == "item" and guards,
        "no_reaction": sort == "spell",
        "on_host_removed": sort == "enhancer",
    }  # fmt: skip


def check_marks(pack: Pack) -> None:
    """Words that only some types bear: keywords, protector_item, no_reaction, on_host_removed."""
    for row, place in cards_of(pack):
        for key, may in marks_borne(row).items():
            if key in row and not may:
                raise place.at(key).refuse(f"does not stand on this {row['type']}")


def check_kinds(pack: Pack) -> None:
    """Abilities a type may have; a spell and a trap have exactly one (HE-SPELL-01, HE-TRAP-03)."""
    for row, place in cards_of(pack):
        sort = str(row["type"])
        kinds = [str(ability["kind"]) for ability in cast(list[Item], row.get("ability", []))]
        for kind in kinds:
            if kind not in OF_TYPE[sort]:
                raise place.at("ability").refuse(f"a {sort} has no {kind!r} ability")
        if sort in ("spell", "trap") and len(kinds) != 1:
            raise place.at("ability").refuse(f"a {sort} has exactly one ability")


def fields_borne(kind: object) -> dict[str, bool]:
    """Which fields an ability of a kind may have."""
    return {
        "pay": kind == "active",
        "targets": kind in ("active", "arrive", "leave", "spell"),
        "if": kind in ("active", "arrive", "leave", "passive"),
        "when": kind == "trap_wait",
        "reaction": kind == "active",
    }


def check_fields_of_kind(pack: Pack) -> None:
    """Fields that belong to one kind; `pay` and `when` must stand where they may."""
    for row, ability, place in abilities_of(pack):
        kind = ability["kind"]
        for key, may in fields_borne(kind).items():
            if key in ability and not may:
                raise place.at(key).refuse(f"does not stand in a {kind!r} ability")
            if may and key in ("pay", "when") and key not in ability:
                raise place.at(key).refuse(f"a {kind!r} ability needs it")
        if ability.get("reaction"):
            check_reaction(row, ability, place)


def check_reaction(row: Row, ability: Item, place: Place) -> None:
    """HE-REACT-01: on cards with the mark; a Free ability is for the own turn (HE-ABIL-05)."""
    if "reaction" not in cast(list[str], row.get("keywords", [])):
        raise place.at("reaction").refuse("the card lacks the keyword reaction (HE-REACT-01)")
    if "free" in cast(list[str], ability["pay"]):
        raise place.at("pay").refuse("a Free ability is no Reaction (HE-ABIL-05)")


def check_pay(pack: Pack) -> None:
    """Payments are distinct, and one that tilts is not Free."""
    for _, ability, place in abilities_of(pack):
        grants = [item for item in rows_in(ability) if item["op"] == "grant_ability"]
        for holder in [ability, *grants]:
            pay = [word.partition(":")[0] for word in cast(list[str], holder.get("pay", []))]
            if len(set(pay)) != len(pay) or {"tilt", "free"} <= set(pay):
                raise place.at("pay").refuse(f"{pay}: payments are distinct, and not tilt and free")


def check_slots(pack: Pack) -> None:
    """Slots have names of their own; `distinct_from` names the slot before."""
    for _, ability, place in abilities_of(pack):
        slots = cast(list[Item], ability.get("targets", []))
        names = [str(slot["id"]) for slot in slots]
        if len(set(names)) != len(names) or set(names) & {*OBJECTS, *WHO}:
            raise place.at("targets").refuse(f"{names}: slots have distinct names of their own")
        for number, slot in enumerate(slots):
            if "distinct_from" in slot and slot["distinct_from"] not in names[:number]:
                raise place.at("targets").refuse(
                    f"distinct_from {slot['distinct_from']!r} names no earlier slot"
                )


def check_ops(pack: Pack) -> None:
    """Static ops stand in passive abilities and nowhere else; every row fits its ability."""
    for row, ability, place in abilities_of(pack):
        for number, item in enumerate(rows_in(ability)):
            spot = place.at(f"effects[{number}]")
            if (item["op"] in STATIC) != (ability["kind"] == "passive"):
                raise spot.refuse(f"{item['op']} does not stand in a {ability['kind']!r} ability")
            if ability["kind"] == "passive":
                check_static(row, item, spot)
            else:
                check_row(row, ability, number, item, spot)


def check_static(row: Row, item: Item, spot: Place) -> None:
    """Scopes of static ops; what an enhancer may grant (no slots, few payments)."""
    op, scope = item["op"], item.get("scope", "controller")
    if op in ("money_mod", "hand_limit_mod", "cost_mod") and scope != "controller":
        raise spot.at("scope").refuse(f"{op} has the scope controller")
    if op == "stat_mod" and (scope == "controller" or (scope == "host") != _enhances(row)):
        raise spot.at("scope").refuse(f"{scope!r} does not fit a stat_mod here")
    if op != "grant_ability":
        return
    if scope != "host" or row["type"] != "enhancer":
        raise spot.at("scope").refuse("grant_ability stands on an enhancer, scope host")
    if any(word in ("flip_this", "destroy_this") or word.startswith("discard")
           for word in cast(list[str], item["pay"])):  # fmt: skip
        raise spot.at("pay").refuse("a granted ability pays with tilt, free, money or counters")
    granted: Item = {"kind": "active", "effects": item["do"]}
    host: Row = {"type": row.get("enhances"), "id": row["id"]}
    for number, each in enumerate(cast(list[Item], item["do"])):
        check_row(host, granted, number, each, spot.at(f"do[{number}]"))


def _enhances(row: Row) -> bool:
    return row["type"] == "enhancer"


def check_row(row: Row, ability: Item, number: int, item: Item, spot: Place) -> None:
    """Objects, players and conditions of an effect row fit its ability."""
    op, slots, trap = str(item["op"]), slots_in(ability), ability["kind"] in TRAPS
    check_conditions(row, item, trap, spot)
    if op == "cancel" and (number or not ability.get("reaction") or slots):
        raise spot.refuse("cancel is the first row of a Reaction without targets (HE-REACT-08)")
    if op in ("steal", "trade") and trap:
        raise spot.refuse(f"a trap has no controller who could {op} (HE-TRAP-07)")
    if op in PAIRS:
        check_pair(op, item, slots, spot)
    if op in ON_PLAYERS:
        check_who(item, ability, slots, spot)
    power = item.get("counter") == "power"
    if op == "counter" and {"a" in item, "h" in item} != {power}:
        raise spot.refuse("a power counter has a and h, a generic one neither (HE-CTR-01)")
    if "to" in item:
        check_object(row, ability, item, spot)


def check_conditions(row: Row, item: Item, trap: bool, spot: Place) -> None:
    """Traps have no controller, spells no marks: conditions about those are refused."""
    given = item.get("if", [])
    for condition in cast(list[Item], given if isinstance(given, list) else [given]):
        if trap or (row["type"] == "spell" and set(condition) & set(OF_CARD)):
            raise spot.at("if").refuse(f"{condition} does not stand on a {row['type']}")


def check_pair(op: str, item: Item, slots: Mapping[str, Item], spot: Place) -> None:
    """HE-TRADE-01: an own and an enemy card of one type; fighters are Henchlings."""
    sels = []
    for key in PAIRS[op]:
        if item[key] not in slots:
            raise spot.at(key).refuse(f"{item[key]!r} is no slot of this ability")
        sels.append(str(slots[str(item[key])]["sel"]))
    if op == "fight" and not set(sels) <= set(HENCHLINGS_ONLY):
        raise spot.refuse("fighters are Henchlings")
    if op == "trade":
        own, other = (sel.partition("_") for sel in sels)
        if (own[0], other[0]) != ("own", "enemy") or own[2] != other[2]:
            raise spot.refuse("a trade is an own against an enemy card of the same type")


def check_who(item: Item, ability: Item, slots: Mapping[str, Item], spot: Place) -> None:
    """Players of a row: a word, or a slot of players; a trap must say whom it means."""
    who = str(item.get("who", "controller"))
    trap = ability["kind"] in TRAPS
    if who in slots:
        fits = slots[who]["sel"] in PLAYERS_ONLY
    elif who == "springer":
        fits = ability["kind"] == "trap_wait"
    else:
        fits = who == "each_player" or (not trap and who in WHO)
    if not fits:
        raise spot.at("who").refuse(f"{who!r} names no player here")


def check_object(row: Row, ability: Item, item: Item, spot: Place) -> None:
    """The object of a row is a slot or a word that stands in such an ability."""
    op, to, slots = str(item["op"]), str(item["to"]), slots_in(ability)
    if to in slots:
        fits = _slot_fits(op, str(slots[to]["sel"]))
    elif to in ("controller", "each_player", "each_opponent", "springer"):
        fits = op in ON_NUMBERS
    else:
        fits = (to in OBJECTS and op != "token") or to in ("host", "this")
    if not fits or not _stands(row, ability, to):
        raise spot.at("to").refuse(f"{to!r} is no object of {op} here")


def _slot_fits(op: str, sel: str) -> bool:
    if op in ON_NUMBERS:
        return sel in (*PLAYERS_ONLY, *HENCHLINGS_ONLY, "any", "card")
    if sel in ("any", *PLAYERS_ONLY):
        return False
    return sel != "enhancer" or op not in ("steal", "tilt", "untilt", "buff")


def _stands(row: Row, ability: Item, to: str) -> bool:
    """Whether the kind of ability knows the object a word means."""
    kind, trap = ability["kind"], ability["kind"] in TRAPS
    if to == "springer":
        return kind == "trap_wait"
    if to == "sprung_card":
        when = ability.get("when", [])
        words = cast(Sequence[str], when if isinstance(when, list) else [when])
        return kind == "trap_wait" and all(word in CARD_TRIGGERS for word in words)
    if to == "host":
        return row["type"] == "enhancer"
    if to == "this":
        return row["type"] not in ("spell", "trap")
    return not (trap and to in ("controller", "each_opponent", "each_own_henchling"))


def check_tokens(pack: Pack) -> None:
    """An enhancer token names its host, another token none; the host is of the right type."""
    enhances = {row["id"]: row.get("enhances") for row in pack.rows_of("token")}
    for _, ability, place in abilities_of(pack):
        for item in rows_in(ability):
            if item["op"] == "token" and ("to" in item) != bool(enhances[str(item["token"])]):
                raise place.refuse("a token has `to` exactly if it is an enhancer")


def check_own_conditions(pack: Pack) -> None:
    """Conditions of an ability fit its card."""
    for row, ability, place in abilities_of(pack):
        check_conditions(row, ability, False, place)


CHECKS: tuple[Check, ...] = (
    check_set, check_numbers, check_token_types, check_marks, check_kinds, check_fields_of_kind,
    check_pay, check_slots, check_ops, check_tokens, check_own_conditions,
)  # fmt: skip
