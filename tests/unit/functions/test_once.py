"""Values made once are made only once, however many threads ask first."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, RLock

from emulator.gateway.paths import ROOT
from functions.wiring.once import once


class House:
    """Counts how often its rooms are built; each builder waits for a second one."""

    def __init__(self):
        self.lock = RLock()
        self.built = []
        self._both = Barrier(2)

    @once
    def room(self):
        """A room."""
        self.built.append("room")
        with suppress(BrokenBarrierError):
            self._both.wait(timeout=0.5)
        return object()

    @once
    def flat(self):
        return [self.room]


def test_threads_that_come_together_get_the_same():
    house = House()
    with ThreadPoolExecutor(4) as pool:
        rooms = list(pool.map(lambda _: house.room, range(4)))
    assert house.built == ["room"]
    assert len(set(map(id, rooms))) == 1


def test_one_may_need_another():
    house = House()
    assert house.flat == [house.room]
    assert House.room.__doc__ == "A room."


PROGRAM = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
sys.setswitchinterval(1e-6)
from functions.wiring.services import services
together = Barrier(16)
def first_request(_):
    together.wait()
    return services().authenticator
with ThreadPoolExecutor(16) as pool:
    print(len(set(map(id, pool.map(first_request, range(16))))))
"""


def test_the_first_requests_of_an_instance_meet_one_application():
    env = {"GOOGLE_CLOUD_PROJECT": "demo", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert (done.stdout.strip(), done.stderr) == ("1", "")
