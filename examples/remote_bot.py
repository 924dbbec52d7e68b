"""A bot of your own at a table on a server, and another one on the chair beside it.

whistlestop serve
python -m examples.remote_bot http://127.0.0.1:8377
"""

import sys
from threading import Thread

from examples.first_bot import LongestRoute

from whistlestop import client


def main(server: str) -> None:
    table = client.open_table(server, map="san-francisco", seats=["person", "person", "easy"], pace="instant")
    for seat, link in table.links.items():
        Thread(target=play, args=(seat, link)).start()


def play(seat: int, link: str) -> None:
    view = client.play(link, LongestRoute(client.board_of(link)), name=f"Longest {seat}")
    scores = view["scores"] or []
    print(f"Seat {seat} has {scores[seat]['total']} points.")


if __name__ == "__main__":
    main(sys.argv[1])
