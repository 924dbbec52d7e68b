"""Every match keeps its map, stored once, and the version of its rules; matches that can't be loaded are set aside.

Until now a match on a built-in map had only its name. What those maps were then is in `maps_of_0001`, so that the right
ones are stored however much later a database is migrated.
"""

import sqlalchemy as sa
from alembic import op

from whistlestop.server.store.maps_of_0001 import builtin_text, name_of
from whistlestop.server.store.rows import map_hash

revision = "0002"
down_revision = "0001"

PAGE = 200  # matches: an uploaded map can have 200 KB


def upgrade() -> None:
    """Without making the table anew: where SQLite drops a table, its foreign keys delete what refers to it."""
    op.create_table(
        "map",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_map"),
    )
    op.execute("ALTER TABLE match ADD COLUMN map_hash TEXT CONSTRAINT fk_match_map_hash REFERENCES map (hash)")
    op.add_column("match", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("match", sa.Column("quarantined", sa.Double))
    op.add_column("match", sa.Column("quarantine_reason", sa.Text))
    _move_maps(op.get_bind())
    op.drop_column("match", "map_text")


def _move_maps(connection: sa.Connection) -> None:
    page = sa.text("SELECT id, settings, map_text FROM match WHERE id > :last ORDER BY id LIMIT :page")
    insert = sa.text("INSERT INTO map (hash, text) VALUES (:hash, :text) ON CONFLICT DO NOTHING")
    update = sa.text("UPDATE match SET map_hash = :hash WHERE id IN :ids").bindparams(
        sa.bindparam("ids", expanding=True)
    )
    last = ""
    while rows := connection.execute(page, {"last": last, "page": PAGE}).all():
        ids_by_text: dict[str, list[str]] = {}
        for match_id, settings, map_text in rows:
            text = map_text or builtin_text(name_of(settings))
            if text is not None:
                ids_by_text.setdefault(text, []).append(match_id)
        for text, ids in ids_by_text.items():
            connection.execute(insert, {"hash": map_hash(text), "text": text})
            connection.execute(update, {"hash": map_hash(text), "ids": ids})
        last = rows[-1].id
