"""Rekindle's client for Python: memory and a learned profile for assistants."""

from typing import TYPE_CHECKING, Any

from rekindle_client._addresses import is_local
from rekindle_client._async.client import AsyncRekindle
from rekindle_client._sync.client import Rekindle
from rekindle_client.errors import (
    Aborted,
    AlreadyExists,
    ApiError,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    RekindleError,
    ResourceExhausted,
    SignedOut,
    Unauthenticated,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
)
from rekindle_client.privacy import without_private
from rekindle_client.tokens import FirebaseToken, Grant, OAuthToken

if TYPE_CHECKING:
    from rekindle_client.models import NewNote, NewPrompt, NotePatch, Turn
else:

    def __getattr__(name: str) -> Any:
        """Makes the models when one is first needed, since that takes longer than all else."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from rekindle_client import models

        return getattr(models, name)


__all__ = [
    "Aborted",
    "AlreadyExists",
    "ApiError",
    "AsyncRekindle",
    "FailedPrecondition",
    "FirebaseToken",
    "Grant",
    "InvalidArgument",
    "NewNote",
    "NewPrompt",
    "NotFound",
    "NotePatch",
    "OAuthToken",
    "PermissionDenied",
    "Rekindle",
    "RekindleError",
    "ResourceExhausted",
    "SignedOut",
    "Turn",
    "Unauthenticated",
    "Unavailable",
    "UnexpectedAnswer",
    "Unreachable",
    "is_local",
    "without_private",
]
