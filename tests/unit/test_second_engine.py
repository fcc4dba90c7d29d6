"""The second Firestore engine is started, and read, with care."""

import socket
import sys
from pathlib import Path

import pytest

from tests.support.engines import NAMED, run_on_second
from tests.support.engines.second_engine import running_program

TALKATIVE = """
import socket, sys
print("API endpoint: http://127.0.0.1:1", flush=True)
for _ in range(1000):
    print("." * 999, flush=True)
socket.create_connection(("127.0.0.1", int(sys.argv[1])))
"""
"""Prints more than a pipe holds, and calls once all of it is read."""


def test_an_engine_that_prints_much_goes_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(30)
        port = listening.getsockname()[1]
        with running_program([sys.executable, "-c", TALKATIVE, str(port)]) as address:
            assert address == "127.0.0.1:1"
            listening.accept()[0].close()


def test_an_engine_without_an_address_did_not_start() -> None:
    with (
        pytest.raises(RuntimeError, match="no room"),
        running_program([sys.executable, "-c", "import sys; sys.exit('no room')"]),
    ):
        pass


@pytest.mark.skipif(NAMED is not None, reason="an engine that is named needs no installation")
def test_without_the_engine_the_run_says_what_installs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_on_second.main(tmp_path / "none") == 1
    assert "make firestore-second" in capsys.readouterr().err
