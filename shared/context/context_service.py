"""Builds a user's context block, from two documents."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from shared.base.clock import Clock
from shared.base.errors import RekindleError
from shared.context import block
from shared.context.block import Remembered
from shared.context.fitting import Omitted, fit
from shared.documents.memory import RECENT, MemoryDigest, MemoryEntry, Tier
from shared.documents.user import UserState
from shared.memory.digest import live, refilled
from shared.memory.notebook import newest_of_archive
from shared.memory.search.search_service import MemorySearch, SearchQuery
from shared.ports import Store
from shared.profile.decay import decayed
from shared.profile.outdated import Grounds, grounds

log = logging.getLogger(__name__)

MIN_RELEVANCE = 0.1
"""Entries that score below this share of the best score are not included for a query."""
EMBEDDING_PATIENCE = 0.7
"""Seconds to wait for the embedding of a query, before the archive is searched by words."""
PATIENCE = 0.5
"""Seconds to wait for other searches. After that, the newest entries must do."""
USED_EVERY = timedelta(days=1)
"""How often the use of a preference is recorded at most."""
UNREAD = "The user's memory could not be read, so this block is empty. Retry later."
UNSEARCHED = "The archive could not be searched, so the block has its newest entries instead."


@dataclass(frozen=True)
class Section:
    """A part of the text and its size in characters."""

    name: str
    chars: int


@dataclass(frozen=True)
class Context:
    """The context block, with details of what it includes.

    Attributes:
        text: the text for the model; empty if nothing is known.
        sections: the blocks in the text.
        omitted: what was left out, and why.
        warnings: what could not be read.
        version: changes whenever the user's data does.
    """

    text: str
    sections: list[Section]
    omitted: list[Omitted]
    warnings: list[str]
    version: str


class ContextService:
    """Builds what an assistant should know. It never fails: at worst the block is empty (M-9)."""

    def __init__(self, store: Store, clock: Clock, search: MemorySearch) -> None:
        self._store = store
        self._clock = clock
        self._search = search

    def build(
        self,
        uid: str,
        query: str | None = None,
        max_chars: int | None = None,
        *,
        preview: bool = False,
    ) -> Context:
        """Returns the current context block.

        Args:
            uid: the user.
            query: the topic of the conversation, which selects the archive entries.
            max_chars: the maximum length of the text, if any.
            preview: whether no assistant sees the text, so that nothing counts as used.
        """
        now = self._clock()
        try:
            user, stored = self._store.overview(uid)
            digest = self._live(uid, stored, now)
        except RekindleError:
            log.warning("context could not be read", exc_info=True)
            return Context("", [], [], [UNREAD], "")
        changed = grounds(decayed(user.profile, user.settings, now))
        remembered, warnings = self._remembered(uid, stored, digest, query, changed)
        blocks, excluded = _blocks(user, digest, _in_doubt_last(remembered, changed), now)
        kept, cut = fit(blocks, max_chars)
        if not preview:
            self._mark_used(uid, user, kept, now)
        sections = [
            Section(item.name, len(text)) for item in kept if (text := block.render_block(item))
        ]
        version = f"{user.profile.version}.{digest.version}"
        return Context(block.render(kept), sections, [*excluded, *cut], warnings, version)

    def _remembered(
        self,
        uid: str,
        stored: MemoryDigest,
        digest: MemoryDigest,
        query: str | None,
        changed: Grounds,
    ) -> tuple[Sequence[Remembered], list[str]]:
        """Returns the archive entries to include: the best matches, then the newest ones."""
        if not query or not digest.archived:
            return digest.recent, []
        search_query = SearchQuery(
            text=query, limit=RECENT, target=Tier.ARCHIVE, patience=EMBEDDING_PATIENCE
        )
        try:
            results = self._search.search_known(
                uid, stored, search_query, changed, PATIENCE
            ).results
        except RekindleError:
            log.warning("the archive could not be searched", exc_info=True)
            return digest.recent, [UNSEARCHED]
        floor = MIN_RELEVANCE * max((item.score for item in results), default=0.0)
        relevant: list[Remembered] = [item.entry for item in results if item.score >= floor]
        found = {entry.id for entry in relevant}
        newest = [entry for entry in digest.recent if entry.id not in found]
        return [*relevant, *newest][:RECENT], []

    def _mark_used(
        self, uid: str, user: UserState, kept: Sequence[block.Block], now: datetime
    ) -> None:
        """Records which preferences were included, each at most once a day. Failure is harmless."""
        included = {piece.id for item in kept for group in item.groups for piece in group.pieces}
        unmarked = [
            item.id
            for item in user.profile.preferences
            if item.id in included
            and (item.last_used is None or now - item.last_used >= USED_EVERY)
        ]
        if not unmarked:
            return
        try:
            self._store.mark_used(uid, unmarked, now)
        except RekindleError:
            log.warning("the use of preferences could not be recorded", exc_info=True)

    def _live(self, uid: str, stored: MemoryDigest, now: datetime) -> MemoryDigest:
        """Returns the digest without expired entries, refilled from the archive if needed.

        The extra query is needed only until maintenance has removed the expired entries.
        """
        digest = live(stored, now)
        expired = len(stored.recent) - len(digest.recent)
        if expired and stored.archived > len(stored.recent):
            digest = refilled(digest, newest_of_archive(self._store, uid, now))
        return digest


def _in_doubt_last(
    notes: Sequence[Remembered], changed: Grounds
) -> Sequence[tuple[Remembered, bool]]:
    """Returns notes with whether they may be outdated; those come after the others."""

    def is_doubted(note: Remembered) -> bool:
        said = note.updated_at if isinstance(note, MemoryEntry) else note.said_at
        return changed.doubt(note.content, said or note.created_at) is not None

    marked = [(note, is_doubted(note)) for note in notes]
    return sorted(marked, key=lambda pair: pair[1])


def _blocks(
    user: UserState,
    digest: MemoryDigest,
    remembered: Sequence[tuple[Remembered, bool]],
    now: datetime,
) -> tuple[list[block.Block], list[Omitted]]:
    settings = user.settings
    groups: list[block.Group] = []
    excluded: list[Omitted] = []
    if settings.inject_profile:
        profile = decayed(user.profile, settings, now)
        groups += [
            block.Group("", block.about_lines(profile)),
            *block.preference_groups(profile),
            block.Group("", block.skill_lines(profile)),
            *block.habit_groups(profile),
        ]
        excluded += [
            Omitted(piece.section, "inferred", piece.label, piece.id)
            for piece in block.inferred_lines(profile)
        ]
        excluded += [
            Omitted(
                "preferences",
                "inactive" if not item.active else "low_confidence",
                block.label_of(item.description),
                item.id,
            )
            for item in profile.preferences
            if not item.active or item.confidence < block.MIN_CONFIDENCE
        ]
    groups.append(block.memory_group(remembered))
    blocks = [block.user_block(groups)]
    tiers: tuple[tuple[bool, Any], ...] = (
        (
            settings.memory_enabled,
            ("memory", "MEMORY (agent notes)", digest.memory, settings.memory_char_limit),
        ),
        (
            settings.user_profile_enabled,
            (
                "user",
                "USER PROFILE (who the user is)",
                digest.user,
                settings.user_char_limit,
            ),
        ),
    )
    blocks += [block.tier_block(*tier) for enabled, tier in tiers if enabled]
    return blocks, excluded
