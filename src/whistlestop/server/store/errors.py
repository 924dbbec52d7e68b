"""One kind of error for all that databases and drivers can raise."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError


class StoreError(Exception):
    """The database did not do what was asked. If a connection broke, a write may still have happened: load again."""


class WriteRefused(StoreError):
    """The database works, but won't take these very values (a name used twice, a character it can't store)."""


@contextmanager
def store_errors(doing: str) -> Iterator[None]:
    """Raise what goes wrong inside as StoreError that says what was being done.

    >>> with store_errors("opening games.db"):
    ...     raise OSError("disk full")
    Traceback (most recent call last):
    whistlestop.server.store.errors.StoreError: opening games.db: disk full
    """
    try:
        yield
    except (IntegrityError, DataError) as error:
        raise WriteRefused(f"{doing}: {error.orig}") from error
    except (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError) as error:
        raise WriteRefused(f"{doing}: {error}") from error
    except SQLAlchemyError as error:
        raise StoreError(f"{doing}: {getattr(error, 'orig', None) or error}") from error
    except (sqlite3.Error, OSError, TimeoutError) as error:
        raise StoreError(f"{doing}: {error or type(error).__name__}") from error
