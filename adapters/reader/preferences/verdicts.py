"""What somebody finds of things, or feels in them: "find flights tiring"."""

from collections.abc import Iterator, Sequence

from adapters.reader.grammar.predicate_lexicon import NOUN_PREPOSITIONS
from adapters.reader.grammar.predicates import Predicate, is_adverb
from adapters.reader.grammar.tokens import Token
from adapters.reader.grammar.verbs import is_gerund, is_past, lemma
from adapters.reader.grammar.words import BAD, GOOD
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe, shifted
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T


def judgement(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """E.g. "find long flights exhausting", "find it hard to concentrate in noise"."""
    rest = predicate.rest
    if lemma(rest[0].norm) not in {"find", "consider"} or (
        is_past(rest[0].norm) and not predicate.perfect
    ):
        return
    words = cut(rest[1:])
    at = next((i for i in range(1, len(words)) if _is_verdict(words, i)), None)
    if at is None:
        return
    verdict = words[at].norm
    good = verdict in GOOD
    if words[0].norm == "it":
        if at + 1 == len(words) or words[at + 1].norm not in {"to", "when", "that", "how", "if"}:
            return
        about: Sequence[Token] = words[at + 1 :]
    else:
        about = _before_verdict(words, at)
    if not stands_alone(about) or {t.norm for t in about} <= _QUANTITIES:
        return
    positive = good is not (predicate.negated or any(t.norm == "not" for t in words[:at]))
    confidence = graded(0.9, clause, predicate.adverbs)
    if not good and not _is_bad(verdict):
        yield Finding(T.PREFERENCE, f"finds {shifted(words[: at + 1], text)}", confidence)
    elif words[0].norm == "it" and not positive:
        yield Finding(T.CHALLENGE, describe(about, text), confidence, True)
    else:
        yield Finding(T.LIKE if positive else T.DISLIKE, describe(about, text), confidence)


_QUANTITIES = frozenset("some much little no great so more lot a".split())
_VERDICT_SUFFIXES = ("less", "ful", "ible", "able", "ous", "ive", "ing", "ish")
_LINKING_VERDICT = frozenset("to be more less too not a and , an".split())


def _is_bad(word: str) -> bool:
    return (
        word in BAD
        or (word.startswith(("un", "dis", "over")) and word.endswith(("ing", "ed", "ful", "ive")))
        or word.endswith("less")
    )


def _is_verdict(words: Sequence[Token], at: int) -> bool:
    """Whether the word judges what stands before it, rather than being part of it."""
    word = words[at].norm
    following = words[at + 1].norm if at + 1 < len(words) else ""
    if word in GOOD or word in BAD:
        return (
            not following.isalpha()
            or words[0].norm == "it"
            or following in NOUN_PREPOSITIONS | {"and", "or", "enough", "than"}
        )
    return (
        words[0].norm != "it"
        and not following
        and len(word) > 6
        and word.endswith(_VERDICT_SUFFIXES)
        and words[at - 1].norm not in NOUN_PREPOSITIONS | {"into", "the", "a", "to"}
    )


def _before_verdict(words: Sequence[Token], at: int) -> Sequence[Token]:
    """What is judged: the words before the verdict and its adverbs."""
    end = at
    while end > 1 and (
        is_adverb(words[end - 1].norm)
        or words[end - 1].norm in _LINKING_VERDICT
        or words[end - 1].norm in GOOD | BAD
    ):
        end -= 1
    return words[:end]


def feeling(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """E.g. "get anxious in crowds", "feel calm when painting"."""
    rest = predicate.rest
    if (
        lemma(rest[0].norm) not in {"get", "feel", "become"}
        or predicate.progressive
        or is_past(rest[0].norm)
    ):
        return
    for at in range(1, min(len(rest) - 1, 6)):
        word = rest[at].norm
        if word in GOOD | BAD:
            after = rest[at + 1 :]
            while (
                after and after[0].norm in {"easily", "quickly", "very", "and", "or"} | GOOD | BAD
            ):
                after = after[1:]
            if not after or (
                after[0].norm
                not in {
                    "in",
                    "on",
                    "by",
                    "with",
                    "when",
                    "at",
                    "from",
                    "around",
                    "during",
                    "about",
                    "while",
                    "if",
                    "late",
                    "early",
                    "after",
                    "before",
                    "without",
                    "alone",
                }
                and not is_gerund(after[0].norm)
            ):
                return
            about = (
                cut(after[1:])
                if after[0].norm
                in {"in", "on", "by", "with", "at", "from", "around", "during", "about"}
                else cut(after)
            )
            if not stands_alone(
                about[1:] if about and about[0].norm in {"when", "while", "if"} else about,
                firm=False,
            ):
                return
            positive = (word in GOOD) is not predicate.negated
            yield Finding(
                T.LIKE if positive else T.DISLIKE,
                describe(about, text),
                graded(0.85, clause, predicate.adverbs),
            )
            return
