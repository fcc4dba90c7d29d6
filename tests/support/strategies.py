"""Hypothesis strategies for the domain, and how many examples they are asked for."""

from datetime import UTC, datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st

from shared.documents.profile import Level, PreferenceType
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import (
    AboutCandidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.merging import examine, merge

START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ["python", "rust", "tea", "jazz", "tabs", "short answers", "chess", "vim"]

moments = st.integers(0, 400 * 24).map(lambda hours: START + timedelta(hours=hours))
confidences = st.integers(0, 100).map(lambda percent: percent / 100)
descriptions = st.sampled_from(WORDS)

PROMPTS = {
    f"p{n}": PromptText(
        f"p{n}",
        f"I say {word} and mean {word}, whether I like {word} or avoid it.",
        START + timedelta(minutes=n),
    )
    for n, word in enumerate(WORDS)
}


def proof(word):
    """The quote for one of the words, with its prompt."""
    return {"quote": f"I say {word}", "prompt_id": f"p{WORDS.index(word)}"}


_proof = st.sampled_from(
    [proof(word) for word in WORDS]
    + [{"quote": "nobody said this", "prompt_id": "p0"}, {"quote": "", "prompt_id": ""}]
)


@st.composite
def candidates(draw):
    """Any candidate, with or without evidence."""
    proof = draw(_proof)
    kind = draw(st.sampled_from(["preference", "pattern", "workflow", "skill", "about"]))
    if kind == "preference":
        return PreferenceCandidate(
            type=draw(st.sampled_from(PreferenceType)),
            description=draw(descriptions),
            confidence=draw(confidences),
            **proof,
        )
    if kind == "pattern":
        return PatternCandidate(description=draw(descriptions), **proof)
    if kind == "workflow":
        return WorkflowCandidate(description=draw(descriptions), steps=["a", "b"], **proof)
    if kind == "skill":
        level = draw(st.sampled_from(Level))
        return SkillCandidate(domain=draw(descriptions), level=level, **proof)
    path = draw(st.sampled_from(["name", "tools.editor", "interests", "custom.team", "nonsense"]))
    return AboutCandidate(
        path=path, value=draw(descriptions), confidence=draw(confidences), **proof
    )


batches = st.lists(candidates(), max_size=25)


def merged(profile, *candidates, batch="b1", now=START, settings=None, prompts=PROMPTS):
    """The profile after one batch of candidates, with the decisions."""
    return merge(
        profile,
        examine(candidates, prompts.values()),
        batch_id=batch,
        settings=settings or Settings(),
        now=now,
    )


def examples(usual: int) -> int:
    """Returns how many to try where `usual` is right for a property that others try 100 times.

    `make test` tries fewer and `make deep` more, as their profiles in tests/conftest.py say.
    """
    return max(1, usual * settings.default.max_examples // 100)
