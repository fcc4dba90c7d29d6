"""Tells when a request has arrived completely, from its bytes alone."""

import re

MAX_HEAD = 64 * 1024
"""Bytes of the request line and headers; a longer head is left to the server, which refuses it."""
MAX_BODY = 2 * 1024 * 1024
"""Bytes of a body that are waited for: more than any function reads of one."""
_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,19})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked", re.IGNORECASE)
_CONTINUE = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
_LONGEST_CHUNK_LINE = 1024


class Assembly:
    """A request that is arriving.

    What is malformed counts as complete, so that the server refuses it as it always does. So does
    what is larger than the limits: the functions answer it without reading all of it.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        """What has arrived."""
        self._body = -1
        self._length: int | None = None
        self._next_chunk = 0

    @property
    def has_begun(self) -> bool:
        """Whether anything has arrived."""
        return bool(self.data)

    @property
    def waits_for_permission(self) -> bool:
        """Whether the client sends the body once it gets a `100 Continue`."""
        return self._body == len(self.data) and bool(_CONTINUE.search(self.data, 0, self._body))

    def feed(self, data: bytes) -> bool:
        """Takes more bytes; returns whether the request is complete."""
        scanned = max(0, len(self.data) - len(_END_OF_HEAD) + 1)
        self.data += data
        if self._body < 0:
            end = self.data.find(_END_OF_HEAD, scanned)
            if end < 0:
                return len(self.data) > MAX_HEAD
            self._body = self._next_chunk = end + len(_END_OF_HEAD)
            self._length = self._declared(self._body)
        if self._length is None:
            return self._has_last_chunk()
        return self._length > MAX_BODY or len(self.data) - self._body >= self._length

    def _declared(self, head: int) -> int | None:
        """Returns the length of the body in bytes; None if it comes in chunks."""
        if _CHUNKED.search(self.data, 0, head):
            return None
        found = _LENGTH.search(self.data, 0, head)
        return int(found[1]) if found else 0

    def _has_last_chunk(self) -> bool:
        while True:
            if len(self.data) - self._body > MAX_BODY:
                return True
            end = self.data.find(b"\r\n", self._next_chunk)
            if end < 0:
                return len(self.data) - self._next_chunk > _LONGEST_CHUNK_LINE
            line = bytes(self.data[self._next_chunk : end]).partition(b";")[0].strip()
            try:
                size = int(line, 16)
            except ValueError:
                return True
            if size < 0 or size > MAX_BODY:
                return True
            if size == 0:
                # After the last chunk come trailers, if any, and an empty line.
                return self.data.find(_END_OF_HEAD, end) >= 0
            if len(self.data) < end + 2 + size + 2:
                return False
            self._next_chunk = end + 2 + size + 2
