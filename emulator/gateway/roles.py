"""The gateway's two processes, and how connections pass from one to the other.

In the cloud each function is a service of its own. Here all functions would share one process, and
with it Python's interpreter lock: while one ranks thousands of notes or restores an export, every
other request waits. So what an assistant waits for in each turn has a process of its own, the
front. It accepts all connections. One whose request may take long it hands to the back, unread,
which answers it and returns the connection to wait for the next request.
"""

import socket
from contextlib import suppress
from enum import StrEnum
from typing import Any

FRONT_FUNCTIONS = frozenset({"context", "profile", "prompts", "sessions"})
"""The functions that the front runs itself. Their requests read or write a few documents each."""
_NOTE = b"."
"""A message that carries a connection has to say something, too."""


class Role(StrEnum):
    """What a worker process is for."""

    FRONT = "front"
    BACK = "back"

    @property
    def other(self) -> "Role":
        """The other role."""
        return Role.BACK if self is Role.FRONT else Role.FRONT


class Handover:
    """Passes open connections between the workers.

    It is made before they are forked, so what is on its way to a worker that is killed is received
    by the one that takes its place.
    """

    def __init__(self) -> None:
        self._pairs = {role: socket.socketpair() for role in Role}
        for pair in self._pairs.values():
            for end in pair:
                end.setblocking(False)

    def inbox(self, role: Role) -> socket.socket:
        """Returns the socket that is readable when a connection for the role has arrived."""
        return self._pairs[role][0]

    def pass_on(self, connection: socket.socket, role: Role) -> bool:
        """Sends a connection to the worker of a role; returns whether there was room.

        The caller still has to close it on its side.
        """
        with suppress(OSError):
            socket.send_fds(self._pairs[role][1], [_NOTE], [connection.fileno()])
            return True
        return False

    def close(self) -> None:
        """Closes the sockets; what is still on its way is lost."""
        for end in (end for pair in self._pairs.values() for end in pair):
            end.close()

    def receive(self, role: Role) -> tuple[socket.socket, Any] | None:
        """Returns the next connection that was sent to the role, and the client's address.

        None if there is no connection, or if its client has reset it meanwhile.
        """
        try:
            _, handles, _, _ = socket.recv_fds(self.inbox(role), len(_NOTE), 1)
        except BlockingIOError:
            return None
        if not handles:
            return None
        connection = socket.socket(fileno=handles[0])
        try:
            return connection, connection.getpeername()
        except OSError:
            connection.close()
            return None
