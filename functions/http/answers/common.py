"""What several functions answer: errors and counts."""

from typing import TYPE_CHECKING, Any

from shared.base.model import Model

if TYPE_CHECKING:
    pass


class ErrorBody(Model):
    """A google.rpc.Status as JSON."""

    code: int
    status: str
    message: str
    details: list[dict[str, Any]]


class Error(Model):
    """Why the request was refused, and what to do next."""

    error: ErrorBody


class DeletedAnswer(Model):
    """How many items were deleted; of a purge, also whether nothing is left of them."""

    deleted: int
    complete: bool | None = None
