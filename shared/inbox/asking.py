"""The ids of questions about what is known, which lead back to it."""

from shared.base.ids import derived_id, problem_with
from shared.documents.about import leaves
from shared.documents.profile import Item, Profile


def question_id(kind: str, id_: str) -> str:
    """Returns the id of a question about an item or a fact; it fits into a URL.

    Args:
        kind: what the question begins with.
        id_: the id of the item, the path of the fact, or the id of an element of it.
    """
    plain = f"{kind}-{id_}"
    return f"{kind}-{derived_id(id_)}" if problem_with(plain) else plain


def asked_about(profile: Profile, kind: str, rest: str) -> str:
    """Returns the id or the path that a question is about.

    Args:
        profile: the profile.
        kind: what the id of the question begins with.
        rest: the rest of it.
    """
    items: list[Item] = [*profile.preferences, *profile.patterns, *profile.workflows]
    known = [item.id for item in items]
    known += [path for path, _ in leaves(profile.about.to_json())]
    wanted = f"{kind}-{rest}"
    return next((id_ for id_ in known if question_id(kind, id_) == wanted), rest)
