"""HTTP without TLS, for connections on this machine."""

import ssl


def no_tls() -> ssl.SSLContext:
    """Returns an empty TLS context for clients that use only plain HTTP.

    By default an httpx client first loads the certificates of every public authority, which takes
    longer than most local requests.
    """
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
