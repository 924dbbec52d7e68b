"""Ticket nets in files: one for each map that has one, checked when it is read."""

from functools import lru_cache
from pathlib import Path

from whistlestop.board import Board
from whistlestop.bots.net_file import check_shapes, read_layers, read_shipped, write_layers
from whistlestop.bots.policy.net import WIDTH
from whistlestop.bots.suspicion.inputs import SEEN, row_count
from whistlestop.bots.suspicion.net import TicketNet

HERE = Path(__file__).parent


def write_ticket_net(path: Path, board: Board, net: TicketNet) -> None:
    """Write a net for a board."""
    write_layers(path, board, net._asdict())


def read_ticket_net(path: Path, board: Board) -> TicketNet:
    """The net in a file. BadNet says what is wrong with one that is damaged or was made for another board."""
    net = TicketNet(*read_layers(path, board, TicketNet._fields))
    tickets = len(board.ticket_ids)
    rows = row_count(len(board.tracks), tickets)
    check_shapes(path, net._asdict(), [(SEEN, WIDTH), (rows, WIDTH), (WIDTH, tickets), (tickets,)])
    return net


@lru_cache(maxsize=16)
def shipped_ticket_net(name: str, board: Board) -> TicketNet | None:
    """A net that comes with the package (`read_shipped`)."""
    return read_shipped(read_ticket_net, HERE / f"{name}.npz", board)
