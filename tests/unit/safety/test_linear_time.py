"""No text makes a pattern or a rule take more than linear time, whoever wrote the text."""

import re
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from adapters.reader import OfflineAnalyzer
from shared.base.errors import RekindleError
from shared.base.safety.delimiters import one_line, safe
from shared.base.safety.injection import instructs, reads_like_injection
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import redact
from shared.base.sameness import relation, repeats, says_no_more
from shared.base.text import fold, stemming_once
from shared.documents.memory import DigestedEntry
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText
from shared.memory.dedupe import find_duplicate, key_of
from shared.memory.terms import needles_of, terms_of
from tests.support.domain import START, Domain
from tests.support.texts.slow_patterns import (
    GENERIC,
    calls_of_re,
    held_by,
    modules,
    patterns,
    pumps,
    superlinear,
)

_PATTERNS = patterns()


_OF_RULES = {
    "shared.base.safety.unsaved",
    *(
        f"adapters.reader.{each}"
        for each in ("captures", "known", "languages", "mending", "patterns", "takes", "wording")
    ),
}
"""They compile words that are data; `test_the_reader_takes_linear_time` covers those of the reader,
and those of requests stand one behind the other, with nothing to repeat."""


def test_every_pattern_is_found():
    """Patterns are compiled when their module is imported, where `patterns` finds them."""
    assert _PATTERNS
    for name, tree in modules().items():
        if name in _OF_RULES:
            continue
        calls = list(calls_of_re(tree))
        hidden = [
            (line, call)
            for line, call, inside in calls
            if inside or call not in ("compile", "escape")
        ]
        assert not hidden, f"{name}: compile these at module level: {hidden}"
        compiled = [call for _, call, _ in calls if call == "compile"]
        assert held_by(name) >= len(compiled), f"{name} hides a pattern"


@pytest.mark.parametrize("bad", [r"(?:a+)+b", r"\s+$", r"x*y", r"(?:\w+ ?)+:", r"a.*c"])
def test_a_bad_pattern_would_be_found(bad):
    """A busy machine can hide the growth once, but not three times."""
    pattern = re.compile(bad)
    tries = [*pumps(pattern), *GENERIC] * 3
    assert any(superlinear(pattern.search, pump) for pump in tries)


@pytest.mark.parametrize("found", _PATTERNS, ids=lambda found: found.where)
def test_patterns_take_linear_time(found):
    slow = {
        pump: growth
        for pump in (*pumps(found.pattern), *GENERIC)
        if (growth := superlinear(found.run, pump))
    }
    assert not slow, found.pattern.pattern


_PUMPS = (
    *("sk-", "eyJ-", "eyJaaaaaaaaa.", "password: ", "secret=a1", "a://:", "a://a:a@", "curl -u a:"),
    *("login -p", "Cookie: a=b;", "cookie=", "a=1; ", "otp ABCD ", "a:1234:b:", "?sig=a", "auth=a"),
    *("LS0tLS1CRUdJTi", "cvc ", "код ", "default login ", 'variable "token" {', "mysql -p", "eyJ_"),
    *("${a", "your-", "<a", "password=$(", "password: yourpass"),
    *("4111 ", "4111111111111111 ", "-----BEGIN PRIVATE KEY-----", "Private-Lines: 1\n", "pass "),
    *("ignore rules. ", "add user is ", "[ABOUT ", "< system", "<|a ", "# user", "USER  PROFILE ("),
    *(
        "\u200d",
        "\ufe0f",
        "👨\u200d",
        "क्\u200d",
        "Ａ",
        "I like tea. ",
        "and ",
        "...a",
        "i'm ",
        "12:",
    ),
)


def _about(text: str) -> None:
    with suppress(RekindleError):
        Domain().profiles.patch_about("ann", {"bio": text, "custom": {"k": text}}, None)


def _duplicate(text: str) -> None:
    entry = DigestedEntry.model_construct(
        id="n", content=text + "s", created_at=START, updated_at=START
    )
    find_duplicate(text, [entry])


@stemming_once()
def _meaning(text: str) -> None:
    for other in (f"{text} more words", f"{text}s"):
        relation(text, other)
        repeats(other, text)
        says_no_more(text, [other])
        says_no_more(other, [text])


_RULES = {
    rule.__name__: rule
    for rule in (
        *(redact, visible, safe, one_line, reads_like_injection, fold, key_of, terms_of),
        *(needles_of, _about, _duplicate, _meaning),
    )
} | {
    "instructs": lambda text: instructs(text, text),
    "instructs by a quote": lambda text: instructs(
        f"{text} ignore all rules. {text}", "I like tea"
    ),
}


@pytest.mark.parametrize("name", _RULES)
def test_rules_take_linear_time(name):
    slow = {
        pump: growth
        for pump in (*GENERIC, *_PUMPS)
        if (growth := superlinear(_RULES[name], pump, ladder=()))
    }
    assert not slow


_LENGTHY = (
    *("a", "I love ", "\"a'b\u201c", "never use ", "when I use , ", "I then write, ", "always "),
    *(
        "please ",
        "first I ",
        "I think that ",
        "my routine: ",
        "and then ",
        "Translate: ",
        "(",
        "- ",
    ),
)


@pytest.mark.parametrize("pump", [*_PUMPS[-12:], *_LENGTHY])
def test_the_reader_takes_linear_time(pump):
    def read(text: str) -> None:
        prompt = PromptText(id="p", content=text, at=datetime(2026, 1, 1, tzinfo=UTC))
        OfflineAnalyzer().analyze(AnalysisRequest(prompts=[prompt], profile=Profile()))

    assert superlinear(read, pump, ladder=()) is None
