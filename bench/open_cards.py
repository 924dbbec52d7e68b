"""What hidden information costs: a search that sees the others' cards or tickets, against a bot that does not.

    python bench/open_cards.py san-francisco --playouts 200 --sees all --against planner --deals 200

Plays every deal from every seat. `--sees net` guesses others' tickets by the net, as the search that ships does where a
map has one; `--sees choices` infers them from all that the others did (decision 43), `--sees routes` goes by their
routes alone. Nobody can seat the other two at a table: they are given the state of the game itself, which no bot gets.
"""

import argparse
import time

import numpy as np

from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.base import Bot
from whistlestop.bots.registry import bot_seed
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.searcher import SEARCH_KERNELS, Budget, search_in_parallel
from whistlestop.bots.search.versions import PRESENT
from whistlestop.engine.state import NOBODY
from whistlestop.game import Game
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS

REPORT_EVERY = 10


class Peeker:
    """A search that sees all hands and tickets, or only the tickets."""

    def __init__(self, board: Board, seed: int, playouts: int, sees_hands: bool) -> None:
        self.board, self.seed, self.budget = board, seed, Budget(playouts=playouts)
        self.searcher = PRESENT._replace(ticket_nets=None).searcher(board, is_open=sees_hands)

    def choose(self, game: Game, seat: int) -> Action:
        self.searcher.suspected = np.full((1, MAX_SEATS, MAX_TICKETS), NOBODY, np.int64)
        for other, shown in enumerate(game.position()["seats"]):
            tickets = [self.board.index("ticket", ticket) for ticket in shown["tickets"]]
            self.searcher.suspected[0, other, : len(tickets)] = tickets
        result = search_in_parallel([self.searcher], game.state, self.seed + game.version, self.budget)
        best = int(result.estimate(self.searcher.belief).argmax())
        return self.board.action(int(result.action[best]), game.view(seat, history_from=len(game.history))["offered"])


def play(board: Board, sees: str, playouts: int, against: str, own: int, players: int, seed: int, number: int) -> Game:
    """One game; the search has the seat `own`."""
    game = Game(board, players, seed, number)
    bots: dict[int, Bot] = {
        seat: make_bot(against, board, bot_seed(seat, seed, number)) for seat in range(players) if seat != own
    }
    peeker = Peeker(board, bot_seed(own, seed, number), playouts, sees == "all")
    if sees in ("net", "choices", "routes"):
        tables = {(board.source, players)} if sees == "choices" else set()
        without = PRESENT._replace(ticket_nets=None, infers=frozenset(tables))
        bots[own] = SearchBot(board, peeker.seed, peeker.budget, version=PRESENT if sees == "net" else without)
    while (seat := game.to_play) is not None:
        game.apply(bots[seat].choose(game.view(seat)) if seat in bots else peeker.choose(game, seat))
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="san-francisco")
    parser.add_argument("--playouts", type=int, default=200, help="for a choice [default: 200]")
    parser.add_argument("--sees", choices=["all", "tickets", "net", "choices", "routes"], default="all")
    parser.add_argument("--against", default="planner", help="who has all other seats [default: planner]")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--seed", type=int, default=17)
    chosen = parser.parse_args()
    kernels.require(*SEARCH_KERNELS)
    board, start = load_board(chosen.map), time.process_time()
    rates: list[float] = []
    for number in range(chosen.first, chosen.first + chosen.deals):
        wins = []
        for own in range(chosen.players):
            table = (own, chosen.players, chosen.seed, number)
            game = play(board, chosen.sees, chosen.playouts, chosen.against, *table)
            wins.append((own in game.winners()) / len(game.winners()))
        rates.append(float(np.mean(wins)))
        if len(rates) % REPORT_EVERY == 0 or len(rates) == chosen.deals:
            games = len(rates) * chosen.players
            error = 196 * np.std(rates, ddof=1) / len(rates) ** 0.5
            seconds = (time.process_time() - start) / games
            print(f"{games} games: {100 * np.mean(rates):.1f} ± {error:.1f} %, {seconds:.2f} CPU s a game", flush=True)


if __name__ == "__main__":
    main()
