"""Packs of Tin Helm: what the box holds is checked, and each broken pack is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.content import validate
from engine.errors import ContentError
from engine.game import Game
from engine.games.tin_helm import GAME
from engine.games.tin_helm.schema import SCHEMA
from engine.play import play
from engine.policies import uniform

Data = dict[str, Any]


def reference() -> Data:
    """The reference pack as plain data, to be broken."""
    return GAME.reference.copied()


def row(data: Data, table: str, ident: str) -> Data:
    """One row of a table."""
    return next(row for row in data[table] if row["id"] == ident)  # type: ignore[no-any-return]


def shared_trapping(data: Data) -> None:
    """A class whose two trappings are faces of one card."""
    row(data, "class", "rogue")["trappings"] = ["shield", "lockpicks"]


def falling_chart(data: Data) -> None:
    """Two energy worth less than one."""
    row(data, "class", "priest")["chart"] = {"1": 3, "2": 2}


def twin_rooms(data: Data) -> None:
    """Two cards with the same room face."""
    row(data, "dungeon", "d02")["icons"] = row(data, "dungeon", "d01")["icons"]


def twin_results(data: Data) -> None:
    """Two cards with the same result face."""
    for key in ("enemy", "trap", "encounter", "loot"):
        row(data, "dungeon", "d02")[key] = row(data, "dungeon", "d01")[key]


def no_chest_shard(data: Data) -> None:
    """No dungeon card names the chest's shard."""
    row(data, "dungeon", "d03")["loot"] = "turnip"


def no_altar(data: Data) -> None:
    """No dungeon card names the Altar."""
    row(data, "dungeon", "d01")["encounter"] = "hermit"


def sixth_source(data: Data) -> None:
    """A source the rulebook does not list."""
    data["shard_source"][0]["id"] = "well"


def generous_ghoul(data: Data) -> None:
    """An enemy that grants a shard and is no source."""
    row(data, "enemy", "ghoul")["power"] = {"op": "grants_shard"}


def one_sided_card(data: Data) -> None:
    """A trapping card with two faces b."""
    row(data, "trapping", "shield")["face"] = "b"


def lost_reference_card(data: Data) -> None:
    """Four reference cards instead of three."""
    row(data, "encounter", "altar")["card"] = "R9"


def foreign_class_card(data: Data) -> None:
    """A class face on a card without a race face."""
    row(data, "class", "rogue")["card"] = "RC9"


def passive_tonic(data: Data) -> None:
    """An effect that does not fit its timing."""
    row(data, "loot", "tonic")["timing"] = "passive"


def half_a_table(data: Data) -> None:
    """A die table without a six."""
    del row(data, "encounter", "fountain")["effect"][0]["table"]["6"]


def seven_icons(data: Data) -> None:
    """A seventh icon kind."""
    row(data, "dungeon", "d01")["icons"] = ["enemy", "shop"]


def eleven_cards(data: Data) -> None:
    """A dungeon card is missing."""
    data["dungeon"].pop()


def favor_trap(data: Data) -> None:
    """A trap that costs favor."""
    row(data, "dungeon", "d01")["trap"] = {"stat": "favor", "n": 1}


BROKEN: dict[Callable[[Data], None], str] = {
    shared_trapping: "class rogue: shield and lockpicks share a trapping card",
    falling_chart: r"class priest.chart: \[3, 2\] falls",
    twin_rooms: "dungeon: d02 and d01 have equal room faces",
    twin_results: "dungeon: d02 and d01 have equal result faces",
    no_chest_shard: "shard_source: chest is named by no dungeon card's result",
    no_altar: "shard_source: altar is named by no dungeon card's result",
    sixth_source: "'shrine'|expected exactly|is no shard_source",
    generous_ghoul: "enemy ghoul: grants_shard, but is no shard_source",
    one_sided_card: "trapping: expected 4 cards, each with a face a and a face b",
    lost_reference_card: "encounter: expected 3 cards",
    foreign_class_card: "expected the same four cards",
    passive_tonic: "loot tonic: op 'gain' does not fit 'passive'",
    half_a_table: "table: key '6' is missing",
    seven_icons: "'shop' is none of enemy, trap",
    eleven_cards: "dungeon: 11 rows, expected 12",
    favor_trap: "'favor' is none of health, energy, food",
}


@pytest.mark.parametrize("change", BROKEN, ids=lambda change: change.__name__)
def test_a_broken_box_is_refused(change: Callable[[Data], None]) -> None:
    data = reference()
    change(data)
    with pytest.raises(ContentError, match=BROKEN[change]):
        validate(data, "mine.toml", "tin_helm", SCHEMA)


def test_an_owners_pack_plays() -> None:
    """Other values, other names: a pack of one's own needs no change of code."""
    data = reference()
    data["meta"].update(content_id="mine", origin="owner")
    row(data, "dungeon", "d01")["icons"] = ["water", "camp", "loot", "trap"]
    row(data, "enemy", "ghoul")["health"] = 9
    row(data, "class", "rogue")["chart"] = {"2": 4}
    for source in data["shard_source"]:
        source["once"] = False
    pack = validate(data, "mine.toml", "tin_helm", SCHEMA)
    game = Game(GAME, content=pack)
    ends = {play(game, f"shake:own/{index}", uniform).reason for index in range(40)}
    assert ends <= {"won", "died", "corrupted"}
    assert game.content.digest != GAME.reference.digest
    state = game.initial()
    for text in ("be elf", "train_as rogue"):
        game.apply(state, game.code(text))
    assert game.rules.heroes[2][0].amounts[-1] == (0, 2)  # type: ignore[attr-defined]
