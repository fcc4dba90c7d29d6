"""Recording: each message is stored once, however often the client sends it.

What the user marks as private, or asks not to save, is left out before anything is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.ids import IdSource
from shared.base.repeats import Keyed
from shared.base.safety.invisible import visible
from shared.base.safety.private import without_private
from shared.base.safety.secrets import redact, refuse_secrets
from shared.base.safety.unsaved import asks_not_to_be_saved
from shared.base.telemetry import traceparent
from shared.documents.learning import Prompt, SkipReason
from shared.documents.user import Intake
from shared.ports import Store

PRIVATE = "private"
INCOGNITO = "incognito"
UNWANTED = "asked_not_to"


@dataclass(frozen=True)
class Message:
    """A message as the client sent it; None marks what it left out.

    Nothing of a `private` one is stored.
    """

    content: str
    role: Literal["user", "assistant", "system", "tool"] = "user"
    id: str | None = None
    session_id: str | None = None
    created_at: datetime | None = None
    private: bool = False


@dataclass(frozen=True)
class Recorded:
    """The result of recording one message.

    Attributes:
        reason: why it was skipped; of a recorded one, `private` if a passage was left out.
    """

    id: str
    status: Literal["recorded", "duplicate", "skipped"]
    reason: str | None = None

    @property
    def is_stored(self) -> bool:
        """Whether there is a prompt with this id."""
        return self.status != "skipped" or self.reason not in (PRIVATE, INCOGNITO, UNWANTED)


_TICK = timedelta(microseconds=1)
"""The precision of the database's times."""


class Recorder:
    """Stores messages as prompts. The trigger `on_prompt_created` counts them."""

    def __init__(self, store: Store, clock: Clock, new_id: IdSource) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    def record(
        self, uid: str, messages: Sequence[Message], keyed: Sequence[Keyed] = ()
    ) -> list[Recorded]:
        """Records each message as a prompt, unless a prompt with its id exists.

        What comes later in the list was said later, unless the messages' own times say otherwise:
        times that are missing or equal are set apart by a microsecond.

        Nothing is stored of a private message, of one that asks for that ("don't save this: …"), or
        of one in an incognito session. Its id is free for another one.

        It takes one read, and one write per new prompt. Each write is independent, so after a crash
        repeating the call records the rest. With an idempotency key, all are written together, so
        that another body under the same key records nothing.

        Args:
            uid: the user.
            messages: the messages, oldest first.
            keyed: what each message is under the request's idempotency key, if it has one.
                Repeating it answers as the first time.

        Raises:
            KeyReused: the key belongs to a request that said something else.
            InvalidArgument: an id contains a secret; nothing was recorded.
            Unavailable: the database did not answer; call it again.
        """
        for index, message in enumerate(messages):
            refuse_secrets(message.id or "", f"prompts.{index}.id")
            refuse_secrets(message.session_id or "", f"prompts.{index}.sessionId")
        now = self._clock()
        user = self._store.users.intake(uid) or self._store.users.new()
        times = _times(messages, now)
        prompts = {
            index: self._prompt(
                message,
                times[index],
                keyed[index] if keyed else None,
                user,
                now,
                in_bulk=len(messages) > 1,
            )
            for index, message in enumerate(messages)
            if not _unkept(message, user)
        }
        first: dict[str, Prompt] = {}
        for prompt in prompts.values():
            first.setdefault(prompt.id, prompt)
        new = self._create(uid, list(first.values()), keyed[0] if keyed else None)

        def outcome(index: int, message: Message) -> Recorded:
            if index not in prompts:
                id_ = self._id_of(message, keyed[index] if keyed else None)
                return Recorded(id_, "skipped", _unkept(message, user))
            prompt = prompts[index]
            is_new = prompt.id in new and first[prompt.id] is prompt
            return _outcome(prompt, message, is_new=is_new)

        return [outcome(index, message) for index, message in enumerate(messages)]

    def _create(self, uid: str, prompts: list[Prompt], keyed: Keyed | None) -> set[str]:
        """Creates the prompts that do not exist; returns which are this request's own."""
        if not prompts:
            return set()
        created = self._store.create_prompts(uid, prompts, together=keyed is not None)
        new = {prompt.id for prompt, is_new in zip(prompts, created, strict=True) if is_new}
        if keyed is None or new:
            return new
        ids = [prompt.id for prompt in prompts]
        stored = self._store.prompts.get_many(uid, ids, lenient=True)
        new = {prompt.id for prompt in stored if keyed.is_repeated(prompt.request)}
        known = {prompt.id for prompt in stored}
        left = [prompt for prompt in prompts if prompt.id not in known]
        created = self._store.create_prompts(uid, left) if left else []
        return new | {prompt.id for prompt, is_new in zip(left, created, strict=True) if is_new}

    def _prompt(
        self,
        message: Message,
        said_at: datetime,
        keyed: Keyed | None,
        user: Intake,
        now: datetime,
        *,
        in_bulk: bool,
    ) -> Prompt:
        content = _safe(message.content)
        return Prompt(
            id=self._id_of(message, keyed),
            request=keyed.body if keyed and not message.id else None,
            content=content,
            role=message.role,
            session_id=message.session_id,
            created_at=said_at,
            recorded_at=now,
            skipped=_skip_reason(message, content, user),
            connection=current_connection(),
            traceparent=traceparent(),
            in_bulk=in_bulk or None,
        )

    def _id_of(self, message: Message, keyed: Keyed | None) -> str:
        return message.id or (keyed.id if keyed else self._new_id())


def masked(prompt: Prompt) -> Prompt:
    """Returns the prompt as it may be stored: it may be imported, or older than a rule for that."""
    content = _safe(prompt.content)
    return prompt if content == prompt.content else prompt.model_copy(update={"content": content})


def _times(messages: Sequence[Message], now: datetime) -> list[datetime]:
    """Returns when each message was said: never in the future, and no two at the same time."""
    latest = [now - (len(messages) - 1 - index) * _TICK for index in range(len(messages))]
    times: list[datetime] = []
    for message, bound in zip(messages, latest, strict=True):
        said_at = min(message.created_at or bound, bound)
        while said_at in times:
            said_at += _TICK
        times.append(said_at)
    return times


def _safe(content: str) -> str:
    return redact(without_private(visible(content))).text


def _unkept(message: Message, user: Intake) -> str | None:
    """Returns why nothing of a message may be stored; None if it may be."""
    if message.session_id in user.incognito:
        return INCOGNITO
    text = visible(message.content)
    is_private = message.private or (text.strip() and not without_private(text).strip())
    if is_private:
        return PRIVATE
    return UNWANTED if message.role == "user" and asks_not_to_be_saved(text) else None


def _skip_reason(message: Message, content: str, user: Intake) -> SkipReason | None:
    if message.role != "user":
        return SkipReason.NOT_THE_USER
    if not content.strip():
        return SkipReason.EMPTY
    if not user.settings.learns:
        return SkipReason.LEARNING_OFF
    return None


def _outcome(prompt: Prompt, message: Message, *, is_new: bool) -> Recorded:
    if not is_new:
        return Recorded(prompt.id, "duplicate")
    if prompt.skipped:
        return Recorded(prompt.id, "skipped", prompt.skipped)
    text = visible(message.content)
    return Recorded(prompt.id, "recorded", PRIVATE if without_private(text) != text else None)
