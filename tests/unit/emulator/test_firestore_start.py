"""What the embedded Firestore loads when it starts."""

import json
import subprocess
import sys

from emulator.firestore.wire import descriptors, library_descriptors, protos

SLOW = {"email", "google.api_core", "google.cloud.firestore_v1", "grpc", "http.client", "requests"}
"""Each takes longer to import than the server needs to start without it."""


def test_the_messages_are_those_of_the_client_library() -> None:
    """If this fails: `python -m emulator.firestore.wire.library_descriptors`."""
    assert descriptors.stored() == library_descriptors.of_library()


def test_only_verify_is_added_to_them() -> None:
    names = [field.name for field in protos.Write.DESCRIPTOR.oneofs_by_name["operation"].fields]
    assert sorted(names) == ["delete", "transform", "update", "verify"]


def test_starting_loads_nothing_that_only_clients_need() -> None:
    """Its start took twice as long as that of an emulator in Node, most of it for such imports."""
    program = "import emulator.firestore.__main__, json, sys; print(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert SLOW.isdisjoint(json.loads(done.stdout))
