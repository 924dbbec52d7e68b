"""Hints and reviews over HTTP: for whom, when, and that they judge what a seat could know."""

import asyncio
import random
from typing import Any, cast

import pytest
from pydantic_core import to_json

from tests.server.at_table import Table, ask, code_of, first_turn, play_out, tiny_table
from tests.server.bot_scene import Reports, running, view_on, workers_with
from tests.server.running import RunningServer
from tests.server.table_of_friends import running_table
from tests.server.test_leaks import step as play_step
from tests.server.test_leaks import twin_for, view_of
from tests.tables import played
from whistlestop.bots.analyse import analyse
from whistlestop.bots.review import review_choice
from whistlestop.game.record import read_record
from whistlestop.server.bots.bot_process import JudgedAction, PastChoice, ReviewedChoice
from whistlestop.server.bots.bot_workers import NoAdvice
from whistlestop.server.play.advice import Walk
from whistlestop.server.play.secrets import new_secret


def hint(table: Table, seat: int) -> Any:
    return ask(table.server, "POST", f"{table.path}/hint", secret=table.secrets[seat])


# Hints


def test_a_seat_that_has_to_choose_gets_its_actions_judged_the_best_first(server: RunningServer) -> None:
    table = Table(server)
    chairs = first_turn(table)
    view = chairs[0].view
    assert view is not None
    said = hint(table, 0).json()
    assert said["version"] == view["version"]
    chances = [one["win_chance"] for one in said["judgements"]]
    assert chances == sorted(chances, reverse=True)
    assert {one["action"] for one in said["judgements"]} <= set(view["legal_actions"])
    assert said["playouts"] == sum(one["playouts"] for one in said["judgements"]) > 0
    assert all(reason["kind"] for one in said["judgements"] for reason in one["reasons"])
    assert hint(table, 0).json() == said  # while nothing happens, nothing new is thought
    assert code_of(hint(table, 1)) == (409, "not-your-turn")
    for chair in chairs:
        chair.close()


def test_all_who_choose_opening_tickets_can_have_a_hint_at_the_same_time(server: RunningServer) -> None:
    table = Table(server, "ppp")
    chairs = table.all_sit()
    for seat, chair in enumerate(chairs):
        assert chair.view is not None
        said = hint(table, seat).json()
        assert {one["action"] for one in said["judgements"]} <= set(chair.legal)
        assert said["version"] == chair.view["version"]
    chairs[1].act()
    assert code_of(hint(table, 1)) == (409, "already-chosen")
    for chair in chairs:
        chair.close()


def test_hints_are_for_players_of_tables_that_allow_them(server: RunningServer) -> None:
    table = Table(server, public=True, hints=False)
    assert table.look()["hints"] is False
    for chair in first_turn(table):
        chair.close()
    assert code_of(hint(table, 0)) == (409, "no-hints")
    assert code_of(ask(server, "POST", f"{table.path}/hint")) == (403, "spectator")
    assert code_of(ask(server, "POST", f"{table.path}/hint", secret=new_secret())) == (403, "wrong-key")
    assert code_of(hint(Table(server), 0)) == (409, "not-begun")


def test_hints_can_be_asked_for_only_so_often(server: RunningServer) -> None:
    table = Table(server)
    answers = [hint(table, 0) for _ in range(6)]
    assert code_of(answers[-1]) == (429, "too-often")
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_a_hint_is_made_from_what_the_seat_may_know() -> None:
    table, rng = running_table("pp", map="san-francisco"), random.Random(6)
    for _ in range(40):
        for seat in table.match.awaited:
            twin = twin_for(table.match, seat, rng)
            assert to_json(view_of(table.match, seat)) == to_json(view_of(twin, seat))
        play_step(table, rng)


# Analysts among the bots' processes


def test_the_same_number_of_playouts_gives_the_same_judgement() -> None:
    async def scene() -> list[list[JudgedAction]]:
        async with running(workers_with(Reports())) as workers:
            view = view_on("san-francisco", 21)
            return [await workers.analyse("san-francisco", None, view, playouts=60) for _ in range(2)]

    first, again = asyncio.run(scene())
    assert first == again
    view = view_on("san-francisco", 21)
    assert [one["action"] for one in first] == [str(one.action) for one in analyse(view, playouts=60)]


def test_an_analyst_that_fails_is_told_without_its_view() -> None:
    reports = Reports()

    async def scene() -> None:
        async with running(workers_with(reports)) as workers:
            view = view_on()
            view["hand"] = {"nonsense": 3}
            with pytest.raises(NoAdvice) as caught:
                await workers.analyse("usa", None, view, playouts=20)
            assert not caught.value.is_early
            assert await workers.analyse("usa", None, view_on(), playouts=20)  # the worker lives on

    asyncio.run(scene())
    assert reports.failures == ["bot failed"]
    assert "nonsense" not in "".join(reports.lines)


# Reviews


def test_every_step_of_a_finished_match_can_be_reviewed(server: RunningServer) -> None:
    table = tiny_table(server, "pb")
    chair = table.sit(0)
    play_out([chair])
    chair.close()
    frames = ask(server, "GET", f"{table.path}/replay").json()["frames"]
    steps = [ask(server, "GET", f"{table.path}/review/{step}").json() for step in range(1, len(frames))]
    assert [(step["seat"], step["action"]) for step in steps] == [(f["seat"], f["action"]) for f in frames[1:]]
    winners = ask(server, "GET", f"{table.path}/result").json()["winners"]
    for step in steps:
        for choice in (step["known"], step["open"]):
            assert choice["chosen"]["action"] == step["action"]
            assert sum(choice["chances"]) == pytest.approx(1)
            assert choice["is_mistake"] is False or choice["loss"] > 0
            assert choice["accuracy"] == pytest.approx(1 - 10 * choice["loss"], abs=0.001)
            assert choice["best"]["standard_error"] > 0
            assert not any(reason["is_against"] for reason in choice["best"]["reasons"])
    last = steps[-1]
    assert last["known"]["chances"] == last["open"]["chances"]
    assert [seat for seat, chance in enumerate(last["open"]["chances"]) if chance] == winners
    assert last["open"]["is_exact"]
    assert any(not step["open"]["is_exact"] for step in steps)
    again = ask(server, "GET", f"{table.path}/review/{len(steps)}").json()
    assert again == steps[-1]
    for missing in (0, len(frames)):
        status = ask(server, "GET", f"{table.path}/review/{missing}").status_code
        assert status == (422 if missing == 0 else 404)


def test_a_walk_goes_forward_and_back() -> None:
    game = played("san-francisco", 2, 8, 10_000)
    walk = Walk(read_record(game.record()))
    for step in (1, 5, 6, 40, 3):
        assert walk.to(step).version == step - 1
        assert walk.to(step).to_play == walk.record.moves[step - 1].seat


def test_what_a_reviewer_says_is_what_review_choice_says() -> None:
    game = played("san-francisco", 2, 6, 31)
    seat = game.to_play
    assert seat is not None
    view, position, action = game.view(seat), game.position(), str(game.legal_actions()[-1])

    async def scene() -> list[ReviewedChoice]:
        async with running(workers_with(Reports())) as workers:
            past = [{"position": position, "action": action, "is_open": is_open} for is_open in (False, True)]
            return [
                await workers.review("san-francisco", None, view, cast(PastChoice, one), playouts=60) for one in past
            ]

    for is_open, said in zip((False, True), asyncio.run(scene()), strict=True):
        found = review_choice(game.board, view, position, action, is_open=is_open, playouts=60)
        assert said["chances"] == list(found.chances)
        assert (said["loss"], said["loss_error"]) == pytest.approx(tuple(found.loss), abs=0.0001)
        assert (said["is_mistake"], said["is_exact"]) == (found.is_mistake, found.is_exact)
        assert said["best"]["plan"] == list(found.best.plan)


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
