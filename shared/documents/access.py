"""Access, kept outside `users/{uid}`: connections, authorization codes, and registered clients.

Documents are keyed by hashes of secrets, and hold hashes of secrets only. See
`shared.access.tokens`.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from shared.base.fields import Count, Identifier, Label
from shared.base.model import Model, Timestamp


class Scope(StrEnum):
    """What a connection may do."""

    READ = "read"
    WRITE = "write"
    RECORD = "record"
    ADMIN = "admin"


Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 hash in hexadecimal."""
Url = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Uid = Annotated[str, StringConstraints(min_length=1, max_length=128)]
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=len(Scope))]
ConnectionKind = Literal["key", "oauth"]


class Connection(Model):
    """An assistant or program that acts for a user, `connections/{key}`.

    Attributes:
        id: the public id, under which the user and their data know it.
        secret: the hash of the access key's secret, or of the current access token's.
        secret_expires_at: when the current access token expires; None for an access key.
        secret_scopes: what that token may do, if its client has asked for less than it may have.
        refresh: the hash of the current refresh token's secret.
        client_id: the OAuth client.
        resource: the URL at and below which its access tokens are valid; None for an access key,
            which is valid for every route.
        request: the digest of the keyed request that made it; see `shared.base.repeats`.
        expires_at: when it ends; for a grant, unless it is used before.
        reads: how many requests that only read were counted, approximately.
    """

    id: Identifier
    uid: Uid
    name: Label
    kind: ConnectionKind
    scopes: Scopes
    secret: Digest
    secret_expires_at: Timestamp | None = None
    secret_scopes: Scopes | None = None
    refresh: Digest | None = None
    client_id: Url | None = None
    resource: Url | None = None
    request: Identifier | None = None
    created_at: Timestamp
    expires_at: Timestamp | None = None
    last_used_at: Timestamp | None = None
    reads: Count = 0


class ConnectionView(Model):
    """A connection as its user sees it: without hashes.

    `writes` counts the notes, messages, sessions and changes of the profile that came through it
    and are still there; it is absent where they were not counted.
    """

    id: str
    name: str
    kind: ConnectionKind
    scopes: list[Scope]
    created_at: Timestamp
    last_used_at: Timestamp | None = None
    expires_at: Timestamp | None = None
    reads: int
    writes: int | None = None

    @classmethod
    def of(cls, connection: Connection, writes: int | None = None) -> "ConnectionView":
        """Returns the view of a stored connection."""
        return cls(writes=writes, **dict(connection))


class Code(Model):
    """An authorization code, `codes/{key}`: what a user has consented to.

    Attributes:
        secret: the hash of its secret.
        explicit_redirect: whether the client named the redirect URI in its request.
        connection: the key of the connection that it became. A code that is shown again after that
            has been stolen, so that connection ends.
    """

    uid: Uid
    secret: Digest
    client_id: Url
    client_name: Label
    scopes: Scopes
    code_challenge: Annotated[str, Field(max_length=128)]
    redirect_uri: Url
    explicit_redirect: bool
    resource: Url
    connection: Digest | None = None
    expires_at: Timestamp


class Client(Model):
    """A program that may ask for access, `clients/{hash of its id}`.

    Attributes:
        kind: whether it registered itself, or its id is the URL of a document about it.
        checked_at: when that document was fetched.
        expires_at: when it is forgotten, unless it gets tokens before.
    """

    client_id: Url
    name: Label
    kind: Literal["registered", "document"]
    redirect_uris: Annotated[list[Url], Field(min_length=1, max_length=20)]
    checked_at: Timestamp | None = None
    expires_at: Timestamp | None = None
