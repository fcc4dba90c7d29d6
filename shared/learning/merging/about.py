"""Merges facts into `about`: the newest explicit statement wins, unless the user declared another.

What was said and what was only inferred never share a path: an inference takes no place that has
something said, and the first thing said takes the place of all inferences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from shared.base.sameness import same
from shared.documents.about import (
    LIST_PATHS,
    SCALAR_PATHS,
    About,
    elements,
    from_elements,
    get_leaf,
    in_words,
    is_several,
    name_of,
    with_leaf,
)
from shared.documents.decisions import Outcome, Reason
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import AboutMeta, Evidence, PastFact, Preference, Profile
from shared.learning.candidates import AboutCandidate
from shared.learning.merging.ending import end_fact, ending_of
from shared.learning.merging.hindsight import keep_as_history
from shared.learning.merging.proposing import Why, propose
from shared.learning.merging.rivalry import Claimant, Contest, Rival, contest, id_of
from shared.learning.merging.workbench import INFERRED_AT_MOST, Verdict, Workbench
from shared.profile.decay import about_confidence
from shared.profile.past import with_past_facts
from shared.profile.preferences import with_preference
from shared.profile.proposals import settled
from shared.profile.scopes import scope_of
from shared.profile.slots import LABELS, PATHS, held_by_fact, held_by_preference, stated_at

REINFORCEMENT = 0.3
"""Added when a fact is mentioned again (S-20)."""


@dataclass(frozen=True)
class _Leaf:
    """What is known at a path.

    Attributes:
        path: the path.
        values: its values; at most one unless it holds a list.
        meta: what is known of them.
    """

    path: str
    values: Sequence[Any]
    meta: AboutMeta | None

    @classmethod
    def of(cls, profile: Profile, path: str) -> "_Leaf":
        values = elements(path, get_leaf(profile.about.to_json(), path))
        return cls(path, values, next((m for m in profile.about_meta if m.path == path), None))

    @property
    def is_list(self) -> bool:
        return is_several(self.path)

    @property
    def is_declared(self) -> bool:
        return self.meta is not None and self.meta.source == "declared"

    @property
    def is_inferred(self) -> bool:
        return self.meta is not None and self.meta.inferred

    def same_as(self, value: Any) -> Any:
        """The known value that a new one repeats, or None."""
        name = name_of(self.path, value)
        named = (each for each in self.values if same(name_of(self.path, each), name))
        return next((each for each in named if not self._is_another_person(each, value)), None)

    def _is_another_person(self, one: Any, other: Any) -> bool:
        """Whether two contacts of one name have roles that one person seldom has both."""
        held, theirs = held_by_fact(self.path, one), held_by_fact(self.path, other)
        is_contact = self.path == "contacts"
        return bool(is_contact and held and theirs and held.key != theirs.key)

    def with_new(self, value: Any, losing: Sequence[Any]) -> list[Any]:
        """The values with a new one; what is new about a known contact is added to it."""
        known = self.same_as(value)
        kept = [each for each in self.values if each not in losing]
        if known is None:
            return [*kept, value]
        if isinstance(known, dict) and isinstance(value, dict):
            news = {key: part for key, part in value.items() if part}
            return [{**each, **news} if each is known else each for each in kept]
        return kept

    def rivals_of(self, value: Any) -> list[Any]:
        """The values that cannot hold beside a new one."""
        if not self.is_list:
            return [] if self.same_as(value) is not None else list(self.values)
        new = held_by_fact(self.path, value)
        held = [(each, held_by_fact(self.path, each)) for each in self.values]
        return [each for each, theirs in held if new and theirs and new.is_rival_of(theirs)]


def merge(
    bench: Workbench, candidate: AboutCandidate, evidence: Evidence, *, is_said: bool
) -> Verdict:
    """Sets the candidate's leaf, or adds to it if it is a list.

    An inferred value is marked as one until a quote says it.
    """
    path, value = candidate.path, candidate.value
    leaf = _Leaf.of(bench.profile, path)
    claimant = Claimant(candidate.confidence, evidence.at, is_said)
    problem = _problem(bench, candidate, evidence, leaf, is_said=is_said)
    if problem is None and candidate.valid_to and candidate.valid_to <= evidence.at:
        return _told_of_the_past(bench, candidate, evidence, leaf)
    if problem is Reason.OUTDATED and claimant.is_explicit:
        _end_older(bench, candidate, evidence, leaf)
        _keep_as_past(bench, candidate, evidence)
        if not bench.is_withdrawn(scope_of("about", path), name_of(path, value), evidence.at):
            keep_as_history(bench, candidate, evidence)
    if problem:
        return Verdict.rejected(problem, path)
    losing = leaf.rivals_of(value)
    rivals: list[Rival] = _slot_preferences(bench, path, value)
    if losing and leaf.meta and not leaf.is_inferred:
        rivals.append(leaf.meta)
    result = contest(claimant, rivals)
    known = leaf.same_as(value)
    is_known = known is not None
    if result.reason is Reason.OUTDATED and isinstance(result.stronger, AboutMeta):
        keep_as_history(bench, candidate, evidence)
    if result.stronger and result.reason not in (None, Reason.PROPOSED):
        return Verdict.rejected(result.reason or Reason.OUTDATED, path)
    if leaf.is_declared and is_known and leaf.with_new(value, losing) != list(leaf.values):
        return propose(bench, candidate, evidence, "proposal", path)
    if rivals and candidate.valid_from and candidate.valid_from > evidence.at:
        return propose(bench, candidate, evidence, "contradiction", id_of(rivals[0]))
    if result.stronger or (bench.approves_everything and (losing or not is_known)):
        why: Why = "approval"
        if result.stronger:
            why = "proposal" if result.reason else "contradiction"
        contests = id_of(result.stronger) if result.stronger else None
        gone = losing[0] if losing else None
        return propose(bench, candidate, evidence, why, contests, contested_value=gone)
    if leaf.is_inferred and is_said:
        said = leaf.same_as(value)
        losing = [each for each in leaf.values if each is not said]
    values = leaf.with_new(value, losing)
    about = _with_values(bench.profile, leaf, values)
    if about is None:
        full = leaf.is_list and len(values) > 1
        return Verdict.rejected(Reason.LIMIT if full else Reason.INVALID, path)
    return _stored(bench, candidate, evidence, claimant, leaf, losing, result, about)


def _problem(
    bench: Workbench, candidate: AboutCandidate, evidence: Evidence, leaf: _Leaf, *, is_said: bool
) -> Reason | None:
    path, value = candidate.path, candidate.value
    if path not in LIST_PATHS | SCALAR_PATHS and not path.startswith("custom."):
        return Reason.INVALID
    if bench.is_withdrawn(scope_of("about", path), name_of(path, value), evidence.at):
        return Reason.OUTDATED
    if bench.is_fact_over(held_by_fact(path, value), evidence.at):
        return Reason.OUTDATED
    if bench.forgotten.has("about", path, in_words(value)):
        return Reason.FORGOTTEN
    if leaf.values and not is_said and not leaf.is_inferred:
        return Reason.NO_EVIDENCE
    return None


def _told_of_the_past(
    bench: Workbench, candidate: AboutCandidate, evidence: Evidence, leaf: _Leaf
) -> Verdict:
    """Records what was true once: it says nothing of today, unless it is what is known of it."""
    path, value, until = candidate.path, candidate.value, candidate.valid_to
    known = leaf.same_as(value)
    if known is not None and not leaf.is_declared:
        end_fact(bench, path, known, evidence, at=until)
    else:
        fact = PastFact(
            path=path,
            value=value,
            stated_at=evidence.at,
            valid_from=candidate.valid_from,
            valid_to=until,
            ended=ending_of(bench, evidence, until),
        )
        bench.profile = with_past_facts(bench.profile, [fact])
    return Verdict(Outcome.ENDED, path)


def _end_older(
    bench: Workbench, candidate: AboutCandidate, evidence: Evidence, leaf: _Leaf
) -> None:
    """Ends what still older words had said: it was over before the candidate was.

    What was taken back has never ended anything.
    """
    gone = bench.withdrawn(
        scope_of("about", leaf.path), name_of(leaf.path, candidate.value), evidence.at
    )
    meta = None if gone and gone.retracted else leaf.meta
    if meta and meta.source == "learned" and not leaf.is_inferred:
        known = stated_at(meta)
        if known is None or known < evidence.at:
            for each in leaf.rivals_of(candidate.value):
                end_fact(bench, leaf.path, each, evidence)


def _keep_as_past(bench: Workbench, candidate: AboutCandidate, evidence: Evidence) -> None:
    """Adds the value of a slot that has ended to its history, which tells still older words."""
    path, value = candidate.path, candidate.value
    name = name_of(path, value)
    gone = bench.withdrawn(scope_of("about", path), name, evidence.at)
    if gone is None or gone.retracted or held_by_fact(path, value) is None:
        return
    past = bench.profile.past
    for index, fact in enumerate(past.facts):
        if fact.path == path and same(name_of(path, fact.value), name):
            stated = max(filter(None, (fact.stated_at, evidence.at)))
            facts = list(past.facts)
            facts[index] = fact.model_copy(update={"stated_at": stated})
            bench.change(past=past.model_copy(update={"facts": facts}))
            return
    fact = PastFact(
        path=path,
        value=value,
        stated_at=evidence.at,
        valid_from=candidate.valid_from or evidence.at,
        valid_to=gone.at,
        ended=Ending(at=gone.at, by=EndedBy.SAID),
    )
    bench.profile = with_past_facts(bench.profile, [fact])


def _with_values(profile: Profile, leaf: _Leaf, values: Sequence[Any]) -> About | None:
    value = from_elements(leaf.path, values)
    try:
        return About.model_validate(with_leaf(profile.about.to_json(), leaf.path, value))
    except ValidationError:
        return None


def _stored(
    bench: Workbench,
    candidate: AboutCandidate,
    evidence: Evidence,
    claimant: Claimant,
    leaf: _Leaf,
    losing: Sequence[Any],
    result: Contest,
    about: About,
) -> Verdict:
    path = candidate.path
    if not leaf.is_inferred:
        for each in losing:
            end_fact(bench, path, each, evidence, replaced_by=path)
    preferences = bench.profile.preferences
    # A fact is stored once: preferences that say the same of its slot give way to it.
    doubles = []
    if PATHS.get(path) not in LABELS:
        doubles = _slot_preferences(bench, path, candidate.value, agree=True)
    for loser in [*result.losers, *doubles]:
        if isinstance(loser, Preference) and loser.source == "learned":
            update = {"active": False, "superseded_by": path, "superseded_at": evidence.at}
            preferences = with_preference(preferences, loser.model_copy(update=update))
    is_known = leaf.same_as(candidate.value) is not None
    first = bench.touch(path)
    starts_anew = bool(losing) and not (leaf.is_list and leaf.values != losing)
    meta = _meta(
        bench,
        candidate,
        evidence,
        claimant,
        None if starts_anew else leaf.meta,
        boost=first and is_known,
    )
    stated = [meta.stated_at, *map(stated_at, doubles)]
    meta = meta.model_copy(update={"stated_at": max((at for at in stated if at), default=None)})
    metas = [item for item in bench.profile.about_meta if item.path != path]
    bench.change(about=about, about_meta=[*metas, meta], preferences=preferences)
    if claimant.is_explicit:
        bench.profile = settled(bench.profile, {path}, evidence.at, candidate.value)
    if losing or result.losers:
        return Verdict(Outcome.SUPERSEDED, path)
    if is_known:
        return Verdict(Outcome.REINFORCED if first else Outcome.MERGED, path)
    return Verdict(Outcome.MERGED if leaf.meta else Outcome.ADDED, path)


def _slot_preferences(
    bench: Workbench, path: str, value: Any, *, agree: bool = False
) -> list[Rival]:
    """Returns the active preferences that give the fact's slot another value, or the same."""
    new = held_by_fact(path, value) if path in PATHS else None
    if new is None:
        return []
    found: list[Rival] = []
    for item in bench.profile.preferences:
        held = held_by_preference(item.type, item.description, item.slot)
        if item.active and held and (new.agrees_with if agree else new.is_rival_of)(held):
            found.append(item)
    return found


def _meta(
    bench: Workbench,
    candidate: AboutCandidate,
    evidence: Evidence,
    claimant: Claimant,
    meta: AboutMeta | None,
    *,
    boost: bool,
) -> AboutMeta:
    most = 1.0 if claimant.is_said else INFERRED_AT_MOST
    stated = evidence.at if claimant.is_explicit else None
    # An end of its own would end all values of a list.
    until = None if is_several(candidate.path) else candidate.valid_to
    if meta is not None and meta.source == "declared":
        update = {
            "last_seen": bench.seen_at(evidence, meta.last_seen),
            "seen_count": meta.seen_count + 1,
        }
        return meta.model_copy(update=update)
    if meta is None:
        return AboutMeta(
            path=candidate.path,
            first_seen=bench.seen_at(evidence),
            last_seen=bench.seen_at(evidence),
            confidence=min(candidate.confidence, most),
            source="learned",
            inferred=not claimant.is_said,
            stated_at=stated,
            valid_from=candidate.valid_from or evidence.at,
            valid_to=until,
            ageing=candidate.ageing,
        )
    is_newest = stated is not None and stated >= (meta.stated_at or stated)
    seen = bench.seen_at(evidence, meta.last_seen)
    left = about_confidence(meta, bench.settings, seen) + (REINFORCEMENT if boost else 0.0)
    return meta.model_copy(
        update={
            "first_seen": min(meta.first_seen, bench.seen_at(evidence)),
            "last_seen": seen,
            "confidence": round(min(most, max(left, candidate.confidence)), 6),
            "seen_count": meta.seen_count + 1,
            "inferred": not claimant.is_said,
            "stated_at": max((at for at in (meta.stated_at, stated) if at), default=None),
            "valid_to": until if is_newest else meta.valid_to,
            "ageing": candidate.ageing or meta.ageing,
        }
    )
