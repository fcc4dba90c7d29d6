"""An embedded Firestore server (v1 API over gRPC) that runs in one Python process."""

from .billing import Usage
from .server import FirestoreServer
from .transfer import TransferError, export_documents, import_documents

__all__ = ["FirestoreServer", "TransferError", "Usage", "export_documents", "import_documents"]
