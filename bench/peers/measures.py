"""What is measured of memories: adding and finding turns, and whether they are there."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bench.eval_search import TOP, mean, questions_of, share_found, turns_of
from bench.peers.sides import Entry, Side
from bench.peers.timing import rotated, summary

Conversations = Mapping[str, dict[str, Any]]
Entries = dict[tuple[str, str], dict[str, str]]
"""By side and conversation: the entry that holds each turn."""
Before = Callable[[], None]


def nothing() -> None:
    """What is done before a call where nothing needs to be."""


def sessions_of(conversation: dict[str, Any]) -> Iterator[list[Entry]]:
    """The turns, by session."""
    entries = [entry for _, entry in turns_of(conversation)]
    for _, session in groupby(entries, key=lambda entry: entry["threadId"]):
        yield list(session)


def add_one_by_one(
    sides: Sequence[Side], conversations: Conversations, limit: int | None, before: Before = nothing
) -> tuple[dict[str, Any], Entries]:
    """Adds turns in calls of their own, each to one side after the other; what it took, and what
    they became.

    Args:
        limit: turns of each conversation, the first; None for all.
        before: done before each call, outside its time.
    """
    seconds: dict[str, list[float]] = defaultdict(list)
    entries: Entries = defaultdict(dict)
    for name, conversation in conversations.items():
        for place, (turn, entry) in enumerate(turns_of(conversation)[:limit]):
            for side in rotated(sides, place):
                before()
                done = side.add(name, [entry])
                seconds[side.name].append(done.seconds)
                entries[side.name, name][turn] = done.ids[0]
    return {name: summary(each, len(each)) for name, each in seconds.items()}, entries


def add_by_session(
    sides: Sequence[Side], conversations: Conversations, limit: int | None, before: Before = nothing
) -> dict[str, Any]:
    """Adds each session in one call, to one side after the other; what it took.

    Args:
        limit: sessions of each conversation, the first; None for all.
        before: done before each call, outside its time.
    """
    seconds: dict[str, list[float]] = defaultdict(list)
    turns = 0
    for name, conversation in conversations.items():
        for place, session in enumerate(list(sessions_of(conversation))[:limit]):
            turns += len(session)
            for side in rotated(sides, place):
                before()
                seconds[side.name].append(side.add(name, session).seconds)
    return {name: summary(each, turns) for name, each in seconds.items()}


def ask(
    sides: Sequence[Side],
    conversations: Conversations,
    entries: Mapping[tuple[str, str], Mapping[str, str]],
    limit: int | None,
    before: Before = nothing,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Asks every question of one side after the other; what it took, and recall@10.

    Args:
        entries: the entry that holds each turn, by side and conversation.
        limit: questions of each conversation, the first; None for all.
        before: done before each call, outside its time.

    Returns:
        What each side's calls took; and each side's recall over all questions and by category.
    """
    seconds: dict[str, list[float]] = defaultdict(list)
    shares: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for name, conversation in conversations.items():
        for place, question in enumerate(questions_of(conversation)[:limit]):
            for side in rotated(sides, place):
                before()
                done = side.search(name, question["question"], TOP)
                seconds[side.name].append(done.seconds)
                found = share_found(question, entries[side.name, name], done.ids)
                shares[side.name][question["category"]].append(found)
    recall = {
        name: {
            "all": mean([share for each in by_category.values() for share in each]),
            "categories": {
                str(category): {"recall": mean(each), "questions": len(each)}
                for category, each in sorted(by_category.items())
            },
        }
        for name, by_category in shares.items()
    }
    return {name: summary(each, len(each)) for name, each in seconds.items()}, recall


def found_at_once(side: Side, user: str, entries: Sequence[Entry]) -> int:
    """Adds turns one by one and searches for each as soon as it was added; how many were found."""
    found = 0
    for entry in entries:
        added = side.add(user, [entry])
        found += added.ids[0] in side.search(user, entry["content"], TOP).ids
    return found


def still_found(side: Side, user: str, entries: Sequence[Entry], ids: Sequence[str]) -> int:
    """How many turns a search for their own words finds."""
    return sum(
        id_ in side.search(user, entry["content"], TOP).ids
        for entry, id_ in zip(entries, ids, strict=True)
    )
