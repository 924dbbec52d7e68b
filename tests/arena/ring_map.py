"""Made-up maps for balance: a ring on which all places are alike, and ways to spoil it."""

from math import cos, pi, sin

COLOURS = ("red", "blue", "green", "yellow", "black")
SIZE = 10


def name(place: int) -> str:
    return f"Place {'ABCDEFGHIJ'[place % SIZE]}"


def ring_map(
    *,
    more_routes: str = "",
    more_places: str = "",
    ticket_points: dict[int, int] | None = None,
    more_tickets: str = "",
    cards: dict[str, int] | None = None,
    pieces: int = 12,
    route_points: str = "[2, 4, 8, 8, 8, 8]",
    step_lengths: tuple[int, int] = (2, 2),
) -> str:
    """Ten places on a ring, each joined to the next and the next but one; one ticket from each to the next but two.

    `ticket_points` changes the points of tickets by their number; `step_lengths` are the lengths of the routes to the
    next place and to the next but one.
    """
    angles = [2 * pi * i / SIZE for i in range(SIZE)]
    places = "\n".join(
        f'  {{ name = "{name(i)}", x = {300 + 220 * cos(angle):.0f}, y = {300 + 220 * sin(angle):.0f} }},'
        for i, angle in enumerate(angles)
    )
    routes = "\n".join(
        f'  {{ a = "{name(i)}", b = "{name(i + step)}", length = {length}, colors = ["{COLOURS[i % 5]}"] }},'
        for i in range(SIZE)
        for step, length in enumerate(step_lengths, start=1)
    )
    points = dict.fromkeys(range(SIZE), 1) | (ticket_points or {})
    tickets = "\n".join(f'  {{ a = "{name(i)}", b = "{name(i + 3)}", points = {points[i]} }},' for i in range(SIZE))
    deck = dict.fromkeys(COLOURS, 8) | (cards or {})
    return f"""format = 1
name = "Ring"
locations = [
{places}
{more_places}
]
routes = [
{routes}
{more_routes}
]
tickets = [
{tickets}
{more_tickets}
]
[rules]
players = {{ min = 2, max = 2 }}
pieces = {pieces}
final_round_at = 2
both_tracks_from = 3
route_points = {route_points}
[rules.cards]
colors = {{ {", ".join(f"{colour} = {count}" for colour, count in deck.items())} }}
wild = 4
opening_hand = 3
face_up = 4
reset_at = 3
reset_limit = 3
[rules.tickets]
opening = {{ dealt = 2, keep = 1 }}
action = {{ dealt = 2, keep = 1 }}
[board]
width = 600
height = 600
"""
