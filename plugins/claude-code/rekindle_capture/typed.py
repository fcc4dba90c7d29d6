"""Tells what the user typed from what Claude Code and its tools submit as a prompt."""

from __future__ import annotations

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from typing import Any


_MARKERS = ("<task-notification", "<cross-session-message", "[SYSTEM NOTIFICATION")
"""Wherever these stand, the prompt is not the user's."""


def is_typed(event: dict[str, Any]) -> bool:
    """Whether the prompt is the user's own words.

    Claude Code calls the hook for other prompts too: results of background tasks, messages from
    other sessions and from channels, wake-ups. Newer versions name the `source`. Otherwise they are
    known by the element that they begin with; what somebody pastes in that form is not in their own
    words either. A command, such as `/compact`, says nothing about its user.
    """
    source = event.get("source")
    if isinstance(source, str) and source != "user":
        return False
    text = str(event.get("prompt", "")).lstrip()
    return not (
        _is_command(text) or any(marker in text for marker in _MARKERS) or _is_element(text)
    )


def _is_command(text: str) -> bool:
    """Whether it begins with a command such as `/compact`, and not with a path."""
    first = text.split(None, 1)[0] if text else ""
    return first.startswith("/") and "/" not in first[1:]


def _is_element(text: str) -> bool:
    """Whether it begins with an element such as `<system-reminder>` or `<channel source=…>`."""
    if not text.startswith("<"):
        return False
    name = text[1:50].replace(">", " ").split(" ")[0]
    return name == "channel" or ("-" in name and name.replace("-", "").isalpha() and name.islower())
