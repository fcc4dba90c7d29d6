"""The routes of legacy systems, in their original shapes, on the same data.

`/api/profile…` serves P-28 to P-31, `/api/user/…` M-18 to M-20, `/api/chat/…` F-19 to F-24.
"""

import json
from datetime import datetime
from typing import Annotated, Any

from pydantic import ConfigDict, Field, ValidationError

from functions.http.answers.legacy import LegacyPreference, LegacyPreferences
from functions.http.deadlines import Limit
from functions.http.fields import JsonObject
from functions.http.routing import Answer, Api, Call
from shared.base.errors import InvalidArgument, PermissionDenied
from shared.base.fields import Identifier, Metadata, OptionalSentence, Sentence
from shared.base.ids import problem_with
from shared.base.model import Confidence, RequestModel
from shared.base.reading import readable
from shared.documents.changelog import ChangelogEntry
from shared.documents.profile import Evidence, PreferenceType, Profile
from shared.memory.memory_service import Filter
from shared.profile.profile_service import NewPreference

_MAX_NOTES = 100
"""How many notes `GET /api/user/memory` lists."""
_WORK = {"role": "role", "org": "org"}
"""Fields of the flat profile (M-20) that Rekindle keeps under `work`."""

api = Api()


class _Legacy(RequestModel):
    """A request with the field names of its legacy system."""

    model_config = ConfigDict(alias_generator=None)


class LimitQuery(_Legacy):
    """How many changes to return."""

    limit: Annotated[int, Field(ge=1, le=100)] = 5


class NoteQuery(_Legacy):
    """The note to delete."""

    id: Identifier


class UserQuery(_Legacy):
    """The user, who must be the caller."""

    user_id: str
    session_id: str | None = None


class PreferencesQuery(UserQuery):
    """Filters for listing preferences."""

    min_confidence: Confidence = 0.0
    active_only: bool = True


class LegacyPreferenceIn(_Legacy):
    """A preference to add."""

    preference_type: PreferenceType
    preference_value: Sentence
    context: OptionalSentence = ""
    confidence: Confidence = 0.9
    metadata: Metadata = {}


@api.route("GET", "/api/profile")
def get_profile(call: Call) -> Answer:
    """Gets the learned profile; null before the first analysis."""
    profile = call.services.profiles.get(call.uid)
    if not profile.version:
        reasons = call.services.reports.status(call.uid).reasons
        return Answer({"success": True, "profile": None, "reasons": reasons})
    shown = profile.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Answer({"success": True, "profile": _legacy_profile(shown)})


@api.route("GET", "/api/profile/changelog", query=LimitQuery)
def get_changelog(call: Call) -> Answer:
    """Lists the newest changes."""
    limit = call.query(LimitQuery).limit
    entries, _ = call.services.profiles.changelog(call.uid, limit, None)
    return Answer({"success": True, "changelog": [_legacy_entry(call.uid, e) for e in entries]})


@api.route("GET", "/api/profile/snapshot/<id>")
def get_snapshot(call: Call) -> Answer:
    """Gets a change, with the profile after the change."""
    entry = call.services.profiles.changelog_entry(call.uid, call.path["id"])
    return Answer(
        {
            "success": True,
            "snapshot": _legacy_entry(call.uid, entry),
            "profile": _legacy_snapshot(entry),
        }
    )


@api.route("POST", "/api/profile/refresh", limit=Limit.REFRESH)
def refresh(call: Call) -> Answer:
    """Starts an analysis of the pending prompts."""
    batch = call.services.counter.refresh(call.uid)
    return Answer({"success": True, "batchId": batch.id if batch else None})


@api.route("GET", "/api/user/profile")
def get_user_profile(call: Call) -> Answer:
    """Gets the facts of the profile editor as a flat object."""
    return Answer({"profile": _flat(call.services.profiles.get(call.uid))})


@api.route("POST", "/api/user/profile", body=JsonObject)
def set_user_profile(call: Call) -> Answer:
    """Sets facts. Null removes a fact."""
    fields = call.body(JsonObject).fields
    patch = {key: value for key, value in fields.items() if key not in _WORK}
    work = {_WORK[key]: value for key, value in fields.items() if key in _WORK}
    if work:
        given = {} if patch.get("work") is None else patch["work"]
        if not isinstance(given, dict):
            raise InvalidArgument.field("work", "must be an object")
        patch["work"] = {**given, **work}
    profile = call.services.profiles.patch_about(call.uid, patch, call.if_match)
    return Answer({"profile": _flat(profile)})


@api.route("GET", "/api/user/memory")
def list_notes(call: Call) -> Answer:
    """Lists the newest notes."""
    entries = call.services.memory.page(call.uid, Filter(), _MAX_NOTES, None).entries
    fields = {"id", "source", "thread_id", "content", "tags", "confidence", "created_at"}
    return Answer(
        {
            "entries": [
                entry.model_dump(mode="json", by_alias=True, exclude_none=True, include=fields)
                for entry in entries
            ]
        }
    )


@api.route("DELETE", "/api/user/memory", query=NoteQuery)
def delete_note(call: Call) -> Answer:
    """Deletes a note."""
    id_ = call.query(NoteQuery).id
    call.services.memory.delete(call.uid, id_)
    return Answer({"success": True, "id": id_})


@api.route("GET", "/api/chat/preferences", query=PreferencesQuery, answers=LegacyPreferences)
def list_preferences(call: Call) -> Answer:
    """Lists the user's preferences."""
    query = _check_own(call, call.query(PreferencesQuery))
    found = [
        item
        for item in call.services.profiles.get(call.uid).preferences
        if item.confidence >= query.min_confidence and (item.active or not query.active_only)
    ]
    messages = call.services.reports.messages_of(call.uid, found)
    shown = [LegacyPreference.of(item, messages.get(item.id)) for item in found]
    answer = LegacyPreferences(preferences=shown, count=len(shown), user_id=call.uid)
    return Answer(answer, show_nulls=True)


@api.route(
    "POST",
    "/api/chat/preferences",
    body=LegacyPreferenceIn,
    query=UserQuery,
    answers=LegacyPreference,
)
def add_preference(call: Call) -> Answer:
    """Adds a preference."""
    query = _check_own(call, call.query(UserQuery))
    body = call.body(LegacyPreferenceIn)
    metadata = dict(body.metadata)
    if query.session_id:
        metadata["source_session"] = query.session_id
    new = NewPreference(
        type=body.preference_type,
        description=body.preference_value,
        category="",
        context=body.context,
        confidence=body.confidence,
        metadata=metadata,
        session_id=_usable(query.session_id),
    )
    keyed = call.keyed("legacy-preference", body)
    id_ = keyed.id if keyed else call.services.new_id()
    item = call.services.profiles.add_preference(call.uid, id_, new, None, keyed)
    return Answer(LegacyPreference.of(item), show_nulls=True)


@api.route("DELETE", "/api/chat/preferences", query=UserQuery)
def clear_preferences(call: Call) -> Answer:
    """Deletes all preferences."""
    _check_own(call, call.query(UserQuery))
    call.services.profiles.delete_all_preferences(call.uid, None)
    message = f"All preferences cleared for user {call.uid}"
    return Answer({"message": message, "user_id": call.uid})


@api.route("PUT", "/api/chat/preferences/<id>/deactivate")
def deactivate_preference(call: Call) -> Answer:
    """Deactivates a preference."""
    call.services.profiles.set_active(call.uid, call.path["id"], active=False, if_match=None)
    return Answer({"message": "Preference deactivated", "preference_id": call.path["id"]})


@api.route("DELETE", "/api/chat/preferences/<id>")
def delete_preference(call: Call) -> Answer:
    """Deletes a preference."""
    call.services.profiles.delete_preference(call.uid, call.path["id"], None)
    return Answer({"message": "Preference deleted", "preference_id": call.path["id"]})


def _usable(session_id: str | None) -> str | None:
    """Returns the session for the changelog, which takes ids only; metadata takes any text."""
    return None if session_id is None or problem_with(session_id) else session_id


def _check_own(call: Call, query: Any) -> Any:
    if query.user_id != call.uid:
        raise PermissionDenied(
            "The user_id is not that of the token's user. Send your own uid as user_id.",
            [{"reason": "OTHER_USER", "field": "user_id"}],
        )
    return query


def _legacy_profile(shown: dict[str, Any]) -> dict[str, Any]:
    return {
        "preferences": [
            {
                "category": item.get("category", ""),
                "description": item["description"],
                "confidence": item["confidence"],
                "evidence": [Evidence.model_validate(e).quote for e in item.get("evidence", [])],
                "lastUpdated": _milliseconds(item["lastUpdated"]),
            }
            for item in shown.get("preferences", [])
        ],
        "patterns": [
            {
                "category": item.get("category", ""),
                "description": item["description"],
                "frequency": item["frequency"],
                "lastSeen": _milliseconds(item["lastSeen"]),
            }
            for item in shown.get("patterns", [])
        ],
        "workflows": [
            {key: item.get(key, []) for key in ("description", "steps", "frequency")}
            for item in shown.get("workflows", [])
        ],
        "skillLevel": {
            key: level
            for key, level in shown.get("skillLevel", {}).items()
            if key in ("overall", "domains")
        },
        "version": shown.get("version", 0),
        "lastAnalyzed": shown.get("lastAnalyzed"),
        "totalPromptsAnalyzed": shown.get("totalPromptsAnalyzed", 0),
    }


def _legacy_snapshot(entry: ChangelogEntry) -> dict[str, Any] | None:
    if not entry.snapshot:
        return None
    try:
        profile = readable(Profile, entry.snapshot)
    except ValidationError:
        return None  # an import by an earlier version stored it unchecked
    return _legacy_profile(profile.model_dump(mode="json", by_alias=True, exclude_none=True))


def _legacy_entry(uid: str, entry: ChangelogEntry) -> dict[str, Any]:
    snapshot = _legacy_snapshot(entry)
    return {
        "id": entry.id,
        "profileId": uid,
        "version": entry.version,
        "changeType": "create" if entry.change_type == "create" else "update",
        "changeSummary": entry.change_summary,
        "profileDataSnapshot": json.dumps(snapshot, ensure_ascii=False) if snapshot else None,
        "createdAt": int(entry.created_at.timestamp() * 1000),
    }


def _flat(profile: Profile) -> dict[str, Any]:
    """Returns the facts that an assistant may use: what was only inferred is left out (P-12)."""
    about = profile.without_inferred().about.to_json()
    work = about.get("work", {})
    return {**about, **{name: work[key] for name, key in _WORK.items() if key in work}}


def _milliseconds(time: Any) -> int:
    return int(datetime.fromisoformat(time).timestamp() * 1000)
