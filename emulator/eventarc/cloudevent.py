"""The CloudEvent for a new document: binary mode, protobuf body, Eventarc's attributes."""

import hashlib
from typing import Any
from urllib.parse import quote

from google.events.cloud.firestore_v1 import DocumentEventData

CREATED = "google.cloud.firestore.document.v1.created"
_SCHEMA = (
    "https://github.com/googleapis/google-cloudevents/blob/main/proto/google/events/cloud/"
    "firestore/v1/data.proto"
)
# The HTTP binding of CloudEvents (section 3.1.3.2) percent-encodes only spaces, double quotes,
# percent signs and everything outside printable ASCII.
_UNQUOTED = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in '"%')
_EventData: Any = DocumentEventData.pb()


def payload_of(document: Any) -> bytes:
    """Returns the event's body: a DocumentEventData with the document as its value.

    Firestore's Document and the event's have the same fields with the same numbers.
    """
    data = _EventData()
    data.value.ParseFromString(document.SerializeToString())
    return bytes(data.SerializeToString())


def headers_of(document: str, created: str, location: str) -> dict[str, str]:
    """Returns the event's headers.

    Args:
        document: projects/P/databases/D/documents/…
        created: the document's creation time, RFC 3339.
        location: the trigger's region.
    """
    project, database = document.split("/")[1:4:2]
    path = document.split("/documents/", 1)[1]
    identity = hashlib.sha256(f"{document}\n{created}".encode()).hexdigest()
    headers = {
        "Content-Type": "application/protobuf",
        "ce-specversion": "1.0",
        "ce-id": identity[:32],
        "ce-type": CREATED,
        "ce-source": f"//firestore.googleapis.com/projects/{project}/databases/{database}",
        "ce-subject": f"documents/{path}",
        "ce-time": created,
        "ce-datacontenttype": "application/protobuf",
        "ce-dataschema": _SCHEMA,
        "ce-document": path,
        "ce-project": project,
        "ce-database": database,
        "ce-location": location,
        "ce-namespace": "(default)",
    }
    return {name: quote(value, safe=_UNQUOTED) for name, value in headers.items()}
