"""Older words that arrive after newer ones: what they say of a slot is history, not news."""

from collections.abc import Sequence
from datetime import datetime

from shared.documents.about import get_leaf, in_words, is_several
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import MAX_PAST, Evidence, PastFact
from shared.learning.candidates import AboutCandidate
from shared.learning.merging.workbench import Workbench
from shared.profile.slots import held_by_fact, stated_at


def keep_as_history(bench: Workbench, candidate: AboutCandidate, evidence: Evidence) -> None:
    """Adds the value of a slot to its history, until the next value that the user stated.

    The history is as if the words had arrived in their order. What the user has deleted does not
    come back as history either.
    """
    path, value = candidate.path, candidate.value
    held = held_by_fact(path, value)
    until, still_holds = _next_statement(bench, path, evidence.at)
    if held is None or until is None or is_several(path):
        return
    if bench.forgotten.has("about", path, in_words(value)):
        return
    since = min(candidate.valid_from or evidence.at, until)
    facts = bench.profile.past.facts
    same = [
        fact
        for fact in facts
        if fact.path == path
        and (theirs := held_by_fact(path, fact.value)) is not None
        and theirs.agrees_with(held)
    ]
    for fact in same:
        if (_since(fact) or since) <= since <= (fact.valid_to or fact.ended.at):
            again = max(filter(None, (fact.stated_at, evidence.at)))
            _replace(bench, fact, fact.model_copy(update={"stated_at": again}))
            return
    following = next((fact for fact in same if _since(fact) == until), None)
    if following:
        _replace(bench, following, following.model_copy(update={"valid_from": since}))
        return
    new = PastFact(
        path=path,
        value=value,
        stated_at=evidence.at,
        valid_from=since,
        valid_to=until,
        ended=Ending(at=until, by=EndedBy.REPLACED, replaced_by=path if still_holds else None),
    )
    cut = [part for fact in facts for part in (_cut(fact, since) if fact.path == path else [fact])]
    place = next((n for n, fact in enumerate(cut) if fact.ended.at > until), len(cut))
    _with_facts(bench, [*cut[:place], new, *cut[place:]])


def _next_statement(bench: Workbench, path: str, at: datetime) -> tuple[datetime | None, bool]:
    """Returns when the user next stated a value after some words; and whether that still holds."""
    current: tuple[datetime | None, ...] = ()
    if get_leaf(bench.profile.about.to_json(), path) is not None:
        meta = next((meta for meta in bench.profile.about_meta if meta.path == path), None)
        current = (meta.valid_from, stated_at(meta)) if meta else ()
    facts = [fact for fact in bench.profile.past.facts if fact.path == path]
    past = [time for fact in facts for time in (_since(fact), fact.stated_at)]
    later = [time for time in (*current, *past) if time and time > at]
    return (min(later), min(later) in current) if later else (None, False)


def _since(fact: PastFact) -> datetime | None:
    return fact.valid_from or fact.stated_at


def _cut(fact: PastFact, at: datetime) -> list[PastFact]:
    """Returns a past fact, cut where another value was stated, which was not known before.

    If it was stated again after that, it is two stays: Rome, then Oslo, then Rome again.
    """
    since = _since(fact)
    if fact.ended.by is not EndedBy.REPLACED or not since or not since < at < fact.ended.at:
        return [fact]
    ending = fact.ended.model_copy(update={"at": at, "replaced_by": None})
    first = fact.model_copy(update={"valid_to": at, "ended": ending})
    if not fact.stated_at or fact.stated_at <= at:
        return [first]
    second = fact.model_copy(update={"valid_from": fact.stated_at})
    return [first.model_copy(update={"stated_at": since}), second]


def _replace(bench: Workbench, fact: PastFact, by: PastFact) -> None:
    _with_facts(bench, [by if each is fact else each for each in bench.profile.past.facts])


def _with_facts(bench: Workbench, facts: Sequence[PastFact]) -> None:
    past = bench.profile.past.model_copy(update={"facts": list(facts)[-MAX_PAST:]})
    bench.change(past=past)
