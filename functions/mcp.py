"""`mcp`: a user's memory for any assistant that speaks the Model Context Protocol.

Stateless streamable HTTP: every message is a POST with its own token, answered in JSON. There is
no stream to GET and no session to DELETE, so both methods get a 405.
"""

import json
from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.access.scopes import RESOURCES, scope_of_tool
from functions.http.errors import error_response
from functions.http.fields import JsonObject
from functions.http.origin import check_origin
from functions.http.routing import Answer, Api, Call
from functions.wiring.services import services
from shared.base.errors import PermissionDenied
from shared.documents.access import Scope

api = Api()


@api.route("POST", "/mcp", body=JsonObject, statuses=(200, 202))
def post_message(call: Call) -> Answer:
    """Handles a protocol message, and answers it if it is a request."""
    # Imported on first use, because the SDK takes as long to import as everything else together.
    from functions.http.mcp_exchange import exchange

    message = call.body(JsonObject).fields
    call.check(_scope_of(message))
    return exchange(call, message)


def _scope_of(message: dict[str, Any]) -> Scope | None:
    """Returns the scope that a message needs; None if it only asks what there is."""
    method, given = message.get("method"), message.get("params")
    params = given if isinstance(given, dict) else {}
    if method == "tools/call":
        arguments = params.get("arguments")
        return scope_of_tool(
            str(params.get("name")), arguments if isinstance(arguments, dict) else {}
        )
    return RESOURCES if method in ("resources/read", "prompts/get") else None


@functions_framework.http
def mcp(request: Request) -> Response:
    """HTTP entry point."""
    try:
        check_origin(request, services().config.allowed_origins)
    except PermissionDenied as error:
        return _as_jsonrpc_error(error_response(error))
    response = api.handle(request)
    return _as_jsonrpc_error(response) if response.status_code >= 400 else response


def _as_jsonrpc_error(response: Response) -> Response:
    """Wraps an API error in a JSON-RPC error, so that MCP clients can show its message."""
    body = json.loads(response.get_data())
    if "jsonrpc" in body:
        return response
    error = body["error"]
    data = {"status": error["status"], "details": error["details"]}
    envelope = {"jsonrpc": "2.0", "id": None, "error": {**error, "data": data}}
    response.set_data(json.dumps(envelope, ensure_ascii=False))
    return response
