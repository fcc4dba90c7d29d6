"""The session of the Agents SDK, as its runner uses it."""

import asyncio
import os

from agents import Session, SQLiteSession, TResponseInputItem
from silence import silent

from rekindle_client import AsyncRekindle, RekindleError, Unreachable
from rekindle_client.openai_agents import RekindleSession

LONGEST = 20
"""Seconds, fewer than the client itself waits for an answer."""


def said(text: str) -> TResponseInputItem:
    return {"role": "user", "content": text}


async def main() -> None:
    url, token = os.environ["REKINDLE"], os.environ["TOKEN"]
    async with AsyncRekindle(url, token) as rekindle:
        session: Session = RekindleSession(rekindle, SQLiteSession("one"))
        assert isinstance(session, Session)
        assert await session.get_items() == []
        items: list[TResponseInputItem] = [
            said("I love Python."),
            {"role": "assistant", "content": "Noted."},
            {"role": "user", "content": [{"type": "input_text", "text": "I live in Ghent."}]},
        ]
        await session.add_items(items)
        await rekindle.profile.refresh(wait=True)
        block, *kept = await session.get_items()
        assert "Python" in str(block.get("content")), block
        assert kept == items
        assert (await session.get_items(1))[1:] == items[-1:]
        assert await session.pop_item() == items[-1]
        await session.clear_session()
        assert await session.pop_item() is None
        assert len(await session.get_items()) == 1
        prompts = (await rekindle.account.export())["prompts"]
        assert sorted(each["content"] for each in prompts) == [
            "I live in Ghent.",
            "I love Python.",
        ]
        assert {each["sessionId"] for each in prompts} == {"one"}

    errors: list[RekindleError] = []
    async with AsyncRekindle("http://127.0.0.1:9", token, retries=0) as nowhere:
        session = RekindleSession(nowhere, SQLiteSession("two"), on_error=errors.append)
        await session.add_items([said("Hello")])
        assert await session.get_items() == [said("Hello")]
    assert len(errors) == 2

    errors.clear()
    async with silent() as rekindle, asyncio.timeout(LONGEST):
        store = SQLiteSession("three")
        session = RekindleSession(rekindle, store, patience=0.05, on_error=errors.append)
        await session.add_items([said("Hello"), said("Hello again")])
        assert len(await session.get_items()) == 2
    assert [type(error) for error in errors] == [Unreachable, Unreachable]
    assert "within 0.05 seconds" in str(errors[0])


if __name__ == "__main__":
    asyncio.run(main())
