"""`profile`: the profile, its history, and the user's own corrections."""

from typing import Annotated, Any, ClassVar

import functions_framework
from flask import Request, Response
from pydantic import Field

from functions.http import changes, legacy_routes
from functions.http.answers import (
    ChangelogAnswer,
    ChangelogPage,
    DeletedAnswer,
    PreferencesAnswer,
    ProfileAnswer,
    RefreshAnswer,
    StatusAnswer,
)
from functions.http.fields import (
    Identifier,
    MergePatch,
    Metadata,
    OptionalLabel,
    OptionalSentence,
    Sentence,
)
from functions.http.paging import PageQuery, PageSize, next_page
from functions.http.routing import Answer, Api, Call, to_json
from shared.base.errors import InvalidArgument
from shared.base.model import Confidence, RequestModel
from shared.documents.changelog import ChangelogEntry
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.profile.profile_service import NewPreference

api = Api()
changes.declare(api)


class ChangelogQuery(PageQuery):
    """Newest first, five at a time."""

    ordered_by: ClassVar[type] = int

    page_size: PageSize = 5


class RollbackIn(RequestModel):
    """The version to restore."""

    version: Annotated[int, Field(ge=1, strict=True)]


class PreferenceQuery(RequestModel):
    """Which preferences to list."""

    min_confidence: Confidence = 0.0
    active_only: bool = True
    type: PreferenceType | None = None


class PreferenceIn(RequestModel):
    """A preference that the user states."""

    id: Identifier | None = None
    type: PreferenceType
    description: Sentence
    category: OptionalLabel = ""
    context: OptionalSentence = ""
    confidence: Confidence = 0.9
    metadata: Metadata = {}


class PreferencePatch(RequestModel):
    """The fields of a preference to correct."""

    type: PreferenceType | None = None
    description: Sentence | None = None
    category: OptionalLabel | None = None
    context: OptionalSentence | None = None
    confidence: Confidence | None = None
    metadata: Metadata | None = None
    active: bool | None = None


@api.route("GET", "/v1/profile", answers=ProfileAnswer)
def get_profile(call: Call) -> Answer:
    """The profile as it stands now."""
    return _profile(call.services.profiles.get(call.uid))


@api.route("GET", "/v1/profile/status", answers=StatusAnswer)
def get_status(call: Call) -> Answer:
    """How learning stands, and why the profile is as it is."""
    status = call.services.reports.status(call.uid)
    learning = {
        "enabled": status.enabled,
        "interval": status.interval,
        "pending": status.pending,
        "analyzer": status.analyzer,
        "spentToday": to_json(status.spent_today),
        "spentTotal": to_json(status.spent_total),
    }
    if status.last_batch:
        learning["lastBatch"] = to_json(status.last_batch)
    if status.last_error:
        learning["lastError"] = to_json(status.last_error)
    return Answer({"learning": learning, "reasons": status.reasons})


@api.route("PATCH", "/v1/profile/about", body=MergePatch, answers=ProfileAnswer)
def patch_about(call: Call) -> Answer:
    """Sets facts; null removes one, and learning does not bring it back."""
    patch = call.body(MergePatch).fields
    return _profile(call.services.profiles.patch_about(call.uid, patch, call.if_match))


@api.route("DELETE", "/v1/profile", answers=ProfileAnswer)
def clear(call: Call) -> Answer:
    """Empties the profile; rollback can undo it."""
    return _profile(call.services.profiles.clear(call.uid, call.if_match))


@api.route("POST", "/v1/profile/refresh", answers=RefreshAnswer, statuses=(200, 202))
def refresh(call: Call) -> Answer:
    """Starts an analysis of what is pending now."""
    batch = call.services.counter.refresh(call.uid)
    if batch is None:
        return Answer({"batchId": None, "reason": "nothing_pending"})
    return Answer({"batchId": batch.id}, status=202)


@api.route("GET", "/v1/profile/changelog", query=ChangelogQuery, answers=ChangelogPage)
def list_changelog(call: Call) -> Answer:
    """The changes, newest first, without their snapshots."""
    query = call.query(ChangelogQuery)
    entries, following = call.services.profiles.changelog(call.uid, query.page_size, query.after())
    return Answer({"entries": [_entry(entry) for entry in entries], **next_page(following)})


@api.route("GET", "/v1/profile/changelog/<id>", answers=ChangelogAnswer)
def get_changelog_entry(call: Call) -> Answer:
    """One change, with its snapshot while that is kept."""
    entry = call.services.profiles.changelog_entry(call.uid, call.path["id"])
    snapshot = {"snapshot": entry.snapshot} if entry.snapshot is not None else {}
    return Answer({**_entry(entry), **snapshot})


@api.route("POST", "/v1/profile/rollback", body=RollbackIn, answers=ProfileAnswer)
def rollback(call: Call) -> Answer:
    """Restores an earlier version as a new one."""
    version = call.body(RollbackIn).version
    return _profile(call.services.profiles.rollback(call.uid, version, call.if_match))


@api.route("GET", "/v1/preferences", query=PreferenceQuery, answers=PreferencesAnswer)
def list_preferences(call: Call) -> Answer:
    """The preferences, the most certain first."""
    query = call.query(PreferenceQuery)
    profile = call.services.profiles.get(call.uid)
    chosen = [
        item
        for item in sorted(profile.preferences, key=lambda item: -item.confidence)
        if item.confidence >= query.min_confidence
        and (item.active or not query.active_only)
        and query.type in (None, item.type)
    ]
    return Answer({"preferences": chosen}, headers=_etag(profile))


@api.route("POST", "/v1/preferences", body=PreferenceIn, answers=Preference, statuses=(201,))
def add_preference(call: Call) -> Answer:
    """Adds a preference; the same id or idempotency key again changes nothing."""
    body = call.body(PreferenceIn)
    id_ = body.id or call.id_of_key("preference") or call.services.new_id()
    new = NewPreference(
        type=body.type,
        description=body.description,
        category=body.category,
        context=body.context,
        confidence=body.confidence,
        metadata=body.metadata,
    )
    item = call.services.profiles.add_preference(call.uid, id_, new, call.if_match)
    return Answer(item, status=201)


@api.route("DELETE", "/v1/preferences", answers=DeletedAnswer)
def delete_preferences(call: Call) -> Answer:
    """Takes all preferences away, never to be learned again."""
    count = call.services.profiles.delete_all_preferences(call.uid, call.if_match)
    return Answer({"deleted": count})


@api.route("GET", "/v1/preferences/<id>", answers=Preference)
def get_preference(call: Call) -> Answer:
    """One preference."""
    return Answer(call.services.profiles.preference(call.uid, call.path["id"]))


@api.route("PATCH", "/v1/preferences/<id>", body=PreferencePatch, answers=Preference)
def change_preference(call: Call) -> Answer:
    """Corrects a preference; it is the user's own from then on."""
    body = call.body(PreferencePatch)
    changes = {
        name: value for name in body.model_fields_set if (value := getattr(body, name)) is not None
    }
    if not changes:
        raise InvalidArgument("Name at least one field to change.", [{"reason": "NO_CHANGE"}])
    item = call.services.profiles.change_preference(
        call.uid, call.path["id"], changes, call.if_match
    )
    return Answer(item)


@api.route("DELETE", "/v1/preferences/<id>", answers=DeletedAnswer)
def delete_preference(call: Call) -> Answer:
    """Takes a preference away, never to be learned again."""
    call.services.profiles.delete_preference(call.uid, call.path["id"], call.if_match)
    return Answer({"deleted": 1})


@api.route("POST", "/v1/preferences/<id>/activate", answers=Preference)
def activate(call: Call) -> Answer:
    """Switches a preference on."""
    return _switched(call, active=True)


@api.route("POST", "/v1/preferences/<id>/deactivate", answers=Preference)
def deactivate(call: Call) -> Answer:
    """Switches a preference off; it is kept, and not told."""
    return _switched(call, active=False)


api.include(legacy_routes.api)


@functions_framework.http
def profile(request: Request) -> Response:
    """The deployed function."""
    return api.handle(request)


def _switched(call: Call, *, active: bool) -> Answer:
    item = call.services.profiles.set_active(
        call.uid, call.path["id"], active=active, if_match=call.if_match
    )
    return Answer(item)


def _profile(profile: Profile) -> Answer:
    shown = to_json(profile)
    shown.setdefault("lastAnalyzed", None)
    return Answer({"profile": shown}, headers=_etag(profile))


def _etag(profile: Profile) -> dict[str, str]:
    return {"ETag": f'"{profile.version}"'}


def _entry(entry: ChangelogEntry) -> dict[str, Any]:
    shown = entry.model_dump(
        mode="json", by_alias=True, exclude_none=True, exclude={"snapshot", "expires_at"}
    )
    return {**shown, "hasSnapshot": entry.snapshot is not None}
