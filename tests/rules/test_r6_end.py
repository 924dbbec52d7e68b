"""R6: the final round, scoring and winners."""

from collections.abc import Callable

import pytest

import whistlestop as ws

from .scene import Scene, assert_refused, at_every_table, names, on_both_maps, play_on, san_francisco, usa

Table = Callable[..., Scene]
ROUTE_1 = {usa: "kansas-city/omaha", san_francisco: "castro/mission-district"}
ROUTE_2 = {usa: "denver/santa-fe", san_francisco: "fort-mason/pacific-heights"}
SYMBOLS = ("bell", "crab", "lantern", "sourdough", "cookie", "seal", "chocolate")


def draw_two(game: ws.Game) -> None:
    game.apply("draw deck")
    game.apply("draw deck")


@on_both_maps
@pytest.mark.parametrize("left", [0, 1, 2])
def test_r6_1_two_pieces_or_fewer_at_the_end_of_a_turn_trigger_the_final_round(table: Table, left: int) -> None:
    game = table(players=3).with_hand(0, red=1).with_pieces(0, left + 1)
    assert game.position()["turns_left"] is None
    events = game.apply(f"claim {ROUTE_1[table]} red:1")
    assert "final-round" in names(events)
    assert game.position()["turns_left"] == 3


@on_both_maps
def test_r6_1_three_pieces_do_not(table: Table) -> None:
    game = table().with_hand(0, red=1).with_pieces(0, 4)
    events = game.apply(f"claim {ROUTE_1[table]} red:1")
    assert "final-round" not in names(events)
    assert game.position()["turns_left"] is None


@on_both_maps
@pytest.mark.parametrize("trigger", [0, 1, 2])
def test_r6_1_everybody_has_one_more_turn_the_trigger_too(table: Table, trigger: int) -> None:
    game = table(players=3).with_turn_of(trigger).with_hand(trigger, red=1).with_pieces(trigger, 3)
    game.apply(f"claim {ROUTE_1[table]} red:1")
    order = []
    while not game.is_over:
        order.append(game.to_play)
        draw_two(game)
    assert order == [(trigger + 1) % 3, (trigger + 2) % 3, trigger]


@on_both_maps
def test_r6_1_later_players_falling_to_two_change_nothing(table: Table) -> None:
    game = table(players=2).with_hand(0, red=1).with_pieces(0, 3).with_hand(1, blue=2).with_pieces(1, 4)
    game.apply(f"claim {ROUTE_1[table]} red:1")
    events = game.apply(f"claim {ROUTE_2[table]} blue:2")
    assert "final-round" not in names(events)
    assert game.position()["turns_left"] == 1
    draw_two(game)
    assert game.is_over


@on_both_maps
def test_r6_1_a_last_turn_is_a_whole_turn(table: Table) -> None:
    game = table().with_turns_left(1)
    game.apply("draw deck")
    assert (game.is_over, game.phase, game.to_play) == (False, "second-card", 0)
    game.apply("draw deck")
    assert game.is_over
    assert sum(game.position()["seats"][0]["hand"].values()) == 2


@on_both_maps
def test_r6_1_a_last_turn_may_be_spent_on_tickets(table: Table) -> None:
    game = table().with_tickets(0, table().board.ticket_ids[0]).with_turns_left(1)
    game.apply("tickets")
    assert (game.is_over, game.phase) == (False, "keep-tickets")
    game.apply(game.legal_actions()[0])
    assert game.is_over
    assert len(game.position()["seats"][0]["tickets"]) > 1


def test_r6_1_a_turn_ends_only_when_the_token_is_taken() -> None:
    game = san_francisco().with_stack("castro", "bell").with_stack("mission-district", "seal").with_hand(0, red=1)
    game = game.with_pieces(0, 3)
    game.apply("claim castro/mission-district red:1")
    assert game.position()["turns_left"] is None
    game.apply("take bell")
    assert game.position()["turns_left"] == 2
    game = san_francisco().with_stack("castro", "bell").with_stack("mission-district", "seal").with_hand(0, red=1)
    game = game.with_turns_left(1)
    game.apply("claim castro/mission-district red:1")
    assert not game.is_over
    game.apply("take seal")
    assert game.is_over


@at_every_table
def test_r6_1_whole_games_end_one_round_after_the_trigger(map: str, players: int) -> None:
    game = ws.Game(map, players, seed=11)
    play_on(game, seed=11)
    story = [event for event in game.history if event.name in ("final-round", "end-turn", "game-over")]
    at = names(story).index("final-round")
    trigger = story[at].seat
    assert trigger is not None
    assert names(story[at:]) == ["final-round", *["end-turn"] * players, "game-over"]
    assert [event.seat for event in story[at + 1 : -1]] == [(trigger + i) % players for i in range(1, players + 1)]
    assert "final-round" not in names(story[:at])


@on_both_maps
def test_r6_1_nothing_can_be_done_when_the_game_is_over(table: Table) -> None:
    game = table().with_hand(0, red=1).finished()
    assert (game.legal_actions(), game.to_play, game.phase) == ([], None, "over")
    for action in ("draw deck", "pass", "tickets", f"claim {ROUTE_1[table]} red:1"):
        assert_refused(game, action, "R6.1")


@on_both_maps
def test_r6_2_tickets_add_their_value_if_complete_else_subtract_it(table: Table) -> None:
    routes, complete, points, missed, lost = {
        usa: (("denver/santa-fe", "el-paso/santa-fe"), "denver/el-paso", 4, "los-angeles/seattle", 9),
        san_francisco: (
            ("painted-ladies/union-square", "castro/painted-ladies", "chinatown/union-square", "chinatown/pier-39"),
            "castro/pier-39",
            8,
            "alcatraz/sunset",
            9,
        ),
    }[table]
    game = table().with_claimed(*routes, by=0).with_score(0, 20)
    assert game.with_tickets(0, complete).finished().scores()[0]["tickets"] == points
    assert game.with_tickets(0, missed).finished().scores()[0]["tickets"] == -lost
    score = game.with_tickets(0, complete, missed).finished().scores()[0]
    assert (score["tickets"], score["completed_tickets"]) == (points - lost, 1)
    assert score["total"] == 20 + points - lost + score["longest_path"]


def test_r6_2_only_the_players_own_routes_count() -> None:
    game = usa().with_claimed("denver/santa-fe", by=0).with_claimed("el-paso/santa-fe", by=1)
    score = game.with_tickets(0, "denver/el-paso").finished().scores()[0]
    assert (score["tickets"], score["completed_tickets"]) == (-4, 0)


def test_r6_2_either_track_of_a_double_route_joins() -> None:
    game = usa(players=4).with_claimed("atlanta/raleigh", by=0).with_claimed("atlanta/raleigh#2", by=1)
    for seat in (0, 1):
        joined = game.with_claimed("raleigh/washington" if seat else "raleigh/washington#2", by=seat)
        joined = joined.with_claimed("new-york/washington" if seat else "new-york/washington#2", by=seat)
        assert joined.with_tickets(seat, "atlanta/new-york").finished().scores()[seat]["tickets"] == 6


def test_r6_2_tickets_without_any_route_are_all_lost() -> None:
    game = san_francisco().with_tickets(0, "alcatraz/sunset", "castro/pier-39").finished()
    assert game.scores()[0]["total"] == -17


def test_r6_2_a_running_game_scores_what_is_known_so_far() -> None:
    game = usa().with_claimed("denver/santa-fe", "el-paso/santa-fe", by=0).with_tickets(0, "denver/el-paso")
    assert game.scores()[0]["tickets"] == 4
    assert game.winners() == []


LOOP = ("kansas-city/omaha", "denver/kansas-city", "denver/omaha")  # 1 + 4 + 4 spaces round from Omaha


@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ((), 0),
        (("kansas-city/omaha",), 1),
        (("denver/santa-fe", "el-paso/santa-fe"), 4),
        (("denver/santa-fe", "boston/montreal"), 2),  # not continuous
        (LOOP, 9),  # a closed loop counts whole
        ((*LOOP, "duluth/omaha"), 11),  # 2 on to the loop
        ((*LOOP, "duluth/omaha", "helena/omaha"), 16),  # in by one tail, round, out by the other
        ((*LOOP, "duluth/omaha", "helena/omaha", "chicago/omaha"), 18),  # a third tail must be left out: the shortest
        (("denver/omaha", "helena/omaha", "duluth/omaha"), 9),  # a star: its two longest arms
        (("calgary/winnipeg", "helena/winnipeg", "calgary/helena", "duluth/helena"), 20),  # 6 + 4 + 4, then 6
    ],
)
def test_r6_3_the_longest_trail_revisits_cities_but_uses_no_piece_twice(routes: tuple[str, ...], length: int) -> None:
    assert usa().with_claimed(*routes, by=0).finished().scores()[0]["longest_path_length"] == length


def test_r6_3_two_loops_that_share_a_city_are_one_trail() -> None:
    # Seattle–Vancouver–Calgary–Seattle (1 + 3 + 4) and Calgary–Helena–Winnipeg–Calgary (4 + 4 + 6) meet in Calgary.
    routes = ("seattle/vancouver", "calgary/vancouver", "calgary/seattle")
    game = usa().with_claimed(*routes, "calgary/helena", "helena/winnipeg", "calgary/winnipeg", by=0)
    assert game.finished().scores()[0]["longest_path_length"] == 22


def test_r6_3_the_longest_path_gets_ten_points() -> None:
    game = (
        usa().with_claimed("denver/omaha", by=0).with_claimed("denver/santa-fe", "atlanta/nashville", by=1).finished()
    )
    first, second = game.scores()
    assert (first["longest_path"], first["longest_path_length"], first["total"]) == (10, 4, 7 + 10)
    assert (second["longest_path"], second["longest_path_length"], second["total"]) == (0, 2, 2 + 1)


def test_r6_3_tied_players_all_get_the_ten() -> None:
    game = usa(players=3).with_claimed("denver/omaha", by=1).with_claimed("chicago/toronto", by=2).finished()
    assert [score["longest_path"] for score in game.scores()] == [0, 10, 10]
    assert [score["total"] for score in game.scores()] == [0, 17, 17]


def test_r6_3_a_player_with_no_route_gets_nothing() -> None:
    assert [score["longest_path"] for score in usa(players=4).finished().scores()] == [0, 0, 0, 0]
    assert [score["total"] for score in usa(players=4).finished().scores()] == [0, 0, 0, 0]


def test_r6_3_san_francisco_has_no_longest_path() -> None:
    game = san_francisco().with_claimed("castro/mission-district", by=0).finished()
    assert (game.scores()[0]["longest_path"], game.scores()[0]["total"]) == (0, 1)


@pytest.mark.parametrize("count", range(8))
def test_r6_4_different_tokens_score_by_the_table(count: int) -> None:
    game = san_francisco().with_tokens(0, *SYMBOLS[:count]).finished()
    points = (0, 0, 1, 2, 4, 6, 9, 12)[count]
    assert (game.scores()[0]["tokens"], game.scores()[0]["total"]) == (points, points)
    assert game.scores()[1]["tokens"] == 0


def test_r6_4_usa_has_no_tokens() -> None:
    assert {score["tokens"] for score in usa(players=5).finished().scores()} == {0}


@on_both_maps
def test_r6_5_most_points_win(table: Table) -> None:
    game = table(players=3).with_score(0, 5).with_score(1, 9).with_score(2, 8).finished()
    assert game.winners() == [1]
    assert [score["total"] for score in game.scores()] == [5, 9, 8]


def test_r6_5_what_counts_is_the_total_not_the_routes() -> None:
    game = usa().with_score(0, 12).with_tickets(0, "denver/el-paso").with_score(1, 9).finished()
    assert [score["total"] for score in game.scores()] == [8, 9]
    assert game.winners() == [1]


BAY_LINE = ("castro/painted-ladies", "painted-ladies/union-square", "chinatown/union-square", "chinatown/pier-39")
TIES = {
    usa: (("denver/santa-fe", "el-paso/santa-fe"), "denver/el-paso"),
    san_francisco: (BAY_LINE, "castro/pier-39"),
}


@on_both_maps
def test_r6_5_of_tied_players_the_one_with_more_completed_tickets_wins(table: Table) -> None:
    routes, ticket = TIES[table]
    game = table().with_claimed(*routes, by=1).with_tickets(1, ticket)
    total = game.scores()[1]["total"]
    game = game.with_score(0, total).finished()
    assert [score["total"] for score in game.scores()] == [total, total]
    assert game.winners() == [1]


@on_both_maps
def test_r6_5_a_tie_in_points_and_tickets_is_shared(table: Table) -> None:
    game = table(players=3).with_score(0, 12).with_score(1, 12).with_score(2, 11).finished()
    assert game.winners() == [0, 1]


def test_r6_5_in_usa_the_longest_path_decides_a_tie_in_points_and_tickets() -> None:
    game = usa(players=3).with_score(0, 12).with_claimed("denver/santa-fe", by=1).with_score(1, 2).with_score(2, 12)
    assert [score["total"] for score in game.finished().scores()] == [12, 12, 12]
    assert game.finished().winners() == [1]


def test_r6_5_two_who_hold_the_longest_path_share_the_win() -> None:
    game = usa(players=3).with_claimed("denver/santa-fe", by=0).with_claimed("el-paso/santa-fe", by=1).with_score(2, 12)
    assert [score["total"] for score in game.finished().scores()] == [12, 12, 12]
    assert game.finished().winners() == [0, 1]


def test_r6_5_completed_tickets_come_before_the_longest_path() -> None:
    game = usa().with_claimed("denver/santa-fe", "el-paso/santa-fe", by=0).with_tickets(0, "denver/el-paso")
    game = game.with_claimed("duluth/helena", by=1).with_score(1, 0).with_score(0, 6).finished()
    scores = game.scores()
    assert [score["total"] for score in scores] == [10, 10]
    assert [score["longest_path"] for score in scores] == [0, 10]
    assert game.winners() == [0]


def test_r6_5_in_san_francisco_tokens_break_no_tie() -> None:
    game = san_francisco().with_tokens(0, *SYMBOLS[:4]).with_score(1, 4).finished()
    assert game.winners() == [0, 1]


@on_both_maps
def test_r6_5_a_running_game_has_no_winner(table: Table) -> None:
    assert table().with_score(0, 9).winners() == []
