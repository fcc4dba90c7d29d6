# Made from _async/profile.py by `make python-client`.
"""The learned profile and its history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Literal

from rekindle_client import _api as api
from rekindle_client._calls import Call, segment
from rekindle_client._sync.pages import every_item
from rekindle_client._sync.transport import Transport


class Profile:
    """What Rekindle knows about the user."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        as_of: datetime | None = None,
        valid_at: datetime | None = None,
        include: Literal["ended"] | None = None,
    ) -> api.ShownProfile:
        """The profile; `as_of` a time, as it was known then; `valid_at` one, what was true then."""
        query = {"asOf": as_of, "validAt": valid_at, "include": include}
        answer = self._transport.ask(Call("GET", "/v1/profile", query), api.ProfileAnswer)
        return answer.profile

    def status(self) -> api.StatusAnswer:
        """How far learning is, and what it costs."""
        return self._transport.ask(Call("GET", "/v1/profile/status"), api.StatusAnswer)

    def set_about(
        self, patch: api.About | Mapping[str, Any], *, version: int | None = None
    ) -> api.ShownProfile:
        """Sets facts.

        Args:
            patch: the facts. A mapping has the API's names, and None removes a fact, which
                learning does not bring back.
            version: of the profile that the change is meant for.

        Raises:
            Aborted: the profile has another version.
        """
        call = Call("PATCH", "/v1/profile/about", body=patch, version=version)
        return (self._transport.ask(call, api.ProfileAnswer)).profile

    def purge_about(
        self, patch: Mapping[str, Any], *, version: int | None = None
    ) -> api.ProfileAnswer:
        """Removes facts from every stored document; None removes one, a shorter list elements."""
        query = {"purge": True}
        call = Call("PATCH", "/v1/profile/about", query, body=patch, version=version)
        return self._transport.ask(call, api.ProfileAnswer)

    def set_skills(
        self, patch: api.SkillsPatch | Mapping[str, Any], *, version: int | None = None
    ) -> api.ShownProfile:
        """Sets skill levels, `overall` and in `domains`.

        Args:
            patch: the levels. In a mapping, None removes one, which learning does not bring back.
            version: of the profile that the change is meant for.

        Raises:
            Aborted: the profile has another version.
        """
        call = Call("PATCH", "/v1/profile/skills", body=patch, version=version)
        return (self._transport.ask(call, api.ProfileAnswer)).profile

    def purge_skills(
        self, patch: Mapping[str, Any], *, version: int | None = None
    ) -> api.ProfileAnswer:
        """Removes skill levels, each of them None, from every stored document."""
        query = {"purge": True}
        call = Call("PATCH", "/v1/profile/skills", query, body=patch, version=version)
        return self._transport.ask(call, api.ProfileAnswer)

    def change_pattern(
        self,
        id: str,
        patch: api.PatternPatch | Mapping[str, Any],
        *,
        version: int | None = None,
    ) -> api.ShownPattern:
        """Corrects a pattern, which then counts as stated by the user."""
        body = api.PatternPatch.model_validate(patch)
        call = Call("PATCH", _path("patterns", id), body=body, version=version)
        return self._transport.ask(call, api.ShownPattern)

    def delete_pattern(
        self, id: str, *, purge: bool | None = None, version: int | None = None
    ) -> api.DeletedAnswer:
        """Deletes a pattern; learning does not bring it back."""
        call = Call("DELETE", _path("patterns", id), {"purge": purge}, version=version)
        return self._transport.ask(call, api.DeletedAnswer)

    def change_workflow(
        self,
        id: str,
        patch: api.WorkflowPatch | Mapping[str, Any],
        *,
        version: int | None = None,
    ) -> api.ShownWorkflow:
        """Corrects a workflow, which then counts as stated by the user."""
        body = api.WorkflowPatch.model_validate(patch)
        call = Call("PATCH", _path("workflows", id), body=body, version=version)
        return self._transport.ask(call, api.ShownWorkflow)

    def delete_workflow(
        self, id: str, *, purge: bool | None = None, version: int | None = None
    ) -> api.DeletedAnswer:
        """Deletes a workflow; learning does not bring it back."""
        call = Call("DELETE", _path("workflows", id), {"purge": purge}, version=version)
        return self._transport.ask(call, api.DeletedAnswer)

    def refresh(self, *, wait: bool | None = None) -> api.RefreshAnswer:
        """Analyzes what is pending; with `wait`, answers when the analysis has ended."""
        call = Call("POST", "/v1/profile/refresh", {"wait": wait})
        return self._transport.ask(call, api.RefreshAnswer)

    def changelog(
        self, *, page_size: int | None = None, page_token: str | None = None
    ) -> api.ChangelogPage:
        """A page of the changes, newest first, without snapshots."""
        query = {"pageSize": page_size, "pageToken": page_token}
        call = Call("GET", "/v1/profile/changelog", query)
        return self._transport.ask(call, api.ChangelogPage)

    def changes(self) -> Iterator[api.ChangelogAnswer]:
        """All changes, newest first."""
        return every_item(
            lambda token: self.changelog(page_size=100, page_token=token),
            lambda page: page.entries,
        )

    def change(self, id: str) -> api.ChangelogAnswer:
        """One change, with its snapshot while that is kept."""
        call = Call("GET", f"/v1/profile/changelog/{segment(id)}")
        return self._transport.ask(call, api.ChangelogAnswer)

    def undo(self, id: str, *, version: int | None = None) -> api.RevertedAnswer:
        """Takes back one change, as a new version; what has been changed again since stays."""
        path = f"/v1/profile/changelog/{segment(id)}/undo"
        call = Call("POST", path, version=version, repeatable=True)
        return self._transport.ask(call, api.RevertedAnswer)

    def roll_back(self, to: int, *, version: int | None = None) -> api.ShownProfile:
        """Restores an earlier version as a new one."""
        call = Call(
            "POST",
            "/v1/profile/rollback",
            body={"version": to},
            version=version,
            repeatable=version is not None,
        )
        return (self._transport.ask(call, api.ProfileAnswer)).profile

    def clear(self, *, purge: bool | None = None, version: int | None = None) -> api.ProfileAnswer:
        """Empties the profile; a rollback undoes it, unless it is purged."""
        call = Call("DELETE", "/v1/profile", {"purge": purge}, version=version)
        return self._transport.ask(call, api.ProfileAnswer)


def _path(kind: Literal["patterns", "workflows"], id: str) -> str:
    return f"/v1/profile/{kind}/{segment(id)}"
