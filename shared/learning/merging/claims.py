"""What each kind of candidate claims, and whether its quote supports that (P-12)."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from shared.base.sameness import same
from shared.base.text import fold
from shared.documents.about import LIST_PATHS, get_leaf, in_words
from shared.documents.profile import Preference, Profile
from shared.learning import support as texts_of_support
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
from shared.learning.support.words import (
    content,
    is_unspaced,
    nouns,
    share_a_name,
    share_a_stem,
    words,
)

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
_CLOSED = frozenset({"codePreferences.tone", "codePreferences.detailLevel"})
"""Facts with a closed list of values, which are our words, not the user's."""
_IMPLIED = tomllib.loads(
    (Path(texts_of_support.__file__).parent / "implied.toml").read_text(encoding="utf-8")
)
"""What else says a value, by path and value: "we tied the knot" says "married"."""
_KINDS = frozenset({"work.role", "work.focusAreas", "interests"})
"""Facts that tell of what kind something is, which takes no name."""
_SENTENCE_ENDS = re.compile(r"[.;!?]\s|[\n。！？；]")
_CAMEL = re.compile(r"(?<=[a-z])[A-Z](?=[a-z])")
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
        others: texts that are stored with it: the context, the key.
        label: the category, which is the analyzer's own word.
        names: texts each word of which has to be the user's: some facts, and the metadata.
        may_name: whether a noun that nobody said disproves it where names look like nouns. Notes
            tell where somebody lives and what their children are called.
    """

    text: str
    parts: Sequence[str] = ()
    others: Sequence[str] = ()
    label: str = ""
    names: Sequence[str] = ()
    may_name: bool = False

    @property
    def texts(self) -> list[str]:
        """Every text of it."""
        found = (self.text, *self.parts, *self.others, self.label, *self.names)
        return [text for text in found if text]

    def unsaid(self, said: Said) -> list[str]:
        """Returns the names, numbers, addresses and code in it that the user did not say."""
        described = (self.text, *self.parts, *self.others)
        return [
            *(word for text in described for word in unsaid(text, said)),
            *(word for text in self.names for word in unsaid(text, said, every_word=True)),
            *unsaid(self.label, said, is_label=True),
        ]


def claim_of(candidate: Candidate) -> Claim:
    """Returns what a candidate says."""
    match candidate:
        case PreferenceCandidate():
            return Claim(
                candidate.description,
                others=[candidate.context],
                label=candidate.category,
                names=list(_texts_in(candidate.metadata)),
            )
        case PatternCandidate():
            return Claim(candidate.description, label=candidate.category)
        case WorkflowCandidate():
            steps = [_NUMBERED.sub("", step) for step in candidate.steps]
            return Claim(candidate.description, parts=steps)
        case SkillCandidate():
            return Claim(candidate.domain)
        case AboutCandidate(path=path) if path in _CLOSED:
            return Claim("")
        case AboutCandidate(path=path, value=str(value)) if value in _IMPLIED.get(path, ()):
            return Claim(f"{value} {_IMPLIED[path][value]}")
        case AboutCandidate(path="contacts", value=dict() as value):
            told = {key: each for key, each in value.items() if key != "relation"}
            relation = str(value.get("relation") or "")
            return Claim(" ".join(_texts_in(told)) or relation, others=[relation], may_name=True)
        case AboutCandidate(path=path, value=value):
            key = path.partition("custom.")[2]
            if isinstance(value, bool):
                return Claim(_spelled_out(key))
            text = " ".join(_texts_in(value))
            if path == "timezone":  # Users name the city of "Europe/Paris".
                text = text.rpartition("/")[2].replace("_", " ")
            names = [text] if path in _NAMES else []
            others = [_spelled_out(key)]
            return Claim(text, others=others, names=names, may_name=path not in _KINDS)


def _spelled_out(key: str) -> str:
    """Returns the words of a key such as `spokenLanguages` or `favorite_fruit`."""
    return _CAMEL.sub(lambda hump: f" {hump[0].lower()}", key).replace("_", " ")


def known_texts(candidate: Candidate, profile: Profile) -> list[str]:
    """Returns the texts of the item that a candidate repeats, what it says first; or nothing."""
    match candidate:
        case PreferenceCandidate():
            for item in profile.preferences:
                repeats = _repeats(candidate, item.id, item.description)
                if item.type == candidate.type and (repeats or _leaves(candidate, item)):
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
        case AboutCandidate(path=path, value=value) if path not in _CLOSED:
            leaf = get_leaf(profile.about.to_json(), path)
            for known in (leaf or []) if path in LIST_PATHS else [leaf]:
                if known and same(in_words(known), in_words(value)):
                    return [in_words(known)]
    return []


def puts_right(wrong: str, candidate: Candidate, quote: str) -> bool:
    """Returns whether a candidate says what was wrong with other words, each of them a quote's."""
    new = set(words(claim_of(candidate).text)) - set(words(wrong))
    return bool(new) and new <= set(words(quote))


def is_all_said(found: Sequence[str], texts: Sequence[str]) -> bool:
    """Returns whether texts hold all of these names, numbers, addresses and pieces of code."""
    said = Said(texts)
    return not any(True for word in found for _ in unsaid(word, said, every_word=True))


def support(claim: Claim, quote: str, said: Said) -> Support:
    """Returns how well a quote supports a claim whose names and numbers the user said.

    An overall skill level and a value of a closed list have no words that could be made up.

    Args:
        claim: what the item says.
        quote: the user's words.
        said: everything the user said in the batch.
    """
    heard = content(quote)
    steps = [_shares(step, quote, heard) for step in claim.parts]
    if 2 * sum(steps) < len(steps):
        return Support.NONE
    found = _support(claim.text, quote, heard) if claim.text else Support.SAID
    if found is Support.INFERRED and any(steps):
        found = Support.SAID
    if found is Support.INFERRED and claim.text in claim.names:
        return Support.NONE  # What is a name as a whole is said, or made up.
    if found is not Support.NONE and _may_name(claim, said):
        return Support.NONE if claim.may_name else Support.INFERRED
    return found


def support_of_known(known: str, quote: str) -> Support:
    """Returns how well a quote supports what a known item says, so that it may rise."""
    return _support(known, quote, content(quote))


def _support(text: str, quote: str, heard: set[str]) -> Support:
    """Returns how well a quote supports a text: each sentence of it shares a stem with the quote.

    A sentence that shares none, beside one that does, was put beside what the user said.
    """
    sentences = [part for part in _SENTENCE_ENDS.split(text) if words(part)]
    shared = [_shares(sentence, quote, heard) for sentence in sentences]
    if not any(shared):
        return Support.INFERRED
    others = [part for part, is_shared in zip(sentences, shared, strict=True) if not is_shared]
    return Support.NONE if any(map(_is_long, others)) else Support.SAID


def _may_name(claim: Claim, said: Said) -> bool:
    return any(may_be_unsaid_names(text, said) for text in (claim.text, *claim.parts))


def _shares(text: str, quote: str, heard: set[str]) -> bool:
    told = content(text)
    if told:
        return (
            share_a_stem(told, heard) or share_a_name(text, quote) or _is_said_in_kana(text, quote)
        )
    return not set(words(text)).isdisjoint(words(quote))


def _is_said_in_kana(text: str, quote: str) -> bool:
    """Whether a word without Chinese characters stands in the quote: "えび" in "えびが好き"."""
    plain = [word for word in fold(text).split() if is_unspaced(word) and not nouns(word)]
    return any(len(word) > 1 and word in fold(quote) for word in plain)


def _is_long(sentence: str) -> bool:
    """Whether it says something by itself, unlike an abbreviation with its period."""
    return len(content(sentence)) > 1


def _repeats(
    candidate: PreferenceCandidate | PatternCandidate | WorkflowCandidate, id_: str, text: str
) -> bool:
    return candidate.matches == id_ or same(candidate.description, text)


def _leaves(candidate: PreferenceCandidate, item: Preference) -> bool:
    """Returns whether it is what is left of an item: of "beer and wine", "wine"."""
    left = set(words(candidate.description))
    is_of_it = candidate.does == "replace" and candidate.target == item.id
    return is_of_it and left < set(words(item.description))


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
