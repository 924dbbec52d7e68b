"""Write the record that the lesson of the page begins with: `python tools/lesson_record.py`.

A small game on San Francisco, two players, already under way. With the first cards from the row and the deck everything
is there for two tickets, and the pieces run out soon, so that three minutes are enough to see all of the game.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import whistlestop as ws
from whistlestop.game.record import Record, write_record

RECORD = Path(__file__).parents[1] / "web" / "src" / "learn" / "lesson.record"
SPOTS = {
    "alcatraz": ("bell", 2),
    "golden-gate-bridge": ("crab", 2),
    "the-embarcadero": ("lantern", 2),
    "sunset": ("sourdough", 2),
    "potrero-hill": ("cookie", 2),
    "lands-end": ("seal", 1),
    "castro": ("chocolate", 2),
}
LINE = ["lombard-street/pier-39", "fort-mason/lombard-street", "fort-mason/pacific-heights"]
"""The pupil's from the start: the sea is at one end, the tickets go on at the other."""
ROW = ["green", "wild", "black", "red", "wild"]
YOURS = {"blue": 1, "black": 1, "red": 1, "orange": 1}
BOTS = {"blue": 2, "orange": 2}
DISCARDS = {"purple": 2, "red": 1}
# The first fills the row when the black card is taken, the second is the pupil's; the bot draws the two purple ones,
# which keep it from claiming routes of one space. No wild comes before the row's two have been seen: a third one would
# sweep the row away.
NEXT = ["orange", "purple", "green", "purple", "purple", "blue", "green", "wild", "orange", "black", "blue", "wild"]


def lesson() -> dict[str, Any]:
    """The position that the lesson begins with."""
    board = ws.load_board("san-francisco")
    yours, bots = ["fort-mason/mission-district", "alcatraz/painted-ladies"], ["golden-gate-bridge/twin-peaks"]
    return {
        "map": "san-francisco",
        "players": 2,
        "phase": "turn",
        "to_play": 0,
        "deck": deck(board),
        "face_up": ROW,
        "discards": DISCARDS,
        "ticket_deck": [ticket for ticket in board.ticket_ids if ticket not in yours + bots],
        "seats": [
            {"score": 4, "pieces": 7, "hand": YOURS, "tickets": yours, "offered": [], "tokens": []},
            {"score": 4, "pieces": 9, "hand": BOTS, "tickets": bots, "offered": [], "tokens": []},
        ],
        "claimed": {**dict.fromkeys(LINE, 0), "haight-ashbury/twin-peaks": 1},
        "stacks": {place: {"symbol": symbol, "count": count} for place, (symbol, count) in SPOTS.items()},
        "set_aside": [],
        "token_choice": [],
        "turns_left": None,
        "passes": 0,
    }


def deck(board: ws.Board) -> list[str]:
    """The cards that lie nowhere else: first those that the lesson counts on, then the colours in turn."""
    cards = board.map.rules.cards
    left = Counter({**cards.colors, "wild": cards.wild})
    for used in (Counter(ROW), Counter(YOURS), Counter(BOTS), Counter(DISCARDS), Counter(NEXT)):
        left -= used
    rest: list[str] = []
    while left:
        rest += sorted(left)
        left -= Counter(sorted(left))
    return NEXT + rest


def lesson_record() -> str:
    game = ws.Game.from_position(lesson())
    return write_record(Record(board=game.board, start=game.position()))


if __name__ == "__main__":
    RECORD.write_text(lesson_record(), encoding="utf-8")
    print(f"wrote {RECORD.name}")
