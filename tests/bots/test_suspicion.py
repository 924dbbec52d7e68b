"""What others are suspected of: what the net sees, the tickets that it names, its file, and how it learns."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from bench import train_tickets
from bench.train_tickets import Learner, Options, Question, Watcher, ask, learn_round

from tests.tables import played
from whistlestop import kernels
from whistlestop.arena.play_games import play_bot_game
from whistlestop.board import Board, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.complete_state import complete_state, unseen_tickets
from whistlestop.bots.net_file import BadNet, OtherMap
from whistlestop.bots.outcomes import Alternatives
from whistlestop.bots.policy.net import WIDTH
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.search.searcher import Budget
from whistlestop.bots.search.versions import PRESENT
from whistlestop.bots.suspicion.inputs import FIRST_KNOWN, ROUTE_BLOCKS, SEEN, list_routes, row_count, write_seen
from whistlestop.bots.suspicion.net import TicketNet, deals_for, no_ticket_net
from whistlestop.bots.suspicion.weights import HERE, read_ticket_net, write_ticket_net
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import NO_ROUTE, NOBODY, state_at
from whistlestop.game import Game
from whistlestop.game.position import read_position
from whistlestop.kernels.structs import Floats32, IntArray
from whistlestop.maps.limits import MAX_TRACKS

TINY = Options(map="san-francisco", rounds=2, examples=1200, passes=20, workers=1)
BASE = seed_base("suspicion", 1)


def blank_net(board: Board) -> TicketNet:
    """One to which all tickets are the same."""
    tickets = len(board.ticket_ids)
    rows = row_count(len(board.tracks), tickets)
    shapes = (SEEN, WIDTH), (rows, WIDTH), (WIDTH, tickets), (tickets,)
    return TicketNet(*(np.zeros(shape, np.float32) for shape in shapes))


def shipped_net(board: Board) -> TicketNet:
    """Today's."""
    net = PRESENT.ticket_net_for(board)
    assert net is not None
    return net


def suspected_in(game: Game, net: TicketNet, deals: int, first: int = 0) -> IntArray:
    """By the seat to play, with what its view tells."""
    state = complete_state(game.board, game.view(game.to_play))
    return deals_for(game.board, state, net, BASE, first, deals)


@pytest.mark.parametrize(("map_name", "players"), [("usa", 2), ("usa", 5), ("san-francisco", 3)])
def test_all_others_are_suspected_of_as_many_unseen_tickets_as_they_hold(map_name: str, players: int) -> None:
    game = played(map_name, players, 5, 60)
    view, board = game.view(game.to_play), game.board
    unseen = {board.index("ticket", ticket) for ticket in unseen_tickets(board, view)}
    net = shipped_net(board)
    suspected = suspected_in(game, net, 16)
    assert suspected.shape[0] == 16
    for deal in suspected:
        named = [ticket for ticket in deal.ravel().tolist() if ticket != NOBODY]
        assert len(set(named)) == len(named)
        assert set(named) <= unseen
        counts = [0 if seat == view["seat"] else shown["ticket_count"] for seat, shown in enumerate(view["seats"])]
        assert [sum(deal[seat] != NOBODY) for seat in range(players)] == counts
    assert len({deal.tobytes() for deal in suspected}) > 4
    assert (suspected_in(game, net, 10, 6) == suspected[6:]).all()


def test_without_a_net_nobody_is_suspected() -> None:
    game = played("usa", 2, 5, 60)
    assert len(suspected_in(game, no_ticket_net(), 16)) == 0


def test_what_is_hidden_changes_no_suspicion() -> None:
    for map_name, players in (("usa", 3), ("san-francisco", 2)):
        game = played(map_name, players, 5, 60)
        assert game.to_play is not None
        other = game.determinize(game.to_play, seed=3)
        assert other.position() != game.position()
        net = shipped_net(game.board)
        truly = [read_position(one.board, one.position(), BASE) for one in (game, other)]
        found = [deals_for(game.board, state, net, BASE, 0, 32) for state in truly]
        assert (found[0] == found[1]).all()


def test_tickets_are_drawn_as_often_as_the_net_says() -> None:
    """One is e² times as likely as each other one, and who has it has another one for certain."""
    game = played("usa", 2, 5, 20)
    board, net = game.board, blank_net(game.board)
    unseen = [board.index("ticket", ticket) for ticket in unseen_tickets(board, game.view(game.to_play))]
    assert game.to_play is not None
    other, likely, follower = 1 - game.to_play, unseen[3], unseen[7]
    held = len(game.position()["seats"][other]["tickets"])
    net.shift[likely] = 2.0
    net.places[ROUTE_BLOCKS * len(board.tracks) + likely, 5] = 1.0
    net.last[5, follower] = 50.0
    first = suspected_in(game, net, 4000)[:, other]
    chance = np.exp(2) / (np.exp(2) + len(unseen) - 1)
    assert abs((first[:, 0] == likely).mean() - chance) < 0.03
    has_likely = (first[:, : held - 1] == likely).any(axis=1)
    assert (first[has_likely, :held] == follower).any(axis=1).all()
    assert (first[~has_likely, :held] == follower).any(axis=1).mean() < 0.3


def test_a_seat_is_seen_as_its_view_shows_it() -> None:
    game = played("san-francisco", 3, 5, 50)
    view, board = game.view(game.to_play), game.board
    state, x = complete_state(board, view), np.zeros(SEEN, np.float32)
    for other, shown in enumerate(view["seats"]):
        if other == view["seat"]:
            continue
        write_seen(board.record, state_at(state, 0), other, x)
        assert x[1] == pytest.approx(shown["pieces"] / board.record.pieces)
        assert x[2] == pytest.approx(shown["ticket_count"] / 4)
        assert x[12] == pytest.approx(shown["card_count"] / 20)
        known = [shown["known_cards"].get(colour, 0) / 4 for colour in board.colours]
        assert x[FIRST_KNOWN : FIRST_KNOWN + len(known)].tolist() == pytest.approx(known)


def test_a_row_is_on_once() -> None:
    """Both tracks of a double route may be others'."""
    game = played("usa", 4, 5, 60)
    state, rows = game.state.copy(), np.zeros(MAX_TRACKS, np.int64)
    route = next(i for i, twin in enumerate(game.board.record.route_twin) if twin != NO_ROUTE)
    twin = int(game.board.record.route_twin[route])
    for owners, wanted in (((1, 2), 1), ((1, 3), 2), ((3, 2), 2), ((1, NOBODY), 1)):
        state["owner"][0] = NOBODY
        state["owner"][0, [route, twin]] = owners
        count = list_routes(game.board.record, state_at(state, 0), 3, rows)
        assert count == wanted == len(set(rows[:count].tolist()))


@pytest.mark.parametrize(("map_name", "least"), [("usa", 0.45), ("san-francisco", 0.5)])
def test_shipped_nets_find_the_tickets_of_experts(map_name: str, least: float) -> None:
    """When a game is nearly over, of the tickets that are dealt many are the true ones; by lot it were one of ten."""
    board, met = load_board(map_name), []
    net = shipped_net(board)
    for number in range(12):
        finished, game = play_bot_game(board, ["expert"] * 2, 7, number), Game(board, 2, 7, number)
        for action in finished.actions:
            if game.turn_count > finished.turn_count - 8 and game.phase == "turn" and game.to_play == 0:
                break
            game.apply(action)
        held = [board.index("ticket", ticket) for ticket in game.position()["seats"][1]["tickets"]]
        met.append(np.isin(suspected_in(game, net, 64)[:, 1, : len(held)], held).mean())
    assert np.mean(met) > least


def test_hints_and_reviews_deal_what_others_are_suspected_of() -> None:
    """Certain that the other has the dearest tickets, which it can't connect, a seat expects to win by more."""
    game = played("usa", 2, 5, 110)
    board, net = game.board, blank_net(game.board)
    net.shift[:] = [2.0 * points for points in board.record.ticket_points[: len(board.ticket_ids)]]
    cheap = net._replace(shift=-net.shift)
    state, leads = complete_state(board, game.view(game.to_play)), []
    action = board.action_id(game.legal_actions()[0], [])
    assert action is not None
    for tickets in (net, cheap):
        judge = Alternatives(board)
        judge.ticket_net = tickets
        leads.append(judge.play(state, [action], BASE, 0, 12).lead(0))
    assert leads[0] > leads[1] + 10
    assert Alternatives(board).ticket_net is shipped_net(board)
    assert len(Alternatives(board, is_open=True).ticket_net.shift) == 0


@pytest.mark.parametrize(("map_name", "players"), [("usa", 2), ("usa", 4), ("san-francisco", 3)])
def test_the_search_goes_by_the_net_where_there_is_one(map_name: str, players: int) -> None:
    game = played(map_name, players, 5, 40)
    bot = make_bot("search@16", game.board, 1)
    assert isinstance(bot, SearchBot)
    bot.choose(game.view(game.to_play))
    assert len(bot.searchers[0].suspected) > 0
    frozen = make_bot("expert-5@16", game.board, 1)
    assert isinstance(frozen, SearchBot)
    frozen.choose(game.view(game.to_play))
    assert len(frozen.searchers[0].suspected) == 0
    is_open = PRESENT.searcher(game.board, is_open=True)
    is_open.search(complete_state(game.board, game.view(game.to_play)), BASE, Budget(playouts=4))
    assert len(is_open.suspected) == 0


def test_other_maps_have_no_net() -> None:
    assert PRESENT.ticket_net_for(load_board("amber-lake")) is None


def test_a_net_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    board, rng = load_board("san-francisco"), np.random.default_rng(1)
    net = TicketNet(*(rng.normal(0, 1, layer.shape).astype(np.float32) for layer in blank_net(board)))
    write_ticket_net(tmp_path / "net.npz", board, net)
    for layer, found in zip(net, read_ticket_net(tmp_path / "net.npz", board), strict=True):
        assert (layer == found).all()
    with pytest.raises(OtherMap, match="made for another map"):
        read_ticket_net(tmp_path / "net.npz", load_board("usa"))


def test_a_net_of_another_shape_is_refused(tmp_path: Path) -> None:
    board = load_board("usa")
    write_ticket_net(tmp_path / "net.npz", board, blank_net(board)._replace(shift=np.zeros(3, np.float32)))
    with pytest.raises(BadNet, match="shift has the shape"):
        read_ticket_net(tmp_path / "net.npz", board)


def test_shipped_nets_are_small() -> None:
    files = list(HERE.glob("*.npz"))
    assert len(files) >= 2
    assert all(file.stat().st_size < 2_000_000 for file in files)


@pytest.fixture(scope="module")
def watcher() -> Watcher:
    kernels.require("game", "bots", "training")
    return Watcher(TINY, ThreadPoolExecutor(1))


def test_examples_tell_what_was_held(watcher: Watcher) -> None:
    examples = watcher.examples(0)
    assert len(examples.seen) == TINY.examples
    assert (examples.held.sum(axis=1) == np.round(examples.seen[:, 2] * 4)).all()
    assert (examples.is_free >= examples.held).all()
    own = (examples.is_free == 0).sum(axis=1)  # what the seat to play holds itself, and what it put back
    assert own.min() >= 1
    assert own.max() < len(watcher.board.ticket_ids) / 2
    routes = len(watcher.board.tracks)
    theirs, others = examples.routes[:, :routes], examples.routes[:, routes : ROUTE_BLOCKS * routes]
    single = [i for i in range(routes) if watcher.board.record.route_twin[i] == NO_ROUTE]
    assert not (theirs & others)[:, single].any()
    lengths = np.array([track.length for track in watcher.board.tracks])
    pieces = watcher.board.record.pieces
    assert (theirs @ lengths <= pieces - np.round(examples.seen[:, 1] * pieces)).all()
    assert theirs.any(axis=1).mean() > 0.5


def test_a_question_hides_some_of_what_was_held(watcher: Watcher) -> None:
    examples = watcher.examples(0)
    rows = np.arange(len(examples.seen))
    asked = ask(examples, rows, np.random.default_rng(1))
    tickets = len(watcher.board.ticket_ids)
    named, left = asked.inputs[:, -tickets:] > 0, asked.answer > 0
    assert ((named | left) == (examples.held > 0)).all()
    assert not (named & left).any()
    assert not (named & asked.is_free).any()
    assert left.any(axis=1).all()
    assert 0.2 < named.any(axis=1).mean() < 0.9
    assert asked.answer.sum(axis=1) == pytest.approx(1.0)


def test_a_step_goes_up_the_true_slope(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned from is the slope of what is printed, found here by small steps."""
    learner = Learner(len(watcher.board.tracks), len(watcher.board.ticket_ids), 1)
    examples = watcher.examples(0)
    asked = ask(examples, np.arange(64), np.random.default_rng(1))
    found: list[Floats32] = []
    monkeypatch.setattr(learner.adam, "change", lambda gradient: found.append(gradient) or np.zeros_like(gradient))
    learner.learn(asked, 1.0)
    places = [layer.ravel().astype(int) for layer in learner.layers(np.arange(len(learner.learned), dtype=np.float32))]
    steepest = [layer[np.abs(found[0][layer]).argsort()[-5:]] for layer in places]
    for at in np.concatenate(steepest).tolist():
        before, size = learner.learned[at], 0.02
        said = []
        for sign in (1, -1):
            learner.learned[at] = before + sign * size
            said.append(learner.sureness(asked))
        learner.learned[at] = before
        assert (said[0] - said[1]) / (2 * size) == pytest.approx(found[0][at], rel=0.05, abs=1e-4)


def test_a_tiny_training_learns_and_goes_on_where_it_stopped(tmp_path: Path, watcher: Watcher) -> None:
    train_tickets.main(TINY._replace(folder=tmp_path / "whole"))
    half = Learner(len(watcher.board.tracks), len(watcher.board.ticket_ids), TINY.seed)
    judge = ask(examples := watcher.examples(9), np.arange(len(examples.seen)), np.random.default_rng(1))
    before = half.sureness(judge)
    learn_round(half, watcher, TINY)
    assert half.sureness(judge) > before + 0.2
    (tmp_path / "parts").mkdir()
    half.save(tmp_path / "parts" / f"{TINY.name}.npz")
    train_tickets.main(TINY._replace(folder=tmp_path / "parts", workers=2))
    nets = [read_ticket_net(tmp_path / part / f"{TINY.name}-tickets.npz", watcher.board) for part in ("whole", "parts")]
    for whole, parts in zip(*nets, strict=True):
        assert (whole == parts).all()


def test_what_was_named_is_asked_no_more() -> None:
    learner = Learner(2, 3, 1)
    inputs = np.zeros((1, SEEN + 2 * ROUTE_BLOCKS + 3), np.float32)
    asked = Question(inputs, np.array([[True, False, True]]), np.array([[1, 0, 0]], np.float32))
    learner.learned[:] = 0
    assert learner.sureness(asked) == pytest.approx(np.log(0.5))
