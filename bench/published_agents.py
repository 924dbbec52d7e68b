"""The four published agents at one table, beside the figures that their authors' engine gave (docs/bots.md).

    python bench/published_agents.py [DEALS]

Every deal is played in the four rotations of the seats. Wins are shared on equal totals, as the authors did.
"""

import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
from rich.progress import track

from whistlestop.arena.play_games import play_bot_game, seated
from whistlestop.board import load_board
from whistlestop.game import Game

AGENTS = ["hungry", "path", "one-step", "long-route"]
PUBLISHED = {
    "wins %": "27.0 5.0 28.2 39.8",
    "average score": "76.9 54.1 88.7 94.7",
    "tickets held": "3.4 3.0 3.3 2.0",
    "tickets completed": "2.6 1.8 2.3 1.3",
    "claims": "15.4 14.5 11.6 9.5",
    "mean route length": "2.5 2.6 3.4 4.4",
    "face-up colours, % of draws": "23 0 14 12",
    "face-up wilds, % of draws": "0 0 4 5",
    "ticket draws": "0.8 0 0.3 0",
}


def signature(game: Game, seat: int) -> dict[str, float]:
    """What is counted of one seat's game."""
    totals = [score["total"] for score in game.scores()]
    taken = [action for action, mover in zip(game.actions, movers(game), strict=True) if mover == seat]
    verbs = Counter(action.verb for action in taken)
    lengths = [game.board.tracks[game.board.route_index(a.route or "")].length for a in taken if a.verb == "claim"]
    cards = Counter(action.card for action in taken if action.verb == "draw")
    face_up = verbs["draw"] - cards["deck"] - cards["wild"]
    return {
        "wins %": 100 * (totals[seat] == max(totals)) / totals.count(max(totals)),
        "average score": totals[seat],
        "tickets held": game.view(seat)["seats"][seat]["ticket_count"],
        "tickets completed": game.scores()[seat]["completed_tickets"],
        "claims": verbs["claim"],
        "mean route length": float(np.mean(lengths)) if lengths else 0.0,
        "face-up colours, % of draws": 100 * face_up / max(1, verbs["draw"]),
        "face-up wilds, % of draws": 100 * cards["wild"] / max(1, verbs["draw"]),
        "ticket draws": verbs["tickets"],
    }


def movers(game: Game) -> Iterator[int]:
    """The seat of every action of a finished game."""
    replayed = Game(game.board, game.players, game.seed, game.number)
    for action in game.actions:
        yield replayed.to_play or 0
        replayed.apply(action)


def main(deals: int) -> None:
    board = load_board("usa")
    counted: dict[str, list[dict[str, float]]] = {agent: [] for agent in AGENTS}
    for number in track(range(deals), "deals"):
        for seating in range(len(AGENTS)):
            bots = seated(AGENTS, seating)
            game = play_bot_game(board, bots, 1, number)
            for seat, agent in enumerate(bots):
                counted[agent].append(signature(game, seat))
    print(f"{4 * deals} games, seed 1; published figures in brackets")
    for name, published in PUBLISHED.items():
        ours = [np.mean([one[name] for one in counted[agent]]) for agent in AGENTS]
        cells = [f"{mean:.1f} ({figure})" for mean, figure in zip(ours, published.split(), strict=True)]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
