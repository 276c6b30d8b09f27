"""Whom an action means: targets of attacks, where to go, whom to scare, which cards (Combat)."""

from __future__ import annotations

from engine.actions import Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import (
    CARD,
    CHARACTER,
    COLOUR_DOMAIN,
    LOCATION,
    MINION,
    PLACE,
    one_choice,
)
from engine.games.ham_helsing.actions_play import double
from engine.games.ham_helsing.agenda import (
    ARRIVE,
    FETCH,
    FOLLOW,
    LOW_BITS,
    RAM,
    SCARE,
    SEND,
    WHISTLE,
    WHO_REVIVES,
)
from engine.games.ham_helsing.components import MOVE, NONE, PLACES, WILD
from engine.games.ham_helsing.components_causes import (
    BY_KATANA,
    BY_TEXT,
    BY_WILD,
    TAKEN_BY_VILLAIN,
)
from engine.games.ham_helsing.effects_cards import discard_card, put_by, spend_point
from engine.games.ham_helsing.effects_fight import owe_reward_scares
from engine.games.ham_helsing.effects_minions import (
    scare_candidates,
    scare_here,
    scare_token,
    send_bear,
    strike_minion,
)
from engine.games.ham_helsing.effects_places import carry, walk_to
from engine.games.ham_helsing.effects_texts import benefit, fetchable, move_icons, whistle_goals
from engine.games.ham_helsing.effects_tokens import move_minion
from engine.games.ham_helsing.effects_tracks import revive
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import bear_goals, clockwise, minions, place_of, within, zone
from engine.zones import Task

# --- attacks and movement --------------------------------------------------------------------


@verb("hit", minion=MINION, colour=COLOUR_DOMAIN, clause="HH-FIGHT-02")
def hit(state: HamHelsing, token: int, colour: int) -> None:
    """The attack matches one colour of a Minion; a wild is one colour (HH-FIGHT-06, HH-ICON-02)."""
    _, _, _, ranged, how = state.agenda.pop()
    if how == BY_WILD:
        emit(state, ev.WILD_DECLARE, colour, 0)
        double(state, colour)
    if how != BY_KATANA and state.reach:
        state.reach -= 1
    far = place_of(state, token) != state.at[state.active]
    strike_minion(state, token, colour, bool(ranged) or far, how)


@hit.legal
def lacking_minions(state: HamHelsing) -> list[int]:
    """Minions in reach, each with the colours it still lacks (HH-FIGHT-04, -09)."""
    _, colours, reach, *_ = state.agenda[-1]
    tokens = 0
    for place in bits_of(within(state, reach)):
        tokens |= minions(state, place)
    found = []
    known, hits = state.rules.colours, state.hits
    for token in bits_of(tokens):
        lacking = known[token] & ~hits[token] & colours
        if lacking:
            found += [token * 4 + colour for colour in range(4) if lacking >> colour & 1]
    return found


@verb("go", location=LOCATION, clause="HH-MOVE-01")
def go(state: HamHelsing, goal: int) -> None:
    """One path, to a connected Location."""
    state.agenda.pop()
    walk_to(state, goal)


@go.legal
def connected(state: HamHelsing) -> list[int]:
    """Connected Locations, over the edge of the board too; nests among them (HH-LOSE-06)."""
    return list(state.rules.walks.near[state.at[state.active]])


def next_follower(state: HamHelsing, pending: int) -> int:
    """Who is asked first: clockwise from the active character."""
    return next(who for who in clockwise(state) if pending >> who & 1)


def answer_follow(state: HamHelsing, follows: bool) -> None:
    """One companion has decided; the next is asked, or entering is paid for."""
    _, pending, movers, origin, goal = state.agenda.pop()
    who = next_follower(state, pending)
    pending ^= 1 << who
    if follows:
        movers |= 1 << who
        carry(state, who, origin, goal)
    task: Task = (FOLLOW, pending, movers, origin, goal) if pending else (ARRIVE, movers, goal)
    owe(state.agenda, task)


@verb("remain", clause="HH-ABIL-03")
def remain(state: HamHelsing) -> None:
    """Not carried along."""
    answer_follow(state, False)


remain.legal(one_choice)


@verb("follow", clause="HH-ABIL-03")
def follow(state: HamHelsing) -> None:
    """Carried along by Lobos, without a card (HH-ABIL-02)."""
    answer_follow(state, True)


follow.legal(one_choice)

# --- Knuckles and scaring --------------------------------------------------------------------


@verb("send", location=LOCATION, clause="HH-KNUCK-01")
def send(state: HamHelsing, goal: int) -> None:
    """Knuckles to any Location; a text may send him again, elsewhere."""
    _, n, everyone, stays, _, uses = state.agenda.pop()
    if uses > 1:
        owe(state.agenda, (SEND, n, everyone, stays, goal, uses - 1))
    send_bear(state, goal, n, everyone, stays)


@send.legal
def goals_of_bear(state: HamHelsing) -> list[int]:
    """Not where he is (HH-KNUCK-12), not to the Villain (-03); nests count (-02, HH-SPICY-05)."""
    return bits_of(bear_goals(state, state.agenda[-1][4]))


@verb("scare", minion=MINION, clause="HH-KNUCK-05")
def scare(state: HamHelsing, token: int) -> None:
    """One Minion of the player's choice, in ascending order."""
    _, n, _, place, colours, cause = state.agenda.pop()
    if n > 1:
        owe(state.agenda, (SCARE, n - 1, token, place, colours, cause))
    scare_token(state, token, cause)


@scare.legal
def scareable(state: HamHelsing) -> list[int]:
    """Those that leave enough above them."""
    _, n, last, place, colours, _ = state.agenda[-1]
    found = scare_candidates(state, place, colours, last)
    return found[: len(found) - n + 1]


@verb("whistle_at", location=LOCATION, clause="HH-SCARE-02")
def whistle_at(state: HamHelsing, place: int) -> None:
    """A text scares there; Locations are named in ascending order."""
    _, left, _, n = state.agenda.pop()
    owe(state.agenda, (WHISTLE, left - 1, place, n))
    scare_here(state, n, place)


@whistle_at.legal
def places_to_whistle(state: HamHelsing) -> list[int]:
    """Connected Locations with Minions, above the last."""
    return whistle_goals(state, state.agenda[-1][2])


@verb("enough", clause="HH-CARD-02")
def enough(state: HamHelsing) -> None:
    """No further Location, or movement icon."""
    state.agenda.pop()


enough.legal(one_choice)


@verb("name_colour", colour=COLOUR_DOMAIN, clause="HH-REWARD-07")
def name_colour(state: HamHelsing, colour: int) -> None:
    """The colour of a whole scare reward."""
    _, n = state.agenda.pop()
    emit(state, ev.CHOICE_COLOUR, colour, n)
    owe_reward_scares(state, n, colour)


@name_colour.legal
def colours_on_board(state: HamHelsing) -> list[int]:
    """Colours that some Minion on the board has."""
    seen = 0
    for token in scare_candidates(state, NONE, 15, NONE):
        seen |= state.rules.colours[token]
    return bits_of(seen)


@verb("move_to", location=LOCATION, clause="HH-EFFECT-10")
def move_to(state: HamHelsing, goal: int) -> None:
    """Which of several characters' Locations a Minion goes to."""
    _, token, place, _, _, cause = state.agenda.pop()
    emit(state, ev.CHOICE_GOAL, token, goal)
    move_minion(state, token, place, goal, cause)


@move_to.legal
def goals_of_minion(state: HamHelsing) -> list[int]:
    """Those of the snapshot (HH-EFFECT-09)."""
    _, _, _, low, high, _ = state.agenda[-1]
    return bits_of(low | high << LOW_BITS)


# --- cards and characters a text names -------------------------------------------------------


@verb("convert", card=CARD, place=PLACE, clause="HH-CARD-02", needs="content has op convert_moves")
def convert(state: HamHelsing, card: int, place: int) -> None:
    """One unspent movement icon becomes a wild point on no card; it is spent on its own card."""
    state.agenda.pop()
    spend_point(state, card, place, MOVE)
    state.loose[WILD] += 1
    emit(state, ev.ICON_CONVERT, card, place, state.loose[WILD])
    put_by(state, card)
    owe(state.agenda, (RAM, card * PLACES + place))


@convert.legal
def unspent_moves(state: HamHelsing) -> list[int]:
    """Movement icons with a point left, in ascending order; not the board's movement."""
    return move_icons(state, state.agenda[-1][1])


@verb("fetch", card=CARD, clause="HH-PLAY-07", needs="content has op fetch_discard")
def fetch(state: HamHelsing, card: int) -> None:
    """A card of the own discard comes back to the hand; what lies on top then is not shown."""
    _, n, _ = state.agenda.pop()
    seat = zone(state)
    state.discard[seat] &= ~(1 << card)
    if state.top[seat] == card:
        state.top[seat] = NONE
    state.hand[seat] |= 1 << card
    emit(state, ev.CARD_FETCH, card, state.active)
    owe(state.agenda, (FETCH, n - 1, card))


@fetch.legal
def own_discard(state: HamHelsing) -> list[int]:
    """The whole discard, which the text lets the player look through; enough stays above."""
    _, n, last = state.agenda[-1]
    found = fetchable(state, last)
    return found[: max(1, len(found) - n + 1)]


@verb("pay", card=CARD, clause="HH-VFIGHT-11", needs="content has op discard")
def pay(state: HamHelsing, card: int) -> None:
    """A hand card the Villain's power takes."""
    _, who = state.agenda.pop()
    discard_card(state, state.rules.zone_of[who], card, TAKEN_BY_VILLAIN)


@pay.legal
def cards_to_pay(state: HamHelsing) -> list[int]:
    """The hand of whoever pays."""
    return bits_of(state.hand[state.rules.zone_of[state.agenda[-1][1]]])


@verb("choose_character", who=CHARACTER, clause="HH-KO-07")
def choose_character(state: HamHelsing, who: int) -> None:
    """Whom a text means."""
    _, why, n, _ = state.agenda.pop()
    if why == WHO_REVIVES:
        revive(state, who, BY_TEXT)
    else:
        benefit(state, why, n, who)


@choose_character.legal
def characters_meant(state: HamHelsing) -> list[int]:
    """The candidates of the text."""
    return bits_of(state.agenda[-1][3])


VERBS: tuple[Verb, ...] = (
    hit, go, remain, follow, send, scare, whistle_at, enough, name_colour, move_to, convert,
    fetch, pay, choose_character,
)  # fmt: skip
