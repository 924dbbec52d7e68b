"""What the terminal calls things: places, routes, seats and cards, in the words of the map."""

from collections.abc import Mapping

from rich.text import Text

from whistlestop.actions.action import DECK, WILD, Action
from whistlestop.board import GREY, Board
from whistlestop.draw.symbols import paints
from whistlestop.english import counted
from whistlestop.ids import ends_of

WILD_STYLE = "bold #2b2118 on #e8dcc0"
SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue")


class Names:
    """Readable names on one board, from the chair of one player.

    >>> from whistlestop.board import load_board
    >>> names = Names(load_board("usa"), seat=0, bots={1: "random"})
    >>> names.pair("denver/omaha"), names.seat(1), names.cards({"red": 2, "wild": 1})
    ('Denver–Omaha', 'Seat 1 (random)', '2 red + 1 locomotive')
    """

    def __init__(self, board: Board, seat: int, bots: Mapping[int, str]) -> None:
        self.board = board
        self.words = board.map.words
        self.me = seat
        self._bots = bots
        self._places = {location.id: location.name for location in board.map.locations}
        self._paints = paints(board.map.rules.cards.colors)

    def place(self, location: str) -> str:
        """The name of a location id."""
        return self._places[location]

    def pair(self, route_or_ticket: str) -> str:
        """The two ends of a route or ticket."""
        a, b = ends_of(route_or_ticket)
        return f"{self.place(a)}–{self.place(b)}"

    def seat(self, seat: int) -> str:
        """You, or the seat's number and bot."""
        return "You" if seat == self.me else f"Seat {seat} ({self._bots[seat]})"

    def seat_text(self, seat: int) -> Text:
        """The same in the seat's colour."""
        return Text(self.seat(seat), style="bold" if seat == self.me else SEAT_STYLES[seat % len(SEAT_STYLES)])

    def card(self, colour: str) -> str:
        """What the map's players call a card."""
        return self.words.wild if colour == WILD else colour

    def cards(self, counts: Mapping[str, int]) -> str:
        """Cards as words: the colours, then the wilds."""
        return " + ".join(self._counted_card(colour, count) for colour, count in counts.items()) or "nothing"

    def _counted_card(self, colour: str, count: int) -> str:
        return counted(count, self.words.wild) if colour == WILD else f"{count} {colour}"

    def action(self, action: Action) -> str:
        """An action as people say it.

        >>> from whistlestop.board import load_board
        >>> names = Names(load_board("usa"), seat=0, bots={})
        >>> names.action(Action("claim", route="denver/omaha", payment=(("purple", 3), ("wild", 1))))
        'claim Denver–Omaha for 3 purple + 1 locomotive'
        """
        match action.verb:
            case "claim":
                return f"claim {self.pair(action.route or '')} for {self.cards(dict(action.payment))}"
            case "draw":
                return "draw from the deck" if action.card == DECK else f"draw {self.card(action.card or '')}"
            case "tickets":
                return "draw tickets"
            case "keep":
                return f"keep {', '.join(map(self.pair, action.tickets))}"
            case "place":
                return f"put the {action.symbol} on {self.place(action.location or '')}"
            case "take":
                return f"take the {action.symbol}"
        return action.verb

    def chip(self, colour: str, count: int | None = None, *, is_short: bool = False) -> Text:
        """A card as a patch of its colour with its name on it, so that the colour never stands alone."""
        if colour == WILD and is_short:
            return Text(f" ★ {count} ", style=WILD_STYLE)
        label = self.card(colour) if count is None else self._counted_card(colour, count)
        if colour == WILD:
            return Text(f" ★ {label} ", style=WILD_STYLE)
        paint = self._paints[colour]
        return Text(f" {label} ", style=f"bold {paint.ink} on {paint.fill}")

    def chips(self, counts: Mapping[str, int], *, is_short: bool = False) -> list[Text]:
        """A chip for each colour that is held."""
        return [self.chip(colour, count, is_short=is_short) for colour, count in counts.items()]

    def spaces(self, route: str) -> str:
        """What a route asks for: its length and colour, and with a star the wilds that a ferry route needs (R3.3)."""
        track = self.board.tracks[self.board.route_index(route)]
        colour = "grey" if track.colour == GREY else self.board.colours[track.colour]
        return f"{track.length} {colour}" + (f" ★{track.ferries}" if track.ferries else "")

    def points(self, route: str) -> int:
        """R3.5: what a route is worth."""
        return self.board.map.rules.route_points[self.board.tracks[self.board.route_index(route)].length - 1]
