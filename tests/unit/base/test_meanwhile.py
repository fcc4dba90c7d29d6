"""Work that goes on beside a request, and ends with it."""

import threading
from contextvars import ContextVar

import pytest

from shared.base.meanwhile import ends_with, meanwhile

WAIT = 20.0


def test_work_goes_on_beside_what_follows_and_has_ended_afterwards():
    begun, may_end, order = threading.Event(), threading.Event(), []

    def work():
        begun.set()
        assert may_end.wait(WAIT)
        order.append("work")

    with ends_with():
        meanwhile(work)
        assert begun.wait(WAIT)
        order.append("request")
        may_end.set()
    assert order == ["request", "work"]


def test_work_has_ended_when_the_request_fails():
    done = []

    def request():
        with ends_with():
            meanwhile(lambda: done.append(1))
            raise KeyError

    with pytest.raises(KeyError):
        request()
    assert done == [1]


def test_work_knows_what_the_request_knows():
    uid, seen = ContextVar("uid", default=""), []
    uid.set("ada")
    with ends_with():
        meanwhile(lambda: seen.append(uid.get()))
    assert seen == ["ada"]


def test_without_a_request_work_is_done_at_once():
    done = []
    meanwhile(lambda: done.append(threading.current_thread()))
    assert done == [threading.current_thread()]


def test_a_failure_of_the_work_is_logged_and_not_the_requests(caplog):
    def fail():
        raise ValueError("no secret of the user")

    for together in (ends_with, None):
        caplog.clear()
        if together:
            with together():
                meanwhile(fail)
        else:
            meanwhile(fail)
        (record,) = caplog.records
        assert "ValueError" in record.getMessage()
        assert "secret" not in record.getMessage()
