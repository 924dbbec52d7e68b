"""`/docs`: the API as Swagger UI shows it, under our own Content-Security-Policy and without any other server."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_page import SCHEMES
from tests.browser.visitors import Visitors

MESSAGES = ["ClientMessage", "ServerMessage", "LobbyMessage"]
SCROLLED_TO = """name => {
  const list = document.querySelector(".models-scroll");
  const isThere = [...list.querySelectorAll("article strong")].some((title) => title.textContent === name);
  if (!isThere) list.scrollTop = (list.scrollTop + list.clientHeight / 2) % (list.scrollHeight - list.clientHeight / 2);
  return isThere;
}"""
"""Of a hundred schemas or more Swagger UI draws only those in sight: scroll, again and again, until one is there."""


def operation(method: str, path: str) -> str:
    """Where the viewer shows it."""
    return f".opblock-{method}:has([data-path='{path}'])"


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_every_operation_and_message_is_shown(visitors: Visitors, phone: bool) -> None:
    """On a laptop the page opens in the light, on a phone in the dark; then it is seen the other way."""
    schemes = SCHEMES[::-1] if phone else SCHEMES
    page = visitors.visitor(phone=phone, color_scheme=schemes[0]).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs")
    page.locator(".opblock").first.wait_for()
    document = page.request.get("/openapi.json").json()
    for path, methods in document["paths"].items():
        for method in methods:
            assert page.locator(operation(method, path)).count() == 1, (method, path)
    for name in MESSAGES:
        page.wait_for_function(SCROLLED_TO, arg=name)
        expect(page.locator("section.models").get_by_text(name, exact=True)).to_be_visible()
    table = page.locator(operation("post", "/api/matches"))
    table.get_by_text("Open a table").click()
    expect(table.get_by_text("spectator_delay").first).to_be_visible()
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html.dark-mode")).to_have_count(1 if scheme == "dark" else 0)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert [url for url in asked if not url.startswith(visitors.url)] == []


def test_an_operation_can_be_tried(visitors: Visitors) -> None:
    page = visitors.open("/docs")
    maps = page.locator(operation("get", "/api/maps"))
    maps.get_by_text("The built-in maps").click()
    maps.get_by_role("button", name="Try it out").click()
    maps.get_by_role("button", name="Execute").click()
    expect(maps.locator(".live-responses-table").get_by_text("san-francisco")).to_be_visible()


def test_the_look_follows_the_system_while_the_page_is_open(visitors: Visitors) -> None:
    page = visitors.open("/docs", color_scheme="light")
    page.locator(".opblock").first.wait_for()
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html.dark-mode")).to_have_count(1)
