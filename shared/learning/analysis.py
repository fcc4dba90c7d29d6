"""Analyzes a batch exactly once: lease it, ask the analyzer, merge, record.

The lease has a random token. The analyzer runs outside any transaction, since a model may take
minutes. The result is written only if the lease is still held, in one transaction with the profile,
its changelog entry and the batch.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.base.clock import Clock
from shared.base.errors import Unavailable
from shared.base.ids import IdSource
from shared.documents.changelog import Source
from shared.documents.learning import (
    MAX_FAILED,
    Batch,
    BatchError,
    BatchState,
    BatchUsage,
    LastBatch,
    LearningState,
    Prompt,
)
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.learning.analyzer import (
    Analysis,
    AnalysisError,
    AnalysisRequest,
    Analyzer,
    PromptText,
    TokenUsage,
)
from shared.learning.conversation import messages_before
from shared.learning.counting import REDRIVE_AFTER
from shared.learning.leases import failed, has_attempts_left, is_held, released, with_lease
from shared.learning.merging import Merged, merge
from shared.learning.recording import masked
from shared.learning.spending import is_budget_spent, tomorrow, with_usage
from shared.ports import Records, Store
from shared.profile.changelog import content_of
from shared.profile.forgotten_pages import read_older
from shared.profile.history import commit_version
from shared.profile.user_state import updated

log = logging.getLogger(__name__)

LEARNING_OFF = BatchError(
    reason="LEARNING_OFF",
    message="Learning was switched off before this batch was analyzed. "
    "Switch it on again, then analyze the batch with POST /v1/profile/refresh.",
)

CRASHED = BatchError(
    reason="CRASHED",
    message="Every attempt at this analysis was cut short. The service's log says why.",
)


@dataclass(frozen=True)
class _Leased:
    batch: Batch
    user: UserState


class AnalysisWorker:
    """Runs the task of a batch."""

    def __init__(
        self,
        store: Store,
        analyzer: Analyzer,
        clock: Clock,
        new_id: IdSource,
        *,
        lease: timedelta,
        daily_budget: float | None,
    ) -> None:
        self._store = store
        self._analyzer = analyzer
        self._clock = clock
        self._new_id = new_id
        self._lease = lease
        self._daily_budget = daily_budget

    def analyze(self, uid: str, batch_id: str, *, execution: int = 0) -> Batch | None:
        """Analyzes a batch, unless it is finished, leased by another worker, or erased.

        If the worker crashes
        - before or while taking the lease: nothing is stored, and the queue retries the task;
        - after taking the lease: the task's retry takes it over, or maintenance does once it has
          expired;
        - in the final transaction: the same, and the analyzer is asked again;
        - after it: the queue retries the task, which finds the batch done.

        Args:
            uid: the user.
            batch_id: the batch.
            execution: how often the queue has already tried this task
                (X-CloudTasks-TaskRetryCount). A retry proves that the earlier worker did not
                answer.

        Returns:
            The finished batch, or None if there was nothing to do.

        Raises:
            Unavailable: another worker holds the lease, or the analysis may succeed later; retry
                the task.
        """
        leased = self._store.transact(
            lambda records: self._take_lease(records, uid, batch_id, execution)
        )
        if leased is None:
            return None
        prompts = sorted(
            map(masked, self._store.prompts.get_many(uid, leased.batch.prompt_ids)),
            key=lambda prompt: (prompt.created_at, prompt.id),
        )
        try:
            analysis = self._ask(uid, prompts, leased.user)
        except AnalysisError as error:
            return self._failed(uid, leased.batch, error)
        return self._store.transact(
            lambda records: self._finish(records, uid, leased.batch, prompts, analysis)
        )

    def _take_lease(
        self, records: Records, uid: str, batch_id: str, execution: int
    ) -> _Leased | None:
        batch = records.batches.get(uid, batch_id)
        user = records.users.get(uid)
        if batch is None or user is None or batch.state.ended:
            return None
        now = self._clock()
        if not user.settings.learns:
            self._give_up(records, uid, user, batch, LEARNING_OFF, may_pass=False)
            return None
        if is_budget_spent(user.learning, self._daily_budget, now):
            self._wait_for_tomorrow(records, uid, user, batch)
            return None
        if not has_attempts_left(batch) and not is_held(batch, execution, now):
            self._give_up(records, uid, user, batch, CRASHED, may_pass=True)
            return None
        batch = with_lease(batch, execution, now, self._lease, self._new_id(), self._analyzer.name)
        records.batches.overwrite(uid, batch_id, batch)
        return _Leased(batch, user)

    def _ask(self, uid: str, prompts: list[Prompt], user: UserState) -> Analysis:
        texts = [_text(prompt) for prompt in prompts]
        if not texts:
            return Analysis()
        context: list[str] = []
        if user.settings.user_memory_analysis_interval == 1:
            context = messages_before(self._store, uid, prompts[0])
        return self._analyze(texts, user.profile, context)

    def _analyze(self, texts: list[PromptText], profile: Profile, context: list[str]) -> Analysis:
        """Asks the analyzer, and splits the batch in half if it is too much at once."""
        try:
            return self._analyzer.analyze(AnalysisRequest(texts, profile, context))
        except AnalysisError as error:
            if not error.splittable or len(texts) == 1:
                raise
            middle = len(texts) // 2
            first = self._analyze(texts[:middle], profile, context)
            second = self._analyze(texts[middle:], profile, context)
            return Analysis(
                [*first.candidates, *second.candidates],
                error.usage + first.usage + second.usage,
            )

    def _finish(
        self,
        records: Records,
        uid: str,
        leased: Batch,
        prompts: list[Prompt],
        analysis: Analysis,
    ) -> Batch | None:
        user = self._user_while_leased(records, uid, leased)
        if user is None:
            return None
        now = self._clock()
        user = updated(user, now, learning=with_usage(user.learning, analysis.usage, now))
        if not user.settings.learns:
            return self._give_up(records, uid, user, leased, LEARNING_OFF, may_pass=False)
        older = read_older(records, uid, user)
        merged = merge(
            older.joined(user.profile),
            analysis.candidates,
            batch_id=leased.id,
            prompts={prompt.id: _text(prompt) for prompt in prompts},
            settings=user.settings,
            now=now,
        )
        profile = merged.profile.model_copy(
            update={
                "last_analyzed": now,
                "total_prompts_analyzed": user.profile.total_prompts_analyzed + len(prompts),
                "created_at": user.profile.created_at or now,
                "forgotten": user.profile.forgotten,
            }
        )
        changed = content_of(profile) != content_of(user.profile)
        version = user.profile.version + 1 if changed else None
        ended = _done(leased, now, merged, analysis.usage, version)
        records.batches.overwrite(uid, ended.id, ended)
        learning = _after_success(user.learning, ended, now, merged)
        if changed:
            commit_version(
                records,
                uid,
                updated(user, now, learning=learning),
                profile,
                change_type="create" if user.profile.version == 0 else "update",
                action="extract",
                source=_source(self._analyzer),
                now=now,
                batch_id=ended.id,
            )
        else:
            records.users.save_state(uid, updated(user, now, profile=profile, learning=learning))
        return ended

    def _failed(self, uid: str, leased: Batch, error: AnalysisError) -> Batch | None:
        """Records a failure: for a retry if that may help, otherwise as final."""
        log.warning("analysis failed: %s", error.reason)
        retry = error.retryable and has_attempts_left(leased)
        problem = BatchError(reason=error.reason, message=error.message)

        def record(records: Records) -> Batch | None:
            user = self._user_while_leased(records, uid, leased)
            if user is None:
                return None
            now = self._clock()
            user = updated(user, now, learning=with_usage(user.learning, error.usage, now))
            if not retry:
                return self._give_up(records, uid, user, leased, problem, may_pass=error.retryable)
            batch = released(leased, problem, now + REDRIVE_AFTER)
            learning = user.learning.model_copy(update={"last_error": problem})
            records.batches.overwrite(uid, batch.id, batch)
            records.users.save_state(uid, updated(user, now, learning=learning))
            return batch

        batch = self._store.transact(record)
        if batch and retry:
            raise Unavailable(
                "The analysis failed, but a retry may succeed.",
                [{"reason": error.reason}],
                retry_after=round(error.retry_after or 10),
            )
        return batch

    def _give_up(
        self,
        records: Records,
        uid: str,
        user: UserState,
        batch: Batch,
        problem: BatchError,
        *,
        may_pass: bool,
    ) -> Batch:
        """Records a batch as failed, so that a refresh can retry it."""
        now = self._clock()
        ended = failed(batch, problem, now, may_pass=may_pass)
        others = [id_ for id_ in user.learning.failed if id_ != batch.id]
        learning = user.learning.model_copy(
            update={
                "failed": [*others, batch.id][-MAX_FAILED:],
                "last_batch": LastBatch(id=batch.id, state=ended.state, finished_at=now),
                "last_error": problem,
            }
        )
        records.batches.overwrite(uid, batch.id, ended)
        records.users.save_state(uid, updated(user, now, learning=learning))
        return ended

    def _wait_for_tomorrow(self, records: Records, uid: str, user: UserState, batch: Batch) -> None:
        now = self._clock()
        problem = BatchError(
            reason="BUDGET_USED_UP",
            message=f"The daily budget of ${self._daily_budget:.2f} is used up. "
            "Learning continues tomorrow.",
        )
        learning = user.learning.model_copy(update={"last_error": problem})
        records.batches.overwrite(uid, batch.id, released(batch, problem, tomorrow(now)))
        records.users.save_state(uid, updated(user, now, learning=learning))

    def _user_while_leased(self, records: Records, uid: str, leased: Batch) -> UserState | None:
        """Returns the user if the lease is still held; None if it was taken over or erased."""
        batch, user = records.batch_and_user(uid, leased.id)
        if batch is None or user is None or batch.lease != leased.lease:
            return None
        return user


def _text(prompt: Prompt) -> PromptText:
    return PromptText(prompt.id, prompt.content, prompt.created_at)


def _source(analyzer: Analyzer) -> Source:
    return Source.RULES if analyzer.name == "offline" else Source.MODEL


def _done(
    leased: Batch, now: datetime, merged: Merged, usage: TokenUsage, version: int | None
) -> Batch:
    return leased.model_copy(
        update={
            "state": BatchState.DONE,
            "finished_at": now,
            "decisions": merged.decisions,
            "error": None,
            "usage": BatchUsage(
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                cost=usage.cost,
            ),
            "lease": None,
            "lease_until": None,
            "redrive_at": None,
            "version": version,
        }
    )


def _after_success(
    learning: LearningState, batch: Batch, now: datetime, merged: Merged
) -> LearningState:
    accepted = sum(decision.accepted for decision in merged.decisions)
    last = LastBatch(id=batch.id, state=batch.state, finished_at=now, accepted=accepted)
    return learning.model_copy(
        update={
            "failed": [id_ for id_ in learning.failed if id_ != batch.id],
            "last_batch": last,
            "last_error": None,
        }
    )
