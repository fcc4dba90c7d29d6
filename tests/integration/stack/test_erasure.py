"""Data written while a user is being erased is erased too."""

from google.auth.credentials import AnonymousCredentials
from google.cloud.firestore import Client, DocumentReference

from adapters.firestore.erasure import erase_user
from tests.support.firestore_support import emulator_host


class OvertakenReference(DocumentReference):
    """A document to which a transaction adds a batch just before it is deleted."""

    def delete(self, *args, **kwargs):
        self.collection("batches").document("late").set({"state": "queued"})
        return super().delete(*args, **kwargs)


class OvertakenClient(Client):
    """A client whose users are written to while they are deleted."""

    def document(self, *path):
        kind = OvertakenReference if len(path) == 2 and path[0] == "users" else DocumentReference
        return kind(*path, client=self)


def test_a_batch_formed_just_before_the_user_goes_does_not_stay(stack, uid):
    with emulator_host(stack.firestore):
        client = OvertakenClient(project=stack.project, credentials=AnonymousCredentials())
    user = client.collection("users").document(uid)
    user.set({"knownSince": "2026-01-01"})
    user.collection("prompts").document("p1").set({"content": "I love tea."})

    assert erase_user(client, uid) == {"prompts": 1, "profile": 1, "batches": 1}
    assert not user.get().exists
    assert not list(user.collections())


def test_it_can_be_repeated_and_finds_nothing_of_somebody_unknown(stack, uid):
    with emulator_host(stack.firestore):
        client = Client(project=stack.project, credentials=AnonymousCredentials())
    assert erase_user(client, uid) == {}
    assert erase_user(client, uid) == {}
