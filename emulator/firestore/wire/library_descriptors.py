"""Takes the descriptors of the protocol's messages from the client library.

    python -m emulator.firestore.wire.library_descriptors

stores those of the installed library; a test compares the two.
"""

from __future__ import annotations

from typing import Any

from google.cloud.firestore_v1 import types
from google.protobuf import descriptor_pb2

from emulator.firestore.wire.descriptors import PACKAGE, STORED

_VERIFY = 5
"""The field of Write for the operation `verify`, which public definitions leave out."""


def of_library() -> Any:
    """Return the FileDescriptorSet of the installed library, with what it leaves out.

    A Write can also verify a precondition without writing anything. The definitions of Google's
    web and mobile clients have the operation, which their transactions send.
    """
    found: dict[str, Any] = {}
    for message in (types.CommitRequest, types.ListenRequest, types.ExecutePipelineRequest):
        _add(message.pb().DESCRIPTOR.file, found)
    for file in found.values():
        for message in file.message_type:
            if (file.package, message.name) == (PACKAGE, "Write"):
                _add_verify(message)
    return descriptor_pb2.FileDescriptorSet(file=found.values())


def _add(file: Any, found: dict[str, Any]) -> None:
    """Add the definitions of a file, after those that it depends on."""
    if file.name in found:
        return
    for dependency in sorted(file.dependencies, key=lambda one: one.name):
        _add(dependency, found)
    definitions = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(definitions)
    definitions.dependency.sort()  # the library's order changes from run to run
    found[file.name] = definitions


def _add_verify(write: Any) -> None:
    if any(field.number == _VERIFY for field in write.field):
        return
    operations = [one.name for one in write.oneof_decl].index("operation")
    write.field.add(
        name="verify",
        number=_VERIFY,
        label=descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL,
        type=descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
        oneof_index=operations,
    )


def main() -> None:
    """Store the descriptors of the installed library."""
    STORED.write_bytes(of_library().SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
