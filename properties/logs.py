"""A log that was played as a replay file, whole where it can be, and the action that raises."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO

from engine.errors import FAULTS, ActionText
from engine.game import Game
from engine.raised import origin
from properties.pulse import PULSE
from replays.reader import Line
from replays.recorder import Recorder, header_for
from replays.records import ANNOTATION

RAISING = " raises "  # between action and error in the annotation of a log whose last action raises
REMARK_MAX = 800


def log_bytes(game: Game, codes: Sequence[int], tags: tuple[str, ...] = ()) -> bytes:
    """A replay file of this log, whole where it can be: `plies_max` is then its length.

    A last ply that raises, or leads to a state without an encoding, is left out and annotated.
    """
    try:
        with PULSE:
            return _written(game, codes, tags)
    except MemoryError:
        raise
    except FAULTS as told:
        if not codes:
            raise
        error = origin(told)
        said = f"{game.text(codes[-1])}{RAISING}{type(error).__name__}: {error}"[:REMARK_MAX]
        remark = said.encode("utf-8", "replace").decode()
        return _written(game, codes[:-1], tags, remark)


def _written(
    game: Game, codes: Sequence[int], tags: tuple[str, ...], remark: str = ""
) -> bytes:
    options = dict(game.options)
    options["plies_max"] = max(1, len(codes))
    short = Game(game.definition, options, game.content)
    stream = BytesIO()
    recorder = Recorder.to_stream(stream, header_for(short, tags=tags))
    state = recorder.line(short, codes)
    if remark:
        recorder.annotate(remark, len(codes))
    if short.is_terminal(state) or state.ply >= short.plies_max:
        recorder.finish(short, state)
    recorder.close()
    return stream.getvalue()


def raising(game: Game, line: Line) -> tuple[int, ...]:
    """The action that raises behind the plies of a log, as `log_bytes` annotates it; () if none."""
    for mark in line.marks:
        text, sign, _ = (mark.text or "").partition(RAISING)
        if mark.kind == ANNOTATION and mark.ply == len(line.codes) and sign:
            with suppress(ActionText):
                return (game.code(text),)
    return ()
