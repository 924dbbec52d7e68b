"""Draw the screenshots of docs/images/page anew: `make screenshots`.

The games are played by bots from fixed seeds up to a turn of Ann's and opened as records, so that every run shows the
same cards. The server and its database are thrown away afterwards.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import ARGUMENTS, LIMITS, chromium_path
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer

from whistlestop import Game, client
from whistlestop.bots import make_bot

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images" / "page"
BOTS = {1: "hard", 2: "medium", 3: "easy"}
"""Who plays on from there against Ann, by seat."""
IN_THE_DARK = ("home", "san-francisco-late")
SETTLE = 400
"""Milliseconds for the last frame; what can be waited for is waited for."""


def played(map: str, players: int, seed: int, turns: int | None = None) -> Game:
    """A game between good bots: to its end, or up to the first turn of Ann's (seat 0) after so many turns."""
    game = Game(map, players=players, seed=seed)
    bots = [make_bot("hard", game.board, seed + seat) for seat in range(players)]
    while not game.is_over:
        if turns is not None and game.turn_count >= turns and game.to_play == 0 and game.phase == "turn":
            break
        game.apply(bots[game.to_play].choose(game.view(game.to_play)))
    return game


class Tables:
    """Opens on the server what the screenshots show."""

    def __init__(self, server: RunningServer) -> None:
        self.http = httpx.Client(base_url=server.url, trust_env=False)

    def post(self, path: str, body: dict[str, object]) -> Any:
        return self.http.post(path, json=body).raise_for_status().json()

    def with_game(self, game: Game, bots: dict[int, str] = BOTS) -> dict[str, Any]:
        levels = {seat: level for seat, level in bots.items() if seat < game.players}
        return self.post("/api/records", {"record": game.record(), "name": "Ann", "bots": levels})

    def anns_link(self, game: Game) -> str:
        return str(self.with_game(game)["seats"][0]["link"])

    def ended_by_ann(self, game: Game) -> str:
        """Her link when the rest of a game has been played: a record of a finished game has no seats."""
        link = self.anns_link(game)
        client.play(link, make_bot("hard", game.board, seed=1), "Ann")
        return link

    def replay(self, game: Game, step: int) -> str:
        return f"/replay/{self.with_game(game)['match']}?step={step}&eyes=all"

    def fill_lobby(self) -> None:
        """Somebody waits at two tables, so that one sees what that looks like."""
        for name, map, people in (("Bea", "usa", 3), ("Caio", "san-francisco", 2)):
            seats = [{"kind": "person"}] * people
            self.post("/api/matches", {"map": map, "seats": seats, "name": name, "public": True, "order": "fixed"})


def at_home(page: Page) -> None:
    page.get_by_role("button", name="Join").first.wait_for()


def at_table(page: Page) -> None:
    page.locator(".bar.is-yours").wait_for()


def at_the_end(page: Page) -> None:
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Rematch").wait_for()


def at_replay(page: Page) -> None:
    page.get_by_label("Step of the game").wait_for()


def at_lesson(page: Page) -> None:
    page.locator("[data-part=coach]").wait_for()


@dataclass(frozen=True)
class Scene:
    """A page, and what is there when it can be drawn."""

    name: str
    path: str
    arrive: Callable[[Page], None]


def scenes(tables: Tables) -> list[Scene]:
    tables.fill_lobby()
    return [
        Scene("home", "/", at_home),
        Scene("usa-early", tables.anns_link(played("usa", 4, seed=4, turns=20)), at_table),
        Scene("usa-late", tables.anns_link(played("usa", 4, seed=1, turns=120)), at_table),
        Scene("san-francisco-early", tables.anns_link(played("san-francisco", 3, seed=6, turns=12)), at_table),
        Scene("san-francisco-late", tables.anns_link(played("san-francisco", 3, seed=1, turns=39)), at_table),
        Scene("end", tables.ended_by_ann(played("usa", 4, seed=1, turns=130)), at_the_end),
        Scene("replay", tables.replay(played("usa", 4, seed=1), step=203), at_replay),
        Scene("lesson", "/learn", at_lesson),
    ]


def draw(context: BrowserContext, scene: Scene, name: str) -> None:
    page = context.new_page()
    page.goto(scene.path)
    scene.arrive(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")  # `wait_for_function` would not wait for a promise
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.wait_for_timeout(SETTLE)
    path = IMAGES / f"{name}.png"
    page.screenshot(path=path)
    page.close()
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1000:.0f} KB", flush=True)


def known_as(name: str, url: str) -> dict[str, Any]:
    """Options of a visitor whose browser knows their name, so that no table asks for it."""
    kept = {"origin": url, "localStorage": [{"name": "whistlestop.name", "value": name}]}
    return {"storage_state": {"cookies": [], "origins": [kept]}}


@contextmanager
def visitors() -> Iterator[tuple[Visitors, Tables]]:
    """People with a browser and a server of their own. At the end no page may have complained."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = RunningServer(Path(folder), **LIMITS)
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            people = Visitors(browser, server.url)
            yield people, Tables(server)
            people.close()
            browser.close()
        finally:
            server.end()


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with visitors() as (people, tables):
        found = scenes(tables)
        known = known_as("Ann", people.url)
        by_day, by_night = found, [scene for scene in found if scene.name in IN_THE_DARK]
        for scenes_shown, look, context in (
            (by_day, "laptop", people.visitor(**known)),
            (by_day, "phone", people.visitor(phone=True, device_scale_factor=2, **known)),
            (by_night, "dark-laptop", people.visitor(color_scheme="dark", **known)),
        ):
            for scene in scenes_shown:
                draw(context, scene, f"{scene.name}-{look}")


if __name__ == "__main__":
    main()
