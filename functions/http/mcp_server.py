"""The Model Context Protocol server: the tools and resources of one user's memory."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import unquote

from mcp import MCPError, types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS

from functions.http.deadlines import SECONDS, Limit
from functions.http.errors import HTTP_OF_STATUS
from functions.http.routing import to_json
from functions.wiring.services import Services
from shared.base.deadline import within
from shared.base.errors import InvalidArgument, NotFound, RekindleError
from shared.tools.catalog import ALL, COMPACT, COMPACT_INSTRUCTIONS, description_of, parameters_of

log = logging.getLogger(__name__)

PROFILE = "rekindle://profile"
CONTEXT = "rekindle://context"
MAX_QUERY = 2000
"""Limit of a query in a resource's URI, in characters; `GET /v1/context` has the same."""
_READ_ONLY = frozenset({"recall", "get_context"})
_DESTRUCTIVE = frozenset({"forget", "update_profile", "review_inbox"})
"""Tools that may remove notes, items, or their text; clients can ask the user for confirmation."""
_RESULT = {
    "type": "object",
    "properties": {
        "success": {"type": "boolean"},
        "error": {"type": "string", "description": "Why it was refused, and what to do."},
    },
    "required": ["success"],
}
"""What every tool answers; the rest depends on the tool."""
PROMPT = "context"

_P = TypeVar("_P")
_R = TypeVar("_R")
_Context = ServerRequestContext[Any]
_AsyncHandler = Callable[[_Context, _P], Awaitable[_R]]


def server_for(uid: str, app: Services) -> Server[Any]:
    """Returns a server that handles one message of one user."""
    memory = _UserMemory(uid, app)
    return Server(
        "rekindle",
        title="Rekindle",
        description="The user's long-term memory and learned profile.",
        version="1",
        instructions=COMPACT_INSTRUCTIONS,
        get_tool_input_schema=lambda name: parameters_of(ALL[name]) if name in ALL else None,
        on_list_tools=_handler(memory.list_tools),
        on_call_tool=_handler(memory.call_tool),
        on_list_resources=_handler(memory.list_resources),
        on_list_resource_templates=_handler(memory.list_templates),
        on_read_resource=_handler(memory.read_resource),
        on_list_prompts=_handler(memory.list_prompts),
        on_get_prompt=_handler(memory.get_prompt),
    )


class _UserMemory:
    """The protocol's handlers for one user."""

    def __init__(self, uid: str, app: Services) -> None:
        self._uid = uid
        self._app = app

    def list_tools(self, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        # The other names can be called too; a model chooses better among few.
        return types.ListToolsResult(tools=[_tool(name) for name in COMPACT])

    def call_tool(self, params: types.CallToolRequestParams) -> types.CallToolResult:
        result = to_json(self._app.tools.run(self._uid, params.name, params.arguments or {}))
        return types.CallToolResult(
            content=[types.TextContent(text=json.dumps(result, ensure_ascii=False))],
            structured_content=result,
            is_error=not result["success"],
        )

    def list_resources(self, _: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        profile = types.Resource(
            uri=PROFILE,
            name="profile",
            title="Profile",
            description="What has been learned about the user, with evidence.",
            mime_type="application/json",
        )
        context = types.Resource(
            uri=CONTEXT,
            name="context",
            title="Context",
            description="What an assistant should know about the user, ready for its instructions.",
            mime_type="text/plain",
        )
        return types.ListResourcesResult(resources=[profile, context])

    def list_templates(
        self, _: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=f"{CONTEXT}/{{query}}",
            name="context_for",
            title="Context for a conversation",
            description="The context, with the notes that best match the query.",
            mime_type="text/plain",
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    def read_resource(self, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        before, separator, query = params.uri.partition(f"{CONTEXT}/")
        if params.uri == PROFILE:
            contents = self._profile()
        elif params.uri == CONTEXT:
            contents = self._context(params.uri, None)
        elif separator and not before:
            contents = self._context(params.uri, unquote(query))
        else:
            raise NotFound(
                f"There is no such resource. Read {PROFILE}, {CONTEXT} or {CONTEXT}/{{query}}.",
                [{"reason": "NO_SUCH_RESOURCE"}],
            )
        return types.ReadResourceResult(contents=[contents])

    def list_prompts(self, _: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        topic = types.PromptArgument(
            name="query", description="What the conversation is about.", required=False
        )
        prompt = types.Prompt(
            name=PROMPT,
            title="What you know about me",
            description="Tells the assistant what it should know about you.",
            arguments=[topic],
        )
        return types.ListPromptsResult(prompts=[prompt])

    def get_prompt(self, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != PROMPT:
            raise NotFound(
                f"There is no such prompt. The only prompt is {PROMPT}.",
                [{"reason": "NO_SUCH_MCP_PROMPT"}],
            )
        query = (params.arguments or {}).get("query")
        contents = self._context(CONTEXT, query or None)
        message = types.PromptMessage(role="user", content=types.TextContent(text=contents.text))
        return types.GetPromptResult(messages=[message])

    def _profile(self) -> types.TextResourceContents:
        text = json.dumps(to_json(self._app.profiles.get(self._uid)), ensure_ascii=False)
        return types.TextResourceContents(uri=PROFILE, mime_type="application/json", text=text)

    def _context(self, uri: str, query: str | None) -> types.TextResourceContents:
        if query and len(query) > MAX_QUERY:
            raise InvalidArgument.field("query", f"must have at most {MAX_QUERY:,} characters")
        with within(SECONDS[Limit.CONTEXT]):
            built = self._app.contexts.build(self._uid, query)
        return types.TextResourceContents(
            uri=uri,
            mime_type="text/plain",
            text=built.text,
            # Parts that could not be read are listed here: a missing part is not an error.
            _meta={"warnings": built.warnings} if built.warnings else None,
        )


def _tool(name: str) -> types.Tool:
    return types.Tool(
        name=name,
        title=name.replace("_", " ").capitalize(),
        description=description_of(ALL[name]),
        input_schema=parameters_of(ALL[name]),
        output_schema=_RESULT,
        annotations=types.ToolAnnotations(
            read_only_hint=name in _READ_ONLY,
            destructive_hint=name in _DESTRUCTIVE,
            open_world_hint=False,
        ),
    )


def _handler(handle: Callable[[_P], _R]) -> _AsyncHandler[_P, _R]:
    """Makes `handle` asynchronous, as the SDK expects, and maps its errors to protocol errors."""

    async def handler(_: _Context, params: _P) -> _R:
        try:
            return handle(params)
        except RekindleError as error:
            raise _protocol_error(error) from error
        except Exception as error:
            log.error("unexpected %s", type(error).__name__, exc_info=error)
            raise MCPError(
                INTERNAL_ERROR, "Something went wrong on our side. Try again later."
            ) from error

    return handler


def _protocol_error(error: RekindleError) -> MCPError:
    caused_by_caller = HTTP_OF_STATUS[error.status] in (400, 404)
    data: dict[str, Any] = {"status": error.status, "details": to_json(error.details)}
    if error.retry_after is not None:
        data["retryAfterSeconds"] = error.retry_after
    return MCPError(INVALID_PARAMS if caused_by_caller else INTERNAL_ERROR, error.message, data)
