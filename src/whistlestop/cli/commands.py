"""Which commands there are, where each lives and which extra it needs, known without importing any of them."""

from typing import NamedTuple


class CommandEntry(NamedTuple):
    """A command as `whistlestop --help` lists it."""

    function: str
    """module:name, below `whistlestop.cli`."""
    extra: str
    summary: str
    """The first paragraph of the function's docstring; tests/cli/test_start.py compares them."""


COMMANDS = {
    "play": CommandEntry(
        "play:play_command",
        "play",
        "Play in the browser, against bots or with friends; with --terminal, against bots at the terminal.",
    ),
    "simulate": CommandEntry("simulate:simulate", "arena", "Play many games and print wins, scores and turns."),
    "tournament": CommandEntry(
        "tournament:tournament",
        "arena",
        "Let every combination of bots play, each deal from every seat, and print who is better, and by how much.",
    ),
    "rate": CommandEntry(
        "rate:rate",
        "models",
        "Let a language model play against our levels, and print how strong it is and how often it answers wrongly.",
    ),
    "mcp": CommandEntry(
        "mcp:mcp_command",
        "mcp",
        "Let language models sit at tables of a server, as tools of the Model Context Protocol.",
    ),
    "report": CommandEntry(
        "report:report",
        "arena",
        "Make a page of tables, plots and boards from a series of games. It is one file and needs no network.",
    ),
    "bench": CommandEntry(
        "bench:bench",
        "arena",
        "Measure random games a second for each map and player count, on one core unless told otherwise.",
    ),
    "compile": CommandEntry(
        "compile:compile_command",
        "play",
        "Compile the kernels ahead of time: for images and packages, or to see why it fails.",
    ),
    "serve": CommandEntry(
        "serve:serve",
        "play",
        "Serve tables and the page to people and bots. Settings come from the environment: see docs/server.md.",
    ),
    "prune": CommandEntry(
        "prune:prune", "play", "Delete matches that are over or never began. Games under way stay, however old."
    ),
    "check-store": CommandEntry(
        "check_store:check_store",
        "play",
        "Replay every stored match and say which ones this version could not load, and why.",
    ),
    "move-store": CommandEntry(
        "move_store:move_store",
        "play",
        "Copy all matches from one database to another, and compare every one of them.",
    ),
    "bot": CommandEntry("bot:bot_command", "play", "Let a bot play at a table on a server, until the game is over."),
    "replay": CommandEntry(
        "replay:replay",
        "play",
        "Replay a record: every action with what it brought, and the scores. All hands are open.",
    ),
    "verify": CommandEntry(
        "verify:verify_command",
        "play",
        "Deal a recorded game again from its seed and check the start, every action, every card and the result.",
    ),
    "map balance": CommandEntry(
        "balance:balance",
        "arena",
        "Let a bot play a map against itself, say what is out of balance, and write a report with all the numbers.",
    ),
    "map check": CommandEntry(
        "map_commands:check",
        "play",
        "Find everything that is wrong with a map, and what might play badly. Exits with 1 if there are errors.",
    ),
    "map draw": CommandEntry("map_commands:draw", "play", "Draw a map's board as SVG or PNG."),
    "map tickets": CommandEntry(
        "map_tickets:tickets",
        "play",
        "Propose tickets for a map: spread over all places, as long and as valuable as those of USA are.",
    ),
    "map print": CommandEntry(
        "print_map:print_command",
        "play",
        "Print a map to play it on a table: a PDF with the board in real size, tickets, cards, tokens and the rules.",
    ),
}
"""By what is typed after `whistlestop`."""


def extra_of(arguments: list[str]) -> str:
    """The extra of the command that is called, as far as one can tell.

    >>> extra_of(["map", "balance", "usa"]), extra_of(["--help"])
    ('arena', 'play')
    """
    called = [COMMANDS.get(" ".join(arguments[:words])) for words in (1, 2)]
    return next((entry.extra for entry in called if entry), "play")
