"""Stand-ins for Google's key and account servers, to verify real tokens.

A local proxy answers for their host names over TLS, with a certificate from an authority that only
the process under test trusts. So the libraries verify real signatures with the code that runs in
production.
"""

import base64
import contextlib
import hmac
import json
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

KEY_ID = "key-1"
HOSTS = (
    "www.googleapis.com",
    "oauth2.googleapis.com",
    "identitytoolkit.googleapis.com",
    "firebaseappcheck.googleapis.com",
)
_PEM = serialization.Encoding.PEM


def new_key() -> rsa.RSAPrivateKey:
    """A new key to sign with."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def pem_of(key: rsa.RSAPrivateKey) -> bytes:
    """The private key in PEM format."""
    nothing = serialization.NoEncryption()
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, nothing)


def certificate(
    key: rsa.RSAPrivateKey, name: str, issuer: rsa.RSAPrivateKey, hosts: tuple[str, ...] = ()
) -> x509.Certificate:
    """A certificate for the key, valid for a year; for an authority if it names no host."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    authority = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority")])
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(authority)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365))
        .add_extension(x509.BasicConstraints(ca=not hosts, path_length=None), critical=True)
    )
    if hosts:
        names = x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts])
        built = built.add_extension(names, critical=False)
    return built.sign(issuer, hashes.SHA256())


@dataclass
class GoogleKeys:
    """The servers, and the key that they publish.

    Attributes:
        folder: holds the files of the authority and of a service account.
        key: signs genuine tokens: users', service accounts' and App Check's.
        accounts: what Firebase knows about users, by uid.
        failing: the hosts that answer every request with an error.
    """

    folder: Path
    key: rsa.RSAPrivateKey = field(default_factory=new_key)
    accounts: dict[str, dict[str, Any]] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)

    def sign(
        self, claims: dict[str, Any], key: rsa.RSAPrivateKey | None = None, kid: str = KEY_ID
    ) -> str:
        """A token with the claims, genuine unless another key is given."""
        return jwt.encode(claims, key or self.key, "RS256", headers={"kid": kid})

    def confuse(self, claims: dict[str, Any]) -> str:
        """A token signed with the public key, as if it were a shared secret."""
        head = jwt.encode(claims, "x" * 32, "HS256", headers={"kid": KEY_ID}).rpartition(".")[0]
        signature = hmac.digest(self.certificate().encode(), head.encode(), "sha256")
        return f"{head}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"

    def certificate(self) -> str:
        """The public half of the key."""
        return certificate(self.key, "tokens", self.key).public_bytes(_PEM).decode()

    def answer(self, host: str, path: str, body: bytes) -> tuple[int, Any]:
        """The status and the JSON of a server's answer."""
        if host in self.failing:
            return 503, {"error": {"code": 503, "status": "UNAVAILABLE", "message": "later"}}
        if host == "www.googleapis.com":
            return 200, {KEY_ID: self.certificate()}
        if host == "firebaseappcheck.googleapis.com":
            public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
            return 200, {"keys": [{**public, "kid": KEY_ID, "use": "sig", "alg": "RS256"}]}
        if host == "oauth2.googleapis.com":
            return 200, {"access_token": "t", "expires_in": 3600, "token_type": "Bearer"}
        wanted = json.loads(body)["localId"]
        return 200, {"users": [self.accounts[uid] for uid in wanted if uid in self.accounts]}

    def account_file(self) -> Path:
        """Writes the service account file that the library requires; returns its path."""
        account = {
            "type": "service_account",
            "project_id": "demo",
            "private_key": pem_of(self.key).decode(),
            "client_email": "nobody@demo.iam.gserviceaccount.com",
            "token_uri": "https://oauth2.googleapis.com/token",
        }
        file = self.folder / "account.json"
        file.write_text(json.dumps(account))
        return file


@contextlib.contextmanager
def google_keys(folder: Path) -> Iterator[tuple[GoogleKeys, dict[str, str]]]:
    """Starts the servers; yields them and the environment of a process that uses them."""
    keys = GoogleKeys(folder)
    authority, server_key = new_key(), new_key()
    trusted = folder / "authority.pem"
    trusted.write_bytes(certificate(authority, "authority", authority).public_bytes(_PEM))
    chain = folder / "server.pem"
    own = certificate(server_key, "server", authority, HOSTS)
    chain.write_bytes(pem_of(server_key) + own.public_bytes(_PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)

    class Proxy(StreamRequestHandler):
        def handle(self) -> None:
            host = self.rfile.readline().split()[1].decode().partition(":")[0]
            while self.rfile.readline().strip():
                pass
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            with (
                contextlib.suppress(ssl.SSLError),
                context.wrap_socket(self.connection, server_side=True) as secure,
            ):
                _serve(keys, host, secure)

    with ThreadingTCPServer(("127.0.0.1", 0), Proxy) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        proxy = f"http://127.0.0.1:{server.server_address[1]}"
        yield (
            keys,
            {
                "PATH": "/usr/bin",
                "HTTPS_PROXY": proxy,
                "https_proxy": proxy,
                "REQUESTS_CA_BUNDLE": str(trusted),
                "SSL_CERT_FILE": str(trusted),
                "GOOGLE_APPLICATION_CREDENTIALS": str(keys.account_file()),
            },
        )
        server.shutdown()


def _serve(keys: GoogleKeys, host: str, connection: ssl.SSLSocket) -> None:
    stream = connection.makefile("rb")
    path = stream.readline().split()[1].decode()
    length = 0
    while line := stream.readline().strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    status, told = keys.answer(host, path, stream.read(length))
    body = json.dumps(told).encode()
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    connection.sendall(head.encode() + body)


def user_claims(uid: str, project: str = "demo", **changes: Any) -> dict[str, Any]:
    """The claims of a Firebase ID token."""
    now = int(time.time())
    return {
        "iss": f"https://securetoken.google.com/{project}",
        "aud": project,
        "sub": uid,
        "auth_time": now - 60,
        "iat": now - 60,
        "exp": now + 3000,
        **changes,
    }
