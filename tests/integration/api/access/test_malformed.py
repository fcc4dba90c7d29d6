"""What anybody may send to the endpoints of OAuth, without a token: nothing of it is a 500."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.access.oauth_client import from_somewhere
from tests.support.strategies import examples

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
NAMES = (
    *("grant_type", "code", "redirect_uri", "client_id", "client_secret", "code_verifier"),
    *("refresh_token", "scope", "resource", "token", "token_type_hint", "assertion"),
)
VALUES = st.one_of(
    st.text(max_size=60),
    st.text(max_size=3).map(lambda text: text * 700),
    st.sampled_from(["authorization_code", "refresh_token", "access_token", "read write", "none"]),
)
URIS = st.one_of(
    VALUES,
    st.sampled_from(["https://a.example/", "http://127.0.0.1:1/", "app.example:/", "x://"]).flatmap(
        lambda start: VALUES.map(lambda rest: start + rest)
    ),
)
FIELDS = st.dictionaries(st.sampled_from(NAMES) | VALUES, VALUES, max_size=12)
METADATA = st.dictionaries(
    st.sampled_from(["client_name", "scope", "grant_types", "response_types", "client_uri"]),
    VALUES | st.lists(VALUES, max_size=3) | st.none() | st.integers() | st.booleans(),
)


@pytest.fixture(scope="module")
def client_id(stack):
    body = {"redirect_uris": ["https://client.example/callback"]}
    return stack.call("POST", "/oauth/register", json=body, headers=from_somewhere()).json()[
        "client_id"
    ]


def refusal(answer):
    """The code of an error as OAuth wants it."""
    assert answer.status_code in (400, 401), answer.text
    return answer.json()["error"]


@settings(max_examples=examples(20))
@given(path=st.sampled_from(["/oauth/token", "/oauth/revoke"]), fields=FIELDS, named=st.booleans())
def test_no_form_is_a_failure_of_ours(stack, client_id, path, fields, named):
    if named:
        fields |= {"client_id": client_id}
    if path == "/oauth/revoke" and named and "token" in fields:
        assert stack.call("POST", path, data=fields).status_code in (200, 400)
    else:
        refusal(stack.call("POST", path, data=fields))


@settings(max_examples=examples(20))
@given(path=st.sampled_from(["/oauth/token", "/oauth/revoke", "/oauth/register"]), body=st.binary())
def test_no_bytes_are_a_failure_of_ours(stack, path, body):
    headers = JSON if path == "/oauth/register" else FORM
    headers = {**headers, **from_somewhere()}
    refusal(stack.call("POST", path, content=body, headers=headers))


def test_too_many_fields_are_refused(stack):
    body = "&".join(f"field{number}=x" for number in range(51))
    for path in ("/oauth/token", "/oauth/revoke"):
        answer = stack.call("POST", path, content=body, headers=FORM)
        assert refusal(answer) == "invalid_request"
        assert "50 fields" in answer.json()["error_description"]


@settings(max_examples=examples(20))
@given(uris=st.lists(URIS, max_size=22), metadata=METADATA)
def test_no_registration_is_a_failure_of_ours(stack, uris, metadata):
    body = json.dumps({**metadata, "redirect_uris": uris})
    answer = stack.call(
        "POST", "/oauth/register", content=body, headers={**JSON, **from_somewhere()}
    )
    if answer.status_code != 201:
        assert refusal(answer) in ("invalid_redirect_uri", "invalid_client_metadata")
