"""Converts models to Firestore fields, and user ids to document ids, and back."""

import logging
from collections.abc import Iterable
from typing import Any, TypeVar

from google.cloud.firestore import DocumentSnapshot
from pydantic import ValidationError

from shared.base.acting import confirm_connection
from shared.base.errors import BeingErased, Unreadable
from shared.base.model import Model
from shared.base.reading import readable
from shared.documents.settings import Settings
from shared.documents.user import Intake

M = TypeVar("M", bound=Model)
S = TypeVar("S", bound=Intake)
log = logging.getLogger(__name__)

ERASE_DUE_AT = "eraseDueAt"
"""The field of a user's document that marks an erasure; it says when maintenance continues it."""


def stored_names(model: type[Model]) -> list[str]:
    """Returns the names of a model's fields in a document."""
    return [field.alias or name for name, field in model.model_fields.items()]


INTAKE_FIELDS = (*stored_names(Intake), ERASE_DUE_AT)
"""What is read of a user's document for an `Intake`."""


def to_fields(item: Model, *, without: set[str] | None = None) -> dict[str, Any]:
    """Returns a document's fields: camelCase, times as timestamps, None left out."""
    return item.model_dump(by_alias=True, exclude_none=True, exclude=without)


def from_snapshot(model: type[M], snapshot: DocumentSnapshot[Any]) -> M:
    """Returns the model of a stored document. Its id comes from the path."""
    fields = snapshot.to_dict() or {}
    if "id" in model.model_fields:
        fields["id"] = snapshot.id
    return from_fields(model, fields)


def state_of(
    model: type[S], snapshot: DocumentSnapshot[Any], defaults: Settings, *, known: bool = False
) -> S | None:
    """Returns the state in a user's document, or None if there is no document.

    Args:
        model: the state, or the part of it that was read.
        snapshot: the document.
        defaults: the settings of users who set none.
        known: whether something else is stored about the user, so they have not been erased.

    Raises:
        BeingErased: the user is marked as being erased.
        Unauthenticated: nothing is stored, and the request's connection has been cut off.
    """
    if not snapshot.exists:
        if not known:
            confirm_connection()
        return None
    fields = snapshot.to_dict() or {}
    if ERASE_DUE_AT in fields:
        raise BeingErased
    state = from_fields(model, fields)
    return state.model_copy(update={"settings": state.settings.over(defaults)})


def from_fields(model: type[M], fields: dict[str, Any]) -> M:
    """Returns the model of a document's fields.

    Raises:
        Unreadable: they are malformed.
    """
    try:
        return readable(model, fields)
    except ValidationError as error:
        where = ", ".join(str(part) for part in error.errors(include_input=False)[0]["loc"])
        raise Unreadable(
            f"A stored {model.__name__} is malformed (at {where}). Something other than Rekindle "
            "wrote to it; fix or remove that field.",
            [{"reason": "UNREADABLE", "field": where}],
        ) from error


def readable_ones(model: type[M], snapshots: Iterable[DocumentSnapshot[Any]]) -> list[M]:
    """Returns the models of stored documents. One that is malformed does not hide the others."""
    found = []
    for snapshot in snapshots:
        try:
            found.append(from_snapshot(model, snapshot))
        except Unreadable:
            log.warning("a stored %s is malformed and left out", model.__name__)
    return found


def user_document_id(uid: str) -> str:
    """Returns the document id of a user, which is almost always the uid. The mapping is one-to-one.

    A uid may contain a slash or be one of the reserved names ".", ".." and "__…__", none of which
    is allowed in a document id. These, and the percent sign, are percent-encoded.
    """
    encoded = uid.replace("%", "%25").replace("/", "%2F")
    if encoded in (".", "..") or (encoded.startswith("__") and encoded.endswith("__")):
        encoded = f"%{ord(encoded[0]):02X}{encoded[1:]}"
    return encoded


def uid_of(document_id: str) -> str:
    """Returns the uid that a document id stands for."""
    for char in "/._%":
        document_id = document_id.replace(f"%{ord(char):02X}", char)
    return document_id


def owner_of(group: str, found: DocumentSnapshot[Any]) -> str:
    """Returns the user that a document belongs to; empty if it is at no place of Rekindle's.

    A query over a collection group also finds collections of that name below any other document.
    """
    parts = found.reference.path.split("/")
    if parts[0] != "users" or len(parts) != (2 if group == "users" else 4):
        return ""
    uid = uid_of(parts[1])
    return uid if user_document_id(uid) == parts[1] else ""
