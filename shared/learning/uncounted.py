"""Finds prompts that are stored but in no batch, even if their events are still on their way."""

from datetime import datetime, timedelta

from shared.base.errors import Unreadable
from shared.base.ids import problem_with
from shared.documents.learning import MAX_PENDING, Prompt
from shared.documents.user import Intake
from shared.ports import Order, Records, Where

_LATE = timedelta(minutes=5)
"""How late an event may be; one that is later counts its prompt itself when it arrives."""
_SKEW = timedelta(minutes=1)
"""How far the clocks of two instances may differ."""
MOST = MAX_PENDING
"""How many prompts are looked at, the newest first."""


def unbatched(records: Records, uid: str, state: Intake, now: datetime) -> list[Prompt]:
    """Returns the prompts of the last five minutes that are in no batch; none if all are counted.

    They come in the order in which they were said. It costs as many reads as there are prompts,
    and, if some are not counted yet, as many as there are batches formed since; both at least one.
    If one of these batches is malformed, nobody can tell which prompts it holds, and only events
    count.
    """
    recent = Where("recordedAt", ">=", now - _LATE)
    newest = Order("recordedAt", descending=True)
    found = records.prompts.query(uid, recent, order=newest, limit=MOST)
    expected = [prompt for prompt in found if _is_expected(prompt, state)]
    late = [prompt for prompt in expected if prompt.id not in state.learning.pending]
    if not late:
        return []
    since = min(prompt.recorded_at for prompt in late) - _SKEW
    try:
        batches = records.batches.query(uid, Where("createdAt", ">=", since), strict=True)
    except Unreadable:
        return []
    batched = {id_ for batch in batches for id_ in batch.prompt_ids}
    left = [prompt for prompt in expected if prompt.id not in batched]
    if all(prompt.id in state.learning.pending for prompt in left):
        return []
    return sorted(left, key=lambda prompt: (prompt.created_at, prompt.recorded_at, prompt.id))


def in_order(pending: list[str], recent: list[Prompt]) -> list[str]:
    """Returns the ids of pending prompts and of all recent ones; what is older comes first."""
    ids = dict.fromkeys(prompt.id for prompt in recent)
    return [*(id_ for id_ in pending if id_ not in ids), *ids]


def _is_expected(prompt: Prompt, state: Intake) -> bool:
    """Returns whether a prompt, if it is in no batch, is pending or will be."""
    since = state.learning.enabled_since
    missed = since is not None and prompt.recorded_at < since
    ignored = prompt.role != "user" or prompt.skipped or prompt.batch or problem_with(prompt.id)
    return not ignored and not missed
