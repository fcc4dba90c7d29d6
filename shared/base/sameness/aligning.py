"""Laying the words of two texts side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from shared.base.sameness.comparing_words import SMALL_WORDS
from shared.base.sameness.spelling import (
    are_opposites,
    is_inflected,
    is_misspelled,
    may_be_one_name,
)
from shared.base.sameness.tokens import Reading, Token
from shared.base.sameness.vocabulary import ADVERBS, ALIKE_LINKS, JOINING_LINKS, PAST

Pairs = list[tuple[Token, Token]]

_ORDERED = SMALL_WORDS | frozenset("before after then first until since next later".split())
"""Words with which what stands in a list has an order."""
_LONGEST_ITEM = 2
"""Words of what may change places in a list. Longer ones may be steps, which have an order."""
_LONGEST_PART = 12
"""Words of what may name a part of what another text says."""
_LONGEST_TURNED = 6
"""Words of a text that may be turned around, as "answers in English" and "English answers"."""


def is_same_word(one: Token, other: Token, language: str) -> bool:
    """Returns whether two words are one, be they denied or not."""
    if one.word == other.word:
        return True
    if one.shape != other.shape or one.name or other.name:
        return False
    both = one.capital and other.capital and language != "german"
    if both and not may_be_one_name(one.word, other.word):
        return False
    if is_inflected(one.word, other.word, language):
        return True
    return not (one.capital or other.capital) and is_misspelled(one.word, other.word)


def aligned(one: Reading, other: Reading) -> Pairs | None:
    """Returns which words of two texts with the same words are the same, or None.

    The order may differ where it carries no meaning: in lists, of words such as "always", and
    around a preposition that the other text does without.
    """
    left, right = one.tokens, other.tokens
    if len(left) != len(right) or one.shapes != other.shapes:
        return None
    language = _language(one, other)
    for order in (_in_order, _with_adverbs_apart, _as_lists, _turned):
        pairs = order(left, right, language)
        if pairs is not None:
            return pairs
    return None


def opposite_words(one: Reading, other: Reading) -> bool:
    """Returns whether two texts are the same but for one word and its opposite."""
    # One word and another one in its place.
    if len(one.tokens) != len(other.tokens) or len(one.kinds ^ other.kinds) > 2:
        return False
    language = _language(one, other)
    differing = [
        (left, right)
        for left, right in zip(one.tokens, other.tokens, strict=True)
        if not _fits(left, right, language) or left.denied != right.denied
    ]
    return len(differing) == 1 and are_opposites(
        differing[0][0].word, differing[0][1].word, language
    )


def holds(longer: Reading, shorter: Reading) -> bool:
    """Returns whether one text has all words of another in order, denied alike, and more."""
    if not 0 < len(shorter.tokens) < len(longer.tokens) or not shorter.kinds <= longer.kinds:
        return False
    if _signs(longer) != _signs(shorter):
        return False
    language = _language(longer, shorter)
    rest: Iterator[Token] = iter(longer.tokens)
    return all(
        any(token.denied == wanted.denied and _fits(token, wanted, language) for token in rest)
        for wanted in shorter.tokens
    )


def covers(known: Reading, text: Reading) -> bool:
    """Returns whether a text says a part of what another says, and of the same thing.

    "Nurse" is a part of "pediatric nurse in Ulm" and of "nurse and mother", but "coffee" says
    something else than "coffee shops", "code" than "code review".
    """
    size = len(text.tokens)
    if not 0 < size < len(known.tokens) or size > _LONGEST_PART or not text.kinds <= known.kinds:
        return False
    if _signs(known) != _signs(text):
        return False
    language = _language(known, text)
    for start in range(len(known.tokens) - size + 1):
        part = known.tokens[start : start + size]
        if not all(
            left.denied == right.denied and _fits(left, right, language)
            for left, right in zip(part, text.tokens, strict=True)
        ):
            continue
        before, after = known.tokens[:start], known.tokens[start + size :]
        begins = not before or part[0].listed or (not part[0].link and not _links(before))
        ends = not after or after[0].link or after[0].listed
        if begins and ends and not (after and after[0].broken):
            return True
    return False


def _signs(reading: Reading) -> list[str]:
    """Returns the signs of a text, and the words that say as much as one."""
    return [t.word for t in reading.tokens if not t.word[0].isalnum() or t.word in PAST]


def _links(tokens: Sequence[Token]) -> bool:
    return any(token.link or token.listed for token in tokens)


def _language(one: Reading, other: Reading) -> str:
    return one.language if one.language != "english" else other.language


def _fits(one: Token, other: Token, language: str) -> bool:
    """Returns whether two words are the same and belong to what is before them alike."""
    if {one.listed, other.listed} == {"and", "or"}:
        return False
    links = {one.link, other.link} - {""}
    if len(links) > 1 and not links <= ALIKE_LINKS:
        return False
    return is_same_word(one, other, language)


def _in_order(left: Sequence[Token], right: Sequence[Token], language: str) -> Pairs | None:
    pairs = list(zip(left, right, strict=True))
    return pairs if all(_fits(*pair, language) for pair in pairs) else None


def _with_adverbs_apart(
    left: Sequence[Token], right: Sequence[Token], language: str
) -> Pairs | None:
    ours, theirs = ([token for token in side if token.word in ADVERBS] for side in (left, right))
    if not ours or len(ours) != len(theirs):
        return None
    adverbs = list(zip(_sorted(ours), _sorted(theirs), strict=True))
    if any(one.word != other.word for one, other in adverbs):
        return None
    mine, yours = ([token for token in side if token.word not in ADVERBS] for side in (left, right))
    pairs = _in_order(mine, yours, language)
    return None if pairs is None else [*pairs, *adverbs]


def _as_lists(left: Sequence[Token], right: Sequence[Token], language: str) -> Pairs | None:
    """Compares lists, such as "plays tennis and golf", whose items may change places."""
    start = 0
    while start < len(left) and _fits(left[start], right[start], language):
        if left[start + 1].listed or right[start + 1].listed:
            break  # An item keeps one word at least.
        start += 1
    ours, theirs = _items(left[start:]), _items(right[start:])
    if len(ours) != len(theirs) or len(ours) < 2:
        return None
    if any(t.broken or not t.word.isalpha() or t.word in _ORDERED for t in (*left, *right)):
        return None
    pairs = list(zip(left[:start], right[:start], strict=True))
    for one, other in zip(sorted(ours, key=_key), sorted(theirs, key=_key), strict=True):
        if len(one) != len(other) or len(one) > _LONGEST_ITEM:
            return None
        for here, there in zip(one, other, strict=True):
            if not _fits(replace(here, listed=""), there, language):
                return None
            pairs.append((here, there))
    kinds = ({token.listed for token in side} - {""} for side in (left, right))
    return pairs if len(set(map(frozenset, kinds))) == 1 else None


def _turned(left: Sequence[Token], right: Sequence[Token], language: str) -> Pairs | None:
    """Compares "answers in English" with "English answers"."""
    if len(left) > _LONGEST_TURNED:
        return None
    for one, other, swap in ((left, right, False), (right, left, True)):
        places = [place for place, token in enumerate(one) if token.link and place]
        if len(places) != 1 or one[places[0]].link not in JOINING_LINKS:
            continue
        if any(token.link or token.listed for token in other):
            continue
        turned = [*one[places[0] :], *one[: places[0]]]
        pairs = list(zip(turned, other, strict=True))
        if all(is_same_word(*pair, language) for pair in pairs):
            return [(there, here) for here, there in pairs] if swap else pairs
    return None


def _items(tokens: Sequence[Token]) -> list[list[Token]]:
    items: list[list[Token]] = [[]]
    for token in tokens:
        if token.listed and items[-1]:
            items.append([])
        items[-1].append(token)
    return items


def _key(item: Sequence[Token]) -> tuple[str, ...]:
    return tuple(token.shape for token in item)


def _sorted(tokens: Sequence[Token]) -> list[Token]:
    return sorted(tokens, key=lambda token: token.word)
