"""The tiers that are off for the agent that makes a request (T-12).

An agent's settings only ever narrow: a tier that the user has switched off stays off for everybody,
and a connection's own settings hold whatever agent its requests name.
"""

from shared.base.acting import current_agents
from shared.base.errors import FailedPrecondition
from shared.documents.memory import Tier
from shared.documents.settings import AgentSettings, Settings


def closed_tiers(settings: Settings) -> frozenset[Tier]:
    """Returns the tiers that the agents of the current request may neither read nor write.

    Without an agent, none is closed. Names are compared without regard to case.
    """
    acting = {_key(name) for name in current_agents()}
    chosen = [own for name, own in settings.agents.items() if _key(name) in acting]
    return frozenset(tier for tier in Tier if not all(_allows(own, tier) for own in chosen))


def check_open(settings: Settings, *tiers: Tier) -> None:
    """Refuses an agent what it asks of a tier that is off for it.

    Raises:
        FailedPrecondition: one of the tiers is off; tells the model what to do instead.
    """
    closed = closed_tiers(settings)
    refused = next((tier for tier in tiers if tier in closed), None)
    if refused is None:
        return
    others = [tier.value for tier in Tier if tier not in closed]
    instead = f"Use another tier ({', '.join(others)})" if others else "Go on without notes"
    raise FailedPrecondition(
        f"The {refused} tier is switched off for this agent, so nothing was read or changed. "
        f"{instead}; only the user can switch it on, with agents in the settings.",
        [{"reason": "TIER_DISABLED", "target": refused}],
    )


def _allows(own: AgentSettings, tier: Tier) -> bool:
    match tier:
        case Tier.MEMORY:
            return own.memory_enabled
        case Tier.USER:
            return own.user_profile_enabled
        case Tier.ARCHIVE:
            return own.archive_enabled


def _key(name: str) -> str:
    return name.strip().casefold()
