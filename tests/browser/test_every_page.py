"""Every page in every language, size and light: complete, without complaints, and accessible to all."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Request

from tests.browser.person import Person
from tests.browser.tables import EASY, PERSON, open_table
from tests.browser.visitors import Visitors, seen
from tests.server.running import RunningServer

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["/", "/friends", "/tables", "/games", "/records", "/settings", "/learn", "/rules", "/studio", "/no-such-page"]
LANGUAGES = ["en-GB", "pt-BR", "pl-PL", "ro-RO"]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RAW_KEY = re.compile(r"\b(common|home|table|end|replay|learn|rules|studio|errors):[a-z]")
TO_THE_END = (
    "[document.documentElement, document.querySelector('main')].forEach(one => one.scrollTop = one.scrollHeight)"
)
TOO_SMALL = "target-size"
PALE_TEXT = """main => {
  const text = document.createElement("p");
  text.textContent = "pale";
  Object.assign(text.style, { color: "#ddd", background: "#fff" });
  main.append(text);
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def check(page: Page, name: str) -> None:
    """Settled, with words instead of keys, nothing that scrolls sideways, and nothing that axe finds."""
    page.locator("main:not([aria-busy=true])").wait_for()
    page.wait_for_load_state("networkidle")
    assert not RAW_KEY.search(page.locator("body").inner_text()), f"{name} shows a key"
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{name} is {wide} px too wide"
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = axe_findings(page)
    if any(one.startswith(TOO_SMALL) for one in found):
        # A card half under the bar at the bottom is not too small if one can scroll on and it is not then.
        page.evaluate(TO_THE_END)
        found = [one for one in found if not one.startswith(TOO_SMALL)] + axe_findings(page)
    assert found == [], f"{name}: {found}"


def with_axe(page: Page) -> Page:
    """A page that is loaded several times gets it half a megabyte at once, not each time."""
    page.add_init_script(path=AXE)
    return page


def axe_findings(page: Page) -> list[str]:
    with seen(page):
        found: list[str] = page.evaluate(
            "tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']}).then(all => all.violations.map("
            "one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`))",
            WCAG,
        )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(visitors: Visitors, language: str) -> None:
    visitors.allow("/no-such-page")  # answered with 404, as it should be
    colour_scheme = "dark" if language in ("pt-BR", "ro-RO") else "light"
    context = visitors.visitor(language=language, color_scheme=colour_scheme, phone=language in ("pl-PL", "ro-RO"))
    page = with_axe(context.new_page())
    for path in PAGES:
        page.goto(path)
        check(page, f"{path} in {language}")
        assert page.evaluate("document.documentElement.lang") == language.replace("-GB", "").replace("-PL", "").replace(
            "-RO", ""
        )


def test_what_can_hardly_be_read_is_found(visitors: Visitors) -> None:
    """Pages that are not drawn have to be seen by axe, which leaves out what is transparent."""
    page = visitors.open("/settings")
    check(page, "the settings")
    page.locator("main").evaluate(PALE_TEXT)
    assert [one.partition(":")[0] for one in axe_findings(page)] == ["color-contrast"]


def check_by_day_and_night(page: Page, name: str) -> None:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.reload()  # colours that fade from one scheme into the other have the contrast of neither
        assert page.evaluate("scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
        check(page, f"{name}, {scheme}")


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_table_is_for_everyone(visitors: Visitors, server: RunningServer, phone: bool) -> None:
    map = "usa" if phone else "san-francisco"
    table = open_table(server, PERSON, EASY, EASY, map=map)
    page = with_axe(visitors.visitor(phone=phone, language="pl-PL").new_page())
    page.goto(table.links[0])
    person = Person(page)
    person.wait_for_turn()
    check_by_day_and_night(page, "choosing tickets")
    person.play(until_over=False, moves=8)
    person.wait_for_turn()
    check_by_day_and_night(page, "playing")
    assert small_targets(page) == []


def small_targets(page: Page) -> list[str]:
    """Buttons and links that a finger would miss; those in running text are as high as the text."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, select, [role=button]:not(g, path, circle), a.button')]
        .filter(one => one.checkVisibility())
        .map(one => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
        .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""
    )
    return found


def test_the_language_can_be_changed_in_the_middle_of_a_game(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, EASY)
    page = visitors.open(table.links[0])
    Person(page).wait_for_turn()
    page.get_by_label("Language").select_option("ro")
    page.get_by_text("Alege").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "ro"


@pytest.mark.service_worker
def test_the_table_weighs_little(visitors: Visitors, server: RunningServer) -> None:
    """JavaScript and CSS of the table as they travel: at most 150 KB."""
    table = open_table(server, PERSON, EASY)
    context = visitors.visitor()
    page = context.new_page()
    sizes: dict[str, int] = {}

    def note(request: Request) -> None:
        """What the service worker keeps for offline has travelled before."""
        answer = request.response()
        if re.search(r"\.(js|css)$", request.url) and answer and not answer.from_service_worker:
            sizes.setdefault(request.url, request.sizes()["responseBodySize"])

    page.on("requestfinished", note)
    page.goto(table.links[0])
    Person(page).wait_for_turn()
    page.wait_for_load_state("networkidle")
    total = sum(sizes.values())
    assert 20_000 < total <= 150 * 1024, sizes
