"""Finds prompts that are stored but not counted yet, since their events are still on their way."""

from datetime import datetime, timedelta

from shared.base.errors import Unreadable
from shared.base.ids import problem_with
from shared.documents.learning import Prompt
from shared.documents.user import UserState
from shared.ports import Order, Records, Where

_LATE = timedelta(minutes=5)
"""How late an event may be; one that is later counts its prompt itself when it arrives."""
_SKEW = timedelta(minutes=1)
"""How far the clocks of two instances may differ."""
MOST = 200
"""How many prompts are looked at, the newest first."""


def uncounted(records: Records, uid: str, state: UserState, now: datetime) -> list[Prompt]:
    """Returns the prompts of the last five minutes that are neither pending nor in a batch.

    They come oldest first. It costs as many reads as there are prompts, and as many as there are
    batches formed since; both at least one. If one of these batches is malformed, nobody can tell
    which prompts it holds, and only events count.
    """
    recent = Where("recordedAt", ">=", now - _LATE)
    newest = Order("recordedAt", descending=True)
    found = records.prompts.query(uid, recent, order=newest, limit=MOST)
    expected = [prompt for prompt in found if _is_expected(prompt, state)]
    if not expected:
        return []
    since = min(prompt.recorded_at for prompt in expected) - _SKEW
    try:
        batches = records.batches.query(uid, Where("createdAt", ">=", since), strict=True)
    except Unreadable:
        return []
    batched = {id_ for batch in batches for id_ in batch.prompt_ids}
    late = [prompt for prompt in expected if prompt.id not in batched]
    return sorted(late, key=lambda prompt: (prompt.recorded_at, prompt.created_at))


def _is_expected(prompt: Prompt, state: UserState) -> bool:
    """Returns whether a prompt, if it is in no batch, will be pending once its event arrives."""
    since = state.learning.enabled_since
    missed = since is not None and prompt.recorded_at < since
    ignored = prompt.role != "user" or prompt.skipped or prompt.batch or problem_with(prompt.id)
    return not ignored and not missed and prompt.id not in state.learning.pending
