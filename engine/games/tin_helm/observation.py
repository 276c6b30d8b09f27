"""What a person at the table reads in a position: cards in sight with their text, and numbers.

Who sees what is declared with the fields (state.py); this is only the reading of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.content import Row
from engine.fields import bits_of
from engine.games.tin_helm.components import ENEMY_MET, NONE, ROOMS
from engine.games.tin_helm.schema import CHART_MAX, ICONS, SHARDS, SOURCES, STATS
from engine.games.tin_helm.state import TinHelm
from engine.games.tin_helm.table import hero, holds, in_a_fight, result_card


def card_of(state: TinHelm, table: str, ident: str) -> Row:
    """The pack's row of a card."""
    return next(row for row in state.rules.pack.rows_of(table) if row["id"] == ident)


def text_of(state: TinHelm, ident: str, *tables: str) -> str:
    """A card by id with its text."""
    for table in tables:
        for row in state.rules.pack.rows_of(table):
            if row["id"] == ident:
                return f"{ident}: {row.get('text', '')}"
    return ident


def tell(state: TinHelm, seat: int) -> list[str]:
    """Lines for a person: the hero, what is held, and the cards that matter now."""
    if state.race == NONE:
        return list(races(state))
    if state.cls == NONE:
        return list(classes(state))
    return [*trackers(state), *belongings(state), *pile(state), *foe(state)]


def races(state: TinHelm) -> Iterator[str]:
    """The race faces (TH-SETUP-03, -18)."""
    for row in state.rules.pack.rows_of("race"):
        numbers = f"health {row['health']}, energy {row['energy']}, food {row['food']}"
        yield f"{row['id']}: {numbers}. {row.get('text', '')}"


def chart_text(chart: tuple[int, ...]) -> str:
    """A class chart (TH-COMBAT-06): energy and the damage it adds."""
    return ", ".join(f"{spent}→+{chart[spent]}" for spent in range(CHART_MAX + 1) if chart[spent])


def classes(state: TinHelm) -> Iterator[str]:
    """The class faces left, with what they would add to the race (TH-SETUP-04, -05)."""
    rules = state.rules
    for cls, row in enumerate(rules.pack.rows_of("class")):
        if rules.class_cards[cls] != rules.race_cards[state.race]:
            whole = rules.heroes[state.race][cls]
            items = ", ".join(rules.item_ids[item] for item in bits_of(whole.items))
            yield (f"{row['id']}: health {whole.health}, energy {whole.energy} together; "
                   f"energy spent adds {chart_text(whole.chart)}; {items}")  # fmt: skip


def trackers(state: TinHelm) -> Iterator[str]:
    """The six trackers, each with its bound."""
    whole, rules = hero(state), state.rules
    found = ", ".join(SOURCES[source] for source in bits_of(state.sources)) or "none yet"
    yield (f"health {state.health} of {whole.health}   energy {state.energy} of {whole.energy}   "
           f"food {state.food} of {rules.food_cap}   favor {state.favor}")  # fmt: skip
    yield (f"level {state.level} of {rules.levels}, room {min(state.rooms + 1, ROOMS)} of {ROOMS}"
           f"   shards {state.shards} of {SHARDS} ({found})")  # fmt: skip


def belongings(state: TinHelm) -> Iterator[str]:
    """Items held, each with what it does."""
    for item in bits_of(state.items):
        yield "holds " + text_of(state, state.rules.item_ids[item], "loot", "trapping")


def pile(state: TinHelm) -> Iterator[str]:
    """The open card, or the room with its icons and what the result says of them (TH-TURN-02)."""
    if state.room != NONE and state.result != NONE:
        yield from room(state)
    elif state.top != NONE:
        yield f"top card {state.rules.names['dungeon'][state.top]}: {icons_text(state, state.top)}"


def icons_text(state: TinHelm, card: int) -> str:
    """The icons of a room face, left to right."""
    return ", ".join(ICONS[icon] for icon in state.rules.icons[card])


def room(state: TinHelm) -> Iterator[str]:
    """Icons done, the one being resolved, those to come; then the result face (TH-TURN-08)."""
    names, icons = state.rules.names["dungeon"], state.rules.icons[state.room]
    marked = [ICONS[icon] if at >= state.icon else f"({ICONS[icon]})"
              for at, icon in enumerate(icons)]  # fmt: skip
    yield f"room {names[state.room]}: {', '.join(marked)} – begun in brackets"
    row = card_of(state, "dungeon", names[state.result])
    card = result_card(state)
    trap = f"{STATS[card.trap_stat]} −{card.trap_n}"
    yield (f"result {row['id']}: enemy {row['enemy']}, trap {trap}, "
           f"encounter {row['encounter']}, loot {row['loot']}")  # fmt: skip
    if card.encounter < ENEMY_MET and state.agenda:
        yield "here " + text_of(state, str(row["encounter"]), "encounter")


def foe(state: TinHelm) -> Iterator[str]:
    """The enemy card, and what energy adds to an attack (5.1, 5.2)."""
    if not in_a_fight(state):
        return
    ident = state.rules.enemy_ids[state.enemy]
    row = card_of(state, "enemy", ident)
    undead = ", undead" if row["undead"] else ""
    yield (f"foe {ident}: health {state.foe}, attack {row['attack']}, defense {row['defense']}, "
           f"favor {row['favor']}{undead}. {row.get('text', '')}")  # fmt: skip
    yield (f"attack 0 deals 1 past any defense; energy adds {chart_text(hero(state).chart)} "
           f"to a roll, and you have {holds(state, 1)}")  # fmt: skip
