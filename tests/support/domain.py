"""The domain's services on an in-memory store, in one process and without a stack."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from adapters.reader import OfflineAnalyzer
from shared.account.account_service import AccountService
from shared.account.changes import ChangeReports
from shared.context.context_service import ContextService
from shared.learning.analysis import AnalysisWorker
from shared.learning.analyzer import Analyzer
from shared.learning.counting import ANALYZE, Counter, NewPrompt
from shared.learning.recording import Message, Recorder
from shared.learning.reporting import LearningReports
from shared.maintenance import MAINTENANCE, Maintenance
from shared.memory.embeddings import Embedder
from shared.memory.memory_service import MemoryService
from shared.memory.repair import MemoryRepair
from shared.memory.search.search_service import MemorySearch
from shared.profile.profile_service import ProfileService
from shared.sessions.session_service import SessionService
from shared.tools.executor import ToolExecutor
from shared.transfer.transfer_service import TransferService
from tests.support.in_memory_store import InMemoryStore

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
LEASE = timedelta(minutes=3)


@dataclass
class MovableClock:
    """A clock that stands still until it is advanced."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class Queue:
    """Tasks by name, each taken once; `shared.ports.Tasks` in memory."""

    waiting: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def enqueue(
        self, function: str, name: str, body: dict[str, Any], *, at: datetime | None = None
    ) -> None:
        if name not in self.taken:
            self.taken.add(name)
            self.waiting[name] = function, body


class Domain:
    """All services, wired as the composition root wires them."""

    def __init__(self, analyzer: Analyzer | None = None, embedder: Embedder | None = None) -> None:
        numbers = count(1)
        self.new_id: Callable[[], str] = lambda: f"id-{next(numbers)}"
        self.clock = MovableClock()
        self.store = InMemoryStore()
        self.queue = Queue()
        store, clock = self.store, self.clock
        self.recorder = Recorder(store, clock, self.new_id)
        self.counter = Counter(store, self.queue, clock)
        self.reports = LearningReports(store, "offline", clock)
        self.worker = AnalysisWorker(
            store,
            analyzer or OfflineAnalyzer(),
            clock,
            self.new_id,
            lease=LEASE,
            daily_budget=None,
        )
        self.profiles = ProfileService(store, clock)
        self.memory = MemoryService(store, clock, embedder)
        self.search = MemorySearch(store, clock, embedder)
        self.repair = MemoryRepair(store, clock)
        self.contexts = ContextService(store, clock, self.search)
        self.changes = ChangeReports(store, clock)
        self.tools = ToolExecutor(self.memory, self.search, self.profiles)
        self.sessions = SessionService(store, self.recorder, clock, self.new_id)
        self.accounts = AccountService(store, clock)
        self.transfers = TransferService(store, self.memory, self.accounts, clock, embedder)
        self.maintenance = Maintenance(
            store, self.queue, self.counter, self.memory, self.sessions, clock
        )

    def say(self, uid: str, *texts: str) -> list[str]:
        """Records messages and delivers their events; returns the ids of the prompts."""
        recorded = self.recorder.record(uid, [Message(content=text) for text in texts])
        for one in recorded:
            self.deliver(uid, one.id)
        return [one.id for one in recorded]

    def deliver(self, uid: str, prompt_id: str) -> str:
        """Delivers the event of one prompt; returns the outcome of counting it."""
        prompt = self.store.prompts.get(uid, prompt_id)
        assert prompt is not None
        event = NewPrompt(prompt.id, prompt.recorded_at, prompt.role, prompt.skipped)
        return self.counter.count(uid, event).outcome

    def work(self) -> None:
        """Runs tasks until none is left."""
        while self.queue.waiting:
            name = next(iter(self.queue.waiting))
            function, body = self.queue.waiting.pop(name)
            if function == ANALYZE:
                self.worker.analyze(body["uid"], body["batchId"])
            else:
                assert function == MAINTENANCE
                self.maintenance.run(body["job"], body["uid"])

    def learn(self, uid: str, *texts: str) -> None:
        """Records messages and has them analyzed at once."""
        self.say(uid, *texts)
        self.counter.refresh(uid)
        self.work()
