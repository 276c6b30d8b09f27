"""What `play --resume` may be given beside the record: a record holds its own settings.

Going on changes none of them.  A fork, a file of its own, may take another seed, other seats and
policies, or the dice of a real table; other options, players or content are another game.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.options import word_of
from replays.reader import read_prefix
from replays.records import Header
from replays.visible import spelt
from tools.errors import Usage
from tools.inputs import naming, single
from tools.setup import Setup, packs

# Parameter of the command -> how it is written.
WRITTEN = {
    "game": "GAME", "players": "--players", "options": "--option", "content": "--content",
    "seed": "--seed", "policy": "--policy", "seats": "--seat", "table": "--table",
}  # fmt: skip
FREE_IN_FORK = ("seed", "policy", "seats", "table")
HUMAN = "human"
TABLE_TAG = "table"  # chance was typed by people, not rolled by the seed


def refuse(file: str, setup: Setup, given: Sequence[str], fork: bool) -> None:
    """Usage if something of WRITTEN was given that the record decides, and not as it has it."""
    with naming(file):
        head = read_prefix(single(file).path or file).head()
    wrong = [name for name in given if not _fits(name, head, setup, fork)]
    if not wrong:
        return
    words = ", ".join(WRITTEN[name] for name in wrong)
    told = f"--resume takes no {words}: {file} keeps its own settings, {_held(head)}"
    repeat = f"ruleproof play --resume {spelt(file)} -o NEW.rply --at PLY"
    ways = [f"leave {words} out"]
    if any(name in FREE_IN_FORK for name in wrong):
        ways.append(f"a fork can have another --seed, --seat and --policy, or --table: {repeat}")
    if any(name not in FREE_IN_FORK for name in wrong):
        ways.append("another game, other options, players or content need a new record: "
                    f"ruleproof play {setup.game or head.game} -o NEW.rply")  # fmt: skip
    raise Usage("; ".join([told, *ways]))


def _fits(name: str, head: Header, setup: Setup, fork: bool) -> bool:
    if name in FREE_IN_FORK:
        unseated = HUMAN not in (head.policy or "").split(",")
        return fork or (unseated and name in ("policy", "seats"))
    if name == "game":
        return setup.game == head.game
    if name == "content" and setup.content is not None:  # how a pack of one's own is found again
        return packs([setup.content])[0].digest == head.content_digest
    return False


def _held(head: Header) -> str:
    """The settings of a record, in one line."""
    chance = "typed at a table" if TABLE_TAG in head.tags else head.seed or "none"
    options = ", ".join(f"{name}={word_of(value)}" for name, value in head.options)
    return (f"{head.game}, content {head.content_id} {head.content_digest.hex()}, {options}, "
            f"seed {chance}, played by {head.policy or 'nobody named'}")  # fmt: skip
