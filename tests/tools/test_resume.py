"""play --resume and its forks: what a record keeps, and what may be said anew."""

from pathlib import Path

import pytest

from replays.reader import read_prefix
from tests.tools.run import recorded, refused, run
from tests.tools.test_play import codes, play, typed


@pytest.fixture
def begun(here: Path) -> Path:
    """A record of two choices, with options of its own."""
    lines = ["be elf", "train_as rogue"]
    play(lines, "tin_helm", "--seed", "shake:5", "--option", "favor_cap=1", "-o", "a.rply")
    return here / "a.rply"


def test_a_fork_begins_where_one_likes(here: Path) -> None:
    wanted = recorded(here / "wanted.rply")
    play([], "--resume", "wanted.rply", "-o", "fork.rply", "--at", 2)
    assert codes("fork.rply")[:2] == codes(wanted)[:2]
    assert "fork of" in run("replay", "fork.rply").stdout
    refused(run("play", "--resume", "wanted.rply", "-o", "fork.rply"), 2, "E207")


def test_a_torn_record_goes_on_in_a_fork(here: Path) -> None:
    play(["be elf", "train_as rogue", "skip"], "tin_helm", "-o", "a.rply")
    data = (here / "a.rply").read_bytes()
    (here / "a.rply").write_bytes(data[:-3])
    message = refused(run("play", "--resume", "a.rply"), 3, "E202")
    assert "play --resume a.rply -o NEW.rply" in message
    play([], "--resume", "a.rply", "-o", "b.rply")
    assert (here / "a.rply").read_bytes() == data[:-3]
    assert codes("b.rply")[:2] == codes("a.rply")[:2]


def test_what_a_record_advises_can_be_typed(begun: Path) -> None:
    """Its name may hold a space."""
    begun.rename("my a.rply")
    message = refused(run("play", "--resume", "my a.rply", "--seed", "shake:6"), 2, "E400")
    assert "ruleproof play --resume 'my a.rply' -o NEW.rply --at PLY" in message


SETTINGS = [
    ("--option", "eat_in_combat=false"), ("--option", "favor_cap=1"), ("--players", "1"),
    ("--content", "my.toml"), ("--seed", "shake:5"), ("--policy", "careful"), ("--seat", "0"),
    ("--table",),
]  # fmt: skip


@pytest.mark.parametrize("words", SETTINGS, ids=" ".join)
def test_a_record_keeps_its_settings(words: tuple[str, ...], begun: Path) -> None:
    run("content", "new", "tin_helm", "-o", "my.toml")
    before = begun.read_bytes()
    message = refused(run("play", "--resume", "a.rply", *words), 2, "E400")
    assert f"--resume takes no {words[0]}: " in message and "favor_cap=1" in message
    assert "seed shake:5" in message and "played by human" in message
    assert begun.read_bytes() == before
    if words[0] in ("--seed", "--policy", "--seat", "--table"):
        assert "play --resume a.rply -o NEW.rply --at PLY" in message
    else:
        assert "ruleproof play tin_helm -o NEW.rply" in message
        refused(run("play", "--resume", "a.rply", "-o", "b.rply", *words), 2, "E400")
        assert not Path("b.rply").exists()


def test_a_pack_of_ones_own_finds_its_record(here: Path, begun: Path) -> None:
    run("content", "new", "tin_helm", "-o", "my.toml")
    play(["be elf"], "tin_helm", "--content", "my.toml", "-o", "own.rply")
    play(["train_as rogue"], "--resume", "own.rply", "--content", "my.toml")
    assert len(typed(here / "own.rply")) == 2
    assert "takes no GAME" in refused(run("play", "tin_hat", "--resume", "own.rply"), 2, "E400")
    assert "--at goes with" in refused(run("play", "--resume", "a.rply", "--at", 1), 2, "E400")


def test_settings_of_the_environment_are_for_new_games(begun: Path) -> None:
    found = run("play", "--resume", "a.rply", stdin="", RULEPROOF_SEED="shake:9",
                RULEPROOF_POLICY="careful")  # fmt: skip
    assert found.exit_code == 0, found.stderr


def test_a_fork_rolls_on_with_the_seed_of_its_parent_or_another(begun: Path) -> None:
    play([], "--resume", "a.rply", "-o", "same.rply", "--at", 2)
    assert codes("same.rply") == codes("a.rply"), "the next draw is the seed's again"
    play([], "--resume", "a.rply", "-o", "other.rply", "--at", 2, "--seed", "shake:6")
    assert read_prefix(Path("other.rply")).head().seed == "shake:6"
    assert codes("other.rply")[:2] == codes("a.rply")[:2] != codes("other.rply")
    shown = play(["d03"], "--resume", "a.rply", "-o", "typed.rply", "--at", 2, "--table")
    assert "what did the table show?" in shown
    head = read_prefix(Path("typed.rply")).head()
    assert (head.seed, head.tags) == (None, ("table",))
    play([], "--resume", "typed.rply", "-o", "rolled.rply", "--seed", "shake:6")
    assert read_prefix(Path("rolled.rply")).head().tags == ()
    for path in ("same.rply", "other.rply", "typed.rply", "rolled.rply"):
        assert "TRUNCATED" in run("verify", path).stdout


def test_a_fork_can_be_seated_anew(plug_in: str, here: Path) -> None:
    play(["rest"], plug_in, "--players", 2, "--seat", 1, "--seed", "shake:4", "-o", "a.rply")
    play([], "--resume", "a.rply", "-o", "b.rply", "--at", 1)
    assert read_prefix(Path("b.rply")).head().policy == "uniform,human"
    play([], "--resume", "a.rply", "-o", "c.rply", "--at", 1, "--seat", "all")
    assert read_prefix(Path("c.rply")).head().policy == "human,human"
    wrong = run("play", "--resume", "a.rply", "-o", "d.rply", "--policy", "clever")
    refused(wrong, 2, "E114")
    assert not Path("d.rply").exists()


def test_what_verify_says_of_a_file_without_an_end(here: Path) -> None:
    """Stopped is not torn; the command to go on names the file."""
    run("play", "tin_helm", "--seed", "shake:1", "-o", "a b.rply", stdin="1\n1\nquit\n")
    data = (here / "a b.rply").read_bytes()
    stopped = run("verify", "a b.rply")
    assert stopped.exit_code == 1
    assert stopped.stdout.splitlines() == [
        "TRUNCATED@3  a b.rply  not finished: stopped at position 3, all 3 plies hold",
        "  next   `ruleproof play --resume 'a b.rply'` goes on there",
    ]
    (here / "torn.rply").write_bytes(data[:-2])
    torn = run("verify", "torn.rply").stdout.splitlines()
    assert torn == [
        "TRUNCATED@2  torn.rply  torn: the file ends inside a record; all 2 plies before it hold",
        "  next   `ruleproof play --resume torn.rply -o NEW.rply` goes on in a new file",
    ]
    said = run("replay", "torn.rply").stderr
    assert said.splitlines() == [f"warning: {torn[0]}", torn[1]]
    parted = run("diff", "torn.rply", "a b.rply").stdout
    assert "`ruleproof play --resume 'a b.rply'` goes on there" in parted and "FILE" not in parted
    assert run("play", "--resume", "torn.rply", "-o", "new.rply", stdin="").exit_code == 0
    assert run("verify", "new.rply").stdout.startswith("TRUNCATED@3  new.rply  not finished: ")


def test_a_file_cut_in_its_first_block_keeps_nothing(here: Path) -> None:
    data = recorded(here / "a.rply").read_bytes()
    (here / "cut.rply").write_bytes(data[: len(data) // 2])
    shown = run("verify", "cut.rply").stdout
    assert shown.startswith("TRUNCATED@0  cut.rply  torn: ")
    assert "nothing before it to keep" in shown
    assert "  next   no ply of it is whole: record it anew" in shown
    assert run("replay", "cut.rply").stderr == f"warning: {shown}"
    page = run("view", "cut.rply").stdout
    assert '<pre class="wrong">TRUNCATED@0  torn: the file ends inside a record' in page
    seen = run("view", "cut.rply", "--as", "player:0").stdout
    assert '<pre class="wrong">the file is damaged where this ends</pre>' in seen
    run("play", "tin_helm", "-o", "z.rply", stdin="")
    assert "not finished: no ply was played" in run("verify", "z.rply").stdout
    assert 'class="wrong"' not in run("view", "z.rply").stdout
