"""Components (2.0): the content of a pack as flat tables the rules index.

Rows of the pack keep their order: a card's number is its place there.  Items are the loot cards,
then the trapping items.  Everything derived from content is derived here, once a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from engine.actions import Outcomes
from engine.content import Pack, Row
from engine.fields import bits_of
from engine.games.tin_helm.schema import CHART_MAX, ICONS, SHARDS, SOURCES, STATS
from engine.memo import Memo
from engine.options import Options
from engine.state import Rules

HEALTH, ENERGY, FOOD, FAVOR = range(4)
NONE = -1
ENEMY_ICON, TRAP_ICON, ENCOUNTER_ICON, LOOT_ICON, CAMP_ICON, WATER_ICON = range(6)
ROOMS = 6
POSSESSOR, SHRINE, PIGMAN, ALTAR, CHEST = range(5)
# Results of a chest that are no loot card; an enemy in a chest is ENEMY_IN_CHEST + its number.
EMPTY_CHEST, SHARD_IN_CHEST, ENEMY_IN_CHEST = 100, 101, 128
# An encounter that is an enemy is ENEMY_MET + its number.
ENEMY_MET = 128
DICE_PAIRS = Outcomes(
    [high * 6 + low for high in range(6) for low in range(high + 1)],
    [1 if low == high else 2 for high in range(6) for low in range(high + 1)],
)
ONE_DIE = Outcomes(range(6))

__all__ = ["SHARDS", "Card", "Enemy", "Fx", "Hero", "Powers", "TinHelmRules"]


@dataclass(frozen=True)
class Fx:
    """One effect of the closed vocabulary; `then` and `table` name effects by number."""

    op: str
    stat: int = NONE
    n: int = 0
    source: int = NONE
    item: int = NONE
    at_least: int = 0
    then: int = NONE
    table: tuple[int, ...] = ()


@dataclass(frozen=True)
class Enemy:
    """An enemy card (5.1)."""

    health: int
    attack: int
    defense: int
    favor: int
    undead: bool
    power: str
    stat: int
    n: int


@dataclass(frozen=True)
class Hero:
    """A race and class together (TH-SETUP-05): starting values, chart and trappings."""

    health: int
    energy: int
    food: int
    chart: tuple[int, ...]
    # Amounts that may be spent, by energy held: 0 and the chart's entries within it.
    amounts: tuple[tuple[int, ...], ...]
    items: int


@dataclass(frozen=True)
class Card:
    """A dungeon card: room face (icons) and result face."""

    icons: tuple[int, ...]
    enemy: int
    trap_stat: int
    trap_n: int
    encounter: int
    loot: int
    # What icon.ended says of each icon kind: an index of the name table `outcomes`.
    outcomes: tuple[int, ...]


@dataclass(frozen=True)
class Powers:
    """What the held passive items and the race's ability add up to (TH-ITEM-08)."""

    attack: int
    attack_undead: int
    # (item, amount taken off a hit, blow that breaks it)
    shields: tuple[tuple[int, int, int], ...]
    enemy_attack: int
    traps: tuple[int, int, int]
    rest: tuple[int, int]
    dice: int
    success: int
    starve: int
    altar: int
    empty_chest: tuple[int, int, int]


@lru_cache(maxsize=4096)
def drawables(mask: int) -> Outcomes:
    """The cards of a set as equally likely outcomes (TH-SETUP-17): the same in every game."""
    return Outcomes.even(bits_of(mask))


class TinHelmRules(Rules):
    """Content and options of Tin Helm, ready to index; built once a game."""

    def __init__(self, pack: Pack, options: Options) -> None:
        self.races = pack.ids("race")
        self.item_ids = pack.ids("loot") + pack.ids("trapping")
        self.enemy_ids, self.face_ids = pack.ids("enemy"), pack.ids("encounter")
        super().__init__(pack, options, _names(pack, self.item_ids))
        self.effects: list[Fx] = []
        self.effect_of: dict[str, int] = {}
        self.eat_in_combat = options.flag("eat_in_combat")
        self.zero_rolls = options.flag("zero_energy_rolls")
        self.shield_printed = options.word("shield_rule") == "printed"
        self.favor_cap = options.number("favor_cap") or (1 << 16) - 1
        self._constants(pack)
        self._items(pack)
        self.faces = [
            tuple(self._effect(fx) for fx in cast(list[Row], row["effect"]))
            for row in pack.rows_of("encounter")
        ]
        self.enemies = [_enemy(row) for row in pack.rows_of("enemy")]
        self.once = sum(
            1 << SOURCES.index(str(row["id"])) for row in pack.rows_of("shard_source")
            if row["once"]
        )  # fmt: skip
        self.cards = [self._card(row) for row in pack.rows_of("dungeon")]
        self.deck = (1 << len(self.cards)) - 1
        self.heroes = [
            [self._hero(race, cls) for cls in pack.rows_of("class")]
            for race in pack.rows_of("race")
        ]
        self.race_cards = [str(row["card"]) for row in pack.rows_of("race")]
        self.class_cards = [str(row["card"]) for row in pack.rows_of("class")]
        self.icons = [card.icons for card in self.cards]
        # By race, then by items held: what they add up to, filled as they are met.
        self.kits: list[Memo[int, Powers]] = [Memo() for _ in self.races]

    def _constants(self, pack: Pack) -> None:
        constants = cast(Mapping[str, int], pack.constants)
        self.levels = constants["levels"]
        self.food_cap = constants["food_cap"]
        self.starve_damage = constants["starve_damage"]
        self.water_dice, self.water_success = constants["water_dice"], constants["water_success"]
        rest = cast(Mapping[str, int], pack.constants["camp_rest"])
        self.rest = (rest.get("health", 0), rest.get("energy", 0))
        self.search = cast(Mapping[str, int], pack.constants["camp_search"]).get("food", 0)

    def _items(self, pack: Pack) -> None:
        """Timings as masks, effects as numbers (3.3, 3.4 of the content)."""
        rows = [*pack.rows_of("loot"), *pack.rows_of("trapping")]
        self.loot_count = len(pack.rows_of("loot"))
        self.loot_deck = (1 << self.loot_count) - 1
        self.item_fx = [self.effects[self._effect(cast(Row, row["effect"]))] for row in rows]
        self.on_gain, self.usable, self.smoke = (
            sum(1 << at for at, row in enumerate(rows) if row["timing"] == timing)
            for timing in ("on_gain", "use", "use_combat")
        )
        self.consumables = self.usable | self.smoke
        self.abilities = [
            self.effects[self._effect(cast(Row, row["ability"]))] for row in pack.rows_of("race")
        ]

    def _effect(self, row: Row) -> int:
        """The number of an effect, its inner effects numbered first."""
        then = self._effect(cast(Row, row["then"])) if "then" in row else NONE
        table = cast(Mapping[str, Row], row.get("table", {}))
        inner = tuple(self._effect(table[key]) for key in sorted(table))
        item = self.item_ids.index(str(row["item"])) if "item" in row else NONE
        self.effects.append(
            Fx(
                str(row["op"]), _stat(row), cast(int, row.get("n", 0)), _source(row), item,
                cast(int, row.get("at_least", row.get("break_at", row.get("when") == "undead"))),
                then, inner,
            )
        )  # fmt: skip
        return len(self.effects) - 1

    def _met(self, name: str) -> int:
        """An encounter's number: a face, or an enemy met."""
        if name in self.face_ids:
            return self.face_ids.index(name)
        return ENEMY_MET + self.enemy_ids.index(name)

    def _found(self, name: str) -> int:
        """A chest's number: a loot card, a shard, nothing, or an enemy in it."""
        special = {"empty": EMPTY_CHEST, "shard": SHARD_IN_CHEST}
        if name in special:
            return special[name]
        if name in self.enemy_ids:
            return ENEMY_IN_CHEST + self.enemy_ids.index(name)
        return self.item_ids.index(name)

    def _card(self, row: Row) -> Card:
        trap = cast(Mapping[str, object], row["trap"])
        icons = tuple(ICONS.index(icon) for icon in cast(list[str], row["icons"]))
        enemy, stat = self.enemy_ids.index(str(row["enemy"])), STATS.index(str(trap["stat"]))
        met, found = self._met(str(row["encounter"])), self._found(str(row["loot"]))
        said = [str(row["enemy"]), str(trap["stat"]), str(row["encounter"]), str(row["loot"])]
        outcomes = tuple(self.names["outcomes"].index(word) for word in (*said, "done", "done"))
        return Card(icons, enemy, stat, cast(int, trap["n"]), met, found, outcomes)

    def _hero(self, race: Row, cls: Row) -> Hero:
        listed = {int(key): n for key, n in cast(Mapping[str, int], cls["chart"]).items()}
        energy = cast(int, race["energy"]) + cast(int, cls["energy"])
        chart = tuple(listed.get(spent, 0) for spent in range(CHART_MAX + 1))
        amounts = tuple(
            tuple(spent for spent in range(CHART_MAX + 1)
                  if spent <= held and (spent == 0 or spent in listed))
            for held in range(energy + 1)
        )  # fmt: skip
        items = sum(1 << self.item_ids.index(name) for name in cast(list[str], cls["trappings"]))
        health = cast(int, race["health"]) + cast(int, cls["health"])
        return Hero(health, energy, cast(int, race["food"]), chart, amounts, items)

    def add_up(self, race: int, items: int) -> Powers:
        """What a race with these items can do, kept in `kits`: items change seldom."""
        held = [(item, self.item_fx[item]) for item in bits_of(items)]
        return self.kits[race].keep(items, self._add_up([*held, (NONE, self.abilities[race])]))

    def _add_up(self, held: Sequence[tuple[int, Fx]]) -> Powers:
        """TH-ITEM-08: equal powers add up; at water the most dice and the lowest face count."""

        def total(op: str, stat: int = NONE, undead: bool = False) -> int:
            fits = [fx for _, fx in held if fx.op == op and (stat in (NONE, fx.stat))]
            return sum(fx.n for fx in fits if op != "attack_bonus" or fx.at_least <= undead)

        def per_stat(op: str) -> tuple[int, int, int]:
            return total(op, HEALTH), total(op, ENERGY), total(op, FOOD)

        return Powers(
            total("attack_bonus"),
            total("attack_bonus", undead=True),
            tuple((item, fx.n, fx.at_least) for item, fx in held if fx.op == "shield"),
            total("enemy_attack_reduce"),
            per_stat("trap_reduce"),
            per_stat("rest_bonus")[:2],
            max([self.water_dice, *(fx.n for _, fx in held if fx.op == "water_dice")]),
            min([self.water_success, *(fx.n for _, fx in held if fx.op == "water_success")]),
            total("starve_reduce"),
            total("altar_discount"),
            per_stat("empty_chest_gain"),
        )


def _stat(row: Row) -> int:
    return STATS.index(str(row["stat"])) if "stat" in row else NONE


def _source(row: Row) -> int:
    return SOURCES.index(str(row["source"])) if "source" in row else NONE


def _enemy(row: Row) -> Enemy:
    power = cast(Row, row["power"])
    health, attack, defense, favor = (
        cast(int, row[key]) for key in ("health", "attack", "defense", "favor")
    )
    return Enemy(health, attack, defense, favor, bool(row["undead"]), str(power["op"]),
                 _stat(power), cast(int, power.get("n", 0)))  # fmt: skip


def _names(pack: Pack, items: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Name tables: what an index means."""
    enemies, faces = pack.ids("enemy"), pack.ids("encounter")
    return {
        "race": pack.ids("race"),
        "class": pack.ids("class"),
        "items": items,
        "loot": pack.ids("loot"),
        "dungeon": pack.ids("dungeon"),
        "enemy": enemies,
        "encounter": faces,
        "shard_source": SOURCES,
        "stats": STATS,
        "icons": ICONS,
        "content": (pack.id,),
        "modes": ("resolve", "skip"),
        "sides": ("room", "result"),
        "origins": ("icon", "encounter", "loot"),
        "refusals": ("paid", "threshold"),
        "chests": ("empty", "taken", "paid"),
        "dice_for": ("hero", "enemy", "water", "table"),
        "powers": ("none", "attacks_first", "doubles_hit", "on_hit", "regenerate",
                   "grants_shard", "favor_equals_level"),
        "reasons": ("won", "died", "corrupted"),
        "breaks": ("broken", "used", "traded", "spent"),
        "causes": ("fight", "on_hit", "loot", *faces),
        "shield_rules": ("corrected", "printed"),
        "outcomes": (*enemies, *faces, *pack.ids("loot"), *STATS, "shard", "empty", "done"),
    }  # fmt: skip
