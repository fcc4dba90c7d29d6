"""JSON merge patch, RFC 7396."""

from typing import Any


def merge_patch(target: Any, patch: Any) -> Any:
    """Returns `target` with `patch` applied: null removes, objects merge, other values replace."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), value)
    return result
