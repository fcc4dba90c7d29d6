"""Billed operations, as the embedded Firestore counts them. Numbers no machine changes."""

import pytest

pytestmark = pytest.mark.usefixtures("billed")


@pytest.fixture
def bill(uid):
    """A stack that nobody else uses, and the bill of one action on it."""
    from emulator.client import stack_process
    from tests.support.api import Api

    env = {"GOOGLE_CLOUD_PROJECT": "demo-costs", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)

        def of(action):
            stack.idle()
            stack.control("DELETE", "usage")
            action()
            stack.idle()
            return stack.control("GET", "usage")

        yield api, of


def within(usage, reads, writes):
    return usage["reads"] <= reads and usage["writes"] + usage["deletes"] <= writes


def test_the_bill_of_each_action(bill):
    api, of = bill

    for n in range(9):
        usage = of(lambda n=n: api.say(f"I love subject number {n}."))
        assert within(usage, 3, 2), (n, usage)

    usage = of(lambda: api.say("I have been using Python for 9 years."))
    assert api.batches()[0]["state"] == "done"
    # The tenth prompt is recorded, forms the batch, and has it analysed.
    assert within(usage, 3 + 14, 2 + 14), usage

    for target in ("memory", "user", "archive"):
        usage = of(lambda t=target: api.post("/v1/memory", {"content": f"to {t}", "target": t}))
        assert within(usage, 3, 3), (target, usage)

    # The first block of the day notes which preferences it told.
    assert within(of(lambda: api.get("/v1/context")), 2, 1)
    assert within(of(lambda: api.get("/v1/context")), 2, 0)
    assert within(of(lambda: api.get("/v1/context", query="python")), 2, 0)
    assert within(of(lambda: api.profile()), 1, 0)
