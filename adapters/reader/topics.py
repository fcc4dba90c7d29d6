"""Topics that a user keeps asking about, which become patterns."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adapters.reader.languages import ByLanguage, Language, Languages
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


class Topics:
    """Finds the topics of all languages."""

    def __init__(self, languages: Languages) -> None:
        self._terms = ByLanguage(languages, _by_first_word)

    def patterns(
        self, reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Pattern]
    ) -> Iterator[PatternCandidate]:
        """Yields what several messages ask about, or one if the profile has the topic."""
        for topic in self._asked(reads):
            matches = next((p.id for p in known if same(p.description, topic.description)), None)
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

    def _asked(self, reads: Sequence[Read]) -> Sequence[_Seen]:
        seen: dict[tuple[str, str], _Seen] = {}
        for place, read in enumerate(reads):
            for sentence in read.sentences:
                if read.language is None or not _asks(sentence):
                    continue
                for category, name in self._named(sentence.line, read.language):
                    wording = _FORMS.get(category, "Often asks about {}").format(name)
                    topic = seen.setdefault((category, name), _Seen(category, wording))
                    topic.asked.setdefault(place, sentence)
        return list(seen.values())

    def _named(self, line: Line, language: Language) -> Iterator[tuple[str, str]]:
        """Yields (category, name) of the topics that a sentence names."""
        terms_of = self._terms[language.about.code]
        words = [token.norm for token in line.tokens]
        at = 0
        while at < len(words):
            size = 1
            for term, category, name in terms_of.get(words[at], ()):
                if tuple(words[at : at + len(term)]) == term:
                    yield category, name
                    size = len(term)
                    break
            at += size


def _asks(sentence: SentenceRead) -> bool:
    """Whether a sentence asks something or asks for something: "Help me plan a hike"."""
    requests = any(mark.startswith("requests:") for mark in sentence.marks)
    return requests or sentence.asks_from is not None


def _by_first_word(
    language: Language,
) -> Mapping[str, Sequence[tuple[tuple[str, ...], str, str]]]:
    """Returns every term by its first word, longest first."""
    index: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
    for category, topics in language.topics.items():
        for name, terms in topics.items():
            for term in terms:
                words = tuple(term.split())
                index[words[0]].append((words, category, name))
    for terms_of in index.values():
        terms_of.sort(key=lambda one: -len(one[0]))
    return index
