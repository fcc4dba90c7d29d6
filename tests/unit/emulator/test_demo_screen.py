"""What the demo writes to a terminal."""

from io import StringIO

import pytest
from rich.console import Console

from emulator.demo.screen import Screen
from shared.documents.decisions import Outcome


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_of_a_candidate_is_shown(outcome: Outcome) -> None:
    shown = StringIO()
    decision = {"outcome": str(outcome), "kind": "preference", "description": "green tea"}
    Screen(Console(file=shown, width=100)).decisions({"promptIds": ["a"], "decisions": [decision]})
    assert str(outcome) in shown.getvalue()
    assert "green tea" in shown.getvalue()
