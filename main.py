"""The entry point of every deployed function: maps its name to the module that holds it.

Functions are deployed from the repository root so that they can import `shared`. Each process
serves one function and imports only that function's module (PEP 562).
"""

import os
from importlib import import_module
from typing import Any

from functions.http.logs import log_json
from functions.wiring.config import deployment_defaults, refuse_emulators_in_cloud

FUNCTIONS = {
    "profile": "functions.profile",
    "memory": "functions.memory",
    "context": "functions.context",
    "prompts": "functions.prompts",
    "sessions": "functions.sessions",
    "account": "functions.account",
    "mcp": "functions.mcp",
    "access": "functions.access",
    "admin": "functions.admin",
    "on_prompt_created": "functions.on_prompt_created",
    "on_user_deleted": "functions.on_user_deleted",
    "analyze_batch": "functions.analyze_batch",
    "run_maintenance": "functions.run_maintenance",
}

refuse_emulators_in_cloud(os.environ)
# Fails here rather than at the first request, so that a wrong document never replaces a revision
# that works.
deployment_defaults(os.environ)
if "K_SERVICE" in os.environ:
    log_json(os.environ.get("GOOGLE_CLOUD_PROJECT", ""))


def __getattr__(name: str) -> Any:
    if name not in FUNCTIONS:
        raise AttributeError(f"module {__name__!r} has no function {name!r}")
    return getattr(import_module(FUNCTIONS[name]), name)
