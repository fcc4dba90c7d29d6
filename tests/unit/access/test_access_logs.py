"""What `access` logs of a request: nothing that a client may have chosen."""

import logging

import pytest
from flask import Request
from werkzeug.test import EnvironBuilder

from functions.access import access
from shared.access.tokens import Kind, minted, random_characters


@pytest.mark.parametrize("path", ["/oauth/{}", "/oauth/token/{}", "/.well-known/{}"])
def test_a_key_in_a_path_is_not_logged(caplog, path):
    key = str(minted(Kind.KEY, random_characters))
    caplog.set_level(logging.INFO, "rekindle.requests")
    access(Request(EnvironBuilder(path.format(key)).get_environ()))
    assert key not in caplog.text
    assert "GET (no route)" in caplog.text


def test_the_endpoints_are_logged_by_their_names(caplog):
    caplog.set_level(logging.INFO, "rekindle.requests")
    access(Request(EnvironBuilder("/oauth/token", method="POST", data={"a": "b"}).get_environ()))
    assert "POST /oauth/token" in caplog.text
