"""Sessions and the turns of their transcripts, on an in-memory store."""

import pytest

from shared.base.errors import Aborted, NotFound
from shared.sessions.progress import Progress
from shared.sessions.session_service import Turn

TURNS = [
    Turn("user", "I love hiking."),
    Turn("assistant", "Noted."),
    Turn("user", "I hate waiting."),
]


def test_a_session_starts_once_and_shows_what_the_one_before_left(domain):
    domain.sessions.start("ada", "s1", "/project")
    domain.sessions.report("ada", "s1", Progress(summary="Wrote the parser."))
    domain.clock.advance(hours=1)
    started = domain.sessions.start("ada", "s2", "/project")
    assert started.is_new
    assert started.previous.summary == "Wrote the parser."
    assert not domain.sessions.start("ada", "s2", "/project").is_new


def test_turns_sent_again_become_prompts_once(domain):
    domain.sessions.start("ada", "s", None)
    first = domain.sessions.take_turns("ada", "s", 0, TURNS[:2])
    again = domain.sessions.take_turns("ada", "s", 0, TURNS)
    assert (first.turns, again.turns) == (2, 3)
    contents = {prompt.content for prompt in domain.store.prompts.query("ada")}
    assert contents == {turn.content for turn in TURNS}
    assert len(first.prompts) == len(again.prompts) == 1


def test_turns_after_a_gap_are_refused(domain):
    domain.sessions.start("ada", "s", None)
    with pytest.raises(Aborted) as raised:
        domain.sessions.take_turns("ada", "s", 2, TURNS[2:])
    assert raised.value.details[0]["processedTurns"] == 0
    assert domain.store.prompts.query("ada") == []


def test_a_session_ends_thirty_days_after_it_was_active(domain):
    domain.sessions.start("ada", "s", None)
    domain.clock.advance(days=29)
    domain.sessions.report("ada", "s", Progress(notes=["still here"]))
    domain.clock.advance(days=29)
    assert domain.sessions.get("ada", "s").context == ["still here"]
    domain.clock.advance(days=1)
    with pytest.raises(NotFound):
        domain.sessions.get("ada", "s")
    assert domain.maintenance.sweep().enqueued["sessions"] == 1
    domain.work()
    assert domain.store.sessions.query("ada") == []
