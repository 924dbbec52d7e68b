"""The tools: new table, sit, rules, view, legal actions, act, wait, and if wanted hint."""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Literal, ParamSpec

from pydantic import Field

import whistlestop
from whistlestop import client
from whistlestop.bots.reasons import TEXTS, Reason
from whistlestop.extras import needs_extra
from whistlestop.json_types import JsonObject
from whistlestop.mcp.seats import Seats, Trouble

with needs_extra("mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import ToolAnnotations

LONGEST_WAIT = 50
"""Seconds: many clients give up on a tool after 60."""
HINTS_SHOWN = 5

INSTRUCTIONS = """Whistlestop: board games about train routes, played on a real server. Call new_table to begin a game \
against bots; the answer has the rules, the board, what you see and a handle of your seat, which all other tools want. \
Then act when it is your turn and wait when it is not, until the game is over."""

Handle = Annotated[str, Field(max_length=100, description="the handle of your seat, from new_table or sit")]
Opponent = Literal["easy", "medium", "hard", "expert", "master", "person"]
Parameters = ParamSpec("Parameters")


def make_server(seats: Seats) -> MCPServer[None]:
    """An MCP server with the tools for these seats."""
    server: MCPServer[None] = MCPServer(
        "whistlestop", instructions=INSTRUCTIONS, version=whistlestop.__version__, log_level="WARNING"
    )
    reading = ToolAnnotations(read_only_hint=True)

    def new_table(
        map: Annotated[str, Field(max_length=100, description="usa, san-francisco or amber-lake")] = "san-francisco",
        opponents: Annotated[
            list[Opponent],
            Field(min_length=1, max_length=7, description="for each a bot's level, or person for an invited one"),
        ] = ["medium"],  # noqa: B006 (read only; it stands in the schema)
        name: Annotated[str, Field(min_length=1, max_length=24, description="what others see")] = "Model",
    ) -> str:
        """Open a table and sit down at it: the rules, the board, what you see, and the handle of your seat."""
        handle, table = seats.open_table(map, opponents, name)
        links = [f"To watch in a browser: {table.watch}", f"Back to this seat later: {table.links[table.host or 0]}"]
        if "person" in opponents:
            links.append(f"To invite people: {table.room}")
        return _welcome(seats, handle, links)

    def sit(
        link: Annotated[str, Field(max_length=500, description="a seat's link, or one that invites to a table")],
        name: Annotated[str, Field(min_length=1, max_length=24, description="what others see")] = "Model",
    ) -> str:
        """Sit down at a table by its link, or come back to one's seat: the rules, what you see, the seat's handle."""
        return _welcome(seats, seats.sit(link, name), [])

    def rules(seat: Handle) -> str:
        """The rules in short, the routes and the tickets of the table's map."""
        with seats.using(seat) as opened:
            return opened.prompter.static

    def view(seat: Handle) -> str:
        """What your seat sees: cards, tickets, routes, history, and in your turn the legal actions."""
        with seats.using(seat) as opened:
            opened.refresh()
            return opened.state()

    def legal_actions(seat: Handle) -> str:
        """Every legal action, one a line; none when it is not your turn."""
        with seats.using(seat) as opened:
            opened.refresh()
            return "\n".join(opened.view["legal_actions"] if opened.view else []) or "None: it is not your turn."

    def act(
        seat: Handle,
        action: Annotated[str, Field(max_length=2000, description="one of the legal actions, such as draw deck")],
    ) -> str:
        """Play one action. The answer is what you see then; a wrong action is explained and changes nothing."""
        with seats.using(seat) as opened:
            played = opened.act(action)
            return f"Played: {played}\n\n{opened.state()}"

    def wait(
        seat: Handle,
        seconds: Annotated[float, Field(ge=0, le=LONGEST_WAIT, description="how long at most")] = 20,
    ) -> str:
        """Wait until it is your turn or the game is over, then see what you see."""
        with seats.using(seat) as opened:
            came = opened.wait(seconds)
            return opened.state() if came else f"Not your turn yet: call wait again.\n\n{opened.state()}"

    def hint(seat: Handle) -> str:
        """What the strongest bot would do, from what your seat knows."""
        with seats.using(seat) as opened:
            judgements = client.ask_hint(opened.seat.link)["judgements"][:HINTS_SHOWN]
            return "\n".join(_judgement_line(judgement) for judgement in judgements)

    tools: list[Callable[..., str]] = [new_table, sit, rules, view, legal_actions, act, wait]
    for tool in [*tools, hint] if seats.hints else tools:
        is_reading = tool in (rules, view, legal_actions)
        server.add_tool(_explaining(tool), annotations=reading if is_reading else None, structured_output=False)
    return server


def _explaining(tool: Callable[Parameters, str]) -> Callable[Parameters, str]:
    """A tool whose trouble reaches the model in words."""

    @wraps(tool)
    def explaining(*arguments: Parameters.args, **named: Parameters.kwargs) -> str:
        try:
            return tool(*arguments, **named)
        except Trouble as trouble:
            raise ToolError(str(trouble)) from None

    return explaining


def _welcome(seats: Seats, handle: str, links: list[str]) -> str:
    with seats.using(handle) as opened:
        opened.wait(0)
        return "\n\n".join([f"Your seat: {handle}", *links, opened.prompter.static, opened.state()])


def _judgement_line(judgement: JsonObject) -> str:
    chance, margin = judgement["win_chance"], judgement["margin"]
    return f"{judgement['action']}: wins {chance:.0%}, {margin:+.0f} points; {_reasons(judgement['reasons'])}"


def _reasons(reasons: list[JsonObject]) -> str:
    """In English, but for a kind that only a newer server knows."""
    known = [Reason(reason["kind"], reason["details"]) for reason in reasons if reason["kind"] in TEXTS]
    return ", ".join(map(str, known)) or "no reason given"
