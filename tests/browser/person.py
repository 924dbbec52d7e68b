"""Somebody who plays by looking at the page and clicking, tapping or pressing keys."""

import random
from collections import Counter

from playwright.sync_api import Locator, Page

YOUR_TURN = ".bar.is-yours"
HIDDEN = "[data-part=hand], [data-part=tickets], [data-part=offered], [data-card]"
"""What only its owner may see."""
MOST_MOVES = 400
STANDS_STILL = """async element => {
  const place = () => { const {x, y, width} = element.getBoundingClientRect(); return `${x} ${y} ${width}`; };
  for (let last = "", same = 0; same < 5; last = place()) {
    await new Promise(requestAnimationFrame);
    same = place() === last ? same + 1 : 0;
  }
}"""
"""Waits until something on the board has been in the same place for some frames: a page that opens still moves. In one
step, because news from the table may put another element in its place meanwhile."""


TARGET = """async element => {
  await (STANDS_STILL)(element);
  const spaces = element.querySelector(".spaces");
  let part = element.querySelector("circle");
  if (spaces) {
    part = spaces.cloneNode();
    part.setAttribute("d", spaces.getAttribute("d").split("Z")[0]);
    element.append(part);
  }
  const { x, y, width, height } = part.getBoundingClientRect();
  if (spaces) part.remove();
  const middle = [x + width / 2, y + height / 2];
  const isInside = ({ left, right, top, bottom }) =>
    left < middle[0] && middle[0] < right && top < middle[1] && middle[1] < bottom;
  const board = element.closest("[data-part=board]");
  const controls = board.querySelector(".controls").getBoundingClientRect();
  return [...middle, isInside(board.getBoundingClientRect()) && !isInside(controls)];
}""".replace("STANDS_STILL", STANDS_STILL)
"""The middle of the first space of a track, or of a place, once it has stopped moving, and whether it is in sight:
neither beyond the board's edge nor under its buttons. Asked all at once: each question costs as much as its answer."""
FOCUSED = """wanted => {
  const here = document.activeElement;
  return [JSON.stringify({ ...here.dataset }), here === wanted];
}"""
"""What has the focus, and whether it is what is wanted."""
ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
OFTEN = 20
"""Milliseconds between two looks at a page. To look in every frame makes the page draw frames for nobody else."""


class Person:
    """Plays from one page: claims what glows, else draws; keeps two tickets of any offer."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.moves = 0

    # --- what one sees

    @property
    def game(self) -> Locator:
        return self.page.locator("main[data-version]")

    @property
    def version(self) -> int:
        return self.version_and_phase[0]

    @property
    def phase(self) -> str:
        return self.version_and_phase[1]

    @property
    def version_and_phase(self) -> tuple[int, str]:
        version, phase = self.game.evaluate("({ dataset }) => [Number(dataset.version), dataset.phase]")
        return version, phase

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def own_seat(self) -> Locator:
        return self.page.locator("[data-seat].is-you")

    def shows(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def wait_for_turn(self) -> None:
        """Until one has something to do, or the game is over."""
        self.page.locator(f"{YOUR_TURN}, main[data-phase=over]").first.wait_for()

    def wait_for_version(self, version: int) -> None:
        """Until the page has heard of everything up to it."""
        self.page.wait_for_function(
            "version => Number(document.querySelector('main[data-version]')?.dataset.version) >= version",
            arg=version,
            polling=OFTEN,
        )

    # --- what one does

    def sit_down(self, name: str = "") -> None:
        """At the table of a link: a seat that nobody has taken asks for a name first."""
        prompt = self.page.locator("main form:has(input)")
        seated = self.game.or_(self.page.get_by_text("Waiting for players"))
        seated.or_(prompt).first.wait_for()
        if prompt.is_visible():
            prompt.locator("input").fill(name)
            self.press(prompt.locator("button.primary"))
        seated.first.wait_for()

    def play(self, until_over: bool = True, moves: int = MOST_MOVES) -> None:
        """Move after move, `moves` of them or until the end."""
        for _ in range(moves):
            self.wait_for_turn()
            if self.is_over:
                return
            self.move()
        assert not until_over, f"no end after {moves} moves"

    def move(self) -> None:
        """One action, and wait until the page shows that it was done."""
        before, phase = self.version_and_phase
        self.choose(phase)
        self.moves += 1
        self.page.wait_for_function(
            "([version, phase]) => { const main = document.querySelector('main[data-version]');"
            " return Number(main.dataset.version) > version || main.dataset.phase !== phase"
            " || !document.querySelector('.bar.is-yours'); }",
            arg=[before, phase],
            polling=OFTEN,
        )

    def choose(self, phase: str) -> None:
        if phase == "keep-tickets":
            self.keep_tickets()
        elif phase == "place-tokens":
            self.place_token()
        elif phase == "take-token":
            self.press(self.page.locator("[data-part=token-choice] button").first)
        elif phase == "turn" and (claimable := self.tracks("claimable")):
            self.claim(claimable[0])
        else:
            self.draw()

    def keep_tickets(self) -> None:
        offered = self.page.locator("[data-part=offered]")
        for ticket in offered.locator("button.ticket").all()[:2]:
            self.press(ticket)
        self.press(offered.locator("button.keep"))

    def place_token(self) -> None:
        places = self.page.locator("[data-place].placeable")
        self.press_on_board(places.nth(self.rng.randrange(places.count())))

    def tracks(self, kind: str) -> list[str]:
        found: list[str] = self.page.locator(f"[data-track].{kind}").evaluate_all(
            "all => all.map(one => [one.dataset.track, one.querySelector('.spaces').getAttribute('d').split('M')])"
            ".sort((a, b) => b[1].length - a[1].length).map(one => one[0])"
        )
        return found

    def claim(self, track: str) -> None:
        """A route that glows, by tapping it; the suggested cards where there is a choice."""
        self.press_on_board(self.page.locator(f'[data-track="{track}"]'))
        payment = self.page.locator("dialog ul button").first
        self.page.wait_for_function(
            "track => document.querySelector('dialog[open]')"
            " || document.querySelector('main[aria-busy=true]')"
            ' || document.querySelector(`[data-track="${track}"]`).dataset.owner'
            " || !document.querySelector('.bar.is-yours')",
            arg=track,
            polling=OFTEN,
        )
        if payment.is_visible():
            self.press(payment)

    def draw(self) -> None:
        enabled = self.page.locator("[data-part=deck] button:not([aria-disabled=true]):not([disabled])")
        if enabled.count():
            self.press(enabled.first)
            return
        row = self.page.locator("[data-slot] button:not([aria-disabled=true]):not([disabled])")
        others = row.or_(self.page.locator(".bar button.primary"))
        if others.count():
            self.press(others.first)
        else:
            self.press(self.page.locator("[data-part=ticket-deck]"))
            self.press(self.page.get_by_role("dialog").get_by_role("button", name="Draw tickets"))

    # --- how one does it: with a mouse or a finger

    def press(self, button: Locator) -> None:
        button.click()  # once it can be seen, stands still, is enabled and lies on top

    def press_on_board(self, thing: Locator) -> None:
        self.page.mouse.click(*self.bring_into_sight(thing))

    def bring_into_sight(self, thing: Locator) -> tuple[float, float]:
        """Where to aim. What lies beyond the edge or under the board's buttons is shown with the whole board."""
        x, y, is_in_sight = thing.evaluate(TARGET)
        if not is_in_sight:
            self.press(self.page.locator("[data-part=board] .controls button").last)
            return self.aim_at(thing)
        return float(x), float(y)

    def aim_at(self, thing: Locator) -> tuple[float, float]:
        """The middle of a space or a place, where a person would aim, once it has stopped moving.

        What is meant by it is found by where it is, not by what lies on top there."""
        x, y, _ = thing.evaluate(TARGET)
        return float(x), float(y)


class Finger(Person):
    """On a phone."""

    def press(self, button: Locator) -> None:
        button.scroll_into_view_if_needed()
        button.tap()

    def press_on_board(self, thing: Locator) -> None:
        self.page.touchscreen.tap(*self.bring_into_sight(thing))


class Keyboard(Person):
    """Without any pointer: Tab, arrows, Enter and the single keys."""

    MOST_STEPS = 150

    def press(self, button: Locator) -> None:
        """Tab until the button has the focus."""
        wanted = button.element_handle()
        for _ in range(self.MOST_STEPS):
            if self.page.evaluate("wanted => document.activeElement === wanted", wanted):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not come to {button}")

    def press_on_board(self, thing: Locator) -> None:
        """Into the board, and along what glows with the arrow keys: from each thing first where one has gone least."""
        self.page.keyboard.press("b")
        gone: Counter[tuple[str, str]] = Counter()
        for _ in range(self.MOST_STEPS):
            here, is_there = thing.evaluate(FOCUSED)
            if is_there:
                self.page.keyboard.press("Enter")
                return
            key = min(ARROWS, key=lambda key: gone[here, key])
            gone[here, key] += 1
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrow keys do not come to {thing}, but to {gone}")

    def draw(self) -> None:
        self.page.keyboard.press("d")
