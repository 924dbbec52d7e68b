"""Advice: every action is legal, the best come first, and what the reasons say is true."""

import random
from itertools import pairwise

import pytest

import whistlestop as ws
from tests.rules.scene import Scene, san_francisco, usa
from tests.tables import TABLES, played
from whistlestop.bots.analyse import Judgement, analyse
from whistlestop.bots.plan_reader import PlanReader
from whistlestop.bots.reasons import AGAINST, TEXTS, Reason, plain_name
from whistlestop.game import Game
from whistlestop.game.view import View

EVERY = 6
"""One in this many of the choices in a game is analysed, and all of the rarer kinds."""


def reasons(game: Game, action: str) -> dict[str, dict[str, str]]:
    """The reasons that the seat to play gets for one of its legal actions: names by key."""
    assert game.to_play is not None
    view = game.view(game.to_play)
    assert action in view["legal_actions"]
    meant = next(legal for legal in game.legal_actions() if str(legal) == action)
    return {reason.key: reason.names for reason in PlanReader(game.board, view).reasons(meant)}


@pytest.mark.parametrize(("map_name", "players"), TABLES)
def test_advice_over_whole_games_is_legal_sorted_and_true(map_name: str, players: int) -> None:
    for seed in (1, 2):
        game, rng = Game(map_name, players, seed=seed), random.Random(seed)
        while (seat := game.to_play) is not None:
            action = rng.choice(game.legal_actions())
            if game.version % EVERY == seed or game.phase not in ("turn", "second-card"):
                judgements = analyse(game.view(seat), playouts=24, board=game.board)
                check(game, judgements)
                action = judgements[0].action
            game.apply(action)


def check(game: Game, judgements: list[Judgement]) -> None:
    legal, before = set(map(str, game.legal_actions())), PlanReader(game.board, game.view(game.to_play))
    assert judgements
    assert len({judgement.action for judgement in judgements}) == len(judgements)
    assert all(a.win_chance >= b.win_chance for a, b in pairwise(judgements))
    for judgement in judgements:
        assert str(judgement.action) in legal
        assert 0 <= judgement.win_chance <= 1
        assert abs(judgement.margin) < 400
        assert judgement.playouts > 0
        assert 0 < judgement.standard_error <= 0.5
        assert 1 <= len(judgement.reasons) <= 2
        assert judgement.reason.strip()
        for reason in judgement.reasons:
            check_names(game, reason)
        check_truth(game, before.view, judgement)
        check_plan(game, before, judgement)
    assert not any(reason.is_against for reason in judgements[0].reasons)


def check_names(game: Game, reason: Reason) -> None:
    """Whatever a page has to translate is an id of the board, or a number."""
    known = {
        "route": game.board.route_ids,
        "ticket": game.board.ticket_ids,
        "other": game.board.ticket_ids,
        "card": game.board.colours,
        "location": game.board.location_ids,
        "symbol": game.board.symbols,
        "other_symbol": game.board.symbols,
    }
    for name, value in reason.names.items():
        assert value in known[name] if name in known else int(value) >= 0, reason


def check_truth(game: Game, before: View, judgement: Judgement) -> None:
    """Play the action and see."""
    seat = game.to_play
    assert seat is not None
    played_on = game.copy()
    was_complete = {ticket["id"]: ticket["is_complete"] for ticket in before["tickets"]}
    played_on.apply(judgement.action)
    after = played_on.view(seat, history_from=len(game.history))
    names = {reason.key: reason.names for reason in judgement.reasons}
    now_complete = {ticket["id"] for ticket in after["tickets"] if ticket["is_complete"]}
    if judgement.action.verb == "claim" and len(game.legal_actions()) > 1:
        assert ("completes" in names) == any(not was_complete[ticket] for ticket in now_complete)
    for reason in judgement.reasons:
        if reason.key in ("completes", "is-complete"):
            assert reason.names["ticket"] in now_complete
    if "final-round" in names:
        assert before["turns_left"] is None
        assert after["turns_left"] is not None
    if "takes-token" in names:
        symbol = names["takes-token"]["symbol"]
        assert symbol in after["seats"][seat]["tokens"] or symbol in after["token_choice"]
    if "longest-path" in names:
        lengths = [score["longest_path_length"] for score in played_on.scores()]
        assert lengths[seat] == max(lengths) == int(names["longest-path"]["spaces"])
    if "lacks" in names:
        route = game.board.route_index(names["lacks"]["route"])
        track = game.board.tracks[route]
        assert game.board.colours[track.colour] == names["lacks"]["card"]
        assert 0 < int(names["lacks"]["missing"]) <= track.length
    for reason in judgement.reasons:
        if "close" in reason.key:
            assert reason.names["route"] not in before["claimed"]
    if "only" in names:
        assert len(game.legal_actions()) == 1


def check_plan(game: Game, before: PlanReader, judgement: Judgement) -> None:
    """What reasons say of the plan is so for the plan that can be shown."""
    board, board_view, plan = game.board, before.board_view, set(judgement.plan)
    pieces = sum(board.tracks[board.route_index(route)].length for route in plan)
    own = before.view["seats"][before.seat]["pieces"]
    assert pieces <= own
    assert all(board_view.is_open(board.route_index(route)) for route in plan)
    planned = board_view.completed(board_view.own | {board.route_index(route) for route in plan})
    for reason in judgement.reasons:
        names = reason.names
        match reason.key:
            case "takes" | "takes-room" | "unfinished":
                assert int(names["pieces"]) == pieces, reason
            case "adds":
                assert int(names["pieces"]) == pieces - before.plan.pieces, reason
            case "fits":
                assert plan <= {board.route_ids[route] for route in before.plan.routes}
            case "would-fit" | "none-fits":
                assert int(names["left"]) == own - pieces, reason
            case "serves" | "serves-two":
                assert judgement.action.route in plan
                assert {ticket for name, ticket in names.items() if name in ("ticket", "other")} <= planned
            case "lacks" | "any-colour" | "ferry" | "may-close" | "may-close-for-good" | "but-may-close":
                assert names["route"] in plan, reason
            case "gives-up":
                assert names["ticket"] not in planned
            case "on-plan":
                at = board.index("location", names["location"])
                assert int(names["count"]) == sum(at in board_view.ends(board.route_index(route)) for route in plan)


def test_what_a_seat_may_not_know_does_not_change_its_advice() -> None:
    for name, players in TABLES:
        for seed in range(3):
            game = played(name, players, seed, 12 + 25 * seed)
            if (seat := game.to_play) is None:
                continue
            other = game.determinize(seat, seed=seed)
            assert analyse(game.view(seat), playouts=24) == analyse(other.view(seat), playouts=24)


def test_a_choice_of_one_has_chances_too() -> None:
    scene = usa().with_ticket_deck().with_cards(row=("red", None, None, None, None), rest_with=1)
    (judgement,) = analyse(scene.view(0), playouts=40)
    assert str(judgement.action) == "draw red"
    assert judgement.reason == "nothing else is possible"
    assert judgement.playouts > 10
    assert judgement.margin != 0


def test_only_a_seat_that_has_to_choose_is_advised() -> None:
    game = Game("usa", players=2, seed=1)
    assert analyse(game.view(1), playouts=20)[0].action.verb == "keep"  # R1.2: all choose at the same time
    for seat in (0, 1):
        game.apply(game.legal_actions(seat)[0], seat)
    assert game.to_play == 0
    for seat in (1, None):
        with pytest.raises(ValueError, match="whose turn"):
            analyse(game.view(seat))


def test_it_is_there_for_everybody() -> None:
    assert ws.analyse is analyse
    with pytest.raises(AttributeError, match="analyze"):
        ws.analyze  # type: ignore[attr-defined] # noqa: B018


def on_the_way(players: int = 2) -> Scene:
    """Seat 0 wants to join Kansas City and Houston, and can pay Dallas–Houston, which is on the way."""
    scene = usa(players).with_tickets(0, "houston/kansas-city").with_claimed("kansas-city/oklahoma-city", by=0)
    return scene.with_claimed("dallas/oklahoma-city", by=0).with_hand(0, red=1, blue=2)


def test_a_claim_that_joins_the_places_completes_the_ticket() -> None:
    found = reasons(on_the_way(), "claim dallas/houston red:1")
    assert found == {"completes": {"ticket": "houston/kansas-city"}, "uncontested": {}}


def test_a_claim_on_the_way_names_the_ticket() -> None:
    scene = usa().with_tickets(0, "houston/kansas-city").with_hand(0, blue=2)
    assert reasons(scene, "claim kansas-city/oklahoma-city blue:2")["serves"] == {"ticket": "houston/kansas-city"}


def test_a_route_may_close_if_somebody_near_may_have_the_cards() -> None:
    near = on_the_way().with_claimed("houston/new-orleans", by=1)
    rich = near.with_hand(1, green=1)
    found = reasons(rich, "claim dallas/houston red:1")
    assert found["may-close"] == {"route": "dallas/houston", "pieces": "10"}  # by El Paso
    assert reasons(rich, "draw deck")["but-may-close"] == {"route": "dallas/houston"}
    assert "can-wait" in reasons(near, "claim dallas/houston red:1")  # without cards
    assert "but-may-close" not in reasons(near, "draw deck")


def test_a_double_route_does_not_close_where_both_tracks_may_be_used() -> None:
    scene = on_the_way(players=4).with_claimed("houston/new-orleans", by=1).with_hand(1, green=1)
    assert "can-wait" in reasons(scene, "claim dallas/houston red:1")
    two_near = scene.with_claimed("dallas/little-rock", by=2).with_hand(2, green=1)
    assert "may-close" in reasons(two_near, "claim dallas/houston red:1")


def test_a_route_without_a_way_around_is_said_to_be_one() -> None:
    scene = on_the_way().with_claimed("houston/new-orleans", "el-paso/houston", by=1).with_hand(1, green=1)
    assert "may-close-for-good" in reasons(scene, "claim dallas/houston red:1")


def test_pieces_that_the_plan_needs_are_not_to_be_spent_elsewhere() -> None:
    scene = usa().with_tickets(0, "denver/el-paso").with_claimed("el-paso/santa-fe", by=0)
    scene = scene.with_pieces(0, 5).with_hand(0, blue=4)
    assert "points" in reasons(scene, "claim atlanta/raleigh blue:2")
    poor = scene.with_pieces(0, 3)
    assert reasons(poor, "claim atlanta/raleigh blue:2")["takes-room"] == {"left": "1", "pieces": "2"}


def test_a_claim_with_the_last_pieces_brings_on_the_final_round() -> None:
    scene = usa().with_pieces(0, 3).with_hand(0, blue=2)
    assert "final-round" in reasons(scene, "claim portland/seattle blue:1")
    last = scene.with_turns_left(2)
    assert reasons(last, "claim portland/seattle blue:1") == {"last-turn": {"points": "1"}}
    assert reasons(last, "draw deck") == {"too-late": {}}
    assert reasons(last, "tickets") == {"none-complete": {}}
    lucky = usa().with_claimed("denver/santa-fe", "el-paso/santa-fe", by=0).with_turns_left(2)
    assert reasons(lucky, "tickets")["complete-by-luck"]["count"] == "1"


def test_a_route_between_two_parts_of_somebodys_network_is_in_the_way() -> None:
    scene = usa().with_claimed("denver/kansas-city", "chicago/omaha", by=1).with_hand(0, blue=1)
    assert reasons(scene, "claim kansas-city/omaha blue:1")["in-the-way"] == {"seat": "1"}


def test_a_grey_route_of_the_plan_can_use_the_colour_at_hand() -> None:
    scene = usa().with_tickets(0, "denver/el-paso").with_claimed("el-paso/santa-fe", by=0).with_hand(0, blue=1)
    scene = scene.with_claimed("denver/phoenix", by=1)
    assert "any-colour" in reasons(scene.with_row("blue", "red", "red", "green", "green"), "draw blue")


def offered(scene: Scene, *tickets: str) -> Game:
    """Seat 0 has drawn these tickets, in the middle of a game."""
    game = scene.with_claimed("boston/montreal", by=1).with_ticket_deck(*tickets)
    game.apply("tickets")
    return game


def test_tickets_that_share_a_way_go_together() -> None:
    game = offered(usa(), "houston/winnipeg", "duluth/houston", "phoenix/portland")
    both = reasons(game, "keep houston/winnipeg duluth/houston")
    assert both["share"] == {"ticket": "houston/winnipeg", "other": "duluth/houston"}
    assert both["takes"]["all"] == "45"
    game = offered(usa(), "boston/miami", "los-angeles/seattle", "phoenix/portland")
    assert "apart" in reasons(game, "keep boston/miami los-angeles/seattle")
    assert list(reasons(game, "keep los-angeles/seattle")) == ["takes"]


def test_a_ticket_that_is_too_far_would_be_given_up() -> None:
    game = offered(usa().with_pieces(0, 12), "new-york/seattle", "atlanta/new-york", "phoenix/portland")
    assert reasons(game, "keep new-york/seattle atlanta/new-york")["gives-up"] == {"ticket": "new-york/seattle"}


def test_a_ticket_drawn_may_be_complete_or_fit_the_plan() -> None:
    game = offered(on_the_way().with_hand(0), "denver/el-paso", "dallas/new-york", "atlanta/new-york")
    assert int(reasons(game, "keep dallas/new-york")["adds"]["pieces"]) > 0
    joined = usa().with_claimed("denver/santa-fe", "el-paso/santa-fe", by=0)
    game = offered(joined, "denver/el-paso", "dallas/new-york", "atlanta/new-york")
    assert reasons(game, "keep denver/el-paso")["is-complete"] == {"ticket": "denver/el-paso"}


def test_drawing_tickets_counts_those_that_would_fit() -> None:
    scene = usa().with_pieces(0, 4)
    fitting = reasons(scene, "tickets")["would-fit"]
    assert (fitting["total"], fitting["left"]) == ("30", "4")
    assert int(fitting["count"]) == 1  # Denver–El Paso, over Santa Fe
    assert "none-fits" in reasons(usa().with_pieces(0, 3), "tickets")
    assert "unfinished" in reasons(on_the_way(), "tickets")


def test_a_ferry_needs_a_wild() -> None:
    scene = san_francisco().with_tickets(0, "alcatraz/painted-ladies").with_row("wild", "red", "blue", "green", "black")
    assert "ferry" in reasons(scene, "draw wild")
    assert "ferry" not in reasons(scene.with_hand(0, wild=3), "draw wild")


def test_a_claim_takes_the_token_at_its_end() -> None:
    scene = san_francisco().with_stack("sunset", "bell").with_hand(0, blue=3)
    claims = [action for action in scene.view(0)["legal_actions"] if action.startswith("claim ") and "sunset" in action]
    assert reasons(scene, claims[0])["takes-token"] == {"symbol": "bell", "location": "sunset"}
    assert "takes-token" not in reasons(scene.with_tokens(0, "bell"), claims[0])


def test_nothing_speaks_against_what_is_suggested() -> None:
    """Where there is nothing to say for an action, its number is the reason."""
    last = usa().with_turns_left(2)
    assert reasons(last, "draw deck") == {"too-late": {}}
    assert suggested(last, "draw deck") == ["best-chance"]
    ferry = san_francisco().with_row("wild", "red", "blue", "green", "black")
    assert reasons(ferry, "draw wild") == {"fits-all": {}, "whole-turn": {}}
    assert suggested(ferry, "draw wild") == ["fits-all"]


def suggested(game: Game, action: str) -> list[str]:
    """The reasons for an action that is suggested."""
    meant = next(legal for legal in game.legal_actions() if str(legal) == action)
    return [reason.key for reason in PlanReader(game.board, game.view(0)).reasons_for(meant)]


def test_the_plan_of_a_claim_has_the_track_that_is_claimed() -> None:
    scene = on_the_way(players=4)
    for track in ("dallas/houston", "dallas/houston#2"):
        claim = next(action for action in scene.legal_actions() if action.route == track)
        assert PlanReader(scene.board, scene.view(0)).plan_for(claim) == [track]


def test_every_reason_has_a_text_with_all_its_names() -> None:
    assert set(TEXTS) >= AGAINST
    for key, text in TEXTS.items():
        assert text == text.strip(), key
    assert str(Reason("takes", {"pieces": "1", "all": "45"})) == "needs 1 piece of your 45"
    assert plain_name("seat", "2") == "seat 2"
