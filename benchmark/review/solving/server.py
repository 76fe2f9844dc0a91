"""A small HTTP server on this machine alone, which shows a person one task at a time.

Every address begins with a random key that only the person's terminal shows, and a request must name this
server as its host. So neither another user nor a page of the web can read a task or send an answer, not even
with a host name that leads to 127.0.0.1 (DNS rebinding).
"""

import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs

from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.task import Picture
from benchmark.generation.prompts.picture import read_picture
from benchmark.review.solving.pages import end_page, solving_page
from benchmark.review.solving.session import Sitting
from benchmark.review.solving.texts import RefusedAnswerError

HOST = "127.0.0.1"
_BODY_LIMIT = 256 * 1024  #: bytes of a form; the longest answer fits, whatever its characters are
_SECONDS = 30.0  #: time for each part of a request to arrive
_KEPT_AFTER = 60.0  #: seconds after which the time of a task is kept, in case the machine fails
_FOLDER = Path(__file__).parent
_FILES = {"style.css": "text/css; charset=utf-8", "solve.js": "text/javascript; charset=utf-8"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # without a referrer, browsers would send forms without an origin
    "Cache-Control": "no-store",
}


class _RefusedRequestError(Exception):
    """A request that gets no page."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class SolvingServer(ThreadingHTTPServer):
    """Serves one sitting on a port of this machine.

    Args:
        sitting: the sitting of the person.
        port: the port; 0 for any that is free.

    Raises:
        BadInput: if the port cannot be used.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 32  #: browsers open several connections at once

    def __init__(self, sitting: Sitting, port: int) -> None:
        self.sitting = sitting
        self.key = secrets.token_urlsafe(16)
        self.message = ""  #: shown once, on the next page
        self.failure: SightbenchError | None = None  #: why the server ended
        self._kept = time.monotonic()
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadInput(
                "--port", "", f"{port} cannot be used: {reason}", "leave it out for a free one"
            ) from None

    @property
    def hosts(self) -> tuple[str, str]:
        """The values of ``Host`` that are this server."""
        return f"{HOST}:{self.server_port}", f"localhost:{self.server_port}"

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{self.hosts[0]}/{self.key}/"

    def end(self, failure: SightbenchError | None = None) -> None:
        """Let ``serve_forever`` return; a request that is being served is finished."""
        self.failure = failure
        threading.Thread(target=self.shutdown, daemon=True).start()

    def service_actions(self) -> None:
        """Keep the time of the task that is shown, once a minute."""
        super().service_actions()
        if time.monotonic() - self._kept < _KEPT_AFTER:
            return
        self._kept = time.monotonic()
        with suppress(SightbenchError):  # the next form fails as well, and its page returns the answer
            self.sitting.keep_time()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error of ours; requests that break off are ignored."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: SolvingServer
    timeout = _SECONDS
    server_version, sys_version = "sightbench", ""
    _sent: Mapping[str, str] = MappingProxyType({})  #: the form of this request

    def do_GET(self) -> None:
        self._serve(self._get)

    def do_POST(self) -> None:
        self._serve(self._post)

    def _serve(self, work: Callable[[str], None]) -> None:
        try:
            work(self._path())
        except _RefusedRequestError as refused:
            self._send(refused.status, f"{refused.status.phrase}\n".encode(), "text/plain; charset=utf-8")
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except SightbenchError as failure:
            sent = "\n\n".join(filter(None, map(self._sent.get, ("answer", "remarks"))))
            lost = f"\nCopy what you sent with this request:\n\n{sent}\n" if sent else ""
            text = f"The sitting has ended: {failure}\n{lost}".encode("utf-8", "replace")
            try:
                self._send(HTTPStatus.INTERNAL_SERVER_ERROR, text, "text/plain; charset=utf-8")
            finally:
                self.server.end(failure)

    def _path(self) -> str:
        """Return the path below the key.

        Raises:
            _RefusedRequestError: if the request names another host or key.
        """
        named = self.headers.get_all("Host") or []
        if len(named) != 1 or named[0] not in self.server.hosts:
            raise _RefusedRequestError(HTTPStatus.MISDIRECTED_REQUEST)
        _, key, *rest = (*self.path.split("/", 2), "")[:3]
        if not secrets.compare_digest(key.encode(), self.server.key.encode()):
            raise _RefusedRequestError(HTTPStatus.NOT_FOUND)
        return rest[0] if rest else ""

    def _get(self, path: str) -> None:
        sitting = self.server.sitting
        view = sitting.view()
        if path == "":
            message, self.server.message = self.server.message, ""
            page = solving_page(view, self.server.key, message, sitting.path)
            self._send(HTTPStatus.OK, page.encode(), "text/html; charset=utf-8")
        elif path in _FILES:
            self._send(HTTPStatus.OK, (_FOLDER / path).read_bytes(), _FILES[path])
        elif path.startswith("picture/") and view.phase == "shown" and view.task is not None:
            for part in view.task.parts:
                if isinstance(part, Picture) and path == f"picture/{part.number}":
                    file = read_picture(part, part.folder, view.task.id)
                    self._send(HTTPStatus.OK, file.data, file.media_type)
                    return
            raise _RefusedRequestError(HTTPStatus.NOT_FOUND)
        else:
            raise _RefusedRequestError(HTTPStatus.NOT_FOUND)

    def _post(self, path: str) -> None:
        form = self._sent = self._form()
        sitting, task = self.server.sitting, form.get("task", "")
        answer, remarks = form.get("answer", ""), form.get("remarks", "")
        try:
            match path:
                case "show":
                    sitting.show()
                case "keep":
                    sitting.keep(task, answer)
                    self._send(HTTPStatus.NO_CONTENT, b"", "text/plain")
                    return
                case "pause":
                    sitting.pause(task, answer)
                case "submit":
                    sitting.submit(task, answer)
                case "give-up":
                    sitting.give_up(task, form.get("reason", ""), remarks, answer)
                case "comment":
                    sitting.comment(task, form.get("reason", ""), remarks)
                    self.server.message = f"Your remarks on {task} are kept."
                case "end":
                    self._end()
                    return
                case _:
                    raise _RefusedRequestError(HTTPStatus.NOT_FOUND)
        except RefusedAnswerError as refused:
            if path == "keep":
                raise _RefusedRequestError(HTTPStatus.CONFLICT) from None
            self.server.message = str(refused)
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", f"/{self.server.key}/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _end(self) -> None:
        sitting = self.server.sitting
        sitting.close()
        try:
            self._send(HTTPStatus.OK, end_page(sitting.path).encode(), "text/html; charset=utf-8")
        finally:
            self.server.end()

    def _form(self) -> dict[str, str]:
        """Read the form that was sent.

        Raises:
            _RefusedRequestError: if a page of another site sent it, or it is too large or not a form.
        """
        origin = self.headers.get("Origin")
        if origin is not None and origin not in (f"http://{host}" for host in self.server.hosts):
            raise _RefusedRequestError(HTTPStatus.FORBIDDEN)
        if self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            raise _RefusedRequestError(HTTPStatus.FORBIDDEN)
        if self.headers.get_content_type() != "application/x-www-form-urlencoded":
            raise _RefusedRequestError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or self.headers.get("Transfer-Encoding"):
            raise _RefusedRequestError(HTTPStatus.LENGTH_REQUIRED)
        if len(length) > len(str(_BODY_LIMIT)) or int(length) > _BODY_LIMIT:
            raise _RefusedRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            body = self.rfile.read(int(length)).decode("ascii")
            fields = parse_qs(body, keep_blank_values=True, max_num_fields=8, errors="strict")
        except ValueError:  # not ASCII, not UTF-8, or too many fields
            raise _RefusedRequestError(HTTPStatus.BAD_REQUEST) from None
        return {name: values[-1] for name, values in fields.items()}

    def _send(self, status: HTTPStatus, data: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        """Add the headers that every reply has."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Print nothing: addresses contain the key."""
