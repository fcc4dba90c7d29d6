"""Mutated imports over HTTP: a sample. tests/unit/services tries many more on the domain alone."""

import json
import os
from random import Random

import pytest

from tests.support.texts.mutation import mutated

MUTANTS = int(os.environ.get("REKINDLE_MUTANTS_OVER_HTTP", "25"))


@pytest.mark.slow
def test_no_mutated_import_is_a_server_error(api, stack, uid):
    api.say("I love Python.", "I use vim every day.")
    api.post("/v1/profile/refresh")
    api.post("/v1/memory", {"content": "The tests need Docker.", "tags": ["ci"]})
    api.post("/v1/sessions", {"id": "s1", "projectPath": "/p"})
    stack.idle()
    original = {"format": "rekindle", "data": api.get("/v1/export")}
    headers = {"Content-Type": "application/json"}
    for seed in range(MUTANTS):
        body = json.dumps(mutated(original, Random(seed))).encode()
        with stack.user(f"{uid}-{seed % 5}") as mutant:
            answer = mutant.post("/v1/import", content=body, headers=headers)
            assert answer.status_code < 500, (seed, answer.text)
            assert mutant.get("/v1/context").json()["warnings"] == [], seed
            for path in ("/v1/profile/changelog", "/v1/export", "/v1/batches", "/v1/sessions"):
                assert mutant.get(path).status_code == 200, (seed, path)
            changed = mutant.patch("/v1/profile/about", json={"name": f"Name {seed}"})
            assert changed.status_code == 200, (seed, changed.text)
    stack.control("POST", "maintenance")
    stack.idle()
    for number in range(5):
        with stack.user(f"{uid}-{number}") as mutant:
            assert mutant.delete("/v1/account").status_code == 200
    assert api.get("/v1/context")["warnings"] == []
