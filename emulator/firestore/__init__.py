"""An embedded Firestore server (v1 API over gRPC) that runs in one Python process."""

from emulator.firestore.billing import Usage
from emulator.firestore.index_file import DeclaredIndexes, IndexFileError, read_index_file
from emulator.firestore.server import FirestoreServer
from emulator.firestore.transfer import TransferError, export_documents, import_documents

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
