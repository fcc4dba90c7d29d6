"""Imported messages: old conversations are recorded at once, and learned little by little.

Each message becomes a prompt with the time at which it was said, so that newer words win whatever
the order in which they arrive. Its id follows from the product's own, so it is stored once, however
often its file is imported. Nobody counts these prompts: they are put into batches here, which have
a line of their own; see `shared.learning.line`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition
from shared.base.ids import derived_id
from shared.base.safety.invisible import visible
from shared.base.safety.private import without_private
from shared.base.safety.secrets import refuse_secrets
from shared.base.safety.unsaved import asks_not_to_be_saved
from shared.base.telemetry import traceparent
from shared.documents.imports import MAX_REASONS, PREFIX, ImportRecord
from shared.documents.learning import MAX_IMPORTS, Batch, LearningState, Prompt
from shared.documents.user import UserState
from shared.learning.counting import Counter, batch_of
from shared.learning.line import joined
from shared.learning.recording import masked
from shared.ports import Order, Records, Store
from shared.profile.user_state import updated

PER_BATCH = 20
"""Messages of one analysis. Nobody waits for them, so there are more than of new ones."""
MOST = 100
"""Messages of one piece."""
LISTED = 50
"""Imports that a list shows, the newest."""
_SKEW = timedelta(minutes=1)
_TICK = timedelta(microseconds=1)


@dataclass(frozen=True)
class OldMessage:
    """A message of another product.

    Attributes:
        id: the product's id of it.
        thread: the product's id of its conversation.
        role: who said it; only what the user said is stored.
        at: when.
        content: what was said.
        private: whether nothing of it may be stored.
    """

    id: str
    thread: str
    role: Literal["user", "assistant", "system", "tool"]
    at: datetime
    content: str
    private: bool = False


@dataclass(frozen=True)
class Piece:
    """A piece of an import.

    Attributes:
        import_id: the import.
        source: the product.
        messages: its messages, oldest first within a conversation; at most `MOST`.
        position: how many messages of the file come before it; None if nobody counts them.
        left_out: how many messages whoever read the file has left out around these, by reason.
    """

    import_id: str
    source: str
    messages: Sequence[OldMessage]
    position: int | None = None
    left_out: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Refusal:
    """A message that was not imported, by its place in the piece, and why."""

    index: int
    reason: str
    message: str


@dataclass(frozen=True)
class Progress:
    """How far an import has come: what has arrived, and how many messages wait to be learned."""

    record: ImportRecord
    waiting: int


@dataclass(frozen=True)
class Taken:
    """What became of a piece: of each message either new, or there already, or refused."""

    taken: int
    merged: int
    refused: Sequence[Refusal]
    progress: Progress


class Importer:
    """Takes messages of other products. Every method may raise Unavailable."""

    def __init__(self, store: Store, counter: Counter, clock: Clock) -> None:
        self._store = store
        self._counter = counter
        self._clock = clock

    def take(self, uid: str, piece: Piece) -> Taken:
        """Records a piece of an import, and puts its messages into batches.

        It costs a write per new message, and per batch of `PER_BATCH` a read and a write; besides,
        three reads and two writes.
        If this crashes
        - while messages are stored: repeating it stores the rest;
        - before they are put into batches: repeating it finds them in none, and does so;
        - before the task exists: maintenance finds the batch due.

        Raises:
            FailedPrecondition: learning is switched off, or too many imports wait already.
            InvalidArgument: an id, the source or a reason contains a secret; nothing was taken.
        """
        refuse_secrets(piece.import_id, "id")
        refuse_secrets(piece.source, "source")
        refuse_secrets([*(piece.left_out or ())], "leftOut")
        for index, message in enumerate(piece.messages):
            refuse_secrets([message.id, message.thread], f"messages.{index}")
        now = self._clock()
        user = self._store.users.get_or_new(uid)
        self._check(user, piece)
        refused = [
            refusal
            for index, message in enumerate(piece.messages)
            if (refusal := _refusal(index, message, now))
        ]
        prompts = _prompts(uid, piece, {each.index for each in refused}, now)
        created = self._store.create_prompts(uid, prompts) if prompts else []
        new = [prompt for prompt, is_new in zip(prompts, created, strict=True) if is_new]
        others = [prompt.id for prompt, is_new in zip(prompts, created, strict=True) if not is_new]
        stored = self._store.prompts.get_many(uid, others, lenient=True) if others else []
        merged = len(piece.messages) - len(refused) - len(new)

        def write(records: Records) -> tuple[Progress, list[Batch]]:
            state = records.users.get(uid)
            if state is None and prompts and records.prompts.get(uid, prompts[0].id) is None:
                # The user was erased after the messages were stored: nothing may come back.
                return Progress(_new_record(piece, now), 0), []
            state = state or records.users.new().model_copy(update={"created_at": now})
            record = records.imports.get(uid, PREFIX + piece.import_id)
            record = record or _new_record(piece, now)
            planned = {prompt.batch or "" for prompt in (*prompts, *stored)} - {""}
            known = records.batches.get_many(uid, sorted(planned), lenient=True)
            left = _in_no_batch(records, uid, stored, known)
            wanted = {prompt.id for prompt in (*new, *left)}
            chosen = [prompt for prompt in prompts if prompt.id in wanted]
            batches = _batches(piece, chosen, {batch.id for batch in known}, now)
            learning = _with_messages(state.learning, piece.import_id, len(wanted))
            placed = []
            for batch in batches:
                learning, batch = joined(learning, batch, now)
                records.batches.create(uid, batch.id, batch)
                placed.append(batch)
            record = _with_piece(record, piece, len(new), merged, refused, now)
            records.imports.overwrite(uid, record.id, record)
            if placed:
                records.users.save_state(uid, updated(state, now, learning=learning))
            return Progress(record, learning.imports.messages.get(piece.import_id, 0)), placed

        progress, placed = self._store.transact(write)
        for batch in placed:
            self._counter.enqueue(uid, batch)
        return Taken(len(new), merged, refused, progress)

    def progress(self, uid: str, import_id: str) -> Progress | None:
        """Returns how far an import has come; None if nothing of it has arrived."""
        record = self._store.imports.get(uid, PREFIX + import_id)
        return self._progress(uid, [record])[0] if record else None

    def all(self, uid: str) -> list[Progress]:
        """Returns how far the user's imports have come, the newest first."""
        newest = Order("importedAt", descending=True)
        return self._progress(uid, self._store.imports.query(uid, order=newest, limit=LISTED))

    def _progress(self, uid: str, records: Iterable[ImportRecord]) -> list[Progress]:
        messages = self._store.users.get_or_new(uid).learning.imports.messages
        return [
            Progress(record, messages.get(record.id.removeprefix(PREFIX), 0)) for record in records
        ]

    @staticmethod
    def _check(user: UserState, piece: Piece) -> None:
        if not user.settings.learns:
            raise FailedPrecondition(
                "Learning is switched off, so nothing would be learned from these messages. Switch "
                "it on with PATCH /v1/settings, then import them.",
                [{"reason": "LEARNING_OFF"}],
            )
        waiting = user.learning.imports.messages
        if piece.import_id not in waiting and len(waiting) >= MAX_IMPORTS:
            raise FailedPrecondition(
                f"{MAX_IMPORTS} imports are already waiting to be learned from. Wait until one "
                "is done: GET /v1/imports shows how many messages wait.",
                [{"reason": "TOO_MANY_IMPORTS"}],
            )


def prompt_id(source: str, message: OldMessage) -> str:
    """Returns the id of the prompt that a message becomes, always the same."""
    return derived_id("imported", source, message.thread, message.id)


def _refusal(index: int, message: OldMessage, now: datetime) -> Refusal | None:
    if message.role != "user":
        said = "Only what the user said is imported; nothing is learned from anybody else."
        return Refusal(index, "NOT_THE_USER", said)
    text = visible(message.content)
    if message.private or (text.strip() and not without_private(text).strip()):
        return Refusal(index, "PRIVATE", "It is marked as private, so none of it is stored.")
    if asks_not_to_be_saved(text):
        return Refusal(index, "PRIVATE", "It asks not to be saved, so none of it is stored.")
    if not text.strip():
        return Refusal(index, "EMPTY", "It has no text.")
    if message.at > now + _SKEW:
        return Refusal(index, "IN_THE_FUTURE", "It is dated in the future. Check its createdAt.")
    return None


def _prompts(uid: str, piece: Piece, refused: set[int], now: datetime) -> list[Prompt]:
    """Returns the messages as prompts, without doubles, each with the batch that it belongs to."""
    chosen: dict[str, OldMessage] = {}
    for index, message in enumerate(piece.messages):
        if index not in refused:
            chosen.setdefault(prompt_id(piece.source, message), message)
    prompts: list[Prompt] = []
    ids = list(chosen)
    times: set[datetime] = set()
    for first in range(0, len(ids), PER_BATCH):
        part = ids[first : first + PER_BATCH]
        batch = derived_id("import", uid, *part)
        for id_ in part:
            message = chosen[id_]
            at = min(message.at, now)
            while at in times:  # what comes later in the list was said later
                at += _TICK
            times.add(at)
            prompt = Prompt(
                id=id_,
                content=message.content,
                session_id=derived_id("thread", piece.source, message.thread),
                created_at=at,
                recorded_at=at,
                connection=current_connection(),
                traceparent=traceparent(),
                batch=batch,
            )
            prompts.append(masked(prompt))
    return prompts


def _in_no_batch(
    records: Records, uid: str, stored: Sequence[Prompt], known: Sequence[Batch]
) -> list[Prompt]:
    """Returns those of the messages stored before that a crash has left without a batch."""
    listed = {id_ for batch in known for id_ in batch.prompt_ids}
    return [
        prompt
        for prompt in stored
        if prompt.batch and prompt.id not in listed and batch_of(records, uid, prompt.id) is None
    ]


def _batches(
    piece: Piece, prompts: Sequence[Prompt], taken: set[str], now: datetime
) -> list[Batch]:
    """Returns the batches of the prompts that need one; those in `taken` have an id already."""
    grouped: dict[str, list[Prompt]] = {}
    for prompt in prompts:
        grouped.setdefault(prompt.batch or "", []).append(prompt)
    return [
        Batch(
            id=derived_id(id_, now.isoformat()) if id_ in taken else id_,
            trigger="import",
            prompt_ids=[one.id for one in members],
            created_at=now,
            import_id=piece.import_id,
            import_place=max(one.created_at for one in members),
        )
        for id_, members in grouped.items()
    ]


def _new_record(piece: Piece, now: datetime) -> ImportRecord:
    id_ = PREFIX + piece.import_id
    return ImportRecord(id=id_, source=piece.source, imported_at=now, updated_at=now)


def _with_piece(
    record: ImportRecord,
    piece: Piece,
    taken: int,
    merged: int,
    refused: Sequence[Refusal],
    now: datetime,
) -> ImportRecord:
    """Returns the record with a piece counted, unless it had arrived before."""
    if piece.position is not None and piece.position < record.position:
        return record.model_copy(update={"updated_at": now})
    counts = dict(record.refused)
    for reason, count in [*((each.reason, 1) for each in refused), *(piece.left_out or {}).items()]:
        known = reason if reason in counts or len(counts) < MAX_REASONS - 1 else "OTHER"
        counts[known] = counts.get(known, 0) + count
    position = piece.position if piece.position is not None else record.position
    return record.model_copy(
        update={
            "updated_at": now,
            "position": position + len(piece.messages) + sum((piece.left_out or {}).values()),
            "taken": record.taken + taken,
            "merged": record.merged + merged,
            "refused": counts,
        }
    )


def _with_messages(learning: LearningState, import_id: str, count: int) -> LearningState:
    if not count:
        return learning
    messages = dict(learning.imports.messages)
    messages[import_id] = messages.get(import_id, 0) + count
    imports = learning.imports.model_copy(update={"messages": messages})
    return learning.model_copy(update={"imports": imports})
