"""Finishing a leased batch: merges what was found, and records profile, decisions and costs."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.base.clock import Clock
from shared.documents.changelog import Source
from shared.documents.learning import Batch
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.learning import outcomes
from shared.learning.analysis.giving_up import GivingUp
from shared.learning.analysis.leased import Leased, Step
from shared.learning.analysis.user_budget import UserBudget
from shared.learning.analyzer import Analyzer, LeftOut
from shared.learning.line import advanced, finished
from shared.learning.merging import Examined, Merged, merge
from shared.ports import Records
from shared.profile.authorship.marking import marked
from shared.profile.changelog import content_of
from shared.profile.forgotten_pages import read_older
from shared.profile.history import commit_version
from shared.profile.user_state import updated


class Finishing:
    """Records the result of an analysis, within the caller's transaction."""

    def __init__(
        self, analyzer: Analyzer, clock: Clock, budget: UserBudget, giving_up: GivingUp
    ) -> None:
        self._analyzer = analyzer
        self._clock = clock
        self._budget = budget
        self._giving_up = giving_up

    def finish(
        self,
        records: Records,
        leased: Leased,
        examined: Examined,
        left_out: Sequence[LeftOut] = (),
    ) -> Step:
        """Merges the candidates, and gives the batch's place to the next.

        Args:
            records: the transaction's.
            leased: the batch.
            examined: what was found in it.
            left_out: its messages that could not be analyzed; each gets a decision.

        Raises:
            LeaseLost: another worker took the batch over, or the user was erased.
        """
        uid = leased.uid
        user, batch = leased.stored(records)
        now = self._clock()
        user = leased.settled(user, now)
        if not user.settings.learns:
            problem = outcomes.LEARNING_OFF
            return self._giving_up.fail(
                records, uid, user, batch, problem, may_pass=False, tab=leased.tab
            )
        older = read_older(records, uid, user)
        merged = merge(
            older.joined(user.profile),
            examined,
            batch_id=batch.id,
            settings=user.settings,
            now=now,
        )
        merged = replace(
            merged, decisions=[*merged.decisions, *map(outcomes.decision_on, left_out)]
        )
        analyzed = len(leased.prompts) - len(left_out)
        sources = _Sources(leased, merged)
        merged = replace(
            merged, profile=marked(user.profile, merged.profile, sources.connection_of)
        )
        profile = _analyzed(user.profile, merged, analyzed, now)
        changed = content_of(profile) != content_of(user.profile)
        version = user.profile.version + 1 if changed else None
        ended = outcomes.done(leased.paid(batch), now, merged, version)
        learning = outcomes.after_success(finished(user.learning, ended), ended, now, merged)
        learning, others = advanced(records, uid, learning, now)
        for each in (ended, *others):
            records.batches.overwrite(uid, each.id, each)
        if changed:
            user = updated(user, now, learning=learning)
            self._commit(records, uid, user, profile, ended, sources, now)
        else:
            records.users.save_state(uid, updated(user, now, profile=profile, learning=learning))
        if leased.tab.estimate.cost:
            self._budget.keep(records, uid, learning)
        return Step(ended, next=others)

    def _commit(
        self,
        records: Records,
        uid: str,
        user: UserState,
        profile: Profile,
        batch: Batch,
        sources: "_Sources",
        now: datetime,
    ) -> None:
        commit_version(
            records,
            uid,
            user,
            profile,
            change_type="create" if user.profile.version == 0 else "update",
            action="extract",
            source=Source.RULES if self._analyzer.name == "offline" else Source.MODEL,
            now=now,
            batch_id=batch.id,
            session_id=sources.session,
            connection=sources.connection,
        )


class _Sources:
    """Where the words came from that caused a change."""

    def __init__(self, leased: Leased, merged: Merged) -> None:
        prompts = {prompt.id: prompt for prompt in leased.prompts}
        self._causes = {
            decision.item_id or "": prompts[decision.prompt_id]
            for decision in merged.decisions
            if decision.accepted and decision.prompt_id in prompts
        }

    @property
    def session(self) -> str | None:
        """The session whose turns caused the change; None if other messages did, too."""
        causes = {prompt.session_id for prompt in self._causes.values()}
        return causes.pop() if len(causes) == 1 else None

    @property
    def connection(self) -> str | None:
        """The connection through which all these words came; None if others came otherwise."""
        causes = {prompt.connection for prompt in self._causes.values()}
        return causes.pop() if len(causes) == 1 else None

    def connection_of(self, name: str) -> str | None:
        """Returns the connection through which the words behind an item, or a fact, came."""
        prompt = self._causes.get(name)
        return prompt.connection if prompt else self.connection


def _analyzed(before: Profile, merged: Merged, prompts: int, now: datetime) -> Profile:
    """Returns the merged profile with what counts the analysis."""
    return merged.profile.model_copy(
        update={
            "last_analyzed": now,
            "total_prompts_analyzed": before.total_prompts_analyzed + prompts,
            "created_at": before.created_at or now,
            "forgotten": before.forgotten,
        }
    )
