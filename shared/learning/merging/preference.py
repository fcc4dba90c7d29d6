"""Merges preferences into the profile (P-14, F-12, F-16)."""

from shared.base.sameness import says_no_more
from shared.base.text import fold
from shared.documents.about import LIST_PATHS, get_leaf, in_words, leaves
from shared.documents.decisions import Outcome, Reason
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import AboutMeta, Evidence, Preference, PreferenceType
from shared.learning.candidates import PreferenceCandidate
from shared.learning.evidence import with_evidence
from shared.learning.merging.ending import end_fact, ending_of
from shared.learning.merging.items import new_preference
from shared.learning.merging.proposing import propose
from shared.learning.merging.rivalry import Claimant, Contest, Rival, contest, id_of
from shared.learning.merging.workbench import INFERRED_AT_MOST, Verdict, Workbench
from shared.profile.decay import preference_confidence
from shared.profile.past import with_past_items
from shared.profile.preferences import (
    are_rivals,
    joined_contexts,
    joined_metadata,
    matching,
    rivals_of,
    with_preference,
)
from shared.profile.proposals import settled
from shared.profile.scopes import scope_of
from shared.profile.slots import LABELS, PATHS, held_by_fact, held_by_preference, stated_at

REINFORCEMENT = 0.1
"""Added to the confidence of a preference that is seen again."""
_AS_FACTS = frozenset({PreferenceType.TOOL, PreferenceType.TRAIT, PreferenceType.EXPERIENCE})
"""Types of preferences that say what a fact may say already."""


def merge(
    bench: Workbench, candidate: PreferenceCandidate, evidence: Evidence, *, is_said: bool
) -> Verdict:
    """Adds the candidate, or reinforces the preference it repeats; rivals give way, or it does.

    What is only inferred stays below the confidence that includes it, until a quote says it.
    """
    claimant = Claimant(candidate.confidence, evidence.at, is_said)
    existing = _existing(bench, candidate)
    if candidate.valid_to and candidate.valid_to <= evidence.at:
        return _told_of_the_past(bench, candidate, evidence, claimant, existing)
    if _is_outdated(bench, candidate, evidence, existing, claimant):
        _end_older(bench, candidate, evidence, claimant)
        _keep_as_past(bench, candidate, evidence, claimant)
        return Verdict.rejected(Reason.OUTDATED)
    if not existing and bench.forgotten.has("preference", candidate.type, candidate.description):
        return Verdict.rejected(Reason.FORGOTTEN)
    if not existing or existing.superseded_by:
        stored_at = _stored_as_a_fact(bench, candidate)
        if stored_at:
            _state_fact(bench, stored_at, claimant)
            return Verdict(Outcome.MERGED, stored_at)
    item = (
        _reinforced(bench, existing, candidate, evidence, claimant)
        if existing
        else new_preference(bench, candidate, evidence, claimant)
    )
    rivals = _rivals(bench, item) if item.active or item.superseded_by else []
    if rivals and candidate.valid_from and candidate.valid_from > evidence.at:
        return propose(bench, candidate, evidence, "contradiction", id_of(rivals[0]))
    result = contest(claimant, rivals)
    if result.stronger and result.reason is Reason.PROPOSED:
        contests = id_of(result.stronger)
        return propose(bench, candidate, evidence, "proposal", contests, is_said=is_said)
    if result.stronger and result.reason:
        return Verdict.rejected(result.reason, existing.id if existing else None)
    is_change = existing is None or bool(result.losers)
    if bench.approves_everything and is_change and item.source == "learned":
        return propose(bench, candidate, evidence, "approval", is_said=is_said)
    return _stored(bench, item, existing, result, evidence)


def _rivals(bench: Workbench, item: Preference) -> list[Rival]:
    """Returns what cannot hold beside an item; one sentence does not contradict itself."""
    quotes = {fold(item.evidence[-1].quote)} if item.evidence else set()
    rivals = [
        other
        for other in rivals_of(item, bench.profile.preferences)
        if not (other.evidence and fold(other.evidence[-1].quote) in quotes and other.slot)
    ]
    return [*rivals, *_rival_facts(bench, item)]


def _told_of_the_past(
    bench: Workbench,
    candidate: PreferenceCandidate,
    evidence: Evidence,
    claimant: Claimant,
    existing: Preference | None,
) -> Verdict:
    """Records what was true once: it says nothing of today, unless it is what is known of it."""
    if existing and existing.source == "manual":
        return propose(bench, candidate, evidence, "proposal", existing.id, ends=True)
    item = existing or new_preference(bench, candidate, evidence, claimant)
    if existing is None:
        bench.change(preferences=[*bench.profile.preferences, item])
    ending = ending_of(bench, evidence, candidate.valid_to)
    bench.profile = with_past_items(bench.profile, {item.id: ending})
    return Verdict(Outcome.ENDED, item.id)


def _is_outdated(
    bench: Workbench,
    candidate: PreferenceCandidate,
    evidence: Evidence,
    existing: Preference | None,
    claimant: Claimant,
) -> bool:
    """Returns whether newer words have ended what the candidate says, or something in its slot."""
    new = new_preference(bench, candidate, evidence, claimant)
    scope = scope_of("preference", candidate.type)
    if bench.is_withdrawn(scope, candidate.description, evidence.at):
        return True
    since = existing.superseded_at if existing else None
    if (
        existing
        and since
        and (
            evidence.at < since
            or (evidence.at == since and existing.id not in bench.superseded_now)
        )
    ):
        return True
    held = held_by_preference(candidate.type, candidate.description, candidate.slot)
    return bench.is_fact_over(held, evidence.at) or any(
        bench.has_ended(item.ended, evidence.at)
        if matching([item], new.type, new.description)
        else item.stated_at and item.stated_at > evidence.at and are_rivals(item, new)
        for item in bench.profile.past.preferences
        if item.ended and item.ended.by is not EndedBy.PASSED
    )


def _end_older(
    bench: Workbench, candidate: PreferenceCandidate, evidence: Evidence, claimant: Claimant
) -> None:
    """Ends what still older words had said: it was over before the candidate was.

    What was taken back has never ended anything.
    """
    scope = scope_of("preference", candidate.type)
    known = bench.withdrawn(scope, candidate.description, evidence.at)
    if not claimant.is_explicit or (known and known.retracted):
        return
    item = new_preference(bench, candidate, evidence, claimant)
    for rival in _rivals(bench, item):
        stated = stated_at(rival)
        if rival.source != "learned" or (stated and stated >= evidence.at):
            continue
        if isinstance(rival, AboutMeta):
            end_fact(bench, rival.path, None, evidence)
        else:
            bench.profile = with_past_items(bench.profile, {rival.id: ending_of(bench, evidence)})


def _keep_as_past(
    bench: Workbench, candidate: PreferenceCandidate, evidence: Evidence, claimant: Claimant
) -> None:
    """Adds the value of a slot that has ended to its history, which tells still older words."""
    scope = scope_of("preference", candidate.type)
    gone = bench.withdrawn(scope, candidate.description, evidence.at)
    if not claimant.is_explicit or not gone or gone.retracted:
        return
    present = matching(bench.profile.preferences, candidate.type, candidate.description)
    if present and present.active:
        return
    past = bench.profile.past.preferences
    known = matching(past, candidate.type, candidate.description)
    item = known or new_preference(bench, candidate, evidence, claimant)
    stated = max(filter(None, (item.stated_at, evidence.at)))
    item = item.model_copy(update={"stated_at": stated})
    if known:
        changed = [item if each.id == item.id else each for each in past]
        bench.change(past=bench.profile.past.model_copy(update={"preferences": changed}))
    else:
        ending = Ending(at=gone.at, by=EndedBy.SAID)
        bench.change(preferences=[*bench.profile.preferences, item])
        bench.profile = with_past_items(bench.profile, {item.id: ending})


def _stored(
    bench: Workbench,
    item: Preference,
    existing: Preference | None,
    result: Contest,
    evidence: Evidence,
) -> Verdict:
    first = bench.touch(item.id)
    outcome = Outcome.REINFORCED if first else Outcome.MERGED
    if existing is None:
        outcome = Outcome.ADDED
    if isinstance(result.stronger, Preference):
        outcome = Outcome.SUPERSEDED
        by = {"active": False, "superseded_by": result.stronger.id, "superseded_at": None}
        item = item.model_copy(update=by)
    elif item.superseded_by:
        item = item.model_copy(
            update={"active": True, "superseded_by": None, "superseded_at": None}
        )
    preferences = with_preference(bench.profile.preferences, item)
    for loser in result.losers:
        outcome = Outcome.SUPERSEDED
        if isinstance(loser, Preference):
            by_words = evidence.at if item.stated_at == evidence.at else None
            update = {"active": False, "superseded_by": item.id, "superseded_at": by_words}
            bench.superseded_now.add(loser.id)
            preferences = with_preference(preferences, loser.model_copy(update=update))
    bench.change(preferences=preferences)
    if item.stated_at == evidence.at:
        bench.profile = settled(bench.profile, {item.id}, evidence.at)
    for loser in result.losers:
        if isinstance(loser, AboutMeta):
            end_fact(bench, loser.path, None, evidence, replaced_by=item.id)
    return Verdict(outcome, item.id)


def _existing(bench: Workbench, candidate: PreferenceCandidate) -> Preference | None:
    """Finds the repeated preference by the analyzer's id if the type matches, else by meaning.

    An id that names the opposite, or another value of the same slot, is a mistake.
    """
    preferences = bench.profile.preferences
    known = matching(preferences, candidate.type, candidate.description)
    if known:
        return known
    for item in preferences:
        if item.id == candidate.matches and item.type == candidate.type:
            probe = item.model_copy(
                update={"id": "", "description": candidate.description, "active": True}
            )
            other = item.model_copy(update={"active": True})
            return None if rivals_of(probe, [other]) else item
    return None


def _rival_facts(bench: Workbench, item: Preference) -> list[AboutMeta]:
    """Returns the facts that give the preference's slot another value, if it names one."""
    held = held_by_preference(item.type, item.description, item.slot)
    if not held or held.slot not in PATHS.values() or not held.names_a_value:
        return []
    facts = bench.profile.about.to_json()
    rivals = []
    for meta in bench.profile.about_meta:
        value = get_leaf(facts, meta.path)
        theirs = value is not None and held_by_fact(meta.path, value)
        if theirs and held.is_rival_of(theirs):
            rivals.append(meta)
    return rivals


def _stored_as_a_fact(bench: Workbench, candidate: PreferenceCandidate) -> str | None:
    """Returns the path of a fact that says all that the candidate says."""
    inferred = bench.profile.inferred_paths
    held = held_by_preference(candidate.type, candidate.description, candidate.slot)
    for path, value in leaves(bench.profile.about.to_json()):
        theirs = held_by_fact(path, value) if path in PATHS and path not in inferred else None
        if held and theirs and held.slot not in LABELS and held.agrees_with(theirs):
            return path
    if candidate.type not in _AS_FACTS:
        return None
    for path, value in leaves(bench.profile.about.to_json()):
        if path in inferred or path in ("bio", "notes"):
            continue
        values = value if path in LIST_PATHS else [value]
        if says_no_more(candidate.description, map(in_words, values)):
            return path
    return None


def _state_fact(bench: Workbench, path: str, claimant: Claimant) -> None:
    """Records that a fact was stated again, in other words."""
    metas = [
        meta.model_copy(
            update={
                "last_seen": max(meta.last_seen, min(claimant.at, bench.now)),
                "stated_at": max(filter(None, (stated_at(meta), claimant.at))),
            }
        )
        if meta.path == path and claimant.is_explicit
        else meta
        for meta in bench.profile.about_meta
    ]
    bench.change(about_meta=metas)


def _reinforced(
    bench: Workbench,
    existing: Preference,
    candidate: PreferenceCandidate,
    evidence: Evidence,
    claimant: Claimant,
) -> Preference:
    """Raises the confidence to min(1, max(existing + 0.1, observed)), existing after decay.

    Inferring it again, however often, never raises it above `INFERRED_AT_MOST`.
    """
    seen = bench.seen_at(evidence, existing.last_updated)
    left = preference_confidence(existing, bench.settings, seen)
    raised = left + (REINFORCEMENT if existing.id not in bench.touched else 0.0)
    confidence = round(min(1.0, max(raised, candidate.confidence)), 6)
    if not claimant.is_said:
        confidence = max(left, min(confidence, INFERRED_AT_MOST))
    stated = [existing.stated_at, evidence.at if claimant.is_explicit else None]
    if existing.source == "manual":
        # Its words, and how long it holds, are the user's own.
        return existing.model_copy(
            update={
                "evidence": with_evidence(existing.evidence, evidence),
                "last_updated": seen,
                "stated_at": max((at for at in stated if at), default=None),
            }
        )
    is_newest = claimant.is_explicit and evidence.at >= (existing.stated_at or evidence.at)
    return existing.model_copy(
        update={
            "confidence": confidence,
            "base_confidence": confidence,
            "evidence": with_evidence(existing.evidence, evidence),
            "context": joined_contexts(existing.context, candidate.context),
            "category": existing.category or candidate.category,
            "metadata": joined_metadata(existing.metadata, candidate.metadata),
            "last_updated": seen,
            "slot": existing.slot or candidate.slot,
            "stated_at": max((at for at in stated if at), default=None),
            "valid_to": candidate.valid_to if is_newest else existing.valid_to,
            "ageing": candidate.ageing or existing.ageing,
        }
    )
