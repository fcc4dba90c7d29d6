"""What each kind of candidate claims, and whether its quote supports that (P-12)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from shared.base.text import same_meaning
from shared.documents.about import LIST_PATHS, get_leaf, in_words
from shared.documents.profile import Profile
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.support.names import may_be_unsaid_names, unsaid
from shared.learning.support.said import Said
from shared.learning.support.words import content, share_a_stem, words

_NAMES = frozenset(
    {
        "name",
        "timezone",
        "work.org",
        "work.languages",
        "tools.editor",
        "tools.infra",
        "codePreferences.preferredStacks",
    }
)
"""Facts that are names: each word of them has to be the user's."""
_SENTENCE_ENDS = re.compile(r"[.;!?]\s|[\n。！？；]")
_NUMBERED = re.compile(r"^\s*\d+[.)]\s")


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
        parts: the steps of a workflow.
        others: texts that are stored with it: the context, the metadata, the key.
        label: the category, which is the analyzer's own word.
        is_name: whether each word of `text` is a part of a name.
    """

    text: str
    parts: Sequence[str] = ()
    others: Sequence[str] = ()
    label: str = ""
    is_name: bool = False

    @property
    def texts(self) -> list[str]:
        """Every text of it."""
        return [text for text in (self.text, *self.parts, *self.others, self.label) if text]

    def unsaid(self, said: Said) -> list[str]:
        """Returns the names, numbers, addresses and code in it that the user did not say."""
        return [
            *unsaid(self.text, said, every_word=self.is_name),
            *(word for text in (*self.parts, *self.others) for word in unsaid(text, said)),
            *unsaid(self.label, said, is_label=True),
        ]


def claim_of(candidate: Candidate) -> Claim:
    """Returns what a candidate says."""
    match candidate:
        case PreferenceCandidate():
            others = [candidate.context, *_texts_in(candidate.metadata)]
            return Claim(candidate.description, others=others, label=candidate.category)
        case PatternCandidate():
            return Claim(candidate.description, label=candidate.category)
        case WorkflowCandidate():
            steps = [_NUMBERED.sub("", step) for step in candidate.steps]
            return Claim(candidate.description, parts=steps)
        case SkillCandidate():
            return Claim(candidate.domain or candidate.level)
        case AboutCandidate(path=path, value=value):
            key = path.partition("custom.")[2]
            if isinstance(value, bool):
                return Claim(key.replace("_", " "))
            text = " ".join(_texts_in(value))
            if path == "timezone":  # Users name the city of "Europe/Paris".
                text = text.rpartition("/")[2].replace("_", " ")
            return Claim(text, others=[key], is_name=path in _NAMES)


def known_texts(candidate: Candidate, profile: Profile) -> list[str]:
    """Returns the texts of the item that a candidate repeats, what it says first; or nothing."""
    match candidate:
        case PreferenceCandidate():
            for item in profile.preferences:
                if item.type == candidate.type and _repeats(candidate, item.id, item.description):
                    others = (item.context, item.category, *_texts_in(item.metadata))
                    return [item.description, *others]
        case PatternCandidate():
            for pattern in profile.patterns:
                if _repeats(candidate, pattern.id, pattern.description):
                    return [pattern.description, pattern.category]
        case WorkflowCandidate():
            for workflow in profile.workflows:
                if _repeats(candidate, workflow.id, workflow.description):
                    return [workflow.description, *workflow.steps]
        case AboutCandidate(path=path, value=value):
            leaf = get_leaf(profile.about.to_json(), path)
            for known in (leaf or []) if path in LIST_PATHS else [leaf]:
                if known and same_meaning(in_words(known), in_words(value)):
                    return [in_words(known)]
    return []


def is_all_said(found: Sequence[str], texts: Sequence[str]) -> bool:
    """Returns whether texts hold all of these names, numbers, addresses and pieces of code."""
    said = Said(texts)
    return not any(True for word in found for _ in unsaid(word, said, every_word=True))


def support(claim: Claim, quote: str, said: Said, known: str | None) -> Support:
    """Returns how well a quote supports a claim whose names and numbers the user said.

    A sentence that shares nothing with the quote, beside one that does, was put beside what the
    user said, so the whole is not taken. So is a workflow most of whose steps are not the user's.

    Args:
        claim: what the item says.
        quote: the user's words.
        said: everything the user said in the batch.
        known: what the known item says that the claim repeats, if it does; the quote has to
            support that one.
    """
    sentences = [part for part in _SENTENCE_ENDS.split(known or claim.text) if words(part)]
    shared = [_shares(sentence, quote) for sentence in sentences]
    steps = [_shares(step, quote) for step in claim.parts]
    is_beside = [not is_shared and _is_long(part) for part, is_shared in zip(sentences, shared, strict=True)]
    if 2 * sum(steps) < len(steps) or (any(shared) and any(is_beside)):
        return Support.NONE
    if not any(shared) and not any(steps):
        return Support.INFERRED
    return Support.INFERRED if not known and _may_name(claim, said) else Support.SAID


def _may_name(claim: Claim, said: Said) -> bool:
    return any(may_be_unsaid_names(text, said) for text in (claim.text, *claim.parts))


def _shares(text: str, quote: str) -> bool:
    told = content(text)
    if told:
        return share_a_stem(told, content(quote))
    return not set(words(text)).isdisjoint(words(quote))


def _is_long(sentence: str) -> bool:
    """Whether it says something by itself, unlike an abbreviation with its period."""
    return len(content(sentence)) > 1


def _repeats(
    candidate: PreferenceCandidate | PatternCandidate | WorkflowCandidate, id_: str, text: str
) -> bool:
    return candidate.matches == id_ or same_meaning(candidate.description, text)


def _texts_in(value: Any) -> Iterator[str]:
    """Yields the texts and numbers in JSON; keys are the analyzer's own words."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts_in(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
