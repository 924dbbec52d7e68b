"""What goes wrong on the way: reloads, lost lines, killed servers, two tabs. No move is lost, none is repeated."""

import json
import re
import shutil
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.person import Person
from tests.browser.tables import EASY, PERSON, open_table
from tests.browser.test_whole_games import owners
from tests.browser.visitors import BROKEN_LINE, Visitors
from tests.server.old_server import REFUSAL, is_refused
from tests.server.running import RunningServer
from whistlestop.verify import verify

pytestmark = pytest.mark.service_worker


def sit(page: Page) -> Person:
    person = Person(page)
    person.sit_down()
    return person


def test_a_reload_in_every_phase_changes_nothing(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, EASY, PERSON)  # the last seat places tokens (R1.5)
    person = sit(visitors.open(table.links[0]))
    seen: set[str] = set()
    while not person.is_over:
        person.wait_for_turn()
        phase = person.phase
        if phase not in seen:
            seen.add(phase)
            before = look(person.page)
            person.page.reload()
            person.wait_for_turn()
            assert look(person.page) == before
        if not person.is_over:
            person.move()
    assert {"keep-tickets", "place-tokens", "turn", "second-card"} <= seen
    assert secrets_in_address(person.page) == ""


def look(page: Page) -> list[object]:
    """What one sees of the game: hand, row and routes."""
    parts = [page.locator(f"[data-part={part}]").all_inner_texts() for part in ("hand", "row")]
    return [page.locator("main[data-version]").get_attribute("data-version"), owners(page), *parts]


def secrets_in_address(page: Page) -> str:
    return str(page.evaluate("location.hash"))


def test_a_killed_server_goes_unnoticed(visitors: Visitors, server: RunningServer) -> None:
    """It is killed time and again, also between a click and its answer; the game goes on and verifies."""
    visitors.allow(BROKEN_LINE)
    table = open_table(server, PERSON, EASY)
    person = sit(visitors.open(table.links[0]))
    for kill in range(4):
        person.play(until_over=False, moves=4)
        person.wait_for_turn()
        before = person.version
        server.end()
        if kill % 2 and not person.is_over:
            person.choose(person.phase)  # nobody hears it yet
        expect(person.page.get_by_text("The connection is lost")).to_be_visible()
        server.start()
        expect(person.page.get_by_text("The connection is lost")).to_be_hidden()
        if kill % 2:
            person.page.wait_for_function(
                "before => Number(document.querySelector('main[data-version]').dataset.version) > before"
                " || !document.querySelector('.bar.is-yours')",
                arg=before,
            )
    person.play()
    record = httpx.get(f"{server.url}/api/matches/{table.match}/record", trust_env=False, timeout=60).text
    verify(record)


def test_two_tabs_show_and_play_the_same_game(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, EASY)
    context = visitors.visitor()
    first = context.new_page()
    first.goto(table.links[0])
    one = sit(first)
    second = context.new_page()
    second.goto(f"/table/{table.match}")
    other = Person(second)
    for turn in range(10):
        mover, watcher = (other, one) if turn % 2 else (one, other)
        mover.wait_for_turn()
        mover.move()
        mover.wait_for_turn()
        watcher.wait_for_version(mover.version)  # until then it shows the turn before, which is over
    one.wait_for_turn()
    assert look(first) == look(second)


def test_back_and_forward_come_to_the_same_table(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, EASY)
    page = visitors.open("/")
    page.goto(table.links[0])
    person = sit(page)
    person.play(until_over=False, moves=5)
    person.wait_for_turn()
    before = look(page)
    page.get_by_role("link", name="Whistlestop").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.go_back()
    person.wait_for_turn()
    assert look(page) == before


def test_a_line_that_breaks_heals(visitors: Visitors, server: RunningServer) -> None:
    visitors.allow(BROKEN_LINE)
    table = open_table(server, PERSON, EASY)
    context = visitors.visitor()
    page = context.new_page()
    page.goto(table.links[0])
    person = sit(page)
    person.play(until_over=False, moves=3)
    person.wait_for_turn()
    context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # looks at the line at once, as after sleep
    context.set_offline(False)
    person.play(until_over=False, moves=3)


def test_a_server_from_before_protocol_2_is_spoken_to_as_it_knows(visitors: Visitors, server: RunningServer) -> None:
    """While servers are upgraded one after the other, a new page may meet an old one."""
    table = open_table(server, PERSON, EASY)
    page = visitors.visitor().new_page()
    hellos: list[str] = []

    def opened(line: WebSocketRoute) -> None:
        def received(text: str | bytes) -> None:
            if '"hello"' in str(text):
                hellos.append(str(text))
                if is_refused(str(text)):
                    line.send(json.dumps(REFUSAL))
                    line.close(code=1008, reason="bad-message")
                    return
            to_server.send(text)

        to_server = line.connect_to_server()
        line.on_message(received)

    page.route_web_socket(re.compile("/socket$"), opened)
    page.goto(table.links[0])
    person = sit(page)
    person.play(until_over=False, moves=5)
    assert [is_refused(hello) for hello in hellos[:2]] == [True, False]
    person.wait_for_turn()  # the bot has moved
    before = look(page)
    page.unroute_all()
    page.reload()
    person.wait_for_turn()
    assert owners(page) == before[1]


def test_a_move_that_an_older_server_refused_is_said_again(visitors: Visitors, server: RunningServer) -> None:
    """While servers are upgraded a move may meet one that can't read the match any more."""
    page = visitors.visitor().new_page()
    said: list[dict[str, object]] = []

    def opened(line: WebSocketRoute) -> None:
        def received(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "act":
                said.append(message)
                if len(said) % 2:
                    error = {"code": "newer-version-needed", "message": "Try again in a moment.", "rule": None}
                    line.send(json.dumps({"type": "error", "version": 0, "key": message["key"], "error": error}))
                    return
            to_server.send(text)

        to_server = line.connect_to_server()
        line.on_message(received)

    page.route_web_socket(re.compile("/socket$"), opened)
    page.goto(open_table(server, PERSON, EASY).links[0])
    person = sit(page)
    person.play(until_over=False, moves=3)
    assert len(said) >= 6
    for refused, accepted in zip(said[::2], said[1::2], strict=True):
        assert accepted == refused


def test_a_restored_database_is_what_an_open_page_goes_on_with(
    visitors: Visitors, server: RunningServer, tmp_path: Path
) -> None:
    visitors.allow(BROKEN_LINE)
    person = sit(visitors.open(open_table(server, PERSON, EASY).links[0]))
    person.play(until_over=False, moves=3)
    person.wait_for_turn()
    before = person.version
    server.end()
    database = server.log_path.parent
    for file in database.glob("server.db*"):
        shutil.copy(file, tmp_path)
    server.start()
    person.play(until_over=False, moves=3)
    person.wait_for_turn()
    server.end()
    for file in database.glob("server.db*"):
        file.unlink()
    for file in tmp_path.glob("server.db*"):
        shutil.copy(file, database)
    server.start()
    expect(person.game).to_have_attribute("data-version", str(before))
    person.play(until_over=False, moves=2)
    person.wait_for_turn()
    assert person.version > before


def test_a_link_that_opens_nothing_says_what_to_do(visitors: Visitors, server: RunningServer) -> None:
    visitors.allow("Failed to load resource")
    page = visitors.open("/table/aaaaaaaaaaaa")
    expect(page.get_by_text("There is no such table")).to_be_visible()
    table = open_table(server, PERSON, EASY, public=False)
    page.goto(f"/table/{table.match}")
    expect(page.get_by_text("This link does not open a seat here")).to_be_visible()
    page.goto("/table/%zz")
    expect(page.get_by_text("There is no such table")).to_be_visible()
    page.goto("/%")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.goto("/rules#%")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
