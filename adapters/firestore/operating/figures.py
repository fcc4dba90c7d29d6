"""Reads figures from stored documents. It never fails, whatever another program wrote there."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from adapters.firestore.codec import ERASE_DUE_AT
from shared.operating.ports import Account, FailedBatch

USER_FIELDS = (
    "knownSince",
    "profile.version",
    "profile.totalPromptsAnalyzed",
    "learning.pending",
    "learning.inFlight",
    "learning.waiting",
    "learning.failed",
    "learning.spent",
    "learning.spentTotal",
    ERASE_DUE_AT,
)
"""What is read of a user's document."""
DIGEST_FIELDS = ("archived", "pages")
"""What is read of a digest: no entry."""
BATCH_FIELDS = (
    "error.reason",
    "trigger",
    "promptIds",
    "attempts",
    "drives",
    "createdAt",
    "finishedAt",
    "redriveAt",
)
"""What is read of a batch: no decision, and no message."""


def account_of(
    uid: str,
    user: Mapping[str, Any],
    digest: Mapping[str, Any],
    written_at: datetime | None,
    *,
    notes_since: datetime | None = None,
) -> Account:
    """Returns the figures of a user's document and digest.

    Args:
        uid: the user.
        user: the document; empty if there is none, as for somebody who has notes alone.
        digest: the digest of their notes; empty if there is none.
        written_at: when the later of the two was written.
        notes_since: when the digest was created.
    """
    profile, learning = _map(user.get("profile")), _map(user.get("learning"))
    spent = _map(learning.get("spent"))
    day = spent.get("day")
    pages = digest.get("pages")
    return Account(
        uid=uid,
        since=_time(user.get("knownSince")) or notes_since,
        written_at=written_at,
        version=_count(profile.get("version")),
        analyzed=_count(profile.get("totalPromptsAnalyzed")),
        pending=_length(learning.get("pending")),
        in_flight=_length(learning.get("inFlight")),
        waiting=_count(learning.get("waiting")),
        failed=_length(learning.get("failed")),
        archived=_count(digest.get("archived")),
        size=sum(_count(_map(page).get("size")) for page in pages)
        if isinstance(pages, list)
        else 0,
        spent_on=day if isinstance(day, str) else "",
        spent=_amount(spent.get("cost")),
        reserved=_amount(spent.get("reserved")),
        spent_total=_amount(_map(learning.get("spentTotal")).get("cost")),
        erasing=ERASE_DUE_AT in user,
    )


def failed_batch_of(uid: str, id_: str, fields: Mapping[str, Any]) -> FailedBatch | None:
    """Returns the figures of a failed batch; None if it does not say when it failed."""
    finished_at = _time(fields.get("finishedAt"))
    if finished_at is None:
        return None
    trigger = fields.get("trigger")
    return FailedBatch(
        uid=uid,
        id=id_,
        reason=_reason(_map(fields.get("error")).get("reason")),
        trigger=trigger if trigger in ("interval", "refresh") else "",
        prompts=_length(fields.get("promptIds")),
        attempts=_count(fields.get("attempts")),
        drives=_count(fields.get("drives")),
        created_at=_time(fields.get("createdAt")),
        finished_at=finished_at,
        retry_at=_time(fields.get("redriveAt")),
    )


def _reason(value: Any) -> str:
    """Returns a reason that is a name; an import may have put anything there."""
    is_name = isinstance(value, str) and value.replace("_", "").isalnum() and value.isascii()
    return value if is_name and value == value.upper() and len(value) <= 40 else ""


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _length(value: Any) -> int:
    return len(value) if isinstance(value, list) else 0


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _amount(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return max(0.0, float(value)) if is_number and math.isfinite(value) else 0.0


def _time(value: Any) -> datetime | None:
    return value if isinstance(value, datetime) else None
