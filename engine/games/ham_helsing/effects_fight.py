"""Effects of a fight with the Villain, steps 3 to 8, and its rewards (Fighting the Villain)."""

from __future__ import annotations

from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.agenda import (
    BLOW,
    CHECK,
    COLOUR,
    FIGHT_OVER,
    HURT,
    PAY,
    POWER,
    RAISE,
    REWARD,
)
from engine.games.ham_helsing.components import (
    CARDS,
    KATANA_COLOUR,
    NONE,
    PLACES,
    POWER_FACE,
    REROLL,
)
from engine.games.ham_helsing.components_cards import Fx
from engine.games.ham_helsing.components_causes import (
    MONEY_REWARD,
    MONEY_VILLAIN,
    REWARD_HEAL,
    SCARE_REWARD,
    SKILL_REWARD,
    VILLAIN_DIE,
    VILLAIN_POWER,
)
from engine.games.ham_helsing.effects_minions import owe_scares
from engine.games.ham_helsing.effects_tracks import change_money, change_skill, gain_health
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import is_last_round, open_icons, skill_room, zone
from engine.zones import Task

# --- dice (HH-VFIGHT-06 to -12) --------------------------------------------------------------


def damage_of(face: int) -> int:
    """Damage symbols of a face (HH-VFIGHT-09)."""
    return face - 3 if 4 <= face < POWER_FACE else 0


def blocks_kept(state: HamHelsing) -> list[int]:
    """Dice that show a block which is not ignored."""
    return [die for die in (0, 1)
            if 0 <= state.dice[die] < 4 and not state.ignored >> die & 1]  # fmt: skip


def reroll_icons(state: HamHelsing) -> list[int]:
    """Reroll icons of the pool, as card and place: of cards in play alone, since none is played
    between the steps of a fight (HH-PLAY-09, HH-VFIGHT-12)."""
    played = state.played[zone(state)]
    return [at for at, kind in open_icons(state)
            if kind == REROLL and played >> at // PLACES & 1]  # fmt: skip


def may_reroll(state: HamHelsing, task: Task) -> bool:
    """A reroll icon or a text allows it (HH-ICON-11)."""
    return bool(state.bones and state.boned != 3) or bool(reroll_icons(state))


def may_ignore(state: HamHelsing, task: Task) -> bool:
    """A text ignores a block symbol, and one is kept."""
    return state.snout > 0 and bool(blocks_kept(state))


# --- the blow (HH-VFIGHT-07 to -15) ----------------------------------------------------------


def strike(state: HamHelsing, task: Task) -> None:
    """DO: steps 3 to 7.  Blocks stop all attacks of their colour; powers act; both sides' damage
    is one batch; then the rewards."""
    blocks = blocks_kept(state)
    blocked = 0
    for die in blocks:
        colour = state.dice[die]
        blocked |= 1 << colour
        emit(state, ev.FIGHT_BLOCK, die, colour, state.fight[colour])
    hits = [0 if blocked >> colour & 1 else state.fight[colour] for colour in range(4)]
    coloured = sum(1 << colour for colour in range(4) if hits[colour])
    armour = len(blocks) if state.rules.armour else 0
    wounds = sum(damage_of(face) for face in state.dice)
    powers = sum(1 for face in state.dice if face == POWER_FACE) if state.rules.board else 0
    owe(
        state.agenda,
        *[(POWER,)] * powers,
        (BLOW, sum(hits) + state.fight[KATANA_COLOUR], armour, coloured),
        (HURT, state.active, wounds, VILLAIN_DIE),
        (CHECK,),
        *((REWARD, colour) for colour in bits_of(coloured)),
        (FIGHT_OVER, coloured),
    )


def die_power(state: HamHelsing, task: Task) -> None:
    """DO: one power symbol, before the blow (HH-VFIGHT-11); the attacker was conscious when the
    dice were rolled (HH-KO-08)."""
    emit(state, ev.VILLAIN_POWER, state.rules.villain, state.active)
    for number in state.rules.die_power:
        fx = state.rules.fx[number]
        DIE_OPS[fx.op](state, fx)


def discard_attacker(state: HamHelsing, fx: Fx) -> None:
    """The attacker discards hand cards of choice."""
    owe(state.agenda, *[(PAY, state.active)] * fx.n)


def has_cards(state: HamHelsing, task: Task) -> bool:
    """There is a card to discard."""
    return state.hand[state.rules.zone_of[task[1]]] > 0


def money_attacker(state: HamHelsing, fx: Fx) -> None:
    """The attacker loses money."""
    change_money(state, state.active, fx.n, MONEY_VILLAIN)


def damage_attacker(state: HamHelsing, fx: Fx) -> None:
    """One damage event of its own (HH-LOC-SHIELD-01)."""
    owe(state.agenda, (HURT, state.active, fx.n, VILLAIN_POWER))


def heal_villain(state: HamHelsing, fx: Fx) -> None:
    """The Villain's dial rises, past the start only for Silk (HH-SILK-01)."""
    raise_dial(state, fx.n)


def raise_dial(state: HamHelsing, n: int) -> None:
    """The dial rises to its limit."""
    gained = min(n, max(0, state.rules.dial_max - state.dial))
    state.dial += gained
    emit(state, ev.VILLAIN_HEAL, gained, state.dial, int(state.dial > state.rules.dial))


DIE_OPS = {
    "discard": discard_attacker,
    "money": money_attacker,
    "damage": damage_attacker,
    "villain_heal": heal_villain,
}


def blow(state: HamHelsing, task: Task) -> None:
    """DO: step 5.  Armour lowers the total, colourless damage included (HH-ROBO-04,
    HH-KATANA-02, -03)."""
    _, total, armour, coloured = task
    dealt = max(0, total - armour)
    state.dial = max(0, state.dial - dealt)
    katana = state.fight[KATANA_COLOUR]
    emit(state, ev.VILLAIN_DAMAGE, dealt, state.dial, total, armour, katana, 0, coloured)


def unblockable(state: HamHelsing, n: int) -> None:
    """No dice in reply, no armour, no reward (HH-TERM-05)."""
    state.dial = max(0, state.dial - n)
    emit(state, ev.VILLAIN_DAMAGE, n, state.dial, n, 0, 0, 1, 0)
    owe(state.agenda, (CHECK,))


def fight_over(state: HamHelsing, task: Task) -> None:
    """DO: step 8: a conscious attacker may go on (HH-VFIGHT-15)."""
    who = state.active
    emit(state, ev.FIGHT_END, who, int(state.health[who] > 0), task[1], int(is_last_round(state)))
    clear_fight(state)


def clear_fight(state: HamHelsing) -> None:
    """Nothing of a fight is kept; bones that rolled are used up."""
    if state.boned:
        state.bones -= 1
    state.fight = [0] * 5
    state.dice = [NONE, NONE]
    state.boned = state.ignored = state.plain = 0


# --- rewards (HH-REWARD-01 to -15) -----------------------------------------------------------


def reward(state: HamHelsing, task: Task) -> None:
    """DO: the reward of one unblocked colour, once a player and card (HH-REWARD-02, -04), read
    off the back of the top Villain card (-03); none in the last round (-13)."""
    colour, who, card = task[1], state.active, state.next_card
    if card == NONE or state.rewarded[who] >> colour & 1:
        return
    back = state.rules.rewards[card][colour]
    down = not state.health[who]
    if back.op == "heal" and down:
        emit(state, ev.REWARD_REFUSED, who, colour, card)
        return
    state.rewarded[who] |= 1 << colour
    kind = REWARD_KINDS.index(back.op)
    armour = len(blocks_kept(state)) if state.rules.armour else 0
    emit(state, ev.REWARD_GAIN, who, colour, kind, back.n, card, int(down), state.fight[colour],
         armour, int(not state.plain >> colour & 1))  # fmt: skip
    if kind == 0:
        gain_health(state, who, back.n, REWARD_HEAL)
    elif kind == 1:
        change_money(state, who, back.n, MONEY_REWARD)
    elif kind == 2:
        owe_reward_scares(state, back.n, back.colour)
    elif back.colour < 4:
        change_skill(state, who, back.colour, back.n, SKILL_REWARD)
    else:
        owe(state.agenda, (RAISE, who, back.n, 0, 0, SKILL_REWARD))


REWARD_KINDS = ("heal", "money", "scare", "skill")


def owe_reward_scares(state: HamHelsing, n: int, colour: int) -> None:
    """Minions with a colour, from anywhere; a choice icon lets the player name it
    (HH-REWARD-06, -07)."""
    if colour < 4:
        owe_scares(state, n, NONE, 1 << colour, SCARE_REWARD)
    else:
        owe(state.agenda, (COLOUR, n))


def may_rise(state: HamHelsing, task: Task) -> bool:
    """A skill from `from` on can rise; what none can take is lost (HH-REWARD-11)."""
    _, who, n, first, *_ = task
    return n > 0 and any(skill_room(state, who)[first:])


def declared(state: HamHelsing) -> int:
    """How many attacks are chosen for this fight (HH-VFIGHT-16)."""
    return sum(state.fight)


# Keys of what may be committed, in ascending order: icons by card and place, then points on no
# card, wild points on no card, skills, and the Katana's.
LOOSE_KEY = CARDS * PLACES
LOOSE_WILD_KEY, SKILL_KEY, KATANA_KEY = LOOSE_KEY + 4, LOOSE_KEY + 8, LOOSE_KEY + 12
