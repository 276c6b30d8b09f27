"""What events tell that no field keeps: steps, movement, attacks, batches of tokens, fights."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import (
    MINION_SET,
    MINIONS,
    MOVE,
    WILD,
    aims,
    bits,
    book,
    minions_at,
    text_of,
    union,
    with_characters,
    zone_of,
)
from properties.ham_helsing.ledger import Fight, Memory

Tale = Callable[[HamHelsing, Happening, Memory], None]
BY_KATANA = 5
# What an entry may cost, by its event's words.
ENTRIES = ("enter_nest", "carried_into_nest", "moved_into_nest", "enter_villain", "enter_biters")


# --- the course -----------------------------------------------------------------------------------


def _mark(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.mark = h.event.kind
    if h.event.kind == "round.start":
        memory.rounds, memory.over = h.num("round"), -1
    elif h.event.kind == "game.end":
        memory.ended = True


def _phase(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.mark = memory.step = h.word("phase")


def _turn(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.sure = True
    memory.mark, memory.extra, memory.hand, memory.stopped = "turn.start", 0, -1, 0
    memory.left_village, memory.paces, memory.owed = False, 0, []
    memory.strike, memory.toll = -1, {}


def _step(now: HamHelsing, h: Happening, memory: Memory) -> None:
    word = h.word("step")
    memory.step, memory.mark = word, f"step:{word}"
    if word == "gain":
        memory.strike, memory.paces = -1, 0
    elif word == "draw":
        memory.hand = now.hand[zone_of(now, h.num("who"))].bit_count()
        memory.stopped = 0
    elif word == "place":
        near = book(now).near[now.at[h.num("who")]]
        memory.goals, memory.by = near & ~_barred(now), "step"
    elif word == "limits":
        memory.over, memory.checked = _over(now), 0


def _barred(now: HamHelsing) -> int:
    """The Location that Knuckles defends."""
    return 1 << now.bear if now.bear >= 0 else 0


def _over(now: HamHelsing) -> int:
    """Locations that are not lost and hold more Minions than their limit (HH-LIMIT-02)."""
    limit = book(now).limit
    if not book(now).limits:
        return 0
    full = [at for at in range(len(limit)) if minions_at(now, at).bit_count() > limit[at]]
    return union([1 << at for at in full]) & ~now.lost


def _card_done(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.mark = h.event.kind
    memory.over, memory.checked = _over(now), 0


def _flip(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.mark, memory.step, memory.acts = h.event.kind, "flip", []
    memory.revealed = now.shown


def _acts(now: HamHelsing, h: Happening, memory: Memory) -> None:
    power = h.word("power")
    memory.acts.append(power)
    memory.step, memory.goals, memory.by = "acts", 0, "power"
    memory.aims = aims(now, power)


# --- movement and attacks -------------------------------------------------------------------------


def _spent(now: HamHelsing, h: Happening, memory: Memory) -> None:
    icon = h.num("icon")
    if icon <= WILD:
        memory.strike = icon
    elif icon == MOVE:
        memory.paces += 1
    elif h.word("icon") == "knuckles":
        memory.trigger = "icon"


def _converted(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.paces -= 1


def _walks(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.paces += 1


def _text(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.card, memory.trigger = h.num("card"), "text"
    memory.doing = text_of(now, memory.card)
    if any(step["op"] == "attack" for step in memory.doing):
        memory.strike = WILD


def _power(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.word("power") == "tree_of_unhealthy_snacks":
        memory.trigger = "snack"


def _ability(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.num("paid"):
        memory.doing = book(now).abilities[h.num("who")]
    if any(step["op"] == "attack" for step in book(now).abilities[h.num("who")]):
        memory.strike = WILD


def _entered(now: HamHelsing, h: Happening, memory: Memory) -> None:
    who, to, by = h.num("who"), h.num("to"), h.num("carried_by")
    known = book(now)
    if by < 0:
        memory.paces -= 1
        memory.walker, memory.origin = who, h.num("from")
    if who == now.active and known.power[h.num("from")] == 2:
        memory.left_village = True
    if _pays_the_nest(now, who, to):
        memory.owed.append((who, "enter_nest" if by < 0 else "carried_into_nest"))
    memory.owed += _dangers(now, who, to)


def _pays_the_nest(now: HamHelsing, who: int, to: int) -> bool:
    """A lost Location costs whoever comes there, but for the user of Mud Skates (HH-MOVE-06)."""
    return bool(now.lost >> to & 1) and not (now.skates and who == now.active)


def _dangers(now: HamHelsing, who: int, to: int) -> list[tuple[int, str]]:
    """What entering costs by the harder rules (HH-SPICY-06, -07)."""
    known, found = book(now), []
    if known.options.flag("enter_villain_hurts") and to == now.villain:
        found.append((who, "enter_villain"))
    if known.options.flag("enter_biters_hurts") and minions_at(now, to) & known.biters:
        found.append((who, "enter_biters"))
    return found


def _relocated(now: HamHelsing, h: Happening, memory: Memory) -> None:
    who, to = h.num("who"), h.num("to")
    if now.health[who] and to != h.num("from"):
        memory.owed += [(who, "moved_into_nest")] if _pays_the_nest(now, who, to) else []
        memory.owed += _dangers(now, who, to)


def _lost(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.num("at") != book(now).canyon:
        memory.owed += [(who, "location_lost") for who in book(now).crew
                        if now.at[who] == h.num("at") and now.health[who]]  # fmt: skip


def _health(now: HamHelsing, h: Happening, memory: Memory) -> None:
    who, word = h.num("who"), h.word("cause")
    if (who, word) in memory.owed:
        memory.owed.remove((who, word))
    memory.toll.pop(word, None)
    if now.health[who] + h.num("n") <= 0:
        memory.owed = [item for item in memory.owed if item[0] != who]


def _strikes(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.strike = h.num("colour")


def _katana(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.event.kind == "katana.use":
        memory.katana += 1
    elif not h.num("on_villain"):
        memory.strike = BY_KATANA


def _hit(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.strike = -1


# --- gains and Damage -----------------------------------------------------------------------------


def _gains(now: HamHelsing, h: Happening, memory: Memory) -> None:
    known, who = book(now), h.num("who")
    mine = list(bits(now.beaten))
    room = known.money_max[who] - now.money[who]
    memory.bounty = min(room, sum(known.worth[token] for token in mine))
    for colour in range(4):
        at = 4 * who + colour
        count = sum(known.colours[token] >> colour & 1 for token in mine)
        memory.raises[colour] = min(count, known.skill_max[at] - now.skill[at])
    bites = bits(now.beaten & known.biters & ~now.safe)
    memory.toll["bite_gain"] = sum(known.worth[token] for token in bites)


def _bites(now: HamHelsing, h: Happening, memory: Memory) -> None:
    known, who = book(now), h.num("who")
    here = minions_at(now, now.at[who]) & known.biters
    standing = bool(now.health[who])
    memory.toll["bite_end"] = sum(known.worth[token] for token in bits(here)) * standing


def _money(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.word("cause") == "bounty":
        memory.bounty -= h.num("n")


def _skill(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.word("cause") == "bounty":
        memory.raises[h.num("colour")] -= h.num("n")


def _softer(now: HamHelsing, h: Happening, memory: Memory) -> None:
    word = h.word("cause")
    by = h.num("by") if h.event.kind == "damage.softened" else 1
    memory.toll[word] = memory.toll.get(word, 0) - by


def _drawn(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.extra += h.word("cause") == "extra"


def _stopped(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.stopped = 1


# --- tokens and Minions ---------------------------------------------------------------------------


def _token_drawn(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.drawn = h.num("token")


def _placed(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.drawn = -1
    _served(now, h, memory)
    if h.num("token") >= MINIONS:
        memory.waiting.append(h.num("token"))


def _served(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.word("by") == "spawn":
        memory.spawn &= ~(1 << h.num("at"))
    elif h.word("by") != "power":
        memory.goals &= ~(1 << h.num("at"))


def _nests(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.step = "nests"
    feeds = book(now).feeds[h.num("card")]
    memory.goals, memory.by = (now.lost & ~_barred(now)) if feeds else 0, "nest"


def _resolves(now: HamHelsing, h: Happening, memory: Memory) -> None:
    token = h.num("token")
    memory.resolving = token
    if token in memory.waiting:
        memory.waiting.remove(token)
    if h.word("kind") == "spawn_on_pairs":
        pairs = [1 << at for at in range(len(now.board)) if minions_at(now, at).bit_count() == 2]
        memory.spawn = union(pairs) & ~_barred(now)


def _called(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.colour, memory.cause = h.num("colour"), h.word("cause")
    memory.movers, memory.moved = called(now, memory.colour, memory.cause), 0


def called(now: HamHelsing, colour: int, cause: str) -> int:
    """Minions that a colour makes move now (HH-EFFECT-09 to -15, HH-HEN-05)."""
    known = book(now)
    goals = with_characters(now) if cause != "pull" else 1 << now.villain
    barred, found = _barred(now), 0
    for at in range(len(now.board)):
        settled = goals >> at & 1
        if not settled and known.near[at] & goals & ~barred:
            found |= now.board[at] & MINION_SET & known.of_colour[colour]
    return found


def _moved(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.moved |= 1 << h.num("token")


def _token_gone(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.resolving = -1


def _checked(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.checked |= 1 << h.num("at")


# --- Knuckles and fights --------------------------------------------------------------------------


def _bear_moves(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.found, memory.scared = minions_at(now, h.num("to")).bit_count(), 0


def _scared(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.scared += h.word("cause") == "knuckles"


def _bear_rests(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.found = -1


def _bear_wakes(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.trigger = "woken"


def _declared(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight = Fight(declared=True)


def _rolled(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight.rolls += h.word("for") == "fight"


def _rerolled(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight.rerolls += 1


def _ignored(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight.ignored |= 1 << h.num("die")


def _villain_power(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight.powers += 1


def _damaged(now: HamHelsing, h: Happening, memory: Memory) -> None:
    if h.num("unblockable"):
        return
    fight, who = memory.fight, now.active
    fight.struck, fight.coloured = True, h.num("coloured")
    fight.due = fight.coloured & ~now.rewarded[who] if now.next_card >= 0 else 0
    words = [h.names["face"][face] for face in now.dice if face >= 0]
    memory.toll["villain_die"] = sum(int(w[-1]) for w in words if w.startswith("damage"))


def _rewarded(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight.answered |= 1 << h.num("colour")


def _fight_over(now: HamHelsing, h: Happening, memory: Memory) -> None:
    memory.fight = Fight()


TALES: dict[str, Tale] = {
    "round.start": _mark, "turn.end": _mark, "market.done": _mark, "villain.move": _mark,
    "game.end": _mark, "villain.flip": _flip, "villain.discard": _card_done, "phase.enter": _phase,
    "turn.start": _turn, "step.enter": _step, "villain.act": _acts, "icon.spend": _spent,
    "icon.convert": _converted, "steps.spend": _walks, "special.activate": _text,
    "location_power.use": _power, "ability.use": _ability, "move.enter": _entered,
    "char.relocate": _relocated, "location.lost": _lost, "health.change": _health,
    "attack.spend": _strikes, "skill_attack.use": _strikes, "katana.use": _katana,
    "katana.spend": _katana, "minion.hit": _hit, "gain.start": _gains, "bite.step": _bites,
    "money.change": _money, "skill.change": _skill, "damage.softened": _softer,
    "shield.block": _softer, "card.draw": _drawn, "draw.stopped": _stopped,
    "token.draw": _token_drawn, "token.place": _placed, "token.shortage": _served,
    "nests.fed": _nests, "effect.resolve": _resolves, "minions.called": _called,
    "minion.move": _moved, "token.discard": _token_gone, "limit.check": _checked,
    "knuckles.move": _bear_moves, "minion.scare": _scared, "knuckles.stay": _bear_rests,
    "knuckles.return": _bear_rests, "knuckles.wake": _bear_wakes, "fight.declare": _declared,
    "die.roll": _rolled, "die.reroll": _rerolled, "block.ignored": _ignored,
    "villain.power": _villain_power, "villain.damage": _damaged, "reward.gain": _rewarded,
    "reward.refused": _rewarded, "fight.end": _fight_over,
}  # fmt: skip


def tell(now: HamHelsing, h: Happening, memory: Memory) -> None:
    """Remember what an event says; `now` stands just before it."""
    tale = TALES.get(h.event.kind)
    if tale is not None:
        tale(now, h, memory)
