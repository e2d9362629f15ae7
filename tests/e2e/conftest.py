"""A house that serves on a port of its own, and browsers whose every console error fails the test."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.e2e.tables import TablePage
from tests.web.houses import create_config, known_guests, running

CHROMIUM_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 375, "height": 812}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


class SilentHandler(WSGIRequestHandler):
    """Serve without a line on standard error for every request."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - werkzeug's name
        """Say nothing."""


@dataclass
class Site:
    """Hold a served house and its address."""

    app: Flask
    address: str


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the system's Chromium."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    reason = "Chromium is not installed, so what needs a browser is not tested."
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Yield the browser of this run."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_OPTIONS))
        yield started
        started.close()


@pytest.fixture
def site_database(sqlite_url: str) -> str:
    """Return the database of the served house; a test that asks for `database_url` instead runs on both kinds."""
    return sqlite_url


@pytest.fixture
def site(site_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Yield a served house: the first round has seed 856, guests have known ids."""
    known_guests(monkeypatch)
    with running(create_config(site_database, tmp_path, seeds=[856])) as app:
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=SilentHandler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Site(app, f"http://127.0.0.1:{server.port}")
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def expected_errors() -> list[str]:
    """Return what a test expects browsers to complain about, such as the status of a refused request."""
    return []


@pytest.fixture
def errors(expected_errors: list[str]) -> Iterator[list[str]]:
    """Collect what browsers complain about; anything not expected fails the test."""
    found: list[str] = []
    yield found
    assert [error for error in found if not any(expected in error for expected in expected_errors)] == []


def watch(page: Page, errors: list[str]) -> None:
    """Note every error and warning of the page's console, every exception, and every request that went elsewhere."""
    page.on("console", lambda said: errors.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "request",
        lambda request: errors.append(request.url) if not request.url.startswith("http://127.0.0.1:") else None,
    )


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return a maker of browsers without cookies, as wide as a desk unless told otherwise."""
    made = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def open_table(new_context: Callable[..., BrowserContext], site: Site, errors: list[str]) -> Callable[..., TablePage]:
    """Return a maker of guests: each opens the house in a browser of its own and sits down with one click."""

    def make(*, waits_for: str = "bets", **options: Any) -> TablePage:
        page = new_context(**options).new_page()
        watch(page, errors)
        page.goto(site.address)
        page.get_by_role("button", name="Sit down as a guest").click()
        table = TablePage(page, site.address)
        table.wait_for(waits_for)
        if options.get("java_script_enabled", True):
            table.wait_for_script()
        return table

    return make


@pytest.fixture
def table(open_table: Callable[..., TablePage]) -> TablePage:
    """Return the table before a guest at a desk."""
    return open_table()
