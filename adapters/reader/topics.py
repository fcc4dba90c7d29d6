"""Topics that a user keeps asking about, which become patterns."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.workflows import quote_of
from shared.base.sameness import same
from shared.documents.profile import Pattern
from shared.learning.analyzer import PromptText
from shared.learning.candidates import PatternCandidate

ASKED = 3
"""How many messages have to ask about a topic."""
DAYS = 2
"""On how many days."""
_FORMS = {
    "Technical Domain": "Frequently works on {}",
    "Problem Type": "Often debugs {}",
    "Technology": "Regular questions about {}",
    "Interest": "Often asks about {}",
}
"""One wording for each category, so that a topic is always found again."""


@dataclass
class _Seen:
    """A topic, with the messages that ask about it and the sentence in each."""

    category: str
    description: str
    asked: dict[int, SentenceRead] = field(default_factory=dict)


def patterns(
    reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Pattern]
) -> Iterator[PatternCandidate]:
    """Yields the topics that several messages ask about, or one if the profile has the topic."""
    seen: dict[tuple[str, str], _Seen] = {}
    for place, read in enumerate(reads):
        if read.language is None:
            continue
        for sentence in read.sentences:
            if sentence.asks_from is None:
                continue
            for category, name in _named(sentence.line, read.language):
                topic = seen.setdefault(
                    (category, name),
                    _Seen(category, _FORMS.get(category, "Often asks about {}").format(name)),
                )
                topic.asked.setdefault(place, sentence)
    for topic in seen.values():
        matches = next((one.id for one in known if same(one.description, topic.description)), None)
        days = {prompts[place].at.date() for place in topic.asked}
        if matches or (len(topic.asked) >= ASKED and len(days) >= DAYS):
            place = max(topic.asked)
            yield PatternCandidate(
                quote=quote_of(topic.asked[place], prompts[place].content),
                prompt_id=prompts[place].id,
                category=topic.category,
                description=topic.description,
                matches=matches,
            )


def _named(line: Line, language: Language) -> Iterator[tuple[str, str]]:
    """Yields (category, name) of the topics that a sentence names."""
    index = _index(language.about.code, _Topics(language))
    words = [token.norm for token in line.tokens]
    at = 0
    while at < len(words):
        size = 1
        for term, category, name in index.get(words[at], ()):
            if tuple(words[at : at + len(term)]) == term:
                yield category, name
                size = len(term)
                break
        at += size


class _Topics:
    """A language's topics, equal to each other so that they are indexed once."""

    def __init__(self, language: Language) -> None:
        self.code = language.about.code
        self.topics = language.topics

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Topics) and self.topics is other.topics

    def __hash__(self) -> int:
        return hash(self.code)


@cache
def _index(code: str, of: _Topics) -> Mapping[str, Sequence[tuple[tuple[str, ...], str, str]]]:
    """Returns every term by its first word, longest first."""
    del code
    index: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
    for category, topics in of.topics.items():
        for name, terms in topics.items():
            for term in terms:
                words = tuple(term.split())
                index[words[0]].append((words, category, name))
    for terms_of in index.values():
        terms_of.sort(key=lambda one: -len(one[0]))
    return index
