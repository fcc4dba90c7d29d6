"""Which calls reach a key server, and which tokens and headers are refused before that."""

import base64
import contextlib
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.firebase_auth import FirebaseAuthenticator, Identity, IdentityPolicy
from adapters.firebase_auth.keys import (
    AFTER_FAILURE,
    AFTER_ROTATION,
    TIMEOUT,
    Fetched,
    PublicKeys,
    fetch_json,
)
from adapters.firebase_auth.tokens import parse
from shared.base.deadline import time_left, within
from shared.base.errors import (
    InvalidArgument,
    PermissionDenied,
    RekindleError,
    Unauthenticated,
    Unavailable,
)
from tests.support.google_keys import KEY_ID, GoogleKeys, new_key, user_claims

ACCOUNT = "assistant@demo.iam.gserviceaccount.com"


class KeyServer:
    """Counts what is fetched."""

    def __init__(self, keys: GoogleKeys) -> None:
        self.keys = keys
        self.fetched: Counter[str] = Counter()
        self.fails = False
        self.cache_control = "public, max-age=20000, must-revalidate"

    def __call__(self, url: str) -> Fetched:
        self.fetched[url] += 1
        if self.fails:
            raise OSError("unreachable")
        host, _, path = url.removeprefix("https://").partition("/")
        return Fetched(self.keys.answer(host, f"/{path}", b"")[1], self.cache_control)

    @property
    def count(self) -> int:
        return self.fetched.total()


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return GoogleKeys(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def server(keys):
    return KeyServer(keys)


def authenticator(server, **changes):
    policy = {
        "project": "demo",
        "emulated": False,
        "trusted_accounts": frozenset({ACCOUNT}),
        "audience": "rekindle",
        "require_app_check": False,
        "check_revoked": True,
    }
    return FirebaseAuthenticator(IdentityPolicy(**policy | changes), server)


def bearer(token, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return {"Authorization": f"Bearer {token}", **named}


def account_claims(**changes):
    now = int(time.time())
    claims = {"iss": "https://accounts.google.com", "aud": "rekindle", "sub": "1", "iat": now}
    return claims | {"email": ACCOUNT, "email_verified": True, "exp": now + 3600} | changes


def refused(authentic, headers):
    with pytest.raises(RekindleError) as error:
        authentic.identity_of(headers)
    return error.value


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_nothing_that_cannot_be_genuine_causes_a_call(keys, server):
    now = int(time.time())
    ours, theirs = user_claims("ada"), account_claims()
    other = new_key()
    tokens = {
        "no token": "",
        "no JWT": "x.y",
        "another project": keys.sign(user_claims("ada", "other"), other),
        "another issuer": keys.sign(ours | {"iss": "https://evil.example"}, other),
        "a list as issuer": f"{part({'alg': 'RS256', 'kid': 'k'})}.{part({'iss': ['x']})}.AAAA",
        "another audience": keys.sign(ours | {"aud": "other"}, other),
        "expired": keys.sign(ours | {"exp": now - 60}, other),
        "unsigned": jwt.encode(ours, None, "none", headers={"kid": KEY_ID}),
        "symmetric": jwt.encode(ours, "x" * 32, "HS256", headers={"kid": KEY_ID}),
        "no key": jwt.encode(ours, keys.key, "RS256"),
        "an account for another audience": keys.sign(theirs | {"aud": "other"}, other),
        "an account not trusted": keys.sign(theirs | {"email": "a@evil.example"}, other),
        "an account as a list": keys.sign(theirs | {"email": [ACCOUNT]}, other),
        "an account not verified": keys.sign(theirs | {"email_verified": "true"}, other),
    }
    authentic = authenticator(server)
    for name, token in tokens.items():
        error = refused(authentic, bearer(token, X_On_Behalf_Of="ada"))
        assert isinstance(error, Unauthenticated | PermissionDenied), name
        assert server.count == 0, name


def test_firebase_is_asked_about_no_token_that_makes_no_operator(keys, server):
    """There are no credentials here, so asking would fail."""
    authentic = authenticator(server)
    headers = bearer(keys.sign(user_claims("ada")))
    found = authentic.identity_of(headers, check_revoked=True, for_operators=True)
    assert found == Identity("ada", is_operator=False)
    behalf = {**bearer(keys.sign(user_claims("ada") | {"operator": True})), "X-On-Behalf-Of": "ada"}
    assert not authentic.identity_of(behalf, check_revoked=True, for_operators=True).is_operator


def test_without_a_trusted_account_no_key_of_accounts_is_ever_fetched(keys, server):
    authentic = authenticator(server, trusted_accounts=frozenset())
    for claims in (account_claims(), account_claims(email=""), account_claims(email=None)):
        error = refused(authentic, bearer(keys.sign(claims), X_On_Behalf_Of="ada"))
        assert isinstance(error, PermissionDenied)
    assert server.count == 0


def test_forged_tokens_cause_one_call_altogether(keys, server):
    authentic = authenticator(server)
    other = new_key()
    for number in range(20):
        forged = keys.sign(user_claims(f"u{number}"), other, kid=f"key-{number}")
        assert isinstance(refused(authentic, bearer(forged)), Unauthenticated)
        forged = keys.sign(account_claims(sub=str(number)), other, kid=f"key-{number}")
        headers = bearer(forged, X_On_Behalf_Of="ada")
        assert isinstance(refused(authentic, headers), Unauthenticated)
    assert authentic.identity_of(bearer(keys.sign(user_claims("ada")))).uid == "ada"
    assert set(server.fetched.values()) == {1}
    assert len(server.fetched) == 2


def test_requests_at_the_same_time_share_one_call(keys, server):
    authentic = authenticator(server)
    barrier = threading.Barrier(8)
    headers = bearer(keys.sign(user_claims("ada")))

    def call(_):
        barrier.wait()
        return authentic.identity_of(headers)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(call, range(8))) == {Identity("ada")}
    assert server.count == 1


def test_app_check_tokens_of_unknown_keys_cause_one_call(keys, server):
    authentic = authenticator(server, require_app_check=True)
    mine = keys.sign(user_claims("ada"))
    now = int(time.time())
    claims = {"iss": "https://firebaseappcheck.googleapis.com/1", "aud": ["projects/demo"]}
    claims |= {"sub": "1:1:web:a", "iat": now, "exp": now + 600}
    for number in range(5):
        proof = keys.sign(claims, new_key(), kid=f"key-{number}")
        error = refused(authentic, bearer(mine, X_Firebase_AppCheck=proof))
        assert error.details == [{"reason": "BAD_APP_CHECK"}]
    assert authentic.identity_of(bearer(mine, X_Firebase_AppCheck=keys.sign(claims))).uid == "ada"
    assert server.count == 2


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_keys_live_as_long_as_they_say_and_failures_are_remembered(server):
    clock = Clock()
    published = {"a": "1"}
    calls = []

    def fetch(url):
        calls.append(url)
        if published["a"] == "down":
            raise TimeoutError
        return Fetched(dict(published), "max-age=1000")

    kept = PublicKeys("https://x", dict, fetch, clock)
    assert [kept.get("a") for _ in range(5)] == ["1"] * 5
    clock.now = 999
    assert (kept.get("a"), len(calls)) == ("1", 1)
    published["a"] = "down"
    clock.now = 1000
    for _ in range(5):
        with pytest.raises(Unavailable):
            kept.get("a")
    assert len(calls) == 2
    published["a"] = "2"
    clock.now += AFTER_FAILURE
    assert (kept.get("a"), len(calls)) == ("2", 3)
    # Keys rotate before the old ones expire.
    clock.now += AFTER_ROTATION - 1
    assert ([kept.get("b") for _ in range(5)], len(calls)) == ([None] * 5, 3)
    published["b"] = "3"
    clock.now += 1
    assert (kept.get("b"), len(calls)) == ("3", 4)
    assert ([kept.get(str(number)) for number in range(50)], len(calls)) == ([None] * 50, 4)


@pytest.mark.parametrize(
    ("said", "kept"),
    [("max-age=5", 300), ("no-store", 3600), ("", 3600), ("public, MAX-AGE=999999999", 86_400)],
)
def test_lifetimes_are_bounded(said, kept):
    clock, calls = Clock(), []
    keys = PublicKeys("u", dict, lambda url: calls.append(url) or Fetched({"a": 1}, said), clock)
    for now, count in ((0, 1), (kept - 1, 1), (kept, 2)):
        clock.now = now
        assert (keys.get("a"), len(calls)) == (1, count)


@pytest.mark.parametrize("answer", [None, [], "x", {"keys": 5}, {"keys": [{}]}])
def test_an_answer_that_is_no_key_set_counts_as_a_failure(answer, keys):
    authentic = FirebaseAuthenticator(
        IdentityPolicy("demo", False, frozenset(), "rekindle", True, False),
        lambda url: (
            Fetched(keys.answer("www.googleapis.com", "", b"")[1], "")
            if "robot" in url
            else Fetched(answer, "")
        ),
    )
    headers = bearer(keys.sign(user_claims("ada")), X_Firebase_AppCheck=keys.sign({"a": 1}))
    with pytest.raises(Unavailable):
        authentic.identity_of(headers)


@pytest.mark.parametrize("named", ["é", "ada,bob", "ada, ada", "ada\xff", "\u202eada"])
def test_another_user_is_named_once_and_in_ascii(keys, server, named):
    for claims in (account_claims(), user_claims("ada")):
        error = refused(authenticator(server), bearer(keys.sign(claims), X_On_Behalf_Of=named))
        assert isinstance(error, InvalidArgument)
        assert error.details == [{"reason": "BAD_ON_BEHALF_OF"}]


def test_two_credentials_are_refused(keys, server):
    mine = keys.sign(user_claims("ada"))
    for text in (f"Bearer {mine},Bearer {mine}", f"Bearer {mine}, Bearer x", f"Bearer {mine} x"):
        error = refused(authenticator(server), {"Authorization": text})
        assert error.details == [{"reason": "BAD_TOKEN"}]


def encoded(text):
    head = part({"alg": "RS256", "kid": "k"})
    return f"{head}.{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}.AAAA"


@pytest.mark.parametrize(
    "claims",
    [
        '{"a":' * 3000 + "1" + "}" * 3000,
        "[" * 5000,
        '{"exp": 1e999, "iat": 0}',
        '{"exp": NaN}',
        '{"exp": ' + "9" * 5000 + "}",
        '{"exp": true}',
        '"text"',
        "[]",
        "",
    ],
    ids=["deep", "open", "infinite", "nan", "huge", "boolean", "text", "list", "empty"],
)
@pytest.mark.parametrize("emulated", [False, True])
def test_deep_and_huge_tokens_are_refused(server, claims, emulated):
    error = refused(authenticator(server, emulated=emulated), bearer(encoded(claims)))
    assert error.details == [{"reason": "BAD_TOKEN"}]
    long = bearer("a." + "b" * 2_000_000 + ".c")
    assert refused(authenticator(server, emulated=emulated), long).details == error.details


@pytest.mark.parametrize("exp", ["1e999", "NaN", "1e300", "9" * 400, '"1"', "true", "null"])
def test_an_unsigned_token_needs_times_too(server, exp):
    claims = json.dumps(user_claims("ada") | {"exp": 0}).replace('"exp": 0', f'"exp": {exp}')
    error = refused(authenticator(server, emulated=True), bearer(encoded(claims)))
    assert error.details == [{"reason": "BAD_TOKEN"}]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys("iss aud sub exp iat email alg kid".split(), json_values),
    ),
    st.booleans(),
)
def test_whatever_a_token_claims_is_refused_and_causes_no_call(claims, emulated):
    calls = []
    authentic = authenticator(calls.append, emulated=emulated)
    iss = claims.get("iss")
    genuine = {"iss": "https://accounts.google.com"} if iss is None else {}
    for given_claims in (claims, claims | genuine):
        token = f"{part(claims)}.{part(given_claims)}.AAAA"
        assert isinstance(refused(authentic, bearer(token)), Unauthenticated | PermissionDenied)
    assert calls == []


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_parsed_or_refused(text):
    with contextlib.suppress(Unauthenticated):
        parse(text)


class SlowServer:
    """Answers when a test says so, or fails when the time is up."""

    def __init__(self):
        self.asked, self.answers = threading.Event(), threading.Event()
        self.allowed = []

    def __call__(self, url):
        self.allowed.append(time_left())
        self.asked.set()
        if not self.answers.wait(time_left(10)):
            raise OSError("too late")
        return Fetched({"a": 1}, "")


def test_whoever_waits_for_another_ones_fetch_leaves_in_time():
    server = SlowServer()
    keys = PublicKeys("u", dict, server)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(keys.get, "a")
        server.asked.wait(10)
        with within(0.2), pytest.raises(Unavailable) as raised:
            keys.get("a")
        still_fetching = not first.done()
        server.answers.set()
        assert first.result() == 1
    assert still_fetching
    assert raised.value.details == [{"reason": "KEYS_UNAVAILABLE"}]


def test_a_fetch_gets_what_the_request_has_left_and_never_more_than_its_own_limit():
    server = SlowServer()
    server.answers.set()
    for seconds in (1.0, 60.0):
        with within(seconds):
            PublicKeys("u", dict, server).get("a")
    assert server.allowed[0] <= 1.0
    assert server.allowed[1] <= TIMEOUT


def test_a_fetch_that_had_little_time_keeps_no_other_from_trying():
    server = SlowServer()
    keys = PublicKeys("u", dict, server)
    with within(0.1), pytest.raises(Unavailable):
        keys.get("a")
    server.answers.set()
    assert keys.get("a") == 1


def test_a_known_key_does_not_wait_for_the_fetch_of_an_unknown_one():
    server, clock = SlowServer(), MovableSeconds()
    server.answers.set()
    keys = PublicKeys("u", dict, server, clock)
    keys.get("a")
    server.answers.clear()
    server.asked.clear()
    clock.now += AFTER_ROTATION
    with ThreadPoolExecutor(1) as pool:
        unknown = pool.submit(keys.get, "b")
        server.asked.wait(10)
        with within(0.2):
            assert keys.get("a") == 1
        assert not unknown.done()
        server.answers.set()
        assert unknown.result() is None


class MovableSeconds:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_a_key_server_that_drips_is_left():
    ended = threading.Event()

    class Drips(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            with contextlib.suppress(OSError):
                while not ended.wait(0.05):
                    self.wfile.write(b" ")

        def log_message(self, *_):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Drips)
    http.daemon_threads = True
    threading.Thread(target=http.serve_forever, daemon=True).start()
    timer = threading.Timer(10, ended.set)
    timer.daemon = True
    timer.start()
    try:
        with within(0.3), pytest.raises((OSError, ValueError)):
            fetch_json(f"http://127.0.0.1:{http.server_port}/")
        assert not ended.is_set()
    finally:
        ended.set()
        http.shutdown()
        http.server_close()
