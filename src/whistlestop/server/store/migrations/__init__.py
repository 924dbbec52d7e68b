"""Alembic's folder, shipped with the package and run by `Store.open`.

To change the tables: edit `schema.py`, add a file to `versions` whose `down_revision` is the newest one, and set
`schema.REVISION`. A test compares a migrated database with `schema.py`.
"""
