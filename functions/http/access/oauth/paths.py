"""Where OAuth clients find the endpoints. Apart from the server, which takes long to import."""

AUTHORIZE = "/oauth/authorize"
TOKEN = "/oauth/token"  # noqa: S105
REGISTER = "/oauth/register"
REVOKE = "/oauth/revoke"
SERVER = "/.well-known/oauth-authorization-server"
RESOURCE = "/.well-known/oauth-protected-resource"
MCP_RESOURCE = f"{RESOURCE}/mcp"

ALL = frozenset({AUTHORIZE, TOKEN, REGISTER, REVOKE, SERVER, RESOURCE, MCP_RESOURCE})
