"""Serve a site on loopback below a path and with gzip, as GitHub Pages does."""

import gzip
import mimetypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

_PACKED = frozenset(
    {"text/html", "text/css", "text/javascript", "application/json", "image/svg+xml", "text/csv"}
)


class _Server(ThreadingHTTPServer):
    def handle_error(self, *args: Any) -> None:
        """Print nothing if the browser closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*args)


@contextmanager
def serve_site(site: Path, below: str = "/sightbench/") -> Iterator[str]:
    """Serve a folder while the block runs, and yield its address."""

    @cache
    def content(path: str) -> tuple[int, str, bytes, bool]:
        file = site / path
        file = file / "index.html" if path == "" or path.endswith("/") else file
        found = file.is_file() and file.resolve().is_relative_to(site.resolve())
        file = file if found else site / "404.html"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        data = file.read_bytes()
        packed = kind in _PACKED
        return 200 if found else 404, kind, gzip.compress(data, 6) if packed else data, packed

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            name = path.removeprefix(below) if path.startswith(below) else "outside of the site"
            if not name.endswith("/") and (site / name).is_dir() and name:
                self.send_response(301)
                self.send_header("Location", f"{path}/")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            status, kind, data, packed = content(name)
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if packed else kind)
            if packed:
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = _Server(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{below}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
