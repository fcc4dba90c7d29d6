"""Erases all documents of a user."""

from google.cloud.firestore import Client, CollectionReference

from adapters.firestore.collections import user_reference
from adapters.firestore.failures import unavailable_on_failure
from shared.account.rate_limits import rate_key

PAGE = 400
"""Documents deleted per request; Firestore allows 500 writes."""


def erase_user(client: Client, uid: str) -> dict[str, int]:
    """Deletes everything under `users/{uid}`, then the user's own document and request counter.

    Prompts go first, because a late event looks for its prompt before it writes anything. The
    collections are listed again until none is left, to catch documents written in the meantime,
    and once more after the user's own document is gone: a transaction that read it earlier may
    have written a batch until then. Nothing is written afterwards.

    Returns:
        The number of deleted documents by collection; `profile` is 1 if the user's own document
        existed.
    """
    user = user_reference(client, uid)
    deleted: dict[str, int] = {}
    with unavailable_on_failure():
        while True:
            while collections := sorted(user.collections(), key=_prompts_first):
                for collection in collections:
                    count = _delete_all(client, collection)
                    deleted[collection.id] = deleted.get(collection.id, 0) + count
            if not user.get(field_paths=["knownSince"]).exists:
                client.collection("rates").document(rate_key(uid)).delete()
                return deleted
            user.delete()
            deleted["profile"] = 1


def _prompts_first(collection: CollectionReference) -> tuple[bool, str]:
    return collection.id != "prompts", collection.id


def _delete_all(client: Client, collection: CollectionReference) -> int:
    count = 0
    while True:
        page = list(collection.select([]).limit(PAGE).stream())
        if not page:
            return count
        batch = client.batch()
        for snapshot in page:
            batch.delete(snapshot.reference)
        batch.commit()
        count += len(page)
