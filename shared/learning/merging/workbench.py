"""The state that the rules of a merge share."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.base.ids import derived_id
from shared.base.text import fold
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.profile.forgotten import Forgotten

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
    once for an item, however often its prompts repeat it.
    """

    profile: Profile
    batch_id: str
    settings: Settings
    now: datetime
    touched: set[str] = field(default_factory=set)
    forgotten: Forgotten = field(init=False)

    def __post_init__(self) -> None:
        """Indexes what the user deleted, which no merge changes."""
        self.forgotten = Forgotten(self.profile.forgotten)

    def new_id(self, kind: str, scope: str, text: str) -> str:
        """Returns the id for a new item, always the same for the same item of the same batch."""
        return derived_id(kind, self.batch_id, scope, fold(text))

    def touch(self, item_id: str) -> bool:
        """Marks an item as seen in this batch, and returns whether this is the first time."""
        first = item_id not in self.touched
        self.touched.add(item_id)
        return first
