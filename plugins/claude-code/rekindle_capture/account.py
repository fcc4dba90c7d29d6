"""Where Rekindle is, and the key for it."""

from __future__ import annotations

import json
import os
import stat
import zlib

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLES = (
    ("CLAUDE_PLUGIN_OPTION_URL", "CLAUDE_PLUGIN_OPTION_KEY"),
    ("REKINDLE_URL", "REKINDLE_KEY"),
)
"""Variables with the address and the key: Claude Code's options, and the user's own."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class NotConfigured(Exception):
    """There is no usable address and key; the message says what to do."""


class Account:
    """One user's Rekindle.

    Attributes:
        url: the address, without a trailing slash.
        key: an access key.
        name: tells servers apart on disk.
        key_mark: tells keys apart. A checksum: nobody gets the key from it.
        is_local: whether it is on this machine.
    """

    def __init__(self, url: str, key: str) -> None:
        self.url = url.strip().rstrip("/")
        self.key = key.strip()
        scheme, _, rest = self.url.partition("://")
        place = rest.split("/")[0]
        host = place[1:].split("]")[0] if place.startswith("[") else place.split(":")[0]
        self.is_local = host in _LOOPBACK
        if scheme != "https" and not (scheme == "http" and self.is_local):
            raise NotConfigured(
                "The address must begin with https://; http:// is for this machine."
            )
        if not host or "@" in place or not self.key.isascii() or not self.key.isprintable():
            raise NotConfigured("The address or the key is not valid. Check both.")
        # Not by the key: with a new one, what waits is still to be sent.
        self.name = f"{zlib.crc32(self.url.encode('utf-8', 'replace')):08x}"
        self.key_mark = f"{zlib.crc32(self.key.encode()):08x}"


def account(env: Mapping[str, str]) -> Account:
    """The account that the user's file, Claude Code's options, or the environment names.

    A project's settings can set variables, so the file comes first, and a source counts only with
    both address and key: neither is what the user types sent to a server of the project's, nor the
    user's key.

    Raises:
        NotConfigured: none does, or not safely.
    """
    path = config_file(env)
    try:
        return _from_file(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError):
        raise NotConfigured(f"{path} cannot be read, or is not JSON.") from None
    for url, key in VARIABLES:
        if env.get(url) and env.get(key):
            return Account(env[url], env[key])
    raise NotConfigured(f"No address and key. Run /plugin to set them, or write them to {path}.")


def _from_file(path: str) -> Account:
    with open(path, encoding="utf-8") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise NotConfigured(f"Others can read {path}. Run: chmod 600 {path}")
        found = json.load(file)
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), str) and found[name] for name in ("url", "key")
    ):
        raise NotConfigured(f'{path} must contain {{"url": "…", "key": "…"}}.')
    return Account(found["url"], found["key"])


def config_file(env: Mapping[str, str]) -> str:
    """Where the address and the key may stand: in the user's folder, never in a project."""
    base = env.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "rekindle", "claude-code.json")
