"""The ways to, around and after a game, as people click through them, often in several browsers at once."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.person import HIDDEN, YOUR_TURN, Person
from tests.browser.tables import EASY, PERSON, links_into, open_table
from tests.browser.test_whole_games import match_of, sit_down
from tests.browser.visitors import Visitors
from tests.maps.sample import changed, tiny_map
from tests.rules.scene import san_francisco
from tests.server.running import RunningServer
from whistlestop import Game, View
from whistlestop.client.updates import view_after
from whistlestop.verify import verify

REFUSED = "Failed to load resource"
FIRST_HINT = 30_000
"""Milliseconds: the workers that think deeply are started for it."""


LIGHT_GROUND, DARK_GROUND = "rgb(246, 241, 231)", "rgb(23, 33, 31)"


def random_game(is_enough: Callable[[Game], bool], seed: int = 3) -> Game:
    """A game of two, played at random until something is so."""
    game = Game("san-francisco", players=2, seed=seed)
    rng = random.Random(seed)
    while not is_enough(game):
        game.apply(rng.choice(game.legal_actions()))
    return game


def open_own_table(page: Page, name: str, *, is_public: bool = False) -> None:
    page.goto("/friends")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name="San Francisco").check(force=True)
    page.get_by_label("Public").set_checked(is_public)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Waiting for players").wait_for()


def sit_by_link(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("What should the others call you?").fill(name)
    page.get_by_role("button", name="Sit down").click()


def seat_of(page: Page, name: str) -> Locator:
    return page.locator("[data-seat]").filter(has=page.get_by_role("heading", name=name))


# --- with friends


def test_friends_meet_by_link_talk_and_take_back(visitors: Visitors) -> None:
    ada, ben = visitors.open(), visitors.page()
    open_own_table(ada, "Ada")
    ada.get_by_text("A link for one seat, or to watch").click()
    seat_link, watch_link = ada.get_by_label(re.compile(r"^Seat \d$")), ada.get_by_label("To watch", exact=True)
    assert match_of(ada) in watch_link.input_value()
    codes = [qr_code(ada, of) for of in ("Seat", "To watch")]
    assert codes[0] != codes[1]

    sit_by_link(ben, seat_link.input_value(), "Ben")
    people = [Person(ada), Person(ben)]
    for person in people:
        person.wait_for_turn()
        expect(person.page.locator("[data-seat] h2")).to_have_text([re.compile("Ada|Ben")] * 2)
    assert "#" not in ben.url, "the secret stays in the address"

    say(ada, "Good luck!")
    expect(seat_of(ben, "Ada").get_by_role("status")).to_have_text("Good luck!")
    say(ben, "Thanks!")
    expect(seat_of(ada, "Ben").get_by_role("status")).to_have_text("Thanks!")

    take_back_opening_tickets(people[0])
    people[1].keep_tickets()
    take_back_with_consent(people)


def qr_code(page: Page, title: str) -> str:
    """The drawing of a link's code, after asking for it."""
    card = page.locator(".card").filter(has=page.get_by_label(re.compile(f"^{title}")))
    card.get_by_role("button", name="QR code").click()
    code = card.get_by_role("img", name=re.compile(f"QR code: {title}")).locator("path")
    path = code.get_attribute("d") or ""
    assert path.count("M") > 200, "hardly a code"
    return path


def say(page: Page, words: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("dialog").get_by_role("button", name=words).click()


def take_back_opening_tickets(person: Person) -> None:
    """While others still choose nobody has to be asked. Then choose again."""
    offered = person.page.locator("[data-part=offered]")
    person.keep_tickets()
    expect(person.page.locator(".bar")).to_contain_text("You have chosen")
    expect(offered).to_be_hidden()
    person.page.get_by_role("button", name="Take back").click()
    expect(offered).to_be_visible()
    person.keep_tickets()
    expect(offered).to_be_hidden()


def take_back_with_consent(people: list[Person]) -> None:
    """The last seat puts tokens on the board, asks to take that back, and the other one agrees."""
    placer, other = sorted(people, key=lambda one: one.own_seat.get_attribute("data-seat") or "", reverse=True)
    placer.page.locator("main[data-phase=place-tokens]").wait_for()
    placer.wait_for_turn()
    before = placer.version
    placer.move()
    other.page.locator(f"main[data-version='{before + 1}']").wait_for()
    placer.page.get_by_role("button", name="Take back").click()
    expect(placer.page.get_by_text("You asked to take your move back")).to_be_visible()
    expect(other.page.get_by_text("asks to take the last move back")).to_be_visible()
    other.page.get_by_role("button", name="Agree").click()
    for person in people:
        person.page.locator(f"main[data-version='{before}']").wait_for()
    expect(placer.page.locator(YOUR_TURN)).to_be_visible()


def test_open_tables_are_live(visitors: Visitors) -> None:
    """One sees another's table appear and joins with a click; a third pastes the link to watch."""
    cem = visitors.open("/tables")
    row = cem.locator("li").filter(has_text="Dora")
    cem.get_by_text("No table is waiting").wait_for()
    expect(row).to_have_count(0)

    dora = visitors.page()
    open_own_table(dora, "Dora", is_public=True)
    watch_link = dora.get_by_label("To watch", exact=True).input_value()
    row.get_by_role("button", name="Join").click()
    for page in (cem, dora):
        Person(page).wait_for_turn()
    assert match_of(cem) == match_of(dora)

    eve = visitors.open("/")
    expect(eve.locator("li").filter(has_text="Dora")).to_have_count(0)  # a full table is no longer open
    link = eve.get_by_label("A link that somebody sent you")
    link.fill("over there")
    link.press("Enter")
    expect(eve.get_by_text("This does not look like a link")).to_be_visible()
    link.fill(watch_link)
    eve.get_by_role("button", name="Open", exact=True).click()
    expect(eve.locator(".bar")).to_contain_text("You are watching")
    expect(eve.locator(HIDDEN)).to_have_count(0)


# --- my games, records


def test_my_games_go_on_here_and_on_another_device(visitors: Visitors) -> None:
    page = visitors.open("/")
    sit_down(page, "San Francisco")
    person = Person(page)
    person.wait_for_turn()
    person.move()
    table = match_of(page)
    hand = page.locator("[data-part=hand]").inner_text()

    page.get_by_role("link", name="Whistlestop").click()
    go_on = page.get_by_role("region", name="Go on playing").get_by_role("link", name="Continue")
    expect(go_on).to_have_attribute("href", f"/table/{table}")
    page.reload()
    expect(go_on).to_have_attribute("href", f"/table/{table}")
    page.get_by_role("link", name="My games").first.click()
    unfinished = page.get_by_role("region", name="Unfinished").get_by_role("link", name="Continue")
    expect(unfinished).to_have_attribute("href", f"/table/{table}")
    page.reload()
    expect(unfinished).to_have_attribute("href", f"/table/{table}")

    page.get_by_role("button", name="Move to another device").click()
    own_link = page.get_by_role("textbox", name="Your own link").input_value()
    other = visitors.open("/games")
    other.get_by_text("You have not played here yet").wait_for()
    other.goto(own_link)
    other.get_by_role("button", name="Yes, it is mine").click()
    other.get_by_role("region", name="Unfinished").get_by_role("link", name="Continue").click()
    expect(Person(other).own_seat).to_be_visible()
    assert match_of(other) == table
    assert other.locator("[data-part=hand]").inner_text() == hand
    other.get_by_role("link", name="Whistlestop").click()
    expect(other.get_by_role("region", name="Go on playing")).to_be_visible()


def test_a_pasted_record_opens_its_replay_and_nonsense_is_explained(visitors: Visitors) -> None:
    visitors.allow(REFUSED)
    game = random_game(lambda game: game.is_over)
    page = visitors.open("/records")
    field, button = page.get_by_label("Or paste the record’s text"), page.get_by_role("button", name="Open", exact=True)
    field.fill("once upon a time")
    button.click()
    refusal = re.compile("^This can’t be opened: it is not a Whistlestop record[^:]*$")
    expect(page.get_by_role("alert")).to_have_text(refusal)
    field.fill(game.record())
    button.click()
    page.wait_for_url("**/replay/*")
    page.get_by_label("Step of the game").wait_for()
    page.keyboard.press("End")
    expect(page.locator("[data-track][data-owner]")).to_have_count(len(game.position()["claimed"]))


# --- at the table


def test_hints_are_ranked_explained_and_playable(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, EASY)
    person = Person(visitors.open(table.links[0]))
    person.sit_down()
    while person.phase != "turn":
        person.wait_for_turn()
        person.move()
    person.wait_for_turn()
    page, before = person.page, person.version
    page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("region", name="What the expert bot would do")
    hints = panel.locator("li")
    hints.first.wait_for(timeout=FIRST_HINT)
    chances = [int(re.sub(r"\D", "", text)) for text in panel.locator(".chance").all_inner_texts()]
    assert len(chances) == hints.count() > 1
    assert chances == sorted(chances, reverse=True)
    assert all(panel.locator(".why").all_inner_texts())
    assert panel.locator(".why").count() == hints.count()
    best = hints.first.locator("button.advice")
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    assert person.version == before, "looking at a hint has played it"
    panel.get_by_role("button", name="Play this").click()
    if page.locator("[data-part=question]").is_visible():  # tickets ask always
        page.locator("[data-part=question] .is-default").click()
    expect(panel).to_be_hidden()  # for good, also if it is our turn again already
    page.wait_for_function(
        "before => Number(document.querySelector('main[data-version]').dataset.version) > before", arg=before
    )


@pytest.mark.parametrize("phone", [False, True])
def test_a_hint_shows_its_plan_and_asks_as_the_settings_say(
    phone: bool, visitors: Visitors, server: RunningServer
) -> None:
    """A finger is asked, a mouse where the settings say so.

    With the end near, so many cards and none worth taking, claims are among the best after any number of playouts.
    """
    rich = san_francisco().with_tickets(0, "alcatraz/sunset").with_hand(0, red=4, blue=4, green=4, black=4, wild=2)
    rich = rich.with_pieces(1, 3).with_row("purple", "orange", "orange", "orange", "orange")
    page = visitors.open("/settings", phone=phone)
    if not phone:
        page.get_by_role("radio", name="Always").check(force=True)
    page.goto(links_into(server, rich, **{"1": "easy"})[0])
    person = Person(page)
    person.wait_for_turn()
    before = person.version
    page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("region", name="What the expert bot would do")
    claim = panel.locator("li").filter(has_text="Claim").first
    claim.wait_for(timeout=FIRST_HINT)
    claim.locator("button.advice").click()
    told = claim.locator("[data-part=plan]").inner_text()
    shown = page.locator("[data-part=board] path.way").count()
    assert shown > 0, "the board does not show the plan"
    assert int(re.sub(r"\D", "", told)) >= shown
    play = claim.get_by_role("button", name="Play this")
    play.tap() if phone else play.click()
    question = page.locator("[data-part=question]")
    expect(question).to_be_visible()
    assert person.version == before, "it was not asked"
    question.locator(".is-default").click()
    page.wait_for_function(
        "before => Number(document.querySelector('main[data-version]').dataset.version) > before", arg=before
    )
    person.wait_for_turn()
    expect(panel).to_be_hidden()  # also when it is our turn again


def test_after_the_end_rematch_share_and_record(visitors: Visitors, server: RunningServer) -> None:
    game = random_game(lambda game: game.position()["turns_left"] == 1 and game.phase == "turn")
    host_link, guest_link = links_into(server, game)
    ada = visitors.page(permissions=["clipboard-read", "clipboard-write"])
    ada.goto(host_link)
    ben = visitors.page()
    sit_by_link(ben, guest_link, "Ben")
    Person(ben if game.to_play else ada).play(moves=3)
    for page in (ada, ben):
        page.get_by_role("button", name="Skip").click()  # it is counted slowly, for people to see

    ada.get_by_role("button", name="Share").click()
    expect(ada.get_by_text("The result and the link have been copied")).to_be_visible()
    *result, link = ada.evaluate("navigator.clipboard.readText()").splitlines()
    assert link == f"{server.url}/replay/{match_of(ada)}"
    assert "Ada" in "".join(result)
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Save the record").click()
    verdict = verify(download.value.path().read_text(encoding="utf-8"))
    assert [str(total) for total in verdict.result or []] == ada.locator("tfoot td").all_inner_texts()

    old = match_of(ada)
    ada.get_by_role("button", name="Rematch").click()
    ben.get_by_role("button", name="Join the rematch").click()
    for page in (ada, ben):
        page.locator("main[data-phase=keep-tickets]").wait_for()
        expect(page.locator("[data-seat] h2")).to_have_text([re.compile("Ada|Ben")] * 2)
        expect(Person(page).own_seat).to_be_visible()
    assert match_of(ada) == match_of(ben) != old


def test_a_map_of_ones_own(visitors: Visitors) -> None:
    page = visitors.open("/friends")
    page.get_by_role("radio", name="A map of your own").check(force=True)
    text = page.get_by_label("Or paste its text")
    start = page.get_by_role("button", name="Open the table")
    text.fill(changed(tiny_map(), 'b = "Birch Bay", length = 3', 'b = "Birch Tree", length = 3'))
    expect(page.get_by_text("keeps this map from being played")).to_be_visible()
    expect(page.locator("li", has_text="Birch Tree").locator("code")).to_have_text("routes[0].b")
    expect(start).to_be_disabled()
    text.fill(tiny_map())
    expect(page.get_by_text("This map can be played.")).to_be_visible()
    page.get_by_label("Seat 2").select_option("easy")
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="Instant").check(force=True)
    start.click()
    person = Person(page)
    person.play(until_over=False, moves=3)
    expect(page.locator("[data-place]")).to_have_count(4)
    assert person.moves == 3
    expect(page.locator("[data-part=board]")).to_contain_text("Cold Spring")


def test_settings_count(visitors: Visitors, server: RunningServer) -> None:
    page = visitors.open("/settings", color_scheme="light")
    expect(page.locator("body")).to_have_css("background-color", LIGHT_GROUND)
    page.get_by_role("radio", name="Dark").check(force=True)
    expect(page.locator("body")).to_have_css("background-color", DARK_GROUND)
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    page.get_by_role("radio", name="Light", exact=True).check(force=True)
    expect(page.locator("body")).to_have_css("background-color", LIGHT_GROUND)
    page.get_by_label("Your name").fill("Flora")
    page.get_by_role("group", name="Ask before a route").get_by_label("Always").check()
    page.goto("/")
    sit_down(page, "San Francisco")
    expect(Person(page).own_seat.get_by_role("heading")).to_contain_text("Flora")

    game, track = one_payment()
    page.goto(links_into(server, game, **{"0" if game.to_play else "1": "easy"})[0])
    Person(page).wait_for_turn()
    route = page.locator(f'[data-track="{track}"]')
    Person(page).press_on_board(route)
    dialog = page.get_by_role("dialog", name="Claim ")
    expect(dialog).to_be_visible()
    expect(route).not_to_have_attribute("data-owner", re.compile("."))
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Ask before a route").get_by_label("Never").check()
    page.keyboard.press("Escape")
    Person(page).press_on_board(route)
    expect(route).to_have_attribute("data-owner", str(game.to_play))
    expect(dialog).to_have_count(0)


def one_payment() -> tuple[Game, str]:
    """A game where a route can be claimed in one way only: without the setting nobody would be asked."""

    def routes(game: Game) -> list[str]:
        claims = Counter(action.route for action in game.legal_actions() if action.verb == "claim")
        return [route for route, payments in claims.items() if route and payments == 1]

    game = random_game(lambda game: game.turn_count >= 6 and game.phase == "turn" and routes(game) != [])
    return game, routes(game)[0]


# --- what the page is told


def test_no_browser_is_told_the_others_tickets(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, PERSON)
    people = [Person(visitors.visitor().new_page()) for _ in table.links]
    received = [listen(person.page) for person in people]
    people[0].page.goto(table.links[0])
    sit_by_link(people[1].page, table.links[1], "Ben")
    for person in people:
        person.wait_for_turn()
    while sum(person.moves for person in people) < 6:
        for person in people:
            if person.shows(YOUR_TURN):
                person.move()
    held = [{ticket["id"] for ticket in last_view(messages)["tickets"]} for messages in received]
    for seat, messages in enumerate(received):
        seen = set(ticket_ids(messages))
        assert held[seat]
        assert held[seat] <= seen, "what is looked for would not be found"
        assert not held[1 - seat] & seen, f"seat {seat} is told of the other's tickets"


def listen(page: Page) -> list[dict[str, Any]]:
    """All messages that the page's sockets will hear."""
    messages: list[dict[str, Any]] = []

    def listen_to(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: messages.append(json.loads(text)))

    page.on("websocket", listen_to)
    return messages


def last_view(messages: list[dict[str, Any]]) -> View:
    view: View | None = None
    for message in messages:
        if message["type"] in ("view", "update"):
            view = view_after(message, view)
    assert view is not None
    return view


def ticket_ids(part: Any, is_ticket: bool = False) -> Iterator[str]:
    """Every text below a `tickets` or `offered`, however deep."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from ticket_ids(value, is_ticket or key in ("tickets", "offered", "kept"))
    elif isinstance(part, list):
        for value in part:
            yield from ticket_ids(value, is_ticket)
    elif is_ticket and isinstance(part, str):
        yield part
