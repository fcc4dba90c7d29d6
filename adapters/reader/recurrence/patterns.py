"""Recurring topics: what several prompts have in common, or one and the profile."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

from adapters.reader.grammar import technology
from adapters.reader.grammar.tokens import Token
from adapters.reader.recurrence import topics
from adapters.reader.recurrence.topics import Topic
from adapters.reader.text.sentences import Sentence
from shared.base.stemming import stem
from shared.documents.profile import Pattern

_ONE_SPACE = re.compile(r"[ \u00a0]")

NAMED_IN: Final = 2
"""Prompts in which a known topic must come up to recur."""

PHRASED_IN: Final = 3
"""Prompts in which a phrase that is no known topic must come up."""

_STOP: Final = frozenset(
    """
    a an the this that these those it its i you he she we they me my your our their his her them
    us and or but so if then than as at by for from in into of on onto to up with without about
    over under after before between through is are was were be been being am do does did done have
    has had can could will would should may might must not no yes what which who how why when
    where there here some any all both each every more most much many few other another such only
    own same too very just also please thanks thank hello hi hey ok okay good great nice best
    better new old first last next one two three like want need make made use used using get got
    give go going know think see look help thing things way time day today tomorrow week year
    people lot bit something anything everything really still again now well back even let say
    said tell ask asked question questions answer try work working part kind sort write add create
    show explain find take come keep put set run change right left different example idea ideas
    maybe sure actually because while since until code file function line lines list text word
    words name number recommend suggest suggestions tips could possible between around each quick
    simple always never often
    """.split()
)


@dataclass(slots=True)
class Seen:
    """A topic with the prompts that it came up in, and the first sentence of the latest."""

    topic: Topic
    prompts: dict[int, Sentence] = field(default_factory=dict)


@cache
def _terms() -> dict[str, list[tuple[tuple[str, ...], Topic]]]:
    """Every term by its first word, longest first; technologies included."""
    table = dict(topics.terms())
    for name in {
        **technology.OTHER_TOOLS,
        **technology.STACKS,
        **technology.INFRA,
        **technology.LANGUAGES,
    }.values():
        table.setdefault(tuple(name.lower().split()), topics.topic("Technology", name))
    index: dict[str, list[tuple[tuple[str, ...], Topic]]] = defaultdict(list)
    for words in sorted(table, key=len, reverse=True):
        index[words[0]].append((words, table[words]))
    return index


def patterns(
    prompts: Sequence[tuple[str, Sequence[Sentence]]], known: Sequence[Pattern]
) -> Iterator[tuple[int, Seen]]:
    """Topics that recur, each with the index of the prompt to quote.

    Args:
        prompts: the text and sentences of each prompt of the batch.
        known: the profile's patterns: a topic among them recurs by coming up once more.
    """
    seen: dict[Topic, Seen] = {}
    phrases: dict[str, Seen] = {}
    for place, (text, sentences) in enumerate(prompts):
        for sentence in sentences:
            for topic in _named(sentence.tokens, text):
                seen.setdefault(topic, Seen(topic)).prompts.setdefault(place, sentence)
            for key, phrase in _phrases(sentence.tokens, text):
                topic = Topic("Topic", f"Often asks about {phrase}")
                phrases.setdefault(key, Seen(topic)).prompts.setdefault(place, sentence)
    described = {pattern.description.casefold() for pattern in known}
    spoken_of: set[int] = set()
    for topic, found in seen.items():
        again = topic.description.casefold() in described
        if len(found.prompts) >= NAMED_IN or again:
            if len(found.prompts) >= NAMED_IN:
                spoken_of |= set(found.prompts)
            yield max(found.prompts), found
    for found in _distinct(phrases):
        again = found.topic.description.casefold() in described
        if again or (len(found.prompts) >= PHRASED_IN and not set(found.prompts) <= spoken_of):
            yield max(found.prompts), found


def _named(tokens: Sequence[Token], text: str) -> Iterator[Topic]:
    words = [token.norm for token in tokens]
    index = _terms()
    at = 0
    while at < len(words):
        size = 1
        for term, topic in index.get(words[at], ()):
            if tuple(words[at : at + len(term)]) == term and _is_meant(
                term, topic, text[tokens[at].start]
            ):
                yield topic
                size = len(term)
                break
        at += size


def _is_meant(term: tuple[str, ...], topic: Topic, first: str) -> bool:
    """A technology whose name is a word of the language needs its capital ("Go", "Rust")."""
    if topic.category != "Technology" or len(term) > 1:
        return True
    return first.isupper() or bool(technology.named(term[0], technology.ALL))


def _phrases(tokens: Sequence[Token], text: str) -> Iterator[tuple[str, str]]:
    """Two-word phrases without stop words, keyed by their stems."""
    for first, second in pairwise(tokens):
        if (
            _is_content(first)
            and _is_content(second)
            and _ONE_SPACE.fullmatch(text[first.end : second.start])
        ):
            yield f"{stem(first.norm)} {stem(second.norm)}", f"{first.norm} {second.norm}"


def _is_content(token: Token) -> bool:
    return (
        len(token.norm) > 3
        and token.norm.isalpha()
        and token.norm not in _STOP
        and not token.norm.endswith("ly")
    )


def _distinct(phrases: dict[str, Seen]) -> list[Seen]:
    """Of phrases that share a word and the same prompts, the first one."""
    chosen: list[tuple[set[str], Seen]] = []
    for key, found in sorted(phrases.items(), key=lambda item: -len(item[1].prompts)):
        words = set(key.split())
        if not any(words & others for others, _ in chosen):
            chosen.append((words, found))
    return [found for _, found in chosen]
