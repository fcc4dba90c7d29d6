"""`mcp`: a user's memory for any assistant that speaks the Model Context Protocol.

Stateless streamable HTTP: every message is a POST with its own token, answered in JSON. There is
no stream to GET and no session to DELETE, so both are answered with 405.
"""

import json

import functions_framework
from flask import Request, Response

from functions.http.errors import error_response
from functions.http.fields import JsonObject
from functions.http.origin import check_origin
from functions.http.routing import Answer, Api, Call
from functions.wiring.services import services
from shared.base.errors import PermissionDenied

api = Api()


@api.route("POST", "/mcp", body=JsonObject, statuses=(200, 202))
def post_message(call: Call) -> Answer:
    """One message of the protocol, and the answer to it if it is a request."""
    # Here, because the SDK takes as long to import as all else: nobody but callers waits for it.
    from functions.http.mcp_exchange import exchange

    return exchange(call, call.body(JsonObject).fields)


@functions_framework.http
def mcp(request: Request) -> Response:
    """The deployed function."""
    try:
        check_origin(request, services().config.allowed_origins)
    except PermissionDenied as error:
        return _readable(error_response(error))
    response = api.handle(request)
    return _readable(response) if response.status_code >= 400 else response


def _readable(response: Response) -> Response:
    """The API's error, in an envelope from which the protocol's clients can tell its message."""
    body = json.loads(response.get_data())
    if "jsonrpc" in body:
        return response
    error = body["error"]
    data = {"status": error["status"], "details": error["details"]}
    told = {"jsonrpc": "2.0", "id": None, "error": {**error, "data": data}}
    response.set_data(json.dumps(told, ensure_ascii=False))
    return response
