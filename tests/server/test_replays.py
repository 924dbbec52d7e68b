"""Results and replays of finished matches tell what happened, all of it, and only when it has happened."""

import asyncio
from collections import Counter

import pytest

from tests.server.at_table import ask, code_of, play_out, tiny_table
from tests.server.running import RunningServer
from tests.tables import played
from whistlestop.game import Game
from whistlestop.server.play.replays import Frame, replay_of, result_of
from whistlestop.server.play.result_cache import ResultCache

GAMES = [("usa", 2), ("usa", 5), ("san-francisco", 3)]


def finished(map: str, players: int) -> Game:
    return played(map, players, 8, 10_000)


def frames_of(game: Game) -> list[Frame]:
    return replay_of("x7Kq", [], game)["frames"]


@pytest.mark.parametrize(("map", "players"), GAMES)
def test_a_replay_has_a_frame_for_the_deal_and_one_for_every_action(map: str, players: int) -> None:
    game = finished(map, players)
    frames = frames_of(game)
    assert (frames[0]["seat"], frames[0]["action"], frames[0]["events"], frames[0]["turn"]) == (None, None, [], 0)
    assert [frame["action"] for frame in frames[1:]] == [str(action) for action in game.actions]
    assert [event for frame in frames for event in frame["events"]] == [event.in_full() for event in game.history]
    assert frames[-1]["totals"] == [score["total"] for score in game.scores()]
    assert frames[-1]["turn"] == game.turn_count
    assert frames[-1]["view"]["phase"] == "over"
    assert all(frame["view"]["history"] == frame["view"]["legal_actions"] == [] for frame in frames)


@pytest.mark.parametrize(("map", "players"), GAMES)
def test_in_every_frame_all_cards_are_somewhere(map: str, players: int) -> None:
    game = finished(map, players)
    cards = game.board.map.rules.cards
    for frame in frames_of(game):
        view, seen = frame["view"], Counter[str]()
        for part in (view["discards"], *frame["hands"]):
            seen.update(part)
        seen.update(card for card in view["face_up"] if card)
        assert seen.total() + view["deck_count"] == sum(cards.colors.values()) + cards.wild
        assert [sum(hand.values()) for hand in frame["hands"]] == [seat["card_count"] for seat in view["seats"]]
        assert [len(tickets) for tickets in frame["tickets"]] == [seat["ticket_count"] for seat in view["seats"]]


@pytest.mark.parametrize(("map", "players"), GAMES)
def test_a_result_shows_the_ways_that_were_counted(map: str, players: int) -> None:
    game = finished(map, players)
    result, claimed = result_of(game), game.view(None)["claimed"]
    assert (result["winners"], result["scores"]) == (game.winners(), game.scores())
    length = {route: track.length for route, track in zip(game.board.route_ids, game.board.tracks, strict=True)}
    for seat, (counted, score) in enumerate(zip(result["seats"], result["scores"], strict=True)):
        for ticket in counted["tickets"]:
            assert bool(ticket["routes"]) == ticket["is_complete"]
            assert all(claimed[route] == seat for route in ticket["routes"])
            assert not ticket["routes"] or joins(ticket["routes"], ticket["id"])
        path = counted["longest_path"]
        assert all(claimed[route] == seat for route in path)
        assert len(set(path)) == len(path)
        assert sum(length[route] for route in path) == score["longest_path_length"]  # R6.3
        assert is_one_line(path)


def ends(route: str) -> set[str]:
    return set(route.partition("#")[0].split("/"))


def joins(routes: list[str], ticket: str) -> bool:
    reached = {ticket.split("/")[0]}
    for _ in routes:
        reached |= {end for route in routes if ends(route) & reached for end in ends(route)}
    return ends(ticket) <= reached


def is_one_line(routes: list[str]) -> bool:
    """Whether one can travel the routes in this order."""
    heads = ends(routes[0]) if routes else set()
    for start in heads:
        here, is_whole = start, True
        for route in routes:
            is_whole = is_whole and here in ends(route)
            here = next(iter(ends(route) - {here}))
        if is_whole:
            return True
    return not routes


def test_a_finished_match_can_be_seen_by_whoever_has_its_link(server: RunningServer) -> None:
    table = tiny_table(server, "pb", name="Ann")
    assert code_of(ask(server, "GET", f"{table.path}/replay")) == (409, "not-over")
    chair = table.sit(0)
    for part in ("replay", "result", "review/1"):
        assert code_of(ask(server, "GET", f"{table.path}/{part}")) == (409, "not-over")
    play_out([chair])
    chair.close()
    answer = ask(server, "GET", f"{table.path}/replay")
    assert answer.headers["Content-Encoding"] == "gzip"
    replay = answer.json()
    assert (replay["match"], replay["map"]) == (table.match, "three-lakes")
    assert [(seat["kind"], seat["name"], seat["level"]) for seat in replay["seats"]] == [
        ("person", "Ann", None), ("bot", "", "easy"),
    ]  # fmt: skip
    game = Game.from_record(ask(server, "GET", f"{table.path}/record").text)
    assert replay["frames"] == frames_of(game)
    assert ask(server, "GET", f"{table.path}/result").json() == result_of(game)


def test_an_imported_record_can_be_seen_too(server: RunningServer) -> None:
    game = finished("san-francisco", 3)
    opened = ask(server, "POST", "/records", {"record": game.record()}).json()
    path = f"/matches/{opened['match']}"
    assert ask(server, "GET", f"{path}/replay").json()["frames"] == frames_of(game)
    assert ask(server, "GET", f"{path}/result").json() == result_of(game)


def test_an_answer_is_made_once_for_all_who_ask_and_failures_are_not_kept() -> None:
    made: list[str] = []

    async def make(key: str) -> str:
        made.append(key)
        await asyncio.sleep(0)
        if key == "bad":
            raise ValueError(key)
        return key.upper()

    async def scene() -> None:
        cache = ResultCache[str](max_entries=2)
        assert await asyncio.gather(*(cache.get("a", lambda: make("a")) for _ in range(5))) == ["A"] * 5
        assert made == ["a"]
        for _ in range(2):
            with pytest.raises(ValueError, match="bad"):
                await cache.get("bad", lambda: make("bad"))
        assert made == ["a", "bad", "bad"]
        for key in ("b", "c", "a"):  # only two are kept, and `a` was not the last
            await cache.get(key, lambda key=key: make(key))
        assert made == ["a", "bad", "bad", "b", "c", "a"]

    asyncio.run(scene())
