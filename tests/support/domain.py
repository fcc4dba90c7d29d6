"""The domain's services on an in-memory store, in one process and without a stack."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from adapters.reader import OfflineAnalyzer
from functions.wiring.config import Config
from functions.wiring.services import Services
from shared.learning.analyzer import Analyzer
from shared.learning.counting import ANALYZE, NewPrompt
from shared.learning.recording import Message
from shared.learning.waiting import Sleep
from shared.maintenance.sweep import MAINTENANCE
from shared.memory.embeddings import Embedder
from tests.support.access.in_memory import InMemoryAccess
from tests.support.in_memory_store import InMemoryStore
from tests.support.operating.in_memory import InMemoryOperatorStore

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


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
    """The application, on a store and a queue in memory, as it is deployed but for one thing.

    It reads by the rules alone unless it is given an analyzer: its tests are of the services, and
    the network would take most of their time. Its services are attributes, as on
    `functions.wiring.services.Services`.
    """

    def __init__(
        self,
        analyzer: Analyzer | None = None,
        embedder: Embedder | None = None,
        store: Any = None,
        queue: Queue | None = None,
        sleep: Sleep | None = None,
        **environment: str,
    ) -> None:
        numbers = count(1)
        self.clock = MovableClock()
        basics = {"GOOGLE_CLOUD_PROJECT": "demo", "REKINDLE_ANALYZER": "offline"}
        config = Config.from_env(basics | environment)
        self.store: Any = store or InMemoryStore(config.defaults)
        self.queue = queue or Queue()
        self._services = Services(
            config,
            clock=self.clock,
            store=self.store,
            tasks=self.queue,
            embedder=embedder,
            access=InMemoryAccess(),
            figures=InMemoryOperatorStore(self.store),
            new_id=lambda: f"id-{next(numbers)}",
            analyzer=analyzer or OfflineAnalyzer(only_rules=True),
            **({"sleep": sleep} if sleep else {}),
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._services, name)

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
        event = NewPrompt(
            prompt.id,
            prompt.recorded_at,
            prompt.role,
            prompt.skipped,
            in_bulk=prompt.in_bulk is True,
        )
        return self.counter.count(uid, event).outcome

    def work(self) -> None:
        """Runs tasks until none is left."""
        while self.queue.waiting:
            self.work_once()

    def work_once(self) -> str:
        """Runs the oldest task; returns whose it was."""
        name = next(iter(self.queue.waiting))
        function, body = self.queue.waiting.pop(name)
        if function == ANALYZE:
            self.worker.analyze(body["uid"], body["batchId"])
        else:
            assert function == MAINTENANCE
            self.maintenance.run(body["job"], body["uid"], body["tries"])
        return str(body["uid"])

    def learn(self, uid: str, *texts: str) -> None:
        """Records messages and has them analyzed at once."""
        self.say(uid, *texts)
        self.counter.refresh(uid)
        self.work()
