"""Erases all documents of a user, nested ones included, in steps that can be repeated."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from google.cloud.firestore import Client, DocumentReference, Transaction

from adapters.firestore.codec import ERASE_DUE_AT, uid_of
from adapters.firestore.collections import descendants, user_reference
from adapters.firestore.failures import run_transaction, unavailable_on_failure
from shared.account.rate_limits import rate_key
from shared.ports import Erasure

PAGE = 400
"""Documents deleted per request; Firestore allows 500 writes."""


def erase_user(
    client: Client,
    uid: str,
    resume_at: datetime,
    has_time: Callable[[], bool],
    *,
    only_begun: bool = False,
) -> Erasure:
    """Deletes everything under `users/{uid}`, then the user's own document and request counter.

    If it stops
    - before the mark: nothing has happened;
    - anywhere after it: the mark stays, and the next call or maintenance deletes the rest;
    - after the last transaction: nothing is left, and another call finds that.

    Prompts go first, because a late event looks for its prompt before it writes anything. The
    user's document, and the mark with it, goes in a transaction that finds nothing else: what a
    transaction in progress writes until then is found, and a later one finds no user. See
    `shared.ports.Store.erase` for the arguments.
    """
    user = user_reference(client, uid)
    deleted: dict[str, int] = {}
    with unavailable_on_failure():
        stored = user.get([ERASE_DUE_AT])
        begun = stored.exists and ERASE_DUE_AT in (stored.to_dict() or {})
        if only_begun and not begun:
            return Erasure(deleted, complete=True)
        if stored.exists or list(descendants(user).limit(1).stream()):
            user.set({ERASE_DUE_AT: resume_at}, merge=True)
        while True:
            for query in (user.collection("prompts").recursive().select([]), descendants(user)):
                while _delete_page(client, query, deleted):
                    if not has_time():
                        return Erasure(deleted, complete=False)
            own = run_transaction(client, lambda transaction: _delete_user(transaction, user))
            if own is not None:
                return Erasure(deleted | own, complete=True)


def _delete_page(client: Client, query: Any, deleted: dict[str, int]) -> bool:
    """Deletes one page, adds it to the counts, and returns whether there was anything."""
    page = list(query.limit(PAGE).stream())
    if not page:
        return False
    batch = client.batch()
    for snapshot in page:
        batch.delete(snapshot.reference)
    batch.commit()
    for snapshot in page:
        name = snapshot.reference.path.split("/")[2]
        deleted[name] = deleted.get(name, 0) + 1
    return True


def _delete_user(transaction: Transaction, user: DocumentReference) -> dict[str, int] | None:
    """Deletes the user's document and request counter, unless something else is left.

    Returns:
        How many documents of the user's own there were; None if something else is left.
    """
    fields = user.get(transaction=transaction).to_dict() or {}
    if list(descendants(user).limit(1).stream(transaction=transaction)):
        return None
    rates = user._client.collection("rates").document(rate_key(uid_of(user.id)))
    transaction.delete(rates)
    transaction.delete(user)
    return {"profile": 1} if fields.keys() - {ERASE_DUE_AT} else {}
