"""What the user wants purged, as long as it is not gone from every document."""

from typing import Annotated

from pydantic import Field

from shared.base.fields import Count
from shared.base.model import Model, Timestamp

PURGE_ID = "purge"


class Purge(Model):
    """`users/{uid}/derived/purge`: the words to remove, and how far that is. It goes when all is.

    Attributes:
        texts: the words.
        ids: the ids of the purged items.
        paths, elements: the purged facts and skill levels, see `shared.account.purged_facts`.
        everything: whether all earlier versions of the profile go.
        done: the steps that are complete.
        after_id: the last document of the step under way, with its place in the order:
        after_number, after_time: its version or position, or its time.
    """

    id: str = PURGE_ID
    texts: Annotated[list[str], Field(max_length=5000)] = []
    ids: Annotated[list[str], Field(max_length=1000)] = []
    paths: Annotated[list[str], Field(max_length=1000)] = []
    elements: Annotated[list[str], Field(max_length=5000)] = []
    everything: bool = False
    done: list[str] = []
    after_id: str | None = None
    after_number: Count | None = None
    after_time: Timestamp | None = None
