"""Analysing one batch: claim it, ask the analyzer, merge, record. Once, whatever is delivered.

The claim is a lease with a random token. The analyzer runs outside any transaction, since a model
may take minutes; the result is written only if the claim still holds, in one transaction with the
profile, its changelog entry and the batch. Nothing is half done.
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
from shared.learning.claims import claimed, failed, has_attempts_left, is_held, released
from shared.learning.conversation import messages_before
from shared.learning.counting import REDRIVE_AFTER
from shared.learning.merging import Merged, merge
from shared.learning.recording import masked
from shared.learning.spending import is_used_up, tomorrow, with_usage
from shared.ports import Records, Store
from shared.profile.changelog import content_of
from shared.profile.history import commit_version
from shared.profile.user_state import updated

log = logging.getLogger(__name__)

LEARNING_OFF = BatchError(
    reason="LEARNING_OFF",
    message="Learning was switched off before this batch was analysed. "
    "Switched on again, POST /v1/profile/refresh analyses it.",
)

CRASHED = BatchError(
    reason="CRASHED",
    message="The analysis was broken off each time it was tried. The service's log says why.",
)


@dataclass(frozen=True)
class _Claim:
    batch: Batch
    user: UserState


class AnalysisWorker:
    """What the task of a batch does."""

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
        """Analyses a batch, unless that is done, or under way elsewhere, or the user is gone.

        If it stops
        - before or in the claim: nothing is stored; the task comes again;
        - after the claim: the task's next execution takes the claim over; so does a re-drive by
          maintenance once the lease has run out;
        - in the final transaction: as after the claim; the model is asked once more;
        - after it: the task comes again and finds the batch done.

        Args:
            uid: the user.
            batch_id: the batch.
            execution: how often the queue has tried this task before (X-CloudTasks-TaskRetryCount).
                A later execution proves that the earlier worker gave no answer.

        Returns:
            The batch as it ended, or None where there is nothing to do.

        Raises:
            Unavailable: another worker holds the claim, or the analysis may succeed later; deliver
                the task again.
        """
        claim = self._store.transact(lambda records: self._claim(records, uid, batch_id, execution))
        if claim is None:
            return None
        prompts = sorted(
            map(masked, self._store.prompts.get_many(uid, claim.batch.prompt_ids)),
            key=lambda prompt: (prompt.created_at, prompt.id),
        )
        try:
            analysis = self._ask(uid, prompts, claim.user)
        except AnalysisError as error:
            return self._failed(uid, claim.batch, error)
        return self._store.transact(
            lambda records: self._finish(records, uid, claim.batch, prompts, analysis)
        )

    def _claim(self, records: Records, uid: str, batch_id: str, execution: int) -> _Claim | None:
        batch = records.batches.get(uid, batch_id)
        user = records.users.get(uid)
        if batch is None or user is None or batch.state.ended:
            return None
        now = self._clock()
        if not user.settings.learns:
            self._give_up(records, uid, user, batch, LEARNING_OFF, may_pass=False)
            return None
        if is_used_up(user.learning, self._daily_budget, now):
            self._wait_for_tomorrow(records, uid, user, batch)
            return None
        if not has_attempts_left(batch) and not is_held(batch, execution, now):
            self._give_up(records, uid, user, batch, CRASHED, may_pass=True)
            return None
        taken = claimed(batch, execution, now, self._lease, self._new_id(), self._analyzer.name)
        records.batches.put(uid, batch_id, taken)
        return _Claim(taken, user)

    def _ask(self, uid: str, prompts: list[Prompt], user: UserState) -> Analysis:
        texts = [_text(prompt) for prompt in prompts]
        if not texts:
            return Analysis()
        context: list[str] = []
        if user.settings.user_memory_analysis_interval == 1:
            context = messages_before(self._store, uid, prompts[0])
        return self._analyze(texts, user.profile, context)

    def _analyze(self, texts: list[PromptText], profile: Profile, context: list[str]) -> Analysis:
        """Asks the analyzer, with halves of the batch where the whole is too much for it."""
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
        claim: Batch,
        prompts: list[Prompt],
        analysis: Analysis,
    ) -> Batch | None:
        user = self._user_while_claimed(records, uid, claim)
        if user is None:
            return None
        now = self._clock()
        user = updated(user, now, learning=with_usage(user.learning, analysis.usage, now))
        if not user.settings.learns:
            return self._give_up(records, uid, user, claim, LEARNING_OFF, may_pass=False)
        merged = merge(
            user.profile,
            analysis.candidates,
            batch_id=claim.id,
            prompts={prompt.id: _text(prompt) for prompt in prompts},
            settings=user.settings,
            now=now,
        )
        profile = merged.profile.model_copy(
            update={
                "last_analyzed": now,
                "total_prompts_analyzed": user.profile.total_prompts_analyzed + len(prompts),
                "created_at": user.profile.created_at or now,
            }
        )
        changed = content_of(profile) != content_of(user.profile)
        version = user.profile.version + 1 if changed else None
        ended = _done(claim, now, merged, analysis.usage, version)
        records.batches.put(uid, ended.id, ended)
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
            records.users.put(uid, updated(user, now, profile=profile, learning=learning))
        return ended

    def _failed(self, uid: str, claim: Batch, error: AnalysisError) -> Batch | None:
        """Records the failure: for another try where that may help, else for good."""
        log.warning("analysis failed: %s", error.reason)
        again = error.retryable and has_attempts_left(claim)
        problem = BatchError(reason=error.reason, message=error.message)

        def record(records: Records) -> Batch | None:
            user = self._user_while_claimed(records, uid, claim)
            if user is None:
                return None
            now = self._clock()
            user = updated(user, now, learning=with_usage(user.learning, error.usage, now))
            if not again:
                return self._give_up(records, uid, user, claim, problem, may_pass=error.retryable)
            batch = released(claim, problem, now + REDRIVE_AFTER)
            learning = user.learning.model_copy(update={"last_error": problem})
            records.batches.put(uid, batch.id, batch)
            records.users.put(uid, updated(user, now, learning=learning))
            return batch

        batch = self._store.transact(record)
        if batch and again:
            raise Unavailable(
                "The analysis failed and may succeed later.",
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
        """Records a batch as failed, where a refresh finds it."""
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
        records.batches.put(uid, batch.id, ended)
        records.users.put(uid, updated(user, now, learning=learning))
        return ended

    def _wait_for_tomorrow(self, records: Records, uid: str, user: UserState, batch: Batch) -> None:
        now = self._clock()
        problem = BatchError(
            reason="BUDGET_USED_UP",
            message=f"The daily budget of ${self._daily_budget:.2f} is used up. "
            "Learning goes on tomorrow.",
        )
        learning = user.learning.model_copy(update={"last_error": problem})
        records.batches.put(uid, batch.id, released(batch, problem, tomorrow(now)))
        records.users.put(uid, updated(user, now, learning=learning))

    def _user_while_claimed(self, records: Records, uid: str, claim: Batch) -> UserState | None:
        """The user, if the claim still holds; None where it was taken over or all was erased."""
        batch = records.batches.get(uid, claim.id)
        user = records.users.get(uid)
        if batch is None or user is None or batch.lease != claim.lease:
            return None
        return user


def _text(prompt: Prompt) -> PromptText:
    return PromptText(prompt.id, prompt.content, prompt.created_at)


def _source(analyzer: Analyzer) -> Source:
    return "minimal/hook" if analyzer.name == "offline" else "mcp/hook"


def _done(
    claim: Batch, now: datetime, merged: Merged, usage: TokenUsage, version: int | None
) -> Batch:
    return claim.model_copy(
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
