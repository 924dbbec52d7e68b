"""R4: drawing tickets, and what is secret."""

from collections.abc import Callable

import pytest

import whistlestop as ws

from .scene import Scene, assert_refused, keep_first_tickets, names, on_both_maps, play_on, san_francisco, texts, usa

Table = Callable[..., Scene]
DRAWN = {usa: 3, san_francisco: 2}


@on_both_maps
def test_r4_1_tickets_come_from_the_top_of_the_pile(table: Table) -> None:
    game = table().with_claimed(table().board.route_ids[0], by=1)
    pile = game.position()["ticket_deck"]
    events = game.apply("tickets")
    assert names(events) == ["tickets"]
    assert (game.phase, game.to_play) == ("keep-tickets", 0)
    assert game.position()["seats"][0]["offered"] == pile[: DRAWN[table]]
    assert game.position()["ticket_deck"] == pile[DRAWN[table] :]


@on_both_maps
def test_r4_1_any_number_but_none_may_be_kept(table: Table) -> None:
    game = table().with_claimed(table().board.route_ids[0], by=1)
    game.apply("tickets")
    kept_counts = sorted(len(action.tickets) for action in game.legal_actions())
    assert kept_counts == {usa: [1, 1, 1, 2, 2, 2, 3], san_francisco: [1, 1, 2]}[table]
    assert len(texts(game)) == len(kept_counts)


@on_both_maps
def test_r4_1_the_others_go_under_the_pile_in_the_order_dealt(table: Table) -> None:
    game = table().with_claimed(table().board.route_ids[0], by=1)
    pile = game.position()["ticket_deck"]
    game.apply("tickets")
    *returned, kept = pile[: DRAWN[table]]
    game.apply(f"keep {kept}")
    assert game.position()["ticket_deck"] == pile[DRAWN[table] :] + returned
    assert game.position()["seats"][0]["tickets"] == [kept]
    assert game.position()["seats"][0]["offered"] == []
    assert (game.phase, game.to_play) == ("turn", 1)


def test_r4_1_the_order_in_which_tickets_are_named_does_not_matter() -> None:
    game = usa().with_claimed("dallas/houston", by=1)
    first, second, third = game.position()["ticket_deck"][:3]
    game.apply("tickets")
    game.apply(f"keep {third} {first}")
    assert set(game.position()["seats"][0]["tickets"]) == {first, third}
    assert game.position()["ticket_deck"][-1] == second


def test_r4_1_a_small_pile_gives_what_it_has() -> None:
    game = usa().with_claimed("dallas/houston", by=1).with_ticket_deck("boston/miami", "denver/el-paso")
    game.apply("tickets")
    assert texts(game) == {"keep boston/miami", "keep denver/el-paso", "keep boston/miami denver/el-paso"}


@on_both_maps
def test_r4_1_a_single_ticket_must_be_kept(table: Table) -> None:
    ticket = table().board.ticket_ids[0]
    game = table().with_claimed(table().board.route_ids[0], by=1).with_ticket_deck(ticket)
    game.apply("tickets")
    assert texts(game) == {f"keep {ticket}"}
    game.apply(f"keep {ticket}")
    assert game.position()["ticket_deck"] == []


@on_both_maps
def test_r4_1_an_empty_pile_offers_nothing(table: Table) -> None:
    game = table().with_ticket_deck()
    assert "tickets" not in texts(game)
    assert_refused(game, "tickets", "R4.1")


@on_both_maps
def test_r4_1_keeping_none_or_others_is_refused(table: Table) -> None:
    game = table().with_claimed(table().board.route_ids[0], by=1)
    elsewhere = game.position()["ticket_deck"][-1]
    game.apply("tickets")
    assert_refused(game, ws.Action("keep"), "R4.1")
    assert_refused(game, f"keep {elsewhere}", "R4.1")
    for action in ("draw deck", "tickets", "pass"):
        assert_refused(game, action, "R4.1")


@on_both_maps
def test_r4_2_a_kept_ticket_can_never_be_given_back(table: Table) -> None:
    game = table().with_claimed(table().board.route_ids[0], by=1)
    kept = game.position()["ticket_deck"][0]
    game.apply("tickets")
    game.apply(f"keep {kept}")
    play_on(game, seed=1)
    assert kept in game.position()["seats"][0]["tickets"]


@on_both_maps
def test_r4_2_a_later_draw_does_not_offer_kept_tickets(table: Table) -> None:
    held = table().board.ticket_ids[:4]
    game = table().with_tickets(0, *held)
    game.apply("tickets")
    assert not set(held) & set(game.position()["seats"][0]["offered"])
    assert_refused(game, f"keep {held[0]}", "R4.1")


@on_both_maps
def test_r4_2_there_is_no_limit_on_tickets(table: Table) -> None:
    everything = table().board.ticket_ids
    game = table().with_tickets(0, *everything[:-1])
    game.apply("tickets")
    game.apply(f"keep {everything[-1]}")
    assert set(game.position()["seats"][0]["tickets"]) == set(everything)


@on_both_maps
def test_r4_3_tickets_and_their_completion_are_secret_until_the_end(table: Table) -> None:
    route, ticket = {
        usa: ("denver/santa-fe", "denver/el-paso"),
        san_francisco: ("castro/twin-peaks", "castro/pier-39"),
    }[table]
    game = table().with_claimed(route, by=0).with_tickets(0, ticket)
    assert [kept["id"] for kept in game.view(0)["tickets"]] == [ticket]
    assert game.view(0)["tickets"][0]["is_complete"] is False
    for viewer in (1, None):
        view = game.view(viewer)
        assert ticket not in str(view)
        assert view["seats"][0]["tickets"] is None
        assert view["scores"] is None
    over = game.finished()
    for viewer in (0, 1, None):
        tickets = over.view(viewer)["seats"][0]["tickets"]
        assert tickets is not None
        assert [(kept["id"], kept["is_complete"]) for kept in tickets] == [(ticket, False)]


def test_r4_3_the_owner_sees_which_tickets_are_complete() -> None:
    game = usa().with_claimed("denver/santa-fe", "el-paso/santa-fe", by=0).with_tickets(0, "denver/el-paso")
    assert game.view(0)["tickets"] == [{"id": "denver/el-paso", "points": 4, "is_complete": True}]


@on_both_maps
def test_r4_3_how_many_tickets_and_cards_a_player_holds_is_public(table: Table) -> None:
    game = table().with_hand(0, red=2, wild=1).with_tickets(0, *table().board.ticket_ids[:3])
    for viewer in (1, None):
        seat = game.view(viewer)["seats"][0]
        assert (seat["card_count"], seat["ticket_count"]) == (3, 3)
        assert game.view(viewer)["hand"] == {}
    assert game.view(0)["hand"] == {"red": 2, "wild": 1}


@on_both_maps
def test_r4_3_a_card_taken_face_up_is_public_and_an_unseen_one_is_not(table: Table) -> None:
    game = table().with_row("red", "blue", "green", "black", "orange").with_next("purple", "purple")
    game.apply("draw red")
    game.apply("draw deck")
    for viewer in (1, None):
        seen = [event["card"] for event in game.view(viewer)["history"] if event["event"] == "draw"]
        assert seen == ["red", None]
        assert game.view(viewer)["seats"][0]["known_cards"] == {"red": 1}
    own = [event["card"] for event in game.view(0)["history"] if event["event"] == "draw"]
    assert own == ["red", "purple"]


@on_both_maps
def test_r4_3_payments_and_claims_are_public(table: Table) -> None:
    route = "kansas-city/omaha" if table is usa else "castro/mission-district"
    game = table().with_hand(0, red=1)
    game.apply(f"claim {route} red:1")
    for viewer in (0, 1, None):
        event = game.view(viewer)["history"][0]
        assert (event["event"], event["seat"], event["route"], event["payment"]) == ("claim", 0, route, {"red": 1})
        assert game.view(viewer)["claimed"] == {route: 0}
        assert game.view(viewer)["discards"] == {"red": 1}


@pytest.mark.parametrize("map", ["usa", "san-francisco", "amber-lake"])
def test_r4_3_which_tickets_were_returned_only_their_player_knows(map: str) -> None:
    game = ws.Game(map, players=2, seed=4)
    keep_first_tickets(game)
    returned = [ticket for ticket in game.view(0)["ticket_deck"] if ticket]
    assert len(returned) == 1
    assert game.position()["ticket_deck"][-2] == returned[0]
    assert returned[0] not in str(game.view(1))
    assert set(game.view(None)["ticket_deck"]) == {None}


@on_both_maps
def test_r4_3_only_the_seat_to_play_sees_what_it_may_do(table: Table) -> None:
    game = table().with_hand(0, red=3)
    assert set(game.view(0)["legal_actions"]) == texts(game)
    assert game.view(1)["legal_actions"] == game.view(None)["legal_actions"] == []
