"""`profile`: the profile, its history, and the user's own corrections."""

from typing import Annotated, ClassVar, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field

from functions.http import changes, habit_routes, inbox_routes, legacy_routes
from functions.http.answers.common import DeletedAnswer
from functions.http.answers.profile import (
    ChangelogAnswer,
    ChangelogPage,
    LearningAnswer,
    NothingPending,
    PreferencesAnswer,
    ProfileAnswer,
    RefreshAnswer,
    RevertedAnswer,
    StatusAnswer,
)
from functions.http.deadlines import Limit
from functions.http.fields import AsOf, MergePatch, PurgeQuery
from functions.http.paging import PageQuery, PageSize, page_token
from functions.http.routing import Answer, Api, Call
from shared.base.errors import InvalidArgument
from shared.base.fields import (
    MAX_COUNT,
    Identifier,
    Metadata,
    OptionalLabel,
    OptionalSentence,
    Sentence,
)
from shared.base.model import Confidence, RequestModel
from shared.documents.profile import PreferenceType, Profile
from shared.profile.profile_service import NewPreference
from shared.profile.shown import ShownPreference, ShownProfile

api = Api()
changes.declare(api)


class ChangelogQuery(PageQuery):
    """Paging of the changelog; five changes per page by default."""

    ordered_by: ClassVar[type] = int

    page_size: PageSize = 5


class RollbackIn(RequestModel):
    """The version to restore."""

    version: Annotated[int, Field(ge=1, le=MAX_COUNT, strict=True)]


class RefreshQuery(RequestModel):
    """Whether to answer only once the analysis has ended, or after 18 seconds."""

    wait: bool = False


class ProfileQuery(RequestModel):
    """Whether to include what no longer holds."""

    include: Literal["ended"] | None = None


class AsOfQuery(ProfileQuery):
    """`asOf` gives the profile as it was known at a time, `validAt` what was true at a time."""

    as_of: AsOf | None = None
    valid_at: AsOf | None = None


class PreferenceQuery(ProfileQuery):
    """Filters for listing preferences; those that have ended are inactive."""

    min_confidence: Confidence = 0.0
    active_only: bool = True
    type: PreferenceType | None = None


class PreferenceIn(RequestModel):
    """A preference stated by the user."""

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


@api.route("GET", "/v1/profile", query=AsOfQuery, answers=ProfileAnswer)
def get_profile(call: Call) -> Answer:
    """Gets the profile, or what was known at an earlier time."""
    query = call.query(AsOfQuery)
    with_ended = query.include == "ended"
    profile = call.services.profiles.get(
        call.uid, query.as_of, valid_at=query.valid_at, with_ended=with_ended
    )
    if query.as_of is None and query.valid_at is None:
        return _profile_answer(profile)
    # Without an ETag: an earlier version is nothing to expect of the profile with If-Match.
    return Answer(ProfileAnswer(profile=profile, as_of=query.as_of, valid_at=query.valid_at))


@api.route("GET", "/v1/profile/status", answers=StatusAnswer)
def get_status(call: Call) -> Answer:
    """Gets the status of learning, with reasons for the current state of the profile."""
    status = call.services.reports.status(call.uid)
    learning = LearningAnswer(
        enabled=status.enabled,
        interval=status.interval,
        pending=status.pending,
        analyzer=status.analyzer,
        last_batch=status.last_batch,
        last_error=status.last_error,
        spent_today=status.spent_today,
        spent_total=status.spent_total,
    )
    return Answer(StatusAnswer(learning=learning, reasons=status.reasons))


@api.route("PATCH", "/v1/profile/about", body=MergePatch, query=PurgeQuery, answers=ProfileAnswer)
def patch_about(call: Call) -> Answer:
    """Sets facts about the user. Null removes a fact, and learning does not restore it."""
    patch = call.body(MergePatch).fields
    profiles, if_match = call.services.profiles, call.if_match
    if not call.query(PurgeQuery).purge:
        return _profile_answer(profiles.patch_about(call.uid, patch, if_match))
    purged = call.services.purges.facts(
        call.uid,
        profiles.about_edit(patch),
        lambda: profiles.patch_about(call.uid, patch, if_match),
    )
    return _profile_answer(purged.result, complete=purged.complete)


@api.route("DELETE", "/v1/profile", query=PurgeQuery, answers=ProfileAnswer)
def clear(call: Call) -> Answer:
    """Clears the profile. A rollback can undo this, unless it is purged."""
    profiles, if_match = call.services.profiles, call.if_match
    if not call.query(PurgeQuery).purge:
        return _profile_answer(profiles.clear(call.uid, if_match))
    purged = call.services.purges.profile(call.uid, lambda: profiles.clear(call.uid, if_match))
    return _profile_answer(profiles.get(call.uid), complete=purged.complete)


@api.route(
    "POST",
    "/v1/profile/refresh",
    query=RefreshQuery,
    answers=RefreshAnswer,
    statuses=(200, 202),
    limit=Limit.REFRESH,
)
def refresh(call: Call) -> Answer:
    """Starts an analysis of what was recorded before, and waits for its end if asked to."""
    wait = call.query(RefreshQuery).wait
    batch = call.services.counter.refresh(call.uid)
    if batch is None:
        return Answer(NothingPending(), show_nulls=True)
    if not wait:
        return Answer(RefreshAnswer(batch_id=batch.id), status=202)
    waited = call.services.waiter.until_ended(call.uid, batch)
    return Answer(RefreshAnswer(batch_id=waited.id, state=waited.state), status=202)


@api.route("GET", "/v1/profile/changelog", query=ChangelogQuery, answers=ChangelogPage)
def list_changelog(call: Call) -> Answer:
    """Lists changes, newest first, without their snapshots."""
    query = call.query(ChangelogQuery)
    entries, cursor = call.services.profiles.changelog(call.uid, query.page_size, query.after())
    shown = [ChangelogAnswer.of(entry) for entry in entries]
    return Answer(ChangelogPage(entries=shown, next_page_token=page_token(cursor)))


@api.route("GET", "/v1/profile/changelog/<id>", answers=ChangelogAnswer)
def get_changelog_entry(call: Call) -> Answer:
    """Gets a change, with its snapshot if that is still kept."""
    entry = call.services.profiles.changelog_entry(call.uid, call.path["id"])
    return Answer(ChangelogAnswer.of(entry, with_snapshot=True))


@api.route("POST", "/v1/profile/changelog/<id>/undo", answers=RevertedAnswer)
def undo(call: Call) -> Answer:
    """Takes back one change, as a new version, except what has been changed again since."""
    done = call.services.reverting.undo(call.uid, call.path["id"], call.if_match)
    return Answer(RevertedAnswer(**vars(done)), headers=_etag(done.profile))


@api.route("POST", "/v1/profile/rollback", body=RollbackIn, answers=ProfileAnswer)
def rollback(call: Call) -> Answer:
    """Restores an earlier version as a new version."""
    version = call.body(RollbackIn).version
    return _profile_answer(call.services.profiles.rollback(call.uid, version, call.if_match))


@api.route("GET", "/v1/preferences", query=PreferenceQuery, answers=PreferencesAnswer)
def list_preferences(call: Call) -> Answer:
    """Lists preferences, highest confidence first."""
    query = call.query(PreferenceQuery)
    with_ended = query.include == "ended"
    profile = call.services.profiles.get(call.uid, with_ended=with_ended)
    chosen = [
        item
        for item in sorted(profile.preferences, key=lambda item: -item.confidence)
        if item.confidence >= query.min_confidence
        and (item.active or not query.active_only or item.ended)
        and query.type in (None, item.type)
    ]
    return Answer(PreferencesAnswer(preferences=chosen), headers=_etag(profile))


@api.route("POST", "/v1/preferences", body=PreferenceIn, answers=ShownPreference, statuses=(201,))
def add_preference(call: Call) -> Answer:
    """Adds a preference. Repeating the id or idempotency key has no further effect."""
    body = call.body(PreferenceIn)
    keyed = None if body.id else call.keyed("preference", body)
    id_ = body.id or (keyed.id if keyed else call.services.new_id())
    new = NewPreference(
        type=body.type,
        description=body.description,
        category=body.category,
        context=body.context,
        confidence=body.confidence,
        metadata=body.metadata,
    )
    item = call.services.profiles.add_preference(call.uid, id_, new, call.if_match, keyed)
    return Answer(item, status=201)


@api.route("DELETE", "/v1/preferences", query=PurgeQuery, answers=DeletedAnswer)
def delete_preferences(call: Call) -> Answer:
    """Deletes all preferences. They are not learned again."""

    def delete() -> int:
        return call.services.profiles.delete_all_preferences(call.uid, call.if_match)

    if not call.query(PurgeQuery).purge:
        return Answer(DeletedAnswer(deleted=delete()))
    purged = call.services.purges.preferences(call.uid, None, delete)
    return Answer(DeletedAnswer(deleted=purged.result or 0, complete=purged.complete))


@api.route("GET", "/v1/preferences/<id>", answers=ShownPreference)
def get_preference(call: Call) -> Answer:
    """Gets a preference."""
    return Answer(call.services.profiles.preference(call.uid, call.path["id"]))


@api.route("PATCH", "/v1/preferences/<id>", body=PreferencePatch, answers=ShownPreference)
def change_preference(call: Call) -> Answer:
    """Corrects a preference. From then on it counts as stated by the user."""
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


@api.route("DELETE", "/v1/preferences/<id>", query=PurgeQuery, answers=DeletedAnswer)
def delete_preference(call: Call) -> Answer:
    """Deletes a preference. It is not learned again."""
    id_ = call.path["id"]

    def delete() -> int:
        call.services.profiles.delete_preference(call.uid, id_, call.if_match)
        return 1

    if not call.query(PurgeQuery).purge:
        return Answer(DeletedAnswer(deleted=delete()))
    purged = call.services.purges.preferences(call.uid, [id_], delete)
    return Answer(DeletedAnswer(deleted=purged.result or 0, complete=purged.complete))


@api.route("POST", "/v1/preferences/<id>/activate", answers=ShownPreference)
def activate(call: Call) -> Answer:
    """Activates a preference."""
    return _set_active(call, active=True)


@api.route("POST", "/v1/preferences/<id>/deactivate", answers=ShownPreference)
def deactivate(call: Call) -> Answer:
    """Deactivates a preference. It is kept, but assistants no longer see it."""
    return _set_active(call, active=False)


api.include(habit_routes.api)
api.include(inbox_routes.api)
api.include(legacy_routes.api)


@functions_framework.http
def profile(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)


def _set_active(call: Call, *, active: bool) -> Answer:
    item = call.services.profiles.set_active(
        call.uid, call.path["id"], active=active, if_match=call.if_match
    )
    return Answer(item)


def _profile_answer(profile: ShownProfile, *, complete: bool | None = None) -> Answer:
    return Answer(ProfileAnswer(profile=profile, complete=complete), headers=_etag(profile))


def _etag(profile: Profile) -> dict[str, str]:
    return {"ETag": f'"{profile.version}"'}
