"""Experts that have shipped play as they did on their day, whatever becomes of today's search and its weights."""

import pytest

from tests.tables import played
from whistlestop.board import load_board
from whistlestop.bots import bot_maker, make_bot
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.planner import weights
from whistlestop.bots.registry import SHIPPED_BUDGET
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.searcher import Searcher, search_in_parallel
from whistlestop.bots.search.versions import read_version, version_names

CHOICES = {
    ("expert-1", "usa"): [
        ("keep santa-fe/vancouver duluth/houston", -3.7488),
        ("draw deck", -10.3263),
        ("keep montreal/vancouver", -0.4603),
        ("draw red", -9.4861),
        ("draw orange", -1.3248),
        ("draw purple", 3.4923),
        ("draw black", 3.3234),
        ("draw blue", -3.2153),
        ("draw yellow", -1.6029),
        ("draw red", 1.0041),
    ],
    ("expert-1", "san-francisco"): [
        ("keep lands-end/union-square golden-gate-bridge/union-square", -4.7125),
        ("draw blue", -5.8346),
        ("draw deck", 0.9283),
        ("draw red", -3.2854),
        ("draw green", -6.4336),
        ("draw green", -2.6271),
        ("draw green", -2.8844),
        ("draw green", 3.1075),
        ("draw deck", 0.0655),
        ("draw purple", 1.0437),
    ],
    ("expert-2", "usa"): [
        ("keep santa-fe/vancouver duluth/houston", -3.7488),
        ("draw deck", -10.3263),
        ("keep duluth/el-paso montreal/vancouver", -0.4603),
        ("draw red", -9.4861),
        ("draw orange", -1.3248),
        ("draw purple", 3.4923),
        ("draw black", 3.3234),
        ("draw blue", -3.2153),
        ("draw yellow", -1.6029),
        ("draw red", 1.0041),
    ],
    ("expert-2", "san-francisco"): [
        ("keep lands-end/union-square golden-gate-bridge/union-square", -3.4534),
        ("draw deck", -3.678),
        ("draw black", -0.1515),
        ("draw red", -1.2362),
        ("draw blue", -0.8421),
        ("draw deck", 3.5448),
        ("draw deck", -1.7211),
        ("draw deck", -4.111),
        ("draw deck", -0.3343),
        ("draw purple", 1.1765),
    ],
    ("expert-3", "usa"): [
        ("keep santa-fe/vancouver duluth/houston", -0.0817),
        ("draw deck", -4.5731),
        ("keep duluth/el-paso montreal/vancouver", -3.0444),
        ("draw red", 5.3336),
        ("draw deck", -6.0967),
        ("draw deck", 4.5957),
        ("draw orange", 2.976),
        ("draw orange", 2.3524),
        ("draw yellow", -2.406),
        ("draw deck", -0.3282),
    ],
    ("expert-3", "san-francisco"): [
        ("keep lands-end/union-square golden-gate-bridge/union-square", -0.5312),
        ("draw deck", -2.6209),
        ("draw black", -2.2146),
        ("draw deck", -1.3089),
        ("draw deck", 3.8259),
        ("draw deck", 0.1655),
        ("draw deck", 1.7656),
        ("draw deck", -3.7875),
        ("draw deck", -1.1268),
        ("draw purple", -0.2628),
    ],
    ("expert-4", "usa"): [
        ("keep santa-fe/vancouver duluth/houston", -1.5108),
        ("draw deck", -4.3806),
        ("keep montreal/vancouver", 3.5035),
        ("draw red", 3.1261),
        ("draw orange", 2.3626),
        ("draw deck", -1.818),
        ("draw black", -2.7814),
        ("draw deck", -3.0603),
        ("draw deck", 1.7715),
        ("draw deck", -1.4374),
    ],
    ("expert-4", "san-francisco"): [
        ("keep lands-end/union-square golden-gate-bridge/union-square", -2.5938),
        ("draw deck", 3.4297),
        ("draw deck", -0.0799),
        ("draw deck", -0.0192),
        ("draw deck", -2.8119),
        ("draw deck", -4.0195),
        ("draw deck", -0.7059),
        ("draw deck", 0.1321),
        ("draw deck", -0.8629),
        ("draw purple", 0.4469),
    ],
    ("expert-5", "usa"): [
        ("keep santa-fe/vancouver duluth/houston", -1.0466),
        ("draw deck", 0.0274),
        ("keep duluth/el-paso montreal/vancouver", 3.2809),
        ("draw red", -1.4006),
        ("draw yellow", -2.2813),
        ("draw deck", -0.171),
        ("draw orange", -0.0287),
        ("draw orange", 1.2804),
        ("draw deck", -5.6527),
        ("draw deck", -0.2779),
    ],
    ("expert-5", "san-francisco"): [
        ("keep lands-end/union-square golden-gate-bridge/union-square", 0.0),
        ("draw deck", -0.4132),
        ("draw black", 0.5604),
        ("draw deck", 0.8015),
        ("draw deck", 0.445),
        ("draw deck", 0.001),
        ("draw green", 0.6752),
        ("draw deck", -1.6704),
        ("draw deck", -1.1437),
        ("draw purple", -0.0334),
    ],
}
"""In some positions: what it chose, and how much better than the planner's choice all candidates together came out."""
ACTIONS_BETWEEN = {"usa": 15, "san-francisco": 6}
"""From one of these positions to the next."""


@pytest.mark.parametrize("map_name", ACTIONS_BETWEEN)
@pytest.mark.parametrize("name", version_names())
def test_a_shipped_expert_chooses_as_it_did(name: str, map_name: str) -> None:
    chosen = []
    for number in range(10):
        game = played(map_name, 2, 5, number * ACTIONS_BETWEEN[map_name])
        assert game.to_play is not None
        view, bot = game.view(game.to_play), make_bot(f"{name}@96", game.board, 9)
        assert isinstance(bot, SearchBot)
        found = search_in_parallel(bot.searchers, complete_state(game.board, view), 9, bot.budget)
        chosen.append((str(bot.choose(view)), round(float(found.lead.sum()), 4)))
    assert chosen == CHOICES[name, map_name]


def test_a_shipped_expert_keeps_its_weights_when_the_planner_is_tuned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    usa = weights.tuned()["usa"]
    monkeypatch.setattr(weights, "tuned", lambda: {"usa": usa | {"turn": 1}})
    board, shipped = load_board("usa"), read_version("expert-1")
    assert Searcher(board, shipped.belief, weights=shipped.weights).weights["turn"].tolist()[0] == 283
    assert Searcher(board).weights["turn"].tolist()[0] == 1


def test_without_a_budget_a_shipped_expert_takes_the_time_of_the_level() -> None:
    assert bot_maker("expert-1").keywords["budget"] == SHIPPED_BUDGET  # type: ignore[attr-defined]


def test_seconds_of_the_cpu_are_counted_by_the_thread() -> None:
    maker = bot_maker("search@2.5cpux2")
    assert maker.keywords["workers"] == 2  # type: ignore[attr-defined]
    budget = maker.keywords["budget"]  # type: ignore[attr-defined]
    assert budget.seconds == 2.5
    before = budget.clock()
    sum(range(3_000_000))
    assert budget.clock() > before
