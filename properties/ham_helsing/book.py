"""What the pack and the options say, read by this witness alone: map, tokens, cards, boards.

Rows of the pack and fields of the position are read; nothing of the rules is called, and the tables
that the rules made of the same rows are compared with these (see `content`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import cast

from engine.content import Pack, Row
from engine.fields import word_at
from engine.games.ham_helsing.schema_words import COLOURS, HEROES, KINDS, POWERS, VILLAIN_POWERS
from engine.games.ham_helsing.state import HamHelsing
from engine.options import Options, parts
from engine.state import Rules

NONE = -1
MINIONS, CARDS, UPGRADES, PLACES, STAR_AT = 60, 40, 54, 7, 6
MINION_SET = (1 << MINIONS) - 1
MOVE, STAR = KINDS.index("move"), KINDS.index("star")
WILD = 4
Text = tuple[Row, ...]


def bits(mask: int) -> Iterator[int]:
    """Places of the ones, ascending; none for a negative number."""
    while mask > 0:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: list[int]) -> int:
    """All that lies in any of these zones."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def _set(flags: Iterator[bool]) -> int:
    return sum(1 << at for at, flag in enumerate(flags) if flag)


def said(now: HamHelsing, table: str, at: int) -> str:
    """The name of an index, for messages."""
    return str(word_at(at, table, now.rules.names))


def listed(now: HamHelsing, table: str, which: int | Iterable[int]) -> str:
    """The names of a set, or of indices in their order, for messages."""
    found = bits(which) if isinstance(which, int) else which
    return ", ".join(said(now, table, at) for at in found) or "none"


def due_words(now: HamHelsing, due: Iterable[tuple[int, str]]) -> str:
    """Who still pays for what, for messages."""
    return ", ".join(f"{said(now, 'who', who)} for {word}" for who, word in due) or "nothing"


class Book:
    """One pack under one set of options, as numbers of this witness."""

    def __init__(self, pack: Pack, options: Options) -> None:
        self.pack, self.options = pack, options
        self.solo = options.number("players") == 1
        self.seats = options.number("players")
        self.crew = tuple(range(2 if self.solo else self.seats))
        self.who = parts(options.word("characters"))
        self.zones = (0,) if self.solo else self.crew
        self._tokens()
        self._boards()
        self._cards()
        self._places()
        self._villain()

    def _tokens(self) -> None:
        rows = self.pack.rows_of("minion")
        named = [cast(list[str], row["colours"]) for row in rows]
        self.colours = [sum(1 << COLOURS.index(word) for word in words) for words in named]
        self.worth = [len(words) for words in named]
        self.biters = _set(bool(row["biting"]) for row in rows)
        self.doubles = _set(worth == 2 for worth in self.worth)
        self.of_colour = [_set(bool(c >> at & 1) for c in self.colours) for at in range(4)]
        gone = parts(self.options.word("effects_removed"))
        self.effects = _set(row["id"] not in gone for row in self.pack.rows_of("effect")) << MINIONS
        self.effect_rows = self.pack.rows_of("effect")

    def _boards(self) -> None:
        rows = {str(row["id"]): row for row in self.pack.rows_of("character")}
        boards = [rows[name] for name in self.who]
        self.health_max = [cast(int, row["health_max"]) for row in boards]
        self.revive_health = [cast(int, row["revive_health"]) for row in boards]
        self.money_max = [cast(int, row["money_max"]) for row in boards]
        dollar = self.options.flag("start_dollar")
        self.start_money = [1 if dollar else cast(int, row["start_money"]) for row in boards]
        self.base_move = [cast(int, row["base_move"]) for row in boards]
        tops = [cast(Mapping[str, int], row["skill_max"]) for row in boards]
        self.skill_max = [top[colour] for top in tops for colour in COLOURS]
        self.abilities = [tuple(cast(list[Row], row["ability"])) for row in boards]
        self.carriers = [any(s["op"] == "carry" for s in text) for text in self.abilities]
        self.ham = self.who.index(HEROES[0])
        numbers = cast(Mapping[str, int], self.pack.constants)
        self.hand = numbers["solo_hand" if self.solo else "hand"]
        self.extra, self.katana = numbers["extra"], numbers["katana"]

    def _cards(self) -> None:
        rows = [*self.pack.rows_of("card"), *self.pack.rows_of("upgrade")]
        self.slots = [_icons(row) for row in rows]
        self.texts: list[Text] = [tuple(cast(list[Row], row["effect"])) for row in rows]
        self.owner = [self.who.index(str(row["owner"])) for row in self.pack.rows_of("card")]
        upgrades = self.pack.rows_of("upgrade")
        self.cost = [cast(int, row["cost"]) for row in upgrades]
        self.special = _set(row["type"] == "special" for row in upgrades)
        # Places an upgrade or card covers: six slots, star, and the text area as a place more.
        self.covers = [
            union([1 << at for at in slots]) | (3 << STAR_AT if text else 0)
            for slots, text in zip(self.slots, self.texts, strict=True)
        ]

    def _places(self) -> None:
        rows, ids = self.pack.rows_of("location"), self.pack.ids("location")
        self.limit = [cast(int, row["limit"]) for row in rows]
        self.power = [(*POWERS, "none").index(str(row["power"])) for row in rows]
        self.power = [at if at < len(POWERS) else NONE for at in self.power]
        self.lab = self.power.index(1)
        self.canyon = ids.index(str(self.pack.constants["mud_canyon"]))
        self.cavern = ids.index(str(self.pack.constants["cavern"]))
        self.printed, self.wraps = [0] * len(ids), [0] * len(ids)
        for row in self.pack.rows_of("path"):
            a, b = (ids.index(name) for name in cast(list[str], row["ends"]))
            over = int(row["wrap"] != "none")
            for one, two in ((a, b), (b, a)):
                self.printed[one] |= 1 << two
                self.wraps[one] |= over << two
        ends = _set(bool(wrap) for wrap in self.wraps)
        joined = [near | (ends & ~(1 << at) if ends >> at & 1 else 0)
                  for at, near in enumerate(self.printed)]  # fmt: skip
        word = self.options.word("wrap_junction")
        self.near = joined if word == "all" else self.printed
        self.walks = joined if word != "off" else self.printed
        self.limits = self.options.flag("limits")
        start = ("none", *ids).index(self.options.word("villain_start"))
        self.villain_start = start - 1

    def _villain(self) -> None:
        board, name = self.options.flag("villain_board"), self.options.word("villain")
        row = next(row for row in self.pack.rows_of("villain") if row["id"] == name)
        self.villain, self.board = row, board
        self.boxes = [tuple(cast(list[Row], row[key])) if board else () for key in VILLAIN_POWERS]
        self.die_power = tuple(cast(list[Row], row["die_power"])) if board else ()
        self.armoured = board and bool(row["ability"])
        health = cast(Mapping[str, int], row["start_health"])
        party = "solo" if self.solo else ("", "", "two", "three", "four")[self.seats]
        self.added = [int(word) for word in parts(self.options.word("epig_cards"))]
        more = self.options.number("villain_health_delta")
        epig = self.options.number("epig_health") * sum(self.added)
        self.dial = max(1, health[party] + more + epig)
        self.exceeds = bool(row["may_exceed_start"])
        words = cast(list[str], row["nest_slots"])
        self.nest_slots = [VILLAIN_POWERS.index(w) - 1 if w != "none" else NONE for w in words]
        bare = max(self.options.number("powers_uncovered"), int(any(self.added)))
        self.bare = (1 << bare) - 1 if board else 0
        self.levels = [n for n in (1, 2, 3) for _ in range(1 + self.added[n - 1])] + [4]
        cards, ids = self.pack.rows_of("villain_card"), self.pack.ids("location")
        self.level = [cast(int, card["level"]) for card in cards]
        self.target = [ids.index(str(card["target"])) for card in cards]
        self.calls = [(*COLOURS, "die", "none").index(str(card["minions"])) for card in cards]
        self.feeds = [bool(card["nests"]) for card in cards]
        self.rewards = [
            [cast(Row, card[f"reward_{colour}"]) for colour in COLOURS] for card in cards
        ]


def _icons(row: Row) -> dict[int, tuple[int, int]]:
    """Place -> (kind, points) of the slots of a card."""
    found = {}
    for slot, icon in cast(Mapping[str, str], row["slots"]).items():
        word = icon.rstrip("0123456789")
        found[int(slot) - 1] = (KINDS.index(word), int(icon[len(word) :] or 1))
    return found


@lru_cache(maxsize=64)
def book_of(rules: Rules) -> Book:
    """The Book of a game's pack and options, read once."""
    return Book(rules.pack, rules.options)


def book(state: HamHelsing) -> Book:
    """The Book of a position."""
    return book_of(state.rules)


# --- positions ------------------------------------------------------------------------------------


def minions_at(state: HamHelsing, at: int) -> int:
    """Minions of a Location as a set; Effect tokens are none (HH-EFFECT-08)."""
    return state.board[at] & MINION_SET if at >= 0 else 0


def standing(state: HamHelsing) -> list[int]:
    """Conscious characters in turn order."""
    return [who for who in book(state).crew if state.health[who]]


def zone_of(state: HamHelsing, who: int) -> int:
    """The card zone of a character: one for both in the solo game (HH-SOLO-04)."""
    return 0 if book(state).solo else who


def seat_of(state: HamHelsing, who: int) -> int:
    """The seat that plays a character (HH-SOLO-02)."""
    return 0 if book(state).solo else who


def with_characters(state: HamHelsing) -> int:
    """Locations with a character on them, lying or standing."""
    return union([1 << state.at[who] for who in book(state).crew])


def aims(state: HamHelsing, power: str) -> int:
    """Locations on which a Villain's power places, by its text as it begins, as a set."""
    known, found = book(state), 0
    places = known.pack.ids("location")
    for step in known.boxes[VILLAIN_POWERS.index(power)]:
        where = str(step.get("where", ""))
        if where == "each_character":
            found |= union([1 << state.at[who] for who in standing(state)])
        elif where == "three_or_more":
            found |= sum(1 << at for at in range(len(places))
                         if minions_at(state, at).bit_count() >= 3)  # fmt: skip
        elif where == "villain" and state.villain >= 0:
            found |= 1 << state.villain
        elif where in places:
            found |= 1 << places.index(where)
    return found


def shown(state: HamHelsing, card: int) -> dict[int, tuple[int, int]]:
    """Place -> (kind, points) of a card with its sleeve; a text adds the star (HH-SLEEVE-01)."""
    known = book(state)
    found = dict(known.slots[card])
    for upgrade in bits(state.sleeves[card]):
        found.update(known.slots[CARDS + upgrade])
    if text_of(state, card):
        found[STAR_AT] = (STAR, 1)
    return found


def text_of(state: HamHelsing, card: int) -> Text:
    """The one text of a card with its sleeve."""
    known = book(state)
    if known.texts[card]:
        return known.texts[card]
    for upgrade in bits(state.sleeves[card]):
        if known.texts[CARDS + upgrade]:
            return known.texts[CARDS + upgrade]
    return ()


def covered_by(state: HamHelsing, card: int) -> int:
    """Places of a card and its sleeve that may not be covered (HH-SLEEVE-02)."""
    known = book(state)
    return known.covers[card] | union([known.covers[CARDS + u] for u in bits(state.sleeves[card])])


def fits(state: HamHelsing, card: int, upgrade: int) -> bool:
    """Whether an upgrade may go on a card without hiding an icon or a text (HH-SLEEVE-02)."""
    return not covered_by(state, card) & book(state).covers[CARDS + upgrade]


def paces(state: HamHelsing, first: int) -> list[int]:
    """Steps from a Location to each, over the map that Minions use (HH-ROBO-02)."""
    near = book(state).near
    found, edge = {first: 0}, [first]
    while edge:
        ahead = []
        for here in edge:
            for at in bits(near[here]):
                if at not in found:
                    found[at] = found[here] + 1
                    ahead.append(at)
        edge = ahead
    return [found[at] for at in range(len(near))]
