"""`on_prompt_created`: the Firestore trigger that counts prompts.

Eventarc delivers at least once and in any order. `Counter.count` documents what happens when the
function stops halfway. An error makes Eventarc deliver the event again.
"""

import logging
from datetime import UTC
from typing import Any
from urllib.parse import unquote

import functions_framework
from cloudevents.http.event import CloudEvent
from google.events.cloud.firestore_v1 import DocumentEventData
from google.protobuf.message import DecodeError
from werkzeug.exceptions import ServiceUnavailable

from adapters.firestore.codec import uid_of
from functions.http.deadlines import SECONDS, Limit
from functions.http.observed import delivery_trace, observed_delivery
from functions.wiring.services import services
from shared.base.deadline import within
from shared.base.errors import Unavailable
from shared.base.telemetry import Doing
from shared.documents.learning import SkipReason
from shared.learning.counting import NewPrompt

log = logging.getLogger(__name__)


@functions_framework.cloud_event
def on_prompt_created(event: CloudEvent) -> None:
    """Counts the prompt that was created."""
    document = _document(event)
    path = _path(event, document).split("/")
    if len(path) != 4 or path[0] != "users" or path[2] != "prompts":
        log.warning("event for another kind of document ignored")
        return
    if document is None:
        log.warning("event without a readable document ignored")
        return
    prompt = _prompt(path[3], document)
    with observed_delivery(
        Doing.EVENT,
        Limit.ON_PROMPT_CREATED.value,
        delivery_trace(),
        follows=document.fields["traceparent"].string_value or None,
        due=prompt.recorded_at.timestamp(),
    ) as seen:
        services().prepare("store")
        try:
            with within(SECONDS[Limit.ON_PROMPT_CREATED]):
                counted = services().counter.count(uid_of(path[1]), prompt)
        except Unavailable as error:
            raise ServiceUnavailable(error.message) from error
        seen.add(outcome=counted.outcome)
        log.info("prompt counted: %s", counted.outcome)


def _document(event: CloudEvent) -> Any | None:
    """Returns the new document, or None if the event has no readable one."""
    data = DocumentEventData.pb()()
    try:
        data.ParseFromString(event.data or b"")
    except (DecodeError, TypeError):
        return None
    return data.value if data.value.name else None


def _path(event: CloudEvent, document: Any | None) -> str:
    """Returns the document's path. The event's attribute is percent-encoded, the name is not."""
    if document is not None:
        return str(document.name).partition("/documents/")[2]
    return unquote(str(event.get("document", "")))


def _prompt(id_: str, document: Any) -> NewPrompt:
    fields = document.fields
    skipped = fields["skipped"].string_value if "skipped" in fields else ""
    recorded = document.create_time
    if "recordedAt" in fields and fields["recordedAt"].HasField("timestamp_value"):
        # Prefer the clock that also dates settings; the database's clock may differ.
        recorded = fields["recordedAt"].timestamp_value
    return NewPrompt(
        id=id_,
        recorded_at=recorded.ToDatetime(tzinfo=UTC),
        role=fields["role"].string_value if "role" in fields else "user",
        skipped=SkipReason(skipped) if skipped in list(SkipReason) else None,
        imported="batch" in fields,
        in_bulk="inBulk" in fields,
    )
