"""Merges facts into `about`: the newer statement wins, unless the user declared another."""

from pydantic import ValidationError

from shared.base.text import same_meaning
from shared.documents.about import LIST_PATHS, SCALAR_PATHS, About, get_leaf, in_words, with_leaf
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import AboutMeta
from shared.learning.candidates import AboutCandidate
from shared.learning.merging.workbench import Verdict, Workbench
from shared.profile.decay import about_confidence

REINFORCEMENT = 0.3
"""Added when a fact is mentioned again (S-20)."""


def merge(bench: Workbench, candidate: AboutCandidate) -> Verdict:
    """Sets the candidate's leaf, or adds to it if it is a list."""
    path, value = candidate.path, candidate.value
    if path not in LIST_PATHS | SCALAR_PATHS and not path.startswith("custom."):
        return Verdict.rejected(Reason.INVALID)
    words = in_words(value)
    if bench.forgotten.has("about", path, words):
        return Verdict.rejected(Reason.FORGOTTEN, path)
    facts = bench.profile.about.to_json()
    known = get_leaf(facts, path)
    meta = next((item for item in bench.profile.about_meta if item.path == path), None)
    values = list(known or []) if path in LIST_PATHS else [known] if known else []
    if any(same_meaning(in_words(item), words) for item in values):
        return _mentioned_again(bench, path, candidate.confidence, meta)
    if path in LIST_PATHS:
        changed = with_leaf(facts, path, [*values, value])
    elif meta and meta.source == "declared":
        return Verdict.rejected(Reason.DECLARED, path)
    else:
        changed = with_leaf(facts, path, value)
    try:
        about = About.model_validate(changed)
    except ValidationError:
        full = path in LIST_PATHS and bool(values)
        return Verdict.rejected(Reason.LIMIT if full else Reason.INVALID, path)
    replaced = path not in LIST_PATHS and known is not None
    bench.touch(path)
    updated = _meta(bench, path, candidate.confidence, None if replaced else meta, boost=False)
    _store(bench, about, updated)
    if replaced:
        return Verdict(Outcome.SUPERSEDED, path)
    return Verdict(Outcome.MERGED if meta else Outcome.ADDED, path)


def _mentioned_again(
    bench: Workbench, path: str, confidence: float, meta: AboutMeta | None
) -> Verdict:
    first = bench.touch(path)
    updated = _meta(bench, path, confidence, meta, boost=first)
    _store(bench, bench.profile.about, updated)
    return Verdict(Outcome.REINFORCED if first else Outcome.MERGED, path)


def _meta(
    bench: Workbench, path: str, confidence: float, meta: AboutMeta | None, *, boost: bool
) -> AboutMeta:
    if meta is None:
        return AboutMeta(
            path=path,
            first_seen=bench.now,
            last_seen=bench.now,
            confidence=confidence,
            source="learned",
        )
    left = about_confidence(meta, bench.settings, bench.now) + (REINFORCEMENT if boost else 0.0)
    return meta.model_copy(
        update={
            "last_seen": bench.now,
            "confidence": round(min(1.0, max(left, confidence)), 6),
            "seen_count": meta.seen_count + 1,
        }
    )


def _store(bench: Workbench, about: About, meta: AboutMeta) -> None:
    others = [item for item in bench.profile.about_meta if item.path != meta.path]
    bench.profile = bench.profile.model_copy(update={"about": about, "about_meta": [*others, meta]})
