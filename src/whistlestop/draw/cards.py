"""What lies beside a board, as SVG for print: cards, the small maps of tickets, tokens. Units are millimetres but for
the small map, which has those of the board."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.draw.geometry import BoardLayout
from whistlestop.draw.relief import curve_path, straight
from whistlestop.draw.scenery import lines_of
from whistlestop.draw.symbols import PAINTS, PAPER, WHEEL, Paint, symbol
from whistlestop.draw.themes import THEMES
from whistlestop.maps.mapfile import Map, Route, Ticket

CARD_WIDTH, CARD_HEIGHT = 44.0, 68.0
"""A usual size, for which there are sleeves. Tickets lie on their side."""
TOKEN_SIZE = 18.0
TOKEN = PAINTS["yellow"]
"""As the rings of the places where they lie."""
BORDER = 2.5
"""White around a card, so that nobody sees how well it was cut."""
MAP_STEPS = 100
"""A small map is this many of its line's widths wide."""
END = PAINTS["red"].fill


def draw_card(paint: Paint) -> str:
    """The card of a colour: its symbol as on the board's spaces, large and in two corners."""
    return card(draw_panel(paint.fill, paint.edge), paint.symbol, paint.ink)


def draw_wild_card(wild: Paint, colours: Sequence[Paint]) -> str:
    """The card for every colour: all of them as stripes around its symbol."""
    inner_width, inner_height = CARD_WIDTH - 2 * BORDER, CARD_HEIGHT - 2 * BORDER
    step = inner_height / len(colours)
    stripes = "".join(
        f'<rect x="{BORDER}" y="{BORDER + i * step:.2f}" width="{inner_width}" height="{step:.2f}" fill="{one.fill}"/>'
        for i, one in enumerate(colours)
    )
    middle = (
        f'<rect x="{BORDER + 3.5}" y="{BORDER + 3.5}" width="{inner_width - 7}" height="{inner_height - 7}" rx="2.5"'
        f' fill="{wild.fill}" stroke="{PAPER}" stroke-width="0.8"/>'
    )
    clip = f'<clipPath id="panel">{panel("#000000", "none")}</clipPath>'
    ground = f'<defs>{clip}</defs><g clip-path="url(#panel)">{stripes}</g>{panel("none", wild.edge)}{middle}'
    return card(ground, wild.symbol, wild.ink, corner=7.5)


def card(ground: str, path: str, ink: str, corner: float = 6.5) -> str:
    """A card with a symbol in its middle and in two corners."""
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    inset = BORDER + corner
    return svg(
        CARD_WIDTH,
        CARD_HEIGHT,
        ground,
        symbol(path, x, y, size=24, ink=ink),
        symbol(path, inset, inset, size=6, ink=ink),
        symbol(path, CARD_WIDTH - inset, CARD_HEIGHT - inset, size=6, ink=ink, angle=180),
    )


def draw_panel(fill: str, edge: str) -> str:
    """A panel with a line inside of its edge."""
    line = BORDER + 1.6
    return panel(fill, edge) + (
        f'<rect x="{line}" y="{line}" width="{CARD_WIDTH - 2 * line:g}" height="{CARD_HEIGHT - 2 * line:g}" rx="2"'
        f' fill="none" stroke="{PAPER}" stroke-width="0.35" stroke-opacity="0.7"/>'
    )


def panel(fill: str, edge: str) -> str:
    """The ground of a card inside its border."""
    return (
        f'<rect x="{BORDER}" y="{BORDER}" width="{CARD_WIDTH - 2 * BORDER:g}" height="{CARD_HEIGHT - 2 * BORDER:g}"'
        f' rx="3" fill="{fill}" stroke="{edge}" stroke-width="0.5"/>'
    )


def draw_card_back(board_map: Map, *, is_ticket: bool = False) -> str:
    """The back of all cards, or of all tickets: in the colours of the board."""
    theme = THEMES[board_map.board.theme]
    fill, ink = (theme.land, theme.frame) if is_ticket else (theme.frame, theme.halo)
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    rings = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{r}" fill="none" stroke="{ink}" stroke-width="0.4"/>' for r in (15, 16.2)
    )
    body = draw_panel(fill, theme.frame) + rings + symbol(WHEEL, x, y, size=22, ink=ink)
    if not is_ticket:
        return svg(CARD_WIDTH, CARD_HEIGHT, body)
    return svg(CARD_HEIGHT, CARD_WIDTH, f'<g transform="translate({CARD_HEIGHT:g} 0) rotate(90)">{body}</g>')


def draw_token(path: str) -> str:
    """A tourist token, round, in millimetres."""
    middle = TOKEN_SIZE / 2
    return svg(
        TOKEN_SIZE,
        TOKEN_SIZE,
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle - 0.2:g}" fill="{TOKEN.fill}" stroke="{TOKEN.edge}"'
        ' stroke-width="0.4"/>',
        symbol(path, middle, middle, size=0.62 * TOKEN_SIZE, ink=TOKEN.ink),
    )


class SmallMap:
    """The board as tickets show it: land, routes as lines, and where the ticket's two places are."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout
        self.ground = self.draw_ground()

    def draw_ground(self) -> str:
        """What is the same on every ticket."""
        board, theme = self.layout.board_map.board, THEMES[self.layout.board_map.board.theme]
        step = board.width / MAP_STEPS
        land = "".join(curve_path(points, closed=True) for points in lines_of(board, "land"))
        routes = "".join(self.line(route) for route in self.layout.board_map.routes)
        dots = "".join(
            f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{step:.1f}"/>' for place in self.layout.board_map.locations
        )
        return (
            f'<rect width="{board.width:g}" height="{board.height:g}" fill="{theme.water if land else theme.land}"/>'
            f'<path d="{land}" fill="{theme.land}" stroke="{theme.coast}" stroke-width="{step / 4:.1f}"/>'
            f'<path d="{routes}" fill="none" stroke="{theme.frame}" stroke-width="{step / 2:.1f}"/>'
            f'<g fill="{theme.ink}">{dots}</g>'
        )

    def line(self, route: Route) -> str:
        """A route as a path, with its bends."""
        places = self.layout.places
        a, b = ((places[name].x, places[name].y) for name in (route.a, route.b))
        return curve_path([a, *route.bend, b]) if route.bend else straight(a, b)

    def draw(self, ticket: Ticket) -> str:
        """The map with a ticket's two places marked."""
        board = self.layout.board_map.board
        radius = 2.8 * board.width / MAP_STEPS
        ends = "".join(
            f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{radius:.1f}" fill="{END}" stroke="#ffffff"'
            f' stroke-width="{radius / 3:.1f}"/>'
            for place in (self.layout.places[name] for name in (ticket.a, ticket.b))
        )
        return svg(board.width, board.height, self.ground, ends)


def svg(width: float, height: float, *parts: str) -> str:
    """A picture of a size, made of parts."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'
