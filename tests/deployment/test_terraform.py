"""Terraform's files: their form, the provider's schema, and agreement with the code."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adapters.telemetry.table import FIGURES
from emulator.gateway.paths import INDEXES, ROOT
from functions.http.deadlines import SECONDS, Limit
from functions.http.openapi import routes
from functions.wiring import config
from main import FUNCTIONS
from shared.base.telemetry import Figure
from shared.documents.access import Client, Code, Connection
from tests.deployment.provider_schema import Provider, Resource
from tests.deployment.terraform_files import (
    FILES,
    FOLDER,
    Block,
    addresses,
    blocks,
    locals_,
    parse,
)

TOOLS = ROOT / ".venv-deploy"
WHEELS = sorted((TOOLS / "provider").glob("cdktf_cdktf_provider_google-*.whl"))
NO_TOOLS = "`make deploy-tools` installs what this test needs"
FIREBASE = json.loads((ROOT / "firebase.json").read_text())
REFERENCE = re.compile(r"\b(data\.)?(google_\w+)\.(\w+)(?:\[[^\]]*\])?(?:\.(\w+))?")

# Files and schema are read once, by one worker.
pytestmark = pytest.mark.xdist_group("terraform")
terraform = pytest.mark.skipif(not shutil.which("terraform"), reason="terraform is not installed")
needs_provider = pytest.mark.skipif(not WHEELS, reason=NO_TOOLS)
needs_checkov = pytest.mark.skipif(not (TOOLS / "bin" / "checkov").exists(), reason=NO_TOOLS)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


@cache
def all_text() -> str:
    return "\n".join(text for file in FILES for text in strings(parse(file)))


def declared() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = locals_()["declared"]
    return found


def usual() -> dict[str, Any]:
    found: dict[str, Any] = locals_()["usual"]
    return found


@terraform
def test_is_formatted() -> None:
    run = ["terraform", "fmt", "-check", "-diff", "-recursive", str(FOLDER)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_parses(file: Path) -> None:
    assert parse(file)


# --- the provider's schema


@cache
def provider() -> Provider:
    return Provider(WHEELS[0])


def schema_of(address: str, *, data: bool = False) -> Resource:
    found = provider().resource(address.partition(".")[0], data=data)
    assert found, f"the provider has no {address}"
    return found


def check_block(resource: Resource, name: str, body: dict[str, Any], where: str) -> None:
    """Checks that each argument is in the schema and of its kind, and none required is missing."""
    known = resource.blocks[name]
    given = {key: value for key, value in body.items() if key not in _META}
    nested = [(label, content) for label, content in _dynamic(given.pop("dynamic", []))]
    for key, value in given.items():
        assert key in known, f"{where} has no argument {key}"
        is_block = isinstance(value, list) and any(isinstance(item, Block) for item in value)
        assert is_block == bool(known[key].block), f"{where}.{key} confuses attribute and block"
        if is_block:
            nested += [(key, item) for item in value]
    for key, inner in nested:
        block = known[key].block if key in known else None
        assert block, f"{where} has no block {key}"
        check_block(resource, block, inner, f"{where}.{key}")
    present = {*given, *(key for key, _ in nested)}
    missing = {key for key, argument in known.items() if argument.required} - present
    assert not missing, f"{where} lacks {missing}"


_META = {"count", "depends_on", "for_each", "lifecycle", "provider"}


def _dynamic(items: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for item in items:
        for label, body in item.items():
            assert set(body) == {"for_each", "content"}, f"dynamic {label}"
            yield label, body["content"][0]


def test_every_block_has_an_address() -> None:
    for kind in ("resource", "data"):
        assert sorted(addresses(kind)) == sorted(blocks(kind))


@needs_provider
@pytest.mark.parametrize("address", addresses("resource"))
def test_resource_has_the_schema_of_the_provider(address: str) -> None:
    resource = schema_of(address)
    check_block(resource, resource.root, blocks("resource")[address], address)


@needs_provider
@pytest.mark.parametrize("address", addresses("data"))
def test_data_source_has_the_schema_of_the_provider(address: str) -> None:
    resource = schema_of(address, data=True)
    check_block(resource, resource.root, blocks("data")[address], address)


@needs_provider
def test_references_lead_to_attributes_that_are_there() -> None:
    found = set(REFERENCE.findall(all_text()))
    assert found
    for data, kind, name, attribute in found:
        declared = blocks("data" if data else "resource")
        assert f"{kind}.{name}" in declared, f"{kind}.{name} is not declared"
        resource = schema_of(kind, data=bool(data))
        known = resource.outputs | set(resource.blocks[resource.root])
        assert not attribute or attribute in known, f"{kind} has no {attribute}"


@needs_provider
def test_the_schema_is_of_the_version_that_is_used() -> None:
    wanted = (FOLDER / "versions.tf").read_text()
    version = re.search(r'"~> (\d+)\.(\d+)"', wanted)
    assert version
    bindings = provider()._archive.read("cdktf_cdktf_provider_google/firestore_index/__init__.py")
    told = re.search(rb"hashicorp/google/(\d+)\.(\d+)\.", bindings)
    assert told
    assert [int(part) for part in version.groups()] == [int(part) for part in told.groups()]


@needs_provider
def test_the_check_finds_mistakes() -> None:
    resource = schema_of("google_cloud_tasks_queue")
    good = {"location": "x", "name": "y", "retry_config": [Block(max_attempts=1)]}
    check_block(resource, resource.root, good, "q")
    for bad in (
        {**good, "nmae": "y"},
        {"name": "y"},
        {**good, "retry_config": 1},
        {**good, "name": [Block()]},
        {**good, "retry_config": [Block(attempts=1)]},
        {**good, "dynamic": [{"retries": {"for_each": "x", "content": [Block()]}}]},
    ):
        with pytest.raises(AssertionError):
            check_block(resource, resource.root, bad, "q")


@pytest.mark.slow
@needs_checkov
@pytest.mark.xdist_group("checkov")
def test_checkov_finds_nothing_that_has_no_reason() -> None:
    """terraform/.checkov.yaml lists the suppressions, each with its reason."""
    done = subprocess.run(
        [
            TOOLS / "bin" / "python",
            TOOLS / "bin" / "checkov",
            "--directory",
            FOLDER,
            "--config-file",
            FOLDER / ".checkov.yaml",
            "--output",
            "json",
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "BC_SKIP_MAPPING": "TRUE", "LOG_LEVEL": "ERROR"},
    )
    result = json.loads(done.stdout)
    failed = [
        f"{check['check_id']} {check['check_name']}: {check['resource']}"
        for check in result["results"]["failed_checks"]
    ]
    assert not failed, "\n".join(failed)
    assert result["summary"]["parsing_errors"] == 0
    assert result["summary"]["passed"] > 0


# --- agreement with the code


def test_every_function_is_deployed() -> None:
    assert set(declared()) == set(FUNCTIONS)


def test_what_a_function_says_of_itself_is_known() -> None:
    for name, own in declared().items():
        assert set(own) <= set(usual()), name


def test_public_functions_are_those_that_hosting_serves() -> None:
    public = {name for name, own in declared().items() if own.get("public", usual()["public"])}
    served = {item["run"]["serviceId"] for item in FIREBASE["hosting"]["rewrites"] if "run" in item}
    assert public == served


def test_hosting_names_the_usual_region() -> None:
    regions = {item["run"]["region"] for item in FIREBASE["hosting"]["rewrites"] if "run" in item}
    assert regions == {blocks("variable")["region"]["default"]}


def test_private_functions_have_callers() -> None:
    for name, own in declared().items():
        callers = [*own.get("invokers", []), *(["events"] if "event" in own else [])]
        assert bool(callers) == (not own.get("public", True)), name


def test_enqueuing_functions_are_those_that_reach_the_queue() -> None:
    """A function uses the queue if its module names one of the services that enqueue."""
    edge = {
        name: (ROOT / f"{module.replace('.', '/')}.py").read_text()
        for name, module in FUNCTIONS.items()
    }
    uses = {
        name
        for name, text in edge.items()
        if re.search(r"services(\(\))?\.(counter|maintenance|retries|tasks|worker)\b", text)
    }
    assert {name for name, own in declared().items() if own.get("enqueues")} == uses


def test_every_deadline_leaves_time_for_the_answer() -> None:
    """Cloud Run cuts a request off at the function's timeout, without an answer."""
    limits = {
        name: {Limit(name)} for name, own in declared().items() if not own.get("public", True)
    }
    for name, route in routes():
        limits.setdefault(name, set()).add(route.limit)
    assert limits.keys() | {"mcp"} == declared().keys()
    for name, each in limits.items():
        timeout = declared()[name].get("timeout", usual()["timeout"])
        assert max(SECONDS[limit] for limit in each) < 0.95 * timeout, name


def test_maintenance_has_a_queue_of_its_own() -> None:
    """The queue of a task follows from its function, here and in the configuration."""
    deployed = blocks("resource")
    names = {
        queue: deployed[f"google_cloud_tasks_queue.{queue}"]["name"]
        for queue in ("main", "maintenance")
    }
    read = config.Config.from_env({"GOOGLE_CLOUD_PROJECT": "p"})
    assert read.queue_of("run_maintenance").endswith(f"/queues/{names['maintenance']}")
    assert read.queue_of("analyze_batch").endswith(f"/queues/{names['main']}")
    assert names["main"] != names["maintenance"]
    to_maintenance = [
        n for n, own in declared().items() if "maintenance" in own.get("enqueues", [])
    ]
    assert to_maintenance == ["run_maintenance"]


def test_budgets_have_the_defaults_of_the_code() -> None:
    read = config.Config.from_env({"GOOGLE_CLOUD_PROJECT": "p"})
    variables = blocks("variable")
    assert variables["daily_budget"]["default"] == read.daily_budget == 0.25
    assert variables["deployment_budget"]["default"] == read.deployment_budget == 50


def test_every_function_gets_the_defaults_of_users() -> None:
    """Also those that never read a user's document: they show them, or refuse wrong ones."""
    assert locals_()["environment"].count("REKINDLE_DEFAULTS") == 1
    assert "jsonencode(var.defaults)" in locals_()["environment"]
    example = parse(FOLDER / "environments" / "example.tfvars")["defaults"]
    env = {"GOOGLE_CLOUD_PROJECT": "p", "REKINDLE_DEFAULTS": json.dumps(example)}
    assert config.Config.from_env(env).defaults.chosen() == example


def test_a_plan_checks_the_defaults_of_users_as_the_functions_do() -> None:
    """Wrong ones would otherwise be found by functions that do not start, amid an apply."""
    text = (FOLDER / "variables.tf").read_text().partition('variable "defaults"')[2]
    text = text.partition('\nvariable "')[0]
    schema = config.Settings.model_json_schema(by_alias=True)
    fields = {name: json.dumps(field) for name, field in schema["properties"].items()}
    assert set(re.findall(r'^ +"(\w+)",$', text, re.M)) == set(fields)
    bounds = re.findall(r"^ +(\w+) += \[(\d+), (\d+)\]$", text, re.M)
    assert {name for name, _, _ in bounds} == {n for n, f in fields.items() if "integer" in f}
    for name, least, most in bounds:
        assert f'"minimum": {least}' in fields[name]
        assert f'"maximum": {most}' in fields[name]
    switches = text.partition("for name in [")[2].partition("]")[0]
    assert set(re.findall(r"\w+", switches)) == {n for n, f in fields.items() if "boolean" in f}


def test_only_the_analysis_asks_the_model() -> None:
    assert [name for name, own in declared().items() if own.get("model")] == ["analyze_batch"]


def test_threads_are_as_many_as_requests() -> None:
    service = blocks("resource")["google_cloudfunctions2_function.functions"]["service_config"][0]
    assert service["max_instance_request_concurrency"] == "${each.value.concurrency}"
    assert "THREADS = tostring(each.value.concurrency)" in service["environment_variables"]


def test_the_environment_is_one_that_the_code_reads() -> None:
    text = Path(config.__file__).read_text()
    variables = set(re.findall(r"\b(?:REKINDLE_|OPENAI_|GOOGLE_)[A-Z_]+\b", all_text()))
    unread = {name for name in variables if name not in text}
    assert {name for name in unread if not name.startswith("REKINDLE_EMBEDDINGS_")} == set()


def test_operators_see_the_embeddings_that_other_functions_have() -> None:
    text = (FOLDER / "functions.tf").read_text()
    assert 'each.value.embeds || each.key == "admin" ? local.embeddings_environment' in text


def test_charts_show_figures_that_are_sent() -> None:
    charts = re.findall(
        r"prometheus\.googleapis\.com/(\w+)/(\w+).*?group += \"metric\.label\.(\w+)\"",
        (FOLDER / "dashboard.tf").read_text(),
        re.S,
    )
    assert {name for name, _, _ in charts} == set(Figure)
    for name, kind, group in charts:
        measure = FIGURES[Figure(name)]
        assert kind == ("histogram" if measure.buckets else "counter")
        assert group in measure.by


def test_emulators_are_never_named() -> None:
    assert not [name for name in config.EMULATOR_VARIABLES if name in all_text()]


def test_indexes_are_read_from_the_one_file() -> None:
    assert "jsondecode(file(" in locals_()["declared_indexes"]
    assert "/../firestore.indexes.json" in locals_()["declared_indexes"]
    declared = json.loads(INDEXES.read_text())
    keys = [
        json.dumps([item["collectionGroup"], item.get("queryScope"), item.get("fields")])
        for item in declared["indexes"]
    ]
    assert len(keys) == len(set(keys))
    fields = [(item["collectionGroup"], item["fieldPath"]) for item in declared["fieldOverrides"]]
    assert len(fields) == len(set(fields))
    assert FIREBASE["firestore"] == {
        "rules": "firestore.rules",
        "indexes": "firestore.indexes.json",
    }


def test_every_index_has_what_terraform_reads_of_it() -> None:
    declared = json.loads(INDEXES.read_text())
    for item in declared["indexes"]:
        assert set(item) == {"collectionGroup", "queryScope", "fields"}
        for field in item["fields"]:
            assert len(set(field) & {"order", "arrayConfig", "vectorConfig"}) == 1
    for item in declared["fieldOverrides"]:
        assert set(item) - {"ttl"} == {"collectionGroup", "fieldPath", "indexes"}
        for index in item["indexes"]:
            assert "queryScope" in index
            assert len(set(index) & {"order", "arrayConfig"}) == 1
    ttl = [item["collectionGroup"] for item in declared["fieldOverrides"] if item.get("ttl")]
    assert len(ttl) == len(set(ttl)), "a collection group has one TTL field"


def test_no_field_of_access_is_indexed_but_the_one_that_is_asked_for() -> None:
    declared = json.loads(INDEXES.read_text())["fieldOverrides"]
    exempt = {(each["collectionGroup"], each["fieldPath"]) for each in declared}
    for name, model in (("connections", Connection), ("codes", Code), ("clients", Client)):
        fields = {str(field.alias) for field in model.model_fields.values()}
        assert fields - {field for group, field in exempt if group == name} <= {"uid"}, name


def test_there_are_no_more_field_overrides_than_a_database_may_have() -> None:
    """Firestore's limit is 200 configurations of single fields."""
    assert len(json.loads(INDEXES.read_text())["fieldOverrides"]) <= 200


def test_the_key_is_never_in_the_state() -> None:
    assert not [name for name in blocks("resource") if "secret_version" in name]
    assert not re.search(r"sk-[A-Za-z0-9]", all_text())


# --- variables


def test_variables_are_described_typed_and_used() -> None:
    for name, variable in blocks("variable").items():
        assert {"description", "type"} <= set(variable), name
    used = set(re.findall(r"\bvar\.(\w+)", all_text()))
    assert used == set(blocks("variable"))


def test_variables_are_validated() -> None:
    unchecked = [name for name, item in blocks("variable").items() if "validation" not in item]
    assert {blocks("variable")[name]["type"] for name in unchecked} == {"bool"}


def test_locals_are_there() -> None:
    assert set(re.findall(r"\blocal\.(\w+)", all_text())) <= set(locals_())


def test_the_example_sets_variables_that_are_there() -> None:
    example = parse(FOLDER / "environments" / "example.tfvars")
    assert set(example) <= set(blocks("variable"))


@terraform
@pytest.mark.parametrize(
    ("assignment", "accepted"),
    [
        ("project=my-project", True),
        ("project=My_Project", False),
        ("region=everywhere", False),
        ("firestore_location=eur3", True),
        ("firestore_location=mars", False),
        ("max_instances=0", False),
        ("model_calls_at_once=5000", False),
        ("openai_key_version=sk-secret", False),
        ("openai_key_version=3", True),
        ("openai_base_url=http://example.com", False),
        ('model={"PATH"="/bin"}', False),
        ('model={"REKINDLE_MODEL"="x"}', True),
        ('embeddings={"model"="x","dimensions"=4096}', False),
        ('embeddings={"model"="x","dimensions"=256}', True),
        ('alert_emails=["nobody"]', False),
        ('min_instances={"context"=-1}', False),
        ("runbook=https://wiki.example.com/operations", True),
        ("runbook=https://wiki.example.com/operations#alerts", False),
        ("daily_cost=0", False),
        ("daily_budget=-1", False),
        ("daily_budget=0", True),
        ("daily_budget=null", True),
        ("deployment_budget=-1", False),
        ("trace_ratio=0.5", True),
        ("trace_ratio=2", False),
        ("billing_account=mine", False),
        ("package=../evil.zip", False),
        ('defaults={"userMemoryAnalysisInterval"=20,"retentionDays"=null}', True),
        ('defaults={"approval"="everything","injectProfile"=false}', True),
        ('defaults={"agents"={"coder"={"memoryEnabled"=false}}}', True),
        ('defaults={"memoryCharLimits"=4000}', False),
        ('defaults={"memoryCharLimit"=40000}', False),
        ('defaults={"memoryCharLimit"=2.5}', False),
        ('defaults={"memoryCharLimit"="4000"}', False),
        ('defaults={"memoryCharLimit"=null}', False),
        ('defaults={"injectProfile"="true"}', False),
        ('defaults={"approval"="nothing"}', False),
        ('defaults={"agents"=["coder"]}', False),
    ],
)
def test_variables_refuse_nonsense(assignment: str, accepted: bool, tmp_path: Path) -> None:
    """Uses `terraform console`, which needs no provider if there are only variables."""
    shutil.copy(FOLDER / "variables.tf", tmp_path)
    given = [f"-var={assignment}"]
    if not assignment.startswith("project="):
        given.append("-var=project=my-project")
    done = subprocess.run(
        ["terraform", f"-chdir={tmp_path}", "console", *given],
        input="var.project\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("Invalid value for variable" not in done.stderr) == accepted, done.stderr


@terraform
def test_local_values_evaluate(tmp_path: Path) -> None:
    """Evaluates all locals, with a placeholder for values that only a deployed resource has."""
    folder = tmp_path / "terraform"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("environments", ".*"))
    shutil.copy(INDEXES, tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "rekindle-0123456789abcdef.zip").touch()
    for file in folder.glob("*.tf"):
        if file.name != "variables.tf":
            found = re.findall(r"^locals \{\n.*?^\}\n", file.read_text(), re.S | re.M)
            file.write_text(_without_resources("\n".join(found)))
    words = "{" + ", ".join(f"{name} = local.{name}" for name in locals_()) + "}"
    done = subprocess.run(
        [
            "terraform",
            f"-chdir={folder}",
            "console",
            "-var=project=my-project",
            "-var=openai_key_version=1",
            '-var=embeddings={"model"="small","dimensions"=256}',
        ],
        input=f"jsonencode({words})\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    values = json.loads(json.loads(done.stdout.strip().splitlines()[-1]))
    assert set(values["functions"]) == set(FUNCTIONS)
    assert values["services"]["on_prompt_created"] == "on-prompt-created"
    assert values["environment"]["REKINDLE_FUNCTION_URLS"] == (
        "https://{service}-resource.europe-west1.run.app"
    )
    assert set(values["keyed"]) == {
        name for name, own in declared().items() if own.get("model") or own.get("embeds")
    }
    assert "events calls on_prompt_created" in values["private_calls"]
    assert "tasks calls analyze_batch" in values["private_calls"]
    assert len(values["indexes"]) == len(json.loads(INDEXES.read_text())["indexes"])
    assert values["vector_dimension"] == 256
    assert values["operators_environment"] == {
        "REKINDLE_OPERATORS": "off",
        "REKINDLE_MODEL_KEY_VERSION": "1",
        "REKINDLE_BUILD": "0123456789abcdef",
    }
    assert values["package"].endswith("rekindle-0123456789abcdef.zip")


def _without_resources(text: str) -> str:
    text = re.sub(r"\[for channel in google_[^\]]*\]", "[]", text)
    return REFERENCE.sub('"resource"', text).replace('${"resource"}', "resource")
