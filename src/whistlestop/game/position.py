"""A position: everything about a state, hidden parts included, as JSON (see docs/concepts.md), written and read.

Whatever can be played on is accepted: a puzzle may leave tickets out of the game or give a seat fewer pieces or other
points than its routes would. But nothing may exist twice, the cards must add up, and what the rules do at once is done.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any, NotRequired

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config

from whistlestop.actions.action import WILD
from whistlestop.board import Board
from whistlestop.engine import calls
from whistlestop.engine import state as engine
from whistlestop.engine.words import AT, Words, spans_of, words_of
from whistlestop.game.state_parts import (
    Count,
    PublicPart,
    cards_of,
    claims_of,
    kept_tickets,
    offered_to,
    pile_of,
    public_part,
    tokens_of,
)
from whistlestop.ids import first_track
from whistlestop.json_types import JsonObject, TypedDict
from whistlestop.kernels.structs import IntArray, Records
from whistlestop.maps.limits import MAX_CARDS, MAX_SEATS, MAX_TICKETS, MAX_TRACKS

MOST_ENTRIES = max(MAX_CARDS, MAX_TRACKS, MAX_TICKETS)
FAULTS_TOLD, FAULT_LETTERS = 10, 40
(KEPT,) = spans_of("kept kept_by")


class BadPosition(ValueError):
    """A position that can't be played on; the message names the key and what is wrong with it."""


@with_config(ConfigDict(extra="forbid"))
class SeatPosition(TypedDict):
    score: Annotated[int, Field(ge=-10_000, le=10_000)]
    pieces: Count
    hand: dict[str, Count]
    tickets: list[str]
    offered: list[str]
    chosen: NotRequired[list[str]]
    """Of those offered, where opening tickets were chosen before others have."""
    tokens: list[str]


@with_config(ConfigDict(extra="forbid"))
class Position(PublicPart):
    """What all views say, and what is hidden. Exactly these keys are read, and nothing is converted."""

    deck: list[str]
    ticket_deck: list[str]
    seats: list[SeatPosition]


POSITION = TypeAdapter(Position)


def write_position(board: Board, state: Records) -> JsonObject:
    """The position of a state."""
    return PositionWriter(board).write(words_of(state))


class PositionWriter:
    """Writes one position of a game after another.

    Most actions leave most of a position as it was. So what takes long to write is kept together with the integers
    that it was made of, and written anew where those have changed.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._owner = self._deck = b""
        self._kept = (0, b"")
        self._claimed: dict[str, int] = {}
        self._deck_cards: list[str] = []
        self._tickets: list[list[str]] = []
        self._hand = [b""] * MAX_SEATS
        self._hand_cards: list[dict[str, int]] = [{}] * MAX_SEATS

    def write(self, words: Words) -> JsonObject:
        """The position of a state."""
        board, ticket_ids = self._board, self._board.ticket_ids
        return {
            **public_part(board, words, self._claims(words)),
            "deck": self._cards_in_deck(words),
            "ticket_deck": [ticket_ids[t] for t in pile_of(words)],
            "seats": self._seats(words),
        }

    def _claims(self, words: Words) -> dict[str, int]:
        owner = words[AT.owner].tobytes()
        if owner != self._owner:
            self._owner, self._claimed = owner, claims_of(self._board, words)
        return self._claimed.copy()

    def _cards_in_deck(self, words: Words) -> list[str]:
        """Top first. Cards that were drawn stay where they are: until the next shuffle only the count changes."""
        deck = words[AT.deck].tobytes()
        if deck != self._deck:
            colours = self._board.colours
            self._deck, self._deck_cards = deck, [colours[card] for card in reversed(words[AT.deck])]
        return self._deck_cards[len(self._deck_cards) - words[AT.deck_count] :]

    def _tickets_by_seat(self, words: Words) -> list[list[str]]:
        kept = (words[AT.kept_count], words[KEPT].tobytes())
        if kept != self._kept:
            self._kept, self._tickets = kept, [[] for _ in range(words[AT.seats])]
            for ticket, owner in kept_tickets(words):
                self._tickets[owner].append(self._board.ticket_ids[ticket])
        return [tickets.copy() for tickets in self._tickets]

    def _cards_in_hand(self, words: Words, seat: int) -> dict[str, int]:
        counts = words[AT.hand[seat]]
        hand = counts.tobytes()
        if hand != self._hand[seat]:
            self._hand[seat], self._hand_cards[seat] = hand, cards_of(self._board, counts)
        return self._hand_cards[seat].copy()

    def _seats(self, words: Words) -> list[JsonObject]:
        """All at once, and only what there is: a position is written after every action of many games."""
        board, ticket_ids = self._board, self._board.ticket_ids
        scores, pieces_left = words[AT.score].tolist(), words[AT.pieces].tolist()
        is_offering = any(words[AT.offered_count].tolist())
        seats: list[JsonObject] = []
        for seat, tickets in enumerate(self._tickets_by_seat(words)):
            part: JsonObject = {
                "score": scores[seat],
                "pieces": pieces_left[seat],
                "hand": self._cards_in_hand(words, seat),
                "tickets": tickets,
                "offered": [],
            }
            if is_offering:
                offered = part["offered"] = [ticket_ids[t] for t in offered_to(words, seat)]
                chosen = words[AT.chosen][seat]
                if chosen:
                    part["chosen"] = [ticket for i, ticket in enumerate(offered) if chosen >> i & 1]
            part["tokens"] = tokens_of(board, words, seat)
            seats.append(part)
        return seats


def require(is_true: bool, message: str) -> None:
    """Refuse the position unless something holds."""
    if not is_true:
        raise BadPosition(message)


def read_fitting(boards: Sequence[Board], position: JsonObject, base: IntArray) -> tuple[Board, Records]:
    """The first board that a position fits, and its state there. Where it fits none, the first one's reason is told."""
    try:
        return boards[0], read_position(boards[0], position, base)
    except BadPosition:
        for board in boards[1:]:
            with suppress(BadPosition):
                return board, read_position(board, position, base)
        raise


def read_position(board: Board, position: dict[str, Any], base: IntArray) -> Records:
    """The state that a position describes; future shuffles come from the generator of `base`."""
    _check_counts(position)
    try:
        read = POSITION.validate_python(position, strict=True)
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_url=False)]
        raise BadPosition("; ".join(faults[:FAULTS_TOLD])) from None
    _check_table(board, read)
    _check_cards(board, read)
    _check_tickets(board, read)
    _check_routes(board, read)
    _check_tokens(board, read)
    state = np.zeros(1, engine.STATE)
    calls.empty_table(board.arrays, state, read["players"], base)
    _set_table(read, state)
    _set_cards(board, read, state)
    _set_tickets(board, read, state)
    _set_board(board, read, state)
    calls.recount(board.arrays, state)
    return state


def _check_counts(position: dict[str, Any]) -> None:
    """Nothing on a table is there more than MOST_ENTRIES times: whatever has more is no position, and not looked at."""
    seats = position.get("seats")
    require(not isinstance(seats, list) or len(seats) <= MAX_SEATS, f"seats: there are {MAX_SEATS} at most")
    parts = (
        [position, *(seat for seat in seats or () if isinstance(seat, dict))] if isinstance(seats, list) else [position]
    )
    for key, value in [item for part in parts for item in part.items()]:
        is_small = not isinstance(value, list | dict) or len(value) <= MOST_ENTRIES
        require(is_small, f"{key[:FAULT_LETTERS]}: more than {MOST_ENTRIES} entries")


def _check_table(board: Board, p: Position) -> None:
    counts = board.player_counts
    require(p["players"] in counts, f"players: {p['players']}, but {board.map.name} is for {counts[0]} to {counts[-1]}")
    require(len(p["seats"]) == p["players"], f"seats: {len(p['seats'])} of them for {p['players']} players")
    if p["phase"] == "over":
        require(p["to_play"] is None, f"to_play: {p['to_play']}, but the game is over (write null)")
    else:
        require(
            p["to_play"] is not None and p["to_play"] < p["players"],
            f"to_play: {p['to_play']} is not a seat of {p['players']}",
        )
        require(p["turns_left"] != 0, "turns_left: 0, so the game is over (R6.1)")
        require(p["passes"] < p["players"], f"passes: {p['passes']}, so the game is over (R5.2)")
    require(p["passes"] <= p["players"], f"passes: {p['passes']} is more than there are players (R5.2)")
    require(
        p["turns_left"] is None or p["turns_left"] <= p["players"],
        f"turns_left: {p['turns_left']} is more than one round",
    )


def _check_cards(board: Board, p: Position) -> None:
    row = [card for card in p["face_up"] if card is not None]
    piles = [p["deck"], row, p["discards"], *(seat["hand"] for seat in p["seats"])]
    _known("colour", board.colours, (card for pile in piles for card in pile))
    total: Counter[str] = Counter()
    for pile in piles:
        total.update(pile)
    cards = board.map.rules.cards
    for card, count in {**cards.colors, WILD: cards.wild}.items():
        require(
            total[card] == count, f"cards: {total[card]} {card} in deck, row, discards and hands; there are {count}"
        )
    require(
        len(p["face_up"]) == cards.face_up,
        f"face_up: {len(p['face_up'])} slots; there are {cards.face_up} (null: none)",
    )
    require(not p["deck"] or len(row) == cards.face_up, "face_up: has a gap, but the deck could fill it (R2.6)")
    require(
        bool(p["deck"]) or not any(p["discards"].values()), "deck: empty, but the discards would be the deck (R2.6)"
    )
    if p["phase"] == "second-card":
        require(bool(p["deck"]) or any(card != WILD for card in row), "phase: no second card may be taken (R2.7)")


def _check_tickets(board: Board, p: Position) -> None:
    everywhere = [*p["ticket_deck"], *(t for seat in p["seats"] for t in (*seat["tickets"], *seat["offered"]))]
    _known("ticket", board.ticket_ids, everywhere)
    _distinct("tickets", everywhere)
    most = max(board.map.rules.tickets.opening.dealt, board.map.rules.tickets.action.dealt)
    for i, seat in enumerate(p["seats"]):
        require(
            len(seat["offered"]) <= most, f"seats.{i}.offered: {len(seat['offered'])} tickets, {most} at most are dealt"
        )
        is_waiting = _is_opening(p) and p["to_play"] is not None and i >= p["to_play"]
        if p["phase"] == "keep-tickets" and (i == p["to_play"] or is_waiting):
            require(bool(seat["offered"]), f"seats.{i}.offered: empty in phase keep-tickets")
        else:
            require(
                not seat["offered"] or bool(seat.get("chosen")),
                f"seats.{i}.offered: this seat has no tickets to choose from now",
            )
        if seat.get("chosen"):
            _check_choice(board, p, i)


def _check_choice(board: Board, p: Position, seat: int) -> None:
    """R1.2: opening tickets that a seat has chosen while another one, the first of them to play, has not."""
    offered, chosen = p["seats"][seat]["offered"], p["seats"][seat].get("chosen", [])
    least = min(board.map.rules.tickets.opening.keep, len(offered))
    require(
        _is_opening(p) and seat != p["to_play"], f"seats.{seat}.chosen: only opening tickets, before one's turn (R1.2)"
    )
    _distinct(f"seats.{seat}.chosen", chosen)
    is_enough = len(chosen) >= least and set(offered).issuperset(chosen)
    require(is_enough, f"seats.{seat}.chosen: not {least} of the tickets offered (R1.2)")


def _is_opening(p: Position) -> bool:
    """R1.2 or R4.1? Everybody keeps opening tickets, and nobody has built before."""
    return p["phase"] == "keep-tickets" and not p["claimed"] and not p["seats"][p["to_play"] or 0]["tickets"]


def _check_routes(board: Board, p: Position) -> None:
    _known("route", board.route_ids, p["claimed"])
    used = [0] * p["players"]
    for route, seat in p["claimed"].items():
        require(seat < p["players"], f"claimed.{route}: {seat} is not a seat of {p['players']}")
        used[seat] += board.tracks[board.route_index(route)].length
        other = p["claimed"].get(first_track(route)) if route != first_track(route) else None
        if other is not None:
            require(other != seat, f"claimed.{route}: seat {seat} may not hold both tracks (R3.4)")
            least = board.map.rules.both_tracks_from
            require(p["players"] >= least, f"claimed.{route}: both tracks are open only from {least} players (R3.4)")
    for i, player in enumerate(p["seats"]):
        together = player["pieces"] + used[i]
        have = board.map.rules.pieces
        require(together <= have, f"seats.{i}.pieces: {player['pieces']} and {used[i]} on routes; a seat has {have}")


def _check_tokens(board: Board, p: Position) -> None:
    _known("location", board.location_ids, p["stacks"])
    piles = [*p["stacks"].values(), *p["set_aside"]]
    collected = [token for seat in p["seats"] for token in seat["tokens"]]
    _known("symbol", board.symbols, (*collected, *(pile["symbol"] for pile in piles), *p["token_choice"]))
    _distinct("stacks", [pile["symbol"] for pile in piles])
    for i, seat in enumerate(p["seats"]):
        _distinct(f"seats.{i}.tokens", seat["tokens"])
    tokens = board.map.rules.tokens
    most = max(tokens.stack[p["players"]], tokens.placed[p["players"]]) if tokens else 0
    total = Counter(collected) + Counter({pile["symbol"]: pile["count"] for pile in piles})
    for symbol, count in total.items():
        require(count <= most, f"tokens: {count} of {symbol}; a stack has {most} with {p['players']} players (R1.4)")
    if p["phase"] == "place-tokens":
        require(bool(p["set_aside"]), "set_aside: empty in phase place-tokens")
    in_stacks = {stack["symbol"] for stack in p["stacks"].values()}
    if p["phase"] == "take-token":
        is_choice = len(set(p["token_choice"])) == 2 and in_stacks.issuperset(p["token_choice"])
        require(is_choice, "token_choice: phase take-token needs two different symbols that lie on the board")
        has = set(p["seats"][p["to_play"] or 0]["tokens"]) & set(p["token_choice"])
        require(not has, f"token_choice: seat {p['to_play']} has {', '.join(has)} already (R3.6)")
    else:
        require(not p["token_choice"], f"token_choice: nothing to take in phase {p['phase']}")


def _known(kind: str, names: Sequence[str], used: Iterable[str]) -> None:
    unknown = sorted(set(used) - set(names))
    require(not unknown, f"{kind}: this map has no {', '.join(map(repr, unknown))}")


def _distinct(key: str, names: Sequence[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    require(not twice, f"{key}: {', '.join(twice)} more than once")


def _set_table(p: Position, state: Records) -> None:
    state["phase"] = engine.PHASES.index(p["phase"])
    state["to_play"] = engine.NOBODY if p["to_play"] is None else p["to_play"]
    state["is_opening"] = _is_opening(p)
    state["turns_left"] = engine.NOT_TRIGGERED if p["turns_left"] is None else p["turns_left"]
    state["passes"] = p["passes"]
    for i, seat in enumerate(p["seats"]):
        state["score"][0, i] = seat["score"]
        state["pieces"][0, i] = seat["pieces"]


def _set_cards(board: Board, p: Position, state: Records) -> None:
    """Nothing is known of how the cards came where they are, so any hidden card may be anywhere hidden."""
    colour = {name: i for i, name in enumerate(board.colours)}
    state["deck_count"] = len(p["deck"])
    state["deck"][0, : len(p["deck"])] = [colour[card] for card in reversed(p["deck"])]
    state["row"][0, : len(p["face_up"])] = [engine.NO_CARD if card is None else colour[card] for card in p["face_up"]]
    for card, count in p["discards"].items():
        state["discards"][0, colour[card]] = count
    for card in p["deck"]:
        state["deck_pool"][0, colour[card]] += 1
    for i, seat in enumerate(p["seats"]):
        for card, count in seat["hand"].items():
            state["hand"][0, i, colour[card]] = count
    state["blind"] = state["hand"]
    state["deck_pool"] += state["hand"].sum(axis=1)


def _set_tickets(board: Board, p: Position, state: Records) -> None:
    ticket = {name: i for i, name in enumerate(board.ticket_ids)}
    state["pile_count"] = len(p["ticket_deck"])
    state["pile"][0, : len(p["ticket_deck"])] = [ticket[t] for t in p["ticket_deck"]]
    kept = [(ticket[t], i) for i, seat in enumerate(p["seats"]) for t in seat["tickets"]]
    state["kept_count"] = len(kept)
    for at, (t, i) in enumerate(kept):
        state["kept"][0, at], state["kept_by"][0, at] = t, i
    for i, seat in enumerate(p["seats"]):
        state["ticket_count"][0, i] = len(seat["tickets"])
        state["offered_count"][0, i] = len(seat["offered"])
        state["offered"][0, i, : len(seat["offered"])] = [ticket[t] for t in seat["offered"]]
        state["chosen"][0, i] = sum(1 << at for at, t in enumerate(seat["offered"]) if t in seat.get("chosen", ()))


def _set_board(board: Board, p: Position, state: Records) -> None:
    symbol = {name: i for i, name in enumerate(board.symbols)}
    for route, owner in p["claimed"].items():
        state["owner"][0, board.route_index(route)] = owner
    for location, stack in p["stacks"].items():
        state["stack_location"][0, symbol[stack["symbol"]]] = board.index("location", location)
        state["stack_count"][0, symbol[stack["symbol"]]] = stack["count"]
    state["set_aside_count"] = len(p["set_aside"])
    for at, stack in enumerate(p["set_aside"]):
        state["set_aside"][0, at] = symbol[stack["symbol"]]
        state["stack_count"][0, symbol[stack["symbol"]]] = stack["count"]
    for i, seat in enumerate(p["seats"]):
        state["token_count"][0, i] = len(seat["tokens"])
        state["tokens"][0, i, : len(seat["tokens"])] = [symbol[t] for t in seat["tokens"]]
    if p["token_choice"]:
        state["token_choice"][0] = [symbol[t] for t in p["token_choice"]]
