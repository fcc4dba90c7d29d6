"""The store, on Firestore."""

from adapters.firestore.store import FirestoreStore

__all__ = ["FirestoreStore"]
