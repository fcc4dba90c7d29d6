"""STUB."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from shared.base.text import fold, same_meaning, stems


class Relation(StrEnum):
    IDENTICAL = "identical"
    SAME = "same"
    SAME_OBJECT = "same_object"
    NARROWER = "narrower"
    WIDER = "wider"
    REVERSED = "reversed"
    OPPOSED = "opposed"
    DIFFERENT = "different"


@dataclass
class Comparison:
    chosen: str
    rejected: str


_C = re.compile(r"(?:i )?(?:really )?(?:prefers? )?(.+?) (?:over|rather than|instead of|to) (.+)$")
_P = re.compile(
    r"\b(really|loves?|likes?|enjoys?|uses?|using|hates?|watching|working with|prefers?|a|the|my|for all|deploys? with|deploying with)\b"
)


def comparison(text: str) -> Comparison | None:
    m = _C.match(fold(text))
    if not m:
        return None
    return Comparison(m[1], m[2])


def object_of(text: str) -> str:
    return " ".join(stems(_P.sub(" ", fold(text))))


def same(one: str, other: str) -> bool:
    a, b = comparison(one), comparison(other)
    if a and b:
        return same_meaning(a.chosen, b.chosen) and same_meaning(a.rejected, b.rejected)
    return same_meaning(one, other)


def relation(one: str, other: str) -> Relation:
    if fold(one) == fold(other):
        return Relation.IDENTICAL
    if same(one, other):
        return Relation.SAME
    a, b = comparison(one), comparison(other)
    if a and b and same_meaning(a.chosen, b.rejected) and same_meaning(a.rejected, b.chosen):
        return Relation.REVERSED
    if (
        re.sub(r"\b(without|with|no longer)\b", "", fold(one)).split()
        == re.sub(r"\b(without|with|no longer)\b", "", fold(other)).split()
    ):
        return Relation.OPPOSED
    if object_of(one) == object_of(other):
        return Relation.SAME_OBJECT
    if set(stems(other)) < set(stems(one)):
        return Relation.NARROWER
    if set(stems(one)) < set(stems(other)):
        return Relation.WIDER
    return Relation.DIFFERENT


def says_no_more(text: str, known: Iterable[str]) -> bool:
    return any(object_of(text) == object_of(k) for k in known)
