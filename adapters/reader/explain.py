"""How a text was read: who speaks, what was taken by which rule, and what was not."""

from collections.abc import Iterator
from datetime import datetime

from adapters.reader.analyzer import OfflineAnalyzer
from adapters.reader.known import of_candidate
from adapters.reader.languages import languages
from adapters.reader.reader import reader
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
    yield f"Language: {read.language.about.name}"
    if not read.sentences:
        yield "Nothing in it is the author's own prose: it is code, a quotation, or pasted text."
    for sentence in read.sentences:
        yield f"Sentence: {text[sentence.start : sentence.end].strip()!r}"
        if sentence.marks:
            yield f"  speech: {', '.join(sentence.marks)}"
        for one in sentence.readings:
            values = ", ".join(f"{name}={value!r}" for name, value in one.values.items())
            how = f"{'not ' if one.reason else ''}read by {one.rule.entry.id}"
            yield f"  {how}: {one.reason or values or 'no words taken'}"
        if not sentence.readings:
            yield "  no rule matches"
    prompt = PromptText(id="p", content=text, at=now)
    found = OfflineAnalyzer().analyze(AnalysisRequest(prompts=[prompt], profile=Profile()))
    yield "Taken:" if found.candidates else "Taken: nothing"
    for candidate in found.candidates:
        sure = getattr(candidate, "confidence", None)
        yield f"  {shown(candidate)}" + (f" (confidence: {sure:.2f})" if sure else "")


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
