"""Games that break one point of the contract each: the stairs with one lie told in them."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.actions import Domain, Outcomes, Verb
from engine.definition import Definition
from engine.phases import Phase
from engine.state import State, StateType
from tests.games.mini import GAME, rules

BUSY = {"count": 0}


def verb_like(old: Verb, **changes: object) -> Verb:
    """A verb with its effect, legality, outcomes or domains replaced."""
    domains = changes.get("domains", old.domains)
    new = Verb(old.name, changes.get("effect", old.effect), domains, old.clause, old.needs,
               old.unordered)  # fmt: skip
    new.enabled = changes.get("enabled", old.enabled)
    new.chance = changes.get("chance", old.chance)
    return new


def with_verb(old: Verb, **changes: object) -> Definition:
    """The stairs with one verb changed."""
    lying = verb_like(old, **changes)
    return replace(GAME, verbs=tuple(lying if v is old else v for v in GAME.verbs))


def with_state(**methods: object) -> Definition:
    """The stairs with methods of the state replaced."""
    cls = StateType("Liar", (State,), dict(rules.Stairs.FIELDS))
    for name, method in methods.items():
        setattr(cls, name, method(cls))
    return replace(GAME, state=cls)


def with_row(name: str, **changes: object) -> tuple[Phase, ...]:
    """The rows with one changed."""
    return tuple(replace(p, **changes) if p.name == name else p for p in GAME.phases)


# ---- 1 ----

DESCENDING = with_verb(rules.climb, enabled=lambda state: [2, 1, 0])
TWICE = with_verb(rules.climb, enabled=lambda state: [0, 0])
NOTHING = replace(
    with_verb(rules.climb, enabled=lambda state: []),
    phases=with_row("turn", verbs=("climb",), quiet=""),
    verbs=tuple(
        verb_like(v, enabled=lambda state: []) if v is rules.climb else v
        for v in GAME.verbs if v is not rules.rest
    ),
)  # fmt: skip


def heavy() -> Outcomes:
    """A die whose weights are not in lowest terms."""
    found = Outcomes(range(6))
    found.weights = (2,) * 6
    return found


HEAVY_DIE = heavy()
HEAVY = with_verb(rules.blow, chance=lambda state: HEAVY_DIE)

# ---- 2 ----


def meddling(state: State) -> list[int]:
    """Looking at what is legal changes the state."""
    state.steps = (state.steps + 1) % 9
    return [0] if state.sips[state.climber] else []


MEDDLING = with_verb(rules.sip, enabled=meddling)
BOTTOMLESS = with_verb(rules.sip, enabled=lambda state: [0])

# ---- 3 ----


def counting(state: State, steps: int) -> None:
    """Climbs further the more games were played."""
    BUSY["count"] += 1
    rules.climb.effect(state, min(3, steps + BUSY["count"] % 2))


def drawing(state: State, steps: int) -> None:
    """Climbs by global chance."""
    rules.climb.effect(state, random.randint(1, 3))


def hashing(state: State, steps: int) -> None:
    """Climbs by the hash of a text, which each process has its own of."""
    rules.climb.effect(state, 1 + hash(f"step {steps} {state.food}") % 3)


COUNTING = with_verb(rules.climb, effect=counting)
DRAWING = with_verb(rules.climb, effect=drawing)
HASHING = with_verb(rules.climb, effect=hashing)

# ---- 4 and 5 ----


def sharing(cls: type[State]) -> Callable[[State], State]:
    """A clone that shares the heights."""
    honest = cls.clone

    def clone(state: State) -> State:
        copy = honest(state)
        copy.height = state.height
        return copy

    return clone


def forgetful(cls: type[State]) -> Callable[[State], bytes]:
    """An encoding that leaves the sips out."""
    honest = cls.encode

    def encode(state: State) -> bytes:
        copy = state.clone()
        copy.sips = [0] * len(copy.sips)
        return honest(copy)

    return encode


def remembering(state: State, steps: int) -> None:
    """Keeps a memory beside the state: every third climb of anybody is one step."""
    state.rules.pack.meta.setdefault("climbs", 0)
    state.rules.pack.meta["climbs"] += 1
    rules.climb.effect(state, 1 if state.rules.pack.meta["climbs"] % 3 == 0 else steps)


SHARING = with_state(clone=sharing)
FORGETFUL = with_state(encode=forgetful)
REMEMBERING = with_verb(rules.climb, effect=remembering)

# ---- 6 and 7 ----

SAME_WORDS = with_verb(
    rules.climb,
    domains=(Domain("steps", ("one", "one", "three")),),
    effect=lambda state, steps: rules.climb.effect(state, steps + 1),
)


def peeping(state: State) -> list[int]:
    """What a climber may do depends on what the others hold."""
    return [0] if state.sips[(state.climber + 1) % state.rules.players] % 2 else [0, 1]


def leaking(state: State, seat: int, shown: Mapping[str, object]) -> dict[str, object]:
    """Shows everybody's flask."""
    return {**shown, "all_sips": list(state.sips)}


def refilling(state: State, face: int) -> None:
    """The wind fills the climber's flask, into which nobody else looks; everybody sees the die."""
    state.steps, state.sips[state.climber] = 0, face


PEEPING = with_verb(rules.climb, enabled=peeping)
LEAKING = replace(GAME, observe=leaking)
BLABBING = with_verb(rules.blow, effect=refilling)

# ---- 8, 9, 11 ----


def fidget(state: State) -> None:
    """Nothing at all."""


FIDGETING = replace(
    with_verb(rules.sip, effect=fidget, enabled=lambda state: [0]),
)


def turning_back(state: State) -> None:
    """Sets the ply counter back."""
    state.ply -= 1


MISCOUNTING = with_verb(rules.rest, effect=turning_back)
ONE_FOR_ALL = replace(GAME, returns=lambda state: (1,) * (state.rules.players + 1))
NO_NUMBER = replace(GAME, returns=lambda state: (float("nan"),) * state.rules.players)


def jumping(state: State) -> None:
    """A free verb that leaves its row by itself."""
    rules.sip.effect(state)
    if state.height[state.climber] > 2:
        state.phase = 4


JUMPING = with_verb(rules.sip, effect=jumping)

# (point, liar, words of the fault that must be among those found)
LIARS = (
    ("U-01/legal_lists", DESCENDING, "is not ascending and distinct"),
    ("U-01/legal_lists", TWICE, "is not ascending and distinct"),
    ("U-01/legal_lists", NOTHING, "play fails"),
    ("U-01/legal_lists", HEAVY, "in lowest terms"),
    ("U-02/apply_obeys_legality", MEDDLING, "changed the state"),
    ("U-02/apply_obeys_legality", BOTTOMLESS, "legal 'sip' fails: FieldRange"),
    ("U-03/same_seed_same_game", COUNTING, "played again after another game it differs"),
    ("U-03/same_seed_same_game", DRAWING, "it differs"),
    ("U-04/clones_share_nothing", SHARING, "shares the mutable fields ['height']"),
    ("U-04/clones_share_nothing", SHARING, "changed while play went on"),
    ("U-05/encoding_is_complete", FORGETFUL, "leaves the digest as it was"),
    ("U-05/encoding_is_complete", REMEMBERING, "leads elsewhere"),
    ("U-06/one_text_a_code", SAME_WORDS, "both read 'climb one'"),
    ("U-07/unseen_makes_no_difference", PEEPING, "may do"),
    ("U-07/unseen_makes_no_difference", LEAKING, "is shown ['all_sips'] otherwise"),
    ("U-07/unseen_makes_no_difference", BLABBING, "but row gust is not `secret`"),
    ("U-08/play_has_a_limit", FIDGETING, "comes back to the same position by: sip"),
    ("U-08/play_has_a_limit", MISCOUNTING, "plies were played, the state counts"),
    ("U-09/returns_and_ends", ONE_FOR_ALL, "2 returns for 1 players"),
    ("U-09/returns_and_ends", NO_NUMBER, "return nan is no finite number"),
    ("U-10/replays_are_exact", REMEMBERING, "differs"),
    ("U-11/exits_are_declared", JUMPING, "exits lead to turn, not"),
)
