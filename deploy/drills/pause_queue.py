"""Pausing the queue while people talk: nothing is lost, and nothing is analyzed twice."""

from contextlib import ExitStack

from deploy.drills.drill import Telling
from deploy.drills.person import PER_BATCH, Person
from deploy.drills.queue import queue_of
from emulator.client import stack_process

THINGS = {
    "ada": ["chess", "kayaking", "opera", "pottery"],
    "bob": ["archery", "cycling", "gardening", "poetry"],
}
IN_FLIGHT = 2
"""How many of a user's batches have a task; the others wait in line."""
OVERDUE = 3600
"""Seconds after which maintenance gives a batch in flight another task."""


def run(telling: Telling) -> None:
    """Runs the drill.

    Raises:
        DrillFailed: something that must hold did not.
    """
    env = {"GOOGLE_CLOUD_PROJECT": "demo-drill", "REKINDLE_ANALYZER": "offline"}
    with ExitStack() as open_:
        stack = open_.enter_context(stack_process(env=env))
        queue = open_.enter_context(queue_of(stack))
        people = {uid: open_.enter_context(Person(stack, uid)) for uid in THINGS}
        tasks = sum(min(IN_FLIGHT, len(each) // PER_BATCH) for each in THINGS.values())

        telling.step("The queue is paused, and people go on talking.")
        queue.pause()
        for uid, person in people.items():
            person.love(*THINGS[uid])
        queue.await_tasks(tasks)
        telling.holds("every batch waits in the queue", queue.tasks, tasks)
        telling.holds(
            "nothing is analyzed", [each.analyzed for each in people.values()], [0] * len(people)
        )

        telling.step("The pause lasts, and maintenance gives overdue batches a second task.")
        stack.control("POST", "clock", {"advanceSeconds": OVERDUE})
        answer = stack.call("POST", "/run_maintenance", json={})
        telling.holds("maintenance runs", answer.status_code, 200)
        queue.await_tasks(2 * tasks)
        telling.holds("each batch has two tasks", queue.tasks, 2 * tasks)

        telling.step("The queue is resumed.")
        queue.resume()
        stack.idle()
        telling.holds("the queue is empty", queue.tasks, 0)
        for uid, person in people.items():
            telling.holds(f"all that {uid} said is learned", person.loves, sorted(THINGS[uid]))
            telling.holds("each message counts once", person.analyzed, len(THINGS[uid]))
            telling.holds(
                "each batch took one attempt",
                [(batch["state"], batch["attempts"]) for batch in person.batches],
                [("done", 1)] * (len(THINGS[uid]) // PER_BATCH),
            )
