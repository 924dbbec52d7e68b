"""`whistlestop check-store`: would this version load everything that is stored?"""

import asyncio
import time
from typing import Annotated

import typer

from whistlestop.cli.options import refuse
from whistlestop.cli.progress_bar import progress_bar

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def check_store(
    url: Annotated[str | None, typer.Argument(help="The database [default: WHISTLESTOP_DATABASE_URL]")] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Resume what was set aside and can be loaded now.")] = False,
) -> None:
    """Replay every stored match and say which ones this version could not load, and why.

    Nothing is changed, and the database may be of an older version and in use: run it before an upgrade goes live.
    Exit code 1 if there is a match that can't be loaded. With --retry only those that were set aside are replayed;
    with SQLite the server has to be stopped for that.
    """
    # Not at the top: the other commands shall not wait for the server's imports.
    from whistlestop.server.running.settings import SettingsError, load_settings
    from whistlestop.server.store import StoreError

    try:
        address = url or load_settings().database_url
        is_fine = asyncio.run(_retry(address) if retry else _check(address))
    except (SettingsError, StoreError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        typer.echo("Stopped before the end.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    if not is_fine:
        raise typer.Exit(1)


async def _check(address: str) -> bool:
    """Whether all matches load."""
    from whistlestop.server.play.checking import check_matches
    from whistlestop.server.store.reader import open_reader

    async with open_reader(address) as reader:
        ids = list(await reader.versions())
        began, bad_count = time.monotonic(), 0
        with progress_bar("matches", len(ids)) as show:
            done = 0
            async for checked in check_matches(reader, ids):
                if checked is not None and checked.reason is not None:
                    bad_count += 1
                    aside = ", set aside" if checked.is_quarantined else ""
                    print(f"{checked.id} ({checked.status}{aside}): {checked.reason}", flush=True)
                done += 1
                show(done)
    summary = f"{len(ids):,} matches in {time.monotonic() - began:.1f} s: "
    print(summary + (f"{bad_count:,} can't be loaded." if bad_count else "all can be loaded."))
    return bad_count == 0


async def _retry(address: str) -> bool:
    """Whether all matches that were set aside load again."""
    from whistlestop.server.play.checking import retry_quarantined
    from whistlestop.server.store import Store

    store = await Store.open(address, owner="check-store")
    try:
        is_fine, count = True, 0
        async for checked in retry_quarantined(store):
            is_fine = is_fine and checked.reason is None
            count += checked.reason is None
            print(f"{checked.id} ({checked.status}): {checked.reason or 'goes on'}", flush=True)
        print(f"{count:,} matches go on." if is_fine else f"{count:,} matches go on, others stay set aside.")
        return is_fine
    finally:
        await store.close()
