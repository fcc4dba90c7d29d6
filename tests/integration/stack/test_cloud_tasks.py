"""The embedded Cloud Tasks, through the official client."""

import base64
import json
import socket
import threading
import time
import uuid
from contextlib import contextmanager

import pytest
from google.api_core import exceptions
from google.cloud import tasks_v2
from google.protobuf import duration_pb2, field_mask_pb2, timestamp_pb2

from adapters.cloud_tasks import CloudTasks, QueueTarget, connect
from emulator.tasks.storage import QueueMessage, StoredTask, TaskMessage, TaskStorage
from shared.base.deadline import within
from shared.base.errors import PermanentFailure, Unavailable
from tests.support.http_target import TargetServer

LIMIT = 0.3
"""Seconds that a call to a queue that is away gets here."""
LATE = 5
"""How many times that long it may take on a busy machine."""
LOCATION = "projects/demo-tasks/locations/europe-west1"


@pytest.fixture(scope="module")
def client(stack):
    return connect(stack.tasks)


@pytest.fixture
def target():
    with TargetServer() as server:
        yield server


@pytest.fixture
def queue(client):
    """A queue for one test, with quick retries."""
    name = f"{LOCATION}/queues/{uuid.uuid4().hex}"
    retry = {
        "min_backoff": duration_pb2.Duration(nanos=20_000_000),
        "max_backoff": duration_pb2.Duration(nanos=100_000_000),
    }
    client.create_queue(parent=LOCATION, queue={"name": name, "retry_config": retry})
    yield name
    client.delete_queue(name=name)


def create(client, queue, url, id_=None, **fields):
    task = {"http_request": {"url": url, "http_method": "POST", **fields.pop("http", {})}, **fields}
    if id_:
        task["name"] = f"{queue}/tasks/{id_}"
    return client.create_task(parent=queue, task=task)


def test_a_task_is_delivered_with_its_headers(client, queue, target):
    body = {"body": b'{"a":1}', "headers": {"Content-Type": "application/json"}}
    created = create(client, queue, f"{target.url}/x", "named", http=body)
    assert created.name == f"{queue}/tasks/named"
    assert created.http_request.body == b""
    (delivery,) = target.wait_for("/x", 1)
    assert delivery.body == b'{"a":1}'
    assert delivery.headers["content-type"] == "application/json"
    assert delivery.headers["user-agent"] == "Google-Cloud-Tasks"
    assert delivery.headers["x-cloudtasks-queuename"] == queue.rsplit("/", 1)[1]
    assert delivery.headers["x-cloudtasks-taskname"] == "named"
    assert delivery.headers["x-cloudtasks-taskretrycount"] == "0"
    assert delivery.headers["x-cloudtasks-taskexecutioncount"] == "0"
    assert float(delivery.headers["x-cloudtasks-tasketa"]) <= delivery.at


def gone(client, name):
    """Waits until a task has ended."""
    for _ in range(2000):
        try:
            client.get_task(name=name)
        except exceptions.NotFound:
            return
    raise AssertionError("the task is still there")


def test_a_name_is_taken_while_it_waits_and_after_it_ran(client, queue, target):
    created = create(client, queue, f"{target.url}/x", "once")
    target.wait_for("/x", 1)
    gone(client, created.name)
    with pytest.raises(exceptions.AlreadyExists):
        create(client, queue, f"{target.url}/x", "once")
    client.pause_queue(name=queue)
    create(client, queue, f"{target.url}/x", "waiting")
    with pytest.raises(exceptions.AlreadyExists):
        create(client, queue, f"{target.url}/x", "waiting")


def test_a_failed_task_is_repeated_and_told_so(client, queue, target):
    target.script["/flaky"] = [500, 503, 200]
    created = create(client, queue, f"{target.url}/flaky")
    deliveries = target.wait_for("/flaky", 3)
    gone(client, created.name)
    assert [d.headers["x-cloudtasks-taskretrycount"] for d in deliveries] == ["0", "1", "2"]
    assert [d.headers["x-cloudtasks-taskexecutioncount"] for d in deliveries] == ["0", "1", "2"]
    assert deliveries[1].headers["x-cloudtasks-taskpreviousresponse"] == "500"
    assert len(target.to("/flaky")) == 3


def test_a_task_is_given_up_after_its_attempts(client, queue, target):
    limited = {"name": queue, "retry_config": {"max_attempts": 2}}
    mask = field_mask_pb2.FieldMask(paths=["retry_config.max_attempts"])
    updated = client.update_queue(queue=limited, update_mask=mask)
    assert updated.retry_config.max_attempts == 2
    assert updated.retry_config.min_backoff.microseconds == 20_000
    target.script["/down"] = [500]
    created = create(client, queue, f"{target.url}/down")
    target.wait_for("/down", 2)
    gone(client, created.name)
    assert len(target.to("/down")) == 2


def test_a_task_waits_for_its_time(client, queue, target):
    at = timestamp_pb2.Timestamp()
    at.FromNanoseconds(int((time.time() + 0.4) * 1e9))
    create(client, queue, f"{target.url}/later", schedule_time=at)
    create(client, queue, f"{target.url}/now")
    target.wait_for("/now", 1)
    (delivery,) = target.wait_for("/later", 1)
    assert delivery.at >= at.ToNanoseconds() / 1e9


def test_a_paused_queue_delivers_nothing_until_it_is_resumed(client, queue, target):
    assert client.pause_queue(name=queue).state == tasks_v2.Queue.State.PAUSED
    created = create(client, queue, f"{target.url}/paused")
    other = f"{LOCATION}/queues/{uuid.uuid4().hex}"
    client.create_queue(parent=LOCATION, queue={"name": other})
    create(client, other, f"{target.url}/other")
    target.wait_for("/other", 1)
    assert target.to("/paused") == []
    client.run_task(name=created.name)
    target.wait_for("/paused", 1)
    gone(client, created.name)
    create(client, queue, f"{target.url}/resumed")
    assert client.resume_queue(name=queue).state == tasks_v2.Queue.State.RUNNING
    target.wait_for("/resumed", 1)


def test_no_more_than_the_limit_are_under_way(client, queue, target):
    limits = {"name": queue, "rate_limits": {"max_concurrent_dispatches": 2}}
    mask = field_mask_pb2.FieldMask(paths=["rate_limits.max_concurrent_dispatches"])
    client.update_queue(queue=limits, update_mask=mask)
    gate = target.gates["/slow"] = threading.Event()
    for _ in range(6):
        create(client, queue, f"{target.url}/slow")
    target.wait_for("/slow", 2)
    gate.set()
    target.wait_for("/slow", 6)
    assert target.most_at_once == 2


def test_deleting_and_purging(client, queue, target):
    client.pause_queue(name=queue)
    first = create(client, queue, f"{target.url}/x", "first")
    create(client, queue, f"{target.url}/x", "second")
    client.delete_task(name=first.name)
    with pytest.raises(exceptions.NotFound):
        client.delete_task(name=first.name)
    assert [t.name for t in client.list_tasks(parent=queue)] == [f"{queue}/tasks/second"]
    client.purge_queue(name=queue)
    assert list(client.list_tasks(parent=queue)) == []
    client.resume_queue(name=queue)


def test_lists_come_in_pages_and_views(client, queue, target):
    client.pause_queue(name=queue)
    for n in range(5):
        create(client, queue, f"{target.url}/x", f"t{n}", http={"body": b"secret"})
    pager = client.list_tasks(request={"parent": queue, "page_size": 2})
    names = [task.name.rsplit("/", 1)[1] for task in pager]
    assert names == ["t0", "t1", "t2", "t3", "t4"]
    name = f"{queue}/tasks/t0"
    assert client.get_task(name=name).http_request.body == b""
    full = client.get_task(request={"name": name, "response_view": tasks_v2.Task.View.FULL})
    assert full.http_request.body == b"secret"
    assert queue in {item.name for item in client.list_queues(parent=LOCATION)}


def test_an_identity_token_is_sent(client, queue, target):
    token = {"service_account_email": "tasks@demo.iam.gserviceaccount.com", "audience": "aud"}
    create(client, queue, f"{target.url}/auth", http={"oidc_token": token})
    (delivery,) = target.wait_for("/auth", 1)
    payload = delivery.headers["authorization"].removeprefix("Bearer ").split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert (claims["aud"], claims["email"]) == ("aud", token["service_account_email"])


@pytest.mark.parametrize(
    "fields",
    [
        {"http": {"url": ""}},
        {"http": {"url": "ftp://x"}},
        {"http": {"http_method": "GET", "body": b"x"}},
        {"http": {"body": b"x" * 1_100_000}},
        {"dispatch_deadline": duration_pb2.Duration(seconds=5)},
        {"schedule_time": timestamp_pb2.Timestamp(seconds=int(time.time()) + 40 * 86_400)},
        {"id_": "not valid!"},
    ],
    ids=["no-url", "no-http", "body-of-get", "large-body", "deadline", "too-late", "name"],
)
def test_a_wrong_task_is_refused(client, queue, fields):
    with pytest.raises(exceptions.InvalidArgument):
        create(client, queue, "http://127.0.0.1:1/", **fields)


@pytest.mark.parametrize(
    "fields",
    [{"url": "http://["}, {"headers": {"X-A": "a\r\nX-B: c"}}, {"headers": {"X A": "b"}}],
    ids=["url", "value", "name"],
)
def test_a_task_that_makes_no_request_is_parked_and_says_why(client, queue, target, fields):
    url = fields.pop("url", f"{target.url}/odd")
    odd = create(client, queue, url, "odd", http=fields)
    other = create(client, queue, f"{target.url}/x")
    target.wait_for("/x", 1)
    gone(client, other.name)
    for _ in range(2000):
        kept = client.get_task(name=odd.name)
        if kept.last_attempt.response_status.message.startswith("Parked: "):
            break
    assert kept.last_attempt.response_status.message.startswith("Parked: ")
    assert kept.dispatch_count == 1
    assert [task.name for task in client.list_tasks(parent=queue)] == [odd.name]


def test_an_unknown_queue_is_not_found(client):
    with pytest.raises(exceptions.NotFound):
        create(client, f"{LOCATION}/queues/nowhere", "http://127.0.0.1:1/")


def test_the_adapter_enqueues_a_name_once(client, queue, target):
    tasks = CloudTasks(
        client, QueueTarget(lambda _: queue, lambda name: f"{target.url}/{name}", None)
    )
    for _ in range(3):
        tasks.enqueue("work", "the-name", {"n": 1})
    (delivery,) = target.wait_for("/work", 1)
    assert json.loads(delivery.body) == {"n": 1}
    gone(client, f"{queue}/tasks/the-name")
    assert len(target.to("/work")) == 1


@contextmanager
def nobody():
    """A port that refuses connections."""
    yield "127.0.0.1:1"


@contextmanager
def silence():
    """A port that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.parametrize("away", [nobody, silence])
def test_the_adapter_gives_up_by_the_deadline(away):
    with away() as address:
        target = QueueTarget(
            lambda _: f"{LOCATION}/queues/q", lambda name: f"http://x/{name}", None
        )
        tasks = CloudTasks(connect(address), target)
        started = time.monotonic()
        with pytest.raises(Unavailable) as raised, within(LIMIT):
            tasks.enqueue("work", "a-name", {})
        assert time.monotonic() - started < LATE * LIMIT
    assert raised.value.retry_after


def test_a_queue_that_refuses_for_good_is_not_asked_again(client):
    nowhere = QueueTarget(
        lambda _: f"{LOCATION}/queues/nowhere", lambda name: f"http://x/{name}", None
    )
    with pytest.raises(PermanentFailure):
        CloudTasks(client, nowhere).enqueue("work", "a-name", {})


def test_tasks_and_names_outlive_a_restart(tmp_path):
    file = tmp_path / "tasks.sqlite"
    storage = TaskStorage(file)
    storage.put_queue(QueueMessage(name="q"))
    storage.add(StoredTask("q/tasks/a", "q", 5.0, TaskMessage(name="q/tasks/a")))
    storage.add(StoredTask("q/tasks/b", "q", 6.0, TaskMessage(name="q/tasks/b")))
    storage.end("q/tasks/b", 100.0)
    storage.close()

    again = TaskStorage(file)
    assert again.get_queue("q").name == "q"
    assert [task.name for task in again.due("q", 10.0, 10)] == ["q/tasks/a"]
    assert again.is_taken("q/tasks/b", 200.0)
    assert not again.is_taken("q/tasks/b", 100.0 + 3601)
    again.close()


def test_tasks_follow_a_gateway_that_moved(tmp_path):
    storage = TaskStorage(None)
    storage.follow("http://127.0.0.1:1")
    for name, url in (("a", "http://127.0.0.1:1/x"), ("b", "http://127.0.0.1:11/x")):
        message = TaskMessage(name=name)
        message.http_request.url = url
        storage.add(StoredTask(name, "q", 1.0, message))
    storage.follow("http://127.0.0.1:2")
    assert storage.get("a").message.http_request.url == "http://127.0.0.1:2/x"
    assert storage.get("b").message.http_request.url == "http://127.0.0.1:11/x"
    storage.close()
