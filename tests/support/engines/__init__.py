"""The Firestore emulators that tests run on: the embedded one, the second one, or a named one."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.engines.second_engine import NotInstalled, SecondEngine, second_engine
from tests.support.firestore_support import ServerThread

NAMED = os.environ.get("FIRESTORE_EMULATOR_HOST") or None
"""The emulator that the suite runs on instead of the embedded one. Read once, because tests set the
variable for clients of their own."""

CANNOT = "on the embedded Firestore only: "
"""How the reason begins for which such an emulator cannot run a test."""


def needs_embedded(reason: str) -> pytest.MarkDecorator:
    """Skips a test on an emulator other than the embedded one.

    Args:
        reason: what the other emulator lacks or does differently.
    """
    return pytest.mark.skipif(NAMED is not None, reason=CANNOT + reason)


@dataclass(frozen=True)
class Engine:
    """A running emulator.

    Attributes:
        name: "embedded", "second" or "named".
        address: its host:port.
    """

    name: str
    address: str

    @property
    def port(self) -> int:
        """The port of its address."""
        return int(self.address.rpartition(":")[2])


@contextmanager
def second_or_skip(rules: Path | None = None) -> Iterator[SecondEngine]:
    """Runs the second engine as `second_engine` does; skips the test where it is not installed."""
    with ExitStack() as parts:
        try:
            engine = parts.enter_context(second_engine(rules))
        except NotInstalled as error:
            pytest.skip(str(error))
        yield engine


@contextmanager
def running_engine(name: str) -> Iterator[Engine]:
    """Runs the embedded or the second emulator; skips the test where it is not installed."""
    if name == "embedded":
        with ServerThread() as server:
            yield Engine(name, server.address)
    else:
        with second_or_skip() as other:
            yield Engine(name, other.address)
