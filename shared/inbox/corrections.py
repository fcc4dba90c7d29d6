"""What the user says instead, checked."""

from typing import Any

from shared.base.errors import InvalidArgument
from shared.base.fields import Sentence
from shared.base.model import Model
from shared.base.validation import validated


class _Text(Model):
    """A correction that is a text."""

    correction: Sentence


def checked_text(correction: Any) -> str:
    """Returns a correction of an item, without white space around it.

    Raises:
        InvalidArgument: it is no text, empty, or too long.
    """
    if not isinstance(correction, str) or not correction.strip():
        raise InvalidArgument.field("correction", "must be a text that says what holds instead")
    return validated(_Text, {"correction": correction}).correction


def checked_value(correction: Any) -> Any:
    """Returns a correction of a fact, whose path says what it has to look like.

    Raises:
        InvalidArgument: it is empty.
    """
    if correction in (None, [], {}) or (isinstance(correction, str) and not correction.strip()):
        raise InvalidArgument.field("correction", "must say what holds instead")
    return correction
