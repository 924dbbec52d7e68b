"""What people write to each other, and who is awaited at a table, for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing was written before. Who is awaited shows with the next entry of a match."""
    op.add_column("match", sa.Column("awaited", sa.Text))
    op.create_table(
        "chat",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_chat_match_id", ondelete="CASCADE"),
    )
