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
_ENDED = (
    Column("item", style="bold"),
    Column("ended", whole=True, style="dim"),
    Column("quote", style="dim"),
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
    present, over = _present(profile), list(_ended(out, profile))
    parts: dict[str, tuple[Sequence[Column], list[tuple[str, ...]]]] = {
        "About": (_ABOUT, list(_facts(profile))),
        "Patterns": (_FREQUENT, list(_frequent(out, present["patterns"]))),
        "Workflows": (_FREQUENT, list(_frequent(out, present["workflows"]))),
        "Skills": (_SKILLS, list(_skills(profile))),
    }
    if not present["preferences"] and not over and not any(rows for _, rows in parts.values()):
        out.say("Nothing is known yet. `rekindle status` shows why.")
        return
    if present["preferences"]:
        out.heading("Preferences")
        views.preferences(out, present["preferences"])
    for title, (columns, rows) in parts.items():
        if rows:
            out.heading(title)
            out.table(columns, rows)
    if over:
        out.heading("No longer so")
        out.table(_ENDED, over)


def _lines(out: Output, profile: Json) -> None:
    present = _present(profile)
    rows: list[list[Any]] = [["about", *row] for row in _facts(profile)]
    rows += [
        [
            "preference",
            item["id"],
            item["type"],
            item["description"],
            views.confidence(item["confidence"]),
        ]
        for item in present["preferences"]
    ]
    for kind in ("pattern", "workflow"):
        rows += [[kind, *row] for row in _frequent(out, present[f"{kind}s"])]
    rows += [["skill", *row] for row in _skills(profile)]
    rows += [["ended", *row] for row in _ended(out, profile)]
    out.table((), rows)


def _present(profile: Json) -> dict[str, list[Json]]:
    """Returns the items that still hold, by kind."""
    return {
        kind: [item for item in profile[kind] if "ended" not in item]
        for kind in ("preferences", "patterns", "workflows")
    }


def _ended(out: Output, profile: Json) -> Iterable[tuple[str, ...]]:
    """Yields what no longer holds, if it was asked for, with the words that ended it."""
    items = [item for kind in _present(profile) for item in profile[kind] if "ended" in item]
    told = [(item["description"], item["ended"]) for item in items]
    told += [
        (f"{fact['path']}: {views.value_of(fact['value'])}", fact["ended"])
        for fact in profile.get("ended", ())
    ]
    for what, ending in sorted(told, key=lambda each: each[1]["at"], reverse=True):
        quote = f"“{ending['quote']}”" if "quote" in ending else ""
        yield what, views.timestamp(ending["at"], out), quote


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
