"""A page of `ruleproof view` read without a browser: its elements, its policy, its states."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

VOID = ("meta", "input")
Value = str | tuple[str, ...]


@dataclass
class Node:
    """An element: its attributes, and elements and texts in it."""

    tag: str
    attrs: dict[str, str | None] = field(default_factory=dict)
    inside: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(item if isinstance(item, str) else item.text for item in self.inside)

    def all(self, tag: str = "", look: str = "") -> list[Node]:
        """Elements below it, in order, of a tag and a class."""
        found = [node for node in self._below() if not tag or node.tag == tag]
        return [n for n in found if not look or look in (n.attrs.get("class") or "").split()]

    def one(self, tag: str = "", look: str = "", **attrs: str) -> Node:
        """The only such element."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attrs.items()}
        (found,) = [n for n in self.all(tag, look) if wanted.items() <= n.attrs.items()]
        return found

    def children(self, tag: str) -> list[Node]:
        """Elements right in it."""
        return [node for node in self.inside if isinstance(node, Node) and node.tag == tag]

    def _below(self) -> Iterator[Node]:
        for node in self.inside:
            if isinstance(node, Node):
                yield node
                yield from node._below()


class Reader(HTMLParser):
    """HTML in which every element is closed where it must be; AssertionError for any other."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Node("")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs))
        assert len(attrs) == len(node.attrs), f"{tag} has an attribute twice"
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> where {self.open[-1].tag} is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data[:40]}")


def parsed(text: str) -> Node:
    """The page as a tree."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"{reader.open[-1].tag} is not closed"
    return reader.root


def items(page: Node) -> list[Node]:
    """The entries of the ordered lists."""
    return [item for plies in page.all("ol", "plies") for item in plies.children("li")]


def data_of(page: Node) -> dict[str, Any]:
    """What the script reads."""
    block = page.one("script", type="application/json")
    assert "<" not in block.text
    found: dict[str, Any] = json.loads(block.text)
    return found


def states_of(data: dict[str, Any], side: int = 0) -> list[dict[tuple[str, str], Value]]:
    """The states of the first game, or of one alone, added up from their changes."""
    found: list[dict[tuple[str, str], Value]] = []
    start = data["same"] if side else 0
    state = dict(states_of(data)[start - 1]) if start else {}
    for flat in data["sides"][side]["states"]:
        for number, change in zip(flat[::2], flat[1::2], strict=True):
            atom = tuple(data["atoms"][number])
            if change is None:
                del state[atom]
            elif isinstance(change, dict):
                at, removed, inserted = change["s"]
                old = state[atom]
                state[atom] = (*old[:at], *inserted, *old[at + removed :])
            else:
                state[atom] = change if isinstance(change, str) else tuple(change)
        found.append(dict(state))
    return found


def boards_of(data: dict[str, Any]) -> list[dict[int, Any]]:
    """The boards of the first game, -1 being the lines about the whole."""
    found: list[dict[int, Any]] = []
    board: dict[int, Any] = {}
    for flat in data["sides"][0]["boards"]:
        board = {**board, **dict(zip(flat[::2], flat[1::2], strict=True))}
        found.append(board)
    return found


def digest(text: str) -> str:
    """How a policy names a script or a style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
