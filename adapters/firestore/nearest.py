"""The query for the documents whose vectors are nearest to another one."""

from collections.abc import Mapping
from typing import Any

from google.cloud.firestore_v1.types import StructuredQuery
from google.cloud.firestore_v1.vector import Vector

from adapters.firestore.calls import Calls
from adapters.firestore.values import write_fields

_QUERY = StructuredQuery.pb()
_DISTANCE = "distance"


def nearest(
    calls: Calls,
    parent: str,
    collection: str,
    vector: tuple[str, Vector],
    limit: int,
    equal: dict[str, str],
) -> dict[str, float]:
    """Returns the cosine distance of the nearest documents by id, the nearest first.

    Args:
        calls: the database.
        parent: the path of the document that the collection is below.
        collection: the name of the collection.
        vector: the field that holds the vectors, and the vector to compare them with.
        limit: the most documents to find, up to 1,000.
        equal: the value that a field must have; for one field at most.

    Raises:
        GoogleAPICallError: the call failed, or there is no index for the vector's length.
    """
    field, wanted = vector
    query = _QUERY()
    query.from_.add(collection_id=collection)
    query.select.fields.add(field_path=_DISTANCE)
    for name, value in equal.items():
        condition = query.where.field_filter
        condition.field.field_path = name
        condition.op = StructuredQuery.FieldFilter.Operator.EQUAL
        condition.value.string_value = value
    search = query.find_nearest
    search.vector_field.field_path = field
    write_fields({"": wanted}, {"": search.query_vector})
    search.distance_measure = StructuredQuery.FindNearest.DistanceMeasure.COSINE
    search.limit.value = limit
    search.distance_result_field = _DISTANCE
    return {
        answer.document.name.rpartition("/")[2]: _distance(answer.document.fields)
        for answer in calls.query(parent, query)
        if answer.HasField("document")
    }


def _distance(fields: Mapping[str, Any]) -> float:
    """Returns the distance of a result; read from the map without it, it would be 0."""
    if _DISTANCE not in fields:
        raise KeyError(_DISTANCE)
    distance: float = fields[_DISTANCE].double_value
    return distance
