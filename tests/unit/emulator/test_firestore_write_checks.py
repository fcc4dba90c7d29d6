"""What is wrong with a write, whatever is stored, is found before its commit waits."""

from collections.abc import Callable
from itertools import count
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.firestore.data.database import Clock, Database
from emulator.firestore.data.documents import Version, serialize_fields
from emulator.firestore.data.write_checks import check_write
from emulator.firestore.data.writes import Batch
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import FirestoreError
from emulator.firestore.wire.http2.status import StatusCode
from tests.support.strategies import examples

NAME = "projects/p/databases/(default)"
PATHS = ("c/stored", "c/new", "c", "", "c/__x__", "c/" + "i" * 1501)
FOR_WHAT_IS_STORED = {
    None,
    StatusCode.NOT_FOUND,
    StatusCode.ALREADY_EXISTS,
    StatusCode.FAILED_PRECONDITION,
}
NAMES = ("a", "b", "", "__c__", "n" * 1501, "h" * 800, "t" * 800, "__type__", "x y")

scalars = st.one_of(
    st.just(protos.Value()),
    st.just(protos.Value(null_value=0)),
    st.just(protos.Value(timestamp_value={"seconds": 5, "nanos": 1_234_567})),
    st.just(protos.Value(timestamp_value={"nanos": -1})),
    st.just(protos.Value(geo_point_value={"latitude": 91})),
    st.just(protos.Value(reference_value="x")),
    st.just(protos.Value(string_value="__vector__")),
    st.just(protos.Value(integer_value=1)),
    st.just(protos.Value(double_value=0.5)),
)


def array(items: list[Any]) -> Any:
    return protos.Value(array_value={"values": items})


def mapping(fields: dict[str, Any]) -> Any:
    return protos.Value(map_value={"fields": fields})


def maps(of: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(NAMES), of, max_size=2)


values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=2).map(array) | maps(inner).map(mapping)
)
field_paths = st.sampled_from(
    ["a", "a.b", "", "a..b", "__c__", "a.`x y`", ".".join(["h" * 800] * 2)]
)
conditions = st.sampled_from([{}, {"exists": True}, {"exists": False}, {"update_time": {}}])


@st.composite
def transforms(draw: st.DrawFn) -> Any:
    transform = protos.Write().update_transforms.add(field_path=draw(field_paths))
    kind = draw(st.sampled_from(["", "increment", "minimum", "set_to_server_value", "append"]))
    if kind == "append":
        transform.append_missing_elements.values.extend(draw(st.lists(values, max_size=2)))
    elif kind == "set_to_server_value":
        transform.set_to_server_value = draw(st.integers(0, 1))
    elif kind:
        getattr(transform, kind).CopyFrom(draw(values))
    return transform


@st.composite
def writes(draw: st.DrawFn) -> Any:
    write = protos.Write(current_document=draw(conditions))
    name = f"{NAME}/documents/{draw(st.sampled_from(PATHS))}"
    kind = draw(st.sampled_from(["", "update", "delete", "verify", "transform"]))
    if kind == "update":
        fields = draw(maps(values))
        write.update.CopyFrom(protos.Document(name=name, fields=fields))
    elif kind == "transform":
        write.transform.document = name
        write.transform.field_transforms.extend(draw(st.lists(transforms(), max_size=2)))
    elif kind:
        setattr(write, kind, name)
    if draw(st.booleans()):
        write.update_mask.field_paths.extend(draw(st.lists(field_paths, max_size=2)))
    write.update_transforms.extend(draw(st.lists(transforms(), max_size=1)))
    return write


def refusal(call: Callable[[], Any]) -> StatusCode | None:
    try:
        call()
    except FirestoreError as error:
        return error.code
    return None


@settings(deadline=None, max_examples=examples(300))
@given(writes())
def test_a_write_that_passes_is_refused_only_for_what_is_stored(write: Any) -> None:
    ticks = count(1)
    database = Database(NAME, Clock(lambda: next(ticks)))
    fields = serialize_fields(protos.Document(fields={"a": {"integer_value": 1}}))
    micros = database.clock.commit()
    database.install(micros, [("c/stored", Version(micros, micros, fields))])
    checked = refusal(lambda: check_write(database, write))
    if checked is None:
        batch = Batch(database, database.clock.commit())
        path = check_write(database, write)
        assert refusal(lambda: batch.apply(path, write)) in FOR_WHAT_IS_STORED
    else:
        assert checked is StatusCode.INVALID_ARGUMENT
