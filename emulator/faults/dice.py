"""Chance that can be repeated, though what it decides about happens in any order."""

import hashlib

_RANGE = 2**64


class Dice:
    """Rolls that depend on the seed and on what they are about, and on nothing before them."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def roll(self, *about: object) -> float:
        """A number from 0 to 1, always the same for the same arguments."""
        text = "\x1f".join(map(str, (self._seed, *about)))
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return int.from_bytes(digest) / _RANGE
