"""Merges facts into `about`: the newer statement wins, unless the user declared another.

What was said and what was only inferred never share a path: an inference takes no place that has
something said, and the first thing said takes the place of all inferences.
"""

from pydantic import ValidationError

from shared.base.sameness import same
from shared.documents.about import LIST_PATHS, SCALAR_PATHS, About, get_leaf, in_words, with_leaf
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import AboutMeta
from shared.learning.candidates import AboutCandidate
from shared.learning.merging.workbench import INFERRED_AT_MOST, Verdict, Workbench
from shared.profile.decay import about_confidence

REINFORCEMENT = 0.3
"""Added when a fact is mentioned again (S-20)."""


def merge(bench: Workbench, candidate: AboutCandidate, *, is_said: bool) -> Verdict:
    """Sets the candidate's leaf, or adds to it if it is a list.

    An inferred value is marked as one until a quote says it.
    """
    path, value = candidate.path, candidate.value
    if path not in LIST_PATHS | SCALAR_PATHS and not path.startswith("custom."):
        return Verdict.rejected(Reason.INVALID)
    words = in_words(value)
    if bench.forgotten.has("about", path, words):
        return Verdict.rejected(Reason.FORGOTTEN, path)
    facts = bench.profile.about.to_json()
    known = get_leaf(facts, path)
    meta = next((item for item in bench.profile.about_meta if item.path == path), None)
    was_inferred = meta is not None and meta.inferred
    if known and not is_said and not was_inferred:
        return Verdict.rejected(Reason.NO_EVIDENCE, path)
    is_list = path in LIST_PATHS
    values = list(known or []) if is_list else [known] if known else []
    repeated = [item for item in values if same(in_words(item), words)]
    if is_said and was_inferred:
        values = repeated
    if not repeated and not is_list and meta and meta.source == "declared":
        return Verdict.rejected(Reason.DECLARED, path)
    if not repeated:
        values = [*values, value] if is_list else [value]
    try:
        about = About.model_validate(with_leaf(facts, path, values if is_list else values[-1]))
    except ValidationError:
        full = is_list and len(values) > 1
        return Verdict.rejected(Reason.LIMIT if full else Reason.INVALID, path)
    replaced = known is not None and not repeated and (not is_list or (is_said and was_inferred))
    first = bench.touch(path)
    _store(
        bench,
        about,
        _meta(
            bench,
            path,
            candidate.confidence,
            None if replaced else meta,
            boost=first and bool(repeated),
            is_said=is_said,
        ),
    )
    if repeated:
        return Verdict(Outcome.REINFORCED if first else Outcome.MERGED, path)
    if replaced:
        return Verdict(Outcome.SUPERSEDED, path)
    return Verdict(Outcome.MERGED if meta else Outcome.ADDED, path)


def _meta(
    bench: Workbench,
    path: str,
    confidence: float,
    meta: AboutMeta | None,
    *,
    boost: bool,
    is_said: bool,
) -> AboutMeta:
    most = 1.0 if is_said else INFERRED_AT_MOST
    if meta is None:
        return AboutMeta(
            path=path,
            first_seen=bench.now,
            last_seen=bench.now,
            confidence=min(confidence, most),
            source="learned",
            inferred=not is_said,
        )
    left = about_confidence(meta, bench.settings, bench.now) + (REINFORCEMENT if boost else 0.0)
    return meta.model_copy(
        update={
            "last_seen": bench.now,
            "confidence": round(min(most, max(left, confidence)), 6),
            "seen_count": meta.seen_count + 1,
            "inferred": not is_said,
        }
    )


def _store(bench: Workbench, about: About, meta: AboutMeta) -> None:
    others = [item for item in bench.profile.about_meta if item.path != meta.path]
    bench.profile = bench.profile.model_copy(update={"about": about, "about_meta": [*others, meta]})
