"""One device that is passed around: a curtain between the turns, and nobody's hand in front of it."""

import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.person import HIDDEN, Person
from tests.browser.visitors import PATIENCE, Visitors


class Passing(Person):
    """Plays on a device that is passed around: a move may end in front of the curtain."""

    @property
    def curtain(self) -> Locator:
        return self.page.locator("main.curtain")

    def take_device(self) -> str:
        """Says who takes it."""
        name = (self.curtain.get_by_role("heading").inner_text()).removeprefix("Hand the device to ")
        self.press(self.curtain.get_by_role("button", name=f"I am {name}"))
        expect(self.own_seat.get_by_role("heading")).to_contain_text(name)
        return name

    def tracks(self, kind: str) -> list[str]:
        return []  # draws rather than claims: claiming ends behind the curtain as well, with no board left to look at

    def own_tickets(self) -> list[str]:
        return self.page.locator("[data-part=tickets] .pair, [data-part=offered] .pair").all_inner_texts()

    @property
    def hand_on(self) -> Locator:
        return self.page.locator("button.hand-on")

    def move_until_curtain(self) -> None:
        """After each action it is still one's turn, or one may put the device down: then the curtain falls."""
        while not self.hand_on.is_visible():
            before, phase = self.version, self.phase
            self.choose(phase)
            self.page.wait_for_function(
                "([version, phase]) => { const main = document.querySelector('main[data-version]');"
                " return document.querySelector('.hand-on') || (document.querySelector('.bar.is-yours') &&"
                " (Number(main.dataset.version) > version || main.dataset.phase !== phase)); }",
                arg=[before, phase],
            )
        self.press(self.hand_on)
        self.curtain.wait_for()


def pass_and_play(visitors: Visitors) -> Passing:
    page = visitors.open("/friends?on=this-device")
    page.get_by_label("Player 1").fill("Ada")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Play").click()
    person = Passing(page)
    person.curtain.wait_for()
    return person


def test_a_curtain_hides_the_hands_when_the_device_is_passed(visitors: Visitors) -> None:
    person = pass_and_play(visitors)
    tickets: dict[str, set[str]] = {"Ada": set(), "Ben": set()}
    order = []
    for _ in range(4):
        assert person.page.locator(HIDDEN).count() == 0
        shown = person.page.locator("body").inner_html()
        assert not [ticket for known in tickets.values() for ticket in known if ticket in shown]
        name = person.take_device()
        order.append(name)
        tickets[name] |= set(person.own_tickets())
        assert person.page.locator(HIDDEN).count() > 0
        person.move_until_curtain()
    assert set(order) == {"Ada", "Ben"}
    assert all(one != next for one, next in pairwise(order[1:])), order
    assert tickets["Ada"]
    assert tickets["Ben"]
    assert not tickets["Ada"] & tickets["Ben"], "one has seen the other's"


@pytest.mark.new_profile
def test_a_reload_shows_nobodys_hand_before_the_curtain(visitors: Visitors) -> None:
    """Each seat has a socket of its own, and one of them may take its time."""
    person = pass_and_play(visitors)
    person.take_device()
    page = person.page
    late = LateSockets(page)
    page.reload()
    page.wait_for_load_state("networkidle")
    late.first_view()
    assert page.locator(HIDDEN).count() == 0, "a hand is shown before anybody said who is there"
    late.release()
    person.curtain.wait_for()
    person.take_device()


class LateSockets:
    """Lets the first socket of a page through at once, the others when they are released."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[tuple[WebSocketRoute, list[str | bytes]]] = []
        self.has_first = False
        self.views = 0
        page.route_web_socket(re.compile("/socket$"), self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self.has_first:
            said: list[str | bytes] = []
            self.held.append((socket, said))
            socket.on_message(lambda text: said.append(text))
            return
        self.has_first = True
        server = socket.connect_to_server()
        server.on_message(lambda text: self._hear(socket, text))

    def _hear(self, socket: WebSocketRoute, text: str | bytes) -> None:
        socket.send(text)
        self.views += 1

    def first_view(self) -> None:
        """Until the page has been sent one view, and has had the time to show it."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not self.views:
            assert time.monotonic() < deadline, "no view"
            self.page.evaluate("0")  # lets the socket's messages through
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")

    def release(self) -> None:
        for socket, said in self.held:
            server = socket.connect_to_server()
            for text in said:
                server.send(text)
