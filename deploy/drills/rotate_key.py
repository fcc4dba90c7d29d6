"""Rotating the model's key, as planned and after a leak: no message is lost or analyzed twice."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.drills.drill import Telling
from deploy.drills.model_server import ModelServer
from deploy.drills.person import Person
from deploy.drills.queue import queue_of
from emulator.client import StackProcess, stack_process

OLD, NEW, NEWEST = "sk-drill-old", "sk-drill-new", "sk-drill-newest"
UID = "ada"
RETRY_AFTER = 3660
"""Seconds after which maintenance asks again for what failed because of the key."""


def run(telling: Telling) -> None:
    """Runs the drill. Each deployment is a stack of its own, on the same data.

    Raises:
        DrillFailed: something that must hold did not.
    """
    with TemporaryDirectory() as folder, ModelServer(OLD) as model:
        data = Path(folder)

        telling.step("The old key is in use.")
        with _deployed(OLD, model, data) as (stack, ada):
            ada.love("chess", "kayaking")
            stack.idle()
            telling.holds("analyses work", ada.loves, ["chess", "kayaking"])

            telling.step("The provider issues a new key. It takes both for a while.")
            model.takes = {OLD, NEW}
            with queue_of(stack) as queue:
                queue.pause()
                ada.love("opera", "pottery")
                queue.await_tasks(1)
            telling.holds("a batch waits in the middle of it", ada.states, {"done", "queued"})

        telling.step("A new revision is deployed, which reads the new version of the secret.")
        answered = len(model.used)
        with _deployed(NEW, model, data) as (stack, ada):
            with queue_of(stack) as queue:
                queue.resume()
            stack.idle()
            telling.holds("what waited is learned", ada.loves[-2:], ["opera", "pottery"])
            telling.holds("with the new key alone", set(model.used[answered:]), {NEW})

            telling.step("The old version is disabled, and the provider refuses the old key.")
            model.takes = {NEW}
            ada.love("archery", "cycling")
            stack.idle()
            telling.holds("analyses work", ada.loves[:2], ["archery", "chess"])
            telling.holds("nobody has used the old key", model.refused, 0)

            telling.step("The key leaks, and the provider refuses it at once.")
            model.takes = set()
            ada.love("gardening", "poetry")
            stack.idle()
            telling.holds("the batch fails", ada.states, {"done", "failed"})
            reason = ada.batches[0]["error"]["reason"]
            telling.holds("and says that it is the key", reason, "MISCONFIGURED")

        telling.step("A newer key is deployed, and maintenance runs an hour later.")
        model.takes = {NEWEST}
        with _deployed(NEWEST, model, data) as (stack, ada):
            stack.control("POST", "clock", {"advanceSeconds": RETRY_AFTER})
            stack.control("POST", "maintenance")
            stack.idle()
            telling.holds("what failed is done", ada.states, {"done"})
            telling.holds("and learned", {"gardening", "poetry"} <= set(ada.loves))
            telling.holds("all messages count, each once", ada.analyzed, 8)
            telling.holds("the model got each of them once", set(model.analyzed.values()), {1})


@contextmanager
def _deployed(key: str, model: ModelServer, data: Path) -> Iterator[tuple[StackProcess, Person]]:
    """A revision whose instances have read this version of the secret."""
    env = {
        "GOOGLE_CLOUD_PROJECT": "demo-drill",
        "REKINDLE_ANALYZER": "openai",
        "REKINDLE_MODEL": "drill",
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": key,
    }
    with stack_process(data_dir=data, env=env) as stack, Person(stack, UID) as ada:
        yield stack, ada
