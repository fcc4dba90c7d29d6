"""What words do besides asserting: they end, replace, or retract what is known."""

from collections.abc import Callable, Sequence

from shared.base.sameness import same
from shared.documents.about import in_words
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Evidence
from shared.learning.candidates import Candidate
from shared.learning.merging.ending import end, end_later, retract
from shared.learning.merging.proposing import propose, take_back_proposals
from shared.learning.merging.targets import (
    Target,
    scope_of_candidate,
    targets_of,
    text_of,
)
from shared.learning.merging.workbench import Verdict, Workbench
from shared.profile.slots import EXPLICIT_FROM

Assert = Callable[[], Verdict]
EVERYTHING = ""
"""The scope of all that is proposed of something."""


def merge_end(bench: Workbench, candidate: Candidate, evidence: Evidence) -> Verdict:
    """Ends what the words say is over."""
    found = targets_of(candidate, bench.profile)
    scope = scope_of_candidate(candidate)
    waited, found = take_back_proposals(bench, candidate, evidence, scope, found)
    problem = _stands(bench, candidate, evidence, found)
    if problem:
        return problem
    is_over = not candidate.valid_to or candidate.valid_to <= evidence.at
    if is_over:
        _withdraw_told(bench, candidate, evidence, scope)
    open_ones = _older(found, evidence)
    for target in open_ones:
        if candidate.valid_to and not is_over:
            end_later(bench, target, candidate.valid_to)
        else:
            end(bench, target, evidence, at=candidate.valid_to)
    return _verdict(Outcome.ENDED, found, open_ones, waited)


def merge_retraction(bench: Workbench, candidate: Candidate, evidence: Evidence) -> Verdict:
    """Takes back what the words say was never so."""
    found = targets_of(candidate, bench.profile, with_past=True)
    waited, found = take_back_proposals(bench, candidate, evidence, EVERYTHING, found)
    problem = _stands(bench, candidate, evidence, found)
    if problem:
        return problem
    _withdraw_told(bench, candidate, evidence, scope_of_candidate(candidate), retracted=True)
    open_ones = _older(found, evidence)
    words = (evidence.prompt_id, evidence.quote)
    for target in open_ones:
        retract(bench, target, evidence)
        bench.taken_back.setdefault(words, []).append(
            target.text if target.value is None else in_words(target.value)
        )
    return _verdict(Outcome.RETRACTED, found, open_ones, waited)


def merge_replacement(
    bench: Workbench, candidate: Candidate, evidence: Evidence, assert_new: Assert
) -> Verdict:
    """Puts the candidate in the place of its target, if the candidate is accepted.

    What replaces something unknown is new all the same.
    """
    found = targets_of(candidate, bench.profile)
    problem = _stands(bench, candidate, evidence, found)
    if problem:
        return problem
    verdict = assert_new()
    if verdict.outcome is Outcome.REJECTED and verdict.reason is not Reason.OUTDATED:
        return verdict
    # What has ended since did replace the other; what was taken back since did not.
    gone = bench.withdrawn(scope_of_candidate(candidate), text_of(candidate), evidence.at)
    if verdict.outcome is Outcome.REJECTED and gone and gone.retracted:
        return verdict
    if _has_lost(bench, verdict):
        return verdict
    if candidate.target_text:
        scope = scope_of_candidate(candidate)
        bench.withdraw(candidate.kind, scope, candidate.target_text, evidence.at)
    left = targets_of(candidate, bench.profile)
    for target in _older(left, evidence):
        is_new = target.id == verdict.item_id and same(target.text, text_of(candidate))
        if not is_new:
            end(bench, target, evidence, at=candidate.valid_from, replaced_by=verdict.item_id)
    if verdict.outcome is Outcome.REJECTED:
        return verdict
    if _older(found, evidence) or verdict.outcome is Outcome.SUPERSEDED:
        return Verdict(Outcome.REPLACED, verdict.item_id)
    return verdict


def _has_lost(bench: Workbench, verdict: Verdict) -> bool:
    """Returns whether the new preference was kept beside a surer one, which then still holds."""
    items = bench.profile.preferences
    return verdict.outcome is Outcome.SUPERSEDED and any(
        item.id == verdict.item_id and not item.active for item in items
    )


def _stands(
    bench: Workbench, candidate: Candidate, evidence: Evidence, found: Sequence[Target]
) -> Verdict | None:
    """Returns the verdict if only the user can end one of the targets."""
    contested = [target for target in _older(found, evidence) if not target.is_past]
    ends = candidate.does != "replace"
    confidence = getattr(candidate, "confidence", 1.0)
    if contested and ends and confidence < EXPLICIT_FROM:
        return propose(bench, candidate, evidence, "contradiction", contested[0].id, ends=True)
    for target in contested:
        if target.is_declared:
            return propose(
                bench,
                candidate,
                evidence,
                "proposal",
                target.id,
                ends=ends,
                contested_value=target.value,
            )
    if contested and bench.approves_everything:
        return propose(
            bench,
            candidate,
            evidence,
            "approval",
            contested[0].id,
            ends=ends,
            contested_value=contested[0].value,
        )
    return None


def _older(targets: Sequence[Target], evidence: Evidence) -> list[Target]:
    """Returns those that no newer words state."""
    return [target for target in targets if target.at is None or target.at <= evidence.at]


def _verdict(
    outcome: Outcome, found: Sequence[Target], done: Sequence[Target], waited: str | None
) -> Verdict:
    if done or waited:
        return Verdict(outcome, done[0].id if done else waited)
    return Verdict.rejected(Reason.OUTDATED if found else Reason.NO_TARGET)


def _withdraw_told(
    bench: Workbench,
    candidate: Candidate,
    evidence: Evidence,
    scope: str,
    *,
    retracted: bool = False,
) -> None:
    """Keeps older words from bringing back what these are about, known or not."""
    text = candidate.target_text or ("" if candidate.target else text_of(candidate))
    if text:
        bench.withdraw(candidate.kind, scope, text, evidence.at, retracted=retracted)
