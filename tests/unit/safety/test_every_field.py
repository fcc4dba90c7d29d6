"""A secret in whatever text a client sends is refused or masked: none is ever stored.

The requests and documents are made from the models, so that a new field is covered by itself.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Request
from werkzeug.test import EnvironBuilder

from functions import access, account, memory, profile, prompts, sessions
from functions.http.routing import Call, Route, to_json
from shared.access.callers import Caller
from shared.base.errors import RekindleError
from shared.base.validation import validated_json
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import MemoryEntry
from shared.documents.profile import Pattern, Profile, Workflow
from shared.documents.sessions import Session
from shared.memory.rules import NewEntry
from shared.profile.profile_service import NewPreference
from shared.tools.arguments import SaveMemory
from tests.support.domain import START, Domain
from tests.support.texts.bodies import PAST, body_for

SECRET = "rekindle" + "_" + "a1B2c3D4" * 4
_IDS = {"id": "known", "name": "save_memory"}
_QUESTION = {"id": "outdated-note-doubtful"}
"""A question of the inbox, about a note that rests on a place that has changed."""
_ROUTES = [
    route
    for module in (account, memory, profile, prompts, sessions)
    for route in module.api.routes
    if route.body
]
_ROUTES += [route for route in access.api.routes if route.path == "/v1/connections" and route.body]
_BODIES: dict[tuple[str, str], Any] = {
    ("POST", "/v1/import"): {"data": {}},
    ("PATCH", "/v1/settings"): {"memoryCharLimit": 100},
    ("PATCH", "/v1/profile/about"): {"name": "w", "custom": {"w": {"w": ["w"]}}},
    ("POST", "/v1/inbox/<id>"): {"answer": "correct", "correction": "w"},
    ("POST", "/v1/connections"): {"name": "w", "scopes": ["read"]},
    ("POST", "/api/user/profile"): {"name": "w", "role": "w", "notes": "w"},
}
"""Bodies of routes that take any JSON; the tool's is made below."""


def planted(value: Any) -> Iterator[tuple[str, Any]]:
    """Yields where, and the value with the secret there, for each text and each key in it."""
    for path in _places(value):
        changed = copy.deepcopy(value)
        if not path:
            yield "", SECRET
            continue
        holder = changed
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        if isinstance(last, tuple):
            holder[SECRET] = holder.pop(last[0])
        else:
            holder[last] = f"{holder[last]} {SECRET}"
            yield f"{'.'.join(map(str, path))} in full", _with(changed, path, SECRET)
        yield ".".join(map(str, path)), changed


def _with(value: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    changed = copy.deepcopy(value)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = leaf
    return changed


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, str):
        yield ()
    elif isinstance(value, dict):
        for key, item in value.items():
            yield ((key,),)
            for path in _places(item):
                yield (key, *path)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for path in _places(item):
                yield (index, *path)


def filled() -> Domain:
    domain = Domain()
    domain.memory.save("ann", NewEntry("I like tea", id="known"))
    domain.memory.save("ann", NewEntry("I swim in Hamburg", id="doubtful"))
    for place in ("Hamburg", "Bonn"):
        domain.profiles.patch_about("ann", {"custom": {"location": place}}, None)
    domain.sessions.start("ann", "known", None)
    new = NewPreference("like", "tea", "", "", 0.9, {})
    domain.profiles.add_preference("ann", "known", new, None)
    habits = {
        "patterns": [Pattern(id="known", description="asks why", last_seen=START)],
        "workflows": [Workflow(id="known", description="reads first", last_seen=START)],
    }
    domain.profiles.change("ann", lambda before: before.model_copy(update=habits), None)
    return domain


def call(domain: Domain, route: Route, body: Any, uid: str = "ann") -> Any:
    request = Request(EnvironBuilder(route.path, method=route.method).get_environ())
    query = route.query.model_construct(user_id=uid, session_id=None)
    parsed = validated_json(route.body, body)
    ids = _IDS | (_QUESTION if route.path.startswith("/v1/inbox/") else {})
    answer = route.handler(Call(uid, domain, request, ids, Caller(uid), parsed, query))
    return to_json(answer.body)


def stored(domain: Domain) -> str:
    return repr(domain.store.documents.__dict__) + repr(domain.access.connections.of("ann"))


def _body(route: Route) -> Any:
    if route.path.startswith("/v1/tools"):
        return body_for(SaveMemory)
    own = _BODIES.get((route.method, route.path))
    return own if own is not None else body_for(route.body)


@pytest.mark.parametrize("route", _ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_no_field_of_a_request_stores_a_secret(route):
    call(filled(), route, _body(route))
    for where, body in planted(_body(route)):
        domain = filled()
        try:
            answer = json.dumps(call(domain, route, body), default=str)
        except RekindleError as error:
            answer = f"{error.message} {error.details}"
        assert SECRET not in answer, where
        assert SECRET not in stored(domain), where


def _of_one_kind(proposal: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns a proposal of each kind, since one proposes one thing."""
    kinds = {"preference", "pattern", "workflow", "path"}
    common = {key: value for key, value in proposal.items() if key not in {*kinds, "value"}}
    shared = common | {"ends": False}
    one_each: list[dict[str, Any]] = [
        shared | {"id": kind, kind: proposal[kind]} for kind in sorted(kinds - {"path"})
    ]
    return [*one_each, shared | {"id": "path", "path": "custom.w", "value": "w"}]


def export() -> dict[str, Any]:
    """Returns an export with one of every document, in which every field is set."""
    prompt = body_for(Prompt) | {"recordedAt": START.isoformat()}
    batch = body_for(Batch) | {"state": "done"}
    about = {"name": "w", "work": {"role": "w"}, "custom": {"w": "w"}, "contacts": [{"name": "w"}]}
    profile = body_for(Profile) | {
        "about": about,
        "version": 1,
        "forgotten": ["preference:like:w"],
    }
    profile["proposals"] = _of_one_kind(profile["proposals"][0])
    return {
        "profile": profile,
        "state": {"learning": {"lastError": {"reason": "w", "message": "w"}}, "used": {"w": PAST}},
        "changelog": [
            body_for(ChangelogEntry)
            | {"id": "0000000001", "version": 1, "snapshot": profile, "undo": '{"-":["w"]}'}
        ],
        "memory": [body_for(MemoryEntry)],
        "sessions": [body_for(Session)],
        "batches": [batch],
        "prompts": [prompt],
    }


_IMPORT = next(route for route in _ROUTES if route.path == "/v1/import")


def test_the_export_without_a_secret_is_imported():
    domain = Domain()
    report = call(domain, _IMPORT, {"data": export()}, "bob")
    assert (report["refused"], report["taken"]) == ([], 6)


def _parts(profile: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the profile with each of its parts alone; a whole one takes many times as long."""
    plain = {name: value for name, value in profile.items() if not isinstance(value, dict | list)}
    yield "", plain
    for name in sorted(profile.keys() - plain.keys()):
        needed = {"about": profile["about"]} if name == "aboutMeta" else {}
        yield name, plain | needed | {name: profile[name]}


def _exports() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yields exports that together hold every field: a name, where to plant, and the export."""
    whole = export()
    (entry,) = whole["changelog"]
    parts = dict(_parts(whole["profile"]))
    for name, part in parts.items():
        yield f"profile.{name}", "profile", {"profile": part}
    for name, part in parts.items():
        changelog = [entry | {"snapshot": part}]
        given = {"profile": parts[""], "changelog": changelog}
        yield f"changelog.snapshot.{name}", "changelog", given
    for name in sorted(whole.keys() - {"profile", "changelog"}):
        yield name, name, {"profile": parts[""], name: whole[name]}


_EXPORTS = {name: (section, given) for name, section, given in _exports()}


@pytest.mark.slow
@pytest.mark.parametrize("name", _EXPORTS)
def test_no_field_of_a_document_is_imported_with_a_secret(name):
    section, given = _EXPORTS[name]
    assert call(Domain(), _IMPORT, {"data": given}, "bob")["refused"] == []
    for where, part in planted(given[section]):
        domain = Domain()
        try:
            told = str(call(domain, _IMPORT, {"data": given | {section: part}}, "bob"))
        except RekindleError as error:
            told = f"{error.message} {error.details}"
        assert SECRET not in told, where
        assert SECRET not in stored(domain), where


@pytest.mark.parametrize("escaped", [SECRET, "".join(f"\\u{ord(c):04x}" for c in SECRET)])
@pytest.mark.parametrize("undo", ['{{"-":["{}"]}}', '{{"+":{{"{}":1}}}}', '{{"=":{{"a":["{}"]}}}}'])
def test_no_delta_is_imported_with_a_secret(undo, escaped):
    data = export()
    data["changelog"][0]["undo"] = undo.format(escaped)
    report = call(Domain(), _IMPORT, {"data": data}, "bob")
    assert [refused["reason"] for refused in report["refused"]] == ["UNSAFE_CONTENT"]


def test_a_prompt_is_kept_with_its_secret_masked():
    domain = Domain()
    domain.say("ann", f"my key is {SECRET} thanks")
    assert SECRET not in stored(domain)
    assert "[API key removed] thanks" in stored(domain)
