"""Verifying a record: what the seed dealt passes, and the first line that it did not deal is named."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.rules.scene import at_every_table, usa, write_lakeside
from tests.tables import played
from whistlestop import BadRecord, Game
from whistlestop.game.commitment import commitment, new_seed
from whistlestop.game.record import fingerprint
from whistlestop.verify import verify


def finished() -> Game:
    return played("san-francisco", 3, 17, 10_000)


def promise(game: Game) -> str:
    assert game.seed is not None
    return commitment(game.seed, game.number, fingerprint(game.board.map), game.players)


def test_a_commitment_is_the_hash_of_one_line() -> None:
    line = b"whistlestop-commitment 1 7 3 0123456789abcdef 4"
    assert commitment(7, 3, "0123456789abcdef", 4) == hashlib.sha256(line).hexdigest()


def test_every_part_of_a_deal_counts_for_its_commitment() -> None:
    promises = {
        commitment(7, 0, "aa", 2),
        commitment(8, 0, "aa", 2),
        commitment(7, 1, "aa", 2),
        commitment(7, 0, "ab", 2),
        commitment(7, 0, "aa", 3),
    }
    assert len(promises) == 5


def test_new_seeds_have_256_bits() -> None:
    seeds = [new_seed() for _ in range(64)]
    assert len(set(seeds)) == 64
    assert 250 < max(seed.bit_length() for seed in seeds) <= 256


@at_every_table
def test_a_game_as_its_seed_deals_it_is_verified(map: str, players: int) -> None:
    for actions in (0, 40, 10_000):
        game = played(map, players, 5, actions)
        verdict = verify(game.record(), promise(game))
        assert verdict.commitment == promise(game)
        assert verdict.action_count == game.version
        assert verdict.result == ([score["total"] for score in game.scores()] if game.is_over else None)
    assert "reshuffle" in {event.name for event in game.history}, "this game does not show what it should"
    assert verdict.card_count > 40


def test_a_game_on_a_map_of_our_own_is_verified(tmp_path: Path) -> None:
    game = Game(write_lakeside(tmp_path), 2, seed=new_seed(), number=9)
    while not game.is_over:
        game.apply(game.legal_actions()[-1])
    assert verify(game.record(), promise(game).upper()).result is not None


def test_another_commitment_is_refused() -> None:
    game = finished()
    with pytest.raises(BadRecord, match=r"line 3, seed: this is not the deal that was promised"):
        verify(game.record(), "0" * 64)
    with pytest.raises(BadRecord, match="promised"):
        verify(game.record(), "")


def test_a_record_without_a_seed_cant_be_verified() -> None:
    with pytest.raises(BadRecord, match="seed: missing"):
        verify(Game.from_position(usa().position()).record())


def test_another_seed_or_number_is_refused_at_the_start() -> None:
    record = finished().record()
    for other in ("seed 18 0\n", "seed 17 1\n"):
        with pytest.raises(BadRecord, match=r"line 4, start: the seed deals something else: \w+\[\d\] is "):
            verify(record.replace("seed 17 0\n", other))


def with_start(record: str, **changes: object) -> str:
    """The record with other values in its starting position."""
    lines = record.splitlines()
    start = json.loads(lines[3].removeprefix("start "))
    lines[3] = f"start {json.dumps(start | changes)}"
    return "\n".join(lines)


def test_a_tampered_start_is_refused() -> None:
    game = finished()
    start = Game("san-francisco", 3, seed=17).position()
    deck, seats = start["deck"], start["seats"]
    at = next(i for i, card in enumerate(deck) if card != deck[0])
    other_deck = [deck[at], *deck[1:at], deck[0], *deck[at + 1 :]]
    for changes, message in (
        ({"deck": other_deck}, r"deck\[0\] is \w+, and the record says \w+$"),
        ({"ticket_deck": start["ticket_deck"][::-1]}, r"ticket_deck\[0\]"),
        ({"seats": [*seats[1:], seats[0]]}, r"seats\[0\]"),
        ({"deck": deck[1:]}, "deck is"),
        ({"turns_left": 3}, "turns_left is None, and the record says 3"),
        ({"more": None}, "more is None"),
        ({"players": 2}, "seed deals something else"),
        ({"players": 9}, "9 players"),
        ({"players": "3"}, "'3' players"),
    ):
        with pytest.raises(BadRecord, match=message) as refusal:
            verify(with_start(game.record(), **changes), promise(game) if "players" not in changes else None)
        assert str(refusal.value).startswith("line 4, start:")


def first_blind_draw(lines: list[str]) -> tuple[int, str]:
    """The line of the first card from the deck, and the card."""
    at = next(i for i, line in enumerate(lines) if " draw deck > " in line)
    return at, lines[at].split()[-1]


def test_a_tampered_card_is_refused_by_its_line_although_it_could_have_come() -> None:
    """A record of other cards replays, because it carries them. It is no longer what the seed dealt."""
    lines = finished().record().splitlines()
    at, card = first_blind_draw(lines)
    other = "red" if card != "red" else "blue"
    lines[at] = lines[at].replace(f"> {card}", f"> {other}")
    assert Game.from_record("\n".join(lines[: at + 1])).last_move.outcome == (other,)
    with pytest.raises(BadRecord, match=f"^line {at + 1}: the seed brings {card}, and the record says {other}$"):
        verify("\n".join(lines))


@pytest.mark.parametrize(("cards", "says"), [("", "no card"), (" > red red", "red red")])
def test_cards_left_out_or_added_are_refused(cards: str, says: str) -> None:
    lines = finished().record().splitlines()
    at, card = first_blind_draw(lines)
    lines[at] = lines[at].replace(f" > {card}", cards)
    with pytest.raises(BadRecord, match=f"line {at + 1}: the seed brings {card}, and the record says {says}"):
        verify("\n".join(lines))


def test_illegal_actions_and_wrong_seats_are_refused() -> None:
    lines = finished().record().splitlines()
    for line, message in (("1 draw deck", "line 5: seat 1 can't play"), ("0 draw deck", "line 5: R1.2")):
        with pytest.raises(BadRecord, match=message):
            verify("\n".join([*lines[:4], line, *lines[5:]]))


def test_a_tampered_result_is_refused() -> None:
    lines = finished().record().splitlines()
    last = len(lines)
    totals = [int(word) for word in lines[-1].split()[1:]]
    wrong = f"result {totals[0] + 1} {totals[1]} {totals[2]}"
    with pytest.raises(BadRecord, match=f"^line {last}, result: the totals are"):
        verify("\n".join([*lines[:-1], wrong]))
    with pytest.raises(BadRecord, match=f"^line {last - 1}, result: the actions do not reach the end"):
        verify("\n".join([*lines[:-2], lines[-1]]))
    with pytest.raises(BadRecord, match=f"^line {last}: .*"):
        verify("\n".join([*lines[:-1], "0 draw deck > red", lines[-1]]))


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 1"):
        verify("hello")
