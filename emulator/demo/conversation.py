"""A developer's messages to an assistant over a few days, including small talk and questions."""

from datetime import timedelta

MESSAGES: tuple[tuple[timedelta, str], ...] = tuple(
    (timedelta(days=day, minutes=minute), text)
    for day, minute, text in (
        (0, 0, "Hi there! How are you today?"),
        (0, 2, "My name is Maya and I'm a backend engineer at Northwind Robotics."),
        (0, 5, "I've been writing Python for 8 years, and I use Neovim for everything."),
        (0, 9, "How do I add an index to a Postgres table without locking it?"),
        (0, 14, "Please always keep your answers short. I can read the docs myself."),
        (0, 31, "Thanks, that did it! And which Postgres index suits a range of dates?"),
        (0, 50, "I prefer FastAPI over Django for small services."),
        (
            1,
            0,
            "After every feature I write the tests, then I run the linter, then I open a pull "
            "request.",
        ),
        (1, 12, "I'm new to Kubernetes. Why does my pod keep restarting?"),
        (1, 15, "The Postgres query is slow again, can you look at the plan?"),
        (1, 40, "I can't stand YAML files that nobody dares to touch."),
        (1, 55, "What would be a good name for a cat?"),
        (2, 0, "I'm trying to move our monolith to an event-driven architecture by summer."),
        (2, 7, "Can you write a Dockerfile for a FastAPI service?"),
        (2, 20, "Which isolation level does Postgres use by default?"),
        (2, 33, "My manager is Priya Raman, she reviews all the designs."),
        (2, 41, "I live in Lisbon, so my timezone is Europe/Lisbon."),
        (3, 0, "I love pytest fixtures."),
        (3, 6, "ok"),
        (3, 15, "My pod is stuck in CrashLoopBackOff, what should I check in Kubernetes?"),
        (3, 22, "I'd like to learn Rust this year."),
        (3, 30, "Postgres vacuum keeps running during the day, how do I move it to the night?"),
        (3, 41, "I prefer FastAPI over Django, as I said."),
        (3, 50, "Have a nice weekend!"),
    )
)
"""Each message, preceded by the time since the first one."""

QUESTION = "How do I speed up a slow Postgres query?"
"""The next question for the assistant; it decides which notes are included."""

NOTES: tuple[tuple[str, str], ...] = (
    ("memory", "The repository's tests need Docker; without it they are skipped."),
    ("memory", "Deployments go out on Tuesdays and Thursdays only."),
    ("user", "Maya answers quickest in the morning."),
    ("archive", "Decided on 2 March to keep one Postgres database per service."),
    ("archive", "Maya's team uses trunk-based development."),
)
"""Notes that the assistant saves itself: (tier, note)."""
