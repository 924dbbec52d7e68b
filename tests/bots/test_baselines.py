"""The published baselines and greedy: legal and blind to what is hidden everywhere, and each quirk in a scene."""

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.rules.scene import Scene, san_francisco, usa
from tests.tables import TABLES, played
from whistlestop import Game
from whistlestop.board import Board, load_board
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.hungry import HungryBot
from whistlestop.bots.long_route import LongRouteBot
from whistlestop.bots.one_step import OneStepBot
from whistlestop.bots.path import PathBot
from whistlestop.bots.route_bot import RouteBot, RouteOptions, Situation

Maker = Callable[[Board, int | None], RouteBot]
ALL: list[Maker] = [GreedyBot, HungryBot, PathBot, OneStepBot, LongRouteBot]
DULL_ROW = ("white", "white", "yellow", "yellow", "black")


def choice(make: Maker, scene: Game) -> str:
    assert scene.to_play is not None
    return make(scene.board, 1).choose(scene.view(scene.to_play))


def situation(scene: Scene) -> Situation:
    return Situation(RouteOptions(scene.board), scene.view(0))


def offered(scene: Scene, *tickets: str, holding: tuple[str, ...] = ()) -> Game:
    """Seat 0 has drawn these tickets and has to choose."""
    drawn = scene.with_tickets(0, *holding) if holding else scene
    game = drawn.with_ticket_deck(*tickets)
    game.apply("tickets")
    return game


# All of them


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_choice_of_a_whole_game_is_legal_and_the_game_ends(make: Maker, name: str, players: int) -> None:
    game = Game(name, players=players, seed=11)
    bots = [make(game.board, seat) for seat in range(players)]
    while not game.is_over and game.version < 3000:
        seat = game.to_play
        assert seat is not None
        game.apply(bots[seat].choose(game.view(seat)))
    assert game.is_over


@pytest.mark.parametrize("make", ALL)
def test_asked_out_of_the_blue_a_bot_answers_and_does_not_peek(make: Maker) -> None:
    for name, players in TABLES:
        for seed in range(8):
            game = played(name, players, seed, 30 * seed)
            if game.to_play is None:
                continue
            answer = choice(make, game)
            assert answer in game.view(game.to_play)["legal_actions"]
            assert answer == choice(make, game.determinize(game.to_play, seed=seed))


def test_the_winning_order_of_the_published_pairings_is_reproduced() -> None:
    """The widest published gap, 87 to 13: LongRouteJunkie against Path."""
    wins = {LongRouteBot: 0, PathBot: 0}
    for number in range(12):
        makers = [LongRouteBot, PathBot][:: 1 if number % 2 else -1]
        game = Game("usa", players=2, seed=5, number=number)
        bots = [make(game.board, number) for make in makers]
        while (seat := game.to_play) is not None:
            game.apply(bots[seat].choose(game.view(seat)))
        for winner in game.winners():
            wins[makers[winner]] += 1
    assert wins[LongRouteBot] >= 8


# Routes


def test_r3_4_a_twin_is_open_to_others_from_four_players_on_and_never_to_the_owner() -> None:
    for players, owner, is_open in ((3, 1, False), (4, 1, True), (4, 0, False)):
        scene = usa(players).with_claimed("atlanta/raleigh", by=owner)
        assert ("atlanta/raleigh#2" in {route.id for route in situation(scene).free}) == is_open


def test_own_routes_cost_no_pieces_but_count_as_hops() -> None:
    scene = usa().with_claimed("denver/kansas-city", by=0)
    working_map = situation(scene).working_map()
    assert working_map.length_between("denver", "kansas-city") == 0
    assert working_map.length_between("denver", "omaha") == 1  # over Kansas City
    assert working_map.hop_shortest("denver", "omaha") == [("denver", "omaha")]


def test_routes_of_others_are_no_way() -> None:
    scene = usa().with_claimed("los-angeles/san-francisco", "portland/san-francisco", by=1)
    working_map = situation(scene).working_map()
    assert working_map.hop_shortest("portland", "san-francisco") == [
        ("portland", "salt-lake-city"),
        ("salt-lake-city", "san-francisco"),
    ]


def test_wilds_are_paid_last_and_may_pay_all() -> None:
    seen = situation(usa().with_hand(0, red=2, wild=3))
    route = next(route for route in seen.free if route.id == "denver/salt-lake-city")
    assert seen.claim(route, "red") == "claim denver/salt-lake-city red:2,wild:1"
    twin = next(route for route in seen.free if route.id == "denver/salt-lake-city#2")
    assert seen.claim(twin, "yellow") == "claim denver/salt-lake-city#2 wild:3"


def test_r3_3_a_ferry_is_paid_with_a_wild_although_the_colour_would_do() -> None:
    seen = situation(san_francisco().with_hand(0, blue=5, wild=2))
    ferries = [route for route in seen.free if route.ferries]
    paid = [seen.claim(route, "blue") for route in ferries if route.colour in ("grey", "blue")]
    assert paid
    assert all(action and "wild:1" in action for action in paid)


def test_colours_are_tried_in_the_published_order_on_the_deck_of_usa_and_in_its_own_order_elsewhere() -> None:
    assert RouteOptions(load_board("usa")).colours[:4] == ("red", "orange", "blue", "purple")
    assert RouteOptions(load_board("san-francisco")).colours[:3] == ("blue", "green", "black")


# Greedy


def test_greedy_claims_the_most_valuable_route_it_can_pay() -> None:
    assert choice(GreedyBot, usa().with_hand(0, blue=6, red=3)) == "claim portland/salt-lake-city blue:6"


def test_greedy_draws_for_the_longest_of_the_routes_it_is_closest_to_paying() -> None:
    """With an empty hand and two pieces the grey routes of length 1 are nearest, and red comes first in claim order."""
    scene = usa().with_pieces(0, 2)
    assert choice(GreedyBot, scene.with_row("white", "red", "blue", "black", "white")) == "draw red"
    assert choice(GreedyBot, scene.with_row("white", "wild", "blue", "black", "white")) == "draw deck"


def test_greedy_keeps_the_cheapest_ticket() -> None:
    game = offered(usa(), "los-angeles/new-york", "denver/el-paso", "boston/miami")
    assert choice(GreedyBot, game) == "keep denver/el-paso"


# Path


def test_path_values_a_route_mostly_by_its_ticket() -> None:
    """Four blue cards pay Calgary–Helena (7 + 2 × 7) or Houston–New Orleans, worth less itself (2 + 2 × 20)."""
    scene = usa().with_tickets(0, "calgary/salt-lake-city", "los-angeles/miami").with_hand(0, blue=4)
    assert choice(PathBot, scene) == "claim houston/new-orleans blue:2"


def test_tickets_are_followed_from_their_western_end() -> None:
    assert RouteOptions(load_board("usa")).ends["montreal/vancouver"] == ("vancouver", "montreal")


def test_p1_path_draws_blind_though_its_colour_lies_face_up() -> None:
    scene = usa().with_tickets(0, "denver/el-paso").with_row("green", "red", "yellow", "white", "blue")
    assert choice(PathBot, scene) == "draw deck"


def test_p2_without_tickets_path_claims_what_is_worth_least() -> None:
    assert choice(PathBot, usa().with_hand(0, blue=6)).endswith("blue:1")


def test_p3_path_never_spends_exactly_its_last_pieces() -> None:
    scene = usa().with_tickets(0, "calgary/salt-lake-city").with_hand(0, purple=3)
    assert choice(PathBot, scene.with_pieces(0, 4)) == "claim helena/salt-lake-city purple:3"
    assert choice(PathBot, scene.with_pieces(0, 3)) != "claim helena/salt-lake-city purple:3"


def test_p4_path_still_answers_when_the_deck_is_empty() -> None:
    scene = usa().with_tickets(0, "denver/el-paso").with_cards(DULL_ROW, rest_with=1)
    assert choice(PathBot, scene).split()[0] == "draw"


# OneStepThinker and LongRouteJunkie


def test_o1_later_tickets_are_rated_by_fewest_points_alone() -> None:
    scene = usa().with_claimed("atlanta/nashville", by=0)
    game = offered(scene, "boston/miami", "denver/el-paso", "los-angeles/new-york", holding=("dallas/new-york",))
    assert choice(OneStepBot, game) == "keep denver/el-paso"


def test_at_setup_one_step_keeps_all_and_long_route_the_two_cheapest() -> None:
    game = Game("usa", players=2, seed=3)
    tickets = game.view(0)["offered"]
    points = RouteOptions(game.board).points
    cheapest = min(combinations(tickets, 2), key=lambda pair: sum(points[ticket] for ticket in pair))
    assert choice(OneStepBot, game) == " ".join(("keep", *tickets))
    assert choice(LongRouteBot, game) == " ".join(("keep", *cheapest))


def test_o2_the_target_is_paid_with_the_first_legal_colour_not_the_one_collected() -> None:
    scene = usa().with_tickets(0, "montreal/vancouver").with_hand(0, green=5, red=3)
    assert choice(OneStepBot, scene) == "claim calgary/vancouver red:3"  # red comes before green


def test_o3_for_a_long_grey_target_only_a_wild_or_the_deck_will_do() -> None:
    """All coloured routes of length 6 are gone, so the grey one is the longest."""
    routes = RouteOptions(load_board("usa")).all
    longest = [route.id for route in routes if route.length == 6 and route.colour != "grey"]
    scene = usa(3).with_claimed(*longest[:5], by=1).with_claimed(*longest[5:], by=2)
    scene = scene.with_ticket_deck().with_hand(0, purple=3)
    row = ("purple", "purple", "red", "red", "blue")
    assert choice(OneStepBot, scene.with_row(*row)) == "draw deck"
    assert choice(OneStepBot, scene.with_row(*row[:4], "wild")) == "draw wild"


def test_a_grey_route_towards_a_ticket_is_collected_for_in_the_kind_most_held() -> None:
    scene = usa().with_tickets(0, "montreal/vancouver").with_hand(0, purple=2, blue=1)
    assert choice(OneStepBot, scene.with_row("red", "blue", "purple", "red", "wild")) == "draw purple"


def test_o4_an_unpayable_route_can_outrank_a_payable_one() -> None:
    seen = situation(usa().with_hand(0, blue=8))
    bot = OneStepBot(load_board("usa"), 1)
    payable = next(route for route in seen.free if route.colour == "blue" and route.length == 6)
    unpayable = next(route for route in seen.free if route.colour == "red" and route.length == 6)
    assert bot.rank(seen, payable) == 10
    assert bot.rank(seen, unpayable) == 9 - 6 + 8


def test_o5_a_ticket_is_followed_even_with_too_few_pieces() -> None:
    scene = usa().with_tickets(0, "denver/el-paso").with_pieces(0, 1).with_hand(0, red=6).with_row(*DULL_ROW)
    assert choice(OneStepBot, scene).startswith("draw")  # though a route of length 1 could be paid


def test_one_step_wants_tickets_only_while_everybody_has_many_pieces() -> None:
    assert choice(OneStepBot, usa()) == "tickets"
    assert choice(OneStepBot, usa().with_pieces(1, 7)) != "tickets"
    assert choice(LongRouteBot, usa()) != "tickets"


def test_long_route_follows_tickets_over_long_routes_only() -> None:
    """Santa Fe to Chicago begins with a route of length 2, unless one looks at long routes only."""
    scene = usa().with_tickets(0, "chicago/santa-fe").with_hand(0, wild=4)
    assert choice(OneStepBot, scene).split()[1] == "denver/santa-fe"
    claimed = choice(LongRouteBot, scene).split()[1]
    length = {route.id: route.length for route in RouteOptions(scene.board).all}
    assert "santa-fe" in claimed
    assert length[claimed] >= 3


def test_the_target_stays_until_somebody_scores() -> None:
    scene = usa().with_tickets(0, "montreal/vancouver")
    bot = OneStepBot(scene.board, 1)
    bot.choose(scene.view(0))
    target = bot._target
    assert target is not None
    assert target.pair == ("calgary", "vancouver")
    lost = scene.with_claimed("calgary/vancouver", by=1)
    bot.choose(lost.with_score(1, 0).view(0))
    assert bot._target == target
    bot.choose(lost.view(0))
    assert bot._target != target


# Hungry


def test_h1_hungry_takes_the_most_plentiful_colour_if_needed_and_never_looks_for_the_most_needed() -> None:
    scene = usa().with_tickets(0, "calgary/phoenix", "atlanta/san-francisco").with_pieces(0, 20)
    bot = HungryBot(scene.board, 1)
    plan = bot._plan_for(situation(scene), ("calgary/phoenix", "atlanta/san-francisco"))
    by_need = sorted(bot.routes.colours, key=lambda colour: plan.needs[colour])
    idle, less, most = by_need[0], by_need[-2], by_need[-1]
    assert plan.needs[idle] == 0 < plan.needs[less] <= plan.needs[most]
    assert bot._draw(situation(scene.with_row(most, idle, idle, idle, "wild")), plan) != f"draw {most}"
    assert bot._draw(situation(scene.with_row(most, less, less, idle, "wild")), plan) == f"draw {less}"


def test_h2_the_requirement_recorded_is_that_of_all_tickets_offered() -> None:
    game = offered(usa(), "denver/el-paso", "los-angeles/new-york", "calgary/phoenix")
    bot = HungryBot(game.board, 1)
    bot.choose(game.view(0))
    seen = Situation(bot.routes, game.view(0))
    assert bot._required == bot._plan_for(seen, seen.subsets()[-1]).pieces


def test_h3_a_tight_subset_replaces_a_comfortable_one_whatever_its_score() -> None:
    """One ticket is complete already and leaves all 9 pieces to spare; Calgary to Salt Lake City takes 7 of them."""
    scene = usa().with_claimed("los-angeles/san-francisco", "portland/san-francisco", "portland/seattle", by=0)
    game = offered(scene.with_pieces(0, 9), "los-angeles/seattle", "calgary/salt-lake-city")
    assert choice(HungryBot, game) == "keep calgary/salt-lake-city"


def test_h5_nothing_is_planned_when_the_first_place_is_out_of_reach() -> None:
    around_miami = [route.id for route in RouteOptions(load_board("usa")).all if "miami" in route.pair]
    scene = usa().with_claimed(*around_miami, by=1)
    bot = HungryBot(scene.board, 1)
    assert not bot._plan_for(situation(scene), ("boston/miami", "denver/el-paso", "dallas/new-york")).routes


def test_h6_a_choice_of_tickets_adds_the_opponents_points_to_the_remembered_total() -> None:
    scene = usa().with_score(0, 3).with_score(1, 20)
    bot = HungryBot(scene.board, 1)
    bot.play(situation(scene))
    bot.choose(offered(scene, "denver/el-paso", "boston/miami").view(0))
    assert bot._planned_at == 23 + 20


def test_hungry_draws_tickets_while_more_than_eight_pieces_are_to_spare() -> None:
    scene = usa().with_tickets(0, "denver/el-paso")  # requires 4
    assert choice(HungryBot, scene.with_pieces(0, 13)) == "tickets"
    assert choice(HungryBot, scene.with_pieces(0, 12)) != "tickets"


def test_hungry_pays_grey_with_a_colour_that_no_planned_route_needs() -> None:
    scene = usa().with_tickets(0, "denver/el-paso").with_pieces(0, 12).with_hand(0, orange=2)
    assert choice(HungryBot, scene).startswith("claim")


def test_hungry_without_a_plan_claims_the_longest_route_it_can_pay() -> None:
    scene = usa().with_claimed("denver/santa-fe", "el-paso/santa-fe", by=0).with_tickets(0, "denver/el-paso")
    scene = scene.with_pieces(0, 8).with_hand(0, blue=6)
    assert choice(HungryBot, scene) == "claim portland/salt-lake-city blue:6"


def test_h4_a_place_no_nearer_than_the_one_before_is_joined_where_that_one_was() -> None:
    """Calgary joins Vancouver over 3 pieces; Nashville is further from everything, so it is sent to Vancouver too."""
    scene = usa()
    bot = HungryBot(scene.board, 1)
    working_map = situation(scene).working_map()
    steps = bot._network(working_map, ("montreal/vancouver", "calgary/salt-lake-city", "nashville/sault-st-marie"))
    astray = working_map.length_shortest("nashville", "vancouver")
    assert astray is not None
    assert set(astray) <= set(steps)


def test_h7_a_route_passed_in_both_directions_is_planned_twice() -> None:
    scene = usa()
    bot = HungryBot(scene.board, 1)
    plan = bot._plan_for(situation(scene), ("phoenix/portland", "los-angeles/miami"))
    assert [route.pair for route in plan.routes].count(("los-angeles", "phoenix")) == 2
