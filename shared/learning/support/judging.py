"""Judges what an item says against the user's words: said, inferred, or made up (P-12)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from shared.learning.support.said import Said
from shared.learning.support.specifics import said_names, unsaid
from shared.learning.support.statements import Utterance
from shared.learning.support.words import (
    content,
    is_filler,
    is_light,
    language,
    words,
)

_ADDRESSES = frozenset({"you", "your", "yours", "yourself"})
_CLAUSE_ENDS = re.compile(r"[.;:!?\n]")
SAID_FROM = 0.51
"""The share of an item's content words, 0–1, that have to be the user's own."""
MADE_UP_FROM = 3
"""An item of so many content words of which the messages have none is no paraphrase of them."""
STRAY_FROM = 2
"""The same for a clause beside another one."""


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
        label: the category, which is the analyzer's own word.
        names: names in it or stored with it, every word of which the user must have said.
        is_wish: whether it is about how the assistant should work, which users say in imperatives.
        is_topic: whether it only says what the user talks about, which questions show as well.
        is_of_others: whether it is about the people around the user.
    """

    text: str
    retold: str = ""
    parts: Sequence[str] = ()
    label: str = ""
    names: Sequence[str] = ()
    is_wish: bool = False
    is_topic: bool = False
    is_of_others: bool = False

    @property
    def texts(self) -> list[str]:
        """Every text of it."""
        return [
            text for text in (self.text, self.retold, *self.parts, *self.names, self.label) if text
        ]


def judge(claim: Claim, utterance: Utterance, said: Said) -> Support:
    """Returns how well a quote supports a claim.

    Args:
        claim: what the item says.
        utterance: the quote that is to prove it, in its message.
        said: everything whose names and numbers the item may hold: the user's messages of the
            batch, and what is known of the item that it repeats.
    """
    if _holds_unsaid(claim, said):
        return Support.NONE
    is_free = claim.is_wish or claim.is_topic
    if not is_free and utterance.is_errand:
        return Support.NONE
    if not claim.is_of_others and utterance.is_denied(
        f"{claim.text} {claim.retold}", is_wish=claim.is_wish
    ):
        return Support.NONE
    is_of_the_user = utterance.is_stated(of_others=claim.is_of_others)
    claimed = _words_of(" ".join([claim.text, *claim.parts]))
    shared = _shared(claimed, claim, said)
    if not shared:
        if not is_free and (not is_of_the_user or utterance.has_no_speaker):
            return Support.NONE
        if _is_made_up(claim, utterance.message, said):
            return Support.NONE
    if not _shared(claimed, claim, utterance.said) or not _is_mostly(shared, claimed):
        return Support.INFERRED
    return Support.SAID if is_of_the_user or claim.is_topic else Support.INFERRED


def _is_mostly(shared: Sequence[str], claimed: Sequence[str]) -> bool:
    """Whether enough of a claim is the user's, not counting unsaid words that add little."""
    added = [word for word in claimed if word not in shared and not is_light(word)]
    return len(shared) >= SAID_FROM * (len(shared) + len(added))


def _holds_unsaid(claim: Claim, said: Said) -> bool:
    texts = [claim.text, claim.retold, *claim.parts]
    if any(True for text in texts for _ in unsaid(text, said)):
        return True
    if any(True for name in claim.names for _ in unsaid(name, said, names_only=True)):
        return True
    if any(True for _ in unsaid(claim.label, said, is_label=True)):
        return True
    if any(_speaks_to_the_assistant(text, said) for text in texts):
        return True
    clauses = [clause for clause in _CLAUSE_ENDS.split(claim.text) if clause.strip()]
    if len(clauses) > 1 and any(_is_stray(clause, said) for clause in clauses):
        return True
    said_parts = sum(bool(_shared(_words_of(part), claim, said)) for part in claim.parts)
    return 2 * said_parts < len(claim.parts)


def _speaks_to_the_assistant(text: str, said: Said) -> bool:
    """Whether an item addresses the reader of the profile, which the user did not."""
    return not _ADDRESSES.isdisjoint(words(text)) and _ADDRESSES.isdisjoint(said.words)


def _is_stray(clause: str, said: Said) -> bool:
    """Whether a clause was put beside what the user said, and has none of their words."""
    told = content(clause)
    is_theirs = (language(clause) or said.language) == said.language
    return is_theirs and len(told) >= STRAY_FROM and not any(map(said.says, told))


def _words_of(text: str) -> tuple[str, ...]:
    """Returns the content words of a text, or all but fillers if it has none ("Go")."""
    return content(text) or tuple(word for word in words(text) if not is_filler(word))


def _shared(claimed: Sequence[str], claim: Claim, said: Said) -> list[str]:
    """Returns the words of a claim that the user said."""
    names = said_names(" ".join([claim.text, *claim.parts]), said)
    return [word for word in claimed if word in names or said.says(word)]


def _is_made_up(claim: Claim, message: Said, said: Said) -> bool:
    """Whether a claim without any word of the messages is made up rather than a paraphrase."""
    whole = " ".join([claim.text, claim.retold, *claim.parts])
    tongue = language(whole) or "en"
    if message.language != tongue:
        return False
    told = content(whole)
    return len(told) >= MADE_UP_FROM and not any(map(said.says, told))
