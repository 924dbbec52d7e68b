"""The command line: `whistlestop …`. Each command lives in a file of its own, which is imported when it is called."""

import sys

from whistlestop.cli.commands import extra_of
from whistlestop.extras import MissingExtra, needs_extra


def main() -> None:
    """The program. It is there in every install; where its packages are missing, it says which extra brings them."""
    try:
        with needs_extra(extra_of(sys.argv[1:])):
            from whistlestop.cli.app import app
        app()
    except MissingExtra as error:
        sys.exit(f"whistlestop: {error}")
