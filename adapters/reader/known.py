"""What the user's words may end or take back: the profile, and what the batch said before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.base.text import fold, stems
from shared.documents.about import elements, in_words, leaves, name_of
from shared.documents.profile import PreferenceType, Profile
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.profile.slots import stated_at


@dataclass(frozen=True)
class Known:
    """An item that words can be about.

    Attributes:
        like: a candidate that says the same.
        id: its id, or its path; "" for what this batch said.
        text: what it says.
        at: when it was said last.
        prompt_id: which message of the batch said it, if one did.
    """

    like: Candidate
    id: str
    text: str
    at: datetime | None = None
    prompt_id: str = ""

    @property
    def what(self) -> str:
        """The type of a preference, the path of a fact, or the kind."""
        match self.like:
            case PreferenceCandidate():
                return str(self.like.type)
            case AboutCandidate():
                return self.like.path
            case _:
                return self.like.kind


def of_profile(profile: Profile) -> Iterator[Known]:
    """Yields what the profile holds."""
    for item in profile.preferences:
        yield Known(
            PreferenceCandidate(type=item.type, description=item.description, confidence=1),
            item.id,
            item.description,
            stated_at(item),
        )
    metas = {meta.path: meta for meta in profile.about_meta}
    for path, value in leaves(profile.about.to_json()):
        at = stated_at(metas[path]) if path in metas else None
        for each in elements(path, value):
            fact = AboutCandidate(path=path, value=each, confidence=1)
            yield Known(fact, path, name_of(path, each), at)
    for pattern in profile.patterns:
        like = PatternCandidate(description=pattern.description)
        yield Known(like, pattern.id, pattern.description)
    for flow in profile.workflows:
        yield Known(WorkflowCandidate(description=flow.description), flow.id, flow.description)
    for domain, level in profile.skill_level.domains.items():
        yield Known(SkillCandidate(domain=domain, level=level), domain, domain)


def of_candidate(candidate: Candidate, at: datetime) -> Known:
    """Returns what an earlier candidate of the batch says."""
    match candidate:
        case AboutCandidate():
            text = name_of(candidate.path, candidate.value)
        case SkillCandidate():
            text = candidate.domain
        case _:
            text = candidate.description
    return Known(candidate, "", text, at, candidate.prompt_id)


_FAMILIES: Sequence[frozenset[str]] = (
    frozenset({PreferenceType.LIKE, "interests", PreferenceType.DISLIKE}),
    frozenset({PreferenceType.TOOL, "tools.editor", "tools.infra", "work.languages",
               "codePreferences.preferredStacks", PreferenceType.PREFERENCE, "custom.vehicle"}),
    frozenset({PreferenceType.PREFERENCE, PreferenceType.TRAIT, "workflow", "pattern",
               PreferenceType.LIKE, "interests"}),
    frozenset({PreferenceType.GOAL, PreferenceType.LEARNING_INTEREST, PreferenceType.CHALLENGE}),
    frozenset({PreferenceType.EXPERTISE, PreferenceType.EXPERIENCE, "skill"}),
)  # fmt: skip
"""Types and paths that different words give to one thing."""


def about(text: str, known: Sequence[Known], what: str = "") -> Sequence[Known]:
    """Returns the items that a text is about: those that say it, or else those that mention it.

    Args:
        text: the words, or "*" for whatever there is of that kind.
        known: what can be meant.
        what: the type or path that is meant; "" for any.
    """
    exact = [one for one in known if one.what == what] if what else list(known)
    if text == "*":
        return exact
    family: frozenset[str] = frozenset().union(*(each for each in _FAMILIES if what in each)) | {
        what
    }
    for among in (exact, [one for one in known if one.what in family] if what else []):
        found = [one for one in among if fold(one.text) == fold(text)]
        found = found or [one for one in among if _mentions(one, text)]
        if found:
            return found
    return []


def _mentions(item: Known, text: str) -> bool:
    said = item.text
    if isinstance(item.like, AboutCandidate):
        said = f"{item.text} {in_words(item.like.value)} {item.like.path.rpartition('.')[2]}"
    wanted = set(stems(text))
    if not text.isascii() and len(wanted) <= 1:
        return fold(text) in fold(said)
    return bool(wanted) and wanted <= set(stems(said))


def newest(known: Sequence[Known], before: str) -> Sequence[Known]:
    """Returns what the last message before this one said.

    Args:
        known: what can be meant.
        before: the id of this message.
    """
    dated = [(one.at, one) for one in known if one.at is not None and one.prompt_id != before]
    last = max((at for at, _ in dated), default=None)
    return [one for at, one in dated if at == last]
