"""A user's settings. Names and defaults are those of P-33 and T-13."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from shared.base.fields import Label, LeafPath
from shared.base.model import Model
from shared.documents.lifetime import Ageing

DecayRule = Literal["stepped", "halfLife", "none"]
"""`stepped` is the rule of P-18, `halfLife` that of S-18."""

MAX_AGEING = 50
"""How many paths and types a user's settings name."""

MAX_AGENTS = 50
"""How many agents a user has settings for."""
MAX_AGENT_NAME = 200
"""Characters in the name of an agent: those that a connection's name may have."""


def _storable_key(name: str) -> str:
    if name.startswith("__") and name.endswith("__"):
        raise ValueError("must not begin and end with __, which the database reserves")
    return name


AgentName = Annotated[Label, AfterValidator(_storable_key)]
"""The name by which an agent's requests go."""


class AgentSettings(Model):
    """What one agent may do (T-12): a tier that is off is neither read nor written by it."""

    memory_enabled: bool = True
    user_profile_enabled: bool = True
    archive_enabled: bool = True


class Settings(Model):
    """One user's settings, `users/{uid}.settings`, of which only what was set is stored.

    The others have the deployment's defaults, or those below. `model_fields_set` names what was
    set, also where that is the same as a default.

    Attributes:
        learning_enabled: if false, prompts that arrive are never analyzed.
        user_memory_analysis_interval: prompts per batch; 1 analyzes each message, 0 turns learning
            off (P-7, P-8, F-4).
        inject_profile: whether the context block includes the profile.
        memory_enabled, user_profile_enabled: the two tiers (T-12); a tier that is off is
            neither written nor shown.
        memory_char_limit, user_char_limit: the budgets of the tiers, in characters.
        retention_days: days after which an archive entry expires; None keeps it.
        preference_decay, about_decay: the decay rules for learned preferences and facts that age as
            usual.
        ageing: how items age, by the path of a fact (`custom.location`) or the type of a preference
            (`goal`), for a user who wants it otherwise than `shared.profile.ageing` has it.
        agents: which tiers are off for single agents, by name.
        approval: with `everything`, nothing that is learned counts until the user accepts it.
    """

    learning_enabled: bool = True
    user_memory_analysis_interval: Annotated[int, Field(ge=0, le=100)] = 10
    user_profile_max_preferences: Annotated[int, Field(ge=1, le=100)] = 20
    user_profile_max_patterns: Annotated[int, Field(ge=1, le=100)] = 15
    user_profile_max_workflows: Annotated[int, Field(ge=1, le=100)] = 10
    user_profile_confidence_decay_days: Annotated[int, Field(ge=1, le=3650)] = 30
    user_profile_changelog_retention_count: Annotated[int, Field(ge=1, le=50)] = 5
    inject_profile: bool = True
    memory_enabled: bool = True
    user_profile_enabled: bool = True
    memory_char_limit: Annotated[int, Field(ge=0, le=20_000)] = 2200
    user_char_limit: Annotated[int, Field(ge=0, le=20_000)] = 1375
    retention_days: Annotated[int, Field(ge=1, le=36_500)] | None = None
    preference_decay: DecayRule = "stepped"
    about_decay: DecayRule = "halfLife"
    ageing: Annotated[dict[LeafPath, Ageing], Field(max_length=MAX_AGEING)] = {}
    approval: Literal["automatic", "everything"] = "automatic"
    agents: Annotated[dict[AgentName, AgentSettings], Field(max_length=MAX_AGENTS)] = {}

    def over(self, defaults: "Settings") -> "Settings":
        """Returns the settings in force: what was set here, and otherwise the deployment's."""
        chosen = {name for name in self.model_fields_set if getattr(self, name) is not None}
        values = {
            name: getattr(self if name in chosen else defaults, name)
            for name in Settings.model_fields
        }
        return Settings.model_construct(_fields_set=chosen, **values)

    def chosen(self) -> dict[str, Any]:
        """Returns what was set, as JSON and as it is stored: the names in camelCase."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude_none=True)

    @property
    def learns(self) -> bool:
        """Whether prompts are counted and analyzed at all."""
        return self.learning_enabled and self.user_memory_analysis_interval > 0
