"""`account`: the user's settings, their data in and out, and its end."""

from typing import Any

import functions_framework
from flask import Request as HttpRequest
from flask import Response

from functions.fields import MergePatch
from functions.routing import Answer, Api, Call
from shared.model import Request
from shared.settings import Settings
from shared.transfer.formats import Format

api = Api()


class ImportIn(Request):
    """What to import: its format, and the data in that format's own shape."""

    format: Format = "rekindle"
    data: Any


@api.route("GET", "/v1/settings")
def get_settings(call: Call) -> Answer:
    """The settings in force."""
    return _settings(call.services.accounts.settings(call.uid))


@api.route("PATCH", "/v1/settings", body=MergePatch)
def patch_settings(call: Call) -> Answer:
    """Changes settings; off means off at once."""
    patch = call.body(MergePatch).fields
    return _settings(call.services.accounts.patch_settings(call.uid, patch))


@api.route("GET", "/v1/export", check_revoked=True)
def export(call: Call) -> Answer:
    """Everything that is stored of the user, as one JSON document."""
    name = 'attachment; filename="rekindle-export.json"'
    return Answer(call.services.transfers.export(call.uid), headers={"Content-Disposition": name})


@api.route("POST", "/v1/import", body=ImportIn)
def import_(call: Call) -> Answer:
    """Takes in an export, or the files of an older system. Repeating it takes nothing twice."""
    body = call.body(ImportIn)
    return Answer(call.services.transfers.import_(call.uid, body.format, body.data))


@api.route("DELETE", "/v1/account", check_revoked=True)
def erase(call: Call) -> Answer:
    """Removes everything that is stored of the user."""
    return Answer({"deleted": call.services.accounts.erase(call.uid)})


@functions_framework.http
def account(request: HttpRequest) -> Response:
    """The deployed function."""
    return api.handle(request)


def _settings(settings: Settings) -> Answer:
    """All settings, those that are not set as null."""
    return Answer(settings.model_dump(mode="json", by_alias=True))
