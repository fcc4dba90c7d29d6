"""The types of the API, made when one is first needed, since that takes longer than all else."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rekindle_client._openapi import *  # noqa: F403
    from rekindle_client._prompts import NewPrompt as NewPrompt
    from rekindle_client._prompts import Recorded as Recorded
    from rekindle_client._prompts import Recording as Recording
else:

    def __getattr__(name: str) -> Any:
        from rekindle_client import _openapi, _prompts

        return getattr(_prompts if hasattr(_prompts, name) else _openapi, name)
