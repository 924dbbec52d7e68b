"""What the search makes of the others' past: it reads it off the history, and finds their tickets in it."""

import math

import numpy as np
import pytest

from tests.tables import played
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.complete_state import complete_state, unseen_tickets
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.deal import deal_hidden
from whistlestop.bots.search.inference import Inference, Suspicion
from whistlestop.bots.search.past import Past
from whistlestop.bots.search.searcher import Budget, Searcher
from whistlestop.bots.search.versions import Version
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import COLOURS, state_at
from whistlestop.game import Game
from whistlestop.game.position import write_position
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_SEATS, MAX_TICKETS

PUBLIC = ("owner", "pieces", "score", "row", "discards", "deck_count", "pile_count", "ticket_count", "turns_left",
          "phase", "to_play", "known", "token_count", "stack_count")  # fmt: skip


def planners(map_name: str, players: int, number: int) -> Game:
    return play_bot_game(load_board(map_name), ["planner"] * players, 5, number)


@pytest.mark.parametrize(("map_name", "players"), [("usa", 2), ("usa", 4), ("san-francisco", 2), ("san-francisco", 4)])
def test_the_past_is_as_it_was(map_name: str, players: int) -> None:
    """Every choice of the others, the table before it, and the hand once the true cards fill its gaps.

    No wilds sweep the row away in these games: of the first row, a history then tells only what was taken from it."""
    finished = planners(map_name, players, 1)
    game, seat = Game(finished.board, players, 5, 1), 0
    was = []
    for action in finished.actions:
        if game.to_play != seat and game.phase in ("turn", "second-card"):
            was.append((action, game.state.copy()))
        game.apply(action)
        if game.to_play == seat and game.phase == "turn":
            past, gaps = Past(game.board, game.view(seat)), true_gaps(game)
            assert past.leads_to(game.view(seat))
    assert len(past.choices) > 15 * (players - 1)
    for choice, (action, state) in zip(past.choices, was, strict=False):
        assert action.verb == game.board.actions[choice.action].verb
        assert action.route == game.board.actions[choice.action].route
        for name in PUBLIC:
            assert (choice.scene[name] == state[name]).all(), name
        lies = state["stack_count"] > 0
        assert (choice.scene["stack_location"][lies] == state["stack_location"][lies]).all()
        filled = np.bincount(gaps[choice.seat][: choice.gaps], minlength=COLOURS)
        assert (choice.open_cards + filled == state["hand"][0, choice.seat]).all()
        assert (choice.scene["hand"][0].sum(axis=1) == state["hand"][0].sum(axis=1)).all()


def test_a_past_with_swept_rows_leads_to_the_present() -> None:
    finished = planners("usa", 2, 3)
    assert any(event.name == "sweep" for event in finished.history)
    assert Past(finished.board, finished.view(0)).leads_to(finished.view(0))


def true_gaps(game: Game) -> list[list[int]]:
    """Every card that each seat got unseen."""
    colours = game.board.colours
    start = Game(game.board, game.players, game.seed, game.number).position()["seats"]
    gaps = [[colours.index(card) for card, count in seat["hand"].items() for _ in range(count)] for seat in start]
    for event in game.history:
        if event.name == "draw" and event.public["from"] == "deck":
            assert event.seat is not None
            gaps[event.seat].append(colours.index(event.secret["card"]))
    return gaps


def test_planners_betray_their_tickets() -> None:
    """In their last turns the true set stands out among the 24 or 276 that there are."""
    found = []
    for number in range(6):
        game = late_in(planners("san-francisco", 2, number))
        inference, held = suspicious(game, 0), held_by(game, 1)
        suspicion = inference.suspicions[1]
        shares = zip(suspicion.sets.tolist(), suspicion.shares(), strict=True)
        found.append(sum(share for tickets, share in shares if set(tickets) == held))
    assert np.mean(found) > 0.6
    assert math.log(np.median(found)) > -0.3


def late_in(finished: Game) -> Game:
    """The same game when seat 0 is to begin one of its last turns."""
    game = Game(finished.board, finished.players, finished.seed, finished.number)
    for action in finished.actions:
        if game.turn_count > finished.turn_count - 8 and game.to_play == 0 and game.phase == "turn":
            break
        game.apply(action)
    return game


def held_by(game: Game, seat: int) -> set[int]:
    return {game.board.index("ticket", ticket) for ticket in game.position()["seats"][seat]["tickets"]}


def suspicious(game: Game, seat: int) -> Inference:
    inference, view = Inference(game.board, Searcher(game.board).weights), game.view(seat)
    assert inference.update(view, complete_state(game.board, view), np.random.default_rng(1))
    return inference


@pytest.mark.parametrize(("map_name", "players"), [("usa", 3), ("san-francisco", 4)])
def test_deals_give_others_what_they_are_suspected_of(map_name: str, players: int) -> None:
    """Also where two are suspected of the same ticket, cards and tickets add up and what the seat knows is kept."""
    game = late_in(planners(map_name, players, 1))
    board, view, inference = game.board, game.view(0), suspicious(game, 0)
    suspected = inference.deals(np.random.default_rng(2))
    unseen = {board.index("ticket", ticket) for ticket in unseen_tickets(board, view)}
    contested = suspected[:1].copy()
    contested[0, 1:players, 0] = contested[0, 1, 0]
    for deals in (suspected[:4], contested):
        for number in range(len(deals)):
            state = dealt(board, game, deals, number)
            position = write_position(board, state)
            assert Game.from_position(position | {"map": board.source}).view(0)["seats"] is not None
            tickets = [{board.index("ticket", ticket) for ticket in seat["tickets"]} for seat in position["seats"]]
            assert tickets[0] == held_by(game, 0)
            assert set().union(*tickets[1:]) <= unseen
            first = deals[number, 1][: len(tickets[1])].tolist()
            assert tickets[1] == set(first)


def dealt(board: Board, game: Game, suspected: IntArray, number: int) -> Records:
    state = game.state.copy()
    weights, tickets = np.ones((MAX_SEATS, MAX_TICKETS), np.int64), np.empty(MAX_TICKETS, np.int64)
    base = seed_base("deals", 1)
    row = suspected[number : number + 1]
    deal_hidden(board.record, state_at(state, 0), 0, False, base, number, weights, row, tickets)
    return state


def test_suspicions_live_on_and_are_found_again() -> None:
    """A bot that was there all the time weighs only what is new; one that is made anew comes to the same."""
    finished = planners("san-francisco", 2, 4)
    game, living = Game(finished.board, 2, 5, 4), Inference(finished.board, Searcher(finished.board).weights)
    weighed: list[int] = []
    for action in finished.actions:
        if game.to_play == 0 and game.phase == "turn":
            view, before = game.view(0), living.suspicions
            if living.update(view, complete_state(game.board, view), np.random.default_rng(game.version)):
                assert not before or living.suspicions is before
                weighed.append(living.suspicions[1].choices)
        game.apply(action)
        if len(weighed) > 12:
            break
    assert weighed == sorted(weighed)
    anew = suspicious(game_before(finished, game.version - 1), 0)
    assert anew.suspicions[1].choices == weighed[-1]
    tops = [set(one.suspicions[1].sets[one.suspicions[1].shares().argmax()].tolist()) for one in (living, anew)]
    assert tops[0] == tops[1] == held_by(game, 1)


def game_before(finished: Game, version: int) -> Game:
    game = Game(finished.board, finished.players, finished.seed, finished.number)
    for action in finished.actions[:version]:
        game.apply(action)
    return game


def test_a_view_without_its_past_is_played_by_the_routes_alone() -> None:
    game = late_in(planners("san-francisco", 2, 2))
    bot = SearchBot(
        game.board,
        1,
        Budget(playouts=16),
        version=Version(infers=frozenset({(game.board.source, game.players)})),
    )
    bot.choose(game.view(0))
    assert len(bot.searchers[0].suspected)
    for view in (game.view(0, history_from=5), Game.from_position(game.position()).view(0)):
        assert str(bot.choose(view)) in view["legal_actions"]
        assert not len(bot.searchers[0].suspected)


def test_more_sets_than_are_weighed_are_drawn_by_lot() -> None:
    rng, suspicion = np.random.default_rng(1), Suspicion()
    suspicion.extend(range(60), 3, rng)
    assert suspicion.sets.shape == (500, 3)
    assert all(len(set(tickets)) == 3 for tickets in suspicion.sets.tolist())
    suspicion.exclude(range(30))
    assert suspicion.sets.min() >= 30
    suspicion.extend(range(60), 1, rng)
    assert suspicion.sets.shape == (500, 4)


def test_a_bot_that_infers_sees_no_more_than_its_view() -> None:
    """Whatever else the others may hold, and in every process: the same past gives the same choice."""
    for map_name, players in (("san-francisco", 2), ("usa", 3)):
        game = late_in(planners(map_name, players, 2))
        other = game.determinize(0, seed=3)
        assert other.position() != game.position()
        views = [table.view(0) for table in (game, other)]
        version = Version(infers=frozenset({(game.board.source, game.players)}))
        chosen = [SearchBot(game.board, 7, Budget(playouts=40), version=version).choose(view) for view in views]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize(
    ("name", "table", "infers"),
    [
        ("expert-5@16", ("san-francisco", 2), True),
        ("expert-5@16", ("san-francisco", 3), False),
        ("expert-5@16", ("usa", 2), False),
        ("expert-1@16", ("san-francisco", 2), False),
    ],
)
def test_shipped_experts_infer_where_it_had_proved_to_be_worth_it(
    name: str, table: tuple[str, int], infers: bool
) -> None:
    game = played(*table, 5, 40)
    bot = make_bot(name, game.board, 1)
    assert isinstance(bot, SearchBot)
    bot.choose(game.view(game.to_play))
    assert (len(bot.searchers[0].suspected) > 0) == infers
