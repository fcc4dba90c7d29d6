"""What a clause about "I" or "we" says of its speaker."""

from collections.abc import Callable, Iterator, Sequence

from adapters.reader.grammar.lexicon import VERBS, Stance
from adapters.reader.grammar.phrases import match
from adapters.reader.grammar.predicate_lexicon import ADJECTIVES, HAVING, NOUN_PREPOSITIONS, NOUNS
from adapters.reader.grammar.predicates import Predicate, is_adverb, parse
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.grammar.verbs import is_past, lemma
from adapters.reader.preferences.claims import claim
from adapters.reader.preferences.findings import Finding
from adapters.reader.preferences.habits import habit
from adapters.reader.preferences.identity import identity
from adapters.reader.preferences.modals import modal_gate, rather
from adapters.reader.preferences.possessions import possession
from adapters.reader.preferences.verdicts import feeling, judgement
from adapters.reader.text.boundaries import TEMPORAL
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_Rule = Callable[[Clause, Predicate, str], Iterator[Finding]]


_AGAINST = Stance(T.DISLIKE, 0.95)


_NONE = frozenset("no zero little".split())


_ONLY_NEGATED = frozenset("patience time use energy respect appetite stamina".split())


def stances(clause: Clause, text: str) -> Iterator[Finding]:
    """What the clause says; nothing where it is past, supposed or about something else."""
    predicate = parse(clause.body)
    if not predicate.rest or (predicate.past and not predicate.perfect):
        return
    for rule in (rather, modal_gate):
        decided = rule(clause, predicate, text)
        if decided is not None:
            yield from decided
            return
    if predicate.copula:
        rules: tuple[_Rule, ...] = (_adjective, identity)
    elif clause.link in TEMPORAL:
        rules = (judgement, _noun, _verb, feeling)
    else:
        rules = (judgement, _noun, possession, _verb, feeling, habit)
    for find in rules:
        findings = list(find(clause, predicate, text))
        if findings:
            yield from findings
            return


def _adjective(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    rest: Sequence[Token] = predicate.rest
    skipped = [
        token
        for token in rest[:4]
        if token.norm in {"a", "an", "very", "so", "big", "huge", "more", "such"}
        or is_adverb(token.norm)
    ]
    for offset in range(min(len(skipped), 4) + 1):
        if offset and rest[offset - 1] not in skipped:
            break
        found = match(ADJECTIVES, rest[offset:], rest[offset].norm) if offset < len(rest) else None
        if found:
            stance, length, phrase = found
            if phrase[0] in {"on"} and "diet" not in norms(rest[:8]):
                return
            verb_first = (
                phrase[-1] == "to" and stance.type in {T.GOAL, T.LEARNING_INTEREST}
            ) or phrase == ("determined", "to")
            yield from claim(
                clause,
                predicate,
                rest[offset + length :],
                stance,
                text,
                negated=predicate.negated,
                label=" ".join(phrase),
                verb_first=verb_first,
            )
            return


def _verb(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    rest = predicate.rest
    head = rest[0].norm
    if (
        is_past(head)
        and not predicate.perfect
        and not predicate.progressive
        and lemma(head) not in {"switch"}
    ):
        return
    found = match(VERBS, rest, lemma(head))
    if found is None:
        return
    stance, length, phrase = found
    if (
        phrase
        in {
            ("want",),
            ("have",),
            ("look", "for"),
            ("need",),
            ("use",),
            ("look", "forward", "to"),
            ("focus", "on"),
            ("go", "for"),
            ("find", "comfort", "in"),
        }
        and predicate.progressive
    ):
        return
    if predicate.perfect and stance.type not in {T.LIKE, T.DISLIKE, T.PREFERENCE, T.CHALLENGE}:
        return
    if phrase == ("have",) or (predicate.progressive and _is_momentary(stance, phrase)):
        return
    verb_first = (
        phrase[-1] == "to" and stance.type in {T.GOAL, T.LEARNING_INTEREST} and len(phrase) > 1
    )
    yield from claim(
        clause,
        predicate,
        rest[length:],
        stance,
        text,
        negated=predicate.negated,
        verb_first=verb_first,
    )


def _is_momentary(stance: Stance, phrase: tuple[str, ...]) -> bool:
    """Whether "am …ing" tells of these days only: "sticking to", but not "following a diet"."""
    return stance.type is T.PREFERENCE and phrase not in {("follow",), ("prioritize",)}


def _noun(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """E.g. "have a strong aversion to crowds", "have no interest in sports"."""
    rest = predicate.rest
    if lemma(rest[0].norm) not in HAVING or (rest[0].norm == "had" and not predicate.perfect):
        return
    for at in range(1, min(len(rest), 9)):
        word = rest[at].norm
        found = match(NOUNS, rest[at:], word)
        after = at + found[1] if found else at
        if found and after + 1 < len(rest) and rest[after].norm in NOUN_PREPOSITIONS | {"not"}:
            negated = predicate.negated or any(t.norm in _NONE for t in rest[1:at])
            if word == "thing" and rest[after].norm not in {"for", "about", "against"}:
                return
            if word in _ONLY_NEGATED and (not negated or rest[after].norm == "to"):
                return
            at_object = after if rest[after].norm in {"when", "not"} else after + 1
            stance = _AGAINST if rest[after].norm == "against" else found[0]
            yield from claim(
                clause,
                predicate,
                rest[at_object:],
                stance,
                text,
                negated=negated,
                label=_label(rest[1 : after + 1], text),
            )
            return
        if not (is_adverb(word) or word.isalpha()) or word in NOUN_PREPOSITIONS:
            return


def _label(tokens: Sequence[Token], text: str) -> str:
    """What a trait is called, without articles and degrees: "nut allergy that", "fear of"."""
    while tokens and (
        tokens[0].norm
        in {
            "a",
            "an",
            "the",
            "severe",
            "strong",
            "deep",
            "huge",
            "real",
            "bad",
            "serious",
            "intense",
        }
        or is_adverb(tokens[0].norm)
    ):
        tokens = tokens[1:]
    return text[tokens[0].start : tokens[-1].end] if tokens else ""
