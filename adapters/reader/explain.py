"""How a text was read: who speaks, what was taken by which rule, and what was not."""

from collections.abc import Iterator
from datetime import datetime

from adapters.reader.analyzer import OfflineAnalyzer
from adapters.reader.judging.network import network
from adapters.reader.judging.tagging import told_in
from adapters.reader.judging.telling import sure_of
from adapters.reader.known import of_candidate
from adapters.reader.languages import languages
from adapters.reader.reader import SentenceRead, reader
from adapters.reader.rulebook import Clause, Reading, Rulebook
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText
from shared.learning.candidates import AboutCandidate, Candidate, SkillCandidate, WorkflowCandidate


def explanation(text: str, now: datetime) -> Iterator[str]:
    """Yields the lines of an explanation.

    Args:
        text: a message, as a user would write it.
        now: when it is said.
    """
    read = reader().read(text)
    if read.language is None:
        names = ", ".join(one.about.name for one in languages().sketches.values())
        yield f"Language: not read. There are rules for {names}."
        return
    yield f"Language: {read.language.about.name}{_undecided(text)}"
    if not read.sentences:
        yield "Nothing in it is the author's own prose: it is code, a quotation, or pasted text."
    code = read.language.about.code
    is_taught = code in network().languages
    every = told_in(read, network().of(text, code).pieces if is_taught else ())
    for sentence, told in zip(read.sentences, every, strict=True):
        yield f"Sentence: {text[sentence.start : sentence.end].strip()!r}"
        if sentence.marks:
            yield f"  speech: {', '.join(sentence.marks)}"
        for one in sentence.readings:
            how = f"{'not ' if one.reason else ''}read by {one.rule.entry.id}"
            yield f"  {how}: {one.reason or _words_of(one)}"
        for one in sentence.denied:
            yield f"  denies what {one.rule.entry.id} would read: {_words_of(one)}"
        if not (sentence.readings or sentence.denied):
            yield from list(_refusals(Rulebook(read.language), sentence)) or ["  no rule matches"]
        for tagged in told:
            words = sentence.line.original(range(tagged.start, tagged.end))
            yield f"  tagged as {tagged.what}: {words!r} (sure: {sure_of(tagged):.2f})"
    prompt = PromptText(id="p", content=text, at=now)
    found = OfflineAnalyzer().analyze(AnalysisRequest(prompts=[prompt], profile=Profile()))
    lacking = any(sentence.fired or sentence.denied for sentence in read.sentences)
    nothing = f"nothing{'; what ends or replaces may need something known' if lacking else ''}"
    yield "Taken:" if found.candidates else f"Taken: {nothing}"
    for candidate in found.candidates:
        sure = getattr(candidate, "confidence", None)
        yield f"  {shown(candidate)}" + (f" (confidence: {sure:.2f})" if sure else "")


def _words_of(reading: Reading) -> str:
    """Returns what a rule takes, by name."""
    taken = (f"{name}={value!r}" for name, value in reading.values.items())
    return ", ".join(taken) or "no words taken"


def _refusals(rules: Rulebook, sentence: SentenceRead) -> Iterator[str]:
    """Yields why rules whose words match did not read a sentence that none reads."""
    for line in sentence.clauses:
        clause = Clause(line, line)
        for ready in rules.matching(clause):
            reading = rules.reading(clause, ready)
            if reading is None:
                yield f"  not read by {ready.entry.id}: {rules.refusal(clause, ready)}"
            elif ready.unless.search(reading.line):
                yield f"  not read by {ready.entry.id}: `unless` stands in the clause"


def _undecided(text: str) -> str:
    """Says that a message does not show its language, and how near it is to each; "" if it does."""
    scores = reader().undecided(text)
    if scores is None:
        return ""
    every = ", ".join(f"{name} {score}" for name, score in scores.items() if score)
    return f", which the message does not show (frequent words: {every or 'none'})"


def shown(candidate: Candidate) -> str:
    """Returns what a candidate does and says on one line, in the notation of `takes`."""
    known = of_candidate(candidate)
    what, text = known.what, known.text
    match candidate:
        case AboutCandidate(path="contacts", value=dict() as person):
            text = " | ".join(map(str, person.values()))
        case SkillCandidate(domain=domain, level=level):
            what, text = f"skill {domain or 'overall'}", str(level)
        case WorkflowCandidate(steps=steps):
            text = " > ".join(steps)
    if candidate.does in ("end", "retract"):
        return f"{candidate.does} {what}: {candidate.target_text or text}"
    if candidate.does == "replace":
        return f"replace {what}: {text} < {candidate.target_text}"
    return f"{what}: {text}"
