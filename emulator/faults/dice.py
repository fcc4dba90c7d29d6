"""Repeatable randomness, even if the events it decides about happen in a different order."""

import hashlib

_RANGE = 2**64


class Dice:
    """Rolls that depend only on the seed and the arguments, not on earlier rolls."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def roll(self, *about: object) -> float:
        """Returns a number from 0 to 1, always the same for the same arguments."""
        text = "\x1f".join(map(str, (self._seed, *about)))
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return int.from_bytes(digest) / _RANGE
