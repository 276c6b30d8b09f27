"""No file that nothing imports, loads, collects, lists or links."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from tests import imports
from tests.tidy import ROOMS, Finding

COLLECTED = (
    r"tests/(.*/)?(test_\w+|conftest)\.py",    # pytest
    r"(replays/corpus|tests)/.*\.rply",        # the pytest plug-in
    r"tests/scenarios/.*\.toml",               # the pytest plug-in
    r"tests/found/\w+/[\w.-]+\.json",          # test_found
    r"tests/plugin_game/.*",                   # a package of its own, run by test_plugin_game
    r"tests/golden/\w+/[\w-]+\.playthrough\.txt",  # test_golden, by suffix
    r"(\w+/)+__(init|main)__\.py",
    r"\w+/py\.typed",
    r"docs/(conf\.py|site/\w+\.css)",  # Sphinx, which `make docs` runs
)
ENTRANCES = ("README.md", "CHANGELOG.md", "Makefile", "pyproject.toml", ".ci/run", "docs/index.md")


def entry_points(pyproject: str) -> set[str]:
    """Modules that pyproject.toml names: commands and plug-ins."""
    project = tomllib.loads(pyproject).get("project", {})
    groups = [project.get("scripts", {}), *project.get("entry-points", {}).values()]
    return {target.partition(":")[0] for group in groups for target in group.values()}


def strings(files: Mapping[str, str]) -> dict[str, str]:
    """Path -> every string constant of a Python file, joined by newlines."""
    return {
        path: "\n".join(
            str(node.value)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        for path, text in files.items()
        if path.endswith(".py")
    }


def links(path: str, text: str) -> set[str]:
    """Files of the project that a page links to, as paths from the root."""
    found = set()
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            parts: list[str] = []
            for part in (PurePosixPath(path).parent / target).parts:
                if part == "..":
                    del parts[-1:]
                else:
                    parts.append(part)
            found.add("/".join(parts))
    return found


def module_name(path: str) -> str:
    """engine/rng.py -> engine.rng"""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def unused_files(files: Mapping[str, str]) -> Iterator[Finding]:
    """Each file that no other file asks for, with what would make it wanted."""
    modules = {module_name(path): text for path, text in files.items() if path.endswith(".py")}
    wanted = {edge.imported for edge in imports.edges(modules)}
    wanted |= entry_points(files.get("pyproject.toml", ""))
    said = strings(files)
    linked = {t for path, text in files.items() if path.endswith(".md") for t in links(path, text)}
    for path in files:
        name = PurePosixPath(path).name
        if path in ENTRANCES or any(re.fullmatch(shape, path) for shape in COLLECTED):
            continue
        if path.startswith("docs/"):
            if path not in linked:
                yield Finding("unused_files", f"{path}: no page links to it: add it to an index")
        elif path.startswith("tools/commands/") and module_name(path) not in wanted:
            if name.removesuffix(".py") not in said.get("tools/cli.py", "").split("\n"):
                yield Finding("unused_files", f"{path}: list the command in tools/cli.py")
        elif path.endswith(".py"):
            if module_name(path) not in wanted:
                yield Finding("unused_files", f"{path}: nothing imports it: use it or remove it")
        elif path.startswith((*ROOMS, "tests/")) and not any(
            name in text for other, text in said.items() if other != path
        ):
            yield Finding("unused_files", f"{path}: no module names it: load it or remove it")


def broken_links(files: Mapping[str, str]) -> Iterator[Finding]:
    """Links of pages to files of the project that are not there."""
    folders = {str(parent) for path in files for parent in PurePosixPath(path).parents}
    for path, text in files.items():
        if path.endswith(".md"):
            for target in sorted(links(path, text) - set(files) - folders):
                yield Finding("broken_links", f"{path}: links to {target}, which is not there")
