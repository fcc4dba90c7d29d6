"""A user who says things, declares things, and answers the inbox; without a store."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from shared.context import block
from shared.documents.decisions import Decision
from shared.documents.inbox import InboxItem
from shared.documents.profile import Preference, Profile
from shared.documents.settings import Settings
from shared.inbox.answering import answered
from shared.inbox.listing import inbox
from shared.learning.analyzer import PromptText
from shared.learning.candidates import Candidate
from shared.learning.merging import examine, merge
from shared.profile import edits
from shared.profile.decay import decayed

_CANDIDATE: TypeAdapter[Candidate] = TypeAdapter(Candidate)


@dataclass
class Person:
    """A user, a day older after each act."""

    settings: Settings = field(default_factory=Settings)
    profile: Profile = field(default_factory=Profile)
    now: datetime = datetime(2026, 3, 2, 9, tzinfo=UTC)
    count: int = 0
    decisions: list[Decision] = field(default_factory=list)

    def says(self, text: str, *candidates: dict[str, Any], days_ago: int = 0) -> None:
        """Has words learned that the analyzer reads as these candidates."""
        self._pass()
        name = f"m{self.count}"
        read = [
            _CANDIDATE.validate_python({"quote": text, "prompt_id": name, **c}) for c in candidates
        ]
        prompt = PromptText(name, text, self.now - timedelta(days=days_ago))
        merged = merge(
            self.profile,
            examine(read, [prompt]),
            batch_id=f"b{self.count}",
            settings=self.settings,
            now=self.now + timedelta(minutes=5),
        )
        self.profile, self.decisions = merged.profile, merged.decisions

    def declares(self, patch: dict[str, Any]) -> None:
        """Sets facts by hand."""
        self._pass()
        self.profile = edits.patch_about(self.profile, patch, self.now)

    def adds(self, type_: str, description: str) -> None:
        """Adds a preference by hand."""
        self._pass()
        item = Preference(
            id=f"own{self.count}",
            type=type_,
            description=description,
            confidence=1,
            base_confidence=1,
            source="manual",
            created_at=self.now,
            last_updated=self.now,
        )
        self.profile = edits.add_preference(self.profile, item)

    def asked(self) -> list[InboxItem]:
        """What waits for the user."""
        return inbox(self.profile, [], self.settings, self.now)

    def answers(self, answer: str, correction: Any = None, *, id_: str = "") -> None:
        """Answers the only question, or the one with an id."""
        self._pass()
        if not id_:
            (asked,) = self.asked()
            id_ = asked.id
        self.profile = answered(self.profile, id_, answer, correction, self.now)

    @property
    def outcomes(self) -> list[str]:
        """What became of the candidates of the last words."""
        return [":".join(filter(None, (d.outcome, d.reason))) for d in self.decisions]

    @property
    def about(self) -> dict[str, Any]:
        """The facts that hold now."""
        return decayed(self.profile, self.settings, self.now).about.to_json()

    def later(self, **by: float) -> None:
        """Lets time pass."""
        self.now += timedelta(**by)

    def lines(self) -> list[str]:
        """The lines about the user in the context."""
        return [piece.text for piece in block.about_lines(self.profile)]

    def _pass(self) -> None:
        self.count += 1
        self.now += timedelta(days=1)


def fact(path: str, value: Any, **more: Any) -> dict[str, Any]:
    """A fact as the analyzer reads it."""
    return {"kind": "about", "path": path, "value": value, "confidence": 0.95, **more}


def preference(type_: str, description: str, **more: Any) -> dict[str, Any]:
    """A preference as the analyzer reads it."""
    said = {"type": type_, "description": description, "confidence": 0.95}
    return {"kind": "preference", **said, **more}
