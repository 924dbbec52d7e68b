"""Hints and reviews over HTTP: for whom, when, and that they judge what a seat could know."""

import asyncio
import random
from typing import Any

import pytest
from pydantic_core import to_json

from tests.server.at_table import Table, ask, code_of, first_turn, play_out, tiny_table
from tests.server.bot_scene import News, running, view_on, workers_with
from tests.server.running import RunningServer
from tests.server.table_of_friends import running_table
from tests.server.test_leaks import step as play_step
from tests.server.test_leaks import twin_for, view_of
from tests.tables import played
from whistlestop.bots.analyse import analyse
from whistlestop.game.record import read_record
from whistlestop.server.bots.bot_process import Judged
from whistlestop.server.bots.bot_workers import NoAdvice
from whistlestop.server.play.advice import Walk, reviewed
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
    table, dice = running_table("pp", map="san-francisco"), random.Random(6)
    for _ in range(40):
        for seat in table.match.awaited:
            twin = twin_for(table.match, seat, dice)
            assert to_json(view_of(table.match, seat)) == to_json(view_of(twin, seat))
        play_step(table, dice)


# Analysts among the bots' processes


def test_the_same_number_of_playouts_gives_the_same_judgement() -> None:
    async def scene() -> list[list[Judged]]:
        async with running(workers_with(News())) as workers:
            view = view_on("san-francisco", 21)
            return [await workers.analyse("san-francisco", None, view, playouts=60) for _ in range(2)]

    first, again = asyncio.run(scene())
    assert first == again
    view = view_on("san-francisco", 21)
    assert [one["action"] for one in first] == [str(one.action) for one in analyse(view, playouts=60)]


def test_an_analyst_that_fails_is_told_without_its_view() -> None:
    news = News()

    async def scene() -> None:
        async with running(workers_with(news)) as workers:
            view = view_on()
            view["hand"] = {"nonsense": 3}
            with pytest.raises(NoAdvice) as caught:
                await workers.analyse("usa", None, view, playouts=20)
            assert not caught.value.is_early
            assert await workers.analyse("usa", None, view_on(), playouts=20)  # the worker lives on

    asyncio.run(scene())
    assert news.failures == ["bot failed"]
    assert "nonsense" not in "".join(news.lines)


# Reviews


def test_every_step_of_a_finished_match_can_be_reviewed(server: RunningServer) -> None:
    table = tiny_table(server, "pb")
    chair = table.sit(0)
    play_out([chair])
    chair.close()
    frames = ask(server, "GET", f"{table.path}/replay").json()["frames"]
    steps = [ask(server, "GET", f"{table.path}/review/{step}").json() for step in range(1, len(frames))]
    assert [(step["seat"], step["action"]) for step in steps] == [(f["seat"], f["action"]) for f in frames[1:]]
    assert all(0 <= step["loss"] <= 1 for step in steps)
    assert any(step["chosen"] for step in steps)
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


def judged(action: str, win_chance: float) -> Judged:
    return {"action": action, "win_chance": win_chance, "margin": 0.0, "reasons": [], "playouts": 10}


@pytest.mark.parametrize(
    ("action", "chosen", "loss"),
    [
        ("draw deck", "draw deck", 0.0),
        ("claim castro/mission-district red:2", "claim castro/mission-district blue:2", 0.1),
        ("pass", None, 0.3),
    ],
)
def test_what_was_chosen_is_compared_with_the_best(action: str, chosen: str | None, loss: float) -> None:
    found = [judged("draw deck", 0.6), judged("claim castro/mission-district blue:2", 0.5), judged("tickets", 0.3)]
    step = reviewed(7, view_on(), action, found)
    assert (step["chosen"] and step["chosen"]["action"], step["loss"]) == (chosen, pytest.approx(loss))


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
