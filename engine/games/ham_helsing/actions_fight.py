"""A fight with the Villain: choosing attacks, rerolls, blocks ignored (Fighting the Villain).

What is chosen is named in ascending order, so that one set has one spelling: icons by card and
place, then points on no card, wild ones, skills, the Katana.
"""

from __future__ import annotations

from engine.actions import Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import CARD, COLOUR_DOMAIN, DIE, PLACE, one_choice
from engine.games.ham_helsing.actions_play import ready_skills, use_skill
from engine.games.ham_helsing.agenda import COMMIT, REDIE, REROLLS, SNOUT, STRIKE
from engine.games.ham_helsing.agenda import DIE as DIE_TASK
from engine.games.ham_helsing.components import KATANA_COLOUR, PLACES, REROLL, WILD
from engine.games.ham_helsing.effects_cards import put_by, spend_point
from engine.games.ham_helsing.effects_fight import (
    KATANA_KEY,
    LOOSE_KEY,
    LOOSE_WILD_KEY,
    SKILL_KEY,
    blocks_kept,
    reroll_icons,
)
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import kind_at, open_icons

# --- step 1 and 2: what is used, and as what colour (HH-VFIGHT-04, -05) ----------------------


def attack_icons(state: HamHelsing, last: int, wild: bool) -> list[int]:
    """Attack points on cards in hand and play above `last`, wild or coloured, as card and place."""
    return [at for at, kind in open_icons(state)
            if at > last and (kind == WILD if wild else kind < WILD)]  # fmt: skip


def chosen_attacks(state: HamHelsing) -> bool:
    """Some attack could be used in a fight: an icon, a loose point, a skill, the Katana."""
    if any(state.loose) or state.katana_points or ready_skills(state):
        return True
    return bool(attack_icons(state, -1, False) or attack_icons(state, -1, True))


def last_key(state: HamHelsing) -> int:
    """The key of what was chosen last."""
    return state.agenda[-1][1]


def take_for_fight(state: HamHelsing, key: int, colour: int, n: int, wild: int = 0) -> None:
    """Attacks of a colour join the fight; the next choice has no smaller key."""
    state.agenda.pop()
    if colour != KATANA_COLOUR and not wild:
        state.plain |= 1 << colour
    emit(state, ev.FIGHT_COMMIT, colour, n, wild)
    state.fight[colour] += n
    owe(state.agenda, (COMMIT, key))


@verb("commit", card=CARD, place=PLACE, clause="HH-VFIGHT-04")
def commit(state: HamHelsing, card: int, place: int) -> None:
    """An attack icon of a colour, doubled if a text says so (HH-CARD-07)."""
    kind = kind_at(state, card, place)
    spend_point(state, card, place, kind)
    put_by(state, card)
    n = 1 << state.doubled[kind]
    take_for_fight(state, card * PLACES + place, kind, n)


@commit.legal
def coloured_icons(state: HamHelsing) -> list[int]:
    """Unspent ones; a blocked one was spent and stays so (HH-VFIGHT-08)."""
    return attack_icons(state, last_key(state), False)


@verb("commit_wild", card=CARD, place=PLACE, colour=COLOUR_DOMAIN, clause="HH-ICON-02")
def commit_wild(state: HamHelsing, card: int, place: int, colour: int) -> None:
    """A wild icon, its colour declared before the dice are rolled (HH-VFIGHT-05)."""
    spend_point(state, card, place, WILD)
    put_by(state, card)
    n = 1 << state.doubled[colour]
    emit(state, ev.WILD_DECLARE, colour, 1)
    take_for_fight(state, card * PLACES + place, colour, n, 1)


@commit_wild.legal
def wild_icons(state: HamHelsing) -> list[int]:
    """Unspent wild icons, in each of the four colours."""
    icons = attack_icons(state, last_key(state), True)
    return [icon * 4 + colour for icon in icons for colour in range(4)]


@verb("commit_loose", colour=COLOUR_DOMAIN, clause="HH-VFIGHT-04")
def commit_loose(state: HamHelsing, colour: int) -> None:
    """A point on no card, as it is."""
    state.loose[colour] -= 1
    emit(state, ev.ATTACK_SPEND, colour, state.loose[colour])
    take_for_fight(state, LOOSE_KEY + colour, colour, 1)


@commit_loose.legal
def loose_colours(state: HamHelsing) -> list[int]:
    """Points held, in ascending order of colour."""
    last = last_key(state)
    return [colour for colour in range(4) if state.loose[colour] and LOOSE_KEY + colour >= last]


@verb("commit_loose_wild", colour=COLOUR_DOMAIN, clause="HH-ICON-02")
def commit_loose_wild(state: HamHelsing, colour: int) -> None:
    """A wild point of a text or ability, declared, and doubled as an icon (HH-CARD-07)."""
    state.loose[WILD] -= 1
    emit(state, ev.ATTACK_SPEND, WILD, state.loose[WILD])
    n = 1 << state.doubled[colour]
    emit(state, ev.WILD_DECLARE, colour, 1)
    take_for_fight(state, LOOSE_WILD_KEY + colour, colour, n, 1)


@commit_loose_wild.legal
def loose_wild_colours(state: HamHelsing) -> list[int]:
    """In ascending order of the colour declared."""
    if not state.loose[WILD]:
        return []
    last = last_key(state)
    return [colour for colour in range(4) if LOOSE_WILD_KEY + colour >= last]


@verb("commit_skill", colour=COLOUR_DOMAIN, clause="HH-SKILL-07")
def commit_skill(state: HamHelsing, colour: int) -> None:
    """A skill attack beside those of cards; it is never doubled."""
    use_skill(state, colour, 1)
    take_for_fight(state, SKILL_KEY + colour, colour, 1)


@commit_skill.legal
def skills_for_fight(state: HamHelsing) -> list[int]:
    """Levelled-up skills unused this turn."""
    last = last_key(state)
    return [colour for colour in ready_skills(state) if SKILL_KEY + colour > last]


@verb("commit_katana", clause="HH-KATANA-04")
def commit_katana(state: HamHelsing) -> None:
    """A colourless point, which no block stops (HH-KATANA-02)."""
    state.katana_points -= 1
    emit(state, ev.KATANA_SPEND, state.katana_points, 1)
    take_for_fight(state, KATANA_KEY, KATANA_COLOUR, 1)


@commit_katana.legal
def katana_points_left(state: HamHelsing) -> list[int]:
    """Points of the Katana that are not spent."""
    return [0] if state.katana_points else []


@verb("roll", clause="HH-VFIGHT-06")
def roll(state: HamHelsing) -> None:
    """The choice is made: both dice are rolled, then kept or rolled again, then they act."""
    state.agenda.pop()
    emit(state, ev.FIGHT_DECLARE, state.active, *state.fight, state.villain)
    owe(state.agenda, (DIE_TASK, 0), (DIE_TASK, 1), (REROLLS,), (SNOUT,), (STRIKE,))


@roll.legal
def something_is_chosen(state: HamHelsing) -> list[int]:
    """At least one attack (HH-VFIGHT-16)."""
    return [0] if any(state.fight) else []


# --- steps 3 and 4: the dice that are kept (HH-VFIGHT-12) ------------------------------------


@verb("stand", clause="HH-VFIGHT-12")
def stand(state: HamHelsing) -> None:
    """The dice stay as they are."""
    state.agenda.pop()


stand.legal(one_choice)


@verb("reroll", card=CARD, place=PLACE, die=DIE, clause="HH-ICON-11")
def reroll(state: HamHelsing, card: int, place: int, die: int) -> None:
    """A reroll icon of the pool rolls one die again."""
    spend_point(state, card, place, REROLL)
    put_by(state, card)
    owe(state.agenda, (REDIE, die))


@reroll.legal
def reroll_points(state: HamHelsing) -> list[int]:
    """Each reroll icon in play, for each die, the one rolled again included."""
    return [icon * 2 + die for icon in reroll_icons(state) for die in (0, 1)]


@verb("bones_reroll", die=DIE, clause="HH-VFIGHT-12",
      needs="content has op reroll_each_die_once")  # fmt: skip
def bones_reroll(state: HamHelsing, die: int) -> None:
    """A text rolls a die again, each once in this fight."""
    state.boned |= 1 << die
    owe(state.agenda, (REDIE, die))


@bones_reroll.legal
def dice_not_boned(state: HamHelsing) -> list[int]:
    """Dice the text has not rolled in this fight."""
    return [die for die in (0, 1) if not state.boned >> die & 1] if state.bones else []


def keep(state: HamHelsing, new: bool) -> None:
    """One of two results stays."""
    _, die, face = state.agenda.pop()
    old = state.dice[die]
    if new:
        state.dice[die] = face
    emit(state, ev.DIE_REROLL, die, old, face, state.dice[die])


@verb("keep_old", clause="HH-VFIGHT-12")
def keep_old(state: HamHelsing) -> None:
    """The first result."""
    keep(state, False)


keep_old.legal(one_choice)


@verb("keep_new", clause="HH-VFIGHT-12")
def keep_new(state: HamHelsing) -> None:
    """The second result."""
    keep(state, True)


keep_new.legal(one_choice)


@verb("keep_block", clause="HH-VFIGHT-07")
def keep_block(state: HamHelsing) -> None:
    """No block symbol is ignored."""
    state.agenda.pop()


keep_block.legal(one_choice)


@verb("ignore_block", die=DIE, clause="HH-VFIGHT-07", needs="content has op ignore_block")
def ignore_block(state: HamHelsing, die: int) -> None:
    """A text makes one block symbol count for nothing."""
    state.ignored |= 1 << die
    state.snout -= 1
    emit(state, ev.BLOCK_IGNORED, die, state.dice[die])


@ignore_block.legal
def dice_that_block(state: HamHelsing) -> list[int]:
    """Dice that show a block."""
    return blocks_kept(state)


VERBS: tuple[Verb, ...] = (
    commit, commit_wild, commit_loose, commit_loose_wild, commit_skill, commit_katana, roll,
    stand, reroll, bones_reroll, keep_old, keep_new, keep_block, ignore_block,
)  # fmt: skip
