"""R5: passing, and the game that stalls."""

from collections.abc import Callable
from pathlib import Path

from .scene import EMPTY_ROW, Scene, assert_refused, names, on_both_maps, scene, texts, usa, write_lakeside

Table = Callable[..., Scene]
ONE_SPACE = {True: "kansas-city/omaha", False: "castro/mission-district"}


def nothing_to_do(table: Table, players: int = 2) -> Scene:
    """Seat 0 has no cards, and neither cards nor tickets are left: the last seat holds all cards."""
    return table(players).with_ticket_deck().with_cards(row=EMPTY_ROW, rest_with=players - 1)


@on_both_maps
def test_r5_1_who_can_do_nothing_passes(table: Table) -> None:
    game = nothing_to_do(table)
    assert texts(game) == {"pass"}
    events = game.apply("pass")
    assert names(events) == ["pass", "end-turn"]
    assert (game.phase, game.to_play) == ("turn", 1)
    assert game.position()["passes"] == 1


@on_both_maps
def test_r5_1_no_passing_for_who_can_draw(table: Table) -> None:
    game = table().with_ticket_deck().with_cards(row=(None, None, "red", None, None), rest_with=1)
    assert texts(game) == {"draw red"}
    assert_refused(game, "pass", "R5.1")


@on_both_maps
def test_r5_1_no_passing_for_who_can_draw_tickets(table: Table) -> None:
    game = nothing_to_do(table).with_ticket_deck(table().board.ticket_ids[0])
    assert texts(game) == {"tickets"}
    assert_refused(game, "pass", "R5.1")


@on_both_maps
def test_r5_1_no_passing_for_who_can_claim(table: Table) -> None:
    game = table().with_ticket_deck().with_hand(0, red=1).with_cards(row=EMPTY_ROW, rest_with=1)
    assert {action.verb for action in game.legal_actions()} == {"claim"}
    assert f"claim {ONE_SPACE[table is usa]} red:1" in texts(game)
    assert_refused(game, "pass", "R5.1")


@on_both_maps
def test_r5_1_cards_without_pieces_are_no_move(table: Table) -> None:
    game = nothing_to_do(table).with_turn_of(1).with_pieces(1, 0)
    assert texts(game) == {"pass"}


@on_both_maps
def test_r5_1_a_pass_in_the_final_round_is_a_turn(table: Table) -> None:
    game = nothing_to_do(table).with_turns_left(2)
    game.apply("pass")
    assert (game.to_play, game.position()["turns_left"]) == (1, 1)


@on_both_maps
def test_r5_2_when_all_pass_in_a_row_the_game_is_over_and_scored(table: Table) -> None:
    game = nothing_to_do(table, players=3).with_pieces(2, 0).with_score(1, 7)
    for seat in (0, 1):
        assert game.to_play == seat
        game.apply("pass")
        assert not game.is_over
    events = game.apply("pass")
    # The third seat has no pieces, but the game does not go on to a final round.
    assert names(events)[-1] == "game-over"
    assert (game.is_over, game.phase, game.to_play) == (True, "over", None)
    assert game.legal_actions() == []
    assert game.winners() == [1]


def test_r5_2_a_board_that_is_full_ends_the_game(tmp_path: Path) -> None:
    game = (
        scene(write_lakeside(tmp_path), players=2)
        .with_claimed("ash/birch-hill", "birch-hill/cedar", by=0)
        .with_claimed("cedar/dogwood", "ash/dogwood", by=1)
        .with_ticket_deck()
        .with_hand(0, red=4)
        .with_cards(row=EMPTY_ROW, rest_with=1)
    )
    game.apply("pass")
    assert not game.is_over
    game.apply("pass")
    assert game.is_over
    assert game.position()["turns_left"] is None
    # 1 + 3 and 6 + 3 points on routes; the longest path of 5 spaces gets 5 points.
    assert [score["total"] for score in game.scores()] == [4, 14]


@on_both_maps
def test_r5_2_a_move_in_between_starts_the_count_again(table: Table) -> None:
    game = table().with_ticket_deck().with_hand(0, red=1).with_cards(row=EMPTY_ROW, rest_with=1).with_passes(1)
    game.apply(f"claim {ONE_SPACE[table is usa]} red:1")
    assert game.position()["passes"] == 0
    assert not game.is_over


@on_both_maps
def test_r5_2_two_of_three_passes_are_not_enough(table: Table) -> None:
    game = nothing_to_do(table, players=3)
    game.apply("pass")
    game.apply("pass")
    assert (game.is_over, game.to_play) == (False, 2)
    game.apply(f"claim {ONE_SPACE[table is usa]} red:1")  # its card comes up in the row for seat 0
    assert (game.to_play, texts(game)) == (0, {"draw red"})
