"""`on_prompt_created`: the Firestore trigger that counts prompts.

Eventarc delivers at least once and in any order; what happens when it stops anywhere is written
at `Counter.count`. An error makes Eventarc deliver the event again.
"""

import logging
from datetime import UTC, datetime
from typing import Any

import functions_framework
from cloudevents.http.event import CloudEvent
from google.events.cloud.firestore_v1 import DocumentEventData
from google.protobuf.message import DecodeError
from werkzeug.exceptions import ServiceUnavailable

from functions.services import services
from shared.errors import Unavailable
from shared.firestore.codec import uid_of
from shared.learning.counting import NewPrompt
from shared.learning.model import SkipReason

log = logging.getLogger(__name__)


@functions_framework.cloud_event
def on_prompt_created(event: CloudEvent) -> None:
    """Counts the prompt that the event tells of."""
    path = str(event.get("document", "")).split("/")
    if len(path) != 4 or path[0] != "users" or path[2] != "prompts":
        log.warning("event for another kind of document ignored")
        return
    prompt = _prompt(path[3], event)
    if prompt is None:
        log.warning("event without a readable document ignored")
        return
    try:
        counted = services().counter.count(uid_of(path[1]), prompt)
    except Unavailable as error:
        raise ServiceUnavailable(error.message) from error
    log.info("prompt counted: %s", counted.outcome)


def _prompt(id_: str, event: CloudEvent) -> NewPrompt | None:
    data = DocumentEventData.pb()()
    try:
        data.ParseFromString(event.data or b"")
    except (DecodeError, TypeError):
        return None
    document: Any = data.value
    if not document.name:
        return None
    created = document.create_time.ToDatetime(tzinfo=UTC)
    skipped = document.fields["skipped"].string_value if "skipped" in document.fields else ""
    return NewPrompt(
        id=id_,
        recorded_at=created if created.year > 1970 else datetime.now(UTC),
        role=document.fields["role"].string_value if "role" in document.fields else "user",
        skipped=SkipReason(skipped) if skipped in list(SkipReason) else None,
    )
