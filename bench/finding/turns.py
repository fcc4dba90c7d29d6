"""LoCoMo's conversations as notes and questions, in the data set's own terms."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

TOP = 10
_SESSION_TIME = "%I:%M %p on %d %B, %Y"
CATEGORIES = {
    1: "several turns",
    2: "time",
    3: "world knowledge",
    4: "one turn",
    5: "adversarial",
}


def turns_of(conversation: dict[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """Each turn's id and the entry it becomes, in order."""
    turns: list[tuple[str, dict[str, str]]] = []
    for session in conversation["sessions"]:
        start = datetime.strptime(session["date_time"], _SESSION_TIME).replace(tzinfo=UTC)
        turns += [
            (
                turn["dia_id"],
                {
                    "content": f"{turn['speaker']}: {turn['text']}"[:2000],
                    "target": "archive",
                    "source": "conversation",
                    "threadId": f"session-{session['session']}",
                    "createdAt": (start + timedelta(seconds=place)).isoformat(),
                },
            )
            for place, turn in enumerate(session["turns"])
        ]
    return turns


def questions_of(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    """The questions that have evidence."""
    return [question for question in conversation["qa"] if question["evidence"]]


def share_found(
    question: dict[str, Any], entries: Mapping[str, str], found: Collection[str]
) -> float:
    """The share of a question's evidence among the entries found.

    Args:
        question: names the turns that are its evidence.
        entries: entry ids by turn id.
        found: the ids of the entries found.
    """
    evidence = set(question["evidence"])
    return sum(1 for turn in evidence if entries.get(turn) in found) / len(evidence)
