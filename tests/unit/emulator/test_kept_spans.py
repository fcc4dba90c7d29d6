"""Which spans the stack keeps, and which of them belong to a request."""

from emulator.traces import KeptSpans
from emulator.traces.otlp import KeptSpan


def span(trace, id_, parent="", *, request=None, links=()):
    attributes = {"rekindle.request_id": request} if request else {}
    return KeptSpan(trace, id_, parent, id_, 0, 1, attributes, list(links), False)


def ids(kept, request):
    return {each.id for each in kept.of_request(request)}


def test_a_request_has_its_trace_and_what_is_linked_to_it():
    kept = KeptSpans()
    kept.add([span("t1", "early", request="one"), span("t1", "event", "early")])
    kept.add([span("t2", "late", request="two"), span("t2", "task", "late")])
    kept.add([span("t2", "analysis", "task", links=["early", "late"])])
    kept.add([span("t2", "commit", "analysis"), span("t3", "other", request="three")])
    assert ids(kept, "one") == {"early", "event", "analysis", "commit"}
    assert ids(kept, "two") == {"late", "task", "analysis", "commit"}
    assert ids(kept, "none") == set()


def test_the_oldest_traces_are_forgotten():
    kept = KeptSpans(most=3)
    for number in range(5):
        kept.add([span(f"t{number}", f"s{number}", request=f"r{number}")])
    assert [bool(ids(kept, f"r{number}")) for number in range(5)] == [
        False,
        False,
        True,
        True,
        True,
    ]
