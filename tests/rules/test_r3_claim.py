"""R3: claiming routes, paying for them, and the tokens they bring."""

from collections.abc import Callable
from pathlib import Path

import pytest

import whistlestop as ws

from .scene import (
    Scene,
    assert_refused,
    cards_in,
    names,
    on_both_maps,
    payments,
    san_francisco,
    scene,
    texts,
    usa,
    write_lakeside,
)

Table = Callable[..., Scene]
GREY_2 = {usa: "denver/santa-fe", san_francisco: "fort-mason/pacific-heights"}
BLACK_3 = {usa: "nashville/raleigh", san_francisco: "sunset/twin-peaks"}
DOUBLE_2 = {usa: "atlanta/raleigh", san_francisco: "golden-gate-park/haight-ashbury"}
LONGEST = {usa: ("sault-st-marie/winnipeg", 6), san_francisco: ("fort-mason/golden-gate-bridge", 5)}


@on_both_maps
def test_r3_1_every_free_route_can_be_claimed_connected_or_not(table: Table) -> None:
    game = table().with_hand(0, wild=6).with_claimed(GREY_2[table], by=0)
    closed = {GREY_2[table]}
    claimable = {action.route for action in game.legal_actions() if action.verb == "claim"}
    assert claimable == set(game.board.route_ids) - closed


@on_both_maps
def test_r3_1_a_claim_costs_as_many_cards_and_pieces_as_spaces(table: Table) -> None:
    game = table().with_hand(0, black=4, wild=2)
    pieces = game.position()["seats"][0]["pieces"]
    events = game.apply(f"claim {BLACK_3[table]} black:2,wild:1")
    position = game.position()
    assert position["seats"][0]["hand"] == {"black": 2, "wild": 1}
    assert position["discards"] == {"black": 2, "wild": 1}
    assert position["seats"][0]["pieces"] == pieces - 3
    assert position["claimed"] == {BLACK_3[table]: 0}
    assert names(events) == ["claim", "end-turn"]
    assert game.to_play == 1


@on_both_maps
def test_r3_1_exactly_enough_pieces_are_enough(table: Table) -> None:
    game = table().with_hand(0, black=3).with_pieces(0, 3)
    assert payments(game, BLACK_3[table]) == {"black:3"}
    game.apply(f"claim {BLACK_3[table]} black:3")
    assert game.position()["seats"][0]["pieces"] == 0


@on_both_maps
def test_r3_1_with_fewer_pieces_than_spaces_a_claim_is_refused(table: Table) -> None:
    game = table().with_hand(0, black=3).with_pieces(0, 2)
    assert payments(game, BLACK_3[table]) == set()
    assert payments(game, GREY_2[table]) == {"black:2"}
    assert_refused(game, f"claim {BLACK_3[table]} black:3", "R3.1")


@on_both_maps
def test_r3_1_a_taken_route_is_refused_to_its_owner_and_to_others(table: Table) -> None:
    for owner in (0, 1):
        game = table().with_hand(0, wild=6).with_claimed(GREY_2[table], by=owner)
        assert payments(game, GREY_2[table]) == set()
        assert_refused(game, f"claim {GREY_2[table]} wild:2", "R3.1")


@on_both_maps
def test_r3_1_too_many_or_too_few_cards_are_refused(table: Table) -> None:
    game = table().with_hand(0, black=5, wild=2)
    for payment in ("black:2", "black:4", "black:3,wild:1", "wild:1"):
        assert_refused(game, f"claim {BLACK_3[table]} {payment}", "R3.1")


@on_both_maps
def test_r3_1_cards_that_the_player_does_not_hold_are_refused(table: Table) -> None:
    game = table().with_hand(0, black=2, wild=1)
    assert payments(game, BLACK_3[table]) == {"black:2,wild:1"}
    for payment in ("black:3", "black:1,wild:2", "wild:3"):
        assert_refused(game, f"claim {BLACK_3[table]} {payment}", "R3.1")


@on_both_maps
def test_r3_2_a_black_route_of_three_can_be_paid_in_four_ways(table: Table) -> None:
    game = table().with_hand(0, black=4, red=4, wild=4)
    assert payments(game, BLACK_3[table]) == {"black:3", "black:2,wild:1", "black:1,wild:2", "wild:3"}


@on_both_maps
def test_r3_2_a_coloured_route_takes_no_other_colour(table: Table) -> None:
    game = table().with_hand(0, black=2, red=4, wild=2)
    for payment in ("red:3", "red:1,wild:2", "black:2,red:1", "black:1,red:1,wild:1"):
        assert_refused(game, f"claim {BLACK_3[table]} {payment}", "R3.2")


@on_both_maps
def test_r3_2_a_grey_route_takes_any_one_colour(table: Table) -> None:
    game = table().with_hand(0, black=1, red=2, green=3, wild=1)
    assert payments(game, GREY_2[table]) == {"red:2", "green:2", "black:1,wild:1", "red:1,wild:1", "green:1,wild:1"}


@on_both_maps
def test_r3_2_a_grey_route_does_not_take_two_colours(table: Table) -> None:
    game = table().with_hand(0, black=1, red=1, wild=2)
    assert_refused(game, f"claim {GREY_2[table]} black:1,red:1", "R3.2")
    assert payments(game, GREY_2[table]) == {"black:1,wild:1", "red:1,wild:1", "wild:2"}


@on_both_maps
def test_r3_2_wilds_alone_pay_any_route(table: Table) -> None:
    route, length = LONGEST[table]
    game = table().with_hand(0, wild=length)
    assert payments(game, route) == {f"wild:{length}"}
    game.apply(f"claim {route} wild:{length}")
    assert game.position()["discards"] == {"wild": length}


def test_r3_2_each_track_of_a_double_route_has_its_own_colour() -> None:
    game = usa(players=4).with_hand(0, orange=3, black=3)
    assert payments(game, "chicago/pittsburgh") == {"orange:3"}
    assert payments(game, "chicago/pittsburgh#2") == {"black:3"}
    game = san_francisco(players=3).with_hand(0, orange=2, blue=2)
    assert payments(game, "golden-gate-bridge/presidio") == {"orange:2"}
    assert payments(game, "golden-gate-bridge/presidio#2") == {"blue:2"}


def test_r3_3_a_ferry_route_needs_a_wild() -> None:
    game = san_francisco().with_hand(0, red=2)
    assert payments(game, "alcatraz/pier-39") == set()
    assert_refused(game, "claim alcatraz/pier-39 red:2", "R3.3")


def test_r3_3_the_other_spaces_of_a_ferry_route_are_paid_as_usual() -> None:
    game = san_francisco().with_hand(0, red=3, blue=1, wild=3)
    assert payments(game, "alcatraz/pier-39") == {"red:1,wild:1", "blue:1,wild:1", "wild:2"}
    assert payments(game, "alcatraz/the-embarcadero") == {"blue:1,wild:3"}
    assert_refused(game, "claim alcatraz/the-embarcadero red:1,blue:1,wild:2", "R3.2")


def test_r3_3_the_ferry_card_is_one_of_the_cards_not_one_more() -> None:
    game = san_francisco().with_hand(0, red=4, wild=1)
    assert payments(game, "fort-mason/golden-gate-bridge") == {"red:4,wild:1"}
    game.apply("claim fort-mason/golden-gate-bridge red:4,wild:1")
    assert game.position()["discards"] == {"red": 4, "wild": 1}
    assert game.position()["seats"][0]["hand"] == {}


def test_r3_3_as_many_wilds_as_ferry_symbols(tmp_path: Path) -> None:
    game = scene(write_lakeside(tmp_path), players=2).with_hand(0, red=3, wild=3)
    assert payments(game, "cedar/dogwood") == {"red:1,wild:2", "wild:3"}
    assert_refused(game, "claim cedar/dogwood red:2,wild:1", "R3.3")


def test_what_a_refused_claim_needs_is_counted_in_words_that_agree(tmp_path: Path) -> None:
    game = scene(write_lakeside(tmp_path), players=2).with_hand(0, red=3, wild=3)
    with pytest.raises(ws.IllegalAction, match="needs at least 2 wild cards; you offered red:2,wild:1"):
        game.apply("claim cedar/dogwood red:2,wild:1")
    with pytest.raises(ws.IllegalAction, match="it takes 1 card; you offered red:2"):
        game.apply("claim ash/birch-hill red:2")
    with pytest.raises(ws.IllegalAction, match="it takes 1 cable car; you have 0"):
        san_francisco().with_pieces(0, 0).with_hand(0, red=1).apply("claim castro/mission-district red:1")


def test_r3_3_usa_has_no_ferries() -> None:
    game = usa().with_hand(0, red=6)
    grey = [route for route in game.board.map.routes if "grey" in route.colors]
    assert all(payments(game, route.id) for route in grey)


@pytest.mark.parametrize(("table", "players"), [(usa, 2), (usa, 3), (san_francisco, 2)])
@pytest.mark.parametrize("taken", ["", "#2"])
def test_r3_4_the_other_track_is_closed_to_everybody_at_a_small_table(table: Table, players: int, taken: str) -> None:
    route = DOUBLE_2[table]
    left = route if taken else f"{route}#2"
    game = table(players).with_claimed(f"{route}{taken}", by=1).with_hand(0, wild=6)
    assert payments(game, left) == set()
    assert_refused(game, f"claim {left} wild:2", "R3.4")


@pytest.mark.parametrize(("table", "players"), [(usa, 4), (usa, 5), (san_francisco, 3), (san_francisco, 4)])
@pytest.mark.parametrize("taken", ["", "#2"])
def test_r3_4_the_other_track_is_open_to_others_at_a_large_table(table: Table, players: int, taken: str) -> None:
    route = DOUBLE_2[table]
    left = route if taken else f"{route}#2"
    game = table(players).with_claimed(f"{route}{taken}", by=1).with_hand(0, wild=6)
    assert payments(game, left) == {"wild:2"}
    game.apply(f"claim {left} wild:2")
    assert game.position()["claimed"] == {f"{route}{taken}": 1, left: 0}


@pytest.mark.parametrize(("table", "players"), [(usa, 2), (usa, 5), (san_francisco, 2), (san_francisco, 4)])
def test_r3_4_no_player_may_hold_both_tracks(table: Table, players: int) -> None:
    route = DOUBLE_2[table]
    for taken, left in ((route, f"{route}#2"), (f"{route}#2", route)):
        game = table(players).with_claimed(taken, by=0).with_hand(0, wild=6)
        assert payments(game, left) == set()
        assert_refused(game, f"claim {left} wild:2", "R3.4")


@pytest.mark.parametrize(("table", "players", "is_open"), [(usa, 3, False), (usa, 4, True), (san_francisco, 3, True)])
def test_r3_4_a_claim_closes_the_other_track_in_play(table: Table, players: int, is_open: bool) -> None:
    route = DOUBLE_2[table]
    game = table(players).with_hand(0, wild=2).with_hand(1, red=2)
    assert payments(game, route) == payments(game, f"{route}#2") == {"wild:2"}
    game.apply(f"claim {route} wild:2")
    assert payments(game, route) == set()
    assert payments(game, f"{route}#2") == ({"red:2"} if is_open else set())


POINTS = [(usa, length, points) for length, points in enumerate((1, 2, 4, 7, 10, 15), start=1)]
POINTS += [(san_francisco, length, points) for length, points in enumerate((1, 2, 4, 7, 10), start=1)]


@pytest.mark.parametrize(("table", "length", "points"), POINTS)
def test_r3_5_points_are_scored_at_once_by_length(table: Table, length: int, points: int) -> None:
    game = table().with_hand(0, wild=length).with_score(0, 3)
    route = next(route.id for route in game.board.map.routes if route.length == length)
    events = game.apply(f"claim {route} wild:{length}")
    assert game.position()["seats"][0]["score"] == 3 + points
    assert game.scores()[0]["routes"] == 3 + points
    assert events[0].public["points"] == points


def test_r3_6_the_only_token_is_taken_by_itself() -> None:
    game = san_francisco().with_stack("castro", "bell", 2).with_hand(0, red=1)
    events = game.apply("claim castro/mission-district red:1")
    assert names(events) == ["claim", "take", "end-turn"]
    assert game.position()["seats"][0]["tokens"] == ["bell"]
    assert game.position()["stacks"] == {"castro": {"symbol": "bell", "count": 1}}
    assert game.to_play == 1


def test_r3_6_a_token_can_lie_on_either_end() -> None:
    game = san_francisco().with_stack("mission-district", "seal").with_hand(0, red=1)
    game.apply("claim castro/mission-district red:1")
    assert game.position()["seats"][0]["tokens"] == ["seal"]
    assert game.position()["stacks"] == {}


def test_r3_6_a_token_elsewhere_is_not_taken() -> None:
    game = san_francisco().with_stack("alcatraz", "seal").with_hand(0, red=1)
    events = game.apply("claim castro/mission-district red:1")
    assert names(events) == ["claim", "end-turn"]
    assert game.position()["seats"][0]["tokens"] == []


def test_r3_6_nobody_takes_the_same_symbol_twice() -> None:
    game = san_francisco().with_stack("castro", "bell").with_tokens(0, "bell").with_hand(0, red=1)
    events = game.apply("claim castro/mission-district red:1")
    assert names(events) == ["claim", "end-turn"]
    assert game.position()["seats"][0]["tokens"] == ["bell"]
    assert game.position()["stacks"]["castro"]["count"] == 1


def test_r3_6_a_symbol_that_another_player_has_may_be_taken() -> None:
    game = san_francisco().with_stack("castro", "bell").with_tokens(1, "bell").with_hand(0, red=1)
    game.apply("claim castro/mission-district red:1")
    assert [seat["tokens"] for seat in game.position()["seats"]] == [["bell"], ["bell"]]


def two_tokens() -> Scene:
    return san_francisco().with_stack("castro", "bell").with_stack("mission-district", "seal").with_hand(0, red=2)


@pytest.mark.parametrize(("symbol", "left"), [("bell", "mission-district"), ("seal", "castro")])
def test_r3_6_of_two_tokens_the_player_chooses_one(symbol: str, left: str) -> None:
    game = two_tokens()
    events = game.apply("claim castro/mission-district red:1")
    assert names(events) == ["claim"]
    assert (game.phase, game.to_play) == ("take-token", 0)
    assert texts(game) == {"take bell", "take seal"}
    assert set(game.position()["token_choice"]) == {"bell", "seal"}
    game.apply(f"take {symbol}")
    assert game.position()["seats"][0]["tokens"] == [symbol]
    assert set(game.position()["stacks"]) == {left}
    assert (game.phase, game.to_play, game.position()["token_choice"]) == ("turn", 1, [])


def test_r3_6_of_two_tokens_the_one_not_held_is_taken_by_itself() -> None:
    game = two_tokens().with_tokens(0, "bell")
    game.apply("claim castro/mission-district red:1")
    assert game.position()["seats"][0]["tokens"] == ["bell", "seal"]
    assert game.to_play == 1


def test_r3_6_taking_is_not_optional() -> None:
    game = two_tokens().with_stack("alcatraz", "crab")
    game.apply("claim castro/mission-district red:1")
    for action in ("pass", "draw deck", "tickets", "take crab", "take cookie"):
        assert_refused(game, action, "R3.6")


def test_r3_6_tokens_are_visible_to_all() -> None:
    game = two_tokens()
    game.apply("claim castro/mission-district red:1")
    for viewer in (0, 1, None):
        assert set(game.view(viewer)["token_choice"]) == {"bell", "seal"}
    game.apply("take seal")
    for viewer in (0, 1, None):
        assert game.view(viewer)["seats"][0]["tokens"] == ["seal"]
        assert game.view(viewer)["stacks"] == {"castro": {"symbol": "bell", "count": 1}}


def test_r3_6_a_choice_position_can_be_set_up_again() -> None:
    game = two_tokens()
    game.apply("claim castro/mission-district red:1")
    again = Scene.from_position(game.position())
    assert again.position() == game.position()
    again.apply("take bell")
    assert again.position()["seats"][0]["tokens"] == ["bell"]
    assert cards_in(again.position()).total() == 44
