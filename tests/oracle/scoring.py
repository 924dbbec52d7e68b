"""R6.2 to R6.5: what every seat has scored, and who is ahead."""

from .map import OracleMap
from .network import Edge, components, longest_trail_length, places
from .seat import Seat


def network_of(board: OracleMap, claimed: dict[str, int], seat: int) -> list[Edge]:
    """The tracks one seat holds, as edges between locations."""
    tracks = [board.tracks[track] for track, owner in claimed.items() if owner == seat]
    return [(track.a, track.b, track.length) for track in tracks]


def score_seats(board: OracleMap, claimed: dict[str, int], seats: list[Seat]) -> list[dict[str, int]]:
    """Every seat's score, as if the game ended now."""
    networks = [network_of(board, claimed, seat) for seat in range(len(seats))]
    # R6.3 is not played where it is worth nothing, so no length is reported there either.
    lengths = [longest_trail_length(network) if board.longest_path else 0 for network in networks]
    scores = []
    for seat, network, length in zip(seats, networks, lengths, strict=True):
        points_by_completion = ticket_points(board, network, seat.tickets)
        parts = {
            "routes": seat.score,
            "tickets": sum(points_by_completion[True]) - sum(points_by_completion[False]),
            "longest_path": board.longest_path if 0 < length == max(lengths) else 0,
            "tokens": token_points(board, seat),
        }
        counts = {"completed_tickets": len(points_by_completion[True]), "longest_path_length": length}
        scores.append({"total": sum(parts.values()), **parts, **counts})
    return scores


def ticket_points(board: OracleMap, network: list[Edge], tickets: list[str]) -> dict[bool, list[int]]:
    """R6.2: the points of the tickets whose ends the network joins, and of those it does not."""
    joined = [places(part) for part in components(network)]
    points: dict[bool, list[int]] = {True: [], False: []}
    for ticket in (board.tickets[id] for id in tickets):
        points[any({ticket.a, ticket.b} <= part for part in joined)].append(ticket.points)
    return points


def token_points(board: OracleMap, seat: Seat) -> int:
    """R6.4: by the number of different tokens; a seat never holds two alike (R3.6)."""
    if board.tokens is None:
        return 0
    points: list[int] = board.tokens["points"]
    return points[len(seat.tokens)]


def seats_ahead(scores: list[dict[str, int]]) -> list[int]:
    """R6.5: most points, then most completed tickets, then the longest path; else the win is shared."""
    ranks = [(score["total"], score["completed_tickets"], score["longest_path"]) for score in scores]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
