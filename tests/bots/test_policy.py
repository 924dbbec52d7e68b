"""The policy: what it sees, how it puts the planner's scores right, its file, and how it learns."""

from pathlib import Path

import numpy as np
import pytest
from bench import train_policy
from bench.train_policy import Learner, Options, games_of

from tests.tables import played
from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.net_file import BadNet, OtherMap
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.choose import list_candidates
from whistlestop.bots.planner.memory import PlannerMemory, memory_at, weights_at
from whistlestop.bots.planner.weights import Weights, weights_for, weights_of
from whistlestop.bots.policy.inputs import CANDIDATE, FIRST_KEEP, SITUATION, Floats32
from whistlestop.bots.policy.learning import (
    LAST,
    ROWS,
    Rates,
    Work,
    judge_candidates,
    judge_situation,
    new_work,
    policy_of,
    trace_choice,
)
from whistlestop.bots.policy.net import (
    MARGIN,
    WIDTH,
    Policy,
    correct_scores,
    list_corrected,
    no_policy,
    soften_keeps,
)
from whistlestop.bots.policy.weights import HERE, read_policy, shipped_policy, write_policy
from whistlestop.bots.search.searcher import STANDARD, Budget, Searcher
from whistlestop.bots.search.versions import PRESENT, read_version, trial_names, version_names
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import State, state_at

TINY = Options(map="san-francisco", steps=3, games=16, judged=32, judge_every=2, workers=1)
NO_CURIOSITY = Rates(np.float32(0.9), np.float32(0))


def some_policy(seed: int = 1, size: float = 0.3, inputs: int = CANDIDATE) -> Policy:
    rng = np.random.default_rng(seed)
    shapes = (SITUATION, WIDTH), (inputs, WIDTH), (WIDTH,)
    return Policy(*(rng.normal(0, size, shape).astype(np.float32) for shape in shapes))


def choice(map_name: str, actions: int, players: int = 2) -> tuple[Board, State, Weights, PlannerMemory]:
    """A choice of a turn, with the planner's candidates in the memory; all of it plain Python."""
    game = played(map_name, players, 5, actions)
    assert game.to_play is not None
    state = complete_state(game.board, game.view(game.to_play))
    w, m = weights_at(weights_of(weights_for(game.board)), 0), memory_at(blank_memories(), 0)
    m.made_for = m.gain_for = -1
    s = state_at(state, 0)
    list_candidates(game.board.record, s, w, m)
    return game.board, s, w, m


@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
def test_a_policy_moves_the_scores_of_what_is_near_the_best_and_nothing_else(map_name: str) -> None:
    moved = 0
    for actions in range(12, 60, 4):
        board, s, w, m = choice(map_name, actions)
        if m.count < 2:
            continue
        before = m.score[: m.count].tolist()
        correct_scores(board.record, s, w, m, some_policy(size=1.0))
        best = max(before)
        for i, (old, new) in enumerate(zip(before, m.score[: m.count].tolist(), strict=True)):
            if old < best - MARGIN or i == before.index(best):
                assert new == old
            moved += new != old
    assert moved > 20


def scores_of_tickets(policy: Policy) -> list[int]:
    board, s, w, m = choice("usa", 0)
    list_corrected(board.record, s, w, m, policy)
    return [int(score) for score in m.score[: m.count]]


def test_a_policy_that_has_not_learned_tickets_leaves_them_to_the_planner() -> None:
    planned = scores_of_tickets(no_policy())
    assert len(planned) == 4  # at least two of three
    assert scores_of_tickets(some_policy(inputs=FIRST_KEEP)) == planned
    assert scores_of_tickets(some_policy(size=0.0)) == [score // 10 for score in planned]
    assert scores_of_tickets(some_policy(size=1.0)) != [score // 10 for score in planned]


def test_a_policy_sees_which_tickets_a_choice_keeps() -> None:
    """With a weight for nothing but their points, the choice with most of them gains most."""
    policy = some_policy(size=0.0)
    policy.candidate[FIRST_KEEP + 1, 0] = policy.last[0] = 10.0
    board, s, _, m = choice("usa", 0)
    points = []
    for action in m.action[: m.count].tolist():
        mask = action - board.record.first_keep + 1
        points.append(sum(int(board.record.ticket_points[s.offered[s.to_play, i]]) for i in range(3) if mask >> i & 1))
    planned = np.array(scores_of_tickets(some_policy(size=0.0)))
    near = planned >= planned.max() - MARGIN
    gains = (np.array(scores_of_tickets(policy)) - planned)[near]
    assert near.sum() > 1
    assert np.argsort(gains).tolist() == np.argsort(np.array(points)[near]).tolist()


def test_without_a_policy_the_planner_chooses() -> None:
    board, s, w, m = choice("usa", 30)
    before = m.score[: m.count].tolist()
    list_corrected(board.record, s, w, m, no_policy())
    assert m.score[: m.count].tolist() == before


def test_what_the_net_says_is_the_same_compiled_and_plain() -> None:
    """The root of a search lists candidates compiled; `correct_scores` here is plain Python."""
    for map_name in ("usa", "san-francisco"):
        for actions in (0, 30, 42, 55):
            game = played(map_name, 2, 5, actions)
            assert game.to_play is not None
            state = complete_state(game.board, game.view(game.to_play))
            searcher = Searcher(game.board, policy=some_policy())
            searcher.begin(state)
            found = searcher.result()
            board, s, w, m = choice(map_name, actions)
            list_corrected(board.record, s, w, m, some_policy())
            plain = dict(zip(m.action[: m.count].tolist(), m.score[: m.count].tolist(), strict=True))
            best = max(plain.values())
            for action, score in zip(found.action.tolist(), found.score.tolist(), strict=True):
                assert score == pytest.approx(plain[action] - best, abs=1)  # what is cut off to a whole number


@pytest.mark.parametrize("players", [2, 3])
def test_a_policy_changes_what_a_search_finds(players: int) -> None:
    game = played("usa", players, 5, 30)
    assert game.to_play is not None
    state = complete_state(game.board, game.view(game.to_play))
    margins = [
        Searcher(game.board, policy=policy).search(state, seed_base("t", 1), Budget(playouts=32)).margin.tolist()
        for policy in (some_policy(size=1.0), no_policy(), None)
    ]
    assert margins[0] != margins[1] == margins[2]


def log_chance(board: Board, s: State, w: Weights, m: PlannerMemory, learned: Floats32, chosen: int) -> float:
    work = new_work(2)
    judge_candidates(board.record, s, w, m, policy_of(learned), work)
    return float(np.log(work.chance[chosen]))


def worth(learned: Floats32, work: Work) -> float:
    return float(judge_situation(learned, work))


@pytest.mark.parametrize("actions", [0, 42])
def test_a_trace_is_the_slope_of_a_choice_and_of_the_critic(actions: int) -> None:
    board, s, w, m = choice("usa", actions)
    soften_keeps(s, m)
    rng = np.random.default_rng(3)
    learned = rng.normal(0, 0.3, (ROWS, WIDTH)).astype(np.float32)
    work, gradient = new_work(2), np.zeros((ROWS, WIDTH), np.float32)
    judge_candidates(board.record, s, w, m, policy_of(learned), work)
    judge_situation(learned, work)
    assert m.count > 1
    chosen = 1
    trace_choice(learned, chosen, m.count, NO_CURIOSITY, work, work.traces[0], gradient)
    assert not gradient.any()
    for row in (
        0,
        2,
        18,
        SITUATION,
        SITUATION + 1,
        SITUATION + FIRST_KEEP + 1,
        LAST,
        *rng.integers(0, LAST, 10).tolist(),
        LAST + 3,
        ROWS - 1,
    ):
        unit, step = int(rng.integers(WIDTH)), np.float32(1e-2)
        ends = []
        for change in (step, -step):
            other = learned.copy()
            other[row, unit] += change
            ends.append(log_chance(board, s, w, m, other, chosen) if row <= LAST else worth(other, work))
        slope = (ends[0] - ends[1]) / (2 * float(step))
        assert float(work.traces[0, row, unit]) == pytest.approx(slope, abs=2e-2)


def test_a_tiny_training_run_gives_the_same_policy_again_also_when_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = TINY._replace(folder=tmp_path / "1", out=tmp_path / "1.npz", workers=2)
    train_policy.main(whole)
    stopped = TINY._replace(folder=tmp_path / "2", out=tmp_path / "2.npz")
    with monkeypatch.context() as context:

        def stop(*_: object) -> None:
            raise KeyboardInterrupt

        context.setattr(train_policy.Games, "judge", stop)
        with pytest.raises(KeyboardInterrupt):
            train_policy.main(stopped)
    assert not (tmp_path / "2.npz").exists()
    train_policy.main(stopped)
    board = load_board("san-francisco")
    first, second = (read_policy(tmp_path / name, board) for name in ("1.npz", "2.npz"))
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_it_begins_as_the_planner() -> None:
    kernels.require("game", "bots", "training")
    with games_of(TINY._replace(judged=64)) as games:
        assert games.judge(Learner(1).policy).value == pytest.approx(0.5)


@pytest.mark.parametrize(("map_name", "has_policy"), [("usa", True), ("san-francisco", True), ("amber-lake", False)])
def test_todays_search_has_policies_where_they_were_learned(map_name: str, has_policy: bool) -> None:
    searcher = PRESENT.searcher(load_board(map_name))
    assert (searcher.policy.last.size > 0) is has_policy
    assert searcher.belief == (PRESENT.policy_belief if has_policy else STANDARD)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
def test_policies_that_come_with_the_package_beat_the_planner(map_name: str, players: int) -> None:
    assert PRESENT.policies
    name = PRESENT.policies[map_name]
    kernels.require("game", "bots", "training")
    policy = shipped_policy(name, load_board(map_name))
    assert policy is not None
    assert (HERE / f"{name}.npz").stat().st_size <= 2_000_000
    with games_of(Options(map=map_name, players=players, judged=1200, seed=77)) as games:
        assert games.judge(policy).low > 1 / players


def test_every_policy_in_the_package_is_somebodys() -> None:
    versions = [read_version(name) for name in ("search", *version_names(), *trial_names())]
    used = {file for version in versions for file in (version.policies or {}).values()}
    assert used == {path.stem for path in HERE.glob("*.npz")}


def test_a_policy_is_checked_when_it_is_read(tmp_path: Path) -> None:
    board, path = load_board("usa"), tmp_path / "policy.npz"
    before_keeps = some_policy(inputs=FIRST_KEEP)
    write_policy(path, board, before_keeps)
    assert np.array_equal(read_policy(path, board).candidate, before_keeps.candidate)
    good = some_policy()
    write_policy(path, board, good)
    assert all(np.array_equal(a, b) for a, b in zip(read_policy(path, board), good, strict=True))
    with pytest.raises(OtherMap, match="another map"):
        read_policy(path, load_board("san-francisco"))
    write_policy(path, board, good._replace(candidate=good.candidate[1:]))
    with pytest.raises(BadNet, match="candidate has the shape"):
        read_policy(path, board)
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(BadNet, match="can be read"):
        read_policy(path, board)
