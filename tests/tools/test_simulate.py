"""simulate: figures counted anew, intervals against known ones, honest comparisons, pictures."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import policies, registry
from engine.game import Game
from engine.options import word_of
from engine.play import play, walk
from engine.rng import game_seed
from properties.coverage import Coverage, opened
from tests.tools.run import process, refused, run
from tools import intervals, plots, simtext, simulation
from tools.setup import Setup
from tools.simulated import Cards, Played, Player, Questions
from tools.variants import BASE, Variant, rulings, variants

GAMES = 16


def simulated(*words: object) -> dict:
    """The document of a simulation of the stairs, or of another game named first."""
    found = run("simulate", *words, "--workers", "1", "--json", "-q")
    assert found.exit_code == 0, found.stderr
    return json.loads(found.stdout)


# ---- intervals ----


def test_intervals_are_the_published_ones() -> None:
    some, none, every = intervals.share(8, 10), intervals.share(0, 10), intervals.share(10, 10)
    assert (round(some.low, 4), round(some.high, 4)) == (0.4902, 0.9433)  # Wilson (1927)
    assert none.low == 0 and round(none.high, 4) == 0.2775
    assert every.high == 1 and round(every.low, 4) == 0.7225
    assert intervals.share(0, 0) == intervals.Estimate(0.0, 0.0, 1.0, 0)
    assert intervals.mean([1, 2, 3, 4]).value == 2.5
    assert round(intervals.deviation([1, 2, 3, 4]), 6) == 1.290994
    assert intervals.mean([7, 7]).low == intervals.mean([7, 7]).high == 7


def test_a_paired_difference_counts_only_what_differs() -> None:
    # Bonett and Price: ((12 + 1) - (4 + 1)) / 102 and its spread, by hand.
    found = intervals.paired_share(12, 4, 100)
    half = intervals.Z * ((13 / 102 + 5 / 102 - (8 / 102) ** 2) / 102) ** 0.5
    assert found.value == 0.08
    assert (found.low, found.high) == pytest.approx((8 / 102 - half, 8 / 102 + half))
    assert intervals.paired_share(4, 12, 100).low == pytest.approx(-found.high)
    none = intervals.paired_share(0, 0, 50)
    assert not none.apart and none.low < 0 < none.high, "no game differs, yet 50 cannot say never"


def test_quantiles_are_values_that_were_seen() -> None:
    values = list(range(1, 11))
    assert [intervals.quantile(values, q) for q in (0, 10, 50, 90, 100)] == [1, 1, 5, 9, 10]
    assert intervals.quantile([3], 50) == 3 and intervals.quantile([], 50) == 0


# ---- figures ----


def test_figures_are_those_of_the_games_played(plug_in: str, here: Path) -> None:
    found = simulated(plug_in, "--games", GAMES, "--players", 2, "--per-game", "games.csv")
    (entry,) = found["sets"]
    game = Game(registry.definition(plug_in), players=2)
    played = [play(game, game_seed("shake:1", i), policies.uniform) for i in range(GAMES)]
    returns = [game.returns(one.state) for one in played]
    for end in entry["ends"]:
        assert end["games"] == sum(one.reason == end["reason"] for one in played)
        assert end["share"] == intervals.share(end["games"], GAMES).as_dict()
    for win in entry["wins"]:
        best = [each[win["seat"]] == max(each) for each in returns if len(set(each)) > 1]
        shared = sum(each[0] > 0 for each in returns if len(set(each)) == 1)
        assert win["games"] == sum(best) + shared
    plies = sorted(len(one.codes) for one in played)
    (length, turns) = entry["lengths"]
    assert length["what"] == "plies" and turns["what"] == "turn"
    assert length["mean"]["value"] == round(sum(plies) / GAMES, 6)
    assert (length["least"], length["most"]) == (plies[0], plies[-1])
    assert sum(length["histogram"]["counts"]) == GAMES
    rows = list(csv.DictReader(io.StringIO(Path("games.csv").read_text())))
    assert [row["end"] for row in rows] == [one.reason for one in played]
    assert [row["plies"] for row in rows] == [str(len(one.codes)) for one in played]
    assert [row["seed"] for row in rows] == [game_seed("shake:1", i) for i in range(GAMES)]


def test_who_led_at_half_length_is_looked_up_there(plug_in: str) -> None:
    found = simulated(plug_in, "--games", GAMES, "--players", 2)["sets"][0]["lead"]
    game = Game(registry.definition(plug_in), players=2)
    led = won = 0
    for index in range(GAMES):
        one = play(game, game_seed("shake:1", index), policies.uniform)
        half = [s.before for s in walk(game, one.codes)][len(one.codes) // 2].height[:2]
        if half[0] != half[1]:
            led += 1
            returns = game.returns(one.state)
            best = max(returns)
            won += returns[half.index(max(half))] == best and (len(set(returns)) > 1 or best > 0)
    assert (found["by"], found["led"], found["of"]) == ("height", led, GAMES)
    assert found["parts"][0]["games"] == won and led > GAMES // 2


def test_table_csv_and_json_say_the_same(plug_in: str) -> None:
    words = ("simulate", plug_in, "--games", 8, "--workers", 1, "--compare", "gusty=false", "-q")
    document = json.loads(run(*words, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv").stdout)))
    text = run(*words).stdout
    for entry in document["sets"]:
        for end in entry["ends"]:
            (row,) = [r for r in rows if (r["set"], r["measure"], r["item"])
                      == (entry["name"], "end", end["reason"])]  # fmt: skip
            assert float(row["low"]) == end["share"]["low"] and int(row["games"]) == end["games"]
            assert f"{end['games']} of 8" in text
    (won,) = [row for row in rows if row["measure"] == "less base" and row["item"] == "won"]
    assert float(won["value"]) == document["comparisons"][0]["difference"]["value"]
    told = run(*words[:-1]).stderr
    assert "repeat: ruleproof simulate mini --games 8 --seed shake:1 --compare gusty=false" in told


def test_how_games_are_handed_out_changes_nothing(
    plug_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("simulate", plug_in, "--games", 20, "--json", "-q", "--workers", 1)
    whole = run(*words).stdout_bytes
    monkeypatch.setattr(simulation, "CHUNK", 7)
    assert run(*words).stdout_bytes == whole


@pytest.mark.thorough
def test_any_number_of_workers_gives_the_same_bytes(plug_in: str) -> None:
    words = ("simulate", plug_in, "--games", 60, "--json", "-q", "--workers")
    assert run(*words, 1).stdout_bytes == run(*words, 3).stdout_bytes


@pytest.mark.parametrize("name", [
    "tin_helm", "necrohamster", pytest.param("hunted", marks=pytest.mark.thorough),
])  # fmt: skip
def test_cards_met_are_those_of_coverage(name: str) -> None:
    player = Player(Variant(BASE, Setup(name), (), "careful"), Questions())
    cover = Coverage(player.game)
    met: set[str] = set()
    for index in range(2):
        one = play(player.game, game_seed("shake:1", index), player.policies)
        _, events, exits = opened(player.game)
        cover.begin(events, exits)
        happened = list(events)
        for step in walk(player.game, one.codes, checked=False):
            cover.step(step)
            happened += step.events
        met |= set(Cards(player.game).of_game(one.codes, happened))
    assert met == {row for row, (hits, _) in cover.columns()["content"].items() if hits}
    assert 0 < len(met) <= len(player.cards.rows)


def test_a_won_game_is_what_each_game_calls_so() -> None:
    def won(name: str, **options: object) -> Iterator[tuple[Played, Game]]:
        setup = Setup(name, tuple(f"{key}={value}" for key, value in options.items()))
        player = Player(Variant(BASE, setup, (), "careful"), Questions())
        from collections import Counter

        for index in range(3):
            yield player.played("shake:1", index, Counter()), player.game

    for one, _ in won("tin_helm"):
        assert one.won == (one.reason == "won",), "its score says nothing of it"
    for one, _ in won("necrohamster", players=3):
        assert one.won == tuple(value == 1 for value in one.returns)


def test_games_are_grouped_by_who_was_played() -> None:
    found = simulated("tin_helm", "--games", 24)
    groups = found["sets"][0]["groups"]
    assert {row["by"] for row in groups} == {"race", "cls"}, "the enemy met last is no character"
    assert sum(row["of"] for row in groups if row["by"] == "race") == 24
    asked = simulated("tin_helm", "--games", 10, "--by", "level", "--won", "shards >= 1")["sets"][0]
    assert [row["by"] for row in asked["groups"]] == ["level"] * len(asked["groups"])
    assert asked["wins"][0]["games"] >= asked["ends"][0]["games"], "a shard is less than the win"
    tables = {row["table"]: row for row in found["sets"][0]["cards"]}
    assert tables["enemy"]["rows"] == 8 and len(tables["enemy"]["never"]) < 4


# ---- comparisons ----


def test_identical_sets_are_not_distinguishable(plug_in: str) -> None:
    words = (plug_in, "--games", GAMES, "--compare", "flask=2")
    rows = simulated(*words)["comparisons"]
    assert rows and all(row["equal"] == GAMES and not row["apart"] for row in rows)
    assert all(row["difference"]["value"] == 0 for row in rows)
    text = run("simulate", *words, "--workers", 1).stdout
    assert text.count(f"not distinguishable at n={GAMES} (equal in every game)") == len(rows)
    assert "intervals of 95 % each" not in text, "what is equal for certain raises no false alarm"


def test_sets_that_are_the_same_are_played_once(
    plug_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def counted(self: Player, *words: object) -> Played:
        played.append(str(words[1]))
        return true(self, *words)  # type: ignore[arg-type]

    true = Player.played
    monkeypatch.setattr(Player, "played", counted)
    words = (plug_in, "--games", 3, "--scan", "flask=1,2", "--compare", "constants.top+=0",
             "--compare", "policy=uniform", "--compare", "flask=1 constants.top+=0")  # fmt: skip
    found = simulated(*words)
    assert [(one["name"], one["same_as"]) for one in found["sets"]] == [
        ("base", None), ("constants.top+=0", "base"), ("policy=uniform", "base"),
        ("flask=1 constants.top+=0", None), ("flask=1", "flask=1 constants.top+=0"),
        ("flask=2", "base"),
    ]  # fmt: skip
    assert len(played) == 6, "three games of two sets"
    kept = [{k: v for k, v in one.items() if k not in ("name", "same_as", "content", "changes")}
            for one in found["sets"]]  # fmt: skip
    assert kept[0] == kept[1] == kept[5] != kept[3] == kept[4]
    text = run("simulate", *words, "--workers", 1).stdout
    assert text.count("the same set as base, and so the same games") == 3


def test_a_planted_difference_is_told_by_how_much(plug_in: str) -> None:
    rows = simulated(plug_in, "--games", GAMES, "--compare", "constants.top=30")["comparisons"]
    plies = next(row for row in rows if row["measure"] == "plies")
    pairs = []
    for change in ("", "constants.top=30"):
        sets = () if not change else (change,)
        game = Variant(BASE, Setup(plug_in), sets, "uniform").load()
        pairs.append([len(play(game, game_seed("shake:1", i), policies.uniform).codes)
                      for i in range(GAMES)])  # fmt: skip
    apart = [b - a for a, b in zip(*pairs, strict=True)]
    assert plies["difference"] == intervals.mean(apart).as_dict()
    assert plies["apart"] == (plies["difference"]["high"] < 0) and plies["apart"]
    text = run("simulate", plug_in, "--games", GAMES, "--compare", "constants.top=30",
               "--workers", 1).stdout  # fmt: skip
    assert re.search(r"plies +-[\d.]+ \[-[\d.]+, -[\d.]+\] +less", text)


def test_a_few_games_that_differ_are_no_proof(plug_in: str) -> None:
    rows = simulated(plug_in, "--games", 3, "--compare", "constants.top=30")["comparisons"]
    assert not any(row["apart"] for row in rows), "three games may all lean one way by chance"


@pytest.mark.thorough
def test_two_more_health_in_tin_helm_are_found() -> None:
    words = ("tin_helm", "--games", 1000, "--compare", "race.*.health+=2", "--compare",
             "eat_in_combat=true")  # fmt: skip
    rows = simulated(*words)["comparisons"]
    health = {row["measure"]: row for row in rows if row["set"] == "race.*.health+=2"}
    assert health["won"]["apart"] and health["won"]["difference"]["value"] > 0
    assert health["returns"]["difference"]["low"] > 1
    assert not any(row["apart"] for row in rows if row["set"] == "eat_in_combat=true")


@pytest.mark.parametrize("name", registry.games(foreign=False))
def test_every_ambiguous_ruling_can_be_compared(name: str) -> None:
    """`rulings` names every other value; what only bounds play or counts seats has to be named."""
    game = registry.load(name)
    tied = {c.option for c in game.definition.clauses if c.ambiguity and c.option}
    known = {option.name: option for option in game.definition.all_options}
    words = list(rulings(game))
    bounds = {key for key in tied if known[key].bound or key == "players"}
    assert tied and {word.partition("=")[0] for word in words} == tied - bounds
    for key in sorted(bounds):
        other = next(v for v in known[key].values() if v != game.options[key])
        words.append(f"{key}={other}")
    base = Variant(BASE, Setup(name), (), "uniform")
    sets = variants(base, words, [])
    assert [one.name for one in sets] == [BASE, *words]
    for word, one in zip(words, sets[1:], strict=True):
        option, _, value = word.partition("=")
        there = one.load().options
        assert word_of(there[option]) == value != word_of(game.options[option])
        assert {k: v for k, v in there.items() if k != option} == {
            k: v for k, v in game.options.items() if k != option}  # fmt: skip


def test_a_small_difference_keeps_the_figures_that_tell_it_from_nothing() -> None:
    part = {"value": 0.0031, "low": -0.00052, "high": 0.0067}
    assert simtext._signed(part, 2) == ["+0.003", "-0.001", "+0.007"]
    assert simtext._signed(part, 1, 100) == ["+0.3", "-0.1", "+0.7"]
    assert simtext._signed({"value": 2.5, "low": 0.0, "high": 5.0}, 2) == [
        "+2.50", "+0.00", "+5.00",
    ]  # fmt: skip


def test_sets_are_made_of_options_places_packs_and_policies(here: Path) -> None:
    base = Variant(BASE, Setup("tin_helm"), ("constants.food_cap=4",), "careful")
    found = variants(base, ["shield_rule=printed race.elf.health+=1", "policy=uniform"],
                     ["favor_cap=0,6"])  # fmt: skip
    assert [one.name for one in found] == [
        "base", "shield_rule=printed race.elf.health+=1", "policy=uniform", "favor_cap=0",
        "favor_cap=6",
    ]  # fmt: skip
    packs = [one.load().content for one in found]
    assert all(pack.constants["food_cap"] == 4 for pack in packs)
    health = [{r["id"]: r["health"] for r in pack.rows_of("race")}["elf"] for pack in packs]
    assert health[1] == health[0] + 1 and health[2] == health[0]
    assert found[1].load().options["shield_rule"] == "printed" and found[2].policy == "uniform"
    assert found[4].load().options["favor_cap"] == 6
    run("content", "new", "tin_helm", "--id", "mine", "-o", "my.toml")
    assert base.with_words(["my.toml"]).load().content.id.startswith("mine")


@pytest.mark.parametrize(("words", "code", "exit_code", "says"), [
    (("--compare", "shield=printed"), "E111", 2, "shield_rule"),
    (("--compare", "favor_cap+=1"), "E400", 2, "TABLE.ROW.FIELD"),
    (("--compare", "race.human.helth=9"), "E400", 2, "did you mean health"),
    (("--compare", "race.orc.health=9"), "E400", 2, "no row 'orc'"),
    (("--compare", "rice.human.health=9"), "E400", 2, "did you mean race"),
    (("--compare", "race.human.health=much"), "E400", 2, "whole number"),
    (("--compare", "race.human=9"), "E400", 2, "TABLE.ROW.FIELD"),
    (("--compare", "race.human.health=-9"), "E400", 2, "the pack with race.human.health=-9: "),
    (("--compare", "gone.toml"), "E401", 2, "gone.toml"),
    (("--compare", "favor_cap=2", "--scan", "favor_cap=2,3"), "E400", 2, "twice"),
    (("--scan", "favor_cap"), "E400", 2, "NAME=A,B,C"),
    (("--set", "favor_cap=2"), "E400", 2, "constants.NAME"),
    (("--by", "rase"), "E312", 2, "race"),
    (("--lead", "race"), "E400", 2, "whole number"),
    (("--policy", "clever"), "E114", 2, "careful"),
    (("--csv", "--json"), "E400", 2, "one of"),
    (("--plot", "a.pdf"), "E400", 2, ".svg or .png"),
    (("--plot", "gone/a.svg"), "E403", 2, "no folder gone"),
])  # fmt: skip
def test_what_cannot_be_simulated_is_refused_before_play(
    words: tuple[str, ...], code: str, exit_code: int, says: str
) -> None:
    found = run("simulate", "tin_helm", "--games", 1, "--workers", 1, *words)
    assert says in refused(found, exit_code, code)


def test_a_scan_is_a_set_a_value(plug_in: str) -> None:
    found = simulated(plug_in, "--games", 5, "--scan", "constants.top=20,40", "--set",
                      "constants.food=60")  # fmt: skip
    assert [one["name"] for one in found["sets"]] == [
        "base", "constants.top=20", "constants.top=40",
    ]
    assert found["sets"][1]["changes"] == ["constants.food=60", "constants.top=20"]


@pytest.mark.thorough
def test_ctrl_c_leaves_the_figures_of_whole_games(here: Path) -> None:
    running = process("simulate", "tin_helm", "--games", 100000, "--workers", 2, "--json")
    from tests.tools.run import interrupted

    out, err = interrupted(running, here, delay=8)
    assert running.returncode == 130 and "interrupted" in err
    assert 0 < json.loads(out)["games"] < 100000


# ---- pictures ----


def test_without_matplotlib_a_picture_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    found = run("simulate", "tin_helm", "--games", 100000, "--plot", "a.svg")
    assert "ruleproof[plots]" in refused(found, 2, "E406") and not Path("a.svg").exists()


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")
def test_pictures_show_the_figures(plug_in: str, here: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("simulate", plug_in, "--games", 30, "--workers", 1, "--compare", "gusty=false", "-q")
    assert run(*words, "--plot", "a.svg", "--plot", "a.png").exit_code == 0
    assert run(*words, "--plot", "b.svg").exit_code == 0
    picture = Path("a.svg").read_text()
    assert picture == Path("b.svg").read_text()
    assert "gusty=false" in picture and "The stairs: 30 games a set" in picture
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img" and (root[0].text or "").startswith("The stairs: 30 games")
    assert ". gusty=false: won 1" in (root[1].text or "")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert "at" not in re.findall(r"<dc:date>(.*?)</dc:date>", picture)
