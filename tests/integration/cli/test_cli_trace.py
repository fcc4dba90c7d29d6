"""`rekindle trace`, as docs/operations.md shows it, and what it says if nothing is kept."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands.trace import waterfall
from emulator.gateway.paths import ROOT
from tests.support.api import Api
from tests.support.stacks import stack_process

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def traced():
    options = ["--traces"]
    with stack_process(env={"REKINDLE_ANALYZER": "offline"}, options=options) as stack:
        yield stack


def run(stack, command):
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "REKINDLE_URL": stack.gateway}
    env["GOOGLE_CLOUD_PROJECT"] = stack.project
    return subprocess.run(
        ["bash", "-ec", command], env=env, capture_output=True, text=True, check=False
    )


def test_the_lines_of_the_document_show_what_a_request_caused(traced):
    section = (ROOT / "docs" / "operations.md").read_text().partition("## Traces and figures")[2]
    typed = re.search(r"# In another, .*?\n(curl .*?)\n(rekindle trace .*?)\n```", section, re.S)
    shown = section[typed.end() :].partition("```\n")[2].partition("```")[0]
    recorded = run(traced, typed[1].replace("http://127.0.0.1:4747", traced.gateway))
    assert '"recorded"' in recorded.stdout, recorded.stderr
    traced.idle()
    printed = run(traced, typed[2])
    assert printed.returncode == 0, printed.stderr

    def names(text):
        return [line.partition(" ms  ")[2][34:] for line in text.splitlines()]

    assert names(printed.stdout) == names(shown)


def test_the_analysis_of_a_later_request_is_shown_too(traced, uid):
    with traced.user(uid) as client:
        api = Api(client, traced)
        api.post("/v1/prompts", {"prompts": [{"content": "I love tea."}]}, headers=named("early"))
        api.post("/v1/profile/refresh", headers=named("late"))
        traced.idle()
    for request in ("early", "late"):
        printed = run(traced, f"rekindle trace {request}").stdout
        assert "analysis  outcome=done  profile_version=1  links=1" in printed
        assert "tea" not in printed
        assert uid not in printed
    assert "task analyze_batch" in printed


def named(request):
    return {"X-Request-Id": request}


def test_what_is_missing_is_said(traced, stack):
    unknown = run(traced, "rekindle trace none")
    assert unknown.returncode == 1
    assert "X-Request-Id" in unknown.stderr
    untraced = run(stack, "rekindle trace none")
    assert "Restart it with --traces" in untraced.stderr
    away = run(stack, "rekindle --url http://127.0.0.1:9 trace none")
    assert (away.returncode, "rekindle start --traces" in away.stderr) == (3, True)


def test_a_line_shows_the_reason_of_a_failure_by_its_name():
    span = {
        **{"id": "a", "parent": "", "start": 0, "end": 1, "name": "analysis", "failed": True},
        **{"attributes": {"error.type": "MISCONFIGURED", "rekindle.outcome": "failed"}},
        "links": [],
    }
    (line,) = waterfall([span])
    assert line.endswith("✗ analysis  error.type=MISCONFIGURED  outcome=failed")


def test_bars_have_a_scale_for_each_tree():
    def span(id_, parent, start, end):
        return {
            **{"id": id_, "parent": parent, "start": start, "end": end, "name": id_},
            **{"attributes": {}, "links": [], "failed": id_ == "below"},
        }

    hour = 3_600_000_000_000
    spans = [
        span("first", "", 0, 4_000_000),
        span("below", "first", 2_000_000, 4_000_000),
        span("later", "elsewhere", hour, hour + 1_000_000),
    ]
    lines = list(waterfall(spans))
    assert [line.count("█") for line in lines] == [32, 16, 32]
    assert lines[1].endswith("  ✗ below")
    assert lines[2].split()[:2] == ["3600000.0", "1.0"]
