"""The guide of a seat agrees with the rules, and is for that seat only."""

import random
from math import inf

import pytest

from tests.rules.scene import san_francisco, usa
from tests.server.at_table import Chair, Table, ask, code_of, first_turn
from tests.server.running import RunningServer
from whistlestop.actions.action import Action
from whistlestop.game import Game
from whistlestop.game.paths import Edges, open_edges, own_edges, shortest
from whistlestop.ids import ends_of
from whistlestop.server.play.guide import Guide, make_guide
from whistlestop.server.play.secrets import new_secret


def guide_of(game: Game, seat: int = 0) -> Guide:
    return make_guide(game.board, game.view(seat))


@pytest.mark.parametrize(("map", "players"), [("usa", 2), ("usa", 5), ("san-francisco", 2), ("san-francisco", 4)])
def test_a_route_that_nothing_is_said_against_can_be_claimed_and_no_other(map: str, players: int) -> None:
    game, rng, seen = Game(map, players, seed=5), random.Random(5), set()
    while not game.is_over:
        if game.phase == "turn":
            assert game.to_play is not None
            routes = guide_of(game, game.to_play)["routes"]
            claims = {str(action.route) for action in game.legal_actions() if action.verb == "claim"}
            assert {route for route, said in routes.items() if said["why"] is None} == claims
            assert all(routes[route]["lack"] == 0 for route in claims)
            seen |= {said["why"] for said in routes.values()}
        legal = game.legal_actions()
        claims_first = [action for action in legal if action.verb == "claim"] if rng.random() < 0.5 else []
        game.apply(rng.choice(claims_first or legal))
    assert seen >= {None, "cards", "pieces"}
    assert "twin" in seen or players > 3


def test_r3_3_a_ferry_lacks_its_wild_however_many_cards_of_a_colour_one_has() -> None:
    ferry = "fort-mason/golden-gate-bridge"  # five spaces, red, one ferry
    lacks = [
        guide_of(san_francisco(players=2).with_hand(0, **hand))["routes"][ferry]
        for hand in ({"red": 5}, {"red": 4, "wild": 1}, {"red": 2, "wild": 1}, {"wild": 5})
    ]
    assert [said["lack"] for said in lacks] == [1, 0, 2, 0]
    assert [said["wilds"] for said in lacks] == [1, 0, 0, 0]
    poor = guide_of(san_francisco(players=2).with_hand(0, red=3))["routes"][ferry]
    assert (poor["lack"], poor["wilds"]) == (2, 1)


def test_the_way_left_for_a_ticket_leads_over_ones_own_routes_for_nothing() -> None:
    scene = usa(players=2).with_tickets(0, "denver/el-paso").with_claimed("denver/santa-fe", by=0)
    assert guide_of(scene)["tickets"]["denver/el-paso"] == {"length": 2, "routes": ["el-paso/santa-fe"]}
    scene = scene.with_claimed("el-paso/santa-fe", by=0)
    assert guide_of(scene)["tickets"]["denver/el-paso"] == {"length": 0, "routes": []}
    view = scene.view(0)
    way = shortest(own_edges(scene.board, view["claimed"], 0), "denver/el-paso")
    assert way is not None
    assert (way.length, sorted(way.routes)) == (4, ["denver/santa-fe", "el-paso/santa-fe"])


def test_routes_on_any_of_the_cheapest_paths_serve_a_ticket_and_no_others() -> None:
    """R6.2, looked at route by route: whoever goes over it needs no more pieces than by the shortest path."""
    game, dice, served = Game("usa", 3, seed=8), random.Random(8), 0
    while not game.is_over:
        view = game.view(0)
        if view["turns_left"] is None and dice.random() < 0.05:
            edges = open_edges(game.board, view)
            routes = make_guide(game.board, view)["routes"]
            for ticket in (one["id"] for one in view["tickets"]):
                told = {route for route, said in routes.items() if ticket in said["tickets"]}
                assert told == {route for route in routes if is_on_a_shortest_path(edges, route, ticket)}
                served += len(told)
        claims = [action for action in game.legal_actions() if action.verb == "claim"]
        game.apply(dice.choice(claims or game.legal_actions()))
    assert served > 50


def is_on_a_shortest_path(edges: Edges, route: str, ticket: str) -> bool:
    def length(a: str, b: str) -> float:
        path = shortest(edges, f"{a}/{b}")
        return inf if path is None else path.length

    (a, b), (u, v) = ends_of(ticket), ends_of(route)
    cost = next((cost for name, cost, _ in edges.get(u, ()) if name == route), inf)
    over = cost + min(length(a, u) + length(v, b), length(a, v) + length(u, b))
    return over < inf and over == length(a, b)


def test_both_tracks_of_a_double_route_serve_alike() -> None:
    scene = usa(players=4).with_tickets(0, "denver/el-paso")
    routes = guide_of(scene)["routes"]
    assert {route for route, said in routes.items() if said["tickets"]} == {"denver/santa-fe", "el-paso/santa-fe"}
    scene = usa(players=4).with_tickets(0, "houston/kansas-city")
    serving = {route for route, said in guide_of(scene)["routes"].items() if said["tickets"]}
    assert serving == {
        *("dallas/houston", "dallas/houston#2", "dallas/oklahoma-city", "dallas/oklahoma-city#2"),
        *("kansas-city/oklahoma-city", "kansas-city/oklahoma-city#2"),
    }
    assert not any(said["tickets"] for said in guide_of(scene, 1)["routes"].values()), "another's ticket"


GREY_ROUTE = "lands-end/presidio"
"""Three spaces."""


def payments_of(scene: Game, route: str = GREY_ROUTE) -> list[str]:
    return [claim.split()[-1] for claim in guide_of(scene)["payments"].get(route, [])]


def test_a_payment_spends_as_few_wilds_as_it_can() -> None:
    assert payments_of(san_francisco().with_hand(0, red=2, wild=3)) == ["red:2,wild:1"]
    assert payments_of(san_francisco().with_hand(0, red=3, green=2, wild=3)) == ["red:3"]


def test_the_colour_that_is_left_over_pays_first_and_three_are_enough() -> None:
    scene = san_francisco().with_hand(0, black=3, red=5, green=4, blue=3)
    assert payments_of(scene) == ["red:3", "green:3", "blue:3"]


def test_what_ones_tickets_need_is_spared_even_for_a_wild() -> None:
    scene = san_francisco().with_hand(0, purple=3, red=2, wild=1)
    assert payments_of(scene) == ["purple:3"]
    scene = scene.with_tickets(0, "alcatraz/sunset")  # its way takes three purple cards
    assert payments_of(scene) == ["purple:3", "red:2,wild:1"]


def test_a_route_is_not_saved_up_for_while_it_is_paid_itself() -> None:
    scene = san_francisco().with_hand(0, black=3, wild=2).with_tickets(0, "chinatown/golden-gate-park")
    assert payments_of(scene, "golden-gate-park/pacific-heights") == ["black:3"]


def test_one_way_to_pay_is_no_choice_and_who_waits_has_none() -> None:
    scene = san_francisco().with_hand(0, red=3).with_hand(1, blue=3, green=3)
    assert guide_of(scene)["payments"] == {}
    assert guide_of(scene, 1)["payments"] == {}


@pytest.mark.parametrize("map", ["usa", "san-francisco", "amber-lake"])
def test_every_choice_of_payments_has_its_best_one_and_all_are_legal(map: str) -> None:
    game, rng = Game(map, 2, seed=9), random.Random(9)
    choices = 0
    while not game.is_over:
        seat = game.to_play
        assert seat is not None
        claims: dict[str, list[Action]] = {}
        for action in game.legal_actions():
            if action.verb == "claim":
                claims.setdefault(str(action.route), []).append(action)
        guided = guide_of(game, seat)["payments"]
        assert set(guided) == {route for route, ways in claims.items() if len(ways) > 1}
        for route, payments in guided.items():
            wilds = {claim.text: dict(claim.payment).get("wild", 0) for claim in claims[route]}
            assert 1 <= len(payments) <= 3
            assert set(payments) <= set(wilds)
            assert wilds[payments[0]] == min(wilds.values())
        choices += len(guided)
        draws = [action for action in game.legal_actions() if action.verb == "draw"] if rng.random() < 0.9 else []
        game.apply(rng.choice(draws or game.legal_actions()))
    assert choices > 100


def test_a_seat_is_guided_by_its_secret_or_its_persons_key(server: RunningServer) -> None:
    person = new_secret()
    table = Table(server, person=person)
    assert code_of(ask(server, "GET", f"{table.path}/guide", secret=table.secrets[0])) == (409, "not-begun")
    chairs = table.all_sit()
    guides = [ask(server, "GET", f"{table.path}/guide", secret=table.secrets[seat]).json() for seat in (0, 1)]
    for chair, guide in zip(chairs, guides, strict=True):
        assert chair.view is not None
        assert set(guide["tickets"]) == set(chair.view["offered"])  # R1.2: all choose at once
        assert guide["version"] == chair.view["version"]
        chair.close()
    assert ask(server, "GET", f"{table.path}/guide", person=person).json() == guides[0]
    assert code_of(ask(server, "GET", f"{table.path}/guide?seat=1", person=person)) == (403, "wrong-key")


def test_nobody_else_is_guided(server: RunningServer) -> None:
    table = Table(server, public=True)
    for chair in first_turn(table):
        chair.close()
    for secret in (None, table.watch):
        assert code_of(ask(server, "GET", f"{table.path}/guide", secret=secret)) == (403, "spectator")
    assert code_of(ask(server, "GET", f"{table.path}/guide", secret=new_secret())) == (403, "wrong-key")


def test_a_person_with_two_seats_chooses_one_of_them(server: RunningServer) -> None:
    person = new_secret()
    table = Table(server, person=person)
    with Chair(server, table.match, secret=table.secrets[1], person=person, name="Ben"):
        offered = [set(ask(server, "GET", f"{table.path}/guide?seat={seat}", person=person).json()["tickets"])
                   for seat in (0, 1)]  # fmt: skip
    assert offered[0].isdisjoint(offered[1])
