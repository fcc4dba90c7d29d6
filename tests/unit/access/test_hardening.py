"""What no single request shows: how secrets are compared and made, and how the page is sent."""

import ast
import json
import math
import re

from emulator.gateway.paths import ROOT
from emulator.gateway.rewrites import read_headers
from shared.access.tokens import Kind, minted, random_characters

SECRET = re.compile(r"\b(secret|refresh|verifier|challenge|digest)\b")


def test_secrets_are_compared_in_constant_time():
    """`==` stops at the first letter that differs, so a better guess takes longer."""
    found, compared = [], 0
    places = [ROOT / "shared" / "access", ROOT / "functions" / "http" / "access"]
    for file in (file for place in places for file in place.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
                if SECRET.search(ast.unparse(node)):
                    found.append(f"{file.name}: {ast.unparse(node)}")
            elif isinstance(node, ast.Call):
                compared += ast.unparse(node.func) == "hmac.compare_digest"
    assert found == []
    assert compared == 1


def test_a_secret_has_190_bits():
    letters = set(random_characters(20_000))
    for kind in Kind:
        assert len(minted(kind, random_characters).secret) * math.log2(len(letters)) > 190


def test_no_page_can_frame_the_consent_page_or_run_a_script_in_it():
    sent = {}
    for rule in read_headers(json.loads((ROOT / "firebase.json").read_text())["hosting"]):
        if rule.pattern.fullmatch("/connect"):
            sent |= rule.headers
    policy = dict(
        each.strip().split(" ", 1)
        for each in sent["Content-Security-Policy"].split(";")
        if " " in each.strip()
    )
    assert policy["frame-ancestors"] == "'none'"
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert sent["Referrer-Policy"] == "no-referrer"
