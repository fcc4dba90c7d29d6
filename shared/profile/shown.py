"""The profile as its user sees it: as of now, with what follows from what is stored."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, TypeVar

from pydantic import Field

from shared.base.model import Confidence, Model
from shared.documents.lifetime import Ageing, Doubt
from shared.documents.profile import (
    AboutMeta,
    Past,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Proposed,
    Withdrawn,
    Workflow,
)
from shared.documents.settings import Settings
from shared.profile.ageing import ageing_of
from shared.profile.decay import about_freshness, decayed, preference_freshness
from shared.profile.outdated import doubts


class Shown(Model):
    """What is shown beside an item.

    Attributes:
        sure: how good the evidence is, from 0.0 to 1.0.
        fresh: the share of that which is left since the last mention, from 0.0 to 1.0. The
            confidence is the product of the two.
        may_be_outdated: why the item may no longer hold, if what it rests on has changed.
    """

    sure: Confidence = 1.0
    fresh: Confidence = 1.0
    may_be_outdated: Doubt | None = None


class Writable(Shown):
    """What is shown beside an item that can be written by its id.

    Attributes:
        quarantined: true in the answer to a write that waits for the user's word.
    """

    quarantined: bool | None = None


class ShownPreference(Preference, Writable):
    """A preference, with how sure and how fresh it is."""


class ShownPattern(Pattern, Writable):
    """A pattern; `confidence` does not apply to it."""


class ShownWorkflow(Workflow, Writable):
    """A workflow; `confidence` does not apply to it."""


class ShownMeta(AboutMeta, Shown):
    """Metadata of a fact, with how sure and how fresh it is."""


T = TypeVar("T", ShownPreference, ShownPattern, ShownWorkflow, ShownMeta)


class ShownProfile(Profile):
    """A profile with derived values.

    Attributes:
        ended: the facts that no longer hold, if asked for.
        quarantined: true in the answer to a write of which something waits for the user's word.
    """

    preferences: list[ShownPreference] = []  # type: ignore[assignment]
    patterns: list[ShownPattern] = []  # type: ignore[assignment]
    workflows: list[ShownWorkflow] = []  # type: ignore[assignment]
    about_meta: list[ShownMeta] = []  # type: ignore[assignment]
    ended: list[PastFact] | None = None
    quarantined: bool | None = None
    past: Annotated[Past, Field(exclude=True)] = Past()
    withdrawn: Annotated[list[Withdrawn], Field(exclude=True)] = []
    proposals: Annotated[list[Proposed], Field(exclude=True)] = []


def shown(
    profile: Profile, settings: Settings, now: datetime, *, with_ended: bool = False
) -> ShownProfile:
    """Returns the stored profile as of `now`, with derived values.

    Args:
        profile: the stored profile.
        settings: the user's settings.
        now: the time for which confidences are computed.
        with_ended: whether to add what has ended.
    """
    stored = {item.id: item for item in profile.preferences}
    metas = {meta.path: meta for meta in profile.about_meta}
    current = decayed(profile, settings, now)
    outdated = doubts(current)

    def preference(item: Preference) -> ShownPreference:
        whole = stored.get(item.id, item)
        until = item.superseded_at or item.valid_to
        return _with(
            ShownPreference,
            item,
            outdated,
            item.id,
            sure=item.base_confidence,
            fresh=0.0 if item.ended else preference_freshness(whole, settings, now),
            ageing=ageing_of(whole, settings),
            valid_from=item.valid_from or item.created_at,
            valid_to=until,
        )

    def meta(item: AboutMeta) -> ShownMeta:
        whole = metas[item.path]
        sure = 1.0 if whole.source == "declared" else whole.confidence
        return _with(
            ShownMeta,
            item,
            outdated,
            item.path,
            sure=sure,
            fresh=about_freshness(whole, settings, now),
            ageing=ageing_of(whole, settings),
            valid_from=item.valid_from or item.first_seen,
        )

    past = current.past if with_ended else Past()
    parts = dict(current)
    parts["preferences"] = [preference(item) for item in (*current.preferences, *past.preferences)]
    parts["patterns"] = [
        _with(ShownPattern, item, outdated, item.id, ageing=item.ageing or Ageing.USUAL)
        for item in (*current.patterns, *past.patterns)
    ]
    parts["workflows"] = [
        _with(ShownWorkflow, item, outdated, item.id, ageing=item.ageing or Ageing.USUAL)
        for item in (*current.workflows, *past.workflows)
    ]
    parts["about_meta"] = [meta(item) for item in current.about_meta]
    return ShownProfile.model_construct(**parts, ended=past.facts if with_ended else None)


def _with(
    model: type[T], item: Model, outdated: Mapping[str, Doubt], key: str, **derived: object
) -> T:
    fields = {**dict(item), **derived, "may_be_outdated": outdated.get(key)}
    return model.model_construct(None, **fields)
