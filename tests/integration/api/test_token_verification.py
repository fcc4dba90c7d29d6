"""Real tokens with real signatures, verified as in production, in a separate process."""

import json
import subprocess
import sys
import time

import jwt
import pytest

from emulator.gateway.paths import ROOT
from tests.support.google_keys import KEY_ID, google_keys, new_key, user_claims

ACCOUNT = "assistant@demo.iam.gserviceaccount.com"
PROGRAM = """
import json, sys
from functions.wiring.services import Services
from functions.wiring.config import Config
from shared.base.errors import RekindleError
asked = json.load(sys.stdin)
authenticator = Services(Config.from_env(asked["env"])).authenticator
for headers, revoked in asked["calls"]:
    try:
        identity = authenticator.identity_of(headers, check_revoked=revoked)
        print(identity.uid + " operates" * identity.is_operator)
    except RekindleError as error:
        print(error.status, error.details[0]["reason"])
"""


@pytest.fixture(scope="module")
def google(tmp_path_factory):
    with google_keys(tmp_path_factory.mktemp("google")) as (keys, env):
        yield keys, env


@pytest.fixture
def verdicts(google):
    """Returns the outcome of calls, each given as headers or as (headers, check_revoked)."""

    def ask(*calls, **config):
        pairs = [call if isinstance(call, tuple) else (call, False) for call in calls]
        env = {
            "GOOGLE_CLOUD_PROJECT": "demo",
            "REKINDLE_TRUSTED_SERVICE_ACCOUNTS": ACCOUNT,
            **config,
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env=google[1],
            input=json.dumps({"env": env, "calls": pairs}),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return ask


def bearer(token, **headers):
    return {
        "Authorization": f"Bearer {token}",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }


def unsigned(claims):
    return jwt.encode(claims, None, "none", headers={"kid": KEY_ID})


REFUSED = "UNAUTHENTICATED BAD_TOKEN"


def test_a_users_token_counts_if_firebase_signed_it_for_this_project_and_now(google, verdicts):
    keys, _ = google
    now = int(time.time())
    claims = user_claims("ada")
    calls = {
        "genuine": (keys.sign(claims), "ada"),
        "expired within the skew": (keys.sign(claims | {"exp": now - 3}), "ada"),
        "expired": (keys.sign(claims | {"exp": now - 60}), REFUSED),
        "from the future": (keys.sign(claims | {"iat": now + 600}), REFUSED),
        "forged": (keys.sign(claims, new_key()), REFUSED),
        "of an unknown key": (keys.sign(claims, new_key(), kid="key-2"), REFUSED),
        "of another project": (keys.sign(user_claims("ada", "demo-other")), REFUSED),
        "without a subject": (keys.sign(claims | {"sub": ""}), REFUSED),
        "unsigned": (unsigned(claims), REFUSED),
        "signed with the public key": (keys.confuse(claims), REFUSED),
        "cut off": (keys.sign(claims)[:-4], REFUSED),
    }
    told = verdicts(*(bearer(token) for token, _ in calls.values()))
    assert dict(zip(calls, told, strict=True)) == {name: want for name, (_, want) in calls.items()}


def test_revoked_and_disabled_users_are_found_out_where_it_is_asked(google, verdicts):
    keys, _ = google
    now = int(time.time())
    keys.accounts |= {
        "ada": {"localId": "ada", "validSince": str(now - 3600)},
        "revoked": {"localId": "revoked", "validSince": str(now + 5)},
        "disabled": {"localId": "disabled", "disabled": True, "validSince": "0"},
    }
    calls = [
        (bearer(keys.sign(user_claims(uid))), asked)
        for uid in ("ada", "revoked", "disabled", "deleted")
        for asked in (True, False)
    ]
    assert verdicts(*calls) == [
        *("ada", "ada"),
        *(REFUSED, "revoked"),
        *(REFUSED, "disabled"),
        *(REFUSED, "deleted"),
    ]


def test_whoever_is_no_operator_any_more_is_out_at_once(google, verdicts):
    keys, _ = google
    since = str(int(time.time()) - 3600)
    named = {"ada": '{"operator": true}', "text": '{"operator": "true"}', "left": "{}"}
    keys.accounts |= {
        uid: {"localId": uid, "validSince": since, "customAttributes": claims}
        for uid, claims in named.items()
    }
    calls = [
        (bearer(keys.sign(user_claims(uid) | {"operator": claim})), asked)
        for uid, claim in (("ada", True), ("ada", "true"), ("text", True), ("left", True))
        for asked in (True, False)
    ]
    assert verdicts(*calls) == [
        *("ada operates", "ada operates"),
        *("ada", "ada"),
        *("text", "text operates"),
        *("left", "left operates"),
    ]


def test_a_trusted_account_acts_for_a_user_if_google_signed_its_token(google, verdicts):
    keys, _ = google
    now = int(time.time())
    claims = {
        "iss": "https://accounts.google.com",
        "aud": "rekindle",
        "sub": "1",
        "email": ACCOUNT,
        "email_verified": True,
        "iat": now,
        "exp": now + 3600,
    }
    stranger = claims | {"email": "stranger@demo.iam.gserviceaccount.com"}
    calls = [
        bearer(keys.sign(claims), X_On_Behalf_Of="ada"),
        bearer(keys.sign(claims)),
        bearer(keys.sign(claims, new_key()), X_On_Behalf_Of="ada"),
        bearer(keys.sign(claims | {"aud": "another"}), X_On_Behalf_Of="ada"),
        bearer(unsigned(claims), X_On_Behalf_Of="ada"),
        bearer(keys.sign(stranger), X_On_Behalf_Of="ada"),
    ]
    refused = "PERMISSION_DENIED NOT_TRUSTED"
    assert verdicts(*calls) == ["ada", REFUSED, REFUSED, REFUSED, REFUSED, refused]


def test_app_check_lets_registered_apps_pass_and_nobody_else(google, verdicts):
    keys, _ = google
    now = int(time.time())
    claims = {
        "iss": "https://firebaseappcheck.googleapis.com/123",
        "aud": ["projects/123", "projects/demo"],
        "sub": "1:123:web:abc",
        "iat": now,
        "exp": now + 3600,
    }

    def call(token=None):
        proof = {} if token is None else {"X_Firebase_AppCheck": token}
        return bearer(keys.sign(user_claims("ada")), **proof)

    calls = [
        call(keys.sign(claims)),
        call(),
        call(keys.sign(claims, new_key())),
        call(keys.sign(claims, new_key(), kid="key-2")),
        call(keys.sign(claims | {"aud": ["projects/other"]})),
        call(keys.sign(claims | {"exp": now - 60})),
        call("x.y.z"),
    ]
    bad = ["UNAUTHENTICATED BAD_APP_CHECK"] * 5
    told = verdicts(*calls, REKINDLE_APP_CHECK="on")
    assert told == ["ada", "UNAUTHENTICATED NO_APP_CHECK", *bad]


FAILURES = {
    "www.googleapis.com": ("off", False, "KEYS_UNAVAILABLE"),
    "identitytoolkit.googleapis.com": ("off", True, "REVOCATION_UNKNOWN"),
    "firebaseappcheck.googleapis.com": ("on", False, "KEYS_UNAVAILABLE"),
}


@pytest.mark.parametrize("host", FAILURES)
def test_while_google_does_not_answer_nobody_gets_in_and_may_come_back(google, verdicts, host):
    keys, _ = google
    app_check, asked, reason = FAILURES[host]
    headers = bearer(keys.sign(user_claims("ada")), X_Firebase_AppCheck=keys.sign({}))
    keys.failing.add(host)
    try:
        told = verdicts((headers, asked), REKINDLE_APP_CHECK=app_check)
    finally:
        keys.failing.clear()
    assert told == [f"UNAVAILABLE {reason}"]
