"""What every route and tool needs: the one table of scopes. docs/security.md explains it.

A route that is missing here cannot be declared.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from shared.documents.access import Scope

OFFERED = (Scope.READ, Scope.WRITE, Scope.RECORD)
"""What an OAuth client may be given. `admin` is for keys that users make themselves."""
BY_DEFAULT = (Scope.READ, Scope.WRITE)
"""What a client is told to ask for at `/mcp`, and asks for if it names none: tools need no more."""


class Access(StrEnum):
    """Who may use a route that needs no particular scope."""

    PUBLIC = "public"
    """Everybody, without a token."""
    ANY = "any"
    """Every connection; what it asks for there needs a scope of its own."""
    USER = "user"
    """The user alone, signed in: keys never make keys."""
    OPERATOR = "operator"
    """Whoever runs the deployment, signed in; nobody where that is off."""


Needs = Scope | Access

_READ, _WRITE, _RECORD, _ADMIN = Scope.READ, Scope.WRITE, Scope.RECORD, Scope.ADMIN

ROUTES: dict[str, Needs] = {
    # What is known
    "GET /v1/changes": _READ,
    "GET /v1/context": _READ,
    "GET /v1/inbox": _READ,
    "GET /v1/memory": _READ,
    "GET /v1/memory/<id>": _READ,
    "GET /v1/memory/search": _READ,
    "GET /v1/preferences": _READ,
    "GET /v1/preferences/<id>": _READ,
    "GET /v1/profile": _READ,
    "GET /v1/profile/changelog": _READ,
    "GET /v1/profile/changelog/<id>": _READ,
    "GET /v1/profile/status": _READ,
    "GET /v1/prompts/<id>": _READ,
    "GET /v1/imports": _READ,
    "GET /v1/imports/<id>": _READ,
    "GET /v1/batches": _READ,
    "GET /v1/batches/<id>": _READ,
    "GET /v1/sessions": _READ,
    "GET /v1/sessions/<id>": _READ,
    "GET /v1/settings": _READ,
    "GET /v1/account/looks": _READ,
    "GET /v1/tools": _READ,
    # Notes and declared facts
    "POST /v1/memory": _WRITE,
    "POST /v1/memory/batch": _WRITE,
    "POST /v1/memory/repair": _WRITE,
    "PATCH /v1/memory/<id>": _WRITE,
    "DELETE /v1/memory/<id>": _WRITE,
    "POST /v1/preferences": _WRITE,
    "PATCH /v1/preferences/<id>": _WRITE,
    "DELETE /v1/preferences/<id>": _WRITE,
    "POST /v1/preferences/<id>/activate": _WRITE,
    "POST /v1/preferences/<id>/deactivate": _WRITE,
    "PATCH /v1/profile/about": _WRITE,
    "PATCH /v1/profile/patterns/<id>": _WRITE,
    "DELETE /v1/profile/patterns/<id>": _WRITE,
    "PATCH /v1/profile/workflows/<id>": _WRITE,
    "DELETE /v1/profile/workflows/<id>": _WRITE,
    "PATCH /v1/profile/skills": _WRITE,
    "POST /v1/profile/rollback": _WRITE,
    "POST /v1/profile/changelog/<id>/undo": _WRITE,
    "POST /v1/inbox/<id>": _WRITE,
    # The user's own words, from which Rekindle learns
    "POST /v1/prompts": _RECORD,
    "POST /v1/imports/<id>": _RECORD,
    "POST /v1/profile/refresh": _RECORD,
    "POST /v1/sessions": _RECORD,
    "PATCH /v1/sessions/<id>": _RECORD,
    "DELETE /v1/sessions/<id>": _RECORD,
    "POST /v1/sessions/<id>/turns": _RECORD,
    # Everything at once
    "PATCH /v1/settings": _ADMIN,
    "GET /v1/export": _ADMIN,
    "POST /v1/import": _ADMIN,
    "DELETE /v1/account": _ADMIN,
    "DELETE /v1/profile": _ADMIN,
    "DELETE /v1/preferences": _ADMIN,
    # All that the user said, word for word
    "GET /v1/prompts": Access.USER,
    "DELETE /v1/prompts/<id>": Access.USER,
    # Connections
    "GET /v1/connections": Access.USER,
    "POST /v1/connections": Access.USER,
    "DELETE /v1/connections/<id>": Access.USER,
    "POST /v1/connections/<id>/undo": Access.USER,
    "POST /v1/authorizations/preview": Access.USER,
    "POST /v1/authorizations": Access.USER,
    # Whoever runs the deployment
    "GET /v1/admin/users": Access.OPERATOR,
    "POST /v1/admin/users/find": Access.OPERATOR,
    "GET /v1/admin/users/<id>": Access.OPERATOR,
    "GET /v1/admin/batches": Access.OPERATOR,
    "POST /v1/admin/batches/retry": Access.OPERATOR,
    "POST /v1/admin/batches/<id>/retry": Access.OPERATOR,
    "GET /v1/admin/parked": Access.OPERATOR,
    "POST /v1/admin/parked/release": Access.OPERATOR,
    "POST /v1/admin/parked/<id>/release": Access.OPERATOR,
    "GET /v1/admin/spending": Access.OPERATOR,
    "GET /v1/admin/spending/users": Access.OPERATOR,
    "GET /v1/admin/runs": Access.OPERATOR,
    "GET /v1/admin/looks": Access.OPERATOR,
    "GET /v1/admin/configuration": Access.OPERATOR,
    # Tools, see below
    "POST /v1/tools/<name>": Access.ANY,
    "POST /mcp": Access.ANY,
    "GET /openapi.json": Access.PUBLIC,
    # The routes of legacy systems
    "GET /api/profile": _READ,
    "GET /api/profile/changelog": _READ,
    "GET /api/profile/snapshot/<id>": _READ,
    "POST /api/profile/refresh": _RECORD,
    "GET /api/user/profile": _READ,
    "POST /api/user/profile": _WRITE,
    "GET /api/user/memory": _READ,
    "DELETE /api/user/memory": _WRITE,
    "GET /api/chat/preferences": _READ,
    "POST /api/chat/preferences": _WRITE,
    "PUT /api/chat/preferences/<id>/deactivate": _WRITE,
    "DELETE /api/chat/preferences/<id>": _WRITE,
    "DELETE /api/chat/preferences": _ADMIN,
}

TOOLS: dict[str, Scope] = {
    "get_context": _READ,
    "recall": _READ,
    "search_memory": _READ,
    "search_memories": _READ,
    "get_memories": _READ,
    "memory": _READ,
    "review_inbox": _READ,
    "remember": _WRITE,
    "forget": _WRITE,
    "update_profile": _WRITE,
    "save_memory": _WRITE,
    "add_memory": _WRITE,
    "update_memory": _WRITE,
    "delete_memory": _WRITE,
    "anthropic_memory": _WRITE,
}
"""What a tool needs, unless its arguments ask for more."""

RESOURCES = _READ
"""What the resources and prompts of the Model Context Protocol need."""


_IDS = ("id", "memoryId", "memory_id")
"""The arguments that say which note to forget."""


def scope_of_tool(name: str, arguments: Mapping[str, Any]) -> Scope:
    """Returns what a call of a tool needs. An unknown tool, which does nothing, needs no more."""
    mode = arguments.get("mode")
    if name == "forget" or (name == "memory" and mode == "forget"):
        # Without an id, forgetting deletes nothing: it is a search for what may be meant.
        return _WRITE if any(map(arguments.get, _IDS)) else _READ
    if name == "anthropic_memory" and arguments.get("command") == "view":
        return _READ
    if name == "memory" and mode == "add":
        return _WRITE
    if name == "review_inbox" and (arguments.get("id") or arguments.get("answer")):
        return _WRITE
    return TOOLS.get(name, _READ)
