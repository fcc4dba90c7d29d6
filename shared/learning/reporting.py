"""Reports on learning: its status, prompts and batches."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.base.clock import Clock
from shared.base.errors import NotFound
from shared.documents.learning import (
    Batch,
    BatchError,
    BatchState,
    DaySpent,
    LastBatch,
    LearningState,
    Prompt,
    PromptState,
    Spent,
)
from shared.documents.profile import Preference, Profile
from shared.documents.settings import Settings
from shared.learning.counting import batch_of
from shared.learning.spending import booked_today
from shared.ports import Cursor, Order, Store
from shared.profile.decay import INCLUDED_FROM, decayed

_STATE_OF_BATCH = {
    BatchState.QUEUED: PromptState.BATCHED,
    BatchState.RUNNING: PromptState.BATCHED,
    BatchState.DONE: PromptState.ANALYZED,
    BatchState.FAILED: PromptState.FAILED,
}


@dataclass(frozen=True)
class PromptReport:
    """A prompt, its state, and the preferences learned from it as "{type} {value}" (F-9)."""

    prompt: Prompt
    state: PromptState
    batch_id: str | None
    preferences: list[str]


@dataclass(frozen=True)
class Status:
    """The status of learning, with reasons for a person to read."""

    enabled: bool
    interval: int
    pending: int
    analyzer: str
    last_batch: LastBatch | None
    last_error: BatchError | None
    spent_today: DaySpent
    spent_total: Spent
    reasons: list[str]


class LearningReports:
    """Reports on learning. It only reads; every method may raise Unavailable."""

    def __init__(self, store: Store, analyzer: str, clock: Clock) -> None:
        self._store = store
        self._analyzer = analyzer
        self._clock = clock

    def status(self, uid: str) -> Status:
        """Returns the status of learning, from one read."""
        user = self._store.users.get_or_new(uid)
        learning, settings = user.learning, user.settings
        today = booked_today(learning, self._clock())
        return Status(
            enabled=settings.learns,
            interval=settings.user_memory_analysis_interval,
            pending=len(learning.pending),
            analyzer=self._analyzer,
            last_batch=learning.last_batch,
            last_error=learning.last_error,
            spent_today=DaySpent.model_validate(today.model_dump(exclude={"reserved"})),
            spent_total=learning.spent_total,
            reasons=[
                *_reasons(user.profile, settings, learning),
                *_too_unsure(decayed(user.profile, settings, self._clock())),
            ],
        )

    def prompt(self, uid: str, id_: str) -> PromptReport:
        """Returns a prompt and what was learned from it.

        Raises:
            NotFound: there is no such prompt.
        """
        prompt = self._store.prompts.get(uid, id_)
        if prompt is None:
            raise NotFound(
                "There is no prompt with this id. POST /v1/prompts returns the ids it records.",
                [{"reason": "NO_SUCH_PROMPT"}],
            )
        batch = None if prompt.skipped else batch_of(self._store, uid, id_)
        if batch:
            if any(each.kind == "message" and each.prompt_id == id_ for each in batch.decisions):
                return PromptReport(prompt, PromptState.FAILED, batch.id, [])
            accepted = [
                f"{decision.type} {decision.description}"
                for decision in batch.decisions
                if decision.prompt_id == id_ and decision.type and decision.accepted
            ]
            return PromptReport(prompt, _STATE_OF_BATCH[batch.state], batch.id, accepted)
        state = self._state_outside_batches(uid, prompt)
        return PromptReport(prompt, state, None, [])

    def messages_of(self, uid: str, preferences: Sequence[Preference]) -> dict[str, Prompt]:
        """Returns the message of each learned preference's newest quote, by the preference's id.

        It reads them in one round trip; those that are gone or malformed are left out.
        """
        wanted = {item.id: item.evidence[-1].prompt_id for item in preferences if item.evidence}
        ids = list(dict.fromkeys(wanted.values()))
        found = {
            prompt.id: prompt for prompt in self._store.prompts.get_many(uid, ids, lenient=True)
        }
        return {id_: found[prompt] for id_, prompt in wanted.items() if prompt in found}

    def batches(
        self, uid: str, limit: int, after: Cursor | None
    ) -> tuple[list[Batch], Cursor | None]:
        """Returns a page of batches, newest first, and the cursor of the next page."""
        found = self._store.batches.query(
            uid, order=Order("createdAt", descending=True), limit=limit + 1, after=after
        )
        page = found[:limit]
        return page, Cursor(page[-1].created_at, page[-1].id) if len(found) > limit else None

    def batch(self, uid: str, id_: str) -> Batch:
        """Returns a batch with its decisions.

        Raises:
            NotFound: there is no such batch.
        """
        batch = self._store.batches.get(uid, id_)
        if batch is None:
            raise NotFound(
                "There is no batch with this id. GET /v1/batches lists all batches.",
                [{"reason": "NO_SUCH_BATCH"}],
            )
        return batch

    def _state_outside_batches(self, uid: str, prompt: Prompt) -> PromptState:
        """Returns `pending`, or `skipped` if learning was off when the prompt arrived."""
        if prompt.skipped:
            return PromptState.SKIPPED
        user = self._store.users.get_or_new(uid)
        since = user.learning.enabled_since
        counted = prompt.id in user.learning.pending
        missed = not user.settings.learns or (since and prompt.recorded_at < since)
        return PromptState.SKIPPED if missed and not counted else PromptState.PENDING


def _reasons(profile: Profile, settings: Settings, learning: LearningState) -> list[str]:
    """Returns the reasons for the state of the profile (P-44, P-45)."""
    interval, pending = settings.user_memory_analysis_interval, len(learning.pending)
    reasons = []
    if not settings.learning_enabled:
        reasons.append("Learning is switched off in the settings (learningEnabled).")
    elif interval == 0:
        reasons.append("Learning is switched off: userMemoryAnalysisInterval is 0.")
    else:
        reasons.append(f"{pending} of {interval} prompts until the next analysis")
    if learning.last_error:
        reasons.append(
            f"The last analysis did not complete ({learning.last_error.reason}): "
            f"{learning.last_error.message}"
        )
    if learning.failed:
        count = len(learning.failed)
        reasons.append(
            f"{count} {'batch has' if count == 1 else 'batches have'} failed. Retry with "
            "POST /v1/profile/refresh."
        )
    if profile.version == 0:
        if not profile.total_prompts_analyzed:
            reasons.append("No prompt has been analyzed yet, so there is no profile.")
        else:
            reasons.append(
                f"Prompts analyzed so far: {profile.total_prompts_analyzed}. None contained "
                "anything to learn."
            )
    elif learning.last_batch and not learning.last_batch.accepted and not learning.last_error:
        reasons.append("The last analysis found nothing new; its decisions say why.")
    unsure = learning.last_batch.low_confidence if learning.last_batch else 0
    if unsure:
        reasons.append(
            f"The last analysis rejected {unsure} {'candidate' if unsure == 1 else 'candidates'} "
            "for low confidence. Explicit statements score highest."
        )
    unread = learning.last_batch.not_read if learning.last_batch else 0
    if unread:
        reasons.append(
            f"LANGUAGE_NOT_READ: {unread} {'message' if unread == 1 else 'messages'} of the last "
            "analysis could not be read, because there are no offline rules for the language. "
            "With a model, every language is read."
        )
    if not settings.inject_profile:
        reasons.append("The settings exclude the profile from the context block (injectProfile).")
    return reasons


def _too_unsure(current: Profile) -> list[str]:
    """Returns why no preference is in the context block although there are some (F-14)."""
    active = [item.confidence for item in current.preferences if item.active]
    if not active or max(active) >= INCLUDED_FROM:
        return []
    return [
        f"No preference is in the context block: the highest confidence is {max(active):.2f}, and "
        f"the block takes them from {INCLUDED_FROM}. Say again what still holds, accept it in the "
        "inbox, or add it with POST /v1/preferences."
    ]
