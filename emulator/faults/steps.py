"""Recognizes the step of a prompt's processing that a commit belongs to, by what it writes.

Seen from outside, a function that dies between two of its lines dies before or after the nearest
write or call, so these are all the points where it makes a difference. The analysis itself writes
nothing: it lies between `claim`, which leases the batch, and `merge`, which also marks the batch as
done or failed. `drive` requeues a batch.
"""

from collections.abc import Sequence
from typing import Any

_BY_STATE = {"running": "claim", "done": "merge", "failed": "merge"}


def step_of(writes: Sequence[Any]) -> str:
    """Returns the step in `plan.STEPS` for a commit's writes (google.firestore.v1.Write)."""
    collections = {_collection(write) for write in writes}
    if collections == {"prompts"}:
        return "record"
    if collections == {"users"}:
        return "count"
    for write in writes:
        if _collection(write) == "batches" and write.WhichOneof("operation") == "update":
            is_new = write.current_document.WhichOneof("condition_type") == "exists"
            state = write.update.fields["state"].string_value
            return _BY_STATE.get(state) or ("batch" if is_new else "drive")
    return "other"


def paths_of(writes: Sequence[Any]) -> str:
    """Returns the paths of the documents that are written, as one string."""
    return " ".join(sorted(_path(write) for write in writes))


def _collection(write: Any) -> str:
    return _path(write).split("/")[-2]


def _path(write: Any) -> str:
    operation = write.WhichOneof("operation")
    name: str = write.update.name if operation == "update" else write.delete
    if operation == "transform":
        name = write.transform.document
    return name.partition("/documents/")[2] or "/"
