"""Card effects (2.7): whom they hit, how often, what wards; all that can be done is done."""

from __future__ import annotations

from engine.content import Row
from engine.events import Happening
from engine.games.necrohamster.schema import CREATURES_MAX
from engine.games.necrohamster.state import Necrohamster
from properties.history import History
from properties.invariant import Verdict, step_invariant
from properties.necrohamster.book import (
    NONE,
    Book,
    bits,
    book,
    in_play,
    inner,
    lying,
    number,
    total,
)
from properties.necrohamster.ledger import Running, Turn, argument, event_check, memory_of, mover

STRIKES = ("hand.discarded", "creature.discarded", "creature.stolen")
CHOICES = {"give_up": "victim", "lose_by_chance": "random"}


# --- readings -------------------------------------------------------------------------------------


def rows_of(cards: Book, source: int, op: str) -> list[Row]:
    """The effects of a source that use an op; none for no source."""
    return [row for row in cards.effects(source) if row["op"] == op] if source >= 0 else []


def who_of(row: Row) -> str:
    """Whom an effect acts on; a theft is from one opponent."""
    return "one_opponent" if row["op"] == "steal_creature" else str(row.get("who", "controller"))


def victims(cards: Book, now: Necrohamster, seat: int, row: Row) -> list[int]:
    """Seats an effect speaks of, in player order, warded ones and those with nothing included."""
    who = who_of(row)
    if who == "controller":
        return [seat]
    return [at for at in cards.order(now) if at != seat or who == "each_player"]


def within_reach(cards: Book, now: Necrohamster, seat: int, source: int, row: Row) -> list[int]:
    """The seats that an effect can do something to now: not warded, and with something to lose."""
    attack = cards.kind_of(source) == "attack"
    kinds = cards.of_filter(inner(row, "filter"))
    found = []
    for at in victims(cards, now, seat, row):
        if row["op"] == "discard_hand":
            lies = any(now.hands[at])
        else:
            lies = any(lying(now, at)[kind] for kind in kinds)
        if lies and not (attack and cards.warded(now, at)):
            found.append(at)
    return found


def possible(cards: Book, now: Necrohamster, seat: int, source: int, row: Row) -> bool:
    """Whether anything of an effect could be done now, as far as everybody can see."""
    op = row["op"]
    if op == "gain_artefact":
        return not now.artefacts[seat] >> cards.names["artefact"].index(str(row["artefact"])) & 1
    if op == "return_from_discard":
        return total(now.discards, cards.of_filter(inner(row, "filter"))) > 0
    if op == "extra_summon":
        return any(now.hands[seat])
    return op == "draw" or bool(within_reach(cards, now, seat, source, row))


def affordable(cards: Book, now: Necrohamster, seat: int, kinds: tuple[int, ...]) -> list[int]:
    """Hand cards of these kinds that the other hand cards can pay for (NH-SUMMON-05)."""
    hand, costs = now.hands[seat], cards.costs(now, seat)
    others = sum(hand) - 1
    return [kind for kind in kinds if hand[kind] and costs[kind] <= others]


# --- wards ----------------------------------------------------------------------------------------


@event_check("NHI-28", "NH-ABIL-03", kinds=STRIKES)
def attacks_spare_the_warded(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An attack takes nothing from a seat whose ward works."""
    cards, source = book(now.rules), h.num("source")
    hit = h.num("from" if h.kind == "creature.stolen" else "seat")
    if cards.kind_of(source) != "attack" or hit == mover(now):
        return None
    return not cards.warded(now, hit) or f"{h}, though seat {hit} is warded"


@event_check("NHI-28", "NH-ABIL-03", kinds=("attack.warded",))
def only_a_ward_wards(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An attack under way is warded off by whom it would hit and whose ward works."""
    cards, seat, by, source = book(now.rules), h.num("seat"), h.num("by"), h.num("source")
    if (by, source) != (mover(now), now.source) or cards.kind_of(source) != "attack":
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    return cards.warded(now, seat)


@event_check("NHI-28", "NH-ABIL-03", "NH-ABILPH-04", kinds=("target.chosen",))
def only_who_can_be_hit_is_aimed_at(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The player aims at an opponent that is not warded and has something to lose."""
    cards, seat, step = book(now.rules), h.num("seat"), past.step
    aimed = step is not None and step.verb == "aim_at" and argument(step) == h.num("victim")
    if (seat, h.num("source")) != (mover(now), now.source) or not aimed:
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    rows = [row for row in cards.effects(now.source) if who_of(row) == "one_opponent"]
    return any(h.num("victim") in within_reach(cards, now, seat, now.source, row) for row in rows)


@event_check("NHI-28", "NH-ABIL-03", "NH-TITLE-03", kinds=("effect.ended",))
def opponents_are_hit_in_player_order(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An effect on several seats goes from one to the next in player order."""
    effect, cards = memory_of(past).effect, book(now.rules)
    if effect is None or len(effect.struck) < 2 or len(cards.ops(effect.source)) != 1:
        return None
    order = cards.order(now)
    places = [order.index(seat) for seat in effect.struck]
    return places == sorted(places) or f"hit were {effect.struck}, the order is {order}"


# --- hands ----------------------------------------------------------------------------------------


@event_check("NHI-27", "NH-HAND-01", "NH-SETUP-06", kinds=("hand.discarded",))
def hands_are_discarded_by_effects_alone(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A forced discard is part of the effect under way, never due to the size of a hand."""
    cards, seat, source = book(now.rules), h.num("seat"), h.num("source")
    rows = rows_of(cards, now.source, "discard_hand")
    if (h.num("by"), source) != (mover(now), now.source) or not rows:
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    effect = memory_of(past).effect
    meant = [row for row in rows if seat in victims(cards, now, mover(now), row)]
    done = effect.hit.get(seat, 0) if effect is not None else 0
    return done < sum(number(row, "n") for row in meant) or f"{h}: {done} cards already"


@event_check("NHI-27", "NH-ABIL-03", "NH-HAND-01", kinds=("hand.discarded",))
def the_hand_card_chosen_is_discarded(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The victim, or chance, has chosen this card of that hand; the facts are the cards'."""
    cards, seat, card, step = book(now.rules), h.num("seat"), h.num("card"), past.step
    if step is None or CHOICES.get(step.verb) != h.word("chooser") or argument(step) != card:
        return f"{h} by the action {step.text if step is not None else None}"
    chosen = [str(row["choose"]) for row in rows_of(cards, now.source, "discard_hand")]
    told = (h.word("kind"), h.num("hand"))
    if told != (cards.kind_of(now.source), sum(now.hands[seat]) - 1):
        return f"told {told} of {cards.kind_of(now.source)}, hand {sum(now.hands[seat])}"
    mine = step.player == (seat if h.word("chooser") == "victim" else -1)
    return mine and h.word("chooser") in chosen and now.hands[seat][card] > 0


# --- creatures ------------------------------------------------------------------------------------


@event_check("NHI-16", "NH-END-06", "NH-ABIL-03", kinds=("creature.discarded",))
def a_creature_is_discarded_by_an_effect(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A creature of the kind the effect names leaves the area; the count of summons stays."""
    cards, seat, card, worked = book(now.rules), h.num("seat"), h.num("card"), h.num("worked")
    rows = rows_of(cards, now.source, "discard_creature")
    if (h.num("by"), h.num("source")) != (mover(now), now.source) or not any(
        card in cards.of_filter(inner(row, "filter"))
        and seat in victims(cards, now, mover(now), row)
        for row in rows
    ):
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    if not (now.areas if worked else now.waiting)[seat][card]:
        return f"{h}, of {now.areas[seat][card]} working, {now.waiting[seat][card]} waiting"
    told = (h.word("kind"), h.num("in_play"), h.num("count"))
    meant = (cards.kind_of(now.source), in_play(now, seat) - 1, now.count[seat])
    return told == meant or f"told {told}, meant {meant}"


@event_check("NHI-16", "NH-END-06", "NH-ABILPH-04", kinds=STRIKES[1:])
def no_more_creatures_go_than_said(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An effect takes no more creatures of a seat than its number, and the ones chosen."""
    effect, step, cards = memory_of(past).effect, past.step, book(now.rules)
    stolen = h.kind == "creature.stolen"
    verb, op = ("steal", "steal_creature") if stolen else ("sacrifice", "discard_creature")
    if step is None or step.verb != verb or argument(step) // 2 != h.num("card"):
        return f"{h} by the action {step.text if step is not None else None}"
    if not stolen and argument(step) % 2 == h.num("worked"):
        return f"{h} by the action {step.text}"
    done = 0
    if effect is not None:
        done = effect.stolen if stolen else effect.lost.get(h.num("seat"), 0)
    return done < sum(number(row, "n") for row in rows_of(cards, now.source, op))


@event_check("NHI-16", "NH-ART-03", "NH-ABIL-03", kinds=("creature.stolen",))
def a_theft_is_no_summon(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """A stolen creature comes from the area of the one aimed at, and counts as no summon."""
    cards, seat, loser, card = book(now.rules), h.num("seat"), h.num("from"), h.num("card")
    rows = rows_of(cards, now.source, "steal_creature")
    fits = any(card in cards.of_filter(inner(row, "filter")) for row in rows)
    if (seat, h.num("source")) != (mover(now), now.source) or not fits or seat == loser:
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    return lying(now, loser)[card] > 0 and h.num("count") == now.count[seat]


# --- artefacts, the discard pile, offers ----------------------------------------------------------


@event_check("NHI-20", "NH-ART-01", kinds=("artefact.gained",))
def only_its_creature_gains_an_artefact(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An artefact is gained by the ability under way of a creature tied to it."""
    cards, source = book(now.rules), h.num("source")
    if (h.num("seat"), source) != (mover(now), now.source) or not 0 <= source < CREATURES_MAX:
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    name = cards.names["artefact"][h.num("artefact")]
    return cards.creatures[source].get("artefact") == name


@event_check("NHI-03", "NH-ART-02", kinds=("artefact.gained",))
def control_moves_from_its_holder(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """It comes from whoever held it, or from the middle; nobody gains what they hold."""
    artefact, loser = h.num("artefact"), h.num("from")
    place = now.shelf if loser == NONE else now.artefacts[loser]
    return place >> artefact & 1 == 1 and loser != h.num("seat")


@step_invariant("NHI-03", "NH-ART-02", "NH-ART-01", kinds=("artefact.gained", *STRIKES,
                                                           "round.ended"))  # fmt: skip
def an_artefact_stays_with_its_holder(step: Turn) -> Verdict:
    """An artefact changes hands only by being gained: losing its creature does not lose it."""
    if step.before.artefacts == step.after.artefacts:
        return True if any(step.after.artefacts) else None
    return any(event.kind == "artefact.gained" for event in step.events)


@event_check("NHI-20", "NH-ABILPH-04", kinds=("card.returned",))
def a_card_returns_from_the_discards(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """The card chosen, of the kind the effect names, goes from the discards to the hand."""
    cards, seat, card, step = book(now.rules), h.num("seat"), h.num("card"), past.step
    rows = rows_of(cards, now.source, "return_from_discard")
    fits = any(card in cards.of_filter(inner(row, "filter")) for row in rows)
    if (seat, h.num("source")) != (mover(now), now.source) or not fits:
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    effect = memory_of(past).effect
    done = effect.returned if effect is not None else 0
    chosen = step is not None and step.verb == "recover" and argument(step) == card
    facts = now.discards[card] > 0 and h.num("hand") == sum(now.hands[seat]) + 1
    return chosen and facts and done < sum(number(row, "n") for row in rows)


@event_check("NHI-18", "NH-ABILPH-04", "NH-ABILPH-03", kinds=("offer.declined",))
def only_what_is_optional_is_declined(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An effect is declined if the card says may, or, of hidden cards, if none could be used."""
    cards, seat = book(now.rules), h.num("seat")
    if (seat, h.num("source")) != (mover(now), now.source):
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    rows = rows_of(cards, now.source, h.word("op"))
    if any(row.get("optional", False) for row in rows):
        return True
    return h.word("op") == "extra_summon" and not any(
        affordable(cards, now, seat, cards.of_filter(inner(row, "filter"))) for row in rows
    )


# --- all that can be done is done -----------------------------------------------------------------


@event_check("NHI-18", "NH-ABILPH-04", kinds=("effect.skipped",))
def only_the_impossible_is_skipped(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """An effect is skipped only if nothing of it can be done."""
    cards, seat = book(now.rules), h.num("seat")
    rows = rows_of(cards, now.source, h.word("op"))
    if (seat, h.num("source")) != (mover(now), now.source) or not rows:
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    return not all(possible(cards, now, seat, now.source, row) for row in rows)


@event_check("NHI-18", "NH-ABILPH-04", "NH-ABIL-01", "NH-ABIL-03", kinds=("effect.ended",))
def an_effect_does_all_it_can(h: Happening, now: Necrohamster, past: History) -> Verdict:
    """When an effect ends everything it says has been done, as far as that was possible."""
    cards, effect = book(now.rules), memory_of(past).effect
    if (h.num("seat"), h.num("source")) != (mover(now), now.source):
        return f"{h}; under way is {now.source} of seat {mover(now)}"
    # An ability of several effects may give back what an earlier one took: each alone is judged.
    if effect is None or len(cards.ops(effect.source)) != 1:
        return None
    if cards.ops(effect.source) == ("draw",):
        drawn = cards.drawn_by(effect.source)
        return effect.owed == drawn or f"{effect.owed} cards were owed, the card says {drawn}"
    return _left_undone(cards, now, effect, cards.effects(effect.source)[0]) or True


def _left_undone(cards: Book, now: Necrohamster, effect: Running, row: Row) -> str:
    """What a single effect that has ended could still do, in words; empty if nothing."""
    op, n, seat = row["op"], number(row, "n"), effect.seat
    reach = [] if op in ("gain_artefact", "draw") else within_reach(
        cards, now, seat, effect.source, row)  # fmt: skip
    if op in ("discard_hand", "discard_creature", "steal_creature"):
        done = {"discard_hand": effect.hit, "discard_creature": effect.lost}.get(str(op), {})
        if who_of(row) == "one_opponent":
            if effect.target != NONE:
                reach = [at for at in reach if at == effect.target]
            done = dict(done) if done else {effect.target: effect.stolen}
        short = [at for at in reach if done.get(at, 0) < n]
        return f"seats {short} could lose more by {op}, than {done}" if short else ""
    if op == "gain_artefact":
        return f"{row['artefact']} not gained" * possible(cards, now, seat, effect.source, row)
    if op in effect.declined:
        return ""
    done_so_far = effect.returned if op == "return_from_discard" else effect.called
    more = done_so_far < n and possible(cards, now, seat, effect.source, row)
    return f"{op} was done {done_so_far} times of {n}, {bits(now.offered)}" if more else ""
