"""Deliveries in any number and order, with processes that die at any point in between.

The real counter and worker run on a store of any kind. Hypothesis decides what happens next: an
event or a task is delivered (again), or the process dies before or after any transaction and before
or after a task is created.
"""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from shared.account.account_service import AccountService
from shared.base.errors import Unavailable
from shared.base.ids import random_id
from shared.documents.learning import MAX_IN_FLIGHT, BatchState
from shared.learning.analysis import AnalysisWorker, Budgets
from shared.learning.analyzer import Analysis, TokenUsage
from shared.learning.candidates import PreferenceCandidate
from shared.learning.counting import Counter, NewPrompt
from shared.learning.deployment_budget import DeploymentBudget
from shared.learning.recording import Message, Recorder
from shared.maintenance.maintenance import Maintenance
from shared.memory.due_notes import DueNotes
from shared.ports import Order
from shared.sessions.session_service import SessionService

INTERVAL = 3


class Died(BaseException):
    """The process ended here. No handler of the code under test may catch this."""


class MortalStore:
    """The real store, in a process that may die before or after a transaction."""

    def __init__(self, store, fate):
        self._store = store
        self._fate = fate

    def __getattr__(self, name):
        return getattr(self._store, name)

    def transact(self, work):
        self._fate.maybe()
        result = self._store.transact(work)
        self._fate.maybe()
        return result


class Queue:
    """Tasks that wait until Hypothesis delivers them; a name stays taken."""

    def __init__(self, fate):
        self.tasks = {}
        self._fate = fate

    def enqueue(self, function, name, body, *, at=None):
        self._fate.maybe()
        self.tasks.setdefault(name, (function, body))
        self._fate.maybe()


class Fate:
    """Kills the process at the n-th opportunity."""

    def __init__(self):
        self.left = None

    def maybe(self):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise Died


class EchoAnalyzer:
    """Finds one preference per prompt, quoting all of it.

    `meanwhile` is called once, during an analysis.
    """

    name = "offline"
    meanwhile = None

    def estimate(self, request):
        return TokenUsage()

    def analyze(self, request):
        happening, self.meanwhile = self.meanwhile, None
        if happening:
            happening()
        return Analysis(
            [
                PreferenceCandidate(
                    type="like",
                    description=f"thing {prompt.id}",
                    confidence=0.9,
                    quote=prompt.content,
                    prompt_id=prompt.id,
                )
                for prompt in request.prompts
            ]
        )


class Deliveries(RuleBasedStateMachine):
    """Records prompts and delivers their events and tasks, on a store from `make_store`."""

    make_store: ClassVar[Callable[[], Any]]

    @initialize()
    def start(self):
        self.uid = f"u-{uuid.uuid4().hex}"
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.fate = Fate()
        self.plain = type(self).make_store()
        store = MortalStore(self.plain, self.fate)
        self.queue = Queue(self.fate)

        def clock():
            return self.now

        self.recorder = Recorder(self.plain, clock, random_id)
        self.counter = Counter(store, self.queue, clock)
        self.analyzer = EchoAnalyzer()
        self.worker = AnalysisWorker(
            store,
            self.analyzer,
            self.counter.enqueue,
            clock,
            random_id,
            lease=timedelta(seconds=60),
            budgets=Budgets(None, DeploymentBudget(store, clock, None)),
        )
        self.maintenance = Maintenance(
            store,
            self.queue,
            self.counter,
            DueNotes(store, clock),
            SessionService(store, self.recorder, clock, random_id),
            AccountService(store, clock, lambda _: 0, str, lambda _: None),
            clock,
            add_run=lambda _: None,
        )
        self.events = []
        AccountService(self.plain, clock, lambda _: 0, str, lambda _: None).patch_settings(
            self.uid, {"userMemoryAnalysisInterval": INTERVAL, "userProfileMaxPreferences": 100}
        )

    @rule()
    def a_prompt_is_recorded(self):
        self.now += timedelta(seconds=1)
        id_ = f"p{len(self.events):03}"
        self.recorder.record(self.uid, [Message(content=f"I say {id_}", id=id_)])
        self.events.append(NewPrompt(id_, self.now))

    @rule(which=st.integers(0, 1000), dies=st.none() | st.integers(0, 3))
    def an_event_is_delivered(self, which, dies):
        if self.events:
            event = self.events[which % len(self.events)]
            self.attempt(lambda: self.counter.count(self.uid, event), dies)

    @rule(which=st.integers(0, 1000), dies=st.none() | st.integers(0, 3), late=st.booleans())
    def a_task_is_delivered(self, which, dies, late):
        if self.queue.tasks:
            names = sorted(self.queue.tasks)
            _, body = self.queue.tasks[names[which % len(names)]]
            if late:
                self.now += timedelta(minutes=5)
            self.attempt(lambda: self.worker.analyze(self.uid, body["batchId"]), dies)

    @rule(which=st.integers(0, 1000))
    def a_worker_outlives_its_lease(self, which):
        """It waits for the model while another worker takes over its batch and finishes it."""
        if self.queue.tasks:
            names = sorted(self.queue.tasks)
            _, body = self.queue.tasks[names[which % len(names)]]

            def another():
                self.now += timedelta(minutes=5)
                self.attempt(lambda: self.worker.analyze(self.uid, body["batchId"]))

            self.analyzer.meanwhile = another
            self.attempt(lambda: self.worker.analyze(self.uid, body["batchId"]))
            self.analyzer.meanwhile = None

    @rule(dies=st.none() | st.integers(0, 5))
    def maintenance_runs_later(self, dies):
        self.now += timedelta(minutes=20)
        self.attempt(self.maintenance.sweep, dies)

    def attempt(self, work, dies=None):
        self.fate.left = dies
        try:
            work()
        except (Died, Unavailable):
            pass
        finally:
            self.fate.left = None

    @invariant()
    def no_prompt_is_in_two_places(self):
        if not hasattr(self, "uid"):
            return
        user, batches = self.state()
        places = [*user.learning.pending, *(id_ for batch in batches for id_ in batch.prompt_ids)]
        assert len(places) == len(set(places))
        assert all(len(batch.prompt_ids) == INTERVAL for batch in batches)
        done = [batch.prompt_ids for batch in batches if batch.state is BatchState.DONE]
        assert user.profile.total_prompts_analyzed == sum(map(len, done))
        assert all(ids == sorted(ids) for ids in done), "in the order in which they were said"

    @invariant()
    def the_line_moves_by_itself(self):
        """Whatever waits is counted, and each batch ahead of it is looked after by maintenance."""
        if not hasattr(self, "uid"):
            return
        user, batches = self.state()
        waiting = [batch for batch in batches if batch.waiting_since]
        in_flight = [batch for batch in batches if batch.id in user.learning.in_flight]
        assert user.learning.waiting == len(waiting)
        assert len(in_flight) == len(user.learning.in_flight) <= MAX_IN_FLIGHT
        assert all(batch.redrive_at and not batch.state.ended for batch in in_flight)
        assert not waiting or len(in_flight) == MAX_IN_FLIGHT
        ended = {batch.id for batch in batches if batch.state.ended}
        placed = {batch.id for batch in (*waiting, *in_flight)} | ended
        assert placed == {batch.id for batch in batches}

    def state(self):
        user = self.plain.users.get(self.uid)
        return user, self.plain.batches.query(self.uid)

    def teardown(self):
        """Delivers everything once more, after which all prompts are counted and analyzed."""
        if not hasattr(self, "uid"):
            return
        for event in self.events:
            self.attempt(lambda event=event: self.counter.count(self.uid, event))
        for _ in range(3):
            self.maintenance_runs_later(None)
            delivered = 0
            while delivered < len(self.queue.tasks):
                tasks = list(self.queue.tasks.values())[delivered:]
                delivered += len(tasks)
                for _, body in tasks:
                    self.attempt(lambda body=body: self.worker.analyze(self.uid, body["batchId"]))
        user, batches = self.state()
        counted = sorted([*user.learning.pending, *(i for b in batches for i in b.prompt_ids)])
        assert counted == [event.id for event in self.events]
        assert {batch.state for batch in batches} <= {BatchState.DONE}
        assert len(user.learning.pending) < INTERVAL
        analysed = {id_ for batch in batches for id_ in batch.prompt_ids}
        assert {item.evidence[0].prompt_id for item in user.profile.preferences} == analysed
        assert all(len(item.evidence) == 1 for item in user.profile.preferences)
        entries = self.plain.changelog.query(self.uid, order=Order("version"))
        assert [entry.version for entry in entries] == list(range(1, len(batches) + 1))
        assert user.profile.version == len(batches)


def try_interleavings(make_store: Callable[[], Any], count: int) -> None:
    """Tries so many interleavings of 25 events each.

    Raises:
        AssertionError: a prompt was lost, or counted or analyzed twice.
    """

    class OnThisStore(Deliveries):
        pass

    OnThisStore.make_store = staticmethod(make_store)
    run_state_machine_as_test(
        OnThisStore,
        settings=settings(
            max_examples=count,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
