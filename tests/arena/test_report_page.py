"""The report is one sound, self-contained page that shows the numbers counted."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.ring_map import ring_map
from tests.arena.stored import store
from whistlestop import load_board
from whistlestop.arena.report import StoredSeries, Tally, report_page, tally
from whistlestop.arena.report.heat import FROM_NONE, Scale
from whistlestop.arena.report.plots import Axis
from whistlestop.arena.report.sections import command_of

SVG_PARTS = ("title", "desc")


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> StoredSeries:
    folder = tmp_path_factory.mktemp("city") / "games"
    return store(folder, load_board("san-francisco"), [("random", "random", "random")], deals=200)


@pytest.fixture(scope="module")
def counted(city: StoredSeries) -> Tally:
    return tally(city)


@pytest.fixture(scope="module")
def page(counted: Tally) -> ET.Element:
    return parsed(report_page(counted))


def parsed(text: str) -> ET.Element:
    """The page as a tree: it is written so that it is sound XML as well, which finds every tag left open."""
    assert text.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def tables(page: ET.Element) -> dict[str, list[list[ET.Element]]]:
    """The body cells of every table by its caption."""
    return {
        table.findtext("caption", ""): [list(row) for row in table.findall("tbody/tr")] for table in page.iter("table")
    }


def sorted_by(row: list[ET.Element]) -> list[float]:
    return [float(cell.get("data-sort", "nan")) for cell in row[1:]]


def test_the_ticket_table_has_the_numbers_counted(page: ET.Element, counted: Tally) -> None:
    of = counted.tickets
    shown = {row[0].text: sorted_by(row) for row in tables(page)["Results by ticket"]}
    assert len(shown) == 24
    for i, ticket in enumerate(counted.series.board.map.tickets):
        numbers = [of.kept.value[i], of.completed.value[i], of.win.value[i], of.lift.value[i] * 100, of.worth.value[i]]
        assert shown[f"{ticket.a} – {ticket.b}"] == pytest.approx([ticket.points, *numbers], abs=1e-4)


def test_the_route_table_has_every_track_once(page: ET.Element, counted: Tally) -> None:
    rows = tables(page)["Results by route"]
    assert len({row[0].text for row in rows}) == len(counted.series.board.route_ids)
    rates = sorted((sorted_by(row)[2] for row in rows), reverse=True)
    assert rates == pytest.approx(sorted(counted.routes.claimed.value, reverse=True), abs=1e-4)


def test_numbers_are_shown_as_people_read_them(page: ET.Element, counted: Tally) -> None:
    text = "".join(page.itertext())
    first = counted.by_seat["win"][0]
    assert f"{first.value * 100:.1f}% ({first.low * 100:.1f} to {first.high * 100:.1f}%)" in text
    assert "200 games · random against itself · seed 1" in text
    assert "nan" not in text


def test_nothing_is_loaded_from_anywhere(counted: Tally) -> None:
    text = report_page(counted)
    assert "http" not in text
    assert not re.findall(r'\b(?:src|srcset|data)="', text)
    assert not re.findall(r"@import|url\((?!#)", text)
    assert not re.findall(r"<(?:link|img|iframe|object|embed)\b", text)
    assert set(re.findall(r'href="(.)', text)) <= {"#"}


def pictures(page: ET.Element) -> Iterator[ET.Element]:
    return (svg for svg in page.iter("svg") if svg.get("aria-hidden") != "true")


def test_every_plot_says_what_it_shows(page: ET.Element) -> None:
    shown = list(pictures(page))
    assert len(shown) == 6  # seats, points, growth, distribution, two boards
    for svg in shown:
        assert svg.get("role") == "img"
        assert all(len(svg.findtext(part, "")) > 20 for part in SVG_PARTS), svg.findtext("title")


def test_ids_are_there_once_and_what_is_used_exists(page: ET.Element) -> None:
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href", "").removeprefix("#") for element in page.iter("use")}
    assert used <= set(ids)


def test_a_track_is_coloured_by_its_rate_and_says_it(page: ET.Element, counted: Tally) -> None:
    board = counted.series.board
    claims = next(svg for svg in pictures(page) if "how often" in svg.findtext("title", ""))
    tracks = {group.get("data-track"): group for group in claims.iter("g") if group.get("class") == "track"}
    assert set(tracks) == set(board.route_ids)
    for id, rate in zip(board.route_ids, counted.routes.claimed.value, strict=True):
        assert {rect.get("fill") for rect in tracks[id].iter("rect")} == {Scale(FROM_NONE, 0, 1)(rate)}
        assert f"claimed in {rate * 100:.1f}% of games" in tracks[id].findtext("title", "")


def test_names_from_map_and_bots_are_text_not_markup(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        ring_map().replace("Place A", "A & <b>C</b>").replace('"Ring"', "'<i>\"Ring\"</i>'"), encoding="utf-8"
    )
    page = parsed(report_page(tally(store(tmp_path / "games", load_board(file), [("random", "random")], deals=30))))
    assert page.findtext("body/header/h1") == '<i>"Ring"</i>, 2 players'
    assert not list(page.iter("b"))


def test_bots_that_differ_get_win_rates_and_a_table_of_meetings(tmp_path: Path) -> None:
    (tmp_path / "ring.toml").write_text(ring_map(), encoding="utf-8")
    line_ups = [("greedy", "random"), ("greedy", "path")]
    series = store(tmp_path / "games", load_board(tmp_path / "ring.toml"), line_ups, deals=6, seatings=2)
    counted = tally(series)
    page = parsed(report_page(counted))
    by_bot = {row[0].text: sorted_by(row) for row in tables(page)["Results by bot"]}
    for i, bot in enumerate(("greedy", "random", "path")):
        scores = counted.by_bot.scores
        assert by_bot[bot][1:3] == pytest.approx([scores["win"].value[i], scores["total"].value[i]], abs=1e-4)
    assert len(tables(page)["Head to head"]) == 3
    assert command_of(series) == (
        f"whistlestop tournament --map {tmp_path / 'ring.toml'} --players 2 --bots greedy,random,path --with greedy "
        f"--games 12 --seed 1 --out {tmp_path / 'games'}"
    )


def test_a_series_of_one_game_still_makes_a_page(tmp_path: Path) -> None:
    series = store(tmp_path / "games", load_board("usa"), [("random", "random")], deals=1)
    assert len(list(pictures(parsed(report_page(tally(series)))))) == 6


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-37, 12.5), (0, 0.3), (5, 5)])
def test_an_axis_has_round_numbers_around_everything(low: float, high: float) -> None:
    axis = Axis(low, high, 0, 400)
    assert axis.low <= low
    assert axis.high >= high
    assert 2 <= len(axis.ticks) <= 8
    assert axis(axis.low) == 0
    assert axis(axis.high) == 400
