"""Builds a user's context block, from two documents."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument, RekindleError
from shared.context import block
from shared.context.block import Remembered
from shared.context.fitting import Omitted, fit
from shared.context.places import Placed, places_in
from shared.documents.memory import RECENT, MemoryDigest, MemoryEntry, Tier
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.memory.digest import live, refilled
from shared.memory.notebook import newest_of_archive
from shared.memory.search.search_service import MemorySearch, SearchQuery
from shared.memory.tiers import closed_tiers
from shared.ports import Store
from shared.profile.decay import INCLUDED_FROM, decayed
from shared.profile.earlier import EarlierProfiles
from shared.profile.outdated import Grounds, grounds
from shared.profile.past_rules import settings_at

log = logging.getLogger(__name__)

AROUND = "\n\n"
"""What stands between the stable part and what the query found."""
FOR_THE_QUERY = 0.25
"""The share of `max_chars` that is kept for what the query finds."""
EMBEDDING_PATIENCE = 0.7
"""Seconds to wait for the embedding of a query, before the archive is searched by words."""
PATIENCE = 0.5
"""Seconds to wait for other searches. After that, the newest entries must do."""
USED_EVERY = timedelta(days=1)
"""How often the use of a preference is recorded at most."""
UNREAD = "The user's memory could not be read, so this block is empty. Retry later."
NOTES_OF_TODAY = (
    "Notes have no versions: the profile is that of the time you asked for, the notes are today's."
)
UNSEARCHED = "The archive could not be searched, so the block has only its newest entries."


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
        stable_length: how many characters of the text do not depend on the query.
        items: where each item stands in the text; only in a preview.
    """

    text: str
    sections: list[Section]
    omitted: list[Omitted]
    warnings: list[str]
    version: str
    stable_length: int = 0
    items: Sequence[Placed] = ()


class ContextService:
    """Builds what an assistant should know. It never fails: at worst the block is empty (M-9)."""

    def __init__(self, store: Store, clock: Clock, search: MemorySearch) -> None:
        self._store = store
        self._clock = clock
        self._search = search
        self._earlier = EarlierProfiles(store, clock)

    def build(
        self,
        uid: str,
        query: str | None = None,
        max_chars: int | None = None,
        *,
        preview: bool = False,
        as_of: datetime | None = None,
    ) -> Context:
        """Returns the current context block.

        Args:
            uid: the user.
            query: the topic of the conversation; entries about it follow behind the rest.
            max_chars: the maximum length of the text, if any.
            preview: whether no assistant sees the text, so that nothing counts as used.
            as_of: includes the profile as it was known at this time; nothing then counts as used.

        Raises:
            InvalidArgument: that time has not come yet.
            FailedPrecondition: the changelog does not reach back to that time.
        """
        now = self._clock()
        try:
            user, stored = self._store.overview(uid)
            digest = self._live(uid, stored, now)
            if as_of:
                earlier = self._earlier.get(uid, user, as_of)
                profile = decayed(earlier, settings_at(user, as_of), as_of)
            else:
                profile = decayed(user.profile, user.settings, now)
        except (InvalidArgument, FailedPrecondition):
            raise
        except RekindleError:
            log.warning("context could not be read", exc_info=True)
            return Context("", [], [], [UNREAD], "")
        closed = closed_tiers(user.settings)
        if Tier.ARCHIVE in closed:
            query, digest = None, digest.model_copy(update={"recent": []})
        changed = grounds(profile)
        found, warnings = self._relevant(uid, user, stored, digest, query, changed)
        if as_of:
            warnings = [NOTES_OF_TODAY, *warnings]
        newest = _in_doubt_last(digest.recent, changed)
        blocks, excluded = _blocks(profile, user.settings, closed, digest, newest)
        relevant = block.relevant_block(_in_doubt_last(found, changed))
        stable, added, cut = _fitted(blocks, relevant, max_chars, has_query=bool(query))
        kept = [*stable, added]
        if not preview and not as_of:
            self._mark_used(uid, user, kept, now)
        sections = [
            Section(item.name, len(text)) for item in kept if (text := block.render_block(item))
        ]
        prefix, more = block.render(stable), block.render_block(added)
        text = AROUND.join(filter(None, (prefix, more)))
        return Context(
            text,
            sections,
            [*excluded, *cut],
            warnings,
            f"{profile.version}.{digest.version}",
            len(prefix),
            places_in(text, kept) if preview else (),
        )

    def _relevant(
        self,
        uid: str,
        user: UserState,
        stored: MemoryDigest,
        digest: MemoryDigest,
        query: str | None,
        changed: Grounds,
    ) -> tuple[Sequence[Remembered], list[str]]:
        """Returns the archive entries that match the query and are not among the newest."""
        if not query or digest.archived <= len(digest.recent):
            return [], []
        search_query = SearchQuery(
            text=query,
            limit=RECENT,
            target=Tier.ARCHIVE,
            precision="precise",
            patience=EMBEDDING_PATIENCE,
        )
        try:
            results = self._search.search_known(
                uid, user, stored, search_query, changed, PATIENCE
            ).results
        except RekindleError:
            log.warning("the archive could not be searched", exc_info=True)
            return [], [UNSEARCHED]
        shown = {entry.id for entry in digest.recent}
        return [item.entry for item in results if item.entry.id not in shown], []

    def _mark_used(
        self, uid: str, user: UserState, kept: Sequence[block.Block], now: datetime
    ) -> None:
        """Records which preferences were included and for whom, each at most once a day.

        Failure is harmless.
        """
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
            self._store.mark_used(uid, unmarked, now, current_connection())
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


def _fitted(
    blocks: Sequence[block.Block],
    relevant: block.Block,
    max_chars: int | None,
    *,
    has_query: bool,
) -> tuple[list[block.Block], block.Block, list[Omitted]]:
    """Returns the stable blocks and the relevant entries that fit, and what was omitted.

    A query keeps a part of the room for what it finds, however much that is: so the stable part is
    the same for every query.
    """
    if max_chars is None:
        return list(blocks), relevant, []
    kept_free = int(max_chars * FOR_THE_QUERY) if has_query else 0
    stable, cut = fit(blocks, max_chars - kept_free)
    used = len(block.render(stable))
    left = max_chars - used - (len(AROUND) if used else 0)
    (added,), more_cut = fit([relevant], max(0, left))
    return stable, added, [*cut, *more_cut]


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
    profile: Profile,
    settings: Settings,
    closed: Collection[Tier],
    digest: MemoryDigest,
    remembered: Sequence[tuple[Remembered, bool]],
) -> tuple[list[block.Block], list[Omitted]]:
    groups: list[block.Group] = []
    excluded: list[Omitted] = []
    if settings.inject_profile:
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
            if not item.active or item.confidence < INCLUDED_FROM
        ]
    groups.append(block.memory_group(remembered))
    blocks = [block.user_block(groups)]
    tiers: tuple[tuple[bool, Any], ...] = (
        (
            settings.memory_enabled and Tier.MEMORY not in closed,
            ("memory", "MEMORY (agent notes)", digest.memory, settings.memory_char_limit),
        ),
        (
            settings.user_profile_enabled and Tier.USER not in closed,
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
