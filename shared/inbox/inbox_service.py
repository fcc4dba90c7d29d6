"""The inbox, on behalf of its user."""

from typing import Any

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.errors import InvalidArgument
from shared.base.safety.secrets import refuse_secrets
from shared.documents.inbox import InboxItem, InboxKind
from shared.documents.memory import Tier
from shared.inbox.accepting import Answer
from shared.inbox.answering import answered, gone
from shared.inbox.listing import HELD_NOTE, HELD_PART, NOTE, held_note, held_part, inbox
from shared.memory.digest import entries_of, live
from shared.memory.memory_service import MemoryService
from shared.memory.tiers import closed_tiers
from shared.ports import Store
from shared.profile.profile_service import ProfileService
from shared.profile.shown import ShownProfile
from shared.sessions.session_service import SessionService


class InboxService:
    """Lists what waits for the user's word, and does what the user answers.

    Every method may raise Unavailable.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        profiles: ProfileService,
        memory: MemoryService,
        sessions: SessionService,
    ) -> None:
        self._store = store
        self._clock = clock
        self._profiles = profiles
        self._memory = memory
        self._sessions = sessions

    def items(self, uid: str) -> list[InboxItem]:
        """Returns what waits, the newest first. Of the archive, it looks at the newest notes.

        What is quarantined is only for the user's own eyes: no connection gets it, nor answers it.
        """
        now = self._clock()
        user, stored = self._store.overview(uid)
        digest = live(stored, now)
        closed = closed_tiers(user.settings)
        notes = [note for tier in Tier if tier not in closed for note in entries_of(digest, tier)]
        found = inbox(user.profile, notes, user.settings, now)
        if current_connection():
            return [item for item in found if item.kind is not InboxKind.QUARANTINED]
        held = self._memory.waiting(uid) if digest.waiting else []
        found += map(held_note, held)
        found += map(held_part, self._sessions.waiting(uid, user.waiting_sessions))
        return sorted(found, key=lambda item: (item.at, item.id), reverse=True)

    def answer(
        self, uid: str, id_: str, answer: Answer, correction: Any, if_match: int | None
    ) -> ShownProfile:
        """Does what the user answers, and returns the profile.

        Args:
            uid: the user.
            id_: the id of the question.
            answer: whether what is asked holds, or that something else does.
            correction: what holds instead: a text, or the value of a fact.
            if_match: the version of the profile that the caller has read, if it matters.

        Raises:
            NotFound: the question is no longer open.
            InvalidArgument: the correction does not fit, or contains a secret.
            Aborted: the current version is not `if_match`.
        """
        if (answer == "correct") != (correction is not None):
            raise InvalidArgument.field(
                "correction", 'belongs to the answer "correct", and only there'
            )
        refuse_secrets(correction, "correction")
        is_note = id_.startswith((NOTE, HELD_NOTE))
        is_part = id_.startswith(HELD_PART)
        if is_note or is_part:
            self._profiles.check_version(uid, if_match)
        # A late answer must not end or delete what is no longer in question.
        if all(item.id != id_ for item in self.items(uid)):
            raise gone()
        if is_note:
            self._answer_note(uid, id_, answer, correction)
            return self._profiles.get(uid)
        if is_part:
            if answer == "correct":
                raise InvalidArgument.field("answer", "must be accept or reject here")
            part = id_.removeprefix(HELD_PART)
            self._sessions.answer(uid, part, accept=answer == "accept")
            return self._profiles.get(uid)
        now = self._clock()
        return self._profiles.change(
            uid,
            lambda profile: answered(profile, id_, answer, correction, now),
            if_match,
            keep_limits=True,
        )

    def _answer_note(self, uid: str, question: str, answer: Answer, correction: Any) -> None:
        is_held = question.startswith(HELD_NOTE)
        id_ = question.removeprefix(HELD_NOTE if is_held else NOTE)
        if answer == "reject":
            self._memory.delete(uid, id_)
        elif answer == "correct":
            if not isinstance(correction, str):
                raise InvalidArgument.field("correction", "must be a text")
            self._memory.change(uid, id_, {"content": correction})
        elif is_held:
            self._memory.accept(uid, id_)
        else:
            self._memory.change(uid, id_, {})
