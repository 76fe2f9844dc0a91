"""Serve repositories on disk and pages over HTTP on loopback. Anybody may read them; a token may write."""

import base64
import os
import subprocess
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

#: Called once before the next push over HTTP, and removed; so that another push can come first.
BEFORE_PUSH: list[Callable[[], object]] = []


@contextmanager
def hosting(folder: Path, tokens: Collection[str]) -> Iterator[str]:
    """Serve the bare repositories in a folder, and yield the address; the tokens may write."""
    writers = {"Basic " + base64.b64encode(f"x-access-token:{token}".encode()).decode() for token in tokens}

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            self._serve()

        def do_POST(self) -> None:
            self._serve()

        def _serve(self) -> None:
            body = _body(self)
            if "git-receive-pack" in self.path and self.headers.get("authorization") not in writers:
                self.send_response(401)
                self.send_header("WWW-Authenticate", "Basic realm=git")
                self.end_headers()
                return
            while self.path.endswith("/git-receive-pack") and BEFORE_PUSH:
                BEFORE_PUSH.pop()()
            done = subprocess.run(
                ["git", "http-backend"],
                input=body,
                env=self._variables(len(body)),
                stdout=subprocess.PIPE,
                check=True,
            )
            head, _, content = done.stdout.partition(b"\r\n\r\n")
            headers = dict(line.split(": ", 1) for line in head.decode("latin-1").split("\r\n"))
            self.send_response(int(headers.pop("Status", "200").split()[0]))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def _variables(self, length: int) -> dict[str, str]:
            parts = urlsplit(self.path)
            return {
                "PATH": os.environ.get("PATH", os.defpath),
                "GIT_PROJECT_ROOT": str(folder),
                "GIT_HTTP_EXPORT_ALL": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_PROTOCOL": self.headers.get("git-protocol", ""),
                "REQUEST_METHOD": self.command,
                "PATH_INFO": parts.path,
                "QUERY_STRING": parts.query,
                "CONTENT_TYPE": self.headers.get("content-type", ""),
                "CONTENT_LENGTH": str(length),
                "HTTP_CONTENT_ENCODING": self.headers.get("content-encoding", ""),
                "REMOTE_USER": "token" if self.headers.get("authorization") in writers else "",
                "REMOTE_ADDR": "127.0.0.1",
            }

    with serving(Handler) as address:
        yield address


@contextmanager
def pages(folder: Path) -> Iterator[str]:
    """Serve the files in a folder, which may be replaced, and yield the address."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with serving(partial(Handler, directory=str(folder))) as address:
        yield f"{address}/"


@contextmanager
def serving(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Run a server on loopback, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def _body(handler: BaseHTTPRequestHandler) -> bytes:
    """Return the body of a request; git sends large packs in chunks."""
    if handler.headers.get("transfer-encoding", "").lower() != "chunked":
        return handler.rfile.read(int(handler.headers.get("content-length") or 0))
    parts = []
    while size := int(handler.rfile.readline().split(b";")[0], 16):
        parts.append(handler.rfile.read(size))
        handler.rfile.readline()
    handler.rfile.readline()
    return b"".join(parts)
