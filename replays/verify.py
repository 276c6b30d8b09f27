"""Does this file still replay?  Every code's legality, every witness byte, every digest, the end.

A file is judged in file order, undone plies included.  What replays differently is DIVERGED at
its ply; what is damaged is CORRUPT at its byte, after the prefix before it was replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from zlib import crc32

from engine.errors import EngineError
from engine.game import Game
from engine.raised import in_short
from engine.state import State
from replays.errors import ReplayError, TornFile, Unsupported
from replays.reader import Loader, Source, game_for, opened
from replays.records import BLOCK_PLIES, NONE, UNDO, Block, End, GameStart, Header, Mark
from replays.script import AGAIN, AGAIN_MANY, Script
from replays.verdict import (
    CORRUPT,
    DIVERGED,
    EXACT,
    TRUNCATED,
    UNSUPPORTED,
    UNVERIFIED,
    Verdict,
    exit_code,
    plural,
)
from replays.witness import advance, opening, words

__all__ = ["Verdict", "exit_code", "verify"]

LISTED_MAX = 12  # legal actions named in a verdict
FAILS = "the rules fail here"
MEND = "mend the rule that raised, and verify again"
PART = "`ruleproof diff --rules OTHER FILE` names the fields in which two builds part"


class _Diverged(Exception):
    """Internal: the replay left the file at ply `ply`."""

    def __init__(self, ply: int, code: int | None, what: str, expected: str, found: str) -> None:
        super().__init__(what)
        self.ply = ply
        self.code = code
        self.what = what
        self.expected = expected
        self.found = found


@dataclass
class _Save:
    """A position to go back to: its ply, state and running CRC."""

    ply: int
    state: State
    crc: int


def verify(source: Source, load: Loader | None = None) -> Verdict:
    """Judge one file.  `load` finds the game of a header (default: registered games).

    Raises OSError where a path cannot be read; nothing for what stands in the file.
    """
    with opened(source) as stream:
        return _Judge(Script(stream), load).judge()


class _Judge:
    """The replay of one file, record by record."""

    def __init__(self, script: Script, load: Loader | None) -> None:
        self.script = script
        self.load = load
        self.found: Game | None = None  # the game of the header, once it is read
        self.standing: State | None = None
        self.ruleset: tuple[str, str] | None = None
        self.ends = 0
        self.total = 0  # plies of the games that ended
        self.crc = 0
        self.at = 0
        self.saves: list[_Save] = []
        self.wound = True  # whether `state` stands at `at`; not so after an undo

    @property
    def game(self) -> Game:
        """The game; a record before the header never comes this far."""
        if self.found is None:
            raise RuntimeError("no header yet: replays.script lets none through")
        return self.found

    @property
    def state(self) -> State:
        """The state at `at`, unless an undo has still to be followed."""
        if self.standing is None:
            raise RuntimeError("no game yet: replays.script lets none through")
        return self.standing

    def judge(self) -> Verdict:
        """Read to the end or the first fault, and say what was found."""
        try:
            for placed in self.script:
                self.take(placed.record)
        except _Diverged as diverged:
            return self.diverged(diverged)
        except Unsupported as error:
            verdict = self.verdict(UNSUPPORTED, error.fact, error)
            return replace(
                verdict, what=error.what, file_has=error.file_has, build_has=error.build_has
            )
        except TornFile as error:
            if self.found is None:
                return replace(self.verdict(CORRUPT, error.fact, error), at=error.offset)
            return self.torn(error)
        except ReplayError as error:
            held = self.total + self.at
            hold = f"{plural(held, 'ply')} before it replay{'s' * (held == 1)}"
            detail = f"{error.fact}; {hold}"
            return replace(self.verdict(CORRUPT, detail, error), at=error.offset)
        many = f"{plural(self.ends, 'game')}, " if self.script.many else ""
        plies = plural(self.total, "ply")
        if self.script.witness == NONE:
            detail = f"{many}{plies}, legal throughout, but without a witness"
            return self.verdict(UNVERIFIED, detail)
        detail = f"{many}{plies}, every witness, digest and end as recorded"
        return self.verdict(EXACT, detail)

    def torn(self, error: TornFile) -> Verdict:
        """TRUNCATED: how a file without an end stops, and what of it holds."""
        held, many = self.total + self.at, self.script.many
        plies = "the one ply" if held == 1 else f"all {plural(held, 'ply')}"
        hold = f"{plies} before it hold{'s' * (held == 1)}" if held else "nothing before it to keep"
        detail = f"{error.fact}; {hold}" if many else f"torn: {error.fact}; {hold}"
        if error.whole:
            hold = f"{plies} hold{'s' * (held == 1)}"
            detail = f"stopped at position {self.at}, {hold}" if held else "no ply was played"
            detail = f"not finished: {detail}"
        verdict = replace(self.verdict(TRUNCATED, detail, error), at=self.at)
        if many:
            return replace(verdict, index=self.ends, remedy=AGAIN_MANY)
        return verdict if held or error.whole else replace(verdict, remedy=AGAIN)

    def verdict(self, word: str, detail: str, error: ReplayError | None = None) -> Verdict:
        """The parts of a verdict that are the same for all words."""
        script = self.script
        return Verdict(
            word=word,
            detail=detail,
            remedy=error.remedy if error else "",
            code=error.code if error else None,
            game=script.header.game if script.header else None,
            index=script.index,
            plies=self.total + self.at,
            games=self.ends,
            witness=script.witness,
            ruleset=self.ruleset,
        )

    def diverged(self, found: _Diverged) -> Verdict:
        """DIVERGED with the row, clause and seat of the ply."""
        verdict = replace(
            self.verdict(DIVERGED, str(found)),
            at=found.ply,
            plies=self.total + found.ply,
            remedy=MEND if str(found) == FAILS else PART,
            action=_word(self.game, found.code),
            expected=found.expected,
            found=found.found,
        )
        state = self.before(found.ply)
        if state is None:
            return verdict
        row = self.game.row(state)
        return replace(
            verdict,
            row=row.name,
            clause=row.phase.clause or None,
            player=self.game.current_player(state),
        )

    # ---- records ----

    def take(self, record: Header | Block | Mark | GameStart | End) -> None:
        """Replay what one record says."""
        match record:
            case Header():
                self.found = self.made(record)
                mine = self.game.ruleset_digest
                if mine != record.ruleset_digest:
                    self.ruleset = (record.ruleset_digest.hex(), mine.hex())
                self.begin()
            case GameStart():
                if record.seed is not None:
                    self.begin()
            case Block():
                self.block(record)
            case Mark():
                if record.kind == UNDO:
                    self.at = record.ply
                    self.wound = False
            case End():
                self.end(record)

    def made(self, header: Header) -> Game:
        """The game of the header; Unsupported too where its declaration or catalogue is broken."""
        try:
            game = game_for(header, self.load)
            _ = game.ruleset_digest  # which reads the catalogue
            return game
        except EngineError as error:
            raise Unsupported(
                "game", header.game, f"cannot make it: {error.code}: {error}",
                remedy="mend what it declares, or use the build named by the file's producer",
            ) from error  # fmt: skip

    def begin(self) -> None:
        """Position 0 of a game."""
        try:
            self.standing = self.game.initial()
        except EngineError as error:
            raise self.rules_fail(0, None, error) from error
        self.crc = opening(self.state)
        self.at = 0
        self.saves = []
        self.wound = True

    def block(self, block: Block) -> None:
        """Up to BLOCK_PLIES plies, then the digest."""
        self.wind()
        state = self.state
        # Blocks may be as short as a ply; positions to go back to are as far apart as full ones.
        if not self.saves or self.at >= self.saves[-1].ply + BLOCK_PLIES:
            self.saves.append(_Save(self.at, state.clone(), self.crc))
        room = self.game.plies_max - self.at
        self.plies(block.codes[:room], block.witness)
        if room < len(block.codes):
            raise _Diverged(
                self.at, block.codes[room], "the game goes on after its last ply",
                "another ply", f"plies_max {self.game.plies_max} is reached",
            )  # fmt: skip
        if block.digest is not None and block.digest != state.digest():
            raise _Diverged(
                self.at - 1, block.codes[-1], f"the block of plies {block.first}..{self.at - 1} "
                "ends in another state", f"digest {block.digest.hex()}",
                f"digest {state.digest().hex()}",
            )  # fmt: skip

    def plies(self, codes: tuple[int, ...], witness: bytes | None) -> None:
        """The hot loop: legal, applied, witnessed."""
        state, crc, ply = self.state, self.crc, self.at
        legal_of, act, encode = self.game.legal_actions, self.game.apply_unchecked, state.encode
        table = words()
        code = -1
        try:
            if witness is None:
                for code in codes:
                    if code not in legal_of(state):
                        raise self.illegal(ply, code)
                    act(state, code)
                    ply += 1
            else:
                for code, want in zip(codes, witness, strict=False):
                    legal = legal_of(state)
                    if code not in legal:
                        raise self.illegal(ply, code)
                    act(state, code)
                    crc = crc32(table[code] + encode() + table[len(legal)], crc)
                    if crc & 0xFF != want:
                        raise _Diverged(
                            ply, code, "the ply leads to another state, or was one of another "
                            "number of choices", f"witness {want:02x}", f"witness {crc & 0xFF:02x}",
                        )  # fmt: skip
                    ply += 1
        except (_Diverged, MemoryError):
            raise
        except Exception as error:
            raise self.rules_fail(ply, code, error) from error
        self.crc, self.at = crc, ply

    def rules_fail(self, ply: int, code: int | None, error: Exception) -> _Diverged:
        """The divergence of rules that raise an error where the file goes on."""
        found = in_short(error, self.game.definition)
        return _Diverged(ply, code, FAILS, "a ply that replays", found)

    def illegal(self, ply: int, code: int) -> _Diverged:
        """The divergence of a code that is not legal."""
        legal = [self.game.text(item) for item in self.game.legal_actions(self.state)]
        shown = ", ".join(legal[:LISTED_MAX]) or "nothing, the game is over"
        if len(legal) > LISTED_MAX:
            shown += f" and {len(legal) - LISTED_MAX} more"
        action = _word(self.game, code)
        return _Diverged(ply, code, f"{action!r} is not legal", action or "", f"legal: {shown}")

    def end(self, end: End) -> None:
        """The final state, its reason and returns."""
        game = self.game
        self.wind()
        state = self.state
        reason = game.end_reason(state)
        try:
            returns = None if reason is None else tuple(game.returns(state))
        except MemoryError:
            raise  # no fault of the rules
        except Exception as error:
            raise self.rules_fail(self.at, None, error) from error
        facts = (
            ("final state", end.digest.hex(), state.digest().hex()),
            ("end reason", end.reason or "none", reason or "none"),
            ("returns", str(end.returns), str(returns)),
        )
        for name, expected, found in facts:
            if expected != found:
                what = f"the {name} differs"
                raise _Diverged(self.at, None, what, f"{name} {expected}", f"{name} {found}")
        if reason is None and self.at < game.plies_max:
            raise _Diverged(self.at, None, "the game is not over", "an end",
                            f"plies_max is {game.plies_max}")  # fmt: skip
        self.ends += 1
        self.total += self.at
        self.at = 0

    # ---- positions ----

    def wind(self) -> None:
        """After an undo: bring state and CRC back to the position gone to."""
        if self.wound:
            return
        self.saves = [save for save in self.saves if save.ply <= self.at]
        save = self.saves[-1]
        self.standing, self.crc = save.state.clone(), save.crc
        for code in self.script.track.codes[save.ply : self.at]:
            count = len(self.game.legal_actions(self.state))
            self.game.apply_unchecked(self.state, code)
            self.crc = advance(self.crc, code, self.state, count)
        self.wound = True

    def before(self, ply: int) -> State | None:
        """The state at position `ply`, replayed from the block it lies in."""
        saves = [save for save in self.saves if save.ply <= ply]
        if not saves:
            return self.standing
        state = saves[-1].state.clone()
        for code in self.script.track.codes[saves[-1].ply : ply]:
            self.game.apply_unchecked(state, code)
        return state


def _word(game: Game, code: int | None) -> str | None:
    """An action in words; a code outside the space as such."""
    if code is None or code < 0:
        return None
    return game.text(code) if code < len(game.space) else f"code {code}"
