"""A user's settings, and the erasure of all of a user's data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from shared.base.clock import Clock
from shared.base.ids import IdSource
from shared.base.merge_patch import merge_patch
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated_json
from shared.documents.learning import Batch
from shared.documents.operating import KEEP_ERASED, Erased, erased_mark
from shared.documents.settings import Settings
from shared.learning.counting import formed
from shared.ports import Erasure, Records, Store
from shared.profile.history import beyond, without_snapshots
from shared.profile.user_state import updated

ERASE_FOR = timedelta(seconds=40)
"""How long one call deletes; the function has a minute."""
RESUME_AFTER = timedelta(minutes=10)
"""How long after its beginning maintenance continues an erasure that is not complete."""


Enqueue = Callable[[str, Batch], None]
"""Creates the task of a user's batch, once."""
CutOff = Callable[[str], int]
"""Cuts off all of a user's connections, and returns how many there were."""
AddErased = Callable[[Erased], None]
"""Keeps an erasure, to be repeated after a restore."""


class AccountService:
    """A user's account. Every method may raise Unavailable."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        cut_off: CutOff,
        new_id: IdSource,
        add_erased: AddErased,
    ) -> None:
        self._store = store
        self._clock = clock
        self._cut_off = cut_off
        self._new_id = new_id
        self._add_erased = add_erased

    def settings(self, uid: str) -> Settings:
        """Returns the current settings."""
        return self._store.users.get_or_new(uid).settings

    def patch_settings(
        self, uid: str, patch: Mapping[str, Any], enqueue: Enqueue | None = None
    ) -> Settings:
        """Applies a JSON merge patch to the settings.

        Switching learning on records the time, because prompts that arrived while it was off are
        never analyzed. Lowering the number of snapshots removes those beyond it at once, so that
        raising it does not bring them back. If as many prompts wait as the new interval takes, they
        form a batch.

        Args:
            uid: the user.
            patch: the patch.
            enqueue: creates the batch's task; without it, or if this crashes before it, maintenance
                finds the batch due.

        Raises:
            InvalidArgument: a setting is unknown or out of range; nothing was changed.
        """
        batches: list[Batch] = []

        def apply(records: Records) -> Settings:
            batches.clear()
            user = records.users.get_or_new(uid)
            old = user.settings
            settings = _patched(old, patch).over(records.users.new().settings)
            refuse_secrets(list(settings.agents), "agents")
            if settings == old and settings.chosen() == old.chosen():
                return old
            now = self._clock()
            learning = user.learning
            if settings.learns and not user.settings.learns:
                learning = learning.model_copy(update={"enabled_since": now})
            if settings.learns and _are_enough(learning.pending, settings):
                learning, batch = formed(uid, learning, learning.pending, "interval", now)
                records.batches.create(uid, batch.id, batch)
                batches.append(batch)
            count = settings.user_profile_changelog_retention_count
            user = without_snapshots(records, uid, user, beyond(user, count), now)
            records.users.save_state(uid, updated(user, now, settings=settings, learning=learning))
            return settings

        settings = self._store.transact(apply)
        for batch in batches:
            if enqueue:
                enqueue(uid, batch)
        return settings

    def erase(self, uid: str, for_: timedelta = ERASE_FOR, *, only_begun: bool = False) -> Erasure:
        """Deletes every document under the user, nested ones too, and the user's own last.

        That the user is erased is noted first, without their uid, so that it can be repeated after
        a restore. Then connections are cut off, and the user is marked; until all is gone, whatever
        reads their document gets BeingErased, requests of connections that are cached elsewhere
        too. Events and tasks that arrive later find no prompt or batch, and write nothing.

        If it stops
        - after the note, or amid the connections: the next call begins again;
        - after the mark, or if the time was too short: the next call deletes the rest, and so does
          maintenance.

        Args:
            uid: the user.
            for_: how long to delete. At least one page of documents goes.
            only_begun: whether to do nothing unless an erasure has begun and is not complete.

        Returns:
            The number of deleted documents, by collection, and whether nothing is left.
        """
        now = self._clock()
        if not only_begun:
            self._add_erased(
                Erased(
                    id=self._new_id(),
                    at=now,
                    user=erased_mark(uid),
                    expires_at=now + KEEP_ERASED,
                )
            )
        ended = 0 if only_begun else self._cut_off(uid)
        erasure = self._store.erase(
            uid, now + RESUME_AFTER, lambda: self._clock() < now + for_, only_begun=only_begun
        )
        if not ended:
            return erasure
        return replace(erasure, deleted={**erasure.deleted, "connections": ended})


def _patched(old: Settings, patch: Mapping[str, Any]) -> Settings:
    """Returns what is set after a patch.

    A patch of a map changes the one in force, which is the user's own from then on.
    """
    in_force = old.model_copy(update=dict(old)).chosen()
    maps = {name: in_force[name] for name in patch.keys() & in_force if _is_map(patch[name])}
    return validated_json(Settings, merge_patch(old.chosen() | maps, patch))


def _is_map(value: object) -> bool:
    return isinstance(value, Mapping)


def _are_enough(pending: Sequence[str], settings: Settings) -> bool:
    return len(pending) >= settings.user_memory_analysis_interval
