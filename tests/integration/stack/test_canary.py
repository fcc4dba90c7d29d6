"""A thousand unique words, planted through every way in: none is left of an erased user."""

import time
import uuid

import pytest

from shared.transfer.formats import Format
from tests.support.api import Api
from tests.support.embeddings_server import EmbeddingsServer
from tests.support.engines import needs_embedded
from tests.support.firestore_support import make_client
from tests.support.rules.table import COLLECTIONS
from tests.support.stacks import stack_process
from tests.support.texts.canary import (
    Planter,
    Words,
    collections_of,
    found_in,
    found_in_files,
    found_in_store,
)

HOUR = 3600

pytestmark = needs_embedded("the files of a stack on another one hold nothing to look for")


@pytest.fixture(scope="module")
def erased(tmp_path_factory):
    """Plants, erases, and returns what was found at each point."""
    folder = tmp_path_factory.mktemp("canary")
    data, log = folder / "data", folder / "log"
    uid, other = f"user-{uuid.uuid4().hex}", f"user-{uuid.uuid4().hex}"
    with EmbeddingsServer() as model:
        env = {
            "GOOGLE_CLOUD_PROJECT": f"demo-{uid[5:15]}",
            "REKINDLE_ANALYZER": "offline",
            "REKINDLE_EMBEDDINGS_BASE_URL": model.url,
            "REKINDLE_EMBEDDINGS_MODEL": "few-meanings",
            "REKINDLE_EMBEDDINGS_DIMENSIONS": "5",
        }
        with (
            log.open("w") as errors,
            stack_process(data_dir=data, env=env, log=errors) as stack,
            stack.user(uid) as client,
            stack.user(other) as bystander,
        ):
            database = make_client(stack.firestore, stack.project)
            planter = Planter(Api(client, stack), uid, database)
            # Words of refused requests need not fit the contract.
            client.event_hooks["response"].clear()
            planter.everywhere()
            result = {
                "planter": planter,
                "left out": planter.routes_left_out(),
                "before": found_in_store(database),
                "collections": collections_of(database, uid),
                "files before": found_in_files(data),
                "answer": client.delete("/v1/account").json(),
            }
            stack.idle()
            result["after"] = found_in_store(database)
            result["asked"] = found_in(str([client.get(path).text for path in READS]))
            result["database files after"] = once_tidied(data, "firestore.sqlite")
            # Firestore keeps versions for an hour, and Cloud Tasks the names of tasks. The next
            # write and the next task let the old ones go.
            stack.control("POST", "clock", {"advanceSeconds": 2 * HOUR})
            stack.control("POST", "maintenance")
            stack.idle()
            bystander.post("/v1/memory", json={"content": "Something else."})
            bystander.post("/v1/prompts", json={"prompts": [{"content": "Something else."}]})
            stack.idle()
            result["later"] = found_in_store(database)
    result["files"] = found_in_files(data)
    result["log"] = found_in(log.read_text())
    return result


def once_tidied(folder, name):
    """The words left in a database's files, ids among them, once those are tidied."""
    deadline = time.monotonic() + 30
    while True:
        held = {file: found for file, found in found_in_files(folder).items() if name in file}
        if not held or time.monotonic() > deadline:
            return held
        time.sleep(0.1)


READS = ("/v1/export", "/v1/context", "/v1/memory", "/v1/profile", "/v1/sessions", "/v1/batches")


def test_a_thousand_words_are_planted_through_every_way_in(erased):
    planter = erased["planter"]
    assert len(planter.word.made) >= 1000
    assert len(erased["before"]) >= 700, "others were refused, or only asked for"
    assert erased["files before"] != {}
    assert erased["left out"] == set()
    assert planter.formats == set(Format)


def test_everything_is_stored_where_the_rules_expect_it(erased):
    listed = {"users", *COLLECTIONS["any"], *COLLECTIONS["outsideUsers"]}
    assert {"users", *COLLECTIONS["readable"]} <= erased["collections"] <= listed


def test_none_is_in_the_database_after_the_erasure(erased):
    assert sum(erased["answer"]["deleted"].values()) > 300
    assert erased["after"] == set()
    assert erased["later"] == set()
    assert erased["asked"] == set()


def test_no_id_or_word_of_a_deleted_document_stays_in_the_database_files(erased):
    """Reads of the past need to know when something was deleted, not what it was called."""
    assert erased["database files after"] == {}


def test_none_is_ever_in_a_log(erased):
    assert erased["log"] == set()


def test_none_is_in_the_files_of_the_stack_once_the_history_has_ended(erased):
    """The embedded services keep some of it for an hour at most, as the real ones do.

    This needs SQLite to overwrite what is deleted, which `PRAGMA secure_delete` makes it do.
    """
    assert erased["files"] == {}


def test_none_of_a_deleted_note_or_session_is_left(api, stack, uid):
    """What was learned from it, and the profile's history, are another matter."""
    word = Words()
    for target in ("memory", "user", "archive"):
        note = {
            "id": word(),
            "content": word(),
            "target": target,
            "tags": [word()],
            "threadId": word(),
        }
        api.post("/v1/memory", note)
        api.call("PATCH", f"/v1/memory/{note['id']}", {"content": word(), "tags": [word()]})
        api.call("DELETE", f"/v1/memory/{note['id']}")
    session = word()
    api.post("/v1/sessions", {"id": session, "projectPath": f"/{word()}"})
    api.call("PATCH", f"/v1/sessions/{session}", {"summary": word(), "context": [word()]})
    assert found_in_store(make_client(stack.firestore, stack.project)) & word.made
    api.call("DELETE", f"/v1/sessions/{session}")
    assert found_in_store(make_client(stack.firestore, stack.project)) & word.made == set()
