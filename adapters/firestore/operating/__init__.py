"""The operator's API in Firestore: pages across all users, without any content."""

from adapters.firestore.operating.store import FirestoreOperatorStore

__all__ = ["FirestoreOperatorStore"]
