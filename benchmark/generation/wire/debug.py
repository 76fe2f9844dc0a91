"""A log of all HTTP traffic for debugging (``--debug-http``), without keys and pictures."""

import contextlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.secret import HIDDEN, redact

#: Headers whose values are logged; others may identify or authorise somebody.
_SHOWN_HEADERS = re.compile(
    r"content-(?:type|length)|date|retry-after.*|x-(?:request|goog-request)-id|request-id|(?:x-|anthropic-)?ratelimit-.*"
    r"|anthropic-version|user-agent|server|host",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"[A-Za-z0-9+/=_-]{2000,}")
_MAX_BODY_CHARS = 200_000  #: characters of a body that are logged
_BEGINNING = b'{"request": '  #: first bytes of every log


class Dump:
    """Writes one JSON line for each request and each response.

    Args:
        path: the log; an existing log is continued.
        keys: API keys to hide; everything that is shaped like a key is hidden too.

    Raises:
        BadInput: if the file cannot be written or holds something else.
    """

    def __init__(self, path: Path, keys: tuple[str, ...]) -> None:
        self._path, self._keys = path, keys
        try:
            if path.is_file() and not _is_log(path):
                problem = "exists already and is not an HTTP log"
                raise BadInput(path, "", problem, "name another file")
            path.open("ab").close()
        except OSError as error:
            raise BadInput(path, "", f"cannot be written: {error.strerror}", "name another file") from None

    def request(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> None:
        """Log a request."""
        self._write({"request": f"{method} {_without_query(url)}", **self._headers_and_body(headers, body)})

    def response(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Log a response."""
        self._write({"response": status, **self._headers_and_body(headers, body)})

    def _headers_and_body(self, headers: Mapping[str, str], body: bytes) -> dict[str, object]:
        text = body.decode("utf-8", "backslashreplace")
        text = _PICTURE.sub(lambda match: f"[{len(match[0])} characters of base64]", text)
        shown = {name: value if _SHOWN_HEADERS.fullmatch(name) else HIDDEN for name, value in headers.items()}
        return {"headers": shown, "body": text[:_MAX_BODY_CHARS]}

    def _write(self, record: dict[str, object]) -> None:
        line = redact(json.dumps(record), self._keys) + "\n"
        with contextlib.suppress(OSError), self._path.open("a", encoding="ascii") as file:
            file.write(line)  # a full disk does not stop the run: the log is only for debugging


def _is_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_BEGINNING)) in (_BEGINNING, b"")


def _without_query(url: str) -> str:
    return url.partition("?")[0]
