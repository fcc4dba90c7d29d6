"""A model that finds in each prompt the preference that it states."""

import json
import re
import threading
from collections.abc import Callable
from typing import Any

from tests.support.openai_server import EMPTY, answer, preference

_SAID = re.compile(r"I love ([a-p]{14})\.")


class AttentiveModel:
    """Answers each request with one preference per prompt.

    Args:
        pause: called before each answer.
    """

    def __init__(self, pause: Callable[[], None] = lambda: None) -> None:
        self._pause = pause
        self.asked = 0
        self._lock = threading.Lock()

    def __call__(self, handler: Any, request: dict[str, Any]) -> None:
        """Answers one request."""
        with self._lock:
            self.asked += 1
        self._pause()
        text = request["messages"][-1]["content"]
        found = [
            preference(f"I love {said}.", number, description=said, context=f"User loves {said}")
            for number, said in enumerate(_SAID.findall(text), 1)
        ]
        answer(handler, json.dumps({**EMPTY, "preferences": found}))
