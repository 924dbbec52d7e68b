"""File descriptors: every connection takes one, and so do the database and the bots."""

import sys
from contextlib import suppress

MAX_DESCRIPTORS = 1 << 20
"""Enough for any server; some systems allow a thousand times as many, and programs that we start would count them."""


def raise_limit() -> None:
    """Let this process, and those it starts, open as many files as the system allows."""
    if sys.platform == "win32":  # which has no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft < most:
        with suppress(OSError, ValueError):  # some systems name a limit that they don't grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def limit() -> int:
    """How many files this process may have open."""
    if sys.platform == "win32":
        return MAX_DESCRIPTORS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MAX_DESCRIPTORS)
