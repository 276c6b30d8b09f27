"""Sphinx builds the pages of this folder into build/site: `make docs`.

Nothing here depends on the day or the machine: one commit has one site.
"""

import re
import sys
from importlib.metadata import version as installed
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import roles
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.highlighting import lexers

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

project = "Ruleproof"
author = "the authors of Ruleproof"
release = version = installed("ruleproof")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["conf.py"]
myst_heading_anchors = 4
# A page of a game has links to every clause; GitHub's own renderer takes the same addresses.
nitpicky = True
# Types of Python and of other packages have no page here.
nitpick_ignore_regex = [(r"py:\w+", r".*")]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
default_role = "literal"

html_theme = "furo"
html_title = f"Ruleproof {release}"
html_static_path = ["site"]
html_css_files = ["wide.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False


def for_the_site(app: Sphinx, docname: str, source: list[str]) -> None:
    """What plain Markdown says in HTML or Mermaid, in the words of Sphinx.

    Anchors of clauses become targets, and the diagram of a game's page its picture: a browser
    draws Mermaid only with a script from the network.
    """
    text = re.sub(r'^<a id="([\w-]+)"></a>', r"(\1)=\n", source[0], flags=re.M)
    picture = HERE / f"{docname}.svg"
    if picture.exists() and f"]({picture.name})" not in text:
        shown = f"[![The phase table]({picture.name})]({picture.name})\n"
        text = re.sub(r"^```mermaid\n.*?^```\n", shown, text, count=1, flags=re.M | re.S)
    source[0] = text


def examples(app: Sphinx, what: str, name: str, thing: object, options: object,
             lines: list[str]) -> None:  # fmt: skip
    """An indented block of a docstring is code, as in Markdown."""
    for index in range(len(lines) - 1, 0, -1):
        begins = lines[index].startswith("    ") and not lines[index - 1]
        before = next((line for line in reversed(lines[:index]) if line), "")
        if begins and not before.startswith("    "):
            lines[index:index] = ["::", ""]


def stars(app: Sphinx, context: object, lines: list[str]) -> None:
    """A star in the help of an option is a star."""
    for index, line in enumerate(lines):
        if "``" not in line and not line.startswith(".. "):
            lines[index] = line.replace("*", r"\*")


def literal(*parts: object) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Single backticks in docstrings are code, as on the other pages."""
    text = str(parts[2])
    return [nodes.literal(text, text)], []


def pictures(app: Sphinx, page: str, template: str, context: dict[str, object],
             tree: object) -> None:  # fmt: skip
    """A picture that is clicked opens in the browser; other files are saved."""
    if "body" in context:
        shown = r'download="" (href="[^"]+\.svg")'
        context["body"] = re.sub(shown, r"\1", str(context["body"]))


def setup(app: Sphinx) -> None:
    """Called by Sphinx before it reads the pages."""
    lexers["mermaid"] = TextLexer()
    roles.register_local_role("literal", literal)
    app.connect("source-read", for_the_site)
    app.connect("html-page-context", pictures)
    app.connect("autodoc-process-docstring", examples)
    for part in ("description", "options", "arguments", "epilog"):
        app.connect(f"sphinx-click-process-{part}", stars)
