"""Field paths: their wire format, and using them on documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import FirestoreError
from emulator.firestore.wire.fieldpaths import (
    check_field_name,
    delete_field,
    format_field_path,
    get_field,
    parse_field_path,
    project_fields,
    set_field,
)

names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)


@given(st.lists(names, min_size=1, max_size=4))
def test_formatting_and_parsing_are_inverse(path: list[str]) -> None:
    assert parse_field_path(format_field_path(path)) == tuple(path)


@given(st.text(max_size=12))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        path = parse_field_path(text)
    except FirestoreError:
        return
    assert parse_field_path(format_field_path(path)) == path


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a", ("a",)),
        ("a.b_2.C", ("a", "b_2", "C")),
        ("`a.b`.c", ("a.b", "c")),
        (r"`\``.`\\`", ("`", "\\")),
        ("`0`", ("0",)),
        ("`é x`", ("é x",)),
        ("__name__", ("__name__",)),
    ],
)
def test_the_wire_form(text: str, path: tuple[str, ...]) -> None:
    assert parse_field_path(text) == path


@pytest.mark.parametrize(
    "text", ["", ".", "a.", ".a", "a..b", "0a", "a b", "`a", "``", "a`b`", "é"]
)
def test_what_is_no_field_path(text: str) -> None:
    with pytest.raises(FirestoreError):
        parse_field_path(text)


@pytest.mark.parametrize("name", ["", "__a__", "____", "x" * 1501, "é" * 751])
def test_names_that_cannot_be_stored(name: str) -> None:
    with pytest.raises(FirestoreError):
        check_field_name(name)


@pytest.mark.parametrize("name", ["_", "__a", "a__", "x" * 1500, "é" * 750, "a.b", "`"])
def test_names_that_can_be_stored(name: str) -> None:
    check_field_name(name)


def test_walking_maps() -> None:
    document = protos.Document()
    fields = document.fields
    set_field(fields, ("a", "b", "c"), protos.Value(integer_value=1))
    set_field(fields, ("a", "x"), protos.Value(integer_value=2))
    found = get_field(fields, ("a", "b", "c"))
    assert found is not None
    assert found.integer_value == 1
    assert get_field(fields, ("a", "b", "c", "d")) is None
    assert get_field(fields, ("z",)) is None
    delete_field(fields, ("a", "b", "c"))
    delete_field(fields, ("a", "x", "y"))
    delete_field(fields, ("q", "r"))
    assert set(fields["a"].map_value.fields) == {"b", "x"}
    set_field(fields, ("a", "x", "deep"), protos.Value(boolean_value=True))
    assert fields["a"].map_value.fields["x"].map_value.fields["deep"].boolean_value


def test_projection_keeps_only_what_is_there() -> None:
    source, target = protos.Document(), protos.Document()
    set_field(source.fields, ("a", "b"), protos.Value(integer_value=1))
    set_field(source.fields, ("a", "c"), protos.Value(integer_value=2))
    project_fields(source.fields, target.fields, [("a", "c"), ("missing",)])
    assert set(target.fields) == {"a"}
    assert set(target.fields["a"].map_value.fields) == {"c"}
