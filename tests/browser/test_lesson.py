"""The lesson, by a pupil who does what the conductor says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.person import Finger, Person
from tests.browser.visitors import Visitors

MOST_STEPS = 40
TALK, WAIT, DRAW_ROW, DRAW_DECK = "talk", "wait", "row", "deck"
CLAIM, TAKE_TOKEN, AS_YOU_LIKE = "claim", "token", "as you like"
ASKED = [
    (r"take the black card", DRAW_ROW),
    (r"needs a ferry card\. Take one", DRAW_ROW),
    (r"take another one that lies face up", DRAW_ROW),
    (r"Take the top card of the deck|draw from the deck|Draw two", DRAW_DECK),
    (r"Tap the glowing route|Claim .*: the ferry card|Only .* is missing|Your last turn\. .* costs one card", CLAIM),
    (r"you may take one\. Choose", TAKE_TOKEN),
    (r"Go on as you like|Claim a route if you can", AS_YOU_LIKE),
    (r"Now it is the bot’s turn", WAIT),
]
"""What the conductor's last sentences ask for."""
SAYS_ELSE = """said => [...document.querySelectorAll('[data-part=coach] .speech p')].map(one => one.innerText).join(' ')
!== said"""


class Pupil(Person):
    """Reads what the conductor says, and does it."""

    @property
    def coach(self) -> Locator:
        return self.page.get_by_role("region", name="The conductor says")

    @property
    def said(self) -> str:
        return " ".join(self.coach.locator(".speech p").all_inner_texts())

    @property
    def step(self) -> int:
        label = self.coach.get_by_role("img", name=re.compile("^Step")).get_attribute("aria-label") or ""
        return int(re.findall(r"\d+", label)[0])

    def open(self) -> None:
        self.page.goto("/learn")
        self.hears("Welcome aboard")

    def hurry(self) -> None:
        """No pauses of the bot."""
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("radio", name="Instant").check()
        self.page.keyboard.press("Escape")

    def hears(self, words: str) -> None:
        expect(self.coach).to_contain_text(words)

    def obey(self) -> str:
        """One thing that the conductor asks for, and wait until he says something else."""
        said = self.said
        asked = self.asked(said)
        if asked == TALK:
            self.press(self.coach.get_by_role("button", name="Next"))
        elif asked == DRAW_ROW:
            self.press(self.named_card(said))
        elif asked == DRAW_DECK:
            self.press(self.page.locator("[data-part=deck] button"))
        elif asked == CLAIM:
            self.claim_named(said)
        elif asked == TAKE_TOKEN:
            self.press(self.page.locator("[data-part=token-choice] button").first)
        elif asked == AS_YOU_LIKE:
            self.choose(self.phase)
        self.page.wait_for_function(SAYS_ELSE, arg=said)
        return asked

    def asked(self, said: str) -> str:
        if self.coach.get_by_role("button", name="Next").count():
            return TALK
        found = [kind for pattern, kind in ASKED if re.search(pattern, said)]
        assert len(found) == 1, f"nobody knows what to do: {said!r}"
        return found[0]

    def named_card(self, said: str) -> Locator:
        row = self.page.locator("[data-slot] button:not([aria-disabled=true])")
        name = "black" if "black card" in said else "ferry" if "ferry card. Take one" in said else ""
        return row.and_(self.page.get_by_label(name)).first

    def claim_named(self, said: str) -> None:
        """The route that glows, alone, and whose ends are named."""
        halo = self.page.locator("[data-part=board] path.halo")
        expect(halo).to_have_attribute("d", re.compile("^M[^M]+$"))  # one line
        claimable = self.page.locator("[data-track].claimable")
        names = {track: track.get_attribute("aria-label") or "" for track in claimable.all()}
        track = next(track for track, label in names.items() if label.split(":")[0] in said)  # of two tracks either
        self.press_on_board(track)
        self.page.wait_for_function(f"said => document.querySelector('dialog[open]') || ({SAYS_ELSE})(said)", arg=said)
        payment = self.page.locator("dialog ul button").first
        if payment.is_visible():
            self.press(payment)


MIDDLE_IN_REACH = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return button.contains(document.elementFromPoint(...middle)) && middle;
}"""


class PupilWhoNeverScrolls(Finger, Pupil):
    """On a phone; touches only what is in sight. (Playwright's taps scroll when something does not take them yet.)"""

    def press(self, button: Locator) -> None:
        middle = self.page.wait_for_function(MIDDLE_IN_REACH, arg=button.element_handle()).json_value()
        self.page.touchscreen.tap(*middle)


def pupil_of(page: Page) -> Pupil:
    pupil = Pupil(page)
    pupil.open()
    return pupil


def whole_lesson(pupil: Pupil) -> Iterator[None]:
    """From the welcome to a table of one's own by doing what is said, stopping before each thing that is done."""
    pupil.open()
    pupil.hurry()
    page = pupil.page
    farewell = page.get_by_role("dialog", name="You can play!")
    done = []
    while farewell.count() == 0:
        yield
        done.append(pupil.obey())
        assert len(done) < MOST_STEPS, done
    assert done.count(CLAIM) >= 3
    assert {TALK, DRAW_ROW, DRAW_DECK, CLAIM} <= set(done)
    assert pupil.is_over
    assert pupil.step == 9, "a chapter was left out"
    expect(page.get_by_role("table")).to_contain_text("Total")
    farewell.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    pupil.wait_for_turn()


def test_the_lesson_goes_to_its_end_by_doing_what_is_said(visitors: Visitors) -> None:
    for _ in whole_lesson(Pupil(visitors.page())):
        pass


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_on_a_phone_cards_and_hand_keep_their_place_through_the_whole_lesson(
    visitors: Visitors, width: int, height: int
) -> None:
    """Nothing slips away under a thumb, and neither the bar nor the conductor covers a card."""
    page = visitors.page(phone=True, viewport={"width": width, "height": height})
    pupil = PupilWhoNeverScrolls(page)
    places: dict[str, set[float]] = {"row": set(), "hand": set(), "board": set()}
    for _ in whole_lesson(pupil):
        if pupil.is_over:
            continue
        bar = page.locator(".bar").bounding_box()
        assert bar is not None
        for part, seen in places.items():
            box = page.locator(f"[data-part={part}]").bounding_box()
            if box is None:  # in place of the cards there are the tickets that are spoken of
                assert (part, "tickets" in pupil.said) == ("row", True)
                continue
            seen.add(box["y"])
            covered = box["y"] + box["height"] - bar["y"]
            assert part == "board" or covered <= 1, f"{part} is covered"
        expect(pupil.coach.locator("p").last).to_be_in_viewport()
    assert all(len(seen) == 1 for seen in places.values()), places


def test_the_lesson_can_be_left_gone_on_with_and_begun_again(visitors: Visitors) -> None:
    page = visitors.page()
    pupil = pupil_of(page)
    while pupil.obey() != DRAW_ROW:
        assert pupil.step < 4
    said, version = pupil.said, pupil.version
    assert version == 1
    pupil.press(pupil.coach.get_by_role("button", name="Leave"))
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn").click()
    pupil.hears("second card")
    assert pupil.version == version
    page.reload()
    pupil.hears("second card")
    assert "second card" in said
    pupil.press(pupil.coach.get_by_role("button", name="Start again"))
    pupil.hears("Welcome aboard")
    assert pupil.version == 0
    assert pupil.step == 1
