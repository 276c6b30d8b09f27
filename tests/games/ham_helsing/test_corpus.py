"""Golden replays show what the game owes: each Location lost, each Effect, power and upgrade."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import registry
from engine.events import Happening
from engine.fields import bits_of
from engine.games.ham_helsing.components import CARDS
from engine.games.ham_helsing.schema_words import VILLAIN_POWERS, VILLAINS
from engine.play import Step, walk
from properties.coverage import opened
from replays.corpus import golden
from replays.reader import loader, read

PACK = registry.load("ham_helsing").content
FACTS = {
    "location.lost": ("lost", "at"),
    "effect.resolve": ("effect", "kind"),
    "villain.flip": ("flipped", "card"),
    "market.buy": ("bought", "upgrade"),
    "sleeve.attach": ("sleeved", "upgrade"),
    "ability.use": ("ability", "who"),
    "location_power.use": ("power", "power"),
    "villain.power": ("die power", "villain"),
    "turn.start": ("turn of", "who"),
}


def shown(happening: Happening) -> Iterator[str]:
    """What one event shows."""
    kind = happening.event.kind
    if kind in FACTS:
        word, fact = FACTS[kind]
        yield f"{word} {happening.word(fact)}"
    elif kind == "villain.act":
        yield f"acts {happening.word('villain')} {happening.word('power')}"
    elif kind in ("move.enter", "minion.move"):
        yield "way " + "".join(sorted((happening.word("from"), happening.word("to"))))


def used(step: Step) -> Iterator[str]:
    """Sleeved texts that a star icon carries out."""
    for happening in step.events:
        if happening.event.kind == "special.activate":
            for upgrade in bits_of(step.before.sleeves[happening.num("card")]):
                if step.game.rules.texts[CARDS + upgrade]:
                    yield f"used {step.game.rules.names['upgrade'][upgrade]}"


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """Everything the golden replays show."""
    load, found = loader(), set[str]()
    for path in golden("ham_helsing"):
        replay = read(path)
        game = load(replay.head())
        found.add(f"{game.options['players']} play")
        for line in replay.games:
            state, events, _ = opened(game)
            for happening in events:
                found.update(shown(happening))
            for step in walk(game, line.codes, state):
                found.update(used(step))
                for happening in step.events:
                    found.update(shown(happening))
    return found


def missed(seen: set[str], word: str, names: list[str]) -> list[str]:
    """What of `names` was not shown."""
    return [name for name in names if f"{word} {name}" not in seen]


def ids(table: str) -> list[str]:
    """The rows of a content table."""
    return list(PACK.ids(table))


def test_every_location_is_lost(seen: set[str]) -> None:
    """All but Mud Canyon, whose loss ends the game (HH-END-06)."""
    assert missed(seen, "lost", [place for place in ids("location") if place != "e"]) == []


def test_every_effect_resolves(seen: set[str]) -> None:
    assert missed(seen, "effect", [str(row["kind"]) for row in PACK.rows_of("effect")]) == []


def test_every_villain_uses_every_power(seen: set[str]) -> None:
    assert missed(seen, "die power", list(VILLAINS)) == []
    powers = [f"{villain} {power}" for villain in VILLAINS for power in VILLAIN_POWERS]
    assert missed(seen, "acts", powers) == []
    assert missed(seen, "flipped", ids("villain_card")) == []


def test_every_upgrade_is_bought_sleeved_and_used(seen: set[str]) -> None:
    assert missed(seen, "bought", ids("upgrade")) == []
    assert missed(seen, "sleeved", ids("upgrade")) == []
    texts = [str(row["id"]) for row in PACK.rows_of("upgrade") if row.get("effect")]
    assert texts
    assert missed(seen, "used", texts) == []


def test_every_path_is_walked(seen: set[str]) -> None:
    assert missed(seen, "way", ids("path")) == []


def test_every_character_and_table_size_plays(seen: set[str]) -> None:
    assert missed(seen, "turn of", ids("character")) == []
    assert missed(seen, "ability", ids("character")) == []
    assert [n for n in (1, 2, 3, 4) if f"{n} play" not in seen] == []
