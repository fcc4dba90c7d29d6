"""Prints a profile."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli import views
from cli.output import Column, Output

Json = Mapping[str, Any]

_ABOUT = (
    Column("fact", whole=True),
    Column("value", style="bold"),
    Column("confidence", whole=True),
    Column("source", whole=True, style="dim"),
)
_FREQUENT = (
    Column("id", whole=True, style="dim"),
    Column("description", style="bold"),
    Column("seen", whole=True),
    Column("last seen", whole=True, style="dim"),
)
_SKILLS = (Column("domain", whole=True), Column("level", style="bold"))


def show(out: Output, profile: Json, who: str) -> None:
    """Prints a profile: sections in a terminal, otherwise one line per item, its kind first."""
    if not out.pretty:
        _lines(out, profile)
        return
    count = profile.get("totalPromptsAnalyzed", 0)
    prompts = "1 prompt" if count == 1 else f"{count} prompts"
    last = views.timestamp(profile.get("lastAnalyzed"), out)
    learned = f"{prompts} analyzed, last {last}" if last else "nothing analyzed yet"
    out.say(f"{who}: version {profile['version']}, {learned}", "dim")
    parts: dict[str, tuple[Sequence[Column], list[tuple[str, ...]]]] = {
        "About": (_ABOUT, list(_facts(profile))),
        "Patterns": (_FREQUENT, list(_frequent(out, profile["patterns"]))),
        "Workflows": (_FREQUENT, list(_frequent(out, profile["workflows"]))),
        "Skills": (_SKILLS, list(_skills(profile))),
    }
    if not profile["preferences"] and not any(rows for _, rows in parts.values()):
        out.say("Nothing is known yet. `rekindle status` shows why.")
        return
    if profile["preferences"]:
        out.heading("Preferences")
        views.preferences(out, profile["preferences"])
    for title, (columns, rows) in parts.items():
        if rows:
            out.heading(title)
            out.table(columns, rows)


def _lines(out: Output, profile: Json) -> None:
    rows: list[list[Any]] = [["about", *row] for row in _facts(profile)]
    rows += [
        [
            "preference",
            item["id"],
            item["type"],
            item["description"],
            views.confidence(item["confidence"]),
        ]
        for item in profile["preferences"]
    ]
    for kind in ("pattern", "workflow"):
        rows += [[kind, *row] for row in _frequent(out, profile[f"{kind}s"])]
    rows += [["skill", *row] for row in _skills(profile)]
    out.table((), rows)


def _facts(profile: Json) -> Iterable[tuple[str, ...]]:
    """Yields each fact with its confidence and its source."""
    metas = {meta["path"]: meta for meta in profile.get("aboutMeta", ())}
    for path, value in _leaves(profile["about"]):
        meta = metas.get(path, {})
        sure = views.confidence(meta["confidence"]) if meta else ""
        source = "inferred" if meta.get("inferred") else meta.get("source", "")
        yield path, views.value_of(value), sure, source


def _leaves(about: Json) -> Iterable[tuple[str, Any]]:
    for name, value in about.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", leaf) for inner, leaf in value.items())
        else:
            yield name, value


def _frequent(out: Output, items: Iterable[Json]) -> Iterable[tuple[str, ...]]:
    for item in items:
        steps = " → ".join(item.get("steps", ()))
        what = f"{item['description']}: {steps}" if steps else item["description"]
        yield item["id"], what, f"{item['frequency']}×", views.timestamp(item["lastSeen"], out)


def _skills(profile: Json) -> Iterable[tuple[str, ...]]:
    skills = profile["skillLevel"]
    if skills.get("overall"):
        yield "overall", skills["overall"]
    yield from skills.get("domains", {}).items()
