"""R1: setting up the table."""

from collections import Counter
from pathlib import Path

import pytest

import whistlestop as ws

from .scene import assert_refused, at_every_table, cards_in, keep_first_tickets, texts, write_lakeside

SPOTS = {"alcatraz", "golden-gate-bridge", "the-embarcadero", "sunset", "potrero-hill"}
SYMBOLS = {"bell", "crab", "lantern", "sourdough", "cookie", "seal", "chocolate"}
USA_CARDS = dict.fromkeys(("purple", "white", "blue", "yellow", "orange", "black", "red", "green"), 12) | {"wild": 14}
BAY_CARDS = dict.fromkeys(("blue", "green", "black", "purple", "red", "orange"), 6) | {"wild": 8}


@at_every_table
def test_r1_1_everybody_has_all_pieces_no_points_and_an_opening_hand(map: str, players: int) -> None:
    pieces, hand, cards = {"usa": (45, 4, USA_CARDS), "san-francisco": (20, 2, BAY_CARDS)}[map]
    position = ws.Game(map, players, seed=3).position()
    assert len(position["seats"]) == players
    for seat in position["seats"]:
        assert (seat["pieces"], seat["score"], sum(seat["hand"].values())) == (pieces, 0, hand)
    assert len(position["face_up"]) == 5
    assert None not in position["face_up"]
    assert cards_in(position) == cards
    assert sum(cards.values()) == {"usa": 110, "san-francisco": 44}[map]


@at_every_table
def test_r1_1_the_deal_is_random(map: str, players: int) -> None:
    deals = [ws.Game(map, players, seed=seed).position() for seed in range(8)]
    assert len({tuple(deal["deck"]) for deal in deals}) == 8
    assert len({tuple(deal["ticket_deck"]) for deal in deals}) == 8
    assert deals[0] == ws.Game(map, players, seed=0).position()


@pytest.mark.parametrize("map", ["usa", "san-francisco", "amber-lake"])
def test_r1_1_three_wilds_in_the_opening_row_are_swept_away(map: str) -> None:
    swept = 0
    for seed in range(400):
        position = ws.Game(map, players=2, seed=seed).position()
        discards = Counter(position["discards"])
        if discards:
            swept += 1
            assert discards.total() in (5, 10, 15)
            assert discards["wild"] >= 3 * discards.total() // 5
        # After three sweeps the row stays as it is (R2.5).
        assert position["face_up"].count("wild") < 3 or discards.total() == 15
    assert swept > 0, "these seeds show no sweep: take more"


@pytest.mark.parametrize(("map", "dealt", "least"), [("usa", 3, 2), ("san-francisco", 2, 1)])
def test_r1_2_opening_tickets_are_dealt_and_enough_must_be_kept(map: str, dealt: int, least: int) -> None:
    game = ws.Game(map, players=2, seed=5)
    for seat in (0, 1):
        assert (game.phase, game.to_play) == ("keep-tickets", seat)
        offered = game.position()["seats"][seat]["offered"]
        assert len(offered) == dealt
        choices = [set(action.tickets) for action in game.legal_actions()]
        assert all(choice <= set(offered) and len(choice) >= least for choice in choices)
        assert len(choices) == {(3, 2): 4, (2, 1): 3}[dealt, least]  # every such choice, once
        game.apply(f"keep {' '.join(offered[:least])}")
        assert game.position()["seats"][seat]["tickets"] == offered[:least]


@pytest.mark.parametrize(("map", "least"), [("usa", 2), ("san-francisco", 1)])
def test_r1_2_returned_tickets_go_under_the_pile_in_seat_order_as_dealt(map: str, least: int) -> None:
    game = ws.Game(map, players=3, seed=5)
    before = game.position()
    returned = []
    for seat in before["seats"]:
        # The last ones are kept, so that what goes back was dealt first.
        game.apply(f"keep {' '.join(seat['offered'][-least:])}")
        returned += seat["offered"][:-least]
    assert len(returned) == 3
    assert game.position()["ticket_deck"] == before["ticket_deck"] + returned


def test_r1_2_within_one_player_tickets_go_back_in_the_order_dealt(tmp_path: Path) -> None:
    # On the printed maps nobody returns more than one opening ticket.
    game = ws.Game(write_lakeside(tmp_path), players=2, seed=5)
    first, second, third = game.position()["seats"][0]["offered"]
    game.apply(f"keep {second}")
    assert game.position()["ticket_deck"] == [first, third]


@pytest.mark.parametrize("order", [(2, 1, 0), (1, 2, 0), (0, 2, 1), (2, 0, 1)])
@pytest.mark.parametrize(("map", "least"), [("usa", 2), ("san-francisco", 1)])
def test_r1_2_tickets_chosen_in_any_order_go_back_in_seat_order(map: str, least: int, order: tuple[int, ...]) -> None:
    in_order, game = ws.Game(map, players=3, seed=5), ws.Game(map, players=3, seed=5)
    before = game.position()
    choices = [f"keep {' '.join(seat['offered'][-least:])}" for seat in before["seats"]]
    for choice in choices:
        in_order.apply(choice)
    for seat in order[:-1]:
        assert game.apply(choices[seat], seat) == []
        assert {**game.position(), "to_play": 0, "seats": before["seats"]} == before  # nothing has happened
        assert game.version == 0
    assert game.awaited == [order[-1]]
    events = game.apply(choices[order[-1]], order[-1])
    assert [event.seat for event in events if event.name == "keep"] == [0, 1, 2]
    assert game.position() == in_order.position()
    assert game.history == in_order.history
    assert game.record() == in_order.record()


def test_r1_2_without_a_seat_those_who_have_chosen_early_follow_in_their_turn() -> None:
    game = ws.Game("usa", players=4, seed=5)
    for seat in (1, 3):
        game.apply(game.legal_actions(seat)[0], seat)
    assert game.to_play == 0
    events = game.apply(game.legal_actions()[0])
    assert [event.seat for event in events] == [0, 1]
    assert game.to_play == 2
    events = game.apply(game.legal_actions()[0])
    assert [event.seat for event in events] == [2, 3]
    assert game.phase == "turn"


def test_r1_2_who_chooses_after_others_have_kept_theirs_tells_nothing_of_them() -> None:
    game = ws.Game("usa", players=3, seed=5)
    assert [event.seat for event in game.apply(game.legal_actions()[0])] == [0]
    assert game.apply(game.legal_actions(2)[0], 2) == []
    assert [event.seat for event in game.history] == [0]


def test_r1_2_whoever_still_has_to_choose_is_to_play_in_their_own_view() -> None:
    game = ws.Game("usa", players=3, seed=5)
    game.apply(game.legal_actions(0)[0], 0)
    assert [game.view(seat)["to_play"] for seat in (1, 2)] == [1, 2]
    assert [bool(game.view(seat)["legal_actions"]) for seat in range(3)] == [False, True, True]


def test_r1_2_a_choice_can_be_taken_back_until_all_have_chosen() -> None:
    game = ws.Game("usa", players=2, seed=5)
    before = game.position()
    first, *_, last = game.legal_actions(1)
    game.apply(first, 1)
    assert game.choice(1) == first
    assert game.legal_actions(1) == []
    assert_refused(game, last, "R1.2", seat=1)
    assert_refused(game, "draw deck", "R1.2", seat=0)
    game.take_back(1)
    assert game.position() == before
    game.apply(last, 1)
    game.apply(game.legal_actions(0)[0], 0)
    assert [ticket["id"] for ticket in game.view(1)["tickets"]] == list(last.tickets)
    with pytest.raises(ValueError, match="seat 1 has no choice to take back"):
        game.take_back(1)


def test_r2_1_only_the_seat_to_play_may_act_after_the_opening() -> None:
    game = ws.Game("usa", players=2, seed=5)
    for seat in (1, 0):
        game.apply(game.legal_actions(seat)[0], seat)
    assert game.legal_actions(1) == []
    assert_refused(game, "draw deck", "R2.1", seat=1)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="seats 0 to 1"):
            game.apply("draw deck", seat)
        with pytest.raises(ValueError, match="seats 0 to 1"):
            game.legal_actions(seat)
    game.apply("draw deck", seat=0)
    assert game.phase == "second-card"


@pytest.mark.parametrize("map", ["usa", "san-francisco", "amber-lake"])
def test_r1_2_the_choice_is_secret(map: str) -> None:
    game = ws.Game(map, players=2, seed=5)
    tickets = set(game.board.ticket_ids)
    offered = game.position()["seats"][0]["offered"]
    game.apply(game.legal_actions()[0])
    for viewer in (1, None):
        seen = str({**game.view(viewer), "offered": None, "legal_actions": None})
        assert not [ticket for ticket in tickets if f"'{ticket}'" in seen]
    assert game.view(0)["tickets"][0]["id"] in offered


@pytest.mark.parametrize(("map", "least"), [("usa", 2), ("san-francisco", 1)])
def test_r1_2_keeping_too_few_or_other_tickets_is_refused(map: str, least: int) -> None:
    game = ws.Game(map, players=2, seed=5)
    own, other = (seat["offered"] for seat in game.position()["seats"])
    assert_refused(game, ws.Action("keep", tickets=tuple(own[: least - 1])), "R1.2")
    assert_refused(game, ws.Action("keep", tickets=(own[0], own[0])), "R1.2")
    assert_refused(game, f"keep {' '.join(other)}", "R1.2")
    assert_refused(game, f"keep {own[0]} {game.position()['ticket_deck'][0]}", "R1.2")
    for action in ("draw deck", "tickets", "pass"):
        assert_refused(game, action, "R1.2")


@at_every_table
def test_r1_3_seat_0_starts_and_play_is_clockwise(map: str, players: int) -> None:
    game = ws.Game(map, players, seed=2)
    keep_first_tickets(game)
    while game.phase == "place-tokens":
        game.apply(game.legal_actions()[0])
    order = []
    for _ in range(2 * players):
        assert game.phase == "turn"
        order.append(game.to_play)
        game.apply("draw deck")
        game.apply("draw deck")
    assert order == [*range(players), *range(players)]


@pytest.mark.parametrize(("players", "stack"), [(2, 2), (3, 2), (4, 3)])
def test_r1_4_five_stacks_lie_on_their_spots_and_two_are_set_aside(players: int, stack: int) -> None:
    position = ws.Game("san-francisco", players, seed=1).position()
    assert set(position["stacks"]) == SPOTS
    assert [pile["count"] for pile in position["stacks"].values()] == [stack] * 5
    assert len(position["set_aside"]) == 2
    piles = [*position["stacks"].values(), *position["set_aside"]]
    assert {pile["symbol"] for pile in piles} == SYMBOLS


def test_r1_4_which_symbol_goes_where_is_random() -> None:
    deals = [ws.Game("san-francisco", players=2, seed=seed).position() for seed in range(120)]
    assert {deal["stacks"]["alcatraz"]["symbol"] for deal in deals} == SYMBOLS
    assert {deal["set_aside"][0]["symbol"] for deal in deals} == SYMBOLS


def test_r1_4_usa_has_no_tokens() -> None:
    game = ws.Game("usa", players=2, seed=1)
    assert (game.position()["stacks"], game.position()["set_aside"]) == ({}, [])
    keep_first_tickets(game)
    assert (game.phase, game.to_play) == ("turn", 0)


@pytest.mark.parametrize(("players", "count"), [(3, 2), (4, 3)])
def test_r1_5_the_last_player_places_a_stack_then_the_last_but_one(players: int, count: int) -> None:
    game = ws.Game("san-francisco", players, seed=1)
    first, second = (pile["symbol"] for pile in game.position()["set_aside"])
    keep_first_tickets(game)
    assert (game.phase, game.to_play) == ("place-tokens", players - 1)
    free = set(game.board.location_ids) - SPOTS
    assert texts(game) == {f"place {symbol} {location}" for symbol in (first, second) for location in free}
    game.apply(f"place {second} castro")  # either of the two
    assert (game.phase, game.to_play) == ("place-tokens", players - 2)
    assert texts(game) == {f"place {first} {location}" for location in free - {"castro"}}
    game.apply(f"place {first} lands-end")
    assert (game.phase, game.to_play) == ("turn", 0)
    stacks = game.position()["stacks"]
    assert stacks["castro"] == {"symbol": second, "count": count}
    assert stacks["lands-end"] == {"symbol": first, "count": count}
    assert [pile["count"] for pile in stacks.values()] == [count] * 7


def test_r1_5_of_two_players_the_second_places_one_token_each() -> None:
    game = ws.Game("san-francisco", players=2, seed=1)
    first, second = (pile["symbol"] for pile in game.position()["set_aside"])
    keep_first_tickets(game)
    assert (game.phase, game.to_play) == ("place-tokens", 1)
    game.apply(f"place {first} castro")
    assert (game.phase, game.to_play) == ("place-tokens", 1)
    game.apply(f"place {second} chinatown")
    assert (game.phase, game.to_play) == ("turn", 0)
    position = game.position()
    assert sorted(pile["count"] for pile in position["stacks"].values()) == [1, 1, 2, 2, 2, 2, 2]
    assert position["stacks"]["chinatown"] == {"symbol": second, "count": 1}
    assert position["set_aside"] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_5_a_stack_goes_only_where_none_is(players: int) -> None:
    game = ws.Game("san-francisco", players, seed=1)
    first, second = (pile["symbol"] for pile in game.position()["set_aside"])
    on_board = game.position()["stacks"]["sunset"]["symbol"]
    keep_first_tickets(game)
    assert_refused(game, f"place {first} alcatraz", "R1.5")
    assert_refused(game, f"place {on_board} castro", "R1.5")
    assert_refused(game, "draw deck", "R1.5")
    game.apply(f"place {first} castro")
    assert_refused(game, f"place {second} castro", "R1.5")
    assert_refused(game, f"place {first} chinatown", "R1.5")
