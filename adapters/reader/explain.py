"""How a text was read: who speaks, what was taken by which rule, and what was not."""

from collections.abc import Iterator
from datetime import datetime

from adapters.reader.analyzer import OfflineAnalyzer
from adapters.reader.languages import languages
from adapters.reader.reader import Reader
from adapters.reader.show import shown
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText


def explanation(text: str, now: datetime) -> Iterator[str]:
    """Yields the lines of an explanation.

    Args:
        text: a message, as a user would write it.
        now: when it is said.
    """
    read = Reader(languages()).read(text)
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
        for fired in sentence.fired:
            values = ", ".join(f"{name}={value!r}" for name, value in fired.values.items())
            yield f"  read by {fired.rule.rule.id}: {values or 'no words taken'}"
        for blocked in sentence.blocked:
            yield f"  not read by {blocked.rule.rule.id}: {blocked.reason}"
        if not sentence.fired and not sentence.blocked:
            yield "  no rule matches"
    prompt = PromptText(id="p", content=text, at=now)
    found = OfflineAnalyzer().analyze(AnalysisRequest(prompts=[prompt], profile=Profile()))
    yield "Taken:" if found.candidates else "Taken: nothing"
    for candidate in found.candidates:
        sure = getattr(candidate, "confidence", None)
        yield f"  {shown(candidate)}" + (f" (confidence: {sure:.2f})" if sure else "")
