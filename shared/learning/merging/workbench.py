"""The state that the rules of a merge share."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.base.ids import derived_id
from shared.base.sameness import same_object
from shared.base.text import fold
from shared.documents.decisions import Kind, Outcome, Reason
from shared.documents.lifetime import Ending
from shared.documents.profile import (
    Profile,
    Proposed,
    Withdrawn,
    newest_proposals,
    newest_withdrawn,
)
from shared.documents.settings import Settings
from shared.profile.forgotten import Forgotten
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
    once for an item, however often its prompts repeat it. `withdrawn_now` and `endings_now` hold
    what this batch has ended: it is merged in the order of its words, so what comes after is later.
    """

    profile: Profile
    batch_id: str
    settings: Settings
    now: datetime
    touched: set[str] = field(default_factory=set)
    withdrawn_now: list[Withdrawn] = field(default_factory=list)
    endings_now: list[Ending] = field(default_factory=list)
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
            if not theirs or (theirs.slot, theirs.key) != (held.slot, held.key):
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

        Args:
            why: the `why` of the proposal.
            scope: the type or the path of what is proposed.
            text: what it says.
            parts: the other fields of the proposal.
        """
        id_ = derived_id("proposal", why, scope, fold(text), str(parts.get("contests", "")))
        if all(item.id != id_ for item in self.profile.proposals):
            new = Proposed.model_validate({"id": id_, "why": why, "at": self.now, **parts})
            self.change(proposals=newest_proposals([*self.profile.proposals, new]))
        return Verdict.rejected(Reason.PROPOSED, parts.get("contests") or id_)


def _is_among(one: Withdrawn, others: Iterable[Withdrawn]) -> bool:
    # Comparing models as a whole takes a hundred times as long as comparing texts.
    return any(one.text == other.text and one == other for other in others)
