"""Claude keeps files of its own in the user's notes. It reads ANTHROPIC_API_KEY."""

import os

from anthropic import Anthropic

from rekindle_client import Rekindle
from rekindle_client.anthropic import MemoryTool


def main() -> None:
    """Asks one question; Claude reads and writes its files as it sees fit."""
    with Rekindle(os.environ["REKINDLE"], os.environ["TOKEN"]) as rekindle:
        runner = Anthropic().beta.messages.tool_runner(
            model="claude-sonnet-5-5",
            max_tokens=1024,
            betas=["context-management-2025-06-27"],
            system=rekindle.context().text,
            tools=[MemoryTool(rekindle)],
            messages=[{"role": "user", "content": "Remember that the tests need Docker."}],
        )
        for block in runner.until_done().content:
            if block.type == "text":
                print(block.text)


if __name__ == "__main__":
    main()
