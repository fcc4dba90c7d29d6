"""The state that the rules of a merge share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.base.ids import derived_id
from shared.base.sameness import same_object
from shared.base.text import fold
from shared.documents.about import in_words
from shared.documents.bounds import size_of
from shared.documents.decisions import Kind, Outcome, Reason
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import (
    MAX_PROPOSALS,
    MAX_PROPOSALS_SIZE,
    Evidence,
    Profile,
    Proposed,
    Withdrawn,
    newest_withdrawn,
)
from shared.documents.settings import Settings
from shared.profile.forgotten import Forgotten
from shared.profile.proposals import question_of
from shared.profile.slots import Held, held_by_fact

INFERRED_AT_MOST = 0.69
"""The most that an inference can have: just below what the context includes, F-14 (P-12)."""


@dataclass(frozen=True)
class Verdict:
    """The result of merging one candidate."""

    outcome: Outcome
    item_id: str | None = None
    reason: Reason | None = None

    @classmethod
    def rejected(cls, reason: Reason, item_id: str | None = None) -> "Verdict":
        """Returns the verdict for a rejected candidate."""
        return cls(Outcome.REJECTED, item_id, reason)


@dataclass
class Workbench:
    """The state of a merge.

    `touched` holds the ids of items that this batch has added or reinforced. A batch counts only
    once for an item, however often its prompts repeat it. `withdrawn_now`, `endings_now` and
    `superseded_now` hold what this batch has ended: it is merged in the order of its words, so what
    comes after is later. `taken_back` has what was known and this batch has taken back, by the
    message and the quote that do so. `sizes` has the bytes of the proposals, by their ids.
    """

    profile: Profile
    batch_id: str
    settings: Settings
    now: datetime
    touched: set[str] = field(default_factory=set)
    withdrawn_now: list[Withdrawn] = field(default_factory=list)
    endings_now: list[Ending] = field(default_factory=list)
    superseded_now: set[str] = field(default_factory=set)
    taken_back: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    forgotten: Forgotten = field(init=False)

    def __post_init__(self) -> None:
        """Indexes what the user deleted, which no merge changes."""
        self.forgotten = Forgotten(self.profile.forgotten)

    @property
    def approves_everything(self) -> bool:
        """Whether nothing that is learned counts until the user accepts it."""
        return self.settings.approval == "everything"

    def new_id(self, kind: str, scope: str, text: str) -> str:
        """Returns the id for a new item, always the same for the same item of the same batch."""
        return derived_id(kind, self.batch_id, scope, fold(text))

    def touch(self, item_id: str) -> bool:
        """Marks an item as seen in this batch, and returns whether this is the first time."""
        first = item_id not in self.touched
        self.touched.add(item_id)
        return first

    def seen_at(self, evidence: Evidence, known: datetime | None = None) -> datetime:
        """Returns when something was last seen: when it was said, which may be years ago.

        Args:
            evidence: the words that say it.
            known: when it was last seen according to the profile.
        """
        said = min(evidence.at, self.now)
        return max(said, known) if known else said

    def change(self, **parts: Any) -> None:
        """Replaces parts of the profile."""
        self.profile = self.profile.model_copy(update=parts)

    def withdrawn(self, scope: str, text: str, at: datetime) -> Withdrawn | None:
        """Returns what later words than these have ended or retracted of what they say."""
        found = [
            item
            for item in self.profile.withdrawn
            if item.at >= at
            and item.scope in ("", scope)
            and same_object(item.text, text)
            and (item.at > at or not _is_among(item, self.withdrawn_now))
        ]
        return max(found, key=lambda item: (item.retracted, item.at), default=None)

    def is_withdrawn(self, scope: str, text: str, at: datetime) -> bool:
        """Returns whether later words than these have ended or retracted what they say."""
        return self.withdrawn(scope, text, at) is not None

    def has_ended(self, ending: Ending, at: datetime) -> bool:
        """Returns whether later words than these have ended something."""
        return ending.at > at or (ending.at == at and ending not in self.endings_now)

    def is_fact_over(self, held: Held | None, at: datetime) -> bool:
        """Returns whether the slot's past facts know newer words than these.

        They have ended the same value, or had said another one that has ended since.
        """
        if held is None:
            return False
        for fact in self.profile.past.facts:
            theirs = held_by_fact(fact.path, fact.value)
            has_passed = fact.ended.by is EndedBy.PASSED
            if has_passed or not theirs or (theirs.slot, theirs.key) != (held.slot, held.key):
                continue
            if theirs.agrees_with(held):
                if self.has_ended(fact.ended, at):
                    return True
            elif fact.stated_at and fact.stated_at > at:
                return True
        return False

    def withdraw(
        self, kind: Kind, scope: str, text: str, at: datetime, *, retracted: bool = False
    ) -> None:
        """Keeps older words, which may arrive later, from bringing something back."""
        new = Withdrawn(kind=kind, scope=scope, text=text, at=at, retracted=retracted)
        self.withdrawn_now.append(new)
        if not _is_among(new, self.profile.withdrawn):
            self.change(withdrawn=newest_withdrawn([*self.profile.withdrawn, new]))

    def propose(self, why: str, scope: str, text: str, parts: Mapping[str, Any]) -> Verdict:
        """Puts something into the inbox; proposing it again changes nothing.

        Of two answers to one question, the one in the newer words waits. Where the inbox is full,
        it takes nothing more; what only made room at a limit leaves it first.

        Args:
            why: the `why` of the proposal.
            scope: the type or the path of what is proposed.
            text: what it says.
            parts: the other fields of the proposal.
        """
        contested = parts.get("contested_value")
        element = [in_words(contested)] if contested is not None else []
        contests = str(parts.get("contests", ""))
        id_ = derived_id("proposal", why, scope, fold(text), contests, *element)
        reason = Reason.DECLARED if why == "proposal" else Reason.PROPOSED
        verdict = Verdict.rejected(reason, parts.get("contests") or id_)
        waiting = self.profile.proposals
        if any(item.id == id_ for item in waiting):
            return verdict
        new = Proposed.model_validate({"id": id_, "why": why, "at": self.now, **parts})
        rivals = [item for item in waiting if _answers_the_same(item, new)]
        if any(_outlasts(item, new) for item in rivals):
            return verdict if new.ends else Verdict.rejected(Reason.OUTDATED, verdict.item_id)
        rest = [item for item in waiting if item not in rivals]
        while not self._has_room(rest, new):
            evicted = next((item for item in rest if item.why == "evicted"), None)
            if evicted is None or why == "evicted":
                return Verdict.rejected(Reason.LIMIT, parts.get("contests"))
            rest.remove(evicted)
        self.change(proposals=[*rest, new])
        return verdict

    def _has_room(self, waiting: Sequence[Proposed], new: Proposed) -> bool:
        if len(waiting) >= MAX_PROPOSALS:
            return False
        for item in (*waiting, new):
            if item.id not in self.sizes:
                self.sizes[item.id] = size_of(item) + len(",")
        return sum(self.sizes[item.id] for item in (*waiting, new)) < MAX_PROPOSALS_SIZE


def _answers_the_same(one: Proposed, other: Proposed) -> bool:
    question = question_of(one)
    return question is not None and question == question_of(other)


def _outlasts(known: Proposed, new: Proposed) -> bool:
    """Returns whether a proposal goes on waiting in the place of a new one.

    What holds instead says that the other is over, so that it stays before words that only say so.
    """
    if known.ends != new.ends:
        return new.ends
    return bool(known.evidence and new.evidence and known.evidence.at > new.evidence.at)


def _is_among(one: Withdrawn, others: Iterable[Withdrawn]) -> bool:
    # Comparing models as a whole takes a hundred times as long as comparing texts.
    return any(one.text == other.text and one == other for other in others)
