"""Nearest-neighbor search uses each version's own vector, and decodes it once."""

import random
import time
from typing import Any

from emulator.firestore.data.database import Clock, Database
from emulator.firestore.data.documents import Version, serialize_fields
from emulator.firestore.query.execution import run_plan
from emulator.firestore.query.planning import make_plan
from emulator.firestore.wire import protos

NAME = "projects/p/databases/(default)"
ROOT = f"{NAME}/documents"
COSINE = 2


def vector(components: list[float]) -> Any:
    value = protos.Value()
    fields = value.map_value.fields
    fields["__type__"].string_value = "__vector__"
    for component in components:
        fields["value"].array_value.values.add().double_value = component
    return value


def written(micros: int, components: list[float]) -> Version:
    document = protos.Document(fields={"v": vector(components)})
    return Version(micros, 1, serialize_fields(document))


def search(components: list[float], limit: int) -> Any:
    query = protos.StructuredQuery(from_=[{"collection_id": "c"}])
    query.find_nearest.vector_field.field_path = "v"
    query.find_nearest.query_vector.CopyFrom(vector(components))
    query.find_nearest.distance_measure = COSINE
    query.find_nearest.limit.value = limit
    return query


def names(database: Database, components: list[float], micros: int | None = None) -> list[str]:
    plan = make_plan(database, ROOT, search(components, 2))
    return [row.doc.path for row in run_plan(plan, micros).rows]


def test_a_changed_vector_counts_at_once_and_the_old_one_in_the_past() -> None:
    database = Database(NAME, Clock(lambda: 100))
    database.install(10, [("c/a", written(10, [1.0, 0.0]))])
    database.install(10, [("c/b", written(10, [0.0, 1.0]))])
    assert names(database, [1.0, 0.1]) == ["c/a", "c/b"]
    database.install(20, [("c/a", written(20, [-1.0, 0.0]))])
    assert names(database, [1.0, 0.1]) == ["c/b", "c/a"]
    assert names(database, [1.0, 0.1], micros=15) == ["c/a", "c/b"]
    assert names(database, [1.0, 0.1]) == ["c/b", "c/a"]


def test_a_second_search_need_not_decode_again() -> None:
    chance = random.Random(5)
    database = Database(NAME, Clock(lambda: 100))
    for number in range(300):
        components = [chance.random() for _ in range(384)]
        database.install(10, [(f"c/d{number}", written(10, components))])
    plan = make_plan(database, ROOT, search([1.0] * 384, 5))

    def seconds() -> float:
        began = time.perf_counter()
        run_plan(plan)
        return time.perf_counter() - began

    first = seconds()
    assert min(seconds() for _ in range(5)) < first / 3
