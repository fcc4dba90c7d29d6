"""Requests that are sent again under the same idempotency key."""

from dataclasses import dataclass

from shared.base.errors import KeyReused


@dataclass(frozen=True)
class Keyed:
    """What a request with an idempotency key creates, and what it said.

    Attributes:
        id: the id of what the key creates.
        body: a digest of the key and the body. It is stored with what was created.
    """

    id: str
    body: str

    def is_repeated(self, stored: str | None) -> bool:
        """Returns whether the stored digest is that of the same request.

        Raises:
            KeyReused: it is that of another one.
        """
        if stored is not None and stored != self.body:
            raise KeyReused
        return stored is not None
