"""`whistlestop prune`: delete matches that nobody has touched for long."""

import asyncio
import time
from typing import Annotated

import typer

from whistlestop.cli.options import refuse
from whistlestop.english import counted

DAY = 24 * 3600.0


def prune(
    older_than: Annotated[int, typer.Option(metavar="DAYS", min=1, help="Untouched for this many days.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count.")] = False,
) -> None:
    """Delete matches that are over or never began. Games under way stay, however old.

    The database is the server's: WHISTLESTOP_DATABASE_URL. With SQLite the server has to be stopped; one that runs
    prunes by itself with WHISTLESTOP_KEEP_FINISHED_DAYS.
    """
    # Not at the top: the other commands shall not wait for the server's imports.
    from whistlestop.server.running.settings import SettingsError, load_settings, make_default_folder
    from whistlestop.server.store import StoreError

    before = time.time() - older_than * DAY
    try:
        settings = load_settings()
        make_default_folder(settings)
        url = settings.database_url
        count = asyncio.run(_count_or_delete(url, before, deletes=False))
        summary = f"{counted(count, 'match')} untouched for {older_than} days"
        if dry_run or count == 0:
            print(f"{summary}.")
            return
        if not yes and not typer.confirm(f"{summary}. Delete for good?"):
            raise typer.Exit(1)
        deleted = asyncio.run(_count_or_delete(url, before, deletes=True))
        print(f"{counted(deleted, 'match')} deleted.")
    except (SettingsError, StoreError) as error:
        refuse(str(error))


async def _count_or_delete(url: str, before: float, *, deletes: bool) -> int:
    """How many matches are old; with `deletes` they are deleted."""
    from whistlestop.server.store import Store

    store = await Store.open(url, owner="prune")
    try:
        return await (store.prune(before) if deletes else store.count_old(before))
    finally:
        await store.close()
