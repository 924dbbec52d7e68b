"""Train the value net of a map on games of planners: `python bench/train_value.py usa`, some minutes on two cores.

It plays games, writes down some states of each with how the game ended, and learns to tell the end from the state. The
same seed gives the same weights. Ctrl-C stops; the same command goes on from there. At last it measures how good the
net is on states of other games, and how many playouts one look at it is worth.
"""

import argparse
import math
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots.outcomes import Alternatives
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.games import fill_candidates
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.value.games import record_games
from whistlestop.bots.value.inputs import FLAGS, NUMBERS, SEATS
from whistlestop.bots.value.net import OUTPUTS, Net
from whistlestop.bots.value.weights import input_count, write_net
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import Records, SmallIntArray

DEALS = 24
"""Playouts of a state that is judged."""
MOST_STATES = 40
"""Written down of a game, on average, at the most."""
RATE = 2e-3
AT_ONCE = 2048
"""States that the net is asked about together."""
MOMENTUM, CURVATURE, TINY = 0.9, 0.999, 1e-8
"""Adam's."""

Floats = NDArray[np.float32]


class Options(NamedTuple):
    map: str = "usa"
    games: int = 160_000
    epochs: int = 6
    width: int = 64
    """Units of the first hidden layer."""
    depth: int = 32
    """Units of the second."""
    seed: int = 1
    workers: int = 2
    folder: Path = Path("whistlestop-runs/value")
    out: Path | None = None
    chunk: int = 2000
    """Games in a file."""
    test_chunks: int = 8
    """The first ones are never learned from."""
    batch: int = 2048
    judged: int = 1500
    """States that are played out many times, to say how good the net is."""

    @property
    def learned(self) -> str:
        """The file of what was learned so far: with other settings another one."""
        sizes = self.games, self.chunk, self.test_chunks, self.batch, self.epochs, self.width, self.depth
        return f"learned-{'-'.join(map(str, sizes))}.npz"


class States(NamedTuple):
    """What was written down, a row for each state."""

    numbers: SmallIntArray
    flags: NDArray[np.int8]
    results: SmallIntArray

    @property
    def targets(self) -> Floats:
        """What the net should say: the share of the win, and the squeezed margin."""
        margin = 0.5 + 0.5 * np.tanh(self.results[:, 1] / 40.0)
        return np.stack([self.results[:, 0] / 2, margin], axis=1).astype(np.float32)


class Bar:
    """How far a long piece of work is, and how long the rest will take."""

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what, self.total, self.first, self.start = what, total, done, time.monotonic()

    def show(self, done: int, note: str = "") -> None:
        pace = (done - self.first) / max(1e-9, time.monotonic() - self.start)
        left = (self.total - done) / pace / 60 if pace else 0.0
        print(f"{self.what}: {done:,} of {self.total:,}, {left:.1f} min left{note}", file=sys.stderr, flush=True)


def play_chunk(board: Board, seed: int, chunk: int, games: int, keep: int = 0) -> tuple[States, Records]:
    """The states of the games of a chunk; the first `keep` of them as they are, too."""
    inputs = np.zeros((MOST_STATES * games, input_count(board)), np.int16)
    results = np.zeros((MOST_STATES * games, 4), np.int16)
    kept = np.zeros(keep, STATE)
    weights = np.concatenate([weights_of(weights_for(board))] * SEATS)
    bases = seed_base("deal", seed), seed_base("training", seed)
    at = np.zeros(1, STATE), weights, blank_memories(), *bases, chunk * games, games
    count = record_games(board.arrays, *at, inputs, results, kept)
    numbers, flags = inputs[:count, :NUMBERS].copy(), inputs[:count, NUMBERS:].astype(np.int8)
    return States(numbers, flags, results[:count].copy()), kept


def write_chunk(board: Board, options: Options, path: Path, chunk: int) -> None:
    states, _ = play_chunk(board, options.seed, chunk, options.chunk)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **states._asdict())
    part.replace(path)


def play_games(board: Board, options: Options, folder: Path) -> list[Path]:
    """The files of all chunks; those that are missing are played."""
    chunks = math.ceil(options.games / options.chunk) + options.test_chunks
    files = [folder / f"games-{options.chunk}-{chunk:05}.npz" for chunk in range(chunks)]
    missing = [chunk for chunk, path in enumerate(files) if not path.exists()]
    bar, done = Bar("chunks of games", len(files), len(files) - len(missing)), len(files) - len(missing)
    with ThreadPoolExecutor(options.workers) as pool:  # kernels release the GIL
        for _ in pool.map(lambda chunk: write_chunk(board, options, files[chunk], chunk), missing):
            done += 1
            if done % 10 == 0 or done == len(files):
                bar.show(done)
    return files


def read_chunks(files: list[Path]) -> States:
    parts = []
    for path in files:
        with np.load(path) as content:
            parts.append(States(**content))
    return States(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class Scale(NamedTuple):
    """What makes numbers of a kind about equally large."""

    mean: Floats
    deviation: Floats

    @classmethod
    def of(cls, numbers: SmallIntArray) -> "Scale":
        return cls(numbers.mean(axis=0).astype(np.float32), np.maximum(numbers.std(axis=0), 0.1).astype(np.float32))


def rows_of(states: States, scale: Scale, which: NDArray[np.int64] | slice) -> Floats:
    """The inputs of the first layer for some states."""
    numbers = (states.numbers[which] - scale.mean) / scale.deviation
    flags = states.flags[which]
    bits = flags[:, :, None] >> np.arange(FLAGS, dtype=np.int8) & 1
    return np.concatenate([numbers, bits.reshape(len(flags), -1)], axis=1, dtype=np.float32)


def new_net(rows: int, width: int, depth: int, rng: np.random.Generator) -> Net:
    def layer(inputs: int, outputs: int, scale: float) -> Floats:
        return rng.normal(0, scale, (inputs, outputs)).astype(np.float32)

    first = layer(rows, width, math.sqrt(2 / NUMBERS))
    first[NUMBERS:] *= 0.2  # most flags are 0, and each says little
    biases = np.zeros(width, np.float32), np.zeros(depth, np.float32), np.zeros(OUTPUTS, np.float32)
    second, last = layer(width, depth, math.sqrt(2 / width)), layer(depth, OUTPUTS, math.sqrt(1 / depth))
    return Net(first, biases[0], second, biases[1], last, biases[2])


def forward(net: Net, rows: Floats) -> tuple[Floats, Floats, Floats]:
    """The hidden layers, and what the net says: shares from 0 to 1."""
    hidden = np.maximum(rows @ net.first + net.first_bias, 0)
    second = np.maximum(hidden @ net.second + net.second_bias, 0)
    return hidden, second, 1 / (1 + np.exp(-(second @ net.last + net.last_bias)))


def gradients(net: Net, rows: Floats, targets: Floats) -> Net:
    """Of the cross entropy."""
    hidden, second, said = forward(net, rows)
    to_last = (said - targets) / len(rows)
    to_second = (to_last @ net.last.T) * (second > 0)
    to_hidden = (to_second @ net.second.T) * (hidden > 0)
    return Net(
        rows.T @ to_hidden,
        to_hidden.sum(axis=0),
        hidden.T @ to_second,
        to_second.sum(axis=0),
        second.T @ to_last,
        to_last.sum(axis=0),
    )


def learn(net: Net, moments: tuple[Net, Net], slopes: Net, step: int, rate: float) -> None:
    """One step of Adam, in place."""
    for weights, mean, square, slope in zip(net, *moments, slopes, strict=True):
        mean += (1 - MOMENTUM) * (slope - mean)
        square += (1 - CURVATURE) * (slope * slope - square)
        size = rate * math.sqrt(1 - CURVATURE**step) / (1 - MOMENTUM**step)
        weights -= np.float32(size) * mean / (np.sqrt(square) + np.float32(TINY))


def said_of(net: Net, scale: Scale, states: States) -> Floats:
    """What the net says of each state: the value of a playout, from 0 to 1."""
    parts = [
        forward(net, rows_of(states, scale, slice(i, i + AT_ONCE)))[2].mean(axis=1)
        for i in range(0, len(states.results), AT_ONCE)
    ]
    return np.concatenate(parts)


def explained(net: Net, scale: Scale, states: States) -> float:
    """R²: what part of the variance of the values the net explains."""
    values = states.targets.mean(axis=1)
    return 1 - float(((said_of(net, scale, states) - values) ** 2).mean() / values.var())


def batches(count: int, options: Options, epoch: int) -> Iterator[NDArray[np.int64]]:
    order = np.random.default_rng((options.seed, epoch)).permutation(count)
    for i in range(0, count - options.batch + 1, options.batch):
        yield order[i : i + options.batch]


def train(options: Options, states: States, test: States, folder: Path) -> tuple[Net, Scale]:
    """Learn for some epochs; what was learned after each is in a file, from which it goes on."""
    scale = Scale.of(states.numbers)
    net = new_net(
        NUMBERS + FLAGS * states.flags.shape[1], options.width, options.depth, np.random.default_rng(options.seed)
    )
    moments = Net(*map(np.zeros_like, net)), Net(*map(np.zeros_like, net))
    targets, checkpoint = states.targets, folder / options.learned
    first = load_checkpoint(checkpoint, net, moments)
    per_epoch = len(states.results) // options.batch
    steps = options.epochs * per_epoch
    bar, step = Bar("batches learned", steps, first * per_epoch), first * per_epoch
    for epoch in range(first, options.epochs):
        for which in batches(len(states.results), options, epoch):
            step += 1
            rate = RATE * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / steps)))
            slopes = gradients(net, rows_of(states, scale, which), targets[which])
            learn(net, moments, slopes, step, rate)
            if step % 200 == 0:
                bar.show(step)
        save_checkpoint(checkpoint, net, moments, epoch + 1)
        bar.show(step, f", R² {explained(net, scale, test):.4f} on other games")
    return net, scale


def save_checkpoint(path: Path, net: Net, moments: tuple[Net, Net], epoch: int) -> None:
    arrays = {f"{name}-{i}": array for i, part in enumerate((net, *moments)) for name, array in part._asdict().items()}
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, epoch=np.array(epoch), **arrays)
    part.replace(path)


def load_checkpoint(path: Path, net: Net, moments: tuple[Net, Net]) -> int:
    """Go on from a file, if there is one; how many epochs it has seen."""
    if not path.exists():
        return 0
    with np.load(path) as content:
        for i, part in enumerate((net, *moments)):
            for name, array in part._asdict().items():
                array[:] = content[f"{name}-{i}"]
        return int(content["epoch"])


def for_integers(net: Net, scale: Scale) -> Net:
    """The same net for inputs as they are."""
    first = net.first.copy()
    first[:NUMBERS] /= scale.deviation[:, None]
    bias = net.first_bias - scale.mean @ first[:NUMBERS]
    return net._replace(first=first, first_bias=bias.astype(np.float32))


def worth(board: Board, net: Net, scale: Scale, options: Options) -> str:
    """How many playouts a look at the net is worth: whose mean is as far from what many playouts say."""
    count = options.judged
    states, kept = play_chunk(board, options.seed + 1, 0, games=count, keep=count)
    states, weights = (
        States(*(part[:count] for part in states)),
        np.concatenate([weights_of(weights_for(board))] * SEATS),
    )
    alternatives, said = Alternatives(board, is_open=True), said_of(net, scale, states)
    errors, noises = np.zeros(count), np.zeros(count)
    bar = Bar("states judged by playouts", count)
    for i in range(count):
        memories, seat = blank_memories(), int(kept["to_play"][i])
        fill_candidates(board.arrays, kept[i : i + 1], weights, memories)
        candidates = int(memories["count"][seat])
        planned = int(memories["action"][seat, memories["score"][seat, :candidates].argmax()])
        outcomes = alternatives.play(kept[i : i + 1], [planned], seed_base("worth", i), 0, DEALS)
        values = (outcomes.shares[0, :, seat] + 0.5 + 0.5 * np.tanh(outcomes.leads[0] / 40)) / 2
        noises[i] = values.var(ddof=1)
        errors[i] = (said[i] - values.mean()) ** 2 - noises[i] / DEALS  # less what the mean itself is off
        if (i + 1) % 500 == 0:
            bar.show(i + 1)
    is_early = states.results[:, 2] < 10
    parts = {"": is_early | True, " before turn 10": is_early, " later": ~is_early}
    worths = {name: noises[at].mean() / errors[at].mean() for name, at in parts.items() if at.any()}
    return ", ".join(f"{playouts:.1f} playouts{name}" for name, playouts in worths.items())


def main(options: Options) -> None:
    kernels.require("game", "bots", "training")
    board = load_board(options.map)
    folder = options.folder / f"{options.map}-{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    files = play_games(board, options, folder)
    test, states = read_chunks(files[: options.test_chunks]), read_chunks(files[options.test_chunks :])
    print(f"{len(states.results):,} states to learn from, {len(test.results):,} to test", file=sys.stderr)
    net, scale = train(options, states, test, folder)
    out = options.out or folder / "net.npz"
    write_net(out, board, for_integers(net, scale))
    print(f"{out}: R² {explained(net, scale, test):.4f}")
    print(f"one look at it is worth {worth(board, net, scale, options)}")


if __name__ == "__main__":
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":  # sums in another order would make other weights
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"OPENBLAS_NUM_THREADS": "1"})
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    standard = Options()
    parser.add_argument("map", default=standard.map, nargs="?")
    for name in ("games", "epochs", "width", "depth", "seed", "workers"):
        parser.add_argument(f"--{name}", type=int, default=getattr(standard, name))
    parser.add_argument("--folder", type=Path, default=standard.folder, help="what is played and learned so far")
    parser.add_argument("--out", type=Path, help="where the net goes [default: into that folder]")
    try:
        main(Options(**vars(parser.parse_args())))
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")
