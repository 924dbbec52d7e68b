"""A map file's tables, looked up by name: what the oracle needs to know of a board."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

WILD = "wild"
GREY = "grey"


def location_id(name: str) -> str:
    """A location's name in kebab-case ASCII.

    >>> location_id("Montréal"), location_id("Sault St. Marie"), location_id("Pier 39")
    ('montreal', 'sault-st-marie', 'pier-39')
    """
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", ascii_name).strip("-")


@dataclass(frozen=True)
class Track:
    """One row of spaces between two locations; `twin` is the other track of a double route (R3.4)."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    ferries: int
    twin: str | None


@dataclass(frozen=True)
class Ticket:
    """Two locations to join, and what that is worth (R6.2)."""

    id: str
    a: str
    b: str
    points: int


class OracleMap:
    """The rules' parameters and the board, from `tomllib.load` of a map file."""

    def __init__(self, tables: dict[str, Any]) -> None:
        rules = tables["rules"]
        self.pieces: int = rules["pieces"]
        self.final_round_at: int = rules["final_round_at"]
        self.both_tracks_from: int = rules["both_tracks_from"]
        self.route_points: list[int] = rules["route_points"]
        self.longest_path: int = rules["longest_path"]

        cards = rules["cards"]
        self.colours = list(cards["colors"])
        self.kinds = [*self.colours, WILD]
        self.cards_by_kind: dict[str, int] = {**cards["colors"], WILD: cards[WILD]}
        self.opening_hand: int = cards["opening_hand"]
        self.face_up: int = cards["face_up"]
        self.reset_at: int = cards["reset_at"]
        self.reset_limit: int = cards["reset_limit"]

        self.opening_tickets: dict[str, int] = rules["tickets"]["opening"]
        self.action_tickets: dict[str, int] = rules["tickets"]["action"]
        self.tokens: dict[str, Any] | None = rules.get("tokens")

        self.location_by_name = {place["name"]: location_id(place["name"]) for place in tables["locations"]}
        self.locations = list(self.location_by_name.values())
        self.tracks = {track.id: track for route in tables["routes"] for track in tracks_of(route)}
        self.tickets = {ticket.id: ticket for ticket in map(ticket_of, tables["tickets"])}


def tracks_of(route: dict[str, Any]) -> list[Track]:
    """The one or two tracks of a route of the map file."""
    a, b = sorted([location_id(route["a"]), location_id(route["b"])])
    ids = [f"{a}/{b}", f"{a}/{b}#2"][: len(route["colors"])]
    twins = ids[::-1] if len(ids) == 2 else [None]
    ferries = route.get("ferries", 0)
    return [
        Track(id, a, b, route["length"], colour, ferries, twin)
        for id, colour, twin in zip(ids, route["colors"], twins, strict=True)
    ]


def ticket_of(ticket: dict[str, Any]) -> Ticket:
    """A ticket of the map file."""
    a, b = sorted([location_id(ticket["a"]), location_id(ticket["b"])])
    return Ticket(f"{a}/{b}", a, b, ticket["points"])
