"""How long each kind of request may take. docs/reliability.md shows this table.

Cloud Run ends a function at its own timeout (`terraform/functions.tf`). Each deadline is shorter,
so there is time for an answer.
"""

from enum import StrEnum


class Limit(StrEnum):
    """A kind of request; `SECONDS` has its deadline."""

    CONTEXT = "context"
    READ = "read"
    WRITE = "write"
    REFRESH = "refresh"
    REPAIR = "repair"
    EXPORT = "export"
    IMPORT = "import"
    ERASURE = "erasure"
    ANALYZE_BATCH = "analyze_batch"
    RUN_MAINTENANCE = "run_maintenance"
    ON_PROMPT_CREATED = "on_prompt_created"
    ON_USER_DELETED = "on_user_deleted"


SECONDS = {
    Limit.CONTEXT: 2,
    Limit.READ: 5,
    Limit.WRITE: 10,
    Limit.REFRESH: 20,
    Limit.REPAIR: 50,
    Limit.EXPORT: 50,
    Limit.IMPORT: 50,
    Limit.ERASURE: 50,
    Limit.ANALYZE_BATCH: 540,
    Limit.RUN_MAINTENANCE: 540,
    Limit.ON_PROMPT_CREATED: 30,
    Limit.ON_USER_DELETED: 500,
}
"""The deadline of each kind of request, in seconds."""


def by_default(method: str) -> Limit:
    """Returns the limit of a route that declares none."""
    return Limit.READ if method == "GET" else Limit.WRITE
