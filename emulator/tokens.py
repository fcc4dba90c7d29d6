"""Unsigned tokens, like those of Firebase's Auth emulator. Only the embedded stack accepts them."""

import base64
import json
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

DEFAULT_PROJECT = "demo-rekindle"
"""The project ID of a stack unless GOOGLE_CLOUD_PROJECT names another one."""
LIFETIME = 3600
"""Seconds until a token expires, as in production."""


def project_of(env: Mapping[str, str]) -> str:
    """The project ID of a stack in an environment."""
    return env.get("GOOGLE_CLOUD_PROJECT") or DEFAULT_PROJECT


def user_token(
    uid: str,
    project: str,
    lifetime: int = LIFETIME,
    claims: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """Returns a Firebase ID token for a user of the stack.

    Args:
        uid: the user.
        project: the stack's project ID.
        lifetime: seconds until it expires.
        claims: custom claims, such as `operator`.
    """
    now = int(time.time())
    return _unsigned(
        {
            **claims,
            "iss": f"https://securetoken.google.com/{project}",
            "aud": project,
            "auth_time": now,
            "user_id": uid,
            "sub": uid,
            "iat": now,
            "exp": now + lifetime,
            "firebase": {"identities": {}, "sign_in_provider": "custom"},
        }
    )


def identity_token(email: str, audience: str) -> str:
    """Returns the OIDC token of a service account, as Cloud Tasks and Cloud Scheduler send it."""
    now = int(time.time())
    return _unsigned(
        {
            "iss": "https://accounts.google.com",
            "aud": audience,
            "sub": email,
            "email": email,
            "email_verified": True,
            "iat": now,
            "exp": now + LIFETIME,
        }
    )


def _unsigned(claims: dict[str, Any]) -> str:
    return f"{_part({'alg': 'none', 'typ': 'JWT'})}.{_part(claims)}."


def _part(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
