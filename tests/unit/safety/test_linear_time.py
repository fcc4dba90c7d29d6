"""No text makes a pattern or a rule take more than linear time, whoever wrote the text."""

import re

import pytest

from tests.support.slow_patterns import (
    GENERIC,
    calls_of_re,
    modules,
    patterns,
    pumps,
    superlinear,
)

_PATTERNS = patterns()


def test_every_pattern_is_found():
    """Patterns are compiled when their module is imported, where `patterns` finds them."""
    held = {}
    for found in _PATTERNS:
        held.setdefault(found.where.rpartition(".")[0], []).append(found)
    for name, tree in modules():
        calls = list(calls_of_re(tree))
        hidden = [
            (line, call)
            for line, call, inside in calls
            if inside or call not in ("compile", "escape")
        ]
        assert not hidden, f"{name}: compile these at module level: {hidden}"
        compiled = [call for _, call, _ in calls if call == "compile"]
        assert len(held.get(name, ())) >= len(compiled), f"{name} hides a pattern"


@pytest.mark.parametrize("bad", [r"(?:a+)+b", r"\s+$", r"x*y", r"(?:\w+ ?)+:", r"a.*b.*c"])
def test_a_bad_pattern_would_be_found(bad):
    pattern = re.compile(bad)
    assert any(superlinear(pattern.search, pump) for pump in (*pumps(pattern), *GENERIC))


@pytest.mark.parametrize("found", _PATTERNS, ids=lambda found: found.where)
def test_patterns_take_linear_time(found):
    slow = {
        pump: growth
        for pump in (*pumps(found.pattern), *GENERIC)
        if (growth := superlinear(found.run, pump))
    }
    assert not slow, found.pattern.pattern
