"""No function imports anything heavy at start that it does not need."""

import json
import os
import subprocess
import sys

import pytest

from emulator.gateway.paths import ROOT
from main import FUNCTIONS

HEAVY = ("openai", "google.cloud.tasks_v2", "adapters.reader", "numpy", "mcp", "opentelemetry.sdk")
_PROGRAM = """
import json, sys
import main
getattr(main, sys.argv[1])
for part in sys.argv[2:]:
    from functions.wiring.services import services
    getattr(services(), part)
print(json.dumps(sorted(sys.modules)))
"""


def imported(name: str, *more: str, **env: str) -> set[str]:
    base = {"PATH": os.environ["PATH"], "GOOGLE_CLOUD_PROJECT": "demo"}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, name, *more],
        cwd=ROOT,
        env=base | env,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_heavy_is_imported_at_the_start(name: str) -> None:
    found = imported(name)
    assert not [module for module in HEAVY if module in found]
    others = set(FUNCTIONS.values()) - {FUNCTIONS[name]}
    assert not others & found, "a function imports another one"


def test_the_analysis_imports_openai_when_it_first_asks() -> None:
    assert "openai" in imported("analyze_batch", "analyzer", OPENAI_API_KEY="none")


def test_and_not_where_rules_analyze() -> None:
    assert "openai" not in imported("analyze_batch", "analyzer", REKINDLE_ANALYZER="offline")


def of_telemetry(name: str, **env: str) -> set[str]:
    """What a function has imported of OpenTelemetry after what its first request needs.

    Firestore's library looks for the package, so its empty namespace is always there.
    """
    first = ("telemetry", "store", "authenticator")
    found = imported(name, *first, FIRESTORE_EMULATOR_HOST="127.0.0.1:1", **env)
    return {module for module in found if module.startswith("opentelemetry.")}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_without_a_collector_nothing_of_opentelemetry_is_imported(name: str) -> None:
    assert of_telemetry(name) == set()


def test_with_a_collector_its_sdk_is_imported() -> None:
    collector = "http://127.0.0.1:4318"
    assert "opentelemetry.sdk" in of_telemetry("context", OTEL_EXPORTER_OTLP_ENDPOINT=collector)


def test_nobody_else_makes_an_analyzer() -> None:
    uses = [
        name
        for name, module in FUNCTIONS.items()
        if "services().worker" in (ROOT / f"{module.replace('.', '/')}.py").read_text()
    ]
    assert uses == ["analyze_batch"]
