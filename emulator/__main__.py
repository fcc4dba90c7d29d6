"""`python -m emulator`: runs the embedded stack in the foreground until it is stopped."""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from emulator.faults import FaultPlan, FaultPlanError, parse_plan
from emulator.firestore import (
    IndexFileError,
    TransferError,
    export_documents,
    import_documents,
)
from emulator.gateway.process import Launch, launch
from emulator.guard import host_name
from emulator.leaving import leave
from emulator.stack import StackOptions, running
from emulator.tokens import project_of, user_token


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m emulator",
        description="Runs Rekindle on this machine: Firestore, Cloud Tasks, Eventarc, Scheduler "
        "and every function. Prints one line of JSON when ready.",
    )
    parser.add_argument(
        "--port", type=int, default=4747, help="port of the gateway (4747); 0 picks a free one"
    )
    parser.add_argument(
        "--firestore-port", type=int, default=8080, help="port of Firestore (8080); 0: a free one"
    )
    parser.add_argument(
        "--tasks-port", type=int, default=8123, help="port of Cloud Tasks (8123); 0: a free one"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data-dir", type=Path, default=Path(".rekindle"), help="data folder (.rekindle)"
    )
    where.add_argument("--in-memory", action="store_true", help="store nothing on disk")
    parser.add_argument(
        "--indexes",
        type=Path,
        help="a firestore.indexes.json; queries that it has no index for fail, as in production",
    )
    parser.add_argument(
        "--allow-host",
        type=_host,
        action="append",
        default=[],
        metavar="NAME",
        help="another name that this machine is called by, such as 10.0.2.2 by a phone's emulator",
    )
    parser.add_argument(
        "--traces",
        action="store_true",
        help="keep the last spans in memory, which `rekindle trace` shows",
    )
    parser.add_argument(
        "--faults",
        type=_plan,
        default=FaultPlan(),
        metavar="PLAN",
        help='faults to inject: "seed=7 duplicate=0.05 kill=0.01"; see docs/embedded-stack.md',
    )
    commands = parser.add_subparsers(dest="command")
    for name, what in (("export", "write all documents to"), ("import", "load documents from")):
        command = commands.add_parser(name, help=f"{what} a file of JSON lines")
        command.add_argument("file", type=Path)
        command.add_argument(
            "--firestore", default="127.0.0.1:8080", help="the stack's Firestore (127.0.0.1:8080)"
        )
    token = commands.add_parser("token", help="print a token for a user of the embedded stack")
    token.add_argument("uid", nargs="?", help="the user; for an operator, operator by default")
    token.add_argument(
        "--hours", type=int, default=1, help="hours until it expires (1, as in production)"
    )
    token.add_argument(
        "--operator",
        action="store_true",
        help="with the claim operator: true, for the operator's API",
    )
    return parser


def _plan(text: str) -> FaultPlan:
    try:
        return parse_plan(text)
    except FaultPlanError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _host(text: str) -> str:
    try:
        return host_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


async def _serve(options: StackOptions) -> None:
    """Runs the stack until a signal comes, which also ends a start that waits for a database."""
    serving = asyncio.create_task(_serve_endlessly(options))
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_ in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signal_, stopped.set)
    stop = asyncio.create_task(stopped.wait())
    await asyncio.wait({serving, stop}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    # Only once: a second signal must not interrupt the parts while they stop.
    serving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await serving


async def _serve_endlessly(options: StackOptions) -> NoReturn:
    async with running(options) as addresses:
        ready = {
            "ready": True,
            "gateway": addresses.gateway,
            "firestore": addresses.firestore,
            "tasks": addresses.tasks,
            "project": addresses.project,
        }
        sys.stdout.write(json.dumps(ready) + "\n")
        sys.stdout.flush()
        if sys.stderr.isatty():
            sys.stderr.write(f"Rekindle is running at {addresses.gateway}. Ctrl-C stops it.\n")
        while True:
            await asyncio.sleep(3600)


def _transfer(arguments: argparse.Namespace) -> int:
    database = f"projects/{project_of(os.environ)}/databases/(default)"
    try:
        if arguments.command == "export":
            with arguments.file.open("wb") as file:
                count = export_documents(arguments.firestore, database, file)
        else:
            with arguments.file.open("rb") as file:
                count = import_documents(arguments.firestore, database, file)
    except (OSError, TransferError) as error:
        sys.stderr.write(f"The {arguments.command} stopped: {error}\n")
        return 1
    sys.stdout.write(f"{count} documents\n")
    return 0


def main(launch: Launch = launch) -> int:
    """Runs the command and returns the exit code.

    Args:
        launch: how a stack starts its gateway's process.
    """
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.traces and os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        parser.error(
            "--traces keeps the spans here, but OTEL_EXPORTER_OTLP_ENDPOINT sends them elsewhere; "
            "give one of the two"
        )
    if arguments.command == "token":
        claims = {"operator": True} if arguments.operator else {}
        uid = arguments.uid or ("operator" if arguments.operator else "")
        if not uid:
            parser.error("name the user: token <uid>")
        token = user_token(uid, project_of(os.environ), arguments.hours * 3600, claims)
        sys.stdout.write(token + "\n")
        return 0
    if arguments.command:
        return _transfer(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    options = StackOptions(
        port=arguments.port,
        firestore_port=arguments.firestore_port,
        tasks_port=arguments.tasks_port,
        data_dir=None if arguments.in_memory else arguments.data_dir,
        env=dict(os.environ),
        indexes=arguments.indexes,
        faults=arguments.faults,
        hosts=frozenset(arguments.allow_host),
        traces=arguments.traces,
        launch=launch,
    )
    try:
        asyncio.run(_serve(options))
    except (OSError, RuntimeError, IndexFileError) as error:
        sys.stderr.write(f"The stack could not start: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    leave(main())
