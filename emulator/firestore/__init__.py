"""An embedded Firestore server (v1 API over gRPC) that runs in one Python process."""

from emulator.firestore.data.index_file import DeclaredIndexes, IndexFileError, read_index_file
from emulator.firestore.service.server import FirestoreServer
from emulator.firestore.transfer import TransferError, export_documents, import_documents
from emulator.firestore.wire.billing import Usage

__all__ = [
    "DeclaredIndexes",
    "FirestoreServer",
    "IndexFileError",
    "TransferError",
    "Usage",
    "export_documents",
    "import_documents",
    "read_index_file",
]
