"""Lists what waits for the user's word. Pure: stored proposals, and what follows from the rest."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from shared.base.safety.poison import gives_orders
from shared.base.text import clip
from shared.context.block import MAX_LABEL, title_of
from shared.documents.about import (
    LIST_PATHS,
    element_with_id,
    elements_like,
    get_leaf,
    in_words,
)
from shared.documents.inbox import InboxItem, InboxKind
from shared.documents.memory import DigestedEntry, MemoryEntry
from shared.documents.profile import Item, Preference, Profile, Proposed
from shared.documents.sessions import HeldBack
from shared.documents.settings import Settings
from shared.inbox.asking import question_id
from shared.profile.decay import (
    INCLUDED_FROM,
    about_confidence,
    decayed,
    preference_confidence,
)
from shared.profile.outdated import doubts, element_doubts, grounds
from shared.profile.proposals import with_open_proposals
from shared.profile.slots import stated_at

NOTE = "outdated-note-"
"""What the ids of questions about notes begin with."""
HELD_NOTE = "quarantined-note-"
"""What the ids of questions about notes that wait begin with."""
HELD_PART = "quarantined-session-"
"""What the ids of questions about parts of sessions begin with."""
SOON = timedelta(days=7)
"""How long before an item fades the inbox asks whether it still holds."""


def inbox(
    profile: Profile, notes: Iterable[DigestedEntry], settings: Settings, now: datetime
) -> list[InboxItem]:
    """Returns what waits for the user, the newest first.

    Args:
        profile: the stored profile.
        notes: the notes to look through.
        settings: the user's settings.
        now: the current time.
    """
    current = with_open_proposals(decayed(profile, settings, now))
    found = [
        *(_of_proposal(item, current) for item in current.proposals),
        *_contradictions(current),
        *_outdated(current, now),
        *_outdated_notes(current, notes),
        *_fading(profile, current, settings, now),
    ]
    return sorted(found, key=lambda item: (item.at, item.id), reverse=True)


def known_item(profile: Profile, id_: str) -> dict[str, Any] | None:
    """Returns the item with an id, or the fact at a path, as JSON; None if it is gone."""
    items: list[Item] = [*profile.preferences, *profile.patterns, *profile.workflows]
    for item in items:
        if item.id == id_:
            return item.model_dump(mode="json", by_alias=True, exclude_none=True)
    facts = profile.about.to_json()
    element = element_with_id(facts, id_)
    path, value = element or (id_, get_leaf(facts, id_))
    if value is not None:
        return {"path": path, "value": value}
    level = profile.skill_level.level_of(id_)
    return {"path": f"skillLevel.{id_}", "value": level} if level else None


def _of_proposal(item: Proposed, profile: Profile) -> InboxItem:
    known = _contested(profile, item) if item.contests else None
    proposed = None if item.ends else proposed_item(item)
    return InboxItem(
        id=item.id,
        kind=InboxKind(item.why),
        item=known,
        proposal=proposed,
        quote=item.evidence.quote if item.evidence else None,
        because=_question(item, known),
        at=item.at,
        connection=item.connection,
    )


def _contested(profile: Profile, item: Proposed) -> dict[str, Any] | None:
    path = item.contests or ""
    if item.contested_value is None:
        return known_item(profile, path)
    known = get_leaf(profile.about.to_json(), path) or []
    found = elements_like(known, path, item.contested_value)
    return {"path": path, "value": found[0]} if found else None


def proposed_item(item: Proposed) -> dict[str, Any] | None:
    """Returns what a proposal proposes, as JSON."""
    for part in (item.preference, item.pattern, item.workflow):
        if part is not None:
            return part.model_dump(mode="json", by_alias=True, exclude_none=True)
    return {"path": item.path, "value": item.value} if item.path else None


def _question(item: Proposed, known: dict[str, Any] | None) -> str:
    old = _label(known) if known else ""
    new = _label(proposed_item(item) or {})
    if item.why == "quarantined":
        return quarantine_question(new, item.at)
    if item.why == "evicted":
        return f"{new} made room for others. Accept to keep it, reject to let it go."
    if item.ends:
        return f"You seem to have said that {old} is over. Accept to end it, reject to keep it."
    if item.why == "approval" and not old:
        return f"Learned: {new}. It counts once you accept it."
    if item.why == "contradiction":
        return f"{new} contradicts {old}, and it is not clear which holds. Accept the new one?"
    return f"You have stated {old}. Your words now say {new}. Accept the new one?"


def quarantine_question(text: str, at: datetime) -> str:
    """Returns the question about a text that gives an assistant orders."""
    return (
        f"A connected app saved this on {at:%Y-%m-%d}: {text} It gives an assistant orders, so no "
        "assistant sees it. Accept only if the order is yours; reject to delete it."
    )


def held_note(parts: Sequence[MemoryEntry]) -> InboxItem:
    """Returns the question about a note that waits: all that it says, wherever it says it.

    Args:
        parts: the note, in the parts that it was split into.
    """
    note = parts[0]
    content = "\n\n".join(part.content for part in parts)
    shown = {
        "id": note.id,
        "content": content,
        "target": note.tier,
        "tags": note.tags,
        **({"threadId": note.thread_id} if note.thread_id else {}),
    }
    texts = [*(part.content for part in parts), *note.tags, note.thread_id or ""]
    order = next((text for text in texts if gives_orders(text)), note.content)
    return InboxItem(
        id=f"{HELD_NOTE}{note.id}",
        kind=InboxKind.QUARANTINED,
        item={"id": note.replaces} if note.replaces else None,
        proposal=shown,
        because=quarantine_question(f'"{clip(order, MAX_LABEL)}"', note.updated_at),
        at=note.updated_at,
        connection=note.connection,
    )


def held_part(item: HeldBack) -> InboxItem:
    """Returns the question about a part of a session that waits."""
    return InboxItem(
        id=f"{HELD_PART}{item.id}",
        kind=InboxKind.QUARANTINED,
        proposal={"id": item.id, "part": item.part, "content": item.text},
        because=quarantine_question(f'"{clip(item.text, MAX_LABEL)}"', item.at),
        at=item.at,
        connection=item.connection,
    )


def _label(item: dict[str, Any]) -> str:
    if "path" in item:
        value = item["value"]
        values = value if isinstance(value, list) else [value]
        return f"{title_of(item['path'])}: {', '.join(map(in_words, values))}"
    return f'"{item.get("description", "")}"'


def _contradictions(profile: Profile) -> Iterator[InboxItem]:
    """Inferences that lost against something that the user had said before."""
    by_id = {item.id: item for item in profile.preferences}
    for item in profile.preferences:
        winner = by_id.get(item.superseded_by or "")
        if winner is None or item.superseded_at or not winner.active or stated_at(item):
            continue
        said = max((quote.at for quote in item.evidence), default=item.last_updated)
        known = stated_at(winner)
        if known and said > known:
            quote = item.evidence[-1].quote if item.evidence else None
            yield InboxItem(
                id=question_id("contradiction", item.id),
                kind=InboxKind.CONTRADICTION,
                item=known_item(profile, winner.id),
                proposal=known_item(profile, item.id),
                quote=quote,
                because=f'"{item.description}" contradicts "{winner.description}", and it is not '
                "clear which holds. Accept the newer one?",
                at=said,
            )


def _outdated(profile: Profile, now: datetime) -> Iterator[InboxItem]:
    by_element = element_doubts(profile)
    others = {id_: doubt for id_, doubt in doubts(profile).items() if id_ not in LIST_PATHS}
    for id_, doubt in {**others, **by_element}.items():
        yield InboxItem(
            id=question_id("outdated", id_),
            kind=InboxKind.OUTDATED,
            item=known_item(profile, id_),
            because=f"{doubt.because} Accept if it still holds, reject to end it.",
            doubt=doubt,
            at=min(doubt.at, now),
        )


def _outdated_notes(profile: Profile, notes: Iterable[DigestedEntry]) -> Iterator[InboxItem]:
    ground = grounds(profile)
    for note in notes:
        doubt = ground.doubt(note.content, note.said_at or note.created_at)
        if doubt:
            yield InboxItem(
                id=f"{NOTE}{note.id}",
                kind=InboxKind.OUTDATED,
                item={"id": note.id, "content": note.content},
                because=f"{doubt.because} Accept if the note still holds, reject to delete it.",
                doubt=doubt,
                at=doubt.at,
            )


def _fading(
    stored: Profile, current: Profile, settings: Settings, now: datetime
) -> Iterator[InboxItem]:
    """What leaves the context, or the profile, within days because nobody mentions it."""
    wholes = {item.id: item for item in stored.preferences}
    for item in current.preferences:
        if item.active and _fades_soon(wholes[item.id], item.confidence, settings, now):
            yield _fading_item(current, item.id, item.last_updated)
    metas = {meta.path: meta for meta in stored.about_meta}
    for meta in current.about_meta:
        if not meta.inferred and not about_confidence(metas[meta.path], settings, now + SOON):
            yield _fading_item(current, meta.path, meta.last_seen)


def _fades_soon(item: Preference, left: float, settings: Settings, now: datetime) -> bool:
    later = preference_confidence(item, settings, now + SOON)
    return later < left and (not later or later < INCLUDED_FROM <= left)


def _fading_item(profile: Profile, id_: str, seen: datetime) -> InboxItem:
    return InboxItem(
        id=question_id("fading", id_),
        kind=InboxKind.FADING,
        item=known_item(profile, id_),
        because=f"Last mentioned on {seen:%Y-%m-%d}, it fades within {SOON.days} days. Accept if "
        "it still holds, reject to end it.",
        at=seen,
    )
