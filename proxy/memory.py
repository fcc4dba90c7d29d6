"""The user's Rekindle, which may be slow or away: then the model answers without memory."""

import asyncio
import logging
import time
from collections import OrderedDict

from proxy.conversation import Said
from rekindle_client import AsyncRekindle, NewPrompt, RekindleError, without_private

DEADLINE = 0.3
"""Seconds that a request waits for the context block."""
MOST_CHARACTERS = 50_000
"""The longest message that the server takes. The beginning of a longer one is recorded."""
_MOST_WAITING = 100
_MOST_KNOWN = 10_000
_PATIENCE = 5.0
_HOUR = 3600.0
_log = logging.getLogger(__name__)


class Memory:
    """Reads the context block within a deadline, and records in the background.

    Args:
        rekindle: the API, as the user.
        deadline: seconds to wait for the context block.
    """

    def __init__(self, rekindle: AsyncRekindle, deadline: float = DEADLINE) -> None:
        self._rekindle = rekindle
        self._reading = rekindle.with_options(timeout=deadline, retries=0)
        self._deadline = deadline
        self._recording: set[asyncio.Task[None]] = set()
        self._known: OrderedDict[str, None] = OrderedDict()

    async def block(self) -> str:
        """The context block; empty if there is none, or none in time.

        It is that of every conversation: what a query finds would change from turn to turn, at the
        beginning of the prompt, and nothing a provider has cached would hold.
        """
        try:
            async with asyncio.timeout(self._deadline):
                return (await self._reading.context()).text
        except (RekindleError, TimeoutError) as error:
            _log.warning("No memory for this request: %s.", type(error).__name__)
            return ""

    def record(self, said: Said) -> None:
        """Records in the background what the user said, once however often it is sent."""
        content = without_private(said.text).strip()[:MOST_CHARACTERS]
        if not content or said.place in self._known:
            return
        if len(self._recording) >= _MOST_WAITING:
            _log.warning("A message is not recorded: too many others wait for Rekindle.")
            return
        # A proxy that is started anew still gives a message that is sent again within the hour the
        # same ID. The same words in a new conversation a day later are said once more.
        prompt = NewPrompt(id=f"proxy-{said.place}-{int(time.time() // _HOUR)}", content=content)
        self._known[said.place] = None
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._send(said.place, prompt))
        self._recording.add(task)
        task.add_done_callback(self._recording.discard)

    async def _send(self, place: str, prompt: NewPrompt) -> None:
        try:
            await self._rekindle.record_all([prompt])
        except RekindleError as error:
            self._known.pop(place, None)  # it is tried again if the program sends it again
            _log.warning("A message is not recorded: %s.", type(error).__name__)

    async def close(self) -> None:
        """Waits some seconds for what is being recorded, and closes the connections."""
        if self._recording:
            await asyncio.wait(self._recording, timeout=_PATIENCE)
        for task in list(self._recording):
            task.cancel()
        await self._rekindle.close()
