"""The page as an application: it can be installed, opens without a connection, and goes on when there is one again."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitors import BROKEN_LINE, PATIENCE, Visitors
from tests.server.running import RunningServer

pytestmark = pytest.mark.service_worker

KEPT = """async patience => {
  const isKept = async () => {
    const loaded = performance.getEntriesByType('resource').map(({name}) => name).filter(name => /assets/.test(name));
    const kept = await Promise.all(['/', ...loaded].map(one => caches.match(one)));
    return navigator.serviceWorker.controller && loaded.length > 3 && kept.every(Boolean);
  };
  for (const end = Date.now() + patience; !(await isKept()); await new Promise(requestAnimationFrame)) {
    if (Date.now() > end) throw new Error("the worker has not kept the page");
  }
}"""
"""Waits until the worker has the document and all that the page is made of. Playwright's `wait_for_function` would not:
it takes the promise of an answer for a yes."""


def test_the_page_can_be_installed_and_opens_offline(visitors: Visitors, server: RunningServer) -> None:
    visitors.allow(BROKEN_LINE)
    page = keep_for_offline(visitors)
    check_manifest(page, server)
    page.goto("/openapi.json")  # is no page of ours, and must not be kept as one
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("You are offline|can’t be reached"))
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.context.set_offline(False)  # which the browser tells the page: nobody need press anything
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_server_that_was_away_can_be_tried_again(visitors: Visitors, server: RunningServer) -> None:
    """The browser is online all the time and can't know when the server is back: that is what the button is for."""
    visitors.allow(BROKEN_LINE)
    page = keep_for_offline(visitors)
    server.end()
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("The server can’t be reached")
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_be_visible()
    server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def keep_for_offline(visitors: Visitors) -> Page:
    """A page that has been open until its worker had all it needs."""
    page = visitors.open("/")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.evaluate(KEPT, PATIENCE)
    return page


def check_manifest(page: Page, server: RunningServer) -> None:
    address = page.locator("link[rel=manifest]").get_attribute("href")
    answer = httpx.get(f"{server.url}{address}", trust_env=False, timeout=60)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["name"] == manifest["short_name"] == "Whistlestop"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        served = httpx.get(f"{server.url}{icon['src']}", trust_env=False, timeout=60)
        assert served.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(served.content[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add((width, icon.get("purpose", "any")))
    assert sizes == {(size, purpose) for size in (192, 512) for purpose in ("any", "maskable")}
