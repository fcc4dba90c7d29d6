"""The routes for habits and skill levels, which `profile` serves."""

from typing import Annotated, Any

from pydantic import Field

from functions.http.answers.common import DeletedAnswer
from functions.http.answers.profile import ProfileAnswer
from functions.http.fields import PurgeQuery
from functions.http.routing import Answer, Api, Call
from shared.base.errors import InvalidArgument
from shared.base.fields import MapKey, OptionalLabel, Sentence
from shared.base.model import RequestModel
from shared.documents.profile import MAX_ITEMS, MAX_STEPS, OVERALL, Level
from shared.profile.habits.editing import Kind
from shared.profile.shown import ShownPattern, ShownWorkflow

api = Api()


class PatternPatch(RequestModel):
    """The fields of a pattern to correct. Its frequency is counted."""

    description: Sentence | None = None
    category: OptionalLabel | None = None


class WorkflowPatch(RequestModel):
    """The fields of a workflow to correct. Its frequency is counted."""

    description: Sentence | None = None
    steps: Annotated[list[Sentence], Field(max_length=MAX_STEPS)] | None = None


class SkillsPatch(RequestModel):
    """Skill levels to set, overall and by domain. Null removes one."""

    overall: Level | None = None
    domains: Annotated[dict[MapKey, Level | None], Field(max_length=MAX_ITEMS)] = {}

    def levels(self) -> dict[str, Level | None]:
        """Returns what is to be set, by domain or `OVERALL`.

        Raises:
            InvalidArgument: it is nothing, or a domain has the name of the overall level.
        """
        if any(name.strip().lower() == OVERALL for name in self.domains):
            raise InvalidArgument.field("domains", 'has no "overall"; set the field overall')
        overall = {OVERALL: self.overall} if "overall" in self.model_fields_set else {}
        return _something({**overall, **self.domains})


@api.route("PATCH", "/v1/profile/patterns/<id>", body=PatternPatch, answers=ShownPattern)
def change_pattern(call: Call) -> Answer:
    """Corrects a pattern. From then on it counts as stated by the user."""
    return _change(call, "pattern", call.body(PatternPatch))


@api.route("DELETE", "/v1/profile/patterns/<id>", query=PurgeQuery, answers=DeletedAnswer)
def delete_pattern(call: Call) -> Answer:
    """Deletes a pattern. It is not learned again."""
    return _delete(call, "pattern")


@api.route("PATCH", "/v1/profile/workflows/<id>", body=WorkflowPatch, answers=ShownWorkflow)
def change_workflow(call: Call) -> Answer:
    """Corrects a workflow. From then on it counts as stated by the user."""
    return _change(call, "workflow", call.body(WorkflowPatch))


@api.route("DELETE", "/v1/profile/workflows/<id>", query=PurgeQuery, answers=DeletedAnswer)
def delete_workflow(call: Call) -> Answer:
    """Deletes a workflow. It is not learned again."""
    return _delete(call, "workflow")


@api.route("PATCH", "/v1/profile/skills", body=SkillsPatch, query=PurgeQuery, answers=ProfileAnswer)
def patch_skills(call: Call) -> Answer:
    """Sets skill levels. Null removes one, and learning does not restore it."""
    levels = call.body(SkillsPatch).levels()
    habits, complete = call.services.habits, None
    if call.query(PurgeQuery).purge:
        purged = call.services.purges.facts(
            call.uid,
            habits.skills_edit(levels),
            lambda: habits.patch_skills(call.uid, levels, call.if_match),
        )
        profile, complete = purged.result, purged.complete
    else:
        profile = habits.patch_skills(call.uid, levels, call.if_match)
    etag = {"ETag": f'"{profile.version}"'}
    return Answer(ProfileAnswer(profile=profile, complete=complete), headers=etag)


def _change(call: Call, kind: Kind, body: RequestModel) -> Answer:
    changes = {
        name: value for name in body.model_fields_set if (value := getattr(body, name)) is not None
    }
    return Answer(
        call.services.habits.change(
            call.uid, kind, call.path["id"], _something(changes), call.if_match
        )
    )


def _delete(call: Call, kind: Kind) -> Answer:
    id_ = call.path["id"]

    def delete() -> int:
        call.services.habits.delete(call.uid, kind, id_, call.if_match)
        return 1

    if not call.query(PurgeQuery).purge:
        return Answer(DeletedAnswer(deleted=delete()))
    purged = call.services.purges.habit(call.uid, kind, id_, delete)
    return Answer(DeletedAnswer(deleted=purged.result or 0, complete=purged.complete))


def _something(changes: dict[str, Any]) -> dict[str, Any]:
    if not changes:
        raise InvalidArgument("Name at least one field to change.", [{"reason": "NO_CHANGE"}])
    return changes
