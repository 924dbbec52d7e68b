"""A small client of the server: open tables, sit down, let a bot play from anywhere (docs/protocol.md).

from whistlestop import client, make_bot

table = client.open_table("http://127.0.0.1:8377", map="san-francisco", seats=["person", "hard"])
link = table.links[table.host]
final = client.play(link, make_bot("greedy", client.board_of(link)), name="Greta")
print(final["scores"])
"""

from whistlestop.client.errors import ClientError, IllegalChoice, Refused, Unreachable
from whistlestop.client.links import BadLink, Link, read_link
from whistlestop.client.playing import EventForwarder, drive, play
from whistlestop.client.seat import Seat
from whistlestop.client.tables import OpenedTable, ask_hint, board_of, get_table, join, open_table

__all__ = [
    "BadLink",
    "ClientError",
    "EventForwarder",
    "IllegalChoice",
    "Link",
    "OpenedTable",
    "Refused",
    "Seat",
    "Unreachable",
    "ask_hint",
    "board_of",
    "drive",
    "get_table",
    "join",
    "open_table",
    "play",
    "read_link",
]
