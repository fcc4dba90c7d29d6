"""Runs `rekindle proxy`, as a user does."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from emulator.gateway.paths import ROOT


@contextmanager
def proxy_process(upstream: str, rekindle: str, **env: str) -> Iterator[str]:
    """Runs a proxy on a free port; yields the address that programs use.

    Args:
        upstream: the address of the model's server.
        rekindle: that of Rekindle.
        env: who acts, as environment variables of the command line.
    """
    path = os.pathsep.join([str(ROOT), str(ROOT / "clients" / "python" / "src")])
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "proxy", "--upstream", upstream, "--port", "0"],
        env={**os.environ, "PYTHONPATH": path, "REKINDLE_URL": rekindle, **env},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Listening on "), line
        yield line.split()[-1]
    finally:
        process.terminate()
        process.wait(30)
        if process.stdout:
            process.stdout.close()
