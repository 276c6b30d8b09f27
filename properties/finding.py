"""A finding on disk: a log that fails, in a replay file and in words, each written at once.

`<slug>.rply` is complete: its header's `plies_max` is the length of the log, so that `verify` says
EXACT while the bug lives.  A last action that raises leads to no position and cannot be a ply of a
replay: an annotation at its end names it (`properties.logs`).  `<slug>.json` tells who found what;
its action texts, that one among them, repeat the failure even if codes were renumbered since.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import ActionText, ContentError, EngineError, nearest
from engine.game import Game
from engine.options import Value
from properties.errors import BadFinding, BadOutput
from properties.guard import CHANGES, Meddling
from properties.judge import (
    PLAYED_BY,
    RAISED,
    Failure,
    Judge,
    Signature,
    Watch,
    Watched,
    raised_at_once,
    sharpened,
)
from properties.loops import LABEL as LOOP
from properties.pulse import guarded
from properties.setup import Maker, found_near, seen_from

SCHEMA = "ruleproof.finding/1"
HELD = ".tmp"  # a file that is being written: .NAME.PID.tmp
FIXED, FAILED, UNJUDGED, UNREADABLE = "FIXED", "FAILED", "UNJUDGED", "UNREADABLE"


@dataclass(frozen=True)
class Case:
    """A log to judge anew, in words: how the game is made, its options, what was done.

    `before` is the digest of the position that the last action was taken in, `pack` that of the
    pack of the maker's `content`, both in hexadecimal.  `shown` is false if the log did not show
    the failure when it was judged again at once.
    """

    maker: Maker
    options: Mapping[str, Value]
    actions: tuple[str, ...]
    signature: Signature
    message: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    before: str = ""
    pack: str = ""
    shown: bool = True

    def game(self) -> Game:
        """The game, made as it was when the log failed."""
        return self.maker.load(self.options)

    def with_content(self, content: str) -> Case:
        """The case with another path of its pack, if it was made with one."""
        if not content or not self.maker.content:
            return self
        return replace(self, maker=replace(self.maker, content=content))

    def as_dict(self) -> dict[str, object]:
        """The document `<slug>.json`."""
        return {
            "schema": SCHEMA,
            "maker": self.maker.as_dict(),
            "pack": self.pack or pack_digest(self.maker),
            "options": dict(sorted(self.options.items())),
            "signature": signature_dict(self.signature),
            "message": self.message,
            "actions": list(self.actions),
            "before": self.before or digest_before(self),
            **self.details,
        }


def pack_digest(maker: Maker) -> str:
    """The digest of the pack of `content`; "" if there is none, or it cannot be read."""
    try:
        pack = maker.pack()
    except (EngineError, OSError):
        return ""
    return pack.digest.hex() if pack is not None else ""


def signature_dict(signature: Signature) -> dict[str, str]:
    """For JSON documents."""
    return {"property": signature.label, "clause": signature.clause, "verb": signature.verb}


def signature_of(words: Mapping[str, str]) -> Signature:
    """A signature from the words of `signature_dict`."""
    return Signature(words["property"], words["clause"], words["verb"])


def digest_before(case: Case) -> str:
    """The digest of the position before the last action; "" if there is none or it has none."""
    try:
        game = case.game()
        state = game.initial()
        for text in case.actions[:-1]:
            game.apply_unchecked(state, game.code(text))
        return state.digest().hex() if case.actions else ""
    except MemoryError:
        raise
    except Exception:  # whatever the rules raise
        return ""


def other_pack(maker: Maker, pack: str) -> str:
    """Why a maker's pack is not the one of this digest; "" if it is, or none is given."""
    found = pack_digest(maker) if pack else ""
    if found == pack:
        return ""
    return (f"{maker.content or 'the own pack'}: another pack (digest {found or 'none'}) than the "
            f"log was found with ({pack}); name that one with --content")  # fmt: skip


def write_case(path: Path, case: Case) -> None:
    """Write a finding's words, its pack named as seen from there; BadOutput."""
    maker = case.maker.as_dict()
    maker["content"] = seen_from(case.maker.content, path.parent)
    write_json(path, {**case.as_dict(), "maker": maker})


def read_case(path: Path) -> Case:
    """The case of a `.json` file, its pack named as seen from here; BadFinding."""
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
        if words["schema"] != SCHEMA:
            raise ValueError(f"schema {words['schema']!r}, expected {SCHEMA!r}")
        actions = words["actions"]
        if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
            raise ValueError("actions are no list of texts")
        made = dict(words["maker"])
        made["content"] = found_near(str(made.get("content", "")), path.parent)
        return Case(
            Maker.from_dict(made), dict(words["options"]), tuple(actions),
            signature_of(words["signature"]), str(words.get("message", "")),
            before=str(words.get("before", "")), pack=str(words.get("pack", "")),
            shown=words.get("shown") is not False,
        )  # fmt: skip
    except PermissionError as error:
        raise BadFinding(f"{path}: {error.strerror}; make it readable, or leave it out") from error
    except FileNotFoundError as error:
        raise BadFinding(f"{path}: no such file; give a .json that fuzz wrote") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}"
        raise BadFinding(f"{path}: no finding of fuzz ({what}); give a .json it wrote") from error


# ---- judged again ----


@dataclass(frozen=True)
class Again:
    """A stored log played under the rules of today: its failure, if any, and how far it came.

    `played` counts actions, the failing one too; `misfit` says in words why not all were, and
    `before` is the digest of the position where the next one was not legal.  `unfit`: why nothing
    was played.
    """

    failure: Failure | None
    played: int = 0
    misfit: str = ""
    before: str = ""
    unfit: str = ""

    def verdict(self, case: Case) -> tuple[str, str]:
        """FIXED, FAILED or UNJUDGED, and why.

        A log that cannot be played to its end shows nothing, but for one: the position before the
        last action is what it was, and that action is refused there now.
        """
        if self.failure is not None:
            return FAILED, self.failure.message
        if self.unfit:
            return UNJUDGED, self.unfit
        if not self.misfit:
            why = _unseen(case)
            return (UNJUDGED, why) if why else (FIXED, "")
        if self.before and self.before == case.before and self.played == len(case.actions) - 1:
            return FIXED, self.misfit
        return UNJUDGED, f"{self.misfit}; the log no longer fits these rules"


@guarded()
def judged(case: Case) -> Again:
    """Play the actions again under all properties, as far as they are legal.

    The property that broke is judged at every occasion, as it was when the log was shortened.
    """
    game = case.game()
    if other := other_pack(case.maker, case.pack):
        return Again(None, unfit=other)
    properties = sharpened(case.maker.properties(), (case.signature.label,))
    watch: Watch
    if case.signature.label.startswith(CHANGES):
        watch = Meddling(game, properties, case.signature.label)
    else:
        watch = whole = Watched(game, properties)
        static = whole.static()
        if static is not None and static.signature == case.signature:
            return Again(static)
    try:
        judge = Judge(game, watch)
    except MemoryError:
        raise
    except Exception as error:  # the set-up itself raises
        return Again(raised_at_once(error, game))
    codes, misfit = list[int](), ""
    for number, text in enumerate(case.actions, 1):
        try:
            codes.append(game.code(text))
        except ActionText as error:
            misfit = f"action {number} of {len(case.actions)}: {error}"
            break
    trial = judge.replay(codes)
    played = len(trial.codes)
    if trial.failure is None and played < len(codes):
        here = game.row_name(trial.state)
        misfit = (f"action {played + 1} of {len(case.actions)}, {case.actions[played]!r}, is not "
                  f"legal in row {here} now")  # fmt: skip
        return Again(None, played, misfit, trial.state.digest().hex())
    return Again(trial.failure, played, misfit)


def _unseen(case: Case) -> str:
    """Why a log that plays without a failure says nothing; "" if it does say something."""
    label = case.signature.label
    if label == PLAYED_BY:
        return "a policy raised, which no log shows: play the game again"
    if not case.shown:
        return "the log did not show it when it was found either: play the game again"
    if label == LOOP or label.startswith(RAISED):
        return ""
    known, gone = [item.label for item in case.maker.properties()], label.removeprefix(CHANGES)
    if gone in known:
        return ""
    return f"{case.maker.game} has no property {gone!r} now; {nearest(gone, known)}"


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, and have it on the disk; BadOutput."""
    held = path.with_name(f".{path.name}.{os.getpid()}{HELD}")
    try:
        with held.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(held, path)
    except OSError as error:
        raise BadOutput(f"{path} cannot be written: {error.strerror}; make room, or name "
                        "another place with -o") from error  # fmt: skip
    finally:  # gone once it has its name; a full disk or Ctrl-C leaves it
        with suppress(OSError):
            held.unlink()


def sweep(folder: Path) -> None:
    """Remove what `write` was at when its process was killed."""
    for path in sorted(folder.glob(f".*{HELD}")):
        number = path.name.removesuffix(HELD).rpartition(".")[2]
        if number.isdigit() and not _running(int(number)):
            path.unlink(missing_ok=True)


def _running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # somebody else's, or no process of this system
    return True


def write_json(path: Path, document: Mapping[str, object]) -> None:
    """Write a JSON document, keys sorted, whole or not at all; BadOutput."""
    text = json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)
    write(path, text.encode() + b"\n")


def folder(path: Path) -> Path:
    """Make the folder of findings; BadOutput."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "permission denied")
    except OSError as error:
        raise BadOutput(f"{path} cannot be written: {error.strerror}; name another folder "
                        "with -o") from error  # fmt: skip
    return path


@dataclass(frozen=True)
class Recheck:
    """A stored finding judged by the rules of today: FIXED, or FAILED and how.

    UNJUDGED is one whose log no longer fits the rules; UNREADABLE, without a signature, one that
    cannot be read or made again.
    """

    path: Path
    verdict: str
    signature: Signature | None
    now: Signature | None
    message: str

    def text(self) -> str:
        """One line."""
        if self.signature is None:
            return f"{self.verdict} {self.message}"
        other = self.now is not None and self.now != self.signature
        how = f" (now {self.now.text})" if other and self.now is not None else ""
        why = f": {self.message}" if self.message else ""
        return f"{self.verdict} {self.path} {self.signature.text}{how}{why}"

    def as_dict(self) -> dict[str, object]:
        """For JSON documents."""
        return {
            "path": str(self.path),
            "verdict": self.verdict,
            "signature": signature_dict(self.signature) if self.signature else None,
            "now": signature_dict(self.now) if self.now else None,
            "message": self.message,
        }


def recheck(paths: Sequence[Path], content: str = "") -> list[Recheck]:
    """Judge every finding in these folders and files anew: `fuzz --replay DIR`.

    One that cannot be read does not keep the others from being judged.  `content` is the pack of
    those that were made with one.
    """
    return [_recheck(path, content) for path in stored(paths)]


def stored(paths: Sequence[Path]) -> list[Path]:
    """The `.json` findings among files and in folders, sorted; a path that may not be read too.

    Of a replay it is the one beside it.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(_beside(path))
            continue
        try:
            names = sorted(name for name in os.listdir(path) if name.endswith(".json"))
        except OSError:
            found.append(path)
            continue
        found += [path / name for name in names if _perhaps(path / name)]
    return found


def _beside(path: Path) -> Path:
    if path.suffix != ".rply":
        return path
    words = path.with_suffix(".json")
    as_found = words.with_name(words.name.replace(".found.json", ".json"))
    return next((one for one in (words, as_found) if one.exists()), path)


def _perhaps(path: Path) -> bool:
    """Whether a file names the schema of a finding; yes of one that may not be read."""
    try:
        return SCHEMA in path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True


def _recheck(path: Path, content: str) -> Recheck:
    try:
        if path.suffix == ".rply":
            raise BadFinding(f"{path}: a replay without the .json beside it that makes a finding; "
                             "judge it with `ruleproof verify`")  # fmt: skip
        case = read_case(path).with_content(content)
        again = judged(case)
        verdict, why = again.verdict(case)
    except BadFinding as error:
        return Recheck(path, UNREADABLE, None, None, f"{BadFinding.code}: {error}")
    except (EngineError, ImportError) as error:
        way = "; name it with --content" if isinstance(error, ContentError) else ""
        why = f"{path}: the game cannot be made as it was: {error}{way}"
        return Recheck(path, UNREADABLE, None, None, f"{BadFinding.code}: {why}")
    now = again.failure.signature if again.failure is not None else None
    return Recheck(path, verdict, case.signature, now, why)
