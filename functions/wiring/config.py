"""The configuration of a deployment, read once from environment variables."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from math import isfinite
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from adapters.openai.config import EmbeddingsConfig, ModelConfig
from adapters.telemetry.config import TelemetryConfig, telemetry_config
from functions.wiring.defaults import defaults_of
from shared.documents.settings import Settings
from shared.memory.embeddings import MAX_DIMENSIONS
from shared.memory.quota import (
    DEFAULT_BYTES,
    DEFAULT_NOTES,
    LARGEST_BYTES,
    LARGEST_NOTES,
    Quota,
)

EMULATOR_VARIABLES = (
    "FIRESTORE_EMULATOR_HOST",
    "FIREBASE_AUTH_EMULATOR_HOST",
    "CLOUD_TASKS_EMULATOR_HOST",
    "REKINDLE_CLOCK_FILE",
)
"""Variables of the embedded stack. They disable token verification, so Cloud Run refuses them."""

SHORTEST_KEY = 32
"""Characters of a key for the operator's API, at least."""


class ConfigurationError(Exception):
    """The environment is invalid. The message says what to change."""


@dataclass(frozen=True)
class Config:
    """The configuration of one deployment.

    Attributes:
        project: the Google Cloud project.
        analyzer: the offline rules, or a model.
        model: the model, used if the analyzer is `openai`.
        embeddings: the embeddings model; None to search by words alone.
        queue: the full name of the Cloud Tasks queue for analyses.
        maintenance_queue: the full name of the queue for maintenance.
        function_urls: the template of a function's URL. `{function}` is replaced by its name, and
            `{service}` by the name of its Cloud Run service, which has dashes for underscores.
        task_service_account: the service account that calls tasks; None on the embedded stack.
        tasks_host: host:port of the Cloud Tasks emulator; None for Google's service.
        clock_file: the embedded stack's shared clock; None for the system time.
        lease: how long a lease on a batch lasts.
        daily_budget: US dollars that analyses may cost per user and day; None for no limit.
        deployment_budget: US dollars that all analyses together may cost per day; None for no
            limit.
        emulated: whether tokens come from the Firebase Auth emulator, which does not sign them.
        check_revoked: whether export and erasure ask Firebase if the token was revoked.
        trusted_accounts: service accounts that may act for users.
        audience: the audience that those accounts' tokens must have.
        require_app_check: whether requests must come from a registered app.
        allowed_origins: origins whose pages may call; `*` for all.
        requests_per_minute: the limit per user; 0 for no limit.
        quota: how many notes a user's archive may hold, and how many bytes.
        public_url: where users and assistants reach this deployment, without a slash at the end;
            None switches OAuth off.
        telemetry: what is reported to an OpenTelemetry collector; None for nothing.
        operators: whether the operator's API answers.
        operators_key: the secret with which it seals the ids of users.
        defaults: the settings of users who set none.
        telemetry_variables: the variables of OpenTelemetry that are set, by name.
        model_key_version: the version of the model's key that functions which call a model have;
            empty if that is not known. This function may not have the key itself.
        build: what the code was built from; empty if that is not known.
        revision: this function's revision in Cloud Run; empty elsewhere.
    """

    project: str
    analyzer: Literal["offline", "openai"]
    model: ModelConfig
    embeddings: EmbeddingsConfig | None
    queue: str
    maintenance_queue: str
    function_urls: str
    task_service_account: str | None
    tasks_host: str | None
    clock_file: Path | None
    lease: timedelta
    daily_budget: float | None
    deployment_budget: float | None
    emulated: bool
    check_revoked: bool
    trusted_accounts: frozenset[str]
    audience: str
    require_app_check: bool
    allowed_origins: frozenset[str]
    requests_per_minute: int
    quota: Quota
    public_url: str | None = None
    telemetry: TelemetryConfig | None = None
    operators: bool = False
    operators_key: str = field(default="", repr=False)
    defaults: Settings = field(default_factory=Settings)
    telemetry_variables: Mapping[str, str] = field(default_factory=dict)
    model_key_version: str = ""
    build: str = ""
    revision: str = ""

    @property
    def analyzer_name(self) -> str:
        """The analyzer as shown in the status: `offline`, or the model's name."""
        return "offline" if self.analyzer == "offline" else self.model.model

    def url_of(self, function: str) -> str:
        """Returns the URL of a function."""
        return self.function_urls.format(function=function, service=function.replace("_", "-"))

    def queue_of(self, function: str) -> str:
        """Returns the full name of the queue for the tasks of a function."""
        return self.maintenance_queue if function == "run_maintenance" else self.queue

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> "Config":
        """Reads the configuration from the environment.

        Raises:
            ConfigurationError: a value is missing or invalid.
        """
        refuse_emulators_in_cloud(env)
        project = env.get("GOOGLE_CLOUD_PROJECT") or env.get("GCP_PROJECT")
        if not project:
            raise ConfigurationError("Set GOOGLE_CLOUD_PROJECT to the project's id.")
        location = env.get("REKINDLE_LOCATION", "europe-west1")
        queues = f"projects/{project}/locations/{location}/queues"
        model = _model(env)
        return cls(
            project=project,
            analyzer=_analyzer(env, model),
            model=model,
            embeddings=_embeddings(env),
            queue=f"{queues}/{env.get('REKINDLE_QUEUE', 'rekindle')}",
            maintenance_queue=(
                f"{queues}/{env.get('REKINDLE_MAINTENANCE_QUEUE', 'rekindle-maintenance')}"
            ),
            function_urls=env.get("REKINDLE_FUNCTION_URLS", "http://127.0.0.1:4747/{function}"),
            task_service_account=env.get("REKINDLE_TASK_SERVICE_ACCOUNT") or None,
            tasks_host=env.get("CLOUD_TASKS_EMULATOR_HOST") or None,
            clock_file=Path(env["REKINDLE_CLOCK_FILE"]) if env.get("REKINDLE_CLOCK_FILE") else None,
            lease=timedelta(seconds=_number(env, "REKINDLE_LEASE_SECONDS", 2 * model.timeout + 60)),
            daily_budget=_budget(env, "REKINDLE_DAILY_BUDGET", 0.25),
            deployment_budget=_budget(env, "REKINDLE_DEPLOYMENT_BUDGET", 50),
            emulated=bool(env.get("FIREBASE_AUTH_EMULATOR_HOST")),
            check_revoked=_flag(env, "REKINDLE_CHECK_REVOKED", default=True),
            trusted_accounts=_list(env, "REKINDLE_TRUSTED_SERVICE_ACCOUNTS"),
            audience=env.get("REKINDLE_AUDIENCE") or "rekindle",
            require_app_check=_flag(env, "REKINDLE_APP_CHECK", default=False),
            allowed_origins=_list(env, "REKINDLE_ALLOWED_ORIGINS"),
            requests_per_minute=int(_number(env, "REKINDLE_REQUESTS_PER_MINUTE", 0)),
            quota=_quota(env),
            public_url=_public_url(env),
            telemetry=_telemetry(env),
            operators=_flag(env, "REKINDLE_OPERATORS", default=False),
            operators_key=_operators_key(env),
            defaults=deployment_defaults(env),
            telemetry_variables={name: env[name] for name in sorted(env) if name[:5] == "OTEL_"},
            model_key_version=env.get("REKINDLE_MODEL_KEY_VERSION", ""),
            build=env.get("REKINDLE_BUILD", ""),
            revision=env.get("K_REVISION", ""),
        )


def refuse_emulators_in_cloud(env: Mapping[str, str]) -> None:
    """Refuses to run in Cloud Run against an emulator.

    Raises:
        ConfigurationError: an emulator variable is set, and so is Cloud Run's K_SERVICE.
    """
    found = [name for name in EMULATOR_VARIABLES if env.get(name)]
    if env.get("K_SERVICE") and found:
        raise ConfigurationError(
            f"{', '.join(found)} must not be set in Cloud Run: tokens would go unverified. "
            "Remove it from the service's environment."
        )


def deployment_defaults(env: Mapping[str, str]) -> Settings:
    """Returns the settings of users who set none.

    Raises:
        ConfigurationError: the document is wrong.
    """
    try:
        return defaults_of(env.get("REKINDLE_DEFAULTS", ""))
    except ValueError as error:
        raise ConfigurationError(f"REKINDLE_DEFAULTS {error}") from error


def _model(env: Mapping[str, str]) -> ModelConfig:
    temperature = env.get("REKINDLE_MODEL_TEMPERATURE", "0")
    return ModelConfig(
        api_key=env.get("OPENAI_API_KEY", ""),
        base_url=env.get("OPENAI_BASE_URL") or None,
        model=env.get("REKINDLE_MODEL", "gpt-4o-mini"),
        temperature=None if temperature == "" else _number(env, "REKINDLE_MODEL_TEMPERATURE", 0),
        timeout=_number(env, "REKINDLE_MODEL_TIMEOUT_SECONDS", 60),
        prompt_price=_number(env, "REKINDLE_PROMPT_PRICE", 0.15),
        completion_price=_number(env, "REKINDLE_COMPLETION_PRICE", 0.60),
        completion_tokens=int(_number(env, "REKINDLE_COMPLETION_TOKENS", 4096)),
    )


def _embeddings(env: Mapping[str, str]) -> EmbeddingsConfig | None:
    model = env.get("REKINDLE_EMBEDDINGS_MODEL", "")
    if not model:
        return None
    dimensions = int(_number(env, "REKINDLE_EMBEDDINGS_DIMENSIONS", 0))
    if not 0 <= dimensions <= MAX_DIMENSIONS:
        raise ConfigurationError(
            f"REKINDLE_EMBEDDINGS_DIMENSIONS must be between 1 and {MAX_DIMENSIONS:,}, the most "
            "that Firestore can search."
        )
    base_url = env.get("REKINDLE_EMBEDDINGS_BASE_URL") or env.get("OPENAI_BASE_URL")
    return EmbeddingsConfig(
        api_key=env.get("OPENAI_API_KEY", ""),
        base_url=base_url or "https://api.openai.com/v1",
        model=model,
        dimensions=dimensions or None,
        timeout=_number(env, "REKINDLE_EMBEDDINGS_TIMEOUT_SECONDS", 5),
    )


def _analyzer(env: Mapping[str, str], model: ModelConfig) -> Literal["offline", "openai"]:
    chosen = env.get("REKINDLE_ANALYZER", "auto")
    if chosen == "offline":
        return "offline"
    if chosen == "openai":
        if not model.api_key and not model.base_url:
            raise ConfigurationError(
                "REKINDLE_ANALYZER=openai needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server "
                "without keys. REKINDLE_ANALYZER=offline needs neither."
            )
        return "openai"
    if chosen == "auto":
        return "openai" if model.api_key or model.base_url else "offline"
    raise ConfigurationError("REKINDLE_ANALYZER must be auto, offline or openai.")


def _quota(env: Mapping[str, str]) -> Quota:
    quota = Quota(
        notes=int(_number(env, "REKINDLE_MAX_NOTES", DEFAULT_NOTES)),
        size=int(_number(env, "REKINDLE_MAX_NOTE_BYTES", DEFAULT_BYTES)),
    )
    for name, value, largest in (
        ("REKINDLE_MAX_NOTES", quota.notes, LARGEST_NOTES),
        ("REKINDLE_MAX_NOTE_BYTES", quota.size, LARGEST_BYTES),
    ):
        if not 1 <= value <= largest:
            raise ConfigurationError(f"{name} must be between 1 and {largest:,}.")
    return quota


def _public_url(env: Mapping[str, str]) -> str | None:
    text = env.get("REKINDLE_PUBLIC_URL", "").rstrip("/")
    if not text:
        return None
    url = urlsplit(text)
    is_local = url.scheme == "http" and url.hostname in ("127.0.0.1", "localhost")
    if not url.netloc or url.path or url.query or not (url.scheme == "https" or is_local):
        raise ConfigurationError(
            "REKINDLE_PUBLIC_URL must be an https URL without a path, such as "
            "https://memory.example.com."
        )
    return text


def _telemetry(env: Mapping[str, str]) -> TelemetryConfig | None:
    try:
        return telemetry_config(env)
    except ValueError as error:
        raise ConfigurationError(str(error)) from error


def _operators_key(env: Mapping[str, str]) -> str:
    key = env.get("REKINDLE_OPERATORS_KEY", "")
    if not _flag(env, "REKINDLE_OPERATORS", default=False):
        return key
    if not key and env.get("FIREBASE_AUTH_EMULATOR_HOST"):
        return "the embedded stack has nothing to hide"
    if len(key) < SHORTEST_KEY:
        raise ConfigurationError(
            f"REKINDLE_OPERATORS=on needs REKINDLE_OPERATORS_KEY, a secret of {SHORTEST_KEY} "
            "characters or more, such as the output of openssl rand -hex 32."
        )
    return key


def _list(env: Mapping[str, str], name: str) -> frozenset[str]:
    return frozenset(item.strip() for item in env.get(name, "").split(",") if item.strip())


def _flag(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    text = env.get(name, "").lower()
    if text not in ("", "0", "1", "true", "false", "on", "off"):
        raise ConfigurationError(f"{name} must be on or off.")
    return text in ("1", "true", "on") if text else default


def _budget(env: Mapping[str, str], name: str, default: float) -> float | None:
    """Returns US dollars per day: 0 allows no paid call at all, `none` any number of them."""
    if env.get(name, "").lower() == "none":
        return None
    budget = _number(env, name, default)
    if not (isfinite(budget) and budget >= 0):
        raise ConfigurationError(f"{name} must be an amount in US dollars, or none for no limit.")
    return budget


def _number(env: Mapping[str, str], name: str, default: float) -> float:
    text = env.get(name, "")
    if not text:
        return float(default)
    try:
        return float(text)
    except ValueError as error:
        raise ConfigurationError(f"{name} must be a number.") from error
