"""Where Rekindle is."""

import re
from urllib.parse import urlsplit

_LOOPBACK = re.compile(r"localhost|(?:[^.]{1,63}\.){1,8}localhost|127(?:\.\d{1,3}){3}|::1")


def base_of(url: str) -> str:
    """The address without what the paths of calls begin with."""
    return url.rstrip("/").removesuffix("/v1")


def is_local(url: str) -> bool:
    """Whether an address is on this machine, so that no proxy stands before it."""
    try:
        return _LOOPBACK.fullmatch(urlsplit(url).hostname or "") is not None
    except ValueError:
        return False
