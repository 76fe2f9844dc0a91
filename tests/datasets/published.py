"""A local server that plays the Hugging Face hub and GitHub."""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from tests.http_server import QuietHandler, serving

_RESOLVE = re.compile(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)")
_TREE = re.compile(r"/api/datasets/([^/]+/[^/]+)/tree/([^/?]+)")
_STORE = "/store/"


@dataclass
class PublishedFiles:
    """The files on the server, the faults it simulates, and the requests it received."""

    address: str = ""  #: address of the server, as the hub and as GitHub
    files: dict[tuple[str, str, str], bytes] = field(default_factory=dict)  #: by repository, revision, path
    sources: dict[str, bytes] = field(default_factory=dict)  #: by path on GitHub
    cut_after: list[int] = field(default_factory=list)  #: bytes after which each of the next downloads stops
    steady: bool = False  #: whether downloads work after an interrupted one; else they are refused
    ranges: bool = True  #: whether the server supports ranges
    changed: bytes | None = None  #: bytes that downloads get instead of the file
    refused: bool = False  #: whether downloads get the status 503
    asked: list[str] = field(default_factory=list)  #: method, path and range of each request

    def downloads(self) -> list[str]:
        """Return the range of each download of a data file; empty for the whole file."""
        start = f"GET {_STORE}"
        return [request[len(start) + 64 :].strip() for request in self.asked if request.startswith(start)]


class Handler(QuietHandler, BaseHTTPRequestHandler):
    """Like huggingface.co: HEAD returns size, digest and commit, and redirects to a file store."""

    published: PublishedFiles

    def do_HEAD(self) -> None:
        self._note()
        match = _RESOLVE.fullmatch(self.path)
        data = None if match is None else self.published.files.get((match[1], match[2], match[3]))
        if match is None or data is None:
            self.reply(404, b"", {"X-Error-Code": "EntryNotFound"})
            return
        digest = hashlib.sha256(data).hexdigest()
        headers = {
            "X-Repo-Commit": match[2],
            "X-Linked-Size": str(len(data)),
            "X-Linked-ETag": f'"{digest}"',
            # The store has another host name, like the hub's: the client reads the headers and stops there.
            "Location": f"{self.published.address.replace('127.0.0.1', 'localhost')}{_STORE}{digest}",
        }
        self.reply(302, b"", headers)

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
            self.reply(200 if found else 404, json.dumps(found).encode(), kind)
        else:
            data = self.published.sources.get(self.path)
            self.reply(404 if data is None else 200, data or b"")

    def _store(self, digest: str) -> None:
        (data,) = [
            file for file in self.published.files.values() if hashlib.sha256(file).hexdigest() == digest
        ]
        data = self.published.changed or data
        if self.published.refused:
            self.reply(503)
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

    def _note(self) -> None:
        self.published.asked.append(f"{self.command} {self.path} {self.headers.get('Range', '')}".strip())


@contextmanager
def serve(published: PublishedFiles) -> Iterator[None]:
    """Run a server for ``published`` during a ``with`` block."""
    with serving(type("Handler", (Handler,), {"published": published})) as published.address:
        yield
