"""A level's end, the game's end, the score (6.0, 7.0, 7.1)."""

from __future__ import annotations

from engine.events import Happening
from engine.games.tin_helm.state import TinHelm
from properties.history import History
from properties.invariant import Verdict, event_invariant, final_invariant, step_invariant
from properties.tin_helm.book import ROOMS_A_LEVEL, SHARDS_TO_WIN, book
from properties.tin_helm.ledger import Turn, event_check, opened

ENDS = ("won", "died", "corrupted")
REPLAYED_EVERY = 8
# What may change from level.ended to level.started.
LEVEL_END = ("level", "food", "health", "unseen", "used", "rooms", "phase")


# --- 6.0 ------------------------------------------------------------------------------------


@event_check("THI-15", "TH-LEVEL-03", "TH-OVER-03", kinds=("level.ended",))
def a_level_ends_after_six_rooms(h: Happening, now: TinHelm, past: History) -> Verdict:
    """A level ends when its six rooms are done, below level five, with the game not over."""
    lasts = now.shards < SHARDS_TO_WIN and now.health > 0 and now.level < book(now.rules).levels
    return lasts and now.rooms == ROOMS_A_LEVEL and h.num("level") == now.level


@event_check("THI-15", "TH-LEVEL-03", "TH-OBJ-02", kinds=("room.ended",))
def the_sixth_room_ends_the_level(h: Happening, now: TinHelm, past: History) -> Verdict:
    """After the sixth room the level ends, or at level five the game; after others neither."""
    after = past.next
    kind = "" if after is None else after.kind
    if h.num("rooms_done") != ROOMS_A_LEVEL:
        return kind == ""
    return kind == ("level.ended" if now.level < book(now.rules).levels else "game.over")


@event_check("THI-16", "TH-END-01", "TH-END-02", "TH-END-05", "TH-END-06", kinds=("level.ended",))
def the_steps_of_a_level_end_are_in_order(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Meeple, then food or hunger, then shuffle and the new level, in one ply; or starvation."""
    kinds = [event.kind for event in past.rest()]
    if len(kinds) < 2 or kinds[0] != "meeple.moved" or kinds[1] not in ("hero.fed", "hero.starved"):
        return f"level.ended, then {kinds}"
    dead = past.rest()[1].kind == "hero.starved" and past.rest()[1].num("left") == 0
    rest = ["game.over", "score.tallied"] if dead else ["deck.shuffled", "level.started"]
    return kinds[2:] == rest or f"level.ended, then {kinds}"


@event_check("THI-16", "TH-END-02", kinds=("meeple.moved",))
def the_meeple_moves_one_level(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The meeple moves from the level it stands on to the next."""
    before = past.previous
    fits = before is not None and before.kind == "level.ended"
    return fits and h.num("from") == now.level and h.num("to") == now.level + 1


@event_check("THI-17", "TH-END-03", "TH-END-04", kinds=("meeple.moved",))
def who_has_food_is_fed(h: Happening, now: TinHelm, past: History) -> Verdict:
    """With food in hand the hero is fed, without any the hero starves."""
    after = past.next
    return after is not None and after.kind == ("hero.fed" if now.food else "hero.starved")


@event_check("THI-17", "TH-END-03", kinds=("hero.fed",))
def feeding_takes_one_food(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Feeding takes one food and raises nothing."""
    return now.food >= 1 and h.num("left") == now.food - 1


@event_check("THI-18", "TH-END-04", "TH-ITEM-16", kinds=("hero.starved",))
def hunger_costs_three_health(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Hunger costs 3 health, less starve_reduce, to 0 at least."""
    cards = book(now.rules)
    reduced = min(cards.starve, cards.mods(now).starve)
    asked = cards.starve - reduced
    lost = min(asked, now.health)
    expected = (asked, lost, now.health - lost, reduced)
    told = tuple(h.num(fact) for fact in ("asked", "lost", "left", "reduced"))
    return now.food == 0 and (told == expected or f"{h}: expected {expected}")


@event_check("THI-46", "TH-END-07", "TH-LEVEL-01", "TH-LEVEL-04", kinds=("level.started",))
def all_else_carries_over(h: Happening, now: TinHelm, past: History) -> Verdict:
    """From a level to the next only level, food or health, pile and rooms done differ."""
    left = opened(past).memory.level_left
    if left is None:
        return None
    moved = [name for name, _ in now.FIELDS
             if name not in LEVEL_END and getattr(now, name) != getattr(left, name)]  # fmt: skip
    if moved:
        return f"{', '.join(moved)} changed between two levels"
    fed = (left.food - now.food, left.health - now.health)
    return fed == (1, 0) if left.food else fed[0] == 0


# --- 7.0 ------------------------------------------------------------------------------------


@event_check("THI-36", "TH-OVER-02", "TH-ICON-04", "TH-FOOD-03", "TH-COMBAT-21", "TH-END-05",
             kinds=("trap.sprung", "stat.lost", "enemy.damage", "hero.starved", "offer.accepted"))
def death_comes_at_once(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The event after the one that takes the last health is game.over(died)."""
    if h.kind == "offer.accepted":
        lost, hits = h.num("paid"), h.num("stat") == 0
    else:
        lost = h.num("lost")
        hits = h.kind in ("enemy.damage", "hero.starved") or h.num("stat") == 0
    if not hits or now.health - lost > 0:
        return None
    after = past.next
    if after is not None and after.kind == "game.over" and after.word("reason") == "died":
        return True
    return f"{h}, then {after}"


@event_check("THI-37", "TH-SHARD-01", "TH-OBJ-01", "TH-OVER-01", kinds=("shard.gained",))
def the_third_shard_wins_at_once(h: Happening, now: TinHelm, past: History) -> Verdict:
    """The event after the third shard is game.over(won); after another shard it is not."""
    after = past.next
    over = after is not None and after.kind == "game.over" and after.word("reason") == "won"
    return over == (h.num("total") == SHARDS_TO_WIN)


@event_check("THI-37", "TH-OBJ-01", "TH-OVER-01", "TH-OVER-02", "TH-OVER-03", "TH-OBJ-02",
             kinds=("game.over",))  # fmt: skip
def each_ending_has_its_reason(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Won with three shards, died without health, corrupted after six rooms of level five."""
    won, dead = now.shards == SHARDS_TO_WIN, now.health == 0
    late = now.rooms == ROOMS_A_LEVEL and now.level == book(now.rules).levels
    reason = h.word("reason")
    expected = {"won": won and not dead, "died": dead and not won, "corrupted": late}
    return expected[reason] and (reason != "corrupted" or not (won or dead))


@event_invariant("THI-35", "TH-OVER-05", "TH-OVER-01", "TH-OVER-04", kinds=("game.over",))
def only_the_score_follows_the_end(happening: Happening, past: History) -> Verdict:
    """Nothing but one tally of the score follows the end."""
    return [event.kind for event in past.rest()] == ["score.tallied"]


@event_invariant("THI-35", "TH-OVER-04", "TH-OVER-05", kinds=("score.tallied",))
def the_score_follows_the_end(happening: Happening, past: History) -> Verdict:
    """The score is tallied once, right after the end."""
    before = past.previous
    return before is not None and before.kind == "game.over"


@step_invariant("THI-35", "TH-OVER-05", "TH-OVER-01")
def nobody_acts_after_the_end(step: Turn) -> Verdict:
    """Whatever is done is done before the end, by somebody who could choose it."""
    return step.code in step.legal and not step.game.rows[step.before.phase].end


@final_invariant("THI-35", "TH-OVER-05")
def nothing_is_legal_after_the_end(state: TinHelm, past: History) -> Verdict:
    """The legal list is empty, and the end reason is one of the three."""
    game = past.game
    return game.legal_actions(state) == [] and game.end_reason(state) in ENDS


@final_invariant("THI-37", "TH-OVER-01", "TH-OVER-02", "TH-OVER-03")
def the_end_row_is_the_reason(state: TinHelm, past: History) -> Verdict:
    """The row where play ends is the reason told."""
    over = past.last.get("game.over")
    return None if over is None else past.game.end_reason(state) == over.word("reason")


@final_invariant("THI-44", "TH-LEVEL-02", "TH-COMBAT-23")
def an_end_is_no_limit(state: TinHelm, past: History) -> Verdict:
    """An end is one of the three of the rulebook, reached within thirty rooms."""
    return past.counts.get("room.created", 0) <= book(state.rules).levels * ROOMS_A_LEVEL


# --- 7.1 ------------------------------------------------------------------------------------


def _score(state: TinHelm) -> tuple[int, int, int, int]:
    """The four terms of the score."""
    rest = state.health + state.energy + state.food
    return 10 * state.shards, 2 * state.favor, rest, -2 * state.level


@event_check("THI-39", "TH-SCORE-01", "TH-SCORE-02", "TH-SCORE-03", "TH-SCORE-04", "TH-SCORE-05",
             kinds=("score.tallied",))  # fmt: skip
def the_tally_is_the_formula(h: Happening, now: TinHelm, past: History) -> Verdict:
    """Ten a shard, two a favor, one for health, energy and food, less two a level."""
    terms = _score(now)
    told = tuple(h.num(fact) for fact in ("shards", "favor", "rest", "level", "total"))
    expected = (*terms, sum(terms))
    return True if told == expected else f"{h}: expected {expected}"


@final_invariant("THI-39", "TH-SCORE-05", "TH-OVER-04")
def the_return_is_the_score(state: TinHelm, past: History) -> Verdict:
    """The game's return is the score of the final position."""
    return past.game.returns(state) == (sum(_score(state)),)


@final_invariant("THI-43", "TH-ERR-07", whole=True)
def the_log_alone_repeats_the_game(state: TinHelm, past: History) -> Verdict:
    """Applying the codes again from the start leads to the same position; in one game of eight."""
    if len(past.codes) % REPLAYED_EVERY:
        return None
    twin = past.game.initial()
    for code in past.codes:
        past.game.apply_unchecked(twin, code)
    return twin.encode() == state.encode()
