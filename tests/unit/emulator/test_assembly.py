"""When a request has arrived, and whom a full waiting room turns away."""

from hypothesis import given
from hypothesis import strategies as st

from emulator.gateway.assembly import MAX_BODY, MAX_HEAD, Assembly
from emulator.waiting_room import WaitingRoom

HEAD = b"POST /x HTTP/1.1\r\nHost: localhost\r\n"


@st.composite
def requests(draw):
    """A request and the number of its bytes after which it is complete."""
    body = draw(st.binary(max_size=200))
    if draw(st.booleans()):
        head = HEAD + draw(st.sampled_from([b"Content-Length", b"content-length"]))
        whole = head + b": %d\r\n\r\n" % len(body) + body
    else:
        cuts = sorted(draw(st.lists(st.integers(0, len(body)), max_size=4)))
        parts = [body[a:b] for a, b in zip([0, *cuts], [*cuts, len(body)], strict=True) if a < b]
        chunks = b"".join(b"%x;x=y\r\n%s\r\n" % (len(part), part) for part in parts)
        trailers = draw(st.sampled_from([b"", b"X-T: 1\r\n"]))
        whole = (
            HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n" + trailers + b"\r\n"
        )
    return whole


@given(requests(), st.data())
def test_a_request_is_complete_with_its_last_byte_and_not_before(whole, data):
    assembly = Assembly()
    at = 0
    while at < len(whole):
        step = data.draw(st.integers(1, len(whole) - at))
        at += step
        assert assembly.feed(whole[at - step : at]) == (at == len(whole))
    assert assembly.data == whole


@given(st.lists(st.binary(min_size=1, max_size=60), max_size=20))
def test_any_bytes_are_waited_for_or_passed_on(pieces):
    assembly = Assembly()
    for piece in pieces:
        assembly.feed(HEAD + piece if not assembly.has_begun else piece)


def test_what_is_too_large_or_malformed_is_not_waited_for():
    assert Assembly().feed(b"x" * (MAX_HEAD + 1))
    assert Assembly().feed(HEAD + b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1))
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    for bad in (b"zz\r\n", b"-1\r\n", b"fffffff\r\n", b"1" * 2000):
        assert Assembly().feed(chunked + bad)


def test_a_full_room_turns_the_oldest_away_and_late_ones_leave():
    room = WaitingRoom[str](2, 10.0)
    assert room.enter("a", 0.0) is None
    assert room.enter("b", 1.0) is None
    assert room.enter("c", 2.0) == "a"
    assert (len(room), "a" in room, "b" in room) == (2, False, True)
    assert room.late(10.9) == []
    assert room.late(11.0) == ["b"]
    room.leave("c")
    room.leave("c")
    assert (room.turn_away(), len(room)) == (None, 0)
