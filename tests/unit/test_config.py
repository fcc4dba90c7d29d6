"""Configuration, rewrites, and the map of functions."""

import importlib
import json
import os
import subprocess
import sys

import pytest

import main
from emulator.gateway.paths import ROOT
from emulator.gateway.rewrites import read_rewrites
from emulator.tasks.queues import backoff, is_exhausted, with_defaults
from emulator.tasks.storage import QueueMessage
from functions.wiring.config import EMULATOR_VARIABLES, Config, ConfigurationError
from functions.wiring.shown import shown
from shared.documents.settings import Settings

BASE = {"GOOGLE_CLOUD_PROJECT": "p"}


def test_without_a_key_the_rules_analyze():
    assert Config.from_env(BASE).analyzer == "offline"
    assert Config.from_env(BASE).analyzer_name == "offline"


@pytest.mark.parametrize(
    "env", [{"OPENAI_API_KEY": "k"}, {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}]
)
def test_with_a_key_or_a_server_the_model_does(env):
    assert Config.from_env(BASE | env).analyzer == "openai"
    assert Config.from_env(BASE | env | {"REKINDLE_ANALYZER": "offline"}).analyzer == "offline"


@pytest.mark.parametrize(
    "env",
    [
        {"GOOGLE_CLOUD_PROJECT": ""},
        {"REKINDLE_ANALYZER": "magic"},
        {"REKINDLE_ANALYZER": "openai"},
        {"REKINDLE_LEASE_SECONDS": "soon"},
        {"REKINDLE_MAX_NOTES": "0"},
        {"REKINDLE_MAX_NOTES": "100001"},
        {"REKINDLE_MAX_NOTE_BYTES": "0"},
    ],
)
def test_what_makes_no_sense_is_refused_with_a_hint(env):
    with pytest.raises(ConfigurationError, match=r"\w+"):
        Config.from_env(BASE | env)


def test_defaults_are_the_settings_of_one_document():
    given = {"userMemoryAnalysisInterval": 5, "memoryEnabled": False, "ageing": {"goal": "lasting"}}
    read = Config.from_env(BASE | {"REKINDLE_DEFAULTS": json.dumps(given)}).defaults
    assert read.chosen() == given
    assert read.user_char_limit == Settings().user_char_limit
    for nothing in ("", " ", "{}"):
        assert Config.from_env(BASE | {"REKINDLE_DEFAULTS": nothing}).defaults == Settings()


WRONG_DEFAULTS = {
    "retentionDays=90": "REKINDLE_DEFAULTS is not JSON",
    "[]": "must be a JSON object",
    '{"retentionDay": 90}': "retentionDay is not a setting; did you mean retentionDays?",
    '{"shoeSize": 40}': "shoeSize is not a setting",
    '{"retentionDays": 0}': "retentionDays: Input should be greater than or equal to 1",
    '{"retentionDays": "90"}': "retentionDays: Input should be a valid integer",
    '{"learningEnabled": null}': "learningEnabled: Input should be a valid boolean",
    '{"memoryCharLimit": -1, "userCharLimit": -1}': "memoryCharLimit: .*; userCharLimit: ",
    '{"ageing": {"goal": "soon"}}': r"ageing\.goal: Input should be",
}


@pytest.mark.parametrize("document", WRONG_DEFAULTS)
def test_wrong_defaults_are_refused_by_the_name_of_each_field(document):
    with pytest.raises(ConfigurationError, match=WRONG_DEFAULTS[document]):
        Config.from_env(BASE | {"REKINDLE_DEFAULTS": document})


def test_a_function_does_not_start_with_wrong_defaults():
    env = {**os.environ, "REKINDLE_DEFAULTS": '{"retentionDay": 90}'}
    started = subprocess.run(
        [sys.executable, "-c", "import main"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert started.returncode != 0
    assert "did you mean retentionDays?" in started.stderr


@pytest.mark.parametrize("name", EMULATOR_VARIABLES)
def test_an_emulator_variable_in_cloud_run_stops_the_start(name):
    with pytest.raises(ConfigurationError, match=name):
        Config.from_env(BASE | {"K_SERVICE": "profile", name: "127.0.0.1:1"})


@pytest.mark.parametrize("name", main.FUNCTIONS)
def test_every_function_is_where_the_map_says(name):
    assert getattr(main, name) is getattr(importlib.import_module(main.FUNCTIONS[name]), name)


def test_what_is_not_on_the_map_is_not_there():
    with pytest.raises(AttributeError):
        _ = main.nothing


def test_every_public_route_has_a_rewrite_to_its_function():
    rewrites = read_rewrites(ROOT / "firebase.json")
    for name in ("profile", "memory", "context", "prompts", "account"):
        api = importlib.import_module(main.FUNCTIONS[name]).api
        for route in api.routes:
            path = route.path.replace("<id>", "abc")
            served = next(item.function for item in rewrites if item.pattern.fullmatch(path))
            assert served == name, path


def queue(**retry):
    made = QueueMessage(name="projects/p/locations/l/queues/q")
    for name, value in retry.items():
        setattr(made.retry_config, name, value)
    made.retry_config.min_backoff.FromSeconds(10)
    made.retry_config.max_backoff.FromSeconds(300)
    return with_defaults(made).retry_config


def test_the_backoff_of_the_reference():
    """min 10 s, max 300 s, 3 doublings: 10, 20, 40, 80, 160, 240, 300, 300."""
    retry = queue(max_doublings=3)
    waits = [backoff(retry, failures) for failures in range(1, 9)]
    assert waits == [10, 20, 40, 80, 160, 240, 300, 300]


def test_a_task_is_given_up_after_its_attempts():
    retry = queue(max_attempts=3)
    assert [is_exhausted(retry, attempts, 0) for attempts in (1, 2, 3)] == [False, False, True]
    assert not is_exhausted(queue(max_attempts=-1), 10_000, 1e9)


OPERATED = {
    "GOOGLE_CLOUD_PROJECT": "demo",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "https://user:hunter2@collector.example:4318/?key=hunter2",
    "OTEL_EXPORTER_OTLP_HEADERS": "api-key=hunter2",
    "OTEL_TRACES_SAMPLER": "traceidratio",
    "REKINDLE_MODEL_KEY_VERSION": "3",
    "REKINDLE_BUILD": "0123456789abcdef",
    "K_REVISION": "admin-00007-abc",
}


def test_operators_see_the_keys_that_other_functions_have_and_where_figures_go():
    config = Config.from_env(OPERATED)
    found = shown(config)
    assert (found["OPENAI_API_KEY"], found["REKINDLE_MODEL_KEY_VERSION"]) == ("set", "3")
    assert found["OTEL_EXPORTER_OTLP_ENDPOINT"] == "https://collector.example:4318/"
    assert found["OTEL_EXPORTER_OTLP_HEADERS"] == "set"
    assert found["OTEL_TRACES_SAMPLER"] == "traceidratio"
    assert "hunter2" not in str(found)
    assert (config.build, config.revision) == ("0123456789abcdef", "admin-00007-abc")


def test_a_deployment_has_no_operators_by_default():
    assert not Config.from_env({"GOOGLE_CLOUD_PROJECT": "demo"}).operators
