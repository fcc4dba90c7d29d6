"""The part of Cloud Logging's query language that the alerts use, and entries to try it on.

https://cloud.google.com/logging/docs/view/logging-query-language describes the language.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

Entry = Mapping[str, Any]

_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([()])|(!=|=~|!~|>=|<=|[=:<>])|([^\s()"=:<>!~]+))')
_SEVERITIES = ("DEFAULT", "DEBUG", "INFO", "NOTICE", "WARNING", "ERROR", "CRITICAL")
_SPECIAL = ("severity", "httpRequest", "logging.googleapis.com/trace")


def entry_of(line: str, service: str) -> Entry:
    """The entry that Cloud Logging makes of a line that a function writes to standard error.

    It takes the special fields out. If only the message is left, that becomes the text.
    """
    fields = json.loads(line)
    special = {name: fields.pop(name) for name in _SPECIAL if name in fields}
    entry = {
        "resource": {"type": "cloud_run_revision", "labels": {"service_name": service}},
        "severity": special.get("severity", "DEFAULT"),
        "httpRequest": special.get("httpRequest", {}),
    }
    if set(fields) == {"message"}:
        return {**entry, "textPayload": fields["message"]}
    return {**entry, "jsonPayload": fields}


def matches(query: str, entry: Entry) -> bool:
    """Whether a query matches an entry.

    Raises:
        ValueError: the query is not in the part of the language that is known here.
    """
    parser = _Parser(query, entry)
    result = parser.alternatives()
    if parser.tokens:
        raise ValueError(f"cannot read {parser.tokens} in {query}")
    return result


class _Parser:
    def __init__(self, query: str, entry: Entry) -> None:
        self.entry = entry
        self.tokens: list[str] = []
        at = 0
        while at < len(query.rstrip()):
            found = _TOKEN.match(query, at)
            if not found:
                raise ValueError(f"cannot read {query[at:]!r}")
            self.tokens.append(found[0].strip())
            at = found.end()

    def alternatives(self) -> bool:
        result = self._all()
        while self._take("OR"):
            result = self._all() or result
        return result

    def _all(self) -> bool:
        result = self._one()
        while self.tokens and self.tokens[0] not in ("OR", ")"):
            self._take("AND")
            result = self._one() and result
        return result

    def _one(self) -> bool:
        if self._take("NOT"):
            return not self._one()
        if self._take("("):
            result = self.alternatives()
            if not self._take(")"):
                raise ValueError("a bracket is not closed")
            return result
        if len(self.tokens) < 3:
            raise ValueError(f"a comparison is incomplete: {self.tokens}")
        field, comparator, value = (self.tokens.pop(0) for _ in range(3))
        return _compares(_field(self.entry, field), comparator, _literal(value), field)

    def _take(self, token: str) -> bool:
        if self.tokens and self.tokens[0] == token:
            self.tokens.pop(0)
            return True
        return False


def _field(entry: Entry, path: str) -> Any:
    value: Any = entry
    for name in path.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return None
        value = value[name]
    return value


def _literal(token: str) -> str:
    return str(json.loads(token)) if token.startswith('"') else token


def _compares(found: Any, comparator: str, wanted: str, field: str) -> bool:
    if comparator in ("!=", "!~"):
        return not _compares(found, {"!=": "=", "!~": "=~"}[comparator], wanted, field)
    if found is None:
        return False
    if comparator == "=":
        return str(found) == wanted
    if comparator == ":":
        return wanted.lower() in str(found).lower()
    if comparator == "=~":
        return re.search(wanted, str(found)) is not None
    if comparator not in (">", ">=", "<", "<="):
        raise ValueError(f"unknown comparator {comparator}")
    left, right = (_rank(each, field) for each in (found, wanted))
    return {">": left > right, ">=": left >= right, "<": left < right, "<=": left <= right}[
        comparator
    ]


def _rank(value: Any, field: str) -> float:
    if field == "severity":
        return _SEVERITIES.index(str(value))
    return float(str(value).removesuffix("s"))  # durations end in s
