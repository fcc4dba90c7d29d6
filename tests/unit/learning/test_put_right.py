"""A correction names only what was wrong; what was known vouches for the rest."""

import pytest

from shared.documents.decisions import Outcome
from shared.documents.profile import Profile
from shared.learning.analyzer import PromptText
from shared.learning.candidates import AboutCandidate
from tests.support.strategies import START, merged


def heard(text):
    return {"m0": PromptText("m0", text, START)}


@pytest.mark.parametrize(
    ("value", "is_learned"),
    [("Bella (Hund)", True), ("Bella (Katze)", False), ("Benno (Hund)", False)],
)
def test_what_is_put_right_is_vouched_for_by_what_was_known(value, is_learned):
    def pet(value, quote, **more):
        return AboutCandidate(path="custom.pets", value=value, confidence=1, quote=quote, **more)

    said = "Mein Hund heißt Bello und er ist sehr groß."
    profile = merged(Profile(), pet("Bello (Hund)", said), prompts=heard(said)).profile
    quote = "Entschuldigung, ich meinte natürlich die Bella."
    told = {"does": "retract", "target": "custom.pets", "target_text": "Bello (Hund)"}
    wrong = pet("Bello (Hund)", quote, **told)
    decisions = merged(
        profile, wrong, pet(value, quote), batch="b2", prompts=heard(quote)
    ).decisions
    assert decisions[0].outcome is Outcome.RETRACTED
    assert decisions[1].accepted is is_learned
