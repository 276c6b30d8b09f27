"""A finding on disk: a log that fails, in a replay file and in words, each written at once.

`<slug>.rply` is complete: its header's `plies_max` is the length of the log, so that `verify` says
EXACT while the bug lives.  `<slug>.json` tells who found what; its action texts repeat the failure
even if codes were renumbered since.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from engine.errors import ActionText, EngineError
from engine.game import Game
from engine.options import Value
from properties.errors import BadFinding, BadOutput
from properties.judge import Judge, Signature, Trial, Watched, sharpened
from properties.setup import Maker
from replays.recorder import Recorder, header_for

SCHEMA = "ruleproof.finding/1"
HELD = ".tmp"  # a file that is being written: .NAME.PID.tmp


@dataclass(frozen=True)
class Case:
    """A log to judge anew, in words: how the game is made, its options, what was done."""

    maker: Maker
    options: Mapping[str, Value]
    actions: tuple[str, ...]
    signature: Signature
    message: str = ""
    details: Mapping[str, object] = field(default_factory=dict)

    def game(self) -> Game:
        """The game, made as it was when the log failed."""
        return self.maker.load(self.options)

    def as_dict(self) -> dict[str, object]:
        """The document `<slug>.json`."""
        return {
            "schema": SCHEMA,
            "maker": self.maker.as_dict(),
            "options": dict(sorted(self.options.items())),
            "signature": signature_dict(self.signature),
            "message": self.message,
            "actions": list(self.actions),
            **self.details,
        }


def signature_dict(signature: Signature) -> dict[str, str]:
    """For JSON documents."""
    return {"property": signature.label, "clause": signature.clause, "verb": signature.verb}


def signature_of(words: Mapping[str, str]) -> Signature:
    """A signature from the words of `signature_dict`."""
    return Signature(words["property"], words["clause"], words["verb"])


def read_case(path: Path) -> Case:
    """The case of a `.json` file; BadFinding."""
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
        if words["schema"] != SCHEMA:
            raise ValueError(f"schema {words['schema']!r}, expected {SCHEMA!r}")
        return Case(
            Maker.from_dict(words["maker"]), dict(words["options"]), tuple(words["actions"]),
            signature_of(words["signature"]), str(words.get("message", "")),
        )  # fmt: skip
    except PermissionError as error:
        raise BadFinding(f"{path}: {error.strerror}; make it readable, or leave it out") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise BadFinding(f"{path}: no finding of fuzz ({what}); give a .json it wrote") from error


def judged(case: Case) -> Trial:
    """Play the actions again under all properties, as far as they are legal.

    The property that broke is judged at every occasion, as it was when the log was shortened.
    """
    game = case.game()
    watch = Watched(game, sharpened(case.maker.properties(), (case.signature.label,)))
    judge = Judge(game, watch)
    static = watch.static()
    if static is not None and static.signature == case.signature:
        return Trial((), (), static, game.initial())
    codes = []
    for text in case.actions:
        try:
            codes.append(game.code(text))
        except ActionText:
            break
    return judge.replay(codes)


def log_bytes(game: Game, codes: Sequence[int], tags: tuple[str, ...] = ()) -> bytes:
    """A replay file of this log, whole where it can be: `plies_max` is then its length.

    A last ply that raises, or leads to a state without an encoding, is left out.
    """
    for stop in (len(codes), len(codes) - 1):
        try:
            return _written(game, codes[: max(stop, 0)], tags)
        except Exception:
            if stop != len(codes):
                raise
    raise AssertionError("unreachable: the loop returns or raises")


def _written(game: Game, codes: Sequence[int], tags: tuple[str, ...]) -> bytes:
    options = dict(game.options)
    options["plies_max"] = max(1, len(codes))
    short = Game(game.definition, options, game.content)
    stream = BytesIO()
    recorder = Recorder.to_stream(stream, header_for(short, tags=tags))
    state = short.initial()
    recorder.begin(state)
    for code in codes:
        count = len(short.legal_actions(state))
        short.apply_unchecked(state, code)
        recorder.ply(code, state, count)
    if short.is_terminal(state) or state.ply >= short.plies_max:
        recorder.finish(short, state)
    recorder.close()
    return stream.getvalue()


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
        raise BadOutput(f"{path} cannot be written: {error.strerror}; name another folder "
                        "with -o") from error  # fmt: skip
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

    UNREADABLE, without a signature, is one that cannot be read or made again.
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


def recheck(paths: Sequence[Path]) -> list[Recheck]:
    """Judge every finding in these folders and files anew: `fuzz --replay DIR`.

    One that cannot be read does not keep the others from being judged.
    """
    return [_recheck(path) for path in stored(paths)]


def stored(paths: Sequence[Path]) -> list[Path]:
    """The `.json` findings among files and in folders, sorted; a path that may not be read too."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path.with_suffix(".json"))
            continue
        try:
            names = sorted(name for name in os.listdir(path) if name.endswith(".json"))
        except OSError:
            found.append(path)
            continue
        found += [path / name for name in names if _perhaps(path / name)]
    return found


def _perhaps(path: Path) -> bool:
    """Whether a file names the schema of a finding; yes of one that may not be read."""
    try:
        return SCHEMA in path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True


def _recheck(path: Path) -> Recheck:
    try:
        case = read_case(path)
        failure = judged(case).failure
    except BadFinding as error:
        return Recheck(path, "UNREADABLE", None, None, f"{BadFinding.code}: {error}")
    except EngineError as error:
        why = f"{path}: the game cannot be made as it was: {error}"
        return Recheck(path, "UNREADABLE", None, None, f"{BadFinding.code}: {why}")
    if failure is None:
        return Recheck(path, "FIXED", case.signature, None, "")
    return Recheck(path, "FAILED", case.signature, failure.signature, failure.message)
