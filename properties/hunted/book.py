"""What the cards say, read from the pack's rows by this witness alone; never a table of the rules.

`book(rules)` is built once a Game.  Cards are numbered as the game's name tables number them, sets
of cards are masks, icons are tuples in the order of ICONS.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, cast

from engine.content import Row
from engine.games.hunted.components import HuntedRules
from engine.games.hunted.schema import CARD_TABLES, CARDS, ICONS
from engine.games.hunted.state import Hunted

NONE = -1
Icons = tuple[int, ...]
ENEMY, WEAPON, ITEM, SURVIVOR, KEY, LOCATION, MINION, BOSS = (
    "enemy", "weapon", "item", "survivor", "key", "location", "minion", "boss",
)  # fmt: skip
SETS = {"dracula": ("dracula",), "jekyll_hyde": ("jekyll",), "dorian_gray": ("dorian",),
        "monster_mash": ("dracula", "jekyll", "dorian")}  # fmt: skip
SHUFFLED = ("enemy", "weapon", "item", "survivor", "key")
FRONT, HYDE, AGAIN = range(3)
# Effects that have no target: they are legal wherever effects are.
PLAIN = ("none", "gain_energy", "lose_energy")
LOWEST_LATER = 1
# Slots of a pile that are of a pool, and the field that holds its cards.
POOLS = {CARDS: "unseen", CARDS + 1: "sealed", CARDS + 2: "under"}


class Effect(NamedTuple):
    """An effect as printed: what, how many, on which kind of card."""

    op: str = "none"
    n: int = 0
    filter: str = ""


class Changes(NamedTuple):
    """What the visible Location changes (HU-LOC-06)."""

    hide: int = 0
    noise: int = 0
    strength: int = 0
    first: int = 0


NO_CHANGES = Changes()
WHILE = {"hide_cost": "hide", "noise_threshold": "noise", "strength_mod": "strength",
         "first_cost_mod": "first"}  # fmt: skip


def number(row: Row, key: str, default: int = 0) -> int:
    """A whole-number field of a content row."""
    return cast(int, row.get(key, default))


def inner(row: Row, key: str) -> Row:
    """A table inside a content row; an empty one if there is none."""
    return cast(Row, row.get(key, {}))


def icons(row: Row, key: str) -> Icons:
    """A multiset of icons as counts."""
    counts = cast(Mapping[str, int], row.get(key, {}))
    return tuple(counts.get(icon, 0) for icon in ICONS)


def bits(mask: int) -> list[int]:
    """The cards of a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def bit(card: int) -> int:
    """The set of one card; the empty set for no card, so that broken rules break no books."""
    return 1 << card if card >= 0 else 0


def together(cards: Iterable[int]) -> int:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= bit(card)
    return mask


def covers(given: Icons, cost: Icons) -> bool:
    """Whether resources reach a cost, icon by icon (HU-COLL-02)."""
    for have, want in zip(given, cost, strict=True):
        if have < want:
            return False
    return True


def summed(parts: Iterable[Icons]) -> Icons:
    """Icons pooled (HU-COLL-06)."""
    return tuple(map(sum, zip(*parts, strict=True))) or (0,) * len(ICONS)


def _effect(row: Row) -> Effect:
    return Effect(str(row.get("op", "none")), number(row, "n"), str(row.get("filter", "")))


def _changes(row: Row) -> Changes:
    op = str(row.get("op", "none"))
    if op not in WHILE:
        return NO_CHANGES
    return NO_CHANGES._replace(**{WHILE[op]: number(row, "delta", number(row, "n"))})


class Book:
    """The cards and rulings of one Game, ready to be asked."""

    def __init__(self, rules: HuntedRules) -> None:
        pack, options = rules.pack, rules.options
        self.names = rules.names
        self.ids = rules.names["cards"]
        self.all_ids = frozenset(self.ids)
        found = {str(row["id"]): (table, row) for table in CARD_TABLES
                 for row in pack.rows_of(table)}  # fmt: skip
        self.tables = tuple(found[ident][0] for ident in self.ids)
        self.rows = tuple(found[ident][1] for ident in self.ids)
        self.finale = options.word("finale")
        self.stage = options.word("stage")
        self.reveal_first = options.flag("reveal_location_i")
        self.on_empty = options.word("reshuffle_timing") == "on_empty"
        self.over_discard = options.flag("over_discard")
        self.over_pay = options.flag("over_pay_keys")
        self.hide_empty = options.flag("hide_empty_row")
        self.earliest = options.word("tie_break") == "earliest"
        self.alone = options.number("throwing_alone_max")
        self.hyde_limit = options.number("hyde_attack_limit")
        self.start, self.cap, self.threshold, self.hide_cost = (
            number(pack.constants, key)
            for key in ("energy_start", "energy_cap", "noise_threshold", "hide_cost")
        )
        self._printed(ICONS.index(str(pack.constants["noise_icon"])))
        self._kinds()
        self._waiting_foes()
        self._set_up()
        heroes = {str(row["id"]): row for row in pack.rows_of("hero")}
        rows = [heroes[name] for name in self.names["heroes"]]
        self.abilities = tuple(_effect(inner(row, "ability")) for row in rows)
        self.uses = tuple(number(row, "uses") for row in rows)

    def _printed(self, noise_icon: int) -> None:
        """Numbers, icons, flags and effects by card."""
        rows = self.rows
        self.value, self.first, self.later, self.key_value, self.key_cost = (
            tuple(number(row, key) for row in rows)
            for key in ("value", "first", "subsequent", "key_value", "key_cost")
        )
        self.resources = tuple(icons(row, "resources") for row in rows)
        self.cost = tuple(icons(row, "cost") for row in rows)
        # What a Row must hold so that its other cards pay for this one.
        self.price = tuple(summed(pair) for pair in zip(self.cost, self.resources, strict=True))
        self.bears = tuple(any(icons(row, "resources")) for row in rows)
        self.noise = tuple(given[noise_icon] for given in self.resources)
        self.throwing, self.once, self.spent, self.in_battle = (
            self._flagged(key) for key in ("throwing", "once", "discard_on_use", "in_battle")
        )
        self.effect = tuple(_effect(inner(row, "effect")) for row in rows)
        self.on_reveal = tuple(_effect(inner(row, "on_reveal")) for row in rows)
        self.changes = tuple(_changes(inner(row, "while")) for row in rows)
        mods = [inner(row, "effect") for row in rows]
        self.mods = tuple(
            (number(mod, "attack"), number(mod, "first"), number(mod, "subsequent"))
            for mod in mods
        )

    def _flagged(self, key: str) -> int:
        return together(card for card, row in enumerate(self.rows) if row.get(key))

    def _kinds(self) -> None:
        """What each card is, and sets by kind (HU-TYPE-01)."""
        roles = {"boss_cover": BOSS, "minion_boss": MINION}
        self.kind = tuple(
            roles.get(str(row["role"]), str(row["role"])) if table == "finale"
            else WEAPON if table == "starting_weapon" else table
            for table, row in zip(self.tables, self.rows, strict=True)
        )  # fmt: skip
        self.weapons, self.items, self.survivors, self.keys, self.locations = (
            self.of_kind(kind) for kind in (WEAPON, ITEM, SURVIVOR, KEY, LOCATION)
        )
        self.collectable = self.weapons | self.items | self.keys
        timed = [(card, row.get("timing")) for card, row in enumerate(self.rows)]
        self.usable = self.items & together(card for card, timing in timed if timing == "use")
        self.attach = self.items & together(card for card, timing in timed if timing == "attach")
        self.finale_cards = together(c for c, table in enumerate(self.tables) if table == "finale")

    def of_kind(self, kind: str) -> int:
        """The set of cards of a kind."""
        return together(card for card, of in enumerate(self.kind) if of == kind)

    def _waiting_foes(self) -> None:
        """Bosses, Minions, Enemies and locked-in cards under the chosen Finale (HU-FSET-01)."""
        chosen = [card for card, row in enumerate(self.rows)
                  if self.tables[card] == "finale" and row["set"] in SETS[self.finale]]  # fmt: skip

        def of_role(*roles: str) -> int:
            return together(card for card in chosen if self.rows[card]["role"] in roles)

        self.mash = self.finale == "monster_mash"
        self.chosen = together(chosen)
        self.bosses = of_role("boss", "minion_boss")
        self.cover = of_role("boss_cover")
        minions = of_role("minion")
        self.minions = 0 if self.mash else minions
        also = together(card for card in chosen if self.rows[card].get("counts_as_enemy"))
        self.enemies = self.of_kind(ENEMY) | (minions if self.mash else also)
        locked = together(card for card in chosen if self.rows[card].get("locked_in"))
        self.locked = locked & ~minions if self.mash else locked
        self.dorian = self._only(also)
        self.jekyll = self._only(of_role("minion_boss"))
        self.picture = self._only(together(c for c in chosen if "numbers" in self.rows[c]))
        self.steps = (cast(list[int], self.rows[self.picture]["numbers"])
                      if self.picture != NONE else [])  # fmt: skip
        self.faces = tuple(number(inner(self.rows[self.jekyll], side), "value")
                           if self.jekyll != NONE else 0 for side in ("front", "back"))  # fmt: skip
        powers = [(card, inner(self.rows[card], "power").get("op")) for card in chosen]
        self.absorbers = together(card for card, op in powers if op == "absorb_first_draw")
        self.growers = together(card for card, op in powers if op == "grow_picture")
        # Foes of the Finale Battle: Bosses, and outside Monster Mash the Minions (HU-MASH-06).
        self.foes = self.bosses | self.minions
        self.no_enemies = self.foes & ~self.enemies

    def _only(self, mask: int) -> int:
        return mask.bit_length() - 1

    def _set_up(self) -> None:
        """What is laid where (HU-SETUP-05, HU-DRAC-01, HU-JEK-01, HU-DOR-01, -03, HU-MASH-01)."""
        laid = self.cover | bit(self.picture)
        loose = self.chosen & ~laid
        self.others = together(c for c, table in enumerate(self.tables) if table in SHUFFLED)
        self.known: tuple[int, ...] = ()
        if self.mash:
            self.extra = loose & ~self.bosses
            self.opener = self._only(self.bosses & ~bit(self.jekyll) & ~bit(self.picture))
            self.known = (self.opener, self.jekyll)
            self.hidden, self.openers = 0, bit(self.opener)
        else:
            self.extra = bit(self.dorian)
            self.known = (self.jekyll,) if self.jekyll != NONE else ()
            self.hidden = loose & ~self.extra & ~together(self.known)
            self.openers, self.opener = self.hidden | together(self.known), NONE
        self.pile = self.hidden | together(self.known)
        own = [(number(self.rows[c], "numeral"), c) for c in bits(self.locations)
               if self.rows[c]["stage"] == self.stage]  # fmt: skip
        self.places = tuple(card for _, card in sorted(own))
        faces = [c for c, table in enumerate(self.tables) if table == "starting_weapon"]
        self.first_weapon = next(c for c in faces if self.rows[c]["face"] == "a")
        self.in_play = (self.others | self.extra | self.pile | together(self.places)
                        | bit(self.first_weapon))  # fmt: skip

    # --- asked of a position ---------------------------------------------------------------

    def visible(self, state: Hunted) -> Changes:
        """What the visible Location changes; nothing once the Finale is entered."""
        if state.entered or not state.locations:
            return NO_CHANGES
        return self.changes[state.locations[-1]]

    def loud_at(self, state: Hunted) -> int:
        """How many noise icons set off a combat with one Enemy (HU-COMBAT-01, HU-LOC-06)."""
        return max(1, self.threshold + self.visible(state).noise)

    def hiding(self, state: Hunted) -> int:
        """What Hide costs (HU-HIDE-01, HU-LOC-06)."""
        return max(1, self.hide_cost + self.visible(state).hide)

    def noise_in(self, cards: Iterable[int]) -> int:
        """Noise icons on these cards (HU-TYPE-05)."""
        noise = self.noise
        return sum(noise[card] for card in cards)

    def enemies_in(self, cards: Iterable[int]) -> list[int]:
        """The Enemies among these cards, in their order."""
        enemies = self.enemies
        return [card for card in cards if enemies >> card & 1]

    def strength(self, state: Hunted, foe: int) -> int:
        """What an attack must reach (HU-ENEMY-02, HU-DOR-08, HU-JEK-02, HU-LOC-06)."""
        if foe == self.picture:
            return state.picture
        if foe == self.jekyll:
            return self.faces[1] if state.face == HYDE else self.faces[0]
        if state.battle or not self.enemies >> foe & 1:
            return self.value[foe]
        change = self.visible(state).strength
        return max(1, self.value[foe] + change) if change else self.value[foe]

    def weapon(self, state: Hunted, card: int) -> tuple[int, int, int]:
        """(attack, first cost, subsequent cost) of a weapon with what is attached (HU-ITEM-06)."""
        attack, first, later = self.value[card], self.first[card], self.later[card]
        for item, host in zip(state.attached, state.hosts, strict=False):
            if host == card:
                mod = self.mods[item]
                attack, first, later = attack + mod[0], first + mod[1], later + mod[2]
        return max(0, attack), max(0, first), max(LOWEST_LATER, later)

    def in_use(self, state: Hunted) -> list[int]:
        """The weapons of the fight: the primary one, then those thrown."""
        return [state.primary, *bits(state.thrown)]

    def targets(self, state: Hunted, effect: Effect) -> int:
        """The cards an effect may be turned on."""
        if effect.op == "discard_from_row":
            kind = self.enemies if effect.filter == "enemy" else (1 << CARDS) - 1
            return 0 if state.battle else together(state.in_row) & kind & ~self.locked
        if effect.op == "take_from_discard":
            kinds = {"key": self.keys, "weapon": self.weapons, "item": self.usable}
            # An item discarded by its own use is not there to be taken by it: no use is endless.
            return state.discard & kinds[effect.filter] & ~bit(state.fx)
        return state.party & state.tired if effect.op == "ready_survivor" else 0

    def has_use(self, state: Hunted, effect: Effect) -> bool:
        """Whether an effect may be used: one that needs a target has one (HU-ITEM-03)."""
        if effect.op in PLAIN:
            return True
        if effect.op == "scry":
            return bool(state.deck)
        return bool(self.targets(state, effect))

    def able(self, state: Hunted) -> int:
        """Survivors whose ability may be used: ready, in the battle only if their card says so."""
        ready = state.party & ~state.tired
        return ready & self.in_battle if state.battle else ready

    def source(self, at: int) -> Effect:
        """The effect of a source: a card's, a Location's when revealed, then the heroes'."""
        if at >= CARDS:
            return self.abilities[at - CARDS]
        return self.on_reveal[at] if self.locations >> at & 1 else self.effect[at]


def contents(state: Hunted, slots: list[int]) -> list[int]:
    """What each slot of a pile may be: one card, or a pool; what the pools are called is nothing.
    """
    pools = {slot: getattr(state, name) for slot, name in POOLS.items()}
    return [pools[slot] if slot in pools else bit(slot) for slot in slots]


def known_in(slots: list[int]) -> int:
    """The cards of a pile that somebody knows."""
    mask = 0
    for slot in slots:
        if slot < CARDS:
            mask |= 1 << slot
    return mask


@lru_cache(maxsize=64)
def book(rules: HuntedRules) -> Book:
    """The Book of these rules; one a Game."""
    return Book(rules)
