"""The critic: what it says of a situation, its file, playouts that it cuts short, and a tiny training run."""

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
from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.bots.planner.plan import update_plan
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.critic import MOST_RIVAL_ROWS, Critic, see_rivals, value_of_situation
from whistlestop.bots.policy.inputs import SITUATION
from whistlestop.bots.policy.net import WIDTH
from whistlestop.bots.policy.places import HELD, row_count, ticket_row
from whistlestop.bots.policy.weights import HERE, read_critic, shipped_critic, shipped_policy, write_critic
from whistlestop.bots.search.searcher import STANDARD, Budget, Cut, Searcher
from whistlestop.bots.search.versions import PRESENT, ShortPlayouts, Version
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import state_at
from whistlestop.kernels.structs import Records

TINY = Options(map="san-francisco", steps=3, games=16, judged=32, judge_every=2, workers=1)
DEALS = Budget(playouts=32)


def blank_critic(board: Board) -> Critic:
    """One that gives everybody half of a win."""
    places = row_count(len(board.tracks), len(board.ticket_ids))
    shapes = (SITUATION, WIDTH), (places, WIDTH), (SITUATION, WIDTH), (places, WIDTH), (WIDTH,)
    return Critic(*(np.zeros(shape, np.float32) for shape in shapes))


def constant_critic(board: Board, worth: float) -> Critic:
    """One that gives the seat to play so much more than half of a win, whatever it sees."""
    critic = blank_critic(board)
    critic.situation[0, 0], critic.last[0] = 1.0, worth
    return critic


def state_of(map_name: str, players: int, actions: int) -> tuple[Board, Records]:
    game = played(map_name, players, 5, actions)
    assert game.to_play is not None
    return game.board, complete_state(game.board, game.view(game.to_play))


@pytest.mark.parametrize("players", [2, 3])
def test_a_playout_that_is_cut_is_worth_what_the_critic_gives_us_at_our_next_turn(players: int) -> None:
    board, state = state_of("usa", players, 52)
    assert len(set(state["pieces"][0, :players].tolist())) == players  # so that others' turns would have other numbers
    critic = blank_critic(board)
    critic.situation[1, 0], critic.last[0] = board.record.pieces, 0.01  # a hundredth for each piece that is left
    searcher = Searcher(board, cuts={players: Cut(critic, 1, 1.0, STANDARD)})
    searcher.search(state, seed_base("t", 1), DEALS)
    found = searcher.result()
    assert (found.visits > 0).sum() > 1
    for branch in np.flatnonzero(found.visits):
        action = found.action[branch]
        left = int(state["pieces"][0, state["to_play"][0]])
        if action >= board.record.first_claim:
            left -= int(board.record.route_length[board.record.claim_route[action]])
        assert searcher.tree["values"][0, branch, 0] == pytest.approx(5000 + 100 * left, abs=1)
    searcher = Searcher(board, cuts={players: Cut(constant_critic(board, 7.0), 2, 1.0, STANDARD)})
    searcher.search(state, seed_base("t", 1), DEALS)
    assert set(searcher.tree["values"][0, 0, :4].tolist()) == {10_000}  # nobody can hope for more


def test_games_that_end_before_the_cut_count_as_they_ended() -> None:
    board, state = state_of("usa", 2, 30)
    late = Cut(constant_critic(board, 0.5), 10_000, 1.0, STANDARD)
    found = [
        Searcher(board, cuts=cuts).search(state, seed_base("t", 1), DEALS).lead.tolist() for cuts in ({2: late}, {})
    ]
    assert found[0] == found[1]
    assert any(found[0])


def test_tables_without_a_critic_of_their_own_play_to_the_end() -> None:
    board, state = state_of("usa", 3, 30)
    searcher = Searcher(board, cuts={2: Cut(constant_critic(board, 0.5), 2, 1.0, STANDARD._replace(noise=0.1))})
    whole = Searcher(board)
    found = [each.search(state, seed_base("t", 1), DEALS).lead.tolist() for each in (searcher, whole)]
    assert found[0] == found[1]
    assert searcher.belief == STANDARD


def test_who_has_time_plays_to_the_end() -> None:
    board, state = state_of("usa", 2, 30)
    searcher = Searcher(board, cuts={2: Cut(constant_critic(board, 0.5), 2, 0.5, STANDARD._replace(noise=0.1))})
    for seconds, is_cut in ((0.2, True), (0.5, True), (0.6, False)):
        searcher.begin(state, seed_base("t", 1), seconds)
        searcher.grow(seed_base("t", 1), 4)
        assert (set(searcher.tree["values"][0, 0, :2].tolist()) == {10_000}) is is_cut
        assert (searcher.belief == STANDARD) is not is_cut


def test_a_critic_sees_the_tickets_of_all_who_have_a_plan() -> None:
    game = played("usa", 3, 5, 42)
    board, s = game.board, state_at(game.state, 0)
    weights, memories = np.concatenate([weights_of(weights_for(board))] * s.seats), blank_memories()
    tickets: list[int] = []
    for seat in range(s.seats):
        reset_memory(memory_at(memories, seat))
        kept = zip(s.kept[: s.kept_count].tolist(), s.kept_by.tolist(), strict=False)
        tickets.append(next(ticket for ticket, by in kept if by == (s.to_play + seat) % s.seats))
    critic = blank_critic(board)
    for unit, ticket in enumerate(tickets):
        layer = critic.places if unit == 0 else critic.rival_places
        layer[ticket_row(board.record, HELD, ticket), unit] = 1.0
    critic.last[:3] = 0.25, -0.125, -0.0625
    values = [value_of_situation(board.record, s, weights, memories, critic)]
    for step in (1, 2):
        other = (s.to_play + step) % s.seats
        update_plan(board.record, s, other, weights_at(weights, other), memory_at(memories, other))
        values.append(value_of_situation(board.record, s, weights, memories, critic))
    assert values == [0.75, 0.625, 0.5625]


def test_what_others_see_is_added_up() -> None:
    game = played("usa", 3, 5, 42)
    board, s, memories = game.board, state_at(game.state, 0), blank_memories()
    weights = weights_of(weights_for(board))
    seen = []
    for wanted in ({1}, {2}, {1, 2}):
        for seat in range(s.seats):
            reset_memory(memory_at(memories, seat))
        for step in wanted:
            other = (s.to_play + step) % s.seats
            update_plan(board.record, s, other, weights_at(weights, 0), memory_at(memories, other))
        x, rows = np.ones(SITUATION, np.float32), np.zeros(MOST_RIVAL_ROWS, np.int64)
        count = see_rivals(board.record, s, memories, x, rows)
        seen.append((x, sorted(rows[:count].tolist())))
    assert seen[2][0] == pytest.approx(seen[0][0] + seen[1][0])
    assert seen[2][1] == sorted(seen[0][1] + seen[1][1])
    assert seen[0][1] != seen[1][1]


def test_a_critic_is_checked_when_it_is_read(tmp_path: Path) -> None:
    board, path = load_board("usa"), tmp_path / "critic.npz"
    good = constant_critic(board, 0.25)
    write_critic(path, board, good)
    assert all(np.array_equal(a, b) for a, b in zip(read_critic(path, board), good, strict=True))
    with pytest.raises(OtherMap, match="another map"):
        read_critic(path, load_board("san-francisco"))
    write_critic(path, board, good._replace(rival=good.rival[1:]))
    with pytest.raises(BadNet, match="rival has the shape"):
        read_critic(path, board)
    write_critic(path, board, good._replace(last=good.last + np.inf))
    with pytest.raises(BadNet, match="last has numbers that are not finite"):
        read_critic(path, board)
    write_critic(path, board, good)
    with np.load(path) as file:
        content = dict(file)
    content["last"] = content["last"] + 1
    np.savez(path, **content)
    with pytest.raises(BadNet, match="checksum"):
        read_critic(path, board)


@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
def test_critics_that_come_with_the_package_know_something_of_what_comes(map_name: str) -> None:
    kernels.require("game", "bots", "training")
    assert PRESENT.policies
    assert PRESENT.short_playouts
    board, name = load_board(map_name), PRESENT.short_playouts[map_name, 2].critic
    critic, policy = shipped_critic(name, board), shipped_policy(PRESENT.policies[map_name, 2], board)
    assert critic is not None
    assert (HERE / f"{name}.npz").stat().st_size <= 2_000_000
    with games_of(Options(map=map_name, judged=400, seed=77)) as games:
        learner = Learner(board, 1, policy)
        for layer, known in zip(learner.nets.critic, critic, strict=True):
            layer[:] = known
        assert games.known(learner) > 0.15


def test_a_map_of_ones_own_has_whole_playouts() -> None:
    assert PRESENT.short_playouts
    usa = PRESENT.short_playouts["usa", 2]
    version = Version(short_playouts={("amber-lake", 2): ShortPlayouts(usa.critic, 10, 1.0, 0.1, 0.02)})
    assert version.cuts_for(load_board("amber-lake")) == {}  # the critic is not for it
    assert version.cuts_for(load_board("san-francisco")) == {}


def test_a_tiny_training_run_learns_the_critic_and_leaves_the_policy_alone(tmp_path: Path) -> None:
    board = load_board("san-francisco")
    policy = HERE / "san-francisco-3.npz"
    options = TINY._replace(critic_of=policy, folder=tmp_path)
    for name in ("1.npz", "2.npz"):
        train_policy.main(options._replace(out=tmp_path / name, folder=tmp_path / name.partition(".")[0]))
    first, second = (read_critic(tmp_path / name, board) for name in ("1.npz", "2.npz"))
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert first.last.any()
    with games_of(options) as games:
        learner = Learner(board, 1, games.begin, critic_only=True)
        learner.learn(games.gradient(learner, 1.0), 1.0)
        shipped = shipped_policy("san-francisco-3", board)
        assert shipped is not None
        assert all(np.array_equal(a, b) for a, b in zip(learner.policy, shipped, strict=True))
