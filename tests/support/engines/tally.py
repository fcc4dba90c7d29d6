"""A pytest plugin: how many of the tests another Firestore emulator than the embedded one runs."""

from typing import Any

import pytest

from tests.support.engines import CANNOT

SHARE = 0.9
"""The part of the tests that must pass on another emulator."""


class Tally:
    """Counts the tests that passed, and those that need the embedded Firestore.

    Tests that are skipped for what is not installed count as neither.
    """

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0
        self.cannot = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test's outcome."""
        if report.failed:
            self.failed += 1
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            self.cannot += reason.removeprefix("Skipped: ").startswith(CANNOT)
        elif report.when == "call":
            self.passed += 1

    @property
    def share(self) -> float:
        """The part of the tests that passed."""
        return self.passed / max(1, self.passed + self.failed + self.cannot)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail the run when too few tests passed."""
        if exitstatus == pytest.ExitCode.OK and self.share < SHARE:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say how many passed."""
        terminalreporter.write_line(
            f"On the other Firestore engine: {self.passed} passed, {self.failed} failed, "
            f"{self.cannot} cannot run there; {self.share:.1%} pass, at least {SHARE:.0%} must"
        )


def pytest_configure(config: pytest.Config) -> None:
    """Count in the process that collects the reports of all workers."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(), "second-engine-tally")
