"""Puts candidates into the inbox that only the user can decide."""

from collections.abc import Sequence
from typing import Any, Literal

from shared.base.sameness import same_object
from shared.documents.about import LIST_PATHS, in_words
from shared.documents.decisions import Reason
from shared.documents.profile import Evidence, Proposed
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
from shared.learning.merging.targets import SKILLS, Target, text_of
from shared.learning.merging.workbench import Verdict, Workbench
from shared.profile.proposals import without_retracted_proposals
from shared.profile.scopes import scope_of

Why = Literal["proposal", "contradiction", "approval"]


def propose(
    bench: Workbench,
    candidate: Candidate,
    evidence: Evidence,
    why: Why,
    contests: str | None = None,
    *,
    contested_value: Any = None,
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
        contested_value: the element that it contests, if `contests` is the path of a list.
        ends: whether it only ends what it contests.
        is_said: whether the words say it outright.
    """
    if not ends and bench.forgotten.has(*_as_forgotten(candidate)):
        return Verdict.rejected(Reason.FORGOTTEN, contests)
    parts: dict[str, Any] = {"contests": contests, "ends": ends, "evidence": evidence.model_dump()}
    if contests in LIST_PATHS:
        parts["contested_value"] = contested_value
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
                "valid_from": candidate.valid_from,
                "valid_to": candidate.valid_to,
                "ageing": candidate.ageing,
            }
    return bench.propose(why, scope, text_of(candidate), parts)


def _as_forgotten(candidate: Candidate) -> tuple[str, str, str]:
    """Returns the kind, the scope and the text by which a deletion of it is remembered."""
    match candidate:
        case PreferenceCandidate():
            return candidate.kind, str(candidate.type), candidate.description
        case AboutCandidate():
            return candidate.kind, candidate.path, in_words(candidate.value)
        case _:
            return candidate.kind, "", text_of(candidate)


def take_back_proposals(
    bench: Workbench,
    candidate: Candidate,
    evidence: Evidence,
    scope: str,
    found: Sequence[Target],
) -> tuple[str | None, list[Target]]:
    """Drops the proposals of what words end or take back.

    Returns:
        The id of one that was dropped, if any; and the targets that are left. What the user has
        declared is none of them if the words say something else and a proposal said that.
    """
    before = bench.profile.proposals
    text = candidate.target_text or text_of(candidate)
    bench.profile = without_retracted_proposals(
        bench.profile, text, scope, evidence.at, _scope_of_proposal
    )
    kept = {item.id for item in bench.profile.proposals}
    waited = next((item.id for item in before if item.id not in kept), None)
    left = [
        target
        for target in found
        if not (waited and target.is_declared) or same_object(target.text, text)
    ]
    return waited, left


def _scope_of_proposal(item: Proposed) -> str:
    if item.preference:
        return scope_of("preference", item.preference.type)
    if item.pattern or item.workflow:
        return "pattern" if item.pattern else "workflow"
    is_skill = (item.path or "").startswith(SKILLS)
    return scope_of("skill") if is_skill else scope_of("about", item.path or "")
