"""The parts of a state as JSON, from which positions and views are made."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypeAliasType

from whistlestop.board import Board
from whistlestop.engine import state as engine
from whistlestop.json_types import JsonObject, TypedDict
from whistlestop.kernels.structs import Records

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


def public_part(board: Board, state: Records) -> PublicPart:
    """What everybody may know of a state, whoever looks."""
    turn = turn_of(board, state)
    return {
        "map": board.source,
        "players": int(state["seats"][0]),
        "phase": turn["phase"],
        "to_play": turn["to_play"],
        "face_up": turn["face_up"],
        "discards": turn["discards"],
        "claimed": claims_of(board, state),
        "stacks": stacks_of(board, state),
        "set_aside": set_aside_of(board, state),
        "token_choice": turn["token_choice"],
        "turns_left": turn["turns_left"],
        "passes": turn["passes"],
    }


def turn_of(board: Board, state: Records) -> JsonObject:
    """The part that changes with every turn."""
    phase, turns_left = int(state["phase"][0]), int(state["turns_left"][0])
    return {
        "phase": engine.PHASES[phase],
        "to_play": int(state["to_play"][0]) if phase != engine.OVER else None,
        "face_up": row_of(board, state),
        "discards": cards_of(board, state["discards"][0]),
        "token_choice": token_choice_of(board, state),
        "turns_left": turns_left if turns_left != engine.NOT_TRIGGERED else None,
        "passes": int(state["passes"][0]),
    }


def stacks_part(board: Board, state: Records) -> JsonObject:
    """The part with the tokens that nobody has yet."""
    return {"stacks": stacks_of(board, state), "set_aside": set_aside_of(board, state)}


def own_part(board: Board, state: Records, seat: int) -> JsonObject:
    """What a seat has to choose with, and whether it is asked: what an explanation needs beside the public part."""
    return {
        "seat": seat,
        "awaited": awaited_seats(state),
        "is_opening": bool(state["is_opening"][0]),
        "hand": cards_of(board, state["hand"][0, seat]),
        "pieces": int(state["pieces"][0, seat]),
        "offered": [board.ticket_ids[t] for t in offered_to(state, seat)],
    }


def awaited_seats(state: Records) -> list[int]:
    """The seats that have to choose: the one to play, and in the opening all that have not chosen (R1.2)."""
    if int(state["phase"][0]) == engine.OVER:
        return []
    if not state["is_opening"][0]:
        return [int(state["to_play"][0])]
    offered, chosen = state["offered_count"][0].tolist(), state["chosen"][0].tolist()
    return [seat for seat in range(int(state["seats"][0])) if offered[seat] and not chosen[seat]]


def cards_of(board: Board, counts: Any) -> dict[str, int]:
    """Cards by colour, without the colours there are none of."""
    return {colour: count for colour, count in zip(board.colours, counts.tolist(), strict=False) if count}


def row_of(board: Board, state: Records) -> list[str | None]:
    """The face-up cards, left to right."""
    colours, no_card = board.colours, engine.NO_CARD
    row = state["row"][0, : board.map.rules.cards.face_up].tolist()
    return [colours[card] if card != no_card else None for card in row]


def pile_of(state: Records) -> list[int]:
    """The ticket pile, top first."""
    top, count = int(state["pile_top"][0]), int(state["pile_count"][0])
    pile: list[int] = state["pile"][0].tolist()
    return (pile[top:] + pile[:top])[:count]


def tickets_of(state: Records, seat: int) -> list[int]:
    """The tickets a seat has kept, in that order."""
    return [ticket for ticket, owner in kept_tickets(state) if owner == seat]


def kept_tickets(state: Records) -> "zip[tuple[int, int]]":
    """The tickets that were kept, in that order, each with the seat that has it."""
    count = int(state["kept_count"][0])
    return zip(state["kept"][0, :count].tolist(), state["kept_by"][0, :count].tolist(), strict=True)


def offered_to(state: Records, seat: int) -> list[int]:
    """The tickets dealt to a seat that it has not chosen from yet."""
    offered: list[int] = state["offered"][0, seat, : int(state["offered_count"][0, seat])].tolist()
    return offered


def tokens_of(board: Board, state: Records, seat: int) -> list[str]:
    """The tokens a seat has collected, in that order."""
    if not board.symbols:
        return []
    return [board.symbols[t] for t in state["tokens"][0, seat, : int(state["token_count"][0, seat])].tolist()]


def claims_of(board: Board, state: Records) -> dict[str, int]:
    """Who owns which route."""
    owners, nobody = state["owner"][0].tolist(), engine.NOBODY
    return {route: seat for route, seat in zip(board.route_ids, owners, strict=False) if seat != nobody}


def token_choice_of(board: Board, state: Records) -> list[str]:
    """The two tokens that the seat to play chooses from."""
    if not board.symbols:
        return []
    return [board.symbols[t] for t in state["token_choice"][0].tolist() if t >= 0]


def stacks_of(board: Board, state: Records) -> dict[str, TokenStack]:
    """The stacks of tokens on the board."""
    if not board.symbols:
        return {}
    places = state["stack_location"][0, : len(board.symbols)].tolist()
    counts = state["stack_count"][0, : len(board.symbols)].tolist()
    stacks = zip(board.symbols, places, counts, strict=True)
    return {board.location_ids[at]: {"symbol": s, "count": n} for s, at, n in stacks if at >= 0 and n > 0}


def set_aside_of(board: Board, state: Records) -> list[TokenStack]:
    """The stacks of tokens not yet on the board."""
    if not board.symbols:
        return []
    aside = state["set_aside"][0, : int(state["set_aside_count"][0])].tolist()
    return [{"symbol": board.symbols[t], "count": int(state["stack_count"][0, t])} for t in aside]
