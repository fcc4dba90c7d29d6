"""HTTP over a plain socket, as a browser might send it and a library would not."""

import socket
from typing import Any

from emulator.firestore.wire.http2 import frames
from emulator.firestore.wire.http2.hpack import HeaderDecoder, encode_headers


def address_of(url: str) -> tuple[str, int]:
    """The host and port of a URL or of host:port."""
    host, _, port = url.removeprefix("http://").partition(":")
    return host, int(port)


def connect(url: str) -> socket.socket:
    """Opens a connection to a URL or host:port."""
    return socket.create_connection(address_of(url), timeout=60)


def head_of(method: str, path: str, host: str, **headers: str) -> bytes:
    """A request line and headers; underscores in names stand for dashes."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def send(url: str, request: bytes) -> tuple[int, bytes]:
    """Sends one request; returns the status and everything that came back."""
    with connect(url) as connection:
        connection.sendall(request)
        return read_answer(connection)


def read_answer(connection: socket.socket) -> tuple[int, bytes]:
    """Reads one answer: its head, and its body as far as the head declares one."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65_536)
        if not piece:
            break
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
    while len(body) < length and (piece := connection.recv(65_536)):
        body += piece
    status = int(data.split(b" ", 2)[1]) if data.startswith(b"HTTP/1.1 ") else 0
    return status, body


def call_grpc(url: str, method: str, message: bytes, **headers: str) -> dict[str, str]:
    """Makes a gRPC call frame by frame; returns the headers and trailers of the answer."""
    given = {":method": "POST", ":scheme": "http", ":path": method, ":authority": "localhost"}
    given |= {"content-type": "application/grpc", "te": "trailers"}
    given |= {
        name.replace("_", "-").replace("pseudo-", ":"): text for name, text in headers.items()
    }
    body = b"\0" + len(message).to_bytes(4, "big") + message
    block = encode_headers([(name, text) for name, text in given.items() if text])
    with connect(url) as connection:
        connection.sendall(
            frames.PREFACE
            + frames.settings_frame({})
            + frames.frame(frames.HEADERS, frames.END_HEADERS, 1, block)
            + frames.frame(frames.DATA, frames.END_STREAM, 1, body)
        )
        return _trailers(connection)


def _trailers(connection: socket.socket) -> dict[str, str]:
    decoder, found, data = HeaderDecoder(), dict[str, Any](), b""
    while True:
        while len(data) < frames.HEADER_BYTES or len(data) < frames.HEADER_BYTES + int.from_bytes(
            data[:3], "big"
        ):
            piece = connection.recv(65_536)
            if not piece:
                return found
            data += piece
        end = frames.HEADER_BYTES + int.from_bytes(data[:3], "big")
        kind, flags, payload = data[3], data[4], data[frames.HEADER_BYTES : end]
        data = data[end:]
        if kind == frames.HEADERS:
            found |= decoder.decode(payload)
            if flags & frames.END_STREAM:
                return found
