"""A batch that a worker has leased, and what the transactions on it return."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.documents.learning import Batch, Prompt
from shared.documents.user import UserState
from shared.learning.analyzer import PromptText
from shared.learning.calls import Tab
from shared.ports import Records
from shared.profile.user_state import updated


class LeaseLost(Exception):
    """Another worker took the lease over, or the user was erased."""


@dataclass(frozen=True)
class Leased:
    """A batch and its user as they were when it was leased.

    Attributes:
        uid: the user.
        batch: the batch, with the token of this worker's lease.
        user: the user's state.
        prompts: the prompts of the batch, masked and in order.
        tab: what its calls have reserved and used since.
    """

    uid: str
    batch: Batch
    user: UserState
    prompts: list[Prompt]
    tab: Tab

    @property
    def texts(self) -> list[PromptText]:
        """What the analyzer is given of the prompts."""
        return texts_of(self.prompts)

    def stored(self, records: Records) -> tuple[UserState, Batch]:
        """Returns the user and the batch as they are now, if the lease is still held.

        Raises:
            LeaseLost: it was taken over, or the user was erased.
        """
        user, batch = records.learner(self.uid, self.batch.id)
        if batch is None or user is None or batch.lease != self.batch.lease:
            raise LeaseLost
        return user, batch

    def settled(self, user: UserState, now: datetime) -> UserState:
        """Returns the user's state with what was used in place of what was reserved."""
        return updated(user, now, learning=self.tab.settled(user.learning, now))

    def paid(self, batch: Batch) -> Batch:
        """Returns the batch with what its analysis has used since it was written."""
        return self.tab.charged(batch)

    @property
    def problem(self) -> str:
        """What was wrong with the last answer about this batch, if it was invalid."""
        return problem_of(self.batch)


@dataclass(frozen=True)
class Step:
    """The result of a transaction: the batch it finished or leased, and what to enqueue now."""

    batch: Batch | None = None
    leased: Leased | None = None
    next: list[Batch] = field(default_factory=list)


def problem_of(batch: Batch) -> str:
    """Returns what was wrong with the last answer about a batch, if it was invalid."""
    return (batch.error and batch.error.detail) or ""


def texts_of(prompts: list[Prompt]) -> list[PromptText]:
    """Returns what an analyzer is given of prompts."""
    return [PromptText(prompt.id, prompt.content, prompt.created_at) for prompt in prompts]
