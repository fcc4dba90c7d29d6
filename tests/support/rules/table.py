"""The cases of `tests/deployment/rules.json`, and one for each stored field, which nobody writes.

In a path, `{readable}`, `{serverOnly}`, `{outsideUsers}` and `{any}` stand for each collection of
that list; `any` are the first two. A row with several operations is a case for each of them. In
data, `<one minute ago>` and `<server time>` stand for these times.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from google.auth.credentials import AnonymousCredentials
from google.cloud.firestore import Client
from pydantic import BaseModel

from adapters.firestore.access import FirestoreAccessRecords, FirestoreTable
from adapters.firestore.collections import FirestoreCollection
from adapters.firestore.store import FirestoreRecords
from emulator.gateway.paths import ROOT
from shared.documents.operating import Erased, Look, Run
from shared.documents.settings import Settings
from shared.documents.user import UserState
from tests.support.texts.bodies import body_for

TABLE: dict[str, Any] = json.loads((ROOT / "tests/deployment/rules.json").read_text())
RULES = (ROOT / "firestore.rules").read_text()
COLLECTIONS: dict[str, list[str]] = {
    "readable": TABLE["readable"],
    "serverOnly": TABLE["serverOnly"],
    "outsideUsers": TABLE["outsideUsers"],
    "any": [*TABLE["readable"], *TABLE["serverOnly"]],
}
ON_DOCUMENTS = {"get", "named", "create", "update", "delete", "batch", "transaction"}
ON_COLLECTIONS = {"list", "group", "count", "listen"}
WRITES = {"create", "update", "delete", "batch", "transaction"}
_BESIDES = {
    "memory": {"embedding": [0.5], "purgeAt": "2026-02-20T00:00:00Z"},
    "users": {"eraseDueAt": "2026-02-20T00:00:00Z"},
    "rates": {"window": 1, "count": 1, "expiresAt": "2026-02-20T00:00:00Z"},
    "spending": {"amount": 0.5, "expiresAt": "2026-02-20T00:00:00Z"},
}
"""Fields that the adapter writes and no model has, with a value each."""


@dataclass(frozen=True)
class Case:
    """One request: who asks for what, and whether the rules allow it."""

    why: str
    who: str | None
    operation: str
    path: str
    allowed: bool
    claims: Mapping[str, Any]
    data: Mapping[str, Any] | None = None


@cache
def rows() -> list[Case]:
    """Returns the cases that the rows of the table stand for."""
    return [case for row in TABLE["cases"] for case in _of_row(row)]


@cache
def cases() -> list[Case]:
    """Returns every case: the rows of the table, and those of the fields."""
    return [*rows(), *_fields()]


def seeds() -> list[str]:
    """Returns the paths of the documents that exist beforehand."""
    paths = {case.path for case in cases() if case.operation in ON_DOCUMENTS}
    return sorted(path for path in paths if path.rpartition("/")[2] not in ("new", "missing"))


def _of_row(row: dict[str, Any]) -> Iterator[Case]:
    for operation in row["operation"]:
        for path in _paths(row["path"]):
            yield Case(
                f"{row['why']}: {operation} {path}",
                row["who"],
                operation,
                path,
                row["verdict"] == "allow",
                row.get("claims", {}),
                row.get("data"),
            )


def _paths(path: str) -> list[str]:
    for name, collections in COLLECTIONS.items():
        if f"{{{name}}}" in path:
            return [path.replace(f"{{{name}}}", each) for each in collections]
    return [path]


def stored() -> dict[str, dict[str, Any]]:
    """Returns a complete document of each collection, by the collection's name."""
    client = Client(project="none", credentials=AnonymousCredentials())
    models: list[tuple[str, type[BaseModel]]] = [
        ("users", UserState),
        ("looks", Look),
        ("runs", Run),
        ("erasures", Erased),
    ]
    models += [
        (collection._name, collection._model)
        for collection in vars(FirestoreRecords(client, Settings())).values()
        if isinstance(collection, FirestoreCollection)
    ]
    models += [
        (table._name, table._model)
        for table in vars(FirestoreAccessRecords(client)).values()
        if isinstance(table, FirestoreTable)
    ]
    documents: dict[str, dict[str, Any]] = {name: dict(more) for name, more in _BESIDES.items()}
    for name, model in models:
        documents[name] = body_for(model) | documents.get(name, {})
    return documents


def _fields() -> Iterator[Case]:
    """Yields, for each field of each stored document, its creation and its change by the owner."""
    for name, document in stored().items():
        if name == "users":
            existing, new, owner = "users/ada", "users/new", "new"
        else:
            parent = name if name in COLLECTIONS["outsideUsers"] else f"users/ada/{name}"
            existing, new, owner = f"{parent}/x", f"{parent}/new", "ada"
        for field, value in document.items():
            why = f"nobody sets {field} of {name}"
            yield Case(why, owner, "create", new, False, {}, {field: value})
        for field, value in _flat(document):
            yield Case(
                f"nobody changes {field} of {name}",
                "ada",
                "update",
                existing,
                False,
                {},
                {field: value},
            )


def _flat(document: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yields each field and each field in a map, by its path."""
    for name, value in document.items():
        yield f"{prefix}{name}", value
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
