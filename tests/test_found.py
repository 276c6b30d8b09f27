"""What campaigns once found and no scenario can tell again stays found: each log is judged anew.

A finding lies in `tests/found/GAME` as the campaign wrote it.  Most faults become a scenario
instead; here are those that show only in a game from its beginning.
"""

from pathlib import Path

import pytest

from properties.fuzz import recheck

FOUND = sorted(Path(__file__).with_name("found").glob("*/*.json"))


@pytest.mark.parametrize("path", FOUND, ids=[path.name.partition(".")[0] for path in FOUND])
def test_it_is_mended(path: Path) -> None:
    [again] = recheck([path])
    assert (again.verdict, again.now) == ("FIXED", None)
