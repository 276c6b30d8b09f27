"""What a person at the table reads in a position: who stands where, cards in sight, numbers.

Who sees what is declared with the fields (state.py); this is only the reading of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.content import Row
from engine.fields import bits_of
from engine.games.ham_helsing.components import CARDS, LOCATIONS
from engine.games.ham_helsing.schema_words import COLOURS, KINDS, VILLAIN_POWERS
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import minions, points_at


def tell(state: HamHelsing, seat: int) -> list[str]:
    """Lines for a person: the Villain, the characters, the Locations, the own hand, the market."""
    return [
        *villain_lines(state), *character_lines(state), *location_lines(state),
        *hand_lines(state, seat), *market_lines(state),
    ]  # fmt: skip


def row_of(state: HamHelsing, table: str, index: int) -> Row:
    """The pack's row of an index."""
    return state.rules.pack.rows_of(table)[index]


def place_word(state: HamHelsing, place: int) -> str:
    """A Location by letter and name; nowhere for -1."""
    if place < 0:
        return "nowhere"
    row = row_of(state, "location", place)
    return f"{row['id']} {row.get('name', '')}".strip()


def villain_lines(state: HamHelsing) -> Iterator[str]:
    """The Villain's dial, Location and powers, and the back of the next Villain card."""
    rules = state.rules
    row = row_of(state, "villain", rules.pack.ids("villain").index(rules.options.word("villain")))
    bare = ["main", *(VILLAIN_POWERS[1 + up] for up in bits_of(state.shown))]
    powers = ", ".join(bare) if rules.board else "none"
    yield (f"round {state.round}; {row.get('name', row['id'])}: health {state.dial}, at "
           f"{place_word(state, state.villain)}, powers in force: {powers}")  # fmt: skip
    yield str(row.get("text", ""))
    bear = place_word(state, state.bear) if state.bear >= 0 else "his starting position"
    yield f"Knuckles {'hibernates' if state.asleep else 'stands'} at {bear}"
    if state.next_card >= 0:
        rewards = [
            f"{colour} {reward.op} {reward.n}"
            for colour, reward in zip(COLOURS, rules.rewards[state.next_card], strict=True)
        ]
        level = rules.level[state.next_card]
        yield f"next Villain card: level {level}; rewards: {', '.join(rewards)}"


def character_lines(state: HamHelsing) -> Iterator[str]:
    """Each character: where, health, money, skills with their maxima, tokens held."""
    rules = state.rules
    for who in rules.crew:
        skills = ", ".join(
            f"{colour} {state.skill[4 * who + at]}/{rules.skill_max[4 * who + at]}"
            for at, colour in enumerate(COLOURS)
        )
        held = [name for name, holder in (("Shield", state.shield), ("Katana", state.katana))
                if holder == who]  # fmt: skip
        turn = "* " if who == state.active else "  "
        items = f"; holds {', '.join(held)}" if held else ""
        yield (f"{turn}{rules.who[who]}: at {place_word(state, state.at[who])}, health "
               f"{state.health[who]}/{rules.health_max[who]}, ${state.money[who]}, {skills}"
               f"{items}")  # fmt: skip


def token_word(state: HamHelsing, token: int) -> str:
    """A Minion by id with its colours, * if it bites, and what is matched already."""
    rules = state.rules
    colours = "+".join(COLOURS[colour] for colour in bits_of(rules.colours[token]))
    hits = "/".join(COLOURS[colour] for colour in bits_of(state.hits[token]))
    bites = "*" if rules.biting >> token & 1 else ""
    return f"{rules.names['token'][token]} {colours}{bites}" + (f" (hit: {hits})" if hits else "")


def location_lines(state: HamHelsing) -> Iterator[str]:
    """Each Location with Minions, a nest or a power: tokens against the limit."""
    rules = state.rules
    for place in range(LOCATIONS):
        tokens = [token_word(state, token) for token in bits_of(minions(state, place))]
        limit = "lost" if state.lost >> place & 1 else f"{len(tokens)}/{rules.limit[place]}"
        yield f"{place_word(state, place)} [{limit}]: {', '.join(tokens) or '-'}"


def icons_of(state: HamHelsing, card: int) -> str:
    """The points left on a card by place."""
    face = state.rules.face(card, state.sleeves[card])
    words = state.rules.names["place"]
    return ", ".join(
        f"{words[place]}: {points_at(state, card, place)} {KINDS[kind]}"
        for place, kind in face.icons
    )


def text_of(state: HamHelsing, card: int) -> str:
    """The text of a card or of an upgrade in its sleeve; empty if there is none."""
    texts = [str(row_of(state, "card", card).get("text", ""))]
    texts += [str(row_of(state, "upgrade", at).get("text", "")) for at in bits_of(
        state.sleeves[card])]  # fmt: skip
    return " ".join(filter(None, texts))


def hand_lines(state: HamHelsing, seat: int) -> Iterator[str]:
    """The seat's hand and cards in play, with points left and texts."""
    zone = 0 if state.rules.solo else seat
    for label, cards in (("hand", state.hand[zone]), ("in play", state.played[zone])):
        for card in bits_of(cards):
            name = state.rules.names["card"][card]
            yield f"{label} {name}: {icons_of(state, card)} {text_of(state, card)}".rstrip()


def market_lines(state: HamHelsing) -> Iterator[str]:
    """The market: cost, icons and text of each upgrade."""
    for place, upgrade in enumerate(state.market):
        if upgrade >= 0:
            row = row_of(state, "upgrade", upgrade)
            slots = state.rules.slots[CARDS + upgrade]
            icons = ", ".join(f"{slot}: {icon}" for slot, icon in slots.items())
            text = f"{icons} {row.get('text', '')}".strip()
            yield f"market {place}: {row['id']} ${row['cost']} {text}"
