"""Rules with one thing wrong, each of which the cases must notice."""

import re
from collections.abc import Iterator

from tests.support.rules.table import COLLECTIONS

_ALLOW = re.compile(r"allow (\w+): if (.+);")
_OWNER = "isOwner(userId)"
_OTHERS = [
    "true",
    "request.auth != null",
    "request.auth == null",
    "request.auth.token.admin == true",
    "request.auth.token.firebase.sign_in_provider == 'anonymous'",
    "request.auth.uid != null && userId in request.auth.token.uids",
    "resource == null",
]
"""Conditions that must not suffice, beside the owner's."""


def missing_lines(rules: str) -> dict[str, str]:
    """Returns the rules without each line in turn, comments apart, by what is missing."""
    lines = rules.splitlines(keepends=True)
    return {
        f"line {number} is missing: {line.strip()}": "".join(lines[: number - 1] + lines[number:])
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.strip().startswith("//")
    }


def changed_rules(rules: str) -> dict[str, str]:
    """Returns rules that allow too much or too little, by what they do."""
    return dict([*_changed_permissions(rules), *_changed_owner(rules), *_further_matches(rules)])


def _changed_permissions(rules: str) -> Iterator[tuple[str, str]]:
    for found in _ALLOW.finditer(rules):
        methods, condition = found.groups()
        place = f"in line {rules.count(chr(10), 0, found.start()) + 1}"
        for other in {"get", "list", "read"} - {methods}:
            yield f"{other} for {methods} {place}", _spliced(rules, found, other, condition)
        for more in ("create", "update", "delete", "write"):
            yield f"{more} too {place}", _spliced(rules, found, f"{methods}, {more}", condition)
        for other in _OTHERS:
            either = f"{condition} || {other}"
            yield f"or {other} {place}", _spliced(rules, found, methods, either)
    for found in re.finditer(r" *match /(\w+)/{\w+} {\n *allow .*\n *}\n", rules):
        yield f"no match of {found[1]}", rules[: found.start()] + rules[found.end() :]
    for found in re.finditer(r"match /\w+/{(\w+)}", rules):
        deeper = found[0].replace("}", "=**}")
        yield deeper, rules[: found.start()] + deeper + rules[found.end() :]


def _changed_owner(rules: str) -> Iterator[tuple[str, str]]:
    # Without `request.auth != null`, comparing a uid that is not there fails, which denies too.
    for part in (" && request.auth.uid == userId", " && userId.matches('[^%]*')"):
        assert part in rules
        yield f"no {part}", rules.replace(part, "")
    yield "anyone but the owner", rules.replace("auth.uid == userId", "auth.uid != userId")


def _further_matches(rules: str) -> Iterator[tuple[str, str]]:
    below_user = rules.index("      match /changelog/")
    at_top = rules.index("    match /users/")
    for name in [*COLLECTIONS["serverOnly"], "keys", "{unknown}", "{unknown}/{id}/{below}"]:
        for method in ("read", "write"):
            match = f"match /{name}/{{last}} {{ allow {method}: if {_OWNER}; }}\n"
            yield f"{method} of {name}", rules[:below_user] + match + rules[below_user:]
    for name in [*COLLECTIONS["outsideUsers"], "{unknown}"]:
        for method in ("read", "write"):
            match = f"match /{name}/{{last}} {{ allow {method}: if request.auth != null; }}\n"
            yield f"{method} of {name} at the top", rules[:at_top] + match + rules[at_top:]
    for name in COLLECTIONS["any"]:
        match = f"match /{{rest=**}}/{name}/{{last}} {{ allow read: if request.auth != null; }}\n"
        yield f"the group of {name}", rules[:at_top] + match + rules[at_top:]


def _spliced(rules: str, found: re.Match[str], methods: str, condition: str) -> str:
    return f"{rules[: found.start()]}allow {methods}: if {condition};{rules[found.end() :]}"
