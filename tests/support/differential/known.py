"""The known differences between the embedded Firestore and hidane 0.6.0.

emulator/firestore/README.md lists them too; a test compares the lists.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import grpc

from emulator.firestore.data.write_checks import target_name
from emulator.firestore.wire.fieldpaths import FieldPath, parse_field_path
from tests.support.differential.programs import ROOT, Call, Listen, Operator, Step

_INVALID, _PRECONDITION, _ABORTED = "INVALID_ARGUMENT", "FAILED_PRECONDITION", "ABORTED"
_CODES = frozenset(code.name for code in grpc.StatusCode)
_OF_THE_DATA = frozenset((_PRECONDITION, "NOT_FOUND", "ALREADY_EXISTS"))
"""Refusals for what is stored, which come after the request itself has been found valid."""
_FAILURES = ("INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED")
_ASCENDING, _DESCENDING = 1, 2
_ARRAY_FILTERS = {Operator.Value("ARRAY_CONTAINS"), Operator.Value("ARRAY_CONTAINS_ANY")}
_INVALID_CODE = 3


@dataclass(frozen=True)
class Difference:
    """A known difference.

    Attributes:
        about: the requests that it concerns.
        explains: whether a call's two outcomes, the embedded one's first, are what the difference
            makes of the call.
    """

    about: str
    explains: Callable[[Call, Any, Any], bool]


def _is_answered(outcome: Any) -> bool:
    return not (isinstance(outcome, str) and outcome in _CODES)


def _is_valid(outcome: Any) -> bool:
    """Whether an engine found nothing wrong with the request itself."""
    return _is_answered(outcome) or outcome in _OF_THE_DATA


def _query(call: Call) -> Any:
    request = call.request
    if call.method == "RunQuery":
        return request.structured_query
    if call.method == "RunAggregationQuery":
        return request.structured_aggregation_query.structured_query
    return None


def _needs_index(call: Call, theirs: Any) -> bool:
    """Whether hidane asks for the index of a scan by descending key."""
    query = _query(call)
    return (
        theirs == _PRECONDITION
        and query is not None
        and any(
            order.field.field_path == "__name__" and order.direction == _DESCENDING
            for order in query.order_by
        )
    )


def _needs_descending_key(call: Call, ours: Any, theirs: Any) -> bool:
    return _is_answered(ours) and _needs_index(call, theirs)


def _needs_index_first(call: Call, ours: Any, theirs: Any) -> bool:
    return bool(ours == _INVALID and _needs_index(call, theirs))


def _leaves(part: Any) -> Iterator[Any]:
    """Yield the field filters of a filter."""
    if part.WhichOneof("filter_type") == "field_filter":
        yield part.field_filter
    for inner in part.composite_filter.filters:
        yield from _leaves(inner)


def _contains_several(call: Call, ours: Any, theirs: Any) -> bool:
    query = _query(call)
    if query is None or ours != _INVALID:
        return False
    filters = [leaf for leaf in _leaves(query.where) if leaf.op in _ARRAY_FILTERS]
    repeated = len({leaf.SerializeToString() for leaf in filters}) < len(filters)
    return len(filters) > 1 and (theirs == _PRECONDITION or (repeated and _is_answered(theirs)))


def _aggregates_projection(call: Call, ours: Any, theirs: Any) -> bool:
    return (
        _is_answered(ours)
        and theirs == _INVALID
        and call.method == "RunAggregationQuery"
        and _query(call).HasField("select")
    )


def _written(call: Call) -> list[Any]:
    if call.method in ("Commit", "BatchWrite"):
        return list(call.request.writes)
    return [call.request] if call.method == "UpdateDocument" else []


def _overlap(paths: Sequence[str]) -> bool:
    return any(other.startswith(f"{path}.") for path in paths for other in paths)


def _masks_overlap(call: Call, ours: Any, theirs: Any) -> bool:
    overlapping = [_overlap(write.update_mask.field_paths) for write in _written(call)]
    if not any(overlapping):
        return False
    if call.method != "BatchWrite":
        return bool(ours == _INVALID and _is_valid(theirs))
    if not (_is_answered(ours) and _is_answered(theirs)):
        return False
    concerned = {
        target_name(write)
        for write, overlaps in zip(_written(call), overlapping, strict=True)
        if overlaps
    }
    return all(
        one == _INVALID_CODE != other
        if overlaps
        else one == other or target_name(write) in concerned
        for write, overlaps, one, other in zip(
            _written(call), overlapping, ours[0], theirs[0], strict=True
        )
    )


def _transforms_overlap(call: Call, ours: Any, theirs: Any) -> bool:
    if call.method == "UpdateDocument" or theirs != _INVALID or not _is_valid(ours):
        return False
    transforms = [[*w.update_transforms, *w.transform.field_transforms] for w in _written(call)]
    overlapping = [_overlap([each.field_path for each in some]) for some in transforms]
    if call.method != "BatchWrite":
        return any(overlapping)
    codes = zip(overlapping, ours[0], strict=True)
    return any(overlaps and code != _INVALID_CODE for overlaps, code in codes)


def _writes_document_twice(call: Call, ours: Any, theirs: Any) -> bool:
    if call.method != "Commit":
        return False
    names = [target_name(write) for write in call.request.writes]
    if len(set(names)) == len(names):
        return False
    if theirs == _INVALID:
        return _is_valid(ours)
    if not (_is_answered(ours) and _is_answered(theirs)):
        return False
    # The last write of a document decides on the update time that hidane reports for each.
    last = dict(zip(names, (time for time, _ in ours), strict=True))
    told = [(last[name], transformed) for name, (_, transformed) in zip(names, ours, strict=True)]
    return bool(theirs == told)


def _masks_with_missing(call: Call, ours: Any, theirs: Any) -> bool:
    if call.method != "ListDocuments" or not call.request.show_missing:
        return False
    if not call.request.HasField("mask") or not (_is_answered(ours) and _is_answered(theirs)):
        return False
    paths = [parse_field_path(path) for path in call.request.mask.field_paths]
    told = [(name, _masked(fields, paths), *times) for name, fields, *times in theirs]
    return bool(ours == told)


def _masked(fields: dict[str, Any], paths: Sequence[FieldPath]) -> dict[str, Any]:
    """Return the fields, as `runs` describes them, that a mask leaves."""
    if () in paths:
        return fields
    left: dict[str, Any] = {}
    for name, value in fields.items():
        below = [path[1:] for path in paths if path[0] == name]
        if () in below:
            left[name] = value
        elif isinstance(value, dict) and (found := _masked(value, below)):
            left[name] = found
    return left


def _counts_up_to_zero(call: Call, ours: Any, theirs: Any) -> bool:
    return (
        ours == _INVALID
        and (_is_answered(theirs) or _needs_index(call, theirs))
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
        and (_is_answered(theirs) or _needs_index(call, theirs))
        and query is not None
        and call.request.parent != ROOT
        and query.from_[0].all_descendants
    )


def _batch_with_invalid_write(call: Call, ours: Any, theirs: Any) -> bool:
    return (
        call.method == "BatchWrite"
        and theirs == _INVALID
        and _is_answered(ours)
        and _INVALID_CODE in ours[0]
    )


def _uses_ended_transaction(call: Call, ours: Any, theirs: Any) -> bool:
    return (ours, theirs) == (_INVALID, _ABORTED) and bool(call.request.transaction)


INVALID_SCANS = "invalid scans by descending key"
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
    Difference("several array-contains filters", _contains_several),
    Difference(INVALID_SCANS, _needs_index_first),
]


def known_difference(step: Step, ours: Any, theirs: Any) -> str | None:
    """Return why the outcomes of a step differ, or None if nobody knows.

    Nothing explains a failure of the embedded engine itself.
    """
    if any(one in _FAILURES for one in (ours if isinstance(ours, list) else [ours])):
        return None
    known = [_explained(*each) for each in _differing(step, ours, theirs)]
    return known[0] if known and None not in known else None


def invalid_as_well(step: Step, ours: Any, theirs: Any) -> list[Call]:
    """Return calls that have to be invalid on both engines if what explains a step is true.

    They are the step's invalid scans by descending key, with the key ascending.
    """
    found = []
    for call, one, other in _differing(step, ours, theirs):
        if _explained(call, one, other) == INVALID_SCANS:
            request = type(call.request)()
            request.CopyFrom(call.request)
            request.ClearField("transaction")
            ascending = Call(call.method, request, call.at)
            for order in _query(ascending).order_by:
                if order.field.field_path == "__name__":
                    order.direction = _ASCENDING
            found.append(ascending)
    return found


def _differing(step: Step, ours: Any, theirs: Any) -> list[tuple[Call, Any, Any]]:
    """Return the calls of a step whose outcomes differ, with them; none if they do not compare."""
    if isinstance(step, Listen):
        return [(step.as_call(), ours, theirs)]
    if isinstance(step, Call):
        return [(step, ours, theirs)]
    if len(ours) != len(theirs):
        return []
    triples = zip(step.calls(), ours, theirs, strict=True)
    return [(call, one, other) for call, one, other in triples if one != other]


def may_have_changed(step: Step, ours: Any, theirs: Any) -> bool:
    """Whether a step that differed may have left the databases different."""
    if isinstance(step, Listen):
        return True
    return any(
        _written(call) and not (isinstance(one, str) and isinstance(other, str))
        for call, one, other in _differing(step, ours, theirs)
    )


def _explained(call: Call, ours: Any, theirs: Any) -> str | None:
    return next((each.about for each in DIFFERENCES if each.explains(call, ours, theirs)), None)
