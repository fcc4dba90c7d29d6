"""Merges skill levels into the profile: the higher level wins (P-16)."""

from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import OVERALL, Evidence
from shared.learning.candidates import SkillCandidate
from shared.learning.merging.proposing import propose
from shared.learning.merging.workbench import Verdict, Workbench
from shared.profile.habits.skills import domain_key, with_level

MAX_DOMAINS = 30
"""The maximum number of domains; further ones are rejected."""


def merge(bench: Workbench, candidate: SkillCandidate, evidence: Evidence) -> Verdict:
    """Raises the level of the domain, or the overall level if no domain is named.

    A level goes down only by words that replace it. Another level than the one that the user has
    set waits for the user's word.
    """
    skills = bench.profile.skill_level
    name = domain_key(candidate.domain) or OVERALL
    if bench.is_withdrawn("knowing", name, evidence.at):
        return Verdict.rejected(Reason.OUTDATED)
    if bench.forgotten.has("skill", "", name):
        return Verdict.rejected(Reason.FORGOTTEN)
    known = skills.level_of(name)
    is_replaced = candidate.does == "replace" and candidate.level != known
    if known and candidate.level.rank <= known.rank and not is_replaced:
        same = candidate.level == known and bench.touch(f"skill:{name}")
        return Verdict(Outcome.REINFORCED if same else Outcome.MERGED, name)
    if known and skills.is_declared(name):
        return propose(bench, candidate, evidence, "proposal", name)
    if name != OVERALL and not known and len(skills.domains) >= MAX_DOMAINS:
        return Verdict.rejected(Reason.LIMIT)
    if bench.approves_everything:
        return propose(bench, candidate, evidence, "approval")
    bench.touch(f"skill:{name}")
    bench.change(skill_level=with_level(skills, name, candidate.level, is_declared=False))
    if known and is_replaced:
        return Verdict(Outcome.REPLACED, name)
    return Verdict(Outcome.REINFORCED if known else Outcome.ADDED, name)
