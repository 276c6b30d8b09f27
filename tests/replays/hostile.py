"""Bytes from anywhere, given to the reader and the verifier in one process of its own.

`python -m tests.replays.hostile KIND COUNT` prints what came of it as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from replays.forge import parts_of
from replays.format import MAGIC, frame, reframe, values_of
from replays.reader import read_prefix
from replays.recorder import header_for
from replays.verify import verify
from tests.replays import played
from tools.memory import peak

HEADER = header_for(played.STAIRS, seed="shake:1")
WHOLE = ("EXACT", "UNVERIFIED")
BROKEN = ("CORRUPT", "TRUNCATED")


def good_files() -> list[bytes]:
    """One file of each sort."""
    return [played.replay(), played.replay(witness="block"), played.with_undo(), played.series(2)]


def rubbish(chance: random.Random) -> Iterator[bytes]:
    """Random bytes: bare, behind the magic, behind a header."""
    heads = (b"", MAGIC, MAGIC + frame(HEADER))
    while True:
        yield chance.choice(heads) + chance.randbytes(chance.choice((0, 1, 7, 40, 900, 70_000)))


def mutants(chance: random.Random) -> Iterator[bytes]:
    """Good files with bytes changed, cut, moved, doubled; half of them framed anew."""
    good = good_files()
    while True:
        data = chance.choice(good)
        for _ in range(chance.randint(1, 3)):
            a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
            kind = chance.randrange(4)
            if kind == 0 and a < b:
                data = data[:a] + bytes([chance.randrange(256)]) + data[a + 1 :]
            elif kind == 1:
                data = data[:a] + data[b:]
            elif kind == 2:
                data = data[:b] + data[a:]
            else:
                data = data[:a] + chance.randbytes(b - a) + data[b:]
        yield data if chance.randrange(2) else framed_anew(data, chance)


def framed_anew(data: bytes, chance: random.Random) -> bytes:
    """What looks like records, with fitting lengths and CRCs, sometimes one changed within."""
    out = MAGIC
    for part in parts_of(played.replay()):
        values = values_of(part.record, 8)
        if chance.randrange(3) == 0:
            values[chance.randrange(len(values))] = chance.choice(
                [None, 0, -1, 1 << 40, 1.5, "", "x" * 300, data[:50], [], [[]] * 9, {}, True]
            )
        out += reframe(values)
    return out


def survive(inputs: Iterator[bytes]) -> dict[str, object]:
    """Read and verify each; the slowest in seconds, the peak of memory in KiB, the verdicts."""
    slowest = 0.0
    words: Counter[str] = Counter()
    good = good_files()
    for data in inputs:
        began = time.perf_counter()
        prefix = read_prefix(data)
        verdict = verify(data, played.load)
        slowest = max(slowest, time.perf_counter() - began)
        words[verdict.word] += 1
        # Only what was not changed is whole, and the reader and the verifier agree on it.
        assert verdict.word not in WHOLE or (data in good and prefix.fault is None), data
        assert verdict.word not in BROKEN or prefix.fault is not None, data
        assert prefix.size <= len(data), data
    return {"slowest": slowest, "peak": peak(), "words": words}


if __name__ == "__main__":
    make = {"rubbish": rubbish, "mutants": mutants}[sys.argv[1]]
    count = int(sys.argv[2])
    found = survive(islice(make(random.Random(f"hostile {count}")), count))
    sys.stdout.write(json.dumps(found) + "\n")
