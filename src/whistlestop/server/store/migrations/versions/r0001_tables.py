"""The first tables: matches, their entries, their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty database."""
    op.create_table(
        "match",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
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
        sa.Column("map_text", sa.Text),
        sa.Column("record", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
    )
    op.create_index("ix_match_joinable_created", "match", ["joinable", "created"])
    op.create_index("ix_match_wake_at", "match", ["wake_at"])
    op.create_index("ix_match_status_changed", "match", ["status", "changed"])
    op.create_table(
        "entry",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_entry_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "version", name="pk_entry"),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("person_hash", sa.Text),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seat_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat"),
        sa.UniqueConstraint("match_id", "secret_hash", name="uq_seat_match_id_secret_hash"),
    )
    op.create_index("ix_seat_person_hash", "seat", ["person_hash"])
