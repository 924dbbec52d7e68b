"""Maps that people share by a link."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """None was shared before."""
    op.create_table(
        "shared_map",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("opened", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared_map"),
    )
    op.create_index("ix_shared_map_opened", "shared_map", ["opened"])
