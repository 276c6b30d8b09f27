"""The Necrohamster by clause, in action text: what the scenario files do not show."""

import pytest

from engine.content import overlay
from engine.errors import ContentError, OptionError
from engine.game import CHANCE, Game
from engine.games.necrohamster import GAME
from engine.games.necrohamster.components import CONTINUOUS
from engine.games.necrohamster.scoring import points
from engine.play import opening, play, walk
from engine.policies import named, names
from engine.rng import game_seed

BLIND = ("commit", "pay")


def game(content=None, **options):
    return Game(GAME, options, content)


def standing(necro, row, **fields):
    """A position in a row, from words; every other card is in the deck."""
    state = necro.blank()
    kinds = dict(GAME.state.FIELDS)
    state.marker = 0
    for key, word in fields.items():
        setattr(state, key, kinds[key].parse(word, necro.rules.names))
    for pile in (*state.hands, *state.areas, *state.waiting, state.discards):
        for kind, count in enumerate(pile):
            state.deck[kind] -= count
    necro.enter(state, next(r for r in necro.rows if r.name == row))
    return state


def after(necro, state, *texts):
    for text in texts:
        necro.apply(state, necro.code(text))
    return state


HANDS = [
    {"zombie_mouse": 1, "zombie_boar": 2, "skeleton_whale": 2},
    {"zombie_frog": 1, "spirit_owl": 2, "skeleton_ram": 2},
]

# ---- what is hidden (NH-SUMMON-01, NH-SETUP-05) ----


def test_hands_and_deck_are_sizes():
    """NH-SETUP-05: a seat sees its own hand, of the others and of the deck how many cards."""
    necro = game()
    seen = necro.observation(standing(necro, "commit", hands=HANDS), 1)
    assert seen["hands"] == {"own": HANDS[1], "sizes": [5, 5, 0, 0]}
    assert seen["deck"] == 74
    assert seen["discards"] == {}


@pytest.mark.parametrize(
    "commit",
    [
        ("pass_round",),
        ("summon zombie_mouse", "pay_with zombie_boar"),
        ("summon zombie_boar", *["pay_with zombie_mouse", "pay_with zombie_boar"],
         *["pay_with skeleton_whale"] * 2),
    ],
)  # fmt: skip
def test_a_commit_tells_the_others_nothing(commit):
    """NH-SUMMON-01: neither the card nor the payment, nor by the row how far it has come."""
    necro = game()
    state = standing(necro, "commit", hands=HANDS)
    before = necro.observation(state, 1)
    for text in commit[:-1]:
        after(necro, state, text)
        assert necro.observation(state, 1) == before
        assert not necro.sees(state, 1)
        assert necro.sees(state, 0)
    seen = necro.observation(after(necro, state, commit[-1]), 1)
    assert seen == before | {"player": 1, "turn": 1}
    assert (seen["commit"], seen["paid"]) == ({"own": "none"}, {"own": {}})


def test_the_reveal_shows_all():
    """NH-SUMMON-01, NH-SUMMON-06: afterwards everybody sees what was summoned and paid."""
    necro = game()
    state = standing(necro, "commit", hands=HANDS)
    after(necro, state, "pass_round", "summon spirit_owl", "pay_with spirit_owl",
          "pay_with skeleton_ram")  # fmt: skip
    seen = necro.observation(state, 0)
    assert seen["areas"] == [{}, {"spirit_owl": 1}, {}, {}]
    assert seen["discards"] == {"spirit_owl": 1, "skeleton_ram": 1}
    assert seen["commit"] == {"own": "none"}


def test_only_the_drawer_sees_a_draw():
    """A card dealt or drawn is known to its owner alone; a random discard to everybody."""
    necro = game(players=3)
    seats = {}
    played = play(necro, "shake:necro", named(necro, "uniform"))
    for step in walk(necro, played.codes):
        seats.setdefault(step.row, set()).add(sum(necro.sees(step.before, s) for s in range(3)))
    assert {row for row, count in seats.items() if count == {1}} == {"deal", "draw", *BLIND}
    assert all(count == {3} for row, count in seats.items() if row not in ("deal", "draw", *BLIND))


def test_a_draw_is_weighted_by_what_is_left():
    """Outcomes are designs, weighted by the copies nobody has seen."""
    necro = game()
    state = standing(necro, "round", round=1, marker=1, hands=HANDS)
    assert necro.current_player(state) == CHANCE
    weights = {necro.text(code): weight for code, weight in necro.chance_outcomes(state)}
    assert (weights["draw zombie_mouse"], weights["draw skeleton_whale"]) == (7, 3)
    assert sum(weights.values()) == 74


# ---- set-up and options ----


def test_the_opening_names_the_rulings():
    """NH-SETUP-08, NH-END-01, NH-TIE-01: what is in force stands in the first event."""
    _, events = opening(game(eighth_mode="in_play", creatures_in_use="all-spirit_cat"))
    facts = events[0].facts()
    assert (facts["eighth_mode"], facts["tie_mode"], facts["cards"]) == ("in_play", "in_area", 79)
    assert "spirit_cat" not in facts["designs"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 1}, r"players = 1 is outside its domain; a whole number 2\.\.4"),
        ({"players": 5}, r"players = 5 is outside its domain"),
        ({"creatures_in_use": "all-spirit_cow"}, "no 'spirit_cow' to leave out; did you mean"),
        ({"creatures_in_use": "all-zombie_mouse-spirit_cat"}, "outside its domain"),
        ({"creatures_in_use": "-".join(["all", *sorted(GAME.reference.ids("creature"))[:-1]])},
         "leaves 8 cards; 2 players need 16"),
    ],
)  # fmt: skip
def test_a_setup_that_cannot_be_is_refused(options, said):
    """NH-SETUP-10: two to four players, and cards for them."""
    with pytest.raises(OptionError, match=said):
        game(**options)


def pack(**rows):
    return overlay(GAME.reference, rows, GAME.name, GAME.schema)


def creature(ident, **fields):
    return {"creature": [{"id": ident, **fields}]}


def ability(kind, *effects):
    return {"kind": kind, "effects": list(effects)}


DRAW = {"op": "draw", "n": 1}
NEW = {"type": "zombie", "cost": 1, "points": 1, "copies": 1, "ability": ability("none")}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (creature("zombie_hound", type="ghost"), "'ghost' is none of skeleton, spirit, zombie"),
        (creature("cow", **NEW), "cow: field 'name' is missing"),
        (creature("cow", name="Cow", **{k: v for k, v in NEW.items() if k != "cost"}),
         "field 'cost' is missing"),
        (creature("cow", name="Zombie Frog", **NEW), "is named 'Zombie Frog' as zombie_frog"),
        (creature("zombie_hound", ability=ability("instant", {"op": "immune_attack"})),
         "op 'immune_attack' does not fit an ability of kind 'instant'"),
        (creature("zombie_hound", ability=ability("none", DRAW)), "kind 'none' with effects"),
        (creature("zombie_hound", ability=ability("instant")), "kind 'instant' with effects"),
        (creature("zombie_hound", ability=ability("instant", {"op": "heal"})), "unknown op 'heal'"),
        (creature("zombie_mouse", cost=2), "cost is 2; printed is 1"),
        (creature("spirit_cat", ability=ability("instant", DRAW)),
         r"its artefact is \['devils_trident'\], but its ability gains \[\]"),
        ({"artefact": [{"id": "bell", "name": "Bell", "points": 1, "ability": ability("none")}]},
         "no creature is tied to it"),
        ({"artefact": [{"id": "warding_lantern", "cost": 1}]}, "unknown field 'cost'"),
        ({"artefact": [{"id": "warding_lantern", "ability": ability("instant", DRAW)}]},
         "an artefact is not played"),
        ({"artefact": [{"id": "devils_trident", "points": 2}]}, "points is 2; printed is 1"),
        ({"title": [{"id": "lord_of_beasts", "points": 6}]}, "points is 6; printed is 7"),
        ({"title": [{"id": "relic_warden",
                     "needs": [{"zone": "artefacts", "min": 1, "type": "spirit"}]}]},
         "artefacts have no type"),
        ({"title": [{"id": "relic_warden", "needs": [{"zone": "deck", "min": 1}]}]}, "'deck'"),
    ],
)  # fmt: skip
def test_a_pack_that_does_not_fit_is_refused(rows, said):
    """NH-CARD-01 to -06, NH-TYPE-01, NH-ART-01: what every card must say."""
    with pytest.raises(ContentError, match=said):
        pack(**rows)


def test_too_few_titles_for_the_players():
    """NH-SETUP-10: four titles are enough for three players, not for four."""
    data = dict(GAME.reference.data)
    few = type(GAME.reference)({**data, "title": GAME.reference.rows_of("title")[:4]}, "few")
    assert game(few, players=3).rules.titles_out == 4
    with pytest.raises(OptionError, match="lays out 5 titles, and the content has 4"):
        game(few, players=4)


# ---- what no single case shows ----


def test_costs_are_never_below_zero():
    """NH-SUMMON-04: printed cost and all modifiers, at least zero."""
    rules = game().rules
    ram = [0] * len(rules.mods)
    assert rules.costs(tuple(ram)) == rules.printed
    cheap = rules.costs((9,))
    kinds = rules.names["creature"]
    assert cheap[kinds.index("skeleton_rat")] == 0
    assert cheap[kinds.index("spirit_cat")] == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_policy_plays_to_an_end(players):
    """NH-END-01, NH-END-03: one winner or some who share; points as the table shows them."""
    necro = game(players=players)
    for name in names(necro):
        if name == "quiet":
            continue
        for number in range(3):
            played = play(necro, game_seed("shake:ends", number), named(necro, name))
            totals = [points(played.state, seat) for seat in range(players)]
            won = [seat for seat, value in enumerate(necro.returns(played.state)) if value]
            assert played.reason == "finished"
            assert max(played.state.count) >= 8
            assert won and all(totals[seat] == max(totals) for seat in won)


def test_passing_for_ever_is_stopped():
    """NH-SUMMON-02: rounds_max rounds in which nobody summons, and nobody has won."""
    necro = game(rounds_max=4)
    played = play(necro, "shake:pass", named(necro, "quiet"))
    assert (played.reason, played.state.round) == ("unfinished", 4)
    assert necro.returns(played.state) == (0, 0)
    assert sum(map(sum, played.state.hands)) == 2 * 5 + 3 * 6


def test_what_waits_is_continuous_and_only_until_its_slot():
    """NH-ABIL-02: nothing waits outside the round in which it was summoned."""
    necro = game(players=4)
    waited = 0
    for number in range(10):
        for step in walk(necro, play(necro, game_seed("shake:w", number),
                                     named(necro, "mixed")).codes):  # fmt: skip
            waiting = [k for pile in step.after.waiting for k, n in enumerate(pile) if n]
            waited += len(waiting)
            assert all(necro.rules.kind_of[kind] == CONTINUOUS for kind in waiting)
            if necro.row_name(step.after) in ("commit", "pay") or step.after.turn == 4:
                assert not waiting
    assert waited


def test_seats_turned_with_the_marker_turn_the_game():
    """NH-TITLE-03: only the marker makes a difference between seats."""
    necro = game(players=3)
    hands = [{"zombie_mouse": 2, "zombie_frog": 1}, {"spirit_moth": 2}, {"skeleton_rat": 2}]
    commits = ["summon zombie_frog"], ["summon spirit_moth", "pay_with spirit_moth"], ["pass_round"]
    ends = []
    for turned in range(3):
        seats = [(seat - turned) % 3 for seat in range(3)]
        state = standing(necro, "commit", hands=[hands[seat] for seat in seats], marker=turned)
        for commit in commits:
            after(necro, state, *commit)
        after(necro, state, "draw zombie_boar", "draw zombie_bear", "draw zombie_bear")
        ends.append([(state.areas[(s + turned) % 3], state.hands[(s + turned) % 3],
                      state.count[(s + turned) % 3]) for s in range(3)])  # fmt: skip
    assert ends[0] == ends[1] == ends[2]
