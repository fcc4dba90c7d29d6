"""`on_user_deleted`: erases a user whose Firebase account was deleted.

Eventarc delivers at least once. Erasing again removes nothing more, so a function that stops
anywhere is simply called again; what is stored late is found by the same call. Firebase sends no
event for accounts that an administrator deletes in bulk.
"""

import logging
from typing import Any, TypeGuard

import functions_framework
from cloudevents.http.event import CloudEvent
from werkzeug.exceptions import ServiceUnavailable

from functions.wiring.services import services
from shared.base.errors import Unavailable

log = logging.getLogger(__name__)

_DELETED = ("google.firebase.auth.user.v2.deleted", "google.firebase.auth.user.v1.deleted")
"""Eventarc's event, and the one that functions-framework makes of a first-generation event."""
_LONGEST_UID = 128


@functions_framework.cloud_event
def on_user_deleted(event: CloudEvent) -> None:
    """Erases everything that is stored of the user whom the event tells of."""
    uid = _uid(event) if event["type"] in _DELETED else None
    if uid is None:
        log.warning("event that names no deleted user ignored")
        return
    try:
        deleted = services().accounts.erase(uid)
    except Unavailable as error:
        raise ServiceUnavailable(error.message) from error
    log.info("user erased with the account: %d documents", sum(deleted.values()))


def _uid(event: CloudEvent) -> str | None:
    """The subject says `users/{uid}`; the payload says it again, should the subject not."""
    collection, _, named = str(event.get("subject") or "").partition("/")
    if collection == "users" and _is_uid(named):
        return named
    told: Any = event.data if isinstance(event.data, dict) else {}
    old = told.get("oldValue", told)
    uid = old.get("uid") if isinstance(old, dict) else None
    return uid if _is_uid(uid) else None


def _is_uid(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and 1 <= len(value) <= _LONGEST_UID
