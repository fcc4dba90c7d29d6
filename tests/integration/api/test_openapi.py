"""The OpenAPI document: served, valid, and tested route by route with generated requests."""

import os

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from emulator.tokens import user_token
from functions.http.openapi import document

EXAMPLES = int(os.environ.get("REKINDLE_SCHEMATHESIS_EXAMPLES", "4"))
"""Requests per route; `make bench` asks for many more."""

schema = schemathesis.openapi.from_dict(document())


@schema.hook
def filter_headers(context, headers):
    """Leaves out codings of the transfer, which the web server refuses before any route (501)."""
    return not any(name.lower() == "transfer-encoding" for name in headers or {})


def test_it_is_served_to_everybody(api):
    answer = api.client.get("/openapi.json", headers={"Authorization": ""})
    assert answer.status_code == 200
    served = answer.json()
    assert served["openapi"] == "3.1.0"
    assert served["paths"].keys() == document()["paths"].keys()


def test_the_stack_shows_it_to_be_tried(api):
    page = api.client.get("/__emulator/docs")
    assert page.headers["Content-Type"].startswith("text/html")
    for name in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js"):
        assert f"/__emulator/docs/{name}" in page.text
        assert api.client.get(f"/__emulator/docs/{name}").status_code == 200
    assert "/openapi.json" in api.client.get("/__emulator/docs/start.js").text
    assert api.client.get("/__emulator/docs/secret").status_code == 404


def test_every_operation_has_its_own_name_and_says_what_it_does():
    operations = [o for operations in document()["paths"].values() for o in operations.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert all(operation["summary"] for operation in operations)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_the_document_allows_is_answered_as_it_says(case, stack):
    headers = {"Authorization": f"Bearer {user_token('schemathesis', stack.project)}"}
    case.call_and_validate(
        base_url=stack.gateway,
        headers=headers,
        checks=[
            schemathesis.checks.not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )
