"""Public https hosts on loopback: a proxy that lets every host lead to one server with its own certificate.

Programs use it through ``HTTPS_PROXY`` and ``SSL_CERT_FILE``, so they speak to it as to the real hosts.
"""

import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from benchmark.datasets import referenced_files
from tests.http_server import QuietHandler, serving

HOSTS = (
    "raw.githubusercontent.com",
    "github.com",
    "release-assets.githubusercontent.com",
    "huggingface.co",
    "cdn-lfs.hf.co",
    "evil.example",
)
_PROGRAM = Path(__file__).resolve().parent.parent / "lab" / "rehearsal" / "certificate.py"
_CLOSE = {"Connection": "close"}
_PROXIES = ("https_proxy", "http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY")


@dataclass
class HttpsWorld:
    """The files of all hosts, the faults to simulate, and the requests that arrived."""

    environment: dict[str, str] = field(default_factory=dict)  #: variables with which programs use it
    files: dict[str, bytes] = field(default_factory=dict)  #: by address
    redirects: dict[str, str] = field(default_factory=dict)  #: address → address
    statuses: dict[str, list[int]] = field(default_factory=dict)  #: of the next replies, by address
    cut_after: dict[str, int] = field(default_factory=dict)  #: bytes after which the connection ends
    unannounced: set[str] = field(default_factory=set)  #: addresses whose reply has no Content-Length
    endless: set[str] = field(default_factory=set)  #: addresses whose body goes on for ever
    encodings: dict[str, str] = field(default_factory=dict)  #: header Content-Encoding, by address
    slow: dict[str, float] = field(default_factory=dict)  #: seconds between pieces of 1,000 bytes
    #: beginning of a reply that then goes on byte by byte and does not end within seconds, by address
    dripping: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)  #: addresses, in order

    def use(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let this process use these hosts."""
        for name in _PROXIES:
            monkeypatch.delenv(name, raising=False)
        for name, value in self.environment.items():
            monkeypatch.setenv(name, value)

    def clear(self) -> None:
        """Forget all files, faults and requests."""
        for name, store in vars(self).items():
            if name != "environment":
                store.clear()


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsWorld]:
    with https_world(tmp_path_factory.mktemp("certificate")) as running:
        yield running


@pytest.fixture
def published(certified: HttpsWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HttpsWorld:
    """Addresses over HTTPS, whose files, redirects and faults a test sets."""
    certified.use(monkeypatch)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "sets"))
    monkeypatch.setattr(referenced_files, "_WAIT", 0.01)
    certified.clear()
    return certified


class _Handler(QuietHandler, BaseHTTPRequestHandler):
    world: HttpsWorld
    context: ssl.SSLContext
    host = ""

    def do_CONNECT(self) -> None:
        self.host = self.path.removesuffix(":443")
        self.send_response(200)
        self.end_headers()
        self.wfile.flush()
        try:
            self.connection = self.context.wrap_socket(self.connection, server_side=True)
        except (ssl.SSLError, OSError):
            self.close_connection = True
            return
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
        self.close_connection = False

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def do_GET(self) -> None:
        url, world = f"https://{self.host}{self.path}", self.world
        world.asked.append(url)
        self.close_connection = True
        if url in world.dripping:
            self.wfile.write(world.dripping[url])
            for _ in range(1200):
                time.sleep(0.05)
                self.wfile.write(b"a")
        elif url in world.endless:
            self._send_for_ever(world.redirects.get(url))
        elif world.statuses.get(url):
            self.reply(world.statuses[url].pop(0), headers=_CLOSE)
        elif url in world.redirects:
            self.reply(302, headers={"Location": world.redirects[url], **_CLOSE})
        elif url not in world.files:
            self.reply(404, headers=_CLOSE)
        else:
            self._send(url, world.files[url])

    def _send(self, url: str, data: bytes) -> None:
        self.send_response(200)
        if url not in self.world.unannounced:
            self.send_header("Content-Length", str(len(data)))
        if url in self.world.encodings:
            self.send_header("Content-Encoding", self.world.encodings[url])
        self.send_header("Connection", "close")
        self.end_headers()
        data = data[: self.world.cut_after.pop(url, len(data))]
        wait = self.world.slow.get(url, 0.0)
        size = 1_000 if wait else len(data) or 1
        for start in range(0, len(data), size):
            self.wfile.write(data[start : start + size])
            time.sleep(wait)

    def _send_for_ever(self, location: str | None) -> None:
        self.send_response(302 if location else 200)
        if location:
            self.send_header("Location", location)
        self.send_header("Connection", "close")
        self.end_headers()
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            self.wfile.write(bytes(1 << 16))


@contextmanager
def https_world(folder: Path) -> Iterator[HttpsWorld]:
    """Run the hosts; ``folder`` gets their certificate."""
    pytest.importorskip("cryptography", reason="makes the certificate")
    certificate = folder / "hosts.pem"
    subprocess.run([sys.executable, str(_PROGRAM), str(certificate), *HOSTS], check=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    world = HttpsWorld()
    with serving(type("Handler", (_Handler,), {"world": world, "context": context})) as proxy:
        world.environment = {"HTTPS_PROXY": proxy, "SSL_CERT_FILE": str(certificate)}
        yield world
