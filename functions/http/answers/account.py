"""What `account` answers: erasure and export."""

from typing import Any, Literal

from shared.base.model import Model, Timestamp
from shared.documents.access import ConnectionView
from shared.documents.settings import Settings

Source = Literal["user", "deployment", "default"]
"""Who set a value: the user or their app, whoever runs the deployment, or nobody."""


class SettingsAnswer(Settings):
    """A user's settings in force, and where each value comes from, by the setting's name."""

    sources: dict[str, Source]

    @classmethod
    def of(cls, settings: Settings, defaults: Settings) -> "SettingsAnswer":
        """Returns the view of a user's settings over the deployment's defaults."""
        sources: dict[str, Source] = {}
        for name, info in Settings.model_fields.items():
            by_user, by_deployment = (
                name in each.model_fields_set for each in (settings, defaults)
            )
            source: Source = "user" if by_user else "deployment" if by_deployment else "default"
            sources[info.alias or name] = source
        return cls(**dict(settings), sources=sources)


class ErasedAnswer(Model):
    """How many documents were deleted, by collection.

    `complete` is absent when nothing is left. If it is false, the rest is deleted by the next call,
    or by maintenance within the hour; until then, every other call answers BEING_ERASED.
    """

    deleted: dict[str, int]
    complete: Literal[False] | None = None


class LookAtUser(Model):
    """When an operator's request showed figures of the user, and which route it was."""

    at: Timestamp
    route: str


class LooksAtUserAnswer(Model):
    """A page of the looks at a user, the newest first."""

    looks: list[LookAtUser]
    next_page_token: str | None = None


class ExportAnswer(Model):
    """Everything stored about a user."""

    format: Literal["rekindle"]
    schema_version: Literal[1]
    exported_at: Timestamp
    settings: dict[str, Any]
    profile: dict[str, Any]
    state: dict[str, Any]
    forgotten: list[str] | None = None
    changelog: list[dict[str, Any]]
    memory: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    batches: list[dict[str, Any]]
    prompts: list[dict[str, Any]]
    connections: list[ConnectionView]
    looks: list[LookAtUser]
