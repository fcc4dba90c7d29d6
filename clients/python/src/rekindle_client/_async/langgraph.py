"""The operations of LangGraph's stores, on the user's notes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from langgraph.store.base import (
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from rekindle_client import _api as api
from rekindle_client import _documents as documents
from rekindle_client._async.client import AsyncRekindle
from rekindle_client._async.pages import every_item
from rekindle_client.errors import AlreadyExists, NotFound, RekindleError, Unavailable, Unreachable

_LONGEST_QUERY = 2000
_PAGE = 100


class AsyncItems:
    """The items of a store, each of which is a note in the user's archive.

    Args:
        rekindle: the user's client.
        on_error: hears of a Rekindle that is away, if the graph is to go on without it.
    """

    def __init__(
        self, rekindle: AsyncRekindle, on_error: Callable[[RekindleError], object] | None
    ) -> None:
        self._memory = rekindle.memory
        self._on_error = on_error

    async def perform(self, ops: Iterable[Op]) -> list[Result]:
        """Carries out operations; what they read is how things were before they change anything.

        Raises:
            TypeError: a value is not JSON.
            ValueError: a value or a namespace does not fit, or a filter cannot be understood.
        """
        asked = [*ops]
        for op in asked:
            validate_op_namespace(op)
        changes = [*_changes(asked)]
        results = [await self._read(op) for op in asked]
        for put, note in changes:
            with self._away():
                await self._change(put, note)
        return results

    async def _read(self, op: Op) -> Result:
        with self._away():
            if isinstance(op, GetOp):
                return await self._get(op)
            if isinstance(op, SearchOp):
                return await self._search(op)
            if isinstance(op, ListNamespacesOp):
                return await self._namespaces(op)
        return [] if isinstance(op, SearchOp | ListNamespacesOp) else None

    async def _get(self, op: GetOp) -> Item | None:
        try:
            note = await self._memory.get(documents.id_of(op.namespace, op.key))
        except NotFound:
            return None
        found = documents.read(note.content)
        if found is None or (found.namespace, found.key) != (op.namespace, op.key):
            return None
        if op.refresh_ttl:
            await self._renew(note)
        return Item(
            value=found.value,
            key=found.key,
            namespace=found.namespace,
            created_at=note.created_at,
            updated_at=note.updated_at,
        )

    async def _search(self, op: SearchOp) -> list[SearchItem]:
        found: list[SearchItem] = []
        passed = 0
        async for note, score in self._notes(op):
            if len(found) >= op.limit:
                break
            item = documents.read(note.content)
            if item is None or not documents.wanted(item.value, op.filter or {}):
                continue
            passed += 1
            if passed <= op.offset:
                continue
            if op.refresh_ttl:
                await self._renew(note)
            found.append(
                SearchItem(
                    item.namespace, item.key, item.value, note.created_at, note.updated_at, score
                )
            )
        return found

    async def _notes(
        self, op: SearchOp
    ) -> AsyncIterator[tuple[api.ShownEntry | api.EntryBody, float | None]]:
        """The notes of a namespace: what fits the query best first, or else the newest."""
        tag = documents.tag_of(op.namespace_prefix)
        if not op.query:
            async for note in self._memory.all(target="archive", tag=tag):
                yield note, None
            return
        query = op.query[:_LONGEST_QUERY]
        async for hit in every_item(
            lambda token: self._memory.search(
                query,
                limit=_PAGE,
                target="archive",
                tag=tag,
                include_superseded=True,
                page_token=token,
            ),
            lambda page: page.results,
        ):
            yield hit.entry, hit.score

    async def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        found = set()
        async for note in self._memory.all(target="archive", tag=documents.MARK):
            document = documents.read(note.content)
            if document and _matches(document.namespace, op):
                found.add(document.namespace[: op.max_depth])
        return sorted(found)[op.offset : op.offset + op.limit]

    async def _change(self, put: PutOp, note: documents.Kept | None) -> None:
        if note is None:
            with suppress(NotFound):
                await self._memory.delete(documents.id_of(put.namespace, put.key))
            return
        if await self._added(put, note):
            return
        try:
            await self._replace(note, put.ttl)
        except NotFound:
            # Somebody has deleted it since.
            await self._added(put, note)

    async def _added(self, put: PutOp, note: documents.Kept) -> bool:
        """Saves a note that is not there yet; returns whether it was not."""
        try:
            saved = await self._memory.save(
                note.content,
                target="archive",
                tags=note.tags,
                source="action",
                expires_at=_end(put.ttl),
                id=note.id,
            )
        except AlreadyExists:
            return False
        return not saved.deduplicated

    async def _replace(self, note: documents.Kept, ttl: float | None) -> None:
        """Replaces what a note says. Its end stays if it is the one of the user's own retention."""
        if ttl is not None:
            fields = {"content": note.content, "tags": note.tags, "expires_at": _end(ttl)}
            await self._memory.change(note.id, fields)
            return
        changed = await self._memory.change(note.id, {"content": note.content})
        if documents.ttl_of(changed.entry.tags) is not None:
            await self._memory.change(note.id, {"tags": note.tags, "expires_at": None})

    async def _renew(self, note: api.ShownEntry | api.EntryBody) -> None:
        ttl = documents.ttl_of(note.tags)
        if ttl is not None:
            with suppress(NotFound):
                await self._memory.change(note.id, {"expires_at": _end(ttl)})

    def _away(self) -> _Away:
        return _Away(self._on_error)


class _Away:
    """Tells of a Rekindle that cannot be reached, and goes on, if somebody wants to hear of it."""

    def __init__(self, on_error: Callable[[RekindleError], object] | None) -> None:
        self._on_error = on_error

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if self._on_error is None or not isinstance(error, Unreachable | Unavailable):
            return False
        self._on_error(error)
        return True


def _changes(ops: Sequence[Op]) -> Iterator[tuple[PutOp, documents.Kept | None]]:
    """The changes to make, the last one for each key, with their notes; None deletes one."""
    puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
    for put in puts.values():
        if put.index is not None:
            raise NotImplementedError(
                "Rekindle's search reads all of an item; leave out `index`, or keep what must not "
                "be found in another store."
            )
        if put.value is None:
            yield put, None
        else:
            yield put, documents.kept(put.namespace, put.key, put.value, put.ttl)


def _end(ttl: float | None) -> datetime | None:
    return None if ttl is None else datetime.now(UTC) + timedelta(minutes=ttl)


def _matches(namespace: tuple[str, ...], op: ListNamespacesOp) -> bool:
    return all(
        (documents.begins if each.match_type == "prefix" else documents.ends)(namespace, each.path)
        for each in op.match_conditions or ()
    )
