"""The routes of the inbox, which `profile` serves."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from functions.http.answers.profile import InboxAnswer, ProfileAnswer
from functions.http.routing import Answer, Api, Call
from shared.base.fields import small_json
from shared.base.model import RequestModel
from shared.documents.about import MAX_CUSTOM

api = Api()


class AnswerIn(RequestModel):
    """The user's answer. With `correct`, `correction` is a text, or the value of a fact."""

    answer: Literal["accept", "reject", "correct"]
    correction: Annotated[Any, AfterValidator(small_json(MAX_CUSTOM))] = None


@api.route("GET", "/v1/inbox", answers=InboxAnswer)
def list_inbox(call: Call) -> Answer:
    """Lists what waits for the user: contradictions, proposals, and what may be outdated."""
    return Answer(InboxAnswer(items=call.services.inbox.items(call.uid)))


@api.route("POST", "/v1/inbox/<id>", body=AnswerIn, answers=ProfileAnswer)
def answer_inbox(call: Call) -> Answer:
    """Answers a question: what is proposed holds, it does not, or something else does."""
    body = call.body(AnswerIn)
    profile = call.services.inbox.answer(
        call.uid, call.path["id"], body.answer, body.correction, call.if_match
    )
    return Answer(ProfileAnswer(profile=profile), headers={"ETag": f'"{profile.version}"'})
