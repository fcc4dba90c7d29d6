"""The limits of a candidate's texts: those of the API, whoever wrote the texts (P-13)."""

import math
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints, ValidationError

from shared.base.model import Model
from shared.base.safety.invisible import visible
from shared.base.text import fold
from shared.learning.candidates import AboutCandidate, Candidate, SkillCandidate

MAX_KEY_BYTES = 1500
"""The longest key of a map in Firestore, in bytes of UTF-8."""
_LARGEST_INT = 2**63 - 1


def _visible(text: str) -> str:
    return visible(text).strip()


def _not_blank(text: str) -> str:
    text = _visible(text)
    if not text:
        raise ValueError("must not be empty")
    return text


_Label = Annotated[str, StringConstraints(max_length=200), AfterValidator(_visible)]
_Sentence = Annotated[str, StringConstraints(max_length=500), AfterValidator(_not_blank)]
_Context = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_visible)]


class _Texts(Model):
    """The texts of preferences, patterns and workflows."""

    description: _Sentence
    category: _Label = ""
    context: _Context = ""
    steps: Annotated[list[_Sentence], Field(max_length=50)] = []
    metadata: Annotated[dict[_Label, Any], Field(max_length=50)] = {}


def within_limits(candidate: Candidate) -> Candidate | None:
    """Returns the candidate with clean texts; None if one is too long or cannot be stored."""
    match candidate:
        case SkillCandidate():
            return candidate if not candidate.domain or domain_key(candidate.domain) else None
        case AboutCandidate():
            return candidate if _is_fact(candidate.path, candidate.value) else None
    try:
        texts = _Texts.model_validate(candidate.model_dump(include=set(_Texts.model_fields)))
    except ValidationError:
        return None
    if not all(is_key(key) and _is_plain(value) for key, value in texts.metadata.items()):
        return None
    if len(repr(texts.metadata)) > 2000:
        return None
    given = set(type(candidate).model_fields)
    return candidate.model_copy(update=texts.model_dump(include=given))


def domain_key(domain: str) -> str | None:
    """Returns the key under which a skill's domain is stored; None if it cannot be a key."""
    key = fold(_visible(domain)).replace(".", " ").strip()
    return key if len(key) <= 200 and is_key(key) else None


def is_key(key: str) -> bool:
    """Returns whether a text can be the key of a map in Firestore."""
    if not key.strip() or (key.startswith("__") and key.endswith("__")):
        return False
    return len(key.encode("utf-8", "surrogatepass")) <= MAX_KEY_BYTES


def _is_fact(path: str, value: Any) -> bool:
    if len(path) > 250 or (path.startswith("custom.") and not is_key(path.removeprefix("custom."))):
        return False
    if isinstance(value, dict):
        return path == "contacts" and all(
            part is None or isinstance(part, str) for part in value.values()
        )
    return _is_plain(value) and value is not None and bool(str(value).strip())


def _is_plain(value: Any) -> bool:
    match value:
        case None | bool():
            return True
        case str():
            return len(value) <= 2000
        case int():
            return -_LARGEST_INT <= value <= _LARGEST_INT
        case float():
            return math.isfinite(value)
    return False
