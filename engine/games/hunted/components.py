"""Components: the content of a pack as flat tables the rules index.

A card's number is its place in the box: the tables of CARD_TABLES in order.  What the chosen Finale
and Stage make of the cards (who is an Enemy, what is locked-in) is derived here, once a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.content import Pack, Row
from engine.games.hunted.schema import (
    CARD_TABLES,
    CARDS,
    FINALES,
    ICONS,
    STAGES,
    TYPES,
)
from engine.options import Options
from engine.state import Rules

NONE = -1
ENEMY, WEAPON, ITEM, SURVIVOR, KEY, LOCATION, MINION, BOSS = range(len(TYPES))
DRACULA, JEKYLL, DORIAN, MASH = range(len(FINALES))
# Slots of a pile: a card somebody knows, or one of the pool of that name.
UNSEEN, SEALED, UNDER = CARDS, CARDS + 1, CARDS + 2
POOLS = ("unseen", "sealed", "under")
# The hero's ability stands behind the cards among the sources of effects.
HERO = CARDS
OPS = (
    "none", "gain_energy", "lose_energy", "scry", "discard_from_row", "take_from_discard",
    "ready_survivor", "add_to_row", "discard_row", "mod_weapon",
)  # fmt: skip
(NOTHING, GAIN, LOSE, SCRY, DROP, TAKE, WAKE, ADD_TO_ROW, DISCARD_ROW, MOD_WEAPON) = range(len(OPS))
FACES = ("dr_jekyll", "mr_hyde", "jekyll_again")
TABLE_OF_TYPE = {
    "starting_weapon": WEAPON, "enemy": ENEMY, "weapon": WEAPON, "item": ITEM,
    "survivor": SURVIVOR, "key": KEY, "location": LOCATION,
}  # fmt: skip
TYPE_OF_ROLE = {
    "boss": BOSS, "boss_cover": BOSS, "minion": MINION, "minion_boss": MINION,
    "item": ITEM, "weapon": WEAPON, "survivor": SURVIVOR,
}  # fmt: skip
# The cards that are shuffled into the Hunted deck in every game (HU-COMP-03, HU-SETUP-05).
OTHERS = ("enemy", "weapon", "item", "survivor", "key")
SET_OF_FINALE = {DRACULA: "dracula", JEKYLL: "jekyll", DORIAN: "dorian"}
ALL_CARDS = (1 << CARDS) - 1
# Icons are added in lanes of one int; a lane never overflows into its neighbour.
LANE = 12
GUARD = sum(1 << LANE * at + LANE - 1 for at in range(len(ICONS)))
LANE_MASK = (1 << LANE) - 1


@dataclass(frozen=True)
class Fx:
    """One effect of the closed vocabulary: what, how many, on which cards (a mask)."""

    op: int = NOTHING
    n: int = 0
    targets: int = 0
    # mod_weapon: changes of attack, first and subsequent cost
    mods: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True)
class While:
    """What a Location changes as long as it is visible (HU-LOC-06)."""

    hide: int = 0
    noise: int = 0
    strength: int = 0
    first: int = 0


NO_CHANGE = While()


def pack_icons(icons: Mapping[str, int]) -> int:
    """An icon count as lanes of one int, in the order of ICONS."""
    return sum(n << LANE * ICONS.index(icon) for icon, n in icons.items())


def unpack_icons(packed: int) -> tuple[int, ...]:
    """Lanes as one number an icon."""
    return tuple(packed >> LANE * at & LANE_MASK for at in range(len(ICONS)))


def covers(resources: int, cost: int) -> bool:
    """Whether packed resources hold every icon of a packed cost (HU-COLL-02)."""
    return ((resources | GUARD) - cost) & GUARD == GUARD


def _members_by_byte() -> list[list[tuple[int, ...]]]:
    table = []
    for byte in range((CARDS + 7) // 8):
        table.append([
            tuple(8 * byte + bit for bit in range(8) if value >> bit & 1) for value in range(256)
        ])  # fmt: skip
    return table


_BYTES = _members_by_byte()
_WIDTH = len(_BYTES)


def members(mask: int) -> list[int]:
    """The cards of a set, ascending; by whole bytes, since a pool may hold forty."""
    found: list[int] = []
    for table, value in zip(_BYTES, mask.to_bytes(_WIDTH, "little"), strict=True):
        if value:
            found.extend(table[value])
    return found


class HuntedRules(Rules):
    """Content and options of Hunted, ready to index; built once a game."""

    def __init__(self, pack: Pack, options: Options) -> None:
        rows = [(table, row) for table in CARD_TABLES for row in pack.rows_of(table)]
        self.ids = tuple(str(row["id"]) for _, row in rows)
        super().__init__(pack, options, _names(pack, self.ids))
        self.finale = FINALES.index(options.word("finale"))
        self.stage = STAGES.index(options.word("stage"))
        self.reveal_first = options.flag("reveal_location_i")
        self.on_empty = options.word("reshuffle_timing") == "on_empty"
        self.over_discard = options.flag("over_discard")
        self.over_pay = options.flag("over_pay_keys")
        self.hide_empty = options.flag("hide_empty_row")
        self.earliest = options.word("tie_break") == "earliest"
        self.throwing_alone = options.number("throwing_alone_max")
        self.hyde_limit = options.number("hyde_attack_limit")
        constants = cast(Mapping[str, int], pack.constants)
        self.energy_start, self.energy_cap = constants["energy_start"], constants["energy_cap"]
        self.threshold, self.hide_cost = constants["noise_threshold"], constants["hide_cost"]
        self.type = [
            TABLE_OF_TYPE[table] if table != "finale" else TYPE_OF_ROLE[str(row["role"])]
            for table, row in rows
        ]
        self._numbers([row for _, row in rows], str(pack.constants["noise_icon"]))
        self._types(rows)
        self._finale(pack)
        self._deck(pack)
        self._effects(pack, [row for _, row in rows])

    def cards(self, fits: Callable[[Row], bool], rows: Sequence[Row]) -> int:
        """The set of cards whose row fits."""
        return sum(1 << card for card, row in enumerate(rows) if fits(row))

    def of_type(self, *types: int) -> int:
        """The set of cards of these types."""
        return sum(1 << card for card, kind in enumerate(self.type) if kind in types)

    def number(self, ident: str) -> int:
        """The number of a card."""
        return self.ids.index(ident)

    def _numbers(self, rows: Sequence[Row], noise_icon: str) -> None:
        """Values, costs and icons by card (HU-TYPE-02 to -05, HU-WEAP-02, -03)."""

        def column(key: str) -> list[int]:
            return [cast(int, row.get(key, 0)) for row in rows]

        def icons(key: str) -> list[int]:
            return [pack_icons(cast(Mapping[str, int], row.get(key, {}))) for row in rows]

        self.value, self.first, self.later = map(column, ("value", "first", "subsequent"))
        self.key_value, self.key_cost = column("key_value"), column("key_cost")
        self.resources, self.cost = icons("resources"), icons("cost")
        lane = ICONS.index(noise_icon)
        self.noise = [unpack_icons(packed)[lane] for packed in self.resources]
        self.throwing = self.cards(lambda row: bool(row.get("throwing")), rows)
        self.once = self.cards(lambda row: bool(row.get("once")), rows)
        self.able_in_battle = self.cards(lambda row: bool(row.get("in_battle")), rows)
        self.discarded_on_use = self.cards(lambda row: bool(row.get("discard_on_use")), rows)

    def _types(self, rows: Sequence[tuple[str, Row]]) -> None:
        """Sets by type: what Collect, Rescue, combat and effects look at."""
        self.weapons, self.keys = self.of_type(WEAPON), self.of_type(KEY)
        self.survivors, self.locations = self.of_type(SURVIVOR), self.of_type(LOCATION)
        self.collectable = self.of_type(WEAPON, ITEM, KEY)
        items = [row if self.type[at] == ITEM else {} for at, (_, row) in enumerate(rows)]
        self.usable = self.cards(lambda row: row.get("timing") == "use", items)
        self.attachable = self.cards(lambda row: row.get("timing") == "attach", items)
        tables = [table for table, _ in rows]
        self.finale_cards = sum(1 << at for at, table in enumerate(tables) if table == "finale")
        self.others = sum(1 << at for at, table in enumerate(tables) if table in OTHERS)
        faces = [at for at, table in enumerate(tables) if table == "starting_weapon"]
        self.first_weapon = next(at for at in faces if rows[at][1]["face"] == "a")

    def _finale(self, pack: Pack) -> None:
        """Who fights at the end, who counts as an Enemy, what is locked-in (HU-FSET-01)."""
        rows = pack.rows_of("finale")
        mash = self.finale == MASH
        sets = ["dracula", "jekyll", "dorian"] if mash else [SET_OF_FINALE[self.finale]]
        cards = [(self.number(str(row["id"])), row) for row in rows if row["set"] in sets]
        self.chosen = sum(1 << card for card, _ in cards)
        by_role: dict[str, int] = {}
        for card, row in cards:
            by_role[str(row["role"])] = by_role.get(str(row["role"]), 0) | 1 << card
        minions = by_role.get("minion", 0)
        jekyll = by_role.get("minion_boss", 0)
        dorian = sum(1 << card for card, row in cards if row.get("counts_as_enemy"))
        self.dorian = dorian.bit_length() - 1
        self.jekyll = jekyll.bit_length() - 1
        self.picture, self.steps = NONE, (0, 0, 0)
        for card, row in cards:
            if "numbers" in row:
                self.picture, self.steps = card, cast(tuple[int, int, int], tuple(
                    cast(list[int], row["numbers"])))  # fmt: skip
        self.hyde_strength = 0
        for card, row in cards:
            if card == self.jekyll:
                self.hyde_strength = cast(int, cast(Row, row["back"])["value"])
        self.cover = by_role.get("boss_cover", 0)
        self.bosses = by_role.get("boss", 0) | jekyll
        self.minions = 0 if mash else minions
        self.enemies = self.of_type(ENEMY) | (minions if mash else dorian)
        locked = sum(1 << card for card, row in cards if row["locked_in"])
        self.locked = locked & ~minions if mash else locked
        self.absorbers, self.growers = (
            sum(1 << card for card, row in cards if _op(row.get("power")) == power)
            for power in ("absorb_first_draw", "grow_picture")
        )

    def _deck(self, pack: Pack) -> None:
        """The piles at set-up, and who opens the Finale and its battle.

        HU-DRAC-01, HU-JEK-01, HU-DOR-01, -03, HU-MASH-01, -02.
        """
        picture = self.cover | (1 << self.picture if self.picture >= 0 else 0)
        free = self.chosen & ~picture
        if self.finale == MASH:
            self.extra = free & ~self.bosses
            dracula = self._third_boss()
            self.sealed = 0
            self.on_pile: tuple[int, ...] = (dracula, self.jekyll)
            self.openers = self.gathering = 1 << dracula
        else:
            self.extra = 1 << self.dorian if self.finale == DORIAN else 0
            known: tuple[int, ...] = (self.jekyll,) if self.finale == JEKYLL else ()
            self.sealed = free & ~self.extra & ~sum(1 << card for card in known)
            self.on_pile = known
            self.openers = free & ~self.extra
            self.gathering = (self.bosses | self.minions) & self.openers
        self.pile = self.sealed | sum(1 << card for card in self.on_pile)
        self.deck = self.others | self.extra
        self.places = self._locations(pack)

    def _third_boss(self) -> int:
        """Monster Mash's Boss that is neither Jekyll nor the Picture: Dracula (HU-MASH-02)."""
        rest = self.bosses & ~(1 << self.jekyll) & ~(1 << self.picture)
        return rest.bit_length() - 1

    def _locations(self, pack: Pack) -> tuple[int, ...]:
        """Locations I, II and III of the stage (HU-SETUP-10)."""
        stage = STAGES[self.stage]
        rows = [row for row in pack.rows_of("location") if row["stage"] == stage]
        rows.sort(key=lambda row: cast(int, row["numeral"]))
        return tuple(self.number(str(row["id"])) for row in rows)

    def _effects(self, pack: Pack, rows: Sequence[Row]) -> None:
        """Effects by source: a card's own, a Location's when revealed, then the heroes'."""
        keys = ("effect", "on_reveal")
        self.fx = [
            self._effect(cast(Row, next((row[key] for key in keys if key in row), {})))
            for row in rows
        ]
        heroes = pack.rows_of("hero")
        self.fx += [self._effect(cast(Row, row["ability"])) for row in heroes]
        self.fx.append(Fx())  # no source: nothing
        self.hero_uses = [cast(int, row["uses"]) for row in heroes]
        self.change = [_while(cast(Row, row.get("while", {}))) for row in rows]

    def _effect(self, row: Row) -> Fx:
        op = str(row.get("op", "none"))
        wanted = {
            "enemy": self.enemies & ~self.locked,
            "any": ALL_CARDS & ~self.locked,
            "key": self.keys,
            "weapon": self.weapons,
            "item": self.usable,
        }
        targets = wanted[str(row["filter"])] if "filter" in row else 0
        first, second, third = (
            cast(int, row.get(key, 0)) for key in ("attack", "first", "subsequent")
        )
        return Fx(OPS.index(op), cast(int, row.get("n", 0)), targets, (first, second, third))


def _while(row: Row) -> While:
    op, n = row.get("op", "none"), cast(int, row.get("delta", row.get("n", 0)))
    return While(
        hide=n if op == "hide_cost" else 0,
        noise=n if op == "noise_threshold" else 0,
        strength=n if op == "strength_mod" else 0,
        first=n if op == "first_cost_mod" else 0,
    )


def _op(effect: object) -> str:
    return cast(Mapping[str, str], effect)["op"] if effect else ""


def _names(pack: Pack, ids: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Name tables: what indices read as."""
    heroes = pack.ids("hero")
    return {
        "cards": ids,
        "slots": (*ids, *POOLS),
        "heroes": heroes,
        "sources": (*ids, *heroes),
        "stages": STAGES,
        "finales": FINALES,
        "types": TYPES,
        "faces": FACES,
        "ops": OPS,
        **WORDS,
    }


WORDS: dict[str, tuple[str, ...]] = {
    "actions": ("explore", "collect", "rescue", "hide"),
    "reasons": ("two_enemies", "noise"),
    "zones": ("row", "deck", "inventory", "tucked", "attached"),
    "fights": ("enemy", "minion", "boss", "dr_jekyll", "mr_hyde"),
    "results": ("defeated", "turned_back"),
    "endings": ("won", "lost"),
    "causes": (
        "explore", "collect", "rescue", "hide", "combat", "attack", "defeated", "once", "host",
        "used", "item", "survivor", "hero", "location", "battle", "uncovered",
    ),
}  # fmt: skip
(
    BY_EXPLORE, BY_COLLECT, BY_RESCUE, BY_HIDE, BY_COMBAT, BY_ATTACK, BY_DEFEAT, BY_ONCE, BY_HOST,
    BY_USE, BY_ITEM, BY_SURVIVOR, BY_HERO, BY_LOCATION, BY_BATTLE, BY_UNCOVERING,
) = range(len(WORDS["causes"]))  # fmt: skip
IN_ROW, IN_DECK, IN_INVENTORY, IN_TUCKED, IN_ATTACHED = range(len(WORDS["zones"]))
VS_ENEMY, VS_MINION, VS_BOSS, VS_JEKYLL, VS_HYDE = range(len(WORDS["fights"]))
