"""Whether what the rules read is kept: what a quote does not support is hidden, or rejected."""

import pytest

from adapters.reader.languages import languages
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.learning.merging import examine, merge
from tests.unit.reader.reading import AT, RULES, request

HIDDEN: dict[str, set[str]] = {
    # "I'm with Chloé": none of the words says that they are a couple.
    "fr": {"together-by-name"},
    # Whoever opens a noodle shop "runs" it; 「はたち」 has no figure.
    "ja": {"business", "left-it-for-a-shop", "shop-of-their-own", "trade-of-their-own", "twenty"},
}
"""Rules of whose own examples something is not kept, by language."""


def _is_kept(message: str) -> bool:
    """Whether all that is stated in a message is in the profile, and not as an inference."""
    asked = request(message)
    stated = [one for one in RULES.analyze(asked).candidates if one.does == "assert"]
    merged = merge(
        Profile(), examine(stated, asked.prompts), batch_id="b", settings=Settings(), now=AT
    )
    profile = merged.profile
    is_said = profile.without_inferred().about.to_json() == profile.about.to_json()
    return is_said and not any(one.outcome == "rejected" for one in merged.decisions)


@pytest.mark.parametrize("code", sorted(languages()))
def test_what_the_examples_of_rules_state_is_kept(code: str) -> None:
    lost = {
        ready.entry.id
        for ready in languages()[code].rules
        for message in ready.entry.yes
        if not _is_kept(message)
    }
    assert lost == HIDDEN.get(code, set())
