"""HTTP on this machine, where no TLS is spoken."""

import ssl


def no_tls() -> ssl.SSLContext:
    """What a client trusts that talks with this machine only: nobody.

    An httpx client would otherwise read the certificates of all the world's authorities first,
    which takes longer than most requests that it is made for.
    """
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
