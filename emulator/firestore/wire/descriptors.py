"""The stored descriptors of the protocol's messages.

The messages are defined by `google-cloud-firestore`, but importing it loads its clients, and
thereby grpcio, requests and cryptography: four fifths of the time that the server took to start.
So the definitions are stored next to this module, as a serialized FileDescriptorSet.
`library_descriptors` takes them from the library.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2

STORED = Path(__file__).with_name("descriptors.binpb")
PACKAGE = "google.firestore.v1"


def stored() -> Any:
    """Return the stored FileDescriptorSet."""
    return descriptor_pb2.FileDescriptorSet.FromString(STORED.read_bytes())
