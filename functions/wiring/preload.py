"""What the functions import on first use, for servers that import it before they fork."""

from functions.wiring.config import Config

_ANALYZERS = {"offline": "adapters.reader", "openai": "adapters.openai.analysis"}


def late_imports(config: Config) -> list[str]:
    """Returns the modules that a configuration needs and no function imports when it loads."""
    return [
        "google.cloud.firestore",
        "google.cloud.tasks_v2.services.cloud_tasks.transports",
        "adapters.firestore",
        _ANALYZERS[config.analyzer],
        "shared.learning.analysis",
        *(["adapters.telemetry.reporter"] if config.telemetry else []),
    ]
