"""A record of all HTTP for people who look for a fault (``--debug-http``): no key, no picture in it."""

import contextlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.secret import HIDDEN, redact

#: Headers that are shown; others may hold what identifies or authorises.
_SHOWN = re.compile(
    r"content-(?:type|length)|date|retry-after.*|x-(?:request|goog-request)-id|request-id|(?:x-|anthropic-)?ratelimit-.*"
    r"|anthropic-version|user-agent|server|host",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"[A-Za-z0-9+/=_-]{2000,}")
_LONGEST = 200_000  #: characters of a body
_BEGINNING = b'{"request": '  #: of every record


class Dump:
    """Writes one JSON line for each request and each response.

    Args:
        path: is continued when it holds such a record.
        keys: hidden wherever they turn up, beside all that is shaped like a key.

    Raises:
        BadInput: when the file cannot be written, or holds something else.
    """

    def __init__(self, path: Path, keys: tuple[str, ...]) -> None:
        self._path, self._keys = path, keys
        try:
            if path.is_file() and not _is_record(path):
                problem = "is there already, and is no record of HTTP"
                raise BadInput(path, "", problem, "name another file")
            path.open("ab").close()
        except OSError as error:
            raise BadInput(path, "", f"cannot be written: {error.strerror}", "name another file") from None

    def request(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> None:
        """Write down what is sent."""
        self._write({"request": f"{method} {_bare(url)}", **self._rest(headers, body)})

    def response(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Write down what came."""
        self._write({"response": status, **self._rest(headers, body)})

    def _rest(self, headers: Mapping[str, str], body: bytes) -> dict[str, object]:
        text = body.decode("utf-8", "backslashreplace")
        text = _PICTURE.sub(lambda match: f"[{len(match[0])} characters of base64]", text)
        shown = {name: value if _SHOWN.fullmatch(name) else HIDDEN for name, value in headers.items()}
        return {"headers": shown, "body": text[:_LONGEST]}

    def _write(self, record: dict[str, object]) -> None:
        line = redact(json.dumps(record), self._keys) + "\n"
        with contextlib.suppress(OSError), self._path.open("a", encoding="ascii") as file:
            file.write(line)  # a disk that is full is no reason to stop: this is for people


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_BEGINNING)) in (_BEGINNING, b"")


def _bare(url: str) -> str:
    return url.partition("?")[0]
