"""What the rules of one merge share: the profile as it grows, and what this batch touched."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.base.ids import derived_id
from shared.base.text import fold
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Profile
from shared.documents.settings import Settings


@dataclass(frozen=True)
class Verdict:
    """What became of one candidate."""

    outcome: Outcome
    item_id: str | None = None
    reason: Reason | None = None

    @classmethod
    def rejected(cls, reason: Reason, item_id: str | None = None) -> "Verdict":
        """The verdict on a candidate that is not taken."""
        return cls(Outcome.REJECTED, item_id, reason)


@dataclass
class Workbench:
    """The state of one merge.

    `touched` holds the ids that this batch added or reinforced already: a batch counts once for
    an item, however often its prompts repeat it.
    """

    profile: Profile
    batch_id: str
    settings: Settings
    now: datetime
    touched: set[str] = field(default_factory=set)

    def new_id(self, kind: str, scope: str, text: str) -> str:
        """The id of a new item; the same for the same item of the same batch."""
        return derived_id(kind, self.batch_id, scope, fold(text))

    def touch(self, item_id: str) -> bool:
        """Marks an item as seen in this batch; whether this was the first time."""
        first = item_id not in self.touched
        self.touched.add(item_id)
        return first
