"""Finds prompts that are stored but not counted yet, since their events are still on their way."""

from datetime import datetime, timedelta

from shared.base.errors import Unreadable
from shared.base.ids import problem_with
from shared.documents.learning import Prompt
from shared.documents.user import UserState
from shared.ports import Cursor, Order, Records, Where

PAGE = 20
"""Prompts per query."""
_LATE = timedelta(hours=1)
"""How late an event may be; one that is later counts its prompt itself when it arrives."""
_SKEW = timedelta(minutes=1)
"""How far the clocks of two instances may differ."""


def uncounted(records: Records, uid: str, state: UserState, now: datetime) -> list[Prompt]:
    """Returns the recent prompts that are neither pending nor in a batch, oldest first.

    It reads back in time until all prompts of a page are counted. Each page costs as many reads as
    it has prompts, and as many as there are batches formed since; both at least one. If one of
    these batches is malformed, nobody can tell which prompts it holds, and only events count.
    """
    recent = Where("recordedAt", ">=", now - _LATE)
    newest = Order("recordedAt", descending=True)
    late: list[Prompt] = []
    after = None
    while True:
        page = records.prompts.query(uid, recent, order=newest, limit=PAGE, after=after)
        found = _outside_batches(records, uid, [one for one in page if _is_expected(one, state)])
        late += found
        if not found or len(page) < PAGE:
            return sorted(late, key=lambda prompt: (prompt.recorded_at, prompt.created_at))
        after = Cursor(page[-1].recorded_at, page[-1].id)


def _is_expected(prompt: Prompt, state: UserState) -> bool:
    """Returns whether a prompt, if it is in no batch, will be pending once its event arrives."""
    since = state.learning.enabled_since
    missed = since is not None and prompt.recorded_at < since
    ignored = prompt.role != "user" or prompt.skipped or problem_with(prompt.id)
    return not ignored and not missed and prompt.id not in state.learning.pending


def _outside_batches(records: Records, uid: str, prompts: list[Prompt]) -> list[Prompt]:
    if not prompts:
        return []
    since = min(prompt.recorded_at for prompt in prompts) - _SKEW
    try:
        batches = records.batches.query(uid, Where("createdAt", ">=", since), strict=True)
    except Unreadable:
        return []
    batched = {id_ for batch in batches for id_ in batch.prompt_ids}
    return [prompt for prompt in prompts if prompt.id not in batched]
