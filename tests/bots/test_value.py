"""The value net: what it sees of a state, its file, playouts that end early by it, and a tiny training run."""

import math
from pathlib import Path

import numpy as np
import pytest
from bench import train_value
from bench.train_value import Options

from tests.tables import played
from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.net_file import BadNet, OtherMap
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.search.searcher import STANDARD, Budget, Cut, Searcher
from whistlestop.bots.search.versions import ShortPlayouts, Version, read_version
from whistlestop.bots.value.inputs import SEAT_NUMBERS, SEATS, describe
from whistlestop.bots.value.net import Net, evaluate, sigmoid
from whistlestop.bots.value.weights import (
    HERE,
    input_count,
    read_net,
    row_count,
    shipped_net,
    write_net,
)
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import state_at
from whistlestop.kernels.structs import Records

TINY = Options(games=60, epochs=3, width=8, depth=4, workers=2, chunk=20, test_chunks=1, batch=64, judged=6)


def constant_net(board: Board, win: float, margin: float) -> Net:
    """One that says the same of every state: these logits for the seat to play."""
    first, second = np.zeros((row_count(board), 2), np.float32), np.zeros((2, 2), np.float32)
    last, zeros = np.zeros((2, 2), np.float32), np.zeros(2, np.float32)
    return Net(first, zeros, second, zeros, last, np.array([win, margin], np.float32))


def state_of(map_name: str, players: int, actions: int) -> tuple[Board, Records]:
    game = played(map_name, players, 5, actions)
    assert game.to_play is not None
    return game.board, complete_state(game.board, game.view(game.to_play))


def test_a_playout_that_ends_early_is_worth_what_the_net_says_to_our_seat() -> None:
    board, state = state_of("usa", 2, 30)
    for turns, sign in ((2, 1), (3, -1)):  # after two turns it is ours again, after three the other one's
        cut = Cut(constant_net(board, 1.0, 0.5), turns, STANDARD)
        found = Searcher(board, cut=cut).search(state, seed_base("t", 1), Budget(playouts=32))
        win, margin = 1 / (1 + math.exp(-sign)), 20 * sign * 0.5
        assert found.wins.sum() / found.visits.sum() == pytest.approx(win, abs=0.001)
        assert found.margin.sum() / found.visits.sum() == pytest.approx(margin)


def test_only_who_wants_short_playouts_has_their_kernels_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[tuple[str, ...]] = []
    monkeypatch.setattr(kernels, "require", lambda *groups: wanted.append(groups))
    for name, map_name in (
        ("search@1", "usa"),
        ("expert-1@1", "usa"),
        ("trial-value@1", "usa"),
        ("trial-value@1", "san-francisco"),
    ):
        make_bot(name, load_board(map_name), 1)
    assert wanted == [("game", "bots"), ("game", "bots"), ("game", "bots", "value"), ("game", "bots")]


def test_games_that_end_before_the_cut_count_as_they_ended() -> None:
    board, state = state_of("usa", 2, 30)
    late = Cut(constant_net(board, 9.0, 9.0), 10_000, STANDARD)
    found = [
        Searcher(board, cut=cut).search(state, seed_base("t", 1), Budget(playouts=32)).margin.tolist()
        for cut in (late, None)
    ]
    assert found[0] == found[1]


def test_with_three_players_playouts_are_played_to_the_end() -> None:
    board, state = state_of("usa", 3, 30)
    searcher = Searcher(board, cut=Cut(constant_net(board, 9.0, 9.0), 2, STANDARD._replace(noise=0.1)))
    whole = Searcher(board)
    found = [each.search(state, seed_base("t", 1), Budget(playouts=32)).margin.tolist() for each in (searcher, whole)]
    assert found[0] == found[1]
    assert searcher.belief == STANDARD


def test_the_kernels_say_what_training_says() -> None:
    """`evaluate` and `forward` are two ways to compute one thing; `describe` compiled is `describe` in plain Python."""
    board = load_board("usa")
    states, kept = train_value.play_chunk(board, 3, 0, games=8, keep=8)
    scale = train_value.Scale.of(states.numbers)
    net = train_value.new_net(row_count(board), 8, 4, np.random.default_rng(1))
    said = train_value.forward(net, train_value.rows_of(states, scale, slice(0, 8)))[2]
    weights = np.concatenate([weights_of(weights_for(board))] * SEATS)
    for i in range(8):
        x, logits = np.zeros(input_count(board), np.int64), np.zeros(2, np.float32)
        describe(board.record, state_at(kept, i), weights, blank_memories(), 0, x)
        assert x.tolist() == [*states.numbers[i].tolist(), *states.flags[i].tolist()]
        evaluate(train_value.for_integers(net, scale), x, logits)
        assert [sigmoid(float(logit)) for logit in logits] == pytest.approx(said[i].tolist(), abs=1e-4)


def test_a_net_is_checked_when_it_is_read(tmp_path: Path) -> None:
    board, path = load_board("usa"), tmp_path / "net.npz"
    good = constant_net(board, 0.0, 0.0)
    write_net(path, board, good)
    assert all(np.array_equal(a, b) for a, b in zip(read_net(path, board), good, strict=True))
    with pytest.raises(OtherMap, match="another map"):
        read_net(path, load_board("san-francisco"))
    write_net(path, board, good._replace(first=good.first[1:]))
    with pytest.raises(BadNet, match="first has the shape"):
        read_net(path, board)
    write_net(path, board, good._replace(last=good.last + np.inf))
    with pytest.raises(BadNet, match="last has numbers that are not finite"):
        read_net(path, board)
    write_net(path, board, good)
    with np.load(path) as file:
        content = dict(file)
    content["last"] = content["last"] + 1
    np.savez(path, **content)
    with pytest.raises(BadNet, match="checksum"):
        read_net(path, board)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(BadNet, match="can be read"):
        read_net(path, board)
    with pytest.raises(BadNet, match="can be read"):
        read_net(tmp_path / "none.npz", board)


def test_nets_that_come_with_the_package_fit_their_maps() -> None:
    short = read_version("trial-value").short_playouts
    assert short
    assert {keys.net for keys in short.values()} == {path.stem for path in HERE.glob("*.npz")}
    for map_name, keys in short.items():
        assert shipped_net(keys.net, load_board(map_name)) is not None
        assert (HERE / f"{keys.net}.npz").stat().st_size <= 2_000_000


def test_a_map_of_ones_own_has_whole_playouts() -> None:
    version = Version(short_playouts={"amber-lake": ShortPlayouts("usa-1", 10, 0.1, 0.03)})
    assert version.cut_for(load_board("amber-lake")) is None  # the net is not for it
    assert version.cut_for(load_board("san-francisco")) is None


def test_a_tiny_training_run_gives_the_same_net_again_also_when_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nets = [tmp_path / "1.npz", tmp_path / "2.npz"]
    train_value.main(TINY._replace(folder=tmp_path / "1", out=nets[0]))
    stopped = TINY._replace(folder=tmp_path / "2", out=nets[1])
    with monkeypatch.context() as context:
        save = train_value.save_checkpoint

        def save_and_stop(*arguments: object) -> None:
            save(*arguments)  # type: ignore[arg-type]
            raise KeyboardInterrupt

        context.setattr(train_value, "save_checkpoint", save_and_stop)
        with pytest.raises(KeyboardInterrupt):
            train_value.main(stopped)
    assert not nets[1].exists()
    train_value.main(stopped)
    first, second = (read_net(path, load_board("usa")) for path in nets)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_what_it_learns_from_is_told_from_the_seat_to_play() -> None:
    board = load_board("usa")
    states, kept = train_value.play_chunk(board, 3, 0, games=20, keep=40)
    assert len(states.results) > 40
    for i in range(40):
        seat = int(kept["to_play"][i])
        assert states.numbers[i, 0] == kept["score"][i, seat]
        assert states.numbers[i, SEAT_NUMBERS] == kept["score"][i, 1 - seat]
    results, leads = states.results[:, 0], states.results[:, 1]
    assert set(results.tolist()) <= {0, 1, 2}
    assert (results[leads > 0] == 2).all()
    assert (results[leads < 0] == 0).all()
