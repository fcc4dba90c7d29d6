"""One connection serves requests of both of the gateway's processes."""

import json
from http.client import HTTPConnection

from emulator.gateway.app import Gateway
from emulator.gateway.roles import Role
from emulator.guard import Guard
from emulator.tokens import user_token
from tests.support.stacks import stack_process

BACK, FRONT = "/v1/memory", "/v1/context"


def test_a_connection_goes_to_and_fro_between_the_front_and_the_back():
    roles = Gateway("http://127.0.0.1:1", Guard())
    assert (roles.role_for(FRONT), roles.role_for(BACK)) == (Role.FRONT, Role.BACK)
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": "demo-over"}) as stack:
        headers = {"Authorization": f"Bearer {user_token('ada', stack.project)}"}
        connection = HTTPConnection(stack.gateway.removeprefix("http://"))
        ports = set()
        for path in (FRONT, BACK, BACK, FRONT, FRONT, BACK, FRONT):
            connection.request("GET", path, headers=headers)
            ports.add(connection.sock.getsockname()[1])
            answer = connection.getresponse()
            assert answer.status == 200
            assert ("entries" in json.load(answer)) == (path == BACK)
        connection.close()
    assert len(ports) == 1, "the connection was closed"
