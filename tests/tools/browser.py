"""A real browser, headless, for pages of `ruleproof view`: one that is installed, none fetched."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VARIABLE = "RULEPROOF_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


def found() -> str | None:
    """The browser that a variable names, else the first of the usual names on the path."""
    return os.environ.get(VARIABLE) or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def started() -> Iterator["Browser"]:
    """A running browser; the test is skipped, with the reason, where there is none."""
    if find_spec("playwright") is None:
        pytest.skip("the extra browser is not installed: pip install 'ruleproof[browser]'")
    path = found()
    if path is None:
        pytest.skip(f"no browser: {', '.join(NAMES)} are not on the path; {VARIABLE} names one")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(
    browser: "Browser", path: Path, size: str = "desktop", at: str = "", **facts: object
) -> Iterator["Page"]:
    """A page that loads nothing else, says nothing on the console and raises nothing."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, offline=True, **facts  # type: ignore[arg-type]
    )
    page = context.new_page()
    said: list[str] = []
    address = path.resolve().as_uri()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda request: said.append(request.url)
            if request.url.partition("#")[0] != address else None)  # fmt: skip
    page.goto(address + at)
    yield page
    assert said == []
    context.close()
