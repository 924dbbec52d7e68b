"""Tables over HTTP: open one, take a seat at a public one, and get the board that it is played on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from whistlestop.extras import needs_extra

with needs_extra("play"):
    import httpx

from whistlestop.board import Board, load_board
from whistlestop.client.errors import ClientError, Unreachable, refused_by
from whistlestop.client.links import Link, read_link
from whistlestop.game.record import is_builtin
from whistlestop.maps.check import examine_tables

SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A new table. `links` has a link for each seat of a person; whoever has it can sit there."""

    match: str
    commitment: str | None
    host: int | None
    """Where who opened the table sits; None at a table of bots."""
    links: dict[int, str] = field(repr=False)
    watch: str = field(repr=False)
    room: str = field(default="", repr=False)
    """One link for all: whoever opens it takes a free seat. Older servers have none."""


def open_table(base_url: str, *, map: str = "usa", seats: Sequence[str], **settings: Any) -> OpenedTable:
    """Open a table. A seat is "person" or the level of a bot: easy, medium, hard, expert, master.

    `settings` are those of POST /api/matches: name, order, public, clock, spectator_delay, pace, stand_in, map_text.
    """
    kinds = [{"kind": "person"} if seat == "person" else {"kind": "bot", "level": seat} for seat in seats]
    url = f"{base_url.rstrip('/')}/api/matches"
    answer = _ask("POST", url, {"map": map, "seats": kinds, **settings})
    links = {seat["seat"]: seat["link"] for seat in answer["seats"]}
    return OpenedTable(
        answer["match"], answer["commitment"], answer["host"], links, answer["watch"], answer.get("room", "")
    )


def join(base_url: str, match: str, name: str = "Guest", secret: str | None = None) -> str:
    """Take an empty seat at a public table, or with the secret of its room's link. The answer is the link to it."""
    link = Link(base_url.rstrip("/"), match)
    return str(_ask("POST", f"{link.api}/seats", {"name": name}, secret)["link"])


def get_table(link: str) -> dict[str, Any]:
    """What everybody may know of a table."""
    answer: dict[str, Any] = _ask("GET", read_link(link).api)
    return answer


def ask_hint(link: Link) -> dict[str, Any]:
    """What the strongest bot would do in a seat that has to choose, at a table that allows hints."""
    answer: dict[str, Any] = _ask("POST", f"{link.api}/hint", secret=link.secret)
    return answer


def board_of(link: str) -> Board:
    """The board that a table is played on: uploaded, built in here too, or built in when the table was opened."""
    name = str(get_table(link)["map"])
    board_map, problems = examine_tables(_ask("GET", f"{read_link(link).api}/map"), name)
    if board_map is None:
        raise ClientError(
            f"The server's map can't be used here; is this Whistlestop as new as the server? {problems[0]}"
        )
    board = Board(board_map, name)
    return load_board(name) if is_builtin(board) else board


def _ask(method: str, url: str, body: Any = None, secret: str | None = None) -> Any:
    """The JSON that the server answers with. Raises Refused with its reason, or Unreachable."""
    try:
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        response = httpx.request(method, url, json=body, headers=headers, timeout=SECONDS)
        answer = response.json()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Unreachable(f"No server answers at {url}: {error}.") from None
    except ValueError:
        raise Unreachable(f"What answers at {url} is not a Whistlestop server.") from None
    if refusal := refused_by(answer):
        raise refusal
    if not response.is_success:
        raise Unreachable(f"What answers at {url} is not a Whistlestop server (status {response.status_code}).")
    return answer
