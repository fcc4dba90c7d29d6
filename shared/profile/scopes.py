"""Scopes: which of the things that can be said of one object an item says."""

from shared.documents.decisions import Kind
from shared.documents.profile import PreferenceType

TOOLS = "tools"
DOING = "doing"
_TYPES: dict[PreferenceType, str] = {
    PreferenceType.TOOL: TOOLS,
    PreferenceType.EXPERTISE: "knowing",
    PreferenceType.EXPERIENCE: "knowing",
    PreferenceType.TRAIT: DOING,
    PreferenceType.PREFERENCE: DOING,
}
_PATHS_OF_TOOLS = frozenset(
    {"tools.editor", "tools.infra", "work.languages", "codePreferences.preferredStacks"}
)


def scope_of(kind: Kind, what: PreferenceType | str = "") -> str:
    """Returns which of the things that can be said of one object an item says.

    Somebody who no longer uses a tool may still like it, and know it well.

    Args:
        kind: the kind of item.
        what: the type of a preference, or the path of a fact.
    """
    if kind == "about":
        return TOOLS if what in _PATHS_OF_TOOLS else str(what)
    if kind == "skill":
        return "knowing"
    if isinstance(what, PreferenceType):
        return _TYPES.get(what, str(what))
    return kind
