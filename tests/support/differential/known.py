"""What is known to differ between the engines."""

from typing import Any

from tests.support.differential.programs import Step


def known_difference(step: Step, ours: Any, theirs: Any) -> str | None:
    """Return why the outcomes of a step differ, or None if nobody knows."""
    return None
