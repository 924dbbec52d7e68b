"""The parts of a state as JSON, from which positions and views are made."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypeAliasType

from whistlestop.board import Board
from whistlestop.engine import state as engine
from whistlestop.engine.words import AT, Words
from whistlestop.json_types import JsonObject, TypedDict

Phase = TypeAliasType("Phase", Literal["keep-tickets", "place-tokens", "turn", "second-card", "take-token", "over"])
"""The names of `engine.PHASES`."""


Count = Annotated[int, Field(ge=0)]


@with_config(ConfigDict(extra="forbid"))
class TokenStack(TypedDict):
    symbol: str
    count: Annotated[int, Field(ge=1)]


class PublicPart(TypedDict):
    """What positions and all views say alike. The key of an optional rule is there where the map has the rule."""

    map: str
    players: int
    phase: Phase
    to_play: Count | None
    face_up: list[str | None]
    discards: dict[str, Count]
    claimed: dict[str, Count]
    stacks: dict[str, TokenStack]
    set_aside: list[TokenStack]
    token_choice: list[str]
    turns_left: Count | None
    passes: Count


def public_part(board: Board, words: Words, claimed: dict[str, int]) -> PublicPart:
    """What everybody may know of a state, whoever looks; `claimed` is its `claims_of`."""
    turn = turn_of(board, words)
    return {
        "map": board.source,
        "players": words[AT.seats],
        "phase": turn["phase"],
        "to_play": turn["to_play"],
        "face_up": turn["face_up"],
        "discards": turn["discards"],
        "claimed": claimed,
        "stacks": stacks_of(board, words),
        "set_aside": set_aside_of(board, words),
        "token_choice": turn["token_choice"],
        "turns_left": turn["turns_left"],
        "passes": turn["passes"],
    }


def turn_of(board: Board, words: Words) -> JsonObject:
    """The part that changes with every turn."""
    phase, turns_left = words[AT.phase], words[AT.turns_left]
    return {
        "phase": engine.PHASES[phase],
        "to_play": words[AT.to_play] if phase != engine.OVER else None,
        "face_up": row_of(board, words),
        "discards": cards_of(board, words[AT.discards]),
        "token_choice": token_choice_of(board, words),
        "turns_left": turns_left if turns_left != engine.NOT_TRIGGERED else None,
        "passes": words[AT.passes],
    }


def stacks_part(board: Board, words: Words) -> JsonObject:
    """The part with the tokens that nobody has yet."""
    return {"stacks": stacks_of(board, words), "set_aside": set_aside_of(board, words)}


def own_part(board: Board, words: Words, seat: int) -> JsonObject:
    """What a seat has to choose with, and whether it is asked: what an explanation needs beside the public part."""
    return {
        "seat": seat,
        "awaited": awaited_seats(words),
        "is_opening": bool(words[AT.is_opening]),
        "hand": cards_of(board, words[AT.hand[seat]]),
        "pieces": words[AT.pieces][seat],
        "offered": [board.ticket_ids[t] for t in offered_to(words, seat)],
    }


def awaited_seats(words: Words) -> list[int]:
    """The seats that have to choose: the one to play, and in the opening all that have not chosen (R1.2)."""
    if words[AT.phase] == engine.OVER:
        return []
    if not words[AT.is_opening]:
        return [words[AT.to_play]]
    offered, chosen = words[AT.offered_count].tolist(), words[AT.chosen].tolist()
    return [seat for seat in range(words[AT.seats]) if offered[seat] and not chosen[seat]]


def cards_of(board: Board, counts: Any) -> dict[str, int]:
    """Cards by colour, without the colours there are none of."""
    return {colour: count for colour, count in zip(board.colours, counts.tolist(), strict=False) if count}


def row_of(board: Board, words: Words) -> list[str | None]:
    """The face-up cards, left to right."""
    colours, no_card = board.colours, engine.NO_CARD
    row = words[AT.row][: board.map.rules.cards.face_up]
    return [colours[card] if card != no_card else None for card in row]


def pile_of(words: Words) -> list[int]:
    """The ticket pile, top first."""
    top, count = words[AT.pile_top], words[AT.pile_count]
    pile = words[AT.pile]
    until_end = pile[top : top + count]
    return [*until_end, *pile[: count - len(until_end)]]


def tickets_of(words: Words, seat: int) -> list[int]:
    """The tickets a seat has kept, in that order."""
    return [ticket for ticket, owner in kept_tickets(words) if owner == seat]


def kept_tickets(words: Words) -> "zip[tuple[int, int]]":
    """The tickets that were kept, in that order, each with the seat that has it."""
    count = words[AT.kept_count]
    return zip(words[AT.kept][:count], words[AT.kept_by][:count], strict=True)


def offered_to(words: Words, seat: int) -> list[int]:
    """The tickets dealt to a seat that it has not chosen from yet."""
    offered: list[int] = words[AT.offered[seat]].tolist()[: words[AT.offered_count][seat]]
    return offered


def tokens_of(board: Board, words: Words, seat: int) -> list[str]:
    """The tokens a seat has collected, in that order."""
    if not board.symbols:
        return []
    return [board.symbols[t] for t in words[AT.tokens[seat]].tolist()[: words[AT.token_count][seat]]]


def claims_of(board: Board, words: Words) -> dict[str, int]:
    """Who owns which route."""
    owners, nobody = words[AT.owner].tolist(), engine.NOBODY
    return {route: seat for route, seat in zip(board.route_ids, owners, strict=False) if seat != nobody}


def token_choice_of(board: Board, words: Words) -> list[str]:
    """The two tokens that the seat to play chooses from."""
    if not board.symbols:
        return []
    return [board.symbols[t] for t in words[AT.token_choice].tolist() if t >= 0]


def stacks_of(board: Board, words: Words) -> dict[str, TokenStack]:
    """The stacks of tokens on the board."""
    if not board.symbols:
        return {}
    places = words[AT.stack_location].tolist()[: len(board.symbols)]
    counts = words[AT.stack_count].tolist()[: len(board.symbols)]
    stacks = zip(board.symbols, places, counts, strict=True)
    return {board.location_ids[at]: {"symbol": s, "count": n} for s, at, n in stacks if at >= 0 and n > 0}


def set_aside_of(board: Board, words: Words) -> list[TokenStack]:
    """The stacks of tokens not yet on the board."""
    if not board.symbols:
        return []
    aside = words[AT.set_aside].tolist()[: words[AT.set_aside_count]]
    return [{"symbol": board.symbols[t], "count": words[AT.stack_count][t]} for t in aside]
