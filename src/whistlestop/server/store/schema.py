"""The tables of the database. A change here needs a new file in `migrations/versions` and its name in REVISION."""

import sqlalchemy as sa

REVISION = "0005"  # the newest migration; read before Alembic is imported, which takes longer than all the rest

metadata = sa.MetaData(
    naming_convention={  # so that a later migration can name what it drops, on either database
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

map = sa.Table(
    "map",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),  # JSON
)

# Long columns come last: SQLite reads a row from its front and stops at the last column it needs.
match = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False),  # open, running, over
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("joinable", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Column("wake_at", sa.Double),
    sa.Column("owner", sa.Text),
    sa.Column("lease_until", sa.Double, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("watch_hash", sa.Text, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("record", sa.Text),
    # No index, which every append would have to write: only a map that is deleted looks for its matches.
    sa.Column("map_hash", sa.Text, sa.ForeignKey("map.hash")),
    sa.Column("rules", sa.Integer, nullable=False, server_default="1"),
    sa.Column("quarantined", sa.Double),
    sa.Column("quarantine_reason", sa.Text),
    sa.Column("awaited", sa.Text),  # JSON
    sa.Index(None, "joinable", "created"),
    sa.Index(None, "wake_at"),
    sa.Index(None, "status", "changed"),
)

entry = sa.Table(
    "entry",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

seat = sa.Table(
    "seat",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret_hash", sa.Text, nullable=False),
    sa.Column("person_hash", sa.Text),
    sa.Index(None, "person_hash"),
    sa.UniqueConstraint("match_id", "secret_hash"),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

shared_map = sa.Table(
    "shared_map",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("opened", sa.Double, nullable=False),  # the last time that somebody did
    sa.Column("text", sa.Text, nullable=False),  # TOML
    sa.Index(None, "opened"),
)

process = sa.Table(
    "process",
    metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),  # its last heartbeat
)

gap = sa.Table(  # when no process was there
    "gap",
    metadata,
    sa.Column("since", sa.Double, primary_key=True, autoincrement=False),
    sa.Column("until", sa.Double, nullable=False),
)
