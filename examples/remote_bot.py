"""A bot of your own at a table on a server, and another one on the chair beside it.

whistlestop serve
python -m examples.remote_bot http://127.0.0.1:8377
"""

import sys
from concurrent.futures import ThreadPoolExecutor

from examples.first_bot import LongestRoute

from whistlestop import client


def main(server: str) -> None:
    table = client.open_table(server, map="san-francisco", seats=["person", "person", "easy"], pace="instant")
    with ThreadPoolExecutor() as bots:
        scores = bots.map(play, table.links.keys(), table.links.values())
    for seat, score in zip(table.links, scores, strict=True):
        print(f"Seat {seat} has {score} points.")


def play(seat: int, link: str) -> int:
    view = client.play(link, LongestRoute(client.board_of(link)), name=f"Longest {seat}")
    return (view["scores"] or [])[seat]["total"]


if __name__ == "__main__":
    main(sys.argv[1])
