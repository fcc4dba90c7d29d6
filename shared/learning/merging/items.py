"""The items that candidates become."""

from shared.base.text import clip
from shared.documents.profile import Evidence, Pattern, Preference, Workflow
from shared.learning.candidates import PatternCandidate, PreferenceCandidate, WorkflowCandidate
from shared.learning.merging.rivalry import Claimant
from shared.learning.merging.workbench import INFERRED_AT_MOST, Workbench

MAX_CONTEXT = 400
"""The longest context of a preference, in characters."""
MAX_STEPS = 12
"""How many steps of a workflow are kept."""


def new_preference(
    bench: Workbench, candidate: PreferenceCandidate, evidence: Evidence, claimant: Claimant
) -> Preference:
    """Returns a candidate as a new preference; an inference hides below the inclusion limit."""
    most = 1.0 if claimant.is_said else INFERRED_AT_MOST
    confidence = min(candidate.confidence, most)
    return Preference(
        id=bench.new_id("preference", candidate.type, candidate.description),
        type=candidate.type,
        category=candidate.category,
        description=candidate.description.strip(),
        confidence=confidence,
        base_confidence=confidence,
        evidence=[evidence],
        context=clip(candidate.context, MAX_CONTEXT),
        created_at=bench.now,
        last_updated=bench.seen_at(evidence),
        metadata=candidate.metadata,
        slot=candidate.slot,
        stated_at=evidence.at if claimant.is_explicit else None,
        valid_from=candidate.valid_from or evidence.at,
        valid_to=candidate.valid_to,
        ageing=candidate.ageing,
    )


def new_pattern(bench: Workbench, candidate: PatternCandidate, evidence: Evidence) -> Pattern:
    """Returns a candidate as a new pattern."""
    return Pattern(
        id=bench.new_id("pattern", "", candidate.description),
        category=candidate.category,
        description=candidate.description.strip(),
        last_seen=bench.seen_at(evidence),
        evidence=[evidence],
        stated_at=evidence.at,
        valid_from=candidate.valid_from or evidence.at,
        valid_to=candidate.valid_to,
    )


def new_workflow(bench: Workbench, candidate: WorkflowCandidate, evidence: Evidence) -> Workflow:
    """Returns a candidate as a new workflow."""
    return Workflow(
        id=bench.new_id("workflow", "", candidate.description),
        description=candidate.description.strip(),
        steps=[step.strip() for step in candidate.steps if step.strip()][:MAX_STEPS],
        last_seen=bench.seen_at(evidence),
        evidence=[evidence],
        stated_at=evidence.at,
        valid_from=candidate.valid_from or evidence.at,
        valid_to=candidate.valid_to,
    )
