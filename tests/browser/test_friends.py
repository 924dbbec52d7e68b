"""Friends at a table: one link for all, who is there, what they write, and the next game."""

import re

import httpx
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.person import Person
from tests.browser.tables import EASY, PERSON, links_into, open_table
from tests.browser.test_flows import open_own_table, random_game, seat_of, sit_by_link
from tests.browser.test_whole_games import match_of
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer

ROOM_LINK = "One link for everybody you invite"


def room_link(page: Page) -> str:
    return page.get_by_label(ROOM_LINK, exact=True).input_value()


def take_seat(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()


def write(page: Page, text: str) -> None:
    page.get_by_role("button", name="Say something").click()
    field = page.get_by_role("textbox", name="Write a message")
    field.fill(text)
    field.press("Enter")
    expect(page.get_by_role("log")).to_contain_text(text)


def leave_talk(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_one_link_says_who_invites_and_seats_whoever_opens_it(visitors: Visitors) -> None:
    ada, ben = visitors.open(), visitors.page(phone=True)
    open_own_table(ada, "Ada")
    link = room_link(ada)
    ben.goto(link)
    expect(ben.get_by_role("heading", name="Ada invites you")).to_be_visible()
    expect(ben.locator("dl")).to_contain_text("San Francisco")
    expect(ben.locator("dl")).to_contain_text("No clock")
    take_seat(ben, link, "Ben")
    for page in (ada, ben):
        Person(page).wait_for_turn()
    assert match_of(ada) == match_of(ben)
    assert "#" not in ben.url

    eve = visitors.open(link)
    expect(eve.get_by_text("All seats are taken.")).to_be_visible()
    eve.get_by_role("button", name="Just watch").click()
    expect(eve.locator(".bar")).to_contain_text("You are watching")
    expect(ada.get_by_text("1 watching")).to_be_visible()

    ben.goto(link)  # he has a seat here: the link leads to it
    expect(Person(ben).own_seat).to_be_attached()
    expect(ben.locator("[data-part=offered]")).to_be_visible()  # his tickets, which a phone shows in the seats' place


def test_people_see_who_is_away_and_write_to_each_other(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, PERSON)
    ada, ben = visitors.page(), visitors.page(phone=True)
    ada.goto(table.links[0])
    sit_by_link(ben, table.links[1], "Ben")
    for page in (ada, ben):
        Person(page).wait_for_turn()
    write(ben, "Hello <b>Host</b> & co")
    leave_talk(ben)
    expect(ada.get_by_role("button", name="1 new message")).to_be_visible()
    write(ada, "Hi!")
    lines = ada.get_by_role("log").get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Hello <b>Host</b> & co")
    assert lines.first.locator("b").count() == 0

    ada.get_by_role("checkbox", name="Ben").check()
    expect(lines).to_have_count(1)
    ada.reload()
    expect(ada.get_by_role("button", name="Say something", exact=True)).to_be_visible()  # and nothing is new again
    ada.get_by_role("button", name="Say something").click()
    expect(lines).to_have_count(1)  # who is muted stays so
    ada.get_by_role("checkbox", name="Ben").uncheck()
    expect(lines).to_have_count(2)
    leave_talk(ada)

    ben.close()
    expect(seat_of(ada, "Ben")).to_contain_text("away")
    back = visitors.contexts[-1].new_page()
    back.goto(f"/table/{table.match}")
    expect(seat_of(ada, "Ben")).not_to_contain_text("away")


def test_nobody_is_away_from_an_opened_record(visitors: Visitors, server: RunningServer) -> None:
    """Its players were never here."""
    record = random_game(lambda game: game.is_over).record()
    opened = httpx.post(f"{server.url}/api/records", json={"record": record}, trust_env=False, timeout=60).json()
    page = visitors.open(opened["watch"])
    expect(page.locator("main[data-phase=over]")).to_be_visible()
    seats = page.locator("[data-part=seats]")
    expect(seats.locator("article")).to_have_count(2)
    expect(seats).to_contain_text("1 watching")  # it is known who is here
    expect(seats).not_to_contain_text("away")


def test_my_games_say_whose_turn_it_is_and_how_they_ended(visitors: Visitors, server: RunningServer) -> None:
    game = random_game(lambda game: game.position()["turns_left"] == 1 and game.phase == "turn")
    host_link, guest_link = links_into(server, game)
    ada, ben = visitors.page(), visitors.page()
    ada.goto(host_link)
    sit_by_link(ben, guest_link, "Ben")
    to_play, other = (ben, ada) if game.to_play else (ada, ben)
    Person(to_play).wait_for_turn()
    for page, text in ((to_play, "Your turn"), (other, f"{'Ben' if to_play is ben else 'Ada'}’s turn")):
        page.goto("/games")
        expect(page.get_by_role("region", name="Unfinished")).to_contain_text(text)
        page.goto("/")
        expect(page.get_by_role("region", name="Go on playing")).to_contain_text(text)
    to_play.goto(f"/table/{match_id(host_link)}")
    Person(to_play).play(moves=3)
    for page in (ada, ben):
        page.goto("/games")
        finished = page.get_by_role("region", name="Finished")
        expect(finished).to_contain_text(re.compile(r"(Won|Lost|Shared win)\s+-?\d+ : -?\d+"))


def match_id(link: str) -> str:
    return link.split("/table/")[1].partition("#")[0]


def test_an_opened_record_shows_who_played_it(visitors: Visitors, server: RunningServer) -> None:
    game = random_game(lambda game: game.position()["turns_left"] == 1 and game.phase == "turn")
    seat = str(1 - (game.to_play or 0))
    (link,) = links_into(server, game, **{seat: "medium"})
    ada = visitors.open(link)
    Person(ada).play(moves=3)
    ada.get_by_role("button", name="Skip").click()
    command = ada.locator("pre").inner_text() if ada.locator("pre").count() else ""
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Save the record").click()
    assert download.value.suggested_filename == f"whistlestop-{match_of(ada)}.record"
    assert not command or download.value.suggested_filename in command

    cem = visitors.open("/records")
    cem.get_by_label("Or paste the record’s text").fill(download.value.path().read_text(encoding="utf-8"))
    cem.get_by_role("button", name="Open", exact=True).click()
    cem.wait_for_url("**/replay/*")
    names = cem.locator("[data-seat] h2")
    expect(names).to_have_count(2)
    assert {name.strip() for name in names.all_inner_texts()} == {"Ada", "Medium bot"}
    cem.goto("/games")
    expect(cem.get_by_text("You have not played here yet")).to_be_visible()


def test_a_line_that_does_not_answer_is_noticed_although_nothing_was_cut(
    visitors: Visitors, server: RunningServer
) -> None:
    """Between a click and the watchdog there would be half a minute in which nothing seems to happen."""
    table = open_table(server, PERSON, EASY)
    page = visitors.visitor().new_page()
    silent: list[bool] = []

    def between(route: WebSocketRoute) -> None:
        line = route.connect_to_server()
        route.on_message(lambda message: None if silent else line.send(message))

    page.route_web_socket(re.compile("/socket$"), between)
    page.goto(table.links[0])
    person = Person(page)
    person.sit_down()
    person.wait_for_turn()
    silent.append(True)
    person.keep_tickets()
    expect(page.get_by_text("Your move will be sent as soon as it is back")).to_be_visible()
    silent.clear()
    page.locator("main[data-phase]:not([data-phase=keep-tickets])").wait_for()
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
