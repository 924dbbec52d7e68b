"""Policies and critics in files: one for each map that has one, checked when it is read."""

from functools import lru_cache
from pathlib import Path

from whistlestop.board import Board
from whistlestop.bots.net_file import check_shapes, read_layers, read_shipped, write_layers
from whistlestop.bots.policy.critic import Critic
from whistlestop.bots.policy.inputs import CANDIDATE, FIRST_JOIN, FIRST_KEEP, FIRST_TRAIL, SITUATION
from whistlestop.bots.policy.net import WIDTH, Policy
from whistlestop.bots.policy.places import row_count

HERE = Path(__file__).parent


def write_policy(path: Path, board: Board, policy: Policy) -> None:
    """Write a policy for a board."""
    write_layers(path, board, policy._asdict())


def read_policy(path: Path, board: Board) -> Policy:
    """The policy in a file. BadNet says what is wrong with one that is damaged or was made for another board."""
    policy = Policy(*read_layers(path, board, Policy._fields))
    places = row_count(len(board.tracks), len(board.ticket_ids))
    situation, candidate, rows = SITUATION, CANDIDATE, (places, WIDTH)
    if not len(policy.places):  # the first ones did not know places nor paths, the very first not even tickets
        situation, rows = FIRST_TRAIL, (0, 0)
        candidate = FIRST_KEEP if len(policy.candidate) == FIRST_KEEP else FIRST_JOIN
    check_shapes(path, policy._asdict(), [(situation, WIDTH), (candidate, WIDTH), rows, (WIDTH,)])
    return policy


@lru_cache(maxsize=16)
def shipped_policy(name: str, board: Board) -> Policy | None:
    """A policy that comes with the package (`read_shipped`)."""
    return read_shipped(read_policy, HERE / f"{name}.npz", board)


def write_critic(path: Path, board: Board, critic: Critic) -> None:
    """Write a critic for a board."""
    write_layers(path, board, critic._asdict())


def read_critic(path: Path, board: Board) -> Critic:
    """The critic in a file. BadNet as for a policy."""
    critic = Critic(*read_layers(path, board, Critic._fields))
    inputs, rows = (SITUATION, WIDTH), (row_count(len(board.tracks), len(board.ticket_ids)), WIDTH)
    check_shapes(path, critic._asdict(), [inputs, rows, inputs, rows, (WIDTH,)])
    return critic


@lru_cache(maxsize=16)
def shipped_critic(name: str, board: Board) -> Critic | None:
    """A critic that comes with the package (`read_shipped`)."""
    return read_shipped(read_critic, HERE / f"{name}.npz", board)
