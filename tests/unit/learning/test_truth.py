"""The table of people who change their minds, played through `examine` and `merge`."""

from collections import Counter

import pytest

from shared.learning.merging import examine
from shared.learning.merging.claims import Support
from tests.support.truth.play import CANDIDATE, messages, problems_of
from tests.support.truth.table import Label, sequences

TABLE = sequences()
CONTROLS = [sequence for sequence in TABLE if sequence.file == "controls"]


@pytest.mark.parametrize("sequence", TABLE, ids=lambda sequence: sequence.id)
def test_the_profile_is_true_at_the_end(sequence):
    problems = problems_of(sequence)
    assert not problems, "\n".join([f"{sequence.id}:", *problems])


def test_the_table_is_large_and_its_names_are_unique():
    assert len(TABLE) >= 170
    assert len(CONTROLS) >= 35
    assert not [name for name, count in Counter(s.id for s in TABLE).items() if count > 1]
    said = Counter(text for s in TABLE for text in {t for step in s.steps for t in step.prompts})
    assert not [text for text, count in said.items() if count > 1]
    assert all(sequence.want or sequence.wantnot for sequence in TABLE)


@pytest.mark.parametrize("sequence", TABLE, ids=lambda sequence: sequence.id)
def test_a_perfect_reader_quotes_what_supports_it(sequence):
    """Otherwise a sequence would be right because its candidates are rejected for their quotes."""
    labels = {}
    for step in sequence.steps:
        if "as" in step.hand:
            labels[step.hand["as"]] = Label(step.hand)
        for read in step.reads:
            candidate = CANDIDATE.validate_python(step.candidate(read, labels))
            if "as" in read:
                labels[read["as"]] = Label(read)
            if read.get("outcome", "").endswith("no_evidence"):
                continue
            assert candidate.quote in step.prompts[read.get("of", 0)]
            if candidate.does in ("assert", "replace"):
                proposed = examine([candidate], messages(step)).candidates[0]
                found = (proposed.reason, list(proposed.unsaid), proposed.support)
                assert found == (None, [], Support.SAID), (sequence.id, candidate)
