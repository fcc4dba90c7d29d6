"""A host on the public internet, as its client sees it: https, with a certificate of its own CA."""

import json
import ssl
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import httpcore
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

ADDRESS = "93.184.216.34"
"""A public address, to which nothing is ever sent."""


class HttpsHost(httpcore.NetworkBackend):
    """Serves one JSON document, and leads whoever connects to `ADDRESS` to itself.

    Attributes:
        document: what it serves.
        asked: the paths that were asked for.
        connected: the addresses and ports that were connected to.
        trust: trusts the CA of this host alone.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.document: dict[str, Any] = {}
        self.asked: list[str] = []
        self.connected: list[tuple[str, int]] = []
        certificate, ca = _certified(name, folder)
        self.trust = ssl.create_default_context(cafile=str(ca))
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate)

    def __enter__(self) -> Self:
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host.asked.append(self.path)
                body = json.dumps(host.document).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]
        self._http.socket = self._context.wrap_socket(self._http.socket, server_side=True)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def connect_tcp(
        self, host: str, port: int, *rest: Any, **options: Any
    ) -> httpcore.NetworkStream:
        self.connected.append((host, port))
        return httpcore.SyncBackend().connect_tcp("127.0.0.1", self._http.server_port)


def _certified(name: str, folder: Path) -> tuple[Path, Path]:
    """Writes a certificate for a host, with its key, and that of the CA which has signed it."""
    ca_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    ca_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"The CA of {name}")])
    is_ca = x509.BasicConstraints(ca=True, path_length=None)
    root = _signed(ca_name, ca_name, ca_key, ca_key, is_ca)
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    leaf = _signed(own, ca_name, key, ca_key, x509.SubjectAlternativeName([x509.DNSName(name)]))
    ca_file, certificate = folder / "ca.pem", folder / "certificate.pem"
    ca_file.write_bytes(root.public_bytes(Encoding.PEM))
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    certificate.write_bytes(leaf.public_bytes(Encoding.PEM) + secret)
    return certificate, ca_file


def _signed(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    by: ec.EllipticCurvePrivateKey,
    extension: x509.ExtensionType,
) -> x509.Certificate:
    now = datetime.now(UTC)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        .add_extension(identifier, critical=False)
        .add_extension(authority, critical=False)
        .sign(by, hashes.SHA256())
    )
