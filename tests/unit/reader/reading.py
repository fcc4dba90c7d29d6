"""Helpers of the offline analyzer's tests: reading messages, and simple views of the result."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adapters.reader import OfflineAnalyzer
from adapters.reader.explain import shown
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, ContextMessage, PromptText
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)

AT = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)
HERE = Path(__file__).parent
ANALYZER = OfflineAnalyzer()
RULES = OfflineAnalyzer(only_rules=True)


def request(*messages: str, profile: Profile | None = None, context: str = "") -> AnalysisRequest:
    """A batch with these messages, `p0` first, one a day, after a message of the context."""
    prompts = [
        PromptText(id=f"p{i}", content=text, at=AT + timedelta(days=i))
        for i, text in enumerate(messages)
    ]
    before = [ContextMessage(role="user", text=context)] if context else []
    return AnalysisRequest(prompts=prompts, profile=profile or Profile(), context=before)


def read(*messages: str, profile: Profile | None = None, context: str = "") -> Sequence[Candidate]:
    """The candidates of such a batch."""
    return ANALYZER.analyze(request(*messages, profile=profile, context=context)).candidates


def read_by_rules(*messages: str, context: str = "") -> Sequence[Candidate]:
    """The candidates of such a batch that rules alone find."""
    return RULES.analyze(request(*messages, context=context)).candidates


def last_of(*messages: str) -> list[str]:
    """What is taken from the last of several messages, as an explanation shows it."""
    known = set(map(shown, read(*messages[:-1])))
    return [one for one in map(shown, read(*messages)) if one not in known]


def preferences(*messages: str) -> list[tuple[str, str]]:
    """(type, description) of the preferences found."""
    return [
        (str(c.type), c.description) for c in read(*messages) if isinstance(c, PreferenceCandidate)
    ]


def about(*messages: str) -> list[tuple[str, object]]:
    """(path, value) of the facts found."""
    return [(c.path, c.value) for c in read(*messages) if isinstance(c, AboutCandidate)]


def skills(*messages: str) -> list[tuple[str, str]]:
    """(domain, level) of the skills found."""
    return [(c.domain, str(c.level)) for c in read(*messages) if isinstance(c, SkillCandidate)]


def patterns(*messages: str, profile: Profile | None = None) -> list[str]:
    """Descriptions of the patterns found."""
    found = read(*messages, profile=profile)
    return [c.description for c in found if isinstance(c, PatternCandidate)]


def workflows(*messages: str, profile: Profile | None = None) -> list[tuple[str, list[str]]]:
    """(description, steps) of the workflows found."""
    found = read(*messages, profile=profile)
    return [(c.description, c.steps) for c in found if isinstance(c, WorkflowCandidate)]


def lines(name: str) -> list[str]:
    """The lines of a table beside the tests, without comments."""
    text = (HERE / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
