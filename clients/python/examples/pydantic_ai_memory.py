"""An agent that knows the user. It reads OPENAI_API_KEY and OPENAI_BASE_URL."""

import asyncio
import os

from pydantic_ai import Agent

from rekindle_client import AsyncRekindle
from rekindle_client.pydantic_ai import RekindleMemory


async def main() -> None:
    """Says something, has it learned, and asks in a later conversation."""
    agent = Agent("openai-chat:gpt-5.2", instructions="Be helpful.")
    async with AsyncRekindle(os.environ["REKINDLE"], os.environ["TOKEN"]) as rekindle:
        memory = RekindleMemory(rekindle)
        await agent.run("I love Python. Please keep answers short.", capabilities=[memory])
        await rekindle.profile.refresh(wait=True)

        answer = await agent.run("Which language should I use?", capabilities=[memory])
        print(answer.output)


if __name__ == "__main__":
    asyncio.run(main())
