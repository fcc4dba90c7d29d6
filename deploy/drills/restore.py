"""Restoring a backup: what was erased and cut off since then has to be erased and cut off again."""

from contextlib import ExitStack
from datetime import UTC, datetime
from io import BytesIO

from deploy.drills.drill import Telling
from deploy.drills.person import Person
from deploy.drills.queue import queue_of
from emulator.client import StackProcess, stack_process
from emulator.firestore import export_documents, import_documents

THINGS = {"ada": ["chess", "kayaking"], "bob": ["archery", "cycling"]}
SCOPES = ["read", "write"]
KNOWN_FOR = 60
"""Seconds for which a process may still know a key that was cut off."""


def run(telling: Telling) -> None:
    """Runs the drill.

    Raises:
        DrillFailed: something that must hold did not.
    """
    env = {"GOOGLE_CLOUD_PROJECT": "demo-drill", "REKINDLE_ANALYZER": "offline"}
    with ExitStack() as open_:
        stack = open_.enter_context(stack_process(env=env))
        queue = open_.enter_context(queue_of(stack))
        maintenance = open_.enter_context(queue_of(stack, "rekindle-maintenance"))
        people = {uid: open_.enter_context(Person(stack, uid)) for uid in THINGS}
        ada, bob = people["ada"], people["bob"]

        telling.step(
            "Two people use Rekindle, one of them connects an assistant. A backup is made."
        )
        for uid, person in people.items():
            person.love(*THINGS[uid])
            person.call("POST", "/v1/memory", {"content": f"A note of {uid}."})
        key_of_ada = ada.call("POST", "/v1/connections", {"name": "Hers", "scopes": SCOPES})["key"]
        made = bob.call("POST", "/v1/connections", {"name": "An assistant", "scopes": SCOPES})
        stack.idle()
        backup, made_at = _backup(stack), _now(stack)
        telling.holds("the backup has both", all(f"users/{uid}" in backup for uid in THINGS))

        telling.step("Then one erases herself; the other deletes a preference and the connection.")
        ada.call("DELETE", "/v1/account")
        chosen = bob.call("GET", "/v1/preferences")["preferences"][0]["id"]
        bob.call("DELETE", f"/v1/preferences/{chosen}")
        bob.call("DELETE", f"/v1/connections/{made['id']}")
        telling.holds("the key is refused", _status(stack, made["key"]), 401)
        telling.holds("hers is, too", _status(stack, key_of_ada), 401)

        telling.step("The queue is paused and the backup restored.")
        queue.pause()
        database = f"projects/{stack.project}/databases/(default)"
        import_documents(stack.firestore, database, BytesIO(backup.encode()))
        telling.holds("the preference is back", bob.loves, THINGS["bob"])
        telling.holds("so is who was erased", ada.loves, THINGS["ada"])
        telling.holds("and so is the connection", _status(stack, made["key"]), 200)

        telling.step("The erasure and the cut are repeated, then the queue is resumed.")
        body = {"job": "eraseAgain", "since": made_at.isoformat()}
        maintenance.send(f"{stack.gateway}/run_maintenance", body)
        stack.idle()
        telling.holds("nothing of hers is left", "users/ada" in _backup(stack), False)
        bob.call("DELETE", f"/v1/connections/{made['id']}")
        queue.resume()
        stack.idle()
        stack.control("POST", "clock", {"advanceSeconds": KNOWN_FOR})
        telling.holds("the key is refused", _status(stack, made["key"]), 401)
        telling.holds("so is that of the erased user", _status(stack, key_of_ada), 401)
        telling.holds("the other one has what the backup had", bob.loves, THINGS["bob"])
        telling.holds("and no message was analyzed twice", bob.analyzed, len(THINGS["bob"]))


def _backup(stack: StackProcess) -> str:
    """All documents, as JSON lines."""
    file = BytesIO()
    export_documents(stack.firestore, f"projects/{stack.project}/databases/(default)", file)
    return file.getvalue().decode()


def _now(stack: StackProcess) -> datetime:
    """The stack's time."""
    now = stack.control("POST", "clock", {"advanceSeconds": 0})["now"]
    return datetime.fromtimestamp(now, UTC)


def _status(stack: StackProcess, key: str) -> int:
    """The status of a request with an access key."""
    with stack.bearer(key) as client:
        return client.get("/v1/context").status_code
