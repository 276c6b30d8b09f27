"""Pages of results: the program on the page, and the rows that it printed."""

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs" / "rules"


class Page:
    """`docs/rules/NAME_results.md`; `rows` are those of its tables that begin with a policy."""

    def __init__(self, name: str, policies: str) -> None:
        self.path = DOCS / f"{name}_results.md"
        self.text = self.path.read_text(encoding="utf-8")
        self.rows = re.findall(rf"^\| (?:{policies}) \|.*$", self.text, re.M)

    def program(self) -> dict[str, Any]:
        """What the program defines; it prints nothing unless it is run itself."""
        (source,) = re.findall(r"^```python\n(.*?)^```$", self.text, re.M | re.S)
        names: dict[str, Any] = {"__name__": "page"}
        exec(compile(source, str(self.path), "exec"), names)
        return names


def cells(row: str) -> list[str]:
    """The cells of a table row."""
    return row.strip("| ").split(" | ")
