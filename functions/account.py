"""`account`: the user's settings, and the end of all their data."""

import functions_framework
from flask import Request as HttpRequest
from flask import Response

from functions.fields import MergePatch
from functions.routing import Answer, Api, Call
from shared.settings import Settings

api = Api()


@api.route("GET", "/v1/settings")
def get_settings(call: Call) -> Answer:
    """The settings in force."""
    return _settings(call.services.accounts.settings(call.uid))


@api.route("PATCH", "/v1/settings", body=MergePatch)
def patch_settings(call: Call) -> Answer:
    """Changes settings; off means off at once."""
    patch = call.body(MergePatch).fields
    return _settings(call.services.accounts.patch_settings(call.uid, patch))


@api.route("DELETE", "/v1/account")
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
