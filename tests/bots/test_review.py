"""Reviews: chances that add up, are exact where nothing can change, and tell mistakes from noise."""

import random

import numpy as np
import pytest

from tests.rules.scene import Scene, usa
from tests.tables import TABLES, played
from whistlestop.bots.analyse import Judgement
from whistlestop.bots.complete_state import complete_state
from whistlestop.bots.outcomes import Alternatives, Estimate, Outcomes, estimate
from whistlestop.bots.review import CERTAINTY, WORTHLESS, ReviewedChoice, review_choice
from whistlestop.bots.search.deal import shuffle_piles
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import state_at
from whistlestop.game import Game

CLAIM = "claim chicago/omaha blue:4"
BASE = seed_base("test", 1)


def reviewed(game: Game, action: str, *, is_open: bool, playouts: int = 40) -> ReviewedChoice:
    assert game.to_play is not None
    return review_choice(
        game.board, game.view(game.to_play), game.position(), action, is_open=is_open, playouts=playouts
    )


def one_turn_to_go(*, their_tickets: tuple[str, ...] = ()) -> Scene:
    """Seat 0 has the last turn of all: with Chicago–Omaha it completes a ticket, and wins by it."""
    scene = usa().with_claimed("denver/omaha", "denver/phoenix", "los-angeles/phoenix", by=0)
    scene = scene.with_tickets(0, "chicago/los-angeles").with_tickets(1, *their_tickets)
    return scene.with_score(1, 40).with_score(0, 30).with_hand(0, blue=4).with_turns_left(1)


@pytest.mark.parametrize(("map_name", "players"), TABLES)
def test_the_chances_of_all_seats_add_up(map_name: str, players: int) -> None:
    for seed in range(3):
        game = played(map_name, players, 2 * seed, 10 + 30 * seed)
        if game.is_over:
            continue
        action = str(random.Random(seed).choice(game.legal_actions()))
        for is_open in (False, True):
            found = reviewed(game, action, is_open=is_open, playouts=20)
            assert sum(found.chances) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in found.chances)
            assert str(found.chosen.action) == action
            assert found.best.win_chance >= found.chosen.win_chance


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize(("map_name", "players"), [("usa", 2), ("san-francisco", 3)])
def test_the_last_action_has_the_result_whoever_knew_what(map_name: str, players: int, is_open: bool) -> None:
    game = played(map_name, players, 4, 10_000)
    before = Game.from_position(game._start, game.board)  # type: ignore[arg-type]
    *moves, last = game._moves
    for move in moves:
        before.replay(move)
    found = reviewed(before, str(last.action), is_open=is_open)
    assert found.is_exact
    assert [seat for seat, chance in enumerate(found.chances) if chance] == game.winners()
    assert sum(found.chances) == 1


def test_giving_the_game_away_in_the_last_turn_is_a_mistake_of_exactly_one_win() -> None:
    for is_open in (False, True):
        found = reviewed(one_turn_to_go(), "draw deck", is_open=is_open)
        assert (found.chosen.win_chance, found.best.win_chance) == (0, 1)
        assert str(found.best.action) == CLAIM
        assert found.loss.mean == 1
        assert found.is_mistake
        assert found.chosen.reason == "there is no turn left to use cards"
    right = reviewed(one_turn_to_go(), CLAIM, is_open=True)
    assert (right.chosen.win_chance, right.loss, right.accuracy) == (1, Estimate(0, 0), 1)
    assert right.best == right.chosen
    assert (right.chances, right.is_exact) == ((1.0, 0.0), True)
    assert not right.is_mistake


def test_what_a_seat_could_not_know_counts_only_with_all_cards_open() -> None:
    """Seat 1 has a ticket that it did not complete: seat 0, who does not see it, has won whatever it does."""
    scene = one_turn_to_go(their_tickets=("los-angeles/new-york",))
    hopeless = one_turn_to_go(their_tickets=("denver/el-paso",)).with_score(1, 70)
    hopeless = hopeless.with_claimed("denver/santa-fe", "el-paso/santa-fe", by=1)
    seen = [reviewed(game, CLAIM, is_open=True).chosen.win_chance for game in (scene, hopeless)]
    guessed = [reviewed(game, CLAIM, is_open=False, playouts=200).chosen for game in (scene, hopeless)]
    assert seen == [1, 0]
    assert guessed[0].win_chance == 1  # nothing that seat 1 may hold is enough
    assert 0 < guessed[1].win_chance < 1
    assert guessed[1].standard_error > 0
    twin = hopeless.determinize(0, seed=5)
    assert reviewed(twin, CLAIM, is_open=False, playouts=200).chosen == guessed[1]


def test_the_same_action_has_the_same_luck() -> None:
    game = played("san-francisco", 2, 6, 30)
    assert game.to_play is not None
    action = game.legal_ids()[0]
    for is_open, state in ((True, game.state), (False, complete_state(game.board, game.view(game.to_play)))):
        found = Alternatives(game.board, is_open).play(state, [action, action], BASE, 0, 12)
        assert (found.shares[0] == found.shares[1]).all()
        assert (found.leads[0] == found.leads[1]).all()
        assert found.difference(0, 1, 0) == estimate(np.zeros(12)), "deals are not compared with themselves"
        assert len(set(found.leads[0])) > 3, "every deal is the same"


def test_with_all_cards_open_only_the_order_of_the_piles_is_dealt_anew() -> None:
    game = played("usa", 3, 6, 60)
    before, state = game.position(), game.state.copy()
    shuffle_piles(state_at(state, 0), BASE, 3)
    game.state = state
    after = game.position()
    assert sorted(after["deck"]) == sorted(before["deck"])
    assert after["deck"] != before["deck"]
    assert sorted(after["ticket_deck"]) == sorted(before["ticket_deck"])
    assert {**after, "deck": [], "ticket_deck": []} == {**before, "deck": [], "ticket_deck": []}


def test_the_standard_error_is_how_far_estimates_lie_apart() -> None:
    game = played("san-francisco", 2, 6, 30)
    actions = game.legal_ids()[:2]
    alternatives = Alternatives(game.board, is_open=True)
    found = [alternatives.play(game.state, actions, BASE, 40 * i, 40) for i in range(40)]
    for estimates in ([one.chance(0, 0) for one in found], [one.difference(0, 1, 0) for one in found]):
        spread = np.std([one.mean for one in estimates], ddof=1)
        told = np.mean([one.error for one in estimates])
        assert 0.6 < spread / told < 1.5


def test_few_playouts_that_agree_prove_little() -> None:
    assert estimate(np.ones(2)).error == pytest.approx(0.25)
    assert estimate(np.ones(100)).error == pytest.approx(0.005)
    assert estimate(np.array([0.0, 1.0] * 50)).error == pytest.approx(0.05, rel=0.01)


def choice(loss: float, error: float) -> ReviewedChoice:
    nothing = Outcomes(np.zeros((1, 2, 2)), np.zeros((1, 2)))
    judgement = Judgement(Game("usa", 2, seed=1).legal_actions()[0], 0.5, 0.1, nothing.lead(0), (), (), 2)
    return ReviewedChoice(judgement, judgement, Estimate(loss, error), (0.5, 0.5), False)


def test_a_mistake_is_a_loss_that_noise_can_not_explain() -> None:
    assert not choice(0.1, 0.1 / CERTAINTY).is_mistake
    assert choice(0.1, 0.099 / CERTAINTY).is_mistake
    assert not choice(0.3, 0.2).is_mistake
    assert not choice(0.0, 0.0).is_mistake


def test_accuracy_is_linear_so_that_noise_cancels_out() -> None:
    assert [choice(loss, 0.1).accuracy for loss in (0.0, WORTHLESS / 2, WORTHLESS)] == pytest.approx([1, 0.5, 0])
    assert choice(0.03, 0.1).accuracy + choice(-0.03, 0.1).accuracy == pytest.approx(2)
