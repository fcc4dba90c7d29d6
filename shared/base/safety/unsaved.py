"""Messages that ask, in words, not to be saved: "don't save this: …".

A clause is such a request if it consists of the few words that such requests are made of, with one
that negates and one for keeping. Any other word makes it something else: "don't save the file", "I
don't remember this". The words are in unsaved.toml.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|^[ \t]*>[^\n]*"
    r"|\"[^\"]*\"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』",
    re.DOTALL | re.MULTILINE,
)
_CLAUSE = re.compile(r"(?!, dass\b)[.!?¿¡…。！？\n:;,，、：；()（）\[\]–—]+|\s-+\s")
_LONGEST = 150
"""Characters of a clause that may be a request."""
_KINDS = (
    "around",
    "joining",
    "it",
    "memory",
    "doing",
    "message",
    "keeping",
    "negating",
    "forgetting",
    "whole",
)
"""The kinds of words. One that is of two kinds counts as the later one."""


class _Language:
    """The words of requests in one language."""

    def __init__(self, words: Mapping[str, Sequence[str]], spaced: bool) -> None:
        self._kinds = {word: kind for kind in _KINDS for word in words[kind]}
        own = "|".join(map(re.escape, words["own"]))
        self._own = re.compile(rf"(?:{own})(?:(?<=')|\b)") if own else None
        longest = sorted(self._kinds, key=len, reverse=True)
        # What ends with an apostrophe is one word with what follows.
        end = r"(?:(?<=')|(?!\w))\s*" if spaced else ""
        self._word = re.compile(f"({'|'.join(map(re.escape, longest))}){end}")

    def request(self, clause: str) -> int:
        """Returns how many characters a request takes with which a clause begins; 0 if it does not.

        Behind a request, something else follows only after a conjunction, or if it begins with the
        speaker, where a mark was left out; it does not count.
        """
        found: list[str] = []
        at = 0
        while word := self._word.match(clause, at):
            found.append(self._kinds[word[1]])
            at = word.end()
        # "Forget that I love jazz" takes something back that has been saved.
        goes_on = (
            self._own is not None
            and found[-1:] != ["it"]
            and "forgetting" not in found
            and self._own.match(clause, at)
        )
        if at < len(clause) and not goes_on:
            # Behind a conjunction, something else may follow.
            last = max((n for n, kind in enumerate(found) if kind == "joining"), default=0)
            found = found[:last]
        keeps = "keeping" in found or ("doing" in found and {"memory", "message"} & set(found))
        # "Write the report, but don't save it" is about the report.
        other = found[:1] == ["joining"] and "it" in found and "memory" not in found
        no = "negating" in found
        asks = (
            "whole" in found or ("forgetting" in found and not no) or (no and keeps and not other)
        )
        return at if asks else 0


def asks_not_to_be_saved(text: str) -> bool:
    """Returns whether a message asks not to be saved, in a language of the offline reader.

    A message that is nothing but the request says nothing that could be saved: it means another
    one, so it is recorded, and takes that one back when it is analyzed.
    """
    plain = _QUOTED.sub(" ", text.replace("’", "'").casefold())
    clauses = {clause for each in _CLAUSE.split(plain) if (clause := each.strip(" \t*_"))}
    asking = {
        clause: max(language.request(clause) for language in _languages())
        for clause in clauses
        if len(clause) <= _LONGEST
    }
    return any(asking.values()) and sum(asking.values()) < sum(map(len, clauses))


@cache
def _languages() -> Sequence[_Language]:
    with (Path(__file__).parent / "unsaved.toml").open("rb") as file:
        tables = tomllib.load(file)
    return [_Language(each, spaced=each.pop("spaced", True)) for each in tables.values()]
