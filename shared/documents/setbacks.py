"""A setback: maintenance could not do a piece of its work."""

from shared.base.model import Model, Timestamp


class Setback(Model):
    """`users/{uid}/setbacks/{id}`: one for each kind of work, or for each batch, that fails.

    It holds no content, and it works for documents that cannot be read. Erasure removes it like
    everything else under the user.

    Attributes:
        kind: the kind of due work, such as `decay`; see `shared.ports.DueKind`.
        item: the id of the batch; empty if the work covers all that is due of its kind.
        tries: how often the work has failed.
        due_at: when the work was due. A parked item is tried again once this has changed.
        retry_at: the earliest time of the next attempt.
        parked_at: when it was parked: maintenance leaves it alone until its due time changes or
            an operator releases it. Absent while it is retried.
        reason: the type of the last error, such as `Unreadable`.
    """

    id: str
    kind: str
    item: str = ""
    tries: int = 1
    due_at: Timestamp
    retry_at: Timestamp
    parked_at: Timestamp | None = None
    reason: str = ""
