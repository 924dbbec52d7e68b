"""The command line: `whistlestop …`. Each command lives in a file of its own."""

import typer

from whistlestop.cli.bench import bench
from whistlestop.cli.bot import bot_command
from whistlestop.cli.compile import compile_command
from whistlestop.cli.map_commands import app as map_app
from whistlestop.cli.play import play_command
from whistlestop.cli.prune import prune
from whistlestop.cli.replay import replay
from whistlestop.cli.report import report
from whistlestop.cli.serve import serve
from whistlestop.cli.simulate import simulate
from whistlestop.cli.tournament import tournament
from whistlestop.cli.verify import verify_command

app = typer.Typer(
    name="whistlestop",
    help="Route-building train games, played exactly by their rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play_command)
app.command()(simulate)
app.command()(tournament)
app.command()(report)
app.command()(bench)
app.command("compile")(compile_command)
app.command()(serve)
app.command()(prune)
app.command("bot")(bot_command)
app.command()(replay)
app.command("verify")(verify_command)
app.add_typer(map_app, name="map", help="Check and draw maps, and see whether they are in balance.")
