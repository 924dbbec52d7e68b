"""Value nets in files: one for each map that has one, checked when it is read."""

import hashlib
import zipfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from whistlestop.board import Board
from whistlestop.bots.value.inputs import FLAGS, NUMBERS
from whistlestop.bots.value.net import OUTPUTS, Net
from whistlestop.game.record import fingerprint

HERE = Path(__file__).parent


class BadNet(ValueError):
    """A file that is no value net for a board; the message says why."""


class OtherMap(BadNet):
    """A net that was made for another map, or another version of it."""


def input_count(board: Board) -> int:
    """How many integers `describe` writes: numbers, then the flags of each route and each ticket."""
    return NUMBERS + len(board.route_ids) + len(board.ticket_ids)


def row_count(board: Board) -> int:
    """Rows of a net's first layer: one for each number and each flag."""
    return NUMBERS + FLAGS * (input_count(board) - NUMBERS)


def write_net(path: Path, board: Board, net: Net) -> None:
    """Write a net for a board."""
    mark = fingerprint(board.map)
    np.savez(path, allow_pickle=False, map=mark, checksum=_checksum(mark, net), **net._asdict())


def read_net(path: Path, board: Board) -> Net:
    """The net in a file. BadNet says what is wrong with one that is damaged or was made for another board."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as content:
            mark, checksum = str(content["map"]), str(content["checksum"])
            net = Net(*(np.ascontiguousarray(content[name], np.float32) for name in Net._fields))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise BadNet(f"{path}: no value net can be read ({error}); train it anew with bench/train_value.py") from None
    if mark != fingerprint(board.map):
        raise OtherMap(f"{path}: made for another map ({mark}, not {fingerprint(board.map)}); train it anew")
    if net.first.ndim != 2 or net.second.ndim != 2:
        raise BadNet(f"{path}: layers have {net.first.ndim} and {net.second.ndim} dimensions, not 2")
    width, depth = net.first.shape[1], net.second.shape[1]
    shapes = [(row_count(board), width), (width,), (width, depth), (depth,), (depth, OUTPUTS), (OUTPUTS,)]
    for name, weights, shape in zip(Net._fields, net, shapes, strict=True):
        if weights.shape != shape:
            raise BadNet(f"{path}: {name} has the shape {weights.shape}, not {shape}; train it anew")
        if not np.isfinite(weights).all():
            raise BadNet(f"{path}: {name} has numbers that are not finite; train it anew")
    if checksum != _checksum(mark, net):
        raise BadNet(f"{path}: damaged, its checksum is another one; get the file again or train it anew")
    return net


def _checksum(mark: str, net: Net) -> str:
    digest = hashlib.sha256(mark.encode())
    for weights in net:
        digest.update(repr(weights.shape).encode())
        digest.update(weights.astype("<f4").tobytes())
    return digest.hexdigest()


@lru_cache(maxsize=16)
def shipped_net(name: str, board: Board) -> Net | None:
    """A net that comes with the package; None if it was made for another board than this one, however that is called.
    BadNet if the file is damaged."""
    try:
        return read_net(HERE / f"{name}.npz", board)
    except OtherMap:
        return None
