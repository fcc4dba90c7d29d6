"""Authenticates callers by Firebase ID tokens and by OIDC tokens of trusted service accounts."""

from adapters.firebase_auth.authenticator import (
    Authenticator,
    FirebaseAuthenticator,
    HeaderSource,
    Identity,
    IdentityPolicy,
)

__all__ = ["Authenticator", "FirebaseAuthenticator", "HeaderSource", "Identity", "IdentityPolicy"]
