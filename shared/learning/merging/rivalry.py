"""Who wins when a candidate cannot hold beside what is known (P-14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.documents.decisions import Reason
from shared.documents.profile import AboutMeta, Preference
from shared.profile.slots import EXPLICIT_FROM, stated_at

Rival = Preference | AboutMeta


@dataclass(frozen=True)
class Claimant:
    """What a candidate brings to a contest.

    Attributes:
        confidence: how sure the analyzer is.
        at: the time of the user's words.
        is_said: whether the words say it, so that it is no inference.
    """

    confidence: float
    at: datetime
    is_said: bool

    @property
    def is_explicit(self) -> bool:
        """Whether it is the user's own statement."""
        return self.is_said and self.confidence >= EXPLICIT_FROM


@dataclass(frozen=True)
class Contest:
    """The result of a contest.

    Attributes:
        losers: the rivals that give way, if nothing stands in the way.
        stronger: the rival that does not give way.
        reason: why; None if it is only the surer one, so that the candidate is kept beside it.
    """

    losers: Sequence[Rival] = ()
    stronger: Rival | None = None
    reason: Reason | None = None


def id_of(rival: Rival) -> str:
    """Returns the id of a preference, or the path of a fact."""
    return rival.id if isinstance(rival, Preference) else rival.path


def contest(claimant: Claimant, rivals: Sequence[Rival]) -> Contest:
    """Returns which rivals give way to a claimant."""
    for rival in rivals:
        reason, wins = _against(claimant, rival)
        if not wins:
            return Contest(stronger=rival, reason=reason)
    return Contest(losers=rivals)


def _against(claimant: Claimant, rival: Rival) -> tuple[Reason | None, bool]:
    known = stated_at(rival)
    if rival.source in ("manual", "declared"):
        seen = rival.last_updated if isinstance(rival, Preference) else rival.last_seen
        newer = claimant.at > (known or seen)
        return (Reason.PROPOSED if claimant.is_explicit and newer else Reason.DECLARED), False
    if claimant.is_explicit:
        return Reason.OUTDATED, known is None or claimant.at >= known
    if known is not None:
        return None, False
    return None, (claimant.confidence, claimant.at) >= (rival.confidence, _seen(rival))


def _seen(rival: Rival) -> datetime:
    if isinstance(rival, AboutMeta):
        return rival.last_seen
    return max((quote.at for quote in rival.evidence), default=rival.last_updated)
