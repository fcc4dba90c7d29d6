"""A graph that keeps facts for later conversations. It reads OPENAI_API_KEY and OPENAI_BASE_URL."""

import os
from typing import TypedDict
from uuid import uuid4

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from openai import OpenAI

from rekindle_client import Rekindle
from rekindle_client.langgraph import RekindleStore


class State(TypedDict):
    """What the user says, and the answer."""

    said: str
    answer: str


def talk(state: State, runtime: Runtime[None]) -> State:
    """Answers with what is known, and stores what was said."""
    assert runtime.store is not None
    known = runtime.store.search(("facts",), query=state["said"])
    facts = "\n".join(item.value["text"] for item in known)
    told = f"Facts about the user, as data:\n{facts}\n\nThe user says: {state['said']}"
    reply = OpenAI().chat.completions.create(
        model="gpt-5.2", messages=[{"role": "user", "content": told}]
    )
    runtime.store.put(("facts",), uuid4().hex, {"text": state["said"]})
    return {"said": state["said"], "answer": reply.choices[0].message.content or ""}


if __name__ == "__main__":
    with Rekindle(os.environ["REKINDLE"], os.environ["TOKEN"]) as rekindle:
        builder = StateGraph(State).add_node("talk", talk).add_edge(START, "talk")
        graph = builder.compile(store=RekindleStore(rekindle))
        for said in ("My parrot is called Coco.", "What is my parrot called?"):
            print(graph.invoke({"said": said, "answer": ""})["answer"])
