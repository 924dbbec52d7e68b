"""The policy: what it sees, how it puts the planner's scores right, its file, and how it learns."""

from pathlib import Path

import numpy as np
import pytest
from bench import train_policy
from bench.train_policy import Learner, Options, games_of

from tests.rules.scene import usa
from tests.tables import played
from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots.compiled import seat_agents
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.net_file import BadNet, OtherMap
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.choose import list_candidates
from whistlestop.bots.planner.memory import PlannerMemory, memory_at, reset_memory, weights_at
from whistlestop.bots.planner.plan import update_plan
from whistlestop.bots.planner.weights import Weights, weights_for, weights_of
from whistlestop.bots.policy.bot import PolicyBot
from whistlestop.bots.policy.critic import MOST_RIVAL_ROWS, see_rivals
from whistlestop.bots.policy.inputs import CANDIDATE, FIRST_JOIN, FIRST_KEEP, FIRST_TRAIL, SITUATION
from whistlestop.bots.policy.learning import (
    Work,
    ask_critic,
    credit_choices,
    judge_candidates,
    nets_in,
    new_work,
    rows_of_nets,
    teach_critic,
    teach_policy,
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
from whistlestop.bots.policy.places import (
    HELD,
    KEEP,
    MOST_ROWS,
    OURS,
    PLANNED,
    RIVALS,
    list_own_rows,
    list_rows,
    route_row,
    row_count,
    ticket_row,
)
from whistlestop.bots.policy.trails import update_trails, write_join
from whistlestop.bots.policy.weights import HERE, read_policy, shipped_policy, write_policy
from whistlestop.bots.search.searcher import STANDARD, Budget, Searcher
from whistlestop.bots.search.versions import PRESENT, read_version, version_names
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import State, state_at
from whistlestop.envs.opponents import seat_opponents
from whistlestop.kernels.structs import Floats32

TINY = Options(map="san-francisco", steps=3, games=16, judged=32, judge_every=2, workers=1)


def places_of(board: Board) -> int:
    return row_count(len(board.tracks), len(board.ticket_ids))


def some_policy(map_name: str = "usa", size: float = 0.3, inputs: int = CANDIDATE) -> Policy:
    rng = np.random.default_rng(1)
    situation, rows = (SITUATION, places_of(load_board(map_name))) if inputs == CANDIDATE else (FIRST_TRAIL, 0)
    shapes = (situation, WIDTH), (inputs, WIDTH), (rows, WIDTH if rows else 0), (WIDTH,)
    return Policy(*(rng.normal(0, size, shape).astype(np.float32) for shape in shapes))


def choice(map_name: str, actions: int, players: int = 2) -> tuple[Board, State, Weights, PlannerMemory]:
    """A choice of a turn, with the planner's candidates in the memory; all of it plain Python."""
    game = played(map_name, players, 5, actions)
    assert game.to_play is not None
    state = complete_state(game.board, game.view(game.to_play))
    w, m = weights_at(weights_of(weights_for(game.board)), 0), memory_at(blank_memories(), 0)
    reset_memory(m)
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
        correct_scores(board.record, s, w, m, some_policy(map_name, size=1.0))
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
            searcher = Searcher(game.board, policies={2: some_policy(map_name)})
            searcher.begin(state, seed_base("t", 1))
            found = searcher.result()
            board, s, w, m = choice(map_name, actions)
            list_corrected(board.record, s, w, m, some_policy(map_name))
            plain = dict(zip(m.action[: m.count].tolist(), m.score[: m.count].tolist(), strict=True))
            best = max(plain.values())
            for action, score in zip(found.action.tolist(), found.score.tolist(), strict=True):
                assert score == pytest.approx(plain[action] - best, abs=1)  # what is cut off to a whole number


@pytest.mark.parametrize("players", [2, 3])
def test_a_policy_changes_what_a_search_finds(players: int) -> None:
    game = played("usa", players, 5, 30)
    assert game.to_play is not None
    state = complete_state(game.board, game.view(game.to_play))
    leads = [
        Searcher(game.board, policies=policies).search(state, seed_base("t", 1), Budget(playouts=32)).lead.tolist()
        for policies in ({players: some_policy(size=1.0)}, {players: no_policy()}, None)
    ]
    assert leads[0] != leads[1] == leads[2]


def test_rows_say_whose_routes_and_which_tickets_a_situation_has() -> None:
    board, s, _, m = choice("usa", 60)
    rows = np.zeros(MOST_ROWS, np.int64)
    listed = rows[: list_rows(board.record, s, s.to_play, m, rows)].tolist()
    expected = []
    for route, owner in enumerate(s.owner[: len(board.tracks)].tolist()):
        if owner == s.to_play or owner == 1 - s.to_play:
            expected.append(route_row(board.record, OURS if owner == s.to_play else RIVALS, route))
        elif m.planned[route]:
            expected.append(route_row(board.record, PLANNED, route))
    held = [t for t, by in zip(s.kept[: s.kept_count], s.kept_by, strict=False) if by == s.to_play]
    assert listed == expected + [ticket_row(board.record, HELD, int(ticket)) for ticket in held]
    assert len(held) >= 2
    assert {row // len(board.tracks) for row in expected} == {OURS, RIVALS, PLANNED}
    assert max(listed) < places_of(board)


def test_both_tracks_of_a_double_route_share_a_row() -> None:
    board = load_board("usa")
    first, second = board.route_index("atlanta/raleigh"), board.route_index("atlanta/raleigh#2")
    single = board.route_index("denver/omaha")
    assert route_row(board.record, OURS, first) == route_row(board.record, OURS, second)
    assert len({route_row(board.record, block, route) for block in range(4) for route in (first, single)}) == 8


def test_a_choice_of_tickets_has_the_rows_of_those_kept() -> None:
    board, s, _, m = choice("usa", 0)
    rows = np.zeros(MOST_ROWS, np.int64)
    for action in m.action[: m.count].tolist():
        mask = action - board.record.first_keep + 1
        kept = [int(s.offered[s.to_play, i]) for i in range(3) if mask >> i & 1]
        listed = rows[: list_own_rows(board.record, s, action, rows)].tolist()
        assert listed == [ticket_row(board.record, KEEP, ticket) for ticket in kept]


@pytest.mark.parametrize("players", [2, 4])
def test_trails_are_the_longest_paths_that_count_at_the_end(players: int) -> None:
    m = memory_at(blank_memories(), 0)
    reset_memory(m)
    board = load_board("usa")
    seen = set()
    for actions in range(0, 300, 20):
        game = played("usa", players, 5, actions)
        s = state_at(complete_state(board, game.view(0)), 0)
        update_trails(board.record, s, 0, m)  # with what it remembers of the table before
        expected = [score["longest_path_length"] for score in game.scores()]
        assert m.trail[:players].tolist() == expected
        seen |= set(expected)
    assert len(seen) > 5


def test_a_claim_is_seen_with_what_it_joins() -> None:
    """Two routes in a row at one end, one at the other: joined they are one path of all three."""
    game = usa().with_claimed("portland/seattle", "portland/san-francisco", "el-paso/los-angeles", by=0)
    game = game.with_claimed("atlanta/nashville", by=1)
    board, s = game.board, state_at(complete_state(game.board, game.view(0)), 0)
    m = memory_at(blank_memories(), 0)
    reset_memory(m)
    update_trails(board.record, s, 0, m)
    x = np.zeros(7, np.float32)
    write_join(board.record, s, 0, m, board.route_index("los-angeles/san-francisco"), x)
    here, there, between, other = 1 + 5, 6, 3, 1
    assert m.trail[:2].tolist() == [6, other]
    assert x.tolist() == pytest.approx(
        [0, 0.04 * here, 0.04 * there, 1, 0, 0.05 * (here + there + between - 6), 0.05 * (here + there + between - 6)]
    )
    x[:] = 0
    write_join(board.record, s, 0, m, board.route_index("portland/seattle#2"), x)
    assert x[0] == 1  # joins nothing that was not joined
    assert x[4] == 0.5  # Portland has two already


def test_policies_that_came_before_are_shown_what_they_knew() -> None:
    board, s, w, m = choice("usa", 42)
    old = shipped_policy("usa-2", board)
    assert old is not None
    assert (len(old.situation), len(old.candidate), len(old.places)) == (FIRST_TRAIL, FIRST_JOIN, 0)
    list_corrected(board.record, s, w, m, old)
    assert m.trail_for[0] == -1  # nor does it take time to find more


def test_a_policy_says_the_same_of_a_place_that_nothing_was_learned_of() -> None:
    board, s, w, m = choice("usa", 42)
    policy = some_policy()

    def scores(places: Floats32) -> dict[int, int]:
        list_corrected(board.record, s, w, m, policy._replace(places=places))
        return dict(zip(m.action[: m.count].tolist(), m.score[: m.count].tolist(), strict=True))

    knows_none = scores(np.zeros((0, 0), np.float32))
    assert scores(np.zeros_like(policy.places)) == knows_none
    assert scores(policy.places) != knows_none


@pytest.mark.parametrize("actions", [0, 42])
def test_what_is_learned_of_a_choice_is_the_slope_of_what_is_wanted(actions: int) -> None:
    """What is wanted: a chance in proportion to the gain and some entropy, and of the critic what came."""
    board, s, w, m = choice("usa", actions)
    soften_keeps(s, m)
    memories = blank_memories()
    rival = memory_at(memories, 1 - s.to_play)
    reset_memory(rival)
    update_plan(board.record, s, 1 - s.to_play, w, rival)
    places, gain, curiosity = places_of(board), 0.7, 0.05
    rng = np.random.default_rng(3)
    learned: Floats32 = rng.normal(0, 0.3, (rows_of_nets(places), WIDTH)).astype(np.float32)
    actions_before, scores_before, count_before = m.action.copy(), m.score.copy(), m.count

    def looked_at(learned: Floats32) -> Work:
        m.action[:], m.score[:], m.count = actions_before, scores_before, count_before
        work, nets = new_work(), nets_in(learned, places)
        judge_candidates(board.record, s, w, m, nets.policy, 0, work)
        ask_critic(board.record, s, memories, nets.critic, 0, work)
        return work

    def wanted(learned: Floats32) -> tuple[float, float]:
        work = looked_at(learned)
        chance = work.chance[: work.first[1]].astype(np.float64)
        return gain * float(np.log(chance[1])) - curiosity * float(chance @ np.log(chance)), gain * float(work.worth[0])

    work = looked_at(learned)
    assert work.first[1] > 1
    work.chosen[0], work.worth[0] = 1, gain
    gradient: Floats32 = np.zeros_like(learned)
    nets, slopes = nets_in(learned, places), nets_in(gradient, places)
    teach_policy(nets.policy, 0, np.float32(curiosity), work, slopes.policy)
    teach_critic(nets.critic, 0, work, slopes.critic)
    own = SITUATION + CANDIDATE
    critic = own + places + 1
    rows = work.rows[0, : work.row_count[0]].tolist()
    assert len(rows) > 4
    some = [0, 2, 18, SITUATION, SITUATION + 1, SITUATION + FIRST_KEEP + 1, critic - 1, critic, critic + 3]
    some += [len(learned) - 1, own + int(work.own_rows[0, 0]), *rng.integers(0, len(learned), 10).tolist()]
    some += [first + row for first in (own, critic + SITUATION) for row in (*rows[:2], *rows[-2:])]
    of_rival, rival_rows = critic + SITUATION + places, work.rival_rows[0, : work.rival_row_count[0]].tolist()
    assert (len(rival_rows) > 4) == (actions > 0)  # before, nobody holds tickets
    some += [of_rival, of_rival + 1, *(of_rival + SITUATION + row for row in rival_rows[:3])]
    for row in some:
        unit, step = int(rng.integers(WIDTH)), np.float32(1e-3)  # larger ones cross the kinks of hidden units
        changed = []
        for change in (step, -step):
            other = learned.copy()
            other[row, unit] += change
            changed.append(wanted(other)[row >= critic])
        slope = (changed[0] - changed[1]) / (2 * float(step))
        assert float(gradient[row, unit]) == pytest.approx(slope, abs=2e-2), row


def test_a_critic_sees_nothing_of_a_rival_without_a_plan() -> None:
    board, s, _, _ = choice("usa", 0)
    x, rows, memories = np.ones(SITUATION, np.float32), np.zeros(MOST_RIVAL_ROWS, np.int64), blank_memories()
    for seat in range(2):
        reset_memory(memory_at(memories, seat))
    assert see_rivals(board.record, s, memories, x, rows) == 0
    assert not x.any()


def test_a_choice_gains_what_the_critic_sees_later_and_the_result() -> None:
    game = played("usa", 2, 5, 400)
    assert game.is_over
    s, work = state_at(complete_state(game.board, game.view(0)), 0), new_work()
    work.seat[:4], work.worth[:4] = [0, 1, 0, 0], [0.1, -0.2, 0.3, 0.2]
    scores = np.zeros((2, 7), np.int64)
    scores[0, 0] = 400  # a win by as much as there is: 0.5
    credit_choices(s, scores, np.float32(0.5), 4, work)
    assert work.worth[:4].tolist() == pytest.approx([0.225, -0.3, 0.05, 0.3], abs=1e-3)


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
        assert games.judge(Learner(games.board, 1).policy).value == pytest.approx(0.5)


@pytest.mark.parametrize(("map_name", "has_policy"), [("usa", True), ("san-francisco", True), ("amber-lake", False)])
def test_todays_search_has_policies_where_they_were_learned(map_name: str, has_policy: bool) -> None:
    board = load_board(map_name)
    searcher = PRESENT.searcher(board)
    for players in (2, board.map.rules.players.max):
        assert (players in searcher.policies) is has_policy
    assert searcher.belief == (PRESENT.policy_belief if has_policy else STANDARD)


def test_everybody_plays_by_the_policy_of_the_table() -> None:
    """The search, compiled games and environments."""
    board = load_board("usa")
    policies = PRESENT.policies_for(board)
    assert policies[2] is not policies[4]
    for players in (2, 4):
        game = played("usa", players, 5, 40)
        state = complete_state(board, game.view(game.to_play))
        searcher = PRESENT.searcher(board)
        searcher.begin(state, seed_base("t", 1))
        assert searcher.policy is policies[players]
        assert seat_agents(board, ["expert"] * players, 1, 0, 1).policy is policies[players]
        planners = seat_opponents(board, "expert", players, 1).planners
        assert planners is not None
        assert planners.policy is policies[players]


def choices_by_table(policies: dict[int, Policy], players: int) -> list[str]:
    chosen, bot = [], PolicyBot(load_board("usa"), policies)
    for actions in range(0, 100, 5):
        game = played("usa", players, 5, actions)
        chosen.append(str(bot.choose(game.view(game.to_play))))
    return chosen


def test_a_policy_bot_chooses_by_the_number_of_players() -> None:
    one, other = some_policy(size=1.0), no_policy()
    assert choices_by_table({2: one, 4: other}, 4) == choices_by_table({4: other}, 4)
    assert choices_by_table({2: one, 4: other}, 2) == choices_by_table({2: one}, 2) != choices_by_table({}, 2)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
def test_policies_that_come_with_the_package_beat_the_planner(map_name: str, players: int) -> None:
    assert PRESENT.policies
    name = PRESENT.policies[map_name, players]
    kernels.require("game", "bots", "training")
    policy = shipped_policy(name, load_board(map_name))
    assert policy is not None
    assert (HERE / f"{name}.npz").stat().st_size <= 2_000_000
    with games_of(Options(map=map_name, players=players, judged=1200, seed=77)) as games:
        assert games.judge(policy).low > 1 / players


def test_every_file_in_the_package_is_somebodys() -> None:
    versions = [read_version(name) for name in ("search", *version_names())]
    used = {file for version in versions for file in (version.policies or {}).values()}
    used |= {short.critic for version in versions for short in (version.short_playouts or {}).values()}
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
    write_policy(path, board, good._replace(places=good.places[1:]))
    with pytest.raises(BadNet, match="places has the shape"):
        read_policy(path, board)
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(BadNet, match="can be read"):
        read_policy(path, board)
