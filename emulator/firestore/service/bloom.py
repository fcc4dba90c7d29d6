"""The Bloom filter of an existence filter: the documents that still match a target."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from emulator.firestore.wire import protos
from emulator.firestore.wire.protos import Message

_FALSE_POSITIVES = 0.0001


def bloom_filter(names: Sequence[str]) -> Message:
    """Return a BloomFilter of full document names.

    The positions of a name are ``(h1 + i * h2) mod bits``, where both hashes are little-endian
    64-bit halves of the name's MD5; clients compute the same.
    """
    count = max(1, len(names))
    bits = max(8, math.ceil(-count * math.log(_FALSE_POSITIVES) / math.log(2) ** 2))
    hashes = max(1, round(bits / count * math.log(2)))
    bitmap = bytearray(-(-bits // 8))
    for name in names:
        for position in positions(name, bits, hashes):
            bitmap[position // 8] |= 1 << position % 8
    message = protos.ListenResponse().filter.unchanged_names
    message.bits.bitmap = bytes(bitmap)
    message.bits.padding = len(bitmap) * 8 - bits
    message.hash_count = hashes
    return message


def positions(name: str, bits: int, hashes: int) -> list[int]:
    """Return the bit positions of a name."""
    digest = hashlib.md5(name.encode(), usedforsecurity=False).digest()
    first = int.from_bytes(digest[:8], "little")
    second = int.from_bytes(digest[8:], "little")
    wrap = (1 << 64) - 1
    return [((first + number * second) & wrap) % bits for number in range(hashes)]
