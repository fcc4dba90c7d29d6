"""Scopes: which of the things that can be said of one object an item says."""

from shared.documents.decisions import Kind
from shared.documents.profile import PreferenceType

_LIKING = frozenset({PreferenceType.LIKE, PreferenceType.DISLIKE})
_KNOWING = frozenset({PreferenceType.EXPERTISE, PreferenceType.EXPERIENCE})


def scope_of(kind: Kind, type_: PreferenceType | None = None) -> str:
    """Returns which of the things that can be said of one object an item says.

    Somebody who no longer uses a tool may still like it, and know it well.
    """
    if type_ in _LIKING:
        return str(type_)
    if type_ in _KNOWING or kind == "skill":
        return "knowing"
    return "doing"
