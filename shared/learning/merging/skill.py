"""Merges skill levels into the profile: the higher level wins (P-16)."""

from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Evidence, Level, SkillLevel
from shared.learning.candidates import SkillCandidate
from shared.learning.merging.limits import domain_key
from shared.learning.merging.proposing import propose
from shared.learning.merging.workbench import Verdict, Workbench

MAX_DOMAINS = 30
"""The maximum number of domains; further ones are rejected."""


def merge(bench: Workbench, candidate: SkillCandidate, evidence: Evidence) -> Verdict:
    """Raises the level of the domain, or the overall level if no domain is named.

    A level goes down only by words that replace it.
    """
    skills = bench.profile.skill_level
    domain = domain_key(candidate.domain)
    item_id = domain or "overall"
    if bench.is_withdrawn("knowing", item_id, evidence.at):
        return Verdict.rejected(Reason.OUTDATED)
    if bench.forgotten.has("skill", "", item_id):
        return Verdict.rejected(Reason.FORGOTTEN)
    known = skills.domains.get(domain) if domain else skills.overall
    is_replaced = candidate.does == "replace" and candidate.level != known
    if known and candidate.level.rank <= known.rank and not is_replaced:
        same = candidate.level == known and bench.touch(f"skill:{item_id}")
        return Verdict(Outcome.REINFORCED if same else Outcome.MERGED, item_id)
    if domain and not known and len(skills.domains) >= MAX_DOMAINS:
        return Verdict.rejected(Reason.LIMIT)
    if bench.approves_everything:
        return propose(bench, candidate, evidence, "approval")
    bench.touch(f"skill:{item_id}")
    bench.change(skill_level=_with_level(skills, domain, candidate.level))
    if known and is_replaced:
        return Verdict(Outcome.REPLACED, item_id)
    return Verdict(Outcome.REINFORCED if known else Outcome.ADDED, item_id)


def _with_level(skills: SkillLevel, domain: str, level: Level) -> SkillLevel:
    if not domain:
        return skills.model_copy(update={"overall": level})
    return skills.model_copy(update={"domains": {**skills.domains, domain: level}})
