"""Heartbeats of server processes, and the gaps between them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing is known of the past."""
    op.create_table(
        "process",
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_process"),
    )
    op.create_table(
        "gap",
        sa.Column("since", sa.Double, nullable=False, autoincrement=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("since", name="pk_gap"),
    )
