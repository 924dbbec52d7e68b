"""The search: it finds what is there to be found, keeps to its budget, and is the same for the same seed."""

import numpy as np
import pytest

from tests.tables import played
from whistlestop.board import BoardArrays, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.registry import bot_maker
from whistlestop.bots.search import bot as search_bot
from whistlestop.bots.search import grow as grow_kernels
from whistlestop.bots.search import searcher, tree
from whistlestop.bots.search.bot import LONGEST
from whistlestop.bots.search.searcher import STANDARD, Budget, Searcher, SearchResult, search_in_parallel
from whistlestop.bots.search.tree import Belief
from whistlestop.engine.actions import apply, list_actions
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import State
from whistlestop.game import Game
from whistlestop.kernels.structs import IntArray, Records


def search_result(**changes: list[float]) -> SearchResult:
    """Three candidates of which nothing is known, but for `changes`."""
    zeros = {name: np.zeros(3) for name in ("score", "visits", "lead")}
    return SearchResult(np.arange(3), **(zeros | {name: np.array(values, float) for name, values in changes.items()}))


def test_the_planners_choice_stands_until_another_has_shown_to_be_better() -> None:
    assert search_result(score=[0, -50, -100]).estimate(STANDARD).argmax() == 0
    lucky_once = search_result(score=[0, -200, -200], visits=[3, 1, 1], lead=[0, 0.5, 0])
    assert lucky_once.estimate(STANDARD).argmax() == 0
    often_better = search_result(score=[0, -200, -200], visits=[300, 300, 9], lead=[0, 30, -1])
    assert often_better.estimate(STANDARD).argmax() == 1


def test_what_is_always_wrong_does_not_get_truer_by_repetition() -> None:
    """Of a lead that may be wrong by as much as the prior half is believed, however many playouts there are."""
    biased = STANDARD._replace(bias=STANDARD.spread)
    for visits in (100, 1e9):
        found = search_result(visits=[visits, visits, 0], lead=[0, 0.02 * visits, 0])
        believed = found.estimate(biased)[1]
        assert 0 < believed < found.estimate(STANDARD)[1]
    assert believed == pytest.approx(0.01)
    assert found.precision(biased)[1] == pytest.approx(2 / STANDARD.spread**2)


def test_a_search_is_settled_when_what_is_left_can_not_turn_it() -> None:
    clear = search_result(visits=[400, 400, 400], lead=[0, -12, -12])
    assert clear.is_settled(STANDARD, 100)
    assert not clear.is_settled(STANDARD, 1_000_000)
    assert not search_result().is_settled(STANDARD, 10)


def test_it_takes_the_ticket_that_the_last_turn_completes() -> None:
    """One turn to go: Chicago–Omaha would complete a ticket, the face-up cards are worth nothing any more."""
    game = Game("usa", players=2, seed=3)
    position = game.position()
    for seat, shape in enumerate(position["seats"]):
        shape["tickets"] = ["chicago/los-angeles"] if seat == 0 else []
        position["ticket_deck"] += shape.pop("offered")
        shape["offered"] = []
    position["ticket_deck"].remove("chicago/los-angeles") if "chicago/los-angeles" in position["ticket_deck"] else None
    cards = position["deck"] + [
        card for shape in position["seats"] for card in shape["hand"] for _ in range(shape["hand"][card])
    ]
    for card in ["blue"] * 4:
        cards.remove(card)
    position["deck"], position["seats"][1]["hand"] = cards, {}
    position["seats"][0] |= {"hand": {"blue": 4}, "pieces": 10}
    position |= {
        "phase": "turn",
        "to_play": 0,
        "turns_left": 2,
        "claimed": {"denver/omaha": 0, "denver/phoenix": 0, "los-angeles/phoenix": 0},
    }
    view = Game.from_position(position).view(0)
    for bot in ("planner", "search@64"):
        assert str(make_bot(bot, game.board, 1).choose(view)) == "claim chicago/omaha blue:4"


@pytest.mark.parametrize("map_name", ["usa", "san-francisco"])
def test_the_same_seed_and_playouts_give_the_same_choice(map_name: str) -> None:
    game = played(map_name, 2, 5, 40)
    assert game.to_play is not None
    view = game.view(game.to_play)
    first, second = (make_bot("search@100", game.board, 9).choose(view) for _ in range(2))
    assert first == second


def test_time_is_up_when_the_clock_says_so() -> None:
    board = load_board("san-francisco")
    state = complete_state(board, Game(board, 2, seed=1).view(0))
    clock = iter(range(100))
    searcher = Searcher(board)
    found = searcher.search(state, seed_base("test", 1), Budget(seconds=3, clock=lambda: float(next(clock))))
    assert 0 < found.visits.sum() <= 3 * 16


def test_several_cores_find_more() -> None:
    board = load_board("san-francisco")
    state = complete_state(board, Game(board, 2, seed=1).view(0))
    one = search_in_parallel([Searcher(board)], state, 1, Budget(playouts=64))
    two = search_in_parallel([Searcher(board), Searcher(board)], state, 1, Budget(playouts=64))
    assert 64 >= one.visits.sum() < two.visits.sum() <= 128
    assert (two.action == one.action).all()


def test_keeping_tickets_has_five_times_the_budget_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    def search(searchers: list[Searcher], state: Records, seed: int, budget: Budget) -> SearchResult:
        budgets.append(budget)
        return search_in_parallel(searchers, state, seed, Budget(playouts=1))

    monkeypatch.setattr(search_bot, "search_in_parallel", search)
    keep, move = played("usa", 2, 5, 0), played("usa", 2, 5, 40)
    for name in ("search@20", "expert-1@20"):
        for game in (keep, move):
            assert game.to_play is not None
            make_bot(name, game.board, 9).choose(game.view(game.to_play))
    assert [budget.playouts for budget in budgets] == [100, 20, 20, 20]


def test_nobody_waits_longer_than_a_second_and_a_half_for_tickets() -> None:
    given = [Budget(seconds=seconds).times(5, LONGEST).seconds for seconds in (0.1, 0.2, 1.2, 3.0)]
    assert given == [0.5, 1.0, 1.5, 3.0]


@pytest.mark.parametrize("name", ["search@", "search@fast", "search@0", "search@0s", "search@1.5", "search@5x0"])
def test_a_budget_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"search@0\.5s"):
        bot_maker(name)


def test_a_full_node_without_a_branch_for_any_candidate_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two branches a node, most candidates of later visits have none. What playouts do is legal all the same."""
    legal: IntArray = np.zeros(2000, np.int64)

    def apply_legal(board: BoardArrays, s: State, action: int) -> None:
        assert action in legal[: list_actions(board, s, legal)]
        apply(board, s, action)

    monkeypatch.setattr(tree, "WIDTH", 2)
    monkeypatch.setattr(grow_kernels, "apply", apply_legal)
    monkeypatch.setattr(searcher, "grow", grow_kernels.grow.function)  # type: ignore[attr-defined] # in plain Python
    game = played("san-francisco", players=2, seed=3, actions=60)
    found = Searcher(game.board, Belief(visits_to_expand=1)).search(
        game.state, seed_base("full", 1), Budget(playouts=12)
    )
    assert found.visits.sum() == 12
