"""`whistlestop move-store`: from SQLite to PostgreSQL, or back, or to another place."""

import asyncio
from typing import Annotated

import typer

from whistlestop.cli.check_store import INTERRUPTED
from whistlestop.cli.options import refuse
from whistlestop.cli.progress_bar import progress_bar


def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Where the matches are; they stay there.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A database without other matches.")],
) -> None:
    """Copy all matches from one database to another, and compare every one of them.

    A database is sqlite:///FILE or postgresql://USER@HOST/NAME. Stop the servers on both before. After Ctrl-C or a
    crash start it again: it goes on where it was. Exit code 0 only if all is there and the same.
    """
    # Not at the top: the other commands shall not wait for the server's imports.
    from whistlestop.server.store import StoreError

    try:
        asyncio.run(_move(source, target))
    except StoreError as error:
        refuse(str(error))
    except KeyboardInterrupt:
        typer.echo("Stopped before the end. Start it again to go on.", err=True)
        raise typer.Exit(INTERRUPTED) from None


async def _move(source: str, target: str) -> None:
    from whistlestop.server.store.move import open_move

    async with open_move(source, target) as move:
        with progress_bar("matches copied", len(move.ids)) as show:
            async for done in move.copy():
                show(done)
        with progress_bar("matches compared", len(move.ids)) as show:
            async for done in move.check():
                show(done)
    print(f"{len(move.ids):,} matches are there, each the same as in the source.")
