"""Files of a model, kept as notes: each is a note in the archive, in parts if it is long."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from shared.base.acting import current_agents, current_connection
from shared.base.clock import Clock
from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.base.safety.invisible import visible
from shared.base.safety.private import without_private
from shared.base.safety.secrets import refuse_secrets
from shared.base.text import stemming_once
from shared.documents.memory import MemoryEntry, Part, Tier
from shared.memory.authorship import UNMARKED, changed
from shared.memory.digest import is_expired
from shared.memory.embeddings import Embedder
from shared.memory.files import text as files
from shared.memory.notebook import Notebook
from shared.memory.notebooks import Notebooks
from shared.memory.quarantine import is_suspect
from shared.memory.quota import Quota
from shared.memory.rules import NewEntry, entry_of
from shared.memory.splitting import part_id
from shared.memory.tiers import check_open
from shared.ports import Store, Where

T = TypeVar("T")

TAG = "memory file"
"""Marks the notes that are files; another tag of theirs is the path."""


@dataclass(frozen=True)
class Outcome:
    """What became of a command.

    Attributes:
        content: the answer for the model.
        quarantined: whether what it wrote waits for the user's word, because it gives orders.
    """

    content: str
    quarantined: bool = False


class MemoryFiles:
    """The commands of Anthropic's memory tool. Every method may raise Unavailable.

    Each command changes the notes in one transaction. Files that wait for the user's word are not
    there, but their paths are taken. A command on one file reads that file; creating one, and
    commands on directories, read all files.
    """

    def __init__(self, store: Store, clock: Clock, embedder: Embedder | None, quota: Quota) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder
        self._notebooks = Notebooks(store, quota)

    def view(self, uid: str, path: str, view_range: Sequence[int] | None) -> str:
        """Shows a file's lines, or a directory.

        Raises:
            NotFound: nothing is there.
        """
        path = files.checked_path(path)
        file = self._stored(uid, path).get(path)
        if file is not None:
            return files.numbered(path, _text(file), view_range)
        stored = self._stored(uid, TAG)
        shown = files.below(path, stored)
        if not shown and path != files.ROOT:
            raise files.missing(path)
        return files.listed(path, {each: len(_text(stored[each])) for each in shown})

    def create(self, uid: str, path: str, text: str) -> Outcome:
        """Saves a new file.

        Raises:
            AlreadyExists: something is there already.
            InvalidArgument: the text is empty, too long, or contains a secret.
            ResourceExhausted: the archive is full; nothing was changed.
        """
        path = files.changeable(path)

        def create(notebook: Notebook) -> Outcome:
            _check_free(path, notebook, f"File {path} already exists")
            id_ = derived_id("file", uid, path)
            while notebook.get(id_) is not None:
                # A file that was moved away keeps its id.
                id_ = derived_id("file", id_)
            waits = self._write(notebook, [], text, id_, [TAG, path])
            return Outcome(f"File created successfully at: {path}", waits)

        return self._change(uid, create)

    def replace(self, uid: str, path: str, old: str, new: str) -> Outcome:
        """Replaces the one occurrence of a text.

        Raises:
            NotFound: there is no such file.
            InvalidArgument: the text occurs never, or more than once, or the errors of `create`.
        """
        answer = ""

        def change(path: str, text: str) -> str:
            nonlocal answer
            changed, answer = files.replaced(path, text, old, new)
            return changed

        _, waits = self._edit(uid, path, change)
        return Outcome(answer, waits)

    def insert(self, uid: str, path: str, line: int, text: str) -> Outcome:
        """Inserts lines after one.

        Raises:
            NotFound: there is no such file.
            InvalidArgument: it has no such line, or the errors of `create`.
        """
        found, waits = self._edit(uid, path, lambda _, before: files.inserted(before, line, text))
        return Outcome(f"The file {found} has been edited.", waits)

    def delete(self, uid: str, path: str) -> str:
        """Deletes a file, or a directory with all that is in it.

        Raises:
            NotFound: nothing is there.
        """
        path = files.changeable(path)

        def delete(notebook: Notebook) -> str:
            stored = _files(notebook, TAG)
            notebook.remove([part for each in _found(path, stored) for part in stored[each]])
            return f"Successfully deleted {path}"

        return self._change(uid, delete)

    def rename(self, uid: str, old: str, new: str) -> str:
        """Moves a file or a directory to where nothing is yet.

        Raises:
            NotFound: nothing is at the old path.
            AlreadyExists: something is at the new one, or it is in what is to be moved.
            InvalidArgument: the new path gives an assistant orders.
        """
        old, new = files.changeable(old), files.changeable(new)

        def move(notebook: Notebook) -> str:
            stored = _files(notebook, TAG)
            moved = _found(old, stored)
            if new.startswith(f"{old}/"):
                raise files.taken(f"The destination {new} already exists")
            _check_free(new, notebook, f"The destination {new} already exists")
            for path in moved:
                tag = files.changeable(new + path.removeprefix(old))
                if is_suspect(tag):
                    raise _orders("new_path", "the file stays where it is")
                for part in stored[path]:
                    tags = [tag if each == path else each for each in part.tags]
                    notebook.replace(part, changed(part, {"tags": tags}, notebook.now))
            return f"Successfully renamed {old} to {new}"

        return self._change(uid, move)

    def _edit(self, uid: str, path: str, change: Callable[[str, str], str]) -> tuple[str, bool]:
        """Changes the text of one file; returns its path, and whether the change waits."""
        path = files.changeable(path)

        def edit(notebook: Notebook) -> tuple[str, bool]:
            parts = _files(notebook, path).get(path)
            if parts is None:
                raise files.missing(path)
            text = change(path, _text(parts))
            return path, self._write(notebook, parts, text, parts[0].id, parts[0].tags)

        return self._change(uid, edit)

    def _write(
        self,
        notebook: Notebook,
        before: Sequence[MemoryEntry],
        text: str,
        first: str,
        tags: Sequence[str],
    ) -> bool:
        """Writes a file in place of what it was before; returns whether it waits.

        Args:
            notebook: the user's notes.
            before: its parts so far.
            text: what is in it now.
            first: the id of its first part.
            tags: the tags of each part.
        """
        text = without_private(visible(text))
        texts = files.cut(text)
        refuse_secrets(text, "file_text")
        waits = is_suspect(text, tags)
        if waits and before:
            _hold_change(notebook, before, texts)
            return True
        old = {part.id: part for part in before}
        for number, content in enumerate(texts, 1):
            id_ = part_id(first, number)
            part = Part(of=first, number=number, count=len(texts)) if len(texts) > 1 else None
            update = {"content": content, "part": part, "embed_due_at": self._embed_due(notebook)}
            known = old.pop(id_, None)
            if known is None:
                new = NewEntry(content, Tier.ARCHIVE, source="action", tags=tags)
                entry = entry_of(id_, content, new, notebook.settings, notebook.now)
                by = current_connection()
                update |= {"connection": by, "made_at": notebook.now if by else None}
                entry = entry.model_copy(update=update)
                _ = notebook.hold(entry) if waits else notebook.add(entry, None)
            elif (known.content, known.part) != (content, part):
                notebook.replace(known, changed(known, update, notebook.now))
        notebook.remove([*old.values()])
        return waits

    def _embed_due(self, notebook: Notebook) -> datetime | None:
        """When to embed what is written: its text is known only within the transaction."""
        return notebook.now if self._embedder else None

    def _stored(self, uid: str, tag: str) -> dict[str, list[MemoryEntry]]:
        """The files with a tag, which is that of all files or a path."""
        if current_agents():
            check_open(self._store.users.get_or_new(uid).settings, Tier.ARCHIVE)
        return _by_path(
            self._store.memory.query(uid, Where("tags", "array_contains", tag)), self._clock()
        )

    @stemming_once()
    def _change(self, uid: str, work: Callable[[Notebook], T]) -> T:
        """Changes the notes in a transaction.

        Raises:
            FailedPrecondition: the archive is off for this agent.
        """

        def change(notebook: Notebook) -> T:
            check_open(notebook.settings, Tier.ARCHIVE)
            return work(notebook)

        return self._notebooks.change(uid, self._clock(), change)


def _files(notebook: Notebook, tag: str) -> dict[str, list[MemoryEntry]]:
    """The parts of each file with a tag, which is that of all files or a path."""
    return _by_path(notebook.tagged(tag), notebook.now)


def _check_free(path: str, notebook: Notebook, problem: str) -> None:
    """Refuses a path at which something is already.

    Raises:
        AlreadyExists: there is, or a file waits there for the user's word.
    """
    there = notebook.tagged(TAG)
    if files.below(path, _by_path(there, notebook.now)):
        raise files.taken(problem)
    waiting = {tag for entry in there if entry.quarantined for tag in entry.tags}
    if files.below(path, waiting):
        raise files.taken(f"A file at {path} waits for the user's approval")


def _by_path(entries: Iterable[MemoryEntry], now: datetime) -> dict[str, list[MemoryEntry]]:
    """The parts of each file, in order, by path. Notes that are no files are left out."""
    shown = [
        entry
        for entry in entries
        if TAG in entry.tags and not entry.quarantined and not is_expired(entry.expires_at, now)
    ]
    found: dict[str, list[MemoryEntry]] = {}
    for entry in sorted(shown, key=lambda each: (each.part.number if each.part else 1, each.id)):
        for path in entry.tags:
            if path.startswith(f"{files.ROOT}/"):
                parts = found.setdefault(path, [])
                # Users can give another note the tag of a file; the first one is the file.
                if not parts or parts[0].id == (entry.part.of if entry.part else entry.id):
                    parts.append(entry)
    return found


def _hold_change(notebook: Notebook, before: Sequence[MemoryEntry], texts: Sequence[str]) -> None:
    """Keeps a change that gives orders until the user accepts it; the file stays as it is.

    Raises:
        InvalidArgument: the file is in parts, of which none can take the place of the others.
    """
    if len(before) > 1 or len(texts) > 1:
        raise _orders("file_text", "the file stays as it is")
    (old,), (content,) = before, texts
    update = {
        "id": derived_id("change", old.id, content),
        "replaces": old.id,
        "content": content,
        "updated_at": notebook.now,
        "connection": current_connection(),
        "made_at": notebook.now,
        "request": None,
        **UNMARKED,
    }
    notebook.hold(old.model_copy(update=update))


def _orders(field: str, so: str) -> InvalidArgument:
    """The refusal of what gives orders and cannot wait for the user's word."""
    problem = f"would give an assistant orders, so {so}. Leave it out, or ask the user to write it"
    return InvalidArgument.field(field, problem, reason="UNSAFE_CONTENT")


def _found(path: str, stored: Mapping[str, Sequence[MemoryEntry]]) -> list[str]:
    """The files that a path means: itself, or all that are in it.

    Raises:
        NotFound: there are none.
    """
    found = files.below(path, stored)
    if not found:
        raise files.missing(path)
    return found


def _text(parts: Sequence[MemoryEntry]) -> str:
    return "".join(part.content for part in parts)
