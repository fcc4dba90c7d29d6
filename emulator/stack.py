"""Starts and stops the parts of the embedded stack, in the order of their dependencies."""

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from google.cloud.tasks_v2 import types
from pydantic.alias_generators import to_camel

from emulator.clock import StackClock
from emulator.control import control_app
from emulator.eventarc import Bridge
from emulator.eventarc.courier import Courier
from emulator.eventarc.listener import Firestore
from emulator.eventarc.outbox import Outbox
from emulator.faults import FaultPlan, Faults
from emulator.faults.lateness import Lateness
from emulator.firestore import FirestoreServer, Usage, read_index_file
from emulator.gateway.paths import CONTROLS
from emulator.gateway.process import GatewayProcess, Launch, launch, listen
from emulator.guard import Guard
from emulator.punctual import punctual_protocol
from emulator.scheduler import Scheduler
from emulator.sqlite_file import keep_tidy
from emulator.tasks import CloudTasksServer, Dispatcher, TaskStorage
from emulator.tasks.queues import with_defaults
from emulator.tokens import project_of
from emulator.traces import KeptSpans

HOST = "127.0.0.1"
LOCATION = "europe-west1"
QUEUES = ("rekindle", "rekindle-maintenance")
"""The queues that Terraform creates: for analyses and for maintenance."""
_ABANDONED = 0.2
"""Seconds without use after which a transaction is taken to belong to a killed process."""
_QueueMessage: Any = types.Queue.pb()


@dataclass(frozen=True)
class StackOptions:
    """The options of a stack.

    Attributes:
        port, firestore_port, tasks_port: 0 picks a free one.
        data_dir: where everything is stored; None keeps it in memory.
        env: the environment; its FIRESTORE_EMULATOR_HOST selects another Firestore.
        indexes: a `firestore.indexes.json` that queries must match; None allows every query.
        faults: the faults to inject.
        hosts: names of this machine besides the usual ones, under which all parts answer.
        traces: whether the last spans are kept, for `rekindle trace`.
        launch: how the gateway's process is started.
    """

    port: int
    firestore_port: int
    tasks_port: int
    data_dir: Path | None
    env: Mapping[str, str]
    indexes: Path | None = None
    faults: FaultPlan = field(default_factory=FaultPlan)
    hosts: frozenset[str] = frozenset()
    traces: bool = False
    launch: Launch = launch

    @property
    def guard(self) -> Guard:
        """What every part but the gateway lets through."""
        return Guard(self.hosts)

    @property
    def vector_dimension(self) -> int | None:
        """The dimension of the vector indexes, if the environment overrides the declared one."""
        dimension = self.env.get("REKINDLE_EMBEDDINGS_DIMENSIONS", "")
        return int(dimension) if dimension.isdecimal() else None

    @property
    def project(self) -> str:
        """The project ID."""
        return project_of(self.env)

    @property
    def other_firestore(self) -> str | None:
        """The host:port of a Firestore emulator to use instead of the embedded one."""
        return self.env.get("FIRESTORE_EMULATOR_HOST") or None


@dataclass(frozen=True)
class Addresses:
    """The addresses of a running stack's parts."""

    gateway: str
    firestore: str
    tasks: str
    project: str


class StackProcesses:
    """The stack's own processes, which faults can kill.

    Attributes:
        gateway: None until it is started.
        firestore: None until it is started, or if another Firestore is used.
    """

    gateway: GatewayProcess | None = None
    firestore: FirestoreServer | None = None

    def kill_worker(self) -> None:
        """Kills the functions' processes and aborts the transactions they left open.

        They are aborted at once, and again when the processes' last calls have arrived. Production
        does so after a minute without use.
        """
        if self.gateway:
            self.gateway.kill_worker()
        if self.firestore:
            self.firestore.abandon_transactions()
            loop = asyncio.get_running_loop()
            loop.call_later(2 * _ABANDONED, self.firestore.abandon_transactions, _ABANDONED)

    def kill_stack(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    async def cut_database(self) -> None:
        if self.firestore:
            await self.firestore.cut()

    async def restore_database(self) -> None:
        if self.firestore:
            await self.firestore.restore()


class RunningStack:
    """A running stack, as its controls see it. Implements `emulator.control.Stack`."""

    def __init__(
        self,
        clock: StackClock,
        usage: Usage | None,
        bridge: Bridge,
        dispatcher: Dispatcher,
        scheduler: Scheduler,
        faults: Faults,
        processes: StackProcesses,
        traces: KeptSpans | None,
    ) -> None:
        self.faults = faults
        self.traces = traces
        self.processes = processes
        self._clock = clock
        self._usage = usage
        self._bridge = bridge
        self._dispatcher = dispatcher
        self._scheduler = scheduler

    def usage(self) -> dict[str, int] | None:
        counted = self._usage
        if counted is None:
            return None
        return {to_camel(name): count for name, count in asdict(counted).items()}

    def reset_usage(self) -> None:
        if self._usage:
            self._usage.reset()

    def advance(self, seconds: float) -> float:
        self._clock.advance(seconds)
        self._scheduler.skip_missed()
        self._bridge.wake()
        self._dispatcher.wake()
        return self._clock.seconds()

    async def run_maintenance(self) -> httpx.Response:
        return await self._scheduler.run_now()

    async def idle(self) -> dict[str, int]:
        while True:
            await self._bridge.caught_up()
            if not self._bridge.waiting and not self._dispatcher.waiting:
                return {"scheduledLater": self._dispatcher.scheduled_later}
            while self._bridge.waiting or self._dispatcher.waiting:
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def running(options: StackOptions) -> AsyncIterator[Addresses]:
    """Starts the stack, and stops it on exit.

    Raises:
        OSError: a port is in use.
        RuntimeError: a part could not start; the message says which.
        IndexFileError: the index file is invalid.
    """
    async with contextlib.AsyncExitStack() as parts:
        listener = listen(HOST, options.port)
        parts.callback(listener.close)
        home = options.data_dir or Path(parts.enter_context(tempfile.TemporaryDirectory()))
        home.mkdir(parents=True, exist_ok=True)
        durable = options.data_dir is not None
        clock = StackClock(home / "clock")
        gateway_url = f"http://{HOST}:{listener.getsockname()[1]}"
        client = await parts.enter_async_context(
            httpx.AsyncClient(limits=httpx.Limits(max_connections=None))
        )

        processes = StackProcesses()
        late_file = home / "late"
        faults = Faults(processes, Lateness(late_file))
        firestore_host, usage = await _start_firestore(
            options, home if durable else None, clock, faults, processes, parts
        )
        parts.push_async_callback(faults.outages.end)
        tasks_storage = TaskStorage(home / "tasks.sqlite" if durable else None)
        parts.callback(tasks_storage.close)
        for queue in QUEUES:
            _create_queue(tasks_storage, options.project, queue)
        tasks_storage.follow(gateway_url)
        dispatcher = Dispatcher(tasks_storage, clock.seconds, client, faults)
        tasks_server = CloudTasksServer(
            tasks_storage, dispatcher, clock.seconds, faults, options.guard
        )
        tasks_port = await tasks_server.start(HOST, options.tasks_port)
        parts.push_async_callback(tasks_server.stop)

        firestore = Firestore(firestore_host, options.project)
        parts.push_async_callback(firestore.close)
        outbox = Outbox(home / "eventarc.sqlite" if durable else None)
        parts.callback(outbox.close)
        courier = Courier(f"{gateway_url}/on_prompt_created")
        bridge = Bridge(firestore, outbox, courier, clock.seconds, LOCATION, faults)
        scheduler = Scheduler(f"{gateway_url}/run_maintenance", clock.seconds, client)
        traces = KeptSpans() if options.traces else None
        stack = RunningStack(clock, usage, bridge, dispatcher, scheduler, faults, processes, traces)
        control_url = await _serve_control(stack, options.guard, parts)

        tasks_host = f"{HOST}:{tasks_port}"
        env = _function_env(options, firestore_host, tasks_host, gateway_url, clock)
        if traces is not None:
            env |= _telemetry_env(control_url)
        gateway = processes.gateway = GatewayProcess(
            listener, control_url, options.hosts, late_file, env, options.launch
        )
        parts.callback(gateway.stop)
        # These run before the gateway stops, which would otherwise wait for unused connections.
        parts.push_async_callback(client.aclose)
        parts.callback(courier.close)
        work = [
            asyncio.create_task(part)
            for part in (
                bridge.listen(),
                bridge.deliver(),
                dispatcher.run(),
                scheduler.run(),
                keep_tidy([tasks_storage.file, outbox.file]),
            )
        ]
        parts.push_async_callback(_cancel, work)
        await _first_of(asyncio.gather(gateway.ready(gateway_url, client), bridge.ready()), work)
        await faults.follow(options.faults)
        yield Addresses(gateway_url, firestore_host, tasks_host, options.project)


async def _start_firestore(
    options: StackOptions,
    storage: Path | None,
    clock: StackClock,
    faults: Faults,
    processes: StackProcesses,
    parts: contextlib.AsyncExitStack,
) -> tuple[str, Usage | None]:
    if options.other_firestore:
        return options.other_firestore, None
    usage = Usage()
    declared = (
        read_index_file(options.indexes, options.vector_dimension) if options.indexes else None
    )
    server = processes.firestore = FirestoreServer(
        storage, clock.micros, usage, HOST, options.firestore_port, declared, faults, options.guard
    )
    port = await server.start()
    parts.push_async_callback(server.stop)
    return f"{HOST}:{port}", usage


def _create_queue(storage: TaskStorage, project: str, name: str) -> None:
    """Creates a queue that Terraform creates in the cloud, with shorter pauses and more tries."""
    name = f"projects/{project}/locations/{LOCATION}/queues/{name}"
    queue = storage.get_queue(name) or _QueueMessage(name=name)
    queue.rate_limits.max_concurrent_dispatches = 8
    queue.retry_config.max_backoff.FromSeconds(10)
    storage.put_queue(with_defaults(queue))


async def _serve_control(
    stack: RunningStack, guard: Guard, parts: contextlib.AsyncExitStack
) -> str:
    listener = socket.create_server((HOST, 0))
    config = uvicorn.Config(
        control_app(stack, guard),
        http=punctual_protocol(),
        ws="none",
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    serving = asyncio.create_task(server.serve(sockets=[listener]))

    async def stop() -> None:
        server.should_exit = True
        await serving

    parts.push_async_callback(stop)
    return f"http://{HOST}:{listener.getsockname()[1]}"


def _function_env(
    options: StackOptions, firestore: str, tasks: str, gateway: str, clock: StackClock
) -> dict[str, str]:
    env = {name: value for name, value in options.env.items() if name != "K_SERVICE"}
    if "FIREBASE_AUTH_EMULATOR_HOST" not in env:
        # No Auth emulator is running: the variable alone makes unsigned tokens acceptable.
        env |= {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099", "REKINDLE_CHECK_REVOKED": "off"}
    return env | {
        "GOOGLE_CLOUD_PROJECT": options.project,
        "FIRESTORE_EMULATOR_HOST": firestore,
        "CLOUD_TASKS_EMULATOR_HOST": tasks,
        "REKINDLE_CLOCK_FILE": str(clock.file),
        "REKINDLE_FUNCTION_URLS": f"{gateway}/{{function}}",
        "REKINDLE_PUBLIC_URL": env.get("REKINDLE_PUBLIC_URL") or gateway,
        "REKINDLE_LOCATION": LOCATION,
        "REKINDLE_QUEUE": QUEUES[0],
        "REKINDLE_MAINTENANCE_QUEUE": QUEUES[1],
        "PYTHONUNBUFFERED": "1",
        "REKINDLE_OPERATORS": env.get("REKINDLE_OPERATORS") or "on",
        "GRPC_VERBOSITY": env.get("GRPC_VERBOSITY", "ERROR"),
        # glibc would cache freed memory for each of the gateway's many threads: tens of MiB that
        # accumulate over hours and look like a leak. Other allocators ignore this.
        "GLIBC_TUNABLES": env.get("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0"),
    }


def _telemetry_env(control: str) -> dict[str, str]:
    """Returns what has the functions send their spans to the stack, each at its request's end."""
    return {
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"{control}{CONTROLS}otlp",
        "OTEL_METRICS_EXPORTER": "none",
        "OTEL_BSP_SCHEDULE_DELAY": "0",
    }


async def _first_of(starting: asyncio.Future[Any], work: list[asyncio.Task[None]]) -> None:
    """Waits for startup, or raises the error of a background part that failed before it."""
    await asyncio.wait([starting, *work], return_when=asyncio.FIRST_COMPLETED)
    for part in work:
        if part.done():
            starting.cancel()
            part.result()
    await starting


async def _cancel(work: list[asyncio.Task[None]]) -> None:
    for part in work:
        part.cancel()
    await asyncio.gather(*work, return_exceptions=True)
