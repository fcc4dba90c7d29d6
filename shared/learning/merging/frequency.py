"""Merges patterns and workflows into the profile by counting how often they occur (P-15)."""

from collections.abc import Sequence

from shared.base.sameness import same
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Evidence
from shared.learning.candidates import PatternCandidate, WorkflowCandidate
from shared.learning.evidence import with_evidence
from shared.learning.merging.items import new_pattern, new_workflow
from shared.learning.merging.proposing import propose
from shared.learning.merging.workbench import Verdict, Workbench
from shared.profile.habits.counting import Counted


def merge_pattern(bench: Workbench, candidate: PatternCandidate, evidence: Evidence) -> Verdict:
    """Adds the pattern with frequency 1, or counts another occurrence."""
    patterns = bench.profile.patterns
    known = _known(patterns, candidate.matches, candidate.description)
    if known:
        return _seen_again(bench, "patterns", patterns, known, evidence)
    problem = _problem(bench, candidate, evidence)
    if problem:
        return problem
    new = new_pattern(bench, candidate, evidence)
    return _added(bench, "patterns", [*patterns, new], new.id)


def merge_workflow(bench: Workbench, candidate: WorkflowCandidate, evidence: Evidence) -> Verdict:
    """Adds the workflow with frequency 1, or counts another occurrence."""
    workflows = bench.profile.workflows
    known = _known(workflows, candidate.matches, candidate.description)
    if known:
        return _seen_again(bench, "workflows", workflows, known, evidence)
    problem = _problem(bench, candidate, evidence)
    if problem:
        return problem
    new = new_workflow(bench, candidate, evidence)
    return _added(bench, "workflows", [*workflows, new], new.id)


def _problem(
    bench: Workbench, candidate: PatternCandidate | WorkflowCandidate, evidence: Evidence
) -> Verdict | None:
    """Returns the verdict if a new item must not be added."""
    if bench.is_withdrawn(candidate.kind, candidate.description, evidence.at):
        return Verdict.rejected(Reason.OUTDATED)
    if bench.forgotten.has(candidate.kind, "", candidate.description):
        return Verdict.rejected(Reason.FORGOTTEN)
    if bench.approves_everything:
        return propose(bench, candidate, evidence, "approval")
    return None


def _known(items: Sequence[Counted], named: str | None, description: str) -> Counted | None:
    by_id = next((item for item in items if item.id == named), None)
    return by_id or next((item for item in items if same(item.description, description)), None)


def _seen_again(
    bench: Workbench, name: str, items: Sequence[Counted], known: Counted, evidence: Evidence
) -> Verdict:
    first = bench.touch(known.id)
    seen = known.model_copy(
        update={
            "frequency": known.frequency + (1 if first else 0),
            "last_seen": bench.seen_at(evidence, known.last_seen),
            "stated_at": max(filter(None, (known.stated_at, evidence.at))),
            "evidence": with_evidence(known.evidence, evidence),
        }
    )
    updated = [seen if item.id == known.id else item for item in items]
    bench.profile = bench.profile.model_copy(update={name: updated})
    return Verdict(Outcome.REINFORCED if first else Outcome.MERGED, known.id)


def _added(bench: Workbench, name: str, items: Sequence[Counted], item_id: str) -> Verdict:
    bench.touch(item_id)
    bench.profile = bench.profile.model_copy(update={name: list(items)})
    return Verdict(Outcome.ADDED, item_id)
