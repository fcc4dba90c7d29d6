"""What `admin` answers: figures, failures, and who looked at them. Content is in none of it."""

from typing import Literal

from shared.base.model import Model, Timestamp
from shared.documents.operating import Look, Run
from shared.documents.settings import Settings
from shared.operating.ports import Account, FailedBatch, Parked


class PromptFigures(Model):
    """How many of a user's prompts were analyzed, and how many wait for their batch."""

    analyzed: int
    pending: int


class BatchFigures(Model):
    """How many of a user's batches have a task, wait in line, and failed last."""

    in_flight: int
    waiting: int
    failed: int


class NoteFigures(Model):
    """How many notes a user's archive holds, and how many bytes all their notes take."""

    archived: int
    bytes: int


class SpendingFigures(Model):
    """US dollars of the last day with an analysis (UTC), and of all days.

    `reserved` is set aside for calls of that day whose cost is not known yet.
    """

    day: str | None = None
    amount: float
    reserved: float
    total: float


class UserFigures(Model):
    """A user as an operator sees them.

    `since` is absent if Rekindle has stored nothing about them yet. `lastActivity` is when their
    profile, what waits to be learned, or their notes last changed, by a request of theirs or by
    maintenance.
    """

    id: str
    since: Timestamp | None = None
    last_activity: Timestamp | None = None
    profile_version: int
    prompts: PromptFigures
    batches: BatchFigures
    notes: NoteFigures
    spent: SpendingFigures
    erasing: Literal[True] | None = None

    @classmethod
    def of(cls, id_: str, account: Account) -> "UserFigures":
        """Returns the figures of an account under its sealed id."""
        return cls(
            id=id_,
            since=account.since,
            last_activity=account.written_at,
            profile_version=account.version,
            prompts=PromptFigures(analyzed=account.analyzed, pending=account.pending),
            batches=BatchFigures(
                in_flight=account.in_flight, waiting=account.waiting, failed=account.failed
            ),
            notes=NoteFigures(archived=account.archived, bytes=account.size),
            spent=spent_of(account),
            erasing=True if account.erasing else None,
        )


def spent_of(account: Account) -> SpendingFigures:
    """Returns what an account has spent."""
    return SpendingFigures(
        day=account.spent_on or None,
        amount=account.spent,
        reserved=account.reserved,
        total=account.spent_total,
    )


class UsersAnswer(Model):
    """A page of users."""

    users: list[UserFigures]
    next_page_token: str | None = None


class FailedBatchView(Model):
    """A failed batch. `retryAt` is absent if only a retry by hand is left."""

    id: str
    user: str
    reason: str | None = None
    trigger: str | None = None
    prompts: int
    attempts: int
    drives: int
    created_at: Timestamp | None = None
    failed_at: Timestamp
    retry_at: Timestamp | None = None

    @classmethod
    def of(cls, id_: str, user: str, batch: FailedBatch) -> "FailedBatchView":
        """Returns the view of a failed batch under its sealed ids."""
        return cls(
            id=id_,
            user=user,
            reason=batch.reason or None,
            trigger=batch.trigger or None,
            prompts=batch.prompts,
            attempts=batch.attempts,
            drives=batch.drives,
            created_at=batch.created_at,
            failed_at=batch.finished_at,
            retry_at=batch.retry_at,
        )


class FailedBatchesAnswer(Model):
    """A page of failed batches, the last to fail first."""

    batches: list[FailedBatchView]
    next_page_token: str | None = None


class RetriedAnswer(Model):
    """How many failed batches were queued again, and how many were not, by the reason.

    With a `nextPageToken` there are more: send it in the next request.
    """

    retried: int
    left: dict[str, int] = {}
    next_page_token: str | None = None


class ParkedView(Model):
    """Work that failed so often that maintenance leaves it alone."""

    id: str
    user: str
    kind: str
    reason: str
    tries: int
    due_at: Timestamp
    parked_at: Timestamp | None = None

    @classmethod
    def of(cls, id_: str, user: str, parked: Parked) -> "ParkedView":
        """Returns the view of parked work under its sealed ids."""
        setback = parked.setback
        return cls(
            id=id_,
            user=user,
            kind=setback.kind,
            reason=setback.reason,
            tries=setback.tries,
            due_at=setback.due_at,
            parked_at=setback.parked_at,
        )


class ParkedAnswer(Model):
    """A page of parked work, the longest parked first."""

    parked: list[ParkedView]
    next_page_token: str | None = None


class ReleasedAnswer(Model):
    """How much work the next sweep tries again. With a `nextPageToken` there is more."""

    released: int
    next_page_token: str | None = None


class SpendingDay(Model):
    """US dollars that the analyses of one day (UTC) set aside."""

    day: str
    amount: float


class SpendingAnswer(Model):
    """Spending by day, today first. A budget is absent where there is none."""

    days: list[SpendingDay]
    deployment_budget: float | None = None
    user_budget: float | None = None


class SpenderView(Model):
    """What a user has spent today."""

    user: str
    spent: SpendingFigures


class SpendersAnswer(Model):
    """A page of the users with an analysis today; who spent most comes first."""

    users: list[SpenderView]
    user_budget: float | None = None
    next_page_token: str | None = None


class RunView(Model):
    """A run of maintenance: what it handed out and what failed, by kind.

    `complete` is false if something was left for the next run, which `unfinished` names.
    """

    at: Timestamp
    finished_at: Timestamp
    enqueued: dict[str, int]
    failed: dict[str, int]
    waiting: int
    parked: int
    unfinished: list[str]
    complete: bool
    reason: str | None = None

    @classmethod
    def of(cls, run: Run) -> "RunView":
        """Returns the view of a stored run."""
        return cls(**{**dict(run), "reason": run.reason or None})


class RunsAnswer(Model):
    """A page of maintenance's runs, the newest first."""

    runs: list[RunView]
    next_page_token: str | None = None


class LookView(Model):
    """Who asked for which route, when, which user it named, and how many users it showed."""

    at: Timestamp
    operator: str
    route: str
    user: str | None = None
    users: int

    @classmethod
    def of(cls, look: Look) -> "LookView":
        """Returns the view of a stored look."""
        return cls(
            at=look.at,
            operator=look.operator,
            route=look.route,
            user=look.user,
            users=len(look.users),
        )


class LooksAnswer(Model):
    """A page of looks, the newest first."""

    looks: list[LookView]
    next_page_token: str | None = None


class ConfigurationAnswer(Model):
    """The version, and the variables as they are in effect. Secrets are `set` or `not set`.

    `build` is the hash of the archive that is deployed, `revision` that of this function in Cloud
    Run; both are empty elsewhere. `defaults` are the settings of users who set none.
    """

    version: str
    build: str
    revision: str
    variables: dict[str, str]
    defaults: Settings
