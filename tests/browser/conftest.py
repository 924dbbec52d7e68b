"""A real Chromium with the real page of a real server. Whatever a page complains about fails the test."""

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.visitors import PATIENCE, Profile, Visitors
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer

expect.set_options(timeout=PATIENCE)
LIMITS = {
    "requests_per_minute": 100_000,
    "max_tables_per_address": 10_000,
    "max_open_tables_per_address": 10_000,
    "connections_per_address": 1000,
    "max_balance_runs_per_address": 10_000,
    "balance_niceness": 10,
}


CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one is the same engine without the windows nobody sees here, for two thirds of the CPU time."""

# A container has neither a sandbox for root nor much shared memory, nor a graphics card to imitate. Without hinting
# letters are as wide as on people's screens, not whole pixels.
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"]
# No page of a test lives long enough for V8's optimizing compilers to be worth their time: axe takes a sixth less.
FOR_SHORT_LIVES = ["--js-flags=--no-maglev --no-turbofan"]


def chromium_path() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "no Chromium: .ci/install-for-tests installs it"
    return found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = ForkedServer(tmp_path_factory.mktemp("server"), **LIMITS)
    server.start()
    yield server
    server.end()
    assert "Traceback" not in server.log, server.log


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Not for the whole session: while Playwright runs, nothing else in this process can have an event loop.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS + FOR_SHORT_LIVES)
        yield browser
        browser.close()


HAS_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fixtures are told whether their test has failed."""
    report = yield
    if report.when == "call":
        item.stash[HAS_FAILED] = report.failed
    return report


@pytest.fixture(scope="package")
def free_profiles(browser: Browser) -> list[Profile]:  # noqa: ARG001
    """What visitors leave to those of the next test. They go with the browser."""
    return []


@pytest.fixture
def visitors(
    browser: Browser,
    server: RunningServer,
    free_profiles: list[Profile] | None,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Visitors]:
    """Opens pages for people, each with a browser profile of their own; checks at the end that none complained.

    Marked `service_worker` they have a worker, and marked so or `new_profile` nobody has had their profiles before."""
    if not server.is_running():  # a test that kills it failed halfway
        server.start()
    have_worker = request.node.get_closest_marker("service_worker") is not None
    if have_worker or request.node.get_closest_marker("new_profile") is not None:
        free_profiles = None
    visitors = Visitors(browser, server.url, are_seen=False, have_worker=have_worker, free_profiles=free_profiles)
    yield visitors
    has_failed = request.node.stash.get(HAS_FAILED, True)
    if has_failed or visitors.unexpected:
        visitors.take_pictures(tmp_path)
    visitors.close(has_failed=has_failed)
