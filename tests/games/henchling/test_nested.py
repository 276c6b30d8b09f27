"""Five effects inside each other: the transcript can be followed, and the pager shows what is owed.

`nested.rply` is a seeded game with the rich pack.  Its turn 3: a payment destroys a card whose
Leave text draws; a draw meets a trap; its discard springs another; a Protector takes the damage.
"""

import re
from pathlib import Path

from click.testing import CliRunner

from replays.reader import read
from replays.verify import verify
from tools.cli import main
from tools.setup import replay_loader

HERE = Path(__file__).parent
REPLAY = HERE / "nested.rply"
RICH = HERE.parents[1] / "packs" / "henchling_rich.toml"
EVENT = re.compile(r" {8}[a-z]+\.[a-z_]+: ")
# The chain, outermost first, as the transcript tells it; then the way back out.
CHAIN = (
    "ability.paid: seat seat_2, card test_sapper",
    "leave.triggered: seat seat_0, card test_rivet",
    "card.drawn: seat seat_0, card test_socket",
    "trap.acted: card test_leak",
    "trap.sprung: card test_tripwire, when discard",
    "damage.absorbed: card test_padding",
    "trap.done: card test_tripwire",
    "trap.done: card test_leak",
    "card.drawn: seat seat_1, card test_collar",
    "batch.opened: kind text, source test_sapper",
    "trap.sprung: card test_cushion, when ability",
)


def shown(*arguments: str, keys: str = "") -> str:
    """What `ruleproof replay` says of the game."""
    words = ["replay", str(REPLAY), "--content", str(RICH), *arguments]
    result = CliRunner().invoke(main, words, input=keys)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_replay_is_exact() -> None:
    """The game is what the rules still say."""
    assert verify(REPLAY, replay_loader([str(RICH)])).word == "EXACT"
    assert read(REPLAY).head().policy == "shopper"


def test_the_chain_reads_as_it_did() -> None:
    """The transcript is golden."""
    text = shown("--events", "--from", "51", "--to", "69")
    assert text == (HERE / "nested.txt").read_text(encoding="utf-8")


def test_the_chain_can_be_followed_and_each_line_has_its_clause() -> None:
    """Five effects in, five out again, in order; no event is told without a clause."""
    lines = shown("--events", "--from", "51", "--to", "69").splitlines()
    events = [line for line in lines if EVENT.match(line)]
    assert [line for line in events if not re.search(r"\[HE-[A-Z]+-\d\d.*\]$", line)] == []
    plies = [line for line in lines if re.match(r" +\d+  [a-z]+ ", line)]
    assert len(plies) == 18 and all("HE-" in line for line in plies)
    at = 0
    for told in CHAIN:
        found = [n for n, line in enumerate(events) if n >= at and told in line]
        assert found, f"{told} does not follow event {at}"
        at = found[0]


def test_the_pager_shows_the_agenda() -> None:
    """`replay --step`: at position 61 a block, two traps, two draws and two texts are owed."""
    page = shown("--step", keys="g 61\nq\n")
    (owed,) = [line for line in page.splitlines() if line.strip().startswith("owed:")]
    tasks = owed.split("owed: ")[1].split("; ")
    assert len(tasks) == 14
    assert tasks[0] == "block seat_2 seat_2 1 test_tripwire"
    nested = ("trap_done none test_tripwire 1", "trap_done none test_leak 0",
              "draw_on seat_1 1 effect 0", "trigger seat_2 test_sapper test_sapper_2",
              "spring none ability test_sapper seat_2 8")  # fmt: skip
    places = [tasks.index(task) for task in nested]
    assert places == sorted(places)
