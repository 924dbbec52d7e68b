"""A finished game, looked at: how it was counted, and every step of it with all cards open."""

from typing import cast

from whistlestop.game import Game
from whistlestop.game.events import Event, EventView
from whistlestop.game.paths import own_edges, shortest
from whistlestop.game.record import RecordedSeat, read_record
from whistlestop.game.trails import longest_trail_routes
from whistlestop.game.view import Score, TicketView, View
from whistlestop.json_types import TypedDict, described
from whistlestop.server.play.match import Match, Seat
from whistlestop.server.play.refusal import Conflict
from whistlestop.server.play.table_view import NamedSeat


@described
class CountedTicket(TicketView):
    routes: list[str]
    """The path over one's own routes; none if it is not complete."""


@described
class SeatResult(TypedDict):
    tickets: list[CountedTicket]
    tokens: list[str]
    longest_path: list[str]
    """Its routes in the order of travel; none where the map does not count it."""


class Result(TypedDict):
    winners: list[int]
    scores: list[Score]
    seats: list[SeatResult]


@described
class Frame(TypedDict):
    """The table after a step. The first frame shows the deal."""

    seat: int | None
    action: str | None
    turn: int
    """Turns that have ended so far at the table."""
    events: list[EventView]
    """What happened, all of it."""
    view: View
    """A spectator's, without history and legal actions."""
    hands: list[dict[str, int]]
    """By seat."""
    tickets: list[list[TicketView]]
    offered: list[list[str]]
    totals: list[int]
    """Points if the game had ended here."""


class Replay(TypedDict):
    match: str
    map: str
    seats: list[NamedSeat]
    frames: list[Frame]


class NotOver(Conflict):
    """There are still cards to hide."""

    def __init__(self) -> None:
        super().__init__("not-over", "This shows every hidden card: it is available only when the game is over.")


def recorded_seats(match: Match) -> list[RecordedSeat] | None:
    """Who played, for the record; None of a game whose record did not know it."""
    if match.settings.played_by is not None and not any(seat.name or seat.is_bot for seat in match.seats):
        return None
    return [_recorded_seat(seat) for seat in match.seats]


def _recorded_seat(seat: Seat) -> RecordedSeat:
    bot: RecordedSeat = {"bot": seat.level or seat.name} if seat.is_bot else {}
    return bot | {"name": seat.name} if seat.name and bot.get("bot") != seat.name else bot


def finished_game(match: Match) -> Game:
    """The game of a match that is over. Refused while there is anything to hide."""
    if match.game is None or not match.game.is_over:
        raise NotOver
    return match.game


def is_withheld(match: Match, now: float) -> bool:
    """Whether the end of a game is still to come for spectators, who see it later than the seats."""
    return now < match.changed_at + match.settings.spectator_delay


def result_of(game: Game) -> Result:
    """How a finished game was counted."""
    return {
        "winners": game.winners(),
        "scores": cast("list[Score]", game.scores()),
        "seats": [_seat_result(game, seat) for seat in range(game.players)],
    }


def _seat_result(game: Game, seat: int) -> SeatResult:
    view = _bare_view(game, seat)
    edges = own_edges(game.board, view["claimed"], seat)
    paths = {ticket["id"]: shortest(edges, ticket["id"]) for ticket in view["tickets"]}
    tickets: list[CountedTicket] = [
        {**ticket, "routes": list(path.routes) if (path := paths[ticket["id"]]) else []} for ticket in view["tickets"]
    ]
    tokens = view["seats"][seat]["tokens"]
    return {"tickets": tickets, "tokens": tokens, "longest_path": longest_trail_routes(game.board, game.state, seat)}


def replay_of(match_id: str, seats: list[NamedSeat], game: Game) -> Replay:
    """Every step of a finished game, played again from its record."""
    record = read_record(game.record(), game.board)
    again = Game.at_start_of(record)
    frames = [_frame(again, None, None, [])]
    frames += [_frame(again, move.seat, str(move.action), again.replay(move)) for move in record.moves]
    return {"match": match_id, "map": game.board.source, "seats": seats, "frames": frames}


def _frame(game: Game, seat: int | None, action: str | None, events: list[Event]) -> Frame:
    views = [_bare_view(game, seat) for seat in range(game.players)]
    return {
        "seat": seat,
        "action": action,
        "turn": game.turn_count,
        "events": cast("list[EventView]", [event.in_full() for event in events]),
        "view": _bare_view(game, None),
        "hands": [view["hand"] for view in views],
        "tickets": [view["tickets"] for view in views],
        "offered": [view["offered"] for view in views],
        "totals": [score["total"] for score in game.scores()],
    }


def _bare_view(game: Game, seat: int | None) -> View:
    return game.view(seat, history_from=len(game.history))
