"""Merges skill levels into the profile: the higher level wins (P-16)."""

from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Level, SkillLevel
from shared.learning.candidates import SkillCandidate
from shared.learning.merging.limits import domain_key
from shared.learning.merging.workbench import Verdict, Workbench

MAX_DOMAINS = 30
"""The maximum number of domains; further ones are rejected."""


def merge(bench: Workbench, candidate: SkillCandidate) -> Verdict:
    """Raises the level of the domain, or the overall level if no domain is named."""
    skills = bench.profile.skill_level
    domain = domain_key(candidate.domain)
    item_id = domain or "overall"
    if bench.forgotten.has("skill", "", item_id):
        return Verdict.rejected(Reason.FORGOTTEN)
    known = skills.domains.get(domain) if domain else skills.overall
    if known and candidate.level.rank <= known.rank:
        same = candidate.level == known and bench.touch(f"skill:{item_id}")
        return Verdict(Outcome.REINFORCED if same else Outcome.MERGED, item_id)
    if domain and not known and len(skills.domains) >= MAX_DOMAINS:
        return Verdict.rejected(Reason.LIMIT)
    bench.touch(f"skill:{item_id}")
    bench.profile = bench.profile.model_copy(
        update={"skill_level": _raised(skills, domain, candidate.level)}
    )
    return Verdict(Outcome.REINFORCED if known else Outcome.ADDED, item_id)


def _raised(skills: SkillLevel, domain: str, level: Level) -> SkillLevel:
    if not domain:
        return skills.model_copy(update={"overall": level})
    return skills.model_copy(update={"domains": {**skills.domains, domain: level}})
