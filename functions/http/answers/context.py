"""What `context` answers: the context block and what was left out of it."""

from typing import TYPE_CHECKING

from shared.base.model import Model
from shared.context.context_service import Context

if TYPE_CHECKING:
    pass


class SectionBody(Model):
    """A section of the context block, and its length in characters."""

    name: str
    chars: int


class OmittedBody(Model):
    """An item left out of the context block, and why. `label` is its text, cut if too long."""

    section: str
    id: str | None = None
    label: str
    why: str


class ContextAnswer(Model):
    """The context block, its sections, and what was left out."""

    text: str
    sections: list[SectionBody]
    omitted: list[OmittedBody]
    warnings: list[str]
    version: str

    @classmethod
    def of(cls, built: Context) -> "ContextAnswer":
        """Returns the answer for a context block."""
        return cls(
            text=built.text,
            sections=[SectionBody(name=item.name, chars=item.chars) for item in built.sections],
            omitted=[
                OmittedBody(
                    section=item.section, id=item.id or None, label=item.label, why=item.why
                )
                for item in built.omitted
            ],
            warnings=built.warnings,
            version=built.version,
        )
