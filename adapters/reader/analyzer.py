"""The offline analyzer: rules instead of a model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.reader.about.contacts import contacts
from adapters.reader.about.facts import facts
from adapters.reader.about.standing import Standing, standing
from adapters.reader.filing.categories import category_of
from adapters.reader.objects.retelling import retold
from adapters.reader.preferences.beliefs import belief
from adapters.reader.preferences.changes import change
from adapters.reader.preferences.evaluations import evaluations
from adapters.reader.preferences.experience import experience
from adapters.reader.preferences.findings import Finding
from adapters.reader.preferences.stances import stances
from adapters.reader.recurrence.flows import Flow
from adapters.reader.recurrence.patterns import patterns
from adapters.reader.recurrence.sequences import observed
from adapters.reader.recurrence.skills import skills
from adapters.reader.recurrence.workflows import stated
from adapters.reader.text.boundaries import HYPOTHETICAL
from adapters.reader.text.clauses import Clause, clauses
from adapters.reader.text.prose import own_prose
from adapters.reader.text.sentences import Kind, Sentence, sentences
from shared.base.sameness import same
from shared.documents.profile import Pattern, PreferenceType, Profile, Workflow
from shared.learning.analyzer import Analysis, AnalysisRequest, PromptText, TokenUsage
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.evidence import MIN_WORDS
from shared.profile.preferences import matching

LONGEST_QUOTE = 300
"""Characters."""


_PLACE_PATHS = frozenset({"custom.location", "custom.hometown", "work.org", "work.role"})
_PLACE_HABITS = ("lives ", "works ", "grew up ", "comes ", "resides ")
"""What a fact of place or work already says need not be a habit as well."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A prompt with the sentences of its author."""

    prompt: PromptText
    sentences: Sequence[Sentence]


class OfflineAnalyzer:
    """Finds explicit statements without a model, a key or a network."""

    name = "offline"

    def estimate(self, _: AnalysisRequest) -> TokenUsage:
        """Returns nothing: reading is free."""
        return TokenUsage()

    def analyze(self, request: AnalysisRequest) -> Analysis:
        """The candidates of the batch: of each prompt in order, then what recurs across them."""
        read = [_Read(p, tuple(sentences(own_prose(p.content)))) for p in request.prompts]
        found: dict[tuple[str, ...], Candidate] = {}
        for one in read:
            for candidate in _of_prompt(one, request.profile):
                found.setdefault(_key(candidate), candidate)
        for candidate in _of_batch(read, request.profile):
            found.setdefault(_key(candidate), candidate)
        return Analysis(candidates=list(found.values()))


def _key(candidate: Candidate) -> tuple[str, ...]:
    """What makes two candidates of one batch the same."""
    match candidate:
        case PreferenceCandidate():
            return ("preference", candidate.type, candidate.description.casefold())
        case AboutCandidate():
            return ("about", candidate.path, str(candidate.value).casefold())
        case SkillCandidate():
            return ("skill", candidate.domain, candidate.level)
        case _:
            return (candidate.kind, candidate.description.casefold())


def _of_prompt(read: _Read, profile: Profile) -> Iterator[Candidate]:
    text = read.prompt.content
    asks = any(sentence.kind is not Kind.STATEMENT for sentence in read.sentences)
    for sentence in read.sentences:
        instructions = list(standing(sentence, text))
        for instruction in instructions:
            yield from _standing(instruction, sentence, read.prompt, profile)
        if instructions:
            continue
        for fact in contacts(sentence.own, text):
            yield _about(
                fact.path, fact.value, fact.confidence, _sentence_quote(sentence, text), read.prompt
            )
        for clause in clauses(sentence.own):
            if clause.link not in HYPOTHETICAL:
                yield from _of_clause(clause, sentence, read.prompt, profile, asks=asks)


def _of_clause(
    clause: Clause, sentence: Sentence, prompt: PromptText, profile: Profile, *, asks: bool
) -> Iterator[Candidate]:
    text = prompt.content
    quote = _quote(clause, sentence, text)
    findings = list(_findings(clause, text))
    stated_facts = list(facts(clause, text, asks=asks))
    placed = any(fact.path in _PLACE_PATHS for fact in stated_facts)
    for finding in findings:
        if (finding.passing and asks) or (placed and finding.description.startswith(_PLACE_HABITS)):
            continue
        yield PreferenceCandidate(
            quote=quote,
            prompt_id=prompt.id,
            type=finding.type,
            category=category_of(finding.description, finding.type, quote),
            description=finding.description,
            confidence=finding.confidence,
            context=finding.context or retold(clause, text),
            matches=_known_preference(finding.type, finding.description, profile),
        )
    for fact in stated_facts:
        yield _about(fact.path, fact.value, fact.confidence, quote, prompt)
    for domain, level in skills(clause, findings, text):
        yield SkillCandidate(quote=quote, prompt_id=prompt.id, domain=domain, level=level)


def _findings(clause: Clause, text: str) -> Iterator[Finding]:
    if clause.subject in {"i", "we"}:
        for rule in (experience, change, belief, stances):
            findings = list(rule(clause, text))
            if findings:
                yield from findings
                return
    else:
        yield from evaluations(clause, text)


def _standing(
    instruction: Standing, sentence: Sentence, prompt: PromptText, profile: Profile
) -> Iterator[Candidate]:
    quote = _sentence_quote(sentence, prompt.content)
    category = category_of(instruction.description, "standing")
    yield PreferenceCandidate(
        quote=quote,
        prompt_id=prompt.id,
        type=PreferenceType.PREFERENCE,
        category="Communication" if category == "General" else category,
        description=instruction.description,
        confidence=instruction.confidence,
        context=f"User asked for it as a rule: {instruction.description}",
        matches=_known_preference(PreferenceType.PREFERENCE, instruction.description, profile),
    )
    if instruction.path:
        yield _about(instruction.path, instruction.value, instruction.confidence, quote, prompt)


def _about(
    path: str, value: object, confidence: float, quote: str, prompt: PromptText
) -> AboutCandidate:
    return AboutCandidate(
        quote=quote, prompt_id=prompt.id, path=path, value=value, confidence=confidence
    )


def _of_batch(read: Sequence[_Read], profile: Profile) -> Iterator[Candidate]:
    texts = [(one.prompt.content, one.sentences) for one in read]
    for place, seen in patterns(texts, profile.patterns):
        prompt = read[place].prompt
        yield PatternCandidate(
            quote=_sentence_quote(seen.prompts[place], prompt.content),
            prompt_id=prompt.id,
            category=seen.topic.category,
            description=seen.topic.description,
            matches=_known(seen.topic.description, profile.patterns),
        )
    for flow in _flows(read, profile):
        prompt = read[flow.place].prompt
        yield WorkflowCandidate(
            quote=_sentence_quote(flow.sentence, prompt.content),
            prompt_id=prompt.id,
            description=flow.description,
            steps=list(flow.steps),
            matches=_known(flow.description, profile.workflows),
        )


def _known_preference(kind: PreferenceType, description: str, profile: Profile) -> str | None:
    known = matching(profile.preferences, kind, description)
    return known.id if known else None


def _known(description: str, items: Sequence[Pattern] | Sequence[Workflow]) -> str | None:
    return next((item.id for item in items if same(item.description, description)), None)


def _flows(read: Sequence[_Read], profile: Profile) -> Iterator[Flow]:
    for place, one in enumerate(read):
        yield from stated(one.sentences, place, one.prompt.content)
    known = frozenset(workflow.description.casefold() for workflow in profile.workflows)
    yield from observed([one.sentences for one in read], known)


def _sentence_quote(sentence: Sentence, text: str) -> str:
    """The sentence, or the message if the sentence is too short to prove anything."""
    if len(text[sentence.start : sentence.end].split()) < MIN_WORDS and len(text) <= LONGEST_QUOTE:
        return text
    return text[sentence.start : min(sentence.end, sentence.start + LONGEST_QUOTE)].rstrip()


def _quote(clause: Clause, sentence: Sentence, text: str) -> str:
    """The sentence, or the clause where the sentence is long; always a part of the prompt."""
    if sentence.end - sentence.start <= LONGEST_QUOTE:
        return _sentence_quote(sentence, text)
    return text[clause.start : min(clause.end, clause.start + LONGEST_QUOTE)].rstrip()
