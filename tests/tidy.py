"""The numbers and refusals of docs/style.md, as checks over files; test_tidy runs and proves them.

A check takes one `Source` and yields (line, remedy).  Nothing here reads the disk except `tree`,
so a test can plant a violation as text.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median

COLUMNS_MAX = 100
FUNCTION_LINES_MAX = 50
RULE_FUNCTION_LINES_MEDIAN = 8
MODULE_LINES_MAX = 400

ROOMS = ("engine", "replays", "properties", "tools")
FOLDERS = (*ROOMS, "tests", "docs", ".ci")
CHANCE_AND_CLOCK = {"random", "secrets", "time", "datetime", "uuid", "os"}
PICKLES = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve"}
ORDERLESS_USES = {"set", "frozenset", "sorted", "any", "all", "sum", "min", "max"}
ORDERED_USES = {"list", "tuple", "enumerate", "iter", "next", "map", "zip", "reversed", "join"}

Hits = Iterator[tuple[int, str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One text file: its path from the root, with forward slashes, and what it says."""

    path: str
    text: str

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of the syntax tree, parents before children."""
        return list(ast.walk(ast.parse(self.text)))

    @cached_property
    def functions(self) -> list[Function]:
        """Every function and method, nested ones included."""
        return [n for n in self.nodes if isinstance(n, Function)]

    @property
    def room(self) -> str:
        """The top-level folder."""
        return self.path.partition("/")[0]

    @property
    def is_python(self) -> bool:
        """Whether the Python checks look at it."""
        return self.path.endswith(".py")


def tree(root: Path) -> dict[str, str]:
    """Path -> text of every file of the project; binary replays count as empty text."""
    found = {}
    top = [p for p in root.iterdir() if p.is_file() and p.suffix in (".md", ".toml", "")]
    below = [p for folder in FOLDERS for p in (root / folder).rglob("*") if p.is_file()]
    for path in sorted(top + below):
        if "__pycache__" in path.parts or path.name.startswith("."):
            continue
        binary = path.suffix in (".rply", ".bin", ".png")
        name = path.relative_to(root).as_posix()
        found[name] = "" if binary else path.read_text(encoding="utf-8")
    return found


def lines_of(node: Function) -> int:
    """Lines from `def` to the last statement, docstring included, decorators not."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def imported(node: ast.AST) -> list[str]:
    """Top-level names of the modules that a node imports."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [(node.module or "").partition(".")[0]]
    return []


def called(node: ast.AST) -> str:
    """The bare name that a call calls: `join` for "".join(x), else ""."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


# ---- lengths ----


def long_line(source: Source) -> Hits:
    """line <= 100 columns"""
    for number, line in enumerate(source.text.split("\n"), 1):
        if len(line) > COLUMNS_MAX:
            yield number, f"{len(line)} columns, at most {COLUMNS_MAX}: break the line"


def long_function(source: Source) -> Hits:
    """function <= 50 lines"""
    for node in source.functions:
        if lines_of(node) > FUNCTION_LINES_MAX:
            yield node.lineno, (
                f"{node.name} has {lines_of(node)} lines, at most {FUNCTION_LINES_MAX}: "
                "name its steps and call them"
            )


def long_rules(source: Source) -> Hits:
    """median function of a rule file <= 8 lines"""
    if source.path.startswith("engine/games/") and source.functions:
        middle = median(lines_of(node) for node in source.functions)
        if middle > RULE_FUNCTION_LINES_MEDIAN:
            yield 1, (
                f"the median function has {middle} lines, at most {RULE_FUNCTION_LINES_MEDIAN} "
                "in a rule file: one function a clause"
            )


def long_module(source: Source) -> Hits:
    """module <= 400 lines"""
    lines = source.text.count("\n")
    if lines > MODULE_LINES_MAX:
        yield 1, f"{lines} lines, at most {MODULE_LINES_MAX}: split by chapter, not by role"


# ---- words ----


def public(body: list[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """Public functions, classes and methods of a module; overloads and setters need no words."""
    for node in body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        marks = " ".join(ast.unparse(mark) for mark in node.decorator_list)
        if "overload" not in marks and ".setter" not in marks:
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def no_docstring(source: Source) -> Hits:
    """every public name of the four rooms has a docstring"""
    if source.room not in ROOMS:
        return
    module = ast.parse(source.text)
    if not ast.get_docstring(module):
        yield 1, "the module has no docstring: say what it is for and what it is not"
    for node in public(module.body):
        if not ast.get_docstring(node):
            yield node.lineno, (
                f"{node.name} has no docstring: give shapes, units, errors and the clause or source"
            )


def any_type(source: Source) -> Hits:
    """no Any in engine"""
    if source.room != "engine":
        return
    for node in source.nodes:
        names = [getattr(node, "id", ""), getattr(node, "attr", "")]
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            inner = ast.walk(hint) if isinstance(hint, ast.AST) else ()
            texts = [str(n.value) for n in inner if isinstance(n, ast.Constant)]
            names += re.findall(r"\w+", " ".join(texts))
        if "Any" in names:
            yield getattr(node, "lineno", 1), "Any: name the type, or a Protocol of what is used"


def prints(source: Source) -> Hits:
    """no print outside tools"""
    for node in source.nodes if source.room != "tools" else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print":
            yield node.lineno, "print: return the text, or emit an event; tools/ shows it"


def unfinished(source: Source) -> Hits:
    """no note of unfinished work"""
    for number, line in enumerate(source.text.split("\n"), 1):
        if re.search(r"\b(TO" r"DO|FIX" r"ME)\b", line):
            yield number, "a note of unfinished work: do it, or file an issue"


# ---- determinism ----


def chance_or_clock(source: Source) -> Hits:
    """engine imports neither chance nor clock nor environment"""
    remedy = "take chance from engine.rng, paths from the caller"
    for node in source.nodes if source.room == "engine" else ():
        for name in CHANCE_AND_CLOCK.intersection(imported(node)):
            yield node.lineno, f"imports {name}: {remedy}"


def hashes(source: Source) -> Hits:
    """engine never calls hash()"""
    for node in source.nodes if source.room == "engine" else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "hash":
            yield node.lineno, "hash() differs between runs: use blake2b of the canonical bytes"


def pickles(source: Source) -> Hits:
    """no pickle anywhere"""
    for node in source.nodes:
        for name in PICKLES.intersection(imported(node)):
            yield node.lineno, f"imports {name}: use encode() and decode(), or a replay file"


def deep_copies(source: Source) -> Hits:
    """no deepcopy anywhere"""
    for node in source.nodes:
        names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        if getattr(node, "attr", "") == "deepcopy" or "deepcopy" in names:
            yield node.lineno, "deepcopy: use State.clone(), generated from the fields"


class Sets:
    """Which expressions of a module are sets, as far as its own text tells."""

    def __init__(self, source: Source) -> None:
        self.names: set[str] = set()
        for node in source.nodes:
            if isinstance(node, ast.Assign) and self.holds(node.value):
                self.names.update(ast.unparse(target) for target in node.targets)
            elif isinstance(node, ast.AnnAssign) and self.says(node.annotation):
                self.names.add(ast.unparse(node.target))
            elif isinstance(node, ast.arg) and self.says(node.annotation):
                self.names.add(node.arg)

    def says(self, hint: ast.expr | None) -> bool:
        """Whether an annotation is a kind of set."""
        text = ast.unparse(hint).strip("'\"") if hint else ""
        return bool(re.match(r"(typing\.)?(frozenset|set|AbstractSet|MutableSet|Set)\b", text))

    def holds(self, node: ast.expr) -> bool:
        """Whether an expression gives a set."""
        if isinstance(node, ast.BinOp):
            return self.holds(node.left) or self.holds(node.right)
        if isinstance(node, ast.IfExp):
            return self.holds(node.body) or self.holds(node.orelse)
        if called(node) in ("set", "frozenset"):
            return True
        return isinstance(node, ast.Set | ast.SetComp) or ast.unparse(node) in self.names


def orderless_generators(node: ast.AST) -> list[ast.comprehension]:
    """Loops of a comprehension whose result does not show their order."""
    if isinstance(node, ast.SetComp):
        return node.generators
    if isinstance(node, ast.Call) and called(node) in ORDERLESS_USES:
        return [g for a in node.args if isinstance(a, ast.GeneratorExp) for g in a.generators]
    return []


def set_order(source: Source) -> Hits:
    """engine never iterates over a set"""
    if source.room != "engine":
        return
    sets = Sets(source)
    orderless = {id(g) for node in source.nodes for g in orderless_generators(node)}
    for node in source.nodes:
        walked: list[ast.expr] = []
        if id(node) in orderless:
            continue
        if isinstance(node, ast.For | ast.comprehension):
            walked = [node.iter]
        elif isinstance(node, ast.Starred):
            walked = [node.value]
        elif isinstance(node, ast.Call) and called(node) in ORDERED_USES:
            walked = node.args
        elif isinstance(node, ast.Call) and called(node) == "pop" and not node.args:
            walked = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        for value in walked:
            if sets.holds(value):
                yield value.lineno, "a set has no order: use sorted(...), a tuple, dict or mask"


# ---- places ----


def machine_paths(source: Source) -> Hits:
    """no path of one machine"""
    for number, line in enumerate(source.text.split("\n"), 1):
        if re.search(r"(?<![\w.~-])/(work|root|home|Users)/|\.\./" r"shared\b", line):
            yield number, "a path of one machine: make it relative to the file or an argument"


Check = Callable[[Source], Hits]
PYTHON_CHECKS: tuple[Check, ...] = (
    long_line, long_function, long_rules, long_module, no_docstring, any_type, prints, unfinished,
    chance_or_clock, hashes, pickles, deep_copies, set_order, machine_paths,
)
TEXT_CHECKS: tuple[Check, ...] = (unfinished, machine_paths)


@dataclass(frozen=True)
class Finding:
    """A broken rule: the check, and one line with place and remedy."""

    check: str
    text: str


def findings(files: Mapping[str, str]) -> list[Finding]:
    """Everything that one file alone can break."""
    found = []
    for path, text in files.items():
        source = Source(path, text)
        checks = PYTHON_CHECKS if source.is_python else TEXT_CHECKS
        for check in checks:
            hits = sorted(check(source))
            found += [Finding(check.__name__, f"{path}:{line}: {says}") for line, says in hits]
    return found
