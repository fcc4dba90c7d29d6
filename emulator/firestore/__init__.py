"""An embedded Firestore server: the v1 API over gRPC, in one Python process.

Each package imports only from the ones before it:

* ``wire``: the protocol
* ``data``: documents, indexes, writes and storage
* ``query``: queries
* ``locking``: locks and transactions
* ``service``: the engine, the calls and the server
"""

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
