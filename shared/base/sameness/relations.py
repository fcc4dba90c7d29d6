"""How two texts relate: the one notion of sameness, with its levels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from shared.base.sameness.aligning import (
    Pairs,
    aligned,
    covers,
    holds,
    opposite_words,
)
from shared.base.sameness.comparisons import Comparison, comparison_in
from shared.base.sameness.glance import may_be_same
from shared.base.sameness.reading import read
from shared.base.sameness.tokens import Reading
from shared.base.sameness.vocabulary import AGAINST, FOR
from shared.base.text import fold, recalled, remembered

_UNSPACED_DENIALS = frozenset("不没沒無无非未")


class Relation(StrEnum):
    """How one text relates to another.

    Attributes:
        IDENTICAL: the same words in the same order.
        SAME: the same but for inflection, spelling, fillers, and order where it means nothing.
        SAME_OBJECT: the same object, another predicate: "loves Python", "hates Python".
        NARROWER: it says what the other says, and more.
        WIDER: the other says what it says, and more.
        REVERSED: the same comparison turned around: "tabs over spaces", "spaces over tabs".
        OPPOSED: the same but for a denial: "with comments", "without comments".
        DIFFERENT: none of these.
    """

    IDENTICAL = "identical"
    SAME = "same"
    SAME_OBJECT = "same_object"
    NARROWER = "narrower"
    WIDER = "wider"
    REVERSED = "reversed"
    OPPOSED = "opposed"
    DIFFERENT = "different"


_LONG = 60
"""Characters of two texts at which a look at them is worth it before reading them."""
_OBJECT = object()
_SAME = frozenset({Relation.IDENTICAL, Relation.SAME})


def relation(one: str, other: str) -> Relation:
    """Returns how one text relates to another.

    Turning the two around turns NARROWER into WIDER and changes nothing else.
    """
    return _relation(remembered("text", one, _read_text), remembered("text", other, _read_text))


@dataclass(slots=True)
class _Text:
    """What comparing a text with many others needs to know of it.

    Attributes:
        reading: the text, read.
        compared: what it compares, or None.
        keys: one of these is shared by all texts that are the same or repeat each other.
        named: its object, in words.
        either: its keys and, apart from them, those of its object, once they are known.
    """

    reading: Reading
    compared: Comparison | None
    keys: frozenset[tuple[object, ...]]
    named: str
    either: frozenset[tuple[object, ...]] = frozenset()


def _text(text: str) -> _Text:
    return remembered("text", text, _read_text)


def _read_text(text: str) -> _Text:
    reading = read(text)
    compared = comparison_in(reading)
    keys: set[tuple[object, ...]] = {reading.said}
    if compared is None:
        keys.add((None, *reading.shapes))
    else:
        parts = map(read, (compared.chosen, compared.rejected))
        keys |= set(product(*({part.said, (None, *part.shapes)} for part in parts)))
    named = " ".join([token.word for token in reading.tokens])
    return _Text(reading, compared, frozenset(keys), named)


def _either(text: _Text) -> frozenset[tuple[object, ...]]:
    text.either = text.keys.union((_OBJECT, *key) for key in _text(text.named).keys)
    return text.either


def _relation(one: _Text, other: _Text) -> Relation:
    left, right = one.reading, other.reading
    if left.said == right.said:
        identical = bool(left.said) or fold(left.text) == fold(right.text)
        return Relation.IDENTICAL if identical else Relation.DIFFERENT
    if one.compared and other.compared:
        return _of_comparisons(one.compared, other.compared)
    if one.compared or other.compared:
        return Relation.DIFFERENT
    return _plain(left, right)


def same(one: str, other: str) -> bool:
    """Returns whether two texts say the same: IDENTICAL or SAME."""
    left, right = recalled("text", one), recalled("text", other)
    if left is None or right is None:
        if len(one) + len(other) > _LONG and not may_be_same(one, other):
            return False
        left, right = _text(one), _text(other)
    return not left.keys.isdisjoint(right.keys) and _relation(left, right) in _SAME


def repeats(one: str, other: str, *, against: bool = False) -> bool:
    """Returns whether two items of one kind say the same of the same object.

    The kind tells how an item stands to what it names: with a like, "Python", "using Python" and
    "really loves Python" are one item, but not "avoids Python" nor "not Python".

    Args:
        one: what one item says.
        other: what the other item says.
        against: whether the kind is a dislike.
    """
    known, told = _text(one), _text(other)
    if known.keys.isdisjoint(told.keys):
        return False
    if _relation(known, told) in _SAME:
        return True
    if known.compared or told.compared:
        return False
    left, right = known.reading, told.reading
    if _stance(left, against=against) != _stance(right, against=against):
        return False
    pairs = aligned(left, right)
    return pairs is not None and _of_denials(pairs) is Relation.SAME


def same_object(one: str, other: str) -> bool:
    """Returns whether two texts are about the same, whatever they say of it; not opposites."""
    left, right = remembered("text", one, _read_text), remembered("text", other, _read_text)
    if (left.either or _either(left)).isdisjoint(right.either or _either(right)):
        return False
    found = _relation(left, right)
    if found in (Relation.OPPOSED, Relation.REVERSED):
        return False
    return found in _SAME or same(left.named, right.named)


def says_no_more(text: str, known: Iterable[str]) -> bool:
    """Returns whether a text says nothing that one of the known ones does not say.

    It is the same, or the part of it that names the thing: "nurse" beside "pediatric nurse".
    """
    told = _text(text)
    for each in known:
        other = _text(each)
        if not told.keys.isdisjoint(other.keys) and _relation(told, other) in _SAME:
            return True
        if told.compared or other.compared:
            continue
        reading, longer = told.reading, other.reading
        if longer.predicate == reading.predicate and covers(longer, reading):
            return True
    return False


def comparison(text: str) -> Comparison | None:
    """Returns what a text chooses and rejects, or None if it compares nothing or denies it."""
    found = remembered("text", text, _read_text).compared
    return None if found is None or found.denied else found


def object_of(text: str) -> str:
    """Returns what a text is about, without predicate and fillers, folded, in base forms."""
    return _text(text).named


def words_of(text: str) -> tuple[str, ...]:
    """Returns every word and sign of a text, folded, in order."""
    return read(text).said


def shape_of(text: str) -> tuple[str, ...]:
    """Returns a key that texts share if they are the same or repeat each other."""
    known = _text(text)
    compared = known.compared
    if compared is None:
        return known.reading.shapes
    parts = (compared.chosen, compared.rejected, compared.condition)
    return (">", *sorted(shape for part in parts if part for shape in read(part).shapes))


def _plain(left: Reading, right: Reading) -> Relation:
    if left.said == right.said:
        return Relation.IDENTICAL
    if left.is_spaced and right.is_spaced:
        # All that is related has the words of the shorter one, but for one.
        shared = len(left.kinds & right.kinds) + 1
        if shared < len(left.kinds) and shared < len(right.kinds):
            return Relation.DIFFERENT
    pairs = aligned(left, right)
    if pairs is not None:
        return _joined(_of_predicates(left, right), _of_denials(pairs))
    if left.predicate != right.predicate:
        return Relation.DIFFERENT
    if opposite_words(left, right) or _is_denied_unspaced(left, right):
        return Relation.OPPOSED
    if holds(left, right):
        return Relation.NARROWER
    return Relation.WIDER if holds(right, left) else Relation.DIFFERENT


def _of_predicates(left: Reading, right: Reading) -> Relation:
    if left.predicate == right.predicate:
        return Relation.SAME
    ours, theirs = ([what for what, _ in side.predicate] for side in (left, right))
    denied = ([how for _, how in side.predicate] for side in (left, right))
    if ours == theirs:
        return _of_denial(*denied)
    turned = {*ours, *theirs} == {"like", "dislike"} and len(ours) == len(theirs)
    both = [how for _, how in (*left.predicate, *right.predicate)]
    return Relation.OPPOSED if turned and not any(both) else Relation.SAME_OBJECT


def _of_denials(pairs: Pairs) -> Relation:
    return _of_denial([one.denied for one, _ in pairs], [other.denied for _, other in pairs])


def _of_denial(ours: Sequence[str], theirs: Sequence[str]) -> Relation:
    differing = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    if not differing:
        return Relation.SAME
    if all(not one for one, _ in differing) or all(not other for _, other in differing):
        return Relation.OPPOSED
    if all(one and other for one, other in differing):
        return Relation.SAME_OBJECT
    return Relation.DIFFERENT


def _joined(predicates: Relation, denials: Relation) -> Relation:
    if Relation.DIFFERENT in (predicates, denials):
        return Relation.DIFFERENT
    found = {predicates, denials} - {Relation.SAME}
    if not found:
        return Relation.SAME
    if found == {Relation.OPPOSED} and predicates != denials:
        return Relation.OPPOSED
    return Relation.SAME_OBJECT


def _of_comparisons(ours: Comparison, theirs: Comparison) -> Relation:
    chosen, rejected = _parts(ours.chosen, theirs.chosen), _parts(ours.rejected, theirs.rejected)
    conditions = _conditions(ours.condition, theirs.condition)
    if {chosen, rejected} <= _SAME:
        if conditions is Relation.SAME and ours.denied != theirs.denied:
            return Relation.OPPOSED
        return conditions if ours.denied == theirs.denied else Relation.DIFFERENT
    crossed = {_parts(ours.chosen, theirs.rejected), _parts(ours.rejected, theirs.chosen)}
    if crossed <= _SAME:
        is_turned = conditions is Relation.SAME and not (ours.denied or theirs.denied)
        return Relation.REVERSED if is_turned else Relation.DIFFERENT
    if conditions is Relation.SAME and ours.denied == theirs.denied:
        for found in (Relation.NARROWER, Relation.WIDER):
            if {chosen, rejected} <= {*_SAME, found}:
                return found
    return Relation.DIFFERENT


def _parts(one: str, other: str) -> Relation:
    return _plain(read(one), read(other))


def _conditions(one: str, other: str) -> Relation:
    if one == other:
        return Relation.SAME
    if not one or not other:
        return Relation.NARROWER if one else Relation.WIDER
    return Relation.SAME if _parts(one, other) in _SAME else Relation.DIFFERENT


def _stance(reading: Reading, *, against: bool) -> object:
    """Returns how a text stands to its object, as its kind has it if the text does not say."""
    if not reading.predicate:
        return against
    if len(reading.predicate) > 1:
        return reading.predicate
    ((what, denied),) = reading.predicate
    if denied not in ("", "not") or what not in FOR | AGAINST:
        return reading.predicate
    return (what in AGAINST) != bool(denied)


def _is_denied_unspaced(left: Reading, right: Reading) -> bool:
    """Returns whether one of two texts without spaces has a sign of denial, and no more, on top."""
    if left.is_spaced and right.is_spaced:
        return False
    shorter, longer = sorted(("".join(side.said) for side in (left, right)), key=len)
    if len(longer) != len(shorter) + 1:
        return False
    at = next((n for n, sign in enumerate(shorter) if sign != longer[n]), len(shorter))
    return longer[at] in _UNSPACED_DENIALS and longer[at + 1 :] == shorter[at:]
