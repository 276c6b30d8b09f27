"""Trading with a character in the same Location (Trade).

The bundle is built in one order, card given, card asked, money, Shield, Katana, each once, and may
be dropped until it is offered: no order of parts ends in a dead end (HH-TRADE-02).  Skills and
health are no parts of it (HH-TRADE-05).
"""

from __future__ import annotations

from engine.actions import Domain, Verb, verb
from engine.agenda import owe
from engine.events import emit
from engine.fields import bits_of
from engine.games.ham_helsing import events as ev
from engine.games.ham_helsing.actions_common import CARD, CHARACTER, one_choice
from engine.games.ham_helsing.agenda import BUNDLE, CONSENT
from engine.games.ham_helsing.components import NONE
from engine.games.ham_helsing.components_causes import MONEY_TRADE
from engine.games.ham_helsing.effects_tracks import change_money
from engine.games.ham_helsing.state import HamHelsing
from engine.games.ham_helsing.table import others_here
from engine.zones import Task

AMOUNT = Domain("amount", range(1, 21))
ITEMS = ("shield", "katana")
GIVES, ASKS, PAYS, ITEM = range(4)


def has_token(state: HamHelsing, who: int) -> bool:
    """The Shield or the Katana is on this board."""
    return who in (state.shield, state.katana)


def has_card(state: HamHelsing, who: int) -> bool:
    """An unplayed hand card to trade; none in the solo game (HH-TRADE-07, HH-SOLO-10)."""
    return not state.rules.solo and state.hand[state.rules.zone_of[who]] > 0


def movable(state: HamHelsing, giver: int, taker: int) -> int:
    """How much money can change hands: what one has and the other's track can show."""
    room = state.rules.money_max[taker] - state.money[taker]
    return min(state.money[giver], room, AMOUNT.size)


def some_bundle(state: HamHelsing, who: int, partner: int) -> bool:
    """Something could be traded; without gifts both must be able to give (HH-SPICY-03)."""
    own, other = (has_token(state, x) or has_card(state, x) for x in (who, partner))
    out, back = movable(state, who, partner) > 0, movable(state, partner, who) > 0
    if state.rules.gifts:
        return own or other or out or back
    return (own and (other or back)) or (other and out)


@verb("trade", who=CHARACTER, clause="HH-TRADE-01")
def trade(state: HamHelsing, partner: int) -> None:
    """Name the partner; this is the turn's one trade, whatever comes of it (HH-TRADE-03)."""
    state.traded = 1
    owe(state.agenda, (BUNDLE, partner, NONE, NONE, 0, 0, GIVES))


@trade.legal
def partners(state: HamHelsing) -> list[int]:
    """Conscious characters in the same Location (HH-KO-04)."""
    if state.traded:
        return []
    return [who for who in others_here(state) if some_bundle(state, state.active, who)]


def stage(state: HamHelsing) -> int:
    """Which part of the bundle comes next."""
    return state.agenda[-1][6]


def amend(state: HamHelsing, part: int, value: int, next_stage: int) -> None:
    """One part of the bundle is settled."""
    task = list(state.agenda.pop())
    task[part] = value
    task[6] = next_stage
    owe(state.agenda, tuple(task))


@verb("give_card", card=CARD, clause="HH-TRADE-04", needs="players!=1")
def give_card(state: HamHelsing, card: int) -> None:
    """One own hand card."""
    amend(state, 2, card, ASKS)


@give_card.legal
def own_cards(state: HamHelsing) -> list[int]:
    """Cards in hand; a played one is none (HH-TRADE-07)."""
    if stage(state) > GIVES or not has_card(state, state.active):
        return []
    return bits_of(state.hand[state.rules.zone_of[state.active]])


@verb("ask_for_card", card=CARD, clause="HH-TRADE-04", needs="players!=1")
def ask_for_card(state: HamHelsing, card: int) -> None:
    """One hand card of the partner; hands are open (HH-SETUP-18)."""
    amend(state, 3, card, PAYS)


@ask_for_card.legal
def partners_cards(state: HamHelsing) -> list[int]:
    """Cards in the partner's hand."""
    partner = state.agenda[-1][1]
    if stage(state) > ASKS or not has_card(state, partner):
        return []
    return bits_of(state.hand[state.rules.zone_of[partner]])


@verb("give_money", amount=AMOUNT, clause="HH-TRADE-04")
def give_money(state: HamHelsing, amount: int) -> None:
    """A net sum to the partner."""
    amend(state, 4, amount, ITEM)


@give_money.legal
def own_money(state: HamHelsing) -> list[int]:
    """What the own track holds and the partner's can take."""
    if stage(state) > PAYS:
        return []
    return list(range(movable(state, state.active, state.agenda[-1][1])))


@verb("ask_money", amount=AMOUNT, clause="HH-TRADE-04")
def ask_money(state: HamHelsing, amount: int) -> None:
    """A net sum from the partner."""
    amend(state, 4, -amount, ITEM)


@ask_money.legal
def partners_money(state: HamHelsing) -> list[int]:
    """What the partner's track holds and the own can take."""
    if stage(state) > PAYS:
        return []
    return list(range(movable(state, state.agenda[-1][1], state.active)))


@verb("trade_item", item=Domain("item", ITEMS), clause="HH-TRADE-04")
def trade_item(state: HamHelsing, item: int) -> None:
    """The Shield or the Katana goes from whoever has it to the other."""
    amend(state, 5, state.agenda[-1][5] | 1 << item, ITEM + item + 1)


@trade_item.legal
def items_at_hand(state: HamHelsing) -> list[int]:
    """Those on either of the two boards, Shield before Katana."""
    _, partner, *_ = state.agenda[-1]
    held = (state.shield, state.katana)
    return [item for item in (0, 1)
            if stage(state) <= ITEM + item and held[item] in (state.active, partner)]  # fmt: skip


def sides(state: HamHelsing, task: Task) -> tuple[bool, bool]:
    """Whether the active character gives something, and whether the partner does."""
    _, partner, give, ask, net, items, _ = task
    held = [who for item, who in enumerate((state.shield, state.katana)) if items >> item & 1]
    own = give >= 0 or net > 0 or state.active in held
    other = ask >= 0 or net < 0 or partner in held
    return own, other


@verb("offer", clause="HH-TRADE-02")
def offer(state: HamHelsing) -> None:
    """The bundle is put to the partner; in the solo game nobody is asked."""
    task = state.agenda.pop()
    emit(state, ev.TRADE_OFFER, state.active, *task[1:6])
    if state.rules.solo:
        exchange(state, task)
    else:
        owe(state.agenda, (CONSENT, *task[1:]))


@offer.legal
def bundle_is_fair(state: HamHelsing) -> list[int]:
    """Not empty; without gifts, something from either side."""
    own, other = sides(state, state.agenda[-1])
    fair = own or other if state.rules.gifts else own and other
    return [0] if fair else []


@verb("withdraw", clause="HH-TRADE-02")
def withdraw(state: HamHelsing) -> None:
    """The bundle is dropped, which counts as a refusal."""
    emit(state, ev.TRADE_REFUSED, state.active, state.agenda.pop()[1], 0)


withdraw.legal(one_choice)


@verb("agree", clause="HH-TRADE-02", needs="players!=1")
def agree(state: HamHelsing) -> None:
    """The partner takes the bundle as it is."""
    exchange(state, state.agenda.pop())


agree.legal(one_choice)


@verb("refuse", clause="HH-TRADE-02", needs="players!=1")
def refuse(state: HamHelsing) -> None:
    """The partner refuses; nothing changes."""
    emit(state, ev.TRADE_REFUSED, state.active, state.agenda.pop()[1], 1)


refuse.legal(one_choice)


def exchange(state: HamHelsing, task: Task) -> None:
    """All parts change hands at once; a card brings its sleeve and its covered icon along
    (HH-TRADE-06)."""
    _, partner, give, ask, net, items, _ = task
    who, zones = state.active, state.rules.zone_of
    emit(state, ev.TRADE, who, partner, give, ask, net, items, state.at[who])
    for card, giver, taker in ((give, who, partner), (ask, partner, who)):
        if card >= 0:
            state.hand[zones[giver]] &= ~(1 << card)
            state.hand[zones[taker]] |= 1 << card
    if net:
        change_money(state, who, -net, MONEY_TRADE)
        change_money(state, partner, net, MONEY_TRADE)
    if items & 1:
        state.shield = partner if state.shield == who else who
    if items & 2:
        state.katana = partner if state.katana == who else who


VERBS: tuple[Verb, ...] = (
    trade, give_card, ask_for_card, give_money, ask_money, trade_item, offer, withdraw, agree,
    refuse,
)  # fmt: skip
