"""`account`: settings, export, import and erasure."""

from typing import Any

import functions_framework
from flask import Request, Response
from pydantic import Field

from functions.http.answers.account import (
    ErasedAnswer,
    ExportAnswer,
    LookAtUser,
    LooksAtUserAnswer,
)
from functions.http.deadlines import Limit
from functions.http.fields import MergePatch
from functions.http.paging import PageQuery, page_token
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel
from shared.documents.settings import Settings
from shared.transfer.formats import Format
from shared.transfer.report import Report

api = Api()


class ImportIn(RequestModel):
    """Data to import. `data` must have the shape that `format` prescribes."""

    format: Format = Field(
        default=Format.REKINDLE,
        description="; ".join(f"{format_}: {format_.description}" for format_ in Format),
    )
    data: Any


@api.route("GET", "/v1/settings", answers=Settings)
def get_settings(call: Call) -> Answer:
    """Gets the user's settings."""
    return _settings_answer(call.services.accounts.settings(call.uid))


@api.route("PATCH", "/v1/settings", body=MergePatch, answers=Settings)
def patch_settings(call: Call) -> Answer:
    """Updates settings. Changes take effect immediately."""
    patch = call.body(MergePatch).fields
    enqueue = call.services.counter.enqueue
    return _settings_answer(call.services.accounts.patch_settings(call.uid, patch, enqueue))


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


def _settings_answer(settings: Settings) -> Answer:
    return Answer(settings, show_nulls=True)
