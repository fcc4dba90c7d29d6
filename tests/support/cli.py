"""Runs the command line for tests: in this process, as a subprocess, or in a terminal."""

import fcntl
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from cli.main import main
from emulator.gateway.paths import ROOT

COMMAND = [sys.executable, "-m", "cli"]


@dataclass
class Ended:
    """The exit code and the output of a run."""

    code: int
    out: str
    err: str

    @property
    def rows(self):
        """The lines of tab-separated output, as lists of cells."""
        return [line.split("\t") for line in self.out.splitlines()]

    @property
    def json(self):
        """The output as JSON."""
        return json.loads(self.out)


class Cli:
    """Runs `rekindle` for one user of one stack."""

    def __init__(self, stack, uid, monkeypatch):
        self._patch = monkeypatch
        for name in list(os.environ):
            if name.startswith(("REKINDLE_", "OPENAI_")):
                monkeypatch.delenv(name)
        monkeypatch.setenv("REKINDLE_URL", stack.gateway)
        monkeypatch.setenv("REKINDLE_USER", uid)
        monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", stack.project)

    def run(self, *arguments, typed="", piped=None):
        """Runs a command in this process, with pipes for input and output.

        `piped` is a binary stream to read from instead of what is typed.
        """
        out, err = io.StringIO(), io.StringIO()
        stdin = io.StringIO(typed) if piped is None else io.TextIOWrapper(piped, encoding="utf-8")
        self._patch.setattr(sys, "stdin", stdin)
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(argument) for argument in arguments])
        return Ended(code, out.getvalue(), err.getvalue())

    def apart(self, *arguments, typed="", env):
        """Runs a command that must succeed in its own process, with more in its environment."""
        ended = subprocess.run(
            [*COMMAND, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, **env},
            check=False,
        )
        assert ended.returncode == 0, f"{arguments}: {ended.returncode} {ended.stderr}"
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def ok(self, *arguments, typed=""):
        """Runs a command that must succeed."""
        ended = self.run(*arguments, typed=typed)
        assert ended.code == 0, f"{arguments}: {ended.code} {ended.err}"
        return ended


def _take_terminal():
    """Makes the terminal the process's controlling one, so that Ctrl-C reaches it.

    Ctrl-C also gets its usual effect back: programs that a shell runs in the background ignore it.
    """
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """The command line in its own terminal."""

    def __init__(self, *arguments, columns=100):
        self._main, other = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "LINES": "40"}
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            cwd=ROOT,
            env=env,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(other)
        self._read = b""
        self._place = 0

    @property
    def seen(self):
        """Everything shown so far."""
        return self._read.decode(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._main)

    def until(self, text, seconds=30):
        """Reads until the text appears, after the text that the last call waited for."""
        deadline = time.monotonic() + seconds
        wanted = text.encode()
        while (found := self._read.find(wanted, self._place)) < 0:
            ready, _, _ = select.select([self._main], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"no {text!r} in {self.seen!r}"
            try:
                self._read += os.read(self._main, 65536)
            except OSError as error:
                raise AssertionError(f"ended without {text!r}: {self.seen!r}") from error
        self._place = found + len(wanted)

    def type(self, text):
        """Types a line."""
        os.write(self._main, text.encode() + b"\r")

    def press(self, key):
        """Presses a control key, such as "c" for Ctrl-C."""
        os.write(self._main, bytes([ord(key) - ord("a") + 1]))

    def press_until(self, key, text, times=20):
        """Presses a control key until the text appears: a key pressed too soon goes unnoticed."""
        for _ in range(times):
            self.press(key)
            try:
                return self.until(text, seconds=1.5)
            except AssertionError:
                continue
        raise AssertionError(f"no {text!r} in {self.seen!r}")

    def ended(self, seconds=30):
        """Waits for the end; returns the exit code."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            if select.select([self._main], [], [], 0.1)[0]:
                try:
                    self._read += os.read(self._main, 65536)
                except OSError:
                    break
        return self._process.wait(timeout=30)
