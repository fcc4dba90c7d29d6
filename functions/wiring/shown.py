"""The configuration as operators may see it: each variable's value in effect, and no secret."""

import json
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

from functions.wiring.config import Config


def shown(config: Config) -> dict[str, str]:
    """Returns the variables of a configuration and their values, by name."""
    model, embeddings = config.model, config.embeddings
    values: dict[str, object] = {
        "GOOGLE_CLOUD_PROJECT": config.project,
        "OPENAI_API_KEY": _secret(model.api_key or config.model_key_version),
        "OPENAI_BASE_URL": _without_password(model.base_url),
        "REKINDLE_ALLOWED_ORIGINS": _joined(config.allowed_origins),
        "REKINDLE_ANALYZER": config.analyzer,
        "REKINDLE_APP_CHECK": config.require_app_check,
        "REKINDLE_AUDIENCE": config.audience,
        "REKINDLE_CHECK_REVOKED": config.check_revoked,
        "REKINDLE_COMPLETION_PRICE": model.completion_price,
        "REKINDLE_COMPLETION_TOKENS": model.completion_tokens,
        "REKINDLE_DAILY_BUDGET": _budget(config.daily_budget),
        "REKINDLE_DEFAULTS": json.dumps(config.defaults.chosen()),
        "REKINDLE_DEPLOYMENT_BUDGET": _budget(config.deployment_budget),
        "REKINDLE_EMBEDDINGS_BASE_URL": embeddings and _without_password(embeddings.base_url),
        "REKINDLE_EMBEDDINGS_DIMENSIONS": embeddings and embeddings.dimensions,
        "REKINDLE_EMBEDDINGS_MODEL": embeddings and embeddings.model,
        "REKINDLE_EMBEDDINGS_TIMEOUT_SECONDS": embeddings and embeddings.timeout,
        "REKINDLE_FUNCTION_URLS": config.function_urls,
        "REKINDLE_LEASE_SECONDS": config.lease.total_seconds(),
        "REKINDLE_MAINTENANCE_QUEUE": config.maintenance_queue,
        "REKINDLE_MAX_NOTES": config.quota.notes,
        "REKINDLE_MAX_NOTE_BYTES": config.quota.size,
        "REKINDLE_MODEL": model.model,
        "REKINDLE_MODEL_KEY_VERSION": config.model_key_version,
        "REKINDLE_MODEL_TEMPERATURE": model.temperature,
        "REKINDLE_MODEL_TIMEOUT_SECONDS": model.timeout,
        "REKINDLE_OPERATORS": config.operators,
        "REKINDLE_OPERATORS_KEY": _secret(config.operators_key),
        "REKINDLE_PROMPT_PRICE": model.prompt_price,
        "REKINDLE_PUBLIC_URL": config.public_url,
        "REKINDLE_QUEUE": config.queue,
        "REKINDLE_REQUESTS_PER_MINUTE": config.requests_per_minute,
        "REKINDLE_TASK_SERVICE_ACCOUNT": config.task_service_account,
        "REKINDLE_TRUSTED_SERVICE_ACCOUNTS": _joined(config.trusted_accounts),
    }
    reporting = {name: _reported(name, text) for name, text in config.telemetry_variables.items()}
    return reporting | {name: _text(value) for name, value in values.items()}


def _reported(name: str, value: str) -> str:
    """Returns a variable of OpenTelemetry: headers and certificates' keys are secrets."""
    if name.endswith(("HEADERS", "KEY")):
        return _secret(value)
    return _without_password(value) or "" if "://" in value else value


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)


def _joined(names: Iterable[str]) -> str:
    return ",".join(sorted(names))


def _budget(amount: float | None) -> str:
    return "none" if amount is None else f"{amount:g}"


def _secret(value: str) -> str:
    return "set" if value else "not set"


def _without_password(url: str | None) -> str | None:
    """Returns a URL without a user, a password, or a query, any of which may hold a key."""
    if not url:
        return url
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
