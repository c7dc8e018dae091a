"""docs/servers/nginx.conf in a real nginx, with a server behind it that notes what arrives."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.http import HttpRequest
from django.test import Client, RequestFactory

from nabu.core.proxies import network_of
from nabu.operations.operating.middleware import request_id

pytestmark = pytest.mark.servers

ROOT = Path(__file__).resolve().parents[4]
NAME = "nabu.example.org"
MEGABYTE = 2**20


@dataclass
class Behind:
    """What stands where Nabu would. A stream waits between its two parts until the first has arrived."""

    port: int
    requests: list[tuple[str, dict[str, str], int]] = field(default_factory=list)
    first_has_arrived: threading.Event = field(default_factory=threading.Event)
    unknown: str = "not here"
    """What it has not is 404."""


@pytest.fixture(scope="module")
def behind() -> Iterator[Behind]:
    with server_behind() as found:
        yield found


@contextmanager
def server_behind() -> Iterator[Behind]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(length)
            found.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, len(body)))
            self.send_response(404 if found.unknown in self.path else 200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            if self.path.startswith("/live/"):
                self.wfile.write(b"data: 1\n\n")
                found.first_has_arrived.wait(60)
                self.wfile.write(b"data: 2\n\n")

        do_POST = do_GET

        def log_message(self, *_arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Behind(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield found
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass(frozen=True)
class Front:
    """nginx, and how a browser asks it."""

    plain: int
    secure: int

    def ask(
        self, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.secure, context=ssl._create_unverified_context(), timeout=30
        )
        method = "GET" if body is None else "POST"
        connection.request(method, path, body, {"Host": NAME, "Connection": "close", **(headers or {})})
        return connection.getresponse()


Start = Callable[..., AbstractContextManager[Front]]


@pytest.fixture(scope="module")
def front(behind: Behind, start_nginx: Start) -> Iterator[Front]:
    with start_nginx(behind) as found:
        yield found


@pytest.fixture(scope="module")
def start_nginx(tmp_path_factory: pytest.TempPathFactory, wait_until: Callable[..., None]) -> Start:
    """Return `start_nginx(*hosts)`: nginx before these hosts."""

    def start(*hosts: Behind) -> AbstractContextManager[Front]:
        return nginx(tmp_path_factory.mktemp("nginx"), hosts, wait_until)

    return start


@contextmanager
def nginx(folder: Path, hosts: Sequence[Behind], wait_until: Callable[..., None]) -> Iterator[Front]:
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("there is no nginx; on Debian: apt-get install nginx-light")
    plain, secure = free_port(), free_port()
    site = (ROOT / "docs/servers/nginx.conf").read_text()
    key, certificate = make_certificate(folder)
    for ours, here in {
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{secure} ssl http2;",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
        "server 127.0.0.1:8000;": " ".join(f"server 127.0.0.1:{each.port};" for each in hosts),
    }.items():
        assert ours in site
        site = site.replace(ours, here)
    (folder / "site.conf").write_text(site)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.geteuid() == 0 else ''} daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary} include {folder}/site.conf; }}\n"
    )
    process = subprocess.Popen(
        [program, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.PIPE, text=True
    )
    try:
        wait_until(lambda: process.poll() is not None or answers(secure), what="nginx")
        assert process.poll() is None, process.communicate()[1]
        yield Front(plain, secure)
    finally:
        process.terminate()
        process.communicate()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def make_certificate(folder: Path) -> tuple[Path, Path]:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = (
        builder.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    )
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    (folder / "certificate.pem").write_bytes(certificate)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(private)
    return folder / "key.pem", folder / "certificate.pem"


@pytest.fixture
def as_the_docs_say(settings: Any) -> None:
    settings.ALLOWED_HOSTS = [NAME]
    settings.NABU_PROXIES = 1
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = True


def arrived(behind: Behind) -> dict[str, str]:
    """The headers of the last request, as Django's test client takes them."""
    return {name: value for name, value in behind.requests[-1][1].items() if name != "connection"}


@pytest.mark.django_db
@pytest.mark.usefixtures("as_the_docs_say")
def test_nabu_knows_the_name_the_visitor_and_that_it_was_https(front: Front, behind: Behind) -> None:
    """Also if the visitor claims to be somebody else."""
    forged = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "http", "X-Request-ID": "chosen-by-me"}
    assert front.ask("/", {"Host": f"{NAME}:8443"}).status == 200
    assert arrived(behind)["host"] == f"{NAME}:8443", "a form is refused if its page has another port"
    assert front.ask("/accounts/login/?a=1", forged).status == 200
    assert behind.requests[-1][0] == "/accounts/login/?a=1"
    request: HttpRequest = RequestFactory().get("/", headers=arrived(behind), REMOTE_ADDR="10.9.9.9")
    assert (request.get_host(), request.is_secure(), network_of(request)) == (NAME, True, "127.0.0.1")
    assert len(request_id(request)) == 32
    assert request_id(request) in arrived(behind)["x-request-id"]
    page = Client().get("/proof/", headers=arrived(behind))
    assert page.status_code == 200


def test_http_leads_to_https(front: Front) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", front.plain, timeout=30)
    connection.request("GET", "/tournaments/?q=a%20b", headers={"Host": NAME})
    answer = connection.getresponse()
    connection.close()
    assert (answer.status, answer.headers["Location"]) == (308, f"https://{NAME}/tournaments/?q=a%20b")


def test_live_pages_are_told_at_once(front: Front, behind: Behind) -> None:
    """The second part is sent only when the first has come through."""
    behind.first_has_arrived.clear()
    answer = front.ask("/live/?ticket=x")
    assert answer.read1(100) == b"data: 1\n\n"
    behind.first_has_arrived.set()
    assert answer.read() == b"data: 2\n\n"


def test_nabu_itself_refuses_what_is_too_large(front: Front, behind: Behind) -> None:
    assert front.ask("/logs/", body=bytes(15 * MEGABYTE)).status == 200
    assert behind.requests[-1][2] == 15 * MEGABYTE
    assert front.ask("/logs/", body=bytes(17 * MEGABYTE)).status == 413


def test_a_file_that_only_one_version_has_comes_from_the_hosts_with_that_version(start_nginx: Start) -> None:
    """While two hosts are updated one after the other."""
    only_newer = [
        "/static/nabu/web/nabu.0123456789ab.css",
        "/engine/0123456789ab/engine.bin",
        "/play/engine/0123456789ab/worker.js",
        "/tables/7/watch/0123456789abcdef/3.svg",
    ]
    with server_behind() as older, server_behind() as newer, start_nginx(older, newer) as front:
        older.unknown = "0123456789ab"
        assert [front.ask(path).status for path in only_newer * 2] == [200] * 8
        assert older.requests
        assert sorted(front.ask("/tournaments/0123456789ab/").status for _turn in range(2)) == [200, 404]
        newer.unknown = older.unknown
        assert front.ask(only_newer[0]).status == 404
