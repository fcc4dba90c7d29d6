"""Building the context block for one user, from two reads."""

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shared.clock import Clock
from shared.context import block
from shared.context.fitting import Omitted, fit
from shared.errors import RekindleError
from shared.memory.digest import live, refilled
from shared.memory.model import DIGEST_ID, RECENT, DigestedEntry, MemoryDigest
from shared.memory.service import newest_of_archive
from shared.ports import Store
from shared.profile.decay import decayed
from shared.text import stems
from shared.user import UserState

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Section:
    """A part of the text and its size in characters."""

    name: str
    chars: int


@dataclass(frozen=True)
class Context:
    """The context block and the account of it.

    Attributes:
        text: what the model is given; empty if nothing is known.
        sections: the blocks in it.
        omitted: what did not fit or is not told, and why.
        warnings: what could not be read.
        version: changes whenever the user's data does.
    """

    text: str
    sections: list[Section]
    omitted: list[Omitted]
    warnings: list[str]
    version: str


class ContextService:
    """Gives the assistant what it should know. It never fails: at worst the block is empty."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def build(self, uid: str, query: str | None = None, max_chars: int | None = None) -> Context:
        """The context block as of now.

        Args:
            uid: the user.
            query: what the conversation is about; chooses the archive entries shown.
            max_chars: the size that the text must fit, if any.
        """
        now = self._clock()
        try:
            user = self._store.users.get(uid) or UserState()
            digest = self._live_digest(uid, now)
        except RekindleError:
            log.warning("context could not be read", exc_info=True)
            warning = "The user's memory could not be read just now, so this block is empty."
            return Context("", [], [], [warning], "")
        blocks, untold = _blocks(user, digest, query, now)
        kept, left_out = fit(blocks, max_chars)
        sections = [
            Section(item.name, len(text)) for item in kept if (text := block.render_block(item))
        ]
        version = f"{user.profile.version}.{digest.version}"
        return Context(block.render(kept), sections, [*untold, *left_out], [], version)

    def _live_digest(self, uid: str, now: datetime) -> MemoryDigest:
        """The digest without what has expired; where that leaves gaps, the archive fills them.

        The extra query is needed only until maintenance has removed the expired entries.
        """
        stored = self._store.digests.get(uid, DIGEST_ID) or MemoryDigest()
        digest = live(stored, now)
        gone = len(stored.recent) - len(digest.recent)
        if gone and stored.archived > len(stored.recent):
            newest = newest_of_archive(self._store, uid, 2 * RECENT + gone)
            digest = refilled(digest, newest, now)
        return digest


def _blocks(
    user: UserState, digest: MemoryDigest, query: str | None, now: datetime
) -> tuple[list[block.Block], list[Omitted]]:
    settings = user.settings
    groups: list[block.Group] = []
    untold: list[Omitted] = []
    if settings.inject_profile:
        profile = decayed(user.profile, settings, now)
        groups += [
            block.Group("", block.about_lines(profile.about)),
            *block.preference_groups(profile.preferences),
            block.Group("", block.skill_lines(profile)),
            *block.habit_groups(profile),
        ]
        untold += [
            Omitted("preferences", "inactive" if not item.active else "low_confidence", item.id)
            for item in profile.preferences
            if not item.active or item.confidence < block.MIN_CONFIDENCE
        ]
    groups.append(block.memory_group(_chosen(digest.recent, query)))
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
    return blocks, untold


def _chosen(recent: list[DigestedEntry], query: str | None) -> list[DigestedEntry]:
    """The newest entries, those that share words with the query first."""
    wanted = set(stems(query)) if query else set()
    if not wanted:
        return recent
    return sorted(recent, key=lambda entry: -len(wanted & set(stems(entry.content))))
