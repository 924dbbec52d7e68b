"""A commitment: a hash that binds a dealer to a deal before the first card, and tells nothing of it.

It is the SHA-256, in hexadecimal, of one line of text without a line end, so that anybody can compute it with any tool:

    whistlestop-commitment 1 <seed> <number> <the map's fingerprint> <players>

Seed and number are decimal; they and the fingerprint stand in a game's record. Only a seed that nobody can guess keeps
the deal secret: `new_seed`.
"""

import hashlib
import secrets


def new_seed() -> int:
    """A seed that nobody can guess.

    >>> new_seed() != new_seed()
    True
    """
    return secrets.randbits(256)


def commitment(seed: int, number: int, fingerprint: str, players: int) -> str:
    """What is shown before the game; the seed is told after it.

    >>> commitment(7, 0, "0123456789abcdef", 2)[:16]
    '5dd462221aa31246'
    """
    line = f"whistlestop-commitment 1 {seed} {number} {fingerprint} {players}"
    return hashlib.sha256(line.encode()).hexdigest()
