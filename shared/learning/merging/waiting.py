"""Inferences that wait out of sight until another message confirms them (P-12).

An inferred preference is stored below the confidence that includes it, and an inferred topic counts
once, which is too seldom to be shown. Facts, skills and workflows have nothing of the kind, so
they wait in `Profile.unconfirmed`; the second quote turns them into a part of the profile.
"""

from typing import Literal

from shared.base.text import same_meaning
from shared.documents.about import in_words
from shared.documents.decisions import Outcome
from shared.documents.profile import Evidence, Unconfirmed
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.evidence import is_second_quote
from shared.learning.merging.workbench import Verdict, Workbench

MAX_WAITING = 30
"""How many inferences wait; the oldest make room."""


def may_wait(candidate: Candidate) -> bool:
    """Returns whether an inference of this kind has to wait, since nothing else hides it."""
    return isinstance(candidate, AboutCandidate | SkillCandidate | WorkflowCandidate)


def is_confirmed(bench: Workbench, candidate: Candidate, evidence: Evidence) -> bool:
    """Returns whether the same inference waits already, from another message."""
    waiting = _same(bench, candidate)
    return waiting is not None and is_second_quote([waiting.evidence], evidence)


def wait(bench: Workbench, candidate: Candidate, evidence: Evidence) -> Verdict:
    """Notes an inference, unless it waits already."""
    kind, scope, text = _identity(candidate)
    if _same(bench, candidate) is None:
        entry = Unconfirmed(kind=kind, scope=scope, text=text, evidence=evidence)
        _set(bench, [*bench.profile.unconfirmed, entry][-MAX_WAITING:])
    return Verdict(Outcome.NOTED)


def settle(bench: Workbench, candidate: Candidate) -> None:
    """Removes an inference that has become part of the profile from those that wait."""
    known = _same(bench, candidate)
    if known:
        _set(bench, [entry for entry in bench.profile.unconfirmed if entry is not known])


def _same(bench: Workbench, candidate: Candidate) -> Unconfirmed | None:
    if not may_wait(candidate):
        return None
    kind, scope, text = _identity(candidate)
    return next(
        (
            entry
            for entry in bench.profile.unconfirmed
            if (entry.kind, entry.scope) == (kind, scope) and same_meaning(entry.text, text)
        ),
        None,
    )


def _identity(
    candidate: Candidate,
) -> tuple[Literal["about", "skill", "workflow"], str, str]:
    match candidate:
        case AboutCandidate():
            return "about", candidate.path, in_words(candidate.value)
        case SkillCandidate():
            return "skill", candidate.level, candidate.domain or "overall"
        case WorkflowCandidate():
            return "workflow", "", candidate.description
    raise TypeError(f"{candidate.kind} does not wait")


def _set(bench: Workbench, entries: list[Unconfirmed]) -> None:
    bench.profile = bench.profile.model_copy(update={"unconfirmed": entries})
