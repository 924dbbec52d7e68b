"""Hidden information is a proof, not a habit: whatever a seat can't know does not change what it gets."""

import random
from functools import cache

import pytest
from pydantic_core import to_json

from tests.tables import TABLES, played
from whistlestop import Game
from whistlestop.bots import bot_names, make_bot
from whistlestop.bots.levels import is_planner
from whistlestop.bots.registry import VERSIONS

STATES_PER_TABLE = 300


def viewers(game: Game) -> list[int | None]:
    return [*range(game.players), None]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whatever_is_hidden_from_a_seat_does_not_change_its_view(name: str, players: int) -> None:
    changed = 0
    for seed in range(STATES_PER_TABLE):
        game = played(name, players, seed, 3 + 2 * seed % 350)
        position = game.position()
        for seat in viewers(game):
            other, now = game.determinize(seat, seed=seed), len(game.history)
            assert other.history == game.history  # a view has it as `seen_by` tells it (test_laws.py)
            assert to_json(other.view(seat, history_from=now)) == to_json(game.view(seat, history_from=now))
            changed += other.position() != position
    assert changed > STATES_PER_TABLE  # the law would hold for a `determinize` that does nothing


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_has_chosen_before_its_turn_is_hidden_from_the_others(name: str, players: int) -> None:
    """R1.2: whatever others have chosen, a view tells at most who has."""
    for seed in range(20):
        game, choices = Game(name, players=players, seed=seed), random.Random(seed)
        while len(game.awaited) > 1:
            seat = choices.choice(game.awaited)
            game.apply(choices.choice(game.legal_actions(seat)), seat)
            assert game.history == []
            for viewer in viewers(game):
                assert to_json(game.determinize(viewer, seed=seed).view(viewer)) == to_json(game.view(viewer))
                for other in set(range(players)) - {viewer, *game.awaited}:
                    for option in chosen_otherwise(game, other):
                        assert to_json(option.view(viewer)) == to_json(game.view(viewer))
            for viewer in game.awaited:  # who has not chosen yet does not even see who has
                assert game.view(viewer) == Game(name, players=players, seed=seed).view(viewer)


def chosen_otherwise(game: Game, seat: int) -> list[Game]:
    """The games in which a seat has chosen other tickets."""
    undone = game.copy()
    undone.take_back(seat)
    others = []
    for action in undone.legal_actions(seat):
        other = undone.copy()
        other.apply(action, seat)
        others.append(other)
    assert len({str(other.choice(seat)) for other in others}) > 1
    return others


TIMED = {"search", "master", *VERSIONS}
"""These think for a time, so they may choose differently for another reason; those with playouts stand for them."""


@cache
def running_games() -> list[tuple[Game, Game, int]]:
    """Each with one that the seat to play can't tell from it, and the seed of both."""
    played_games = [(played(*table, seed, 25 * seed), seed) for table in TABLES for seed in range(12)]
    return [(game, game.determinize(game.to_play, seed=seed), seed) for game, seed in played_games if not game.is_over]


@pytest.mark.parametrize(
    "bot", [*sorted(set(bot_names()) - TIMED), "search@40", *(f"{version}@40" for version in VERSIONS)]
)
def test_no_bot_peeks(bot: str) -> None:
    for game, other, seed in running_games():
        if bot == "expert" and not is_planner(bot, game.board):
            continue  # there it searches by the clock
        choices = [make_bot(bot, game.board, seed).choose(g.view(game.to_play)) for g in (game, other)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_dealt_anew_is_a_sound_position(name: str, players: int) -> None:
    for seed in range(60):
        game = played(name, players, seed, 5 + 5 * seed)
        for seat in viewers(game):
            other = game.determinize(seat, seed=seed)
            position = other.position()
            assert Game.from_position(position).position() == position  # cards add up, no ticket twice
            for i in range(players):
                assert all(
                    position["seats"][i]["hand"].get(c, 0) >= n
                    for c, n in other.view(i)["seats"][i]["known_cards"].items()
                )
            while not other.is_over:
                other.apply(other.legal_actions()[0])


def test_a_seat_remembers_the_tickets_it_put_under_the_pile() -> None:
    game = Game("usa", players=2, seed=5)
    offered = game.view(0)["offered"]
    game.apply(f"keep {offered[0]} {offered[1]}")
    assert game.view(0)["ticket_deck"][-1] == offered[2]
    assert game.view(1)["ticket_deck"][-1] is None
    assert all(game.determinize(0, seed=s).position()["ticket_deck"][-1] == offered[2] for s in range(20))
    assert {game.determinize(1, seed=s).position()["ticket_deck"][-1] for s in range(20)} != {offered[2]}


def test_cards_taken_face_up_stay_known_until_they_are_paid() -> None:
    for seed in range(40):
        game = played("san-francisco", 2, seed, 25)
        for other in range(2):
            known = game.view(1 - other)["seats"][other]["known_cards"]
            hand = game.position()["seats"][other]["hand"]
            assert all(hand.get(card, 0) >= count for card, count in known.items())
            for s in range(5):
                dealt = game.determinize(1 - other, seed=s).position()["seats"][other]["hand"]
                assert all(dealt.get(card, 0) >= count for card, count in known.items())


def test_with_two_players_counting_cards_tells_all_at_a_reshuffle() -> None:
    """All cards but the other's hand are seen at that moment, so that hand is known (see knowledge.py)."""
    for seed in range(200):
        game = Game("san-francisco", players=2, seed=seed)
        while not game.is_over:
            events = game.apply(game.legal_actions()[-1 if seed % 2 else 0])
            if any(event.name == "reshuffle" for event in events) and game.view(0)["deck_count"] > 0:
                drawn = sum(event.name == "draw" and "card" in event.secret for event in events)
                other = game.determinize(0, seed=seed).position()["seats"][1]["hand"]
                if drawn == 0:
                    assert other == game.position()["seats"][1]["hand"]
                    return
    raise AssertionError("no reshuffle happened")
