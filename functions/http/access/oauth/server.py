"""The endpoints that clients call by themselves: metadata, registration, tokens, revocation."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from flask import Request, Response
from mcp.server.auth.handlers.metadata import MetadataHandler, ProtectedResourceMetadataHandler
from mcp.server.auth.handlers.register import RegistrationHandler
from mcp.server.auth.handlers.revoke import RevocationHandler
from mcp.server.auth.handlers.token import TokenHandler
from mcp.server.auth.middleware.client_auth import ClientAuthenticator
from mcp.server.auth.routes import build_metadata
from mcp.server.auth.settings import ClientRegistrationOptions, RevocationOptions
from mcp.shared.auth import OAuthMetadata, ProtectedResourceMetadata
from pydantic import AnyHttpUrl

from functions.http.access.oauth import paths
from functions.http.access.oauth.provider import Provider
from functions.http.access.oauth.sdk import Handler, run
from functions.http.access.scopes import BY_DEFAULT, OFFERED
from functions.http.body import read_bytes

if TYPE_CHECKING:
    from functions.wiring.services import Services

MAX_BODY = 64 * 1024
MAX_FIELDS = 50
_FORM = "application/x-www-form-urlencoded"
_HINTS = ("access_token", "refresh_token")
_OPTIONS = ClientRegistrationOptions(
    enabled=True, valid_scopes=list(OFFERED), default_scopes=list(OFFERED)
)


def server_metadata(public_url: str) -> OAuthMetadata:
    """Returns what clients need to know of the authorization server (RFC 8414)."""
    issuer = AnyHttpUrl(public_url)
    metadata = build_metadata(issuer, None, _OPTIONS, RevocationOptions(enabled=True))
    return OAuthMetadata.model_validate(
        metadata.model_dump(mode="json", exclude_none=True)
        | {
            "issuer": public_url,
            "authorization_endpoint": f"{public_url}{paths.AUTHORIZE}",
            "token_endpoint": f"{public_url}{paths.TOKEN}",
            "registration_endpoint": f"{public_url}{paths.REGISTER}",
            "revocation_endpoint": f"{public_url}{paths.REVOKE}",
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "client_id_metadata_document_supported": True,
            "authorization_response_iss_parameter_supported": True,
        }
    )


def resource_metadata(public_url: str, path: str) -> ProtectedResourceMetadata:
    """Returns what clients need to know of a resource (RFC 9728): the API, or `/mcp` in it."""
    return ProtectedResourceMetadata.model_validate(
        {
            "resource": f"{public_url}{path}",
            "authorization_servers": [public_url],
            "scopes_supported": list(BY_DEFAULT if path else OFFERED),
            "resource_name": "Rekindle",
        }
    )


def answer(request: Request, app: "Services", public_url: str) -> Response | None:
    """Returns the answer of an endpoint, or None if there is none at this path.

    Raises:
        RekindleError: the database did not answer, or too many clients register.
        HttpError: the body is too large or too slow.
    """
    endpoint = _ENDPOINTS.get((request.method, request.path))
    return endpoint(request, app, public_url) if endpoint else None


def _metadata(_: Request, __: "Services", public_url: str) -> Response:
    return _passed(MetadataHandler(server_metadata(public_url)).handle, "GET")


def _resource(request: Request, _: "Services", public_url: str) -> Response:
    path = "/mcp" if request.path == paths.MCP_RESOURCE else ""
    handler = ProtectedResourceMetadataHandler(resource_metadata(public_url, path))
    return _passed(handler.handle, "GET")


def _token(request: Request, app: "Services", _: str) -> Response:
    fields = _fields(request, app)
    if fields is None:
        return _too_many_fields()
    provider = Provider(app, fields.get("resource"))
    handler = TokenHandler(provider, ClientAuthenticator(provider))
    return _passed(handler.handle, "POST", urlencode(fields).encode(), _FORM)


def _revoke(request: Request, app: "Services", _: str) -> Response:
    fields = _fields(request, app)
    if fields is None:
        return _too_many_fields()
    if fields.get("token_type_hint") not in _HINTS:
        # A hint that is not known helps nothing and hinders nothing (RFC 7009, 2.1).
        fields.pop("token_type_hint", None)
    provider = Provider(app)
    handler = RevocationHandler(provider, ClientAuthenticator(provider))
    # The SDK's model wants a secret to be named, though public clients have none.
    form = urlencode(fields | {"client_secret": ""}).encode()
    return _passed(handler.handle, "POST", form, _FORM)


def _register(request: Request, app: "Services", _: str) -> Response:
    app.registrations.take(_addresses_of(request))
    body = read_bytes(request, app.watchdog, MAX_BODY)
    handler = RegistrationHandler(Provider(app), _OPTIONS)
    return _passed(handler.handle, "POST", _as_public_client(body), "application/json")


def _addresses_of(request: Request) -> list[str]:
    """Returns the addresses that a request has come through, as proxies say; the nearest last."""
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    told = [address.strip() for address in forwarded if address.strip()]
    return told or [request.remote_addr or ""]


def _as_public_client(body: bytes) -> bytes:
    """Returns a registration as it is accepted (RFC 7591, 2): no secret, and offered scopes."""
    try:
        metadata: Any = json.loads(body)
    except (ValueError, RecursionError):
        return body
    if not isinstance(metadata, dict):
        return body
    metadata["token_endpoint_auth_method"] = "none"  # noqa: S105
    asked = metadata.pop("scope", None)
    wanted = [scope for scope in OFFERED if isinstance(asked, str) and scope in asked.split()]
    if wanted:
        metadata["scope"] = " ".join(wanted)
    return json.dumps(metadata).encode()


def _fields(request: Request, app: "Services") -> dict[str, str] | None:
    """Returns the fields of a form, each once: a repeated one could be read in two ways.

    None if there are too many.
    """
    text = read_bytes(request, app.watchdog, MAX_BODY).decode("utf-8", "replace")
    try:
        fields = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except ValueError:
        return None
    fields.pop("client_secret", None)
    return fields


def _too_many_fields() -> Response:
    told = f"The form has more than {MAX_FIELDS} fields. Send only those of the protocol."
    body = json.dumps({"error": "invalid_request", "error_description": told})
    headers = {"Cache-Control": "no-store"}
    return Response(body, 400, headers, content_type="application/json")


def _passed(handler: Handler, method: str, body: bytes = b"", kind: str = "") -> Response:
    found = run(handler, method, body=body, kind=kind)
    headers = {name: value for name, value in found.headers.items() if name != "content-length"}
    return Response(bytes(found.body), found.status_code, headers)


_Endpoint = Callable[[Request, "Services", str], Response]
_ENDPOINTS: dict[tuple[str, str], _Endpoint] = {
    ("GET", paths.SERVER): _metadata,
    ("GET", paths.RESOURCE): _resource,
    ("GET", paths.MCP_RESOURCE): _resource,
    ("POST", paths.TOKEN): _token,
    ("POST", paths.REGISTER): _register,
    ("POST", paths.REVOKE): _revoke,
}
