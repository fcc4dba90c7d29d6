"""A candidate on one line, in the notation of `takes`."""

from shared.documents.about import in_words
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)


def shown(candidate: Candidate) -> str:
    """Returns what a candidate does and says, as the examples of rules say it."""
    match candidate:
        case PreferenceCandidate():
            what, text = str(candidate.type), candidate.description
        case AboutCandidate(path="contacts") if isinstance(candidate.value, dict):
            what, text = "contacts", " | ".join(map(str, candidate.value.values()))
        case AboutCandidate():
            what, text = candidate.path, in_words(candidate.value)
        case SkillCandidate():
            what, text = f"skill {candidate.domain or 'overall'}", str(candidate.level)
        case WorkflowCandidate():
            what, text = "workflow", " > ".join(candidate.steps)
        case _:
            what, text = candidate.kind, candidate.description
    if candidate.does in ("end", "retract"):
        return f"{candidate.does} {what}: {candidate.target_text or text}"
    if candidate.does == "replace":
        return f"replace {what}: {text} < {candidate.target_text}"
    return f"{what}: {text}"
