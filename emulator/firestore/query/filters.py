"""Query filters, converted to disjunctive normal form."""

from __future__ import annotations

from emulator.firestore.data.database import Database
from emulator.firestore.query.predicates import (
    AFTER,
    Conjunction,
    Contains,
    NoneOf,
    Range,
    equality,
)
from emulator.firestore.wire.errors import FirestoreError, invalid_argument
from emulator.firestore.wire.fieldpaths import DOCUMENT_NAME, FieldPath, parse_field_path
from emulator.firestore.wire.names import check_document_path
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import NAN_KEY, NULL_KEY, order_key, path_key, type_range

MAX_DISJUNCTIONS = 30
MAX_FILTERS = 100

_NOTHING = AFTER
"""The key to compare with instead of null and NaN, which equal nothing, not even themselves."""

OPERATORS = {
    1: "LESS_THAN",
    2: "LESS_THAN_OR_EQUAL",
    3: "GREATER_THAN",
    4: "GREATER_THAN_OR_EQUAL",
    5: "EQUAL",
    6: "NOT_EQUAL",
    7: "ARRAY_CONTAINS",
    8: "IN",
    9: "ARRAY_CONTAINS_ANY",
    10: "NOT_IN",
}
_UNARY = {2: "IS_NAN", 3: "IS_NULL", 4: "IS_NOT_NAN", 5: "IS_NOT_NULL"}
_MAX_VALUES = {"IN": 30, "ARRAY_CONTAINS_ANY": 30, "NOT_IN": 10}
_NEGATIVE = frozenset({"NOT_EQUAL", "NOT_IN", "IS_NOT_NAN", "IS_NOT_NULL"})
_INEQUALITIES = _NEGATIVE | {
    "LESS_THAN",
    "LESS_THAN_OR_EQUAL",
    "GREATER_THAN",
    "GREATER_THAN_OR_EQUAL",
}


class FilterReader:
    """Reads the filter of one query.

    Args:
        database: The database that names in the filter must belong to.
        parent: The path of the document the query starts at, empty for the root.
    """

    def __init__(self, database: Database, parent: str) -> None:
        self._database = database
        self._parent = parent
        self._count = 0
        self._negative: list[str] = []
        self._uses_or = False
        self.inequality_fields: set[FieldPath] = set()
        self.equality_fields: set[FieldPath] = set()

    def read(self, where: Message) -> list[Conjunction]:
        """Return the filter in disjunctive normal form.

        Raises:
            FirestoreError: INVALID_ARGUMENT for filters that production refuses.
        """
        disjuncts = self._read_filter(where)
        for conjunction in disjuncts:
            if sum(isinstance(predicate, Contains) for predicate in conjunction) > 1:
                raise invalid_argument(
                    "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction."
                )
        if len(self._negative) > 1:
            raise invalid_argument(
                "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter "
                "allowed per query."
            )
        if "NOT_IN" in self._negative and self._uses_or:
            raise invalid_argument(
                "'NOT_IN' cannot be used in the same query with 'OR', 'IN' or 'ARRAY_CONTAINS_ANY'."
            )
        if DOCUMENT_NAME in self.equality_fields and self.inequality_fields:
            self._check_inequality_on_key()
        return disjuncts

    def _check_inequality_on_key(self) -> None:
        if DOCUMENT_NAME not in self.inequality_fields:
            raise invalid_argument(
                "Equality on key is not allowed if there are other inequality fields and key does "
                "not appear in inequalities."
            )

    def _read_filter(self, where: Message) -> list[Conjunction]:
        kind = where.WhichOneof("filter_type")
        if kind == "composite_filter":
            return self._read_composite(where.composite_filter)
        self._count += 1
        if self._count > MAX_FILTERS:
            raise invalid_argument(f"A query can have at most {MAX_FILTERS} filters.")
        if kind == "field_filter":
            return self._read_field(where.field_filter)
        if kind == "unary_filter":
            return self._read_unary(where.unary_filter)
        raise invalid_argument("A filter must have a type.")

    def _read_composite(self, composite: Message) -> list[Conjunction]:
        if composite.op not in (1, 2):
            raise invalid_argument("A composite filter must have an operator.")
        if not composite.filters:
            raise invalid_argument("A composite filter must have at least one sub-filter.")
        if composite.op == 2:
            self._uses_or = True
            return _check_disjunctions(
                [part for item in composite.filters for part in self._read_filter(item)]
            )
        product: list[Conjunction] = [()]
        for item in composite.filters:
            parts = self._read_filter(item)
            product = _check_disjunctions([left + right for left in product for right in parts])
        return product

    def _read_field(self, item: Message) -> list[Conjunction]:
        operator = OPERATORS.get(item.op)
        if operator is None:
            raise invalid_argument("A field filter must have an operator.")
        field = parse_field_path(item.field.field_path)
        if field == DOCUMENT_NAME and operator.startswith("ARRAY_CONTAINS"):
            raise invalid_argument("the name __key__ is reserved")
        if operator in _MAX_VALUES:
            return self._read_list(operator, field, item.value)
        if item.value.WhichOneof("value_type") is None:
            raise invalid_argument(f"The value of a '{operator}' filter has no type set.")
        key = self._operand_key(field, item.value)
        self._record_field(operator, field, finds_nothing=_finds_nothing(operator, key))
        if operator in {"EQUAL", "ARRAY_CONTAINS"}:
            element = _comparable(key)
            contains = operator == "ARRAY_CONTAINS"
            return [(Contains(field, element) if contains else equality(field, element),)]
        if _finds_nothing(operator, key):
            return [(equality(field, _NOTHING),)]
        if operator == "NOT_EQUAL":
            return [(NoneOf(field, frozenset({_comparable(key)})),)]
        low, high = (b"", AFTER) if field == DOCUMENT_NAME else type_range(key)
        if operator == "LESS_THAN":
            high = key
        elif operator == "LESS_THAN_OR_EQUAL":
            high = key + AFTER
        elif operator == "GREATER_THAN":
            low = key + AFTER
        else:
            low = key
        return [(Range(field, low, high, False),)]

    def _read_list(self, operator: str, field: FieldPath, value: Message) -> list[Conjunction]:
        given = dict.fromkeys(self._operand_keys(operator, field, value))
        self._record_field(operator, field, finds_nothing=set(given) == {NULL_KEY})
        keys = dict.fromkeys(map(_comparable, given))
        if operator == "NOT_IN":
            if NULL_KEY in given:
                return [(equality(field, _NOTHING),)]
            return [(NoneOf(field, frozenset(keys)),)]
        self._uses_or = True
        if operator == "IN":
            return _check_disjunctions([(equality(field, key),) for key in keys])
        return _check_disjunctions([(Contains(field, key),) for key in keys])

    def _read_unary(self, item: Message) -> list[Conjunction]:
        operator = _UNARY.get(item.op)
        if operator is None:
            raise invalid_argument("A unary filter must have an operator.")
        field = parse_field_path(item.field.field_path)
        if field == DOCUMENT_NAME:
            raise invalid_argument("Unary filters cannot be used on the document name.")
        self._record_field(operator, field)
        key = NAN_KEY if operator.endswith("NAN") else NULL_KEY
        if operator in _NEGATIVE:
            return [(NoneOf(field, frozenset({key})),)]
        return [(equality(field, key),)]

    def _record_field(
        self, operator: str, field: FieldPath, *, finds_nothing: bool = False
    ) -> None:
        if operator in _NEGATIVE:
            self._negative.append(operator)
        if operator in _INEQUALITIES and not finds_nothing:
            self.inequality_fields.add(field)
        else:
            self.equality_fields.add(field)

    def _operand_keys(self, operator: str, field: FieldPath, value: Message) -> list[bytes]:
        if value.WhichOneof("value_type") != "array_value" or not value.array_value.values:
            raise invalid_argument(f"'{operator}' requires a non-empty ArrayValue.")
        values = value.array_value.values
        if len(values) > _MAX_VALUES[operator]:
            raise invalid_argument(
                f"'{operator}' supports up to {_MAX_VALUES[operator]} comparison values."
            )
        return [self._operand_key(field, item) for item in values]

    def _operand_key(self, field: FieldPath, value: Message) -> bytes:
        if field != DOCUMENT_NAME:
            return order_key(value)
        return name_operand(self._database, value)


def _comparable(key: bytes) -> bytes:
    return _NOTHING if key in (NULL_KEY, NAN_KEY) else key


def _finds_nothing(operator: str, key: bytes) -> bool:
    """Return whether an inequality finds nothing; production orders by no field of such a one."""
    if operator == "NOT_EQUAL":
        return key == NULL_KEY
    return operator in _INEQUALITIES and key in (NULL_KEY, NAN_KEY)


def name_operand(database: Database, value: Message) -> bytes:
    """Return the name key of a filter or cursor value for ``__name__``.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the value is not a document reference.
    """
    if value.WhichOneof("value_type") != "reference_value":
        raise invalid_argument("__key__ filter value must be a Key")
    name = value.reference_value
    path = database.relative(name)
    try:
        check_document_path(path, name)
    except FirestoreError:
        # A range may begin or end at a name that no document can have, but not at a collection.
        if len(path.split("/")) % 2 or not path:
            raise
    return path_key(path)


def _check_disjunctions(disjuncts: list[Conjunction]) -> list[Conjunction]:
    if len(disjuncts) > MAX_DISJUNCTIONS:
        raise invalid_argument(
            "The query exceeds the maximum of "
            f"{MAX_DISJUNCTIONS} disjunctions after conversion to disjunctive normal form."
        )
    return disjuncts
