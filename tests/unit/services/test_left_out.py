"""One message that a model does not take costs nobody but itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.learning import BatchState
from shared.learning.analyzer import Analysis, AnalysisError, AnalysisRequest, TokenUsage
from shared.learning.candidates import PreferenceCandidate
from shared.learning.leases import MAX_CALLS
from tests.support.domain import Domain

CALL = TokenUsage(100, 10, 0.01)
REASONS = {"REFUSED": "refused", "TRUNCATED": "too_long", "TOO_LONG": "too_long"}


class Picky:
    """An analyzer that takes no batch with one of these words, and learns from all others."""

    name = "picky"

    def __init__(
        self, *words: str, reason: str = "REFUSED", error: Exception | None = None
    ) -> None:
        self.words = words
        self.reason = reason
        self.error = error
        self.calls: list[list[str]] = []

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        return CALL

    def analyze(self, request: AnalysisRequest) -> Analysis:
        texts = [prompt.content for prompt in request.prompts]
        self.calls.append(texts)
        if any(word in text for text in texts for word in self.words):
            refusal = AnalysisError(
                self.reason, "It does not take it.", splittable=True, usage=CALL
            )
            raise self.error or refusal
        found = [
            PreferenceCandidate(
                type="like",
                description=prompt.content.split()[-1],
                confidence=0.95,
                quote=prompt.content,
                prompt_id=prompt.id,
            )
            for prompt in request.prompts
        ]
        return Analysis(found, CALL)


def learned(analyzer, *texts):
    """Has these messages analyzed as one batch; returns the domain, the ids and the batch."""
    domain = Domain(analyzer, OPENAI_API_KEY="key", REKINDLE_DAILY_BUDGET="none")
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 20})
    ids = domain.say("ada", *texts)
    domain.counter.refresh("ada")
    domain.work()
    (batch,) = domain.store.batches.query("ada")
    return domain, ids, batch


def likes(domain):
    return {item.description for item in domain.profiles.get("ada").preferences}


@pytest.mark.parametrize("reason", REASONS)
def test_one_message_that_is_not_taken_costs_its_neighbours_nothing(reason):
    texts = ["I love hiking", "I love poison", "I love chess", "I love tea", "I love opera"]
    domain, ids, batch = learned(Picky("poison", reason=reason), *texts)
    assert batch.state is BatchState.DONE
    assert likes(domain) == {"hiking", "chess", "tea", "opera"}
    (left_out,) = [each for each in batch.decisions if each.kind == "message"]
    assert (left_out.outcome, left_out.reason) == ("rejected", REASONS[reason])
    assert (left_out.prompt_id, left_out.description) == (ids[1], "It does not take it.")
    states = [domain.reports.prompt("ada", id_).state for id_ in ids]
    assert states == ["analyzed", "failed", "analyzed", "analyzed", "analyzed"]
    assert domain.profiles.get("ada").total_prompts_analyzed == 4
    assert batch.usage.cost == pytest.approx(batch.calls * CALL.cost)


def test_a_message_that_the_analyzer_stumbles_over_costs_its_neighbours_nothing():
    texts = ["I love hiking", "I love poison", "I love chess"]
    domain, ids, batch = learned(Picky("poison", error=IndexError()), *texts)
    assert batch.state is BatchState.DONE
    assert likes(domain) == {"hiking", "chess"}
    (left_out,) = [each for each in batch.decisions if each.kind == "message"]
    assert (left_out.outcome, left_out.reason) == ("rejected", "crashed")
    assert (left_out.prompt_id, left_out.quote) == (ids[1], None)
    # What it used is not known, so each call counts as the most that it can have used.
    assert batch.usage.cost == pytest.approx(batch.calls * CALL.cost)


def test_a_batch_of_which_nothing_is_taken_has_failed():
    domain, ids, batch = learned(Picky("love"), "I love hiking", "I love chess")
    assert (batch.state, batch.error.reason) == (BatchState.FAILED, "REFUSED")
    assert {domain.reports.prompt("ada", id_).state for id_ in ids} == {"failed"}
    assert batch.usage.cost == pytest.approx(3 * CALL.cost)
    assert batch.redrive_at is None, "it would only be refused again"


def test_when_no_calls_are_left_what_was_learned_stays():
    things = [f"thing{n}" for n in range(20)]
    analyzer = Picky(*(f"thing{n} " for n in range(0, 20, 2)))
    domain, ids, batch = learned(analyzer, *(f"I love {thing} " for thing in things))
    assert len(analyzer.calls) == batch.calls == MAX_CALLS
    assert batch.state is BatchState.DONE
    unread = {each.prompt_id for each in batch.decisions if each.kind == "message"}
    assert likes(domain) == {
        thing for thing, id_ in zip(things, ids, strict=True) if id_ not in unread
    }
    assert likes(domain)


@given(st.sets(st.integers(0, 7), max_size=3))
def test_exactly_what_is_refused_is_left_out(refused):
    things = [f"thing{n}" for n in range(8)]
    domain, ids, batch = learned(
        Picky(*(things[n] for n in refused)), *(f"I love {thing}" for thing in things)
    )
    assert batch.state is BatchState.DONE
    unread = {each.prompt_id for each in batch.decisions if each.kind == "message"}
    assert unread == {ids[n] for n in refused}
    assert likes(domain) == {things[n] for n in range(8) if n not in refused}
    asked = [text for call in analyzer_calls(domain) for text in call]
    assert all(asked.count(f"I love {thing}") <= 4 for thing in things), "halving, not one by one"


def analyzer_calls(domain):
    return domain.analyzer.calls


def test_a_message_in_a_language_that_is_not_read_is_reported_and_fails_nothing(domain):
    domain.learn("ada", "Abito a Roma e lavoro come medico.")
    (decision,) = domain.store.batches.query("ada")[0].decisions
    assert (decision.kind, decision.reason) == ("message", "language_not_read")
    reasons = domain.reports.status("ada").reasons
    assert sum(reason.startswith("LANGUAGE_NOT_READ: 1 message") for reason in reasons) == 1
    domain.learn("ada", "I love tea.")
    reasons = domain.reports.status("ada").reasons
    assert not any("LANGUAGE_NOT_READ" in reason for reason in reasons)
