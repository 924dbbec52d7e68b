"""Tables opened by program, for tests that are about something else than opening one."""

from dataclasses import dataclass

import httpx

from tests.server.running import RunningServer
from whistlestop import Game

PERSON = {"kind": "person"}
EASY = {"kind": "bot", "level": "easy"}
WITHOUT_TLS = {"trust_env": False, "verify": False, "timeout": 60}
"""To read certificates that nobody needs takes 50 ms of CPU time for each request."""


@dataclass
class OpenedTable:
    match: str
    secrets: list[str]
    """By seat."""
    links: list[str]
    """By seat: what a person opens."""
    watch: str


def open_table(
    server: RunningServer, *seats: dict[str, str], map: str = "san-francisco", **settings: object
) -> OpenedTable:
    """A table whose bots don't keep anybody waiting, with the seats in this order."""
    table = {"map": map, "seats": list(seats), "order": "fixed", "pace": "instant", **settings}
    answer = httpx.post(f"{server.url}/api/matches", json=table, **WITHOUT_TLS)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    people = [(seat["secret"], seat["link"]) for seat in opened["seats"]]
    return OpenedTable(opened["match"], [secret for secret, _ in people], [link for _, link in people], opened["watch"])


def links_into(server: RunningServer, game: Game, **bots: str) -> list[str]:
    """A table that goes on with this game; the links of its people."""
    body = {"record": game.record(), "name": "Ada", "bots": bots}
    answer = httpx.post(f"{server.url}/api/records", json=body, **WITHOUT_TLS)
    assert answer.status_code == 201, answer.text
    return [seat["link"] for seat in answer.json()["seats"]]
