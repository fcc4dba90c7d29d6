"""Field transforms: server time, increment, maximum, minimum, array union and removal."""

from __future__ import annotations

from collections.abc import Callable

from emulator.firestore.data.validation import normalize_element
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import (
    check_stored_path,
    get_field,
    parse_field_path,
    set_field,
)
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import NAN_KEY, order_key

_MIN_INT64 = -(1 << 63)
_MAX_INT64 = (1 << 63) - 1


def check_transform(transform: Message) -> None:
    """Check a transform, and truncate the timestamps in its operands to microseconds, in place.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it is malformed.
    """
    path = parse_field_path(transform.field_path)
    check_stored_path(path)
    kind = transform.WhichOneof("transform_type")
    if kind is None:
        raise invalid_argument("A field transform must have a transform type.")
    if kind in _ARRAYS:
        parent = len(".".join(path[:-1]).encode()) if len(path) > 1 else -1
        for item in getattr(transform, kind).values:
            normalize_element(item, path[-1], parent)
    elif kind == "set_to_server_value":
        if transform.set_to_server_value != 1:
            raise invalid_argument("The server value of a field transform must be REQUEST_TIME.")
    elif _number(getattr(transform, kind)) is None:
        raise invalid_argument(f"The operand of '{kind}' must be an integer or a double.")


def apply_transform(fields: Message, transform: Message, commit_micros: int) -> Message:
    """Apply one transform, which was checked, to a document's fields, in place.

    Args:
        fields: The map of fields.
        transform: The FieldTransform message.
        commit_micros: The commit time in microseconds since the epoch.

    Returns:
        The value to report in the write's result.
    """
    path = parse_field_path(transform.field_path)
    kind = transform.WhichOneof("transform_type")
    current = get_field(fields, path)
    if kind in _ARRAYS:
        given = list(getattr(transform, kind).values)
        set_field(fields, path, _ARRAYS[kind](current, given))
        return protos.Value(null_value=0)
    if kind == "set_to_server_value":
        millis = commit_micros // 1000
        result = protos.Value(timestamp_value=protos.timestamp_from_micros(1000 * millis))
    else:
        result = _NUMERIC[kind](current, getattr(transform, kind))
    set_field(fields, path, result)
    return result


def _number(value: Message | None) -> int | float | None:
    if value is None:
        return None
    kind = value.WhichOneof("value_type")
    if kind == "integer_value":
        whole: int = value.integer_value
        return whole
    if kind == "double_value":
        real: float = value.double_value
        return real
    return None


def _increment(current: Message | None, operand: Message) -> Message:
    base = _number(current)
    step = _number(operand)
    if base is None or step is None:
        return operand
    if isinstance(base, int) and isinstance(step, int):
        return protos.Value(integer_value=max(_MIN_INT64, min(_MAX_INT64, base + step)))
    return protos.Value(double_value=float(base) + float(step))


def _extreme(prefers_larger: bool) -> Callable[[Message | None, Message], Message]:
    def choose(current: Message | None, operand: Message) -> Message:
        if _number(current) is None:
            return operand
        stored, given = order_key(current), order_key(operand)
        if stored == given:
            return current
        if NAN_KEY in (stored, given):
            return current if stored == NAN_KEY else operand
        return operand if (given > stored) == prefers_larger else current

    return choose


_NUMERIC: dict[str, Callable[[Message | None, Message], Message]] = {
    "increment": _increment,
    "maximum": _extreme(True),
    "minimum": _extreme(False),
}


def _elements(current: Message | None) -> list[Message]:
    if current is None or current.WhichOneof("value_type") != "array_value":
        return []
    return list(current.array_value.values)


def _union(current: Message | None, given: list[Message]) -> Message:
    kept = _elements(current)
    seen = {order_key(item) for item in kept}
    for item in given:
        key = order_key(item)
        if key not in seen:
            seen.add(key)
            kept.append(item)
    return _array_value(kept)


def _difference(current: Message | None, given: list[Message]) -> Message:
    unwanted = {order_key(item) for item in given}
    return _array_value([item for item in _elements(current) if order_key(item) not in unwanted])


def _array_value(items: list[Message]) -> Message:
    value = protos.Value()
    value.array_value.SetInParent()
    value.array_value.values.extend(items)
    return value


_ARRAYS: dict[str, Callable[[Message | None, list[Message]], Message]] = {
    "append_missing_elements": _union,
    "remove_all_from_array": _difference,
}
