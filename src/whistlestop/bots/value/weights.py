"""Value nets in files: one for each map that has one, checked when it is read."""

from functools import lru_cache
from pathlib import Path

from whistlestop.board import Board
from whistlestop.bots.net_file import BadNet, OtherMap, check_shapes, read_layers, write_layers
from whistlestop.bots.value.inputs import FLAGS, NUMBERS
from whistlestop.bots.value.net import OUTPUTS, Net

HERE = Path(__file__).parent


def input_count(board: Board) -> int:
    """How many integers `describe` writes: numbers, then the flags of each route and each ticket."""
    return NUMBERS + len(board.route_ids) + len(board.ticket_ids)


def row_count(board: Board) -> int:
    """Rows of a net's first layer: one for each number and each flag."""
    return NUMBERS + FLAGS * (input_count(board) - NUMBERS)


def write_net(path: Path, board: Board, net: Net) -> None:
    """Write a net for a board."""
    write_layers(path, board, net._asdict())


def read_net(path: Path, board: Board) -> Net:
    """The net in a file. BadNet says what is wrong with one that is damaged or was made for another board."""
    net = Net(*read_layers(path, board, Net._fields))
    if net.first.ndim != 2 or net.second.ndim != 2:
        raise BadNet(f"{path}: layers have {net.first.ndim} and {net.second.ndim} dimensions, not 2")
    width, depth = net.first.shape[1], net.second.shape[1]
    shapes = [(row_count(board), width), (width,), (width, depth), (depth,), (depth, OUTPUTS), (OUTPUTS,)]
    check_shapes(path, net._asdict(), shapes)
    return net


@lru_cache(maxsize=16)
def shipped_net(name: str, board: Board) -> Net | None:
    """A net that comes with the package; None if it was made for another board than this one, however that is called.
    BadNet if the file is damaged."""
    try:
        return read_net(HERE / f"{name}.npz", board)
    except OtherMap:
        return None
