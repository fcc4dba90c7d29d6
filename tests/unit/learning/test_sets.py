"""Two sets decide the rule of evidence: honest paraphrases, and items that nobody said (P-12).

Both were written as a model would answer, by somebody who did not know the rule's code.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from shared.context import block
from shared.documents.decisions import Outcome
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import Candidate
from shared.learning.merging import examine, merge

AT = datetime(2026, 1, 1, tzinfo=UTC)
CANDIDATE = TypeAdapter(Candidate)


def items(name):
    """The items of a set."""
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def fate(item):
    """What becomes of an item in an empty profile: `rejected`, `hidden` or `shown`."""
    prompts = {
        f"p{number}": PromptText(f"p{number}", text, AT)
        for number, text in enumerate(item["messages"], start=1)
    }
    fields = {**item["candidate"], "prompt_id": f"p{item['prompt']}"}
    try:
        candidate = CANDIDATE.validate_python(fields)
    except ValidationError:
        return "rejected"  # The schema of the model's answer rejects it, as `invalid`.
    result = merge(
        Profile(),
        examine([candidate], prompts.values()),
        batch_id="b1",
        settings=Settings(),
        now=AT,
    )
    (decision,) = result.decisions
    if decision.outcome is Outcome.REJECTED:
        return "rejected"
    return "shown" if pieces(result.profile) else "hidden"


def pieces(profile):
    """What the context block would include of a profile."""
    groups = [*block.preference_groups(profile), *block.habit_groups(profile)]
    listed = [piece for group in groups for piece in group.pieces]
    return [*block.about_lines(profile), *listed, *block.skill_lines(profile)]


@pytest.fixture(scope="module")
def honest():
    return [(fate(item), item) for item in items("honest")]


@pytest.fixture(scope="module")
def invented():
    return [(fate(item), item) for item in items("invented")]


def shares(fates):
    counts = Counter(result for result, _ in fates)
    return {result: count / len(fates) for result, count in counts.items()}


def test_of_honest_paraphrases_at_most_two_percent_are_rejected(honest):
    assert len(honest) == 200
    lost = [item["candidate"] for result, item in honest if result == "rejected"]
    assert shares(honest).get("rejected", 0) <= 0.02, lost


def test_of_invented_items_at_least_95_percent_are_rejected(invented):
    assert len(invented) == 200
    kept = [item["candidate"] for result, item in invented if result != "rejected"]
    assert shares(invented)["rejected"] >= 0.95, kept
