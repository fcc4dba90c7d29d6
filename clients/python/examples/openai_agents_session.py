"""An agent that knows the user. It reads OPENAI_API_KEY and OPENAI_BASE_URL."""

import asyncio
import os

from agents import Agent, OpenAIChatCompletionsModel, Runner, SQLiteSession, set_tracing_disabled
from openai import AsyncOpenAI

from rekindle_client import AsyncRekindle
from rekindle_client.openai_agents import RekindleSession


async def main() -> None:
    """Says something, has it learned, and asks in a later conversation."""
    set_tracing_disabled(True)
    model = OpenAIChatCompletionsModel("gpt-5.2", AsyncOpenAI())
    agent = Agent("Assistant", instructions="Be helpful.", model=model)
    async with AsyncRekindle(os.environ["REKINDLE"], os.environ["TOKEN"]) as rekindle:
        first = RekindleSession(rekindle, SQLiteSession("first"))
        await Runner.run(agent, "I love Python. Please keep answers short.", session=first)
        await rekindle.profile.refresh(wait=True)

        later = RekindleSession(rekindle, SQLiteSession("later"))
        answer = await Runner.run(agent, "Which language should I use?", session=later)
        print(answer.final_output)


if __name__ == "__main__":
    asyncio.run(main())
