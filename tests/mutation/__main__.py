"""Mutation testing of the rules: `make mutants GAMES="tin_helm hunted" SAMPLE=200 WORKERS=2`.

    python -m tests.mutation [GAME...] --sample 200 --workers 2 -o build/mutants

Each game has a file of results, `GAME.jsonl`, one line a mutant: a run goes on where the last one
stopped, unless rules, properties, scenarios, golden replays or examples have changed since.
`--page FILE` writes scores and survivors into a page, between their marks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from engine.registry import games
from tests.mutation import same, score
from tests.mutation.forks import in_turn
from tests.mutation.judge import Bench, begin, dense_packs, traced
from tests.mutation.mutant import Mutant, Outcome
from tests.mutation.nursery import warm
from tests.mutation.reach import Reach, Units

ROOT = Path(__file__).parents[2]
TABLES = "<!-- scores -->\n", "<!-- end of scores -->"
LEFT = "<!-- left -->\n", "<!-- end of left -->"
Record = dict[str, object]


def say(text: str) -> None:
    """A line of progress."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def bench_of(game: str, plies: int) -> Bench:
    """How a game is judged; its package is looked for, and not loaded."""
    package = f"engine.games.{game}"
    spec = find_spec("engine.games")
    assert spec is not None and spec.submodule_search_locations is not None
    folder = Path(next(iter(spec.submodule_search_locations))) / game
    return Bench(game, package, folder, plies=plies)


def fingerprint(bench: Bench, seed: str) -> str:
    """A digest of everything the results of a game hang on."""
    folders = (bench.folder, ROOT / "properties" / bench.game,
               ROOT / "tests" / "scenarios" / bench.game,
               ROOT / "replays" / "corpus" / bench.game)  # fmt: skip
    digest = blake2b(f"{seed} {bench.seed} {bench.plies}".encode(), digest_size=8)
    paths = [path for folder in folders for path in sorted(folder.rglob("*.*"))
             if path.suffix in (".py", ".toml", ".rply")]  # fmt: skip
    for path in (*paths, *dense_packs(bench.game)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def of_guards(key: str, game: str) -> str:
    """A digest of everything the results of a game's guards hang on; the examples besides."""
    text = (ROOT / "tests" / "golden" / game / "proves.txt").read_bytes()
    return blake2b(key.encode() + text, digest_size=8).hexdigest()


def kept(path: Path, keys: Collection[str]) -> dict[str, Record]:
    """Results of an earlier run that still hold, by the mutant's id."""
    found: dict[str, Record] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            record = json.loads(line)
        except ValueError:
            break  # a run that was killed left half a line
        if record["key"] in keys:
            found[record["id"]] = record
    return found


def record_of(mutant: Mutant, outcome: Outcome, key: str) -> Record:
    """One line of results."""
    words = asdict(mutant)
    del words["text"]
    return {"id": mutant.id, "key": key, **words, **asdict(outcome), "killer": outcome.killer}


def outcomes(
    bench: Bench, reach: Reach, mutants: Sequence[Mutant], workers: int
) -> Iterator[tuple[Mutant, Outcome]]:
    """Judge mutants by what runs their statement, in the order in which they are done."""
    played, items = list[tuple[Mutant, Units]](), list[tuple[Mutant, Units]]()
    for mutant in mutants:
        source = (bench.folder / mutant.file).read_text(encoding="utf-8")
        units = reach.of(mutant.file, source, mutant.line)
        (items if units is None else played).append((mutant, units or reach.units))
    done: set[str] = set()
    for mutant, outcome in warm(bench, reach, played, workers) if played else ():
        done.add(mutant.id)
        yield mutant, outcome
    items += [item for item in played if item[0].id not in done]
    yield from in_turn(items, partial(begin, bench), workers)


def run(game: str, words: argparse.Namespace) -> list[Record]:
    """The records of the samples of a game, rules and guards, those of earlier runs included."""
    from tests.mutation.sites import guard_files, rule_files, sample

    bench = bench_of(game, words.plies)
    key = fingerprint(bench, words.seed)
    guards_key = of_guards(key, game)
    guards = words.sample // 5 if words.guards is None else words.guards
    path = words.output / f"{game}.jsonl"
    known = kept(path, (key, guards_key))
    chosen = [*sample(rule_files(bench.folder), words.seed, words.sample),
              *sample(guard_files(bench.folder), words.seed, guards)]  # fmt: skip
    owed = [mutant for mutant in chosen if mutant.id not in known]
    say(f"{game}: {len(chosen)} mutants, {len(chosen) - len(owed)} judged before")
    words.output.mkdir(parents=True, exist_ok=True)
    judged: Iterable[tuple[Mutant, Outcome]] = ()
    if owed:
        reach = reach_of(bench, words.output / f"{game}.reach.json", key)
        judged = outcomes(bench, reach, owed, words.workers)
        say(f"{game}: " + ", ".join(f"{len(many)} {name}" for name, many in reach.units.items()))
    part = path.with_suffix(".part")
    lines = [json.dumps(record, sort_keys=True) + "\n" for record in known.values()]
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(path)
    with path.open("a", encoding="utf-8") as stream:
        for number, (mutant, outcome) in enumerate(judged, 1):
            its = guards_key if mutant.guard else key
            known[mutant.id] = record_of(mutant, outcome, its)
            stream.write(json.dumps(known[mutant.id], sort_keys=True) + "\n")
            stream.flush()
            say(f"{number:4}/{len(owed)} {outcome.killer:10} {mutant.id}  {outcome.detail[:80]}")
    return [known[mutant.id] for mutant in chosen]


def reach_of(bench: Bench, path: Path, key: str) -> Reach:
    """What runs which lines, from an earlier run if that still holds."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["key"] == key:
            return Reach.from_dict(found)
    except (OSError, ValueError):
        pass
    reach = traced(bench)
    path.write_text(json.dumps({"key": key, **reach.as_dict()}), encoding="utf-8")
    return reach


def into_page(page: Path, marks: tuple[str, str], words: str) -> None:
    """Put words between two marks of a page."""
    text = page.read_text(encoding="utf-8")
    head, mark, rest = text.partition(marks[0])
    _, end, tail = rest.partition(marks[1])
    if not mark or not end:
        raise SystemExit(f"{page}: no marks {marks[0].strip()} and {marks[1]}")
    page.write_text(f"{head}{mark}{words}\n{end}{tail}", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge, write `scores.json` and `survivors.txt` beside the results, and tell the scores."""
    plain = argparse.RawDescriptionHelpFormatter
    name = "python -m tests.mutation"
    parser = argparse.ArgumentParser(name, None, __doc__, formatter_class=plain)
    parser.add_argument("games", nargs="*", default=[], metavar="GAME")
    parser.add_argument("--sample", type=int, default=200, help="mutants a game")
    parser.add_argument("--guards", type=int, help="mutants of what events prove; a fifth as many")
    parser.add_argument("--seed", default="shake:1", help="seed of the sample")
    parser.add_argument("--plies", type=int, default=5_000, help="plies of the seeded games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--page", type=Path, help="a page whose scores are written anew")
    words = parser.parse_args(arguments)
    names = words.games or games(foreign=False)
    found = {name: run(name, words) for name in names}
    document = {"schema": "ruleproof.mutants/2", "seed": words.seed, "plies": words.plies,
                "games": {game: scores_and_survivors(game, records)
                          for game, records in found.items()}}  # fmt: skip
    text = json.dumps(document, sort_keys=True, indent=2) + "\n"
    (words.output / "scores.json").write_text(text, encoding="utf-8")
    listed = "\n".join(filter(None, (score.listed(*item) for item in found.items())))
    (words.output / "survivors.txt").write_text(listed + "\n", encoding="utf-8")
    if words.page is not None:
        into_page(words.page, TABLES, score.table(found))
        into_page(words.page, LEFT, score.left(found))
    sys.stdout.write(f"{listed}\n\n{score.table(found)}\n".lstrip("\n"))
    wrong = [f"{game}: {line}" for game, records in found.items()
             for line in same.split(game, records)[1]]  # fmt: skip
    for line in wrong:
        say(f"listed as the same game, and noticed: {line}")
    return int(bool(wrong))


def scores_and_survivors(game: str, records: Sequence[Record]) -> Record:
    """The part of the document about one game."""
    rules = [record for record in records if not score.is_guard(record)]
    guards = [record for record in records if score.is_guard(record)]
    other, _ = same.split(game, rules)
    return {"rules": score.scores(rules), "another_game": score.scores(other),
            "guards": score.scores(guards), "survivors": score.survivors(records)}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
