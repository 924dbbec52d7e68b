"""Prints are measured as a person would: pages become pictures, and a ruler is held to them."""

from __future__ import annotations

from collections import Counter
from math import dist

import numpy as np
import pytest

from tests.maps.sample import changed, tiny_map, with_tokens
from tests.printing.pages import Pages, is_near, measure_from
from whistlestop.draw.cards import CARD_HEIGHT, CARD_WIDTH, TOKEN, TOKEN_SIZE
from whistlestop.draw.geometry import SPACE_WIDTH, BoardLayout, Space
from whistlestop.draw.labels import place_labels
from whistlestop.draw.symbols import paints
from whistlestop.maps.mapfile import Map, Outline, builtin_maps, parse_map, read_map
from whistlestop.printing import LANGUAGES, CannotPrint, Language, Paper, Piece, PrintedMap, print_map
from whistlestop.printing.document import MAX_PAGES, TOKEN_ROOM
from whistlestop.printing.paper import MARGIN, OVERLAP, Tile, card_grid

FINE = 10.0
"""Pixels to a millimetre, for the ruler."""
COARSE = 2.0


def tiny(text: str | None = None) -> Map:
    return parse_map(text or tiny_map(), "tiny.toml")


def pages_of(printed: PrintedMap, part: str) -> range:
    (section,) = (one for one in printed.sections if one.part == part)
    return range(section.first, section.last + 1)


def tile_corner(printed: PrintedMap) -> tuple[float, float]:
    """Where the board begins on its sheets."""
    tiling = printed.tiling
    return (tiling.page_width - tiling.width) / 2, (tiling.page_height - tiling.height) / 2


@pytest.mark.parametrize("name", builtin_maps())
@pytest.mark.parametrize(("piece", "is_length_tight"), [(Piece(20, 9), False), (Piece(20, 5), True)])
def test_a_piece_fits_on_the_tightest_space_exactly(name: str, piece: Piece, is_length_tight: bool) -> None:
    board_map = read_map(name)
    layout = BoardLayout(board_map)
    printed = print_map(board_map, piece=piece, parts=["board"])
    route = min(range(len(board_map.routes)), key=layout.space_length)
    scale = printed.board_width / board_map.board.width

    def room(space: Space, tile: Tile) -> float:
        """How far the space is from the edges of a sheet."""
        x, y = space.x * scale - tile.x, space.y * scale - tile.y
        return min(x, printed.tiling.width - x, y, printed.tiling.height - y)

    choices = [(space, tile) for space in layout.track_spaces(route, 0) for tile in printed.tiling.tiles]
    space, tile = max(choices, key=lambda choice: room(*choice))
    assert room(space, tile) > piece.length / 2 + 0.5
    best = printed.tiling.tiles.index(tile)
    picture = Pages(printed.pdf).picture(2 + best, FINE)
    left, top = tile_corner(printed)
    middle = (left + space.x * scale - tile.x, top + space.y * scale - tile.y)
    edge = paints(board_map.rules.cards.colors)[board_map.routes[route].colors[0]].edge

    def measured(turn: float, nearest: float) -> float:
        """Of the space, from edge to edge."""
        return sum(
            measure_from(picture, FINE, middle, space.angle + turn + half, edge, nearest) for half in (0.0, 180.0)
        )

    length, breadth = measured(0, 0.35 * piece.length), measured(90, 0.35 * piece.breadth)
    assert length == pytest.approx(layout.space_length(route) * scale, abs=0.2)
    assert breadth == pytest.approx(SPACE_WIDTH * layout.unit * scale, abs=0.2)
    tight, loose = (length, breadth) if is_length_tight else (breadth, length)
    exactly, at_least = (piece.length, piece.breadth) if is_length_tight else (piece.breadth, piece.length)
    assert tight == pytest.approx(exactly, abs=0.2)
    assert loose >= at_least - 0.2


def test_the_line_of_the_first_page_is_100_mm_long() -> None:
    picture = Pages(print_map(tiny(), parts=["rules"]).pdf).picture(1, FINE)
    is_dark = picture.max(axis=2) < 120
    longest = max(range(len(is_dark)), key=lambda row: longest_run(is_dark[row]))
    assert longest_run(is_dark[longest]) == pytest.approx(100 * FINE, abs=4)


def longest_run(row: np.ndarray) -> int:
    changes = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0]))))
    return int((changes[1::2] - changes[::2]).max(initial=0))


@pytest.mark.parametrize(
    ("name", "paper", "count"),
    [("usa", "a4", 16), ("usa", "a3", 8), ("usa", "letter", 16), ("usa", "a1", 2), ("san-francisco", "a4", 8)],
)
def test_tiles_overlap_and_together_are_the_whole_board(name: str, paper: Paper, count: int) -> None:
    board_map = read_map(name)
    tiled, whole = (print_map(board_map, paper=paper, parts=["board"], is_one_piece=one) for one in (False, True))
    assert len(pages_of(tiled, "board")) == count
    assert len(pages_of(whole, "board")) == 1
    pages, tiling = Pages(tiled.pdf), tiled.tiling
    expected = cut(Pages(whole.pdf).picture(2, COARSE), *tile_corner(whole), whole.board_width, whole.board_height)
    seen = np.zeros(expected.shape[:2], int)
    for number, tile in zip(pages_of(tiled, "board"), tiling.tiles, strict=True):
        assert pages.size(number) == pytest.approx((tiling.page_width, tiling.page_height), abs=0.1)
        part = cut(pages.picture(number, COARSE), *tile_corner(tiled), tiling.width, tiling.height)
        same = cut(expected, tile.x, tile.y, tiling.width, tiling.height)
        part, same = part[: len(same), : same.shape[1]], same[: len(part), : part.shape[1]]
        # Half a pixel of difference shows at edges only; a sheet that is off by two millimetres differs everywhere.
        assert difference(part, same) < 0.6 * difference(part[4:, 4:], same[:-4, :-4])
        row, column = round(tile.y * COARSE), round(tile.x * COARSE)
        seen[row : row + part.shape[0], column : column + part.shape[1]] += 1
    assert (seen[2:-2, 2:-2] > 0).all()
    middle = round(COARSE * (tiling.width - OVERLAP / 2)) if tiling.columns > 1 else 0
    if middle:
        assert (seen[10:100, middle - 5 : middle + 5] == 2).all()
        assert (seen[10:100, middle - 30 : middle - 15] == 1).all()


def cut(picture: np.ndarray, x: float, y: float, width: float, height: float) -> np.ndarray:
    left, top = round(x * COARSE), round(y * COARSE)
    return picture[top : top + round(height * COARSE), left : left + round(width * COARSE)]


def difference(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.abs(one - other).mean())


def test_every_sheet_says_where_to_cut_and_where_its_neighbour_begins() -> None:
    printed = print_map(read_map("san-francisco"), parts=["board"])
    pages, tiling, (left, top) = Pages(printed.pdf), printed.tiling, tile_corner(printed)
    assert (tiling.columns, tiling.rows) == (4, 2)
    for number, tile in zip(pages_of(printed, "board"), tiling.tiles, strict=True):
        is_dark = np.maximum.reduce(np.moveaxis(pages.picture(number, FINE), 2, 0)) < 140

        def has_ink(x: float, y: float) -> bool:
            row, column = round(y * FINE), round(x * FINE)
            return bool(is_dark[row - 3 : row + 4, column - 3 : column + 4].any())  # noqa: B023 it is called here

        for x in (left, left + tiling.width):
            assert has_ink(x, top - 4)
            assert has_ink(x, top + tiling.height + 4)
        for y in (top, top + tiling.height):
            assert has_ink(left - 4, y)
            assert has_ink(left + tiling.width + 4, y)
        has_right, has_below = tile.column < 3, tile.row < 1
        assert has_ink(left + tiling.width - OVERLAP, top - 2.4) == has_right
        assert has_ink(left - 2.4, top + tiling.height - OVERLAP) == has_below
        assert f"row {tile.row + 1}, column {tile.column + 1}" in pages.text(number)


@pytest.mark.parametrize("name", builtin_maps())
def test_there_are_as_many_cards_of_each_colour_as_the_deck_has(name: str) -> None:
    board_map = read_map(name)
    printed = print_map(board_map, parts=["cards"])
    cards = board_map.rules.cards
    palette = paints(cards.colors)
    pages, grid = Pages(printed.pdf), card_grid(CARD_WIDTH, CARD_HEIGHT, "a4")
    left = (grid.page_width - grid.columns * CARD_WIDTH) / 2
    top = (grid.page_height - grid.rows * CARD_HEIGHT) / 2
    found: Counter[str] = Counter()
    for number in pages_of(printed, "cards"):
        picture = pages.picture(number, COARSE)
        for row in range(grid.rows):
            for column in range(grid.columns):
                # Between the large symbol and the small one.
                x, y = left + (column + 0.25) * CARD_WIDTH, top + (row + 0.75) * CARD_HEIGHT
                pixel = picture[round(y * COARSE), round(x * COARSE)]
                found += Counter(
                    colour for colour in (*cards.colors, "wild") if is_near(pixel, palette[colour].fill, 4)
                )
    assert found == Counter({**cards.colors, "wild": cards.wild})


def test_backs_lie_behind_their_cards_when_the_sheet_is_turned_about_its_long_side() -> None:
    """The last sheet of USA has 14 cards: of its last row the two on the left."""
    printed = print_map(read_map("usa"), parts=["cards"], has_backs=True)
    pages, grid = Pages(printed.pdf), card_grid(CARD_WIDTH, CARD_HEIGHT, "a4")
    front, back = (pages.picture(pages_of(printed, "cards")[at], COARSE) for at in (-2, -1))
    top = (grid.page_height - grid.rows * CARD_HEIGHT) / 2
    row = round((top + 3.8 * CARD_HEIGHT) * COARSE)
    left = (grid.page_width - grid.columns * CARD_WIDTH) / 2
    columns = [round((left + (column + 0.4) * CARD_WIDTH) * COARSE) for column in range(4)]
    assert [front[row, column].min() < 250 for column in columns] == [True, True, False, False]
    assert [back[row, column].min() < 250 for column in columns] == [False, False, True, True]


def test_there_are_tokens_for_the_largest_table_and_as_large_as_a_ruler_says() -> None:
    printed = print_map(read_map("san-francisco"), parts=["tokens"])
    (number,) = pages_of(printed, "tokens")
    picture = Pages(printed.pdf).picture(number, FINE)
    grid = card_grid(TOKEN_ROOM, TOKEN_ROOM, "a4")
    left = (grid.page_width - grid.columns * TOKEN_ROOM) / 2
    top = (grid.page_height - grid.rows * TOKEN_ROOM) / 2
    widths = []
    for i in range(grid.columns * grid.rows):
        x, y = left + i % grid.columns * TOKEN_ROOM, top + i // grid.columns * TOKEN_ROOM
        cell = picture[
            round(y * FINE) : round((y + TOKEN_ROOM) * FINE), round(x * FINE) : round((x + TOKEN_ROOM) * FINE)
        ]
        is_token = is_near(cell, TOKEN.fill) | is_near(cell, TOKEN.edge) | is_near(cell, TOKEN.ink)
        if is_token.any():
            columns = np.flatnonzero(is_token.any(axis=0))
            widths.append((columns[-1] - columns[0] + 1) / FINE)
    assert len(widths) == 7 * 3
    assert widths == pytest.approx([TOKEN_SIZE] * 21, abs=0.3)


@pytest.mark.parametrize("name", builtin_maps())
def test_every_ticket_has_its_names_points_and_places_on_a_small_map(name: str) -> None:
    board_map = read_map(name)
    printed = print_map(board_map, parts=["tickets"])
    text = " ".join(Pages(printed.pdf).text(number) for number in pages_of(printed, "tickets"))
    assert all(f"{ticket.points} {ticket.a} {ticket.b}" in text for ticket in board_map.tickets)


@pytest.mark.parametrize("name", builtin_maps())
def test_text_is_text_in_our_fonts_which_are_embedded_and_nothing_is_a_bitmap(name: str) -> None:
    board_map = read_map(name)
    printed = print_map(board_map, is_one_piece=True)
    pages = Pages(printed.pdf)
    assert len(pages) == printed.page_count
    fonts = pages.fonts()
    assert {font.partition("+")[2] or font for font in fonts} == {
        "FiraSans-Regular",
        "FiraSans-SemiBold",
        "Rokkitt-Bold",
    }
    assert all(fonts.values())
    assert pages.bitmap_count() == 0
    text = pages.text(2)
    assert all(place.name in text for place in board_map.locations)


@pytest.mark.parametrize("name", builtin_maps())
def test_names_stand_where_the_table_draws_them(name: str) -> None:
    board_map = read_map(name)
    printed = print_map(board_map, is_one_piece=True, parts=["board"])
    pages, scale = Pages(printed.pdf), printed.board_width / board_map.board.width
    labels = [label for label in place_labels(BoardLayout(board_map)) if len(label.lines) == 1]
    assert len(labels) > 10
    for label in labels:
        left, right = pages.text_box(2, label.lines[0].text)
        assert dist((left, right), (MARGIN + label.box.left * scale, MARGIN + label.box.right * scale)) < 0.5


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a1"])
@pytest.mark.parametrize("has_backs", [False, True])
def test_there_are_as_many_pages_as_it_says_each_with_its_part(paper: Paper, has_backs: bool) -> None:
    printed = print_map(read_map("san-francisco"), paper=paper, has_backs=has_backs)
    pages = Pages(printed.pdf)
    assert len(pages) == printed.page_count == printed.sections[-1].last
    assert [section.part for section in printed.sections] == ["board", "tickets", "cards", "tokens", "scoring", "rules"]
    assert len(pages_of(printed, "cards")) == (2 if has_backs else 1) * (4 if paper == "letter" else 3)
    starts = ["San Francisco Regulile", "San Francisco Zasady", "San Francisco As regras", "San Francisco The rules"]
    for number, start in zip(reversed(pages_of(printed, "rules")), starts, strict=True):
        assert pages.text(number).startswith(start)
        upright = (215.9, 279.4) if paper == "letter" else (210, 297)
        assert pages.size(number) == pytest.approx(upright, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_one_page_also_where_a_map_has_everything(paper: Paper, language: Language) -> None:
    text = with_tokens()
    text = changed(text, 'name = "Three Lakes"', f'name = "{"Lake " * 19}Z"')
    text = changed(
        text, "route_points = [1, 2, 4, 7]", f"route_points = {[900_001 + i for i in range(10)]}\nlongest_path = 12"
    )
    text = changed(text, "[rules]", f'[words]\npiece = "{"p" * 40}"\nwild = "{"w" * 40}"\ncard = "{"c" * 40}"\n[rules]')
    printed = print_map(tiny(text), paper=paper, languages=[language], parts=["scoring", "rules"])
    pages = Pages(printed.pdf)
    assert len(pages) == printed.page_count == 3
    rules = pages.text(3)
    assert all(word in rules for word in ("900001", "900010", "12", "p" * 40))
    ends = {"en": "Different tokens", "pt-BR": "Fichas diferentes", "pl": "Różne żetony", "ro": "Jetoane diferite"}
    assert ends[language] in rules
    white = pages.picture(3, COARSE)[-round(15 * COARSE) :]
    assert white.min() == 255, "the text reaches into the margin"


def test_the_numbers_of_the_rules_are_those_of_the_map() -> None:
    text = changed(changed(with_tokens(), "pieces = 10", "pieces = 11"), "opening_hand = 2", "opening_hand = 1")
    printed = print_map(tiny(text), parts=["rules"])
    english, portuguese, polish, romanian = (Pages(printed.pdf).text(number) for number in pages_of(printed, "rules"))
    assert "Everybody takes 11 pieces of one colour" in english
    assert "deal 1 card to each player" in english
    assert "One track taken closes the other" in english
    assert "For each ship on the route" in english
    assert "11 peças" in portuguese
    assert "11 pionków" in polish
    assert "11 piese" in romanian


def test_what_a_map_does_not_have_its_rules_do_not_speak_of() -> None:
    usa = Pages(print_map(read_map("usa"), languages=["en"], parts=["rules"]).pdf).text(2)
    assert "ship" not in usa
    assert "token" not in usa
    assert "longest continuous path earns 10 points" in usa
    assert "fewer than 4 players" in usa
    city = Pages(print_map(read_map("san-francisco"), languages=["en"], parts=["rules"]).pdf).text(2)
    assert "longest" not in city
    assert "token" in city


def test_markup_in_names_is_printed_as_it_is() -> None:
    name = "#pagebreak() <b>Lake</b> & *x* $y$ \\\\"
    text = changed(tiny_map(), "Three Lakes", name).replace("Ashford", "#strong[A] <i>&amp; _b_ @c")
    printed = print_map(tiny(text))
    pages = Pages(printed.pdf)
    assert len(pages) == printed.page_count
    assert pages.text(1).startswith("#pagebreak() <b>Lake</b> & *x* $y$ \\ Print and play")
    assert "#strong[A] <i>&amp; _b_ @c Dunmore" in pages.text(pages_of(printed, "tickets")[0])
    assert "<i>&amp; _b_" in pages.text(2)


def test_a_print_of_too_many_pages_is_refused_with_what_would_do() -> None:
    with pytest.raises(CannotPrint) as refusal:
        print_map(read_map("usa"), piece=Piece(120, 50))
    message = str(refusal.value)
    assert "would need 395 pages" in message
    assert "pieces of 54 × 22.5 mm" in message
    assert "Duluth – Toronto" in message
    assert print_map(read_map("usa"), piece=Piece(54, 22.5)).page_count <= MAX_PAGES
    assert print_map(read_map("usa"), piece=Piece(120, 50), parts=["cards"]).page_count < 10


def test_a_drawing_that_would_take_too_long_is_refused() -> None:
    usa = read_map("usa")
    outline = Outline(kind="land", points=tuple((10.0 + i % 30, 10.0 + i // 30) for i in range(900)))
    board = usa.board.model_copy(update={"outlines": (outline,) * 20})
    with pytest.raises(CannotPrint, match="too detailed for a print of 31 pages"):
        print_map(usa.model_copy(update={"board": board}))


def test_a_page_larger_than_a_pdf_may_have_is_refused() -> None:
    with pytest.raises(CannotPrint, match="a page of a PDF has at most 5 m"):
        print_map(read_map("usa"), piece=Piece(120, 50), is_one_piece=True)


@pytest.mark.parametrize("piece", [Piece(0, 9), Piece(20, 0.5), Piece(20, -9)])
def test_a_piece_that_can_not_be_is_refused(piece: Piece) -> None:
    with pytest.raises(CannotPrint, match="at least 1 mm"):
        print_map(tiny(), piece=piece)


def test_the_board_is_in_one_piece_where_it_fits_and_else_as_large_as_it_must_be() -> None:
    fits = print_map(read_map("san-francisco"), paper="a1", parts=["board"])
    assert Pages(fits.pdf).size(2) == pytest.approx((841, 594), abs=0.1)
    large = print_map(read_map("usa"), paper="a4", is_one_piece=True, parts=["board"])
    size = (large.board_width + 2 * MARGIN, large.board_height + 2 * MARGIN)
    assert Pages(large.pdf).size(2) == pytest.approx(size, abs=0.1)
    suggested = print_map(read_map("usa"), paper="a1").one_sheet_piece
    assert suggested.length < 20
    assert len(pages_of(print_map(read_map("usa"), paper="a1", piece=suggested), "board")) == 1


def test_the_same_map_gives_the_same_bytes() -> None:
    assert print_map(tiny()).pdf == print_map(tiny()).pdf
