"""`account`: settings, export, imports and erasure."""

from collections import Counter
from typing import Annotated, Any, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field

from functions.http.answers.account import (
    ErasedAnswer,
    ExportAnswer,
    LookAtUser,
    LooksAtUserAnswer,
    SettingsAnswer,
)
from functions.http.answers.imports import (
    ImportAnswer,
    ImportsAnswer,
    PieceAnswer,
)
from functions.http.deadlines import Limit
from functions.http.fields import MergePatch
from functions.http.paging import PageQuery, page_token
from functions.http.routing import Answer, Api, Call
from shared.base.errors import InvalidArgument, NotFound
from shared.base.fields import Count, Identifier, Label, PromptContent
from shared.base.ids import problem_with
from shared.base.model import RequestModel, Timestamp
from shared.base.validation import validated_json
from shared.documents.imports import MAX_IMPORT_ID, PREFIX, Reasons
from shared.documents.settings import Settings
from shared.learning.importing import MOST, OldMessage, Piece
from shared.transfer.formats import Format
from shared.transfer.report import Report, read_items

api = Api()

TOLD = "sources"
"""The field of the answer that is no setting."""


class ImportIn(RequestModel):
    """Data to import. `data` must have the shape that `format` prescribes."""

    format: Format = Field(
        default=Format.REKINDLE,
        description="; ".join(f"{format_}: {format_.description}" for format_ in Format),
    )
    data: Any


class OldMessageIn(RequestModel):
    """A message of another product. Only what users said themselves is stored."""

    id: Identifier
    thread_id: Identifier
    role: Literal["user", "assistant", "system", "tool"] = "user"
    created_at: Timestamp
    content: PromptContent
    private: bool = False


class PieceIn(RequestModel):
    """A piece of an import. A message that is invalid is refused, and the others are taken."""

    source: Label
    messages: Annotated[list[dict[str, Any]], Field(max_length=MOST)] = Field(
        description="Oldest first: {id, threadId, role, createdAt, content, private}."
    )
    position: Count | None = Field(
        default=None,
        description="How many messages of the file come before; a piece that arrives again is "
        "then counted once.",
    )
    left_out: Reasons = Field(
        default={},
        description="How many messages of the file were left out around these, by reason.",
    )


@api.route("GET", "/v1/settings", answers=SettingsAnswer)
def get_settings(call: Call) -> Answer:
    """Gets the user's settings."""
    return _settings_answer(call, call.services.accounts.settings(call.uid))


@api.route("PATCH", "/v1/settings", body=MergePatch, answers=SettingsAnswer)
def patch_settings(call: Call) -> Answer:
    """Updates settings. Changes take effect immediately."""
    # Whoever changes what they got and sends it back also sends what is only told.
    patch = {name: value for name, value in call.body(MergePatch).fields.items() if name != TOLD}
    enqueue = call.services.counter.enqueue
    return _settings_answer(call, call.services.accounts.patch_settings(call.uid, patch, enqueue))


@api.route("GET", "/v1/export", check_revoked=True, answers=ExportAnswer, limit=Limit.EXPORT)
def export(call: Call) -> Answer:
    """Exports everything stored about the user as one JSON document."""
    headers = {"Content-Disposition": 'attachment; filename="rekindle-export.json"'}
    return Answer(call.services.transfers.export(call.uid), headers=headers)


@api.route("POST", "/v1/import", body=ImportIn, answers=Report, limit=Limit.IMPORT)
def import_(call: Call) -> Answer:
    """Imports an export or the files of a legacy system. Repeating it creates no duplicates."""
    body = call.body(ImportIn)
    return Answer(call.services.transfers.import_(call.uid, body.format, body.data))


@api.route(
    "POST",
    "/v1/imports/<id>",
    body=PieceIn,
    answers=PieceAnswer,
    statuses=(202,),
    limit=Limit.IMPORT,
)
def import_piece(call: Call) -> Answer:
    """Imports messages of another product. They are learned from little by little."""
    body = call.body(PieceIn)
    invalid = Report()
    given = read_items(
        invalid, "messages", body.messages, lambda item: validated_json(OldMessageIn, item)
    )
    left_out = Counter(body.left_out)
    left_out.update(each.reason for each in invalid.refused)
    piece = Piece(
        import_id=_import_id(call),
        source=body.source,
        messages=[
            OldMessage(
                id=message.id,
                thread=message.thread_id,
                role=message.role,
                at=message.created_at,
                content=message.content,
                private=message.private,
            )
            for _, message in given
        ],
        position=body.position,
        left_out=left_out,
    )
    taken = call.services.importer.take(call.uid, piece)
    places = [place for place, _ in given]
    return Answer(PieceAnswer.of(taken, places, invalid), status=202)


@api.route("GET", "/v1/imports", answers=ImportsAnswer)
def list_imports(call: Call) -> Answer:
    """Lists imports of other products' conversations, newest first."""
    found = call.services.importer.all(call.uid)
    return Answer(ImportsAnswer(imports=[ImportAnswer.of(each) for each in found]))


@api.route("GET", "/v1/imports/<id>", answers=ImportAnswer)
def get_import(call: Call) -> Answer:
    """Gets how far an import has come."""
    found = call.services.importer.progress(call.uid, _import_id(call))
    if found is None:
        raise NotFound(
            "There is no import with this id. GET /v1/imports lists all imports.",
            [{"reason": "NO_SUCH_IMPORT"}],
        )
    return Answer(ImportAnswer.of(found))


@api.route("GET", "/v1/account/looks", query=PageQuery, answers=LooksAtUserAnswer)
def list_looks(call: Call) -> Answer:
    """Lists when an operator of the deployment looked at the user's figures, newest first."""
    query = call.query(PageQuery)
    found = call.services.looks.of(call.uid, query.page_size, query.after())
    looks = [LookAtUser(at=look.at, route=look.route) for look in found.items]
    return Answer(LooksAtUserAnswer(looks=looks, next_page_token=page_token(found.after)))


@api.route("DELETE", "/v1/account", check_revoked=True, answers=ErasedAnswer, limit=Limit.ERASURE)
def erase(call: Call) -> Answer:
    """Deletes everything stored about the user. If it is not complete, repeat it."""
    erasure = call.services.accounts.erase(call.uid)
    complete = None if erasure.complete else False
    return Answer(ErasedAnswer(deleted=erasure.deleted, complete=complete))


@api.route("GET", "/openapi.json")
def openapi(_: Call) -> Answer:
    """Returns this OpenAPI document."""
    from functions.http.openapi import document

    return Answer(document())


@functions_framework.http
def account(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)


def _import_id(call: Call) -> str:
    id_ = call.path["id"]
    problem = problem_with(PREFIX + id_)
    if problem or len(id_) > MAX_IMPORT_ID:
        raise InvalidArgument.field(
            "id", problem or f"must have at most {MAX_IMPORT_ID} characters"
        )
    return id_


def _settings_answer(call: Call, settings: Settings) -> Answer:
    answer = SettingsAnswer.of(settings, call.services.config.defaults)
    return Answer(answer, show_nulls=True)
