"""Renders the text of the context block. Pure: the same input gives the same bytes.

The text is the [ABOUT THE USER] block (M-6), with preferences grouped by type (F-30), followed by
one block per tier (T-10). Providers cache the beginning of a prompt as long as it is the same, so
none of this depends on the query, nor on the time more than it must; what the query finds comes
after it.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from shared.base.safety.delimiters import one_line, safe
from shared.base.text import clip
from shared.documents.about import About, in_words
from shared.documents.memory import DigestedEntry, MemoryEntry
from shared.documents.profile import (
    OVERALL,
    Pattern,
    Preference,
    PreferenceType,
    Profile,
    Proposed,
    Workflow,
)
from shared.profile.decay import INCLUDED_FROM
from shared.profile.outdated import doubts
from shared.profile.proposals import SKILLS

MAX_LABEL = 80
"""Maximum length of a label, in characters."""
STEP = 0.1
"""A fading confidence is shown in steps of this size, so that the text changes seldom.

What is shown is within half a step of the true confidence.
"""
RULE = "═" * 48
SEPARATOR = "§"

_LABELS = (
    ("name", "Name"),
    ("work.role", "Role"),
    ("work.org", "Organisation"),
    ("timezone", "Timezone"),
    ("bio", "Bio"),
    ("work.focusAreas", "Focus areas"),
    ("work.languages", "Languages"),
    ("codePreferences.tone", "Preferred tone"),
    ("codePreferences.detailLevel", "Preferred level of detail"),
    ("codePreferences.preferredStacks", "Preferred stacks"),
    ("codePreferences.avoidExamples", "Avoid examples from"),
    ("tools.editor", "Editor"),
    ("tools.infra", "Infrastructure"),
    ("interests", "Interests"),
    ("contacts", "Contacts"),
    ("notes", "Notes"),
)
_PATTERNS = "Recurring topics"
_WORKFLOWS = "Usual workflows"
_REMEMBERED = "Things to remember"
_IN_DOUBT = " (may be outdated)"


def _title_of(type_: PreferenceType) -> str:
    return type_.replace("_", " ").capitalize()


_NAMES = (*map(_title_of, PreferenceType), _PATTERNS, _WORKFLOWS, _REMEMBERED)
_HEADINGS = re.compile(
    rf"^[^\w\n]*(?:{'|'.join(_NAMES)})(?P<colon>\s?:)[^\w\n]*$", re.IGNORECASE | re.MULTILINE
)
"""Headings that no line of a note may look like."""

Remembered = DigestedEntry | MemoryEntry
"""An archive entry to include, from the digest or from a search."""


@dataclass(frozen=True)
class Piece:
    """A part of the text that can be omitted to make it fit.

    Attributes:
        section: the name of its section.
        text: its lines.
        id: the id of the item it shows, if any.
        weight: its importance; the lightest pieces are omitted first.
        title: the text of its label, if that differs from `text`.
    """

    section: str
    text: str
    id: str | None = None
    weight: float = 1.0
    title: str = ""

    @property
    def label(self) -> str:
        """A short text on one line that identifies the piece when it is omitted."""
        return label_of(self.title or self.text.removeprefix("- "))


@dataclass(frozen=True)
class Group:
    """Pieces under a heading, which is omitted if there are none."""

    heading: str
    pieces: Sequence[Piece]
    separator: str = "\n"


@dataclass(frozen=True)
class Block:
    """Groups between an opening and a closing line. An empty block is omitted.

    `gap` separates this block from the next one.
    """

    name: str
    opening: str
    groups: Sequence[Group]
    closing: str = ""
    gap: str = "\n"


def about_lines(profile: Profile) -> list[Piece]:
    """Returns the profile lines (M-7), without empty and inferred ones."""
    inferred = profile.inferred_paths
    doubted = suspended(profile)
    return [
        piece if piece.id not in doubted else _suspended_fact(piece, doubted[piece.id])
        for piece in _about_lines(profile.about, _suspended_elements(profile))
        if piece.id not in inferred
    ]


def inferred_lines(profile: Profile) -> list[Piece]:
    """Returns the lines that wait until the user confirms them (P-12)."""
    inferred = profile.inferred_paths
    return [piece for piece in _about_lines(profile.about) if piece.id in inferred]


def _about_lines(
    about: About, contested: Mapping[str, Mapping[str, str]] | None = None
) -> list[Piece]:
    facts, doubts = about.to_json(), contested or {}
    pieces = [
        Piece("about", _line(f"{label}: {_value_text(value, doubts.get(path))}"), path, weight=10.0)
        for path, label in _LABELS
        if (value := _leaf(facts, path))
    ]
    return pieces + [
        Piece("about", _line(f"{key}: {_value_text(value)}"), f"custom.{key}", weight=9.0)
        for key, value in facts.get("custom", {}).items()
        if value not in (None, "", [], {})
    ]


def suspended(profile: Profile) -> dict[str | None, str]:
    """Returns what may hold instead of what the user declared, by its id or path.

    Where the user's words only ended it, it is empty.
    """
    return {
        item.contests: "" if item.ends else _proposed_text(item)
        for item in profile.proposals
        if item.why == "proposal" and item.contests and item.contested_value is None
    }


def _suspended_elements(profile: Profile) -> dict[str, dict[str, str]]:
    """Returns the same for the elements of lists, by path and by what the element says."""
    found: dict[str, dict[str, str]] = {}
    for item in profile.proposals:
        if item.why == "proposal" and item.contests and item.contested_value is not None:
            instead = "" if item.ends else _proposed_text(item)
            found.setdefault(item.contests, {})[_element_text(item.contested_value)] = instead
    return found


def title_of(path: str) -> str:
    """Returns the label of a fact, or of a skill level, by its path."""
    if path.startswith(SKILLS):
        return f"Skill level ({path.removeprefix(SKILLS)})"
    return dict(_LABELS).get(path, path.removeprefix("custom."))


def _proposed_text(item: Proposed) -> str:
    part = item.preference or item.pattern or item.workflow
    return part.description if part else _value_text(item.value)


def _suspended_fact(piece: Piece, instead: str) -> Piece:
    label, _, known = piece.text.partition(": ")
    return replace(piece, text=_line(f"{label}: {_may_have_changed(known, instead)}"))


def _may_have_changed(known: str, instead: str) -> str:
    return f"may have changed: {instead or f'{known} may be over'}"


def preference_groups(profile: Profile) -> list[Group]:
    """Returns the preferences to include, grouped by type (F-30); those in doubt come last.

    Their order goes by the confidence at their last mention: fading moves nothing.
    """
    contested, outdated = suspended(profile), doubts(profile)
    included = [
        item for item in profile.preferences if item.active and item.confidence >= INCLUDED_FROM
    ]
    groups = []
    for type_ in PreferenceType:
        ranked = sorted(
            (item for item in included if item.type is type_),
            key=lambda item: (item.id in outdated, -item.base_confidence, item.description),
        )
        pieces = [
            Piece(
                "preferences",
                _item(_may_have_changed(item.description, contested[item.id]))
                if item.id in contested
                else _preference_line(item, in_doubt=item.id in outdated),
                item.id,
                item.confidence,
                item.description,
            )
            for item in ranked
        ]
        groups.append(Group(f"{_title_of(type_)}:", pieces))
    return groups


def skill_lines(profile: Profile) -> list[Piece]:
    """Returns one line with the skill levels, if any are known."""
    skills, contested = profile.skill_level, suspended(profile)
    known: list[tuple[str, str]] = [(OVERALL, skills.overall)] if skills.overall else []
    known += sorted(skills.domains.items())
    levels = [
        f"{name} {_may_have_changed(level, contested[name]) if name in contested else level}"
        for name, level in known
    ]
    line = _line(f"Skill level: {', '.join(levels)}")
    return [Piece("skills", line, weight=0.6)] if levels else []


def habit_groups(profile: Profile) -> list[Group]:
    """Returns recurring patterns, what the user wrote among them, and all workflows.

    The most frequent come first.
    """
    contested = suspended(profile)

    def line(item: Pattern | Workflow) -> str:
        if item.id in contested:
            return _item(_may_have_changed(item.description, contested[item.id]))
        steps = item.steps if isinstance(item, Workflow) else ()
        return _workflow_line(item.description, steps)

    patterns = [
        Piece("patterns", line(item), item.id, weight=0.4)
        for item in sorted(profile.patterns, key=lambda item: (-item.frequency, item.description))
        if item.frequency > 1 or item.source == "manual"
    ]
    workflows = [
        Piece("workflows", line(item), item.id, weight=0.5)
        for item in sorted(profile.workflows, key=lambda item: (-item.frequency, item.description))
    ]
    return [Group(f"{_PATTERNS}:", patterns), Group(f"{_WORKFLOWS}:", workflows)]


def memory_group(entries: Iterable[tuple[Remembered, bool]]) -> Group:
    """Returns `Things to remember:` with the given archive entries in the given order.

    Args:
        entries: the entries, each with whether it may be outdated.
    """
    pieces = [
        Piece(
            "archive",
            _item(entry.content + _IN_DOUBT if in_doubt else entry.content),
            entry.id,
            weight=0.3 - 0.001 * rank,
        )
        for rank, (entry, in_doubt) in enumerate(entries)
    ]
    return Group(f"{_REMEMBERED}:", pieces)


def relevant_block(entries: Iterable[tuple[Remembered, bool]]) -> Block:
    """Returns the archive entries that a query found, behind a fixed marker.

    Args:
        entries: the entries, best first, each with whether it may be outdated.
    """
    group = replace(memory_group(entries), heading="")
    return Block("relevant", "[ABOUT THIS CONVERSATION]", [group], "[END ABOUT THIS CONVERSATION]")


def user_block(groups: Sequence[Group]) -> Block:
    """Returns the block about the user (M-6)."""
    return Block("about", "[ABOUT THE USER]", groups, "[END ABOUT THE USER]", gap="\n\n")


def tier_block(name: str, title: str, entries: Sequence[DigestedEntry], limit: int) -> Block:
    """Returns the block of a tier with its bar, percentage and § (T-10, T-11).

    The percentage and the count cover the whole tier, even if entries are omitted.
    """
    chars = sum(len(entry.content) for entry in entries)
    percent = round(100 * chars / limit) if limit else 100
    pieces = [
        Piece(name, safe(entry.content, _HEADINGS), entry.id, weight=20.0 - 0.001 * rank)
        for rank, entry in enumerate(entries)
    ]
    opening = f"{RULE}\n{title} [{percent}% — {chars:,}/{limit:,} chars]\n{RULE}"
    return Block(name, opening, [Group("", pieces, f"\n{SEPARATOR}\n")])


def label_of(text: str) -> str:
    """Returns stored text as a label: safe, on one line, and truncated if it is long."""
    return clip(one_line(text), MAX_LABEL)


def render(blocks: Sequence[Block]) -> str:
    """Returns the text of the blocks, without empty ones."""
    texts = [(text, block.gap) for block in blocks if (text := render_block(block))]
    return "".join(text + gap for text, gap in texts[:-1]) + (texts[-1][0] if texts else "")


def render_block(block: Block) -> str:
    """Returns the text of one block; empty if it has no pieces."""
    parts = [
        (f"{group.heading}\n" if group.heading else "")
        + group.separator.join(piece.text for piece in group.pieces)
        for group in block.groups
        if group.pieces
    ]
    if not parts:
        return ""
    between = "\n\n" if block.closing else "\n"
    return "\n".join(filter(None, (block.opening, between.join(parts), block.closing)))


def _item(text: str) -> str:
    """Returns an item of a list. The line is checked as a whole: parts can make a delimiter."""
    return _line(f"- {text}")


def _line(text: str) -> str:
    return one_line(text, _HEADINGS)


def shown_confidence(item: Preference) -> float:
    """Returns the confidence as shown: exact until it fades, then in steps."""
    faded = item.base_confidence - item.confidence
    return item.base_confidence - STEP * math.ceil(round(faded / STEP - 0.5, 6))


def _preference_line(item: Preference, *, in_doubt: bool) -> str:
    line = f"{item.description} (confidence: {shown_confidence(item):.2f})"
    line = f"{line} - {item.context}" if item.context else line
    return _item(line + _IN_DOUBT if in_doubt else line)


def _workflow_line(description: str, steps: Sequence[str]) -> str:
    return _item(f"{description} ({' → '.join(steps)})" if steps else description)


def _value_text(value: object, contested: Mapping[str, str] | None = None) -> str:
    values = value if isinstance(value, list) else [value]
    texts = map(_element_text, values)
    return ", ".join(
        f"{text}{_element_doubt(contested[text])}" if contested and text in contested else text
        for text in texts
    )


def _element_text(item: object) -> str:
    if isinstance(item, dict) and "name" in item and (rest := in_words(item | {"name": ""})):
        return f"{item['name']} ({rest})"
    return in_words(item)


def _element_doubt(instead: str) -> str:
    return f" (may have changed: {instead})" if instead else " (may be over)"


def _leaf(facts: dict[str, object], path: str) -> object:
    section, _, name = path.partition(".")
    value = facts.get(section)
    return value.get(name) if name and isinstance(value, dict) else None if name else value
