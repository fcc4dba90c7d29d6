"""Puts candidates into the inbox that only the user can decide."""

from typing import Any, Literal

from shared.documents.profile import Evidence
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.merging.items import new_pattern, new_preference, new_workflow
from shared.learning.merging.rivalry import Claimant
from shared.learning.merging.targets import SKILLS, text_of
from shared.learning.merging.workbench import Verdict, Workbench

Why = Literal["proposal", "contradiction", "approval"]


def propose(
    bench: Workbench,
    candidate: Candidate,
    evidence: Evidence,
    why: Why,
    contests: str | None = None,
    *,
    ends: bool = False,
    is_said: bool = True,
) -> Verdict:
    """Proposes a candidate to the user.

    Args:
        bench: the state of the merge.
        candidate: what is proposed.
        evidence: the words behind it.
        why: the reason why it is not merged.
        contests: the id or the path of what it would replace or end.
        ends: whether it only ends what it contests.
        is_said: whether the words say it outright.
    """
    parts: dict[str, Any] = {"contests": contests, "ends": ends, "evidence": evidence.model_dump()}
    match candidate:
        case PreferenceCandidate():
            claimant = Claimant(candidate.confidence, evidence.at, is_said)
            item = new_preference(bench, candidate, evidence, claimant)
            parts |= {"preference": item.model_dump(), "confidence": item.confidence}
            scope = str(candidate.type)
        case PatternCandidate():
            parts["pattern"] = new_pattern(bench, candidate, evidence).model_dump()
            scope = candidate.kind
        case WorkflowCandidate():
            parts["workflow"] = new_workflow(bench, candidate, evidence).model_dump()
            scope = candidate.kind
        case SkillCandidate():
            scope = f"{SKILLS}{text_of(candidate)}"
            parts |= {"path": scope, "value": str(candidate.level)}
        case AboutCandidate():
            scope = candidate.path
            parts |= {
                "path": scope,
                "value": candidate.value,
                "confidence": candidate.confidence,
            }
    return bench.propose(why, scope, text_of(candidate), parts)
