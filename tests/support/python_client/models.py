"""The models of the Python client, made from the API as it is.

As a program it writes them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from emulator.gateway.paths import ROOT
from tests.support.client_document import client_document

PACKAGE = ROOT / "clients" / "python"
SOURCE = PACKAGE / "src" / "rekindle_client"
MODELS = SOURCE / "_openapi.py"
GENERATOR = ROOT / ".venv-frameworks" / "bin" / "datamodel-codegen"

HEAD = '"""The types of the API, made from its OpenAPI document by `make python-client`."""'
_ALIAS = re.compile(r'^(\w+) = TypeAliasType\("\1", (.*)\)$', re.M)
_IMPORT = "from typing_extensions import TypeAliasType"
_SORT = ["check", "--fix", "--unsafe-fixes", "--exit-zero", "--select", "I,UP,F401"]
_LIMITS = {
    *("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "maximum", "minimum"),
    *("exclusiveMinimum", "exclusiveMaximum", "pattern", "title"),
}
"""What only the server judges, which knows its limits and explains them."""


def models() -> str:
    """The Python that the client is to have."""
    openapi = client_document()
    schemas = openapi["components"]["schemas"]
    openapi["components"]["schemas"] = {name: _loose(each) for name, each in schemas.items()}
    command = [
        *(str(GENERATOR), "--input-file-type", "openapi"),
        *("--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"),
        *("--base-class", "rekindle_client._model.Model"),
        *("--snake-case-field", "--no-alias", "--output-datetime-class", "datetime"),
        *("--enum-field-as-literal", "all", "--use-type-alias", "--strict-nullable"),
        *("--use-schema-description", "--use-single-line-docstring", "--keep-model-order"),
        *("--disable-timestamp", "--formatters", "builtin", "--custom-file-header", HEAD),
    ]
    done = subprocess.run(
        command, input=json.dumps(openapi), capture_output=True, text=True, check=True, cwd=PACKAGE
    )
    source = _ALIAS.sub(r"\1: TypeAlias = \2", done.stdout)
    return tidy(source.replace(_IMPORT, "from typing import TypeAlias"), MODELS)


def tidy(source: str, path: Path) -> str:
    """The source as it is committed at the path: sorted imports, and this repository's format."""
    for task in (_SORT, ["format"]):
        command = [sys.executable, "-m", "ruff", *task, "--quiet", "--stdin-filename", str(path)]
        source = subprocess.run(
            [*command, "-"], input=source, capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout
    return source


def _loose(schema: Any) -> Any:
    """The schema without limits, and open to fields that a newer server adds."""
    if isinstance(schema, list):
        return [_loose(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: each for name, each in schema.items() if name not in _LIMITS}
    if kept.get("additionalProperties") is False:
        del kept["additionalProperties"]
    if "enum" in kept:
        kept.pop("description", None)
    return {
        name: {field: _loose(each) for field, each in part.items()}
        if name == "properties"
        else _loose(part)
        for name, part in kept.items()
    }


if __name__ == "__main__":
    MODELS.write_text(models())
