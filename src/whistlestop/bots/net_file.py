"""Nets in files: arrays by name, the map they were made for, and a checksum."""

import hashlib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from whistlestop.board import Board
from whistlestop.game.record import fingerprint

Layer = NDArray[np.float32]
Net = TypeVar("Net")


class BadNet(ValueError):
    """A file that is no net for a board; the message says why."""


class OtherMap(BadNet):
    """A net that was made for another map, or another version of it."""


def write_layers(path: Path, board: Board, layers: Mapping[str, Layer]) -> None:
    """Write the layers of a net for a board."""
    mark = fingerprint(board.map)
    np.savez(path, allow_pickle=False, map=mark, checksum=_checksum(mark, layers), **layers)


def read_layers(path: Path, board: Board, names: Sequence[str]) -> list[Layer]:
    """The layers of these names; one that the file does not have is empty, as layers that came later are in old files.

    BadNet says what is wrong with a file that is damaged or made for another board.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as content:
            mark, checksum = str(content["map"]), str(content["checksum"])
            found = {name: np.ascontiguousarray(content[name], np.float32) for name in names if name in content}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise BadNet(f"{path}: no net can be read ({error}); train it anew (bench/train_*.py)") from None
    if mark != fingerprint(board.map):
        raise OtherMap(f"{path}: made for another map ({mark}, not {fingerprint(board.map)}); train it anew")
    for name, layer in found.items():
        if not np.isfinite(layer).all():
            raise BadNet(f"{path}: {name} has numbers that are not finite; train it anew")
    if checksum != _checksum(mark, found):
        raise BadNet(f"{path}: damaged, its checksum is another one; get the file again or train it anew")
    return [found.get(name, np.zeros((0, 0), np.float32)) for name in names]


def read_shipped(read: Callable[[Path, Board], Net], path: Path, board: Board) -> Net | None:
    """A net that comes with the package; None if it was made for another board than this one, however that is called.
    BadNet if the file is damaged."""
    try:
        return read(path, board)
    except OtherMap:
        return None


def check_shapes(path: Path, layers: Mapping[str, Layer], shapes: Sequence[tuple[int, ...]]) -> None:
    """BadNet names a layer that has another shape than it should have."""
    for (name, layer), shape in zip(layers.items(), shapes, strict=True):
        if layer.shape != shape:
            raise BadNet(f"{path}: {name} has the shape {layer.shape}, not {shape}; train it anew")


def _checksum(mark: str, layers: Mapping[str, Layer]) -> str:
    digest = hashlib.sha256(mark.encode())
    for layer in layers.values():
        digest.update(repr(layer.shape).encode())
        digest.update(layer.astype("<f4").tobytes())
    return digest.hexdigest()
