"""A hub and a GitHub on loopback, with what a test publishes there."""

import hashlib
import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_RESOLVE = re.compile(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)")
_TREE = re.compile(r"/api/datasets/([^/]+/[^/]+)/tree/([^/?]+)")
_STORE = "/store/"


@dataclass
class Published:
    """What is there, what goes wrong, and what was asked. ``address`` is of both servers."""

    address: str = ""
    files: dict[tuple[str, str, str], bytes] = field(default_factory=dict)  #: by repository, revision, path
    sources: dict[str, bytes] = field(default_factory=dict)  #: by path on GitHub
    cut_after: list[int] = field(default_factory=list)  #: bytes after which the next downloads break off
    steady: bool = False  #: whether downloads go on after one broke off; else the store is out of order
    ranges: bool = True  #: whether the store knows ranges
    changed: bytes | None = None  #: what downloads bring instead
    refused: bool = False  #: whether downloads are answered with 503
    asked: list[str] = field(default_factory=list)  #: method, path and range of each request

    def downloads(self) -> list[str]:
        """The ranges of data files that were asked for; empty for a whole one."""
        begun = f"GET {_STORE}"
        return [one[len(begun) + 64 :].strip() for one in self.asked if one.startswith(begun)]


class Handler(BaseHTTPRequestHandler):
    """As huggingface.co: a HEAD names size, digest and commit and leads on to a store that knows ranges."""

    protocol_version = "HTTP/1.1"
    published: Published

    def do_HEAD(self) -> None:
        self._note()
        match = _RESOLVE.fullmatch(self.path)
        data = None if match is None else self.published.files.get((match[1], match[2], match[3]))
        if match is None or data is None:
            self._answer(404, b"", {"X-Error-Code": "EntryNotFound"})
            return
        digest = hashlib.sha256(data).hexdigest()
        headers = {
            "X-Repo-Commit": match[2],
            "X-Linked-Size": str(len(data)),
            "X-Linked-ETag": f'"{digest}"',
            # A store of another name, as that of the hub: the client reads the headers and goes no further.
            "Location": f"{self.published.address.replace('127.0.0.1', 'localhost')}{_STORE}{digest}",
        }
        self._answer(302, b"", headers)

    def do_GET(self) -> None:
        self._note()
        if self.path.startswith(_STORE):
            self._store(self.path.removeprefix(_STORE))
        elif match := _TREE.match(self.path):
            found = [
                {"type": "file", "path": path, "size": len(data), "oid": 40 * "0"}
                for (repository, revision, path), data in self.published.files.items()
                if (repository, revision) == (match[1], match[2])
            ]
            kind = {"Content-Type": "application/json"}
            self._answer(200 if found else 404, json.dumps(found).encode(), kind)
        else:
            data = self.published.sources.get(self.path)
            self._answer(404 if data is None else 200, data or b"", {})

    def _store(self, digest: str) -> None:
        (data,) = [one for one in self.published.files.values() if hashlib.sha256(one).hexdigest() == digest]
        data = self.published.changed or data
        if self.published.refused:
            self._answer(503, b"", {})
            return
        match = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "") if self.published.ranges else "")
        start = 0 if match is None else int(match[1])
        self.send_response(200 if match is None else 206)
        self.send_header("Content-Length", str(len(data) - start))
        if match is not None:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        if self.published.cut_after:
            self.wfile.write(data[start : start + self.published.cut_after.pop(0)])
            self.published.refused = not self.published.steady
            self.close_connection = True
        else:
            self.wfile.write(data[start:])

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _note(self) -> None:
        self.published.asked.append(f"{self.command} {self.path} {self.headers.get('Range', '')}".strip())

    def log_message(self, *_: object) -> None:
        """Nothing: what was asked is noted."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that went away is no news."""


def serve(published: Published) -> Server:
    """Start a server for ``published`` in a thread of its own."""
    handler = type("Handler", (Handler,), {"published": published})
    server = Server(("127.0.0.1", 0), handler)
    published.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return server
