"""The store on Firestore."""

from shared.firestore.store import FirestoreStore

__all__ = ["FirestoreStore"]
