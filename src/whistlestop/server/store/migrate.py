"""Bring a database to the newest tables, or say why that can't be."""

from pathlib import Path

import sqlalchemy as sa

from whistlestop.server.store.errors import StoreError
from whistlestop.server.store.schema import REVISION

FOLDER = Path(__file__).parent / "migrations"


def revision_of(connection: sa.Connection) -> str | None:
    """The migration a database is at; None before the first."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def too_new(revision: str) -> StoreError:
    """What to say of a database that this version does not understand."""
    return StoreError(
        f"the database was made by a newer Whistlestop (its tables are at revision {revision}, this version knows"
        f" {REVISION}): install the newer version, or choose another database"
    )


def migrate(connection: sa.Connection, revision: str = REVISION) -> None:
    """Run the migrations that are missing. The caller holds a transaction that no other process can be in."""
    current = revision_of(connection)
    if current == revision:
        return
    # Imported here because an up-to-date database, the usual case, never needs it.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise too_new(current)
    command.upgrade(config, revision)
