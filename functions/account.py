"""`account`: the user's settings, their data in and out, and its end."""

from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.answers import ErasedAnswer, ExportAnswer
from functions.http.fields import MergePatch
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel
from shared.documents.settings import Settings
from shared.transfer.formats import Format
from shared.transfer.report import Report

api = Api()


class ImportIn(RequestModel):
    """What to import: its format, and the data in that format's own shape."""

    format: Format = "rekindle"
    data: Any


@api.route("GET", "/v1/settings", answers=Settings)
def get_settings(call: Call) -> Answer:
    """The settings in force."""
    return _settings(call.services.accounts.settings(call.uid))


@api.route("PATCH", "/v1/settings", body=MergePatch, answers=Settings)
def patch_settings(call: Call) -> Answer:
    """Changes settings; off means off at once."""
    patch = call.body(MergePatch).fields
    return _settings(call.services.accounts.patch_settings(call.uid, patch))


@api.route("GET", "/v1/export", check_revoked=True, answers=ExportAnswer)
def export(call: Call) -> Answer:
    """Everything that is stored of the user, as one JSON document."""
    name = 'attachment; filename="rekindle-export.json"'
    return Answer(call.services.transfers.export(call.uid), headers={"Content-Disposition": name})


@api.route("POST", "/v1/import", body=ImportIn, answers=Report)
def import_(call: Call) -> Answer:
    """Takes in an export, or the files of an older system. Repeating it takes nothing twice."""
    body = call.body(ImportIn)
    return Answer(call.services.transfers.import_(call.uid, body.format, body.data))


@api.route("DELETE", "/v1/account", check_revoked=True, answers=ErasedAnswer)
def erase(call: Call) -> Answer:
    """Removes everything that is stored of the user."""
    return Answer({"deleted": call.services.accounts.erase(call.uid)})


@api.route("GET", "/openapi.json", public=True)
def openapi(_: Call) -> Answer:
    """This documentation."""
    from functions.http.openapi import document

    return Answer(document())


@functions_framework.http
def account(request: Request) -> Response:
    """The deployed function."""
    return api.handle(request)


def _settings(settings: Settings) -> Answer:
    """All settings, those that are not set as null."""
    return Answer(settings.model_dump(mode="json", by_alias=True))
