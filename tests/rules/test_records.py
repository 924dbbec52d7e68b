"""Records: a game comes back from its text, whatever the generator does, and a tampered text is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.kernels.structs import IntArray

from .scene import at_every_table, play_on, san_francisco, texts, usa, write_lakeside


def played(map: str | Path, players: int, actions: int = 100_000) -> ws.Game:
    game = ws.Game(map, players, seed=1)
    play_on(game, seed=1, actions=actions)
    return game


def assert_same_but_for_the_shuffle(game: ws.Game, other: ws.Game) -> None:
    """Only the order of the deck may differ, because another generator has shuffled it."""
    first, second = game.position(), other.position()
    assert sorted(first.pop("deck")) == sorted(second.pop("deck"))
    assert first == second
    assert game.history == other.history
    assert game.record().splitlines()[-1] == other.record().splitlines()[-1]


@at_every_table
def test_a_running_game_comes_back_from_its_record(map: str, players: int) -> None:
    for actions in (0, 1, players + 3, 90):
        game = played(map, players, actions)
        again = ws.Game.from_record(game.record())
        assert again.position() == game.position()
        assert again.history == game.history
        assert again.actions == game.actions
        assert again.record() == game.record()
        play_on(game, seed=3)
        play_on(again, seed=3)
        assert again.position() == game.position(), "with the same seed also the future is the same"


@at_every_table
def test_a_finished_game_comes_back_from_its_record(map: str, players: int) -> None:
    game = played(map, players)
    assert game.is_over
    again = ws.Game.from_record(game.record())
    assert (again.position(), again.scores(), again.winners()) == (game.position(), game.scores(), game.winners())
    assert game.record().splitlines()[-1] == f"result {' '.join(str(score['total']) for score in game.scores())}"


def test_a_game_from_a_position_has_a_record_too() -> None:
    start = usa(players=3).with_hand(0, red=4).with_claimed("denver/omaha", by=1).position()
    for seed in (None, 5):
        game = ws.Game.from_position(start, seed=seed)
        play_on(game, seed=2, actions=120)
        again = ws.Game.from_record(game.record())
        assert_same_but_for_the_shuffle(game, again)
        assert again.record() == game.record()


@at_every_table
def test_a_record_replays_although_the_seed_is_another(map: str, players: int) -> None:
    game = played(map, players)
    assert "reshuffle" in {event.name for event in game.history}, "this game does not show what it should"
    for line in ("seed 18 0\n", ""):
        record = game.record().replace("seed 1 0\n", line)
        assert record != game.record()
        assert_same_but_for_the_shuffle(game, ws.Game.from_record(record))


def test_a_record_replays_although_the_generator_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("san-francisco", 3)

    def other_base(purpose: str, seed: int) -> IntArray:
        return np.array([len(purpose), seed & 0xFFFF, 3, 4, 5, 6, 7, 8], np.int64)

    monkeypatch.setattr("whistlestop.game.game.seed_base", other_base)
    assert ws.Game("san-francisco", 3, seed=1).position() != ws.Game.from_record(game.record()).position()
    assert_same_but_for_the_shuffle(game, ws.Game.from_record(game.record()))


SWEEP = ("wild", "red", "wild", "wild", "blue")


def test_a_sweep_and_a_reshuffle_in_one_action_replay() -> None:
    game = san_francisco().with_cards(row=("red", "wild", "wild", "blue", "green"), deck=("wild", *SWEEP))
    events = game.apply("draw red")
    assert {"sweep", "reshuffle"} <= {event.name for event in events}
    assert_same_but_for_the_shuffle(game, ws.Game.from_record(game.record()))


def tampered(old: str, new: str) -> str:
    """The record of a short game in which one text stands for another."""
    start = usa().with_row("red", "blue", "green", "black", "orange").with_next("purple", "white")
    game = ws.Game.from_position(start.position())
    for text in ("draw red", "draw deck", "draw deck", "draw deck"):
        game.apply(text)
    record = game.record()
    assert record.splitlines()[3:] == ["0 draw red > purple", "0 draw deck > white", *record.splitlines()[5:]]
    assert record.count(old) >= 1, record
    return record.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("whistlestop-record 1", "whistlestop-record 2", "line 1"),
        ("whistlestop-record 1", "PGN", "line 1"),
        ("0 draw red > purple", "1 draw red > purple", "line 4: seat 1"),
        ("0 draw red > purple", "0 draw wild > purple", "line 4: R2.2"),
        ("0 draw red > purple", "0 draw red > pink", "line 4: 'pink'"),
        ("0 draw red > purple", "0 draw red", "line 4"),
        ("0 draw red > purple", "0 draw red > purple purple", "line 4"),
        ("0 draw red > purple", "0 dance", "line 4"),
        ("0 draw deck > white", "0 draw deck > " + "white " * 60, "line 5"),
        ("0 draw deck > white", "0 tickets", "line 5: R2.2"),
        ("0 draw red > purple", "hello", "line 4: 'hello'"),
        ("0 draw red > purple", "start {}", "line 4"),
        ("start {", "start [", "start"),
        ("start {", "start 7 {", "start"),
        ('"players":2', '"players":9', "start: players: 9"),
        ('"red"', '"blue"', "start: cards"),
        ("map usa ", "map usa x", "map"),
        ("map usa ", "map atlantis ", "atlantis"),
        ("map usa", "usa", "line 2"),
        ("start {", "seed\nstart {", "seed"),
        ("start {", "seed x 0\nstart {", "seed"),
        ("start {", "seed 1 99999999999999999999999\nstart {", "seed"),
    ],
)
def test_a_tampered_record_is_refused_and_the_line_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ws.BadRecord) as refusal:
        ws.Game.from_record(tampered(old, new))
    assert message in str(refusal.value)


def test_a_card_that_is_not_in_the_deck_cant_have_come_from_it() -> None:
    game = ws.Game.from_position(usa().with_hand(1, wild=14).position())
    game.apply("draw deck")
    record = game.record()
    card = record.splitlines()[-1].split()[-1]
    with pytest.raises(ws.BadRecord, match="line 4"):
        ws.Game.from_record(record.removesuffix(f"{card}\n") + "wild\n")


def test_a_result_that_is_not_the_games_is_refused() -> None:
    game = played("san-francisco", 2)
    totals = [score["total"] for score in game.scores()]
    wrong = f"result {totals[0] + 1} {totals[1]}"
    for record in (
        game.record().replace(f"result {totals[0]} {totals[1]}", wrong),
        played("san-francisco", 2, actions=30).record() + wrong + "\n",
        "\n".join(line for line in game.record().splitlines() if line != str(game.record().splitlines()[-2])),
    ):
        with pytest.raises(ws.BadRecord, match="result"):
            ws.Game.from_record(record)


def test_nothing_is_played_after_the_end() -> None:
    game = played("san-francisco", 2)
    lines = game.record().splitlines()
    lines.insert(-1, "0 pass")
    with pytest.raises(ws.BadRecord, match=f"line {len(lines) - 1}"):
        ws.Game.from_record("\n".join(lines))


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "whistlestop-record 1", "whistlestop-record 1\nmap usa"])
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(ws.BadRecord):
        ws.Game.from_record(text)


def test_a_record_survives_spaces_and_line_ends_of_other_systems() -> None:
    game = played("usa", 2, actions=30)
    assert ws.Game.from_record(game.record().replace("\n", "\r\n") + "\r\n").position() == game.position()


def test_a_record_of_a_map_of_our_own_needs_no_map_file(tmp_path: Path) -> None:
    path = write_lakeside(tmp_path)
    running, finished = played(path, 2, actions=12), played(path, 2)
    assert finished.is_over
    path.unlink()
    for game in (running, finished):
        again = ws.Game.from_record(game.record())
        assert (again.position(), again.scores(), texts(again)) == (game.position(), game.scores(), texts(game))


def test_a_record_whose_map_was_changed_is_refused(tmp_path: Path) -> None:
    record = played(write_lakeside(tmp_path), 2, actions=12).record()
    with pytest.raises(ws.BadRecord, match="map"):
        ws.Game.from_record(record.replace('"pieces":12', '"pieces":14', 1))
    with pytest.raises(ws.BadRecord, match="board"):
        ws.Game.from_record(record.replace('"pieces":12', '"pieces":"many"', 1))
    without = "\n".join(line for line in record.splitlines() if not line.startswith("board "))
    with pytest.raises(ws.BadRecord, match="no board line"):
        ws.Game.from_record(without)


def test_a_board_in_a_record_is_checked_like_any_map(tmp_path: Path) -> None:
    """A record may come from anywhere; a board beyond the engine's bounds must not reach the kernels."""
    record = ws.Game(write_lakeside(tmp_path), 2, seed=5).record()
    lines = record.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("board "))
    board = json.loads(lines[at].removeprefix("board "))
    board["rules"]["cards"]["wild"] = 10_000
    lines[at] = f"board {json.dumps(board)}"
    with pytest.raises(ws.BadRecord, match="at most 160"):
        ws.Game.from_record("\n".join(lines))
