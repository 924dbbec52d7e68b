"""The kernels that Python calls: each takes a board's and a state's array and works on the records in them."""

import numpy as np

from whistlestop.engine.actions import apply, list_actions, list_keeps
from whistlestop.engine.cipher import seed_rng
from whistlestop.engine.claim import count_open_routes
from whistlestop.engine.knowledge import deck_limits, determinize, unseen_cards
from whistlestop.engine.network import find_groups, is_completed, list_routes
from whistlestop.engine.scoring import score_game
from whistlestop.engine.setup import clear, new_game
from whistlestop.engine.state import board_of, state_at
from whistlestop.engine.tickets import choose_opening_tickets
from whistlestop.kernels import entry_point
from whistlestop.kernels.structs import IntArray, Records


@entry_point("game")
def deal(boards: Records, states: Records, seats: int, base: IntArray, number: int) -> None:
    """Begin game `number` of the series `base`."""
    new_game(board_of(boards), state_at(states, 0), seats, base, number)


@entry_point("game")
def act(boards: Records, states: Records, action: int) -> None:
    """Apply a legal action."""
    apply(board_of(boards), state_at(states, 0), action)


@entry_point("game")
def options(boards: Records, states: Records, out: IntArray) -> int:
    """Write the ids of the legal actions; how many there are."""
    return list_actions(board_of(boards), state_at(states, 0), out)


@entry_point("game")
def opening_options(boards: Records, states: Records, seat: int, out: IntArray) -> int:
    """R1.2: write the ids of the opening tickets that a seat may choose, whoever is to play; how many there are."""
    return list_keeps(board_of(boards), state_at(states, 0), seat, out)


@entry_point("game")
def choose(states: Records, seat: int, mask: int) -> None:
    """R1.2: a seat's choice of opening tickets, which is carried out when all have chosen; mask 0 takes it back."""
    choose_opening_tickets(state_at(states, 0), seat, mask)


@entry_point("game")
def score(boards: Records, states: Records, scores: IntArray) -> None:
    """Score the game as if it ended here."""
    score_game(board_of(boards), state_at(states, 0), scores)


@entry_point("game")
def complete(boards: Records, states: Records, seat: int, completed: IntArray) -> None:
    """R6.2: `completed[ticket]` becomes 1 if the seat's routes complete the ticket, else 0."""
    board = board_of(boards)
    routes = np.empty(board.route_count, np.int64)
    group = np.empty(board.location_count, np.int64)
    count = list_routes(board, state_at(states, 0), seat, routes)
    find_groups(board, routes[:count], group)
    for ticket in range(board.ticket_count):
        completed[ticket] = 1 if is_completed(board, group, ticket) else 0


@entry_point("game")
def knowledge(boards: Records, states: Records, seat: int, unseen: IntArray, limits: IntArray) -> None:
    """Cards the seat has not seen, and how many of each the deck can hold at most."""
    board, s = board_of(boards), state_at(states, 0)
    unseen_cards(board, s, seat, unseen)
    deck_limits(board, s, seat, unseen, limits)


@entry_point("game")
def redeal(boards: Records, states: Records, seat: int, base: IntArray, number: int) -> None:
    """Deal anew what the seat can't know."""
    determinize(board_of(boards), state_at(states, 0), seat, base, number)


@entry_point("game")
def empty_table(boards: Records, states: Records, seats: int, base: IntArray) -> None:
    """A table on which a position can be set up, with the generator of game 0 of the series `base`."""
    s = state_at(states, 0)
    clear(board_of(boards), s, seats)
    seed_rng(s.rng, base, 0)


@entry_point("game")
def recount(boards: Records, states: Records) -> None:
    """After a position was set up: bring up to date what the state derives from it."""
    count_open_routes(board_of(boards), state_at(states, 0))
