"""Tourist tokens: where to place a stack, and which of two to take."""

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.memory import PlannerMemory, suggest
from whistlestop.engine.state import State
from whistlestop.engine.tokens import may_place
from whistlestop.kernels import kernel


@kernel
def suggest_places(board: BoardArrays, s: State, m: PlannerMemory) -> None:
    """R1.5: a stack goes where the plan has most routes: we shall pass there."""
    for symbol in range(board.symbol_count):
        for location in range(board.location_count):
            if may_place(board, s, symbol, location):
                suggest(m, board.first_place + symbol * board.location_count + location, visits(m, location))


@kernel
def suggest_takes(board: BoardArrays, s: State, m: PlannerMemory) -> None:
    """R3.6: of two tokens the one that we are less likely to meet again."""
    for i in range(2):
        symbol = s.token_choice[i]
        suggest(m, board.first_take + symbol, -visits(m, s.stack_location[symbol]) - s.stack_count[symbol])


@kernel
def visits(m: PlannerMemory, location: int) -> int:
    """How many planned routes end at a place."""
    count = 0
    for edge in range(m.edge_count):
        if m.planned[m.edge_route[edge]] and (m.edge_a[edge] == location or m.edge_b[edge] == location):
            count += 1
    return count
