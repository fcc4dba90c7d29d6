"""Skill levels, and the user's edits of them. Pure functions.

A level that the user has set is declared: learning does not overwrite it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from shared.base.errors import InvalidArgument
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import refuse_secrets
from shared.base.text import fold
from shared.base.validation import validated
from shared.documents.profile import MAX_ITEMS, OVERALL, Level, Profile, SkillLevel
from shared.profile import forgotten
from shared.profile.proposals import settled, with_open_proposals
from shared.profile.withdrawing import stated_again


def domain_key(domain: str) -> str:
    """Returns the key under which a skill's domain is stored."""
    return fold(visible(domain)).replace(".", " ").strip()


def habits_and_skills(profile: Profile) -> Iterator[tuple[str, str]]:
    """Yields the kind and the words of each, by which its deletion is remembered."""
    yield from (("pattern", item.description) for item in profile.patterns)
    yield from (("workflow", item.description) for item in profile.workflows)
    yield from (("skill", name) for name in profile.skill_level.domains)
    if profile.skill_level.overall:
        yield "skill", OVERALL


def with_level(
    skills: SkillLevel, name: str, level: Level | None, *, is_declared: bool
) -> SkillLevel:
    """Returns the levels with one of them set, or removed.

    Args:
        skills: the levels.
        name: the domain, or `OVERALL`.
        level: the level; None removes it.
        is_declared: whether the user has set it by hand.
    """
    others = {*(skills.declared or ())} - {name}
    declared = sorted(others | ({name} if level and is_declared else set())) or None
    if name == OVERALL:
        return skills.model_copy(update={"overall": level, "declared": declared})
    domains = {each: known for each, known in skills.domains.items() if each != name or level}
    domains |= {name: level} if level else {}
    return skills.model_copy(update={"domains": domains, "declared": declared})


def patch_skills(profile: Profile, patch: Mapping[str, Level | None], now: datetime) -> Profile:
    """Sets levels by hand; removes those that are None, and keeps them from being learned again.

    Args:
        profile: the profile.
        patch: the levels, by domain or `OVERALL`.
        now: the current time.

    Raises:
        InvalidArgument: a domain has no name or contains a secret, or there are too many.
    """
    skills, keys = profile.skill_level, profile.forgotten
    for given, level in patch.items():
        name = given if given in skills.domains else domain_key(given)
        if not name:
            raise InvalidArgument.field("domains", "needs a name for each domain")
        refuse_secrets(name, "domains")
        if level:
            validated(SkillLevel, {"domains": {name: level}})
            keys = forgotten.allow_again(keys, "skill", "", name)
        elif skills.level_of(name):
            keys = forgotten.remember_deletion(keys, forgotten.key("skill", "", name))
        skills = with_level(skills, name, level, is_declared=True)
    if len(skills.domains) > max(MAX_ITEMS, len(profile.skill_level.domains)):
        raise InvalidArgument.field(
            "domains", f"holds at most {MAX_ITEMS} levels; remove some first", "LIMIT_REACHED"
        )
    stated = {domain_key(name) for name, level in patch.items() if level}
    changed = profile.model_copy(update={"skill_level": skills, "forgotten": keys})
    return with_open_proposals(stated_again(settled(changed, stated, now), sorted(stated)))
