"""The vocabulary of fields: bounded types that requests, imports and stored documents share.

Lengths are checked before anything that looks at the text, so that what is too long is cheap to
refuse.
"""

import json
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from shared.base.ids import MAX_LENGTH, problem_with
from shared.base.safety.invisible import visible
from shared.base.safety.private import without_private
from shared.base.storable import problem_with_key, problem_with_value

MAX_COUNT = 1_000_000_000
"""The largest counter: far above what anybody reaches, and far below what a database can hold."""
MAX_LABEL = 200
MAX_SENTENCE = 500
MAX_TEXT = 4000
MAX_PROMPT = 50_000
"""Limit of a prompt, in characters. Its event, 200 kB at most, fits into Eventarc's 512 KB."""
MAX_METADATA = 2000
"""Limit of a preference's metadata, in characters."""
MAX_METADATA_KEYS = 50
MAX_TAGS = 20
"""How many tags a note may have."""


def usable(identifier: str) -> str:
    """Returns an id as it is.

    Raises:
        ValueError: it cannot be the id of a document.
    """
    problem = problem_with(identifier)
    if problem:
        raise ValueError(problem)
    return identifier


def not_blank(text: str) -> str:
    """Returns what may be stored of a text: what is visible and not marked as private.

    Raises:
        ValueError: there is nothing but white space.
    """
    stored = _trimmed(text)
    if not stored:
        all_private = bool(visible(text).strip())
        raise ValueError("is all private" if all_private else "must not be empty")
    return stored


def _trimmed(text: str) -> str:
    return without_private(visible(text)).strip()


def _key(key: str) -> str:
    key = not_blank(key)
    problem = problem_with_key(key)
    if problem:
        raise ValueError(problem)
    return key


def small_json(limit: int) -> Callable[[Any], Any]:
    """Returns a validator for JSON that can be stored and has at most `limit` characters."""

    def check(value: Any) -> Any:
        problem = problem_with_value(value)
        if problem:
            raise ValueError(problem)
        if len(json.dumps(value, default=str, ensure_ascii=False)) > limit:
            raise ValueError(f"must not be longer than {limit:,} characters")
        return value

    return check


Identifier = Annotated[str, StringConstraints(max_length=MAX_LENGTH), AfterValidator(usable)]
"""The id of a document or of an item in one."""
Label = Annotated[str, StringConstraints(max_length=MAX_LABEL), AfterValidator(not_blank)]
"""A word or two, not empty."""
OptionalLabel = Annotated[str, StringConstraints(max_length=MAX_LABEL), AfterValidator(_trimmed)]
"""A word or two, or nothing."""
Sentence = Annotated[str, StringConstraints(max_length=MAX_SENTENCE), AfterValidator(not_blank)]
"""A sentence, not empty."""
OptionalSentence = Annotated[
    str, StringConstraints(max_length=MAX_SENTENCE), AfterValidator(_trimmed)
]
"""A sentence, or nothing."""
Text = Annotated[str, StringConstraints(max_length=MAX_TEXT), AfterValidator(not_blank)]
"""A few paragraphs, not empty."""
ProjectPath = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
"""Where a project is, on the machine of its user."""
MapKey = Annotated[str, StringConstraints(max_length=MAX_LABEL), AfterValidator(_key)]
"""The key of a map whose keys users or models choose."""
LeafPath = Annotated[str, StringConstraints(min_length=1, max_length=MAX_LABEL + 50)]
"""The path of a leaf of `about`, or of another item in a change."""
PromptContent = Annotated[str, StringConstraints(max_length=MAX_PROMPT)]
"""The text of a prompt."""
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
"""A counter or a version."""
Metadata = Annotated[
    dict[str, Any], Field(max_length=MAX_METADATA_KEYS), AfterValidator(small_json(MAX_METADATA))
]
"""A small JSON object that Rekindle stores without interpreting it."""
Tags = Annotated[list[Label], Field(max_length=MAX_TAGS)]
"""Labels of a note."""
