"""`on_user_deleted`: erases a user whose Firebase account was deleted.

Eventarc delivers at least once. Erasing is idempotent, so an interrupted run is simply retried, and
the retry also removes what was written in the meantime. Firebase sends no event for accounts that
an administrator deletes in bulk.
"""

import logging
from datetime import timedelta
from typing import Any, TypeGuard

import functions_framework
from cloudevents.http.event import CloudEvent
from werkzeug.exceptions import ServiceUnavailable

from functions.http.deadlines import SECONDS, Limit
from functions.http.observed import delivery_trace, observed_delivery
from functions.wiring.services import services
from shared.base.deadline import within
from shared.base.errors import Unavailable
from shared.base.telemetry import Doing

log = logging.getLogger(__name__)

_DELETED = ("google.firebase.auth.user.v2.deleted", "google.firebase.auth.user.v1.deleted")
"""Eventarc's event type, and the one functions-framework gives to first-generation events."""
_MAX_UID_LENGTH = 128
ERASE_FOR = timedelta(minutes=8)
"""How long one delivery deletes; the function has nine minutes."""


@functions_framework.cloud_event
def on_user_deleted(event: CloudEvent) -> None:
    """Erases everything stored about the deleted user."""
    uid = _uid(event) if event["type"] in _DELETED else None
    if uid is None:
        log.warning("event without a deleted user ignored")
        return
    with observed_delivery(Doing.EVENT, Limit.ON_USER_DELETED.value, delivery_trace()):
        services().prepare("store")
        try:
            with within(SECONDS[Limit.ON_USER_DELETED]):
                erasure = services().accounts.erase(uid, ERASE_FOR)
        except Unavailable as error:
            raise ServiceUnavailable(error.message) from error
        log.info("user erased with the account: %d documents", sum(erasure.deleted.values()))
        if not erasure.complete:
            raise ServiceUnavailable("The erasure is not complete. Deliver the event again.")


def _uid(event: CloudEvent) -> str | None:
    """Returns the uid from the subject, `users/{uid}`, or else from the payload."""
    collection, _, named = str(event.get("subject") or "").partition("/")
    if collection == "users" and _is_uid(named):
        return named
    payload: Any = event.data if isinstance(event.data, dict) else {}
    old = payload.get("oldValue", payload)
    uid = old.get("uid") if isinstance(old, dict) else None
    return uid if _is_uid(uid) else None


def _is_uid(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and 1 <= len(value) <= _MAX_UID_LENGTH
