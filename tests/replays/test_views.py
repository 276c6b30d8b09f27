"""A seat's view of a game: it says what it is, and holds nothing that the seat cannot see."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import compress, islice

import pytest

from engine import registry
from engine.game import Game
from engine.play import Step, play, walk
from engine.policies import named
from engine.rng import game_seed
from engine.state import State
from properties.unseen import Part, hidden
from replays import notation
from replays.entries import replay_of
from replays.errors import ViewOnly
from replays.reader import loader
from replays.recorder import header_for
from replays.view import Viewer, view_head, view_of

HIDING = ("henchling", "necrohamster")
SEED = "shake:secret"
FOLLOWED = 40  # plies that two games alike are followed
WHOLE_EVERY = 50  # one game of so many is exported once more, as the command does
# Zones of which a seat does not know what lies there, its own hand apart.
ZONES = {"henchling": ("hands", "pool", "down", "bottom"), "necrohamster": ()}
TABLE = {"henchling": "cards", "necrohamster": "creature"}
# What shows a card of a hand before it leaves it: it is played when all its targets are named.
SHOWING = ("play_card",)
PARTS: dict[tuple[object, ...], list[Part]] = {}


def view_text(game: Game, codes: Sequence[int], seat: int, form: str = "ndjson") -> str:
    """The export for a seat."""
    header = header_for(game, seed=SEED, policy="careful")
    return notation.written(form, view_head(game, header, seat), view_of(game, codes, seat))


@pytest.mark.parametrize("form", notation.FORMS)
def test_a_view_says_what_it_is_and_is_no_replay(form: str) -> None:
    game = registry.load("henchling")
    codes = play(game, "shake:1", named(game, "careful"), plies=12).codes
    text = view_text(game, codes, 1, form)
    assert "view_of" in text and (form != "text" or text.startswith("# A view: what seat 1"))
    with pytest.raises(ViewOnly, match="seat 1"):
        replay_of(*notation.parsed(text), loader())


def test_a_view_tells_what_the_seat_does_and_sees() -> None:
    game = registry.load("necrohamster")
    codes = play(game, "shake:3/0", named(game, "careful")).codes
    states = [game.initial(), *(step.after for step in walk(game, codes))]
    entries = list(view_of(game, codes, 0))
    own = [game.text(code) for code, state in zip(codes, states, strict=False)
           if game.current_player(state) == 0]  # fmt: skip
    assert [e["action"] for e in entries if e.get("player") == 0] == own
    shown: dict[str, object] = {}
    for entry in entries:
        shown |= entry.get("shown", {})  # type: ignore[arg-type]
    last = game.observation(states[-1], 0)
    assert {key: shown[key] for key in last} == last, "the changes add up to what is seen"
    assert entries[-1]["reason"] == game.end_reason(states[-1])
    hidden_ones = [e for e in entries if e.get("hidden")]
    assert hidden_ones and not any("action" in entry for entry in hidden_ones)
    assert not any("ply" in entry or "witness" in entry for entry in entries)


def test_a_game_without_secrets_is_seen_whole() -> None:
    game = registry.load("tin_helm")
    codes = play(game, "shake:1", named(game, "careful")).codes
    texts = [entry["action"] for entry in view_of(game, codes, 0) if "action" in entry]
    assert texts == [game.text(code) for code in codes]


def test_a_game_that_stops_in_a_blind_choice_tells_nothing_of_it() -> None:
    game = registry.load("necrohamster", players=3)
    codes = play(game, "shake:7", named(game, "uniform"), plies=70).codes
    states = [game.initial(), *(step.after for step in walk(game, codes))]
    longer = 0
    for seat in range(3):
        begun, told, chooser = 0, "", -1
        for at, state in enumerate(states):
            player, blind = game.current_player(state), bool(game.row(state).phase.shown)
            if not (blind and player == chooser):  # a choice begins, or was made
                begun, told = at, view_text(game, codes[:at], seat) if blind else ""
            elif player != seat:
                longer += 1
                assert view_text(game, codes[:at], seat) == told, f"seat {seat}: {begun}, {at}"
            chooser = player if blind else -1
    assert longer > 15


# ---- no hidden card in the bytes ----


def unknown(game: Game, state: State, seat: int) -> set[int]:
    """The cards (kinds, where cards are alike) that lie only where a seat cannot look."""
    table, zones = TABLE[game.name], ZONES[game.name]
    parts = [part for part in unseen(game, state, seat) if part.kind.names == table]
    if zones:
        held = [part.members(state) or [] for part in parts if part.key in zones]
        return {card for cards in held for card in cards}
    out = {(part.key, part.entry) for part in parts}
    seen: set[int] = set()
    for key, kind in state.FIELDS:
        if kind.names != table or (key, None) in out:
            continue
        value = getattr(state, key)
        for entry, row in enumerate(value if isinstance(value, list) else [value]):
            if (key, entry) not in out:
                seen.update(compress(range(256), row) if isinstance(row, bytearray) else (row,))
    return set(range(len(game.rules.names[table]))) - seen


def unseen(game: Game, state: State, seat: int) -> list[Part]:
    """`hidden`, which a row and who acts decide, kept."""
    place = (game.name, game.players, state.phase, game.current_player(state), seat)
    if place not in PARTS:
        PARTS[place] = hidden(game, state, seat)
    return PARTS[place]


class Watched:
    """A seat's view as a game goes on, with the cards that the seat has not seen till then."""

    def __init__(self, game: Game, seat: int) -> None:
        state = game.initial()
        self.game, self.seat = game, seat
        self.viewer = Viewer(game, state, seat)
        self.never = unknown(game, state, seat)
        self.names = game.rules.names[TABLE[game.name]]
        self.forks: dict[int, Viewer] = {}  # by ply that the seat does not see: as it was before
        header = header_for(game, seed=SEED, policy="careful")
        first = [self.viewer.first()]
        self.text = notation.written("ndjson", view_head(game, header, seat), first)
        assert json.loads(self.text.partition("\n")[0])["view_of"] == seat, "it says that it is one"
        assert SEED not in self.text
        self._search(self.text.partition("\n")[2])

    def see(self, step: Step) -> None:
        """One ply on: what it adds holds no card that the seat has never seen."""
        if not sees(self.game, step.before, self.seat):
            self.forks[step.ply] = copy(self.viewer)
        added = lines(self.viewer.ply(step))
        self.never &= unknown(self.game, step.after, self.seat)
        if step.verb in SHOWING:
            self.never -= {self.names.index(word) for word in step.text.split()[1:]}
        self._search(added)
        self.text += added

    def whole(self, state: State) -> str:
        """The file, if the game stops at this position."""
        added = lines(copy(self.viewer).last(state))
        self._search(added)
        return self.text + added

    def _search(self, text: str) -> None:
        found = {self.names[card] for card in self.never}.intersection(re.findall(r"[\w-]+", text))
        assert not found, f"seat {self.seat}, who never saw it, is told of {found}"


def lines(entries: Iterator[dict[str, object]]) -> str:
    """Entries as the file has them."""
    return notation.written("ndjson", {}, entries).partition("\n")[2]


def sees(game: Game, state: State, seat: int) -> bool:
    """Whether the seat sees what is done next."""
    return game.current_player(state) == seat or game.sees(state, seat)


# ---- equal bytes for games that differ only in what a seat cannot see ----


def blind(game: Game, state: State, seat: int, player: int) -> bool:
    """Whether a seat's blind choice goes on here."""
    going = game.current_player(state) == player >= 0 and not sees(game, state, seat)
    return going and bool(game.row(state).phase.shown)


def alike(
    game: Game, codes: Sequence[int], states: Sequence[State], seat: int, at: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Games that part at ply `at` in what the seat cannot see, as far as it cannot tell them."""
    player = game.current_player(states[at])
    end = at + 1
    while end < len(codes) and blind(game, states[end], seat, player):
        end += 1
    for other in game.legal_actions(states[at]):
        if other == codes[at]:
            continue
        state, line = states[at].clone(), [*codes[:at], other]
        game.apply_unchecked(state, other)
        while blind(game, state, seat, player):
            line.append(game.quiet(state, game.legal_actions(state)))
            game.apply_unchecked(state, line[-1])
        upto = end
        while (
            game.observation(states[upto], seat) == game.observation(state, seat)
            and upto < end + FOLLOWED
        ):
            best = (list(codes[:upto]), list(line))
            legal = game.legal_actions(state)
            mine = game.current_player(state) == seat
            if upto == len(codes) or codes[upto] not in legal:
                yield best
                break
            if mine and legal != game.legal_actions(states[upto]):
                raise AssertionError("a seat's choices tell it what it cannot see")
            line.append(codes[upto])
            game.apply_unchecked(state, codes[upto])
            upto += 1
        else:
            if upto > end:
                yield best


def rest(game: Game, start: State, codes: Sequence[int], viewer: Viewer) -> str:
    """What a view goes on with from a position; the viewer itself stays where it is."""
    viewer, text, state = copy(viewer), "", start
    for step in walk(game, codes, start):
        text += lines(viewer.ply(step))
        state = step.after
    return text + lines(viewer.last(state))


def compared(
    watched: Watched, codes: Sequence[int], states: Sequence[State], pairs: int, skip: int
) -> int:
    """How many pairs that part at so many of the plies a seat does not see were told alike.

    Both games of a pair begin with the same plies, so that their files do: the rest is compared.
    """
    game, seat, found = watched.game, watched.seat, 0
    hide = list(watched.forks)
    for at in hide[skip :: max(len(hide) // pairs, 1)]:
        for one, other in islice(alike(game, codes, states, seat, at), 1):
            assert one != other and one[:at] == other[:at]
            start, viewer = states[at], watched.forks[at]
            told = [rest(game, start, line[at:], viewer) for line in (one, other)]
            assert told[0] == told[1], f"seat {seat} can tell {one[at:]} from {other[at:]}"
            found += 1
    return found


# ---- over many games ----


def judged(
    name: str, games: int, seats: int, pairs: int, players: Sequence[int] = (2,),
    plies: int | None = None,
) -> Counter[str]:  # fmt: skip
    """What was looked at in so many games, each gone through once for `seats` of its seats in turn.

    `views` were written, `cards` searched for in them, `pairs` compared.
    """
    found: Counter[str] = Counter()
    loaded = {count: registry.load(name, players=count) for count in players}
    for index in range(games):
        game = loaded[players[index % len(players)]]
        policy = named(game, "mixed" if index % 2 else "careful")
        codes = play(game, game_seed("shake:view", index), policy, plies=plies).codes
        turn = index // len(players) % game.players
        chosen = [(turn + more) % game.players for more in range(min(seats, game.players))]
        watched = [Watched(game, seat) for seat in chosen]
        states = [game.initial()]
        for step in walk(game, codes, checked=False):
            states.append(step.after)
            for one in watched:
                one.see(step)
            if step.ply == len(codes) // 8:
                found["cards"] += sum(len(one.never) for one in watched)
        for one in watched:
            text = one.whole(states[-1])
            assert index % WHOLE_EVERY or text == view_text(game, codes, one.seat)
            found += Counter(views=1, cards=len(one.never), plies=len(codes),
                             bytes=len(text.encode()),
                             pairs=compared(one, codes, states, pairs, index % 7))  # fmt: skip
    return found


@pytest.mark.parametrize("name", HIDING)
def test_a_view_holds_nothing_the_seat_cannot_see(name: str) -> None:
    found = judged(name, 2, 2, 2, plies=50)
    assert found["cards"] > 20 and found["pairs"] > 2 and found["views"] == 4


def test_a_view_that_showed_too_much_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("necrohamster")
    codes = play(game, game_seed("shake:view", 0), named(game, "careful"), plies=30).codes
    steps = list(walk(game, codes))
    states = [steps[0].before, *(step.after for step in steps)]
    at = next(n for n, state in enumerate(states) if not sees(game, state, 0))
    one, other = next(alike(game, codes, states, 0, at))
    viewer = Viewer(game, states[0], 0)
    for step in steps[:at]:
        list(viewer.ply(step))
    assert rest(game, states[at], one[at:], viewer) == rest(game, states[at], other[at:], viewer)
    assert view_text(game, one, 0) == view_text(game, other, 0)
    monkeypatch.setattr(Game, "sees", lambda self, state, player: True)
    assert rest(game, states[at], one[at:], viewer) != rest(game, states[at], other[at:], viewer)
    watched = Watched(game, 0)
    with pytest.raises(AssertionError, match="never saw it"):
        for step in steps:
            watched.see(step)


@pytest.mark.thorough
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", HIDING)
def test_a_thousand_games_hold_nothing_a_seat_cannot_see(name: str) -> None:
    found = judged(name, 1000, 1, 2, (2, 3, 4))
    assert found["views"] == 1000
    assert found["cards"] > 5000 and found["pairs"] > 1000
