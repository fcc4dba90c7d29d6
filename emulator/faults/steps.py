"""Which step of a prompt's way a commit is, told by what it writes.

A function that dies between two of its lines looks, from outside, as if it had died before or after
the nearest write or call; so these are all the places where dying makes a difference. Analysing
itself writes nothing: it lies between `claim` and `merge`, which also marks the batch.
"""

from collections.abc import Sequence
from typing import Any

_BY_STATE = {"running": "claim", "done": "merge", "failed": "merge"}


def step_of(writes: Sequence[Any]) -> str:
    """A name out of `plan.STEPS` for a commit's writes (google.firestore.v1.Write)."""
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
    """The documents that the writes concern, as one text."""
    return " ".join(sorted(_path(write) for write in writes))


def _collection(write: Any) -> str:
    return _path(write).split("/")[-2]


def _path(write: Any) -> str:
    operation = write.WhichOneof("operation")
    name: str = write.update.name if operation == "update" else write.delete
    if operation == "transform":
        name = write.transform.document
    return name.partition("/documents/")[2] or "/"
