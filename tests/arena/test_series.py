"""A series folder: its rows are those of the games, whoever plays them and however often they are stopped."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from whistlestop import Game, load_board
from whistlestop.arena import series as series_module
from whistlestop.arena.play_games import play_bot_game, play_deals, play_games
from whistlestop.arena.rows import SCHEMA
from whistlestop.arena.series import (
    BadSeries,
    Series,
    games_done,
    new_series,
    open_series,
    part_files,
    read_series,
    run_series,
    summary_of,
)
from whistlestop.arena.simulate import CHUNK, Schedule, Summary, Workers, chunks, simulate
from whistlestop.engine.playout import MAX_TURNS, blank_playouts

SMALL = load_board("san-francisco")
PAIRS = [["random", "random"], ["greedy", "random"]]


def begun(folder: Path, games: int = 8, line_ups: list[list[str]] | None = None, seed: int = 3) -> Series:
    series = new_series("tournament", SMALL, line_ups or PAIRS, 2, games, seed)
    open_series(folder, series)
    return series


def played(folder: Path, workers: int = 1, **settings: Any) -> bytes:
    """The bytes of a whole series played without a stop."""
    begun(folder, **settings)
    for _ in run_series(folder, SMALL, Workers(workers)):
        pass
    return (folder / "games.parquet").read_bytes()


def stop_after(folder: Path, steps: int) -> None:
    running = run_series(folder, SMALL, Workers(1))
    for _ in range(steps):
        next(running)
    running.close()  # what Ctrl-C leads to


def test_the_bytes_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    assert played(tmp_path / "one") == played(tmp_path / "two", workers=2)


def test_a_stopped_series_goes_on_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "ROW_GROUP", 6)
    whole = played(tmp_path / "whole")
    folder = tmp_path / "stopped"
    series = begun(folder)
    stop_after(folder, 1)
    first = games_done(folder, series)
    monkeypatch.setattr(series_module, "FLUSH_SECONDS", -1.0)  # a part for every chunk
    stop_after(folder, 2)
    assert 0 < first < games_done(folder, series) < series.all_games
    assert len(part_files(folder)) == 3
    (folder / "part-000003.parquet.unfinished").write_bytes(b"cut off")  # as kill -9 may leave it
    assert played(folder, workers=2) == whole
    assert sorted(file.name for file in folder.iterdir()) == ["games.parquet", "series.json"]
    assert pq.read_metadata(folder / "games.parquet").num_row_groups > 1


def test_compiled_chunks_cut_anywhere_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings: dict[str, Any] = {"games": 600, "line_ups": [["random", "random"]]}
    whole = played(tmp_path / "whole", **settings)
    monkeypatch.setattr("whistlestop.arena.simulate.CHUNK", 74)
    begun(tmp_path / "cut", **settings)
    stop_after(tmp_path / "cut", 2)
    assert games_done(tmp_path / "cut", read_series(tmp_path / "cut")) == 148
    assert played(tmp_path / "cut", **settings) == whole


def test_an_interrupt_while_a_part_is_written_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played(tmp_path / "whole")
    begun(tmp_path / "hit")
    rename = Path.replace

    def renamed_then_hit(file: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", rename)
        rename(file, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(series_module, "FLUSH_SECONDS", -1.0)
    monkeypatch.setattr(Path, "replace", renamed_then_hit)
    with pytest.raises(KeyboardInterrupt):
        stop_after(tmp_path / "hit", 3)
    assert played(tmp_path / "hit") == whole


def test_rows_come_in_order_with_the_types_of_the_format(tmp_path: Path) -> None:
    played(tmp_path)
    table = pq.read_table(tmp_path / "games.parquet")
    assert table.schema.equals(SCHEMA)
    rows = table.to_pylist()
    keys = [(row["line_up"], row["number"], row["seating"], row["seat"]) for row in rows]
    assert keys == [(i, n, k, s) for i in range(2) for n in range(4) for k in range(2) for s in range(2)]
    for row in rows:
        assert row["bot"] == PAIRS[row["line_up"]][(row["seat"] + row["seating"]) % 2]


@pytest.mark.parametrize("bots", [["random", "random", "random"], ["greedy", "random", "greedy"]])
def test_every_row_can_be_replayed_from_its_seed_and_number(tmp_path: Path, bots: list[str]) -> None:
    """Compiled games and games in Python alike, with the very lists that the row has."""
    open_series(tmp_path, new_series("tournament", SMALL, [bots], 3, 6, 8))
    for _ in run_series(tmp_path, SMALL, Workers()):
        pass
    series = read_series(tmp_path)
    for row in pq.read_table(tmp_path / "games.parquet").to_pylist():
        game = play_bot_game(series.board(), series.bots(row["line_up"], row["seating"]), row["seed"], row["number"])
        assert_row_tells(row, game)


def assert_row_tells(row: dict[str, Any], game: Game) -> None:
    seat, view = row["seat"], game.view(row["seat"])
    assert {part: row[part] for part in game.scores()[seat]} == game.scores()[seat]
    assert row["win"] == (1 / len(game.winners()) if seat in game.winners() else 0)
    assert (row["turns"], row["actions"]) == (game.turn_count, game.version)
    board = game.board
    tickets = [(board.ticket_ids.index(ticket["id"]), ticket["is_complete"]) for ticket in view["tickets"]]
    assert row["kept"] == [number for number, _ in tickets]
    assert row["completed"] == [number for number, is_complete in tickets if is_complete]
    assert {board.route_ids[track] for track in row["claimed"]} == {r for r, s in view["claimed"].items() if s == seat}
    assert row["progress"] == points_after_own_turns(game, seat)


def points_after_own_turns(game: Game, seat: int) -> list[int]:
    """From playing the actions again and reading the position."""
    again = Game(game.board, game.players, game.seed, game.number)
    points = []
    for action in game.actions:
        turn, turns = again.to_play, again.turn_count
        again.apply(action)
        if again.turn_count > turns and turn == seat:
            points.append(again.position()["seats"][seat]["score"])
    return points


def test_a_game_with_more_turns_than_are_written_down() -> None:
    """The kernel stops writing at the last column; nothing else changes."""
    narrow = blank_playouts(3, 2, is_detailed=True)._replace(progress=blank_playouts(3, 2, True).progress[:, :5].copy())
    from whistlestop.bots.compiled import play_compiled

    play_compiled(SMALL, ["random", "random"], 1, 0, narrow)
    full = play_games(SMALL, ["random", "random"], 1, 0, 3, is_detailed=True)
    assert full.details is not None
    assert (full.scores == narrow.scores).all()
    assert (full.details.progress[:, :5] == narrow.progress).all()
    assert full.details.progress.shape == (3, MAX_TURNS)


def test_the_seatings_of_a_deal_lie_together() -> None:
    both = play_deals(SMALL, ["greedy", "random"], 2, 4, first=10, count=2)
    turned = play_games(SMALL, ["random", "greedy"], 4, 10, 2)
    assert both.scores[1::2].tolist() == turned.scores.tolist()


def test_chunks_cover_what_is_left_and_nothing_else() -> None:
    schedule = Schedule([["random"] * 2, ["greedy"] * 2], 2, 600, 0)
    for done in (0, 1, 599, 600, 601, 1200):
        deals = [(c.line_up, c.first + i) for c in chunks(SMALL, schedule, done) for i in range(c.deals)]
        assert deals == [(i, n) for i in range(2) for n in range(600)][done:]
    assert next(chunks(SMALL, schedule)).deals == CHUNK // 2


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 4}, "seed is 3 there and 4 here"),
        ({"games": 10}, "games is 8 there and 10 here"),
        ({"line_ups": [["random", "greedy"]]}, "line-ups is"),
    ],
)
def test_a_folder_with_other_settings_is_refused_by_name(tmp_path: Path, change: dict[str, Any], named: str) -> None:
    begun(tmp_path)
    with pytest.raises(BadSeries, match=named):
        begun(tmp_path, **change)


def test_other_code_and_other_maps_are_refused(tmp_path: Path) -> None:
    begun(tmp_path)
    file = tmp_path / "series.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    for key, named in (("code", "code of the engine or the bots"), ("map_file", "the map was another")):
        file.write_text(json.dumps({**content, key: "other"}), encoding="utf-8")
        with pytest.raises(BadSeries, match=named):
            begun(tmp_path)


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadSeries, match="not a series of games"):
        begun(tmp_path)
    (tmp_path / "series.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadSeries, match=r"series\.json"):
        begun(tmp_path)


def test_two_runs_in_a_folder_are_refused(tmp_path: Path) -> None:
    begun(tmp_path)
    running = run_series(tmp_path, SMALL, Workers())
    next(running)
    with pytest.raises(BadSeries, match="another run"):
        next(run_series(tmp_path, SMALL, Workers()))
    running.close()


def test_the_map_in_the_folder_is_the_one_that_was_played(tmp_path: Path) -> None:
    begun(tmp_path)
    assert (read_series(tmp_path).board().arrays == SMALL.arrays).all()


def test_the_summary_of_a_folder_is_that_of_its_games(tmp_path: Path) -> None:
    bots = ["random", "random"]
    open_series(tmp_path, new_series("simulate", SMALL, [bots], 1, 700, 2))
    for _ in run_series(tmp_path, SMALL, Workers()):
        pass
    summary = Summary(2)
    for chunk in simulate(SMALL, bots, 700, 2, Workers()):
        summary.add(chunk)
    assert summary_of(tmp_path).as_json() == summary.as_json()
    assert summary_of(tmp_path).actions == summary.actions
