"""A game as somebody else's package: announced to Python as an installer would."""

import tomllib
from pathlib import Path


def announce(folder: Path) -> Path:
    """Write beside a package what installing it adds: its name, version and entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text("Metadata-Version: 2.1\n" + head)
    points = [
        f"[{group}]\n" + "".join(f"{key} = {target}\n" for key, target in named.items())
        for group, named in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(points))
    return folder
