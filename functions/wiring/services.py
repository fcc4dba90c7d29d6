"""The composition root: the only place that chooses the adapter for each port.

Everything is created on first use and nothing at import, because gunicorn forks after loading the
app, and a gRPC channel does not survive a fork.
"""

import logging
import os
import time
from functools import cache
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any

from adapters.firebase_auth import Authenticator, FirebaseAuthenticator, IdentityPolicy
from functions.wiring.config import Config
from functions.wiring.once import once
from shared.access.ports import AccessStore
from shared.access.tokens import Randomness, random_characters
from shared.access.verifying import TokenVerifier
from shared.account.rate_limits import RateLimiter
from shared.base.breaker import Breaker
from shared.base.clock import Clock, OffsetClock, system_clock
from shared.base.ids import IdSource, random_id
from shared.base.telemetry import Telemetry
from shared.base.watchdog import Watchdog

if TYPE_CHECKING:
    from adapters.firestore.client import GuardedClient
    from shared.access.clients import Clients, FetchDocument
    from shared.access.connections import Connections
    from shared.access.floods import Registrations
    from shared.access.grants import Grants
    from shared.account.account_service import AccountService
    from shared.account.changes import ChangeReports
    from shared.account.purge_service import PurgeService
    from shared.context.context_service import ContextService
    from shared.inbox.inbox_service import InboxService
    from shared.learning.analysis import AnalysisWorker
    from shared.learning.analyzer import Analyzer
    from shared.learning.counting import Counter
    from shared.learning.deployment_budget import DeploymentBudget
    from shared.learning.importing import Importer
    from shared.learning.messages import Messages
    from shared.learning.recording import Recorder
    from shared.learning.reporting import LearningReports
    from shared.learning.waiting import Sleep, Waiter
    from shared.maintenance.maintenance import Maintenance
    from shared.memory.due_notes import DueNotes
    from shared.memory.embeddings import Embedder
    from shared.memory.files.service import MemoryFiles
    from shared.memory.memory_service import MemoryService
    from shared.memory.repair import MemoryRepair
    from shared.memory.search.search_service import MemorySearch
    from shared.operating.erasing_again import ErasingAgain
    from shared.operating.operator_service import LooksAtUser, OperatorService
    from shared.operating.ports import OperatorStore, Seals
    from shared.operating.retrying import Retries
    from shared.ports import Store, Tasks
    from shared.profile.habit_service import HabitService
    from shared.profile.profile_service import ProfileService
    from shared.sessions.session_service import SessionService
    from shared.tools.executor import ToolExecutor
    from shared.transfer.transfer_service import TransferService
    from shared.undoing.changes import Reverting
    from shared.undoing.connections import WrittenThrough

log = logging.getLogger(__name__)


class Services:
    """The application, wired for one configuration.

    Args:
        config: the configuration.
        parts: parts to use instead of those that the configuration asks for, by name. Tests pass a
            store in memory, for example.
    """

    def __init__(self, config: Config, **parts: Any) -> None:
        self.config = config
        self.lock = RLock()
        unknown = parts.keys() - vars(type(self)).keys()
        if unknown:
            raise TypeError(f"Services has no part {min(unknown)!r}.")
        vars(self).update(parts)

    @once
    def clock(self) -> Clock:
        """The clock: the system time, or the embedded stack's."""
        file = self.config.clock_file
        return OffsetClock(file) if file else system_clock

    @once
    def sleep(self) -> "Sleep":
        """Lets time pass."""
        return time.sleep

    @once
    def new_id(self) -> IdSource:
        """Generates ids."""
        return random_id

    @once
    def telemetry(self) -> Telemetry | None:
        """Where spans and figures go, if anywhere. If they cannot be sent, requests still work."""
        if self.config.telemetry is None:
            return None
        from adapters.telemetry.exporters import exporters
        from adapters.telemetry.reporter import OpenTelemetry

        try:
            return OpenTelemetry(self.config.telemetry, exporters(self.config.telemetry))
        except Exception as error:
            log.error(
                "traces and figures are not sent (%s): check the OTEL_ variables and, for Google "
                "Cloud, the service's identity",
                type(error).__name__,
            )
            return None

    @once
    def watchdog(self) -> Watchdog:
        """Interrupts the reading of bodies that arrive too slowly."""
        return Watchdog()

    @once
    def authenticator(self) -> Authenticator:
        """Authenticates callers."""
        config = self.config
        return FirebaseAuthenticator(
            IdentityPolicy(
                project=config.project,
                emulated=config.emulated,
                trusted_accounts=config.trusted_accounts,
                audience=config.audience,
                require_app_check=config.require_app_check,
                check_revoked=config.check_revoked,
            )
        )

    @once
    def access(self) -> AccessStore:
        """The database of connections."""
        from adapters.firestore.access import FirestoreAccess

        return FirestoreAccess(self.client)

    @once
    def verifier(self) -> TokenVerifier:
        """Verifies access keys and access tokens."""
        return TokenVerifier(self.access, self.clock)

    @once
    def connections(self) -> "Connections":
        """Makes, lists and cuts off connections."""
        from shared.access.connections import Connections

        return Connections(self.access, self.clock, self.new_id, self.randomness)

    @once
    def clients(self) -> "Clients":
        """Knows the programs that ask for access."""
        from shared.access.clients import Clients

        return Clients(self.access, self.clock, self.new_id, self.client_documents)

    @once
    def client_documents(self) -> "FetchDocument":
        """Fetches what OAuth clients say of themselves."""
        from adapters.client_documents import ClientDocuments

        return ClientDocuments()

    @once
    def registrations(self) -> "Registrations":
        """Limits how many clients register."""
        from shared.access.floods import ALTOGETHER, FROM_ONE, THROUGH_ONE, Registrations

        limits = (FROM_ONE, THROUGH_ONE, ALTOGETHER)
        return Registrations(*(self._limiter(limit).take for limit in limits))

    @once
    def written(self) -> "WrittenThrough":
        """Counts and takes back what came through a connection."""
        from shared.memory.taking_back import NotesTakenBack
        from shared.undoing.connections import WrittenThrough

        notes = NotesTakenBack(self.store, self.clock, self.embedder, self.config.quota)
        return WrittenThrough(
            self.store, self.clock, self.profiles, notes, self.messages, self.sessions
        )

    @once
    def grants(self) -> "Grants":
        """Hands out codes and tokens to OAuth clients."""
        from shared.access.grants import Grants

        return Grants(self.access, self.clock, self.new_id, self.randomness)

    @once
    def randomness(self) -> Randomness:
        """Generates secrets."""
        return random_characters

    @once
    def rates(self) -> RateLimiter:
        """Limits the requests of each user."""
        return self._limiter(self.config.requests_per_minute)

    def _limiter(self, per_minute: int) -> RateLimiter:
        from adapters.firestore.rates import FirestoreRates

        take_share = FirestoreRates(self.client, self.clock).take_share
        return RateLimiter(take_share, self.clock, per_minute)

    @once
    def client(self) -> "GuardedClient":
        """The Firestore client, with a circuit breaker for this process."""
        from adapters.firestore.client import GuardedClient

        return GuardedClient(self.config.project, Breaker())

    def prepare(self, *parts: str) -> None:
        """Creates parts before the time of a request starts, which a new instance would use up."""
        for part in parts:
            getattr(self, part)

    @once
    def store(self) -> "Store":
        """The database."""
        from adapters.firestore import FirestoreStore

        return FirestoreStore(self.client, self.config.defaults)

    @once
    def tasks(self) -> "Tasks":
        """The task queue. Only functions that enqueue tasks import its client."""
        from adapters.cloud_tasks import CloudTasks, QueueTarget, connect

        target = QueueTarget(
            queue_of=self.config.queue_of,
            url_of=self.config.url_of,
            service_account=self.config.task_service_account,
        )
        return CloudTasks(connect(self.config.tasks_host), target)

    @once
    def analyzer(self) -> "Analyzer":
        """The offline rules, or a model."""
        if self.config.analyzer == "offline":
            from adapters.reader import OfflineAnalyzer

            return OfflineAnalyzer()
        from adapters.openai.analysis import OpenAIAnalyzer

        return OpenAIAnalyzer(self.config.model, self.clock)

    @once
    def profiles(self) -> "ProfileService":
        """Reads and edits profiles."""
        from shared.profile.profile_service import ProfileService

        return ProfileService(self.store, self.clock)

    @once
    def habits(self) -> "HabitService":
        """Corrects habits and skill levels."""
        from shared.profile.habit_service import HabitService

        return HabitService(self.profiles, self.clock)

    @once
    def reverting(self) -> "Reverting":
        """Takes back single changes of profiles."""
        from shared.undoing.changes import Reverting

        return Reverting(self.store, self.clock, self.profiles)

    @once
    def inbox(self) -> "InboxService":
        """Lists and answers what waits for the user's word."""
        from shared.inbox.inbox_service import InboxService

        return InboxService(self.store, self.clock, self.profiles, self.memory, self.sessions)

    @once
    def memory(self) -> "MemoryService":
        """Saves, lists and edits notes."""
        from shared.memory.memory_service import MemoryService

        return MemoryService(self.store, self.clock, self.embedder, self.config.quota)

    @once
    def due_notes(self) -> "DueNotes":
        """Removes expired notes, and embeds those that could not be embedded."""
        from shared.memory.due_notes import DueNotes

        return DueNotes(self.store, self.clock, self.embedder, self.config.quota)

    @once
    def repair(self) -> "MemoryRepair":
        """Repairs the data derived from the notes."""
        from shared.memory.repair import MemoryRepair

        return MemoryRepair(self.store, self.clock)

    @once
    def files(self) -> "MemoryFiles":
        """Notes that a model edits as files."""
        from shared.memory.files.service import MemoryFiles

        return MemoryFiles(self.store, self.clock, self.embedder, self.config.quota)

    @once
    def tools(self) -> "ToolExecutor":
        """Runs the tools that models call."""
        from shared.tools.executor import ToolExecutor

        return ToolExecutor(
            self.memory,
            self.files,
            self.search,
            self.profiles,
            self.inbox,
            self.contexts,
            self.new_id,
        )

    @once
    def search(self) -> "MemorySearch":
        """Searches notes."""
        from shared.memory.search.search_service import MemorySearch

        return MemorySearch(self.store, self.clock, self.embedder, quota=self.config.quota)

    @once
    def embedder(self) -> "Embedder | None":
        """The embeddings model, if one is configured."""
        if self.config.embeddings is None:
            return None
        from adapters.openai.embeddings import EmbeddingsApi

        return EmbeddingsApi(self.config.embeddings)

    @once
    def contexts(self) -> "ContextService":
        """Builds the context block."""
        from shared.context.context_service import ContextService

        return ContextService(self.store, self.clock, self.search)

    @once
    def changes(self) -> "ChangeReports":
        """Reports which parts of a user's data have changed."""
        from shared.account.changes import ChangeReports

        return ChangeReports(self.store, self.clock)

    @once
    def sessions(self) -> "SessionService":
        """Starts, updates and lists sessions."""
        from shared.sessions.session_service import SessionService

        return SessionService(self.store, self.recorder, self.clock, self.new_id)

    @once
    def recorder(self) -> "Recorder":
        """Records prompts."""
        from shared.learning.recording import Recorder

        return Recorder(self.store, self.clock, self.new_id)

    @once
    def counter(self) -> "Counter":
        """Counts prompts and forms batches."""
        from shared.learning.counting import Counter

        return Counter(self.store, self.tasks, self.clock)

    @once
    def waiter(self) -> "Waiter":
        """Waits for analyses."""
        from shared.learning.waiting import Waiter

        return Waiter(self.store, self.sleep)

    @once
    def messages(self) -> "Messages":
        """Lists and deletes prompts."""
        from shared.learning.messages import Messages

        return Messages(self.store, self.clock, self.counter.enqueue)

    @once
    def reports(self) -> "LearningReports":
        """Reports on prompts, batches and the status of learning."""
        from shared.learning.reporting import LearningReports

        return LearningReports(self.store, self.config.analyzer_name, self.clock)

    @once
    def worker(self) -> "AnalysisWorker":
        """Analyzes batches."""
        from shared.learning.analysis import AnalysisWorker, Budgets

        return AnalysisWorker(
            self.store,
            self.analyzer,
            self.counter.enqueue,
            self.clock,
            self.new_id,
            lease=self.config.lease,
            budgets=Budgets(self.config.daily_budget, self.deployment_budget),
        )

    @once
    def deployment_budget(self) -> "DeploymentBudget":
        """What all analyses together may cost; this process's share of it."""
        from shared.learning.deployment_budget import DeploymentBudget

        return DeploymentBudget(self.store, self.clock, self.config.deployment_budget)

    @once
    def accounts(self) -> "AccountService":
        """Changes settings and erases users."""
        from shared.account.account_service import AccountService

        return AccountService(
            self.store,
            self.clock,
            self.connections.revoke_all,
            self.new_id,
            self.figures.add_erased,
        )

    @once
    def erasing_again(self) -> "ErasingAgain":
        """Repeats erasures after a restore."""
        from shared.operating.erasing_again import ErasingAgain

        return ErasingAgain(self.figures, self.access, self.accounts, self.clock)

    @once
    def purges(self) -> "PurgeService":
        """Removes what a user wants purged from every document."""
        from shared.account.purge_service import PurgeService

        return PurgeService(self.store, self.clock, self.config.quota)

    @once
    def transfers(self) -> "TransferService":
        """Exports and imports data."""
        from shared.transfer.transfer_service import TransferService

        return TransferService(
            self.store,
            self.memory,
            self.accounts,
            self.connections,
            self.looks,
            self.clock,
            self.embedder,
            self.importer,
        )

    @once
    def importer(self) -> "Importer":
        """Takes the conversations of other products."""
        from shared.learning.importing import Importer

        return Importer(self.store, self.counter, self.clock)

    @once
    def maintenance(self) -> "Maintenance":
        """Runs the scheduled jobs."""
        from shared.maintenance.maintenance import Maintenance

        return Maintenance(
            self.store,
            self.tasks,
            self.counter,
            self.due_notes,
            self.sessions,
            self.accounts,
            self.clock,
            self.figures.add_run,
        )

    @once
    def figures(self) -> "OperatorStore":
        """The database of figures across all users."""
        from adapters.firestore.operating import FirestoreOperatorStore

        return FirestoreOperatorStore(self.client)

    @once
    def operators(self) -> "OperatorService":
        """Shows operators how the deployment does."""
        from shared.operating.operator_service import OperatorService

        return OperatorService(self.figures, self.clock, self.new_id)

    @once
    def looks(self) -> "LooksAtUser":
        """Tells users when operators looked at them."""
        from shared.operating.operator_service import LooksAtUser

        return LooksAtUser(self.figures)

    @once
    def retries(self) -> "Retries":
        """Tries again what failed."""
        from shared.operating.retrying import Retries

        return Retries(self.store, self.counter, self.clock)

    @once
    def seals(self) -> "Seals":
        """Seals the ids that operators see."""
        from adapters.sealing import AesSeals

        return AesSeals(self.config.operators_key)


_lock = Lock()


def services() -> Services:
    """Returns the application of this process, as configured by its environment. Thread-safe.

    Raises:
        ConfigurationError: the environment is incomplete or contradictory.
    """
    with _lock:
        return _application()


@cache
def _application() -> Services:
    return Services(Config.from_env(os.environ))
