"""How much memory a process held at most."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> int:
    """The most memory this process held so far, in KiB, as the system counts."""
    # Not `ru_maxrss` where there is a choice: a child's starts at what its parent held.
    if STATUS.exists():
        for line in STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most
