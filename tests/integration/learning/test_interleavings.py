"""Deliveries in any number and order, and workers that die, on the embedded Firestore.

`tests/unit/services/test_interleavings.py` tries many more on the store in memory.
"""

import os
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from adapters.firestore import FirestoreStore
from shared.base.ids import random_id
from shared.documents.learning import BatchState
from shared.learning.analysis import AnalysisWorker, Budgets
from shared.learning.analyzer import TokenUsage
from shared.learning.counting import Counter, NewPrompt
from shared.learning.deployment_budget import DeploymentBudget
from shared.learning.leases import MAX_ATTEMPTS
from shared.learning.recording import Message, Recorder
from tests.support.firestore_support import ServerThread, make_guarded_client
from tests.support.interleavings import Died, Fate, Queue, try_interleavings

INTERLEAVINGS = int(os.environ.get("REKINDLE_INTERLEAVINGS", "6"))
"""How many to try; `make deep` tries 60."""


@pytest.mark.xdist_group("interleavings")
def test_each_prompt_is_counted_and_analyzed_once():
    with ServerThread() as server:
        client = make_guarded_client(server.address, "demo-interleavings")
        try_interleavings(lambda: FirestoreStore(client), INTERLEAVINGS)


class DeadlyAnalyzer:
    """Kills its process, as running out of memory would."""

    name = "offline"

    def estimate(self, request):
        return TokenUsage()

    def analyze(self, request):
        raise Died


@pytest.mark.xdist_group("interleavings")
def test_a_batch_that_kills_its_worker_each_time_is_recorded_as_failed():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    uid = f"u-{uuid.uuid4().hex}"
    with ServerThread() as server:
        store = FirestoreStore(make_guarded_client(server.address, "demo-deadly"))
        queue = Queue(Fate())
        counter = Counter(store, queue, lambda: now)
        Recorder(store, lambda: now, random_id).record(uid, [Message(content="boom", id="p")])
        counter.count(uid, NewPrompt("p", now))
        batch = counter.refresh(uid)
        worker = AnalysisWorker(
            store,
            DeadlyAnalyzer(),
            counter.enqueue,
            lambda: now,
            random_id,
            lease=timedelta(seconds=60),
            budgets=Budgets(None, DeploymentBudget(store, lambda: now, None)),
        )
        for execution in range(MAX_ATTEMPTS):
            with pytest.raises(Died):
                worker.analyze(uid, batch.id, execution=execution)
        assert store.batches.get(uid, batch.id).state is BatchState.RUNNING

        assert worker.analyze(uid, batch.id, execution=MAX_ATTEMPTS) is None
        ended = store.batches.get(uid, batch.id)
        assert (ended.state, ended.error.reason) == (BatchState.FAILED, "CRASHED")
        assert ended.redrive_at is not None
        assert store.users.get(uid).learning.failed == [batch.id]
