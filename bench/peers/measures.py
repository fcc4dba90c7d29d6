"""What is measured for each memory: adding turns, finding them, and keeping them."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bench.finding.recall import mean
from bench.finding.turns import TOP, questions_of, share_found, turns_of
from bench.peers.sides import Entry, Side
from bench.peers.timing import rotated, summary

Conversations = Mapping[str, dict[str, Any]]
Entries = dict[tuple[str, str], dict[str, str]]
"""Entry ids by turn id, for each side and conversation."""
Before = Callable[[], None]


def nothing() -> None:
    """The default for `before`."""


def sessions_of(conversation: dict[str, Any]) -> Iterator[list[Entry]]:
    """Yields the entries of each session's turns."""
    entries = [entry for _, entry in turns_of(conversation)]
    for _, session in groupby(entries, key=lambda entry: entry["threadId"]):
        yield list(session)


def add_one_by_one(
    sides: Sequence[Side], conversations: Conversations, limit: int | None, before: Before = nothing
) -> tuple[dict[str, Any], Entries]:
    """Adds each turn in its own call, to one side after the other.

    Args:
        limit: how many turns of each conversation, from the start; None for all.
        before: runs before each call, outside its time.

    Returns:
        The timings of each side, and the entries.
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
    """Adds each session in one call, to one side after the other; returns the timings.

    Args:
        limit: how many sessions of each conversation, from the start; None for all.
        before: runs before each call, outside its time.
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
    """Asks one side after the other every question.

    Args:
        entries: entry ids by turn id, for each side and conversation.
        limit: how many questions of each conversation, from the start; None for all.
        before: runs before each call, outside its time.

    Returns:
        The timings of each side, and its recall@10 over all questions and by category.
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
    """Adds turns one by one and searches for each right away; returns how many it finds."""
    found = 0
    for entry in entries:
        added = side.add(user, [entry])
        found += added.ids[0] in side.search(user, entry["content"], TOP).ids
    return found


def still_found(side: Side, user: str, entries: Sequence[Entry], ids: Sequence[str]) -> int:
    """How many turns are found by searching for their own words."""
    return sum(
        id_ in side.search(user, entry["content"], TOP).ids
        for entry, id_ in zip(entries, ids, strict=True)
    )
