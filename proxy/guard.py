"""Keeps web pages away from the proxy: a model's answer could tell them what memory has."""

from collections.abc import Mapping

from emulator.guard import Guard

_LOCAL = Guard()


def refusal(headers: Mapping[str, str]) -> str | None:
    """Why a request is refused; None if it comes from a program on this machine.

    A page whose name leads to 127.0.0.1 (DNS rebinding) sends its own Host. Any other page sends
    its Origin or Sec-Fetch-Site. An app's own scheme, such as an editor's, is no page.
    """
    if not _LOCAL.is_local(headers.get("host", "")):
        return "The proxy answers only to names of this machine, such as 127.0.0.1."
    scheme, separator, _ = headers.get("origin", "").lower().partition("://")
    is_page = "origin" in headers and (not separator or scheme in ("http", "https", "file"))
    if is_page or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return "Web pages may not use the proxy. Call it from a program."
    return None
