"""Makes this process a server of a newer version: with a migration, a kind of entry and rules that we do not know.

So our code is the old version in tests of an upgrade, and what is new is really written to the database.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from whistlestop import game
from whistlestop.server.play import decide, entries, loading, tables
from whistlestop.server.store import migrate, postgres, schema

REVISION = f"{int(schema.REVISION) + 1:04}"
RULES = game.RULES + 1
COLUMN = "mood"
MIGRATION = f"""
import sqlalchemy as sa
from alembic import op

revision = "{REVISION}"
down_revision = "{schema.REVISION}"


def upgrade() -> None:
    op.add_column("match", sa.Column("{COLUMN}", sa.Text, nullable=False, server_default="calm"))
"""


@dataclass(frozen=True, slots=True)
class SetPaceAndMood(entries.SetPace):
    """What a change of pace is from now on."""

    mood: str = "calm"


def install() -> None:
    """Before the server starts."""
    folder = Path(tempfile.mkdtemp(prefix="whistlestop-migrations-")) / "migrations"
    shutil.copytree(migrate.FOLDER, folder)
    (folder / "versions" / "r0006_mood.py").write_text(MIGRATION)
    migrate.FOLDER = folder
    for module in (schema, migrate, postgres):
        module.REVISION = REVISION  # type: ignore[attr-defined]
    migrate.migrate.__defaults__ = (REVISION,)
    for module in (loading, tables):
        module.RULES = RULES  # type: ignore[attr-defined]
    entries.KINDS["pace-and-mood"] = SetPaceAndMood
    entries.NAMES[SetPaceAndMood] = "pace-and-mood"
    decide.SetPace = SetPaceAndMood  # type: ignore[misc]
