"""Learn the policy of a table: `python bench/train_policy.py usa --players 2`, a quarter of an hour of two cores.

It plays against itself and the planner, some hundred games for each step of learning. The same seed gives the same
policy, with any number of workers. Ctrl-C stops; the same command goes on from there. Now and then, and at last, it
says how often the policy wins against the planner, on deals that it never learns from.

`--against FILE`: it begins as the policy in that file, and learns to beat it (nothing else): how much a player who
knows all about a policy can win.

`--critic-of FILE`: the policy in that file stays as it is, and only its critic is learned, for searches to ask. It says
how much of what came the critic knew, on other deals.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from bench.adam import Adam

from whistlestop import kernels
from whistlestop.arena.estimates import BlockSums, Estimate
from whistlestop.board import Board, load_board
from whistlestop.bots.net_file import BadNet
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.critic import Critic
from whistlestop.bots.policy.learning import (
    TENTHS,
    Nets,
    Rates,
    learn_from_games,
    nets_in,
    new_work,
    policy_games,
    rows_of_nets,
    watched_games,
)
from whistlestop.bots.policy.net import WIDTH, Policy, no_policy
from whistlestop.bots.policy.places import row_count
from whistlestop.bots.policy.weights import read_policy, write_critic, write_policy
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.scoring import win_shares
from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import Floats32, Records
from whistlestop.maps.limits import MAX_SEATS

PARTS = 4
"""The games of a step are played in so many parts, whose sums are added in order: the same for any workers."""
DECAY = 0.96
CURIOSITY = 0.003
"""At the beginning; at the end there is none."""
RATE, CRITIC_RATE = 6e-3, 1.5e-2
"""Of Adam at the beginning; both fall in a line to `LEAST` of that."""
PLACE_RATE = 0.6
"""Of that for the rows of routes and tickets, each of which is seldom on."""
LEAST = 0.05
MOST_TURNS = 400
"""Of a game, that a critic is judged by."""
RIVAL_TENTHS = 3
"""Of the games, those with the planner in one seat; in the others the policy plays itself."""
CRITIC_ALONE = 20
"""Steps in which only the critic learns: before that it says nothing."""
SPREAD, CANDIDATE_SPREAD = 0.3, 0.4
"""Of the weights that it begins with; those of the last row are 0, so that it begins as the planner."""


class Options(NamedTuple):
    map: str = "usa"
    players: int = 2
    steps: int = 6000
    games: int = 256
    """Of a step."""
    seed: int = 1
    workers: int = 2
    folder: Path = Path("whistlestop-runs/policy")
    out: Path | None = None
    against: Path | None = None
    critic_of: Path | None = None
    judge_every: int = 400
    """Steps between two looks at how good it is, which is also when it is kept on disk."""
    judged: int = 4000
    """Games of such a look."""

    @property
    def name(self) -> str:
        name = f"{self.map}-{self.players}-{self.steps}x{self.games}-{self.seed}"
        if self.critic_of:
            return f"{name}-critic-of-{self.critic_of.stem}"
        return f"{name}-against-{self.against.stem}" if self.against else name


class Learner:
    """All that is learned so far, with Adam's means."""

    def __init__(self, board: Board, seed: int, begin: Policy | None = None, critic_only: bool = False) -> None:
        """Begins as the planner, or as a policy that there is."""
        rng = np.random.default_rng(seed)
        self.step, self.critic_only = 0, critic_only
        self.places = row_count(len(board.tracks), len(board.ticket_ids))
        self.learned: Floats32 = np.zeros((rows_of_nets(self.places), WIDTH), np.float32)
        self.rates: Floats32 = np.zeros((len(self.learned), 1), np.float32)
        policy, critic = nets_in(self.learned, self.places)
        policy.situation[:] = rng.normal(0, SPREAD, policy.situation.shape)
        policy.candidate[:] = rng.normal(0, CANDIDATE_SPREAD, policy.candidate.shape)
        critic.situation[:] = rng.normal(0, SPREAD, critic.situation.shape)
        critic.rival[:] = rng.normal(0, SPREAD, critic.rival.shape)
        if begin:
            for layer, known in zip(policy, begin, strict=True):
                layer[:] = known
        self.adam = Adam(self.learned)
        policy_rates, critic_rates = nets_in(self.rates, self.places)
        for layers, rate in ((policy_rates, RATE), (critic_rates, CRITIC_RATE)):
            for layer in layers:
                layer[:] = rate
        for layer in (policy_rates.places, critic_rates.places, critic_rates.rival_places):
            layer *= PLACE_RATE

    @property
    def nets(self) -> Nets:
        return nets_in(self.learned, self.places)

    @property
    def policy(self) -> Policy:
        return Policy(*(np.ascontiguousarray(layer) for layer in self.nets.policy))

    @property
    def critic(self) -> Critic:
        return Critic(*(np.ascontiguousarray(layer) for layer in self.nets.critic))

    def learn(self, gradient: Floats32, left: float) -> None:
        """Take a step along a gradient when this share of all steps is `left`."""
        self.step += 1
        change = self.adam.change(gradient) * max(LEAST, left) * self.rates
        if self.critic_only or self.step <= CRITIC_ALONE:
            for layer in nets_in(change, self.places).policy:
                layer[:] = 0
        self.learned += change

    def save(self, path: Path) -> None:
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, step=self.step, learned=self.learned, mean=self.adam.mean, square=self.adam.square)
        part.replace(path)

    def load(self, path: Path) -> None:
        with np.load(path) as content:
            self.step = int(content["step"])
            self.learned = content["learned"]
            self.adam = Adam(self.learned, self.step, content["mean"], content["square"])


class Games:
    """Plays the games of a table, in threads: kernels release the GIL."""

    def __init__(self, board: Board, options: Options, pool: ThreadPoolExecutor) -> None:
        self.board, self.options, self.pool = board, options, pool
        self.weights: Records = np.concatenate([weights_of(weights_for(board))] * MAX_SEATS)
        self.works = [new_work() for _ in range(PARTS)]
        given = options.against or options.critic_of
        self.begin = read_policy(given, board) if given else None
        self.rival = self.begin or no_policy()

    def gradient(self, learner: Learner, left: float) -> Floats32:
        """Of the games of a step, per game, when this share of all steps is `left`."""
        tenths = RIVAL_TENTHS
        if self.begin:
            tenths = TENTHS if self.options.against else 0
        rates = Rates(np.float32(DECAY), np.float32(CURIOSITY * left), tenths)
        parts = list(self.pool.map(partial(self._learn_part, learner, rates), range(PARTS)))
        total: Floats32 = sum(parts[1:], parts[0]) / np.float32(self.options.games)
        return total

    def _learn_part(self, learner: Learner, rates: Rates, part: int) -> Floats32:
        games = self.options.games // PARTS
        first = (learner.step * PARTS + part) * games
        bases = seed_base("policy", self.options.seed), seed_base("choices", self.options.seed)
        gradient: Floats32 = np.zeros_like(learner.learned)
        at = self.board.arrays, np.zeros(1, STATE), self.weights, blank_memories(), *bases, first, games
        nets = nets_in(gradient, learner.places)
        learn_from_games(*at, self.options.players, learner.nets, self.rival, rates, self.works[part], nets)
        return gradient

    def report(self, learner: Learner) -> str:
        """How good it is by now."""
        if self.options.critic_of:
            return f"knows {self.known(learner):.3f} of what comes"
        wins, rival = self.judge(learner.policy), self.options.against.stem if self.options.against else "the planner"
        return f"wins {100 * wins.value:.1f} % ({100 * wins.low:.1f}–{100 * wins.high:.1f}) against {rival}"

    def judge(self, policy: Policy) -> Estimate:
        """How often it wins in one seat, with the rival in all others."""
        players = self.options.players
        deals = self.options.judged // players // PARTS
        wins = list(self.pool.map(partial(self._judge_part, policy, deals * players), range(PARTS)))
        sums = BlockSums(1, blocks=PARTS * deals)
        deal = np.arange(PARTS * deals * players) // players
        member = np.zeros_like(deal)
        sums.add("count", deal, member)
        sums.add("win", deal, member, np.concatenate(wins))
        return sums.mean("win", is_share=True)[0]

    def _judge_part(self, policy: Policy, games: int, part: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        playouts = blank_playouts(games, self.options.players)
        at = self.board.arrays, self.weights, blank_memories(), policy, self.rival
        policy_games(*at, seed_base("deal", self.options.seed), part * games, self.options.players, playouts)
        shares = win_shares(playouts.scores)
        return shares[np.arange(games), np.arange(games) % self.options.players]

    def known(self, learner: Learner) -> float:
        """How much of what came its critic knew, of all turns: 1 is everything, 0 no more than the mean."""
        parts = list(self.pool.map(partial(self._watch_part, learner), range(PARTS)))
        worth, value = (np.concatenate([part[i] for part in parts]) for i in range(2))
        turns = ~np.isnan(worth)
        missed = (worth - value[:, np.newaxis])[turns]
        return float(1 - (missed**2).mean() / np.repeat(value, turns.sum(axis=1)).var())

    def _watch_part(self, learner: Learner, part: int) -> tuple[Floats32, Floats32]:
        games = self.options.judged // PARTS
        worth: Floats32 = np.full((games, MOST_TURNS), np.nan, np.float32)
        value: Floats32 = np.zeros(games, np.float32)
        at = self.board.arrays, np.zeros(1, STATE), self.weights, blank_memories(), learner.policy, learner.critic
        watched_games(*at, seed_base("deal", self.options.seed), part * games, self.options.players, worth, value)
        return worth, value


@contextmanager
def games_of(options: Options) -> Iterator[Games]:
    with ThreadPoolExecutor(options.workers) as pool:
        yield Games(load_board(options.map), options, pool)


def main(options: Options) -> None:
    kernels.require("game", "bots", "training")
    options.folder.mkdir(parents=True, exist_ok=True)
    kept = options.folder / f"{options.name}.npz"
    with games_of(options) as games:
        learner = Learner(games.board, options.seed, games.begin, critic_only=options.critic_of is not None)
        if kept.exists():
            learner.load(kept)
        begin, start = learner.step, time.monotonic()
        while learner.step < options.steps:
            left = 1 - learner.step / options.steps
            learner.learn(games.gradient(learner, left), left)
            if learner.step % options.judge_every == 0 or learner.step == options.steps:
                learner.save(kept)
                pace = (learner.step - begin) / (time.monotonic() - start)
                print(
                    f"step {learner.step} of {options.steps}, {pace * options.games:.0f} games/s, "
                    f"{(options.steps - learner.step) / pace / 60:.1f} min left: {games.report(learner)}",
                    file=sys.stderr,
                    flush=True,
                )
        if options.critic_of:
            out = options.out or options.folder / f"{options.name}-critic.npz"
            write_critic(out, games.board, learner.critic)
        else:
            out = options.out or options.folder / f"{options.name}-policy.npz"
            write_policy(out, games.board, learner.policy)
    print(out)


if __name__ == "__main__":
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":  # threads of its own would only be in the way
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"OPENBLAS_NUM_THREADS": "1"})
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    standard = Options()
    parser.add_argument("map", default=standard.map, nargs="?")
    for name in ("players", "steps", "games", "seed", "workers"):
        parser.add_argument(f"--{name}", type=int, default=getattr(standard, name))
    parser.add_argument("--folder", type=Path, default=standard.folder, help="what is learned so far")
    given = parser.add_mutually_exclusive_group()
    given.add_argument("--against", type=Path, help="a policy in a file: learn to beat it")
    given.add_argument("--critic-of", type=Path, help="a policy in a file: learn its critic")
    parser.add_argument("--out", type=Path, help="where the policy or critic goes [default: into that folder]")
    try:
        main(Options(**vars(parser.parse_args())))
    except BadNet as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from the last look")
