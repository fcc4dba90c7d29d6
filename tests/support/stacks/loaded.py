"""What a stack and its gateway load when they start, so that those forked from here need not.

Only code may be loaded here, as in the gateway before it forks: no clients, no threads.
"""

import gc
import os
from importlib import import_module

import emulator.__main__
import emulator.gateway.__main__
import emulator.gateway.app  # noqa: F401
from adapters.reader.languages import languages
from functions.wiring.config import Config
from functions.wiring.preload import late_imports

_PROJECT = {"GOOGLE_CLOUD_PROJECT": "demo-loaded"}
for _analyzer in (
    {"REKINDLE_ANALYZER": "offline"},
    {"REKINDLE_ANALYZER": "openai", "OPENAI_BASE_URL": "http://127.0.0.1:1", "OPENAI_API_KEY": "n"},
):
    for _name in late_imports(Config.from_env({**os.environ, **_PROJECT, **_analyzer})):
        import_module(_name)
languages()["en"]
gc.freeze()
