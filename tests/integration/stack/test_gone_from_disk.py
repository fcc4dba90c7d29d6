"""What a user erased is in no file of the stack any more."""

import contextlib
import random
import shutil
import sqlite3
import time
import uuid

import pytest

from adapters.cloud_tasks import connect
from emulator.sqlite_file import SqliteFile
from tests.support.api import Api
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process

pytestmark = needs_embedded("the files of a stack on another one hold nothing to look for")


def holding(folder, words):
    """The names of the files that hold any of the words."""
    found = set()
    for file in folder.rglob("*"):
        data = file.read_bytes() if file.is_file() else b""
        if any(word.encode() in data for word in words):
            found.add(file.name)
    return found


def word():
    return f"canary{uuid.uuid4().hex[:16]}"


def test_the_words_of_an_erased_user_leave_the_files(tmp_path, uid):
    said, noted, task, kept = word(), word(), word(), word()
    words = [said, noted, task]
    env = {"REKINDLE_ANALYZER": "offline", "GOOGLE_CLOUD_PROJECT": "demo-gone"}
    with (
        stack_process(data_dir=tmp_path, env=env) as stack,
        stack.user(uid) as client,
        stack.user(f"{uid}-other") as other,
    ):
        api, neighbor = Api(client, stack), Api(other, stack)
        api.learn(f"I love {said}.")
        for number in range(12):
            api.post("/v1/memory", {"content": f"{noted} {number}", "target": "archive"})
            neighbor.post("/v1/memory", {"content": f"{kept} {number}", "target": "archive"})
        api.call("PATCH", "/v1/profile/about", {"bio": f"About {noted}"})
        api.post("/v1/sessions", {"id": "s", "projectPath": f"/{said}"})
        tasks = connect(stack.tasks)
        queue = "projects/demo-gone/locations/here/queues/paused"
        tasks.create_queue(parent="projects/demo-gone/locations/here", queue={"name": queue})
        tasks.pause_queue(name=queue)
        request = {"url": "http://127.0.0.1:1/", "body": task.encode()}
        tasks.create_task(parent=queue, task={"http_request": request})
        assert "firestore.sqlite-wal" in holding(tmp_path, words)
        assert holding(tmp_path, [task])
        api.call("DELETE", "/v1/account")
        tasks.purge_queue(name=queue)
        assert wait_until_gone(stack, tmp_path, words) == set()
        assert len(neighbor.get("/v1/memory")["entries"]) == 12
    assert holding(tmp_path, words) == set()
    assert holding(tmp_path, [kept])


def wait_until_gone(stack, folder, words):
    """Waits until no file holds the words; returns those that still do after a while."""
    deadline = time.monotonic() + 60
    while (left := holding(folder, words)) and time.monotonic() < deadline:
        stack.idle()
    return left


def test_a_file_that_was_not_tidied_is_tidied_at_the_next_start(tmp_path):
    schema = "CREATE TABLE IF NOT EXISTS words (word TEXT);"
    secret = word()
    file = SqliteFile(tmp_path / "f.sqlite", schema)
    file.connection.execute("INSERT INTO words VALUES (?)", (secret,))
    file.connection.execute("DELETE FROM words")
    file.content_deleted()
    # As a killed process leaves it: the log is neither merged nor cut off.
    copies = {name: (tmp_path / name).read_bytes() for name in ("f.sqlite", "f.sqlite-wal")}
    file.close()
    for name, data in copies.items():
        (tmp_path / name).write_bytes(data)
    assert holding(tmp_path, [secret])
    again = SqliteFile(tmp_path / "f.sqlite", schema)
    assert holding(tmp_path, [secret]) == set()
    again.close()


def file_with_deleted(folder, secret):
    file = SqliteFile(folder / "f.sqlite", "CREATE TABLE IF NOT EXISTS words (word TEXT);")
    file.connection.execute("INSERT INTO words VALUES (?)", (secret,))
    file.connection.execute("DELETE FROM words")
    file.content_deleted()
    return file


def test_a_file_that_another_program_reads_is_tidied_afterwards(tmp_path):
    secret = word()
    file = file_with_deleted(tmp_path, secret)
    with contextlib.closing(sqlite3.connect(tmp_path / "f.sqlite")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM words").fetchone()
        size = (tmp_path / "f.sqlite-wal").stat().st_size
        file.tidy(time.monotonic() + 1)
        assert holding(tmp_path, [secret])
        assert (tmp_path / "f.sqlite-wal").stat().st_size == size
    file.tidy(time.monotonic() + 1000)
    assert holding(tmp_path, [secret]) == set()
    file.close()


def test_a_process_killed_while_it_tidies_leaves_the_rest_to_the_next(tmp_path):
    """The files are copied before each of its statements, as a kill would leave them."""
    secret, copies = word(), []
    original = tmp_path / "original"
    original.mkdir()
    file = file_with_deleted(original, secret)

    def copy(statement):
        copies.append((statement, shutil.copytree(original, tmp_path / str(len(copies)))))

    file.connection.set_trace_callback(copy)
    file.tidy(time.monotonic() + 1)
    file.connection.set_trace_callback(None)
    file.close()
    assert any("VACUUM" in statement for statement, _ in copies)
    left = []
    for statement, folder in copies:
        again = SqliteFile(folder / "f.sqlite", "")
        left += [statement] * bool(holding(folder, [secret]))
        again.close()
    assert left == []


@pytest.mark.parametrize("seed", [1, 2])
def test_reorganized_pages_keep_nothing_either(tmp_path, seed):
    """`secure_delete` alone leaves about one deleted row in 3,000 behind."""
    dice = random.Random(seed)
    schema = "CREATE TABLE IF NOT EXISTS rows (path TEXT PRIMARY KEY, text BLOB);"
    file = SqliteFile(tmp_path / "f.sqlite", schema)
    held, gone = {}, []
    file.connection.execute("BEGIN")
    for number in range(6000):
        if held and dice.random() < 0.45:
            path = dice.choice(list(held))
            gone.append(held.pop(path))
            file.connection.execute("DELETE FROM rows WHERE path = ?", (path,))
        else:
            path = f"users/{dice.randrange(50)}/{dice.randrange(10**9)}"
            held[path] = f"W{number:06}Z"
            text = held[path] * dice.choice([1, 1, 1, 5, 50, 900])
            file.connection.execute("INSERT OR REPLACE INTO rows VALUES (?, ?)", (path, text))
    file.content_deleted()
    file.connection.execute("COMMIT")
    file.tidy(time.monotonic() + 1)
    data = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert [one for one in gone if one.encode() in data] == []
    assert all(one.encode() in data for one in held.values())
    file.close()


def test_tidying_waits_for_quiet_and_takes_a_small_share_of_the_time(tmp_path):
    file = SqliteFile(tmp_path / "f.sqlite", "CREATE TABLE IF NOT EXISTS words (word TEXT);")

    def is_marked():
        with sqlite3.connect(tmp_path / "f.sqlite") as other:
            return bool(other.execute("PRAGMA user_version").fetchone()[0])

    file.tidy(time.monotonic() + 100)
    assert not is_marked()
    file.content_deleted()
    file.tidy(time.monotonic())
    assert is_marked()
    file.tidy(time.monotonic() + 1)
    assert not is_marked()
    file.content_deleted()
    file.tidy(time.monotonic() + 100)
    assert not is_marked()
    file.close()
