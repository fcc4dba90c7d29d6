"""Every query of the log that we tell people to make finds lines that the functions write."""

import re
import socket

import pytest

from emulator.tokens import user_token
from tests.deployment.function_lines import lines_of
from tests.deployment.log_filters import Entry, entry_of, matches
from tests.deployment.sweep_lines import (
    sweep_that_cannot_list_a_kind,
    sweep_that_finds_a_stuck_batch,
    sweep_that_leaves_something_parked,
    written_lines,
)
from tests.deployment.terraform_files import metric_filter
from tests.support.documents import IN_THE_CLOUD
from tests.support.openai_server import OpenAIServer, error
from tests.support.stacks import stack_process

EMULATED = {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099", "REKINDLE_CHECK_REVOKED": "off"}
SAID = "I love kayaking."
DELETED = {
    "ce-id": "1",
    "ce-source": "//firebaseauth.googleapis.com/projects/demo",
    "ce-specversion": "1.0",
    "ce-type": "google.firebase.auth.user.v2.deleted",
    "ce-subject": "users/evelyn",
}
UNREADABLE = {
    "ce-id": "2",
    "ce-source": "//firestore.googleapis.com/projects/demo/databases/(default)",
    "ce-specversion": "1.0",
    "ce-type": "google.cloud.firestore.document.v1.created",
    "ce-document": "elsewhere/x",
    "content-type": "application/protobuf",
}
SCRIPT = "deploy/cloud/rotate_model_key.sh"


def queries() -> list[str]:
    """The queries of docs/operations.md, and what the script for the model's key looks for."""
    found = re.findall(r"gcloud logging read '([^']+)'", IN_THE_CLOUD.read_text())
    script = (IN_THE_CLOUD.parents[1] / SCRIPT).read_text()
    (refused,) = re.findall(r'(?m)^REFUSED="(.*)"$', script)
    return [*found, refused.replace('\\"', '"').replace("$SERVICE", "analyze-batch")]


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """What a bad day leaves in the log: each function is called as in Cloud Run."""
    env = {"REKINDLE_ANALYZER": "offline"}
    with (
        stack_process(env=env) as stack,
        OpenAIServer() as model,
        stack.user("ada") as ada,
        socket.create_server(("127.0.0.1", 0)) as silent,  # takes connections, and says nothing
    ):
        model.will(error(401, code="invalid_api_key", message="Incorrect API key provided."))
        ada.post("/v1/prompts", json={"prompts": [{"content": SAID}]})
        stack.idle()
        stack.control("PUT", "faults", {"queue-away": 60})
        ada.post("/v1/profile/refresh")
        stack.control("DELETE", "faults")
        (batch,) = ada.get("/v1/batches").json()["batches"]
        assert batch["state"] == "queued"
        task = {"uid": "ada", "batchId": batch["id"]}
        token = user_token("ada", stack.project)
        signed = {"Authorization": f"Bearer {token}"}
        written = {
            "analyze-batch": lines_of(
                stack,
                "analyze_batch",
                {"path": "/", "method": "POST", "json": task},
                {"path": "/", "method": "POST", "json": {"uid": "ada"}},
                REKINDLE_ANALYZER="openai",
                OPENAI_API_KEY="sk-refused",
                OPENAI_BASE_URL=model.url,
            ),
            "profile": lines_of(
                stack,
                "profile",
                {"path": "/v1/profile", "headers": signed},
                {"path": "/v1/profile"},
                **EMULATED | {"FIRESTORE_EMULATOR_HOST": f"127.0.0.1:{silent.getsockname()[1]}"},
            ),
            "account": lines_of(
                stack,
                "account",
                {"path": "/v1/account", "method": "DELETE", "headers": signed},
                **EMULATED,
            ),
            "access": lines_of(
                stack,
                "access",
                {
                    "path": "/oauth/register",
                    "method": "POST",
                    "json": {"redirect_uris": ["http://127.0.0.1/done"]},
                },
                REKINDLE_PUBLIC_URL="https://memory.example.com",
                **EMULATED,
            ),
            "on-user-deleted": lines_of(
                stack,
                "on_user_deleted",
                {"path": "/", "method": "POST", "json": {"uid": "evelyn"}, "headers": DELETED},
            ),
            "on-prompt-created": lines_of(
                stack,
                "on_prompt_created",
                {"path": "/", "method": "POST", "data": "", "headers": UNREADABLE},
            ),
        }
    with written_lines() as swept:
        sweep_that_finds_a_stuck_batch()
        sweep_that_leaves_something_parked()
        sweep_that_cannot_list_a_kind()
    written["run-maintenance"] = swept
    return [entry_of(line, service) for service, lines in written.items() for line in lines]


@pytest.mark.parametrize("query", sorted(set(queries())))
def test_a_query_finds_what_it_is_for_and_not_everything(query: str, entries: list[Entry]) -> None:
    found = [matches(query, entry) for entry in entries]
    assert any(found)
    assert not all(found)


def test_the_alert_for_what_failed_for_good_counts_tasks_of_analyses(entries: list[Entry]) -> None:
    query = metric_filter("failed_for_good")
    found = [entry["resource"]["labels"] for entry in entries if matches(query, entry)]
    assert {"service_name": "analyze-batch"} in found
    assert {"service_name": "run-maintenance"} in found


def test_no_line_says_who_it_was_or_what_they_said(entries: list[Entry]) -> None:
    for secret in (SAID, "kayaking", "'ada'", "users/ada", "evelyn", "sk-refused", "Bearer"):
        assert not [entry for entry in entries if secret in str(entry)], secret
