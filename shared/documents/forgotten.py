"""The keys of what a user deleted long ago, packed into pages."""

from shared.base.model import Model


class ForgottenPage(Model):
    """`users/{uid}/derived/forgotten-{number}`: keys that the profile no longer holds.

    The profile holds the newest keys, and names the pages of the others.

    Attributes:
        keys: the keys, oldest first. See `shared.profile.forgotten.key`.
    """

    id: str
    keys: list[str] = []


def page_id(number: int) -> str:
    """Returns the id of a page."""
    return f"forgotten-{number}"
