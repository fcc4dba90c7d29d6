"""Removing everything below a user."""

from google.cloud.firestore import Client, CollectionReference

from adapters.firestore.collections import user_reference
from adapters.firestore.failures import unavailable_on_failure
from shared.account.rate_limits import rate_key

PAGE = 400
"""Documents deleted per request; Firestore takes 500 writes in one."""


def erase_user(client: Client, uid: str) -> dict[str, int]:
    """Deletes every document under `users/{uid}`, what counts their requests, and theirs last.

    Prompts go first: a late event looks for its prompt before it writes anything. The collections
    are asked for anew until none is left, so what was written meanwhile goes too; and once more
    when the user's own document is gone. What read it before may have written a batch until then;
    nothing does afterwards.

    Returns:
        How many documents went, by collection; `profile` is 1 if the user's own document did.
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
