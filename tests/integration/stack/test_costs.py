"""Billed operations and round trips, as the embedded Firestore counts them on any machine."""

from contextlib import contextmanager

import pytest

from tests.support.api import Api
from tests.support.engines import needs_embedded
from tests.support.openai_server import EMPTY, OpenAIServer, preference
from tests.support.stacks import stack_process

pytestmark = needs_embedded("another one counts no operations")


@pytest.fixture
def bill(uid):
    """The API of a fresh stack, and a function that returns the bill of an action on it."""
    with billed(uid, REKINDLE_ANALYZER="offline") as both:
        yield both


@contextmanager
def billed(uid, **variables):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-costs", **variables}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)

        def of(action):
            stack.idle()
            stack.control("DELETE", "usage")
            action()
            stack.idle()
            return stack.control("GET", "usage")

        yield api, of


def within(usage, reads, writes, round_trips=None):
    billed = usage["reads"] <= reads and usage["writes"] + usage["deletes"] <= writes
    return billed and (round_trips is None or usage["roundTrips"] <= round_trips)


RECORD = 2
COUNT = 3
TRANSACTION = 2
"""Its reads, which begin it, and its commit."""


def test_the_bill_of_each_action(bill):
    api, of = bill

    for n in range(9):
        usage = of(lambda n=n: api.say(f"I love subject number {n}."))
        assert within(usage, 3, 2, round_trips=RECORD + COUNT), (n, usage)

    usage = of(lambda: api.say("I have been using Python for 9 years."))
    assert api.batches()[0]["state"] == "done"
    # The tenth prompt is recorded, forms the batch, and has it analyzed.
    assert within(usage, 3 + 14, 2 + 14, round_trips=12), usage

    for target in ("memory", "user", "archive"):
        note = {"id": target, "content": f"to {target}", "target": target}
        usage = of(lambda note=note: api.post("/v1/memory", note))
        assert within(usage, 3, 3, round_trips=TRANSACTION), (target, usage)
    for target in ("memory", "user", "archive"):
        path = f"/v1/memory/{target}"
        usage = of(lambda path=path: api.call("PATCH", path, {"content": f"New at {path}"}))
        assert within(usage, 3, 3, round_trips=TRANSACTION), (target, usage)
    assert within(of(lambda: api.call("DELETE", "/v1/memory/user")), 3, 3, round_trips=TRANSACTION)

    # The first block of the day records which preferences it included.
    assert within(of(lambda: api.get("/v1/context")), 2, 1, round_trips=2)
    assert within(of(lambda: api.get("/v1/context")), 2, 0, round_trips=1)
    assert within(of(lambda: api.get("/v1/context", query="python")), 2, 0, round_trips=2)
    assert within(of(lambda: api.get("/v1/memory/search", q="archive")), 2, 0, round_trips=2)
    assert within(of(lambda: api.profile()), 1, 0, round_trips=1)

    # What may be outdated is derived from documents that a list reads anyway.
    assert within(of(lambda: api.get("/v1/memory")), 2 + 2, 0, round_trips=2)
    assert within(of(lambda: api.get("/v1/memory/archive")), 1 + 2, 0, round_trips=2)
    api.call("PATCH", "/v1/profile/about", {"custom": {"location": "Hamburg"}})
    api.post("/v1/memory", {"content": "Swims in Hamburg."})
    api.call("PATCH", "/v1/profile/about", {"custom": {"location": "Bonn"}})
    assert within(of(lambda: api.get("/v1/inbox")), 2, 0, round_trips=1)
    (question,) = api.get("/v1/inbox")["items"]
    usage = of(lambda: api.post(f"/v1/inbox/{question['id']}", {"answer": "accept"}))
    assert within(usage, 2 + 3 + 1, 3, round_trips=1 + TRANSACTION + 1), usage


def test_the_bill_of_an_analysis_by_a_model(uid):
    """Booking costs no read, but for one on a user's first call of a day."""
    with (
        OpenAIServer() as model,
        billed(uid, REKINDLE_ANALYZER="openai", OPENAI_BASE_URL=model.url) as (api, of),
    ):
        model.will(EMPTY)
        api.learn("Just to have leased a share of the deployment's budget today.")
        for n in range(2):
            said, about = f"I love number {n}.", f"number {n}"
            found = preference(said, prompt=n + 1, description=about, context="")
            model.will({**EMPTY, "preferences": [found]})
            for m in range(9):
                assert within(of(lambda m=m: api.say(f"I love number {m}.")), 3, 2)
            usage = of(lambda: api.say("I love the last one."))
            assert within(usage, 3 + 14, 2 + 14), (n, usage)
        assert len(api.profile()["preferences"]) == 2
        assert {batch["state"] for batch in api.batches()} == {"done"}


def test_the_bill_of_a_search_does_not_grow_with_every_entry(bill):
    api, of = bill
    count = 5000
    reads = 2 + count // 500
    for first in range(0, count, 100):
        entries = [
            {"content": f"Day {n}: we talked about topic {n % 97}.", "target": "archive"}
            for n in range(first, first + 100)
        ]
        usage = of(lambda entries=entries: api.post("/v1/memory/batch", {"entries": entries}))
    assert within(usage, 2 + 100, 100 + 8), usage
    assert within(
        of(lambda: api.get("/v1/memory/search", q="topic 42")), 2 + count // 500, 0, round_trips=2
    )
    narrow = {"q": "topic 42", "target": "archive", "limit": 100}
    assert within(of(lambda: api.get("/v1/memory/search", **narrow)), reads, 0, round_trips=2)
    for n in range(30):
        one = {"content": f"One more for the road, number {n}.", "target": "archive"}
        assert within(of(lambda one=one: api.post("/v1/memory", one)), 3, 3)
    api.get("/v1/context", query="topic 42")
    assert within(
        of(lambda: api.get("/v1/context", query="topic 42")), 2 + count // 500, 0, round_trips=2
    )
    assert within(of(lambda: api.get("/v1/context")), 2, 0)


def test_connections_that_have_written_nothing_cost_only_themselves(bill):
    api, of = bill
    made = [
        api.post("/v1/connections", {"name": f"script {n}", "scopes": ["read", "write"]})
        for n in range(20)
    ]
    assert within(of(lambda: api.get("/v1/connections")), 20, 0, round_trips=1)
    for each in made[:2]:
        with api.stack.bearer(each["key"]) as client:
            Api(client, api.stack).get("/v1/context")
    # Of those that were used, only the notes and changes are counted that they may make.
    assert within(of(lambda: api.get("/v1/connections")), 20 + 2 * 2, 0, round_trips=1 + 2 * 2)


SLOW = {"seed": 1, "slow": 1, "longest": 2}
"""Commits take a while, so that whatever does not wait for them begins before they end."""


@pytest.mark.parametrize(
    ("path", "first_block"), [("/v1/profile", False), ("/v1/context", True), ("/v1/memory", False)]
)
def test_the_first_use_of_a_key_on_a_day_waits_for_one_read_more(bill, path, first_block):
    """When it was last used is written meanwhile."""
    api, of = bill
    api.post("/v1/preferences", {"type": "like", "description": "tea"})
    made = api.post("/v1/connections", {"name": "script", "scopes": ["read", "write"]})
    before = made["createdAt"]
    api.get("/v1/context")
    with_token = of(lambda: api.get(path))
    with api.stack.bearer(made["key"]) as client:
        script = Api(client, api.stack)
        in_a_row = []
        for day in range(3):
            if day and first_block:
                # The first block of a day records which preferences it included.
                api.get("/v1/context")
            api.stack.control("PUT", "faults", SLOW)
            usage = of(lambda: script.get(path))
            api.stack.control("DELETE", "faults")
            assert usage["reads"] == with_token["reads"] + 1
            assert usage["writes"] == 1
            in_a_row.append(usage["roundTripsInARow"])
            (shown,) = api.get("/v1/connections")["connections"]
            assert shown["lastUsedAt"] > before
            before = shown["lastUsedAt"]
            api.stack.control("POST", "clock", {"advanceSeconds": 24 * 3600})
    # A commit may be hardly slow, and then nothing begins before it ends.
    assert min(in_a_row) == with_token["roundTripsInARow"] + 1, in_a_row


def test_the_first_note_of_a_key_on_a_day_waits_for_one_read_more(bill):
    api, of = bill
    made = api.post("/v1/connections", {"name": "script", "scopes": ["read", "write"]})
    api.post("/v1/memory", {"content": "the first note", "target": "archive"})
    with api.stack.bearer(made["key"]) as client:
        api.stack.control("PUT", "faults", SLOW)
        in_a_row = []
        for day in ("first", "second", "third", "fourth"):
            note = {"content": f"a note of the script's {day} day", "target": "archive"}
            usage = of(lambda note=note: Api(client, api.stack).post("/v1/memory", note))
            assert within(usage, 3 + 1, 3 + 1), usage
            in_a_row.append(usage["roundTripsInARow"])
            api.stack.control("POST", "clock", {"advanceSeconds": 24 * 3600})
    # A commit may be hardly slow, and then nothing begins before it ends.
    assert min(in_a_row) == TRANSACTION + 1, in_a_row


def test_a_key_costs_one_read_and_one_round_trip_while_it_is_not_cached(bill):
    api, of = bill
    made = api.post("/v1/connections", {"name": "script", "scopes": ["read", "write"]})
    note = {"content": "a note", "target": "archive"}
    with api.stack.bearer(made["key"]) as client:
        script = Api(client, api.stack)
        script.get("/v1/context")  # The first use of the day is written down.
        # Where nothing is stored about the user yet, a cached connection is read again.
        first = of(lambda: script.post("/v1/memory", note))
        assert within(first, 3 + 1, 3, round_trips=TRANSACTION + 1), first
        for path in ("/v1/context", "/v1/profile"):
            with_token = of(lambda path=path: api.get(path))
            assert of(lambda path=path: script.get(path)) == with_token, path
            api.stack.control("POST", "clock", {"advanceSeconds": 60})
            usage = of(lambda path=path: script.get(path))
            assert usage["reads"] <= with_token["reads"] + 1, (path, usage)
            assert usage["roundTrips"] <= with_token["roundTrips"] + 1, (path, usage)
            assert usage["writes"] == with_token["writes"]
        api.stack.control("POST", "clock", {"advanceSeconds": 60})
        usage = of(lambda: script.post("/v1/memory", {**note, "content": "another thing"}))
        assert within(usage, 3 + 1, 3, round_trips=TRANSACTION + 1), usage
