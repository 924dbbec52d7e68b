"""What notebooks draw: boards, games as a seat may know them, replays."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from tests.tables import played
from whistlestop import Board, Game, Replay, load_board
from whistlestop.draw.symbols import SEAT_FILLS
from whistlestop.envs.layout import Layout
from whistlestop.game.events import Event
from whistlestop.game.picture import table_html
from whistlestop.game.replay import captions

TABLES = [("usa", 3), ("san-francisco", 2), ("amber-lake", 2)]
MARKUP = '<img src=x onerror="alert(1)">'
VOID = {"img", "input"}


class Tags(HTMLParser):
    """The elements of a page, and that each of them is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(replay: Replay) -> str:
    """What is in the frame of a player."""
    found = re.search(r'srcdoc="([^"]*)"', replay._repr_html_())
    assert found
    return unescape(found[1])


def with_markup() -> Board:
    """A board whose name, and the name of a place, would be read as HTML."""
    board = load_board("amber-lake")
    old = board.map.locations[0].name

    def renamed(name: str) -> str:
        return MARKUP if name == old else name

    board_map = board.map.model_copy(
        update={
            "name": MARKUP,
            "locations": tuple(p.model_copy(update={"name": renamed(p.name)}) for p in board.map.locations),
            "routes": tuple(r.model_copy(update={"a": renamed(r.a), "b": renamed(r.b)}) for r in board.map.routes),
            "tickets": tuple(t.model_copy(update={"a": renamed(t.a), "b": renamed(t.b)}) for t in board.map.tickets),
        }
    )
    return Board(board_map, MARKUP)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whatever_is_hidden_from_a_seat_does_not_change_its_picture(name: str, players: int) -> None:
    changed = 0
    for seed, actions in enumerate((0, 5, 40, 90, 400)):
        game = played(name, players, seed, actions)
        for seat in (*range(players), None):
            other = game.determinize(seat, seed=seed)
            assert table_html(other.board, other.view(seat)) == table_html(game.board, game.view(seat))
            changed += other.position() != game.position()
    assert changed  # the law would hold for a `determinize` that does nothing
    middle = played(name, players, seed=2, actions=40)
    assert middle.determinize(1, seed=1).picture(1)._repr_html_() == middle.picture(1)._repr_html_()
    assert middle.picture(1)._repr_html_() != middle.picture(0)._repr_html_() != middle._repr_html_()


def test_a_replay_shows_a_seat_only_what_it_knew_at_the_time() -> None:
    record = played("san-francisco", 2, seed=4, actions=30).record()
    replay, game = Replay(record, seat=1), Game("san-francisco", players=2, seed=4)
    frames = [replay.frame(view) for view in replay.views]
    assert len(frames) == 31
    for move, frame in zip(replay.record.moves, frames[1:], strict=True):
        known = len(game.history)
        game.replay(move)
        other = game.determinize(1, seed=3)
        assert replay.frame(other.view(1, history_from=known)) == frame
    told = " ".join(frame["caption"] for frame in frames)
    assert "seat 0 keeps 2 of 2 tickets" in told or "seat 0 keeps 1 of 2 tickets" in told
    assert "seat 0 draws a card from the deck" in told


def test_a_picture_of_a_game_has_claims_seats_row_and_the_own_hand() -> None:
    game = played("usa", 3, seed=7, actions=150)
    html = game.picture(0)._repr_html_()
    view = game.view(0)
    Tags(html)
    assert len(set(view["claimed"].values())) == 3
    for seat in range(3):
        lengths = [
            game.board.tracks[game.board.route_index(route)].length for route, o in view["claimed"].items() if o == seat
        ]
        assert html.count(f'fill="{SEAT_FILLS[seat]}"') == sum(lengths)
    assert html.count('class="card"') == sum(card is not None for card in view["face_up"]) + len(view["hand"])
    assert all(ticket["id"] in html for ticket in view["tickets"])
    public = game._repr_html_()
    assert "hand of seat" not in public
    assert not any(ticket in public for ticket in game.board.ticket_ids if ticket not in game.board.route_ids)


def test_the_end_shows_totals_winners_and_all_tickets() -> None:
    game = played("amber-lake", 2, seed=3, actions=1000)
    html = game._repr_html_()
    assert all(f"<td>{score['total']}</td>" in html for score in game.scores())
    assert f"won by seat {game.winners()[0]}" in html
    assert all(ticket["id"] in html for seat in game.view(None)["seats"] for ticket in seat["tickets"] or [])
    assert repr(game).endswith(f"over, won by seat {game.winners()[0]}>")


def test_short_names() -> None:
    assert repr(load_board("usa")) == "<Board usa: 36 locations, 100 routes, 30 tickets, 2 to 5 players>"
    game = Game("usa", players=2, seed=1)
    assert repr(game) == "<Game usa, 2 players, action 0: seat 0 has to choose (keep-tickets)>"


def test_a_board_is_an_svg_picture() -> None:
    root = ElementTree.fromstring(load_board("san-francisco")._repr_svg_())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_replay_stands_alone() -> None:
    """In a frame without rights to the page around it, and nothing is fetched."""
    replay = Replay(played("amber-lake", 2, seed=3, actions=6))
    html = replay._repr_html_()
    assert Tags(html).names == ["iframe"]
    assert 'sandbox="allow-scripts"' in html
    page = page_of(replay)
    tags = Tags(page)
    assert tags.addresses == []
    assert "fetch(" not in page
    assert "url(" not in page.replace("url(#", "")
    with pytest.raises(ValueError, match="this table has seats 0 to 1"):
        Replay(played("amber-lake", 2, seed=3, actions=6), seat=2)


def test_markup_in_names_stays_text() -> None:
    game = Game(with_markup(), players=2, seed=1)
    for _ in range(12):
        game.apply(game.legal_actions()[0])
    player = page_of(Replay(game, seat=0))
    for html in (game._repr_html_(), game.picture(0)._repr_html_(), player):
        assert "img" not in Tags(html).names
    steps = re.search(r"= (\{.*\});\n", player)
    assert steps
    assert not any("img" in Tags(frame["table"]).names for frame in json.loads(steps[1])["frames"])


def test_every_event_that_says_something_has_a_caption() -> None:
    events = [
        Event("claim", 0, {"route": "a/b", "payment": {"red": 2, "wild": 1}, "points": 4}),
        Event("draw", 1, {"from": "deck"}, {"card": "red"}),
        Event("tickets", 1, {"count": 3}, {"tickets": ["a/b", "c/d", "e/f"]}),
        Event("take", 0, {"symbol": "bell", "location": "alcatraz"}),
        Event("end-turn", 0),
        Event("sweep"),
    ]
    views = [event.seen_by(1) for event in events]
    assert captions(views) == [  # type: ignore[arg-type]
        "seat 0 claims a/b red:2,wild:1 for 4",
        "seat 1 draws red from the deck",
        "seat 1 draws a/b c/d e/f from the tickets",
        "seat 0 takes bell at alcatraz",
        "the row is dealt anew",
    ]


def test_the_parts_of_an_observation_are_a_table() -> None:
    layout = Layout(load_board("san-francisco"), players=2)
    html = layout.parts._repr_html_()
    assert Tags(html).names.count("tr") == len(layout.parts) + 1
    assert "<td>2 × 58</td>" in html
    assert html == layout._repr_html_()
