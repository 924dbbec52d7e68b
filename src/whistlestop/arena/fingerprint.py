"""A fingerprint of the code that plays: the same one plays the same games."""

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

from whistlestop.bots import bot_maker
from whistlestop.kernels.cache import PACKAGE

PLAYING_CODE = ("*.py", "engine/**/*.py", "bots/**/*.py", "bots/**/*.toml")


def code_fingerprint(bots: Sequence[str]) -> str:
    """A digest of the engine, our bots, and the files of bots given as module:Class.

    >>> code_fingerprint(["random"]) == code_fingerprint(["random"])
    True
    """
    files = sorted({path for pattern in PLAYING_CODE for path in PACKAGE.glob(pattern)})
    digest = hashlib.sha256()
    for path in files + [_file_of(bot) for bot in sorted(set(bots)) if ":" in bot]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _file_of(bot: str) -> Path:
    bot_maker(bot)  # imports its module
    return Path(sys.modules[bot.partition(":")[0]].__file__ or "")
