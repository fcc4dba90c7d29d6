"""When a value changes or ends, what rests on it is marked, and nearly nothing else."""

from datetime import UTC, datetime, timedelta

from shared.documents.about import LIST_PATHS, About, with_leaf
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import (
    AboutMeta,
    Past,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Workflow,
)
from shared.profile.outdated import doubts, grounds
from tests.support.truth.cascading import episodes

CHANGED = datetime(2026, 3, 2, tzinfo=UTC)


def on(day):
    return CHANGED + timedelta(days=day)


def preference(id_, type_, description, at, ended=None):
    return Preference(
        id=id_,
        type=type_,
        description=description,
        confidence=0.9,
        base_confidence=0.9,
        created_at=at,
        last_updated=at,
        stated_at=at,
        ended=ended,
    )


def changed(episode):
    """The profile after the change: the old value in the past, the new one in its place."""
    by = EndedBy.REPLACED if episode.new else EndedBy.SAID
    ending = Ending(at=CHANGED, by=by, replaced_by=episode.path or None)
    if not episode.path:
        ended = preference("old", "trait", episode.old, on(-30), ending)
        return Profile(past=Past(preferences=[ended]))
    past = PastFact(path=episode.path, value=episode.old, stated_at=on(-30), ended=ending)
    profile = Profile(past=Past(facts=[past]))
    return with_fact(profile, episode.path, episode.new, 0) if episode.new else profile


def with_fact(profile, path, value, day):
    held = [value] if path in LIST_PATHS else value
    about = About.model_validate(with_leaf(profile.about.to_json(), path, held))
    meta = AboutMeta(
        path=path,
        first_seen=on(day),
        last_seen=on(day),
        confidence=0.9,
        source="learned",
        stated_at=on(day),
    )
    metas = [*profile.about_meta, meta]
    return profile.model_copy(update={"about": about, "about_meta": metas})


def with_item(profile, name, text):
    """The profile with one more item; notes stand elsewhere."""
    at = on(text.day)
    kind, _, type_ = text.home.partition(":")
    if kind == "preference":
        item = preference(name, type_, text.text, at)
        return profile.model_copy(update={"preferences": [*profile.preferences, item]})
    if kind == "about":
        return with_fact(profile, f"custom.{name}", text.text, text.day)
    fields = {"id": name, "description": text.text, "last_seen": at, "stated_at": at}
    if kind == "pattern":
        return profile.model_copy(update={"patterns": [*profile.patterns, Pattern(**fields)]})
    return profile.model_copy(update={"workflows": [*profile.workflows, Workflow(**fields)]})


def marked(episode):
    """The texts of an episode that are marked as possibly outdated."""
    profile = changed(episode)
    names = {f"t{place}": text for place, text in enumerate(episode.texts)}
    for name, text in names.items():
        if not text.home.startswith("note:"):
            profile = with_item(profile, name, text)
    ground, found = grounds(profile), doubts(profile)
    return {
        text.text
        for name, text in names.items()
        if name in found
        or f"custom.{name}" in found
        or (text.home.startswith("note:") and ground.doubt(text.text, on(text.day)))
    }


def test_what_rests_on_a_change_is_marked_and_nearly_nothing_else():
    missed, wrong, resting, others = [], [], 0, 0
    for episode in episodes():
        found = marked(episode)
        for text in episode.texts:
            resting += text.rests
            others += not text.rests
            if text.rests and text.text not in found:
                missed.append(f"{episode.name}: {text.text}")
            if not text.rests and text.text in found:
                wrong.append(f"{episode.name}: {text.text} ({text.home}, day {text.day})")
    report = f"{len(missed)} of {resting} missed, {len(wrong)} of {others} wrong\n"
    report += "\n".join(["missed:", *missed, "wrong:", *wrong])
    assert len(missed) <= 0.1 * resting, report
    assert len(wrong) <= 0.02 * others, report


def test_what_ended_and_holds_again_casts_no_doubt():
    ends = [
        PastFact(path="work.role", value=value, ended=Ending(at=on(day), by=EndedBy.REPLACED))
        for day, value in enumerate(["nurse", "midwife"])
    ]
    profile = with_fact(Profile(past=Past(facts=ends)), "work.role", "nurse", 2)
    assert grounds(profile).doubt("Buys clothes for a nurse", on(-1)) is None
    assert grounds(profile).doubt("Has a midwife's bag", on(-1)) is not None
