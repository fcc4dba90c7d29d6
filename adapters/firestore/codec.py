"""Models to Firestore fields and back; user ids to document ids and back."""

from typing import Any, TypeVar

from google.cloud.firestore import DocumentSnapshot
from pydantic import ValidationError

from shared.base.errors import Unreadable
from shared.base.model import Model

M = TypeVar("M", bound=Model)


def to_fields(item: Model, *, without: set[str] | None = None) -> dict[str, Any]:
    """The fields of a document: camelCase, times as timestamps, absent where None."""
    return item.model_dump(by_alias=True, exclude_none=True, exclude=without)


def from_snapshot(model: type[M], snapshot: DocumentSnapshot[Any]) -> M:
    """The model that a document holds; its id comes from the path."""
    fields = snapshot.to_dict() or {}
    if "id" in model.model_fields:
        fields["id"] = snapshot.id
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        where = ", ".join(str(part) for part in error.errors(include_input=False)[0]["loc"])
        raise Unreadable(
            f"A stored {model.__name__} does not have its form (at {where}). Something other than "
            "Rekindle wrote to it; correct or remove that field.",
            [{"reason": "UNREADABLE", "field": where}],
        ) from error


def user_document_id(uid: str) -> str:
    """The document id of a user. Almost always the uid itself; one-to-one in any case.

    A Firebase uid may hold characters that a document id must not: a slash, or the reserved forms
    ".", ".." and "__…__". Those, and the percent sign that marks them, are percent-encoded.
    """
    encoded = uid.replace("%", "%25").replace("/", "%2F")
    if encoded in (".", "..") or (encoded.startswith("__") and encoded.endswith("__")):
        encoded = f"%{ord(encoded[0]):02X}{encoded[1:]}"
    return encoded


def uid_of(document_id: str) -> str:
    """The user that a document id stands for."""
    for char in "/._%":
        document_id = document_id.replace(f"%{ord(char):02X}", char)
    return document_id
