"""Imports of old conversations: each message once, learned little by little, newest words first."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.base.errors import FailedPrecondition, Unavailable
from shared.documents.imports import PREFIX
from shared.documents.learning import BatchState
from shared.learning.analyzer import Analysis, AnalysisError, TokenUsage
from shared.learning.importing import PER_BATCH, OldMessage, Piece
from shared.learning.line import REDRIVE_AFTER
from tests.support.domain import START, Domain
from tests.support.in_memory_store import InMemoryStore

LONG_AGO = datetime(2023, 5, 1, 9, tzinfo=UTC)


def message(number, text=None, at=None, **fields):
    return OldMessage(
        id=f"m{number}",
        thread="t",
        at=at or LONG_AGO + timedelta(days=number),
        content=text or f"I love subject number {number}.",
        **{"role": "user", **fields},
    )


def piece(*messages, import_id="old", source="chatgpt", **fields):
    return Piece(import_id, source, messages, **fields)


def take(domain, *messages, **fields):
    return domain.importer.take("ada", piece(*messages, **fields))


def line_of(domain):
    return domain.store.users.get("ada").learning.imports


class Asked:
    """An analyzer that finds nothing, and remembers what it was asked about."""

    name = "asked"

    def __init__(self, cost=0.0) -> None:
        self.batches = []
        self.cost = cost

    def estimate(self, request):
        return TokenUsage(cost=self.cost)

    def analyze(self, request):
        self.batches.append([prompt.content for prompt in request.prompts])
        return Analysis(usage=TokenUsage(cost=self.cost))


def test_a_message_keeps_its_words_and_its_date(domain):
    taken = take(domain, message(1, "I live in Berlin.", LONG_AGO))
    assert (taken.taken, taken.merged, list(taken.refused)) == (1, 0, [])
    (prompt,) = domain.store.prompts.query("ada")
    assert (prompt.content, prompt.created_at) == ("I live in Berlin.", LONG_AGO)
    domain.work()
    profile = domain.profiles.get("ada")
    assert profile.about.custom["location"] == "Berlin"
    (meta,) = profile.about_meta
    assert meta.stated_at == LONG_AGO


def test_repeating_a_piece_changes_nothing(domain):
    messages = [message(n) for n in range(30)]
    take(domain, *messages, position=0)
    domain.work()
    before = domain.store.users.get("ada")
    again = take(domain, *messages, position=0)
    assert (again.taken, again.merged) == (0, 30)
    assert (again.progress.record.taken, again.progress.record.total) == (30, 30)
    domain.work()
    assert domain.store.users.get("ada") == before
    assert len(domain.store.batches.query("ada")) == 2


def test_a_newer_export_brings_only_what_is_new(domain):
    take(domain, *(message(n) for n in range(30)))
    domain.work()
    newer = take(domain, *(message(n) for n in range(-5, 40)), import_id="newer")
    assert (newer.taken, newer.merged) == (15, 30)
    domain.work()
    ids = [id_ for batch in domain.store.batches.query("ada") for id_ in batch.prompt_ids]
    assert len(ids) == len(set(ids)) == 45
    assert domain.profiles.get("ada").total_prompts_analyzed == 45


def test_two_messages_of_one_id_are_one(domain):
    taken = take(domain, message(1, "I live in Berlin."), message(1, "I live in Rome."))
    assert (taken.taken, taken.merged) == (1, 1)


class Breaking(InMemoryStore):
    """A store whose transactions fail while it is told so."""

    broken = False

    def transact(self, work):
        if self.broken:
            raise Unavailable("The database is away.")
        return super().transact(work)


def test_what_a_crash_left_without_a_batch_is_found_again():
    domain = Domain(store=Breaking())
    domain.store.broken = True
    with pytest.raises(Unavailable):
        take(domain, *(message(n) for n in range(30)), position=0)
    domain.store.broken = False
    again = take(domain, *(message(n) for n in range(30)), position=0)
    assert again.progress.waiting == 30
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 30
    take(domain, *(message(n) for n in range(30)), position=0)
    take(domain, *(message(n) for n in range(-3, 27)), position=0)
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 33


def test_what_a_crash_left_is_found_by_a_file_that_is_cut_otherwise():
    domain = Domain(store=Breaking())
    domain.store.broken = True
    with pytest.raises(Unavailable):
        take(domain, *(message(n) for n in range(30)))
    domain.store.broken = False
    for first in range(0, 40, 8):
        take(domain, *(message(n) for n in range(first, first + 8)), import_id="other")
        take(domain, *(message(n) for n in range(first, first + 8)), import_id="third")
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 40


def test_a_lost_task_is_made_again_by_maintenance():
    domain = Domain()
    take(domain, message(1))
    domain.queue.waiting.clear()
    domain.clock.advance(seconds=REDRIVE_AFTER.total_seconds() + 1)
    (batch,) = domain.store.batches.query("ada")
    assert domain.counter.redrive("ada", batch.id)
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 1


def test_one_task_at_a_time_and_the_newest_words_first():
    analyzer = Asked()
    domain = Domain(analyzer)
    for year in range(5):
        old = [message(100 * year + n, f"year {year}") for n in range(PER_BATCH)]
        take(domain, *old)
    assert len(domain.queue.waiting) == 1
    assert line_of(domain).waiting == 4
    assert line_of(domain).messages == {"old": 5 * PER_BATCH}
    while domain.queue.waiting:
        domain.work_once()
        assert len(domain.queue.waiting) <= 1
    assert [batch[0] for batch in analyzer.batches] == [f"year {n}" for n in (0, 4, 3, 2, 1)]
    line = line_of(domain)
    assert (line.in_flight, line.waiting, line.messages) == (None, 0, {})


def test_what_is_said_now_does_not_wait_for_an_import():
    analyzer = Asked()
    domain = Domain(analyzer)
    for first in range(0, 500, 100):
        take(domain, *(message(n, "old") for n in range(first, first + 100)))
    domain.say("ada", *(f"new {n}" for n in range(10)))
    domain.work_once()
    domain.work_once()
    assert any(batch[0].startswith("new") for batch in analyzer.batches)


def test_nobody_counts_an_imported_message(domain):
    take(domain, *(message(n) for n in range(10)))
    domain.work()
    (batch,) = domain.store.batches.query("ada")
    assert batch.trigger == "import"
    domain.say("ada", "I love tea.")
    assert domain.store.users.get("ada").learning.pending == [
        prompt.id for prompt in domain.store.prompts.query("ada") if not prompt.batch
    ]
    domain.counter.refresh("ada")
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 11


def test_an_import_leaves_half_of_the_daily_budget_to_what_is_said_now():
    analyzer = Asked(cost=0.01)
    domain = Domain(analyzer, REKINDLE_DAILY_BUDGET="0.10", REKINDLE_MODEL="m")
    for first in range(0, 400, 100):
        take(domain, *(message(n, "old") for n in range(first, first + 100)))
    domain.work()
    assert len(analyzer.batches) == 5
    progress = domain.importer.progress("ada", "old")
    assert progress.waiting == 300
    assert "imports" in domain.store.users.get("ada").learning.last_error.message
    for _ in range(5):
        domain.say("ada", *(f"new {n}" for n in range(10)))
    domain.work()
    assert sum(batch[0].startswith("new") for batch in analyzer.batches) == 5
    domain.clock.advance(days=1)
    domain.counter.redrive("ada", line_of(domain).in_flight)
    domain.work()
    assert domain.importer.progress("ada", "old").waiting == 200


def test_only_what_the_user_said_is_stored(domain):
    taken = take(
        domain,
        message(1, "You live in Rome.", role="assistant"),
        message(2, "secret plan", private=True),
        message(3, "<private>my diagnosis</private>"),
        message(4, "   "),
        message(5, "later", at=START + timedelta(days=1)),
        message(
            6, "I love <private>and hate</private>tea. My key is sk-abcdefghijklmnopqrstu12345"
        ),
    )
    assert [each.reason for each in taken.refused] == [
        "NOT_THE_USER",
        "PRIVATE",
        "PRIVATE",
        "EMPTY",
        "IN_THE_FUTURE",
    ]
    (prompt,) = domain.store.prompts.query("ada")
    assert prompt.content.startswith("I love tea. My key is ")
    assert "abcdefghijklmnop" not in prompt.content
    assert taken.progress.record.refused == {
        "NOT_THE_USER": 1,
        "PRIVATE": 2,
        "EMPTY": 1,
        "IN_THE_FUTURE": 1,
    }


def test_messages_of_one_moment_keep_their_order(domain):
    take(domain, *(message(n, f"{n}", LONG_AGO) for n in range(5)))
    found = sorted(domain.store.prompts.query("ada"), key=lambda prompt: prompt.created_at)
    assert [prompt.content for prompt in found] == ["0", "1", "2", "3", "4"]
    assert found[0].created_at == LONG_AGO


def test_pieces_are_counted_once_and_in_order(domain):
    take(domain, message(1), message(2), position=0, left_out={"HIDDEN": 3})
    assert domain.importer.progress("ada", "old").record.position == 5
    take(domain, message(3), position=5, left_out={"TOOL": 1})
    take(domain, message(3), position=5, left_out={"TOOL": 1})
    record = domain.importer.progress("ada", "old").record
    assert (record.position, record.taken, record.total) == (7, 3, 7)
    assert record.refused == {"HIDDEN": 3, "TOOL": 1}


def test_without_learning_nothing_is_taken(domain):
    domain.accounts.patch_settings("ada", {"learningEnabled": False})
    with pytest.raises(FailedPrecondition) as refused:
        take(domain, message(1))
    assert refused.value.details == [{"reason": "LEARNING_OFF"}]
    assert not domain.store.prompts.query("ada")


def test_an_import_waits_while_learning_is_off():
    domain = Domain()
    take(domain, *(message(n) for n in range(100)))
    domain.accounts.patch_settings("ada", {"learningEnabled": False})
    domain.work()
    assert domain.importer.progress("ada", "old").waiting == 100
    domain.accounts.patch_settings("ada", {"learningEnabled": True})
    domain.clock.advance(days=1)
    domain.counter.redrive("ada", line_of(domain).in_flight)
    domain.work()
    assert domain.importer.progress("ada", "old").waiting == 0
    assert not domain.store.users.get("ada").learning.failed


def test_imports_are_listed_newest_first(domain):
    take(domain, message(1), import_id="one")
    domain.clock.advance(minutes=1)
    take(domain, message(2), import_id="two", source="claude")
    found = domain.importer.all("ada")
    assert [each.record.id for each in found] == [PREFIX + "two", PREFIX + "one"]
    assert [each.waiting for each in found] == [1, 1]
    assert domain.importer.progress("ada", "three") is None


def test_erasing_the_account_leaves_nothing_of_an_import(domain):
    take(domain, *(message(n) for n in range(100)))
    while not domain.accounts.erase("ada").complete:
        pass
    domain.work()
    assert domain.store.users.get("ada") is None
    assert not domain.store.prompts.query("ada")
    assert not domain.store.batches.query("ada")
    assert domain.importer.progress("ada", "old") is None


def test_a_refresh_retries_a_batch_of_an_import_that_failed():
    class Failing(Asked):
        works = False

        def analyze(self, request):
            if not self.works:
                raise AnalysisError("REFUSED", "no")
            return super().analyze(request)

    analyzer = Failing()
    domain = Domain(analyzer)
    take(domain, *(message(n) for n in range(60)))
    domain.work()
    states = [batch.state for batch in domain.store.batches.query("ada")]
    assert states == [BatchState.FAILED] * 3
    assert domain.importer.progress("ada", "old").waiting == 0
    analyzer.works = True
    domain.counter.refresh("ada")
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 60
