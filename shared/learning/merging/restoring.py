"""Restores what something that is taken back had replaced or superseded."""

from collections.abc import Collection

from shared.base.sameness import same_object
from shared.documents.about import get_leaf, is_several, name_of
from shared.documents.lifetime import Ending
from shared.documents.profile import AboutMeta, PastFact, Preference, Profile, Withdrawn
from shared.learning.merging.rivalry import id_of
from shared.learning.merging.workbench import Workbench
from shared.profile.past import with_replaced_fact
from shared.profile.preferences import are_rivals, rivals_of, without_preferences
from shared.profile.slots import LABELS, PATHS, held_by_fact, held_by_preference, stated_at


def bring_back(bench: Workbench, winner: str) -> None:
    """Restores what the retracted item or fact had replaced or superseded."""
    past = bench.profile.past
    preferences = bench.profile.preferences
    replaced = [fact for fact in past.facts if fact.ended.replaced_by == winner]

    def gave_way(item: Preference) -> bool:
        # A fact may have had other values before, which had superseded others.
        since = replaced[-1].ended.at if replaced else None
        at = item.superseded_at
        if since and at and at < since:
            return False
        # Of two that cannot both hold, the one comes back that gave way last.
        return not any(
            other.superseded_by == winner
            and at is not None
            and other.superseded_at is not None
            and other.superseded_at > at
            and are_rivals(item, other)
            for other in preferences
        )

    bench.change(preferences=without_preferences(preferences, {winner}, revived=gave_way))
    _bring_back_preferences(bench, winner)
    if replaced:
        _bring_back_fact(bench, replaced[-1], winner)
    _settle(bench)


def _bring_back_fact(bench: Workbench, fact: PastFact, winner: str) -> None:
    """Restores the fact that the retracted item or fact had replaced."""
    is_taken = get_leaf(bench.profile.about.to_json(), fact.path)
    text = name_of(fact.path, fact.value)
    if is_taken or is_several(fact.path) or _ended_again(bench, text, fact.ended):
        return
    held = held_by_fact(fact.path, fact.value)
    for item in bench.profile.preferences:
        theirs = held_by_preference(item.type, item.description, item.slot)
        if item.active and held and theirs and held.is_rival_of(theirs) and _newer(item, fact):
            return
    bench.change(withdrawn=_without_withdrawal(bench.profile, text, fact.ended))
    bench.profile = with_replaced_fact(bench.profile, winner)


def _settle(bench: Workbench) -> None:
    """Lets the newest hold of rivals that have come back; a fact stands for its doubles."""
    facts = bench.profile.about.to_json()
    metas = [meta for meta in bench.profile.about_meta if meta.path in PATHS and not meta.inferred]
    settled = []
    for item in bench.profile.preferences:
        held = held_by_preference(item.type, item.description, item.slot)
        by: AboutMeta | Preference | None = None
        if item.active and item.source == "learned" and held:
            rivals = rivals_of(item, bench.profile.preferences)
            by = next((other for other in rivals if _newer(other, item)), None)
            for meta in metas:
                theirs = held_by_fact(meta.path, get_leaf(facts, meta.path))
                is_over = theirs and held.is_rival_of(theirs) and _newer(meta, item)
                is_double = theirs and held.slot not in LABELS and held.agrees_with(theirs)
                if is_over or is_double:
                    by = meta
        if by is not None:
            at = max(filter(None, (stated_at(by), item.stated_at)), default=None)
            update = {"active": False, "superseded_by": id_of(by), "superseded_at": at}
            item = item.model_copy(update=update)
        settled.append(item)
    bench.change(preferences=settled)


def _newer(one: AboutMeta | Preference, other: AboutMeta | Preference | PastFact) -> bool:
    """Whether one was stated after the other."""
    since = other.stated_at if isinstance(other, PastFact) else stated_at(other)
    at = stated_at(one)
    return bool(at and since and at > since)


def _ended_again(bench: Workbench, text: str, ending: Ending) -> bool:
    """Returns whether later words than those that replaced it have ended it, too."""
    return any(
        item.at > ending.at and same_object(item.text, text) for item in bench.profile.withdrawn
    )


def _without_withdrawal(profile: Profile, text: str, ending: Ending) -> list[Withdrawn]:
    return [item for item in profile.withdrawn if (item.text, item.at) != (text, ending.at)]


def _bring_back_preferences(bench: Workbench, winner: str) -> None:
    """Restores the preferences that the retracted one had replaced."""
    past = bench.profile.past
    back = [
        item
        for item in past.preferences
        if item.ended
        and item.ended.replaced_by == winner
        and not _ended_again(bench, item.description, item.ended)
    ]
    if not back:
        return
    present = {item.id for item in bench.profile.preferences} | {item.id for item in back}
    lifted = {(item.description, item.ended.at) for item in back if item.ended}
    bench.change(
        preferences=[
            *bench.profile.preferences,
            *(_as_before(item, present) for item in back),
        ],
        past=past.model_copy(
            update={"preferences": [item for item in past.preferences if item not in back]}
        ),
        withdrawn=[item for item in bench.profile.withdrawn if (item.text, item.at) not in lifted],
    )


def _as_before(item: Preference, present: Collection[str]) -> Preference:
    """Returns an ended preference as it was; another one may have superseded it before."""
    update: dict[str, object] = {"ended": None, "valid_to": None}
    if item.superseded_by not in present and item.superseded_by not in PATHS:
        update |= {"active": True, "superseded_by": None, "superseded_at": None}
    return item.model_copy(update=update)
