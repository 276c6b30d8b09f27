"""What each event does to a position: the entries of the second books, zones and numbers."""

from __future__ import annotations

from engine.events import Happening
from engine.games.ham_helsing.state import HamHelsing
from properties.ham_helsing.book import MINION_SET, MINIONS, NONE, book
from properties.ham_helsing.entries import CARD_FOLDS, Astray, Fold, take
from properties.ham_helsing.ledger import Ledger, empty_the_pool, opened
from properties.ham_helsing.tales import tell
from properties.history import History
from properties.invariant import remember

# --- set-up and the course ------------------------------------------------------------------------


def _seeded(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag = take(now.bag, h.num("token"), "token")
    now.board[h.num("at")] |= 1 << h.num("token")


def _bagged(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag |= book(now).effects


def _first(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.first = now.active = h.num("seat")


def _round(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.round = h.num("round")
    now.turns = 0


def _turn(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.active = h.num("who")


def _step(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if h.word("step") == "gain":
        empty_the_pool(now)


def _turn_end(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.base = now.powers = now.skills = 0
    now.soften = now.skates = now.bounty = 0
    now.turns += 1
    now.active = (now.active + 1) % len(book(now).crew)


# --- health, money, skills, tokens of players -----------------------------------------------------


def _health(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.health[h.num("who")] += h.num("n")


def _revived(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.health[h.num("who")] = h.num("health")


def _money(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.money[h.num("who")] += h.num("n")


def _skill(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.skill[4 * h.num("who") + h.num("colour")] += h.num("n")


def _softened(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.soften = 0  # every promise was of the next Damage


def _shield_taken(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shield = h.num("who")


def _shield_back(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shield = h.num("to")


def _shield_gone(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shield = h.names["shield"].index("box")


def _katana(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.katana, now.katana_points = h.num("to"), h.num("points")


def _katana_spent(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.katana_points -= 1


# --- tokens ---------------------------------------------------------------------------------------


def _token_placed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag = take(now.bag, h.num("token"), "token")
    now.board[h.num("at")] |= 1 << h.num("token")


def _off_board(now: HamHelsing, at: int, token: int) -> None:
    now.board[at] = take(now.board[at], token, "token")
    if token < MINIONS:
        now.hits[token] = 0


def _token_gone(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    _off_board(now, h.num("at"), h.num("token"))
    now.scrap |= 1 << h.num("token")


def _refill(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bag |= now.scrap
    now.scrap = 0


def _hit(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.hits[h.num("token")] |= 1 << h.num("colour")
    if h.word("made_with") != "katana":
        now.reach = max(0, now.reach - 1)


def _defeated(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    _off_board(now, h.num("at"), token)
    now.beaten |= 1 << token
    now.safe |= h.num("ranged") << token


def _healed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.hits[h.num("token")] = 0


def _swept(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    now.beaten = take(now.beaten, token, "token")
    now.safe &= ~(1 << token)
    now.scrap |= 1 << token


def _scared(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    _off_board(now, h.num("at"), token)
    if h.num("pays"):
        now.beaten |= 1 << token
        now.safe |= 1 << token
        now.bounty -= 1
    else:
        now.scrap |= 1 << token


def _minion_moved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    token = h.num("token")
    now.board[h.num("from")] = take(now.board[h.num("from")], token, "token")
    now.board[h.num("to")] |= 1 << token & MINION_SET


# --- Locations, Knuckles, the Villain -------------------------------------------------------------


def _entered(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if now.at[h.num("who")] != h.num("from"):
        raise Astray("the character is not there")
    now.at[h.num("who")] = h.num("to")


def _lost(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if h.num("at") != book(now).canyon:
        now.lost |= 1 << h.num("at")


def _revealed(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.shown |= 1 << h.num("power")


def _bear_moved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bear = h.num("to")


def _bear_home(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.bear, now.asleep = NONE, 0


def _bear_sleeps(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.asleep = 1


def _bear_wakes(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.asleep = 0


def _on_top(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    if ledger.last is not None:
        now.next_card = ledger.last.next_card
    now.levels = now.levels[1:]


def _flipped(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.card, now.next_card = h.num("card"), NONE
    now.rewarded = [0] * len(now.rewarded)


def _card_done(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.done |= 1 << h.num("card")
    now.card = NONE


def _villain_moved(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.villain = h.num("to")


def _dial(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    n = h.num("n") if h.event.kind == "villain.heal" else -h.num("n")
    now.dial = max(0, now.dial + n)


def _rewarded(now: HamHelsing, h: Happening, ledger: Ledger) -> None:
    now.rewarded[h.num("who")] |= 1 << h.num("colour")


FOLDS: dict[str, Fold] = {
    **CARD_FOLDS,
    "setup.place_minion": _seeded, "setup.bag": _bagged, "setup.first_player": _first,
    "round.start": _round, "turn.start": _turn, "step.enter": _step, "turn.end": _turn_end,
    "health.change": _health, "revive": _revived, "money.change": _money, "skill.change": _skill,
    "damage.softened": _softened, "shield.take": _shield_taken, "shield.return": _shield_back,
    "shield.remove": _shield_gone, "katana.use": _katana, "katana.spend": _katana_spent,
    "token.place": _token_placed, "token.discard": _token_gone, "bag.refill": _refill,
    "minion.hit": _hit, "minion.defeat": _defeated, "minion.heal": _healed,
    "minion.discard": _swept, "minion.scare": _scared, "minion.move": _minion_moved,
    "move.enter": _entered, "char.relocate": _entered, "location.lost": _lost,
    "power.reveal": _revealed, "knuckles.move": _bear_moved, "knuckles.return": _bear_home,
    "knuckles.hibernate": _bear_sleeps, "knuckles.wake": _bear_wakes, "villain.top": _on_top,
    "villain.flip": _flipped, "villain.discard": _card_done, "villain.move": _villain_moved,
    "villain.damage": _dial, "villain.heal": _dial, "reward.gain": _rewarded,
}  # fmt: skip
TOLD = (
    "setup.mode", "setup.board", "setup.piles", "setup.choose_character", "setup.katana",
    "setup.choose_villain", "setup.villain_health", "setup.nests", "setup.villain_deck",
    "trade.offer", "trade.refused", "phase.enter", "game.end", "ko", "shield.block",
    "skill.highest", "gain.start", "bite.step",
    "draw.stopped", "special.activate", "ability.use", "wild.declare", "market.done", "token.draw",
    "token.barred", "token.shortage", "effect.resolve", "minions.called",
    "choice.minion_destination", "choice.reward_color", "choice.placement", "limit.check",
    "nest.place", "knuckles.stay", "villain.assault", "minions.skipped", "nests.fed", "villain.act",
    "villain.hits", "villain.colours", "fight.declare", "fight.block", "villain.power",
    "reward.refused",
)  # fmt: skip


@remember(kinds=(*FOLDS, *TOLD))
def carry_the_books_forward(happening: Happening, past: History) -> None:
    """The event is entered into the second books, and what it tells is remembered."""
    ledger = opened(past)
    now = ledger.now
    if now is None or ledger.broken:
        return
    fold = FOLDS.get(happening.event.kind)
    try:
        tell(now, happening, ledger.memory)
        if fold is not None:
            fold(now, happening, ledger)
    except (Astray, LookupError, ValueError) as problem:
        ledger.broken = f"{happening}: {problem}"
