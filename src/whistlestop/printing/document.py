"""A map as a PDF. What is on which sheet is worked out here; `sheets.typ` puts it there (docs/decisions/0035)."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cached_property
from importlib import resources
from typing import Any, Literal, NamedTuple, get_args

from whistlestop.actions.action import WILD
from whistlestop.draw.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    END,
    TOKEN_SIZE,
    SmallMap,
    draw_card,
    draw_card_back,
    draw_token,
    draw_wild_card,
)
from whistlestop.draw.geometry import BoardLayout
from whistlestop.draw.glyphs import font_folder, has_glyphs, text_width
from whistlestop.draw.svg import draw_board
from whistlestop.draw.symbols import paints
from whistlestop.draw.themes import THEMES
from whistlestop.draw.tokens import token_paths
from whistlestop.extras import needs_extra
from whistlestop.maps.mapfile import Map, Ticket
from whistlestop.maps.messages import Values
from whistlestop.printing.languages import LANGUAGES, Language, Texts
from whistlestop.printing.paper import (
    MARGIN,
    OVERLAP,
    PAPERS,
    USUAL_PIECE,
    CannotPrint,
    Grid,
    Paper,
    Piece,
    Tiling,
    card_grid,
    in_metres,
    largest_piece,
    one_piece,
    real_scale,
    tightest_route,
    tile_board,
)
from whistlestop.printing.summary import point_tables, rules_summary

Part = Literal["board", "tickets", "cards", "tokens", "scoring", "rules"]
PARTS: tuple[Part, ...] = get_args(Part)
MAX_PAGES = 100
MAX_DRAWN = 60_000_000
"""Characters of SVG on all sheets together; a second of CPU time draws about 20 million. USA on A4 has 4 million."""
SMALLEST_PIECE = 1
TOKEN_ROOM = TOKEN_SIZE + 3
"""A token with what the scissors need."""
TICKET_TEXT = 3.6
"""The font size of the names on a ticket, in millimetres, where they are not too long for it."""
TICKET_NAME_ROOM = 54.0
TICKET_MAP = (46.0, 28.0)
CREATED = 0
"""The time in the PDF, so that the same map gives the same bytes."""


class Section(NamedTuple):
    """A part of the print, and its pages, counted from 1."""

    part: Part
    first: int
    last: int


class PrintedMap(NamedTuple):
    """A PDF, and what there is to know about it."""

    pdf: bytes
    page_count: int
    sections: list[Section]
    board_width: float
    board_height: float
    tiling: Tiling
    one_sheet_piece: Piece
    """The largest piece for which the board would be on one sheet of the paper."""
    foreign_names: list[str]
    """Those with letters that our fonts don't have: only a look at the print shows whether this machine's have them."""


def print_map(
    board_map: Map,
    *,
    paper: Paper = "a4",
    is_one_piece: bool = False,
    piece: Piece = USUAL_PIECE,
    languages: Sequence[Language] = LANGUAGES,
    parts: Collection[Part] = PARTS,
    has_backs: bool = False,
) -> PrintedMap:
    """The map as a PDF in real size, or `CannotPrint`.

    The board is on the paper that is asked for, in one piece if it fits or if that is asked for; everything else is on
    A4, or on letter where that is the paper. The sheets speak the first language, the rules are there in all of them.
    """
    job = PrintJob(board_map, paper, is_one_piece, piece, languages, parts, has_backs)
    job.check()
    with needs_extra("play"):
        import typst  # here because only print needs it

    sheets = job.sheets()
    job.check_drawn(sheets)
    template = resources.files(__package__).joinpath("sheets.typ").read_bytes()
    others = bool(job.foreign_names)
    fonts = typst.Fonts(include_system_fonts=others, include_embedded_fonts=others, font_paths=[str(font_folder())])
    pdf = typst.compile(
        template,
        font_paths=fonts,
        sys_inputs={"sheets": json.dumps(sheets, ensure_ascii=False)},
        timestamp=CREATED,
    )
    assert isinstance(pdf, bytes)
    fitting = largest_piece(job.width, job.height, piece, paper)
    return PrintedMap(pdf, job.page_count, job.sections, job.width, job.height, job.tiling, fitting, job.foreign_names)


class PrintJob:
    """Everything that is printed, worked out before the first page."""

    def __init__(
        self,
        board_map: Map,
        paper: Paper,
        is_one_piece: bool,
        piece: Piece,
        languages: Sequence[Language],
        parts: Collection[Part],
        has_backs: bool,
    ) -> None:
        if min(piece) < SMALLEST_PIECE:
            raise CannotPrint("pieces-too-small", {**piece.sides, "least": SMALLEST_PIECE})
        self.map, self.paper, self.piece, self.languages, self.has_backs = board_map, paper, piece, languages, has_backs
        self.layout = BoardLayout(board_map)
        self.scale = real_scale(self.layout, piece)
        self.width, self.height = board_map.board.width * self.scale, board_map.board.height * self.scale
        self.is_one_piece = is_one_piece
        self.small_paper: Paper = "letter" if paper == "letter" else "a4"
        self.card_grid = card_grid(CARD_WIDTH, CARD_HEIGHT, self.small_paper)
        self.ticket_grid = card_grid(CARD_HEIGHT, CARD_WIDTH, self.small_paper)
        self.token_grid = card_grid(TOKEN_ROOM, TOKEN_ROOM, self.small_paper)
        self.parts = [part for part in PARTS if part in parts and (part != "tokens" or board_map.rules.tokens)]
        self.texts = Texts(languages[0])

    @cached_property
    def tiling(self) -> Tiling:
        """How the board is cut into pages."""
        if self.is_one_piece:
            return one_piece(self.width, self.height, self.paper)
        return tile_board(self.width, self.height, self.paper)

    @property
    def card_count(self) -> int:
        """Cards to cut out, wilds included."""
        cards = self.map.rules.cards
        return sum(cards.colors.values()) + cards.wild

    @property
    def tokens_each(self) -> int:
        """How many tokens of a symbol the largest table needs (R1.4)."""
        tokens = self.map.rules.tokens
        return max(*tokens.stack.values(), *tokens.placed.values()) if tokens else 0

    @property
    def token_count(self) -> int:
        """Tokens to cut out."""
        return self.tokens_each * len(self.map.rules.tokens.symbols) if self.map.rules.tokens else 0

    @cached_property
    def part_pages(self) -> dict[Part, int]:
        """Pages of each part, backs included."""
        sides = 2 if self.has_backs else 1
        pages: dict[Part, int] = {
            "board": self.tiling.columns * self.tiling.rows,
            "tickets": sides * self.ticket_grid.pages(len(self.map.tickets)),
            "cards": sides * self.card_grid.pages(self.card_count),
            "tokens": self.token_grid.pages(self.token_count),
            "scoring": 1,
            "rules": len(self.languages),
        }
        return {part: pages[part] for part in self.parts}

    @property
    def page_count(self) -> int:
        """All pages, the cover included."""
        return 1 + sum(self.part_pages.values())

    @property
    def sections(self) -> list[Section]:
        """After the first page, which says what is where."""
        sections, page = [], 2
        for part, count in self.part_pages.items():
            sections.append(Section(part, page, page + count - 1))
            page += count
        return sections

    def check(self) -> None:
        """Refuse what nobody wants to have printed, and say what would help."""
        if "board" not in self.parts or self.page_count <= MAX_PAGES:
            return  # cards, tickets and rules can't be that many
        tight = tightest_route(self.layout)
        shares = (step / 20 for step in range(19, 0, -1))
        smaller = next((share for share in shares if self.pages_at(share) <= MAX_PAGES), None)
        size = self.piece.sides | in_metres(self.width, self.height)
        values: Values = {"pages": self.page_count, "most": MAX_PAGES, "a": tight.a, "b": tight.b, **size}
        if smaller is None:
            raise CannotPrint("too-many-pages", values)
        fitting = self.piece.scaled(smaller).sides
        raise CannotPrint(
            "too-many-pages-but",
            {**values, "fitting_length": fitting["length"], "fitting_breadth": fitting["breadth"]},
        )

    def check_drawn(self, sheets: dict[str, Any]) -> None:
        """Each sheet of the board has all of it, behind a clip: refuse what would take too long to draw so often."""
        drawn = len(sheets["board"]["svg"]) * (1 + len(self.tiling.tiles))
        drawn += sum(len(ticket["svg"]) for ticket in sheets["tickets"]["tickets"])
        if drawn > MAX_DRAWN:
            raise CannotPrint("too-detailed", {"pages": self.page_count})

    def pages_at(self, share: float) -> int:
        """How many pages there would be for smaller pieces."""
        tiling = tile_board(self.width * share, self.height * share, self.paper)
        return self.page_count - self.part_pages["board"] + tiling.columns * tiling.rows

    @cached_property
    def foreign_names(self) -> list[str]:
        """Names that our fonts can't write; for them the machine's are looked through, which takes a while."""
        names = [self.map.name, *(place.name for place in self.map.locations), *self.map.words.model_dump().values()]
        return [name for name in names if not has_glyphs(name + name.upper())]

    def sheets(self) -> dict[str, Any]:
        """All that the template needs."""
        theme = THEMES[self.map.board.theme]
        return {
            "title": self.map.name,
            "language": self.texts.language,
            "parts": self.parts,
            "margin": MARGIN,
            "paper": PAPERS[self.small_paper],
            "theme": {"ink": theme.ink, "frame": theme.frame, "halo": theme.halo, "land": theme.land, "end": END},
            "board": self.board_sheets(),
            "cover": self.cover(),
            "tickets": self.ticket_sheets(),
            "cards": self.card_sheets(),
            "tokens": self.token_sheets(),
            "scoring": self.scoring(),
            "rules": [rules_summary(self.map, Texts(language)) for language in self.languages],
            "has_backs": self.has_backs,
        }

    def board_sheets(self) -> dict[str, Any]:
        """The board and its tiling, as sheets.typ reads them."""
        tiling = self.tiling
        return {
            "svg": draw_board(self.map, as_text=True) if "board" in self.parts else "",
            "width": self.width,
            "height": self.height,
            "overlap": OVERLAP,
            "page": [tiling.page_width, tiling.page_height],
            "tile": [tiling.width, tiling.height],
            "columns": tiling.columns,
            "rows": tiling.rows,
            "tiles": [
                {
                    **tile._asdict(),
                    "label": self.texts.plain("sheet", row=tile.row + 1, column=tile.column + 1),
                }
                for tile in tiling.tiles
            ],
        }

    def cover(self) -> dict[str, Any]:
        """What is in the print and how it is put together, as sheets.typ reads it."""
        texts, tiling = self.texts, self.tiling
        size = {"width": round(self.width), "height": round(self.height)}
        is_one = tiling.columns * tiling.rows == 1
        sheets = {"columns": tiling.columns, "rows": tiling.rows, "overlap": int(OVERLAP)}
        rules = self.map.rules
        paragraphs = [texts.runs("cover.scale")]
        if "board" in self.parts:
            paragraphs += [
                texts.runs("cover.one-piece", **size) if is_one else texts.runs("cover.tiled", **size, **sheets),
                texts.runs(
                    "cover.pieces",
                    length=float(self.piece.length),
                    breadth=float(self.piece.breadth),
                    players=rules.players.max,
                    pieces=rules.pieces,
                ),
            ]
        return {
            "heading": texts.plain("cover.heading"),
            "paragraphs": paragraphs,
            "contents": texts.plain("cover.contents"),
            "sections": [
                (
                    self.part_name(section.part),
                    texts.plain(
                        "cover.page" if section.first == section.last else "cover.pages",
                        first=section.first,
                        last=section.last,
                    ),
                )
                for section in self.sections
            ],
        }

    def part_name(self, part: Part) -> str:
        """A part with the number of its pieces, in the print's language."""
        counts = {"tickets": len(self.map.tickets), "cards": self.card_count, "tokens": self.token_count}
        return self.texts.plain(f"part.{part}", count=counts.get(part, 0))

    def ticket_sheets(self) -> dict[str, Any]:
        """Faces and backs of tickets, as sheets.typ reads them."""
        small_map = SmallMap(self.layout)
        board = self.map.board
        scale = min(TICKET_MAP[0] / board.width, TICKET_MAP[1] / board.height)
        return grid_sheets(
            self.ticket_grid,
            CARD_HEIGHT,
            CARD_WIDTH,
            map=[board.width * scale, board.height * scale],
            back=draw_card_back(self.map, is_ticket=True),
            tickets=[
                {
                    "a": ticket.a,
                    "b": ticket.b,
                    "points": str(ticket.points),
                    "size": ticket_text_size(ticket),
                    "svg": small_map.draw(ticket),
                }
                for ticket in (self.map.tickets if "tickets" in self.parts else ())
            ],
        )

    def card_sheets(self) -> dict[str, Any]:
        """Faces and backs of cards, as sheets.typ reads them."""
        cards = self.map.rules.cards
        palette = paints(cards.colors)
        faces = [{"svg": draw_card(palette[colour]), "count": count} for colour, count in cards.colors.items()]
        if cards.wild:
            wild = draw_wild_card(palette[WILD], [palette[colour] for colour in cards.colors])
            faces.append({"svg": wild, "count": cards.wild})
        return grid_sheets(self.card_grid, CARD_WIDTH, CARD_HEIGHT, faces=faces, back=draw_card_back(self.map))

    def token_sheets(self) -> dict[str, Any]:
        """Tokens, as sheets.typ reads them."""
        tokens = self.map.rules.tokens
        paths = token_paths(tokens.symbols) if tokens else {}
        faces = [{"svg": draw_token(path), "count": self.tokens_each} for path in paths.values()]
        return grid_sheets(self.token_grid, TOKEN_ROOM, TOKEN_ROOM, faces=faces, size=TOKEN_SIZE)

    def scoring(self) -> dict[str, Any]:
        """The score sheet's rows, as sheets.typ reads them."""
        rules, texts = self.map.rules, self.texts
        rows = ["routes", "tickets"]
        rows += ["path"] if rules.longest_path else []
        rows += ["token-row"] if rules.tokens else []
        return {
            "heading": texts.plain("scoring.heading"),
            "tables": point_tables(self.map, texts),
            "bonus": [texts.plain("scoring.path"), str(rules.longest_path)] if rules.longest_path else [],
            "player": texts.plain("scoring.player"),
            "players": rules.players.max,
            "rows": [texts.plain(f"scoring.{row}") for row in [*rows, "total"]],
        }


def grid_sheets(grid: Grid, width: float, height: float, **more: Any) -> dict[str, Any]:
    """Pieces of one size in rows and columns, as sheets.typ reads them."""
    return {
        "page": [grid.page_width, grid.page_height],
        "columns": grid.columns,
        "rows": grid.rows,
        "width": width,
        "height": height,
        **more,
    }


def ticket_text_size(ticket: Ticket) -> float:
    """The font size at which both names fit on their lines."""
    widest = max(text_width(name, 1) for name in (ticket.a, ticket.b))
    return min(TICKET_TEXT, TICKET_NAME_ROOM / widest)
