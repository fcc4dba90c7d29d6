"""Judges what an item says against the user's words: said, inferred, or made up (P-12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from shared.learning.support.specifics import Said, said_names, unsaid
from shared.learning.support.statements import has_no_speaker, is_errand, is_stated
from shared.learning.support.words import content, is_filler, is_said, is_unspaced, language, words

SAID_FROM = 0.51
"""The share of an item's content words, 0–1, that have to be the user's own."""
MADE_UP_FROM = 3
"""An item of so many content words of which the messages have none is no paraphrase of them."""


class Support(Enum):
    """How well a quote supports an item."""

    SAID = "said"
    INFERRED = "inferred"
    NONE = "none"


@dataclass(frozen=True)
class Claim:
    """What an item says.

    Attributes:
        text: what it says: the description, the value, the domain.
        retold: the sentence with which the analyzer retells the user's words, if it does.
        parts: the steps of a workflow, most of which must be the user's.
        around: what else is stored with it and could hold a name: the category, metadata.
        names: names within it, every word of which the user must have said.
        is_wish: whether it is about how the assistant should work, which users say in imperatives.
        is_topic: whether it only says what the user talks about, which questions show as well.
        is_of_others: whether it is about the people around the user.
    """

    text: str
    retold: str = ""
    parts: Sequence[str] = ()
    around: Sequence[str] = ()
    names: Sequence[str] = ()
    is_wish: bool = False
    is_topic: bool = False
    is_of_others: bool = False

    @property
    def texts(self) -> list[str]:
        """Every text of it."""
        return [text for text in (self.text, self.retold, *self.parts, *self.around) if text]


def judge(claim: Claim, quote: str, message: str, said: Sequence[str]) -> Support:
    """Returns how well a quote supports a claim.

    Args:
        claim: what the item says.
        quote: the user's words that are to prove it.
        message: the message that contains the quote.
        said: all texts whose names and numbers the item may hold: the user's messages of the
            batch, and what is known of the item that it repeats.
    """
    everything = Said(said)
    if _holds_unsaid(claim, everything):
        return Support.NONE
    is_of_the_user = is_stated(quote, message, of_others=claim.is_of_others)
    if not (claim.is_wish or claim.is_topic) and is_errand(quote, message):
        return Support.NONE
    claimed = _words_of(" ".join([claim.text, *claim.parts]))
    in_all = _shared(claimed, claim, everything, said)
    if not in_all:
        is_free = claim.is_wish or claim.is_topic
        if not is_free and (not is_of_the_user or has_no_speaker(message)):
            return Support.NONE
        if _is_made_up(claim, message, said):
            return Support.NONE
    least = SAID_FROM / 2 if any(map(is_unspaced, claim.text)) else SAID_FROM
    is_said_here = _shared(claimed, claim, Said([quote]), [quote])
    if not is_said_here or in_all < least * len(claimed):
        return Support.INFERRED
    return Support.SAID if is_of_the_user or claim.is_topic else Support.INFERRED


def _holds_unsaid(claim: Claim, said: Said) -> bool:
    if any(True for text in claim.texts for _ in unsaid(text, said)):
        return True
    if any(True for name in claim.names for _ in unsaid(name, said, names_only=True)):
        return True
    said_parts = sum(_shared(_words_of(part), claim, said, said.texts) > 0 for part in claim.parts)
    return 2 * said_parts < len(claim.parts)


def _words_of(text: str) -> tuple[str, ...]:
    """Returns the content words of a text, or all but fillers if it has none ("Go")."""
    return content(text) or tuple(word for word in words(text) if not is_filler(word))


def _shared(claimed: Sequence[str], claim: Claim, said: Said, texts: Sequence[str]) -> int:
    """Counts the words of a claim that are in the texts."""
    known = {word for text in texts for word in content(text)}
    names = said_names(" ".join([claim.text, *claim.parts]), said)
    return sum(word in names or is_said(word, known) for word in claimed)


def _is_made_up(claim: Claim, message: str, said: Sequence[str]) -> bool:
    """Whether a claim without any word of the messages is made up rather than a paraphrase."""
    whole = " ".join([claim.text, claim.retold, *claim.parts])
    if not _is_same_language(whole, message):
        return False
    told = content(whole)
    known = {word for text in said for word in content(text)}
    return len(told) >= MADE_UP_FROM and not any(is_said(word, known) for word in told)


def _is_same_language(one: str, other: str) -> bool:
    left, right = language(one), language(other)
    if left == right:
        return left is not None or (one.isascii() and other.isascii())
    return None in (left, right) and {left, right} <= {None, "en"} and one.isascii()
