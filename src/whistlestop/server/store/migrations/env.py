"""Run by Alembic for every migration; the connection comes from `migrate.py`, already inside a transaction."""

from alembic import context

from whistlestop.server.store.schema import metadata


def run() -> None:
    """Bring the connection that `migrate.py` handed over to the revision it asked for."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # what Alembic calls this file; an import by anybody else does nothing
    run()
