"""An agent that knows the user. It reads GEMINI_API_KEY and GOOGLE_GEMINI_BASE_URL."""

import asyncio
import os

from google.adk import Agent, Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools.preload_memory_tool import preload_memory_tool
from google.genai.types import Content, Part

from rekindle_client import AsyncRekindle
from rekindle_client.google_adk import RekindleMemoryService


async def main() -> None:
    """Says something, has it learned, and asks in a later session."""
    async with AsyncRekindle(os.environ["REKINDLE"], os.environ["TOKEN"]) as rekindle:
        memory = RekindleMemoryService(lambda _: rekindle)
        sessions = InMemorySessionService()
        agent = Agent(name="assistant", model="gemini-3.5-flash", tools=[preload_memory_tool])
        runner = Runner(
            app_name="app", agent=agent, session_service=sessions, memory_service=memory
        )
        for said in ("I love Python. Please keep answers short.", "Which language suits me?"):
            session = await sessions.create_session(app_name="app", user_id="ann")
            message = Content(role="user", parts=[Part(text=said)])
            async for event in runner.run_async(
                user_id="ann", session_id=session.id, new_message=message
            ):
                if event.is_final_response() and event.content and event.content.parts:
                    print(event.content.parts[0].text)
            ended = await sessions.get_session(app_name="app", user_id="ann", session_id=session.id)
            assert ended
            await memory.add_session_to_memory(ended)
            await rekindle.profile.refresh(wait=True)


if __name__ == "__main__":
    asyncio.run(main())
