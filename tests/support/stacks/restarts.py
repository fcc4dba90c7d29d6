"""A stack that a program stops and starts again, in the middle of what it does."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from emulator.client import StackProcess
from tests.support.stacks import stack_process


@contextmanager
def restarted_on_request(data_dir: Path) -> Iterator[tuple[StackProcess, str]]:
    """Starts a stack that keeps its data, and gives the URL that restarts it.

    A `POST` there stops the stack and starts another one on the same data, on other ports; the
    answer has its `gateway` and `control`.
    """
    with ExitStack() as running:

        def started() -> StackProcess:
            return running.enter_context(stack_process(data_dir=data_dir))

        class Restarts(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                running.close()
                stack = started()
                body = json.dumps({"gateway": stack.gateway, "control": stack.control_url}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                """Writes nothing."""

        stack = started()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Restarts)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield stack, f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
