"""What the cards say, read from the pack's rows by this witness alone; never a table of the rules.

`book(rules)` is built once a Game.  Numbers index the game's name tables, as facts and fields do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, cast

from engine.content import Row
from engine.games.tin_helm.components import ENERGY, FAVOR, FOOD, HEALTH, TinHelmRules
from engine.games.tin_helm.state import TinHelm
from engine.memo import Memo

NONE = -1
ROOMS_A_LEVEL = 6
SHARDS_TO_WIN = 3
NO_CAP = (1 << 16) - 1  # as far as favor is counted
STATS = ("health", "energy", "food", "favor")
ENEMY, TRAP, ENCOUNTER, LOOT, CAMP, WATER = range(6)


class Foe(NamedTuple):
    """An enemy card: numbers as printed, its power's op with its statistic and number."""

    health: int
    attack: int
    defense: int
    favor: int
    undead: bool
    power: str
    stat: int
    n: int


class Face(NamedTuple):
    """A dungeon card.  `foe_met`/`face_met` and `loot`/`foe_inside`: the one that is meant."""

    icons: tuple[int, ...]
    enemy: int
    trap_stat: int
    trap_n: int
    foe_met: int
    face_met: int
    chest: str
    loot: int
    foe_inside: int


class Mods(NamedTuple):
    """What the items held and the race's ability add up to (TH-ITEM-08).

    `shields` are (item, blow that breaks it); a race's ability cannot break.
    """

    bonus: int
    bonus_undead: int
    shields: tuple[tuple[int, int], ...]
    shield_n: int
    enemy_attack: int
    trap: tuple[int, int, int, int]
    rest: tuple[int, int, int, int]
    dice: int
    needed: int
    starve: int
    altar: int
    chest: tuple[int, int, int, int]


def number(row: Row, key: str, default: int = 0) -> int:
    """A whole-number field of a content row."""
    return cast(int, row.get(key, default))


def inner(row: Row, key: str) -> Row:
    """A table inside a content row."""
    return cast(Row, row[key])


def listed(row: Row, key: str) -> list[str]:
    """A list of words inside a content row."""
    return cast(list[str], row[key])


def stat_of(row: Row) -> int:
    """The statistic an effect names; NONE if it names none."""
    return STATS.index(str(row["stat"])) if "stat" in row else NONE


class Book:
    """The cards and rulings of one Game, ready to be asked."""

    def __init__(self, rules: TinHelmRules) -> None:
        pack, names, options = rules.pack, rules.names, rules.options
        self.names = names
        self.eat_in_combat = options.flag("eat_in_combat")
        self.zero_rolls = options.flag("zero_energy_rolls")
        self.printed = options.word("shield_rule") == "printed"
        self.favor_cap = options.number("favor_cap") or NO_CAP
        self._rows = {table: {str(row["id"]): row for row in pack.rows_of(table)}
                      for table in ("race", "class", "loot", "trapping", "enemy", "encounter",
                                    "dungeon", "shard_source")}  # fmt: skip
        constants = pack.constants
        self.levels, self.food_cap = number(constants, "levels"), number(constants, "food_cap")
        self.starve = number(constants, "starve_damage")
        self.water_dice = number(constants, "water_dice")
        self.water_needed = number(constants, "water_success")
        rest = inner(constants, "camp_rest")
        self.rest = tuple(number(rest, stat) for stat in STATS)
        self.search = number(inner(constants, "camp_search"), "food")
        self._heroes()
        self._items()
        self.foes = tuple(self._foe(name) for name in names["enemy"])
        self.faces = tuple(cast(list[Row], self._rows["encounter"][name]["effect"])
                           for name in names["encounter"])  # fmt: skip
        self.cards = tuple(self._card(name) for name in names["dungeon"])
        self.deck = (1 << len(self.cards)) - 1
        self.once = tuple(bool(self._rows["shard_source"][name]["once"])
                          for name in names["shard_source"])  # fmt: skip
        self.chest = names["shard_source"].index("chest")
        self._mods: Memo[tuple[int, int], Mods] = Memo()
        self._usable: Memo[tuple[int, int], tuple[int, ...]] = Memo()

    def _heroes(self) -> None:
        races = [self._rows["race"][name] for name in self.names["race"]]
        classes = [self._rows["class"][name] for name in self.names["class"]]
        self.max_health = tuple(tuple(number(race, "health") + number(cls, "health")
                                      for cls in classes) for race in races)  # fmt: skip
        self.max_energy = tuple(tuple(number(race, "energy") + number(cls, "energy")
                                      for cls in classes) for race in races)  # fmt: skip
        self.start_food = tuple(number(race, "food") for race in races)
        self.race_card = tuple(str(race["card"]) for race in races)
        self.class_card = tuple(str(cls["card"]) for cls in classes)
        charts = [cast(Mapping[str, int], cls["chart"]) for cls in classes]
        self.chart = tuple({int(key): chart[key] for key in chart} for chart in charts)
        self.trappings = tuple(self._mask(listed(cls, "trappings")) for cls in classes)
        self._abilities = tuple(inner(race, "ability") for race in races)

    def _items(self) -> None:
        rows = {**self._rows["loot"], **self._rows["trapping"]}
        self.effects = tuple(inner(rows[name], "effect") for name in self.names["items"])
        self.timing = tuple(str(rows[name]["timing"]) for name in self.names["items"])
        self.loot = self._mask(list(self._rows["loot"]))
        self.all_items = (1 << len(self.timing)) - 1
        self.on_gain = self._timed("on_gain")
        self.consumable = self._timed("use") | self._timed("use_combat")

    def _timed(self, timing: str) -> int:
        return sum(1 << at for at, word in enumerate(self.timing) if word == timing)

    def _mask(self, names: list[str]) -> int:
        return sum(1 << self.names["items"].index(name) for name in names)

    def _foe(self, name: str) -> Foe:
        row = self._rows["enemy"][name]
        power = inner(row, "power")
        return Foe(number(row, "health"), number(row, "attack"), number(row, "defense"),
                   number(row, "favor"), bool(row["undead"]), str(power["op"]), stat_of(power),
                   number(power, "n"))  # fmt: skip

    def _card(self, name: str) -> Face:
        row, names = self._rows["dungeon"][name], self.names
        trap, met, chest = inner(row, "trap"), str(row["encounter"]), str(row["loot"])

        def at(table: str, word: str) -> int:
            return names[table].index(word) if word in names[table] else NONE

        return Face(
            tuple(names["icons"].index(icon) for icon in listed(row, "icons")),
            at("enemy", str(row["enemy"])), stat_of(trap), number(trap, "n"),
            at("enemy", met), at("encounter", met), chest, at("items", chest), at("enemy", chest),
        )  # fmt: skip

    # --- asked of a position ---------------------------------------------------------------

    def most(self, state: TinHelm, stat: int) -> int:
        """The highest value a tracker may have (TH-SETUP-08, -09, -11, -15)."""
        if stat == HEALTH:
            return self.max_health[state.race][state.cls]
        if stat == ENERGY:
            return self.max_energy[state.race][state.cls]
        return self.food_cap if stat == FOOD else self.favor_cap

    def gain(self, state: TinHelm, stat: int, asked: int) -> int:
        """How much of a gain there is room for."""
        return min(asked, max(0, self.most(state, stat) - value(state, stat)))

    def mods(self, state: TinHelm) -> Mods:
        """The powers in force: items held, and the race's ability."""
        key = (state.race, state.items)
        found = self._mods.get(key)
        if found is None:
            found = self._mods.keep(key, self._add_up(*key))
        return found

    def _add_up(self, race: int, items: int) -> Mods:
        held = [(at, row) for at, row in enumerate(self.effects) if items >> at & 1]
        rows = [row for _, row in held] + [self._abilities[race]]

        def every(op: str) -> list[Row]:
            return [row for row in rows if row["op"] == op]

        def by_stat(op: str) -> tuple[int, int, int, int]:
            sums = [0, 0, 0, 0]
            for row in every(op):
                sums[stat_of(row)] += number(row, "n")
            return sums[0], sums[1], sums[2], sums[3]

        def total(op: str) -> int:
            return sum(number(row, "n") for row in every(op))

        return Mods(
            sum(number(row, "n") for row in every("attack_bonus") if row["when"] == "always"),
            total("attack_bonus"),
            tuple((at, number(row, "break_at")) for at, row in held if row["op"] == "shield"),
            total("shield"),
            total("enemy_attack_reduce"), by_stat("trap_reduce"), by_stat("rest_bonus"),
            max([self.water_dice, *(number(row, "n") for row in every("water_dice"))]),
            min([self.water_needed, *(number(row, "n") for row in every("water_success"))]),
            total("starve_reduce"), total("altar_discount"), by_stat("empty_chest_gain"),
        )  # fmt: skip

    def eats(self, state: TinHelm, fight: bool) -> tuple[bool, bool]:
        """Whether one food may be eaten for health, for energy (TH-FOOD-02, -04, -05)."""
        if not state.food or (fight and not self.eat_in_combat):
            return False, False
        return (state.health < self.max_health[state.race][state.cls],
                state.energy < self.max_energy[state.race][state.cls])  # fmt: skip

    def uses(self, state: TinHelm, fight: bool) -> tuple[int, ...]:
        """Items that may be used now, ascending (TH-ITEM-01, -02, -04, -06)."""
        if not state.items & self.consumable:
            return ()
        room = sum(1 << stat for stat in range(4) if value(state, stat) < self.most(state, stat))
        throws = fight and state.smoke == NONE
        key = (state.items & self.consumable, room | fight << 4 | throws << 5)
        found = self._usable.get(key)
        if found is None:
            found = self._usable.keep(key, tuple(self._of_use(key[0], room, fight, throws)))
        return found

    def _of_use(self, items: int, room: int, fight: bool, throws: bool) -> list[int]:
        found = []
        for at, timing in enumerate(self.timing):
            if not items >> at & 1:
                continue
            if timing == "use_combat":
                found += [at] if throws else []
            elif not fight or self.eat_in_combat:
                found += [at] if room >> stat_of(self.effects[at]) & 1 else []
        return found

    def consumes(self, state: TinHelm) -> bool:
        """Whether anything may be eaten or used outside a fight (TH-FOOD-02)."""
        return any(self.eats(state, False)) or bool(self.uses(state, False))


def value(state: TinHelm, stat: int) -> int:
    """The tracker of a statistic."""
    if stat == HEALTH:
        return state.health
    if stat == ENERGY:
        return state.energy
    return state.food if stat == FOOD else state.favor


def change(state: TinHelm, stat: int, by: int) -> None:
    """Move the tracker of a statistic."""
    if stat == HEALTH:
        state.health += by
    elif stat == ENERGY:
        state.energy += by
    elif stat == FOOD:
        state.food += by
    elif stat == FAVOR:
        state.favor += by


@lru_cache(maxsize=64)
def book(rules: TinHelmRules) -> Book:
    """The Book of these rules; one a Game."""
    return Book(rules)
