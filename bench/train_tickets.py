"""Learn what others hold: `python bench/train_tickets.py usa`, eight minutes of one core.

Today's policy plays itself and planners, at tables of all sizes that the map has, two players most often. From what is
seen of a seat in some of its turns, a net learns to name its tickets one by one. The same seed gives the same net, with
any number of workers. Ctrl-C stops; the same command goes on from the last round. After each round it says how sure it
is of the next ticket, on games that it never learns from, beside a guess by lot.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from bench.adam import Adam
from numpy.typing import NDArray

from whistlestop import kernels
from whistlestop.board import load_board
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.net import LEAK, WIDTH, no_policy
from whistlestop.bots.search.versions import PRESENT
from whistlestop.bots.suspicion.inputs import ROUTE_BLOCKS, SEEN
from whistlestop.bots.suspicion.learning import Examples, blank_examples, watch_seats
from whistlestop.bots.suspicion.net import TicketNet
from whistlestop.bots.suspicion.weights import write_ticket_net
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import Floats32
from whistlestop.maps.limits import MAX_SEATS

BATCH = 512
"""Examples of a step of Adam."""
RATE, LEAST = 3e-3, 0.03
"""Of Adam at the beginning, and what part of it is left at the end; it falls in a line."""
SPREAD = 0.1
"""Of the weights that it begins with."""
IMPOSSIBLE = np.float32(-1e9)
ROUND_OF_JUDGE = 1 << 20
"""Its games are those of a round that never comes."""

Flags = NDArray[np.bool_]


class Options(NamedTuple):
    map: str = "usa"
    rounds: int = 40
    examples: int = 80_000
    """Of a round."""
    passes: int = 3
    """Over the examples of a round."""
    seed: int = 1
    workers: int = 2
    folder: Path = Path("whistlestop-runs/tickets")
    out: Path | None = None

    @property
    def name(self) -> str:
        return f"{self.map}-{self.rounds}x{self.examples}x{self.passes}-{self.seed}"


class Learner:
    """The net so far, all its weights in one array, with Adam's means."""

    def __init__(self, routes: int, tickets: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.routes, self.tickets, self.round = routes, tickets, 0
        inputs = SEEN + ROUTE_BLOCKS * routes + tickets
        self.learned: Floats32 = np.zeros(inputs * WIDTH + (WIDTH + 1) * tickets, np.float32)
        first, last, _ = self.layers(self.learned)
        first[:] = rng.normal(0, SPREAD, first.shape)
        last[:] = rng.normal(0, SPREAD, last.shape)
        self.adam = Adam(self.learned)

    def layers(self, weights: Floats32) -> tuple[Floats32, Floats32, Floats32]:
        """The first layer, the last one and its shift, as parts of that array."""
        ends = np.cumsum([(SEEN + ROUTE_BLOCKS * self.routes + self.tickets) * WIDTH, WIDTH * self.tickets])
        first, last, shift = np.split(weights, ends)
        return first.reshape(-1, WIDTH), last.reshape(WIDTH, -1), shift

    @property
    def net(self) -> TicketNet:
        first, last, shift = self.layers(self.learned)
        return TicketNet(*(np.ascontiguousarray(layer) for layer in (first[:SEEN], first[SEEN:], last, shift)))

    def learn(self, asked: "Question", rate: float) -> None:
        """A step that makes what was held likelier."""
        _, last, shift = self.layers(self.learned)
        hidden, lit = self._lit(asked)
        gradient = np.zeros_like(self.learned)
        of_first, of_last, of_shift = self.layers(gradient)
        wrong = (asked.answer - _shares(lit @ last + shift, asked.is_free)) / np.float32(len(asked.answer))
        of_last[:] = lit.T @ wrong
        of_shift[:] = wrong.sum(axis=0)
        of_first[:] = asked.inputs.T @ ((wrong @ last.T) * np.where(hidden > 0, np.float32(1), LEAK))
        self.learned += np.float32(rate) * self.adam.change(gradient)

    def sureness(self, asked: "Question") -> float:
        """The mean logarithm of the chance that it gives to the tickets held; 0 is certainty."""
        _, last, shift = self.layers(self.learned)
        shares = _shares(self._lit(asked)[1] @ last + shift, asked.is_free)
        return float((np.log(np.maximum(shares, 1e-9)) * asked.answer).sum(axis=1).mean())

    def _lit(self, asked: "Question") -> tuple[Floats32, Floats32]:
        hidden = asked.inputs @ self.layers(self.learned)[0]
        return hidden, np.maximum(hidden, LEAK * hidden)

    def save(self, path: Path) -> None:
        part = path.with_suffix(".part")
        adam = {"step": self.adam.step, "mean": self.adam.mean, "square": self.adam.square}
        with part.open("wb") as file:
            np.savez(file, round=self.round, learned=self.learned, **adam)
        part.replace(path)

    def load(self, path: Path) -> None:
        with np.load(path) as content:
            self.round, self.learned = int(content["round"]), content["learned"]
            self.adam = Adam(self.learned, int(content["step"]), content["mean"], content["square"])


def _shares(scores: Floats32, is_free: Flags) -> Floats32:
    scores = np.where(is_free, scores, IMPOSSIBLE)
    weights: Floats32 = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


class Question(NamedTuple):
    """What is seen of some seats and which of their tickets have been named: which is the next one?"""

    inputs: Floats32
    is_free: Flags
    answer: Floats32
    """Each of those that are left, in equal parts."""


def ask(examples: Examples, rows: NDArray[np.int64], rng: np.random.Generator) -> Question:
    """With some of the tickets held named already, any number but all of them."""
    held = examples.held[rows] > 0
    count = held.sum(axis=1)
    order = np.where(held, rng.random(held.shape), 2.0).argsort(axis=1).argsort(axis=1)
    named = held & (order < (rng.random(len(rows)) * count).astype(np.int64)[:, np.newaxis])
    left = held & ~named
    inputs = np.concatenate([examples.seen[rows], examples.routes[rows], named], axis=1, dtype=np.float32)
    return Question(
        inputs, (examples.is_free[rows] > 0) & ~named, (left / left.sum(axis=1, keepdims=True)).astype(np.float32)
    )


class Watcher:
    """Watches games, in threads: kernels release the GIL."""

    def __init__(self, options: Options, pool: ThreadPoolExecutor) -> None:
        self.options, self.pool, self.board = options, pool, load_board(options.map)
        self.policies = PRESENT.policies_for(self.board)
        self.weights = np.concatenate([weights_of(weights_for(self.board))] * MAX_SEATS)
        fewest, most = self.board.map.rules.players.min, self.board.map.rules.players.max
        self.tables = [fewest] * (most - fewest) + list(range(fewest + 1, most + 1))
        """Half of the tables have as few players as can be."""

    def examples(self, number: int) -> Examples:
        """Those of a round."""
        found = list(self.pool.map(partial(self._watch, number), range(len(self.tables))))
        return Examples(*(np.concatenate(layers) for layers in zip(*found, strict=True)))

    def _watch(self, number: int, table: int) -> Examples:
        board, seats = self.board, self.tables[table]
        rows, tickets = ROUTE_BLOCKS * len(board.tracks), len(board.ticket_ids)
        found = blank_examples(self.options.examples // len(self.tables), rows, tickets)
        purpose = f"tickets {number} {table}"
        bases = seed_base(purpose, self.options.seed), seed_base(f"{purpose} choices", self.options.seed)
        at = board.arrays, np.zeros(1, STATE), self.weights, blank_memories()
        watch_seats(*at, self.policies.get(seats, no_policy()), no_policy(), *bases, 0, seats, found)
        return found


def learn_round(learner: Learner, watcher: Watcher, options: Options) -> None:
    """New examples, some steps for each of them."""
    examples = watcher.examples(learner.round)
    rng = np.random.default_rng([options.seed, learner.round])
    steps = options.passes * len(examples.seen) // BATCH
    for step in range(steps):
        left = 1 - (learner.round + step / steps) / options.rounds
        asked = ask(examples, rng.integers(0, len(examples.seen), BATCH), rng)
        learner.learn(asked, RATE * max(LEAST, left))
    learner.round += 1


def main(options: Options) -> None:
    kernels.require("game", "bots", "training")
    options.folder.mkdir(parents=True, exist_ok=True)
    kept = options.folder / f"{options.name}.npz"
    with ThreadPoolExecutor(options.workers) as pool:
        watcher = Watcher(options, pool)
        learner = Learner(len(watcher.board.tracks), len(watcher.board.ticket_ids), options.seed)
        if kept.exists():
            learner.load(kept)
        judge = ask(
            examples := watcher.examples(ROUND_OF_JUDGE), np.arange(len(examples.seen)), np.random.default_rng(0)
        )
        by_lot = -float(np.log(judge.is_free.sum(axis=1)).mean())
        begin, start = learner.round, time.monotonic()
        while learner.round < options.rounds:
            learn_round(learner, watcher, options)
            learner.save(kept)
            seconds = (time.monotonic() - start) / (learner.round - begin)
            print(
                f"round {learner.round} of {options.rounds}, {options.examples / seconds:.0f} examples/s, "
                f"{(options.rounds - learner.round) * seconds / 60:.1f} min left: the next ticket "
                f"{learner.sureness(judge):.3f} (by lot {by_lot:.3f})",
                file=sys.stderr,
                flush=True,
            )
        out = options.out or options.folder / f"{options.name}-tickets.npz"
        write_ticket_net(out, watcher.board, learner.net)
    print(out)


if __name__ == "__main__":
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":  # threads of its own would only be in the way
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"OPENBLAS_NUM_THREADS": "1"})
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    standard = Options()
    parser.add_argument("map", default=standard.map, nargs="?")
    for name in ("rounds", "examples", "passes", "seed", "workers"):
        parser.add_argument(f"--{name}", type=int, default=getattr(standard, name))
    parser.add_argument("--folder", type=Path, default=standard.folder, help="what is learned so far")
    parser.add_argument("--out", type=Path, help="where the net goes [default: into that folder]")
    try:
        main(Options(**vars(parser.parse_args())))
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from the last round")
