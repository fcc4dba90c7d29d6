"""The known differences between the embedded Firestore and hidane 0.6.0.

emulator/firestore/README.md lists them too; a test compares the lists.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from emulator.firestore.data.write_checks import target_name
from tests.support.differential.programs import ROOT, Call, Listen, Step, Transaction

_INVALID, _PRECONDITION, _ABORTED = "INVALID_ARGUMENT", "FAILED_PRECONDITION", "ABORTED"
_FAILURES = ("INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED")
_DESCENDING = 2
_INVALID_CODE = 3


@dataclass(frozen=True)
class Difference:
    """A known difference.

    Attributes:
        about: the requests that it concerns.
        explains: whether it explains a call's two outcomes, the embedded one's first.
    """

    about: str
    explains: Callable[[Call, Any, Any], bool]


def _query(call: Call) -> Any:
    request = call.request
    if call.method == "RunQuery":
        return request.structured_query
    if call.method == "RunAggregationQuery":
        return request.structured_aggregation_query.structured_query
    return None


def _needs_descending_key(call: Call, ours: Any, theirs: Any) -> bool:
    query = _query(call)
    return (
        theirs == _PRECONDITION
        and query is not None
        and any(
            order.field.field_path == "__name__" and order.direction == _DESCENDING
            for order in query.order_by
        )
    )


def _aggregates_projection(call: Call, ours: Any, theirs: Any) -> bool:
    return (
        theirs == _INVALID
        and call.method == "RunAggregationQuery"
        and _query(call).HasField("select")
    )


def _written(call: Call) -> list[Any]:
    if call.method in ("Commit", "BatchWrite"):
        return list(call.request.writes)
    return [call.request] if call.method == "UpdateDocument" else []


def _overlap(paths: list[str]) -> bool:
    return any(other.startswith(f"{path}.") for path in paths for other in paths)


def _masks_overlap(call: Call, ours: Any, theirs: Any) -> bool:
    refused = ours == _INVALID or (call.method == "BatchWrite" and _INVALID_CODE in ours[0])
    return refused and any(_overlap(write.update_mask.field_paths) for write in _written(call))


def _transforms_overlap(call: Call, ours: Any, theirs: Any) -> bool:
    if call.method == "UpdateDocument" or theirs != _INVALID:
        return False
    transforms = [[*w.update_transforms, *w.transform.field_transforms] for w in _written(call)]
    return any(_overlap([each.field_path for each in some]) for some in transforms)


def _writes_document_twice(call: Call, ours: Any, theirs: Any) -> bool:
    if call.method != "Commit":
        return False
    names = [target_name(write) for write in call.request.writes]
    if len(set(names)) == len(names):
        return False
    if isinstance(ours, str) or isinstance(theirs, str):
        return bool(theirs == _INVALID)
    pairs = zip(ours, theirs, strict=True)
    return all(one == other or other == (None, one[1]) for one, other in pairs)


def _masks_with_missing(call: Call, ours: Any, theirs: Any) -> bool:
    return (
        call.method == "ListDocuments"
        and call.request.show_missing
        and (call.request.HasField("mask"))
    )


def _counts_up_to_zero(call: Call, ours: Any, theirs: Any) -> bool:
    return (
        ours == _INVALID
        and call.method == "RunAggregationQuery"
        and any(
            part.count.HasField("up_to") and part.count.up_to.value == 0
            for part in call.request.structured_aggregation_query.aggregations
        )
    )


def _groups_below_document(call: Call, ours: Any, theirs: Any) -> bool:
    query = _query(call)
    return (
        ours == _INVALID
        and query is not None
        and call.request.parent != ROOT
        and query.from_[0].all_descendants
    )


def _batch_with_invalid_write(call: Call, ours: Any, theirs: Any) -> bool:
    return theirs == _INVALID and call.method == "BatchWrite" and _INVALID_CODE in ours[0]


def _uses_ended_transaction(call: Call, ours: Any, theirs: Any) -> bool:
    return (ours, theirs) == (_INVALID, _ABORTED) and bool(call.request.transaction)


DIFFERENCES = [
    Difference("scans by descending key", _needs_descending_key),
    Difference("sums and averages beside a projection", _aggregates_projection),
    Difference("masks with a field and a part of it", _masks_overlap),
    Difference("transforms of a field and a part of it", _transforms_overlap),
    Difference("several writes of one document in a commit", _writes_document_twice),
    Difference("masks of lists that show missing documents", _masks_with_missing),
    Difference("counts up to zero", _counts_up_to_zero),
    Difference("collection groups below a document", _groups_below_document),
    Difference("batches with an invalid write", _batch_with_invalid_write),
    Difference("calls in a transaction that has ended", _uses_ended_transaction),
]


def known_difference(step: Step, ours: Any, theirs: Any) -> str | None:
    """Return why the outcomes of a step differ, or None if nobody knows.

    Nothing explains a failure of the embedded engine itself.
    """
    if any(one in _FAILURES for one in (ours if isinstance(ours, list) else [ours])):
        return None
    if isinstance(step, Transaction):
        if len(ours) != len(theirs):
            return None
        calls = step.calls()
        known = [
            _explained(call, one, other)
            for call, one, other in zip(calls, ours, theirs, strict=True)
            if one != other
        ]
        return None if None in known else known[0]
    if isinstance(step, Listen):
        return _explained(step.as_call(), ours, theirs)
    return _explained(step, ours, theirs)


def may_have_changed(step: Step, ours: Any, theirs: Any) -> bool:
    """Whether a step that differed may have left the databases different."""
    if isinstance(step, Listen):
        return True
    if isinstance(step, Transaction):
        return False  # what differs is known, and concerns reads and refusals
    both_refused = isinstance(ours, str) and isinstance(theirs, str)
    return bool(_written(step)) and not both_refused


def _explained(call: Call, ours: Any, theirs: Any) -> str | None:
    return next((each.about for each in DIFFERENCES if each.explains(call, ours, theirs)), None)
