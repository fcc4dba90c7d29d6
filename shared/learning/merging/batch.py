"""Merges the candidates of a batch into a profile (P-12 to P-17).

`merge` is pure. It takes the profile, the examined candidates and the time, and returns the new
profile with one decision per candidate. Each kind of item has its rules in its own module. What can
be checked without the profile is checked before, by `examine`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pydantic import ValidationError

from shared.base.safety.secrets import redact
from shared.base.text import fold, stemming_once
from shared.documents.decisions import Decision, Kind, Outcome, Reason
from shared.documents.profile import Evidence, Item, Preference, Profile
from shared.documents.settings import Settings
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.merging import about, frequency, preference, skill, statements
from shared.learning.merging.claims import (
    Support,
    claim_of,
    is_all_said,
    known_texts,
    puts_right,
    support,
    support_of_known,
)
from shared.learning.merging.examining import MAX_CANDIDATES, Examined, Proposed, describe
from shared.learning.merging.targets import targets_of, text_of
from shared.learning.merging.workbench import Verdict, Workbench
from shared.learning.support.said import Said
from shared.learning.support.words import content
from shared.profile.decay import without_faded
from shared.profile.habits.counting import most_frequent
from shared.profile.preferences import strongest
from shared.profile.proposals import with_open_proposals


@dataclass(frozen=True)
class Merged:
    """The profile after a batch, and the decisions that led to it."""

    profile: Profile
    decisions: list[Decision]


@stemming_once()
def merge(
    profile: Profile,
    examined: Examined,
    *,
    batch_id: str,
    settings: Settings,
    now: datetime,
) -> Merged:
    """Merges the candidates of one batch into the profile.

    Args:
        profile: the stored profile.
        examined: what the analyzer proposes, with its evidence. It is merged in the order of the
            user's words, whatever its own.
        batch_id: the source of new ids, so that repeating a batch gives the same ids.
        settings: the user's limits and decay rules.
        now: the time of the merge.

    Returns:
        The new profile with its version unchanged, and one decision per candidate, in their order,
        followed by one per evicted item.
    """
    bench = Workbench(without_faded(profile, settings, now), batch_id, settings, now)
    found: dict[int, Decision] = {}
    seen: set[tuple[str, ...]] = set()
    for index in _in_order_of_words(examined.candidates):
        proposed = examined.candidates[index]
        try:
            verdict = _verdict(bench, proposed, seen)
        except ValidationError:  # longer or odder than what a profile holds
            verdict = Verdict.rejected(Reason.INVALID)
        found[index] = _decision(proposed, verdict)
    decisions = [found[index] for index in sorted(found)]
    decisions += _excess_decisions(examined.excess)
    evicted = _keep_limits(bench, profile)
    return Merged(with_open_proposals(bench.profile), _with_evictions(decisions, evicted))


def _in_order_of_words(candidates: Sequence[Proposed]) -> list[int]:
    """Returns the places of the candidates in the order in which the user said them.

    What is said later wins, within one message as well.
    """
    places = [(each.position, index) for index, each in enumerate(candidates)]
    return [index for _, index in sorted(places)]


def _excess_decisions(counts: Mapping[Kind, int]) -> list[Decision]:
    """Returns one decision per kind for all excess candidates, so that the batch stays small."""
    return [
        Decision(
            kind=kind,
            outcome=Outcome.REJECTED,
            reason=Reason.LIMIT,
            description=f"{count} more, beyond the limit of {MAX_CANDIDATES} per batch",
        )
        for kind, count in counts.items()
    ]


def _verdict(bench: Workbench, proposed: Proposed, seen: set[tuple[str, ...]]) -> Verdict:
    candidate, evidence = proposed.candidate, proposed.evidence
    if proposed.reason or evidence is None:
        return Verdict.rejected(proposed.reason or Reason.NO_EVIDENCE)
    if candidate.does in ("assert", "replace"):
        found = _support(bench, proposed, evidence)
    else:
        found = _support_of_end(candidate, evidence)
    if found is Support.NONE:
        return Verdict.rejected(Reason.NO_EVIDENCE)
    identity = (candidate.does, *_identity(candidate), evidence.prompt_id)
    if identity in seen:
        return Verdict.rejected(Reason.DUPLICATE)
    seen.add(identity)
    try:
        return _merge_one(bench, candidate, evidence, is_said=found is Support.SAID)
    except ValidationError:
        # The stored models have the last word on what fits; the rest of the batch goes on.
        return Verdict.rejected(Reason.INVALID)


def _support(bench: Workbench, proposed: Proposed, evidence: Evidence) -> Support:
    """Returns how well the quote supports what is asserted, given what is known or put right.

    Of what the same words have taken back, a correction names only what was wrong.
    """
    if _leaves_out(bench, proposed.candidate, evidence):
        return Support.SAID
    known = known_texts(proposed.candidate, bench.profile)
    wrong = bench.taken_back.get((evidence.prompt_id, evidence.quote), [])
    replaced = _replaced(bench, proposed.candidate)
    if proposed.unsaid and not is_all_said(proposed.unsaid, [*known, *wrong, *replaced]):
        return Support.NONE
    if any(puts_right(text, proposed.candidate, evidence.quote) for text in wrong):
        return Support.SAID
    found = support_of_known(known[0], evidence.quote) if known else proposed.support
    if found is Support.NONE and replaced:
        said = Said([evidence.quote, *replaced])
        found = support(claim_of(proposed.candidate), evidence.quote, said)
    # A preference hides below a confidence, a topic as long as it counts once, a fact by a flag.
    may_hide = not isinstance(proposed.candidate, SkillCandidate | WorkflowCandidate)
    return Support.NONE if found is Support.INFERRED and not may_hide else found


def _replaced(bench: Workbench, candidate: Candidate) -> Sequence[str]:
    """Returns what a candidate replaces and repeats, which the user has said before.

    "Her name is Ida." makes "Ida (cow)" of the cow of which an earlier message told. What repeats
    only some of it has to be said again: "Ida is 3" is not about "two calves, Ida and Bo".
    """
    if candidate.does != "replace":
        return []
    new = content(text_of(candidate))
    texts = (target.text for target in targets_of(candidate, bench.profile))
    return [text for text in texts if content(text) <= new]


def _leaves_out(bench: Workbench, candidate: Candidate, evidence: Evidence) -> bool:
    """Whether a candidate only leaves out parts of what it replaces, which the quote names.

    "I'm not vegan any more" leaves "gluten-free" of "vegan, gluten-free". Only whole parts stay:
    "no meat" says more than "no meat on Fridays".
    """
    if candidate.does != "replace":
        return False
    kept, quote = _parts(text_of(candidate)), content(evidence.quote)
    olds = [_parts(target.text) for target in targets_of(candidate, bench.profile)]
    return any(
        kept < old and all(not quote.isdisjoint(content(gone)) for gone in old - kept)
        for old in olds
    )


def _parts(text: str) -> frozenset[str]:
    return frozenset(fold(part) for part in text.split(", "))


def _support_of_end(candidate: Candidate, evidence: Evidence) -> Support:
    """Returns how well the quote supports that something has ended.

    What is named by its id need not be named by the quote: "I quit my job", "forget what I said".
    """
    if candidate.target:
        return Support.SAID
    found = support_of_known(candidate.target_text or text_of(candidate), evidence.quote)
    return Support.NONE if found is Support.INFERRED else found


def _merge_one(
    bench: Workbench, candidate: Candidate, evidence: Evidence, *, is_said: bool
) -> Verdict:
    match candidate.does:
        case "end":
            return statements.merge_end(bench, candidate, evidence)
        case "retract":
            return statements.merge_retraction(bench, candidate, evidence)
        case "replace":
            new = partial(_assert, bench, candidate, evidence, is_said=is_said)
            return statements.merge_replacement(bench, candidate, evidence, new)
        case _:
            return _assert(bench, candidate, evidence, is_said=is_said)


def _assert(
    bench: Workbench, candidate: Candidate, evidence: Evidence, *, is_said: bool
) -> Verdict:
    match candidate:
        case PreferenceCandidate():
            return preference.merge(bench, candidate, evidence, is_said=is_said)
        case PatternCandidate():
            return frequency.merge_pattern(bench, candidate, evidence)
        case WorkflowCandidate():
            return frequency.merge_workflow(bench, candidate, evidence)
        case SkillCandidate():
            return skill.merge(bench, candidate, evidence)
        case AboutCandidate():
            return about.merge(bench, candidate, evidence, is_said=is_said)


def _keep_limits(bench: Workbench, before: Profile) -> list[Decision]:
    """Keeps the strongest items of each kind, and returns decisions for the evicted ones.

    What was known before waits in the inbox, so that the user can keep it.
    """
    profile, settings = bench.profile, bench.settings
    preferences = strongest(profile.preferences, settings.user_profile_max_preferences)
    patterns = most_frequent(profile.patterns, settings.user_profile_max_patterns)
    workflows = most_frequent(profile.workflows, settings.user_profile_max_workflows)
    bench.change(preferences=preferences, patterns=patterns, workflows=workflows)
    items: list[Item] = [*before.preferences, *before.patterns, *before.workflows]
    known = {item.id for item in items}
    evicted = [
        *_gone("preference", profile.preferences, preferences),
        *_gone("pattern", profile.patterns, patterns),
        *_gone("workflow", profile.workflows, workflows),
    ]
    for kind, item in evicted:
        if item.id in known:
            bench.propose("evicted", kind, item.id, {kind: item.model_dump()})
    return [
        Decision(
            kind=kind,
            outcome=Outcome.EVICTED,
            item_id=item.id,
            type=item.type if isinstance(item, Preference) else None,
            description=item.description,
        )
        for kind, item in evicted
    ]


def _gone(kind: Kind, before: Sequence[Item], after: Sequence[Item]) -> list[tuple[Kind, Item]]:
    kept = {item.id for item in after}
    return [(kind, item) for item in before if item.id not in kept]


def _with_evictions(decisions: list[Decision], evicted: list[Decision]) -> list[Decision]:
    """Adds the evictions. A new item that was evicted at once counts as rejected instead."""
    evicted_ids = {decision.item_id for decision in evicted}
    new = {d.item_id for d in decisions if d.outcome == Outcome.ADDED and d.item_id in evicted_ids}
    rejected = {"outcome": Outcome.REJECTED, "reason": Reason.LIMIT}
    return [
        d.model_copy(update=rejected) if d.item_id in new and d.accepted else d for d in decisions
    ] + [decision for decision in evicted if decision.item_id not in new]


def _identity(candidate: Candidate) -> tuple[str, ...]:
    scope = ""
    if isinstance(candidate, PreferenceCandidate):
        scope = candidate.type
    elif isinstance(candidate, AboutCandidate):
        scope = candidate.path
    told = (candidate.target or "", fold(candidate.target_text))
    return candidate.kind, scope, fold(describe(candidate)), *told


def _decision(proposed: Proposed, verdict: Verdict) -> Decision:
    candidate, evidence = proposed.candidate, proposed.evidence
    unsafe = verdict.reason == Reason.UNSAFE
    description = redact(describe(candidate)).text[:500]
    return Decision(
        kind=candidate.kind,
        outcome=verdict.outcome,
        reason=verdict.reason,
        item_id=verdict.item_id,
        type=candidate.type if isinstance(candidate, PreferenceCandidate) else None,
        description=description,
        quote=evidence.quote if evidence and not unsafe else None,
        prompt_id=evidence.prompt_id if evidence else None,
        confidence=getattr(candidate, "confidence", None),
    )
