"""An embedded Firestore server (v1 API over gRPC) that runs in one Python process."""

from .billing import Usage
from .server import FirestoreServer

__all__ = ["FirestoreServer", "Usage"]
