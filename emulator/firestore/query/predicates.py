"""The predicates that filters are made of: ranges, exclusions, and elements of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from emulator.firestore.wire.fieldpaths import FieldPath
from emulator.firestore.wire.values import NULL_KEY

AFTER = b"\xff"
"""Sorts after every key: no key begins with this byte."""


class KeyedRow(Protocol):
    """The interface of a row to predicates."""

    def key(self, field: FieldPath) -> bytes | None:
        """Return the order key of a field's value, or None if there is none."""

    def element_keys(self, field: FieldPath) -> frozenset[bytes]:
        """Return the order keys of an array's elements."""


@dataclass(frozen=True, slots=True)
class Range:
    """The value lies in a half-open range of keys; an equality is a range of one value."""

    field: FieldPath
    low: bytes
    high: bytes
    is_equality: bool

    def matches(self, row: KeyedRow) -> bool:
        """Return whether a row passes."""
        key = row.key(self.field)
        return key is not None and self.low <= key < self.high


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The value exists, is not null, and is none of the given ones."""

    field: FieldPath
    keys: frozenset[bytes]

    def matches(self, row: KeyedRow) -> bool:
        """Return whether a row passes."""
        key = row.key(self.field)
        return key is not None and key != NULL_KEY and key not in self.keys


@dataclass(frozen=True, slots=True)
class Contains:
    """The value is an array with the given element."""

    field: FieldPath
    element: bytes

    def matches(self, row: KeyedRow) -> bool:
        """Return whether a row passes."""
        return self.element in row.element_keys(self.field)


Predicate = Range | NoneOf | Contains
Conjunction = tuple[Predicate, ...]


def equality(field: FieldPath, key: bytes) -> Range:
    """Return the predicate that a value equals the one with this key."""
    return Range(field, key, key + AFTER, True)
